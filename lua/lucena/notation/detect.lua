--- Detects the dialect of a game by playing it. The letters alone do not determine the language: R is a king, rook,
-- knight or bishop in different languages. But the moves of a game nearly always determine it: only in the right
-- dialect, every word means exactly one legal move. Languages with the same piece letters form one class, because no
-- game can distinguish them.
--
-- The tests are made in this order:
--
-- 1. Each class is tested in PGN's style, with only those tolerances that cannot turn one letter into another.
-- 2. If a class reads the game, find the style in which the game needs the fewest repairs (0-0, e8Q: fide; Ng1-f3: lan;
--    ...).
-- 3. If no class reads the game, test the styles that have no piece letters, and those that have their own words for
--   pieces.
--
-- Variations and comments are ignored. If several dialects read the whole game, the result is the error
-- `unclear_dialect`. If no dialect reads it, the result is the error `no_dialect`.
--
-- These notations are not tested, because they look like other text: telegraph codes without blanks between the moves,
-- TCN, and PGC's ordinals.
--
-- Cost: the game is played for each group of classes that read it equally (lucena.notation.groups), up to the first
-- word that cannot be read, usually a few moves. `detect.game` first excludes the classes that lack a letter of the
-- game.
-- @module lucena.notation.detect

local argument = require("lucena.argument")
local attempt = require("lucena.notation.attempt")
local candidates = require("lucena.notation.candidates")
local core = require("lucena.core")
local dialects = require("lucena.dialect")
local groups = require("lucena.notation.groups")
local letters = require("lucena.notation.letters")
local tokens = require("lucena.notation.tokens")

local M = {}

-- Limits of the examined text, in bytes and plies. The longest real games have 600 plies.
local MOST_BYTES, MOST_PLIES = 1 << 16, 1200

-- Styles with piece letters, the most common first. If results are equal, the first style is chosen.
local LETTER_STYLES = {
  "pgn", "fide", "lan", "minimal", "old-german", "ran", "primer", "halg", "elalg", "xlalg", "xolalg",
}
-- Styles without piece letters, or with their own words for pieces.
local OTHER_STYLES = {
  "uci", "iccf", "smith", "coordinate", "xboard", "descriptive", "descriptive:spanish", "descriptive:french",
  "gringmuth", "uedemann",
}

-- ---- tokens --------------------------------------------------------------------------------------

