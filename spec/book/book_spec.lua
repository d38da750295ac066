-- Opening books in Lua: lookup, moves in Polyglot's encoding, damaged files, and comparison with the books that
-- Polyglot makes from the same games.

local chess = require "lucena"
local edit = require "lucena.book.edit"
local make = require "lucena.book.make"
local polyglot = require "lucena.book.polyglot"
local write = require "lucena.book.write"

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local file = require "spec.support.file"

local SMALL = "spec/data/books/small"
local SAMPLE = "spec/data/engine/engine.pgn"

local function each(list)
  return require("lucena.book").each(list)
end

-- Writes a book with the entries {fen, raw, weight, learn} in the given order.
local function write_book(path, entries)
  local texts = {}
  for i, e in ipairs(entries) do
    texts[i] = polyglot.pack(chess.position(e[1]):polyglot_key(), { raw = e[2], weight = e[3], learn = e[4] })
  end
  file.write(path, table.concat(texts))
end

local function texts_of(moves)
  local list = {}
  for i, m in ipairs(moves) do
    list[i] = ("%s %d"):format(m.san, m.weight)
  end
  return table.concat(list, ", ")
end

describe("chess.book", function()
  for _, ending in ipairs { ".bin", ".epd" } do
    it("finds the moves of a position in " .. ending, function()
      local book <close> = assert(chess.book(SMALL .. ending))
      assert.equal("e4 4, c4 2", texts_of(book:moves(chess.position())))
      assert.equal("Nf3 3, c3 1", texts_of(book:moves(chess.position():play "e4 c5")))
      assert.equal("e6 2", texts_of(book:moves(chess.position():play "d4 Nf6 c4")))
      assert.same({}, (book:moves(chess.position():play "a3")))
      assert.near(2 / 3, book:moves(chess.position())[1].share, 1e-12)
      assert.equal(8, #book)
    end)
  end

  it("has games and results in EPD", function()
    local book <close> = assert(chess.book(SMALL .. ".epd"))
    local m = book:moves(chess.position())[1]
    assert.same({ 3, 1, 1, 0 }, { m.games, m.won, m.drawn, m.lost })
  end)

  it("has every listed position of a real book", function()
    local book <close> = assert(chess.book(need.data "books/gm2600.bin"))
    local count, tried = 0, 0
    for place in book:places() do
      count = count + #place.moves
      if count % 40 == 0 then
        tried = tried + 1
        assert.same(place.moves, book.file:find(place.key))
      end
    end
    assert.equal(21671, count)
    assert.is_true(tried > 100)
    assert.equal("d4", book:moves(chess.position())[1].san)
  end)

  it("can be walked completely, with legal moves", function()
    local book <close> = assert(chess.book(need.data "books/gm2600.bin"))
    local reached, moves = book:reached(), 0
    for _, place in ipairs(reached) do
      for _, item in ipairs(place.moves) do
        moves = moves + (item.raw and 1 or 0) -- moves without `raw` are not in the book
      end
    end
    assert.same({ 19880, 21079 }, { #reached, moves })
  end)

  it("can be walked if it has the moves of one side only", function()
    local book <close> = assert(chess.book(need.data "books/lasker-trap.bin"))
    local reached = book:reached()
    local last = reached[#reached].position
    assert.same({ 15, 7, "n" }, { #reached, #book, last:piece "g1" }) -- 7... fxg1=N+
  end)

  -- The pawn on e4 is pinned, so it cannot capture on f3. The rules then allow no en passant square in the FEN, but
  -- Polyglot's key includes it.
  it("keeps the en passant square of a Polyglot key in EPD", function()
    local folder <close> = new_folder()
    local position = chess.position "4k3/8/8/8/4pP2/8/4Q3/4K3 b - f3 0 1"
    local record = require("lucena.book.epd").record { position = position,
      moves = { { raw = polyglot.raw(position:parse "Kd7"), weight = 3 } } }
    local book = assert(chess.book(folder:write("a.epd", record)))
    assert.equal(position:polyglot_key(), book:places()().key)
    assert.equal("Kd7 3", texts_of(book:moves(position)))
    assert.equal("", texts_of(book:moves(chess.position "4k3/8/8/8/4pP2/8/4Q3/4K3 b - - 0 1")))
  end)

  it("reads castling in both spellings, and promotions; keeps the learning data", function()
    local folder <close> = new_folder()
    local path = folder.root .. "/a.bin"
    local castle, pawn = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/P7/8/8/8/8/8/K1k5 w - - 0 1"
    local first, second = chess.position(castle), chess.position(pawn)
    local entries = { { castle, 0x107, 9, 77 }, { castle, 0x102, 8 }, { castle, 0x100, 7 }, { pawn, 0x4c38, 2 },
      { pawn, 0x1c38, 1 } }
    table.sort(entries, function(a, b)
      local x, y = chess.position(a[1]):polyglot_key(), chess.position(b[1]):polyglot_key()
      return x ~= y and math.ult(x, y) or x == y and a[3] > b[3]
    end)
    write_book(path, entries)
    local book <close> = assert(chess.book(path))
    local moves = book:moves(first)
    assert.equal("O-O 9, O-O-O 8, O-O-O 7", texts_of(moves))
    assert.same({ 77, 0 }, { moves[1].learn, moves[2].learn })
    assert.same({ nil, true, nil }, { moves[1].is_loose, moves[2].is_loose, moves[3].is_loose })
    assert.equal("a8=N 1", texts_of({ book:moves(second)[2] }))
    assert.equal("a8=Q", book:moves(second)[1].san)
    assert.equal(0x107, polyglot.raw(moves[1].move))
    assert.equal(0x4e38, polyglot.raw(second:parse "a8=Q") | 0x200)
  end)

  it("returns illegal moves, for any bits", function()
    local folder <close> = new_folder()
    local path, start = folder.root .. "/a.bin", chess.START_FEN
    write_book(path, { { start, 0x31c, 3 }, { start, 0x324, 2 }, { start, 0x7fff, 1 }, { start, 0, 1 },
      { start, 0x4f3c, 1 } })
    local book <close> = assert(chess.book(path))
    local moves, illegal = book:moves(chess.position())
    assert.equal("e4 3", texts_of(moves))
    assert.same({ "e2e5", "h8h8?", "a1a1", "e8e8q" }, illegal)
    for raw = 0, 0xffff, 7 do
      local move = polyglot.move(chess.position(), raw)
      assert.is_true(move == nil or chess.position():is_legal(move))
    end
  end)

  it("reports files that are not books", function()
    local folder <close> = new_folder()
    file.write(folder.root .. "/cut.bin", ("x"):rep(33))
    local book, message, code = chess.book(folder.root .. "/cut.bin")
    assert.is_nil(book)
    assert.equal("bad_book", code)
    assert.is_truthy(message:find("33 bytes; the length of a Polyglot book is a multiple of 16", 1, true))
    assert.equal("cannot_open", select(3, chess.book(folder.root .. "/none.bin")))
    assert.equal("cannot_open", select(3, chess.book(folder.root .. "/none.epd")))
    assert.equal("bad_book", select(3, chess.book "README.md"))
    assert.has_error(function() chess.book(1) end)
    file.write(folder.root .. "/empty.bin", "")
    assert.same({}, (assert(chess.book(folder.root .. "/empty.bin")):moves(chess.position())))
  end)

  it("raises for unsorted and closed books", function()
    local folder <close> = new_folder()
    local path, after = folder.root .. "/a.bin", chess.position():play("e4"):fen()
    write_book(path, { { after, 0xda6, 1 }, { chess.START_FEN, 0x31c, 3 } })
    local book = assert(chess.book(path))
    local done, problem = pcall(function() for _ in book:places() do end end)
    assert.is_false(done)
    assert.is_truthy(tostring(problem):find("entry 2 is out of order", 1, true))
    book:close()
    assert.has_error(function() book:moves(chess.position()) end, "the book " .. path .. " is closed")
  end)

  it("reports unreadable text of an EPD book, and reads the rest", function()
    local folder <close> = new_folder()
    local path, start = folder.root .. "/a.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
    file.write(path, start .. "bm e4 d4;\n" .. "4k3/8/8/8/8/8/8/4K3 w - - Moves Kd2 Ke2; Weights 1;\n"
      .. "4k3/8/8/8/8/8/8/4K3 b - - Moves Ke7 Ka1;\n")
    local book = assert(chess.book(path))
    assert.equal("d4 1, e4 1", texts_of(book:moves(chess.position())))
    assert.equal(2, #book.problems)
    assert.equal(path .. ":2: Weights has 1 numbers for 2 moves", book.problems[1])
    assert.is_truthy(book.problems[2]:find(":3: Moves: illegal move Ka1", 1, true))
  end)
end)

describe("lucena.book.edit", function()
  local function place(key, ...)
    local moves = {}
    for i, pair in ipairs { ... } do
      moves[i] = { raw = pair[1], weight = pair[2], learn = pair[3] or 0 }
    end
    return { key = key, moves = moves }
  end

  local function all(iterator)
    local list = {}
    for found in iterator do
      for _, m in ipairs(found.moves) do
        local one, two = m.weight or m.before or "-", m.after or m.learn or "-"
        list[#list + 1] = ("%d:%d=%s,%s"):format(found.key, m.raw, one, two)
      end
    end
    return table.concat(list, " ")
  end

  it("merges in the order of unsigned keys, adds weights, keeps the first learning data", function()
    local one = each { place(1, { 5, 10, 7 }), place(-1, { 5, 1 }) }
    local two = each { place(1, { 5, 1, 9 }, { 6, 20 }), place(2, { 8, 3, 4 }) }
    assert.equal("1:6=20,0 1:5=11,7 2:8=3,4 -1:5=1,0", all(edit.merged { one, two }))
  end)

  it("scales weights in proportion if they exceed 16 bits", function()
    assert.equal("1:5=65535,0 1:6=32767,0 1:7=1,0 1:8=0,0",
      all(edit.merged { each { place(1, { 5, 65535 }, { 6, 32768 }, { 7, 1 }, { 8, 0 }) },
        each { place(1, { 5, 65535 }, { 6, 32767 }) } }))
  end)

  it("prunes by weight, share and number", function()
    local function pruned(limits)
      return all(edit.pruned(each { place(1, { 5, 50 }, { 6, 49 }, { 7, 1 }), place(2, { 5, 1 }) }, limits))
    end
    assert.equal("1:5=50,0 1:6=49,0", pruned { weight = 2 })
    assert.equal("1:5=50,0 2:5=1,0", pruned { top = 1 })
    assert.equal("1:5=50,0 2:5=1,0", pruned { share = 0.5 })
  end)

  it("compares books", function()
    local one = each { place(1, { 5, 10 }), place(3, { 5, 1 }, { 6, 2 }) }
    local two = each { place(2, { 5, 10 }), place(3, { 5, 1 }, { 6, 3 }, { 7, 1 }) }
    assert.equal("1:5=10,- 2:5=-,10 3:6=2,3 3:7=-,1",
      all(edit.differences(one, two)))
    assert.equal("", all(edit.differences(each { place(1, { 5, 1 }) }, each { place(1, { 5, 1 }) })))
  end)
end)

-- ---- against Polyglot ----------------------------------------------------------------------------

-- The weights of a book's entries, as a table "key move" -> weight.
local function weights_of(path)
  local book <close> = assert(chess.book(path))
  local weights, count = {}, 0
  for e in book:entries() do
    weights[("%016x %s"):format(e.key, e.uci)] = e.weight
    count = count + 1
  end
  return weights, count
end

local function make_book(pgn, path, depth, min)
  local builder = assert(make.new(depth, min))
  for game in chess.games(pgn) do
    builder:add(game)
  end
  local writer <close> = assert(chess.writer(path))
  assert(write.write(each(builder:places()), writer, "polyglot"))
  assert(writer:close())
end

describe("a book built from games", function()
  local function polyglot_book(pgn, path, depth, min)
    local program = need.program "polyglot"
    local command = "LD_PRELOAD= %s make-book -pgn '%s' -bin '%s' -max-ply %d -min-game %d >/dev/null"
    assert(os.execute(command:format(program, pgn, path, depth, min)))
  end

  it("is the same file as Polyglot's", function()
    local folder <close> = new_folder()
    local path = folder.root .. "/p.bin"
    polyglot_book(SMALL .. ".pgn", path, 20, 1)
    assert.equal(file.read(path), file.read(SMALL .. ".bin"))
  end)

  -- Polyglot orders moves of equal weight differently. That order has no meaning, so the sets of records are compared.
  it("has the same records as Polyglot's for the sample, with any limits", function()
    local folder <close> = new_folder()
    for _, limits in ipairs { { 20, 3 }, { 12, 1 } } do
      polyglot_book(SAMPLE, folder.root .. "/p.bin", limits[1], limits[2])
      make_book(SAMPLE, folder.root .. "/l.bin", limits[1], limits[2])
      local theirs, count = weights_of(folder.root .. "/p.bin")
      assert.is_true(count > 150)
      assert.same(theirs, (weights_of(folder.root .. "/l.bin")))
    end
  end)

  local DEPTH, MIN, GAMES = 20, 3, 2000

  -- Writes the first games of the collection to a file. Returns the keys of the positions that occurred twice in a
  -- game.
  local function write_games(path)
    local texts, twice = {}, {}
    for game in chess.games(need.data "throughput/otb.pgn.zst") do
      texts[#texts + 1] = game.text
      local seen = {}
      local node = game.root
      while node and node.ply < DEPTH do
        local key = ("%016x"):format(node.position:polyglot_key())
        twice[key], seen[key] = twice[key] or seen[key], true
        node = node[1]
      end
      if #texts == GAMES then
        break
      end
    end
    file.write(path, table.concat(texts, "\n\n") .. "\n")
    return twice
  end

  -- Counts the moves with a percentage in a text line of Polyglot's dump, "1: 1. e4{48%} c6 2. d4{95%} d5". Each must
  -- be a move of the book.
  local function count_dumped(book, text)
    local seen, count = {}, 0
    for line in text:gmatch("\n%d+: ([^\n]+)") do
      local position = chess.position()
      for san, share in line:gsub("{trans.*", ""):gsub("%d+%.%s", ""):gmatch("([^%s{]+){?(%d*)%S*") do
        local move = assert(position:parse(san))
        local name = position.key .. san
        if share ~= "" and not seen[name] then
          seen[name], count = true, count + 1
          local found
          for _, item in ipairs(book:moves(position)) do
            found = found or item.move == move and item.share
          end
          assert.is_true(found and math.abs(100 * found - tonumber(share)) <= 1, line)
        end
        position = position:play(move)
      end
    end
    return count
  end

  it("has the same records as Polyglot's for real games, except after repeated positions", function()
    local folder <close> = new_folder()
    local twice = write_games(folder:path "games.pgn")
    polyglot_book(folder:path "games.pgn", folder:path "p.bin", DEPTH, MIN)
    make_book(folder:path "games.pgn", folder:path "l.bin", DEPTH, MIN)
    local theirs, count = weights_of(folder:path "p.bin")
    local ours = weights_of(folder:path "l.bin")
    local others, unexplained = 0, {}
    for _, pair in ipairs { { theirs, ours }, { ours, theirs } } do
      for record, weight in pairs(pair[1]) do
        local differs = pair[2][record] ~= weight
        others = others + (differs and 1 or 0)
        unexplained[#unexplained + 1] = differs and not twice[record:match "^%x+"] and record or nil
      end
    end
    assert.same({}, unexplained)
    assert.is_true(count > 1500 and others > 0 and others < 20, count .. " records, " .. others .. " others")

    -- Polyglot can also read books that Lucena wrote. It then lists White's moves with their percentages.
    folder:run("LD_PRELOAD= " .. need.program "polyglot" .. " dump-book -bin l.bin -color white -out d.txt >/dev/null")
    local book <close> = assert(chess.book(folder:path "l.bin"))
    assert.is_true(count_dumped(book, folder:read "d.txt") > 400)
  end)

  it("counts a game once per position, while Polyglot counts repetitions", function()
    local folder <close> = new_folder()
    file.write(folder.root .. "/a.pgn", '[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 1-0\n')
    polyglot_book(folder.root .. "/a.pgn", folder.root .. "/p.bin", 20, 1)
    make_book(folder.root .. "/a.pgn", folder.root .. "/l.bin", 20, 1)
    local key = ("%016x g1f3"):format(chess.position():polyglot_key())
    assert.equal(4, weights_of(folder.root .. "/p.bin")[key])
    assert.equal(2, weights_of(folder.root .. "/l.bin")[key])
  end)

  it("can be read by Polyglot", function()
    local program = need.program "polyglot"
    local folder <close> = new_folder()
    file.write(folder.root .. "/b.bin", file.read(SMALL .. ".bin"))
    folder:run("LD_PRELOAD= " .. program .. " dump-book -bin b.bin -color white -out dump.txt >/dev/null")
    assert.is_truthy(file.read(folder.root .. "/dump.txt"):find("1. e4{67%} c5 2. Nf3{75%}", 1, true))
  end)
end)
