--- Translates the moves of a text into another notation, and keeps every other byte. The text may have games with tags,
-- comments and variations, and prose with moves. A move is replaced only if it is legal in its position. Other words
-- are kept, and reported if they look like moves.
--
-- A text is divided into games, as the core divides it, and prose. Prose is text without tags in which more than a
-- quarter of the words are not moves. This module divides the text, determines the dialects and makes the report;
-- notation/walk.lua plays and rewrites the moves.
--
-- Cost: linear in the length of the text, plus detection for each game if the dialect is not given.
-- @module lucena.text.translate

local argument = require("lucena.argument")
local core = require("lucena.core")
local detect = require("lucena.notation.detect")
local dialects = require("lucena.dialect")
local choose = require("lucena.text.choose")
local fold = require("lucena.text.fold")
local rewrite = require("lucena.text.rewrite")
local sample = require("lucena.text.sample")
local tokens = require("lucena.notation.tokens")
local walk = require("lucena.notation.walk")

local M = {}

-- ---- parts ---------------------------------------------------------------------------------------

-- Return whether a word may be a move in some notation: it has a square, or is castling, PxP or a telegraph code.
local function is_like_a_move(word)
  return word:find("%d") or word:find("[Oo0]%-[Oo0]") or word:find("^%u%l?x%u") or word:find("^%u%u%u%u$")
    or word:find("^%-%-")
end

local MOST_COUNTED = 4000 -- maximum number of tokens that is_prose examines

-- Return whether a text is prose: its first word is not a move, or more than a quarter of its words are not moves.
-- `own`: the set of words that are part of moves in the dialect, or nil.
local function is_prose(text, first, last, own)
  local all, plain = 0, 0
  for kind, from, to in tokens.each(text, first, last) do
    if kind == "word" then
      local word = text:sub(from, to)
      all = all + 1
      local is_plain = to > from and word:find("[%a\x80-\xFF]") and not is_like_a_move(word)
        and not (own and own[word:match("^(.*[^%p])%p*$")])
      plain = is_plain and plain + 1 or plain
      if all == 1 and is_plain then
        return true
      end
      if all == MOST_COUNTED then
        break
      end
    end
  end
  return plain * 4 > all
end

local function has_tags(game)
  local next_tag, tags, first = pairs(game.tags)
  return next_tag(tags, first) ~= nil
end

