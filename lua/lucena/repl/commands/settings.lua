--- Commands that concern the session: dialect, settings, time, transcript. They begin with a colon.
-- @module lucena.repl.commands.settings

local chess = require("lucena")
local rule = require("lucena.repl.rule")
local settings = require("lucena.repl.settings")

local function dialect(session, rest)
  if rest == "" then
    local found = session.is_auto and ("auto: detected from the moves, now %s"):format(session.language.name)
      or session.dialect
    session:say(found .. "\n:dialect french fixes it, :dialect auto detects it again; `lucena dialects` lists all")
    return
  elseif rest == "auto" then
    session.is_auto = true
    session:say("the dialect is detected from the moves")
    return
  end
  local found, err = chess.dialect(rest:match('^"(.*)"$') or rest)
  if not found then
    session:fail(err)
  end
  session.is_auto = false
  session:speak(found)
  session:say(("moves are read and shown in %s"):format(found.name))
end

-- ---- :set ----------------------------------------------------------------------------------------

local SWITCH = { on = true, off = false, yes = true, no = false, ["true"] = true, ["false"] = false }

local function list_settings(session)
  for _, row in ipairs(settings.MEANING) do
    local value = session.settings[row[1]]
    value = type(value) == "boolean" and (value and "on" or "off") or tostring(value)
    session:say((":set %-11s %-4s  %s"):format(row[1], value, row[2]))
  end
end

local function parse(text, now)
  if type(now) ~= "boolean" then
    return text:find("^%d+$") and math.tointeger(tonumber(text)) or nil
  elseif text == "" then
    return not now
  end
  return SWITCH[text]
end

local function fail_unknown(session, name)
  local names = {}
  for i, row in ipairs(settings.MEANING) do
    names[i] = row[1]
  end
  local near = require("lucena.suggestion").find(name, names)
  session:fail(("there is no setting '%s'; "):format(name)
    .. (near and ("did you mean %s?"):format(near) or ":set lists them"))
end

local function set(session, rest)
  if rest == "" then
    return list_settings(session)
  end
  local name, text = rest:match("^(%l+)[%s=]*(.-)$")
  local now = session.settings[name == "colour" and "color" or name]
  name = name == "colour" and "color" or name
  if now == nil then
    fail_unknown(session, name or rest)
  end
  local value = parse(text, now)
  if value == nil or not pcall(function() session.settings[name] = value end) then
    session:fail(type(now) == "boolean" and ("usage: :set %s on, or off"):format(name)
      or ("usage: :set %s N, %s"):format(name, settings.range(name)))
  end
  session.is_changed = session.is_changed or type(value) == "boolean"
end

local function flip(session)
  set(session, "flip")
end

-- ---- other settings ------------------------------------------------------------------------------

local function time(session, rest)
  if rest == "" then
    session:fail("usage: :time LINE")
  end
  local clock = require("lucena.system").monotonic
  local began, processor = clock(), os.clock()
  local done, failure = pcall(session.again, session, rest)
  session:say(("%.3f s (%.3f s of processor time)"):format(clock() - began, os.clock() - processor))
  if not done then
    error(failure, 0)
  end
end

local function traceback(session)
  session:say(require("lucena.repl.run").last_traceback(session) or "No line of Lua has had an error yet.")
end

local function lua(session, rest)
  if rest == "" then
    session.is_lua = not session.is_lua
    session:say(session.is_lua and "all lines are now Lua, except commands; :lua ends this"
      or "lines with moves are chess again")
    return
  end
  require("lucena.repl.run").line(session, rest)
end

local function save_transcript(session, rest)
  if rest == "" then
    session:fail("usage: :transcript FILE")
  end
  local path = rule.path(rest)
  local file, err = io.open(path, "w")
  if not file then
    session:fail("cannot write " .. err)
  end
  local text = table.concat(session.transcript, "\n"):gsub("\27%[[%d;]*m", "")
  local done, message = file:write(text, "\n")
  local closed, why = file:close()
  if not done or not closed then
    session:fail(("cannot write %s: %s"):format(path, message or why))
  end
  session:say("written: " .. path)
end

-- ---- :history ------------------------------------------------------------------------------------

local SHOWN = 20 -- lines

-- Show lines of the history with their numbers: the last ones, or those with a text.
local function list_history(session, lines, text)
  local rows = {}
  for i = #lines, 1, -1 do
    if #rows < SHOWN and (text == "" or lines[i]:find(text, 1, true)) and not lines[i]:find("^:history") then
      table.insert(rows, 1, ("%5d  %s"):format(i, (lines[i]:gsub("\n", "\n       "))))
    end
  end
  if not rows[1] then
    session:fail(text == "" and "No line was typed yet." or ("no line of the history has '%s'"):format(text))
  end
  session:say(table.concat(rows, "\n"))
end

local function history(session, rest)
  local lines = session.history and session.history.lines
  local number = math.tointeger(tonumber(rest:match("^%d+$")))
  if not lines then
    session:fail("There is no history: it has the lines that are typed on a terminal.")
  elseif not number then
    return list_history(session, lines, rest)
  elseif not lines[number] or lines[number]:find("^:history") then
    session:fail(("the history has no line %d to run again"):format(number))
  end
  session:say(lines[number])
  session:again(lines[number])
end

local function quit(session)
  session.has_quit = true
end

return {
  title = "The session", order = 60,
  { name = "dialect", usage = "[NAME]", summary = "set the notation of moves: french, iccf, auto ...", run = dialect,
    is_setting = true, lua = true,
    more = ":dialect french reads only French moves; :dialect auto detects the notation of each line. `lucena "
      .. "dialects` lists the notations." },
  { name = "set", usage = "[NAME [VALUE]]", summary = "show or change settings: color, flip, width ...", run = set,
    is_setting = true, more = ":set lists all settings, :set flip on sets one, :set flip toggles it." },
  { name = "flip", usage = "", summary = "turn the board around", run = flip },
  { name = "lua", usage = "[CODE]", summary = "run CODE as Lua; without CODE, all lines are Lua", run = lua,
    is_setting = true },
  { name = "history", usage = "[N | TEXT]", summary = "list the last lines that were typed, or run line N again",
    run = history, is_setting = true,
    more = ":history TEXT lists the lines that contain TEXT. Ctrl-R searches while you type." },
  { name = "time", usage = "LINE", summary = "run a line, and show the time it takes", run = time,
    is_setting = true },
  { name = "tb", usage = "", summary = "show the traceback of the last error in Lua", run = traceback,
    is_setting = true },
  { name = "transcript", usage = "FILE", summary = "write the input and output so far to a file",
    run = save_transcript, is_setting = true },
  { name = "quit", leaves = true, usage = "", summary = "leave the prompt; Ctrl-D does the same",
    run = quit, lua = true,
    aliases = { "exit", "bye", "q" } },
}
