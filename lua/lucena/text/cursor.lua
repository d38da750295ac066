--- Finds the line number of an offset in a text. Callers ask for offsets in ascending order, so the text is read once.
-- @module lucena.text.cursor

local Cursor = {}
Cursor.__index = Cursor

local M = {}

---@param text string
---@return table cursor
function M.new(text)
  return setmetatable({ text = text, line = 1, start = 1, stop = text:find("\n", 1, true) }, Cursor)
end

--- Return the number of the line that contains an offset, and the offset of the line's first byte.
---@param offset integer
---@return integer line
---@return integer start
-- @usage cursor.new("a\nb\n"):seek(3) --> 2
function Cursor:seek(offset)
  while self.stop and self.stop < offset do
    self.line, self.start = self.line + 1, self.stop + 1
    self.stop = self.text:find("\n", self.start, true)
  end
  return self.line, self.start
end

return M
