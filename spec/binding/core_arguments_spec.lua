-- The functions of the core that only Lua's modules call: programs, parts, builders and files of an index. Wrong values
-- of each argument raise an error that says what is expected. Objects that are closed, and files that are damaged or
-- cannot be written, give nil, message and code, or an error.

local chess = require "lucena"
local core = require "lucena.core"
local file = require "spec.support.file"
local folder_of = require "spec.support.folder"

local MIB = 1 << 20
local GAMES = ([[
[White "Tal, M"]
[Black "Botvinnik"]
[Event "Match"]
[Date "1960.03.15"]
[WhiteElo "2600"]
[ECO "B18"]
[Result "1-0"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 1-0

[White "Jo"]
[Black "?"]
[Date "1960.??.??"]
[Result "*"]

1. d4 Nf6 2. Zz9 *

]]):rep(40)

-- Runs a function, which must raise an error with this text.
local function refuses(text, f, ...)
  local ok, err = pcall(f, ...)
  assert.is_false(ok, text)
  assert.is_truthy(tostring(err):find(text, 1, true), ("%s: %s"):format(text, err))
end

describe("a program that is started", function()
  it("needs a list of texts without NUL", function()
    refuses("a list of the program and its arguments", core.process, {})
    refuses("the program and its arguments are strings", core.process, { "echo", 5 })
    refuses("the program and its arguments are strings", core.process, { "echo", true })
    refuses("an argument holds a NUL", core.process, { "echo", "a\0b" })
  end)

  it("refuses signals, sizes and offsets that cannot be", function()
    local cat = core.process { "cat" }
    for _, signal in ipairs { 0, -1, 65 } do refuses("a signal's number", cat.kill, cat, signal) end
    for _, most in ipairs { 0, -1, (1 << 30) + 1 } do refuses("bytes from 1 to 2^30", cat.read, cat, 0, most) end
    for _, first in ipairs { 0, -1, 4 } do refuses("a byte of the text", cat.write, cat, "e4", 0, first) end
    assert.equal(0, cat:write("e4", 0, 3))
    cat:close()
  end)

  it("says when its input and its output are closed", function()
    local cat = core.process { "true" }
    assert.equal("exit", (cat:wait(10)))
    assert.equal("closed", select(3, cat:write(("x"):rep(1 << 20), 10)))
    assert.equal("closed", select(3, cat:read(10)))
    assert.equal("closed", select(3, cat:read_line(10)))
    cat:close()
  end)
end)

describe("a part of an input", function()
  it("refuses offsets and numbers that cannot be", function()
    local reader <close> = assert(chess.open "spec/data/sample/sample.pgn")
    refuses("an offset", core.parts.mark, reader, -1)
    for _, number in ipairs { 0, -1 } do refuses("a game's number", core.parts.stop_after, reader, number) end
    refuses("a number of games", core.parts.finish, reader, -1)
    core.parts.stop_after(reader, 2)
    local count = 0
    for _ in reader do count = count + 1 end
    assert.equal(2, count)
    core.parts.finish(reader, 0)
    assert.equal(0, (core.parts.mark(reader, 100)))
  end)
end)

describe("a part of an index", function()
  it("refuses less than 1 MiB, and plies that cannot be", function()
    refuses("less than 1 MiB", core.index_part, MIB - 1, 100)
    for _, ply in ipairs { -1, 65536 } do refuses("a ply from 0 to 65535", core.index_part, MIB, ply) end
  end)

  it("takes no games after it was taken, until it is cleared", function()
    local folder <close> = folder_of()
    local part, reader = core.index_part(MIB, 100), chess.open(folder:write("games.pgn", GAMES))
    assert.is_true(part.is_empty)
    assert.is_nil(part:take())
    assert.is_false((core.indexing.add(reader, part, 10)))
    assert.is_string(part:take())
    refuses("the part was taken and not cleared", core.indexing.add, reader, part, 10)
    part:clear()
    assert.is_true(part.is_empty)
    assert.is_true((core.indexing.add(reader, part, 1000)))
    part:mark_stray()
    assert.is_string(part:take())
  end)
end)

describe("a builder of an index", function()
  local folder, games, source

  before_each(function()
    folder = folder_of()
    games = folder:path "games.pgn"
    file.write(games, GAMES)
    source = core.index_source(games)
  end)

  after_each(function()
    folder:__close()
  end)

  local function builder()
    return assert(core.index_builder(folder:path "games.lci", source, MIB, 100, false, false))
  end

  it("refuses wrong arguments", function()
    local path = folder:path "games.lci"
    refuses("no identity", core.index_builder, path, "", MIB, 100)
    for _, memory in ipairs { MIB - 1, math.maxinteger } do
      refuses("less than 1 MiB", core.index_builder, path, source, memory, 100)
    end
    for _, ply in ipairs { -1, 65536 } do
      refuses("a ply from 0 to 65535", core.index_builder, path, source, MIB, ply)
    end
    refuses("not the members of a file", builder().finish, builder(), source, 0, "x")
  end)

  it("gives a code for a folder that is not there, and for a part that is damaged", function()
    local missing = folder:path "none/x.lci"
    assert.equal("cannot_write", select(3, core.index_builder(missing, source, MIB, 100, false, false)))
    local part, reader = core.index_part(MIB, 100), chess.open(games)
    core.indexing.add(reader, part, 10)
    local bytes = part:take()
    for _, wrong in ipairs { "", bytes:sub(1, -2), bytes:sub(1, 40), ("\255"):rep(#bytes) } do
      assert.equal("bad_part", select(3, builder():absorb(wrong)))
    end
  end)

  it("is closed after a failure, the end or a change of the file of games", function()
    local it = builder()
    assert.is_nil((it:finish(core.index_source "README.md", 0, "")))
    refuses("the index is closed", it.absorb, it, "")
    refuses("the index is closed", it.finish, it, source, 0, "")
    it = builder()
    assert.equal("bad_part", select(3, it:absorb ""))
    refuses("the index is closed", it.absorb, it, "")
    it = builder()
    assert.equal(0, it:finish(source, 0, ""))
    it:close()
    it:close()
  end)
end)

describe("the file of an index", function()
  -- Calls each function. Returns the codes and results of all.
  local function ask(path, games)
    local index <close>, _, code = core.open_index(path, games)
    if not index then return code end
    local out = {}
    local function note(...)
      local first, second, third = ...
      out[#out + 1] = first ~= nil and type(first) or assert(third) and assert(second) and third
    end
    for _, number in ipairs { 1, 2, 80 } do
      local ok = pcall(function()
        note(index:game(number))
        note(index:spot(number))
        note(index:is_text(number, "x"))
      end)
      if not ok then out[#out + 1] = "raised" end
    end
    note(index:mark(1000))
    note(index:unread())
    note(index:played("Tal, M", "White"))
    note(index:played "Botvinnik")
    note(index:select { { { op = "number", name = "WhiteElo", lo = 2500, hi = 3000 } } })
    note(index:verify(0, 1000))
    note(index:find(chess.position()))
    note(index:has_texts(core.index_games { 1, 2, 80 }))
    return table.concat(out, " ")
  end

  local folder, games, path

  before_each(function()
    folder = folder_of()
    games, path = folder:path "games.pgn", folder:path "games.pgn.lci"
    file.write(games, GAMES)
    assert(chess.write_index(games, { file = path }))
  end)

  after_each(function()
    folder:__close()
  end)

  it("refuses numbers of games that it does not have, and everything after it was closed", function()
    local index = assert(core.open_index(path, games))
    assert.same({ "Tal, M", "1960.03.15", "B18", "1-0", 2600 }, (function(game)
      return { game.white, game.date, game.eco, game.result, game.white_elo }
    end)(index:game(1)))
    assert.equal("1960.??.??", index:game(2).date)
    for _, name in ipairs { "game", "spot", "is_text" } do
      for _, number in ipairs { 0, -1, 81 } do
        refuses("the number of a game", index[name], index, number, "x")
      end
    end
    refuses("negative offset", index.mark, index, -1)
    for _, numbers in ipairs { { 2, 1 }, { 1, 1 }, { 0 }, { "x" }, { math.maxinteger } } do
      refuses("sorted numbers of games expected", core.index_games, numbers)
    end
    refuses("the number of a game", index.has_texts, index, core.index_games { 81 })
    index:close()
    refuses("the index is closed", index.game, index, 1)
    refuses("the index is closed", index.unread, index)
  end)

  it("decides the tests of tags that its entries can decide", function()
    local index <close> = assert(core.open_index(path, games))
    local function select(tests, ...)
      local found = index:select(tests, ...)
      return found and #found
    end
    local strong = { op = "number", name = "WhiteElo", lo = 2500, hi = 3000 }
    assert.equal(40, select { { strong } })
    assert.equal(40, select { { { op = "begins", name = "ECO", text = "B1" } }, { strong } })
    assert.equal(1, select({ { strong } }, core.index_games { 1, 2 }))
    assert.is_false(select({ { strong } }, nil, 39))
    for _, tests in ipairs { {}, { {} }, { { { op = "nosuch", name = "WhiteElo" } } },
      { { { op = "sum", name = "WhiteElo", other = "Date" } } },
      { { { op = "code", name = "ECO", text = ("B"):rep(20) } } },
      { { { op = "code", name = "ECO", text = "B", last = ("B"):rep(20) } } } } do
      assert.is_false(select(tests))
    end
    refuses("table expected", index.select, index, 5)
    refuses("lists of tests expected", index.select, index, { 5 })
    refuses("lists of tests expected", index.select, index, { { 5 } })
    refuses("the number of a game", index.select, index, { { strong } }, core.index_games { 81 })
    refuses("invalid option 'red'", index.played, index, "Tal", "red")
    assert.equal(0, #index:played "Nobody")
  end)

  it("gives a result or a code for each page that is damaged", function()
    local bytes, seen = file.read(path), {}
    for at = 100, #bytes - 1, 4096 do
      local copy = folder:path "copy.lci"
      file.write(copy, bytes:sub(1, at) .. string.char(bytes:byte(at + 1) ~ 255) .. bytes:sub(at + 2))
      for word in ask(copy, games):gmatch "%S+" do seen[word] = true end
    end
    assert.is_true(seen.damaged_index)
    assert.is_nil(seen.raised)
    assert.is_nil(ask(path, games):find "damaged")
  end)

  it("notices games that were changed or removed", function()
    file.write(games, (GAMES:gsub("Tal", "Lat")))
    assert.is_truthy(ask(path, games):find "stale_index")
    os.remove(games)
    assert.is_truthy(ask(path, games):find "%l_%l")
  end)
end)
