--- Classes of values, and errors about wrong arguments. An error names the public function, and points to the line that
-- called it.
-- @module lucena.argument

local M = {}

--- Return the truth of a value that a function of the user returned as its answer. As in Lua, a text or a number is
-- true: `find` and `match` return them. 0 is no answer, because it is often the number of things found.
-- lcb_is_answer() of csrc/binding/query.h is the same rule.
---@param value any
---@return boolean? truth nil if the value is no answer
-- @usage require("lucena.argument").truth(("Fischer"):find "^Fis") --> true
function M.truth(value)
  if value == nil or type(value) == "boolean" then
    return value == true
  end
  return (type(value) == "string" or math.type(value) and value ~= 0) and true or nil
end

--- Describe a value that is no answer, for a message.
---@param value any
---@return string
-- @usage require("lucena.argument").no_answer(0) --> 0 (write ~= 0)
function M.no_answer(value)
  return value == 0 and "0 (write ~= 0)" or "a " .. type(value)
end

--- Raise an error about an argument, in the form of Lua's own functions: `bad argument #1 to 'board' (...)`.
---@param level integer as for error(): 2 is the line that called the function with this call
---@param number integer index of the argument, from 1, not counting self
---@param name string the name of the function
---@param text string the problem, as a format string for the arguments after it
---@param ... any
-- @usage select(2, pcall(require("lucena.argument").bad, 0, 1, "f", "no king")) --> bad argument #1 to 'f' (no king)
function M.bad(level, number, name, text, ...)
  error(("bad argument #%d to '%s' (%s)"):format(number, name, text:format(...)), level > 0 and level + 1 or 0)
end

--- Call a function of the core for a public function. If an argument is wrong, the error names the public function.
---@param level integer as for error()
---@param number? integer index of the argument to name in each error; nil: the index in the call of the core function
---@param name string the name of the function for errors
---@param f function
---@param ... any its arguments
---@return any ... its results
-- @usage require("lucena.argument").call(2, nil, "f", chess.position).turn --> white
function M.call(level, number, name, f, ...)
  local results = table.pack(pcall(f, ...))
  if results[1] then
    return table.unpack(results, 2, results.n)
  end
  local own, text = tostring(results[2]):match("^bad argument #(%d+) to '[^']*' %((.*)%)$")
  if own then
    M.bad(level > 0 and level + 1 or 0, number or own, name, "%s", text)
  end
  error(results[2], level > 0 and level + 1 or 0)
end

local function raise_lack(done, problem, ...)
  if not done and type(problem) == "string" and problem:find("not enough memory", 1, true) then
    error(problem, 0)
  end
  return done, problem, ...
end

--- Call a function, like pcall. A lack of memory is raised again, because callers report errors as faults of a file or
-- an argument.
---@param f function
---@param ... any
---@return boolean done
---@return any ... the function's results, or the error
-- @usage require("lucena.argument").attempt(error, "no king") --> false
function M.attempt(f, ...)
  return raise_lack(pcall(f, ...))
end

--- Return the class of a value, such as "lucena.Game" or "FILE*", or its type.
---@param value any
---@return string
-- @usage require("lucena.argument").kind(chess.position()) --> lucena.Position
function M.kind(value)
  local class = type(value) ~= "string" and getmetatable(value) or nil
  class = type(class) == "table" and rawget(class, "__name") or class
  return type(class) == "string" and class or type(value)
end

--- Raise an error unless an argument has a type.
---@param value any
---@param number integer index of the argument, from 1, not counting self
---@param name string the name of the function
---@param expected string type
function M.check(value, number, name, expected)
  if type(value) ~= expected then
    M.bad(3, number, name, "%s expected, got %s", expected, M.kind(value))
  end
end

--- Raise an error unless an argument is nil or has a type.
---@param value any
---@param number integer index of the argument, from 1, not counting self
---@param name string the name of the function
---@param expected string type
function M.optional(value, number, name, expected)
  if value ~= nil and type(value) ~= expected then
    M.bad(3, number, name, "%s expected, got %s", expected, M.kind(value))
  end
end

--- Raise an error unless an argument has a class, such as "lucena.Game".
---@param value any
---@param number integer index of the argument, from 1, not counting self
---@param name string the name of the function
---@param class string
function M.class(value, number, name, class)
  if getmetatable(value) ~= class then
    M.bad(3, number, name, "%s expected, got %s", class, M.kind(value))
  end
end

--- Raise an error unless self has a class, such as "lucena.Game".
---@param value any
---@param name string the name of the method
---@param class string
function M.self(value, name, class)
  if getmetatable(value) ~= class then
    error(("calling '%s' on bad self (%s expected, got %s)"):format(name, class, M.kind(value)), 3)
  end
end

