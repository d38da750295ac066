--- The commands of the REPL, by name. Each is a table of one of the files beside this one:
--
-- - `name`, `usage` (what stands behind the name), `summary` (a line for :help), `more` (what :help NAME says besides);
-- - `run(session, rest)`: does it, with the text behind the name;
-- - `lua`: the name of the function that does it in Lua: true when that is the command's own name, another where Lua
--   has the word already (`goto` is `jump`), nil when there is none; `call(session, ...)` is that function, made of
--   `run` when there is none of its own;
-- - `is_setting`: it belongs to the session, not to chess, and wants a colon: `:set`.
--
-- A word command may have the colon, too.
-- @module lucena.repl.commands

local near = require("lucena.near")
local plugin = require("lucena.plugin")

local M = {}

--- The families, in the order of :help.
M.FAMILIES = {
  { title = "Moving about", module = "walk" },
  { title = "Changing the game", module = "edit" },
  { title = "Games and files", module = "files" },
  { title = "Asking about the position", module = "ask" },
  { title = "Asking others", module = "consult" },
  { title = "The session", module = "settings" },
  { title = "Help", module = "help" },
}

--- The commands by name.
---@type table<string, table>
M.by_name = {}

-- What the function of a command does when it is called from Lua: its arguments as text.
local function call_of(command)
  return function(session, ...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = words[i] == nil and "" or tostring(words[i])
    end
    return command.run(session, table.concat(words, " "))
  end
end

for _, family in ipairs(M.FAMILIES) do
  local module = "lucena.repl.commands." .. family.module
  family.commands = require(module)
  for number, command in ipairs(family.commands) do
    plugin.refuse(plugin.problem("prompt", command, ("%s: command %d"):format(plugin.path(module), number)))
    M.by_name[command.name] = command
    command.call = command.call or call_of(command)
  end
end

--- Their names, in order.
---@return string[]
function M.names()
  local names = {}
  for name in pairs(M.by_name) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Run a command.
---@param session table
---@param name string
---@param rest string what stands behind it
function M.run(session, name, rest)
  local command = M.by_name[name]
  if not command then
    local hint = ":help lists them"
    for _, known in ipairs(M.names()) do
      hint = near.is_near(name, known) and ("did you mean :%s?"):format(known) or hint
    end
    session:fail(("there is no command ':%s'; %s"):format(name, hint))
  end
  command.run(session, rest or "")
end

return M
