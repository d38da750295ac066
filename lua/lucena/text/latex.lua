--- Hides the comments of a LaTeX document: the text from "%" to the end of the line, except after a backslash.
-- Cost: one pass over the text.
-- @module lucena.text.latex

local M = {}

--- Replace comments by blanks, if the text is a LaTeX document.
---@param folded string
---@return string folded of the same length
function M.hide_comments(folded)
  if not folded:find("\\begin{document}", 1, true) then
    return folded
  end
  return (folded:gsub("([^\\\n]?)(%%[^\n]*)", function(before, comment)
    return before .. (" "):rep(#comment)
  end))
end

return M
