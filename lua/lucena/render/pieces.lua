--- Lucena's own drawings of the six pieces, as SVG paths in a square of 100 by 100. The y axis points downwards, and
-- the lower edge of a piece is at y = 87.
--
-- A piece is one silhouette and a few lines inside it. The silhouette has the colour of the player, the outline is
-- dark, and the lines have a contrasting colour. So two colours are enough, also in print. At 20 pixels per square the
-- lines are one pixel wide, and only the outlines distinguish the pieces. So their heads differ: ball (pawn),
-- battlements (rook), mitre (bishop), horse, three points (queen), cross (king).
--
-- `symbols()` defines each piece once, without colours. The attributes `fill` and `stroke` of a <use> element colour
-- the silhouette, and `color` colours the lines. So a board has one short <use> per piece, and a page with many boards
-- has the drawings once.
-- @module lucena.render.pieces

local M = {}

local BASE = "Q77 73 77 80V87H23V80Q23 73" -- from right to left, between the lower ends of the body

-- {silhouette, lines, parts filled with the colour of the lines}
local MEN = {
  { "P", "M50 20A13.5 13.5 0 0 1 58.5 44H64V51H57Q58 63 68 71Q75 74 75 80V87H25V80Q25 74 32 71Q42 63 43 51H36V44H41.5"
    .. "A13.5 13.5 0 0 1 50 20Z", "M34 74H66" },
  { "R", "M23 87V80Q23 75 29 74L33 66L36 43L26 36V16H38V24H45V16H55V24H62V16H74V36L64 43L67 66L71 74Q77 75 77 80V87Z",
    "M29 36H71M37 45H63M34 65H66M30 75H70" },
  { "N", "M34 14L41 22Q46 18 54 20Q74 24 78 50Q80 68 77 87H30Q30 72 41 63Q49 57 49 49Q43 55 36 56Q32 63 26 64"
    .. "Q17 64 15 57Q14 52 20 45Q25 38 27 31Q29 25 33 22Z", "M54 29Q66 36 68 56Q69 70 67 80M22 55L25 53",
    "M34.8 36a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0Z" },
  { "B", "M50 8A6.5 6.5 0 0 1 54.5 19.3Q71 32 71 46Q71 55 63 61L65 69" .. BASE .. " 35 69L37 61Q29 55 29 46"
    .. "Q29 32 45.5 19.3A6.5 6.5 0 0 1 50 8Z", "M38 61H62M35 70H65M60 28L49 43" },
  { "Q", "M50 11A6 6 0 0 1 53 22L61 42L72 25A6 6 0 1 1 77.5 28L69 60L67 68" .. BASE .. " 33 68L31 60L22.5 28"
    .. "A6 6 0 1 1 28 25L39 42L47 22A6 6 0 0 1 50 11Z", "M32 60Q50 55 68 60M34 69Q50 65 66 69M30 76H70" },
  { "K", "M46.5 7H53.5V13H60V20H53.5V27Q60 28 62 34Q77 27 84 40Q90 54 70 66L68 70" .. BASE .. " 32 70L30 66"
    .. "Q10 54 16 40Q23 27 38 34Q40 28 46.5 27V20H40V13H46.5Z", "M50 34V58M31 65Q50 58 69 65M33 71Q50 66 67 71" },
}

-- The digits and letters of square names in a box of 60 by 100, drawn as strokes, so that no font is needed.
local SIGNS = {
  a = "M44 45V85M44 65A17 20 0 1 1 44 64.9", b = "M14 15V85M14 65A17 20 0 1 0 14 64.9",
  c = "M45 53A17 20 0 1 0 45 77", d = "M46 15V85M46 65A17 20 0 1 1 46 64.9", e = "M12 64H47A17.5 20 0 1 0 42 79",
  f = "M46 17Q26 10 26 32V85M12 47H42", g = "M44 45V88Q44 104 28 104Q18 104 14 99M44 65A17 20 0 1 1 44 64.9",
  h = "M14 15V85M14 62Q15 45 30 45Q45 45 45 62V85",
  ["1"] = "M16 30L32 17V85", ["2"] = "M12 34Q13 16 30 16Q47 16 47 33Q47 45 12 85H49",
  ["3"] = "M13 27Q17 16 30 16Q46 16 46 32Q46 47 27 47Q48 48 48 66Q48 85 29 85Q15 85 11 73",
  ["4"] = "M40 85V16L10 65H52", ["5"] = "M45 17H18L15 46Q21 41 29 41Q48 42 48 62Q48 85 28 85Q15 85 11 75",
  ["6"] = "M42 17Q12 26 12 62Q12 85 30 85Q48 85 48 63Q48 43 31 43Q17 43 13 58", ["7"] = "M11 17H48Q30 45 25 85",
  ["8"] = "M30 47Q15 45 15 31Q15 16 30 16Q45 16 45 31Q45 45 30 47Q11 49 11 66Q11 85 30 85Q49 85 49 66Q49 49 30 47Z",
}

local function symbol(man)
  local name, outline, lines, dots = table.unpack(man)
  return ('<g id="lc-%s" stroke-linejoin="round" stroke-linecap="round"><path stroke-width="4.5" d="%s"/>'
    .. '<path fill="none" stroke="currentColor" stroke-width="4" d="%s"/>%s</g>'):format(name, outline, lines,
    dots and ('<path fill="currentColor" stroke="none" d="%s"/>'):format(dots) or "")
end

--- Return the pieces as <g id="lc-K"> and so on, for the <defs> of a picture or page.
---@param kinds? string the letters of the pieces to return, default all
---@return string svg
-- @usage require("lucena.render.pieces").symbols("K"):match('id="(.-)"')  --> lc-K
function M.symbols(kinds)
  local out = {}
  for _, man in ipairs(MEN) do
    if not kinds or kinds:find(man[1], 1, true) then
      out[#out + 1] = symbol(man)
    end
  end
  return table.concat(out)
end

--- Return the strokes of a file letter or rank number in a box of 60 by 100, as path data.
---@param sign string "a" to "h" or "1" to "8"
---@return string path
-- @usage require("lucena.render.pieces").sign("7")  --> M11 17H48Q30 45 25 85
function M.sign(sign)
  return SIGNS[sign]
end

return M
