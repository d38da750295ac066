-- lucena filter with an index: the same bytes, messages and exit status as without it.
-- The number of random queries and positions is small; with LUCENA_LONG=1 it is 300 and 1,000.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local indexed = require "lucena.index.search"
local nasty = require "spec.support.nasty"
local read = require("spec.support.file").read
local run = require "spec.support.run"
local with_index = require "spec.support.with_index"

local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local SAMPLE = "spec/data/sample/sample.pgn"

-- Games with errors, and tags that are rare.
local ODD = [=[
[Event "Odd"]
[White "Møller, Jørgen"]
[Black "Beta, B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 1-0

[Event "Odd"]
[White "Beta, B"]
[Black "Moller"]
[Result "0-1"]

1. e4 e5 2. Ke3 Nc6 0-1

[Event "Odd"]
[White "?"]
[Black "Gamma \"G\", C"]
[FEN "8/8/8/8/8/k7/p7/K7 x - - 0 1"]
[SetUp "1"]
[Result "*"]

*

[Event "Odd"]
[Variant "Atomic"]
[White "Beta, B"]
[Black "Møller, J"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 *
]=]

-- With ODD, a file has two games of variants, which are counted at its end.
local HORDE = '\n[Event "Odd"]\n[Variant "Horde"]\n[White "Delta"]\n[Black "Beta"]\n[Result "*"]\n\n1. e4 e5 *\n'

local function games_of(path)
  local games = {}
  for game in chess.games(path) do
    games[#games + 1] = game
  end
  return games
end

-- Games without errors, which no query of the specs matches.
local CLEAN = '[Event "Clean"]\n[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. d4 d5 2. c4 1-0\n\n'
CLEAN = CLEAN:rep(3)

-- ---- random queries ------------------------------------------------------------------------------

-- Return a position of a game, or one near to it.
local function random_position(games)
  local node
  repeat
    node = games[math.random(#games)].root
  until node.position -- a FEN may be unusable
  for _ = 1, math.random(0, math.random(0, 80)) do
    node = node[1] or node
  end
  local position = node.position
  local moves = position:moves()
  if math.random(4) == 1 and #moves > 0 then
    position = position:play(moves[math.random(#moves)])
  end
  return position
end

local function quoted(text)
  return ("%q"):format(text)
end

local function random_name(games)
  local tags = games[math.random(#games)].tags
  local name = (math.random(2) == 1 and tags.White or tags.Black) or "Nobody"
  return math.random(3) == 1 and name:match("^[^,]*") or name
end

local OPENINGS = { "najdorf", "ruy lopez", "gambit accepted", "française", "dutch", "opening", "catalan" }

local TESTS = {
  function(games) return "player " .. quoted(random_name(games)) end,
  function(games) return "player " .. quoted(random_name(games)) end,
  function(games) return ("white %s"):format(quoted(random_name(games))) end,
  function(games) return ("won{%s, side = 'black'}"):format(quoted(random_name(games))) end,
  function(games) return ("position %q"):format(random_position(games):fen()) end,
  function(games) return ("position %q"):format(random_position(games):fen()) end,
  function(games) return ("at_end(position %q)"):format(random_position(games):fen()) end,
  function(games) return ("held(position %q & ~check, 1)"):format(random_position(games):fen()) end,
  function() return ("eco 'B%d'"):format(math.random(0, 9)) end,
  function() return ("elo(%d)"):format(math.random(2400, 2850)) end,
  function() return ("eco 'B%d' | eco 'C8%d-C9'"):format(math.random(0, 9), math.random(0, 9)) end,
  function() return ("elo{min = %d, side = 'both'}"):format(math.random(2400, 2850)) end,
  function() return ("elo_diff{min = %d, side = 'white'}"):format(math.random(-300, 300)) end,
  function() return ("mean_elo{max = %d}"):format(math.random(2000, 2900)) end,
  function() return ("year{min = %d, max = %d}"):format(math.random(1850, 1990), math.random(1990, 2020)) end,
  function() return ("date '%d.%02d'"):format(math.random(1900, 2020), math.random(12)) end,
  function() return ("opening '%s'"):format(OPENINGS[math.random(#OPENINGS)]) end,
  function() return ("date{from = '%d'}"):format(math.random(1900, 2020)) end,
  function() return "result '1-0'" end,
  function() return "opening 'sicilian'" end,
  function() return "check" end,
  function() return "commented" end,
}

local function random_query(games, depth)
  local kind = math.random(depth > 0 and 9 or 5)
  if kind <= 5 then
    return TESTS[math.random(#TESTS)](games)
  elseif kind == 6 then
    return "~(" .. random_query(games, depth - 1) .. ")"
  end
  local first, second = random_query(games, depth - 1), random_query(games, depth - 1)
  return ("(%s %s %s)"):format(first, kind == 7 and "|" or "&", second)
end

local OUTPUTS = { {}, {}, {}, { "--list" }, { "--limit", "2" }, { "--skip", "1" }, { "--to", "csv" },
  { "--width", "0" },
  { "--mark", "here" }, { "--sort", "plies" }, { "-t", "Black=Beta, B" }, { "-t", "White=Karpov, Anatoly" },
  { "-t", "Result=1-0" }, { "-t", "WhiteElo>=2700" }, { "-t", "BlackElo<2500", "-t", "ECO^b" }, { "-t", "ECO=D37" },
  { "-t", "White~ka", "-t", "Date^2" } }

-- Run with parts of any size.
local function with_near(near, run_it)
  local before = indexed.NEAR
  indexed.NEAR = near
  local done, problem = pcall(run_it)
  indexed.NEAR = before
  if not done then
    error(problem, 0)
  end
end

local function write_games(folder, text, options)
  local path = folder:write("games.pgn", text)
  assert(chess.write_index(path, options))
  return path
end

describe("filter with an index", function()
  local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()

  it("gives the same as a scan for random queries", function()
    local folder <close> = folder_of()
    math.randomseed(seed)
    local sample = read(SAMPLE)
    local half = sample:find("\n[Event ", #sample // 2, true)
    local path = write_games(folder, sample:sub(1, half) .. ODD .. sample:sub(half))
    local games, used = games_of(path), 0
    for i = 1, IS_LONG and 300 or 30 do
      with_near(i % 3 == 0 and 1 << 18 or 0, function()
        local text, output = random_query(games, 2), OUTPUTS[math.random(#OUTPUTS)]
        local words = { "-e", text, path, table.unpack(output) }
        with_index.compare(folder, "filter", words,
          ("seed %d, query %d: %s %s"):format(seed, i, text, table.concat(output, " ")))
        local query = assert(chess.query.parse(text))
        used = used + (indexed.find(path, query) and 1 or 0)
      end)
    end
    assert.is_true(used > (IS_LONG and 60 or 3), ("seed %d: the index was used %d times"):format(seed, used))
  end)

  local function compare_positions(options, least)
    local folder <close> = folder_of()
    math.randomseed(seed)
    local path = write_games(folder, read(SAMPLE) .. "\n" .. ODD, options)
    local games, used = games_of(path), 0
    with_near(0, function()
      for i = 1, IS_LONG and 1000 or 60 do
        local position = random_position(games)
        local found = with_index.compare(folder, "filter", { "-e", ("position %q"):format(position:fen()), path },
          ("seed %d, position %d: %s"):format(seed, i, position:fen()))
        used = used + (found.out ~= "" and indexed.find(path, chess.query.position(position)) and 1 or 0)
      end
    end)
    assert.is_true(used > least, ("seed %d: the index was used %d times"):format(seed, used))
  end

  it("gives the same as a scan for random positions", function()
    compare_positions({}, 20)
  end)

  it("gives the same as a scan for random positions if it has only shared ones", function()
    compare_positions({ shared_only = true }, 2)
  end)

  it("gives the same as a scan for damaged and unusual files", function()
    local folder <close> = folder_of()
    with_near(0, function()
      for _, row in ipairs(nasty.rows) do
        local text = not row.is_large and nasty.text(row)
        local texts = text and { text, ODD:gsub("\n", "\r\n") .. text .. HORDE, CLEAN .. text .. "\n" .. CLEAN }
        for _, all in ipairs(texts or {}) do
          local path = folder:write("games.pgn", all)
          local games, _, code = chess.write_index(path)
          assert.is_true(games ~= nil or code == "utf16", code)
          for _, query in ipairs(games and { 'position "e4 e5 Nf3" | white "A"' } or {}) do
            with_index.compare(folder, "filter", { "-e", query, path }, ("%s: %s"):format(row.name or row[1], query))
          end
        end
      end
    end)
  end)

  it("reads only the games that it needs", function()
    local folder <close> = folder_of()
    local path = write_games(folder, read(SAMPLE))
    with_near(0, function()
      local found = assert(indexed.find(path, chess.query.position "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5"))
      assert.is_true(found.read < 12, found.read)
    end)
    assert.same({ code = 0, err = "", out = [[
position "d4 f5" & elo(2600)
  1. tags: WhiteElo; BlackElo
  3. moves: position "d4 f5"
]] .. path .. ": the index finds 2 of 314 games to read\n" }, run { "filter", "--describe", "-e",
      'position "d4 f5" & elo(2600)', path })
    local reasons = {
      [{ "-e", "check" }] = "the index does not limit the games that this query may match",
      [{ "-e", "elo(1)" }] = "the index does not limit the games that this query may match",
      [{ "-e", "function(game) return true end" }] = "only queries without Lua functions can use an index",
      [{ "-e", 'player "Tal"', "--strict" }] = "--strict reads every game",
      [{ "-e", 'player "Tal"', "-v" }] = "--invert reads every game",
    }
    for words, reason in pairs(reasons) do
      local describe = { "filter", "--describe", path, table.unpack(words) }
      assert.equal(("%s: every game is read (%s)\n"):format(path, reason), run(describe).out:match("[^\n]*\n$"))
    end
  end)

  it("reports an index that does not fit, and reads the games", function()
    local folder <close> = folder_of()
    local path = write_games(folder, ODD)
    local words = { "-e", 'player "Beta" & result "1-0"', path }
    folder:write("games.pgn", ODD .. "\n" .. ODD)
    local stale = path .. ".lci: the file of games has changed since it was indexed (index it again)"
    local found = with_index.run(folder, "filter", words)
    assert.equal(0, found.status)
    assert.equal("lucena: " .. stale .. "; the games are read instead", found.lines[1])
    words[#words + 1] = "--require-index"
    assert.same({ status = 1, lines = { "lucena: " .. stale } }, with_index.run(folder, "filter", words))
    os.remove(path .. ".lci")
    assert.equal(3, with_index.run(folder, "filter", words).status)
    local usage = run { "filter", "--require-index", "--strict", "-e", "check", path }
    assert.equal(2, usage.code)
    assert.truthy(usage.err:find("--require-index: --strict reads every game", 1, true))
  end)

  it("does not use the text of a game that has changed", function()
    local folder <close> = folder_of()
    local path = write_games(folder, read(SAMPLE):rep(3, "\n"))
    local index = assert(chess.index(path))
    local at = index:entry(5).offset
    index:close()
    local text = folder:read "games.pgn"
    local white = text:find("[White ", at, true)
    os.execute(("touch -r '%s' '%s'"):format(path, folder:path "stamp"))
    -- Change a letter of a name outside the 64 blocks that are compared.
    local changed = text:sub(1, white + 8) .. "~" .. text:sub(white + 10)
    folder:write("games.pgn", changed)
    os.execute(("touch -r '%s' '%s'"):format(folder:path "stamp", path))
    local name = text:match('^%[White "([^"]*)"', white)
    local words = { "-e", ("player %q"):format(name), path }
    local found = with_index.run(folder, "filter", words)
    assert.truthy(found.lines[1]:find("the file of games has changed since it was indexed", 1, true))
    os.remove(path .. ".lci")
    assert.is_true(with_index.run(folder, "filter", words).out == found.out)
  end)
end)
