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
  split("january januar janvier enero gennaio januari января январь январе janeiro stycznia styczeń styczniu"
    .. " ledna leden lednu január ianuarie tammikuu jan gener siječnja січня ocak ιανουαρίου janv jänner"
    .. " jaenner ene januara januarja januára siječanj siječnju січень січні januaro януари janúar"),
  split("february februar février fevrier febrero febbraio februari февраля февраль феврале fevereiro lutego"
    .. " luty lutym února únor únoru február febr feb fév fev helmikuu febrer veljače februarie лютого şubat"
    .. " φεβρουαρίου feber févr februara februarja februára veljača veljači лютий лютому februaro февруари"
    .. " febrúar"),
  split("march märz maerz mars marts marzo maart марта март марте março marco marca marzec marcu března"
    .. " březen březnu március marec mar maaliskuu març ožujka martie березня mart μαρτίου mrt márc marta"
    .. " marci ožujak ožujku березень березні marto"),
  split("april avril abril aprile апреля апрель апреле kwietnia kwiecień kwietniu dubna duben dubnu április"
    .. " apríl apr avr abr huhtikuu travnja aprilie квітня nisan απριλίου ápr aprila apríla travanj travnju"
    .. " квітень квітні aprilo април"),
  split("may mai mayo maggio mei мая май мае maio maja maj maju května květen květnu május máj toukokuu maig"
    .. " svibnja травня mayıs μαΐου mag mája máji svibanj svibnju травень травні majo maí"),
  split("june juni juin junio giugno июня июнь июне junho czerwca czerwiec czerwcu června červen červnu"
    .. " június jún jun kesäkuu juny lipnja iunie червня haziran ιουνίου giu juna junija júna júni lipanj"
    .. " lipnju червень червні юни júní"),
  split("july juli juillet julio luglio июля июль июле julho lipca lipiec lipcu července červenec červenci"
    .. " július júl jul juil heinäkuu juliol srpnja iulie липня temmuz ιουλίου lug jula julija júla júli"
    .. " srpanj srpnju липень липні юли júlí"),
  split("august août aout agosto augustus августа август августе sierpnia sierpień sierpniu srpna srpen"
    .. " augusztus augusti aug elokuu agost kolovoza серпня ağustos αυγούστου ago avgust avgusta avgustu"
    .. " augusta auguste srpnu kolovoz kolovozu серпень серпні aŭgusto ágúst"),
  split("september septembre septiembre settembre сентября сентябрь сентябре setembro września wrzesień"
    .. " wrześniu září szeptember sept sep syyskuu setembre rujna septembrie вересня eylül σεπτεμβρίου"
    .. " setiembre szept septembra septembri septembru rujan rujnu вересень вересні septembro септември"),
  split("october oktober octobre octubre ottobre октября октябрь октябре outubro października październik"
    .. " październiku října říjen říjnu október okt oct ott out lokakuu octombrie жовтня ekim οκτωβρίου"
    .. " októbra októbri oktobra oktobru жовтень жовтні oktobro октомври"),
  split("november novembre noviembre ноября ноябрь ноябре novembro listopada listopad listopadu listopadzie"
    .. " nov marraskuu noiembrie kasım νοεμβρίου novembra novembri novembru studeni studenoga studenog"
    .. " studenom листопада листопад листопаді ноември nóvember"),
  split("december dezember décembre decembre diciembre dicembre декабря декабрь декабре dezembro grudnia"
    .. " grudzień grudniu prosince prosinec prosinci dec dez déc dic joulukuu desember desembre decembrie"
    .. " грудня aralık δεκεμβρίου decembra decembri decembru prosinca prosinac prosincu грудень грудні"
    .. " decembro декември"),
}

