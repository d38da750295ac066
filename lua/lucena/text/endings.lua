--- Reads results that are written in words: "Black resigned.", "and White wins", "Les Noirs abandonnent", "Drawn".
--
-- A sentence is a result if it has a side and its verb ("Black resigned"), a verb alone ("Resigns") or words for a
-- draw, and nothing else: "White wins a piece" is not a result. It begins
--
-- - directly after the last move of the game,
-- - with a later line or sentence, or after a colon, or
-- - with a paragraph, if the move of a note is before it.
--
-- Source: old books and newspapers of each language, where most games end so.
-- Cost: linear in the text after the last move, of which at most REACH bytes are read.
-- @module lucena.text.endings

local core = require("lucena.core")
local letters = require("lucena.notation.letters")
local words = require("lucena.text.words")

local M = {}

--- The words of each language, in lower case: {white, black, loses, lost, wins, draws}, with commas between phrases.
-- A phrase of `loses` follows a side or is alone. If it is alone, the side to move loses. Phrases of `lost` and `wins`
-- follow a side; those of `draws` are alone.
---@type table<string, table>
M.languages = {
  english = { white = "white", black = "black",
    loses = "resigns,resigned,resign,has resigned,gives up,gave up,resigns the game,"
      .. "resigned the game", lost = "loses,lost,loses on time,lost on time,"
      .. "overstepped the time limit,exceeded the time limit,forfeited on time,ran out of time",
    wins = "wins,won,win,has won,had won,mates,gives mate,gave mate,gives checkmate,wins the game,won the game,"
      .. "won by resignation,wins by resignation,won on time,wins on time,is victorious",
    draws = "drawn,draw,drawn game,draw agreed,a draw,game drawn,the game was drawn,agreed drawn,draw by agreement,"
      .. "drawn by perpetual check,draw by perpetual check,we agreed to a draw,agreed to a draw,they agreed to a draw,"
      .. "the players agreed to a draw,a draw was agreed,game agreed drawn,given up as drawn" },
  german = { white = "weiß,weiss,weißen,weissen,weiße,weisse,der weiße,anziehende,anziehender",
    black = "schwarz,schwarzen,schwarze,nachziehende,nachziehender",
    loses = "gibt auf,gab auf,gaben auf,geben auf,aufgegeben,gibt die partie auf,"
      .. "gab die partie auf,gaben die partie auf", lost = "verliert,verlor,verloren,"
      .. "überschritt die zeit,überschritt die bedenkzeit,verlor durch zeitüberschreitung",
    wins = "gewinnt,gewann,gewinnen,gewannen,setzt matt,siegt,siegte",
    draws = "remis,remis gegeben,unentschieden,remis vereinbart,remisschluss,als remis abgebrochen,"
      .. "man einigte sich auf remis" },
  french = { white = "blancs,blanc", black = "noirs,noir",
    loses = "abandonnent,abandonne,abandonnèrent,ont abandonné,a abandonné,abandonnent la partie",
    lost = "perdent,perd",
    wins = "gagnent,gagne,ont gagné,gagnèrent,font mat,gagnent la partie",
    draws = "nulle,partie nulle,partie remise,remise,nulle par accord mutuel,nulle par échec perpétuel,"
      .. "partie nulle par accord" },
  spanish = { white = "blancas,blanco,blancos", black = "negras,negro,negros",
    loses = "abandonan,abandona,abandonaron,se rinden,se rinde,se rindieron,abandonó", lost = "pierden",
    wins = "ganan,gana,ganaron,ganó,dan mate", draws = "tablas,empate,tablas por acuerdo,tablas de común acuerdo,"
      .. "se acordaron tablas" },
  portuguese = { white = "brancas,branco", black = "pretas,negras,preto",
    loses = "abandonam,abandona,abandonaram,desistem,abandonou", lost = "perdem",
    wins = "vencem,ganham,venceram,ganharam,vence,ganha", draws = "empate,tablas,empataram,empate de comum acordo,"
      .. "partida empatada" },
  italian = { white = "bianco,bianchi", black = "nero,neri",
    loses = "abbandona,abbandonano,abbandonò,abbandonarono", lost = "perde,perdono",
    wins = "vince,vincono,vinse,dà matto,dà scacco matto", draws = "patta,partita patta,partita pari,"
      .. "patta daccordo,patta per accordo,patta di comune accordo" },
  catalan = { white = "blanques", black = "negres", loses = "abandonen,es rendeixen", wins = "guanyen",
    draws = "taules" },
  dutch = { white = "wit", black = "zwart", loses = "geeft op,gaf op,geeft het op,gaf het op,opgegeven",
    lost = "verliest,ging door de tijd,overschreed de tijd",
    wins = "wint,won,geeft mat", draws = "remise,remise gegeven,gelijkspel,remise overeengekomen,"
      .. "remise door zetherhaling" },
  danish = { white = "hvid", black = "sort", loses = "opgiver,opgav,opgivet,gav op,"
      .. "opgiver partiet", wins = "vinder,vandt",
    draws = "remis" },
  norwegian = { white = "hvit", black = "svart", loses = "gir opp,ga opp,oppgir", wins = "vinner,vant",
    draws = "remis" },
  swedish = { white = "vit", black = "svart", loses = "ger upp,gav upp,uppgivet,uppger,uppgav", wins = "vinner,vann",
    draws = "remi,remis,remi överenskoms" },
  finnish = { white = "valkea,valkoinen", black = "musta", loses = "luovutti,luovuttaa", wins = "voitti,voittaa",
    draws = "tasapeli" },
  icelandic = { white = "hvítur", black = "svartur", loses = "gafst upp,gefst upp", wins = "vann,vinnur",
    draws = "jafntefli" },
  polish = { white = "białe", black = "czarne",
    loses = "poddały się,poddają się,poddały,rezygnują,poddały partię", lost = "przegrały",
    wins = "wygrały,wygrywają,dają mata",
    draws = "remis,partia remisowa,zgoda na remis,remis za zgodą" },
  czech = { white = "bílý", black = "černý", loses = "se vzdal,vzdal,se vzdává,vzdal se,vzdává se",
    wins = "vyhrál,vyhrává", draws = "remíza,remis,smír,remíza dohodou" },
  slovak = { white = "biely", black = "čierny", loses = "sa vzdal,vzdal sa,sa vzdáva", wins = "vyhral,vyhráva",
    draws = "remíza" },
  hungarian = { white = "világos", black = "sötét", loses = "feladta,feladja,feladta a játszmát", wins = "nyert,nyer",
    draws = "döntetlen,remis,döntetlenben egyeztek meg" },
  romanian = { white = "albul,albele", black = "negrul,negrele", loses = "cedează,cedat,a cedat,abandonează",
    wins = "câștigă,a câștigat", draws = "remiză" },
  croatian = { white = "bijeli,beli", black = "crni", loses = "predaje,predao,je predao,predaje se,predao se",
    wins = "dobiva,dobija,pobijedio,pobjeđuje", draws = "remi" },
  slovenian = { white = "beli", black = "črni", loses = "se je vdal,preda,se vda", wins = "zmaga,je zmagal",
    draws = "remi" },
  russian = { white = "белые", black = "черные,чёрные",
    loses = "сдались,сдаются,сложили оружие", lost = "проиграли,просрочили время",
    wins = "выиграли,выигрывают,дают мат,победили", draws = "ничья,ничья по соглашению,соглашение на ничью,"
      .. "согласились на ничью,соперники согласились на ничью" },
  ukrainian = { white = "білі", black = "чорні", loses = "здалися,здались,здаються", wins = "виграли,перемогли",
    draws = "нічия" },
  bulgarian = { white = "белите", black = "черните", loses = "се предадоха,предадоха се,се предават",
    wins = "печелят,спечелиха", draws = "реми" },
  greek = { white = "λευκά", black = "μαύρα", loses = "εγκαταλείπουν,εγκατέλειψαν", wins = "κερδίζουν,κέρδισαν",
    draws = "ισοπαλία" },
  turkish = { white = "beyaz", black = "siyah", loses = "terk etti,terk eder", wins = "kazandı,kazanır",
    draws = "berabere" },
  latin = { white = "albus,albi", black = "niger,nigri", loses = "cedit,cedunt", wins = "vincit,vincunt",
    draws = "remissa" },
}

