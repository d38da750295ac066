--- The commands of the prompt. Each file in this folder returns a group of commands, which is an array. Its field
-- `title` is the heading in :help, and the field `order` is a number by which groups are sorted. A command is a table:
--
-- - `name`, `usage` (its arguments), `summary` (its row in :help), `more` (text added by :help NAME);
-- - `run(session, rest)`: runs the command; `rest` is the text after the name;
-- - `aliases`: other names, which :help does not list;
-- - `lua`: the name of its Lua function. true: the command's own name; a string: another name (`goto` is a keyword of
--   Lua, so the function is `jump`); nil: no function;
-- - `call(session, ...)`: the code of the Lua function; by default it calls `run` with its arguments as text;
-- - `leaves`: true if the command replaces the current game, so that the prompt must warn of unsaved changes;
-- - `try(session, rest)`: fails if the arguments are wrong; called before the warning of unsaved changes;
-- - `takes_text`: true if the arguments are any text: `comment {best}` is no call of a Lua function;
-- - `takes_signs`: true if the arguments may begin with signs such as `(=)` and `[%clk 0:01:00]`. They are Lua only if
--   the whole input is valid Lua;
-- - `is_setting`: true if the command concerns the session, not chess. It must be typed with a colon: `:set`.
--
-- Commands without `is_setting` may be typed with a colon, too.
--
-- The user's own commands are in the group of own.lua, with the field `is_own`.
--
-- The files are loaded when the session first looks up a command, because typed moves need no commands. Fields:
-- `FAMILIES`, the groups in the order of :help; `by_name`, commands by name; `words`, commands by name and by alias.
-- @module lucena.repl.commands

local plugin = require("lucena.plugin")

local M = {}

-- Return the default Lua function of a command: it passes its arguments to `run` as text.
local function call_of(command)
  return function(session, ...)
    local words = table.pack(...)
    for i = 1, words.n do
      if type(words[i]) == "table" and not getmetatable(words[i]) then
        session:fail(("%s takes text, not a table"):format(command.name))
      end
      words[i] = words[i] == nil and "" or tostring(words[i])
    end
    return command.run(session, table.concat(words, " "))
  end
end

local function enter(command)
  M.by_name[command.name], M.words[command.name] = command, command
  for _, alias in ipairs(command.aliases or {}) do
    M.words[alias] = command
  end
  command.call = command.call or call_of(command)
end

local function add_family(module)
  local family = plugin.load("family", module)
  for number, command in ipairs(family) do
    plugin.refuse(plugin.problem("prompt", command, ("%s: command %d"):format(plugin.path(module), number)))
    enter(command)
  end
  M.FAMILIES[#M.FAMILIES + 1] = family
end

local function load_all()
  M.FAMILIES, M.by_name, M.words = {}, {}, {}
  for _, name in ipairs(plugin.names("lucena.repl.commands")) do
    add_family("lucena.repl.commands." .. name)
  end
  table.sort(M.FAMILIES, function(a, b)
    return a.order < b.order
  end)
end

local LOADED = { FAMILIES = true, by_name = true, words = true }
setmetatable(M, { __index = function(_, name)
  if LOADED[name] then
    load_all()
    return rawget(M, name)
  end
end })

--- Add a command to a group.
---@param family table
---@param command table
function M.add(family, command)
  family[#family + 1] = command
  enter(command)
end

--- Remove a command from a family.
---@param family table
---@param name string
---@return boolean was_there
function M.remove(family, name)
  for i, command in ipairs(family) do
    if command.name == name then
      table.remove(family, i)
      M.by_name[name], M.words[name] = nil, nil
      return true
    end
  end
  return false
end

--- Return the names of all commands, in order.
---@return string[]
function M.names()
  local names = {}
  for name in pairs(M.by_name) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Return the command whose name begins with a word.
---@param word string
---@return string? name nil if no name begins with the word, or several names do
---@return string[]? names the names, if there are several
function M.abbreviation(word)
  local found = {}
  for _, name in ipairs(M.names()) do
    found[#found + 1] = name:sub(1, #word) == word and name or nil
  end
  if #found > 1 then
    return nil, found
  end
  return found[1]
end

--- Run a command.
---@param session table
---@param name string the name, or the first letters of the name of exactly one command
---@param rest string the text after the name
function M.run(session, name, rest)
  local full, several = M.abbreviation(name)
  local command = M.words[name] or M.words[full]
  if not command then
    local hint = several and name ~= "" and "these commands begin with it: " .. table.concat(several, ", ")
      or ":help lists them"
    local other = require("lucena.repl.advice").line_for(session, name)
    hint = other and ("did you mean %s?"):format(other) or hint
    for _, known in ipairs(M.names()) do
      hint = require("lucena.suggestion").is_near(name, known) and ("did you mean :%s?"):format(known) or hint
    end
    session:fail(("there is no command ':%s'; %s"):format(name, hint))
  end
  if command.try and session.asks then
    command.try(session, rest or "")
  end
  if command.leaves then
    require("lucena.repl.keeping").check(session, command.name == "quit")
  end
  command.run(session, rest or "")
end

return M
