--- Reads whole text files for commands that keep or search all text, not only games.
-- @module lucena.run.text_file

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local parts = require("lucena.core").parts

local M = {}

local LARGEST = 1024 << 20 -- the largest file in bytes: the limit of the reader of games

-- Codes of diagnostics about the bytes of a text. The reader's other diagnostics are about games.
local ABOUT_BYTES = {
  truncated_input = true, shrunken_input = true, damaged_input = true, trailing_junk = true, window_too_large = true,
  unsupported_compression = true, utf16 = true, utf32 = true, game_too_large = true,
}

--- Return all bytes of a file, decompressed: the games and the text between them. A wrong character of UTF-16 is
-- reported.
---@param path string "-" is standard input
---@return string? text nil if reading failed
---@return boolean|string is_utf16 whether the file was in UTF-16; or the error message
---@return integer status exit.DATA if a character was wrong
function M.read(path)
  local reader <close>, message = require("lucena").open(path, { max_game = LARGEST })
  if not reader then
    return nil, message
  end
  local texts, status = {}, exit.OK
  repeat
    local game, err = reader:read()
    texts[#texts + 1] = parts.gap(reader)
    texts[#texts + 1] = game and game.text
    message = message or err
  until not game
  for _, record in ipairs(reader:take_diagnostics()) do
    message = message or ABOUT_BYTES[record.code] and record.text or nil
    if record.code == "bad_utf16" then -- the rest of the text can be read
      messages.say(record.text)
      status = exit.DATA
    end
  end
  if message then
    return nil, message
  end
  return table.concat(texts), parts.cut(reader).is_utf16, status
end

return M
