--- Makes the anchors of headings in the same way as GitHub.

local M = {}

--- Returns a function that gives the anchor of the next heading of a text. If an anchor is repeated, a number is
--- appended.
---@return fun(title: string): string
function M.new()
  local counts = {}
  return function(title)
    local anchor = title:lower():gsub("[^%w%-_ \x80-\xFF]", ""):gsub(" ", "-")
    local n = counts[anchor] or 0
    counts[anchor] = n + 1
    return n > 0 and anchor .. "-" .. n or anchor
  end
end

return M