--- Words before the name of the player with White.
---@type string[]
M.white = { "White", "Weiß", "Weiss", "Blancs", "Blanc", "Blancas", "Bianco", "Wit", "Белые", "Brancas", "Bílý",
  "Białe", "Világos", "Hvid", "Vit", "Hvit", "Valkea", "Valkoinen", "Blanques", "Alb", "Albul", "Biely", "Білі",
  "Beyaz", "Blanka", "Bijeli", "Beli", "Белите", "Λευκά", "Hvítt", "Hvítur" }

--- Words before the name of the player with Black.
---@type string[]
M.black = { "Black", "Schwarz", "Noirs", "Noir", "Negras", "Nero", "Zwart", "Черные", "Чёрные", "Pretas", "Černý",
  "Czarne", "Sötét", "Sort", "Svart", "Musta", "Negres", "Negru", "Negrul", "Čierny", "Чорні", "Siyah", "Nigra", "Crni",
  "Črni", "Черните", "Μαύρα", "Svartur" }

--- Patterns of words that name an event.
---@type string[]
M.events = { "[Tt]ournament", "[Mm]atch", "[Cc]hampionship", "[Cc]ongress", "[Tt]urnier", "[Mm]eisterschaft",
  "[Kk]ongre", "[Tt]ourno", "[Cc]hampionnat", "[Tt]orneo", "[Cc]ampeonato", "[Tt]oernooi", "[Kk]ampioen", "[Oo]lympi",
  "[Tt]urniej", "[Tt]urnaj", "[Tt]urnering", "Турнир", "турнир", "матч", "Матч", "[Ss]imultan", "[Ss]imultaan",
  "%l%l%lliga%f[%W]", "[Ll]igi%f[%W]", "[Oo]pen%f[%W]",
  "[Cc]up%f[%W]", "[Tt]orneio", "[Cc]ampionat", "[Mm]istrzostw", "[Mm]istrovstv", "Přebor", "přebor", "[Mm]ästerskap",
  "mästerskap", "[Mm]esterskab", "[Mm]esterskap", "[Vv]erseny%f[%W]", "verseny[e%f]", "[Bb]ajnoks", "чемпионат",
  "Чемпионат", "ервенств", "полуфинал", "Полуфинал", "мемориал", "Мемориал", "олимпиад", "Олимпиад", "Кубок",
  "Memorial", "Memoriał", "Memoriál", "Gedenk", "Festival", "Quadrangular", "Masters%f[%W]", "Ladder", "Rapid%f[%W]",
  "Blitz%f[%W]", "%-SM%f[%W]", "League%f[%W]", "Liga%f[%W]", "Coupe%f[%W]", "Copa%f[%W]", "Coppa%f[%W]",
  "Trofeo", "Pokal", "Puchar", "Pohár", "Kupa%f[%W]", "Taça", "Prvenstv", "[Kk]ampeonat", "[Tt]urneul",
  "[Tt]urneu%f[%W]", "[Mm]eciul", "Cupa%f[%W]", "[Tt]urnau[sk]", "TURNAUS", "[Mm]estaruu", "[Mm]estaruskilpailu",
  "[Tt]urniro", "[Pp]okalo%f[%W]", "[Tt]orneig", "[Tt]urnuva", "ampiyonas", "[Mm]ajstrovstv", "урнір", "емпіонат",
  "ершіст", "ершост", "еморіал", "Tourney", "[Ww]ettkampf", "Vierkampf", "[Vv]ierkamp%f[%W]", "[Tt]ävling",
  "Interclubs", "Mémorial", "Concours%f[%W]",
  "Τουρνουά", "τουρνουά", "ρωτάθλημα", "ύπελλο", "[Ss]kákþing", "mót%f[^%a\x80-\xFF]", "Aberto%f[%W]",
  "[Tt]urnir", "[Pp]rvenstv", "Kup%f[%W]", "kupa%f[%W]", "[Dd]öntő", "Swiss%f[%W]", "[Ss]uizo%f[%W]", "[Ss]uíço%f[%W]",
  "półfinał", "Półfinał",
  "[Ss]emi%-?[Ff]inal",
  "Halbfinal", "[Zz]onal%f[%W]", "Candidates%f[%W]", "Weekender", "Grand Prix", "Trophy", "Trophée", "Troféu",
  "Handicap%f[%W]", "Division%f[%W]", "партакиад", "ахматн%S+ сеанс", "Ligue%f[%W]", "Challenge%f[%W]", "[Ll]andskamp",
  "[Ll]änderkampf", "[Ss]tädtekampf", "[Mm]annschaftskampf", "[Ss]tichkampf", "мач%f[^\x80-\xFF]", "Мач%f[^\x80-\xFF]",
  "ървенств", "[Oo]limpi", "[Cc]ompetitie", "[Tt]weekamp", "[Zz]eskamp", "[Tt]ienkamp", "[Tt]urniir", "[Mm]eistrivõist",
  "[Tt]urnīr", "[Tt]urnyr", "[Čč]empion", "[Cc]riterium", "Candidats%f[%W]", "Cupen%f[%W]",
  "Šampionát", "šampionát", "Allsvenskan", "[Ss]eriespel" }

