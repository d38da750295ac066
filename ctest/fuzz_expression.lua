-- The properties of ctest/fuzz_expression.c. The input chooses the words, values and operators of an expression, as
-- `lucena filter -e` reads it. These properties must hold:
--   - an expression gives a query, or nil, a message and the code "bad_query"; the message is about the expression,
--     never from an error inside Lucena;
--   - the instructions of Lua that are executed, and the memory, are bounded;
--   - the properties of queries in ctest/query_properties.lua, except that a function in the expression may return
--     values that a query refuses.

local chess = require("lucena")
local properties = dofile("ctest/query_properties.lua")
local work_of = dofile("ctest/work.lua")

local MOST_WORK, MOST_KB = 30000, 200 << 10 -- thousands of instructions
local DEEPEST, MOST_PARTS = 6, 40

local NAMES = {}
for name, value in pairs(chess.query) do
  NAMES[#NAMES + 1] = name ~= "parse" and type(name) == "string" and value and name or nil
end
table.sort(NAMES)

local NUMBERS = { "0", "1", "-1", "2", "3", "8", "64", "255", "256", "1.5", "1e308", "-1e308", "1/0", "-1/0", "0/0",
  "1e15", "math.maxinteger", "math.mininteger", "1<<31", "1<<32", "-(1<<31)", "1000000000", "1048577", "2013", "0x7fff" }
local TEXTS = { "", "Carlsen", "e4", "Nf3", "Bxf7+", "e8=Q", "O-O", "a1 h8", "KQkq", "Q", "PPP", "1-0", "1/2-1/2",
  "white", "black", "either", "blitz", "2013.11.??", "2013", "B20", "C6", "White", "tag:X", "Elo", "*a*", "[a-", "%",
  "^a$", "40/7200", "?", "8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kk", "KRPkrp", "f7 & g7", "e4 e5 Nf3",
  "1. e4 e5", "*", "-", "\0", "\xff", "é", "Ruy Lopez", "queenside", "R", "Kt", "light", "dark", "same", "opposite", "?8/pppp?ppp/8/8/8/8/8/8",
  ("a"):rep(300) }
local KEYS = { "side", "min", "max", "by", "drop", "from", "to", "tag", "first", "white", "black", "any_order", "kind",
  "same", "under", "mate", "wing", "piece", "of", "x" }
local FUNCTIONS = { "function(g) return g.plies > 3 end", "function() return 5 end", "function() return nil end",
  "function(g) return g.root end", "function() error('x') end", "function(...) return ... end" }
local OPERATORS = { " & ", " | ", " * ", " ^ ", " < ", " == ", " .. ", " + ", ", ", " and " }

-- ---- expressions ---------------------------------------------------------------------------------

local Input = {}
Input.__index = Input

-- Return the next byte; 0 at the end.
function Input:byte()
  self.at = self.at + 1
  return self.bytes:byte(self.at) or 0
end

function Input:choose(list)
  return list[self:byte() % #list + 1]
end

-- Return a text from the list, or some bytes of the input.
function Input:text()
  local size = self:byte()
  if size < 200 then
    return ("%q"):format(TEXTS[size % #TEXTS + 1]):gsub("\\\n", "\\n")
  end
  local part = self.bytes:sub(self.at + 1, self.at + size - 199)
  self.at = self.at + #part
  return (("%q"):format(part):gsub("\\\n", "\\n"))
end

local function value_of(input, depth)
  local kind = input:byte() % 16
  if kind < 5 then
    return input:text()
  elseif kind < 10 then
    return input:choose(NUMBERS)
  elseif kind == 10 then
    return input:choose { "true", "false", "nil", "{}", "chess", "q", "string" }
  elseif kind == 11 then
    return input:choose(FUNCTIONS)
  elseif kind < 14 then
    return input:fields(depth + 1)
  end
  return input:expression(depth + 1)
end

-- Return a table with some fields.
function Input:fields(depth)
  local parts = {}
  for i = 1, self:byte() % 4 do
    parts[i] = (self:byte() % 3 > 0 and self:choose(KEYS) .. " = " or "") .. value_of(self, depth)
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function call(input, depth)
  local name, kind = input:choose(NAMES), input:byte() % 8
  if kind == 0 then
    return name
  elseif kind < 3 then
    return name .. " " .. input:text()
  elseif kind < 5 then
    return name .. input:fields(depth)
  end
  local parts = {}
  for i = 1, kind - 4 do
    parts[i] = value_of(input, depth)
  end
  return name .. "(" .. table.concat(parts, ", ") .. ")"
end

function Input:expression(depth)
  local kind = self:byte() % 16
  self.parts = self.parts + 1
  if depth >= DEEPEST or self.parts > MOST_PARTS or kind < 8 then
    return call(self, depth)
  elseif kind < 12 then
    return "(" .. self:expression(depth + 1) .. self:choose(OPERATORS) .. self:expression(depth + 1) .. ")"
  elseif kind < 13 then
    return self:expression(depth + 1) .. " ^ " .. self:choose(NUMBERS)
  elseif kind < 14 then
    return self:choose(NAMES) .. "(" .. self:expression(depth + 1) .. ", " .. value_of(self, depth) .. ")"
  elseif kind < 15 then
    return "~" .. self:expression(depth + 1)
  end
  return value_of(self, depth + 1)
end

-- ---- properties ----------------------------------------------------------------------------------

-- Raise an error if a message comes from Lucena's own code. An error of Lua in the expression begins with "query:".
local function check_message(message, text)
  local is_text = type(message) == "string"
  assert(is_text and not message:find("^%S+%.lua:%d+: ") and not properties.is_internal(message),
    ("%s\n%s"):format(message, text))
end

local function evaluate(text)
  local query, message, code = chess.query.parse(text)
  if not query then
    check_message(message, text)
    assert(code == "bad_query", code)
    return
  end
  local done, problem = pcall(properties.check, query)
  if not done then
    check_message(problem, text)
    assert(not problem:find("does not agree", 1, true), text)
  end
end

return function(bytes)
  local text = setmetatable({ bytes = bytes, at = 0, parts = 0 }, Input):expression(1)
  local memory = collectgarbage("count")
  local work, grown = work_of(evaluate, text), collectgarbage("count") - memory
  assert(work <= MOST_WORK, ("%d thousand instructions: %s"):format(work, text))
  assert(grown <= MOST_KB, ("%.0f KB: %s"):format(grown, text))
end