-- Words directly after the last move that name the winner without a side: the side that moved.
local AND_WINS = "and wins,und gewinnt,et gagne,y gana,y ganan,e vince,e ganha,e vence,en wint,och vinner,og vinder,"
  .. "og vinner,i wygrywa,a vyhrává,a vyhráva,és nyer,i dobiva,и выигрывает,και κερδίζει,and won,und gewann"

-- Words before a side: articles, and words that refer to the last move.
local BEFORE = "mr,mrs,herr,m,dr,prof,rev,sr,sig,sgr,and,und,et,y,e,ed,en,i,и,a,og,och,ja,és,oraz,the,die,der,les,"
  .. "le,las,los,el,il,de,as,os,o,ο,η,τα,și,şi,ve,ja,až,pa,"
  .. "here,hier,ici,aquí,qui,тут,now,nun,then,so,whereupon,worauf,where,after which,upon which,wo,waarop,at this point,"
  .. "in this position,in dieser stellung"

-- Words that go on after a resignation: "Black resigned at the call of time". Other words may be its object: "Black
-- gives up a pawn".
local GOES_ON = "at,after,because,since,as,here,in,on,without,when,before,by,denn,weil,da,nach,wegen,hier,im,car,après,"
  .. "au,à,dans,ici,porque,pues,tras,en,perché,dopo,in,omdat,na,fordi,efter,därför,bo,po,gdyż,protože,jer,mert,"
  .. "deoarece,после,так,из-за,через,бо,çünkü"

