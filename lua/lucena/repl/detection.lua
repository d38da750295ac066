--- Finds the notation of typed moves that the session's dialect does not read, if this dialect is "auto". Two notations
-- are tried in this order: one that fits all moves of the game, and one that fits the typed moves alone. If none fits,
-- the input fails with the reason. Most typed moves need none of this, so the module is loaded later than
-- lucena.repl.moves.
-- @module lucena.repl.detection

local chess = require("lucena")
local moves = require("lucena.repl.moves")

local M = {}

-- Return two lists of words: the typed moves without variations, and the moves of the game before `node`.
local function words_of(session, list, node)
  local words, depth, path = {}, 0, {}
  for _, token in ipairs(list) do
    depth = depth + (token.kind == "open" and 1 or token.kind == "close" and -1 or 0)
    if token.kind == "move" and depth == 0 then
      words[#words + 1] = token.text
    end
  end
  for i, at in ipairs(node:history()) do
    path[i] = session.spelled[at.id] or at.token or at.san
  end
  return words, path
end

-- Return whether all words have the form of moves in a language. An illegal move is then a typing error, even if it is
-- a move in another language: R is a rook in English and the king in French.
local function is_spelled(language, words)
  for _, word in ipairs(words) do
    if language:is_shaped(word) == false then
      return false
    end
  end
  return true
end

-- Return the dialect of an input: a dialect that fits the moves so far and the input, or else one that fits the input
-- alone. Returns nil if the current dialect fits.
local function find(session, list, node)
  local words, path = words_of(session, list, node)
  if is_spelled(session.language, words) and not session.language.has_hooks then
    return nil
  end
  local text = table.concat(words, " ")
  if text:find("^[%d ]+$") then
    return chess.dialect("iccf"), { name = "iccf", same = {} } -- detection does not recognise moves written in digits
  end
  local found = require("lucena.notation.detect").game(table.concat(path, " ") .. " " .. text, session.game.start)
    or require("lucena.notation.detect").game(text, node.position)
  return found and chess.dialect(found.name), found
end

local function index_of(list, token)
  for i, item in ipairs(list) do
    if item == token then
      return i
    end
  end
end

-- Return the dialect that reads most of an input which no dialect reads, the token at which it fails, and the position
-- there. The dialect of the session is preferred. So the first wrong move is explained, not the first one in another
-- language.
local function furthest(session, list, node, token, position)
  local own = index_of(list, token)
  local most = own
  for _, entry in ipairs(session.is_auto and chess.dialects() or {}) do
    local other = chess.dialect(entry.name)
    local steps, last = moves.read(other, node.position, list)
    most = math.max(most, not other.has_hooks and not steps and index_of(list, last) or 0)
  end
  local language = most > own and find(session, table.move(list, 1, most - 1, 1, {}), node)
  if not language then
    return session.language, token, position
  end
  local steps, last, reached = moves.read(language, node.position, list)
  if steps then -- it reads signs that are no moves as well
    return session.language, token, position
  end
  return language, last, reached
end

-- Fail with the move to type if an illegal move and the next one are the squares of a legal move: e2 e4.
local function fail_for_squares(session, list, token, position)
  local after = list[index_of(list, token) + 1]
  local both = after and after.kind == "move" and token.text .. after.text or ""
  if both:find("^[a-h][1-8][a-h][1-8]$") and position:parse(both) then
    session:fail(("The squares of a move are typed without a blank: %s"):format(both))
  end
end

local function report(session, found)
  local others = {}
  for i = 1, math.min(3, #found.same) do
    others[i] = found.same[i]
  end
  local more = #found.same > 3 and ", ..." or ""
  session:note(("read as %s%s"):format(found.name, #others > 0 and (" (or %s%s)"):format(table.concat(others, ", "),
    more) or ""))
end

--- Read an input in another dialect, and set this dialect.
---@param session table
---@param list table[] tokens of rule.chess()
---@param node lucena.Node the node before the moves
---@return table[]? steps of moves.read(); nil if no dialect reads the input
function M.read(session, list, node)
  local other, found = find(session, list, node)
  local steps = other and moves.read(other, node.position, list)
  if steps then
    session:speak(other)
    report(session, found)
  end
  return steps
end

--- Fail with the reason why an input is not read.
---@param session table
---@param list table[] tokens of rule.chess()
---@param node lucena.Node the node before the moves
---@param token table the token that the session's dialect does not read
---@param position lucena.Position the position there
function M.fail(session, list, node, token, position)
  fail_for_squares(session, list, token, position)
  local language
  language, token, position = furthest(session, list, node, token, position)
  local hint = #list > 1 and token ~= list[1] and "\nNothing of the line was played." or ""
  session:fail(require("lucena.repl.refused_move").text(session, token.text, position, language) .. hint)
end

return M
