--- The commands of the prompt, by name. A file of this folder is found by its place and returns a family of them: an
-- array of commands, with `title`, what :help calls the family, and `order`, a number that gives its place there. A
-- command is a table:
--
-- - `name`, `usage` (its arguments), `summary` (a line for :help), `more` (what :help NAME adds);
-- - `run(session, rest)`: does it, with the text after the name;
-- - `aliases`: other names, not listed by :help;
-- - `lua`: the name of the function that does it in Lua: true when that is the command's own name, another where Lua
--   has the word already (`goto` is `jump`), nil when there is none; `call(session, ...)` is that function, made of
--   `run` when there is none of its own;
-- - `is_setting`: it belongs to the session, not to chess, and wants a colon: `:set`.
--
-- A word command may have the colon, too.
-- @module lucena.repl.commands

local suggestion = require("lucena.suggestion")
local plugin = require("lucena.plugin")

local M = {}

--- The families in the order of :help, returned by the files of this folder.
---@type table[]
M.FAMILIES = {}

--- Commands by name.
---@type table<string, table>
M.by_name = {}

--- Commands by name and alias.
---@type table<string, table>
M.words = {}

-- Return the default function for calls from Lua: it passes its arguments as text.
local function call_of(command)
  return function(session, ...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = words[i] == nil and "" or tostring(words[i])
    end
    return command.run(session, table.concat(words, " "))
  end
end

local function add_family(module)
  local family = plugin.load("family", module)
  for number, command in ipairs(family) do
    plugin.refuse(plugin.problem("prompt", command, ("%s: command %d"):format(plugin.path(module), number)))
    M.by_name[command.name], M.words[command.name] = command, command
    for _, alias in ipairs(command.aliases or {}) do
      M.words[alias] = command
    end
    command.call = command.call or call_of(command)
  end
  M.FAMILIES[#M.FAMILIES + 1] = family
end

local folder = package.searchpath("lucena.repl.commands", package.path):match("^(.*)/")
for _, file in ipairs(assert(require("lucena.core").list_folder(folder))) do
  local name = file ~= "init.lua" and file:match("^(%l[%l%d_]*)%.lua$")
  if name then
    add_family("lucena.repl.commands." .. name)
  end
end
table.sort(M.FAMILIES, function(a, b)
  return a.order < b.order
end)

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

--- Run a command.
---@param session table
---@param name string
---@param rest string the text after it
function M.run(session, name, rest)
  local command = M.words[name]
  if not command then
    local hint = ":help lists them"
    for _, known in ipairs(M.names()) do
      hint = suggestion.is_near(name, known) and ("did you mean :%s?"):format(known) or hint
    end
    session:fail(("there is no command ':%s'; %s"):format(name, hint))
  end
  command.run(session, rest or "")
end

return M