--- Return whether a text has a word that names an event. A text in capitals counts as one in small letters.
---@param text string
---@return boolean
function M.is_event(text)
  local other = not text:find("%l") and utf8.len(text)
    and letters.lower(text):gsub("^%l", string.upper):gsub("%s%l", string.upper)
  for _, word in ipairs(M.events) do
    if text:find(word) or other and other:find(word) then
      return true
    end
  end
  return false
end

--- Return whether a word for an event names it alone, because another word is before it, "Meisterturnier", or an
-- article after it, "mästerskapet".
---@param word string
---@return boolean
function M.is_compound_event(word)
  for _, form in ipairs(M.events) do
    local at = word:find(form)
    if at and (at > 3 or word:find("sk[ae][pb]et$") or word:find("turneringen$") or word == "competitie") then
      return true
    end
  end
  return false
end

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

--- Words before a move with its number to which a sentence names a reply: "Auf 23. Lb7 folgt Tg3".
---@type table<string, boolean>
M.is_on = { auf = true, on = true, sur = true, su = true, op = true, ["på"] = true, ["на"] = true }

--- Words between moves of a list: "Cf6 et Da5".
---@type table<string, boolean>
M.is_and = { ["and"] = true, und = true, et = true, y = true, e = true, ed = true, en = true, oraz = true, i = true,
  och = true, og = true, a = true, sowie = true }

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
  .. " signor signore signora sig dhr heer mevrouw pan pani господин г-н gen genosse camarade tow towarzysz"
  .. " товарищ тов"
  .. " elvtárs sporttárs drug soudruh súdruh")

--- Words with which the names of towns begin, before a hyphen: "Нью-Йорк", "Saint-Étienne".
---@type table<string, boolean>
M.is_of_town = set "Нью Санкт Алма Усть Ростов Йошкар Saint Sainte Sankt San Baden Aix Clermont Mar Bielsko"

--- Words for the author as a player: "Ewa L. – me", in lower case.
---@type table<string, boolean>
M.is_self = set "me ich moi yo io jeg jag ik я eu"

--- Degrees and ranks, which are a part of the name, in lower case.
---@type table<string, boolean>
M.is_degree = set("dr prof gm im fm wgm wim cm wfm mi fi am nm mf major captain capt count baron rev sir д-р ing"
  .. " avv cap cav"
  .. " col lt mag eng engº arq lic doc mgr mudr judr rndr phdr kand notaris mej abate abbé graf adv dipl")

