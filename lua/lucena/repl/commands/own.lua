--- Commands of the user: `:alias` names a line, and the Lua function `command` makes a command from a function.
-- Usually, the user's init.lua calls both.
-- @module lucena.repl.commands.own

local commands = require("lucena.repl.commands")

local FAMILY = { title = "Your own commands", order = 65 }

-- Check the name of a new command: small letters, and not the name of a command of Lucena.
local function check_name(session, name)
  local known = type(name) == "string" and commands.words[name]
  if type(name) ~= "string" or not name:find("^%l+$") then
    session:fail("a command's name has only the letters a to z")
  elseif known and not known.is_own then
    session:fail(("'%s' is a command of Lucena"):format(name))
  end
end

local function add(session, command)
  check_name(session, command.name)
  commands.remove(FAMILY, command.name)
  command.is_own = true
  commands.add(FAMILY, command)
end

-- List the user's commands.
local function list(session)
  local count = 0
  for _, command in ipairs(FAMILY) do
    if command.is_own then
      count = count + 1
      session:say(("%s: %s"):format(command.name, command.summary))
    end
  end
  if count == 0 then
    session:say("You have no commands of your own. :alias NAME LINE makes one; so does command(name, f) in Lua.")
  end
end

local MOST_NESTED = 20
local nested = 0

-- Run the line that an alias stands for. The line may contain other aliases.
local function run_alias(session, line)
  if nested == MOST_NESTED then
    session:fail("the aliases call each other without end")
  end
  nested = nested + 1
  local done, failure = pcall(session.again, session, line)
  nested = nested - 1
  if not done then
    error(failure, 0)
  end
end

local function alias(session, rest)
  local name, line = rest:match("^(%S+)%s+(.+)$")
  if rest == "" then
    return list(session)
  elseif not name then
    session:fail("usage: :alias NAME LINE; :alias NAME - removes it")
  elseif line == "-" then
    check_name(session, name)
    return commands.remove(FAMILY, name) or session:fail(("there is no command '%s'"):format(name))
  elseif line:match("^:?(%S+)") == name then
    session:fail("the line begins with the name itself")
  end
  add(session, {
    name = name, usage = "[...]", summary = line,
    run = function(at, more)
      run_alias(at, more == "" and line or line .. " " .. more)
    end,
  })
end

-- The Lua function command(name, f, summary). `f` gets the text after the name.
local function make(session, name, f, summary)
  if type(f) ~= "function" or summary ~= nil and type(summary) ~= "string" then
    session:fail("usage: command(name, function(text) ... end, summary)")
  end
  add(session, {
    name = name, usage = "[...]", summary = summary or "a command of your own",
    run = function(_, rest)
      require("lucena.repl.library").call(f, rest)
    end,
  })
end

FAMILY[1] = { name = "alias", usage = "[NAME LINE]", summary = "make a short name for a line; without NAME, list them",
  is_setting = true, run = alias, lua = true,
  call = function(session, name, line) alias(session, ("%s %s"):format(name or "", line or "")) end,
  more = "Text after the new command is added to LINE. :alias NAME - removes it. In init.lua: alias(\"gd\", \"games by "
    .. "date\")." }
FAMILY[2] = { name = "command", usage = "", summary = "list your commands; in Lua, command(name, f) makes one",
  is_setting = true, run = list, lua = true, call = make,
  more = "command(name, f, summary) in init.lua: typing the name calls f with the text after the name. The summary is "
    .. "for :help." }

return FAMILY
