--- Readers: functions that read games from files in other formats than PGN, for `lucena convert --from NAME`.
-- The built-in ones are the files of lua/lucena/reader/. Each returns
--
--     summary   a line for lists
--     read      function(file, options): the reader
--
-- A reader gets a file with the methods of `lucena.line_file`, and options for `chess.game`. It returns an iterator.
-- Each call of the iterator returns a game, or its text in PGN; or false and a message, for a record that is no game;
-- or nil at the end. A third result is the number of the line of the record, by default that of the last line read. A
-- fourth one is the number of the line from which diagnostics of the game count, by default that of the record.
-- @module lucena.reader

local argument = require("lucena.argument")
local plugin = require("lucena.plugin")
local registry = require("lucena.registry")

local M = {}

local function is_built_in(name)
  return name:find("^%l[%l%d_]*$") ~= nil and plugin.is_there("lucena.reader." .. name)
end

--- Check a reader that is registered. lucena.registry calls this function.
---@param name string
---@param value any
---@return function? read
---@return string|table problem a message; or {is_name = true, text = message} if the name is wrong
function M.adopt(name, value)
  if name == "pgn" or is_built_in(name) then
    return nil, { is_name = true, text = ("'%s' is a built-in reader"):format(name) }
  elseif type(value) ~= "function" then
    return nil, ("function expected, got %s"):format(argument.kind(value))
  end
  return value
end

--- Return the reader with a name.
---@param name string
---@return function? read nil if there is none
-- @usage require("lucena.reader").find("xml") --> nil
function M.find(name)
  if is_built_in(name) then
    return plugin.load("reader", "lucena.reader." .. name).read
  end
  return registry.find("reader", name)
end

--- Return the names of all readers: built-in ones first, then registered ones.
---@return string[]
-- @usage require("lucena.reader").names()[1] --> chess_com
function M.names()
  local names, added = plugin.names("lucena.reader"), registry.names("reader")
  return table.move(added, 1, #added, #names + 1, names)
end

return M
