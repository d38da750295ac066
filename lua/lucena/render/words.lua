--- Translates the words of reports. The key is the English text. A text without a translation is shown in English.
-- Each language is one table here. The texts may contain %d and %s; the values are inserted after the translation.
-- @module lucena.render.words

local M = {}

--- Languages with translations, besides English.
M.fr = {
  ["Nothing to show."] = "Rien à montrer.", ["There are no games."] = "Il n’y a aucune partie.",
  ["Contents"] = "Sommaire",
  ["Tie-break games, which do not count: %s – %s %s"] = "Parties de départage, qui ne comptent pas : %s – %s %s",
  ["A cell has the opponent's row and the points of the match: 4: 2½-1½"] =
    "Une case a la ligne de l’adversaire et les points du match : 4: 2½-1½",
  ["Winner unknown: %s – %s"] = "Vainqueur inconnu : %s – %s", ["+ and - are forfeits"] = "+ et - sont des forfaits",
  ["In the columns of rounds, +1, +½ and +0 are byes; + and - after a colour are forfeits"] =
    "Dans les colonnes des rondes, +1, +½ et +0 sont des exemptions ; + et - après une couleur, des forfaits",
  ["If they are one player, points and kind are wrong; correct the games with `lucena tag --names FILE`"] =
    "S’il s’agit d’un seul joueur, les points et la formule sont faux ; corriger les parties avec `lucena tag --names"
    .. " FICHIER`",
  ["Filter"] = "Filtrer", ["No room for: %s"] = "Sans place pour : %s",
  ["W / D / B"] = "B / = / N",
  ["Games"] = "Parties", ["Game"] = "Partie", ["Player"] = "Joueur", ["Players"] = "Joueurs",
  ["White"] = "Blancs", ["Black"] = "Noirs", ["Draws"] = "Nulles", ["Draw"] = "Nulle",
  ["White wins"] = "Gains blancs", ["Black wins"] = "Gains noirs", ["Result"] = "Résultat", ["Results"] = "Résultats",
  ["No game reached this position."] = "Aucune partie n’a atteint cette position.",
  ["All games that reached this position end here."]
    = "Toutes les parties qui ont atteint cette position finissent ici.",
  ["Score"] = "Score", ["Share"] = "Part", ["Year"] = "Année", ["Years"] = "Années", ["Rating"] = "Elo",
  ["Date"] = "Date", ["Event"] = "Tournoi", ["Site"] = "Lieu", ["Round"] = "Ronde", ["Total"] = "Total",
  ["Opening"] = "Ouverture", ["Openings"] = "Ouvertures", ["Moves"] = "Coups", ["Name"] = "Nom", ["Count"] = "Nombre",
  ["none"] = "aucun", ["unknown"] = "inconnu", ["other"] = "autre", ["Value"] = "Valeur", ["Average"] = "Moyenne",
  -- game sheet
  ["Play through the game"] = "Jouer la partie", ["Copy FEN"] = "Copier le FEN", ["Copy PGN"] = "Copier le PGN",
  ["Save PGN"] = "Enregistrer le PGN", ["Copied"] = "Copié", ["Copy link to this move"] = "Copier le lien de ce coup",
  ["inaccuracy"] = "imprécision", ["mistake"] = "erreur", ["blunder"] = "gaffe",
  ["Filter games"] = "Filtrer les parties", ["Signature"] = "Signature",
  ["Exercises"] = "Exercices", ["Exercise"] = "Exercice", ["Solutions"] = "Solutions", ["Solution"] = "Solution",
  ["White to move"] = "Les blancs jouent", ["Black to move"] = "Les noirs jouent", ["Avoid"] = "À éviter",
  ["White mates in %s"] = "Les blancs matent en %s", ["Black mates in %s"] = "Les noirs matent en %s",
  ["Source"] = "Source", ["Score sheet"] = "Feuille de partie", ["Diagrams"] = "Diagrammes",
  ["Game sheet"] = "Feuille de partie", ["Start"] = "Départ", ["Variations"] = "Variantes",
  [": "] = " : ", ["Evaluation"] = "Évaluation", ["Clocks"] = "Pendules",
  ["To the start"] = "Au début", ["Back"] = "En arrière",
  ["Forward"] = "En avant", ["To the end"] = "À la fin", ["Turn the board"] = "Retourner l’échiquier",
  ["Keys: ← → Home End; f turns the board."] = "Touches : ← → Début Fin ; f retourne l’échiquier.",
  ["No game has a move of --diagrams: %s."] = "Aucune partie n’a de coup de --diagrams : %s.",
  ["%s of %s games; --limit N"] = "%s parties sur %s ; --limit N",
  ["Text"] = "Texte", ["Signs"] = "Signes", ["Comment"] = "Commentaire", ["Clock"] = "Pendule", ["Depth"] = "Niveau",
  -- days, months and endings of games
  ["Monday"] = "lundi", ["Tuesday"] = "mardi", ["Wednesday"] = "mercredi", ["Thursday"] = "jeudi",
  ["Friday"] = "vendredi", ["Saturday"] = "samedi", ["Sunday"] = "dimanche", ["January"] = "janvier",
  ["February"] = "février", ["March"] = "mars", ["April"] = "avril", ["May"] = "mai", ["June"] = "juin",
  ["July"] = "juillet", ["August"] = "août", ["September"] = "septembre", ["October"] = "octobre",
  ["November"] = "novembre", ["December"] = "décembre", ["Month"] = "Mois", ["Weekday"] = "Jour",
  ["Decade"] = "Décennie", ["checkmate"] = "mat", ["stalemate"] = "pat",
  ["king in the center"] = "roi au centre", ["third check"] = "troisième échec",
  ["king in center"] = "roi au centre", ["three checks"] = "trois échecs",
  ["insufficient material"] = "matériel insuffisant", ["%s by %s"] = "%s par %s",
  ["%s by %s and %s"] = "%s par %s et %s", ["Sum of %s"] = "Somme de %s", ["Score of White"] = "Score des Blancs",
  ["Mean of %s"] = "Moyenne de %s", ["Median of %s"] = "Médiane de %s",
  ["Least %s"] = "Minimum de %s", ["Greatest %s"] = "Maximum de %s", ["Sum"] = "Somme", ["Mean"] = "Moyenne",
  ["Least"] = "Minimum", ["Greatest"] = "Maximum",
  -- summary
  ["Database summary"] = "Résumé de la base", ["Overview"] = "Vue d’ensemble", ["Events"] = "Tournois",
  ["Sites"] = "Lieux", ["Plies"] = "Demi-coups", ["Moves a game, on average"] = "Coups par partie, en moyenne",
  ["Games with both ratings"] = "Parties avec les deux Elo", ["Games with an ECO code"] = "Parties avec code ECO",
  ["Annotated games"] = "Parties annotées", ["... with comments"] = "... avec commentaires",
  ["... with variations"] = "... avec variantes", ["... with clocks"] = "... avec temps",
  ["... with evaluations"] = "... avec évaluations", ["Games with errors"] = "Parties avec erreurs",
  ["Longest game: %s (moves: %s)."] = "Partie la plus longue : %s (coups : %s).",
  ["Shortest decided game: %s (moves: %s)."] = "Partie décisive la plus courte : %s (coups : %s).",
  ["Unfinished (*)"] = "En cours (*)", ["Another text"] = "Autre texte", ["No Result tag"] = "Sans Result",
  ["Game length"] = "Longueur des parties", ["White's score"] = "Score des Blancs", ["Decades"] = "Décennies",
  ["Ratings"] = "Classements", ["Mean rating"] = "Elo moyen", ["Players with most games"] = "Joueurs les plus présents",
  ["Won"] = "Gains", ["Drawn"] = "Nulles",
  ["No result"] = "Sans résultat", ["Lost"] = "Pertes", ["Termination tags"] = "Balises Termination",
  ["The last position"] = "La dernière position", ["Position"] = "Position",
  ["none that ends the game"] = "aucune fin par elle-même",
  ["too little material to mate"] = "matériel insuffisant pour mater",
  ["75 moves without a capture or a pawn's move"] = "75 coups sans prise ni coup de pion",
  ["Errors"] = "Erreurs",
  -- evaluations and clocks
  ["Blunders by move number"] = "Gaffes selon le coup", ["Blunders by time left"] = "Gaffes selon le temps restant",
  ["Move"] = "Coup", ["Inaccuracies"] = "Imprécisions", ["Mistakes"] = "Erreurs", ["Blunders"] = "Gaffes",
  ["Accuracy by phase"] = "Précision selon la phase", ["Phase"] = "Phase", ["Accuracy"] = "Précision",
  ["Pawns lost a move"] = "Pions perdus par coup", ["opening"] = "ouverture", ["middlegame"] = "milieu de partie",
  ["endgame"] = "finale",
  ["The phases are those of lichess. Accuracy is the mean of the moves, in percent."] =
    "Les phases sont celles de lichess. La précision est la moyenne des coups, en pour cent.",
  ["Blunders per 100"] = "Gaffes pour 100", ["Clock after the move"] = "Temps après le coup",
  ["under 10 s"] = "moins de 10 s", ["10 to 30 s"] = "10 à 30 s", ["30 to 60 s"] = "30 à 60 s",
  ["1 to 3 min"] = "1 à 3 min", ["3 to 10 min"] = "3 à 10 min", ["10 min and more"] = "10 min et plus",
  ["Winning and lost positions"] = "Positions gagnantes et perdues", ["winning"] = "gagnante", ["lost"] = "perdue",
  ["Converted"] = "Converties", ["Saved"] = "Sauvées", ["won"] = "gagnées", ["drawn or won"] = "nulles ou gagnées",
  ["Winning: %s pawns or more for the player after %s consecutive plies. Lost: the same for the opponent. Games with "
    .. "a result and evaluations: %s."] = "Gagnante : au moins %s pions pour le joueur après %s demi-coups de suite. "
    .. "Perdue : de même pour l’adversaire. Parties avec résultat et évaluations : %s.",
  ["Time by move number"] = "Temps selon le coup", ["Seconds a move"] = "Secondes par coup",
  ["Seconds left"] = "Secondes restantes",
  -- endings
  ["Endings"] = "Finales", ["Ending"] = "Finale", ["Material"] = "Matériel",
  ["The side that is named first: it has more material, or equal material and White"] =
    "Le camp nommé en premier : il a plus de matériel, ou autant et les Blancs",
  ["Score is that of the side that makes the move"] = "Le score est celui du camp qui joue le coup",
  ["First side won"] = "Gain du premier camp", ["Pieces, whatever the pawns"] = "Pièces, quels que soient les pions",
  ["Pieces and pawns"] = "Pièces et pions", ["One bishop each"] = "Un fou de chaque côté", ["Bishops"] = "Fous",
  ["same colour"] = "même couleur", ["opposite colours"] = "couleurs opposées",
  ["Games with an ending: %s. Shares are of these; a game may go through several."]
    = "Parties avec une finale : %s. Les parts sont de celles-ci ; une partie peut en traverser plusieurs.",
  -- tournaments
  ["Tournaments"] = "Tournois", ["From"] = "Du", ["To"] = "Au", ["Kind"] = "Genre", ["Points"] = "Points",
  ["First place"] = "Première place", ["match"] = "match", ["round robin"] = "toutes rondes",
  ["double round robin"] = "toutes rondes, aller-retour", ["triple round robin"] = "toutes rondes, trois tours",
  ["quadruple round robin"] = "toutes rondes, quatre tours", ["quintuple round robin"] = "toutes rondes, cinq tours",
  ["Swiss system"] = "système suisse",
  ["knockout"] = "élimination directe", ["matches"] = "matchs", ["teams"] = "par équipes",
  ["Tournaments: %s."] = "Tournois : %s.",
  ["Tournaments: %s, of %s."] = "Tournois : %s, sur %s.",
  ["Where games are missing, points are those of the games present."]
    = "Où des parties manquent, les points sont ceux des parties présentes.",
  ["Events omitted for too few games: %s."] = "Tournois omis, faute de parties : %s.",
  ["Events omitted for too few players: %s."] = "Tournois omis, faute de joueurs : %s.",
  ["Games omitted, because they have no Event: %s."] = "Parties omises, car elles n’ont pas d’Event : %s.",
  ["Missing"] = "Manquent",
  -- player
  ["Actual and expected score"] = "Score réel et score attendu", ["Expected"] = "Attendu",
  ["Points above expected"] = "Points au-dessus de l’attendu", ["Performance"] = "Performance",
  ["Time controls"] = "Cadences", ["Time control"] = "Cadence", ["standard"] = "standard", ["rapid"] = "rapide",
  ["blitz"] = "blitz", ["correspondence"] = "correspondance", ["95 % interval"] = "intervalle à 95 %",
  ["Results of %s"] = "Résultats de %s", ["Colour"] = "Couleur", ["Opposition"] = "Opposition",
  ["By the opponents' rating"] = "Selon l’Elo des adversaires", ["Openings as White"] = "Ouvertures avec les blancs",
  ["Openings as Black"] = "Ouvertures avec les noirs", ["Head to head"] = "Face à face", ["Opponent"] = "Adversaire",
  ["Names that were taken for the player: %s."] = "Noms comptés pour ce joueur : %s.",
  ["Games not counted, because the name fits both players: %s."]
    = "Parties non comptées, car le nom convient aux deux joueurs : %s.",
  ["Nothing to show: exercises need EPD, games with a FEN, or -e."] =
    "Rien à montrer : les exercices viennent de l'EPD, de parties avec un FEN, ou de -e.",
  ["Nothing to show: no game has a position that matches the query."] =
    "Rien à montrer : aucune partie n'a de position qui remplit la requête.",
  ["DE counts the games among tied players; it does not rank them while one is missing"] =
    "DE compte les parties entre les joueurs à égalité ; il ne les départage pas tant qu'une d'elles manque",
  ["Mean of the ratings in the games, for all time controls together."]
    = "Moyenne des Elo des parties, toutes cadences confondues.",
  ["FIDE's classes, by the time for 60 moves: blitz up to 10 minutes (bullet, too), rapid under 60."]
    = "Classes de la FIDE, selon le temps pour 60 coups : blitz jusqu’à 10 minutes (bullet aussi), rapide sous 60.",
  ["Accuracy: %s%% on average. Games with evaluations: %s."]
    = "Précision : %s %% en moyenne. Parties évaluées : %s.",
  -- crosstable
  ["Crosstable"] = "Grille", ["Rank"] = "Rang", ["Perf."] = "Perf.",
  ["Rating change"] = "Variation Elo", ["Team"] = "Équipe", ["Match points"] = "Points de match",
  ["Matches"] = "Matchs",
  ["Round robin, %s players, %s games"] = "Toutes rondes, %s joueurs, %s parties",
  ["Double round robin, %s players, %s games"] = "Toutes rondes, aller-retour, %s joueurs, %s parties",
  ["Triple round robin, %s players, %s games"] = "Toutes rondes, trois tours, %s joueurs, %s parties",
  ["Quadruple round robin, %s players, %s games"] = "Toutes rondes, quatre tours, %s joueurs, %s parties",
  ["Matches, %s players, %s games"] = "Matchs, %s joueurs, %s parties",
  ["Kind unknown, %s players, %s games"] = "Genre inconnu, %s joueurs, %s parties",
  ["Swiss system, %s players, %s games"] = "Système suisse, %s joueurs, %s parties",
  ["Knockout, %s players, %s games"] = "Élimination directe, %s joueurs, %s parties",
  ["Match, %s players, %s games"] = "Match, %s joueurs, %s parties",
  ["Teams, %s players, %s games"] = "Par équipes, %s joueurs, %s parties",
  ["direct encounter"] = "confrontation directe", ["wins"] = "victoires", ["performance"] = "performance",
  ["games won over the board"] = "parties gagnées sur l’échiquier", ["rating"] = "Elo",
  ["games with Black"] = "parties avec les noirs", ["games won with Black"] = "parties gagnées avec les noirs",
  ["wb"] = "bn", -- White and Black in 12w1
  ["Cut"] = "tronqué", ["Median"] = "médian", -- Buchholz Cut 1
  ["average Buchholz of opponents"] = "Buchholz moyen des adversaires",
  ["average performance of opponents"] = "performance moyenne des adversaires",
  ["extended direct encounter"] = "confrontation directe étendue",
  ["progressive score"] = "score cumulé", ["average rating of opponents"] = "Elo moyen des adversaires",
  ["points on all boards"] = "points de tous les échiquiers",
  ["Tie-breaks: %s"] = "Départages : %s", ["Games without a result: %s"] = "Parties sans résultat : %s",
  ["Rounds are omitted: a player has %s games"] = "Sans les rondes : un joueur a %s parties",
  ["Byes unknown: %s rounds of players without a game; list them with --byes FILE (%s)"] =
    "Exemptions inconnues : %s rondes de joueurs sans partie ; indiquez-les avec --byes FICHIER (%s)",
  ["Incomplete: %s of %s games present; without ranks and tie-breaks"] =
    "Incomplet : %s parties présentes sur %s ; sans rangs ni départages",
  ["Incomplete: %s of %s games present"] = "Incomplet : %s parties présentes sur %s",
  ["In progress: %s of %s games played"] = "En cours : %s parties jouées sur %s",
  ["Incomplete: %s of %s matches present; without ranks and tie-breaks"] =
    "Incomplet : %s matchs présents sur %s ; sans rangs ni départages",
  ["Incomplete: %s of %s matches present"] = "Incomplet : %s matchs présents sur %s",
  ["In progress: %s of %s matches played"] = "En cours : %s matchs joués sur %s",
  ["Players with more games than the other pairs: %s"] = "Joueurs avec plus de parties que les autres paires : %s",
  ["Teams with more matches than the other pairs: %s"] = "Équipes avec plus de matchs que les autres paires : %s",
  ["No game has a value for %s."] = "Aucune partie n’a de valeur pour %s.",
  ["Duplicates omitted: %s"] = "Doublons omis : %s", ["Names joined: %s"] = "Noms réunis : %s",
  ["Duplicates with different results, of which the first counts: %s"] =
    "Doublons aux résultats différents, dont le premier compte : %s",
  ["Names joined: %s (%s)"] = "Noms réunis : %s (%s)",
  ["In parentheses: Armageddon games, which decide the draw before them"] =
    "Entre parenthèses : les parties Armageddon, qui décident la nulle précédente",
  ["Games of unknown players omitted: %s"] = "Parties de joueurs inconnus omises : %s",
  ["Taken for byes, not for players: %s"] = "Comptés comme exemptions, non comme joueurs : %s",
  ["Players without a game, a rating or points, who may be none: %s"] =
    "Joueurs sans partie, ni Elo, ni point, qui n'en sont peut-être pas : %s",
  ["If such a name means a bye, correct the games with `lucena tag --names FILE`: %s = Bye"] =
    "Si un tel nom est une exemption, corriger les parties avec `lucena tag --names FICHIER` : %s = Bye",
  ["After round %s of %s"] = "Après la ronde %s sur %s",
  ["points in usual scoring"] = "points du système usuel", ["rounds elected to play"] = "rondes choisies",
  ["average Fore Buchholz of opponents"] = "Buchholz anticipé moyen des adversaires",
  ["rating, lowest first"] = "Elo, le plus bas d'abord",
  ["Byes of rounds that are not paired yet: %s"] = "Exemptions de rondes non encore appariées : %s",
  ["One player under two names? %s; %s"] = "Un seul joueur sous deux noms ? %s ; %s",
  ["Standings after round %s"] = "Classement après la ronde %s",
  ["Events omitted for having fewer than %s games: %s"] = "Tournois omis car de moins de %s parties : %s",
  -- event
  ["Standings"] = "Classement", ["Bracket"] = "Tableau",
  ["Standings after each round"] = "Classement après chaque ronde", ["Rating: %s"] = "Elo : %s",
  ["Performance: %s"] = "Performance : %s", [": players"] = " : joueurs", [": results by board"] = " : par échiquier",
  ["Results by board"] = "Par échiquier", ["Stage"] = "Phase", ["third place"] = "troisième place",
  ["Without results by board, because games are missing"] =
    "Sans résultats par échiquier, car des parties manquent",
  ["Without results by board, because the boards are unknown"] =
    "Sans résultats par échiquier, car les échiquiers sont inconnus",
  ["Missing tags of teams, taken from other games: %s"] = "Équipes non indiquées, reprises d'autres parties : %s",
  ["Boards with one player, which count for the teams only: %s"] =
    "Échiquiers à un seul joueur, qui ne comptent que pour les équipes : %s",
  ["Games without two teams, which count in no match: %s"] =
    "Parties sans deux équipes, qui ne comptent dans aucun match : %s",
  ["Teams with two matches in a round; a team may have two names: %s"] =
    "Équipes qui ont deux matchs dans une ronde ; une équipe a peut-être deux noms : %s",
  ["Kinds that fit the pairings: %s"] = "Genres que les appariements permettent : %s",
  ["Games without moves, which count as played unless their Result is +/- or -/+: %s (%s)"] =
    "Parties sans coups, comptées comme jouées sauf si leur Result est +/- ou -/+ : %s (%s)",
  ["If it is a round robin in progress: --kind robin"] = "Si c'est un toutes rondes en cours : --kind robin",
  ["A cell has the opponent's row and the points on the boards: 4:2½"] =
    "Une case a la ligne de l'adversaire et les points sur les échiquiers : 4:2½",
  ["Quintuple round robin, %s players, %s games"] = "Toutes rondes, cinq tours, %s joueurs, %s parties",
  ["Board"] = "Échiquier", ["Match"] = "Match",
  ["The board of a player is that of most games. The order is by points, then by performance rating."] =
    "L'échiquier d'un joueur est celui de la plupart de ses parties. L'ordre suit les points, puis la performance.",
  -- openings
  ["White / draw / Black"] = "Blancs / nulle / Noirs", ["Last"] = "Dernière",
  ["Reached"] = "Atteinte", ["Notable game"] = "Partie notable",
  ["Games that come to the position: %s"] = "Parties qui atteignent la position : %s",
  ["Moves of fewer than %s games are omitted"] = "Les coups de moins de %s parties sont omis",
  ["↑ the position stands further up already, with its moves"] = "↑ la position figure déjà plus haut, avec ses coups",
  -- repertoire
  ["Repertoire"] = "Répertoire", ["All games"] = "Toutes les parties",
  ["Came to the end of a line"] = "Arrivées au bout d'une ligne",
  ["Left by a reply that is not in the repertoire"] = "Sorties par une réponse absente du répertoire",
  ["Left by another choice of its side"] = "Sorties par un autre choix de son camp",
  ["Ended within the repertoire"] = "Finies dans le répertoire", ["Never in it"] = "Jamais dedans",
  ["Replies that are missing"] = "Réponses manquantes", ["Known replies"] = "Réponses connues",
  ["Ends of lines"] = "Bouts de lignes", ["Other choices"] = "Autres choix", ["Line"] = "Ligne",
  ["Repertoire for White, %s positions"] = "Répertoire pour les Blancs, %s positions",
  ["Repertoire for Black, %s positions"] = "Répertoire pour les Noirs, %s positions",
  ["Rows of fewer than %s games are omitted"] = "Les lignes de moins de %s parties sont omises",
  -- opening
  ["Opening report"] = "Rapport d’ouverture", ["%s: %s"] = "%s : %s", ["Trend"] = "Évolution",
  ["Move orders"] = "Ordres de coups", ["Theory"] = "Théorie", ["Themes"] = "Thèmes", ["Piece"] = "Pièce",
  ["Lines of fewer than %s games are omitted"] = "Les lignes de moins de %s parties sont omises",
  ["Map of K"] = "Carte de R", ["Map of Q"] = "Carte de D", ["Map of R"] = "Carte de T", ["Map of B"] = "Carte de F",
  ["Map of N"] = "Carte de C", ["Map of P"] = "Carte de P", ["Map of k"] = "Carte de r", ["Map of q"] = "Carte de d",
  ["Map of r"] = "Carte de t", ["Map of b"] = "Carte de f", ["Map of n"] = "Carte de c", ["Map of p"] = "Carte de p",
  ["Where the pieces stand"] = "Où sont les pièces", ["With White"] = "Avec les blancs",
  ["With Black"] = "Avec les noirs",
  ["%s half-moves after the position, in %s games; small letters are Black's"]
    = "%s demi-coups après la position, dans %s parties ; les minuscules sont aux noirs",
  ["Both sides castled short"] = "Petits roques des deux côtés", ["Castled on opposite sides"] = "Roques opposés",
  ["White did not castle"] = "Les blancs n’ont pas roqué", ["Black did not castle"] = "Les noirs n’ont pas roqué",
  ["No queens by move 25"] = "Sans dames avant le 25e coup",
  ["White had an isolated d-pawn"] = "Pion d isolé blanc", ["Black had an isolated d-pawn"] = "Pion d isolé noir",
  ["White had doubled pawns"] = "Pions doublés blancs", ["Black had doubled pawns"] = "Pions doublés noirs",
  ["White had the pair of bishops alone"] = "Paire de fous des seuls blancs",
  ["Black had the pair of bishops alone"] = "Paire de fous des seuls noirs",
  ["Bishops of opposite colours"] = "Fous de couleurs opposées", ["White had a passed pawn"] = "Pion passé blanc",
  ["Black had a passed pawn"] = "Pion passé noir", ["Decided by move 25"] = "Décidée avant le 25e coup",
  ["Mate on the board"] = "Mat sur l’échiquier",
}

--- The languages that can be requested.
M.LANGUAGES = { "en", "fr" }

--- Return the translations of a language: a function that maps an English text to the reader's.
---@param lang string
---@return fun(text: string): string
-- @usage require("lucena.render.words").of("fr")("Games") --> Parties
function M.of(lang)
  local list = M[lang]
  if lang == "en" or not list then
    return function(text) return text end
  end
  return function(text)
    local name, part = text:match("^(.*)(: %l[%l ]*)$") -- "Bundesliga: players"
    return list[text] or list[part] and name .. list[part] or text
  end
end

return M