-- Divide the text into parts {first, last, start, is_prose, site}: games with tags, and the text between games. `own`:
-- the set of words that are part of moves.
local function parts_of(text, start, own)
  local parts, loose = {}, nil
  local function end_loose()
    if loose and is_prose(text, loose[1].first, loose[#loose].last, own) then
      parts[#parts + 1] = { first = loose[1].first, last = loose[#loose].last, start = start, is_prose = true }
    else
      table.move(loose or {}, 1, loose and #loose or 0, #parts + 1, parts)
    end
    loose = nil
  end
  local number, at, line, column = 1, 0, 1, 1
  while at >= 0 and at < #text do
    local first = at + 1
    local game, is_stray
    game, at, line, column, is_stray = core.game_in(text, number, at, line, column)
    local last = at >= 0 and at or #text
    if game and not is_stray and has_tags(game) then
      end_loose()
      parts[#parts + 1] = { first = first, last = last, start = game.start, site = game.tags.Site }
    else
      loose = loose or {}
      loose[#loose + 1] = { first = first, last = last, start = start, is_loose = true }
    end
    number = game and number + 1 or number
  end
  end_loose()
  return parts
end

-- ---- one part ------------------------------------------------------------------------------------

-- Return whether the reader of text supports the moves of a dialect. It cannot read moves with blanks, or of digits.
local function is_readable(dialect)
  return dialect.name:find("^descriptive") ~= nil or not dialect.has_hooks and not dialect.info.words
end

local NONE = {}

-- Translate a game in the core. Returns the same as walk(), with `plies` and `pieces`; nil for a game with unusual
-- text, which walk() reads.
local function translated(job, part, from)
  if job.has_comments or part.is_prose then
    return nil
  end
  local text, moves, repairs, plies, pieces = core.translated(job.text, part.first, part.last, part.start, from, job.to)
  return text and { text = text, moves = moves, repairs = repairs, left = NONE, plies = plies, pieces = pieces }
end

-- Translate a part of the text from one dialect. Returns the translation and the counts.
local function run(job, part, from)
  if part.is_prose and is_readable(from) then
    local result = rewrite.rewrite(job.text:sub(part.first, part.last), from, job.to, part.start, job)
    for _, list in ipairs { result.left, result.named } do
      for _, one in ipairs(list) do
        one.offset = one.offset + part.first - 1
      end
    end
    return result
  end
  return translated(job, part, from) or walk.walk {
    text = job.text, first = part.first, last = part.last, start = part.start, from = from, to = job.to,
    is_prose = part.is_prose, has_comments = job.has_comments,
  }
end

-- If the translations from several dialects are equal, return the translation.
local function run_same(job, part, names)
  local first
  for _, name in ipairs(names) do
    local result = run(job, part, dialects.find(name))
    if first and first.text ~= result.text then
      return nil
    end
    first = first or result
  end
  return first
end

-- Maximum number of plies and bytes of a game that detection examines as a whole.
local MOST_PLIES, MOST_BYTES = 1200, 1 << 16

-- Return whether each kind of piece in `proof` is in `pieces`.
local function has_all(pieces, proof)
  for i = 1, #proof do
    if not pieces:find(proof:sub(i, i), 1, true) then
      return false
    end
  end
  return true
end

-- Return whether the moves of a game need no repair but that of a check sign.
local function is_exact(repairs)
  local name = next(repairs)
  return name == nil or name == "check_sign" and next(repairs, name) == nil
end

-- Translate a game from the dialect of the latest game that detection proved, if detection would find the same dialect:
-- all its moves are spelled as in this dialect, and the pieces that prove it move.
local function run_proved(job, part)
  local latest = job.latest
  local country = detect.country(part.site)
  local result = latest and not latest.same[country or ""] and part.last - part.first < MOST_BYTES
    and translated(job, part, latest.dialect)
  if result and result.plies <= MOST_PLIES and is_exact(result.repairs) and has_all(result.pieces, latest.proof) then
    result.name = latest.name
    return result
  end
end

-- Detect the dialect of a game and translate it.
local function run_game(job, part)
  local proved = run_proved(job, part)
  if proved then
    return proved
  end
  local words, places = detect.moves(job.text, part.first, part.last)
  if #words == 0 then
    return { text = job.text:sub(part.first, part.last), left = {}, moves = 0 }
  end
  local found, err, code, about = detect.words(words, part.start, { is_brief = true, site = part.site })
  if found then
    local dialect = dialects.find(found.name)
    local result = run(job, part, dialect)
    result.name = found.name
    if found.proof and found.proof ~= "" then
      local same = {}
      for _, name in ipairs(found.same) do
        same[name] = true
      end
      job.latest = { dialect = dialect, name = found.name, proof = found.proof, same = same }
    end
    return result
  end
  local same = about and about.names and run_same(job, part, about.names)
  if same then
    return same
  end
  local at = about and about.ply or 1
  return { text = job.text:sub(part.first, part.last), moves = 0,
    left = { { offset = places[at] - 1, token = words[at], code = code, message = err } } }
end

-- Return whether the text has move numbers. In prose without move numbers, no move is played. Digits count as a move
-- number if a word with a square follows ("12 Sf3", "2 Kt-KB3").
local function has_numbers(text, first, last)
  local before
  for kind, from, to in tokens.each(text, first, last, true) do
    local word = before == "digits" and kind == "word" and text:sub(from, to)
    if kind == "number" or kind == "dots"
      or word and (word:find("[a-h][1-8]") or word:find("^%u%l?%-%u+%l?[1-8]")) then
      return true
    end
    before = kind
  end
  return false
end

local function run_prose(job, part)
  local dialect
  if has_numbers(job.text, part.first, part.last) then
    local text = job.text:sub(part.first, part.last)
    dialect = choose.dialect(fold.fold(text), text, sample.reader(part.start))
  end
  local result = dialect and run(job, part, dialect)
  if result and result.moves > 0 then
    result.name = dialect.name
    return result
  end
  return { text = job.text:sub(part.first, part.last), moves = 0, left = {}, is_open = true }
end

-- A text without prose in its first words may have prose later. It is read as prose if more of its moves are legal
-- then.
local function run_loose(job, part)
  local result = job.from and run(job, part, job.from) or run_game(job, part)
  local has_words = job.text:sub(part.first, part.last):find("%f[%a\x80-\xFF]%a%l%l%l")
  if #result.left == 0 or not has_words or job.from and not is_readable(job.from) then
    return result
  end
  local prose = { first = part.first, last = part.last, start = part.start, is_prose = true }
  local other = job.from and run(job, prose, job.from) or run_prose(job, prose)
  return other.moves > result.moves and other or result
end

local function run_part(job, part)
  if not part.start then
    return { text = job.text:sub(part.first, part.last), moves = 0, left = { { offset = part.first - 1, token = "",
      code = "invalid_position", message = "the game has no start position" } } }
  elseif part.is_loose then
    return run_loose(job, part)
  elseif job.from then
    return run(job, part, job.from)
  end
  return (part.is_prose and run_prose or run_game)(job, part)
end

-- Return the first and last byte of the first word in prose that follows a move number and looks like a piece move. nil
-- if there is none.
local function find_numbered(text, part)
  local before
  for kind, from, to in tokens.each(text, part.first, part.last, true) do
    if kind == "word" and (before == "number" or before == "dots")
      and text:sub(from + 1, to):find("[a-h][1-8]") then
      return from, to
    end
    before = kind
  end
end

-- Report a move in prose after a move number. Called if the move is legal in no dialect, and no game before or after
-- the prose determines the dialect.
local function tell_open(job, part, result)
  local from, to = find_numbered(job.text, part)
  if from then
    local word = job.text:sub(from, math.min(to, from + 39))
    result.left[1] = { offset = from - 1, token = word, code = "no_dialect",
      message = ("the numbered moves here, such as %s, are not legal in any notation"):format(word) }
  else
    result.is_unclear = job.text:sub(part.first, part.last):find("%f[%w]%u?x?[a-h][1-8]%f[^%w]") ~= nil
  end
end

-- Translate prose whose moves do not determine a dialect, such as a page about notation. The dialect of the game before
-- the prose is used, or that of the first game after it.
local function run_open(job, parts, results)
  local near
  for i, part in ipairs(parts) do
    near = near or not part.is_prose and results[i].name
  end
  for i, part in ipairs(parts) do
    if results[i].is_open and near then
      results[i] = run(job, part, dialects.find(near))
    elseif results[i].is_open then
      tell_open(job, part, results[i])
    end
    near = not part.is_prose and results[i].name or near
  end
end

local function run_parts(job, parts)
  local results = {}
  for i, part in ipairs(parts) do
    results[i] = run_part(job, part)
  end
  run_open(job, parts, results)
  return results
end

-- ---- the report ----------------------------------------------------------------------------------

local MOST_LEFT = 1000

-- Add line and column to the reported words. They are in the order of the text.
local function locate(text, left)
  local line, line_start, at = 1, 1, 1
  for _, one in ipairs(left) do
    while true do
      local stop = text:find("[\r\n]", at)
      if not stop or stop > one.offset then
        break
      end
      at = text:sub(stop, stop + 1) == "\r\n" and stop + 2 or stop + 1
      line, line_start = line + 1, at
    end
    one.line, one.column = line, one.offset + 2 - line_start
  end
end

local function add_result(report, part, result)
  report.moves = report.moves + result.moves
  report.games = report.games + (part.is_prose and 0 or result.moves > 0 and 1 or 0)
  if result.name then
    report.dialects[result.name] = (report.dialects[result.name] or 0) + 1
  end
  for name, count in pairs(result.repairs or {}) do
    report.repairs[name] = (report.repairs[name] or 0) + count
  end
  report.is_unclear = report.is_unclear or result.is_unclear
  report.total_left = report.total_left + #result.left
  report.total_alike = report.total_alike + (result.alike or 0)
  report.total_named = report.total_named + (result.named and #result.named or 0)
  for _, name in ipairs { "left", "named" } do
    for _, one in ipairs(result[name] or {}) do
      if #report[name] < MOST_LEFT then
        report[name][#report[name] + 1] = one
      end
    end
  end
end

-- ---- the public function -------------------------------------------------------------------------

local OPTIONS = { from = "name", to = "name", fen = "string", comments = "boolean", letters = "boolean" }

local function check(opts)
  for name, value in pairs(opts) do
    local kind = OPTIONS[name]
    local is_right = kind == "name" and (type(value) == "string" or getmetatable(value) == "lucena.Dialect")
      or type(value) == kind
    if not kind then
      argument.bad(3, 2, "translate", "unknown option '%s'%s", argument.shown(name),
        require("lucena.suggestion").hint(name, OPTIONS))
    elseif not is_right then
      argument.bad(3, 2, "translate", "option '%s': %s expected, got %s", name, kind == "name" and "dialect" or kind,
        argument.kind(value))
    end
  end
  if not opts.to then
    argument.bad(3, 2, "translate", "option 'to' is missing")
  end
end

-- Return the dialect of an option. Raises an error for an unknown name.
local function find(opts, name)
  local value = opts[name]
  if type(value) ~= "string" then
    return value
  end
  local dialect, err = dialects.find(value)
  if not dialect then
    argument.bad(3, 2, "translate", "option '%s': %s", name, err)
  end
  return dialect
end

--- Write the moves of a text in another dialect. The text may be PGN games, bare moves, or prose with moves. Tags,
-- comments, numbers, signs and all other bytes are kept. Variations are played separately. Prose is read as by
-- `read_text`. Moves that a sentence only names are translated if they are legal near the latest move, a list of them
-- as a whole or not at all. Prose whose moves do not determine a dialect is read in the dialect of the game before it,
-- or of the first game after it.
---@param text string
---@param opts {to: string|Dialect, from?: string|Dialect, fen?: string, comments?: boolean, letters?: boolean}
-- `to`: the dialect to write, a name or a Dialect; `from`: the dialect to read, default "auto":
-- detected for each game and for prose; `fen`: the start position of games without a FEN tag, and of prose;
-- `comments`: also translate moves in comments that are legal there, default false; `letters`: translate the letters
-- of moves in prose whose position is unknown, default false
---@return string? text
---@return table|string report {moves, games, dialects = {name = games}, repairs = {code = count}: deviations of the
-- text that were corrected, such as a wrong check sign; left = the first 1000 words that look like moves and are kept:
-- {token, line, column, offset, code, message}, total_left; named, total_named: the same for moves of prose that have
-- no position; total_alike: the number of those that both notations spell the same; is_unclear: whether the
-- notation of words that look like moves is unknown}; or the error message
---@return string? code bad_fen, ...
-- @usage chess.translate("1. e4 e5 2. Cf3", {from = "french", to = "german"})  --> 1. e4 e5 2. Sf3
function M.translate(text, opts)
  argument.check(text, 1, "translate", "string")
  argument.check(opts, 2, "translate", "table")
  check(opts)
  local job = { text = text, has_comments = opts.comments, letters = opts.letters }
  local start, err, code = core.position(opts.fen)
  if not start then
    return nil, err, code
  end
  job.to = find(opts, "to")
  if opts.from ~= "auto" then
    job.from = find(opts, "from")
  end
  local out, report = {}, { moves = 0, games = 0, dialects = {}, repairs = {}, left = {}, total_left = 0,
    named = {}, total_named = 0, total_alike = 0 }
  local parts = parts_of(text, start, job.from and job.from.info.words)
  for i, result in ipairs(run_parts(job, parts)) do
    out[i] = result.text
    add_result(report, parts[i], result)
  end
  locate(text, report.left)
  locate(text, report.named)
  return table.concat(out), report
end

return M
