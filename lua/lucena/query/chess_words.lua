--- Words of chess in English and French, each row with the query for them: "rook lift", "fourchette de cavalier". The
-- queries hold for both sides. Plurals, articles and prepositions need no rows: see lucena.query.catalogue.
-- @module lucena.query.chess_words

local motifs = require("lucena.motif_names").ROWS

local M = {}

--- {words, their query}. A word has one row.
M.ROWS = {
  { "knight fork, fourchette de cavalier", 'attacks("N", "k q") | attacks("n", "K Q")' },
  { "mate, matt, échec et mat, mat", "checkmate" },
  { "pat, nulle par pat", "stalemate" },
  { "échec", "check" },
  { "isolani, isolated queen's pawn, isolated d-pawn, iqp, pion dame isolé", 'structure "isolani"' },
  { "hanging pawns, pions pendants", 'structure "hanging pawns"' },
  { "carlsbad, karlsbad, carlsbad structure", 'structure "Carlsbad"' },
  { "maroczy, maroczy bind", 'structure "Maroczy"' },
  { "hedgehog, hérisson", 'structure "hedgehog"' },
  { "stonewall, mur de pierre", 'structure "stonewall"' },
  { "minority attack, attaque de minorité", 'structure "minority attack"' },
  { "tripled, tripled pawns, pions triplés", 'structure "tripled"' },
  { "middlegame, middle game, milieu de partie", 'phase "middlegame"' },
  { "greek gift, bishop sacrifice, cadeau grec",
    'move{piece = "Bb", to = "h7 h2"} & sacrifice{piece = "Bb", on = "h7 h2"}' },
  { "rook lift, lift, montée de tour",
    'move{piece = "R", from = "1", to = "3"} | move{piece = "r", from = "8", to = "6"}' },
  { "exchange sacrifice, sacrifice de qualité", "sacrifice{exchange = true}" },
  { "queen sacrifice, sacrifice de dame", 'sacrifice{piece = "Qq", points = 6}' },
  { "sac, gambit", "sacrifice" },
  { "castle, castling, roque", "castled" },
  { "kingside castling, castles kingside, short castling, petit roque, roque court", 'castled{kind = "short"}' },
  { "queenside castling, castles queenside, long castling, grand roque, roque long", 'castled{kind = "long"}' },
  { "opposite side castling, roque opposé", "opposite_castling" },
  { "repetition, threefold repetition, nulle par répétition", "threefold" },
  { "perpetual check, perpetual, échec perpétuel", 'threefold & streak(check * 1, 3) & result "draw"' },
  { "draw, remis, nulle, partie nulle", 'result "draw"' },
  { "win, victory, gain, victoire", 'won "Fischer"' },
  { "white wins, white won, victoire des blancs, les blancs gagnent", 'result "1-0"' },
  { "black wins, black won, victoire des noirs, les noirs gagnent", 'result "0-1"' },
  { "lose, loss, défaite", 'lost "Fischer"' },
  { "rating, classement", "elo{min = 2600}" },
  { "event, tournament, tournoi", 'contains("Event", "Hastings")' },
  { "site, place, lieu, ville", 'contains("Site", "London")' },
  { "round, ronde", 'tag("Round", "1")' },
  { "length, longueur", "moves{max = 20}" },
  { "miniature", 'moves{max = 25} & result "decisive"' },
  { "upset", "lower_won(100)" },
  { "blitz", 'time_class "blitz"' },
  { "rapid, rapide", 'time_class "rapid"' },
  { "fen", 'position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"' },
  { "variation, variante", 'opening "Najdorf"' },
  { "ouverture", 'opening "sicilienne"' },
  { "promote, queening", "promotion" },
  { "sous-promotion", "underpromotion" },
  { "two queens, deux dames", 'piece("Q", nil, {min = 2}) | piece("q", nil, {min = 2})' },
  { "forced move, only move, coup forcé", "mobility(1)" },
  { "recapture, reprise", 'move{takes = "mover"}' },
  { "light squares, cases blanches", 'piece("Bb", "light")' },
  { "dark squares, cases noires", 'piece("Bb", "dark")' },
  { "mate by a pawn, pawn mate, mat de pion", 'move{piece = "Pp", mate = true}' },
  { "x-ray, xray, x-ray attack, rayons X", 'between("RQ", "rq", {min = 1, max = 1})' },
  { "pinned queen, clouage de la dame", 'pinned{piece = "Qq"}' },
  { "double attack, attaque double", 'motif "fork"' },
  { "windmill, moulin", 'discovered "Kk" * 1 * 1 * 1 * discovered "Kk"' },
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
  { "rook ending, rook endgame, finale de tours", 'material "R+P* v R+P*"' },
  { "queen ending, queen endgame, finale de dames", 'material "Q+P* v Q+P*"' },
  { "pawn ending, pawn endgame, finale de pions", 'material "P* v P*"' },
  { "endgame, ending, finale", 'phase "endgame"' },
  { "undefended, unprotected, non protégé", "loose" },
  { "threat, attack, menace, attaque", 'attacked{piece = "Qq"}' },
  { "king attack, attaque du roi", "king_attackers{min = 3}" },
  { "king walk, king hunt, marche du roi", 'moves_made{piece = "Kk", min = 20}' },
  { "time pressure, zeitnot", "time_trouble" },
  { "flag, forfeit, time forfeit", 'contains("Termination", "time")' },
  { "gaffe, erreur", "blunder" },
  { "missed mate, mat manqué", 'instead(checkmate) & ~move{mate = true}' },
  { "novelty, nouveauté", 'commented "novelty"' },
  { "comment, commentaire", "commented" },
  { "sideline", "has_variations" },
  { "take, prise", "capture" },
  { "chess960, fischerandom", 'glob("Variant", "*960*")' },
  { "handicap", 'odds "white"' },
  { "fianchettoed bishop, fou en fianchetto", "fianchetto" },
  { "avant-poste, knight outpost", 'outpost{piece = "Nn"}' },
}

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
