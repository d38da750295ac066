--- Tests of EPD records, for `lucena epd select`: tests of operations (-t) and Lua code (-e).
-- @module lucena.run.epd.select

local exit = require("lucena.run.exit")
local numbers = require("lucena.number")
local records = require("lucena.run.records")
local script = require("lucena.run.script")

local M = {}

local COMPARE = {
  ["="] = function(a, b) return tostring(a) == b end,
  ["~"] = function(a, b) return tostring(a):lower():find(b:lower(), 1, true) ~= nil end,
  ["^"] = function(a, b) return tostring(a):lower():sub(1, #b) == b:lower() end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

-- Parse a test, `OPCODE` or `OPCODE=VALUE` (or another operator). Returns a function of a record, and the opcode.
local function parse_test(text, parser)
  local name, operator, wanted = text:match("^([%a][%w_]*)([<>]=?)(.*)$")
  if not name then
    name, operator, wanted = text:match("^([%a][%w_]*)([=~^])(.*)$")
  end
  name = name or text:match("^[%a][%w_]*$")
  if not name then
    parser:error(("'%s' is not a test; give OPCODE or OPCODE=VALUE, with ~ ^ < <= > >= instead of = if needed")
      :format(text))
  elseif not operator then
    return function(record) return record:get(name) ~= nil end, name
  end
  local compare = COMPARE[operator]
  if operator:find("[<>]") then
    local number = numbers.whole(wanted:gsub("^%+", ""), math.mininteger, math.maxinteger)
      or parser:error(("'%s': the operator %s needs a number"):format(text, operator))
    return function(record)
      local value = record:get(name)
      return math.type(value) == "integer" and compare(value, number)
    end, name
  end
  return function(record)
    local value = records.value(record, name)
    return value ~= nil and compare(value, wanted)
  end, name
end

-- Compile an expression or a function body about the record `r`.
local function parse_code(code, parser)
  local environment = setmetatable({ chess = require("lucena") }, { __index = _G })
  local compile = require("lucena.chunk").compile
  local chunk = compile("local r = ...; return " .. code, "=-e", environment)
  local message
  if not chunk then
    chunk, message = compile("local r = ...; " .. code, "=-e", environment)
  end
  if not chunk then
    parser:error(message)
  end
  return function(record, reader)
    local done, answer = xpcall(chunk, script.traceback, record)
    if not done then
      if exit.is_failure(answer) then
        local where = ("record %d, %s:%d"):format(record.number, reader.name, record.line)
        answer.message = answer.message .. "\nthis was " .. where
      end
      error(answer, 0)
    end
    return answer
  end
end

--- Return a function of a record and its reader that returns whether the record passes all tests.
---@param args table tests, codes, invert
---@param parser table
---@return function
---@return string[] opcodes of the tests
function M.make(args, parser)
  local tests, opcodes = {}, {}
  for i, text in ipairs(args.test) do
    tests[i], opcodes[i] = parse_test(text, parser)
  end
  for _, code in ipairs(args.eval) do
    tests[#tests + 1] = parse_code(code, parser)
  end
  if #tests == 0 then
    parser:error("give a test, -t OPCODE=VALUE or -e CODE; `lucena help epd` has examples")
  end
  return function(record, reader)
    for _, test in ipairs(tests) do
      if not test(record, reader) then
        return args.invert or false
      end
    end
    return not args.invert
  end, opcodes
end

return M
