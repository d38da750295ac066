-- What players type as a query, in words: each answer has a query that works, or says that there is none.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

local ANSWERS = {
  ["bishop pair"] = "bishop_pair", ["the bishop pair"] = "bishop_pair", ["en passant"] = "en_passant",
  ["time trouble"] = "time_trouble", ["half-open file"] = "half_open_file", ["open files"] = "open_file",
  ["opposite colored bishops"] = "opposite_bishops", ["rook endings"] = 'material "R+P* v R+P*"',
  ["mate by a pawn"] = 'move{piece = "Pp", mate = true}', ["long castling"] = 'castled{kind = "long"}',
  ["roque long"] = 'castled{kind = "long"}', ["les noirs gagnent"] = 'result "0-1"',
  ["nulle par répétition"] = 'threefold & result "draw"', ["discovered check"] = 'discovered "Kk"',
  ["double check"] = "double_check",
  ["pion isolé"] = "isolated", ["isolated queen's pawn"] = 'held(structure "isolani", 6)',
  ["missed mate"] = "instead(checkmate) & ~move{mate = true}", ["draws"] = 'result "draw"',
  ["Queen's Gambit"] = 'opening "Queen\'s Gambit"', ["sicilian"] = 'opening "Sicilian"', ["B90"] = 'eco "B90"',
  ["Bxh7+"] = 'played "Bxh7+"', ["Nf3"] = 'played "Nf3"', ["Q v R"] = 'material "Q v R"',
  ["O-O-O"] = 'played "O-O-O"',
  ["e4 e5 Nf3"] = 'line "e4 e5 Nf3"',
  ["R vs B"] = 'material "R vs B"',
  ["Fischer vs Spassky"] = 'player "Fischer" & player "Spassky"',
  ["eco B90-B99"] = 'eco "B90-B99"', ["played Bxh7+"] = 'played "Bxh7+"', ["player Karpov"] = 'player "Karpov"',
  ["fork and check"] = 'motif "fork" & check', ["Karpov & check"] = 'player "Karpov"',
  -- players
  ["Fischer won with black"] = 'won{"Fischer", side = "black"}',
  ["fischer black won"] = 'won{"fischer", side = "black"}',
  ["won by Fischer"] = 'won "Fischer"', ["Fischer lost"] = 'lost "Fischer"', ["Fischer with white"] = 'white "Fischer"',
  ["knight forks where Fischer won"] =
    '(motif "fork" & move{piece = "Nn"}) & won "Fischer"',
  ["fischer vs spassky"] = 'player "fischer" & player "spassky"', ['White "Fischer"'] = 'white "Fischer"',
  ["pawn endings won by black"] = 'material "P* v P*" & result "0-1"',
  ["finales de pions gagnées par les noirs"] = 'material "P* v P*" & result "0-1"',
  ["GM games"] = 'tag("WhiteTitle", "GM") & tag("BlackTitle", "GM")',
  ["games between grandmasters"] = 'tag("WhiteTitle", "GM") & tag("BlackTitle", "GM")',
  ["white was winning but lost"] = 'eval{min = 3} & result "0-1"',
  ["Candidates 2022"] = 'any_tag "Candidates" & year(2022)',
  ["Candidates tournament 2022"] = 'any_tag "Candidates" & year(2022)',
  ["les deux joueurs au-dessus de 2700"] = 'elo{min = 2701, side = "both"}',
  ["less than 10 seconds on the clock"] = "time_left{max = 9}",
  -- pieces
  ["royal fork"] = 'attacks("N", "k q") | attacks("n", "K Q")',
  ["fork by a pawn"] = 'motif "fork" & move{piece = "Pp"}', ["white knight fork"] = 'motif "fork" & move{piece = "N"}',
  ["only kings left"] = "piece_count{max = 2}", ["king against king"] = "piece_count{max = 2}",
  ["knight outpost on d5"] = 'outpost{piece = "Nn", on = "d5"}',
  -- sides
  ["white castled kingside"] = 'castled{kind = "short", side = "white"}', ["white lost"] = 'result "0-1"',
  ["white castled kingside black queenside"] =
    'castled{kind = "short", side = "white"} & castled{kind = "long", side = "black"}',
  ["white sacrificed the exchange"] = 'sacrifice{exchange = true, side = "white"}',
  ["lost on time"] = 'contains("Termination", "time")',
  ["greek gift by white"] = 'move{piece = "B", to = "h7", takes = "p"} & sacrifice{piece = "B", on = "h7"}',
  ["won with black"] = 'result "0-1"',
  ["queen sacrifice by white"] =
    'sacrifice{piece = "Q", points = 3, plies = 4} * capture{piece = "krbnp", takes = "Q"}',
  -- the side that gives check, and the side that is in check
  ["check by white"] = 'check "black"', ["white gives check"] = 'check "black"', ["white in check"] = 'check "white"',
  ["no check by white"] = 'never(check "black")', ["white double check"] = 'double_check "black"',
  ["discovered check by white"] = 'discovered "k"', ["white is not in check"] = 'never(check "white")',
  -- both sides
  ["both sides castled"] = 'castled "white" & castled "black"', ["both castled"] = 'castled "white" & castled "black"',
  ["both players castled kingside"] =
    'castled{kind = "short", side = "white"} & castled{kind = "short", side = "black"}',
  ["both sides have two queens"] = 'piece("Q", nil, {min = 2}) & piece("q", nil, {min = 2})',
  ["both sides in check"] = 'ever(check "white") & ever(check "black")',
  -- opponents
  ["lost to Carlsen"] = 'won "Carlsen"', ["won against Carlsen"] = 'lost "Carlsen"',
  ["beat Carlsen"] = 'lost "Carlsen"',
  ["Anand beaten by Carlsen"] = 'lost "Anand" & player "Carlsen"',
  ["Anand lost to Carlsen"] = 'lost "Anand" & player "Carlsen"',
  ["Carlsen lost with black against Anand"] = 'lost{"Carlsen", side = "black"} & player "Anand"',
  ["Carlsen won against Anand with black"] = 'won{"Carlsen", side = "black"} & player "Anand"',
  ["won against Carlsen with black"] = 'lost{"Carlsen", side = "white"}', ["drew with Carlsen"] = 'player "Carlsen" & ',
  ["Sicilian black won"] = 'opening "Sicilian" & result "0-1"',
  ["Kasparov Sicilian with black"] = 'black "Kasparov" & opening "Sicilian"',
  ["site London won by Carlsen"] = '"London") & ',
  -- numbers of moves
  ["checkmate before move 20"] = "checkmate & moves{max = 19}",
  ["draw before move 30"] = 'result "draw" & moves{max = 29}', ["Carlsen won before move 30"] = "& moves{max = 29}",
  ["white castled after move 20"] = 'move{piece = "K", from = "e1", to = "c1 g1"} & move_number{min = 21}',
  ["no capture before move 10"] = "never(capture & move_number{max = 9})",
  ["before move 10 queens exchanged"] = "pieces{white = {q = 0}, black = {q = 0}} & move_number{max = 9}",
  ["white did not castle before move 10"] =
    'never(move{piece = "K", from = "e1", to = "c1 g1"} & move_number{max = 9})',
  ["more than 10 captures before move 20"] = "count(capture & move_number{max = 19}, {min = 11})",
  ["rook on 7th before move 20"] = '(piece("R", "7") | piece("r", "2")) & move_number{max = 19}',
  ["Carlsen sacrifice before move 20"] = 'player "Carlsen" & (sacrifice & move_number{max = 19})',
  ["castling with check"] = 'move{piece = "Kk", from = "e1 e8", to = "c1 g1 c8 g8", check = true}',
  -- negation
  ["white did not castle"] = '~castled "white"', ["white never castled"] = '~castled "white"',
  ["black without castling"] = '~castled "black"',
  ["no castling"] = "~castled", ["neither side castled"] = "~castled", ["without checks"] = "never(check)",
  ["no comments"] = "~commented",
  -- numbers
  ["queens exchanged before move 10"] = "pieces{white = {q = 0}, black = {q = 0}} & move_number{max = 9}",
  ["games longer than 100 moves"] = "moves{min = 101}", ["draws under 20 moves"] = 'result "draw" & moves{max = 19}',
  ["between 1950 and 1960"] = "year{min = 1950, max = 1960}", ["year 1950-1960"] = "year{min = 1950, max = 1960}",
  ["since 1990"] = "year{min = 1990}", ["in 1972"] = "year(1972)", ["year between 1990 and 1999"] = "year{min = 1990",
  ["both rated over 2700"] = 'elo{min = 2701, side = "both"}', ["elo both over 2700"] = 'side = "both"',
  ["white elo over 2700"] = 'elo{min = 2701, side = "white"}', ["rating difference > 300"] = "elo_diff{min = 301}",
  ["50 move rule"] = "fifty", ["five checks in a row"] = "streak(check * 1, 5)", ["round 1"] = 'tag("Round", "1")',
  ["upset(300)"] = "lower_won(300)",
  ["length < 20"] = "moves{max = 19}", ['event "Hastings"'] = 'contains("Event", "Hastings")',
  ["event = Hastings"] = 'contains("Event", "Hastings")', ['Black = "Fischer"'] = 'black "Fischer"',
  -- pieces and squares
  ["knight on f5"] = 'piece("Nn", "f5")', ["white pawn a7"] = 'piece("P", "a7")',
  ["rook on 7th"] = 'piece("R", "7") | piece("r", "2")', ["doubled pawns on the c file"] = 'doubled{on = "c"}',
  ["passed pawn on the sixth"] = 'passed{side = "white", on = "6"} | passed{side = "black", on = "3"}',
  ["promotion to knight"] = 'promotion{becomes = "N"}', ["three queens"] = 'piece("Qq", nil, {min = 3})',
  ["queen vs rook"] = 'material "QP* v RP*"',
  ["bishop pair against bishop and knight"] = 'material "B2P* v BNP*"',
  ["queen against two rooks"] = 'material "QP* v R2P*"', ["rook and pawn vs rook"] = 'material "RP v R"',
  ["doubled pawns on the c-file"] = 'doubled{on = "c"}', ["passed a-pawn"] = 'passed{on = "a"}',
  ["passed pawn on a"] = 'passed{on = "a"}', ["white isolated e-pawn"] = 'isolated{on = "e", side = "white"}',
  ["outpost on d5"] = 'outpost{on = "d5"}', ["mate with Qh7"] = 'played "Qh7#"',
  ["knight mate"] = 'move{piece = "Nn", mate = true}', ["black king in the centre"] =
    'piece("k", "d8 e8 d7 e7") & ~has_castled "black" & phase "middlegame"',
  -- players who have openings
  ["Karpov sacrifice"] = 'player "Karpov" & sacrifice', ["Alekhine 1922"] = 'player "Alekhine" & year(1922)',
  ["games of Alekhine"] = 'player "Alekhine"', ["Alekhine Defence"] = 'opening "Alekhine Defence"',
  ["Kasparov castled queenside"] = 'player "Kasparov" & castled{kind = "long"}',
  ["Karpov Kasparov 1995"] = 'player "Karpov" & player "Kasparov" & year(1995)',
  -- German
  ["Damenopfer"] = 'sacrifice{piece = "Q", points = 3, plies = 4} * capture{', ["Weiß gewinnt"] = 'result "1-0"',
  ["ungleichfarbige Läufer"] = "opposite_bishops", ["lange Rochade"] = 'castled{kind = "long"}',
  ["Turmendspiel"] = 'material "R+P* v R+P*"', ["Springergabel"] = 'attacks("N", "k q")',
  -- other forms
  ["ECO B90"] = 'eco "B90"', ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"] =
    'position "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"',
  ["SELECT * FROM games WHERE WhiteElo > 2500 AND Result = '1/2-1/2'"] =
    'number("WhiteElo", {min = 2501}) & result "1/2-1/2"',
  ["White =~ /^Kas.*/"] = 'prefix("White", "Kas")', ["White =~ /phy/i"] = 'contains("White", "phy")',
  ["upset: lower rated player won by 200 points"] = "lower_won(200)", ["Date = 1972"] = "year(1972)",
  ["ply < 30"] = "plies{max = 29}", ["entre 1950 et 1960"] = "year{min = 1950, max = 1960}",
  -- other languages
  ["piece attack [Nf7 q]"] = 'attacks("N", "q", {from = "f7"})',
  ["A attacks k"] = 'attacks("A", "k")', ["flipcolor {Nf7 attacks q}"] = 'flipped(attacks("N", "q", {from = "f7"}))',
  ["cql(input x.pgn) mate"] = "checkmate", ["board.is_check()"] = "check",
  ["white:Fischer result:1-0"] = 'white "Fischer" & result "1-0"',
  ["White LIKE '%isch%'"] = 'contains("White", "isch")',
  ["WhiteElo between 2500 and 2600 AND ECO LIKE 'B%'"] =
    'number("WhiteElo", {min = 2500}) & number("WhiteElo", {max = 2600}) & prefix("ECO", "B")',
  ["Black in (Fischer, Anand)"] = '(black "Fischer" | black "Anand")',
  ["WHERE White = 'Fischer' AND Result = '1-0'"] = 'white "Fischer" & result "1-0"',
  -- players and results
  ["Fischer's losses"] = 'lost "Fischer"', ["Fischer's games with white"] = 'white "Fischer"',
  ["Fischer 1-0"] = 'player "Fischer" & result "1-0"', ["1-0"] = 'result "1-0"',
  ["1-0 in 15 moves or less"] = 'result "1-0" & moves{max = 15}',
  ["games between Fischer and Spassky"] = 'player "Fischer" & player "Spassky"',
  ["Grünfeld with white winning"] = 'opening "Grünfeld" & result "1-0"',
  -- times and places
  ["games from the 1980s"] = "year{min = 1980, max = 1989}", ["19th century"] = "year{min = 1801, max = 1900}",
  ["in january 2010"] = 'date{from = "2010.01", to = "2010.01"}', ["Wijk aan Zee"] = 'any_tag "Wijk aan Zee"',
  ["games in Buenos Aires"] = 'any_tag "Buenos Aires"', ["starting with 1.d4 d5 2.c4"] = 'line "1.d4 d5 2.c4"',
  -- pieces
  ["sacrifice on f7"] = 'sacrifice{on = "f7"}', ["knight sacrifice on e6"] =
    'move{piece = "N", to = "e6"} & sacrifice{piece = "N", on = "e6", points = 1}',
  ["black is up a rook"] = "held(imbalance{max = -5}, 4)",
  ["two pawns down"] = "held(imbalance{max = -2}, 4) | held(imbalance{min = 2}, 4)",
  ["white wins the queen"] = 'sacrifice{piece = "q", points = 4, plies = 4, voluntary = false}',
  ["knight on the rim"] = 'piece("Nn", "a h")', ["king walk to the eighth rank"] = 'piece("K", "8") | piece("k", "1")',
  ["mate with bishop and knight"] = 'material "BN v" & checkmate',
  ["isolani for white"] = 'held(structure{"isolani", side = "white"}, 6)',
  -- French and German
  ["parties de Fischer avec les noirs"] = 'black "Fischer"', ["défaites de Fischer"] = 'lost "Fischer"',
  ["les blancs ont perdu"] = 'result "0-1"', ["nulles en moins de 20 coups"] = 'result "draw" & moves{max = 19}',
  ["dame contre deux tours"] = 'material "QP* v R2P*"', ["avant 1950"] = "year{max = 1949}",
  ["sous-promotion en cavalier"] = 'promotion{becomes = "N"}', ["gain de la dame"] = 'voluntary = false}',
  ["fourchette / clouage"] = 'motif "fork" | motif "pin"', ["Dame gegen zwei Türme"] = 'material "QP* v R2P*"',
  ["Remis unter 20 Zügen"] = 'result "draw" & moves{max = 19}', ["Schwarz am Zug"] = 'to_move "black"',
  ["Matt in der Grundreihe"] = 'motif "back-rank mate"',
  -- the move that mates, and kings that stay at home
  ["en passant checkmate"] = "at_end(en_passant) & checkmate", ["mate by promotion"] = "at_end(promotion) & checkmate",
  ["king in the center at move 20"] = '(piece("K", "d1 e1 d2 e2") & ~has_castled "white" | piece("k", "d8 e8 d7 e7") '
    .. '& ~has_castled "black") & move_number{min = 20, max = 20}',
  ["king walk to the other side of the board"] = 'piece("K", "7 8") | piece("k", "1 2")',
  -- numbers and negations are kept
  ["underdog won by 200 points"] = "lower_won(200)", ["average rating over 2500"] = "mean_elo{min = 2500.5}",
  ["white outside passed pawn"] = 'passed{on = "a b g h", side = "white"} & phase "endgame"',
  ["mean rating of at least 2600"] = "mean_elo{min = 2600}",
  ["two white queens on the board"] = 'piece("Q", nil, {min = 2})',
  ["both queens still on at move 40"] = 'piece("Q") & piece("q") & move_number{min = 40, max = 40}',
  ["not queens before move 10"] = "pieces{white = {q = 0}, black = {q = 0}} & move_number{max = 9}",
  ["no rooks at move 30"] = "pieces{white = {r = 0}, black = {r = 0}} & move_number{min = 30, max = 30}",
  ["castled queenside on opposite sides"] = 'castled{kind = "long"} & opposite_castling',
  ["Caro-Kann but not the advance variation"] = 'opening "Caro-Kann" & ~opening "Advance variation"',
  ["opposite coloured bishops ending"] = 'material "BP* v BP*" & opposite_bishops',
  ["Carlsen did not win"] = 'player "Carlsen" & ~won "Carlsen"',
  ["rating gap over 400 points"] = "elo_diff{min = 401}", ["fewer than 8 pieces on the board"] = "piece_count{max = 7}",
  ["two rooks on the seventh rank"] = 'piece("R", "7", {min = 2}) | piece("r", "2", {min = 2})',
  ["pawn ending with three pawns each"] =
    'piece("P", nil, {min = 3, max = 3}) & piece("p", nil, {min = 3, max = 3})',
  ["isolani for white at move 20"] = 'structure{"isolani", side = "white"} & move_number{min = 20, max = 20}',
  ["white castled queenside and won"] = 'castled{kind = "long", side = "white"} & result "1-0"',
  ["a pawn gives mate"] = 'move{piece = "Pp", mate = true}',
  ["queen endings with at most 3 pawns"] = 'material "Q+P* v Q+P*" & piece("Pp", nil, {max = 3})',
  ["castled on the same side"] = 'castled "white" & castled "black" & ~opposite_castling',
  ["discovered check by the king"] = 'discovered "Kk" & move{piece = "Kk"}',
  ["three passed pawns"] = 'passed{side = "white", min = 3} | passed{side = "black", min = 3}',
  ["result is a draw and both over 2700"] = 'result "draw" & elo{min = 2701, side = "both"}',
  -- days and decades
  ["played on christmas day"] = 'glob("Date", "*.12.25")', ["on 1 april"] = 'glob("Date", "*.04.01")',
  ["on 11 july 1972"] = 'date{from = "1972.07.11", to = "1972.07.11"}', ["in december"] = 'glob("Date", "*.12.*")',
  ["games of the nineties"] = "year{min = 1990, max = 1999}",
  ["parties des années 90"] = "year{min = 1990, max = 1999}",
  -- more French
  ["cavalier blanc en d5 au coup 20"] = 'piece("N", "d5") & move_number{min = 20, max = 20}',
  ["grand roque des deux côtés"] = 'castled{kind = "long", side = "white"} & castled{kind = "long", side = "black"}',
  ["les deux joueurs à plus de 2500 Elo"] = 'elo{min = 2501, side = "both"}',
  ["parties gagnées par les noirs en moins de 25 coups"] = 'result "0-1" & moves{max = 24}',
  ["tour noire sur la septième rangée"] = 'piece("r", "2")', ["parties de Tal gagnées"] = 'won "Tal"',
  ["roi noir au centre au coup 15"] =
    'piece("k", "d8 e8 d7 e7") & ~has_castled "black" & move_number{min = 15, max = 15}',
  ["échecs doubles dans les 20 premiers coups"] = "double_check & move_number{max = 20}",
  ["parties de moins de 20 coups terminées par mat"] = "moves{max = 19} & checkmate",
  ["dame sacrifiée par les noirs"] = 'sacrifice{piece = "q", points = 3, plies = 4}',
  ["trois pions passés"] = 'passed{side = "white", min = 3} | passed{side = "black", min = 3}',
  ["échec et mat par la tour"] = 'move{piece = "Rr", mate = true}',
  ["pion passé éloigné"] = 'passed{on = "a b g h"} & phase "endgame"',
  ["nulles de salon"] = 'result "draw" & moves{max = 20}',
  -- openings
  ["Sicilian Najdorf"] = 'opening "Sicilian" & opening "Najdorf"', ["black plays the sicilian"] = 'opening "Sicilian"',
}

