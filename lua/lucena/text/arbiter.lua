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
-- If both readers find the same games, with the same first moves, each game is decided separately; but where the
-- answers change, both readers must end the comments of the game before at the same place, so that no word is lost or
-- doubled. Otherwise the text is decided as a whole. A game is never a mixture of both answers. The decoder knows no
-- descriptive notation, tags, diagrams and start positions, and is slow. Texts that have them, and texts of more than
-- LARGEST bytes, are left to the first reader.
-- Cost: the answers of both readers are in memory until one is taken.
-- @module lucena.text.arbiter

local endings = require("lucena.text.endings")

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
-- whose own move was not read. Moves after a resignation were not played.
local function note_number(kept, mention, text)
  local number = mention.number
  if mention.state == "mainline" then
    kept.number, kept.last, kept.cut = number or kept.number, mention.offset + #mention.token, nil
  elseif (mention.state == "comment" or mention.state == "no_position") and kept.last and not kept.cut then
    local after = text:sub(kept.last + 1, math.min(kept.last + NEAR, mention.offset))
    local is_next = number == kept.number + 1 or after:find("%f[%d]" .. kept.number + 1 .. "[.)]") ~= nil
    local is_cut = (is_next or (number or 0) > kept.number) and not endings.ends(text, kept.last + 1, mention.offset)
    kept.cut, kept.is_next = is_cut and mention or nil, is_next
    kept.is_direct = not after:find("[%a\x80-\xFF]") -- only its number is before it
  end
end

local NOT_READ = "%s: the position before it is not known (the game ends before it)"

-- Return the facts of an answer, or of a part of it: `main`: the offsets of the moves that are played, `lost`: the
-- number of moves that are unread or ambiguous, `outside`: of numbered moves that are in no game, `choices`; `skipped`
-- and `reach` of the decoder.
local function new_part()
  return { main = {}, lost = 0, outside = 0, choices = 0, number = 0, skipped = 0, reach = 0, calls = {} }
end

-- Return a sink that keeps its calls in parts, a part for each game. Text before the first game is in its part.
local function keeper(text)
  local part, sink = new_part(), {}
  local parts = { part }
  local function keep(name, value)
    part.calls[#part.calls + 1] = { name, value }
  end
  function sink.game(game, facts)
    if part.game then
      part = new_part()
      parts[#parts + 1] = part
    end
    part.game, part.choices, part.kept = game, facts.choices, facts.kept
    part.skipped, part.reach = facts.skipped or 0, facts.reach or 0
    keep("game", game)
  end
  function sink.mention(mention)
    local state = mention.state
    part.main[#part.main + 1] = state == "mainline" and mention.offset or nil
    part.lost = part.lost + ((state == "unread" or state == "ambiguous") and 1 or 0)
    part.outside = part.outside + (state == "no_position" and mention.number and 1 or 0)
    note_number(part, mention, text)
    keep("mention", mention)
  end
  function sink.diagnostic(diagnostic)
    keep("diagnostic", diagnostic)
  end
  function sink.rest(rest)
    keep("rest", rest)
  end
  return sink, parts
end

-- Return the facts of all parts together.
local function whole(parts)
  local all = new_part()
  for _, part in ipairs(parts) do
    for _, fact in ipairs { "lost", "outside", "choices", "skipped", "reach" } do
      all[fact] = all[fact] + part[fact]
    end
    table.move(part.main, 1, #part.main, #all.main + 1, all.main)
  end
  all.cut = parts[#parts].cut
  return all
end

-- Call the functions of a sink. If moves go on directly after a game without a result, or after its last move without a
-- word, the first one is unread.
local function replay(part, sink, is_last)
  local is_open = part.game and (part.game.tags.Result == "*" or part.is_direct)
  local cut = is_last and part.is_next and is_open and part.cut
  if cut then
    cut.state = "unread"
  end
  for _, call in ipairs(part.calls) do
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

-- Return whether the answer of the first reader is taken without that of the decoder.
local function is_good(placed)
  return placed.lost == 0 and placed.choices == 0 and placed.outside <= MOST_OUTSIDE and #placed.main > 0
    and not placed.cut
end

-- Return the parts of both answers, chosen game by game; nil if the readers find different games.
local function chosen(placed, decoded)
  local list, took_other = {}, nil
  for i = 1, math.max(#placed, #decoded) do
    local one, other = placed[i], decoded[i]
    if not one or not other or not one.main[1] or one.main[1] ~= other.main[1] then
      return nil
    end
    local takes_other = not is_good(one) and is_better(other, one)
    if i > 1 and takes_other ~= took_other and placed[i - 1].kept ~= decoded[i - 1].kept then
      return nil
    end
    list[i], took_other = takes_other and other or one, takes_other
  end
  return list
end

--- Read a text.
---@param source table {folded, boards, dialect, opts, ...} of lucena.read_text
---@param sink table {game, mention, diagnostic}
---@param read_placed function(source, sink): returns the name of the notation, or false
---@param read_decoded function(source, sink): returns the name of the notation
---@return string|false name
function M.read(source, sink, read_placed, read_decoded)
  if not is_suitable(source) then
    return read_placed(source, sink)
  end
  local first_sink, placed = keeper(source.folded)
  local name = read_placed(source, first_sink)
  local list = placed
  if not is_good(whole(placed)) then
    local second_sink, decoded = keeper(source.folded)
    local other = read_decoded(source, second_sink)
    list = chosen(placed, decoded) or is_better(whole(decoded), whole(placed)) and decoded or placed
    name = list[#list] == decoded[#list] and other or name
  end
  for i, part in ipairs(list) do
    replay(part, sink, i == #list)
  end
  return name
end

return M
