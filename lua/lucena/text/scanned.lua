--- Rewrites the letters that scanners print for others in descriptive scores, in place: "O-K4" for Q-K4, "Casties" for
-- Castles, "l2." for 12., "15," for 15. at the beginning of a row. The decoder does the same for algebraic notation.
-- Cost: one pass over the text for each row.
-- @module lucena.text.scanned

local M = {}

local function digits(found)
  return (found:gsub("[lI]", "1"):gsub("O", "0"))
end

-- Row: {pattern, replacement}. Each replacement has the length of its text.
local ROWS = {
  { "%f[%w][O0](%-\1*[KQ]?[KQRB]t?[1-8]%f[^%w])", "Q%1" },
  { "%f[%w][O0](%-\1*[KQ]?[KQRB]t? ?sq)", "Q%1" },
  { "%f[%w]O( ?x ?[KQRBP]t?%f[^%w])", "Q%1" },
  { "([-x]\1* ?)O([1-8]%f[^%w])", "%1Q%2" }, -- Kt-O5
  { "%f[%w][CG]a[s5]t[il1I]e[s5]%f[^%w]", "Castles" },
  { "%f[%w]Kl(%-\1*[KQRB])", "Kt%1" },
  { "%f[%w]([lI][lI%dO]%.%f[%s])", digits },
  { "%f[%w](%d[lIO]%.%f[%s])", digits },
  { "(\n[ \t]*%d%d?%d?),(%s+[KQRBPO]t?[-x (])", "%1.%2" },
}

local DESCRIBED, SQUARES = "%f[%w]P ?%-\1* ?[KQ]?%u?t?[1-8]%f[^%w]", "%f[%w]P?%-?\1*[a-h][1-8]%f[^%w]"

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

--- Rewrite the letters of a descriptive text. Other texts remain.
---@param folded string
---@return string folded of the same length
-- @usage scanned.rewrite("1. P-K4 P-K4 2. O-R5 Kt-QB3 3. B-B4")  --> 1. P-K4 P-K4 2. Q-R5 Kt-QB3 3. B-B4
function M.rewrite(folded)
  local described, squares = count(folded, DESCRIBED), count(folded, SQUARES)
  if described == 0 or described < squares then
    return folded
  end
  for _, row in ipairs(ROWS) do
    folded = folded:gsub(row[1], row[2])
  end
  return folded
end

return M
