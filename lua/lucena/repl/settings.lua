--- The settings of a session: listed by `:set`, and in Lua the table `settings`. Both reject invalid values.
-- @module lucena.repl.settings

local M = {}

--- Names and descriptions, in the order of `:set`.
M.MEANING = {
  { "board", "show the board when it changes" }, { "color", "colours" }, { "coordinates", "files and ranks" },
  { "depth", "levels of tables that are shown" }, { "explorer", "show the moves of the file's games with the board" },
  { "flip", "Black below" }, { "items", "values shown of a table" },
  { "pager", "show output that is longer than the screen in a pager" },
  { "unicode", "figurines" }, { "width", "columns" },
}

local LEAST = { depth = 1, items = 1, width = 20 }

-- Maximum values: deeper tables would need deep recursion, and no terminal is wider.
local MOST = { depth = 50, items = 10000, width = 1000 }

--- Return the valid values of a setting.
---@param name string an existing name
---@return string
-- @usage require("lucena.repl.settings").range("depth") --> from 1 to 50
function M.range(name)
  return LEAST[name] and ("from %d to %d"):format(LEAST[name], MOST[name]) or "true or false"
end

local function fits(name, value)
  local least = LEAST[name]
  if least then
    return math.type(value) == "integer" and value >= least and value <= MOST[name]
  end
  return type(value) == "boolean"
end

--- Make the settings of a session.
---@param values {board: boolean, color: boolean, coordinates: boolean, depth: integer, explorer: boolean,
-- flip: boolean, items: integer, pager: boolean, unicode: boolean, width: integer}
---@return table settings read and set by name; setting raises an error for an unknown name or an invalid value
-- @usage tostring(require("lucena.repl.settings").new { flip = true }) --> flip = true
function M.new(values)
  return setmetatable({}, {
    __index = values,
    __newindex = function(_, name, value)
      if values[name] == nil then
        error(("there is no setting '%s'"):format(tostring(name)), 2)
      elseif not fits(name, value) then
        error(("settings.%s is %s"):format(name, M.range(name)), 2)
      end
      values[name] = value
    end,
    __pairs = function()
      return next, values
    end,
    __tostring = function()
      local lines = {}
      for _, row in ipairs(M.MEANING) do
        local value = values[row[1]]
        lines[#lines + 1] = value ~= nil and ("%s = %s"):format(row[1], tostring(value)) or nil
      end
      return table.concat(lines, "\n")
    end,
  })
end

return M