--- Join values for a message: "a, b or c".
---@param values string[]
---@return string
-- @usage require("lucena.argument").any_of{"a", "b", "c"} --> a, b or c
function M.any_of(values)
  return table.concat(values, ", ", 1, #values - 1) .. (#values > 1 and " or " or "") .. values[#values]
end

--- Return a wrong value for a message: a string itself, in quotation marks, and the class of another value.
---@param value any
---@return string
-- @usage require("lucena.argument").given(chess.position()) --> lucena.Position
function M.given(value)
  return type(value) == "string" and ("'%s'"):format(M.shown(value)) or M.kind(value)
end

--- Raise the error for an assignment to a field of the library.
---@param name string the table, such as "chess.query"
---@param key any
function M.refuse_assignment(name, key)
  error(("%s.%s cannot be assigned (chess.register and chess.extend add to Lucena)"):format(name, M.shown(key)), 3)
end

--- Return a table through which fields can be read, but not assigned.
---@param name string the table, such as "chess.query"
---@param fields table
---@param meta? table further fields of its metatable
---@return table
-- @usage pcall(function() require("lucena.argument").sealed("t", {}).x = 1 end) --> false
function M.sealed(name, fields, meta)
  meta = meta or {}
  meta.__index = fields
  function meta.__newindex(_, key)
    M.refuse_assignment(name, key)
  end
  function meta.__pairs()
    pairs(fields) -- loads all of them
    return next, fields, nil
  end
  return setmetatable({}, meta)
end

local function keys_of(set)
  local keys = {}
  for key in pairs(set) do
    keys[#keys + 1] = tostring(key)
  end
  table.sort(keys)
  return keys
end

local function has_type(value, expected)
  return type(value) == expected or expected == "list" and (type(value) == "table" or M.kind(value) == "lucena.List")
end

--- Raise an error unless an argument is nil or a table of known options. `allowed` maps a name to a type, to "list" for
-- an array or a List such as `node.marks`, or to a table whose keys are the allowed values.
---@param opts any
---@param number integer index of the argument
---@param name string the name of the function
---@param allowed table
---@return table opts an empty table for nil
function M.options(opts, number, name, allowed)
  if opts == nil then
    return {}
  end
  local function fail(text, ...)
    M.bad(4, number, name, text, ...)
  end
  if type(opts) ~= "table" then
    fail("table expected, got %s", M.kind(opts))
  elseif M.kind(opts) ~= "table" then -- such as a Query
    fail("table of options expected, got %s", M.kind(opts))
  end
  for key, value in pairs(opts) do
    local expected = allowed[key]
    if not expected then
      fail("unknown option '%s'%s", M.shown(key), require("lucena.suggestion").hint(key, allowed))
    elseif type(expected) == "table" and not expected[value] then
      fail("option '%s': %s expected, got %s", key, M.any_of(keys_of(expected)), M.given(value))
    elseif type(expected) == "string" and not has_type(value, expected) then
      fail("option '%s': %s expected, got %s", key, expected == "list" and "table" or expected, M.kind(value))
    end
  end
  return opts
end

--- Return the value of an option whose default is true. `comments = false` and the older spelling `no_comments = true`
-- both clear the option.
---@param opts table
---@param name string
---@return boolean
-- @usage require("lucena.argument").holds({ no_nags = true }, "nags") --> false
function M.holds(opts, name)
  return opts[name] ~= false and not opts["no_" .. name]
end

local function escaped(bytes)
  return (bytes:gsub(".", function(c) return ("\\x%02x"):format(c:byte()) end))
end

-- C1 control characters, and characters that change the direction of text, in UTF-8.
local HAZARDS = { "\xC2[\x80-\x9F]", "\xD8\x9C", "\xE2\x80[\x8E\x8F\xAA-\xAE]", "\xE2\x81[\xA6-\xA9]" }

--- Make a text safe for a message: one line, without characters that a terminal interprets.
---@param text string
---@return string
-- @usage require("lucena.argument").printable("a\nb")  --> a\x0ab
function M.printable(text)
  text = text:gsub("%c", escaped)
  if not text:find("[\x80-\xFF]") then
    return text
  elseif not utf8.len(text) then
    return (text:gsub("[\x80-\x9F]", escaped))
  end
  for _, hazard in ipairs(HAZARDS) do
    text = text:gsub(hazard, escaped)
  end
  return text
end

--- Format a value for a message: at most 40 bytes, then "...".
---@param value any
---@return string
-- @usage require("lucena.argument").shown(("e4 "):rep(20))  --> e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e...
function M.shown(value)
  local text = tostring(value)
  return M.printable(#text > 40 and text:sub(1, 40) .. "..." or text)
end

--- Report whether a text is a valid tag name (PGN 8.1.1: letters, digits and _; PGN 7: at most 255 characters).
---@param text string
---@return boolean
-- @usage require("lucena.argument").is_tag_name("White Elo")  --> false
function M.is_tag_name(text)
  return #text <= 255 and text:find("^[%w_]+$") ~= nil
end

--- Return a metatable with the name of a class and a function for tostring().
---@param name string the name with its prefix
---@param text_of fun(value: table): string
---@return table metatable
function M.new_class(name, text_of)
  return {
    __name = name, __metatable = name,
    __tostring = function(value)
      return name .. ": " .. text_of(value)
    end,
  }
end

return M
