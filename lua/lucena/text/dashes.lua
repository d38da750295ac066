--- Rewrites the dash after the number of a move of Black as points, in place: "9. - Ha6" becomes "9. ..Ha6", and
-- "4. -, Sf6" becomes "4. .. Sf6". Hungarian and Scandinavian papers print it where a note has divided a pair of moves,
-- or for another move of Black.
--
-- Other scores print a dash after each number: "1.- e4 e5 2.- Nf3". So the dash is that of Black only if the score has
-- printed the same number before, without it.
-- Cost: one pass over the numbers of the text.
-- @module lucena.text.dashes

local fold = require("lucena.text.fold")

local M = {}

local NUMBER = "%f[%d](%d%d?%d?)%.[ \t]*()"
local DASH = "^%-" .. fold.FILL .. "*[ \t]*,?()"
local SHORTEST = 2 -- bytes of the points

-- Return the byte after a dash at an offset, if it is between a number and a word.
local function dash_at(text, at)
  local last = text:match(DASH, at)
  local is_before_word = last and text:find("^[ \t]*\r?\n?[ \t]*[%w\x80-\xFF]", last)
  return is_before_word and last - at >= SHORTEST and last or nil
end

local function points(size)
  return ".." .. (" "):rep(size - 2)
end

--- Rewrite the dashes of a text.
---@param folded string
---@return string folded of the same length
-- @usage dashes.rewrite("8. a4 0-0 9. g3 Fd7 9. - Ha6")  --> 8. a4 0-0 9. g3 Fd7 9. ..Ha6
function M.rewrite(folded)
  if not folded:find("%d%.[ \t]*%-") then
    return folded
  end
  local out, at, seen = {}, 1, {}
  for digits, after in folded:gmatch(NUMBER) do
    local value, last = tonumber(digits), dash_at(folded, after)
    seen = value == 1 and not last and {} or seen
    if last and seen[value] then
      out[#out + 1] = folded:sub(at, after - 1) .. points(last - after)
      at = last
    end
    seen[value] = seen[value] or not last
  end
  out[#out + 1] = folded:sub(at)
  return table.concat(out)
end

return M