--- Labels of tags in headings, in lower case: "Event: Hastings".
---@type table<string, string[]>
M.labels = {
  Event = split("event turnuva competition compétition wettbewerb evento evenement stævne zawody soutěž esemény"
  .. " tournament"
    .. " turnier tournoi torneo torneio toernooi turniej turnaj турнир verseny turnering"),
  Site = split("site place venue ort lieu lugar luogo local plaats miejsce místo место helyszín plats sted mjesto"
    .. " mesto paikka staður yer τόπος"),
  Date = split "date datum fecha data dato дата dátum päiväys datums dags tarih ημερομηνία start started",
  Round = split "round runde ronde ronda rodada kolo runda тур forduló omgång kierros umferð tur γύρος",
  Result = split("result ergebnis résultat resultado risultato uitslag wynik výsledek результат eredmény resultat"
    .. " sonuç rezultat tulos úrslit"),
  ECO = split "eco", Opening = split "opening eröffnung ouverture apertura abertura дебют debut zahájení megnyitás",
}

-- Ends of words for openings, in lower case. A dollar sign: the end of the text.
local OPENINGS = split("gambit gambet gambito defence defense verteidigung eröffnung défense defensa difesa ouverture"
  .. " opening partie$ partida$ partita$ attack angriff защита гамбит дебют партия$ obrona obrana védelem försvar"
  .. " forsvar verdediging kann$ falle$ fianchetto lopez$ siciliana sicilian indian")

-- Return whether a text has a word that ends with a part of a list, or that ends the text, if the part has a "$".
local function has_part(text, list)
  local lowered = letters.lower(utf8.len(text) and text or "")
  for _, part in ipairs(list) do
    if lowered:find(part:find("%$$") and part or part .. "%f[^%a\x80-\xFF]") then
      return true
    end
  end
  return false
end

--- Return whether a text has a word for an opening: "King's Gambit", "Caro-Kann".
---@param text string
---@return boolean
function M.is_of_opening(text)
  return has_part(text, OPENINGS)
end

local VARIATIONS = split("variante$ variation variant$ system system$ abspiel angenommen abgelehnt accepted declined"
  .. " accepté refusé aceptado rehusado accettato rifiutato wariant variáns вариант система variante")

--- Return whether a text names a variation of an opening: "Drachenvariante", "Queen's Gambit Declined".
---@param text string
---@return boolean
function M.is_variation(text)
  return has_part(text, VARIATIONS)
end

local CLUB = "%f[%u][STU][KFCVG]%f[%A]" -- "SK", "SV", "SC"
local CLUBS = split("club clube schachfreunde schachgesellschaft společnost klub clubs schachklub schachclub"
.. " schachverein verein schaakclub circolo cercle"
  .. " círculo peña клуб клуба sakkör kör sjakklubb schackklubb skakklub skakforening")

--- Return whether a text names a chess club.
---@param text string
---@return boolean
function M.is_club(text)
  return has_part(text, CLUBS) or text:find(CLUB) ~= nil
end

local PERIODICALS = split("magazine zeitung journal news gazette times revue rivista revista tijdschrift tidskrift"
  .. " chronicle monthly weekly bulletin almanach kalender wochenschach schachblätter schachwelt courrier gazeta post"
  .. " express telegraph herald tribune мир газета журнал časopis listy blad blaðið")

--- Return whether a text names a newspaper or a magazine.
---@param text string
---@return boolean
function M.is_periodical(text)
  return has_part(text, PERIODICALS)
end

local HOUSES = split("hotel inn café cafe kaffee haus hall rooms institute gasthaus casa kasino casino foreningen"
  .. " föreningen heim saal salen kerhohuone palace theatre library school college restaurant restauracja kavárna"
  .. " kawiarni"
  .. " university palais hôtel skólanum skolen skolan wapen dom дом")

--- Return whether a text names a house, in which a game may be played.
---@param text string
---@return boolean
function M.is_house(text)
  return has_part(text, HOUSES) or has_part(text:match("^%S+") or "", HOUSES)
end

--- Return whether a word alone names an event: "Olympiad", "Simultanvorstellung".
---@param word string
---@return boolean
function M.is_single_event(word)
  return word:find("[Oo]l[iy]mpia[dt]") ~= nil or word:find("^[Ss]imultaanséance") ~= nil
    or word:find("^[Ss]imultanvorstellung") ~= nil
    or word:find("лимпиад") ~= nil
