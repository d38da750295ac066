--- Words of several languages that the reader of text looks for: in headings, and between moves.
-- @module lucena.text.words

local M = {}

--- The names of each month, in lower case.
---@type string[][]
M.months = {
  { "january", "jan", "januar", "janvier", "enero", "gennaio", "januari", "января" },
  { "february", "feb", "februar", "février", "febrero", "febbraio", "februari", "февраля" },
  { "march", "mar", "märz", "mars", "marzo", "maart", "марта" },
  { "april", "apr", "avril", "abril", "aprile", "апреля" },
  { "may", "mai", "mayo", "maggio", "mei", "мая" },
  { "june", "jun", "juni", "juin", "junio", "giugno", "июня" },
  { "july", "jul", "juli", "juillet", "julio", "luglio", "июля" },
  { "august", "aug", "août", "agosto", "augustus", "августа" },
  { "september", "sep", "sept", "septembre", "septiembre", "settembre", "сентября" },
  { "october", "oct", "oktober", "octobre", "octubre", "ottobre", "октября" },
  { "november", "nov", "novembre", "noviembre", "ноября" },
  { "december", "dec", "dezember", "décembre", "diciembre", "dicembre", "декабря" },
}

--- Words before the name of the player with White.
---@type string[]
M.white = { "White", "Weiß", "Weiss", "Blancs", "Blanc", "Blancas", "Bianco", "Wit", "Белые", "Brancas", "Bílý",
  "Białe", "Világos", "Hvid", "Vit" }

--- Words before the name of the player with Black.
---@type string[]
M.black = { "Black", "Schwarz", "Noirs", "Noir", "Negras", "Nero", "Zwart", "Черные", "Чёрные", "Pretas", "Černý",
  "Czarne", "Sötét", "Sort", "Svart" }

--- Patterns of words that name an event.
---@type string[]
M.events = { "[Tt]ournament", "[Mm]atch", "[Cc]hampionship", "[Cc]ongress", "[Tt]urnier", "[Mm]eisterschaft",
  "[Kk]ongre", "[Tt]ourno", "[Cc]hampionnat", "[Tt]orneo", "[Cc]ampeonato", "[Tt]oernooi", "[Kk]ampioen", "[Oo]lympi",
  "[Tt]urniej", "[Tt]urnaj", "[Tt]urnering", "Турнир", "турнир", "матч", "Матч", "[Ss]imultan", "[Oo]pen%f[%W]",
  "[Cc]up%f[%W]" }

--- Patterns of words before the number of a round.
---@type string[]
M.rounds = { "[Rr]ound", "[Rr]unde", "[Rr]onde", "[Rr]onda", "[Tt]urno", "[Rr]unda", "[Tt]ur", "[Kk]olo",
  "[Tt]our" }

--- Patterns of words before the number of a game in its book.
---@type string[]
M.games = { "GAME", "Game", "PARTIE", "Partie", "PARTIDA", "Partida", "PARTITA", "Partita", "PARTIJ", "Partij",
  "ПАРТИЯ", "Партия", "No%.", "Nr%.", "N°" }

--- Patterns of words between two moves, in lower case. "then": the second move is the answer to the first. A third
-- value is the side that has the second move, if the words name it.
---@type string[][]
M.joints = {
  { "^[,;]? ?and then$", "then" }, { "^[,;]? ?then$", "then" }, { "^[,;]? ?a?n?d? ?then follows$", "then" },
  { "^[,;]? ?white plays$", "then", "white" }, { "^[,;]? ?black plays$", "then", "black" },
  { "^[,;]? ?white w?i?l?l? ?answers?$", "then", "white" }, { "^[,;]? ?black w?i?l?l? ?answers?$", "then", "black" },
  { "^[,;]? ?white replies$", "then", "white" }, { "^[,;]? ?black replies$", "then", "black" },
  { "answered by$", "then" }, { "^[,;]? ?because$", "then" }, { "^[,;]? ?because of$", "then" },
  { "^[,;]? ?dann$", "then" }, { "^[,;]? ?wegen$", "then" }, { "^[,;]? ?alors$", "then" },
  { "^[,;]? ?à cause de$", "then" }, { "^[,;]? ?entonces$", "then" }, { "^[,;]? ?por$", "then" },
}

