--- Text in UTF-16 with a byte order mark, as UTF-8. Files are decoded by csrc/io/source_utf16.c; this module is for a
-- text that a program passes to `chess.game`. One bad character rejects the text. Source: RFC 2781.
-- @module lucena.utf16

local core = require("lucena.core")

local M = {}

-- Append the characters of a text to `out`, without the mark. Returns false for a surrogate without its pair.
local function decode(text, format, out)
  local at, high = 3, nil
  while at < #text do
    local unit = string.unpack(format, text, at)
    at = at + 2
    local is_low = unit & 0xFC00 == 0xDC00
    if is_low ~= (high ~= nil) then
      return false
    elseif is_low then
      out[#out + 1] = utf8.char(0x10000 + ((high & 0x3FF) << 10 | unit & 0x3FF))
      high = nil
    elseif unit & 0xFC00 == 0xD800 then
      high = unit
    else
      out[#out + 1] = utf8.char(unit)
    end
  end
  return high == nil
end

--- Return a text in UTF-8; any text that does not begin with a mark of UTF-16 is returned unchanged.
---@param text string
---@return string? utf8
---@return string? err
---@return string? code `bad_utf16`, `utf32`
function M.to_utf8(text)
  local mark = text:sub(1, 2)
  if mark ~= "\xFF\xFE" and mark ~= "\xFE\xFF" then
    return text
  elseif text:find("^\xFF\xFE\0\0") then
    return nil, core.code_sentence("utf32"), "utf32"
  end
  local out = {}
  if #text % 2 == 1 or not decode(text, mark == "\xFE\xFF" and ">I2" or "<I2", out) then
    return nil, core.code_sentence("bad_utf16"), "bad_utf16"
  end
  return table.concat(out)
end

return M