--- Return the words of a game's mainline that may be moves, as they are written. Only the first 64 KiB are examined.
---@param text string movetext, possibly with tags before it
---@param first? integer
---@param last? integer
---@return string[] words with marks such as "e.p." joined to the word before them
---@return integer[] places the offsets of their first bytes
function M.moves(text, first, last)
  local words, places, depth, has_number = {}, {}, 0, false
  local limit = (first or 1) + MOST_BYTES
  for kind, from, to in tokens.each(text, first, last) do
    if from > limit then
      break
    elseif kind == "open" then
      depth = depth + 1
    elseif kind == "close" then
      depth = math.max(depth - 1, 0)
    elseif depth == 0 then
      local word = text:sub(from, to)
      if kind == "word" and not tokens.is_sign(word) or kind == "digits" and has_number and #word >= 4 then
        words[#words + 1], places[#words + 1] = word, from
        if #words == MOST_PLIES then
          break
        end
      elseif kind == "mark" and #words > 0 then
        words[#words] = words[#words] .. " " .. word
      elseif kind == "result" and #words > 0 then
        break
      end
      has_number = has_number or kind == "number"
    end
  end
  return words, places
end

-- ---- deciding ------------------------------------------------------------------------------------

local function sort_failures(failures)
  table.sort(failures, function(a, b) return a.ply > b.ply or a.ply == b.ply and a.name < b.name end)
end

-- Return the name of the dialect that combines a style with a class, if there is one; otherwise that of the class.
local function name_of(style, class, is_dialect)
  return is_dialect and dialects.short_name(candidates.combined(style, class)) or class.name
end

-- Play the game with one class of a group. Returns {read, repairs, odd, is_dialect}.
local function outcome_of(style, class, game)
  local dialect = candidates.dialect_of(style, class)
  local read, repairs, glyphs = 0, 0, 0
  if dialect then
    read, repairs, glyphs = attempt.play(dialect, game)
  end
  return { read = read, repairs = repairs, odd = glyphs, is_dialect = dialect ~= nil }
end

-- Add the classes of a group that reads all words to the list `good`.
local function add_group(good, group, style, classes, outcome)
  for _, i in ipairs(group) do
    local name = name_of(style, classes[i], outcome.is_dialect)
    good[#good + 1] = { class = classes[i], index = i, name = name, repairs = outcome.repairs, odd = outcome.odd }
  end
end

-- Return the entries of `good` with the fewest figurines and unusual letters, in the order of the classes.
local function best_of(good, words)
  local best, least = {}, math.huge
  for _, one in ipairs(good) do
    one.odd = #good > 1 and one.odd + candidates.count_odd(one.class, words) or 0
    least = math.min(least, one.odd)
  end
  for _, one in ipairs(good) do
    best[#best + 1] = one.odd == least and one or nil
  end
  table.sort(best, function(a, b) return a.index < b.index end)
  return best
end

-- Play the game with one class of each group. Returns the best classes that read all moves, and the outcome of each
-- group.
local function classes_that_read(style, classes, split, game)
  local good, outcomes = {}, {}
  for i, group in ipairs(split) do
    outcomes[i] = outcome_of(style, classes[group[1]], game)
    if outcomes[i].read == #game.words then
      add_group(good, group, style, classes, outcomes[i])
    end
  end
  return best_of(good, game.words), outcomes
end

-- Return the classes that did not read all moves, unsorted.
local function failures_of(style, classes, split, outcomes, words)
  local failures = {}
  for i, group in ipairs(split) do
    local read, is_dialect = outcomes[i].read, outcomes[i].is_dialect
    for _, index in ipairs(read < #words and group or {}) do
      failures[#failures + 1] = { name = name_of(style, classes[index], is_dialect), ply = read + 1,
        token = words[read + 1] }
    end
  end
  return failures
end

-- Return the name of the style in which the words need the fewest repairs.
local function refine(found, game)
  local best, least = found.name, found.repairs
  for _, style in ipairs(least > 0 and LETTER_STYLES or {}) do
    local dialect = style ~= "pgn" and candidates.dialect_of(style, found.class)
    if dialect then
      local read, repairs = attempt.play(dialect, game)
      if read == #game.words and repairs < least then
        best, least = dialect.name, repairs
      end
    end
  end
  return best
end

-- Return the name of a dialect with another language of the same class: "lan:german" becomes "lan:danish" for Danish.
local function rename(name, from, to)
  local style = name:match("^(.*):" .. from:gsub("%p", "%%%0") .. "$")
  return style and style .. ":" .. to or name == from and to or name
end

-- Countries by the codes at the end of Site tags (IOC), for classes with several languages.
local COUNTRIES = {
  DEN = "danish", NOR = "norwegian", SWE = "swedish", SLO = "slovene", CRO = "croatian", BIH = "bosnian",
  ITA = "italian", BRA = "portuguese", POR = "portuguese", SVK = "slovak", CZE = "czech", LUX = "luxembourgish",
  RSA = "afrikaans", FIN = "finnish", MKD = "macedonian", SRB = "serbian", NED = "dutch", ESP = "spanish",
  CHN = "chinese", JPN = "japanese", KOR = "korean",
}

--- Return the language of the country where a game was played, if it selects one of several languages.
---@param site? string a Site tag
---@return string? language
-- @usage require("lucena.notation.detect").country("Bergen NOR")  --> norwegian
function M.country(site)
  return site and COUNTRIES[site:match("(%u%u%u)%s*$")]
end

-- Sort the failures of a result. Add the dialect that failed after the most moves, and the word at which it failed.
local function with_runner_up(result)
  sort_failures(result.failures)
  local second = result.failures[1]
  result.plies = second and second.ply or 0
  result.runner_up = second and { name = second.name, plies = second.ply - 1, at = second.token } or nil
  return result
end

-- Return the result for one class. Its name is that of the best-known language, or that of the country where the game
-- was played.
local function answer(found, name, failures, site)
  local hint = M.country(site)
  local chosen, same = found.class.name, {}
  for _, member in ipairs(found.class.names) do
    chosen = member == hint and member or chosen
  end
  for _, member in ipairs(found.class.names) do
    same[#same + 1] = member ~= chosen and rename(name, found.class.name, member) or nil
  end
  local result = { name = rename(name, found.class.name, chosen), same = same, failures = failures }
  if result.name == found.class.name and found.repairs == 0 then
    result.proof = candidates.proof_of(found.class)
  end
  return with_runner_up(result)
end

local function names_of(good)
  local names = {}
  for i, one in ipairs(good) do
    names[i] = one.name
  end
  return names
end

local function list_names(good)
  local names = table.concat(names_of(good), ", ", 1, math.min(#good, 5))
  return #good > 5 and ("%s and %d more"):format(names, #good - 5) or names
end

-- Test the styles without the usual letters. Returns the style that reads all moves with the fewest repairs, if they
-- are fewer than `limit`. The failures of the others are added to the list.
local function other_style(game, limit, failures)
  local words = game.words
  local best, least
  for _, name in ipairs(OTHER_STYLES) do
    local dialect = dialects.find(name)
    local read, repairs = 0, 0
    if dialect then
      read, repairs = attempt.play(dialect, game)
    end
    if read < #words then
      failures[#failures + 1] = { name = name, ply = read + 1, token = words[read + 1] }
    elseif repairs < (least or limit) then
      best, least = dialect.name, repairs
    end
  end
  return best
end

-- No class reads the moves in PGN's style. Test the styles without piece letters, then the other styles with letters,
-- combined with `classes`.
local function decide_otherwise(game, failures, classes)
  local name = other_style(game, math.huge, failures)
  if name then
    return with_runner_up({ name = name, same = {}, failures = failures })
  end
  local split = groups.split(LETTER_STYLES[2], classes, game)
  for i = 2, #LETTER_STYLES do
    local style = LETTER_STYLES[i]
    local good, outcomes = classes_that_read(style, classes, split, game)
    if #good == 1 then
      return answer(good[1], refine(good[1], game), failures_of(style, classes, split, outcomes, game.words))
    elseif #good > 1 then
      return nil, "it may be " .. list_names(good), "unclear_dialect", { names = names_of(good) }
    end
  end
  sort_failures(failures)
  local far = failures[1]
  local message = far.ply == 1 and ("no dialect reads %s"):format(far.token)
    or ("no dialect reads the game: %s reads %d %s, and not %s"):format(far.name, far.ply - 1,
      far.ply == 2 and "move" or "moves", far.token)
  return nil, message, "no_dialect", { ply = far.ply }
end

--- Return the dialect of a list of moves.
---@param words string[] as returned by moves()
---@param start? lucena.Position the start position, default the initial position
---@param opts? {is_brief?: boolean, site?: string} `is_brief`: do not test alphabets that lack a letter of the words;
-- `failures` then lacks them too; `site`: the Site tag, which selects one of several languages with the same letters
---@return table? result as returned by `chess.detect`
---@return string? err
---@return string? code no_dialect, unclear_dialect
---@return table? about {names} of the possible dialects if the result is unclear, or {ply} of the latest failure
function M.words(words, start, opts)
  if #words == 0 then
    return nil, "there are no moves", "no_dialect"
  end
  opts = opts or {}
  local game = attempt.game(words, start)
  local all = letters.classes()
  local list, has_prose = {}, false
  if opts.is_brief then
    list, has_prose = candidates.heads_in(words)
  end
  local fit = opts.is_brief and candidates.fitting(list) or all
  -- If no class has the letters, all are played, which shows where each of them fails.
  local classes = #fit > 0 and fit or all
  local split = groups.split("pgn", classes, game)
  local good, outcomes = classes_that_read("pgn", classes, split, game)
  local failures = failures_of("pgn", classes, split, outcomes, words)
  if #good == 0 then
    -- Most of these games are in English and have an error.
    return decide_otherwise(game, failures, opts.is_brief and candidates.of_styles(list, fit, has_prose) or all)
  elseif #good == 1 then
    return answer(good[1], refine(good[1], game), failures, opts.site)
  end
  -- Every class reads e2e4 as a pawn move with its origin, which needs a repair. In the style of coordinates, it needs
  -- no repair.
  local name = good[1].repairs > 0 and other_style(game, good[1].repairs, failures)
  if name then
    return with_runner_up { name = name, same = {}, failures = failures }
  end
  return nil, ("the moves do not tell the language, it may be %s"):format(list_names(good)), "unclear_dialect",
    { names = names_of(good) }
end

-- ---- texts ---------------------------------------------------------------------------------------

-- Return the moves of a game in UCI notation, as a dialect reads them. Returns nil if the dialect cannot read them.
local function moves_in(dialect, game)
  local board, list = game.board, {}
  board:reset(game.start)
  for _, word in ipairs(game.words) do
    local move = dialect:read(board, word)
    if move then
      list[#list + 1] = tostring(move)
      board:play(move)
    elseif not tokens.is_letter_sign(word) then
      return nil
    end
  end
  return table.concat(list, " ")
end

-- If several dialects read a whole game with the same moves, return the first of them, with the others in `same`.
-- Returns nil if the moves differ.
local function any_of(names, words, start)
  local game, moves = attempt.game(words, start), nil
  for _, name in ipairs(names) do
    local dialect = dialects.find(name)
    local these = dialect and not dialect.has_hooks and moves_in(dialect, game)
    if not these or moves and moves ~= these then
      return nil
    end
    moves = these
  end
  return {
    name = names[1], same = table.move(names, 2, #names, 1, {}), plies = #words, failures = {}, is_open = true,
  }
end

-- As M.words, but if several dialects read the same moves, return the first of them.
local function words_or_any(words, start)
  local result, err, code, about = M.words(words, start, { is_brief = true })
  local any = code == "unclear_dialect" and any_of(about.names, words, start)
  if any then
    return any
  end
  return result, err, code, about
end

--- Detect the dialect of one game's movetext, fast, for `dialect = "auto"`. If several dialects read the same moves,
-- the first is returned: a game without queen moves may be Russian or Ukrainian, but its moves are the same in both.
---@param movetext string
---@param start? lucena.Position
---@return table? result as returned by `chess.detect`; `failures` has only classes with the letters of the game;
-- `is_open`: several languages are possible
---@return string? err
---@return string? code no_dialect, unclear_dialect
function M.game(movetext, start)
  local result, err, code = words_or_any(M.moves(movetext), start)
  return result, err, code
end

-- The characters of moves in PGN, and the minimum number of plies that a dialect must read after the place where PGN
-- fails, in a game that no dialect reads to its end.
local PGN, MARGIN = core.pgn_characters()

-- A letter or sign that no move in PGN has.
local FOREIGN = "[^" .. PGN:gsub("%p", "%%%0") .. "]"

-- Report whether a word has a letter or sign that PGN lacks, a piece after a sign ("P-K4", "Nb1xPc3"), or is a move in
-- digits (ICCF). Dashes, blanks and marks of word processors (U+2000 to U+203F) do not count, because PGN repairs them.
local function is_foreign(word)
  local plain = word:match("^%S*"):gsub("\u{2212}", ""):gsub("\xE2\x80[\x80-\xBF]", ""):gsub("e%.?p%.?$", "")
  return plain:find(FOREIGN) ~= nil or plain:find("[x%-][PNBRQK]") ~= nil or plain:find("^[1-8][1-8][1-8][1-8]") ~= nil
end

-- The minimum number of such words in a game that is not in PGN: a single one is a mistyped move.
local FOREIGN_WORDS = 2

-- The rule by which a dialect replaces PGN. It reads `plies` words of the game, PGN with its repairs `in_pgn`. The
-- dialect reads all words, or clearly more than PGN, and some of them have letters or signs that PGN lacks.
local function replaces_pgn(words, plies, in_pgn)
  if plies <= in_pgn or plies < #words and plies < in_pgn + MARGIN then
    return false
  end
  local count = 0
  for i = 1, plies do
    count = count + (is_foreign(words[i]) and 1 or 0)
  end
  return count >= FOREIGN_WORDS
end

--- Detect the dialect of a game that cannot be read as PGN. As `game`, but also of a game with an error: the moves
-- before the first one that no dialect reads are detected as a game, if there are enough of them.
---@param movetext string
---@param start? lucena.Position
---@param in_pgn? integer the number of plies that PGN reads with its repairs; default: those that it reads without
---@return table? result as returned by `game`; nil if the game remains PGN; `proof`: kinds of pieces, such as "BN". A
-- game in which these pieces move, and all moves are spelled as the dialect writes them, is in this dialect, too
-- @usage local text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. d3 Sx9"
-- return require("lucena.notation.detect").game_with_errors(text).name --> german
function M.game_with_errors(movetext, start, in_pgn)
  local words = M.moves(movetext)
  in_pgn = in_pgn or attempt.play(dialects.find("pgn"), attempt.game(words, start))
  local result, _, code, about = words_or_any(words, start)
  local plies = code == "no_dialect" and about and about.ply - 1 or #words
  if not replaces_pgn(words, plies, in_pgn) then
    return nil
  elseif plies < #words then
    result = words_or_any(table.move(words, 1, plies, 1, {}), start)
  end
  return result
end

-- Iterate over the games of a text, divided as the core divides it: a Game, its first byte, its last byte.
local function each_game(text)
  local number, at, line, column = 1, 0, 1, 1
  return function()
    while at >= 0 do
      local from = at
      local game, is_stray
      game, at, line, column, is_stray = core.game_in(text, number, at, line, column)
      if game and not is_stray then
        number = number + 1
        return game, from + 1, at >= 0 and at or #text
      end
    end
  end
end

--- Detect the dialect of a game by playing it in every dialect. If the text has several games, the first one that
-- gives a result is used.
---@param text string a game, with or without tags
---@param opts? {start?: lucena.Position} `start`: the start position of games without a FEN tag
---@return table? result `{name, same, plies, runner_up, failures}`: the dialect; other names with the same moves; the
---number of plies after which only this dialect remained; the last other dialect, `{name, plies, at}`, with the plies
---that it reads and the word where it fails; and for each dialect that failed, `{name, ply, token}`
---@return string? err
---@return string? code no_dialect; unclear_dialect if several dialects read the whole game
-- @usage chess.detect("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6").name  --> french
function M.detect(text, opts)
  argument.check(text, 1, "detect", "string")
  opts = argument.options(opts, 2, "detect", { start = true })
  if opts.start ~= nil and getmetatable(opts.start) ~= "lucena.Position" then
    argument.bad(2, 2, "detect", "option 'start': lucena.Position expected, got %s", argument.kind(opts.start))
  end
  local err, code
  for game, first, last in each_game(text) do
    local words = M.moves(text, first, last)
    local start = opts.start or game.start
    if #words > 0 and not start then
      err, code = err or "the game has no start position", code or "invalid_position"
    elseif #words > 0 then
      local result, message, why = M.words(words, start, { site = game.tags.Site })
      if result then
        return result
      end
      err, code = err or message, code or why
    end
  end
  return nil, err or "there are no moves", code or "no_dialect"
end

return M
