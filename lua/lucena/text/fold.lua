--- Replaces the typographic signs of a text by ASCII signs of the same length in bytes, so that offsets stay valid.
-- A replacement that is shorter than the sign is padded with the byte FILL, which the readers of moves skip.
-- Cost: one pass over the text.
-- @module lucena.text.fold

local M = {}

--- The byte that pads a replacement.
M.FILL = "\1"

local SIGNS = {
  ["×"] = "x", ["✕"] = "x", ["\u{2010}"] = "-", ["\u{2011}"] = "-", ["\u{2012}"] = "-", ["–"] = "-", ["—"] = "-",
  ["\u{2212}"] = "-", ["\u{AD}"] = "", ["\u{A0}"] = " ", ["\u{202F}"] = " ", ["\u{2009}"] = " ", ["’"] = "'",
  ["‘"] = "'", ["“"] = '"', ["”"] = '"', ["„"] = '"', ["«"] = '"', ["»"] = '"', ["…"] = "...", ["†"] = "+",
  ["‡"] = "#", ["\u{FEFF}"] = " ",
}
for sign, plain in pairs(SIGNS) do
  SIGNS[sign] = plain .. M.FILL:rep(#sign - #plain)
end

--- Return the text with ASCII signs.
---@param text string UTF-8
---@return string folded of the same length
-- @usage #fold.fold("P × P") == #"P × P" --> true
function M.fold(text)
  return (text:gsub("[\xC2-\xF4][\x80-\xBF]+", SIGNS))
end

return M
