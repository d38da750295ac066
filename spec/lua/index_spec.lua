-- Indexes: the same results as reading the games, and no wrong result from an index that does not fit.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read

local SAMPLE = "spec/data/sample/sample.pgn"
-- The bits of the two hashes. `make test-index-hashes` runs these specs with builds that have fewer.
local KEY_BITS, CHECK_BITS = (os.getenv("LUCENA_INDEX_BITS") or "64 64"):match("(%d+) (%d+)")
KEY_BITS, CHECK_BITS = math.tointeger(KEY_BITS), math.tointeger(CHECK_BITS)

local GAMES = [=[
[Event "One"]
[White "Müller, A"]
[Black "Beta, B"]
[Date "1990.01.??"]
[WhiteElo "2500"]
[BlackElo "2600?"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 1-0

[Event "Two"]
[White "Beta, B"]
[Black "Mueller, Anna"]
[Date "1991.02.02"]
[ECO "D30"]
[Result "1:0"]

1. d4 d5 2. -- e6 *

[White "Gamma \"G\", C"]
[Black "Beta, B"]
[BlackElo "0x9C4"]
[FEN "8/8/8/8/8/k7/p7/K7 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1/2-1/2

[Event "Two"]
[Result "*"]

1. e4 e5 2. Ke3 Nc6 0-1

1. e4 1/2

1. e4 e5 1/2-1/2
]=]

-- Write games and their index into a folder. Returns the path and the index.
local function indexed(folder, text, opts)
  local path = folder:write("games.pgn", text)
  assert(chess.write_index(path, opts))
  return path, assert(chess.index(path))
end

-- Return explore's result as data that can be compared.
local function plain(found)
  local out = {}
  for name, value in pairs(found) do
    out[name] = value
  end
  out.moves = {}
  for i, item in ipairs(found.moves) do
    out.moves[i] = {}
    for name, value in pairs(item) do
      out.moves[i][name] = name == "move" and tostring(value) or value
    end
  end
  return out
end

-- Return positions of the games of a file, and others near them.
local function positions_of(path, count)
  local games, list = {}, { chess.position() }
  for game in chess.games(path) do
    games[#games + 1] = game
  end
  while #list < count do
    local node = games[math.random(#games)].root
    for _ = 1, math.random(0, math.random(0, 60)) do
      node = node[1] or node
    end
    local position = node.position
    local moves = position:moves()
    if math.random(3) == 1 and #moves > 0 then
      position = position:play(moves[math.random(#moves)])
    end
    list[#list + 1] = position
  end
  return list
end

-- Return the numbers of the games that reach each position. The keys are positions.
local function games_by_position(path)
  local list, position_of = {}, {}
  for game in chess.games(path) do
    local node = game.root
    while node do
      local key = node.position:fen():match("^%S+ %S+ %S+ %S+")
      position_of[key] = position_of[key] or node.position
      local numbers = list[position_of[key]] or {}
      list[position_of[key]] = numbers
      if numbers[#numbers] ~= game.number then
        numbers[#numbers + 1] = game.number
      end
      node = node[1]
    end
  end
  return list
end

describe("an index", function()
  it("gives the same moves as reading the games", function()
    local folder <close> = folder_of()
    local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()
    math.randomseed(seed)
    for _, text in ipairs { GAMES, read(SAMPLE) } do
      local path, index <close> = indexed(folder, text)
      for i, position in ipairs(positions_of(path, 60)) do
        assert.same(plain(chess.explore(path, position)), plain(index:moves(position)),
          ("seed %d, position %d: %s"):format(seed, i, position:fen()))
      end
    end
  end)

  -- With both hashes cut, some positions have the same hashes. Then the index must count as damaged.
  it("finds exactly the games of every position", function()
    local folder <close> = folder_of()
    local path, index = indexed(folder, read(SAMPLE))
    local collided = 0
    for position, wanted in pairs(games_by_position(path)) do
      local found, _, code = index:find(position)
      if found then
        assert.same(wanted, found, position:fen())
      else
        assert.equal("damaged_index", code)
        collided = collided + 1
        index:close()
        index = assert(chess.index(path))
      end
    end
    index:close()
    assert.equal(CHECK_BITS < 64, collided > 0)
  end)

  it("filters games by player, date and Elo as the queries do", function()
    local folder <close> = folder_of()
    local q, seed = chess.query, tonumber(os.getenv("LUCENA_SEED")) or os.time()
    math.randomseed(seed)
    local players = { "Mueller", "Müller, A", "Beta", "Gamma", "Carlsen, M", "Magnus Carlsen", "Morphy", "Nobody" }
    for _, text in ipairs { GAMES, read(SAMPLE) } do
      local path, index <close> = indexed(folder, text)
      for i, position in ipairs(positions_of(path, 40)) do
        local query, opts = nil, {}
        local function both(name, value, other)
          opts[name] = value
          query = query and query & other or other
        end
        local player = players[math.random(#players)]
        local since = ("%d.%02d"):format(math.random(1980, 2024), math.random(12))
        local elo = math.random(2000, 2900)
        if i % 2 == 0 then both("player", player, q.player(player)) end
        if i % 3 == 0 then both("since", since, q.date { from = since }) end
        if i % 5 == 0 then both("elo", elo, q.elo(elo)) end
        assert.same(plain(chess.explore(path, position, { query = query })), plain(index:moves(position, opts)),
          ("seed %d, position %d"):format(seed, i))
      end
    end
  end)

  it("finds the games of a position, each once", function()
    local folder <close> = folder_of()
    local _, index <close> = indexed(folder, GAMES)
    local numbers, plies = index:find(chess.position():play "e4 e5 Nf3")
    assert.same({ { 1 }, { 3 } }, { numbers, plies })
    assert.same({ { 1, 2, 4, 5, 6 }, { 0, 0, 0, 0, 0 } }, { index:find(chess.position()) })
    assert.same({ {}, {} }, { index:find(chess.position():play "a3") })
    local found = {}
    for game, ply in index:games(chess.position():play "e4 e5") do
      found[#found + 1] = ("%d:%d:%d"):format(game.number, game.line, ply)
    end
    assert.same({ "1:1:2", "4:29:2", "6:36:2" }, found)
  end)

  it("has the fields of each game", function()
    local folder <close> = folder_of()
    local path, index <close> = indexed(folder, GAMES)
    assert.equal(6, index.count)
    assert.same({ number = 1, offset = 0, size = 167, line = 1, column = 1, plies = 7, white = "Müller, A",
      black = "Beta, B", event = "One", date = "1990.01.??", white_elo = 2500, result = "1-0" }, index:entry(1))
    assert.same({ "D30", "1991.02.02", "1-0" }, { index:entry(2).eco, index:entry(2).date, index:entry(2).result })
    assert.same({ 'Gamma "G", C', nil }, { index:entry(3).white, index:entry(3).black_elo })
    for game in chess.games(path) do
      local own = index:game(game.number)
      assert.same({ game.text, game.line, game.number, game.offset }, { own.text, own.line, own.number, own.offset })
    end
  end)

  it("counts the moves of a player with few games in a position of many games", function()
    local folder <close> = folder_of()
    local function game(white, movetext, fen)
      local setup = fen and ('[FEN "%s"]\n[SetUp "1"]\n'):format(fen) or ""
      return ('[White "%s"]\n%s\n%s\n\n'):format(white, setup, movetext)
    end
    local rare = game("Rare", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0") .. game("Rare", "1. d4 e5 2. Ke3 *")
      .. game("Rare", "*") .. game("Rare", "1. e4 *") .. game("Rare", "1. -- *")
      .. game("Rare", "1. Kd2 *", "8/8/8/8/8/8/k7/4K3 w - - 0 1")
      .. game("Rare", "1. a3 *", "no position") .. game("Rare", "1. Nc3 Nc6 2. e4 0-1")
    local many = game("Often", "1. e4 e5 *"):rep(5000)
    local path, index = indexed(folder, many .. rare .. many)
    for _, moves in ipairs { {}, { "e4" }, { "e4", "e5" }, { "Nf3", "Nf6", "Ng1", "Ng8" } } do
      local position = chess.position():play(moves)
      local wanted = chess.explore(path, position, { query = chess.query.player "Rare" })
      assert.same(plain(wanted), plain(index:moves(position, { player = "Rare" })))
    end
    assert.equal(2, index:moves(chess.position():play "e4", { player = "Rare" }).games)
    index:close()
    local _, cut = indexed(folder, many .. rare .. many, { max_ply = 2 })
    -- The other game reaches the position at ply 5.
    assert.equal(1, cut:moves(chess.position():play "e4", { player = "Rare" }).games)
    cut:close()
  end)

  -- A position of many games has many items, and those between the games of the player are skipped.
  it("counts the moves of a player whose games are far from each other", function()
    local folder <close> = folder_of()
    local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()
    math.randomseed(seed)
    local texts = {}
    for i = 1, 12000 do
      local is_rare = math.random(1000) == 1 or i == 12000
      local first = math.random(2) == 1 and "1. e4 e5 *" or "1. d4 *"
      texts[i] = ('[White "%s"]\n\n%s\n\n'):format(is_rare and "Rare" or "Often", is_rare and i % 3 == 0
        and "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *" or first)
    end
    local path, index <close> = indexed(folder, table.concat(texts))
    for _, moves in ipairs { {}, { "e4" }, { "d4" }, { "Nf3", "Nf6", "Ng1", "Ng8" } } do
      local position = chess.position():play(moves)
      local wanted = chess.explore(path, position, { query = chess.query.player "Rare" })
      assert.same(plain(wanted), plain(index:moves(position, { player = "Rare" })), seed)
    end
  end)

  it("finds players by name and by the beginning of a word", function()
    local folder <close> = folder_of()
    local _, index <close> = indexed(folder, GAMES)
    assert.same({ { name = "Mueller, Anna", games = 1 }, { name = "Müller, A", games = 1 } }, index:players "Muller")
    assert.same({ { name = "Beta, B", games = 3 } }, index:players("BE", { prefix = true }))
    assert.same({}, index:players "Bet")
    assert.same({}, index:players "")
  end)

  it("has the same bytes for any memory", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", read(SAMPLE):rep(4, "\n"))
    assert.equal(1256, chess.write_index(path, { memory = 1 }))
    local small = folder:read "games.pgn.lci"
    assert.equal(1256, chess.write_index(path, { memory = 64, file = folder:path "large" }))
    assert.is_true(small == folder:read "large")
    assert.same({ "games.pgn", "games.pgn.lci", "large" }, folder:names())
  end)

  it("omits positions after max_ply, and says so", function()
    local folder <close> = folder_of()
    local _, index <close> = indexed(folder, GAMES, { max_ply = 2 })
    assert.same({ true, 2 }, { index.is_cut, index.max_ply })
    assert.equal(3, index:moves(chess.position():play "e4 e5").games)
    assert.equal(0, index:moves(chess.position():play "e4 e5 Nf3").games)
  end)

  it("has only positions of several games with shared_only, and says which are missing", function()
    local folder <close> = folder_of()
    local path, index <close> = indexed(folder, read(SAMPLE), { shared_only = true })
    local shared, alone = 0, 0
    assert.is_true(index.is_shared)
    for position, numbers in pairs(games_by_position(path)) do
      local found, _, code = index:find(position)
      if not found and CHECK_BITS < 64 then -- a collision
        assert.equal("damaged_index", code)
      else
        assert.equal(#numbers > 1, index:is_complete(position))
        assert.same(#numbers > 1 and numbers or {}, found)
      end
      shared, alone = shared + (#numbers > 1 and 1 or 0), alone + (#numbers > 1 and 0 or 1)
    end
    assert.is_true(shared > 500 and alone > 10000, shared .. " " .. alone)
    for _, position in ipairs(positions_of(path, 30)) do
      if index:is_complete(position) then
        assert.same(plain(chess.explore(path, position)), plain(assert(index:moves(position))))
      end
    end
    local whole_size = assert(chess.write_index(path, { file = folder:path "whole" })) and #folder:read "whole"
    assert.is_true(#folder:read "games.pgn.lci" < whole_size / 2)
  end)

  it("may have a position of one game with shared_only, if it occurs hundreds of times", function()
    local folder <close> = folder_of()
    local moves = {}
    for i = 1, 1200, 2 do
      moves[#moves + 1] = ("%d. Nf3 Nf6 %d. Ng1 Ng8"):format(i, i + 1)
    end
    local _, index <close> = indexed(folder, table.concat(moves, " ") .. " *\n\n1. d4 *\n", { shared_only = true })
    for _, played in ipairs { {}, { "Nf3" }, { "d4" } } do
      local position = chess.position():play(played)
      local wanted = #played == 0 and { 1, 2 } or played[1] == "Nf3" and { 1 } or {}
      assert.same(wanted, index:find(position))
      assert.equal(#wanted > 0, index:is_complete(position))
    end
  end)

  it("reads compressed games", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn.gz", require("spec.support.packed").gz(GAMES))
    assert(chess.write_index(path))
    local index <close> = assert(chess.index(path))
    assert.same(plain(chess.explore(path)), plain(index:moves()))
    assert.equal(1, index:moves(chess.position():play "e4 e5 Nf3 Nc6 Ng1").games)
    assert.equal("Beta, B", index:game(3).tags.Black)
    assert.is_true(index:verify { games = true })
  end)

  it("can be empty", function()
    local folder <close> = folder_of()
    local _, index <close> = indexed(folder, "")
    assert.same({ 0, 0, {} }, { index.count, index:moves().games, index:players "x" })
    assert.is_true(index:verify { games = true })
  end)

  it("keeps its hashes, which are in files", function()
    local position = chess.position()
    local function cut(key, check)
      return { key & -1 << 64 - KEY_BITS, check & -1 << 64 - CHECK_BITS }
    end
    assert.same(cut(7160727385482618797, 5603111006229100919), { core.index_hashes(position) })
    assert.same(cut(1709245280894216745, -3133053587534499353), { core.index_hashes(position:play "e4 c5 Ke2 e5") })
  end)
end)

describe("an index that does not fit", function()
  it("is rejected after the games have changed", function()
    local folder <close> = folder_of()
    local path, index <close> = indexed(folder, GAMES)
    local stamp = folder:path "stamp"
    os.execute(("touch -r '%s' '%s'"):format(path, stamp))
    folder:write("games.pgn", GAMES .. "\n1. d4 *\n")
    assert.same({ nil, path .. ".lci: the file of games has changed since it was indexed (index it again)",
      "stale_index" }, { chess.index(path) })
    -- Size and time are the same, and the block is one of those compared.
    folder:write("games.pgn", (GAMES:gsub("Ng1", "Nh4")))
    os.execute(("touch -r '%s' '%s'"):format(stamp, path))
    assert.equal("stale_index", select(3, chess.index(path)))
    -- The index was opened before: the text of the game is compared.
    assert.equal("stale_index", select(3, index:game(1)))
    assert.equal("stale_index", select(3, index:moves(chess.position():play "e4 e5 Nf3 Nc6 Ng1 Nb8")))
    os.remove(path)
    assert.equal("cannot_open", select(3, chess.index(path)))
  end)

  it("is rejected if it is another file or of another version", function()
    local folder <close> = folder_of()
    local path, index <close> = indexed(folder, GAMES)
    local bytes = folder:read "games.pgn.lci"
    local function code_of(text)
      folder:write("games.pgn.lci", text)
      return select(3, chess.index(path))
    end
    index:close()
    assert.equal("not_index", code_of(""))
    assert.equal("not_index", code_of(GAMES:rep(30)))
    assert.equal("other_index", code_of(bytes:sub(1, 8) .. "\3" .. bytes:sub(10)))
    assert.equal("other_index", code_of(bytes:sub(1, 12) .. "\4" .. bytes:sub(14)))
    assert.equal("damaged_index", code_of(bytes .. "\0"))
    assert.is_nil(code_of(bytes))
    for size = 4096, #bytes - 1, 1024 do
      assert.equal("damaged_index", code_of(bytes:sub(1, size)))
    end
  end)

  it("gives no wrong result with any byte changed", function()
    local folder <close> = folder_of()
    local path, whole <close> = indexed(folder, GAMES)
    local bytes, position = folder:read "games.pgn.lci", chess.position():play "e4 e5 Nf3"
    local wanted, players, failed = plain(whole:moves(position)), whole:players "Muller", 0
    local codes = { not_index = true, other_index = true, damaged_index = true, stale_index = true }
    for at = 1, #bytes do
      local changed = string.char(bytes:byte(at) ~ (1 << at % 8))
      folder:write("games.pgn.lci", bytes:sub(1, at - 1) .. changed .. bytes:sub(at + 1))
      local index <close>, _, code = chess.index(path)
      if index then
        local found, err, why = index:moves(position)
        assert.is_true(found and true or codes[why], err)
        if found then assert.same(wanted, plain(found), at) end
        local list, problem, of = index:players "Muller"
        assert.is_true(list and true or codes[of], problem)
        if list then assert.same(players, list, at) end
        assert.equal("damaged_index", select(3, index:verify()), at)
      else
        failed = failed + 1
        assert.is_true(codes[code], at)
      end
    end
    assert.is_true(failed > 4000) -- the page with the head, and the first bytes
  end)

  -- The checksums of such an index are correct. The part's entries, 24 bytes each, are its last section; an entry has
  -- the two hashes of the position, and the game in its upper four bytes.
  it("is damaged if the places of a position are not in the order of the games", function()
    local folder <close> = folder_of()
    local path, position = folder:write("games.pgn", "1. e4 e5 *\n\n1. e4 c5 *\n"), chess.position():play "e4"
    local reader <close>, part = assert(core.open(path)), core.index_part(1 << 20, 100)
    assert(core.indexing.add(reader, part, 10))
    local key, check = core.index_hashes(position)
    local bytes, first = part:take(), string.pack("<i8i8", key, check)
    local one = assert(bytes:find(first, 1, true))
    local game_of = function(at) return bytes:sub(at + 20, at + 23) end
    local source = core.index_source(path)
    local builder <close> = assert(core.index_builder(path .. ".lci", source, 1 << 20, 100, false, false))
    assert.equal(first, bytes:sub(one + 24, one + 39)) -- both games reach the position
    assert(builder:absorb(bytes:sub(1, one + 19) .. game_of(one + 24) .. string.pack("<i8i8", key, check + 1)
      .. bytes:sub(one + 40, one + 43) .. game_of(one) .. bytes:sub(one + 48)))
    assert(builder:finish(source, 2, ""))
    local index <close> = assert(chess.index(path))
    assert.is_true(index:verify())
    assert.equal("damaged_index", select(3, index:find(position)))
    assert.equal("damaged_index", select(3, index.own:reached(position, 10)))
    assert.equal("damaged_index", select(3, index:moves(position)))
  end)

  it("is not written if the games cannot be read, or the file changes meanwhile", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", GAMES)
    assert.equal("cannot_open", select(3, chess.write_index(folder:path "none.pgn")))
    assert.equal("cannot_write", select(3, chess.write_index(path, { file = folder:path "no/folder" })))
    assert.equal("stale_index", select(3, chess.write_index(path, { progress = function()
      folder:write("games.pgn", GAMES .. "\n")
    end })))
    assert.has_error(function() chess.write_index(path, { memory = 0 }) end,
      "bad argument #2 to 'write_index' (option 'memory': integer from 1 to 1048576 expected, got 0)")
    assert.has_error(function()
      chess.write_index(path, { progress = function() error("stop", 0) end })
    end, "stop")
    assert.equal("utf16", select(3, chess.write_index(folder:write("wide.pgn", "\255\2541\0.\0 \0e\0004\0 \0*\0"))))
    assert.same({ "games.pgn", "wide.pgn" }, folder:names())
  end)

  it("keeps the old index if writing is killed", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", read(SAMPLE):rep(30, "\n"))
    folder:write("games.pgn.lci", "old")
    os.execute(("timeout -s KILL 0.15 '%s' scripts/lucena index -q '%s' 2>/dev/null"):format(
      os.getenv("LUCENA_LUA") or "lua5.4", path))
    local index <close> = chess.index(path)
    assert.is_true(folder:read "games.pgn.lci" == "old" or index ~= nil)
    assert(chess.write_index(path))
    assert(chess.index(path)):close()
  end)
end)