end

--- Return whether a word is one for a tournament, whose name may have a place.
---@param word string
---@return boolean
function M.is_tournament(word)
  return word:find("^[Tt]orn") ~= nil or word:find("^[Tt]ourn") ~= nil or word:find("^[Tt]oern") ~= nil
    or word:find("^[Tt]urni") ~= nil or word == "Aberto" or word == "Open"
end

--- Words after "of" in the name of a tournament that are no place, in lower case.
local FEASTS = set("noël natal navidad natale capodanno pâques pascua printemps hiver nations naciones maîtres maestros"
  .. " mestres masters kings reis reyes candidats candidatos candidati")

--- Return whether a text names a feast or a group of players.
---@param text string
---@return boolean
function M.is_feast(text)
  return FEASTS[utf8.len(text) and letters.lower(text) or text] ~= nil
end

--- Words with a capital letter before a date that are no place: "In 1858".
---@type table<string, boolean>
M.is_no_place = set("In Im En Em Nel W V В Am Le Den El On Anno Copyright Page Seite Vol Volume Year Since Before"
  .. " After"
  .. " By The Chess Schach Diagram Game Partie No Nr Played Gespielt From Von Um About Circa Until Bis"
  .. " Chapter Kapitel Chapitre Capítulo Capitolo Hoofdstuk Part Teil Book Buch Figure White Black Move")

--- Names of days before a date: "Samstag, 9. Oktober 1913".
---@type table<string, boolean>
M.is_weekday = set("Monday Tuesday Wednesday Thursday Friday Saturday Sunday Montag Dienstag Mittwoch Donnerstag"
  .. " Freitag Samstag Sonnabend Sonntag Lundi Mardi Mercredi Jeudi Vendredi Samedi Dimanche Lunes Martes Miércoles"
  .. " Jueves Viernes Sábado Domingo Segunda-feira Terça-feira Quarta-feira Quinta-feira Sexta-feira Lunedì"
  .. " Martedì Mercoledì Giovedì Venerdì Sabato Domenica Maandag Dinsdag Woensdag Donderdag Vrijdag"
  .. " Zaterdag Zondag Laugardagur Sunnudagur Sun Mon Tue Wed Thu Fri Sat So Mo Di Mi Do Fr Sa")

--- Words for a composition, at the beginning of a line with its author and year: "Study by H. Rinck, 1903".
---@type table<string, boolean>
M.is_composition = set("Study Studie Étude Etude Estudio Studio Studium Этюд Problem Problème Problema Задача Aufgabe"
  .. " Endgame Endspiel Finale")

--- Patterns of words for a played game, in a line that has its date: "played at Paris in 1858".
---@type string[]
M.played = { "[Pp]layed", "[Gg]espielt", "[Jj]ouée?", "[Jj]ugada", "[Jj]ogada", "[Gg]iocata", "[Gg]espeeld", "сыгран",
  "[Rr]ozegran", "[Hh]rán[ao]", "[Jj]átszott", "[Ss]pelad", "[Ss]pillet",
  "[Gg]ran[oa]%f[^%a\x80-\xFF]", "[Dd]isputad", "[Dd]isputée?", "[Dd]isputat", "[Ss]pillede",
  "[Pp]elattiin", "[Oo]dehrán", "[Ss]ehrán",
  "игралась", "игрался", "oynan", "[Gg]iuocat", "игран", "[Ii]gran[ao]", "[Tt]efld", "παίχτηκε", "[Ff]ou jugada" }

--- Return whether a word is a form of "played".
---@param word string in lower case
---@return boolean
function M.is_played(word)
  for _, form in ipairs(M.played) do
    if word:find("^" .. form) then
      return true
    end
  end
  return false
end

