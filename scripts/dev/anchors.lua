--- The anchors of headings, made as GitHub makes them.

local M = {}

--- A function that gives the anchor of a text's next heading: one that is there twice gets a number.
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
