-- Sources written in Lua in place of a path: functions, objects with read(n), and texts.

local chess = require "lucena"
local read_file = require("spec.support.file").read

local SAMPLE = "spec/data/sample/sample.pgn"
local THREE = "spec/data/compressed/three.pgn."
local EPD = "spec/data/nasty/epd/e05_bm_uci.epd"
local WAC = ("%s bm e4; id \"%d\";\n"):rep(2):format("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1,
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 2)

-- A function as `load` accepts it: each call returns the next part of the text, of a given size.
local function pieces(text, size)
  local at = 1
  return function()
    local piece = text:sub(at, at + size - 1)
    at = at + size
    return piece
  end
end

-- An object with read(n).
local function object(text)
  local at = 1
  return {
    read = function(_, n)
      local piece = text:sub(at, at + n - 1)
      at = at + n
      return piece ~= "" and piece or nil
    end,
  }
end

local function texts(source, opts)
  local all = {}
  for game in chess.games(source, opts) do
    all[#all + 1] = game.text
  end
  return all
end

describe("a source in Lua", function()
  local sample = read_file(SAMPLE)

  it("returns the same games as a path, for parts of any size", function()
    local expected = texts(SAMPLE)
    for _, size in ipairs { 1, 2, 7, 1000, 65536, 262144, #sample } do
      assert.same(expected, texts(pieces(sample, size)))
    end
    assert.same(expected, texts(object(sample)))
    assert.same(expected, texts { text = sample })
    local file <close> = assert(io.open(SAMPLE))
    assert.same(expected, texts(file))
    assert.equal("file", io.type(file))
    assert.same(expected, texts(io.lines(SAMPLE, "L")))
  end)

  it("is decompressed, in parts of any size", function()
    for _, suffix in ipairs { "gz", "zst", "bz2" } do
      local packed = read_file(THREE .. suffix)
      local expected = texts(THREE .. suffix)
      assert.equal(3, #expected)
      for _, size in ipairs { 1, 3, 100, #packed } do
        assert.same(expected, texts(pieces(packed, size)))
      end
      assert.same(expected, texts { text = packed })
      local reader = chess.open(pieces(packed:sub(1, -20), 50))
      reader:count()
      assert.equal("truncated_input", reader:take_diagnostics()[1].code)
    end
  end)

  it("accepts all options of a reader", function()
    local opts = {
      tags = { { "White", "~", "a" } }, query = chess.query.check "white", check = true, limits = { comment = 1000 },
      where = function(game) return game.plies > 40 end,
    }
    local expected = texts(SAMPLE, opts)
    assert.is_true(#expected > 10)
    assert.same(expected, texts(pieces(sample, 5000), opts))
    assert.same({ "1. e4 e5 2. Cf3 *" }, texts({ text = "1. e4 e5 2. Cf3 *" }, { dialect = "french" }))
  end)

  it("also returns EPD records", function()
    for _, source in ipairs { pieces(WAC, 5), object(WAC), { text = WAC } } do
      local ids = {}
      for record in chess.epd_records(source, { check = true }) do
        ids[#ids + 1] = record.id
      end
      assert.same({ "1", "2" }, ids)
    end
    assert.equal(chess.open_epd(EPD):read().text, chess.open_epd(io.lines(EPD, 7)):read().text)
  end)

  it("runs in the coroutine of the reader, also while text is collected", function()
    local reader = chess.open(pieces(sample, 100))
    local expected = texts(SAMPLE)
    for i = 1, #expected do
      local game = coroutine.wrap(function() return reader:read() end)()
      collectgarbage("step")
      assert.equal(expected[i], game.text)
    end
    local text = chess.open_epd(pieces(WAC:rep(50), 3)):format(100)
    assert.equal(chess.open_epd({ text = WAC:rep(50) }):format(100), text)
    assert.equal(100, select(2, text:gsub("\n", "")))
  end)

  -- Parts may end between the CR and the LF of a line end.
  it("gives the same diagnostics for parts of any size and all line ends", function()
    local function found(source)
      local reader, list = chess.open_epd(source, { check = true, style = true }), {}
      for record in reader.read, reader do
        list[#list + 1] = ("record %d:%d"):format(record.line, record.offset)
      end
      for _, d in ipairs(reader:take_diagnostics()) do
        list[#list + 1] = ("%d:%d %s"):format(d.line, d.column, d.code)
      end
      return list
    end
    for _, line_end in ipairs { "\n", "\r", "\r\n" } do
      local lines = { "# one", WAC:match("[^\n]*"), "  # two", "", "#", "no record", "", "# three", "" }
      local text = table.concat(lines, line_end)
      local expected = found { text = text }
      assert.equal(7, #expected)
      for size = 1, #text do
        assert.same(expected, found(pieces(text, size)), ("%q %d"):format(line_end, size))
      end
    end
  end)

  it("is released when the Reader is closed", function()
    local weak = setmetatable({ object("1. e4 *") }, { __mode = "v" })
    local reader = chess.open(weak[1])
    collectgarbage()
    assert.equal("1. e4 *", reader:read().text)
    reader:close()
    collectgarbage()
    assert.is_nil(weak[1])
    assert.has_error(function() reader:read() end, "reader is closed")
  end)

  it("has a name in messages and in the Reader", function()
    assert.equal("lucena.Reader: (text)", tostring(chess.open { text = "" }))
    assert.equal("(function)", chess.open(print).name)
    assert.equal("(stream)", chess.open_epd(object "").name)
    local reader = chess.open({ text = "1. e4 e4 *" }, { check = true })
    reader:count()
    assert.equal("(text)", reader:take_diagnostics()[1].text:match "^[^:]*")
  end)

  it("is not called before the first game is read, nor after its end", function()
    local calls = 0
    local reader = chess.open(function()
      calls = calls + 1
      return calls == 1 and "1. e4 *" or nil
    end)
    assert.equal(0, calls)
    assert.equal("1. e4 *", reader:read().text)
    assert.is_nil(reader:read())
    assert.is_nil(reader:read())
    assert.equal(2, calls)
  end)
end)

describe("errors of a source", function()
  -- A source that supplies two complete games and a part of a third, and then fails.
  local function failing(fail)
    local is_first = true
    return function()
      if is_first then
        is_first = false
        return "1. e4 *\n\n1. d4 *\n\n1. c4"
      end
      return fail()
    end
  end

  local function failure(fail, open)
    local reader = (open or chess.open)(failing(fail))
    local count = 0
    while true do
      local game, message, code = reader:read()
      if not game then
        assert.is_nil((reader:read()))
        return count, message, code
      end
      count = count + 1
    end
  end

  it("become read errors after the complete games", function()
    assert.same({ 2, "(function): cannot read: no network", "cannot_read" },
      { failure(function() error("no network", 0) end) })
    assert.same({ 2, "(function): cannot read: timeout", "cannot_read" },
      { failure(function() return nil, "timeout" end) })
    assert.same({ 2, "(function): cannot read: timeout", "cannot_read" },
      { failure(function() return "", "timeout" end) })
    assert.same({ 2, "(function): cannot read: closed", "cannot_read" },
      { failure(function() error(setmetatable({}, { __tostring = function() return "closed" end })) end) })
    assert.same({ 2, "(function): cannot read: the source returned a table, not a string", "cannot_read" },
      { failure(function() return {} end) })
    assert.equal("cannot_read", select(3, failure(function() error() end)))
    local count, message, code = chess.open(failing(function() error("no network", 0) end)):count()
    assert.same({ nil, "(function): cannot read: no network", "cannot_read" }, { count, message, code })
  end)

  it("are raised by loops", function()
    local seen = 0
    assert.has_error(function()
      for _ in chess.games(failing(function() return nil, "timeout" end)) do
        seen = seen + 1
      end
    end, "(function): cannot read: timeout")
    assert.equal(2, seen)
    local ids = {}
    assert.has_error(function()
      for record in chess.epd_records(pieces(WAC, 30)) do
        ids[#ids + 1] = record.id
      end
      for record in chess.epd_records(failing(function() return nil, "timeout" end)) do
        ids[#ids + 1] = record.text
      end
    end, "(function): cannot read: timeout")
    assert.same({ "1", "2", "1. e4 *", "1. d4 *" }, ids)
    assert.has_error(function()
      for _ in chess.epd_records(function() error("no network", 0) end) do end
    end, "(function): cannot read: no network")
    local file = assert(io.open(SAMPLE))
    file:close()
    assert.has_error(function() texts(file) end, "(stream): cannot read: attempt to use a closed file")
  end)

  it("in compressed data are not reported as damaged data", function()
    local packed = read_file(THREE .. "gz")
    local give = pieces(packed:sub(1, 200), 50)
    local reader = chess.open(function()
      local piece = give()
      return piece ~= "" and piece or error("no network", 0)
    end)
    local game, message
    repeat
      game, message = reader:read()
    until not game
    assert.equal("(function): cannot read: no network", message)
    assert.same({}, (reader:take_diagnostics()))
  end)

  it("occur if the function yields or uses its Reader", function()
    local message
    coroutine.wrap(function() message = select(2, chess.open(coroutine.yield):read()) end)()
    assert.matches("^%(function%): cannot read: the source yields", message)
    for _, use in ipairs { "read", "close", "count" } do
      local reader
      reader = chess.open(function() return reader[use](reader) end)
      assert.matches("a source must not use the reader that reads from it", (select(2, reader:read())))
    end
  end)

  it("raises for other values", function()
    local bad = "bad argument #1 to 'open' %(path, function, {text = string} or object with read expected, got "
    for _, value in ipairs { 12, true, {}, io.stdout and chess.game "*", coroutine.create(print) } do
      assert.matches(bad, (select(2, pcall(function() local _ = chess.open(value) end))))
    end
    for _, open in ipairs { chess.open, chess.open_epd, chess.writer } do
      local field = open == chess.writer and "write" or "read"
      assert.matches(("(field '%s': function expected, got number)"):format(field),
        select(2, pcall(open, { [field] = 1 })), 1, true)
      local opened <close> = open { [field] = setmetatable({}, { __call = function() end }) } -- it can be called
      assert.is_truthy(opened)
    end
    assert.matches("the field 'text' of a source is a string", (select(2, pcall(chess.open, { text = 1 }))))
    assert.matches("unknown option 'name'", (select(2, pcall(chess.open, { text = "", name = "x" }))))
  end)
end)

describe("memory", function()
  -- Resident memory of the process in kilobytes.
  local function resident()
    for line in io.lines "/proc/self/status" do
      local size = line:match "^VmRSS:%s*(%d+)"
      if size then
        return tonumber(size)
      end
    end
  end

  it("stays constant while 50 MB are read from a pipe", function()
    local pipe <close> = assert(io.popen([[awk 'BEGIN { while (n++ < 420000) ]] ..
      [[printf "[White \"W%d\"]\n[Event \"E%d\"]\n]] ..
      [[\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n", n, n }']]))
    local count, lua, whole = 0, {}, {}
    local reader <close> = assert(chess.open(pipe))
    while reader:read() do
      count = count + 1
      if count % 100000 == 1 then
        collectgarbage()
        lua[#lua + 1], whole[#whole + 1] = collectgarbage "count", resident()
      end
    end
    assert.equal(420000, count)
    assert.is_true(reader.bytes > 50e6)
    assert.is_true(lua[#lua] - lua[2] < 300, "Lua's memory grew")
    -- The heap reaches its final size while the first half of the text is read, so memory must not grow in the second
    -- half. Not measured under a sanitizer, which delays the release of freed memory.
    assert.is_true(os.getenv("PRELOAD") ~= nil or whole[#whole] - whole[3] < 4000, "the process grew")
  end)
end)
