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

-- Return the kind of the piece that a letter means, or nil.
local function kind_of(row, head)
  local found
  for _, side in ipairs { "white", "black" } do
    for kind, spellings in pairs(row[side]) do
      for _, spelling in ipairs(spellings) do
        found = spelling == head and (found ~= "P" and found or kind) or found
      end
    end
  end
  return found
end

--- Return whether a text has pawn moves without a letter. Then no letter is that of a pawn: a text that prints a letter
-- for pawns prints it for all of them.
---@param folded string
---@return boolean
function M.has_bare_pawns(folded)
  return folded:find("%f[%w][a-h][1-8]%s") ~= nil
end

--- Return how many of the counted letters a group of languages uses. A printed K or C may be a Cyrillic letter, if the
-- text has others.
---@param class table of `lucena.notation.letters`.classes
---@param counts table<string, integer>
---@param no_pawns? boolean letters of pawns do not count
---@return integer
function M.known(class, counts, no_pawns)
  local has_cyrillic, known = false, 0
  for head in pairs(counts) do
    has_cyrillic = has_cyrillic or head:find("^[\xD0\xD1]") ~= nil
  end
  for head, count in pairs(counts) do
    local kind = kind_of(class.row, head) or has_cyrillic and kind_of(class.row, lookalikes.cyrillic(head))
    known = known + (kind and not (no_pawns and kind == "P") and count or 0)
  end
  return known
end

--- Return whether a group of languages would read a counted letter as a pawn.
---@param class table of `lucena.notation.letters`.classes
---@param counts table<string, integer>
---@return boolean
function M.names_pawns(class, counts)
  for head in pairs(counts) do
    if kind_of(class.row, head) == "P" then
      return true
    end
  end
  return false
end

return M
