-- The rules of docs/api.md, tested for every public name: errors, options, classes and documentation.

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
      local class = line:match "^%-%-%-@class lucena%.(%u%w*)"
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
