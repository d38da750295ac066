--- Rows of strings that a worker sends in one string, for commands that need some strings of each game.
-- An array of strings would be encoded item by item (`lucena.run.frame`), which takes longer than reading the game.
-- @module lucena.run.rows

local pack, unpack = string.pack, string.unpack

local M = {}

-- Maps the number of columns to the format of a row.
local FORMATS = setmetatable({}, { __index = function(formats, count)
  formats[count] = "<" .. ("s4"):rep(count)
  return formats[count]
end })

--- Return a row as a string. A worker concatenates its rows.
---@param ... string the columns
---@return string
function M.pack(...)
  return pack(FORMATS[select("#", ...)], ...)
end

--- Return an iterator over rows: the first four columns, and the row as an array.
---@param bytes string rows of pack()
---@param count integer of columns
---@return fun(): string?, string?, string?, string?, string[]?
-- @usage local rows = require("lucena.run.rows"); return select(2, rows.each(rows.pack("a", "b"), 2)()) --> b
function M.each(bytes, count)
  local format, at = FORMATS[count], 1
  return function()
    if at <= #bytes then
      local row = { unpack(format, bytes, at) }
      at = row[count + 1]
      row[count + 1] = nil
      return row[1], row[2], row[3], row[4], row
    end
  end
end

return M