--- Words that do not begin a name, although they have a capital letter at the beginning of a sentence.
---@type table<string, boolean>
M.is_function = set("the a an in on at of from to this that these our his her by for im am der die das ein eine"
  .. " aus vom"
  .. " beim zum zur den dem des le la les du de au aux en dans un une el los las del al il lo i gli della nel"
  .. " nella si"
  .. " o os as no na do da em um uma het een van te uit z ze w we od po v ve se ze v na в во из с со к на по и az és"
  .. " til fra på och ur från det den ett from un din în played game gespielt partie last my your its their mein"
  .. " meine unser unsere sein seine ihr mon ma notre son sa mi su meu"
  .. " minha mio mia nostra nasza mój moja můj moje svou svůj min mit vår vores mijn onze zijn when after before"
  .. " here since while though because although then now so but and if as with nach vor wenn"
  .. " weil dann jetzt hier après avant puis alors quand después antes cuando entonces dopo prima quando ecco"
  .. " here next same another each every")

--- Words between the word for an event and its name: "Torneo di Capodanno", in lower case.
---@type table<string, boolean>
M.is_of = set "of de di do da del della dello degli delle dei des du dos das van von der av af dels"

--- Articles between such a word and the name: "Championship of the Club", in lower case.
---@type table<string, boolean>
M.is_article = set "the la le les el los las der den dem het il lo gli"

--- Regions in lower case after the word for an event: "Přebor kraje".
---@type table<string, boolean>
M.is_region = set("kraje okresu města republiky okręgu województwa miasta kraju страны города области края республики"
  .. " општине grada županije")

--- Words for a game, which show that a paragraph speaks of one, in lower case.
---@type table<string, boolean>
M.is_game = set("game games specimen specimens encounter partie partien partei parties partita partite partida"
  .. " partidas"
  .. " partij partijen ontmoeting parti partiet partier partierna partiet partia partii partię partie partii partii"
  .. " partija partije партия партии партию партій партію játszma játszmát játszmája parti partii partidul peli pelin"
  .. " sejr nederlag")

local BOARDS = set("board boards brett bord bordet tablero tavola scacchiera échiquier tabuleiro masa masă доске"
  .. " szachownicy šachovnici tábla táblán laudalla pöydällä")

--- Return whether a text speaks of a board of a match: "La masa a doua".
---@param text string
---@return boolean
function M.has_board(text)
  local lowered = utf8.len(text) and letters.lower(text) or text
  for word in lowered:gmatch("[%a\x80-\xFF]+") do
    if BOARDS[word] then
      return true
    end
  end
  return false
end

--- Adjectives after the word for an event: "campionato sociale".
---@type table<string, boolean>
M.is_kind = set("sociale social sociaal sociales socials interno interna nazionale nacional nationale regionale"
  .. " régional regional provinciale provincial cittadino internacional internazionale international municipal")

--- Words of sentences that are not about the game: about a life, a book, the history of an opening. In lower case.
---@type table<string, boolean>
M.is_past = set("born died invented introduced geboren gestorben né née mort nato morto nacido nació murió nascido"
  .. " nasceu родился умер født född urodził zmarł narozen zemřel született meghalt copyright ibid cf vgl")

--- Words before and between two players: "between A and B".
---@type string[][]
M.betweens = { { "[Bb]etween", "and" }, { "[Zz]wischen", "und" }, { "[Ee]ntre", "et" }, { "[Ee]ntre", "y" },
  { "[Ee]ntre", "e" }, { "[Tt]ra", "e" }, { "[Ff]ra", "e" }, { "[Tt]ussen", "en" }, { "[Mm]ellan", "och" },
  { "[Mm]ellem", "og" }, { "[Mm]ellom", "og" }, { "[Mm]iędzy", "a" }, { "pomiędzy", "a" }, { "[Mm]ezi", "a" },
  { "между", "и" }, { "Между", "и" },
  { "între", "și" }, { "[Ii]zmeđu", "i" } }

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