-- A query in `ANSWERS` may be a part of the query in the message.
local function written(message)
  return message:match "; write ([^\n]+), or " or message:match "; write ([^\n]+)"
    or message:match "quotation marks: ([^\n]+)"
end

local NONE = {
  ["not before move 10"] = "no query means 'not before move 10'",
  ["Sicilian before move 10"] =
    "'before move 10' is not understood; the other words of 'Sicilian before move 10' mean opening "
    .. '"Sicilian"',
  ["opposite side castling before move 15"] = "'before move 15' is not understood; the other words of "
    .. "'opposite side castling before move 15' mean opposite_castling",
  ["five checks in a row before move 20"] = "'before move 20' is not understood",
  ["Carlsen never castled"] = "'never castled' is not understood; the other words of 'Carlsen never castled' mean "
    .. 'player "Carlsen"',
  ["opening by white"] = "no query means 'opening by white'",
  ["both check and capture"] = "'both' is not understood",
  ["below 2000"] = "'below 2000' is not a query; write elo{max = 1999}, or year{max = 1999}",
  ["over 2700"] = "'over 2700' is not a query; write elo{min = 2701}",
  ["draws below 2000"] = "'below 2000' is not understood; the other words of 'draws below 2000' mean result \"draw\"",
  ["mate in two"] = "'two' is not understood; the other words of 'mate in two' mean checkmate",
  ["white castled gladly"] =
    "'gladly' is not understood; the other words of 'white castled gladly' mean castled \"white\"",
  ["no luck with rooks"] = "no query means 'no luck with rooks'; `lucena help queries` lists them all",
  ["cross-pin"] = "'cross-pin' is not searched; the nearest query is motif \"pin\"",
  ["zugzwang"] = "'zugzwang' is not searched; the nearest query is mobility(1) & ~check",
  ["biggest upset"] = "write lucena filter -e 'lower_won(1)' --list --sort=-EloDiff FILE",
  ["longest game"] = "'longest game' is not a query; write lucena filter --list --sort=-plies --limit 10 FILE",
  ["shortest draws"] = "'shortest draws' is not a query; write result \"draw\", with --list --sort=plies",
  ["quarkfish"] = "there is no 'quarkfish' in chess.query; `lucena help queries` lists the names, and a player is "
    .. "player \"quarkfish\"",
  ["result \u{201C}1-0\u{201D}"] = 'write the quotation mark " of Lua',
}

