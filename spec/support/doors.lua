--- Sends a text through every door that reads moves. A door may refuse a part of the text, with a message; it may not
-- read it as other moves or signs than another door.

local assert = require "luassert"
local chess = require "lucena"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local M = {}

--- Return the moves of a game, and its moves with their NAGs: "e4 e5", "e4$1 e5".
function M.moves_of(game)
  local moves, signs = {}, {}
  for node in game:mainline() do
    moves[#moves + 1] = node.san
    signs[#signs + 1] = node.san .. (node.nags[1] and "$" .. table.concat(node.nags, ",") or "")
  end
  return table.concat(moves, " "), table.concat(signs, " ")
end

-- Return whether the moves of a door are those of the whole line up to some move.
local function is_beginning(moves, whole)
  return whole:sub(1, #moves) == moves and (moves == "" or (whole .. " "):sub(#moves + 1, #moves + 1) == " ")
end

local function has_error(game)
  for _, record in ipairs(game.diagnostics) do
    if record.severity == "error" then
      return true
    end
  end
  return false
end

-- Type a line at the prompt. Returns its game, and the output.
local function typed(line)
  local out = {}
  local session = sessions.new { out = function(text) out[#out + 1] = text end }
  session.settings.board = false
  session:line(line)
  return session.game, table.concat(out)
end

--- Assert that the doors agree about a text.
---@param text string a game, ends with " *"
---@param whole string the moves of the game, if every word is read
---@return boolean is_read whether chess.game reads all of it
---@return string signs its moves with their NAGs
function M.agree(text, whole)
  local game, err = chess.game(text)
  local moves, signs = "", ""
  if game then
    moves, signs = M.moves_of(game)
  end
  assert.is_truthy(game or err)
  assert.is_true(is_beginning(moves, whole), moves)
  local is_read = moves == whole and not has_error(game)
  assert.is_true(is_read or has_error(game), "refused without an error")

  -- check and convert: one status, and the same moves
  local checked = run { "check", "-q", "-", stdin = text }
  local written = run { "convert", "-q", "-", stdin = text }
  assert.same({ is_read and 0 or 1, is_read and 0 or 1 }, { checked.code, written.code }, written.err)
  assert.is_true(is_read or #written.err > 0)
  assert.equal(moves, (M.moves_of(assert(chess.game(written.out)))))

  -- the prompt and the reader of prose: the moves of the text, or fewer of them with a message
  local at_prompt, out = typed((text:gsub(" %*$", "")))
  local typed_moves, typed_signs = M.moves_of(at_prompt)
  assert.is_true(is_beginning(typed_moves, whole), typed_moves)
  assert.is_true(typed_moves == whole or #out > 0, out)
  local games, report = chess.read_text(text)
  local read_moves, read_signs = "", ""
  if games[1] then
    read_moves, read_signs = M.moves_of(games[1])
  end
  assert.is_true(is_beginning(read_moves, whole), read_moves)
  local named = report.counts.comment + report.counts.no_position
  assert.is_true(read_moves == whole or #report.diagnostics > 0 or named > 0)
  if is_read then
    assert.equal(signs, typed_moves == whole and typed_signs or signs)
    assert.equal(signs, read_moves == whole and read_signs or signs)
  end

  -- translate: other words are copied
  local translated = chess.translate(text, { from = "english", to = "german" })
  local first = text:match("^1%. %S+ ") or ""
  assert.is_true(translated == nil or translated:sub(1, #first) == first, translated)
  return is_read, signs
end

--- Assert that a list of words plays the moves of a line, or is refused with a message.
function M.plays(words, whole)
  local after, why = chess.position():play(words)
  assert.is_true(after == nil and #why > 0 or after == chess.position():play(whole), tostring(after))
  return after ~= nil
end

--- Assert that a word is explained, or refused with a message.
function M.explains(word)
  local explained, message = chess.explain(word)
  assert.is_true(explained ~= nil and explained.kind ~= nil or #message > 0)
  return explained
end

return M
