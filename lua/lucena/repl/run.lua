--- Runs an input of Lua code. It is compiled as an expression if possible, else as statements. Its values are printed.
-- @module lucena.repl.run

local environment = require("lucena.repl.environment")
local library = require("lucena.repl.library")
local pretty = require("lucena.repl.pretty")
local rule = require("lucena.repl.rule")

local M = {}

local NOTHING = "\nThis is not a move, a command or Lua; see :help."

-- Names of commands in other programs, with the command of the same meaning here.
local SYNONYMS = { analyse = "eval", analyze = "eval", takeback = "back", list = "games",
  search = "find", stockfish = "eval", reset = "new", view = "board", print = "pgn" }

-- Return the suggestion of a command. Some commands need a colon.
local function suggest(name)
  local command = require("lucena.repl.commands").by_name[name]
  return ("\nDid you mean the command '%s%s'?"):format(command and command.is_setting and ":" or "", name)
end

-- Return a hint for several words without the signs of Lua code: a question, or a line of prose. A terminal that cannot
-- mark pasted text passes each of its lines alone.
local function prose_hint(code)
  if code:find("[=(){}%[%]\"]") or not code:find("%S%s+%S") then
    return ""
  end
  return NOTHING .. (os.getenv("TERM") == "dumb" and rule.is_prose(code)
    and "\nTo read a pasted text with moves: save it in a file, and run load FILE." or "")
end

-- Return a hint for an input such as `goto e4`, which begins with a Lua keyword but is not Lua.
local function hint(session, code)
  local object, method = code:match("^%s*([%a_][%w_.]*):([%a_][%w_]*)%s*$")
  if object then
    return ("\nA method is called with parentheses: %s:%s()"):format(object, method)
  end
  local word, is_alone = code:match("^%s*:?(%a[%w_]*)"), code:find("^%s*%S+%s*$")
  if not word or word ~= code:match("^%s*(%S+)%s*$") and not code:find("^%s*%a+%s+%w+%s*$") then
    return is_alone and not word and NOTHING or prose_hint(code)
  elseif SYNONYMS[word] then
    return suggest(SYNONYMS[word])
  elseif require("lucena.report").is_there(word) then
    return ("\nTo make this report: report %s"):format(word)
  end
  local _, several = session.abbreviation(word)
  if several and #word > 1 then
    return ("\nThese commands begin with it: %s"):format(table.concat(several, ", "))
  end
  local suggestion = require("lucena.suggestion")
  for _, name in ipairs(session.commands) do
    if suggestion.is_near(word, name) then
      return suggest(name)
    end
  end
  return NOTHING
end

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

--- Compile code in the session's environment.
---@param session table
---@param code string
---@param name? string of the chunk, default "=line"
---@return function? chunk
---@return string? err
function M.compile(session, code, name)
  name = name or "=line"
  environment.fill(session)
  local compile = require("lucena.chunk").compile
  local chunk = compile("return " .. code, name, session.environment)
  if chunk then
    return chunk
  end
  return compile(code, name, session.environment)
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
  local names = code:match("^%s*local%s+([%a_][%w_%s,]*)")
  for name in (names or ""):gmatch("[%a_][%w_]*") do
    locals[session] = locals[session] or {}
    locals[session][name] = true
  end
end

-- Return the message about a name without a value.
local function missing(session, name, code)
  if locals[session] and locals[session][name] then
    return ("There is no '%s': a local variable ends with its input. To keep it, omit `local`."):format(name)
  end
  return ("There is no '%s'."):format(name) .. hint(session, code)
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
    session:print(pretty.value(session, values[i]))
  end
  if values[1] ~= nil then
    environment.keep(session, values[1])
  end
end

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
  local odd = not chunk and rule.odd_word(session, code)
  if odd then
    local _, err, kind = session.language:read(session.position, odd)
    if kind == "bad_dialect" then
      session:fail(err) -- a function of a dialect file has failed
    end
    local notation = session.is_auto and "any notation that Lucena knows" or session.dialect
    session:fail(("'%s' is not a move in %s, so nothing was played."):format(odd, notation))
  elseif not chunk then
    session:fail(message:gsub("^line:1: ", "Lua: "):gsub("^line:(%d+): ", "Lua, line %1: ") .. hint(session, code))
  end
  local word = code:match("^%s*([%a_][%w_]*)%s*$")
  if word and not session:is_defined(word) and word ~= "nil" and word ~= "false" and word ~= "_" then
    session:fail(missing(session, word, code))
  end
  note_locals(session, code)
  show(session, protected(session, chunk))
end

return M
