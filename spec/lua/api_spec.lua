-- The rules of docs/library.md, tested for every public name: errors, options, classes and documentation.

local chess = require "lucena"
local fake_engine = require "spec.support.fake_engine"
local public = require "spec.support.public"

local GAMES, MAKE, functions = public.GAMES, public.make, public.functions

local function sorted(map)
  local list = {}
  for key in pairs(map) do
    list[#list + 1] = key
  end
  table.sort(list)
  return list
end

describe("a class", function()
  for _, class in ipairs(sorted(MAKE)) do
    it(class .. " has its class name in tostring(), without an address", function()
      local object = MAKE[class]()
      assert.equal(class, chess.type(object))
      assert.equal("lucena." .. class, debug.getmetatable(object).__name)
      assert.equal("lucena." .. class, getmetatable(object))
      local text = tostring(object)
      assert.is_nil(text:find "0x%x%x%x%x")
      assert.equal(class == "Explanation", text:find "%c" ~= nil) -- only the text of an Explanation has several lines
    end)

    it(class .. " raises for unknown fields, unless it is a table", function()
      local object = MAKE[class]()
      if type(object) == "userdata" and class ~= "Tags" then -- any name can be the name of a tag
        local message = select(2, pcall(function() return object.nonesuch end))
        assert.matches("no field 'nonesuch'", message, 1, true)
        message = select(2, pcall(function() object.nonesuch = 1 end))
        assert.matches("no field 'nonesuch'", message, 1, true)
      end
    end)
  end

  it("has every kind of member that the library names", function()
    local unknown = {}
    for line in io.lines "library/values.lua" do
      local class = line:match "^%-%-%-@class lucena%.(%u%w*)$"
      unknown[#unknown + 1] = class and not MAKE[class] and class or nil
    end
    assert.same({}, unknown)
  end)
end)

-- ---- documentation -------------------------------------------------------------------------------

-- Methods that are documented in the section of another class.
local SAME = { ["Setup:board"] = "Position:board", ["Setup:draw"] = "Position:draw", ["Setup:svg"] = "Position:svg" }

describe("every public name", function()
  local reference = require "lucena.repl.reference"

  it("has a page with an example", function()
    local missing = {}
    for name in pairs(functions()) do
      local page = reference.page(SAME[name] or name)
      if not (page and page:find "example:") then
        missing[#missing + 1] = name
      end
    end
    table.sort(missing)
    assert.same({}, missing)
  end)
end)

-- ---- errors --------------------------------------------------------------------------------------

-- Texts that no function accepts as valid data.
local TEXTS = { "nonsense", "", "\0\255", "e9", "#", "1/2", "\u{265E}x", ("x"):rep(70000) }

describe("bad data", function()
  it("gives nil, a message of one line and a code, or an error that names an argument", function()
    local count, codes = 0, {}
    local page = assert(io.open("docs/diagnostics.md")):read "a"
    for name, func in pairs(functions()) do
      local class = name:match "^(%u%w*):"
      for _, text in ipairs(name ~= "chess.writer" and name ~= "chess.engine" and TEXTS or {}) do
        local self = class and (MAKE[class]())
        local results
        if class then
          results = table.pack(pcall(func, self, text, text))
        else
          results = table.pack(pcall(func, text, text))
        end
        if results[1] and results[2] == nil and results.n > 2 then
          local message, code = results[3], results[4]
          assert.equal("string", type(message), name)
          assert.is_nil(message:find "%c", name)
          assert.equal("string", type(code), name .. ": " .. message)
          codes[code], count = name, count + 1
        elseif not results[1] and type(results[2]) == "string" then
          assert.is_nil(results[2]:find "^[^\n]-lua/lucena/", name .. ": " .. results[2])
        end
      end
    end
    assert.is_true(count > 100, count .. " results")
    for code, name in pairs(codes) do
      assert.is_truthy(page:find("`" .. code .. "`", 1, true), name .. " returns an unexplained code: " .. code)
    end
  end)
end)

-- ---- options -------------------------------------------------------------------------------------

-- Valid arguments before the table of options.
local BEFORE = {
  ["chess.game"] = { "1. e4 *" }, ["chess.position"] = { chess.START_FEN }, ["chess.games"] = { GAMES },
  ["chess.games_in"] = { "1. e4 *" }, ["chess.open"] = { GAMES }, ["chess.detect"] = { "1. e4" },
  ["chess.translate"] = { "1. e4" }, ["chess.read_text"] = { "1. e4" }, ["chess.read_diagram"] = { "x" },
  ["chess.diagram"] = { "x" },
  ["chess.merge"] = { { chess.game "1. e4 *" } }, ["chess.open_epd"] = { "spec/data/epd/suite.epd" },
  ["chess.epd_records"] = { "spec/data/epd/suite.epd" }, ["chess.report"] = { "summary" },
  ["chess.annotate"] = { chess.game "1. e4 *", function() end }, ["chess.epd"] = { chess.position() },
  ["chess.engine"] = { fake_engine() }, ["chess.writer"] = { function() end },
  ["chess.register"] = { "format", "api_spec", print }, ["chess.extend"] = { "Game", {} },
  ["chess.explain"] = { "e4" },
  ["chess.explore"] = { { text = "1. e4 *" }, chess.position() },
  ["Game:export"] = { "pgn" }, ["Game:walk"] = { function() end }, ["Engine:analyse"] = { chess.position() },
  ["Writer:export"] = { chess.game "1. e4 *", "pgn" }, ["EpdReader:format"] = { 1 }, ["chess.dialect"] = { "french" },
  ["query.line"] = { "e4" }, ["query.pattern"] = { "*/*/*/*/*/*/PPP5/*" }, ["query.material"] = { "RP v R" },
  ["query.attacks"] = { "N", "k" }, ["query.instead"] = { chess.query.checkmate },
  ["Index:moves"] = { chess.position() }, ["Index:players"] = { "carl" },
  ["Position:has"] = { "N" }, ["Board:has"] = { "N" },
  ["query.deviates"] = { chess.game "1. e4 *" }, ["query.opening"] = { "Najdorf" },
  ["chess.index"] = { "no.pgn" }, ["chess.write_index"] = { "no.pgn" },
  ["chess.from_json"] = { '{"moves":[]}' },
}

-- A value that only functions without a required type accept.
local NOTHING = chess.setup()

-- The documented parameters of a function, in order: {name =, is_optional =, kind =}.
local function parameters(page)
  local list = {}
  for name, mark, kind in page:gmatch "\n%s*takes ([%w_.]+)(%??)%s+([^\n]*)" do
    list[#list + 1] = { name = name, is_optional = mark == "?", kind = kind }
  end
  return list
end

-- Calls a function from another chunk, with `value` as argument `number` and with valid arguments before it. Returns
-- the error.
local function error_of(name, number, value)
  local arguments = { table.unpack(BEFORE[name] or {}) }
  arguments[number] = value
  local class, method = name:match "^(%u%w*):(.*)"
  local call = class and "self:" .. method or name:gsub("^query", "chess.query")
  local caller = assert(load(([[
    local chess, self, arguments, count = ...
    local result = %s(table.unpack(arguments, 1, count))
    return result]]):format(call), "=caller"))
  local done, message = pcall(caller, chess, class and MAKE[class](), arguments, number)
  assert.is_false(done, name .. " takes it")
  message = tostring(message)
  assert.is_nil(message:find "lua/lucena/", message)
  return message
end

-- Calls check() for each function that has a page, in order.
local function each_page(check)
  local count = 0
  for _, name in ipairs(sorted(functions())) do
    local page = require("lucena.repl.reference").page(name)
    count = count + (page and check(name, page) or 0)
  end
  return count
end

-- Older names. Their error messages contain the newer name.
local NEWER = {
  ["Position:board"] = "draw", ["Board:board"] = "draw", ["Setup:board"] = "draw", ["chess.diagram"] = "read_diagram",
  ["chess.eco.line"] = "moves",
}

describe("wrong use", function()
  it("of a type raises an error that names function and argument at the caller's line", function()
    local other = {}
    local count = each_page(function(name, page)
      local tried = 0
      for number, parameter in ipairs(parameters(page)) do
        if parameter.name ~= "..." and not parameter.kind:find "^any" then
          local message = error_of(name, number, NOTHING)
          -- If no valid arguments are known for the parameters before the options, the error may name one of these
          -- parameters.
          local which = number - 1 <= #(BEFORE[name] or {}) and number or "%d"
          local own = NEWER[name] or name:match "[%w_]+$"
          local is_good = message:find(("^caller:2: bad argument #%s to '%s'"):format(which, own))
          if not is_good or message:find "got userdata" or message:find "got table" then
            other[#other + 1] = name .. ": " .. message
          end
          tried = tried + 1
        end
      end
      return tried
    end)
    assert.same({}, other)
    assert.is_true(count > 250, count .. " parameters")
  end)

  it("by a missing argument raises in the same form", function()
    local other = {}
    local count = each_page(function(name, page)
      local first = parameters(page)[1]
      if not first or first.is_optional or first.name == "..." or first.kind:find "^any" then
        return 0
      end
      local message = error_of(name, 0)
      if not message:find "^caller:2: bad argument #1 to '" then
        other[#other + 1] = name .. ": " .. message
      end
      return 1
    end)
    assert.same({}, other)
    assert.is_true(count > 100, count .. " functions")
  end)

  it("by an option of a wrong type raises with the option's name", function()
    local other = {}
    local count = each_page(function(name, page)
      local tried = 0
      for number, parameter in ipairs(parameters(page)) do
        if parameter.name == "opts" or parameter.name == "options" then
          for word in page:gmatch "[%a_][%w_]*" do -- any word of the page could be an option
            local message = error_of(name, number, { [word] = NOTHING })
            assert.is_truthy(message:find(("option '%s'"):format(word), 1, true), name .. ": " .. message)
            if message:find "got userdata" then
              other[#other + 1] = name .. ": " .. message
            end
            tried = tried + (message:find("unknown option", 1, true) and 0 or 1)
          end
        end
      end
      return tried
    end)
    assert.same({}, other)
    assert.is_true(count > 150, count .. " options")
  end)
end)

-- Returns the number of the documented parameter with options, and whether there is one.
local function options_place(page)
  local number = 0
  for name, kind in page:gmatch "\n%s*takes ([%w_.]+)%??%s+([^\n]*)" do
    number = number + 1
    if name == "opts" or name == "options" then
      return number, kind
    end
  end
end

describe("an unknown option", function()
  local reference = require "lucena.repl.reference"
  local count = 0
  for name, func in pairs(functions()) do
    local page = reference.page(name)
    local place = page and options_place(page)
    if place then
      count = count + 1
      it("is refused by " .. name .. ", with its name", function()
        local arguments = { table.unpack(BEFORE[name] or {}) }
        local class = name:match "^(%u%w*):"
        if class then
          table.insert(arguments, 1, (MAKE[class]()))
          place = place + 1
        end
        arguments[place] = { nonesuch = true }
        local done, message = pcall(func, table.unpack(arguments, 1, place))
        assert.is_false(done)
        message = tostring(message)
        assert.matches("nonesuch", message, 1, true)
        assert.is_nil(message:find "lua/lucena/")
        arguments[place] = print
        done, message = pcall(func, table.unpack(arguments, 1, place))
        assert.is_false(done)
        assert.matches("expected, got ", tostring(message), 1, true)
      end)
    end
  end

  it("is tested with enough functions", function()
    assert.is_true(count > 25, count .. " functions")
  end)
end)

-- ---- the rules of docs/library.md on names and values ------------------------------------------------

describe("the table chess", function()
  it("refuses assignments to all its names, and to new ones", function()
    local names = { "nonesuch" }
    for name in pairs(chess) do
      names[#names + 1] = name
    end
    assert.is_true(#names > 50)
    for _, name in ipairs(names) do
      local done, message = pcall(function() chess[name] = 1 end)
      assert.is_false(done, name)
      assert.matches(("api_spec.lua:%%d+: chess.%s cannot be assigned"):format(name), message)
    end
    assert.equal("function", type(chess.game))
  end)

  for home, field in pairs { query = "player", json = "decode", bits = "of" } do
    it(("refuses assignments to chess.%s, and lists its names"):format(home), function()
      for _, name in ipairs { "nonesuch", field } do
        local done, message = pcall(function() chess[home][name] = 1 end)
        assert.is_false(done)
        assert.matches(("api_spec.lua:%%d+: chess.%s.%s cannot be assigned"):format(home, name), message)
      end
      local names = {}
      for name in pairs(chess[home]) do
        names[name] = true
      end
      assert.is_true(names[field])
      assert.is_not_nil(chess[home][field])
    end)
  end
end)

describe("a feature of the build", function()
  it("is true or false, and an unknown one raises an error", function()
    for _, name in ipairs { "gzip", "bzip2", "zstd", "tablebases", "readline", "json" } do
      assert.equal("boolean", type(chess.has(name)), name)
    end
    assert.has_error(function() local _ = chess.has "zst" end,
      "bad argument #1 to 'has' (unknown feature 'zst'; did you mean 'zstd'?)")
  end)
end)

-- Readers of all kinds: function that opens a source -> its items in a source with two of them.
local READERS = {
  open = "1. e4 *\n\n1. d4 *\n", open_epd = "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 b - -\n",
}

describe("a reader", function()
  for name, text in pairs(READERS) do
    it("is an iterator: " .. name, function()
      local reader, count = chess[name] { text = text }, 0
      for item in reader do
        assert.is_truthy(chess.type(item) == "Game" or chess.type(item) == "EpdRecord")
        count = count + 1
      end
      assert.equal(2, count)
      assert.is_nil(reader())
      reader = chess[name] { text = text }
      assert.equal(tostring(chess[name]({ text = text }):read()), tostring(reader()))
    end)

    it("keeps the object that its source raises: " .. name, function()
      local object = {}
      local function source() error(object) end
      local read = table.pack(chess[name](source):read())
      local message = "(function): cannot read: " .. tostring(object)
      assert.same({ n = 4, [2] = message, [3] = "cannot_read", [4] = object }, read)
      assert.equal(3, select("#", chess[name](function() error "no line" end):read()))
      local loop = name == "open" and chess.games or chess.epd_records
      for _, run in ipairs { function() for _ in chess[name](source) do error "unreachable" end end,
        function() for _ in loop(source) do error "unreachable" end end } do
        local done, err = pcall(run)
        assert.is_false(done)
        assert.equal("Error", chess.type(err))
        assert.is_true(rawequal(object, err.cause))
        assert.equal("cannot_read", err.code)
      end
    end)
  end

  it("may yield in a loop, where its filter may", function()
    local reader = chess.open { text = READERS.open }
    local step = coroutine.wrap(function()
      for game in reader do
        coroutine.yield(game.root[1].san)
      end
      return "end"
    end)
    assert.same({ "e4", "d4", "end" }, { step(), step(), step() })
  end)

  it("counts the games that were read", function()
    local reader = chess.open { text = READERS.open }
    assert.equal(0, reader.read_count)
    reader()
    assert.equal(1, reader.read_count)
    assert.equal(reader.games, reader.read_count) -- its name in 0.2.0
    assert.error_matches(function() return reader:lines() end,
      "lucena.Reader has no field 'lines'; use `for game in reader do`", 1, true)
  end)
end)

describe("a FEN", function()
  it("is a start position wherever a Position is", function()
    local fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert.equal(fen, chess.board(fen):fen())
    assert.equal(fen, chess.game(fen).start:fen())
    assert.equal(fen, chess.new_game { start = fen }.start:fen())
    assert.same({ n = 3, [2] = "fen:4: bad piece placement", [3] = "bad_board" }, table.pack(chess.board "8/8"))
  end)
end)

describe("an error about a number outside its range", function()
  -- The number -> function that passes it.
  local node = chess.game("1. e4 *").root[1]
  local RANGES = {
    ["-5"] = function() node.clock = -5 end, inf = function() node.eval = math.huge end,
    ["200000"] = function() node.mate = 200000 end, ["-1"] = function() chess.game("*"):movetext { width = -1 } end,
    ["13"] = function() chess.position():perft(13) end, ["0"] = function() chess.open(GAMES):count(0) end,
    ["12"] = function() chess.open(GAMES, { max_game = 12 }) end,
  }
  for number, pass in pairs(RANGES) do
    it("prints the number: " .. number, function()
      assert.error_matches(pass, "expected, got " .. number:gsub("%-", "%%-") .. "%)?$")
    end)
  end
end)

describe("an error of an assignment or an operator", function()
  it("gives the caller's line", function()
    for _, code in ipairs { "chess.score(1) < 5", "chess.has 'zst'", "chess.score(1) >= 5",
      "chess.new_game { tags = { ['Wh ite'] = '5' } }", "chess.new_game { tags = { White = '\\n' } }",
      "chess.translate('e4', { from = 'nosuch', to = 'french' })", "chess.translate('e4', { to = 'nosuch' })",
      "chess.query.check { side = 'white' }" } do
      local _, message = pcall(assert(load("local chess = ...\nlocal _ = " .. code, "=caller")), chess)
      assert.matches("^caller:2: bad argument #", message)
      assert.is_nil(message:find "0x", message)
    end
  end)
end)

describe("a dialect of a program", function()
  it("leaves nothing after its collection, whatever its name", function()
    local function make(from, to)
      for i = from, to do
        assert(chess.dialect { name = ("own%d"):format(i), pieces = { K = "K" } })
      end
      collectgarbage()
      collectgarbage()
      return collectgarbage "count"
    end
    -- The first calls let Lua's table of strings grow, which takes 32 KB at some number of strings.
    make(1, 1000)
    local before = make(1001, 2000)
    local after = make(2001, 3000)
    assert.is_true(after - before < 20, ("%.1f KB more"):format(after - before))
  end)
end)
