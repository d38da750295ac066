--- Decides which reader reads a text: that of lucena.text.place, or the decoder. The answer of the first reader is
-- taken if it has a move of a game, and
--
-- - no move of a score is unread or ambiguous,
-- - no move is a choice: a move that is printed after a variation that replaces it, and
-- - at most MOST_OUTSIDE numbered moves are in no game, and none of them after its last move has a later number.
--
-- Otherwise the decoder reads the text, too. If the first reader has fewer than SHORTEST plies, the decoder's answer is
-- taken if it has SHORTEST or more, with those that are not certain. It is taken, too, if it has more than twice as
-- many and skips few. If not, the decoder's answer is taken if it plays other moves, and
--
-- - leaves fewer moves unread, and does not read a much shorter game; or
-- - leaves no more moves unread, does not read a shorter game, and makes fewer choices, or leaves fewer numbered moves
--   in no game, or none with a later number after its last move.
--
-- An answer is never a mixture of both. The decoder knows no descriptive notation, tags, diagrams and start positions,
-- and is slow. Texts that have them, and texts of more than LARGEST bytes, are left to the first reader.
-- Cost: the answers of both readers are in memory until one is taken.
-- @module lucena.text.arbiter

local M = {}

local LARGEST = 1 << 15 -- bytes
local SHORTEST = 5 -- plies of a game, if the first reader found fewer
local MOST_SKIPPED = 0.1 -- of the plies of the decoder
local MOST_OUTSIDE = 3 -- numbered moves in no game; more of them are a score that was not read
local LEAST_PART = 0.75 -- of the plies of the first reader

-- Return whether the decoder can read a text.
local function is_suitable(source)
  local opts, dialect = source.opts, source.dialect
  if #source.folded > LARGEST or #source.boards > 0 or opts.fen or opts.dialect and opts.dialect ~= "auto" then
    return false
  end
  local is_descriptive = dialect and dialect.name:find("^descriptive") ~= nil
  local has_setup = source.folded:find('%[%s*%a[%w_]*%s*"') or source.folded:find("%w/%w+/%w+/%w+/")
  return not is_descriptive and not has_setup
end

local NEAR = 40 -- bytes after the last move of the game

-- Note whether moves with later numbers than those of the game follow its last move, or moves after the next number,
-- whose own move was not read.
local function note_number(kept, mention, text)
  local number = mention.number
  if mention.state == "mainline" then
    kept.number, kept.last, kept.cut = number or kept.number, mention.offset + #mention.token, nil
  elseif (mention.state == "comment" or mention.state == "no_position") and kept.last and not kept.cut then
    local after = text:sub(kept.last + 1, math.min(kept.last + NEAR, mention.offset))
    local is_next = number == kept.number + 1 or after:find("%f[%d]" .. kept.number + 1 .. "[.)]") ~= nil
    kept.cut, kept.is_next = (is_next or (number or 0) > kept.number) and mention or nil, is_next
  end
end

local NOT_READ = "%s: the position before it is not known (the game ends before it)"

-- Return a sink that keeps its calls, and counts the moves that are unread or ambiguous, the numbered moves that are in
-- no game, and the choices.
local function keeper(text)
  local kept = { main = {}, lost = 0, outside = 0, choices = 0, number = 0, calls = {} }
  local sink = {}
  local function keep(name, value)
    kept.calls[#kept.calls + 1] = { name, value }
  end
  function sink.game(game, choices)
    kept.has_result = game.tags.Result ~= "*"
    kept.choices = kept.choices + choices
    keep("game", game)
  end
  function sink.mention(mention)
    local state = mention.state
    kept.main[#kept.main + 1] = state == "mainline" and mention.offset or nil
    kept.lost = kept.lost + ((state == "unread" or state == "ambiguous") and 1 or 0)
    kept.outside = kept.outside + (state == "no_position" and mention.number and 1 or 0)
    note_number(kept, mention, text)
    keep("mention", mention)
  end
  function sink.diagnostic(diagnostic)
    keep("diagnostic", diagnostic)
  end
  function sink.rest(part)
    keep("rest", part)
  end
  return sink, kept
end

-- Call the functions of a sink. If moves go on directly after a game without a result, the first
-- one is unread.
local function replay(kept, sink)
  local cut = kept.is_next and not kept.has_result and kept.cut
  if cut then
    cut.state = "unread"
  end
  for _, call in ipairs(kept.calls) do
    sink[call[1]](call[2])
    if call[2] == cut then
      sink.diagnostic { code = "unknown_position", severity = "error", message = NOT_READ:format(cut.token),
        token = cut.token, line = cut.line, column = cut.column, offset = cut.offset }
    end
  end
end

-- Return whether two answers play the same printed moves.
local function are_same(one, other)
  return table.concat(one.main, " ") == table.concat(other.main, " ")
end

-- Return whether the moves of the decoder, with those that are not certain, explain much more of the text. Then the
-- few moves of the first reader are those of another game, or of other letters.
local function explains_more(decoded, placed)
  return decoded.reach >= 2 * #placed.main + SHORTEST and decoded.skipped <= MOST_SKIPPED * decoded.reach + 1
end

local function is_better(decoded, placed)
  if explains_more(decoded, placed) then
    return true
  end
  if decoded.skipped > MOST_SKIPPED * #decoded.main + 1 then
    return false -- the path may have left the game long before the first move that it skips
  end
  if #placed.main < SHORTEST then
    return decoded.reach >= SHORTEST
  end
  local has_fewer = decoded.lost < placed.lost and #decoded.main >= LEAST_PART * #placed.main
  local is_longer = decoded.lost <= placed.lost and #decoded.main >= #placed.main
  local is_surer = decoded.choices < placed.choices or decoded.outside < placed.outside
    or placed.cut and not decoded.cut
  return (has_fewer or is_longer and is_surer) and not are_same(decoded, placed)
end

--- Read a text.
---@param source table {folded, boards, dialect, opts, ...} of lucena.read_text
---@param sink table {game, mention, diagnostic}
---@param read_placed function(source, sink): returns the name of the notation, or false
---@param read_decoded function(source, sink): returns the name of the notation, the number of skipped moves, and
-- that of the moves, with those that are not certain
---@return string|false name
function M.read(source, sink, read_placed, read_decoded)
  if not is_suitable(source) then
    return read_placed(source, sink)
  end
  local first_sink, placed = keeper(source.folded)
  local name = read_placed(source, first_sink)
  if placed.lost == 0 and placed.choices == 0 and placed.outside <= MOST_OUTSIDE and #placed.main > 0
    and not placed.cut then
    replay(placed, sink)
    return name
  end
  local second_sink, decoded = keeper(source.folded)
  local other
  other, decoded.skipped, decoded.reach = read_decoded(source, second_sink)
  local takes_other = is_better(decoded, placed)
  replay(takes_other and decoded or placed, sink)
  return takes_other and other or name
end

return M
