--- Keeps the changes of games: the undo stack, the warning before a command replaces a changed game, and the journal.
--
-- An undo step is the game as PGN, because Lua code can change a game in any way. Cost: each input writes the game as
-- PGN once or twice.
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

-- The state of each session.
-- Undo: `past`, `future`: the stacks of steps; `before`: the state before the current input; `is_step`: this input is
-- an undo step in any case.
-- The warning: `saved`: the current game without unsaved changes; `typed`: the current input; `asked`: that input if it
-- caused a warning, else nil; `asked_before`: the same for the previous input.
-- The journal: `unsaved`: its last entry if it has unsaved changes; `has_left_changes`: a changed game was replaced
-- without saving; `is_forgotten`: the same, without a warning; `has_reported`: the journal's problem was printed.
local states = setmetatable({}, { __mode = "k" })

local function state_of(session)
  states[session] = states[session] or { past = {}, future = {} }
  return states[session]
end

--- Note that the current game has no unsaved changes, because it was loaded.
---@param session table
function M.note_loaded(session)
  state_of(session).saved = M.text_of(session.game)
end

--- Note that the current game was saved to a file.
---@param session table
---@param place table its place in the file: see lucena.repl.saving
function M.note_saved(session, place)
  M.note_loaded(session)
  place.written = state_of(session).saved
end

--- Return whether the current game has unsaved changes.
---@param session table
---@return boolean
function M.is_unsaved(session)
  return M.text_of(session.game) ~= state_of(session).saved
end

-- ---- undo ----------------------------------------------------------------------------------------

-- The limits of the undo stack: its number of steps, and the bytes of their games. The oldest steps are dropped.
local MOST_STEPS, MOST_BYTES = 1000, 16 << 20

-- Return the path to a node: the index of each node of its line among its siblings.
local function path_of(node)
  local path = {}
  for i, at in ipairs(node:history()) do
    path[i] = at.index
  end
  return path
end

-- Return the node at the end of a path. If nodes of the path were removed, return the last node that still exists.
local function follow(game, path)
  local node = game.root
  for _, index in ipairs(path) do
    if not node[index] then
      break
    end
    node = node[index]
  end
  return node
end

--- Return the state of the current game, for `restore`.
---@param session table
---@return table
function M.snapshot(session)
  return {
    game = session.game, text = M.text_of(session.game), path = path_of(session.node), number = session.number,
    -- A session has no language until it needs one. Then English, the default, is loaded.
    language = rawget(session, "language"), spelled = session.spelled, place = session.place,
    source = session.source, saved = state_of(session).saved,
  }
end

--- Go back to an earlier state of a game.
---@param session table
---@param saved table of `snapshot`
function M.restore(session, saved)
  local is_same = M.text_of(saved.game) == saved.text
  local game = is_same and saved.game or assert(require("lucena").game(saved.text))
  session:set_game(game, follow(game, saved.path), saved.number, saved.place, is_same and saved.spelled or nil)
  session.source = saved.source
  state_of(session).saved = saved.place and saved.place.written or saved.saved
  session:speak(saved.language or require("lucena").dialect("english"))
end

