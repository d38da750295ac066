--- Protects unsaved changes of games. A warning is printed before a command replaces a changed game, and a journal
-- stores the changes.
-- @module lucena.repl.keeping

local core = require("lucena.core")

local M = {}

--- Return a game as PGN, for comparisons, undo steps and the journal. Lua code can put a } into a comment, but PGN
-- cannot contain it there. The } is replaced, so that undo never fails.
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

-- Maps each session to its state. `typed`: the current input; `asked`: that input if it caused a warning, else nil;
-- `asked_before`: the same for the previous input; `unsaved`: the last entry of the journal if it has unsaved changes;
-- `has_left_changes`: a changed game was replaced without saving; `has_reported`: the journal's problem was printed.
local states = setmetatable({}, { __mode = "k" })

local function state_of(session)
  states[session] = states[session] or {}
  return states[session]
end

-- ---- the warning ---------------------------------------------------------------------------------

--- Note that a new input begins. After a warning, the user must repeat the same input to replace the game.
---@param session table
---@param line string
function M.begin(session, line)
  local state = state_of(session)
  state.asked_before, state.asked, state.typed = state.asked, nil, line
end

--- Return the warning if unsaved changes would be lost. Returns nil if there are none or if the user repeats the input.
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

--- Raise an error with the warning if unsaved changes of the current game would be lost.
---@param session table
function M.check(session)
  local text = M.warning(session)
  if text then
    session:fail(text)
  end
end

-- ---- the journal ---------------------------------------------------------------------------------

--- Write the current game to the journal. A game without unsaved changes is written only if the last entry of the
-- journal has changes of the same game: these have been saved or undone since then.
---@param session table
---@param path integer[] the path from the root to the current node
---@param before? table the game before this line: {game, text, saved}
function M.record(session, path, before)
  local state, journal = state_of(session), session.journal
  if before and before.game ~= session.game and before.text ~= before.saved then
    state.has_left_changes = true
  end
  local text = M.text_of(session.game)
  local is_unsaved, last = text ~= session.saved, state.unsaved
  local entry = { text = text, path = path, number = session.number, file = session.place and session.place.path }
  if is_unsaved or last and last.number == entry.number and last.file == entry.file then
    state.unsaved = is_unsaved and entry or nil
    journal:add(entry)
  end
  if journal.problem and not state.has_reported then
    state.has_reported = true
    session:say(journal.problem)
  end
end

--- Copy an entry of an older journal to the session's journal.
---@param session table
---@param entry table
function M.copy(session, entry)
  state_of(session).unsaved = entry
  session.journal:add(entry)
end

--- Find the game of a journal entry in its file, so that `save` works.
---@param shelf? table the loaded file; if the entry names another file, that file is loaded
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

--- Remove the journal at the end of a session. If the current game or an earlier one has unsaved changes, keep it.
---@param session table
function M.finish(session)
  if not M.is_unsaved(session) and not state_of(session).has_left_changes then
    session.journal:remove()
  end
end

return M
