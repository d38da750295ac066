--- All queries: for each name of `chess.query` an example for `-e` and its meaning, by subject; and the words of chess
-- that players look for (lucena.query.chess_words), with the query for each. `lucena.repl.query_help` prints both. An
-- unknown name in `-e` is looked up in the words. spec/lua/query_catalogue_spec.lua runs all examples, and checks that
-- each name has a row.
-- @module lucena.query.catalogue

local M = {}

--- {title, row ...}. A row is {example, meaning}; the first word of the example is the name.
M.GROUPS = {
  { "Players and tags",
    { 'player "Fischer"', "a player; also {name, side = \"white\"}" },
    { 'white "Morphy"', "the player of the white pieces" },
    { 'black "Morphy"', "the player of the black pieces" },
    { 'won "Alekhine"', "the player won" },
    { 'lost "Alekhine"', "the player lost" },
    { 'result "1-0"', "the result; also \"draw\", \"decisive\"" },
    { "year(1972)", "the year; also {min = 1970, max = 1979}" },
    { 'date{from = "1972.07", to = "1972.09"}', "the date is in a range" },
    { "elo{min = 2600}", "a rating; side = \"both\", \"white\" ..." },
    { "elo_diff{min = 200}", "the difference of the ratings" },
    { "mean_elo{min = 2600}", "the mean of the ratings" },
    { "higher_won", "the player with the higher rating won" },
    { "lower_won(100)", "the player with the lower rating won" },
    { 'eco "B90-B99"', "the ECO tag" },
    { 'opening "Najdorf"', "the opening, found by its positions" },
    { 'time_class "blitz"', "the class of the time control" },
    { 'tag("Event", "AVRO")', "a tag has exactly this value" },
    { 'contains("Event", "chess")', "a tag contains a text" },
    { 'prefix("Event", "world")', "a tag begins with a text" },
    { 'glob("Event", "*rapid*")', "a tag matches a pattern" },
    { 'any_tag "zurich"', "some tag contains a text" },
    { 'number("WhiteElo", {min = 2800})', "a tag, or the count of a query" },
    { 'tags("White", function(w) return #w > 20 end)', "a Lua function of tags" },
  },
  { "The game",
    { "plies{max = 50}", "the length in half-moves" },
    { "moves{max = 25}", "the length in moves" },
    { 'checkmate "white"', "the game ends with checkmate (by White)" },
    { "stalemate", "the game ends with stalemate" },
    { "insufficient", "the game ends without mating material" },
    { "threefold", "a position occurred three times" },
    { "fivefold", "a position occurred five times" },
    { "fifty", "50 moves without capture or pawn move" },
    { "seventyfive", "75 moves without capture or pawn move" },
    { 'castled{side = "white", kind = "long"}', "a player castled" },
    { "opposite_castling", "the players castled on opposite sides" },
    { "underpromotion", "a promotion to knight, bishop or rook" },
    { 'line "e4 e5 Nf3"', "the first moves of the game" },
    { "setup", "the game starts from a set-up position" },
    { 'odds "white"', "a side gives odds" },
    { 'commented "novelty"', "a comment contains a text" },
    { "annotated", "there are comments, signs or variations" },
    { "has_variations", "there are variations" },
    { "has_evaluations", "there are evaluations of an engine" },
    { "has_clocks", "there are clocks or times of moves" },
  },
  { "Moves",
    { 'played "Nxf7"', "this move was played" },
    { 'move{piece = "K", to = "e4 d4"}', "a move with these properties" },
    { 'capture{piece = "P", takes = "q"}', "a capture" },
    { 'promotion{becomes = "N"}', "a promotion" },
    { 'en_passant "black"', "an en passant capture" },
    { "sacrifice{points = 5}", "a move that gives up material" },
    { 'motif "fork"', "a tactical motif that gains" },
    { "instead(checkmate)", "another legal move would have done this" },
    { 'deviates("book.pgn")', "the move leaves the lines of a file" },
  },
  { "Positions",
    { 'position "e4 c5 Nf3"', "this position, by any order of moves" },
    { 'placement "e4 c5"', "the same pieces on the same squares" },
    { 'same_pawns "d4 d5 c4 e6"', "the same pawns" },
    { 'pattern "*/*/*/*/*/*/?????PPP/?????RK?"', "a pattern of the board" },
    { 'key "84299fb95f5856e0"', "a position by its key" },
    { 'polyglot_key "823c9b50fd114196"', "a position by its key in opening books" },
    { 'piece("N", "f5")', "pieces on squares" },
    { 'check "white"', "White is in check" },
    { "double_check", "two pieces give check" },
    { "mobility(1)", "the number of legal moves" },
    { 'to_move "black"', "the side to move" },
    { "ply(20)", "the number of half-moves played" },
    { "move_number{max = 10}", "the number of the last move" },
    { 'phase "endgame"', "the phase of the game" },
    { "quiet_plies(30)", "half-moves since a capture or pawn move" },
    { "repeated(2)", "the position has occurred before" },
  },
  { "Material",
    { 'material "RPP v RP"', "the material of both sides" },
    { "pieces{white = {q = 2}}", "the number of pieces by letter" },
    { "piece_count{max = 7}", "the number of pieces on the board" },
    { "imbalance{min = 9}", "material of White minus that of Black" },
    { "bishop_pair", "a side has the bishop pair" },
    { "opposite_bishops", "bishops of opposite colours" },
  },
  { "Pawns and files",
    { 'passed{side = "white", on = "7"}', "a passed pawn" },
    { 'isolated{side = "white", on = "d"}', "an isolated pawn" },
    { "doubled{min = 3}", "doubled pawns" },
    { 'backward{on = "d"}', "a backward pawn" },
    { "chain(4)", "a chain of pawns" },
    { 'structure "Carlsbad"', "a pawn structure by its name" },
    { "open_file", "an open file" },
    { 'half_open_file "white"', "a half-open file" },
    { 'fianchetto{wing = "short"}', "a bishop in a fianchetto" },
    { 'outpost{piece = "N"}', "a knight or bishop on an outpost" },
  },
  { "Attacks",
    { 'attacks("N", "k q")', "one knight attacks king and queen" },
    { 'attacked{piece = "R"}', "a piece is attacked" },
    { 'guarded{piece = "N", on = "e5"}', "a piece is protected" },
    { 'loose{side = "white", min = 7}', "a piece is not protected" },
    { 'hanging{piece = "Q"}', "a piece is attacked and not protected" },
    { "en_prise{min = 4}", "hanging, or attacked by a lower piece" },
    { 'pinned{piece = "Q"}', "a piece is pinned to its king" },
    { 'controls("white", "f7 g7 h7", 3)', "a side attacks squares" },
    { 'discovered "Kk"', "the move uncovered an attack" },
    { 'between("R", "q", {piece = "n"})', "two pieces on a line" },
    { 'battery{pieces = "QB", at = "h7"}', "two pieces on one line" },
  },
  { "Kings",
    { 'shield{side = "black", max = 0}', "pawns in front of the king" },
    { "king_files{min = 2}", "files at the king without own pawns" },
    { "king_attackers{min = 3}", "pieces that attack squares at the king" },
    { 'ring{of = "k", free = 0}', "the squares beside the king" },
    { 'king_wing{"short", side = "white"}', "the wing on which the king is" },
    { 'can_castle "white"', "castling rights exist" },
    { 'has_castled "white"', "the side has castled before" },
  },
  { "Clocks, evaluations and tablebases",
    { "time_left{max = 10}", "seconds on a clock" },
    { 'time_trouble "white"', "less than 60 seconds left" },
    { "time_spent{min = 60}", "seconds spent on the move" },
    { "eval{min = 3}", "the evaluation in pawns, for White" },
    { "eval_swing{min = 2}", "the move changed the evaluation" },
    { "win_drop{min = 12}", "the move lost winning chances" },
    { "inaccuracy", "the move was an inaccuracy" },
    { "mistake", "the move was a mistake" },
    { 'blunder "white"', "the move was a blunder" },
    { "inaccuracies{min = 2}", "how many inaccuracies a side made" },
    { "mistakes{min = 2}", "how many mistakes a side made" },
    { "blunders{min = 2}", "how many blunders a side made" },
    { "accuracy{min = 95}", "a side's accuracy in percent" },
    { 'tablebase "draw"', "the value of the position in tablebases" },
    { "tablebase_mistake", "the move gave away a win or draw" },
    { "wrong_result", "the result differs from the tablebases" },
  },
  { "Combining queries",
    { "ever(check)", "at some position; the same as check" },
    { "never(check)", "at no position" },
    { 'always(piece("Q"))', "at every position" },
    { "at_end(check)", "at the last position" },
    { "held(bishop_pair, 20)", "at N consecutive positions" },
    { "within(capture, 1, 10)", "after a move with a number in a range" },
    { "seq(capture, gap(0, 2), check)", "at consecutive positions: also x * y" },
    { "count(check, {min = 5})", "at a number of positions" },
    { "longest(bishop_pair, {min = 40})", "the same, without a gap" },
    { "gap(2)", "any positions between two others" },
    { "streak(capture, 5)", "repeated: also x^5" },
    { 'follow{from = "g1", "d5", "f6"}', "one piece reaches these squares" },
    { 'man{from = "b1", on = "d5"}', "a piece by its first square" },
    { 'moves_made{piece = "K", min = 20}', "how often a piece has moved" },
    { 'flipped(piece("N", "f5"))', "the same with colours exchanged" },
    { 'any_line(played "Nf6")', "also in variations" },
    { "where(function(g) return g.plies > 100 end)", "a Lua function of a game" },
    { 'at(function(b) return b:has("N", "f5") end)', "a Lua function of a board" },
    { "bits(function(pawns) return pawns == 0 end)", "a Lua function of sets of squares" },
  },
}

