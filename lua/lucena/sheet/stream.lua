--- Collects the text of a page of many games. If the page has a function for pieces, each of them is passed on at once,
-- so that only one game is in memory.
-- @module lucena.sheet.stream

local M = {}

local Stream = {}
Stream.__index = Stream

--- Create an empty collection.
---@param page table as for lucena.report; `put`: the function for pieces, or nil
---@param separator string between pieces
---@return table stream
function M.new(page, separator)
  return setmetatable({ put = page.put, separator = separator, count = 0 }, Stream)
end

--- Add a piece.
---@param text string
function Stream:add(text)
  self.count = self.count + 1
  if self.put then
    self.put(self.count > 1 and self.separator .. text or text)
  else
    self[self.count] = text
  end
end

--- Return the text of the pieces that were not passed on.
---@return string
function Stream:text()
  return table.concat(self, self.separator)
end

--- Return a list of games whose sheets are made when they are read, and not kept.
---@param list table[] games, or sheets of other processes
---@param make function returns the sheet of an item of the list
---@return table[] sheets
function M.sheets(list, make)
  return setmetatable({}, { __len = function() return #list end,
    __index = function(_, i) return list[i] and make(list[i]) end })
end

return M
