--- Words of chess in English and French, each row with the query for them: "rook lift", "fourchette de cavalier". The
-- queries hold for both sides. lucena.query.german_words has words in German. Plurals, articles and prepositions need
-- no rows: see lucena.query.catalogue.
-- @module lucena.query.chess_words

local german = require("lucena.query.german_words").ROWS
local motifs = require("lucena.motif_names").ROWS

local M = {}

--- {words, their query}. A word has one row.
M.ROWS = {
  { "knight fork, fourchette de cavalier, fork by a knight",
    'motif "fork" & move{piece = "Nn"}' },
  { "pawn fork, fourchette de pion, fork by a pawn",
    'motif "fork" & move{piece = "Pp"}' },
  { "knight fork king and queen, knight forks king and queen, fourchette royale, royal fork, "
    .. "family fork, "
    .. "knight forking king and queen", 'attacks("N", "k q") | attacks("n", "K Q")' },
  { "mate, matt, échec et mat, mat, win by mate", "checkmate" },
  { "pat, nulle par pat", "stalemate" },
  { "échec", "check" },
  { "isolani, isolated queen's pawn, isolated d-pawn, iqp, pion dame isolé, isolated queen pawn",
    'held(structure "isolani", 6)' },
  { "hanging pawns, pions pendants", 'structure "hanging pawns"' },
  { "carlsbad, karlsbad, carlsbad structure", 'structure "Carlsbad"' },
  { "maroczy, maroczy bind", 'structure "Maroczy"' },
  { "hedgehog, hérisson", 'structure "hedgehog"' },
  { "stonewall, mur de pierre", 'structure "stonewall"' },
  { "minority attack, attaque de minorité", 'structure "minority attack"' },
  { "tripled, tripled pawns, pions triplés", 'structure "tripled"' },
  { "middlegame, middle game, milieu de partie", 'phase "middlegame"' },
  { "greek gift, cadeau grec",
    'move{piece = "B", to = "h7", takes = "p"} & sacrifice{piece = "B", on = "h7"}'
    .. ' | move{piece = "b", to = "h2", takes = "P"} & sacrifice{piece = "b", on = "h2"}' },
  { "bishop sacrifice, sacrifice de fou", 'sacrifice{piece = "Bb"}' },
  { "rook lift, lift, montée de tour",
    'move{piece = "R", from = "1", to = "3"} & ~capture & phase "middlegame"'
    .. ' | move{piece = "r", from = "8", to = "6"} & ~capture & phase "middlegame"' },
  { "exchange sacrifice, sacrifice de qualité, exchange sac, sacrificed the exchange, sacrifices the exchange",
    "sacrifice{exchange = true}" },
  { "queen sacrifice, sacrifice de dame, queen sac, sacrificed the queen, sacrifices the queen, queen sacrificed, "
    .. "damenopfer",
    'sacrifice{piece = "Q", points = 3, plies = 4} * capture{piece = "krbnp", takes = "Q"} * ~capture{takes = "q"}'
    .. ' | sacrifice{piece = "q", points = 3, plies = 4} * capture{piece = "KRBNP", takes = "q"} * '
    .. '~capture{takes = "Q"}' },
  { "sac, gambit", "sacrifice" },
  { "castle, castling, roque, castles", "castled" },
  { "kingside castling, castles kingside, short castling, petit roque, roque court, kingside, castled kingside, "
    .. "castled short, castle kingside, castles short, castle short, roque côté roi", 'castled{kind = "short"}' },
  { "queenside castling, castles queenside, long castling, grand roque, roque long, queenside, castled queenside, "
    .. "castled long, castle queenside, castles long, castle long, roque côté dame", 'castled{kind = "long"}' },
  { "opposite side castling, roque opposé, castling on opposite sides, castled on opposite sides, "
    .. "opposite sides, opposite wings, castled on opposite wings, roques opposés, roques de côtés opposés",
    "opposite_castling" },
  { "same side castling, castling on same side, castled on same side, castle on same side, "
    .. "both castled on same side, both kings castled on same side, same wing castling",
    'castled "white" & castled "black" & ~opposite_castling' },
  { "repetition, threefold repetition", "threefold" },
  { "nulle par répétition, draw by repetition, repetition draw, drawn by repetition", 'threefold & result "draw"' },
  { "perpetual check, perpetual, échec perpétuel, draw by perpetual check, dauerschach",
    'result "draw" & seq(streak(check * 1, 3), check, gap(0, 1), {at_end = true})' },
  { "draw, remis, nulle, partie nulle, drawn, draw result, drawn result, drawn game, match nul, "
    .. "partie remise", 'result "draw"' },
  { "win, victory, gain, victoire", 'won "Fischer"', is_example = true },
  { "white wins, white won, victoire des blancs, les blancs gagnent, black lost, black loses, win for white, "
    .. "won with white, won as white, white winning, white victory, white win, won by white, gagné par les blancs, "
    .. "gagnée par les blancs", 'result "1-0"' },
  { "black wins, black won, victoire des noirs, les noirs gagnent, white lost, white loses, win for black, "
    .. "won with black, won as black, black winning, black victory, black win, won by black, gagné par les noirs, "
    .. "gagnée par les noirs", 'result "0-1"' },
  { "lose, loss, défaite", 'lost "Fischer"', is_example = true },
  { "rating, classement", "elo{min = 2600}", is_example = true },
  { "event, tournament, tournoi", 'contains("Event", "Hastings")', is_example = true },
  { "site, place, lieu, ville", 'contains("Site", "London")', is_example = true },
  { "round, ronde", 'tag("Round", "1")', is_example = true },
  { "length, longueur", "moves{max = 20}", is_example = true },
  { "queens exchanged, queen exchange, exchange of queens, queens traded, queen trade, queens off, "
    .. "queens off the board, "
    .. "queenless, no queens, dames échangées, sans dames", "pieces{white = {q = 0}, black = {q = 0}}" },
  { "opposite coloured bishop ending, opposite coloured bishop endgame, finale de fous de couleurs opposées, "
    .. "ocb ending, ocb endgame, opposite bishops ending, opposite bishops endgame",
    'material "BP* v BP*" & opposite_bishops' },
  { "knight sacrifice on f7, sacrifice de cavalier en f7, sacrifice de cavalier sur f7",
    'move{piece = "N", to = "f7"} & sacrifice{piece = "N", on = "f7", points = 1}'
    .. ' | move{piece = "n", to = "f2"} & sacrifice{piece = "n", on = "f2", points = 1}' },
  { "back rank mate by a rook, mate on the back rank by a rook, back rank mate by a queen, "
    .. "mate on the back rank, mate on the first rank, mate on the eighth rank",
    'move{piece = "RQ", to = "8", mate = true} | move{piece = "rq", to = "1", mate = true}' },
  { "grandmaster, gm, grandmasters, gms, both players grandmasters, between grandmasters, grand maître, "
    .. "grands maîtres, grossmeister", 'tag("WhiteTitle", "GM") & tag("BlackTitle", "GM")' },
  { "only kings, only kings left, bare kings, kings only, king against king, king versus king, seuls les rois, roi nu",
    "piece_count{max = 2}" },
  { "white was winning but lost, white was winning and lost, white winning but lost, white threw away a win",
    'eval{min = 3} & result "0-1"' },
  { "black was winning but lost, black was winning and lost, black winning but lost, black threw away a win",
    'eval{max = -3} & result "1-0"' },
  { "rook sacrifice, sacrifice de tour", 'sacrifice{piece = "Rr", points = 4}' },
  { "knight sacrifice, sacrifice de cavalier", 'sacrifice{piece = "Nn"}' },
  { "scholar's mate, mat du berger", 'move{piece = "Qq", to = "f7 f2", mate = true} & moves{max = 6}' },
  { "fool's mate", 'move{piece = "q", to = "h4", mate = true} & moves{max = 4}' },
  { "uncastled, uncastled king", "~castled" },
  { "reversed, colours reversed, reversed colours, mirrored, couleurs inversées", 'flipped(position "e4 e5 Nf3")',
    is_example = true },
  { "mate by castling, castling mate, mat par le roque", 'played "O-O#" | played "O-O-O#"' },
  { "doubled rooks on the seventh, two rooks on the seventh, rooks doubled on the seventh, pigs on the seventh",
    'piece("R", "7", {min = 2}) | piece("r", "2", {min = 2})' },
  { "rating difference, elo difference, différence de classement", "elo_diff{min = 200}", is_example = true },
  { "doubled rooks, tours doublées", 'battery{pieces = "RR", line = "file"}' },
  { "alekhine's gun", 'battery{pieces = "RR", line = "file"} & battery{pieces = "QR", line = "file"}' },
  { "minor piece ending, minor piece endgame", 'material "L+P* v L+P*"' },
  { "both bishops fianchettoed, double fianchetto, deux fianchettos, fianchetto on both sides, "
    .. "both bishops in fianchetto",
    'fianchetto{side = "white", wing = "short"} & fianchetto{side = "white", wing = "long"} '
    .. '| fianchetto{side = "black", wing = "short"} & fianchetto{side = "black", wing = "long"}' },
  { "agreed draw, draw agreed, draw by agreement, nulle par accord",
    'result "draw" & ~stalemate & ~threefold & ~fifty & ~insufficient' },
  { "resigned, resignation, resigns, abandon", 'result "decisive" & ~checkmate & ~contains("Termination", "time")' },
  { "draw by stalemate, stalemate draw", "stalemate" },
  { "white resigned, white resigns", 'result "0-1" & ~checkmate & ~contains("Termination", "time")' },
  { "black resigned, black resigns", 'result "1-0" & ~checkmate & ~contains("Termination", "time")' },
  { "fifty move rule, fifty moves, draw by fifty move rule", "fifty" },
  { "insufficient material, matériel insuffisant", "insufficient" },
  { "material down, down material, won material down, won while material down, won with less material, "
    .. "won by less material, material down and won, "
    .. "won and material down, comeback, comeback win",
    '(result "1-0" & at_end(imbalance{max = -1})) | (result "0-1" & at_end(imbalance{min = 1}))' },
  { "missing date, no date", '~number("Date", {min = 1})' },
  { "missing rating, no rating, unrated", "~elo{min = 1}" },
  { "miniature, short win, quick win", 'moves{max = 25} & result "decisive"' },
  { "upset", "lower_won(100)", is_example = true },
  { "higher rated player lost, higher rated lost, favourite lost, favorite lost, lower rated player won, "
    .. "underdog won", "lower_won(1)" },
  { "higher rated player won, higher rated won, favourite won, favorite won", "higher_won" },
  { "salon draw, nulle de salon, grandmaster draw, gm draw, short draw, quick draw, nulle courte, nulle rapide, "
    .. "kurzremis, salonremis", 'result "draw" & moves{max = 20}' },
  { "outside passed pawn, outside passer, distant passed pawn, pion passé éloigné, pion éloigné, "
    .. "entfernter freibauer", 'passed{on = "a b g h"} & phase "endgame"' },
  { "both queens", 'piece("Q") & piece("q")' },
  { "short game, partie courte", "moves{max = 20}" },
  { "long game, partie longue", "moves{min = 60}" },
  { "mate in the opening, opening mate, early mate", "checkmate & moves{max = 20}" },
  { "white to move, wtm, trait aux blancs", 'to_move "white"' },
  { "black to move, btm, trait aux noirs", 'to_move "black"' },
  { "advanced passed pawn, far advanced passed pawn",
    'passed{side = "white", on = "6 7"} | passed{side = "black", on = "2 3"}' },
  { "double bishop sacrifice, lasker's combination, double sacrifice de fou",
    'ever(sacrifice{piece = "B", on = "h7", plies = 2}) & ever(sacrifice{piece = "B", on = "g7", plies = 2})'
    .. ' | ever(sacrifice{piece = "b", on = "h2", plies = 2}) & ever(sacrifice{piece = "b", on = "g2", plies = 2})' },
  { "exchange up, up the exchange, up an exchange, exchange down, down the exchange, exchange ahead, "
    .. "qualité de plus, qualité de moins",
    'held(imbalance "RvN", 4) | held(imbalance "RvB", 4) | held(imbalance "NvR", 4) | held(imbalance "BvR", 4)' },
  { "stalemate trick, stalemate trap", "stalemate" },
  { "blitz", 'time_class "blitz"' },
  { "rapid, rapide", 'time_class "rapid"' },
  { "fen", 'position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"', is_example = true },
  { "variation, variante", 'opening "Najdorf"', is_example = true },
  { "ouverture", 'opening "sicilienne"', is_example = true },
  { "promote, queening, pawn promotion", "promotion" },
  { "sous-promotion", "underpromotion" },
  { "two queens, deux dames", 'piece("Q", nil, {min = 2}) | piece("q", nil, {min = 2})' },
  { "forced move, only move, coup forcé", "mobility(1)" },
  { "recapture, reprise, trade", 'move{takes = "mover"}' },
  { "light squares, cases blanches", 'piece("Bb", "light")' },
  { "dark squares, cases noires", 'piece("Bb", "dark")' },
  { "mate by a pawn, pawn mate, mat de pion", 'move{piece = "Pp", mate = true}' },
  { "x-ray, xray, x-ray attack, rayons X", 'between("RQ", "rq", {min = 1, max = 1})' },
  { "pinned queen, clouage de la dame", 'pinned{piece = "Qq"}' },
  { "double attack, attaque double", 'motif "fork"' },
  { "windmill, moulin, windmill attack, see-saw, seesaw, zwickmühle",
    'discovered "k" * 1 * check "black" * 1 * (discovered "k" & capture)'
    .. ' | discovered "K" * 1 * check "white" * 1 * (discovered "K" & capture)' },
  { "passed pawn, passer, pion passé", "passed" },
  { "two passed pawns, deux pions passés", 'passed{side = "white", min = 2} | passed{side = "black", min = 2}' },
  { "discovered check, échec à la découverte", 'discovered "Kk"' },
  { "échec double, double échec", "double_check" },
  { "isolated pawn, pion isolé", "isolated" },
  { "doubled pawns, pions doublés", "doubled" },
  { "backward pawn, pion arriéré", "backward" },
  { "pawn chain, chaîne de pions", "chain(4)" },
  { "pawn storm, avalanche de pions", 'piece("P", "g5 h5", {min = 2}) | piece("p", "g4 h4", {min = 2})' },
  { "colonne ouverte", "open_file" },
  { "semi-open file, colonne semi-ouverte", "half_open_file" },
  { "rook on the seventh, seventh rank, septième rangée", 'piece("R", "7") | piece("r", "2")' },
  { "two bishops, paire de fous", "bishop_pair" },
  { "opposite coloured bishops, ocb, fous de couleurs opposées", "opposite_bishops" },
  { "exchange, qualité", 'imbalance "RvN" | imbalance "RvB" | imbalance "NvR" | imbalance "BvR"' },
  { "rook ending, rook endgame, finale de tours, rook and pawn ending", 'material "R+P* v R+P*"' },
  { "queen ending, queen endgame, finale de dames", 'material "Q+P* v Q+P*"' },
  { "pawn ending, pawn endgame, finale de pions, king and pawn ending, king and pawn endgame", 'material "P* v P*"' },
  { "endgame, ending, finale", 'phase "endgame"' },
  { "undefended, unprotected, non protégé", "loose" },
  { "threat, attack, menace, attaque", 'attacked{piece = "Qq"}', is_example = true },
  { "king attack, attaque du roi", "king_attackers{min = 3}" },
  { "king walk, king hunt, marche du roi", 'moves_made{piece = "Kk", min = 20}' },
  { "time pressure, zeitnot", "time_trouble" },
  { "flag, forfeit, time forfeit, lost on time, won on time, on time, flagged", 'contains("Termination", "time")' },
  { "gaffe, erreur, grober fehler, patzer", "blunder" },
  { "missed mate, mat manqué", 'instead(checkmate) & ~move{mate = true}' },
  { "novelty, nouveauté", 'commented "novelty"' },
  { "comment, commentaire", "commented" },
  { "sideline", "has_variations" },
  { "take, prise", "capture" },
  { "chess960, fischerandom", 'glob("Variant", "*960*")' },
  { "handicap", 'odds "white"' },
  { "fianchettoed bishop, fou en fianchetto, fianchettoed", "fianchetto" },
  { "avant-poste, knight outpost", 'outpost{piece = "Nn"}' },
}

table.move(german, 1, #german, #M.ROWS + 1, M.ROWS)

-- The words of motifs, without those that have another meaning: names of queries, and words above.
local OTHER = { sacrifice = true, ["double check"] = true, ["échec double"] = true, ["double échec"] = true,
  ["discovered check"] = true, ["échec à la découverte"] = true }
for _, motif in ipairs(motifs) do
  local words = {}
  for word in table.concat(motif, ", "):gmatch("[^,%s][^,]*") do
    words[#words + 1] = not OTHER[word] and word or nil
  end
  M.ROWS[#M.ROWS + 1] = #words > 0 and { table.concat(words, ", "), ('motif "%s"'):format(motif[1]) } or nil
end

return M