describe("a phrase", function()
  for phrase, query in pairs(ANSWERS) do
    it(("is answered with a query: %s"):format(phrase), function()
      local done = run { "filter", "-q", "--count", "-e", phrase, SAMPLE }
      assert.equal(2, done.code)
      assert.is_truthy(done.err:find(query, 1, true), done.err)
      local whole = written(done.err) or query
      assert.equal(0, run({ "filter", "-q", "--count", "-e", whole, SAMPLE }).code, whole)
    end)
  end
  for phrase, answer in pairs(NONE) do
    it(("has no query, and the answer tells it: %s"):format(phrase), function()
      local done = run { "filter", "-q", "--count", "-e", phrase, SAMPLE }
      assert.equal(2, done.code)
      assert.is_truthy(done.err:find(answer, 1, true), done.err)
    end)
  end
end)

describe("words without -e", function()
  for words, answer in pairs {
    ["rook endings"] = "write lucena filter -e 'material \"R+P* v R+P*\"' FILE",
    ["len(moves) > 100 || ply > 200"] = "write lucena filter -e 'moves{min = 101} | plies{min = 201}' FILE",
    ["Queen's Gambit"] = "write lucena filter -e 'opening \"Queen'\\''s Gambit\"' FILE",
    ["draws below 2000"] = "as a query: 'below 2000' is not understood",
  } do
    it(("get the answer of -e: %s"):format(words), function()
      local done = run { "filter", "-q", "--count", words, SAMPLE }
      assert.equal(2, done.code)
      assert.is_truthy(done.err:find(("'%s' is not a file; %s"):format(words, answer), 1, true), done.err)
    end)
  end
end)

describe("a query without matches", function()
  for query, problem in pairs {
    blunder = "no game has evaluations, which 'blunder' needs",
    ["time_trouble & check"] = "no game has clocks, which 'time_trouble' needs",
    ['commented "x"'] = "no game has comments or signs, which 'commented' needs",
  } do
    it(("says what no game has: %s"):format(query), function()
      local folder <close> = new_folder()
      local path = folder:write("plain.pgn", "1. e4 e5 *\n")
      assert.is_truthy(run({ "filter", "--count", "-e", query, path }).err:find(problem, 1, true))
    end)
  end
end)

describe("a text longer than any phrase", function()
  it("gets the error alone, because the rules of phrases take long", function()
    local parse = require("lucena").query.parse
    assert.matches("write ", select(2, parse("fork and check")), 1, true)
    for _, words in ipairs { "fork and ", "a ", "white won " } do
      assert.is_nil(select(2, parse(words:rep(200))):find("write ", 1, true), words)
    end
  end)
end)
