-- The rules of docs/api.md, tested for every public name: errors, options, classes and documentation.

local chess = require "lucena"
local core = require "lucena.core"
local fake_engine = require "spec.support.fake_engine"

local GAME = '[White "x"]\n\n1. e4 {a [%clk 0:01:00] [%eval 0.3]} e5 (1... c5 2. Nf3) 2. Nf3 $1 *'
local GAMES = "spec/data/engine/engine.pgn"

local engine
local function running()
  engine = engine and not engine.wire.trouble and engine or assert(chess.engine(fake_engine()))
  return engine
end

-- Functions that create an object of each class.
local MAKE = {
  Position = function() return chess.position() end,
  Setup = function() return chess.setup(chess.START_FEN) end,
  Board = function() return chess.board() end,
  Move = function() return chess.position():parse "e4" end,
  Game = function() return chess.game(GAME) end,
  Node = function() return chess.game(GAME).root[1] end,
  Tags = function() return chess.game(GAME).tags end,
  List = function() return chess.game(GAME).root[1].comments end,
  Dialect = function() return chess.dialect "french" end,
  Query = function() return chess.query.checkmate end,
  EpdRecord = function() return chess.epd(chess.position()) end,
  EpdReader = function() return assert(chess.open_epd "spec/data/epd/suite.epd") end,
  Reader = function() return assert(chess.open(GAMES)) end,
  Writer = function() return assert(chess.writer(function() end)) end,
  Book = function() return assert(chess.book "spec/data/books/small.bin") end,
  Engine = running,
  Score = function() return chess.score(1) end,
  Date = function() return chess.date "1992.11.04" end,
  TimeControl = function() return chess.time_control "40/7200:3600" end,
  Report = function() return chess.report "summary" end,
  Csv = function() return chess.csv() end,
  Nag = function() return chess.nag(1) end,
  Opening = function() return chess.game("1. e4 c5 *"):opening() end,
  EcoTable = function() return chess.eco end,
  Explanation = function() return chess.position():explain "e4" end,
  Diagnostic = function() return chess.game("1. e4 e5 2. Ke3 *").diagnostics[1] end,
  Analysis = function() return running():analyse(chess.position(), { depth = 1 }) end,
  Error = function() return select(2, pcall(chess.games, "none")) end,
}

local function sorted(map)
  local list = {}
  for key in pairs(map) do
    list[#list + 1] = key
  end
  table.sort(list)
  return list
end

-- The methods of an object, by name.
local function methods_of(class, object)
  local meta = debug.getmetatable(object)
  local out = {}
  for name, value in pairs(core[class] or type(meta.__index) == "table" and meta.__index or {}) do
    if type(value) == "function" and not name:find "^__" then
      out[name] = value
    end
  end
  return out
end

describe("a class", function()
  for _, class in ipairs(sorted(MAKE)) do
    it(class .. " has its name and prints no address", function()
      local object = MAKE[class]()
      assert.equal(class, chess.type(object))
      assert.equal("lucena." .. class, debug.getmetatable(object).__name)
      assert.equal("lucena." .. class, getmetatable(object))
      local text = tostring(object)
      assert.is_nil(text:find "0x%x%x%x%x")
      assert.equal(class == "Explanation", text:find "%c" ~= nil) -- only the text of an Explanation has several lines
    end)

    it(class .. " raises for fields it does not have, if it is no table", function()
      local object = MAKE[class]()
      if type(object) == "userdata" and class ~= "Tags" then -- any name can be the name of a tag
        local message = select(2, pcall(function() return object.nonesuch end))
        assert.matches("no field 'nonesuch'", message, 1, true)
        message = select(2, pcall(function() object.nonesuch = 1 end))
        assert.matches("no field 'nonesuch'", message, 1, true)
      end
    end)
  end

  it("is of every kind that the library names", function()
    local unknown = {}
    for line in io.lines "library/values.lua" do
      local class = line:match "^%-%-%-@class lucena%.(%u%w*)"
      unknown[#unknown + 1] = class and not MAKE[class] and class or nil
    end
    assert.same({}, unknown)
  end)
end)

-- ---- documentation -------------------------------------------------------------------------------

-- Every public function and method, with its name in the reference.
local function functions()
  local out = {}
  for name, value in pairs(chess) do
    if type(value) == "function" then
      out["chess." .. name] = value
    end
  end
  for name, value in pairs(chess.query) do
    out["query." .. name] = value
  end
  for class, make in pairs(MAKE) do
    for name, value in pairs(methods_of(class, make())) do
      out[class .. ":" .. name] = value
    end
  end
  return out
end

-- Methods that are documented at another class.
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
  it("is nil, a message of one line and a code, or an error that names an argument", function()
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
  ["chess.translate"] = { "1. e4" }, ["chess.read_diagram"] = { "x" }, ["chess.diagram"] = { "x" },
  ["chess.merge"] = { { chess.game "1. e4 *" } }, ["chess.open_epd"] = { "spec/data/epd/suite.epd" },
  ["chess.epd_records"] = { "spec/data/epd/suite.epd" }, ["chess.report"] = { "summary" },
  ["chess.annotate"] = { chess.game "1. e4 *", function() end }, ["chess.epd"] = { chess.position() },
  ["chess.engine"] = { fake_engine() }, ["chess.writer"] = { function() end },
  ["Game:export"] = { "pgn" }, ["Game:walk"] = { function() end }, ["Engine:analyse"] = { chess.position() },
  ["Writer:export"] = { chess.game "1. e4 *", "pgn" }, ["EpdReader:format"] = { 1 }, ["chess.dialect"] = { "french" },
  ["query.line"] = { "e4" }, ["query.pattern"] = { "*/*/*/*/*/*/PPP5/*" }, ["query.material"] = { "RP v R" },
  ["query.attacks"] = { "N", "k" },
}

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

describe("an option that does not exist", function()
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

  it("was given to many functions", function()
    assert.is_true(count > 25, count .. " functions")
  end)
end)