-- Words that go on after words for a draw: "remise op voorstel van zwart", "and a draw by agreement".
local AFTER_DRAW = "at,after,as,here,by,in,auf,durch,nach,in,hier,sur,par,après,ici,por,tras,a,per,su,dopo,op,door,na,"
  .. "in,på,genom,efter,ved,etter,po,za,přes,po,на,по,после,через,javaslatára,teklifiyle"

-- Adverbs that may be between the words of a resignation: "se zároveň vzdal", "White then resigned".
local ADVERBS = "then,now,here,immediately,soon,finally,therefore,also,daraufhin,sofort,hier,nun,alors,ici,aussitôt,"
  .. "aquí,entonces,ya,qui,allora,subito,aqui,então,hier,toen,nu,här,her,strax,tu,tutaj,zaraz,zároveň,ihned,zde,tak,"
  .. "hneď,tu,itt,azonnal,ezért,aici,imediat,ovde,ovdje,odmah,здесь,тут,тотчас,немедленно,сразу,одразу,burada,tässä"

-- The fall of a flag, by the side that wins. Apostrophes are removed.
local FLAGS = { ["1-0"] = "blacks flag fell,black flag fell,viel zwarts vlag,zwarts vlag viel,viel de vlag van zwart,"
    .. "fiel das blättchen von schwarz,fiel die fahne von schwarz,le drapeau noir tomba,le drapeau noir tombe",
  ["0-1"] = "whites flag fell,white flag fell,viel wits vlag,wits vlag viel,viel de vlag van wit,"
    .. "fiel das blättchen von weiß,fiel die fahne von weiß,le drapeau blanc tomba,le drapeau blanc tombe" }

local REACH = 1200 -- bytes after the last move
local LONGEST = 80 -- bytes of a sentence
local LONGEST_WORD = 32 -- bytes
local LEAST_NAME = 3 -- bytes of a name

local function each(phrases, add)
  for phrase in phrases:gmatch("[^,]+") do
    add(phrase)
  end
end

local before, sides, alone, losing, and_wins, goes_on, is_adverb, last_words = {}, {}, {}, {}, {}, {}, {}, {}
local after_draw = {}

