-- chess.writer with a function or an object in place of a file; and Writer:export in all formats.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local GAME = "[White \"A, \"]\n[Black \"B\"]\n\n1. e4 e5 {x} 2. Nf3 *"

-- A function that records the arguments of its calls.
local function keeper()
  local kept = {}
  return function(text) kept[#kept + 1] = text end, kept
end

describe("a Writer to a function", function()
  it("calls the function with each string immediately", function()
    local keep, kept = keeper()
    local w = assert(chess.writer(keep))
    assert.equal("lucena.Writer: (function)", tostring(w))
    assert.is_true(w.is_stream)
    assert.is_true(w:write("a", 1, chess.game "1. e4 *"))
    assert.same({ "a", "1", "1. e4 *" }, kept)
    assert.is_true(w:flush())
    assert.is_true(w:export(chess.game "1. e4 *", "uci"))
    assert.equal("e2e4\n", kept[4])
    assert.is_true(w:close())
    assert.is_true(w:close())
    assert.equal(4, #kept)
    assert.equal("lucena.Writer: (function) (closed)", tostring(w))
    assert.has_error(function() w:write "x" end, "writer is closed")
  end)

  it("keeps all output, even after an error", function()
    local keep, kept = keeper()
    pcall(function()
      local w <close> = assert(chess.writer(keep))
      w:write "a"
      error "stop"
    end)
    chess.writer(keep):write "b"
    collectgarbage()
    local w = chess.writer(keep)
    w:write "c"
    w:discard()
    assert.same({ "a", "b", "c" }, kept)
    assert.has_error(function() w:write "x" end, "writer is closed")
  end)

  it("reports errors of the function, and then fails at each call", function()
    for message, fail in pairs {
      ["no network"] = function() error("no network", 0) end,
      timeout = function() return nil, "timeout" end,
      closed = function() return false, "closed" end,
      ["the function returned false"] = function() return false end,
    } do
      local w = chess.writer(fail)
      local expected = { nil, "(function): cannot write: " .. message, "cannot_write" }
      assert.same(expected, { w:write "x" })
      assert.same(expected, { w:write "x" })
      assert.same(expected, { w:export(chess.game "*", "pgn") })
      assert.same(expected, { w:flush() })
      assert.same(expected, { w:close() })
    end
    assert.has_error(function()
      local w <close> = chess.writer(function() error("no network", 0) end)
      w:write "x"
    end, "(function): cannot write: no network")
  end)

  it("can be closed by the function", function()
    local w
    w = chess.writer(function() w:close() end)
    assert.is_true(w:write "x")
    assert.has_error(function() w:write "x" end, "writer is closed")
    w = chess.writer(function() w:discard() error("gone", 0) end)
    assert.same({ nil, "(function): cannot write: gone", "cannot_write" }, { w:write "x" })
  end)
end)

describe("a Writer to an object", function()
  it("calls write and flush, but not close", function()
    local log = {}
    local object = setmetatable({}, { __index = {
      write = function(self, text) log[#log + 1] = text return self end,
      flush = function() log[#log + 1] = "flush" end,
      close = function() log[#log + 1] = "close" end,
    } })
    do
      local w <close> = assert(chess.writer(object))
      assert.equal("lucena.Writer: (stream)", tostring(w))
      w:write "a"
      w:flush()
      w:write "b"
    end
    assert.same({ "a", "flush", "b", "flush" }, log)
  end)

  it("can write to an io file, whose errors are reported", function()
    local folder <close> = new_folder()
    local file = assert(io.open(folder:path "a", "w"))
    local w = assert(chess.writer(file))
    assert.is_true(w:export(chess.game(GAME), "uci"))
    assert.is_true(w:close())
    assert.equal("file", io.type(file))
    w = chess.writer(file)
    file:close()
    assert.equal("e2e4 e7e5 g1f3\n", folder:read "a")
    assert.same({ nil, "(stream): cannot write: attempt to use a closed file", "cannot_write" }, { w:write "x" })
    local read_only <close> = assert(io.open(folder:path "a"))
    assert.equal("cannot_write", select(3, chess.writer(read_only):write "x"))
  end)

  it("reports an error of flush", function()
    local w = chess.writer { write = print, flush = function() return nil, "no room" end }
    assert.same({ nil, "(stream): cannot write: no room", "cannot_write" }, { w:flush() })
    w = chess.writer { write = print, flush = function() return nil, "no room" end }
    assert.same({ nil, "(stream): cannot write: no room", "cannot_write" }, { w:close() })
  end)

  it("raises an error for other values", function()
    for _, value in ipairs { 1, true, {}, chess.game "*" } do
      assert.matches("bad argument #1 to '[%w.]+' %(path, function or object with write expected, got ",
        (select(2, pcall(chess.writer, value))))
    end
  end)
end)

describe("Writer:export", function()
  it("writes the same output as lucena convert, in all formats", function()
    local folder <close> = new_folder()
    local path = folder:write("games.pgn", GAME .. "\n\n" .. "1. d4 d5 (1... Nf6) 1/2-1/2\n")
    for _, format in ipairs(require("lucena.format").NAMES) do
      local w = assert(chess.writer(folder:path "out"))
      for game in chess.games(path) do
        assert.is_true(w:export(game, format))
      end
      assert.is_true(w:close())
      assert.equal(run({ "convert", "-q", "--to", format, path }).out, folder:read "out", format)
    end
  end)

  it("takes the options of tables from the first call", function()
    local keep, kept = keeper()
    local w <close> = chess.writer(keep)
    local opts = { columns = { "White", "n" }, functions = { n = function(g) return g.plies end }, header = false }
    w:export(chess.game(GAME), "csv", opts)
    w:export(chess.game(GAME), "csv")
    assert.same({ '"A, ",3\n', '"A, ",3\n' }, kept)
    for _, other in ipairs { "tsv", "json", "san" } do
      assert.matches("this Writer has games in csv", (select(2, pcall(w.export, w, chess.game(GAME), other))))
    end
    assert.matches("this Writer has games of a table or an array",
      (select(2, pcall(w.export, w, chess.game(GAME), "uci"))))
  end)

  it("ends a JSON array at the end of a block, but not after an error", function()
    local keep, kept = keeper()
    do
      local w <close> = chess.writer(keep)
      w:export(chess.game "1. e4 *", "json", { comments = false, tags = "none" })
    end
    assert.equal('[\n{"result":"*","moves":[{"san":"e4","uci":"e2e4"}]}\n]\n', table.concat(kept))
    keep, kept = keeper()
    pcall(function()
      local w <close> = chess.writer(keep)
      w:export(chess.game "*", "json")
      error "stop"
    end)
    assert.equal(1, #kept)
    assert.is_nil(kept[1]:find("]\n", 1, true))
  end)

  it("raises for wrong formats and options", function()
    local w = chess.writer(print)
    local game = chess.game "*"
    assert.matches("there is no format 'xml'; the formats are pgn, json", (select(2, pcall(w.export, w, game, "xml"))))
    assert.matches("bad argument #3 to 'export' %(unknown option 'foo'%)",
      (select(2, pcall(w.export, w, game, "csv", { foo = 1 }))))
    assert.matches("unknown option 'foo'", (select(2, pcall(w.export, w, game, "json", { foo = 1 }))))
  end)
end)

describe("Game:export", function()
  it("supports all formats", function()
    local game = chess.game(GAME)
    assert.equal("e4 e5 Nf3\n", game:export "san")
    assert.equal(game:json() .. "\n", game:export "json")
    assert.equal(game:json { tags = "none" } .. "\n", game:export("jsonl", { tags = "none" }))
    assert.equal("B\t3\n", game:export("tsv", { columns = { "Black", "plies" } }))
    assert.equal("there is no format 'xml'; the formats are pgn, json, jsonl, csv, tsv, fen, epd, uci, san",
      select(2, pcall(game.export, game, "xml")):match "%((.*)%)")
  end)
end)
