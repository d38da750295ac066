--- Writes a text in ASCII, for terminals whose locale is not UTF-8: letters without accents, figurines as letters, the
-- signs of annotators as in `nag.ascii`, and `?` for any other character. Each character is looked up once.
-- @module lucena.run.ascii

local core = require("lucena.core")

local M = {}

local MOST_NAG = 255

local PLAIN = {
  ["–"] = "-", ["—"] = "-", ["\u{2010}"] = "-", ["\u{2011}"] = "-", ["\u{2212}"] = "-", ["×"] = "x", ["’"] = "'",
  ["‘"] = "'", ["“"] = '"', ["”"] = '"', ["„"] = '"', ["«"] = '"', ["»"] = '"', ["…"] = "...", ["½"] = "1/2",
  ["†"] = "+", ["‡"] = "#", -- lexicon: characters
  ["·"] = ".", ["•"] = "*", ["\u{A0}"] = " ", ["\u{202F}"] = " ", ["\u{2009}"] = " ",
}
for at, code in utf8.codes "♔♕♖♗♘♙♚♛♜♝♞♟" do
  PLAIN[utf8.char(code)] = ("KQRBNPkqrbnp"):sub((at + 2) // 3, (at + 2) // 3)
end

local has_signs = false
local function add_signs()
  has_signs = true
  for number = 1, MOST_NAG do
    local nag = require("lucena").nag(number)
    if nag and nag.symbol and nag.ascii and not rawget(PLAIN, nag.symbol) then
      PLAIN[nag.symbol] = nag.ascii
    end
  end
end

-- Return the letters of a name without accents, in the case of the character.
local function letter(char)
  local plain = core.fold_name(char)
  if not plain or not plain:find("^%a+$") then
    return "?"
  end
  return core.fold_case(char) ~= char and plain:gsub("^%l", string.upper) or plain
end

setmetatable(PLAIN, { __index = function(_, char)
  if not has_signs then
    add_signs()
  end
  local plain = rawget(PLAIN, char) or letter(char)
  rawset(PLAIN, char, plain)
  return plain
end })

--- Return the text in ASCII.
---@param text string UTF-8
---@return string
-- @usage require("lucena.run.ascii").fold "Müller ♘f3 ±" --> Muller Nf3 +/-
function M.fold(text)
  return text:find("[\x80-\xFF]") and text:gsub("[\xC2-\xF4][\x80-\xBF]+", PLAIN):gsub("[\x80-\xFF]", "?") or text
end

return M
