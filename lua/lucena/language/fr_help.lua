--- French: the overview of the prompt's commands, which :help prints. Commands are found by their names, titles of
-- groups by the English ones. The arguments of commands, such as MOVES, keep their names.
-- @module lucena.language.fr_help

return {
  lua = "En Lua : %s(...)",

  rule = [[
Tapez des coups et ils sont joués : e4 e5 Nf3, 1. d4 d5 2. c4, Cf3 en
français, O-O, e2e4. Les commentaires {...}, les variantes (...) et les signes
!? sont gardés. Tapez ou collez une FEN, une partie PGN ou le nom d’un fichier.
Toute autre ligne est du Lua ; une ligne qui commence par = est toujours du Lua,
une ligne qui commence par : est toujours une commande.
]],

  variables = [[
En Lua, `board` est la position, `game` la partie, `node` le nœud actuel de son
arbre, `chess` la bibliothèque, `_` la dernière valeur et `_1` la précédente.
`board = "FEN"` installe une position.]],

  more = [[
:help COMMANDE montre la page d’une commande, :help position.san celle d’une
fonction de la bibliothèque ; :help french, :help C65, :help bad_tag et :help $14
expliquent une notation, un code ECO, un diagnostic et un signe. find? abrège
:help find, et find?? montre le code source d’une commande ou d’une fonction.
:tour est un cours. :help queries donne les requêtes, :help queries mate celles
qui parlent de mat.]],

  titles = {
    ["Moving through the game"] = "Parcourir la partie", ["Changing the game"] = "Modifier la partie",
    ["Games and files"] = "Parties et fichiers", ["Saving"] = "Enregistrer",
    ["The games of the file"] = "Les parties du fichier", ["The loaded file"] = "Le fichier ouvert",
    ["The position and the game"] = "La position et la partie", ["Training"] = "S’entraîner",
    ["Books, engines, tablebases"] = "Livres d’ouvertures, moteurs, tables de finales",
    ["The session"] = "La session", ["Programming"] = "Programmer", ["Your own commands"] = "Vos commandes",
    ["Help"] = "Aide",
  },

  summaries = {
    back = "reculer d’un coup, ou de N coups", forward = "avancer d’un coup, ou de N coups",
    ["goto"] = "aller à un coup : 12, 12b (des Noirs), start ou end",
    step = "parcourir la partie avec les flèches", line = "montrer les coups de la ligne actuelle",
    tree = "montrer toutes les lignes de la partie",

    play = "jouer des coups (comme si on les tapait seuls)",
    vary = "remplacer le dernier coup par MOVES, en variante",
    replace = "corriger le dernier coup, et garder la suite",
    promote = "faire de la variante actuelle la ligne principale",
    remove = "supprimer le dernier coup et tous les suivants",
    comment = "commenter le dernier coup ; - supprime le commentaire",
    nag = "ajouter un signe au dernier coup : !? +- $14 ; - les supprime",
    tag = "montrer ou écrire une étiquette : White, Black, Event, Date, Result ...",
    undo = "annuler la dernière modification", redo = "rétablir une modification annulée",

    new = "commencer une partie, à partir d’une FEN ou d’un numéro de Chess960",
    ["960"] = "commencer une partie de Chess960, d’une position au hasard par défaut",
    load = "ouvrir un fichier : PGN, EPD ou FEN, même comprimé", open = "ouvrir la partie N du fichier",
    next = "ouvrir la partie suivante du fichier", prev = "ouvrir la partie précédente",
    first = "ouvrir la première partie du fichier", last = "ouvrir la dernière partie du fichier",
    problems = "montrer ce qui n’a pas pu être lu dans le fichier et la partie",
    find = "ouvrir la prochaine partie trouvée, à la position trouvée",

    save = "écrire la partie dans son fichier, ou à la fin d’un autre fichier PGN",

    games = "lister les parties à partir de la N-ième ; by KEY : triées",
    filter = "choisir les parties que la requête trouve ; sans QUERY, toutes",
    report = "faire un rapport sur les parties : summary, openings, player ...",
    script = "montrer la commande du shell qui choisit les mêmes parties",

    explore = "lister les coups joués ici dans les parties du fichier ; N en joue un",

    moves = "lister les coups légaux, de toutes les pièces ou d’une seule",
    eco = "nommer l’ouverture, ou lister celles d’un code ECO ou d’un nom",
    perft = "compter les positions après N demi-coups", attackers = "lister les pièces qui attaquent une case",
    explain = "expliquer un coup, un signe, un résultat, une FEN ...", board = "montrer l’échiquier",
    diagram = "écrire l’échiquier dans une image", game = "montrer la partie, ses commentaires et ses variantes",
    fen = "montrer la position en FEN, ou installer une FEN", pgn = "montrer la partie en PGN",

    show = "marquer les coups d’une pièce ; aussi : show pins, show hanging",
    quiz = "deviner les coups de la partie ou la solution de l’enregistrement EPD",

    book = "lister les coups d’un livre d’ouvertures (.bin, .epd)",
    eval = "évaluer avec un moteur : 5 (secondes) ou depth 20",
    threat = "montrer la menace de l’adversaire, à l’aide d’un moteur", hint = "montrer seulement le coup du moteur",
    tablebase = "chercher le résultat d’une finale dans les tables de Syzygy",
    engine = "choisir le moteur ; stockfish par défaut",

    dialect = "choisir la notation des coups : french, iccf, auto ...",
    set = "montrer ou changer les réglages : color, flip, width ...", flip = "tourner l’échiquier",
    lua = "exécuter CODE comme du Lua ; sans CODE, toutes les lignes",
    history = "lister les dernières lignes tapées, ou répéter la ligne N",
    time = "exécuter une ligne, et montrer sa durée",
    tb = "montrer la trace de la dernière erreur en Lua",
    transcript = "écrire les entrées et les sorties dans un fichier", quit = "quitter, comme Ctrl-D",

    edit = "modifier la dernière entrée, ou un fichier, dans $EDITOR, et l’exécuter",
    reload = "charger à nouveau un module ou un fichier Lua",
    timeit = "exécuter du code Lua plusieurs fois, et montrer la durée d’une fois",
    shell = "exécuter une commande du shell, comme !COMMAND",

    alias = "donner un nom court à une ligne ; sans NAME, les lister",
    command = "lister vos commandes ; en Lua, command(name, f) en fait une",

    help = "montrer cette page, ou celle d’une commande ou d’une fonction",
    tour = "apprendre à utiliser l’invite, en dix minutes",
  },
}