each(BEFORE, function(phrase) before[phrase] = true end)
each(AND_WINS, function(phrase) and_wins[phrase] = true end)
each(ADVERBS, function(phrase) is_adverb[phrase] = true end)
each(GOES_ON, function(phrase) goes_on[phrase] = true end)
each(AFTER_DRAW, function(phrase) after_draw[phrase] = true end)

-- Add the results of the phrases of a language after each word for a side.
local function add_side(language, names, winner_of)
  each(names, function(word)
    local verbs = sides[word] or {}
    sides[word] = verbs
    for kind, value in pairs(winner_of) do
      each(language[kind] or "", function(verb) verbs[verb] = value end)
    end
  end)
end

for result, phrases in pairs(FLAGS) do
  each(phrases, function(phrase) alone[phrase] = result end)
end
for _, language in pairs(M.languages) do
  add_side(language, language.white, { loses = "0-1", lost = "0-1", wins = "1-0" })
  add_side(language, language.black, { loses = "1-0", lost = "1-0", wins = "0-1" })
  each(language.loses, function(phrase)
    alone[phrase], losing[phrase], last_words[phrase:match("%S+$")] = "resigns", true, true
  end)
  each(language.draws, function(phrase) alone[phrase] = "1/2-1/2" end)
end

-- Return a phrase without the words before a side: "and the black" is "black".
local function without_before(phrase)
  local from = 1
  for stop, following in phrase:gmatch("()%s+()") do
    if before[phrase:sub(from, stop - 1)] then
      from = following
    end
  end
  return phrase:sub(from)
end

local IS_ALIKE = { White = "white", Black = "black" }

-- Return whether words are a name of which a tag has all words but titles and initials. Other words make it a sentence
-- about something else: "in the other game Brown".
local function is_name(name, tag)
  for word in name:gmatch("%S+") do
    local is_other = #word > 1 and not words.is_title[word] and not before[word]
    if is_other and not tag:find(" " .. word:gsub("%p", "%%%0") .. "[ ,]") then
      return false
    end
  end
  return true
end

