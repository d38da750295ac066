-- Compares the definitions for editors in library/ with real objects: names, parameters, and the types of fields.

local chess = require "lucena"
local core = require "lucena.core"
local fake = require "spec.support.fake_engine"
local sorted = require("lucena.tally").keys

-- Reading these fields loads all modules, so that the Lua methods of the core's classes exist.
for name in pairs(debug.getmetatable(chess).__fields) do
  assert(chess[name], name)
end

local BUILTIN = {
  string = "string", integer = "number", number = "number", boolean = "boolean", table = "table", any = "any",
  ["function"] = "function", userdata = "userdata", ["nil"] = "nil",
}

-- Class -> {fields = name -> type, functions = name -> parameters}.
local function read(path, classes)
  local class, own
  for line in io.lines(path) do
    local name, parameters = line:match "^function %w+[.:]([%w_]+)%((.*)%) end$"
    local field, kind = line:match "^%-%-%-@field ([%w_]+) (%S+)"
    if line:find "^%-%-%-@class " then
      own = line:match "^%-%-%-@class lucena%.?(%u?%w*)$"
      class = { fields = {}, functions = {} }
      assert(own and not classes[own], line)
      classes[own] = class
    elseif name then
      assert(not class.functions[name] and not class.fields[name], own .. "." .. name .. " is there twice")
      class.functions[name] = parameters
    elseif field then
      assert(not class.fields[field], own .. "." .. field .. " is there twice")
      class.fields[field] = kind
    end
  end
end

local classes = {}
for _, name in ipairs { "lucena", "queries", "values" } do
  read("library/" .. name .. ".lua", classes)
end

local function declared(class)
  local names = {}
  for name in pairs(class.fields) do names[name] = true end
  for name in pairs(class.functions) do names[name] = true end
  return names
end

local GAME = '[White "x"]\n\n1. e4 {a [%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Nf3 $1 *'

-- An object of each class that C defines.
local objects = {
  Position = function() return chess.position() end,
  Board = function() return chess.board() end,
  Setup = function() return chess.setup(chess.START_FEN) end,
  Move = function() return chess.position():parse "e4" end,
  Game = function() return chess.game(GAME) end,
  Node = function() return chess.game(GAME).root[1] end,
  Dialect = function() return chess.dialect "french" end,
  Reader = function() return assert(chess.open "spec/data/engine/engine.pgn") end,
  Writer = function() return assert(chess.writer "/dev/null") end,
  EpdRecord = function() return chess.epd(chess.position()) end,
  EpdReader = function() return assert(chess.open_epd "spec/data/epd/suite.epd") end,
}

-- An object of each class that Lua defines.
local tables = {
  Report = function() return chess.report "summary" end,
  Csv = function() return chess.csv() end,
  Bits = function() return chess.bits end,
  EcoTable = function() return chess.eco end,
  Json = function() return chess.json end,
  Opening = function() return chess.eco.classify(chess.game "1. e4 c5 *") end,
  Book = function() return assert(chess.book "spec/data/books/small.bin") end,
  Engine = function() return assert(chess.engine(fake())) end,
  Score = function() return chess.score(0.2) end,
  TimeControl = function() return chess.time_control "5400+30" end,
  Date = function() return chess.date "2019.05.04" end,
  Nag = function() return chess.nag(1) end,
  Explanation = function() return chess.position():explain "e4" end,
  Diagnostic = function() return chess.game("1. e4 e5 2. Ke3 *").diagnostics[1] end,
}

local function is_of(value, kind)
  if getmetatable(value) == "lucena.List" then
    return kind:find "%[%]$" ~= nil or kind:find "^{" ~= nil or kind == "table"
  end
  kind = kind:gsub("^[{].*", "table"):gsub("^table<.*", "table")
  if value == nil then
    return kind:find "%?$" ~= nil or kind == "any"
  end
  kind = kind:gsub("%?$", "")
  local class = kind:match "^lucena%.(%u%w*)$"
  if class and core[class] then
    return getmetatable(value) == "lucena." .. class
  elseif class == "Tags" then
    return type(value) == "userdata"
  elseif class or kind:find "%[%]$" then
    return type(value) == "table"
  end
  return kind == "any" or type(value) == BUILTIN[kind] and (kind ~= "integer" or math.type(value) == "integer")
end

local function check_fields(name, value)
  for field, kind in pairs(classes[name].fields) do
    assert.is_true(is_of(value[field], kind), ("%s.%s is %s, not %s"):format(name, field, tostring(value[field]), kind))
  end
end

-- Compares the names of a Lua function's parameters, without self. C and vararg functions are omitted.
local function check_parameters(name, func, wanted)
  local info = debug.getinfo(func, "uS")
  if info.what == "C" or info.isvararg then
    return
  end
  local names = {}
  for i = 1, info.nparams do
    local parameter = debug.getlocal(func, i)
    names[#names + 1] = not (i == 1 and parameter == "self") and parameter or nil
  end
  assert.equal(table.concat(names, ", "), wanted, name)
end

local function check_functions(name, functions)
  for method, parameters in pairs(classes[name].functions) do
    assert.equal("function", type(functions[method]), name .. ":" .. method)
    check_parameters(name .. ":" .. method, functions[method], parameters)
  end
end

describe("the definitions for editors", function()
  for name, make in pairs(objects) do
    it("list the members of a " .. name, function()
      assert.same(sorted(core[name]), sorted(declared(classes[name])))
      check_functions(name, core[name])
      local value <close> = name:find "er$" and make() or nil
      check_fields(name, value or make())
    end)
  end

  for name, make in pairs(tables) do
    it("list the members of a " .. name, function()
      local value = make()
      local meta = debug.getmetatable(value)
      local methods = (name == "EcoTable" or name == "Bits" or name == "Json") and value or meta and meta.__index or {}
      local functions = {}
      for method, func in pairs(methods) do
        functions[method] = type(func) == "function" and not method:find "^__" and func or nil
      end
      assert.same(sorted(functions), sorted(classes[name].functions))
      check_functions(name, functions)
      check_fields(name, value)
      local ending = functions.quit or functions.close
      if ending then
        ending(value)
      end
    end)
  end

  it("lists the members of a Query", function()
    assert.same(sorted(require("lucena.query.expression").methods), sorted(classes.Query.functions))
  end)

  it("lists the members of lucena", function()
    local names = { version = true, version_number = true, _VERSION = true, START_FEN = true }
    for name in pairs(debug.getmetatable(chess).__fields) do
      names[name] = true
    end
    local module = classes[""]
    assert.same(sorted(names), sorted(declared(module)))
    check_functions("", chess)
    for field, kind in pairs(module.fields) do
      assert.is_true(is_of(chess[field], kind), field)
    end
  end)

  it("lists the members of chess.query", function()
    local queries, names = classes.Queries, {}
    for name, value in pairs(chess.query) do
      names[name] = true
      local is_query = getmetatable(value) == "lucena.Query"
      assert.equal(is_query, queries.fields[name] == "lucena.Query", name)
    end
    assert.same(sorted(names), sorted(declared(queries)))
    assert.is_true(#sorted(names) > 100)
  end)

  it("lists only existing classes", function()
    for _, path in ipairs { "library/lucena.lua", "library/queries.lua", "library/values.lua" } do
      for line in io.lines(path) do
        local types = line:match "^%-%-%-@[%a]+ ([^#]*)" or ""
        for name in types:gmatch "lucena%.(%u%w*)" do
          assert.is_truthy(classes[name], line)
        end
      end
      assert(loadfile(path))
    end
  end)
end)
