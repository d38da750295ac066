--- The characters of HTML entities: names of letters and signs that chess texts have, and numbers.
-- Source: HTML Living Standard, 13.2.5.80 (numbers) and 13.5 (names, in part).
-- @module lucena.html_entity

local to_utf8 = require("lucena.format").to_utf8

local M = {}

local NAMES = {
  quot = '"', amp = "&", lt = "<", gt = ">", apos = "'", nbsp = "\u{A0}", ensp = "\u{2002}", emsp = "\u{2003}",
  thinsp = "\u{2009}", shy = "\u{AD}", ndash = "–", mdash = "—", lsquo = "‘", rsquo = "’", ldquo = "“", rdquo = "”",
  laquo = "«", raquo = "»", hellip = "…", minus = "−", times = "×", deg = "°", frac12 = "½",
  dagger = "†", -- lexicon: characters
  Dagger = "‡", szlig = "ß", oelig = "œ", aelig = "æ", ccedil = "ç", Ccedil = "Ç", ntilde = "ñ",
  agrave = "à", aacute = "á", acirc = "â", atilde = "ã", auml = "ä", aring = "å", Agrave = "À", Auml = "Ä",
  egrave = "è", eacute = "é", ecirc = "ê", euml = "ë", Egrave = "È", Eacute = "É", iacute = "í", icirc = "î",
  iuml = "ï", ocirc = "ô", oacute = "ó", otilde = "õ", ouml = "ö", oslash = "ø", Ouml = "Ö", ugrave = "ù",
  uacute = "ú", ucirc = "û", uuml = "ü", Uuml = "Ü", Aacute = "Á", Acirc = "Â", Atilde = "Ã", Aring = "Å",
  AElig = "Æ", Ecirc = "Ê", Euml = "Ë", igrave = "ì", Iacute = "Í", Icirc = "Î", Ntilde = "Ñ", ograve = "ò",
  Oacute = "Ó", Ocirc = "Ô", Oslash = "Ø", Uacute = "Ú", Ucirc = "Û", yacute = "ý", Yacute = "Ý", OElig = "Œ",
  scaron = "š", Scaron = "Š", zcaron = "ž", Zcaron = "Ž", ccaron = "č", Ccaron = "Č", ecaron = "ě", rcaron = "ř",
  lstrok = "ł", Lstrok = "Ł", middot = "·", bull = "•", sect = "§", copy = "©", reg = "®", plusmn = "±", infin = "∞",
  ne = "≠", frac14 = "¼", iexcl = "¡", iquest = "¿", sup1 = "¹", sup2 = "²", sup3 = "³", ordm = "º", ordf = "ª",
  rarr = "→", larr = "←", uarr = "↑", darr = "↓", prime = "′", Prime = "″", bdquo = "„", sbquo = "‚",
}

local MOST_DIGITS = 7

-- Return the character with a code; nil for control characters and for codes of no character. The codes 128 to 159 are
-- those of code page 1252, as browsers read them: pages from Windows have &#150; for a dash.
local function coded(digits, base)
  digits = digits:match("^0*(.*)$")
  local code = #digits <= MOST_DIGITS and tonumber(digits, base)
  if not code or code < 0x20 or code == 0x7F or code > 0x10FFFF or code >= 0xD800 and code < 0xE000 then
    return nil
  elseif code >= 0x80 and code < 0xA0 then
    local character = to_utf8(string.char(code))
    return utf8.codepoint(character) >= 0xA0 and character or nil
  end
  return utf8.char(code)
end

--- Return the character of an entity.
---@param name string the text between & and ;, such as eacute, #233 or #xE9
---@return string? character in UTF-8; nil if there is none
-- @usage require("lucena.html_entity").character("#8217")  --> ’
function M.character(name)
  local base, digits = name:match("^#([xX]?)(%w+)$")
  if base then
    return coded(digits, base == "" and 10 or 16)
  end
  return NAMES[name]
end

return M