-- Return the verbs after a name, if it is that of a player: "Mr. Pemberton", "Tom".
local function verbs_of(name, tags)
  local short = name:match("(%S+)$")
  for side, word in pairs(tags and #short >= LEAST_NAME and IS_ALIKE or {}) do
    local whole = tags[side] and utf8.len(tags[side]) and " " .. letters.lower(tags[side]) .. " "
    local is_known = whole and (whole:find(" " .. short .. "[ ,]") ~= nil) and is_name(name, whole)
    local other = tags[side == "White" and "Black" or "White"] or ""
    if is_known and not letters.lower(utf8.len(other) and other or ""):find(short, 1, true) then
      return sides[word]
    end
  end
end

-- Return the result of a phrase that begins with a side, or with the name of a player.
local function of_side(phrase, tags)
  for stop, following in phrase:gmatch("()%s+()") do
    local name = phrase:sub(1, stop - 1)
    local verbs = sides[name] or verbs_of(name, tags)
    local verb = phrase:sub(following):gsub("%s+in %a+ moves?$", ""):gsub("%s+in %d+ moves?$", "")
    if verbs and verbs[verb] then
      return verbs[verb]
    end
  end
end

--- Return whether a word is the last one of words for a resignation.
---@param word string
---@return boolean
-- @usage endings.may_resign("resigned,")  --> true
function M.may_resign(word)
  local bare = word:match("^(.-)%p*$")
  return #bare <= LONGEST_WORD and utf8.len(bare) ~= nil and last_words[letters.lower(bare)] ~= nil
end

--- Return the result that a word means if it is alone, such as the last cell of a score.
---@param word string
---@return string? result as that of `of`
function M.word(word)
  return #word <= LONGEST_WORD and utf8.len(word) and alone[letters.lower(word)] or nil
end

--- Return the result that a sentence means.
---@param sentence string UTF-8
---@param tags? table<string, string> with the names of the players
---@return string? result "1-0", "0-1", "1/2-1/2", or "resigns": the side to move loses; nil if it means none
-- @usage endings.of("and the Black resigned")  --> 1-0
function M.of(sentence, tags)
  if #sentence > LONGEST or not utf8.len(sentence) then
    return nil
  end
  local phrase = letters.lower(sentence):gsub("[_*'\1]+", ""):gsub("^[%s,;:(-]+", ""):gsub("[%s-]+$", "")
  local rest = without_before(phrase)
  return of_side(rest, tags) or alone[phrase] or alone[rest]
end

-- Return the sentence at an offset, up to its punctuation, a bracket or an empty line. Full stops of titles end none.
local function sentence_at(text, at)
  local part = text:sub(at, at + LONGEST):gsub("\r", ""):gsub("\n[ \t]*\n.*", "")
  part = part:gsub("\u{2022}", "."):gsub("%f[%a](%u%l?%l?)%.(%s)", "%1%2"):gsub("%f[%a]d[rR]%.%s", "dr ")
  return part:match("^%s*([^.;:!?()%[%]{}<>|]*)")
end

-- Return a phrase without its adverbs.
local function without_adverbs(phrase)
  return (phrase:gsub("%s+([%a\x80-\xFF]+)%f[^%a\x80-\xFF]", function(word) return is_adverb[word] and "" or nil end))
end

-- Return the result of a sentence that goes on after a resignation: "Black resigned, as ...", "Black resigned at the
-- call of time".
local function of_beginning(sentence, tags)
  local phrase = without_adverbs(utf8.len(sentence) and letters.lower(sentence) or "")
  for stop, comma, following in phrase:gmatch("()(,?)%s+()") do
    local head, word = phrase:sub(1, stop - 1), phrase:match("^[^%s,]+", following)
    for at in (" " .. head):gmatch("%s()") do
      if losing[head:sub(at - 1)] and (comma == "," or at > 2 and goes_on[word]) then
        return M.of(head, tags)
      end
    end
  end
end

-- Return whether a sentence is a draw, or begins with one: "en remise op voorstel van zwart".
local function is_draw(sentence)
  local phrase = without_before(utf8.len(sentence) and letters.lower(sentence) or "")
  for stop, following in (phrase .. " "):gmatch("()[%s,]+()") do
    local word = phrase:match("^[^%s,]+", following)
    if alone[phrase:sub(1, stop - 1)] == "1/2-1/2" and (not word or after_draw[word]) then
      return true
    end
  end
  return false
end

-- Return the result of the sentence at an offset, or of its first line.
local function result_at(text, at, tags)
  local sentence = sentence_at(text, at)
  return M.of(sentence, tags) or M.of(sentence:match("^[^\n]*"), tags) or of_beginning(sentence, tags)
end

-- Return the result of the words directly after the last move.
local function after_move(part, tags)
  local at = part:match("^[%s.,;:!?#+_*'\1|-]*()")
  local sentence = sentence_at(part, at):gsub("%s+", " "):gsub(" $", "")
  local phrase = utf8.len(sentence) and letters.lower(sentence) or ""
  return result_at(part, at, tags) or and_wins[phrase] and "wins" or is_draw(phrase) and "1/2-1/2" or nil
end

-- Return the result in brackets after the words that follow the last move: "and White won (1-0)". Words with digits or
-- dashes may name another game, whose result this is.
local function in_brackets(part)
  local words_before, result = part:match("^([^()%d\n]-)%(([%d/:\xC2\xBD\xE2\x80\x93-]+)%)")
  local is_other = not result or words_before:find(" [-\xE2][\x80-\xBF]* ") or #words_before > LONGEST
  return not is_other and core.read_result((result:gsub("\u{2013}", "-"))) or nil
end

-- Return the result in figures that is alone after the last move: "1/2", "0,5-0,5". `1-0` in the score is an event of
-- lucena.text.events; these forms are results only at the end of a line, because they are also in other places.
local function in_figures(part)
  local printed = part:match("^[ \t]*%(?([%d.,\xC2][^%s()]*[ \t]?[:-]?[ \t]?[^%s()]*)%)?[ \t.]*%f[\r\n\0]")
  local result = printed and core.read_result((printed:gsub("[ \t]", ""):gsub("%f[%d.]%.5", "0.5"):gsub("%.$", "")))
  return result ~= "0-0" and result or nil -- "0-0" is castling
end

-- Return whether a sentence is a resignation, or begins with one.
local function is_resignation(sentence)
  local phrase = without_before(without_adverbs(utf8.len(sentence) and letters.lower(sentence) or ""))
  local side, verb = phrase:match("^(%S+)%s+(.-)%s*$")
  return sides[side] ~= nil and losing[verb] ~= nil or losing[phrase] ~= nil or of_beginning(sentence) ~= nil
end

--- Return whether the text between two moves has a resignation. A move after it was not played: "Black resigned, as
-- after 34. Ka6 there follows ...".
---@param text string
---@param from integer
---@param to integer
---@return boolean
-- @usage endings.resigns(" White resigned, because after ", 1, 30)  --> true
function M.resigns(text, from, to)
  local part = text:sub(from, math.min(to, from + REACH))
  for at in ("." .. part):gmatch("[.:!?]%s*()") do
    if is_resignation(sentence_at(part, at - 1):gsub("%s+", " "):gsub(" $", "")) then
      return true
    end
  end
  return false
end

--- Return whether the text between two moves ends the game: with a resignation, or with words for a draw directly
-- after the first one.
---@param text string
---@param from integer
---@param to integer
---@return boolean
-- @usage endings.ends(" and a draw by agreement, because after ", 1, 40)  --> true
function M.ends(text, from, to)
  local part = text:sub(from, math.min(to, from + LONGEST)):match("^[%s,;!?+#\1-]*(.*)$")
  return is_draw(sentence_at(part, 1):gsub("%s+", " ")) or M.resigns(text, from, to)
end

-- Return the result in figures or words that directly follows a move of a side.
local function of_move(text, from, to, is_white, tags)
  local part = text:sub(from, math.min(to, from + REACH)):gsub("^[ \t]+%d[%d./]*[ \t]*\n", "\n") -- with a time
  local found = in_figures(part) or after_move(part, tags)
  if found == "resigns" then
    local winner = is_white and "1-0" or "0-1"
    return is_white ~= nil and winner or nil
  end
  return found ~= "wins" and found or nil -- it is rather that of a note
end

--- Find the result of a game of which some moves could not be read: that after one of the moves that follow.
---@param text string
---@param mentions table[] the printed moves of the game that follow its last move that was read
---@param to integer the last offset before the next game
---@param tags? table<string, string> with the names of the players
---@return string? result "1-0", "0-1" or "1/2-1/2"
function M.after_score(text, mentions, to, tags)
  for i, mention in ipairs(mentions) do
    local number, earlier = mention.number, mentions[i - 1] and mentions[i - 1].number
    local is_white
    if number then
      is_white = not number.is_black
    elseif earlier and not earlier.is_black then
      is_white = false
    end
    local following = mentions[i + 1]
    local found = of_move(text, mention.last + 1, following and following.first - 1 or to, is_white, tags)
    if found then
      return found
    end
  end
end

--- Find the result in the text after the last move of a game.
---@param text string
---@param from integer the offset after the last move
---@param to integer the last offset before the next game
---@param next_move integer? the offset of the next printed move, of a note; after it, only a new paragraph is read
---@param tags? table<string, string> with the names of the players
---@return string? result as that of `of`, but no "resigns" after another move; "wins": the side that moved wins
function M.find(text, from, to, next_move, tags)
  local part = text:sub(from, math.min(to, from + REACH))
  local found = in_figures(part) or after_move(part, tags)
    or not (next_move and next_move < from + LONGEST) and in_brackets(part) or nil
  for gap, at in part:gmatch("([\n.:!?]%s*)()") do
    local is_after = next_move ~= nil and from + at > next_move
    local result = not found and (not is_after or gap:find("\n.*\n")) and result_at(part, at, tags)
    found = found or result and not (is_after and result == "resigns") and result or nil
  end
  return found
end

return M