-- Push a step onto a stack.
local function push(stack, saved)
  stack[#stack + 1] = saved
  stack.bytes = (stack.bytes or 0) + #saved.text
  while #stack > MOST_STEPS or #stack > 1 and stack.bytes > MOST_BYTES do
    stack.bytes = stack.bytes - #table.remove(stack, 1).text
  end
end

local function pop(stack)
  local saved = table.remove(stack)
  stack.bytes = saved and stack.bytes - #saved.text
  return saved
end

--- If Lua code removed the current node, go to the last node that remains of the line before this input.
---@param session table
function M.step_back(session)
  if session.node.is_removed then
    local before = state_of(session).before
    session:go(follow(session.game, before and before.path or {}))
  end
end

--- Make this input an undo step even if it only goes to another node.
---@param session table
function M.remember(session)
  state_of(session).is_step = true
end

-- Store all changes of an input as one undo step. The input may be a command, moves or Lua code.
local function settle(session)
  local state = state_of(session)
  local before = state.before
  M.step_back(session)
  if state.is_step or before.game ~= session.game or before.text ~= M.text_of(session.game) then
    push(state.past, before)
    state.future, state.is_step = {}, false
    M.record(session, before)
  end
end

--- Call a function that runs an input. Its changes are one undo step.
---@param session table
---@param f fun(...: any): boolean
---@param ... any
---@return boolean done the result of `f`
function M.as_step(session, f, ...)
  local state = state_of(session)
  local outer = state.before
  -- The step ends even if `f` is interrupted.
  local _ <close> = setmetatable({}, { __close = function() state.before = outer end })
  state.before = M.snapshot(session)
  local done = f(...)
  settle(session)
  return done
end

--- Call a function as part of the current step. If there is none, it is a step.
---@param session table
---@param f fun(...: any): boolean
---@param ... any
---@return boolean done the result of `f`
function M.in_step(session, f, ...)
  if state_of(session).before then
    return f(...)
  end
  return M.as_step(session, f, ...)
end

--- Return whether there is something to undo, and to redo.
---@param session table
---@return boolean has_undo
---@return boolean has_redo
function M.has_steps(session)
  local state = state_of(session)
  return #state.past > 0, #state.future > 0
end

--- Undo the last change to the game, or redo the last change that was undone.
---@param session table
---@param is_redo? boolean
---@return boolean false if there is nothing to undo or redo
function M.undo(session, is_redo)
  settle(session)
  local state = state_of(session)
  local from, to = state.past, state.future
  if is_redo then
    from, to = to, from
  end
  local saved = pop(from)
  if saved then
    push(to, M.snapshot(session))
    state.is_forgotten = false
    M.restore(session, saved)
    state.before = M.snapshot(session)
    M.record(session)
  end
  return saved ~= nil
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
---@param is_end? boolean the session would end, so changes of an earlier game would be lost, too
---@return string?
function M.warning(session, is_end)
  local state = state_of(session)
  local is_unsaved = M.is_unsaved(session)
  if not session.asks or state.asked_before == state.typed or not (is_unsaved or is_end and state.is_forgotten) then
    return nil
  end
  state.asked = state.typed
  if not is_unsaved then
    return "An earlier game has changes that are not saved: undo returns to it; repeat the input to leave"
      .. " (`lucena --resume` restores it)."
  end
  local how = session.place and ("`save` writes it to %s"):format(session.place.path)
    or "`save FILE.pgn` saves it"
  return ("The game has changes that are not saved: %s; repeat the input to leave it (%s)."):format(how,
    is_end and "`lucena --resume` restores it" or "undo returns to it")
end

--- Raise an error with the warning if unsaved changes of the current game would be lost.
---@param session table
---@param is_end? boolean as for `warning`
function M.check(session, is_end)
  local text = M.warning(session, is_end)
  if text then
    session:fail(text)
  end
end

-- ---- the journal ---------------------------------------------------------------------------------

--- Return the current game as an entry of the journal.
---@param session table
---@return table entry {text, path, number, file}
function M.entry(session)
  return { text = M.text_of(session.game), path = path_of(session.node), number = session.number,
    file = session.place and session.place.path }
end

--- Write the current game to the journal. A game without unsaved changes is written only if the last entry of the
-- journal has changes of the same game: these have been saved or undone since then.
---@param session table
---@param before? table the game before this line: {game, text, saved}
function M.record(session, before)
  local state = state_of(session)
  if before and before.game ~= session.game and before.text ~= before.saved then
    state.has_left_changes = true
    state.is_forgotten = state.is_forgotten or state.asked_before ~= state.typed
  end
  local journal = session.journal
  if not journal then
    return
  end
  local entry, last = M.entry(session), state.unsaved
  local is_unsaved = entry.text ~= state.saved
  if is_unsaved or last and last.number == entry.number and last.file == entry.file then
    state.unsaved = is_unsaved and entry or nil
    journal:add(entry)
  end
  if journal.problem and not state.has_reported then
    state.has_reported = true
    session:say(journal.problem)
  end
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
  return shelf, entry.number and shelf and shelf.path == entry.file and (shelf:get(entry.number)) or nil
end

--- Make the game of a journal entry the current one, as a part of the current step.
---@param session table
---@param game lucena.Game the game of the entry
---@param origin? lucena.Game the unchanged game of the file
---@param entry table
function M.take(session, game, origin, entry)
  session:set_game(game, follow(game, entry.path), origin and entry.number,
    origin and require("lucena.repl.saving").place(session.shelf, origin))
  state_of(session).saved = origin and M.text_of(origin)
end

--- Go to the game of a journal entry, and copy the entry to the session's journal. This is an undo step. Entries can be
-- states of one game, so no game counts as left without saving. Parameters as for `take`.
function M.resume(session, game, origin, entry)
  local state = state_of(session)
  state.before = M.snapshot(session)
  push(state.past, state.before)
  M.take(session, game, origin, entry)
  state.before, state.unsaved = nil, entry
  if session.journal then
    session.journal:add(entry)
  end
end

--- Remove the journal at the end of a session. If the current game or an earlier one has unsaved changes, keep it.
---@param session table
---@param is_interrupted? boolean the user did not end the session, so its changes are offered at the next start
function M.finish(session, is_interrupted)
  if not session.journal then
    return
  elseif M.is_unsaved(session) or state_of(session).has_left_changes then
    if not is_interrupted then
      session.journal:finish()
    end
  else
    session.journal:remove()
  end
end

return M
