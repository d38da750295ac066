-- Compares the definitions for editors in library/ with real objects: names, parameters, and the types of fields.

local chess = require "lucena"
local core = require "lucena.core"
local fake = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"
local sorted = require("lucena.tally").keys

-- Reading these fields loads all modules, so that the Lua methods of the core's classes exist.
for name in pairs(debug.getmetatable(chess).__fields) do
  assert(chess[name], name)
end

local BUILTIN = {
  string = "string", integer = "number", number = "number", boolean = "boolean", table = "table", any = "any",
  ["function"] = "function", userdata = "userdata", ["nil"] = "nil",
}

-- Class -> {fields = name -> type, functions = name -> parameters}. `wanted` maps the functions of each class to their
-- classes of options, and `places` maps them to the parameters that have these classes.
local function read(path, classes, wanted, places)
  local class, own, waiting, parameter
  for line in io.lines(path) do
    local name, parameters = line:match "^function %w+[.:]([%w_]+)%((.*)%) end$"
    local field, kind = line:match "^%-%-%-@field ([%w_]+)%?? (%S+)"
    local options, parent = line:match "^%-%-%-@class lucena%.([%w_.]+%.Options):? ?(%S*)$"
    if options then
      assert(not classes[options], line)
      class = { fields = {}, functions = {}, parent = parent:match "^lucena%.(.+)$" }
      classes[options] = class
    elseif line:find "^%-%-%-@class " then
      own = line:match "^%-%-%-@class lucena%.?(%u?%w*)$"
      class = { fields = {}, functions = {}, options = {} }
      assert(own and not classes[own], line)
      classes[own] = class
    elseif line == "" then
      class = classes[own] -- a class of options ends
    elseif name then
      assert(not class.functions[name] and not class.fields[name], own .. "." .. name .. " is there twice")
      class.functions[name] = parameters
      if waiting then
        wanted[own][name], places[own .. "." .. name], waiting = waiting, parameter, nil
      end
    elseif class and line:find "^%-%-%-@param [%w_]+%?? [^#]*lucena%.[%w_.]+%.Options" then
      wanted[own] = wanted[own] or {}
      parameter, waiting = line:match "@param ([%w_]+).-lucena%.([%w_.]+%.Options)"
    elseif field then
      assert(not class.fields[field], own .. "." .. field .. " is there twice")
      class.fields[field] = kind
    end
  end
end

local classes, options, places = {}, {}, {}
for _, name in ipairs { "lucena", "queries", "values", "tables" } do
  read("library/" .. name .. ".lua", classes, options, places)
end

local aliases = {}
for line in io.lines "library/tables.lua" do
  local alias = line:match "^%-%-%-@alias lucena%.(%w+) "
  aliases[alias or ""] = true
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
  Index = function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", "1. e4 *\n\n1. d4 *\n")
    assert(chess.write_index(path))
    return assert(chess.index(path))
  end,
  Explanation = function() return chess.position():explain "e4" end,
  Diagnostic = function() return chess.game("1. e4 e5 2. Ke3 *").diagnostics[1] end,
}