--- The words of chess with their queries.
M.WORDS = require("lucena.query.chess_words").ROWS

-- ---- looking up ----------------------------------------------------------------------------------

-- Words that do not change the meaning of a phrase, in English and French.
local EMPTY = {}
for word in ("a an the s of in with to on de du des la le les un une et au aux"):gmatch("%S+") do
  EMPTY[word] = true
end

--- Return a word without case, accents and signs between words: "Mat-étouffé" and "mat_etouffe" are the same.
---@param word string
---@return string
-- @usage require("lucena.query.catalogue").folded("Échec-et_mat") --> echec et mat
function M.folded(word)
  return ((require("lucena.core").fold_name((word:gsub("[_'-]", " "):gsub("\u{2019}", " "))) or ""):gsub("%s+", " "))
end

--- Return whether a word does not change the meaning of a phrase.
---@param word string
---@return boolean
-- @usage require("lucena.query.catalogue").is_empty("the") --> true
function M.is_empty(word)
  return EMPTY[word] == true
end

--- Return a phrase without articles, plurals and American spellings, so that its forms compare equal.
---@param phrase string
---@return string
-- @usage require("lucena.query.catalogue").key_of("the Colored Bishops") --> coloured bishop
function M.key_of(phrase)
  local words = {}
  phrase = phrase:gsub("%f[%w][aA]%-", "file-a "):gsub("(%s)[aA]%s*$", "%1file-a") -- no article, but the file
  for word in M.folded(phrase):gmatch("%S+") do
    if not EMPTY[word] then
      word = #word > 3 and word:gsub("([^s])[sx]$", "%1") or word
      words[#words + 1] = word:gsub("^colored$", "coloured")
    end
  end
  return table.concat(words, " ")
end

-- The query of each phrase: the rows of words, and the names of queries, written with blanks. `examples`: the phrases
-- whose query has a value that the phrase does not name, such as `year(1972)` for "year".
local by_key, examples

local function index()
  by_key, examples = {}, {}
  local function add(phrase, query, is_example)
    local key = M.key_of(phrase)
    if not by_key[key] then
      by_key[key], examples[key] = query, is_example
    end
  end
  for _, row in ipairs(M.WORDS) do
    for phrase in row[1]:gmatch("[^,]+") do
      add(phrase, row[2], row.is_example)
    end
  end
  for _, group in ipairs(M.GROUPS) do
    for i = 2, #group do
      local name = group[i][1]:match("^[%w_]+")
      local is_query = require("lucena.query.expression").is_query(require("lucena.query").find(name))
      add(name, is_query and name or group[i][1], not is_query)
    end
  end
end

--- Return the example of a query by its name, or nil.
---@param name string
---@return string? example
-- @usage require("lucena.query.catalogue").example "blunders" --> blunders{min = 2}
function M.example(name)
  for _, group in ipairs(M.GROUPS) do
    for i = 2, #group do
      if group[i][1]:match("^[%w_]+") == name then
        return group[i][1]
      end
    end
  end
end

--- Return the query for a word or phrase of chess, or nil. Plurals and articles do not matter.
---@param phrase string
---@return string? query
---@return boolean? is_example the query has a value that the phrase does not name
-- @usage require("lucena.query.catalogue").say("Isolani") --> held(structure "isolani", 6)
-- @usage require("lucena.query.catalogue").say("the bishop pair") --> bishop_pair
function M.say(phrase)
  if not by_key then
    index()
  end
  local key = M.key_of(phrase)
  return by_key[key], examples[key]
end

--- Return the single words that say() knows, sorted.
---@return string[]
-- @usage table.concat(require("lucena.query.catalogue").words(), " "):find(" fork ", 1, true) ~= nil --> true
function M.words()
  M.say ""
  local words = {}
  for key in pairs(by_key) do
    words[#words + 1] = not key:find(" ", 1, true) and key or nil
  end
  table.sort(words)
  return words
end

return M