--- Words between moves that are alternatives: "Kt-d4 or Q-a4".
---@type table<string, boolean>
M.is_or = { ["or"] = true, oder = true, ou = true, o = true, of = true, lub = true, eller = true, nebo = true,
  vagy = true }

--- Words before a move that was not played.
---@type table<string, boolean>
M.is_if = { ["if"] = true, wenn = true, falls = true, si = true, se = true, als = true, ["jeśli"] = true,
  ["если"] = true, ha = true, om = true, hvis = true, pokud = true, ["eğer"] = true }

--- Words between moves of a list: "Cf6 et Da5".
---@type table<string, boolean>
M.is_and = { ["and"] = true, und = true, et = true, y = true, e = true, ed = true, en = true, oraz = true, i = true,
  och = true, og = true, a = true }

--- Castling in words, in lower case.
---@type string[][]
M.castling = {
  { "petit roque", "O-O" }, { "grand roque", "O-O-O" }, { "p%-roque", "O-O" }, { "g%-roque", "O-O-O" },
  { "kurze rochade", "O-O" }, { "lange rochade", "O-O-O" }, { "kleine rochade", "O-O" }, { "große rochade", "O-O-O" },
  { "enroque corto", "O-O" }, { "enroque largo", "O-O-O" }, { "arrocco corto", "O-O" }, { "arrocco lungo", "O-O-O" },
  { "korte rochade", "O-O" },
}

--- Words that may be in a row of moves.
---@type table<string, boolean>
M.is_filler = { etc = true, usw = true, ecc = true, enz = true }

--- Words in brackets before a move that replaces the move printed before the bracket.
---@type string[]
M.openings = { "if", "not", "or", "nicht", "wenn", "oder", "si", "ou", "pas", "no", "o", "se", "als", "of" }

--- Words that continue a line from the previous sentence: "If then ...".
---@type string[]
M.continuations = { "then", "dann", "alors", "entonces", "allora", "dan" }

--- Words before a move that is a threat or a plan. The opponent's move before it is not printed, so it has no position.
---@type string[]
M.plans = { "threat", "followed by", "to prevent", "prevents", "preventing", "in order to", "with a view to", "droh",
  "menac", "amenaz", "minacc", "dreig", "угрож" }

--- Words in the caption of a diagram, before its number.
---@type string[]
M.diagrams = { "DIAGRAM", "Diagram", "DIAGRAMM", "Diagramm", "DIAGRAMME", "Diagramme", "DIAGRAMA", "Diagrama",
  "DIAGRAMMA", "Diagramma", "FIG", "Fig", "FIGURE", "Figure", "ДИАГРАММА", "Диаграмма" }

--- Patterns of words that say which side is to move in a diagram, in lower case.
---@type string[][]
M.turns = {
  { "white to [mp][ol][va][ey]", "white" }, { "black to [mp][ol][va][ey]", "black" },
  { "weiß am zug", "white" }, { "schwarz am zug", "black" }, { "weiß zieht", "white" }, { "schwarz zieht", "black" },
  { "trait aux blancs", "white" }, { "trait aux noirs", "black" },
  { "les blancs jouent", "white" }, { "les noirs jouent", "black" },
  { "juegan blancas", "white" }, { "juegan negras", "black" },
  { "il bianco muove", "white" }, { "il nero muove", "black" }, { "wit aan zet", "white" },
  { "zwart aan zet", "black" }, { "ход белых", "white" }, { "ход черных", "black" }, { "ход чёрных", "black" },
}

--- Patterns of words and signs between two names on a line.
---@type string[]
M.between = { "%s+%-+\1*%s+", "%s*\u{2013}%s*", "%s*\u{2014}%s*", "%s+vs?%.?%s+", "%s+against%s+",
  "%s+gegen%s+", "%s+contre%s+", "%s+contra%s+", "%s+contro%s+", "%s+tegen%s+", "%s+против%s+", "%-" }

--- Call a function for each word of two or more letters, with its offset. Punctuation of Unicode separates words.
---@param text string
---@param first integer
---@param visit function(word, at)
function M.each(text, first, visit)
  for at, word in text:gmatch("()([%a\x80-\xFF][%a\x80-\xFF]+)", first) do
    if not word:find("[\xC2\xE2]") then
      visit(word, at)
    else
      for from, part in word:gsub("\xE2[\x80-\x9B].", "   "):gsub("\xC2.", "  "):gmatch("()(%S%S+)") do
        visit(part, at + from - 1)
      end
    end
  end
end

return M
