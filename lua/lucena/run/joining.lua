--- Joins the texts of games: determines their line ends, and the text that is needed between them. A game without a
-- result could absorb the game after it, so every command that writes games in sequence uses closing().
-- @module lucena.run.joining

local core = require("lucena.core")

local M = {}

--- Return the line end that a text uses.
---@param text string
---@return string
function M.line_end_of(text)
  return text:find("\r\n", 1, true) and "\r\n" or "\n"
end

-- Patterns that end a game without a result: any tag after movetext, or an Event tag after tags (see csrc/pgn/scan.h).
M.TAG = '^%[[ \t]*[%w_]+[ \t]*"'
local HEADER = '^%[[ \t]*Event[ \t]*"'

--- Return the data that closing() needs about the end of a game's text; nil if the game ends in a result. If a comment
-- is open after the result, it must be closed, and nothing more.
---@param game string|lucena.Game the text that is written, or a game that is copied
---@return table? ending plain data
function M.ending(game)
  local depth, in_comment, has_movetext, has_result = core.ending(game)
  if not depth then
    return nil
  end
  local text = type(game) == "string" and game or game.text
  local result = text:match('%[[ \t]*Result[ \t]*"([^"]*)"')
  return { comment = in_comment and "}" or "", next = has_movetext and M.TAG or HEADER,
    rest = has_result and "" or
      M.line_end_of(text) .. (")"):rep(depth) .. (result and core.read_result(result) or "*") }
end

--- Return the text to write after a game without a result, so that it does not absorb the next game.
---@param ending table?
---@param text string? the beginning of the next game; nil if it is unknown
---@return string
function M.closing(ending, text)
  if not ending then
    return ""
  end
  return ending.comment .. (text and text:find(ending.next) and "" or ending.rest)
end

--- Convert the line ends of an exported text to those of its game. The last line end is removed, because it belongs to
-- the text after the game.
---@param text string
---@param game lucena.Game
---@return string
function M.fit(text, game)
  text = text:sub(1, text:byte(-1) == 10 and -2 or -1)
  local line_end = M.line_end_of(game.text)
  return line_end == "\n" and text or (text:gsub("\r?\n", line_end))
end

return M
