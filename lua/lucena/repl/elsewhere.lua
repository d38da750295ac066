--- Reads positions as other programs pass them on: the command `position` of UCI, and the address of a page that
-- contains a FEN, such as that of an analysis board. Nothing is loaded from the net.
-- @module lucena.repl.elsewhere

local M = {}

local RANK = "[1-8KQRBNPkqrbnp]+"
local PLACEMENT = "(" .. RANK .. ("/" .. RANK):rep(7) .. ")"

-- Return the text of an address without its codes: %20 and + are blanks.
local function decoded(text)
  return (text:gsub("%+", " "):gsub("%%(%x%x)", function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

--- Return the FEN in an address.
---@param text string
---@return string? fen
-- @usage require("lucena.repl.elsewhere").fen("https://lichess.org/analysis/8/8/8/8/8/8/8/K1k5_w_-_-_0_1")
-- --> 8/8/8/8/8/8/8/K1k5 w - - 0 1
function M.fen(text)
  if not text:find("^%s*https?://%S+%s*$") then
    return nil
  end
  local placement, rest = decoded(text):match("[/=]" .. PLACEMENT .. "([^?#&]*)")
  return placement and placement .. rest:gsub("_", " "):gsub("%s+$", "") or nil
end

--- Return the position and the moves of UCI's command `position`.
---@param text string
---@return string? start "startpos" or a FEN; nil if the text is another
---@return string moves, perhaps empty
-- @usage select(2, require("lucena.repl.elsewhere").uci "position startpos moves e2e4 e7e5") --> e2e4 e7e5
function M.uci(text)
  local rest = text:match("^%s*position%s+(.-)%s*$")
  if not rest then
    return nil
  end
  local start, moves = (rest .. " "):match("^(.-)%s+moves%s+(.-)%s*$")
  start, moves = start or rest, moves or ""
  if start == "startpos" then
    return start, moves
  end
  return start:match("^fen%s+(.+)$"), moves
end

return M
