--- Protects unsaved changes of games: by a warning before a command leaves a changed game, and by the journal.
-- @module lucena.repl.keeping

local core = require("lucena.core")

local M = {}

--- Return a game as PGN, for comparisons, the undo steps and the journal. Lua code can put a } into a comment, but
-- PGN cannot express it. The } is replaced, so that undo never fails.
---@param game lucena.Game
---@return string
function M.text_of(game)
  return game:pgn { braces = "replace" }
end

--- Return whether the current game has unsaved changes.
---@param session table
---@return boolean
function M.is_unsaved(session)
  return M.text_of(session.game) ~= session.saved
end

-- The states of the sessions. `typed`: the current line; `asked`: the current line if it caused a warning;
-- `asked_before`: the previous line if it did; `is_journaled`: the last entry of the journal has changes;
-- `has_left_changes`: a game was left with changes; `has_reported`: the journal's problem was printed.
local states = setmetatable({}, { __mode = "k" })

local function state_of(session)
  states[session] = states[session] or {}
  return states[session]
end

-- ---- the warning ---------------------------------------------------------------------------------

--- Begin a line. After a warning, only the same line again leaves the game.
---@param session table
---@param line string
function M.begin(session, line)
  local state = state_of(session)
  state.asked_before, state.asked, state.typed = state.asked, nil, line
end

--- Return the warning if the current game would be lost: nil if it has no changes, or if the user repeats the line.
---@param session table
---@return string?
function M.warning(session)
  local state = state_of(session)
  if not session.asks or state.asked_before == state.typed or not M.is_unsaved(session) then
    return nil
  end
  state.asked = state.typed
  local how = session.place and ("`save` writes it to %s"):format(session.place.path)
    or "`save FILE.pgn` saves it"
  return ("The game has changes that are not saved: %s; repeat the input to leave it (undo returns to it)."):format(how)
end

--- Stop the line with the warning, if the current game would be lost.
---@param session table
function M.check(session)
  local text = M.warning(session)
  if text then
    session:fail(text)
  end
end

-- ---- the journal ---------------------------------------------------------------------------------

--- Write the current game to the journal. A game without changes is written only if the last entry has changes: then
-- the changes were saved or undone.
---@param session table
---@param path integer[] to the current node
---@param before? table the game before this line: {game, text, saved}
function M.record(session, path, before)
  local state, journal = state_of(session), session.journal
  if before and before.game ~= session.game and before.text ~= before.saved then
    state.has_left_changes = true
  end
  local text = M.text_of(session.game)
  local is_unsaved = text ~= session.saved
  if is_unsaved or state.is_journaled then
    state.is_journaled = is_unsaved
    journal:add { text = text, path = path, number = session.number, file = session.place and session.place.path }
  end
  if journal.problem and not state.has_reported then
    state.has_reported = true
    session:say(journal.problem)
  end
end

--- Copy an entry of an older journal to the journal of the session.
---@param session table
---@param entry table
function M.copy(session, entry)
  state_of(session).is_journaled = true
  session.journal:add(entry)
end

--- Find the game of an entry in its file, so that `save` works.
---@param shelf? table the loaded file; if the entry has another file, that file is loaded
---@param entry table of the journal
---@param dialect string
---@return table? shelf
---@return lucena.Game? game the unchanged game of the file
function M.find_game(shelf, entry, dialect)
  if entry.file and not (shelf and shelf.path == entry.file) and core.file_size(entry.file) then
    shelf = require("lucena.repl.shelf").open(entry.file, dialect) or shelf
  end
  return shelf, entry.number and shelf and shelf.path == entry.file and shelf:get(entry.number) or nil
end

--- Remove the journal at the end of a session, unless it has unsaved changes of the current game or of an earlier one.
---@param session table
function M.finish(session)
  if not M.is_unsaved(session) and not state_of(session).has_left_changes then
    session.journal:remove()
  end
end

return M
