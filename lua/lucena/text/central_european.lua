--- Converts Windows-1250, the encoding of Czech, Hungarian and Polish pages before UTF-8, to UTF-8.
--
-- A text counts as Windows-1250 only if its bytes are a combination that no language of Windows-1252 has: Polish signs
-- between letters, "ř" with "ě" (there "ø" with "ì") or with "č" and "š" or "ž", or "ő" and "ű" without "ã".
-- Source: the table of the Unicode Consortium, CP1250.TXT.
-- @module lucena.text.central_european

local M = {}

local LETTERS = {} -- bytes from 0x80 on

do
  local all = "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
    .. "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
  local code = 0x80
  for _, point in utf8.codes(all) do
    LETTERS[string.char(code)] = utf8.char(point)
    code = code + 1
  end
end

local LEAST = 2 -- of each sign

local function has(text, sign)
  return select(2, text:gsub("%l" .. sign, "", LEAST)) + select(2, text:gsub(sign .. "%l", "", LEAST)) >= LEAST
end

-- Return whether the bytes of a text are those of Windows-1250.
local function is_encoded(text)
  local is_polish = has(text, "\xB3") and has(text, "\xB9")
  local is_czech = has(text, "\xF8") and (has(text, "\xEC") or text:find("[\x9A\x9E]") ~= nil and has(text, "\xE8"))
  local is_hungarian = has(text, "\xF5") and has(text, "\xFB") and not text:find("[\xE3\xE7]")
  return is_polish or is_czech or is_hungarian
end

--- Return the text in UTF-8 if it is in Windows-1250; otherwise nil.
---@param text string
---@return string? utf8
function M.to_utf8(text)
  if utf8.len(text) or not is_encoded(text) then
    return nil
  end
  return (text:gsub("[\x80-\xFF]", LETTERS))
end

return M
