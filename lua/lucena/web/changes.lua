--- The changed games of the loaded file. They are kept by number when another game is opened: opening one of them shows
-- its changes, and the list, searches, reports and downloads have it as it is now.
--
-- A changed game is an entry as in lucena.repl.journal: {text, path, number, file}. Undo and redo go through the same
-- states, so a game whose changes were undone is no longer kept. Cost: each change writes the current game once.
-- @module lucena.web.changes

local chess = require("lucena")
local keeping = require("lucena.repl.keeping")

local M = {}

--- Return the number of the current game in the loaded file; nil if it is not from this file.
---@param web table
---@return integer? number
function M.number(web)
  local repl = web.repl
  return repl.source ~= nil and repl.source == web.shelf and repl.number or nil
end

--- Complete an entry for a new session, which knows only the loaded file.
---@param web table
---@param entry table
---@return table entry
function M.place(web, entry)
  entry.number = M.number(web)
  entry.file = entry.number and web.shelf.path
  return entry
end

--- Keep the current game if it has changes; forget it if it has none. Called after each change.
---@param web table
---@return table? kept {number, entry}, without the entry if the game has no changes; nil if nothing is new
function M.keep(web)
  local number = M.number(web)
  if not number then
    return nil
  end
  local entry = keeping.is_unsaved(web.repl) and M.place(web, keeping.entry(web.repl)) or nil
  local before = web.changed[number]
  if (entry and entry.text) == (before and before.text) then
    return nil
  end
  web.changed[number] = entry
  web.rows[number] = web.row_of(web.repl.game)
  return { number = number, entry = entry }
end

--- Return a game of the file as it is now. Reports tell games apart by their file and offset, so the game has an offset
-- of its own: that in a pasted text, or else its number.
---@param web table
---@param number integer
---@param origin? lucena.Game the game as it is in the file
---@return lucena.Game? game nil if it has no changes
function M.game(web, number, origin)
  local entry = web.changed[number]
  if not entry then
    return nil
  end
  local offset = origin and not origin.file and origin.offset or number
  return (assert(chess.games({ text = ("\n"):rep(offset) .. entry.text })()))
end

--- Return the numbers of the changed games, in their order.
---@param web table
---@return integer[]
function M.numbers(web)
  local out = {}
  for number in pairs(web.changed) do
    out[#out + 1] = number
  end
  table.sort(out)
  return out
end

return M
