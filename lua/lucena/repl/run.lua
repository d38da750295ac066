--- Runs an input of Lua code. It is compiled as an expression if possible, else as statements. Its values are printed.
-- @module lucena.repl.run

local environment = require("lucena.repl.environment")
local library = require("lucena.repl.library")
local rule = require("lucena.repl.rule")

local M = {}

-- Return a hint for a query that was typed without `find`: `moves < 30`, `player Karpov`.
local function query_hint(session, code)
  local name = code:match("^%s*(%a[%w_]*)%s*[<>]=?%s*%d+%s*$") or code:match("^%s*(%a[%w_]*)%s+%w+%s*$")
  if not name or session:is_own(name) or session.words[name] and not code:find("[<>]")
    or not require("lucena.query").find(name) then
    return nil
  end
  local _, problem = require("lucena.query.source").evaluate(code)
  return problem and ("%s\nTo search the loaded file: find QUERY"):format(problem:gsub("^%-e:1: ", ""))
end

-- Return whether the compiler refused the first token of a statement, as in `{1, 2`. Then the code is meant as an
-- expression.
local function fails_at_once(code, message)
  local token = message:match("^[^:]*:1: unexpected symbol near '(.*)'$")
  return token ~= nil and code:match("^%s*(.*)$"):sub(1, #token) == token
end

--- Compile code in the session's environment.
---@param session table
---@param code string
---@param name? string of the chunk, default: a name by which the source of its functions is found
---@return function? chunk
---@return string? err
function M.compile(session, code, name)
  name = name or code:find("function", 1, true) and require("lucena.repl.source").name(session, code) or "=line"
  environment.fill(session)
  local compile = require("lucena.chunk").compile
  local expression, problem = compile("return " .. code, name, session.environment)
  if expression then
    return expression
  end
  local chunk, message = compile(code, name, session.environment)
  return chunk, not chunk and (fails_at_once(code, message) and problem or message) or nil
end

-- The traceback of the last error of each session, for :tb.
local tracebacks = setmetatable({}, { __mode = "k" })

local traceback = debug.traceback
local LONGEST = 1000 -- bytes of a message; a much longer one would waste memory

--- Return the traceback of the last error in Lua code, without the functions of the prompt.
---@param session table
---@return string?
function M.last_traceback(session)
  local text = tracebacks[session]
  return text and text:gsub("\n[^\n]*lucena/repl/library%.lua.*$", "") or nil
end

-- Run user code. An error is raised again with the same value.
local function protected(session, chunk)
  local results = table.pack(xpcall(library.call, function(failure)
    tracebacks[session] = traceback(type(failure) == "string" and #failure <= LONGEST and failure or nil, 2)
    return failure
  end, chunk))
  library.restore()
  if not results[1] then
    error(results[2], 0)
  end
  return table.move(results, 2, results.n, 1, { n = results.n - 1 })
end

-- The names of local variables in earlier inputs of each session.
local locals = setmetatable({}, { __mode = "k" })

local function note_locals(session, code)
  local names = code:match("^%s*local%s+function%s+([%a_][%w_]*)") or code:match("^%s*local%s+([%a_][%w_%s,]*)")
  for name in (names or ""):gmatch("[%a_][%w_]*") do
    locals[session] = locals[session] or {}
    locals[session][name] = true
  end
end

--- Return whether a name was a local variable of an earlier input.
---@param session table
---@param name string
---@return boolean
function M.was_local(session, name)
  return locals[session] ~= nil and locals[session][name] == true
end

-- Return the message about a name without a value.
local function missing(session, name, code)
  if M.was_local(session, name) then
    return ("There is no '%s': a local variable ends with its input. To keep it, omit `local`."):format(name)
  end
  if session.is_lua then
    return ("There is no '%s'.\nAll lines are Lua now; :lua ends this."):format(name)
  end
  local advice = require("lucena.repl.advice")
  return advice.query(session, name) or ("There is no '%s'.\n%s"):format(name, advice.hint(session, code))
end

local function show(session, values)
  if values.n == 0 then
    return
  elseif values.n >= 2 and values[1] == nil and type(values[2]) == "string" then
    -- An error as the library returns it: nil, message, code.
    session:say(("nil: %s%s"):format(values[2], values[3] and (" (%s)"):format(tostring(values[3])) or ""))
    return
  end
  -- Trailing nils are not printed: "nil" is printed only if it is the sole result.
  local last = values.n
  while last > 1 and values[last] == nil do
    last = last - 1
  end
  for i = 1, last do
    session:print(require("lucena.repl.pretty").value(session, values[i]))
  end
  if values[1] ~= nil then
    environment.keep(session, values[1])
  end
end

-- Fail with the reason why an input is not Lua.
local function refuse(session, code, message)
  local odd = rule.odd_word(session, code)
  if not odd then
    session:fail(require("lucena.repl.advice").refusal(session, code, message))
  end
  local _, err, kind = session.language:read(session.position, odd)
  if kind == "bad_dialect" then
    session:fail(err) -- a function of a dialect file has failed
  end
  local notation = session.is_auto and "any notation that Lucena knows" or session.dialect
  session:fail(("'%s' is not a move in %s, so nothing was played."):format(odd, notation))
end

-- Return whether valid Lua code may be meant otherwise: it has neither calls, strings nor assignments, and begins with
-- a name that is not defined. Running it would only raise an error or print nil.
local function may_be_other(session, code)
  if code:find("^%s*%d+%.+%s*[%a]%w+,%a") then
    return true -- 1.e4,e5: Lua would read the number 1.e4
  end
  local name = not code:find("[({\"'=]") and code:match("^%s*([%a_][%w_]*)%s*[^%w_%s]")
  return name and not session:is_defined(name)
end

-- Words that are values without being defined.
local LITERAL = { ["nil"] = true, ["true"] = true, ["false"] = true, _ = true }

--- Run an input of Lua code and print its values. If the input is only an undefined name, an error is reported, because
-- the name is probably a typing error.
---@param session table
---@param code string
function M.line(session, code)
  local problem = query_hint(session, code)
  if problem then
    session:fail(problem)
  end
  local chunk, message = M.compile(session, code)
  local answer = (not chunk or may_be_other(session, code)) and require("lucena.repl.advice").answer(session, code,
    chunk ~= nil)
  if answer then
    session:fail(answer)
  elseif not chunk then
    refuse(session, code, message)
  end
  local word = code:match("^%s*([%a_][%w_]*)%s*$")
  if word and not session:is_defined(word) and not LITERAL[word] then
    session:fail(missing(session, word, code))
  end
  note_locals(session, code)
  show(session, protected(session, chunk))
end

return M
