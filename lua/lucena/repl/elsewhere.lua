--- Reads what other programs pass on: the commands `position` and `go` of UCI, and the address of a page that has a
-- FEN, such as that of an analysis board. Nothing is loaded from the net.
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

--- Return whether a text is the address of a page. The scheme may be missing: lichess.org/study/abcd1234.
---@param text string
---@return boolean
-- @usage require("lucena.repl.elsewhere").is_address "chess.com/games" --> true
function M.is_address(text)
  return text:find("^%s*https?://%S+%s*$") ~= nil or text:find("^%s*%a[%w.-]*%.%a%a%a?/%S+%s*$") ~= nil
end

--- Return the FEN in an address.
---@param text string
---@return string? fen
-- @usage require("lucena.repl.elsewhere").fen("https://lichess.org/analysis/8/8/8/8/8/8/8/K1k5_w_-_-_0_1")
-- --> 8/8/8/8/8/8/8/K1k5 w - - 0 1
function M.fen(text)
  if not M.is_address(text) then
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

--- Return the arguments of `eval` that mean the same as UCI's command `go`.
---@param text string
---@return string? arguments nil if the text is another
-- @usage require("lucena.repl.elsewhere").go "go movetime 2500" --> 2.5
function M.go(text)
  local name, number = text:match("^%s*go%s+(%l+)%s+(%d+)%s*$")
  if name == "movetime" then
    return ("%g"):format(tonumber(number) / 1000)
  end
  return (name == "depth" or name == "nodes") and name .. " " .. number or nil
end

return M
