--- Compares the piece letters in a text with those of a group of languages. Cost: linear in the text.
-- @module lucena.text.alphabets

local lookalikes = require("lucena.text.lookalikes")

local M = {}

-- Up to two letters, followed by one or two squares.
local LETTERS = "%f[%w\x80-\xF4]([%u\xC2-\xF4][\x80-\xBF]*[%l\xC2-\xF4]?[\x80-\xBF]*)"
  .. "%-?\1*[x:]?\1*[a-h]?[1-8]?[-x:]?\1*[a-h][1-8]"

--- Count the letters before squares: "Sf3", "Sg1-f3", "К:d4".
---@param folded string of lucena.text.fold
---@return table<string, integer> counts by letters
---@return integer total
-- @usage require("lucena.text.alphabets").heads("1. Sf3 Sf6 2. e4")["S"] --> 2
function M.heads(folded)
  local counts, total = {}, 0
  for head in folded:gmatch(LETTERS) do
    head = head:gsub("[a-hx]$", "")
    counts[head] = (counts[head] or 0) + 1
    total = total + 1
  end
  return counts, total
end

local function has_letter(row, head)
  for _, side in ipairs { "white", "black" } do
    for _, spellings in pairs(row[side]) do
      for _, spelling in ipairs(spellings) do
        if spelling == head then
          return true
        end
      end
    end
  end
  return false
end

--- Return how many of the counted letters a group of languages uses. A printed K or C may be a Cyrillic letter, if the
-- text has others.
---@param class table of `lucena.notation.letters`.classes
---@param counts table<string, integer>
---@return integer
function M.known(class, counts)
  local has_cyrillic, known = false, 0
  for head in pairs(counts) do
    has_cyrillic = has_cyrillic or head:find("^[\xD0\xD1]") ~= nil
  end
  for head, count in pairs(counts) do
    local is_known = has_letter(class.row, head)
      or has_cyrillic and has_letter(class.row, lookalikes.cyrillic(head))
    known = known + (is_known and count or 0)
  end
  return known
end

return M
