--- Adds methods to the public classes.
-- @module lucena.extend

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {}

-- The public classes. Each has a list of the modules that define its methods; they are loaded first.
local CLASSES = {
  Board = "lucena.position", Dialect = "lucena.dialect", EpdReader = "lucena.epd", EpdRecord = "lucena.epd",
  Game = "lucena.games", Move = "lucena.position", Node = "lucena.games", Position = "lucena.position",
  Reader = "lucena.games", Setup = "lucena.position", Writer = "lucena.games",
}

-- The names that programs added to each class. Programs can replace these methods.
local added = {}

local OPTIONS = { replace = "boolean" }

local function check(fields, own, name, method, replaces)
  if type(name) ~= "string" or not name:find("^[%a][%w_]*$") then
    argument.bad(3, 2, "extend", "'%s' is not a valid method name", argument.shown(name))
  elseif type(method) ~= "function" then
    argument.bad(3, 2, "extend", "'%s': function expected, got %s", name, argument.kind(method))
  elseif fields[name] ~= nil and not own[name] then
    argument.bad(3, 2, "extend", "the class already has '%s'", name)
  elseif own[name] and fields[name] ~= method and not replaces then
    argument.bad(3, 2, "extend", "'%s' was already added; {replace = true} replaces it", name)
  end
end

--- Add methods to a class, for all its values. A built-in method or property cannot be replaced. Adding a method again
-- raises an error, unless the option `replace` is true.
---@param class string "Game", "Node", "Position", "Board", "Setup", "Move", "Dialect", "Reader", "Writer", "EpdRecord"
-- or "EpdReader"
---@param methods table<string, function> by name; each takes the value first
---@param opts? {replace?: boolean} `replace`: replace methods that were added before
-- @usage chess.extend("Game", {white = function(game) return game.tags.White or "?" end})
function M.extend(class, methods, opts)
  if not CLASSES[class] then
    local names = {}
    for name in pairs(CLASSES) do
      names[#names + 1] = name
    end
    table.sort(names)
    argument.bad(2, 1, "extend", "%s expected, got %s%s", argument.any_of(names), argument.given(class),
      require("lucena.suggestion").hint(class, CLASSES))
  end
  argument.check(methods, 2, "extend", "table")
  opts = argument.options(opts, 3, "extend", OPTIONS)
  require(CLASSES[class])
  local fields, own = core[class], added[class] or {}
  for name, method in pairs(methods) do
    check(fields, own, name, method, opts.replace)
  end
  for name, method in pairs(methods) do
    fields[name], own[name] = method, true
  end
  added[class] = own
end

return M