local is_of
function is_of(value, kind)
  if getmetatable(value) == "lucena.List" then
    return kind:find "%[%]$" ~= nil or kind:find "^{" ~= nil or kind == "table"
  end
  if kind:find "|" and not kind:find "[<{(]" then
    for part in kind:gmatch "[^|]+" do
      if part == ("%q"):format(value) or not part:find '"' and is_of(value, part) then
        return true
      end
    end
    return false
  end
  kind = kind:gsub("^[{].*", "table"):gsub("^table<.*", "table")
  if value == nil then
    return kind:find "%?$" ~= nil or kind == "any" or kind == "nil"
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

  -- Values for the parameters before the options, by name.
  local ARGUMENTS = {
    path = { text = "1. e4 *" }, text = "1. e4 *", source = { text = "1. e4 *" }, position = chess.position(),
    fen = chess.START_FEN, game = chess.game(GAME), list = {}, line = chess.position(), visit = function() end,
    question = function() return nil, "no" end, class = "Game", methods = {}, kind = "format", name = "of_library_spec",
    value = function() return "" end, format = "text", what = chess.position(), query = chess.query.check,
    by = "N", target = "k", first = "R", second = "k", lines = chess.game(GAME), most = 1,
  }
  -- Functions whose values differ from those.
  local OTHER = {
    ["chess.index"] = { path = "spec/data/engine/engine.pgn" }, ["chess.write_index"] = { path = "/nonexistent/x.pgn" },
    ["chess.detect"] = { text = "e4" }, ["chess.dialect"] = { value = "french" },
    ["chess.read_diagram"] = { text = "" }, ["chess.diagram"] = { text = "" },
    ["chess.from_json"] = { text = "{}" }, ["Queries.line"] = { text = "e4" },
    ["Queries.material"] = { text = "R v R" },
    ["Queries.pattern"] = { text = "8/8/8/8/8/8/8/8" }, ["Game.export"] = { format = "csv" },
    ["Writer.export"] = { format = "csv" }, ["chess.writer"] = { path = "/dev/null" },
    ["Queries.controls"] = { side = "white", squares = "e4" },
    ["Queries.piece"] = { pieces = "N", squares = "e4" }, ["Queries.number"] = { tag = "Round" },
  }

  local function fields_of(class)
    local names = class and classes[class].parent and fields_of(classes[class].parent) or {}
    for name in pairs(class and classes[class].fields or {}) do
      names[name] = true
    end
    return names
  end

  -- Call a function with one option, and return the error.
  local function problem_of(owner, method, option, format)
    local make = objects[owner] or tables[owner]
    local self <close> = owner:find "er$" and make() or nil
    local value = self or make and make()
    local home = owner == "" and chess or owner == "Queries" and chess.query or value
    local given = OTHER[(owner == "" and "chess" or owner) .. "." .. method] or {}
    local list = { n = 0 }
    for name in classes[owner].functions[method]:gmatch "[%w_]+" do
      list.n = list.n + 1
      list[list.n] = name == places[owner .. "." .. method] and { [option] = io.stdout } or name == "format" and format
        or given[name] or ARGUMENTS[name]
    end
    local done, problem
    if value then
      done, problem = pcall(home[method], value, table.unpack(list, 1, list.n))
    else
      done, problem = pcall(home[method], table.unpack(list, 1, list.n))
    end
    if value and (owner == "Engine") then
      value:quit()
    end
    return not done and tostring(problem) or ""
  end

  it("has the options of each function: those that it takes, and no other", function()
    local faults, count = {}, 0
    for owner, functions in pairs(options) do
      for method, class in pairs(functions) do
        local names, no_such = fields_of(class), problem_of(owner, method, "no_such_option")
        names.no_such_option = not no_such:find("no_such_option", 1, true) or nil
        for option in pairs(names) do
          local problem = option:find "^%d" and "" or problem_of(owner, method, option)
          for _, format in ipairs(method == "export" and { "pgn", "fen", "json" } or {}) do
            local other = problem_of(owner, method, option, format)
            problem = other:find("unknown", 1, true) and problem or other
          end
          local is_fault = option == "no_such_option" or problem:find("unknown", 1, true)
          faults[#faults + 1] = is_fault and ("%s.%s %s: %s"):format(owner, method, option, problem) or nil
          count = count + 1
        end
      end
    end
    assert.same({}, faults)
    assert.is_true(count > 200, count)
  end)

  -- Call `f` with each name that is set in the last table of a call in a text, and the name of the function.
  local function each_option(text, f)
    for name, arguments in text:gmatch "[.:]([%w_]+)%s*(%b())" do
      local last
      for fields in arguments:gmatch "%b{}" do
        last = fields
      end
      for option in (last or ""):sub(2, -2):gsub("%b{}", ""):gsub('"[^"]*"', ""):gmatch "([%w_]+)%s*=[^=]" do
        f(name, option)
      end
    end
  end

  it("has the options that the pages use", function()
    local by_name, faults, count = {}, {}, 0
    local TAKES_OTHERS = { register = true, extend = true } -- the last table may be a value
    for owner, functions in pairs(options) do
      for method, class in pairs(owner ~= "Queries" and functions or {}) do
        by_name[method] = by_name[method] or {}
        for option in pairs(fields_of(class)) do
          by_name[method][option] = true
        end
      end
    end
    for path in io.popen("ls docs/*.md"):lines() do
      for block in require("spec.support.file").read(path):gmatch "```lua.-```" do
        each_option(block, function(name, option)
          count = count + (by_name[name] and 1 or 0)
          local is_missing = by_name[name] and not by_name[name][option] and not TAKES_OTHERS[name]
          faults[#faults + 1] = is_missing and path .. " " .. name .. " " .. option or nil
        end)
      end
    end
    assert.same({}, faults)
    assert.is_true(count > 20, count)
  end)

  -- Values of the classes of tables.
  local PGN = "spec/data/engine/engine.pgn"
  local VALUES = {
    DialectEntry = function() return chess.dialects() end,
    Detection = function() return { chess.detect "e4 e5 Cf3" } end,
    Outcome = function() return { chess.position():play("f3 e5 g4 Qh4"):outcome() } end,
    Explored = function() return { chess.explore(PGN, chess.position()) } end,
    ExploredMove = function() return chess.explore(PGN, chess.position()).moves end,
    ResultCounts = function() return { select(2, chess.merge { chess.game "1. e4 1-0" })[0] } end,
    TextReport = function() return { select(2, chess.read_text "1. e4 e5 2. Nf3 Nc6 3. Bb5") } end,
    Mention = function() return select(2, chess.read_text "1. e4 e5 2. Nf3 Nc6 3. Bb5").mentions end,
    Translation = function() return { select(2, chess.translate("1. e4 e5 2. Nf3", { to = "french" })) } end,
    ClockEntry = function() return chess.game(GAME):clocks() end,
    IndexEntry = function() return { tables.Index():entry(1) } end,
    BookMove = function() return tables.Book():moves(chess.position()) end,
    Arrow = function() return chess.game("1. e4 {[%cal Ge2e4]} *").root[1].arrows end,
    Mark = function() return chess.game("1. e4 {[%csl Re4]} *").root[1].marks end,
    EpdOperation = function() return chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;").ops end,
    EngineOption = function()
      local engine <close> = tables.Engine()
      return { select(2, next(engine.options)) }
    end,
    DialectCheck = function() return { chess.dialect("french"):check { positions = 5 } } end,
    ReportSection = function() return chess.report("summary"):sections() end,
    ExplanationSection = function() return chess.position():explain("Nf6").sections end,
  }

  for class, values in pairs(VALUES) do
    it("lists the fields of a " .. class, function()
      local fields, list = classes[class].fields, values()
      assert.is_true(#list > 0)
      for _, value in ipairs(list) do
        check_fields(class, value)
        for name in pairs(value) do
          assert.is_true(type(name) ~= "string" or fields[name] ~= nil, class .. "." .. tostring(name))
        end
      end
    end)
  end

  it("lists the fields of a dialect's table", function()
    for name in pairs(classes.DialectTable.fields) do
      local _, _, err = pcall(chess.dialect, { name = "x", [name] = io.stdout })
      assert.is_nil(tostring(err):find("unknown field", 1, true), name)
    end
    local count = 0
    for line in require("spec.support.file").read("docs/dialects.md"):gmatch "\n| (`[%l_` ]+`) | [^\n]+" do
      for name in line:gmatch "`([%l_]+)`" do
        local _, _, err = pcall(chess.dialect, { name = "x", [name] = io.stdout })
        local is_field = not tostring(err):find("unknown field", 1, true)
        assert.is_true(not is_field or classes.DialectTable.fields[name] ~= nil, name)
        count = count + (is_field and 1 or 0)
      end
    end
    assert.is_true(count > 25, count)
  end)

  it("lists the functions of a visitor", function()
    local called, list = {}, {}
    local visitor = setmetatable({}, { __index = function(_, name) called[name] = true end })
    chess.game('[White "x"]\n\n1. e4 {a} $1 (1. d4) *'):visit(visitor)
    for name in pairs(classes.Visitor.fields) do
      list[name] = true
    end
    assert.same(sorted(called), sorted(list))
  end)

  it("has no parameter or result that is only a table", function()
    -- A report has its own options and state; the other values may be any table.
    local ANY = { ["chess.report"] = true, ["Report.merge"] = true, ["Report.state"] = true, ["chess.register"] = true,
      ["Json.array"] = true, ["Json.object"] = true, ["chess.game"] = true, ["chess.games"] = true }
    local faults, waiting = {}, {}
    for _, file in ipairs { "lucena", "queries", "values" } do
      for line in io.lines("library/" .. file .. ".lua") do
        local kind = line:match "^%-%-%-@param [%w_?]+ (%S+)" or line:match "^%-%-%-@return (%S+)"
        local name = line:match "^function (%S+)%("
        if kind and ("|" .. kind:gsub("%b<>", "")):find "|table[?|]*" and not kind:find "^table<" then
          waiting[#waiting + 1] = kind
        elseif name then
          name = name:gsub(":", ".")
          faults[#faults + 1] = waiting[1] and not ANY[name] and name .. " " .. table.concat(waiting, " ") or nil
          waiting = {}
        end
      end
    end
    assert.same({}, faults)
  end)

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

  it("marks the older names of functions", function()
    local marked, is_marked = {}, false
    for line in io.lines "library/values.lua" do
      local name = line:match "^function ([%w.:]+)"
      marked[#marked + 1] = is_marked and name or nil
      is_marked = line == "---@deprecated" or is_marked and not name
    end
    assert.equal("Position:board Position:text Board:board Board:text Setup:board Game:transform Node:line "
      .. "EcoTable.line", table.concat(marked, " "))
  end)

  it("lists only existing classes", function()
    for _, path in ipairs { "library/lucena.lua", "library/queries.lua", "library/values.lua", "library/tables.lua" } do
      for line in io.lines(path) do
        local types = line:match "^%-%-%-@[%a]+ ([^#]*)" or ""
        for name in types:gmatch "lucena%.([%w_.]*%w)" do
          assert.is_truthy(classes[name] or aliases[name] or not (name:find "^%u" or name:find "Options$"), line)
        end
      end
      assert(loadfile(path))
    end
  end)
end)
