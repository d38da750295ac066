--- French: the sentences of diagnostics by code, and templates of other messages. lucena.language describes the format.
-- The terms are those of FIDE's Lois des échecs. Before : ; ! and ?, the terminal or browser adds no-break spaces.
-- @module lucena.language.fr

return {
  colon = " : ",

  -- ---- diagnostics, by code ------------------------------------------------------------------------

  diagnostics = {
    -- moves
    bad_move = "pas un coup", illegal_move = "coup illégal", ambiguous_move = "coup ambigu",
    missing_promotion = "pièce de promotion absente", game_over = "coup après la fin de la partie",
    played_illegal_move = "coup illégal joué",
    unicode_sign = "caractères étrangers à la notation", piece_glyph = "figurine au lieu d’une lettre",
    castling_sign = "signe de roque inhabituel", promotion_sign = "signe de promotion inhabituel",
    ep_mark = "marque de prise en passant inhabituelle ou absente",
    check_sign = "signe d’échec ou de mat absent ou faux", capture_sign = "signe de prise absent ou faux",
    letter_case = "majuscules et minuscules confondues",
    separator = "signe entre les cases absent ou faux", superfluous_origin = "désambiguïsation inhabituelle",
    pawn_letter = "lettre du pion inhabituelle ou absente", coordinates = "deux cases au lieu d’un coup",
    short_capture = "prise de pion sans sa colonne ou sa rangée", wrong_origin = "case de départ absente ou fausse",
    queen_assumed = "pièce de promotion absente, une dame est supposée",
    unsayable_move = "la notation ne peut pas écrire le coup",
    san_style = "le coup n’est pas en SAN standard", nag_style = "signe au lieu d’un NAG",
    move_number = "numéro de coup faux",
    -- positions
    bad_fen = "pas une FEN", bad_board = "placement des pièces incorrect",
    bad_turn = "le trait doit être w ou b", bad_castling = "champ des roques incorrect",
    bad_ep = "champ de la prise en passant incorrect",
    bad_clock = "compteur de coups incorrect, un nombre de 0 à 65535 est attendu",
    bad_checks = "nombres d’échecs incorrects",
    trailing_text = "texte après le sixième champ", unsupported_variant = "variante de jeu non reconnue",
    unreachable_position = "aucune partie ne mène à cette position",
    invalid_position = "position illégale", fen_fields = "il manque des champs à la FEN",
    fen_counter = "compteur faux dans la FEN, lu comme 0 ou 1", fen_semicolon = "point-virgule après la FEN",
    fen_spaces = "espaces superflues dans la FEN", fen_digits = "chiffres voisins dans la FEN",
    fen_castling = "lettres de roque dans un ordre inhabituel", fen_move_number = "numéro de coup 0 lu comme 1",
    castling_dropped = "droit de roquer sans le roi ou la tour en place",
    ep_dropped = "case de prise en passant impossible",
    -- EPD
    epd_fields = "un enregistrement commence par quatre champs", bad_opcode = "pas un code d’opération",
    duplicate_opcode = "deuxième opération de même code", unterminated_string = "chaîne jamais fermée",
    unwritable_operand = "opérande impossible à écrire en EPD", more_records = "plus d’un enregistrement",
    record_too_large = "enregistrement de plus de 1 Mio", bad_operand = "type d’opérande incorrect",
    operand_range = "nombre hors limites", operand_count = "nombre d’opérandes incorrect",
    clock_mismatch = "opération et compteur de la FEN en désaccord",
    opposed_operations = "opérations contradictoires",
    missing_operation = "l’opération demande un coup dans sm",
    empty_operation = "opération sans code",
    missing_semicolon = "point-virgule absent après la dernière opération",
    leading_semicolons = "points-virgules avant les opérations et non après",
    fen_in_epd = "compteurs de coups d’une FEN",
    glued_fields = "champ de prise en passant et compteur en un seul mot",
    unquoted_string = "chaîne sans guillemets", loose_sign = "espace entre un coup et son signe",
    repeated_move = "coup en double", operand_style = "le nombre n’a pas la forme standard",
    epd_spaces = "espaces inhabituelles entre les opérations", trailing_nul = "NUL à la fin de la ligne",
    epd_comment = "la ligne est un commentaire",
    perft_block = "enregistrement perft sur plusieurs lignes",
    -- PGN
    bad_tag = "balise mal formée", duplicate_tag = "balise en double, la première valeur est retenue",
    tag_too_long = "valeur de balise trop longue", too_many_tags = "la partie a trop de balises",
    setup_mismatch = "les balises SetUp et FEN sont en désaccord", no_result = "la partie finit sans résultat",
    impossible_result = "le résultat contredit la dernière position",
    result_mismatch = "la balise Result et la fin de la partie sont en désaccord",
    castling_or_result = "la partie finit par un roque qui peut être un résultat",
    result_style = "signe de résultat inhabituel", unclosed_comment = "commentaire jamais fermé",
    comment_has_tags = "le commentaire contient une section de balises (accolade fermante oubliée ?)",
    comment_too_long = "commentaire trop long", unclosed_variation = "variante jamais fermée",
    stray_close = "parenthèse fermante sans variante", stray_text = "texte hors de toute partie",
    text_after_result = "texte après le résultat",
    restarted_movetext = "la partie finit sans résultat, les coups recommencent au numéro 1",
    possible_new_game = "ligne vide entre des coups sans numéros, une nouvelle partie commence peut-être ici",
    fragment = "les coups ne commencent pas au numéro 1, le début d'une partie manque",
    inner_tag = "balise au milieu des coups, sautée",
    stray_moves = "texte hors de toute partie avec des coups, il manque peut-être une partie",
    stray_tag = "texte hors de toute partie avec une balise, il manque peut-être une partie",
    bad_token = "texte illisible", bad_nag = "ce NAG n’existe pas",
    mark_run = "trois signes sont lus comme deux NAG", skipped_text = "un texte qui ne change aucun coup est sauté",
    repaired_text = "texte collé",
    escaped_period = "barre oblique inverse devant le point d’un numéro",
    glued_result = "résultat sans espace devant lui", split_move = "coup coupé par une fin de ligne",
    glued_number = "numéro de coup sans espace devant lui",
    comment_hides_moves = "le commentaire commence par un coup légal",
    reserved_text = "le texte entre < > est réservé, il est sauté",
    draw_offer = "la proposition de nulle est gardée comme texte",
    stray_variation = "variante sans coup avant elle", empty_variation = "variante sans coups",
    variation_result = "résultat dans une variante", nesting_too_deep = "variantes trop imbriquées",
    control_character = "caractère de contrôle",
    mixed_encoding = "le texte n’est entièrement ni en UTF-8 ni en Latin-1",
    game_too_large = "partie trop grande", more_games = "plus d’une partie", no_game = "aucune partie",
    unwritable_comment = "commentaire impossible à écrire en PGN",
    unknown_field = "champ JSON inconnu",
    duplicate_field = "champ JSON en double",
    different_start = "les parties commencent par des positions différentes",
    -- notations
    dialect_detected = "notation reconnue automatiquement",
    other_dialect = "les coups sont dans une autre notation", bad_dialect = "pas un dialecte",
    no_dialect = "aucun dialecte ne lit les coups", unclear_dialect = "plusieurs dialectes lisent les coups",
    resolved_by_context = "d’autres coups du texte décident du sens du coup",
    corrected_misprint = "coup mal imprimé, corrigé",
    unknown_position = "la position avant le coup est inconnue",
    invalid_date = "la balise n’est pas une date",
    unclear_date = "date à plusieurs lectures",
    date_style = "la date n’a pas la forme AAAA.MM.JJ",
    future_date = "date future",
    invalid_elo = "la balise n’est pas un classement",
    invalid_title = "la balise n’est pas un titre",
    invalid_round = "la balise n’est pas une ronde",
    invalid_time_control = "la balise n’est pas une cadence",
    invalid_eco = "code ECO inexistant",
    eco_mismatch = "le code ECO ne convient pas aux coups",
    ply_count_mismatch = "PlyCount ne convient pas aux coups",
    missing_name = "nom d’un joueur vide",
    same_players = "les Blancs et les Noirs sont le même joueur",
    tag_case = "nom de balise écrit avec une autre casse",
    missing_tags = "balises obligatoires absentes ou vides",
    clock_gain = "la pendule gagne plus que l’incrément",
    unread_command = "pendule ou évaluation sans valeur dans un commentaire",
    duplicate_game = "partie en double dans le fichier",
    similar_names = "deux noms désignent peut-être le même joueur",
    bad_time_control = "pas une cadence", bad_date = "pas une date", bad_score = "pas une évaluation",
    -- files
    not_pgn = "ce n’est pas un fichier PGN (lucena read lit les parties d’un texte)",
    bad_utf8 = "le texte n’est pas en UTF-8",
    utf16 = "le fichier est en UTF-16 sans marque d’ordre des octets, convertissez-le (iconv -f UTF-16LE -t UTF-8)",
    bad_utf16 = "le texte n’est pas en UTF-16",
    utf32 = "le fichier est en UTF-32, convertissez-le (iconv -f UTF-32 -t UTF-8)",
    unencodable = "caractère absent de l’encodage", cannot_open = "impossible d’ouvrir",
    cannot_read = "impossible de lire", cannot_write = "impossible d’écrire",
    not_index = "ce n’est pas un index de parties",
    other_index = "l’index a été écrit par une autre version de Lucena (récrivez-le)",
    stale_index = "le fichier de parties a changé depuis son indexation (indexez-le de nouveau)",
    damaged_index = "l’index est endommagé (récrivez-le)",
    unsupported_compression = "impossible à décompresser",
    truncated_input = "données compressées tronquées, il manque peut-être des parties",
    shrunken_input = "le fichier a raccourci pendant la lecture, il manque peut-être des parties",
    damaged_input = "données compressées endommagées, des parties manquent peut-être ou sont fausses",
    trailing_junk = "octets après les données compressées, non lus, il manque peut-être des parties",
    window_too_large = "la fenêtre zstd est plus grande que 128 Mio",
  },

  -- ---- other messages: English template, French ----------------------------------------------------

  templates = {
    -- words of chess, as parts of sentences
    ["White"] = "les Blancs", ["Black"] = "les Noirs", ["(move %s, White)"] = "(coup %s, Blancs)",
    ["(move %s, Black)"] = "(coup %s, Noirs)",
    ["king"] = "roi", ["queen"] = "dame", ["rook"] = "tour", ["bishop"] = "fou", ["knight"] = "cavalier",
    ["pawn"] = "pion", ["kings"] = "rois", ["queens"] = "dames", ["rooks"] = "tours", ["bishops"] = "fous",
    ["knights"] = "cavaliers", ["pawns"] = "pions", ["two"] = "deux", ["three"] = "trois",
    ["the king on %s"] = "le roi %s", ["the queen on %s"] = "la dame %s", ["the rook on %s"] = "la tour %s",
    ["the bishop on %s"] = "le fou %s", ["the knight on %s"] = "le cavalier %s", ["the pawn on %s"] = "le pion %s",
    ["a king"] = "un roi", ["a queen"] = "une dame", ["a rook"] = "une tour", ["a bishop"] = "un fou",
    ["a knight"] = "un cavalier", ["a pawn"] = "un pion", ["a piece"] = "une pièce",
    ["White is checkmated"] = "les Blancs sont mat", ["Black is checkmated"] = "les Noirs sont mat",
    ["it is stalemate"] = "c’est un pat",
    ["checkmate"] = "échec et mat", ["stalemate"] = "pat",
    ["king in center"] = "roi au centre", ["three checks"] = "trois échecs",
    ["White's king is in the center"] = "le roi blanc est au centre",
    ["Black's king is in the center"] = "le roi noir est au centre",
    ["White has given three checks"] = "les Blancs ont donné trois échecs",
    ["Black has given three checks"] = "les Noirs ont donné trois échecs",
    ["%s; the games are read instead"] = "%s ; les parties sont lues sans index",

    -- the effects of a move
    ["%s goes to %s"] = "%s va en %s", ["%s takes %s"] = "%s prend %s",
    ["%s takes %s en passant and goes to %s"] = "%s prend %s en passant et va en %s",
    ["%s and becomes %s"] = "%s et devient %s", ["%s: mate"] = "%s : mat", ["%s, with check"] = "%s, avec échec",
    ["%s: the king in the center wins"] = "%s : le roi au centre gagne",
    ["%s: the third check wins"] = "%s : le troisième échec gagne",
    ["White passes"] = "les Blancs passent",
    ["Black passes"] = "les Noirs passent",
    ["White castles on the king's side: king from %s, rook from %s"] =
      "les Blancs font le petit roque : roi %s, tour %s",
    ["Black castles on the king's side: king from %s, rook from %s"] =
      "les Noirs font le petit roque : roi %s, tour %s",
    ["White castles on the queen's side: king from %s, rook from %s"] =
      "les Blancs font le grand roque : roi %s, tour %s",
    ["Black castles on the queen's side: king from %s, rook from %s"] =
      "les Noirs font le grand roque : roi %s, tour %s",
    ["%s takes on %s"] = "%s prend en %s", ["the king castles"] = "le roi roque",

    -- why a move is not legal
    ["%s: %s cannot play that."] = "%s : %s ne peuvent pas jouer cela.",
    ["White cannot play that"] = "les Blancs ne peuvent pas jouer cela",
    ["Black cannot play that"] = "les Noirs ne peuvent pas jouer cela",
    ["%s does not reach %s"] = "%s n’atteint pas %s", ["%s is blocked by %s"] = "%s : chemin barré par %s",
    ["%s is pinned by %s"] = "%s : clouage par %s", ["%s cannot go to %s"] = "%s ne peut pas aller en %s",
    ["there is nothing to take on %s"] = "il n’y a rien à prendre en %s",
    ["there is nothing to take on %s, and no pawn has just passed it by a double step"] =
      "il n’y a rien à prendre en %s, et aucun pion ne vient de la passer de deux pas",
    ["the king may not go to %s, which is attacked by %s"] =
      "le roi ne peut pas aller en %s, case que contrôle %s",
    ["the king may not go to %s, which is attacked"] = "le roi ne peut pas aller en %s, case attaquée",
    ["the king would be in check"] = "le roi serait en échec",
    ["the king would come to %s, which is attacked by %s"] = "le roi passerait par %s, case que contrôle %s",
    ["White is in check by %s, and the move does not end the check"] =
      "les Blancs sont en échec par %s, et le coup n’y pare pas",
    ["Black is in check by %s, and the move does not end the check"] =
      "les Noirs sont en échec par %s, et le coup n’y pare pas",
    ["White is in check by %s, and may not castle then"] =
      "les Blancs sont en échec par %s, et ne peuvent donc pas roquer",
    ["Black is in check by %s, and may not castle then"] =
      "les Noirs sont en échec par %s, et ne peuvent donc pas roquer",
    ["White has no right to castle on this side: king or rook has moved"] =
      "les Blancs n’ont plus le droit de roquer de ce côté : le roi ou la tour a bougé",
    ["Black has no right to castle on this side: king or rook has moved"] =
      "les Noirs n’ont plus le droit de roquer de ce côté : le roi ou la tour a bougé",
    ["%s is in the way of castling"] = "%s gêne le roque",
    ["%s is between king and rook"] = "%s se trouve entre le roi et la tour",
    ["White has no %s"] = "les Blancs n’ont pas de %s",
    ["Black has no %s"] = "les Noirs n’ont pas de %s",
    ["White has no %s on %s"] = "les Blancs n’ont pas de %s en %s",
    ["Black has no %s on %s"] = "les Noirs n’ont pas de %s en %s",
    ["White has no %s on the %s file"] = "les Blancs n’ont pas de %s sur la colonne %s",
    ["Black has no %s on the %s file"] = "les Noirs n’ont pas de %s sur la colonne %s",
    ["White has no %s on rank %s"] = "les Blancs n’ont pas de %s sur la rangée %s",
    ["Black has no %s on rank %s"] = "les Noirs n’ont pas de %s sur la rangée %s",
    ["no pawn of White reaches %s"] = "aucun pion blanc n’atteint %s",
    ["no pawn of Black reaches %s"] = "aucun pion noir n’atteint %s",
    ["the game is over: %s"] = "la partie est finie : %s",
    ["White's own %s stands on %s"] = "les Blancs ont déjà leur propre %s en %s",
    ["Black's own %s stands on %s"] = "les Noirs ont déjà leur propre %s en %s",
    ["it would be a move of %s: %s"] = "ce serait un coup pour %s : %s",
    ["two %s reach %s: %s"] = "deux %s atteignent %s : %s",
    ["%s: two %s reach %s: %s or %s"] = "%s : deux %s atteignent %s : %s ou %s",
    ["a pawn on the last rank becomes another piece, and the text does not say which (FIDE C.11, PGN 8.2.3.3)"] =
      "un pion sur la dernière rangée devient une autre pièce, mais laquelle ? (FIDE C.11, PGN 8.2.3.3)",
    ["%d moves match this text, so it is ambiguous."] = "%d coups conviennent à ce texte : il est ambigu.",
    ["Nothing of the line was played."] = "Aucun coup de la ligne n’a été joué.",
    ["Moves are missing, such as e4 e5."] = "Il manque des coups, par exemple e4 e5.",
    ["'%s' is not a line of moves"] = "« %s » n’est pas une suite de coups",
    ["%s: a move in %s; in %s it is %s"] = "%s : un coup en notation %s ; en %s c’est %s",
    ["another game is on the board"] = "une autre partie est sur l’échiquier",
    ["%s replaces %s."] = "%s remplace %s.",
    ["There is nothing to undo."] = "Il n’y a rien à annuler.",
    ["There is nothing to redo."] = "Il n’y a rien à rétablir.",
    ["%s holds no game"] = "%s ne contient aucune partie",

    -- comments that are never closed
    ["it takes in the last %d bytes"] = "il prend les %d derniers octets",
    ["it takes in the last %d bytes, %d tag section among them, which salvage (filter --salvage) reads"] =
      "il prend les %d derniers octets, dont %d section d’étiquettes, que lit filter --salvage",
    ["it takes in the last %d bytes, %d tag sections among them, which salvage (filter --salvage) reads"] =
      "il prend les %d derniers octets, dont %d sections d’étiquettes, que lit filter --salvage",
    ["it takes in the last %d bytes; salvage (filter --salvage) reads games among them"] =
      "il prend les %d derniers octets ; la commande filter --salvage y lit des parties",
    ["it takes in %d bytes with a tag section and another brace in them, which salvage (filter --salvage) reads"] =
      "il prend %d octets, dont une section d’étiquettes et une autre accolade, que lit filter --salvage",
    ["this is not a move in any notation that Lucena knows"] = "ce n’est un coup dans aucune notation connue ici",

    ["it is read as %s, without castling rights"] = "elle est lue comme %s, sans droits de roque",
    ["the FEN has no castling field, so it gives no right to castle"] =
      "la FEN n’a pas de champ des roques, donc aucun droit de roquer",
    ["the FEN has no side to move: it is read as %s"] = "la FEN n’a pas de trait : elle est lue comme %s",
    ["the FEN has no castling field: it is read as %s"] = "la FEN n’a pas de champ des roques : elle est lue comme %s",
    ["move 1 is read as move %d"] = "le coup 1 est lu comme le coup %d",
    ["The line contains a NUL byte."] = "La ligne contient un octet NUL.",
    ["%s captures nothing"] = "%s ne prend rien",
    ["the variation was closed at the end of the line"] = "la variante a été fermée à la fin de la ligne",
    ["%s gives no check"] = "%s ne donne pas échec", ["%s is not mate"] = "%s n’est pas mat",
    ["%s is not en passant"] = "%s n’est pas une prise en passant",
    ["%s: the move number is wrong here, it is %s"] = "%s : le numéro est faux ici, c’est %s",
    ["The game has no position: its FEN or variant cannot be used."] =
      "La partie n’a pas de position : sa FEN ou sa variante est inutilisable.",

    -- tokens that are not moves
    ["Nor is it a token of another kind"] = "Ni un élément d’un autre genre",
    ["It is also"] = "C’est aussi", ["Where"] = "Où", ["Its fields"] = "Ses champs", ["Its faults"] = "Ses défauts",
    ["Its number"] = "Son numéro", ["Its pieces"] = "Ses pièces", ["Its value"] = "Sa valeur", ["Points"] = "Points",
    ["Its operand"] = "Son opérande", ["Its operands"] = "Ses opérandes", ["Its moves"] = "Ses coups",
    ["Example"] = "Exemple",
    ["Other spellings"] = "Autres graphies", ["The sign in notations"] = "Le signe dans les notations",
    ["Field 1: the pieces"] = "Champ 1 : les pièces", ["Fields 2 to 6"] = "Champs 2 à 6",
    ["A FEN: a position with %d pieces and pawns, White to move."] = "Un FEN : %d pièces et pions, trait aux Blancs.",
    ["A FEN: a position with %d pieces and pawns, Black to move."] = "Un FEN : %d pièces et pions, trait aux Noirs.",
    ["White wins."] = "Les Blancs gagnent.", ["Black wins."] = "Les Noirs gagnent.",
    ["White wins by forfeit."] = "Les Blancs gagnent par forfait.",
    ["Black wins by forfeit."] = "Les Noirs gagnent par forfait.",
    ["The game is a draw."] = "La partie est nulle.", ["Both players lose."] = "Les deux joueurs perdent.",
    ["The offer of a draw."] = "La proposition de nulle.", ["The letter of a piece."] = "La lettre d’une pièce.",
    ["move %d of White"] = "coup %d des Blancs", ["move %d of Black"] = "coup %d des Noirs",
    ["the side to move: White (w or b)"] = "le trait : aux Blancs (w ou b)",
    ["the side to move: Black (w or b)"] = "le trait : aux Noirs (w ou b)",
    ["castling rights: %s (king and rook have not moved)"] = "droits de roque : %s (roi et tour n’ont pas bougé)",
    ["no side may castle any more"] = "aucun camp ne peut plus roquer",
    ["no en passant square: the last move was no double step of a pawn"] =
      "pas de prise en passant : le dernier coup n’était pas un pas double de pion",
    ["the en passant square, which a pawn has just passed by a double step"] =
      "la case de prise en passant, qu’un pion vient de franchir par un pas double",
    ["half-moves since the last capture or move of a pawn, for the rule of 50 moves"] =
      "demi-coups depuis la dernière prise ou le dernier coup de pion, pour la règle des 50 coups",
    ["the number of the move: 1 at the start, one more after each move of Black"] =
      "le numéro du coup : 1 au début, un de plus après chaque coup des Noirs",
    ["%s; missing, so it is read as %s"] = "%s ; absent, donc lu comme %s",

    -- how a move is written
    ["a pawn that takes is named by its file of departure (FIDE C.9, PGN 8.2.3.3)"] =
      "un pion qui prend se nomme par sa colonne de départ (FIDE C.9, PGN 8.2.3.3)",
    ["a pawn has no letter (FIDE C.8, PGN 8.2.3.3)"] = "un pion n’a pas de lettre (FIDE C.8, PGN 8.2.3.3)",
    ["FIDE allows e.p. after it (FIDE C.9); PGN has no sign for en passant (PGN 8.2.3.3)"] =
      "la FIDE permet e.p. ensuite (FIDE C.9) ; PGN n’a pas de signe pour la prise en passant (PGN 8.2.3.3)",
    ["a capture is written with x: PGN requires it (PGN 8.2.3.3), FIDE leaves it open (FIDE C.9)"] =
      "la prise s’écrit avec x : PGN l’exige (PGN 8.2.3.3), la FIDE la laisse libre (FIDE C.9)",
    ["the new piece follows the square: PGN puts = before it (PGN 8.2.3.3), FIDE nothing (FIDE C.11)"] =
      "la nouvelle pièce suit la case : PGN met = devant (PGN 8.2.3.3), la FIDE rien (FIDE C.11)",
    ["PGN demands + for check and # for mate (PGN 8.2.3.5), FIDE leaves them open (FIDE C.13)"] =
      "PGN exige + pour l’échec et # pour le mat (PGN 8.2.3.5), la FIDE les laisse libres (FIDE C.13)",
    ["PGN writes castling with the letter O, because a digit would look like a result (PGN 8.2.3.3)"] =
      "PGN écrit le roque avec la lettre O, car un chiffre ressemblerait à un résultat (PGN 8.2.3.3)",
    ["FIDE writes it with zeros (FIDE C.13)"] = "la FIDE l’écrit avec des zéros (FIDE C.13)",
    ["the square of departure: both standards allow the long form (FIDE C.8)"] =
      "la case de départ : les deux normes admettent la forme longue (FIDE C.8)",
    ["the file of departure"] = "la colonne de départ", ["the rank of departure"] = "la rangée de départ",
    ["the file of departure, by which a pawn that takes is named (FIDE C.9, PGN 8.2.3.3)"] =
      "la colonne de départ, par laquelle se nomme un pion qui prend (FIDE C.9, PGN 8.2.3.3)",
    ["%s, which distinguishes it from another piece that reaches the square (FIDE C.10, PGN 8.2.3.4)"] =
      "%s, qui la distingue d’une autre qui atteint la case (FIDE C.10, PGN 8.2.3.4)",
    ["castling on the king's side: PGN has the letter O (PGN 8.2.3.3), FIDE the digit 0 (FIDE C.13)"] =
      "le petit roque : PGN a la lettre O (PGN 8.2.3.3), la FIDE le chiffre 0 (FIDE C.13)",
    ["castling on the queen's side: PGN has the letter O (PGN 8.2.3.3), FIDE the digit 0 (FIDE C.13)"] =
      "le grand roque : PGN a la lettre O (PGN 8.2.3.3), la FIDE le chiffre 0 (FIDE C.13)",
    ["separates the squares of the long form"] = "sépare les cases de la forme longue",
    ["takes (FIDE C.9, PGN 8.2.3.3)"] = "prend (FIDE C.9, PGN 8.2.3.3)",
    ["the square of arrival (FIDE C.8, PGN 8.2.3.3)"] = "la case d’arrivée (FIDE C.8, PGN 8.2.3.3)",
    ["sets off the new piece: PGN has = (PGN 8.2.3.3), FIDE nothing (FIDE C.11)"] =
      "annonce la nouvelle pièce : PGN a = (PGN 8.2.3.3), la FIDE rien (FIDE C.11)",
    ["en passant: FIDE allows it (FIDE C.9), PGN has no such sign (PGN 8.2.3.3)"] =
      "en passant : la FIDE l’admet (FIDE C.9), PGN n’a pas ce signe (PGN 8.2.3.3)",
    ["check (PGN 8.2.3.5, FIDE C.13)"] = "échec (PGN 8.2.3.5, FIDE C.13)",
    ["mate (PGN 8.2.3.5, FIDE C.13)"] = "mat (PGN 8.2.3.5, FIDE C.13)",
    ["the annotator's opinion, no part of the move (PGN 8.2.3.8)"] =
      "l’avis du commentateur, qui n’appartient pas au coup (PGN 8.2.3.8)",
    ["the pawn becomes %s"] = "le pion devient %s",

    ["two %s reach %s, from %s and %s: %s (FIDE C.10, PGN 8.2.3.4)"] =
      "deux %s atteignent %s, de %s et de %s : %s (FIDE C.10, PGN 8.2.3.4)",
    ["three %s reach %s, from %s: %s (FIDE C.10, PGN 8.2.3.4)"] =
      "trois %s atteignent %s, de %s : %s (FIDE C.10, PGN 8.2.3.4)",
    ["the file of departure tells them apart, so it is named"] =
      "la colonne de départ les distingue, donc elle s’écrit",
    ["both are on one file, so the rank of departure is named"] =
      "ils sont sur la même colonne, donc la rangée de départ s’écrit",
    ["neither file nor rank alone tells them apart, so both are named"] =
      "ni la colonne ni la rangée seule ne les distingue, donc les deux s’écrivent",
    ["%s would reach %s too, but may not go there, so it does not make the move ambiguous (PGN 8.2.3.4)"] =
      "%s atteindrait aussi %s, mais ne peut pas y aller : ne compte pas pour la désambiguïsation (PGN 8.2.3.4)",
    ["passing is not a chess move; ChessBase's -- is the usual sign, but no standard defines one"] =
      "passer n’est pas un coup d’échecs ; le -- de ChessBase est le signe usuel, aucune norme n’en a",
    ["a Unicode sign replaces the usual one (%s)"] = "un signe Unicode remplace le signe habituel (%s)",
    ["castling is written with other signs (%s)"] = "le roque est écrit avec d’autres signes (%s)",
    ["the promotion is written with other signs (%s)"] = "la promotion est écrite avec d’autres signes (%s)",
    ["the en passant mark is unusual here (%s)"] = "la marque de prise en passant est inhabituelle ici (%s)",
    ["the check sign is missing or wrong (%s)"] = "le signe d’échec est absent ou faux (%s)",
    ["the capture sign is missing or wrong (%s)"] = "le signe de prise est absent ou faux (%s)",
    ["upper and lower case are exchanged (%s)"] = "majuscules et minuscules sont échangées (%s)",
    ["the departure square is not needed (%s)"] = "la case de départ est superflue (%s)",
    ["another sign separates the squares (%s)"] = "un autre signe sépare les cases (%s)",
    ["this notation has no letter for pawns (%s)"] = "cette notation n’a pas de lettre pour les pions (%s)",
    ["this notation does not write squares alone (%s)"] = "cette notation n’écrit pas les cases seules (%s)",
    ["the arrival square is incomplete (%s)"] = "la case d’arrivée est incomplète (%s)",
    ["a figurine replaces the letter (%s)"] = "une figurine remplace la lettre (%s)",

    -- sections of an explanation
    ["Its parts"] = "Ses éléments", ["Written"] = "Comment l’écrire", ["Why so"] = "Pourquoi ainsi",
    ["Why not"] = "Pourquoi pas", ["It may be"] = "Ce peut être", ["The other side"] = "L’autre camp",
    ["Its letters"] = "Ses lettres", ["In other languages"] = "Dans d’autres langues",
    ["Repaired, as %s reads it"] = "Réparé, comme %s le lit", ["%s is read"] = "Qui lit %s",
    ["Written, where it is a move"] = "Comment l’écrire, là où c’est un coup",
    ["Why not, as %s (%s)"] = "Pourquoi pas, comme %s (%s)",
    ["as written"] = "tel quel", ["with repairs"] = "en le réparant", ["as another move"] = "comme un autre coup",
    ["not at all"] = "pas du tout",

    -- the prompt
    ["read as %s"] = "lu en notation %s", ["read as %s (or %s)"] = "lu en notation %s (ou %s)",
    ["read as french"] = "lu en notation française", ["read as english"] = "lu en notation anglaise",
    ["read as german"] = "lu en notation allemande", ["read as spanish"] = "lu en notation espagnole",
    ["read as italian"] = "lu en notation italienne", ["read as russian"] = "lu en notation russe",
    ["read as dutch"] = "lu en notation néerlandaise", ["read as portuguese"] = "lu en notation portugaise",
    ["read as descriptive"] = "lu en notation descriptive", ["read as figurine"] = "lu en notation à figurines",
    ["a variation: the game has %s here"] = "une variante : la partie a %s ici",
    ["(read as %s, like the moves before; :dialect NAME fixes another)"] =
      "(lu en notation %s, comme les coups précédents ; :dialect NOM en fixe un autre)",
    ["No file is loaded. To load one: load FILE, or type its name."] =
      "Aucun fichier n’est chargé. Pour en charger un : load FICHIER, ou tapez son nom.",
    ["there is no '%s'"] = "« %s » n’existe pas",
    ["did you mean the command '%s'?"] = "Vouliez-vous dire la commande « %s » ?",
    ["This is not a move, a command or Lua; see :help."] =
      "Ce n’est ni un coup, ni une commande, ni du Lua ; voyez :help.",
    ["Not a move %s (move %s, White)."] = "Pas un coup : %s (coup %s, Blancs).",
    ["Not a move %s (move %s, Black)."] = "Pas un coup : %s (coup %s, Noirs).",
    ["%s: a move is expected here, it is %s"] = "%s : un coup est attendu ici, c’est %s",
    ["'%s' is not read: %s."] = "« %s » n’est pas lu : %s.",
    ["the move is written %s"] = "le coup s’écrit %s", ["The move is written %s."] = "Le coup s’écrit %s.",
    ["This is not read: the move is written %s."] = "Ceci n’est pas lu : le coup s’écrit %s.",
    ["castling is written O-O or O-O-O"] = "le roque s’écrit O-O ou O-O-O",
    ["double check is written +"] = "l’échec double s’écrit +",
    ["discovered check is written +"] = "l’échec à la découverte s’écrit +",
    ["Commands have no '%s' before them. %s"] = "Les commandes n’ont pas de « %s » devant elles. %s",
    ["Lucena does not read web pages. Save the game in a file, and type the name of the file."] =
      "Lucena ne lit pas les pages du web. Enregistrez la partie dans un fichier, puis tapez son nom.",
    ["To open this file: load %s"] = "Pour ouvrir ce fichier : load %s",
    ["%s: there is no file of this name."] = "%s : il n’y a pas de fichier de ce nom.",
    ["%s is not a move; O-O castles short, O-O-O long."] =
      "%s n’est pas un coup ; O-O est le petit roque, O-O-O le grand.",
    ["Moves are typed like this: %s"] = "Les coups se tapent ainsi : %s",
    ["A comment is in braces: %s"] = "Un commentaire est entre accolades : %s",
    ["Moves are typed with the letter of the piece: %s"] = "Les coups se tapent avec la lettre de la pièce : %s",
    ["The squares of a move are typed without a blank: %s"] = "Les cases d’un coup se tapent sans espace : %s",
    ["There is no square %s; the squares are a1 to h8."] = "Il n’y a pas de case %s ; les cases vont de a1 à h8.",
    ["The move is typed O-O or O-O-O."] = "Le coup se tape O-O ou O-O-O.",
    ["All lines are Lua now; :lua ends this."] = "Toutes les lignes sont du Lua ; :lua y met fin.",
    ["The prompt stays in its folder. Files elsewhere are named by their path."] =
      "L’invite reste dans son dossier. Les autres fichiers sont nommés par leur chemin.",
    ["To run line %s of :history again: :history %s"] = "Pour répéter la ligne %s de :history : :history %s",
    ["Result: %s"] = "Résultat : %s",
    ["Braces in a comment are written as parentheses."] =
      "Les accolades d’un commentaire sont écrites comme des parenthèses.",
    ["The name has no .pgn at its end: only load opens this file, and the next game is not appended to it."] =
      "Le nom ne finit pas par .pgn : seul load ouvre ce fichier, et la partie suivante n’y sera pas ajoutée.",
    ["There is no program '%s' in the folders of PATH."] =
      "Il n’y a pas de programme « %s » dans les dossiers de PATH.",
    ["%s is an operation of the record; to play it, type it on its own line"] =
      "%s est une opération de l’enregistrement ; pour le jouer, tapez-le sur sa propre ligne",
    ["No game matches."] = "Aucune partie ne convient.",
    ["No game after this one matches; open 1 goes back to the first."] =
      "Aucune partie suivante ne convient ; open 1 revient à la première.",
    ["This position is in no line of the table of openings."] =
      "Aucune ouverture de la table ne passe par cette position.",

    ["%s. Type moves, paste games, or write Lua."] = "%s. Tapez des coups, collez des parties, ou écrivez du Lua.",
    [":tour is a short course, :help lists the commands, Ctrl-D leaves."] =
      ":tour est un petit cours, :help donne les commandes, Ctrl-D quitte.",
    ["The game has changes that are not saved: %s; repeat the input to leave it (undo returns to it)."] =
      "La partie a des changements non enregistrés : %s ; répétez l’entrée pour la quitter (undo y revient).",
    ["`save` writes it to %s"] = "`save` l’écrit dans %s",
    ["`save FILE.pgn` saves it"] = "`save FICHIER.pgn` l’enregistre",

    -- lucena help
    ["Usage: lucena COMMAND [ARGUMENT]..."] = "Usage : lucena COMMANDE [ARGUMENT]...",
    ["lucena [FILE.pgn | SCRIPT.lua]     a prompt for chess and Lua"] =
      "lucena [FICHIER.pgn | SCRIPT.lua]     une invite pour les échecs et Lua",
    ["Look at games"] = "Regarder des parties", ["Search and check"] = "Chercher et vérifier",
    ["Write games"] = "Écrire des parties", ["Positions and openings"] = "Positions et ouvertures",
    ["Programs and many machines"] = "Programmes et machines",
    ["open a prompt for chess and Lua (the default)"] = "ouvrir une invite pour les échecs et Lua (par défaut)",
    ["show games of a file: players, moves, boards"] = "montrer des parties : joueurs, coups, échiquiers",
    ["explain a move, sign, result, FEN or other token"] =
      "expliquer un coup, signe, résultat, FEN ou autre élément",
    ["copy the games that match a query, a Lua function or tag tests"] =
      "copier les parties qui satisfont une requête, une fonction Lua ou des balises",
    ["report the errors in PGN files, with file, line and column"] =
      "signaler les erreurs de fichiers PGN : fichier, ligne, colonne",
    ["tables about games: results, players, openings, endings"] =
      "faire des tableaux : résultats, joueurs, ouvertures, finales",
    ["write games as PGN, JSON, CSV, FEN, EPD, UCI or SAN"] =
      "écrire des parties en PGN, JSON, CSV, FEN, EPD, UCI ou SAN",
    ["find the games in a book, a bulletin or a post"] = "trouver les parties d’un livre, d’un bulletin, d’un message",
    ["rewrite the moves of games or of a text in another notation"] =
      "traduire les coups de parties ou d’un texte dans une autre notation",
    ["join PGN files, or many games into one tree"] = "réunir des fichiers PGN, ou des parties en un arbre",
    ["remove duplicate games"] = "enlever les doublons",
    ["edit the tags of games: set, drop, rename, correct names"] =
      "modifier les balises : fixer, ôter, renommer, corriger les noms",
    ["`lucena COMMAND -h` shows the most used options of a command, `lucena help"] =
      "`lucena COMMANDE -h` montre les options les plus utiles, `lucena help",
    ["COMMAND` its whole page. `lucena help --all` lists all commands."] =
      "COMMANDE` toute la page. `lucena help --all` donne toutes les commandes.",

    -- the prompt, and the lines beside the board
    ["White>"] = "Blancs>", ["Black>"] = "Noirs>", ["Start"] = "Début",
    ["White to move, %s"] = "Trait aux Blancs, %s", ["Black to move, %s"] = "Trait aux Noirs, %s",
    ["%d legal move"] = "%d coup légal", ["%d legal moves"] = "%d coups légaux", ["%s, in check"] = "%s, en échec",
    ["Checkmate"] = "Mat", ["Stalemate"] = "Pat", ["Neither side can mate"] = "Aucun camp ne peut mater",
    ["75 moves without capture or pawn move"] = "75 coups sans prise ni coup de pion",
    ["The king has reached the center"] = "Le roi est au centre", ["The third check"] = "Le troisième échec",
    ["White +%d"] = "Blancs +%d", ["Black +%d"] = "Noirs +%d", ["Material: %s"] = "Matériel : %s",
    ["Captured: %s"] = "Pris : %s", ["Captured: %s (%s)"] = "Pris : %s (%s)", ["Clock: %s"] = "Pendule : %s",
    ["Evaluation: %s"] = "Évaluation : %s", ["Evaluation: %s, Clock: %s"] = "Évaluation : %s, pendule : %s",
    ["White mates in %d"] = "les Blancs matent en %d", ["Black mates in %d"] = "les Noirs matent en %d",
    ["Next: %s"] = "Suite : %s", ["Dialect: %s"] = "Dialecte : %s",

    -- the table and the summary of `check`
    ["error"] = "erreur", ["warning"] = "avertissement", ["repair"] = "réparation",
    ["%s, %s, nothing to report"] = "%s, %s, rien à signaler", ["%s, %s, errors in 1 place"] = "%s, %s, 1 erreur",
    ["%s, %s, errors in %s"] = "%s, %s, erreurs à %s",
    ["the file has only comments"] = "le fichier n’a que des commentaires",
    ["a tag is in brackets: %s"] = "une balise est entre crochets : %s",
    ["in %s; did you mean '%s'?"] = "dans %s ; vouliez-vous dire « %s » ?", ["in %s"] = "dans %s",
    ["did you mean '%s'?"] = "vouliez-vous dire « %s » ?",
    ["%s game"] = "%s partie", ["%s games"] = "%s parties", ["%s ply"] = "%s demi-coup",
    ["%s plies"] = "%s demi-coups", ["%s place"] = "%s emplacement", ["%s places"] = "%s emplacements",
    ["%s; read it with --dialect %s (dialect = \"%s\" in Lua)"] =
      "%s ; lisez-la avec --dialect %s (dialect = \"%s\" en Lua)",
    ["count"] = "nombre", ["severity"] = "gravité", ["code"] = "code", ["first at"] = "première fois",
  },
}
