-- Calls every public function and method with wrong values. No call may crash or hang. An error must be a string that
-- names an argument. It must not be an error of Lua itself inside Lucena's functions. The functions are found by
-- walking through the tables, so new ones are included; spec/binding/arguments_spec.lua tests the exact messages.

local chess = require "lucena"
local core = require "lucena.core"
local fake_engine = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"

local GAME = "1. e4 {a [%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Nf3 $1 *"
local FILE = "spec/data/engine/engine.pgn"
local EPD = "spec/data/epd/suite.epd"

local NIL = {}
local WRONG = {
  NIL, true, -1, 0, math.mininteger, math.maxinteger, 2 ^ 31, 2 ^ 53, 2.0 ^ 63, 0 / 0, 1 / 0, 1.5, "", "\0\255",
  ("x"):rep(1000), {}, { 1 }, function() end, coroutine.create(print), io.stdout,
  setmetatable({}, { __index = function() error "from the table itself" end }), chess.position(), chess.game(GAME),
}

local calls = 0

-- Returns the problem with an error message; nil for a correct message.
local function fault_of(message)
  if getmetatable(message) == "lucena.Error" then
    message = message.message
  elseif type(message) ~= "string" then
    return "it is no string: " .. tostring(message)
  end
  if message:find "from the table itself" then
    return nil
  elseif message:find "attempt to" or message:find "stack overflow" or message:find "assertion failed"
    or message:find "^[^\n]-lua/lucena/[^\n]-bad argument" then
    return message
  end
end

local function try(name, func, ...)
  calls = calls + 1
  local done, message = pcall(func, ...)
  local fault = not done and fault_of(message)
  if fault then
    error(("%s: %s"):format(name, fault), 0)
  end
end

-- Calls the function with each wrong value in each of its first parameters. The other arguments are valid; two kinds of
-- valid arguments are tried. `make` creates a new self for each call of a method.
local function walk(name, func, make)
  for place = 1, make and 2 or 3 do
    for _, value in ipairs(WRONG) do
      for _, good in ipairs { "e4", not make and {} or nil } do
        local args = { good, good }
        if value == NIL then args[place] = nil else args[place] = value end
        if make then
          try(name, func, make(), table.unpack(args, 1, place))
        else
          try(name, func, table.unpack(args, 1, place))
        end
      end
    end
  end
end

local function functions_of(value, name, out, seen)
  if type(value) == "function" then
    out[name] = value
  elseif type(value) == "table" and not seen[value] then
    seen[value] = true
    for key, field in pairs(value) do
      if type(key) == "string" then functions_of(field, name .. "." .. key, out, seen) end
    end
  end
  return out
end

local function sorted(map)
  local names = {}
  for name in pairs(map) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function take_part(reader)
  reader:read()
  return reader
end

local function closed(object)
  object:close()
  return object
end

-- The engines are processes, so they are started only once and used for all calls.
local engine, ended

local function running()
  engine = engine and not engine.wire.trouble and engine or assert(chess.engine(fake_engine()))
  return engine
end

