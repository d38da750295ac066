--- Words of several languages that the reader of text looks for: in headings, and between moves.
-- @module lucena.text.words

local letters = require("lucena.notation.letters")

local M = {}

-- Return the words of a text as a list.
local function split(text)
  local list = {}
  for word in text:gmatch("%S+") do
    list[#list + 1] = word
  end
  return list
end

-- Return the words of a text as a set.
local function set(text)
  local found = {}
  for _, word in ipairs(split(text)) do
    found[word] = true
  end
  return found
end

--- The names of each month and their abbreviations, in lower case.
---@type string[][]
M.months = {
  split("january januar janvier enero gennaio januari января janeiro stycznia styczeń ledna leden január"
    .. " ianuarie tammikuu jan gener siječnja"),
  split("february februar février fevrier febrero febbraio februari февраля fevereiro lutego luty února únor"
    .. " február feb febr fév fev helmikuu"),
  split "march märz maerz mars marzo maart марта março marco marca marzec března březen március marec mar maaliskuu",
  split "april avril abril aprile апреля kwietnia kwiecień dubna duben április apríl apr avr abr huhtikuu",
  split "may mai mayo maggio mei мая maio maja maj května květen május máj toukokuu",
  split "june juni juin junio giugno июня junho czerwca czerwiec června červen június jún jun kesäkuu",
  split "july juli juillet julio luglio июля julho lipca lipiec července červenec július júl jul juil heinäkuu",
  split "august août aout agosto augustus августа sierpnia sierpień srpna srpen augusztus augusti aug elokuu",
  split "september septembre septiembre settembre сентября setembro września wrzesień září szeptember sept sep syyskuu",
  split("october oktober octobre octubre ottobre октября outubro października październik října říjen október"
    .. " okt oct ott out lokakuu"),
  split "november novembre noviembre ноября novembro listopada listopad listopadu nov marraskuu",
  split("december dezember décembre decembre diciembre dicembre декабря dezembro grudnia grudzień prosince"
    .. " prosinec dec dez déc dic joulukuu"),
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
M.between = { "%s+%-+\1*%s+", "%s*\u{2013}%s*", "%s*\u{2014}%s*", "%-%-", "%s+vs?%.?%s+", "%s+VS?%.?%s+",
  "%s+versus%s+", "%s+against%s+", "%s+gegen%s+", "%s+contre%s+", "%s+contra%s+", "%s+contro%s+", "%s+tegen%s+",
  "%s+против%s+", "%s+przeciw%s+", "%s+proti%s+", "%s+mot%s+", "%s+ellen%s+", "%s+[xX]\1?%s+", "%s+×%s+", "%s+/%s+",
  "%-" }

--- Titles before the name of a player that are no part of it, in lower case.
---@type table<string, boolean>
M.is_title = set("mr mrs miss ms messrs herr herrn frau hr hrn monsieur mme madame mlle sr sra srta señor señora"
  .. " signor signore signora sig dhr heer mevrouw pan pani господин г-н")

--- Degrees and ranks, which are a part of the name, in lower case.
---@type table<string, boolean>
M.is_degree = set "dr prof gm im fm wgm wim major captain capt count baron rev sir д-р"

--- Labels of tags in headings, in lower case: "Event: Hastings".
---@type table<string, string[]>
M.labels = {
  Event = split "event tournament turnier tournoi torneo torneio toernooi turniej turnaj турнир verseny turnering",
  Site = split "site place ort lieu lugar luogo local plaats miejsce místo место helyszín plats sted",
  Date = split "date datum fecha data dato дата dátum päiväys",
  Round = split "round runde ronde ronda rodada kolo runda тур",
  ECO = split "eco", Opening = split "opening eröffnung ouverture apertura abertura дебют debut zahájení megnyitás",
}

-- Ends of words for openings, in lower case. A dollar sign: the end of the text.
local OPENINGS = split("gambit gambet gambito defence defense verteidigung eröffnung défense defensa difesa ouverture"
  .. " opening partie$ partida$ partita$ attack angriff защита гамбит дебют партия$ obrona obrana védelem försvar"
  .. " forsvar verdediging kann$ falle$ fianchetto lopez$ siciliana sicilian indian")

--- Return whether a text has a word for an opening: "King's Gambit", "Caro-Kann".
---@param text string
---@return boolean
function M.is_of_opening(text)
  local lowered = letters.lower(utf8.len(text) and text or "")
  for _, part in ipairs(OPENINGS) do
    if lowered:find(part:find("%$$") and part or part .. "%f[^%a\x80-\xFF]") then
      return true
    end
  end
  return false
end

--- Words with a capital letter before a date that are no place: "In 1858".
---@type table<string, boolean>
M.is_no_place = set("In Im En Em Nel W V В Am Le Den El On Anno Copyright Page Seite Vol Volume Year Since Before After"
  .. " By The Chess Schach Diagram Game Partie No Nr Played Gespielt From Von Um About Circa Until Bis")

--- Patterns of words for a played game, in a line that has its date: "played at Paris in 1858".
---@type string[]
M.played = { "[Pp]layed", "[Gg]espielt", "[Jj]ouée?", "[Jj]ugada", "[Jj]ogada", "[Gg]iocata", "[Gg]espeeld", "сыгран",
  "[Rr]ozegran", "[Hh]rán[ao]", "[Jj]átszott", "[Ss]pelad", "[Ss]pillet" }

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