local CLASSES = {
  Position = function() return chess.position() end,
  Setup = function() return chess.setup(chess.START_FEN) end,
  Board = function() return chess.board() end,
  Move = function() return chess.position():parse "e4" end,
  Game = function() return chess.game(GAME) end,
  Node = function() return chess.game(GAME).root[1] end,
  Tags = function() return chess.game('[White "x"]\n\n1. e4 *').tags end,
  Explanation = function() return chess.position():explain "Nf4" end,
  Dialect = function() return chess.dialect "french" end,
  Query = function() return chess.query.checkmate end,
  EpdRecord = function() return chess.epd(chess.position()) end,
  Reader = function() return assert(chess.open(FILE)) end,
  ["Reader, part read"] = function() return take_part(assert(chess.open(FILE))) end,
  ["Reader, closed"] = function() return closed(assert(chess.open(FILE))) end,
  EpdReader = function() return assert(chess.open_epd(EPD)) end,
  ["EpdReader, part read"] = function() return take_part(assert(chess.open_epd(EPD))) end,
  ["EpdReader, closed"] = function() return closed(assert(chess.open_epd(EPD))) end,
  Writer = function() return assert(chess.writer "/dev/null") end,
  ["Writer, closed"] = function() return closed(assert(chess.writer "/dev/null")) end,
  Book = function() return assert(chess.book "spec/data/books/small.bin") end,
  ["Book, of EPD"] = function() return assert(chess.book "spec/data/books/small.epd") end,
  ["Book, closed"] = function() return closed(assert(chess.book "spec/data/books/small.bin")) end,
  Engine = running,
  ["Engine, ended"] = function()
    ended = ended or assert(chess.engine(fake_engine()))
    ended:quit()
    return ended
  end,
  Score = function() return running():analyse(chess.position(), { depth = 1 }).score end,
  Date = function() return chess.date "1992.11.04" end,
  TimeControl = function() return chess.time_control "40/7200:3600" end,
  Report = function() return chess.report "summary" end,
  Csv = function() return chess.csv() end,
  Index = require("spec.support.public").make.Index,
}

describe("wrong values", function()
  local folder, here

  -- A folder with a file "e4", for functions that take "e4" as a path.
  setup(function()
    folder = new_folder()
    here = folder:write("e4", "1. e4 *")
  end)
  teardown(function()
    folder:__close()
    os.remove "e4"
    os.remove(("x"):rep(200))
  end)

  it("given to the functions of lucena raise the documented errors", function()
    assert.is_string(here)
    for name in pairs(debug.getmetatable(chess).__fields) do
      assert.is_not_nil(chess[name], name)
    end
    local all = functions_of(chess, "chess", {}, {})
    local count = 0
    for _, name in ipairs(sorted(all)) do
      -- Not called: chess.engine starts a program, chess.writer creates files, and chess.dialects takes no argument.
      if name ~= "chess.engine" and name ~= "chess.writer" and name ~= "chess.dialects" then
        walk(name, all[name])
        count = count + 1
      end
    end
    assert.is_true(count > 50, count .. " functions")
  end)

  for _, class in ipairs(sorted(CLASSES)) do
    it("given to the methods of a " .. class .. " raise the documented errors", function()
      local make, bare, methods = CLASSES[class], class:match "^%w+", {}
      local object = make()
      local meta = debug.getmetatable(object)
      for name, value in pairs(core[bare] or meta and type(meta.__index) == "table" and meta.__index or {}) do
        if meta.__index ~= meta or not name:find "^__" then -- metamethods are called only by Lua
          methods[name] = value
        end
      end
      for _, name in ipairs(sorted(methods)) do
        if type(methods[name]) == "function" then
          walk(bare .. ":" .. name, methods[name], make)
          for _, value in ipairs(WRONG) do -- objects of another class as self
            try(bare .. "." .. name, methods[name], value ~= NIL and value or nil)
          end
        else
          try(bare .. "." .. name, function() return make()[name] end)
          for _, value in ipairs(WRONG) do
            try(bare .. "." .. name .. " =", function() make()[name] = value ~= NIL and value or nil end)
          end
        end
      end
    end)
  end

  it("are given to every documented class", function()
    local known, count = {}, 0
    for class in pairs(CLASSES) do
      known[class:match "^%w+"] = true
    end
    for _, name in ipairs(core.list_folder "library") do
      for line in io.lines("library/" .. name) do
        local class = line:match "^function (%u%w*):"
        assert.is_true(not class or known[class], class)
        count = count + (class and 1 or 0)
      end
    end
    assert.is_true(count > 100, count .. " methods")
  end)

  it("are tested in large number", function()
    assert.is_true(calls > 10000, calls .. " calls")
  end)
end)
