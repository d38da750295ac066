--- Words of French and German phrases with the English words for them: "parties de Karpov avec les noirs" is "games of
-- Karpov with black". A phrase is translated if it is not understood as it is. Words of chess such as "fourchette" are
-- rows of lucena.query.chess_words and lucena.query.german_words, and need none here.
-- @module lucena.query.foreign_words

local catalogue = require("lucena.query.catalogue")
local openings = require("lucena.query.opening_names")

local M = {}

--- {French or German words, the English words}.
M.ROWS = {
  -- pieces and places
  { "dame", "queen" }, { "dames, damen", "queens" }, { "tour, turm", "rook" }, { "tours, türme, türmen", "rooks" },
  { "fou, läufer", "bishop" }, { "fous", "bishops" }, { "cavalier, springer", "knight" }, { "cavaliers", "knights" },
  { "pion, bauer", "pawn" }, { "pions, bauern", "pawns" }, { "roi, könig", "king" },
  { "première rangée, ersten reihe", "first rank" }, { "sixième rangée, sechsten reihe", "sixth rank" },
  { "septième rangée, siebten reihe, siebenten reihe", "seventh rank" },
  { "huitième rangée, achten reihe, dernière rangée", "eighth rank" },
  { "sur la colonne, auf der linie", "on file" }, { "colonne, linie", "file" },
  { "au centre, im zentrum", "in centre" },
  -- sides and results
  { "blancs, les blancs, weiss", "white" }, { "noirs, les noirs, schwarz", "black" },
  { "blanc, blanche, blanches, weisser, weisse, weißer, weiße", "white" },
  { "noir, noire, noires, schwarzer, schwarze", "black" },
  { "des deux côtés, des deux camps, auf beiden seiten", "on both sides" },
  { "avec les blancs, mit weiss", "with white" }, { "avec les noirs, mit schwarz", "with black" },
  { "gagne, gagnent, gagné, ont gagné, a gagné, gewinnt, gewann, hat gewonnen, gewonnen", "won" },
  { "perd, perdent, perdu, ont perdu, a perdu, verliert, verlor, hat verloren, verloren", "lost" },
  { "victoire de, victoires de, gains de, siege von, sieg von", "won by" },
  { "défaite de, défaites de, niederlage von, niederlagen von", "lost by" },
  { "nulle, nulles, unentschieden", "draws" },
  { "gagnée, gagnées, gagnés, remportée, remportées", "won" },
  { "gagné par, gagnée par, gagnés par, gagnées par, remporté par, remportée par, remportées par, "
    .. "gewonnen von", "won by" }, { "perdu par, perdue par, perdues par", "lost by" },
  { "terminé par, terminée par, terminés par, terminées par, se terminant par, finissant par", "ended by" },
  { "sacrifié, sacrifiée, sacrifiés, sacrifiées, sacrifie, sacrifient", "sacrificed" },
  { "gain de, gain d'une, gain du, gewinn der, gewinn des, gewinn eines, gewinn einer", "win of" },
  { "partie de, parties de, partien von, partie von", "games of" }, { "parties, partien", "games" },
  { "trait aux blancs, weiss am zug", "white to move" }, { "trait aux noirs, schwarz am zug", "black to move" },
  { "les deux joueurs, beide spieler", "both players" }, { "les deux camps, beide seiten", "both sides" },
  -- moves
  { "roqué, a roqué, ont roqué, roquent, rochiert, rochierte, rochieren", "castled" },
  { "n'ont pas roqué, n'a pas roqué, nicht rochiert", "did not castle" },
  { "personne n'a roqué, niemand rochiert", "nobody castled" }, { "côté dame, lang", "queenside" },
  { "côté roi, kurz", "kingside" }, { "promotion en, umwandlung in", "promotion to" },
  { "sous-promotion en, unterverwandlung in", "underpromotion to" }, { "sacrifice sur, opfer auf", "sacrifice on" },
  { "sacrifice de tour, turmopfer", "rook sacrifice" }, { "sacrifice de fou, läuferopfer", "bishop sacrifice" },
  { "sacrifice de cavalier, springeropfer", "knight sacrifice" }, { "mat avec, mat par, matt mit", "mate with" },
  { "mat de la, mat du", "mate by" },
  { "mat en, matt in", "mate in" }, { "matt in der grundreihe, matt auf der grundreihe", "back rank mate" },
  { "mat, matt", "mate" }, { "échec et mat", "checkmate" }, { "échec, schach", "check" },
  { "pions passés", "passed pawns" }, { "pions isolés", "isolated pawns" }, { "pions doublés", "doubled pawns" },
  { "dames échangées, damen getauscht", "queens exchanged" },
  { "finale, finale de, endspiel", "ending" }, { "mort subite", "armageddon" },
  -- numbers
  { "coups, züge, zügen", "moves" }, { "coup, zug", "move" }, { "moins de, weniger als, unter", "less than" },
  { "plus de, mehr als", "more than" }, { "über, au-dessus de, au dessus de", "over" },
  { "à plus de, de plus de", "over" }, { "à moins de", "under" }, { "en moins de", "in less than" },
  { "au coup, im zug", "at move" }, { "moyenne, moyen, durchschnittlicher, durchschnittliche", "average" },
  { "noël, weihnachten, à noël, an weihnachten", "christmas" },
  { "le jour de noël, jour de noël", "christmas day" },
  { "au moins, mindestens", "at least" },
  { "au plus, höchstens", "at most" }, { "ou moins, oder weniger", "or less" }, { "ou plus, oder mehr", "or more" },
  { "avant, avant le, vor, vor dem", "before" }, { "après, après le, nach, nach dem", "after" },
  { "depuis, seit", "since" }, { "entre, zwischen", "between" }, { "en, dans, im jahr, im jahre", "in" },
  { "année, jahr", "year" }, { "jusqu'à, bis", "until" }, { "de plus", "up" }, { "de moins", "down" },
  { "elo supérieur à, elo über", "elo over" }, { "elo inférieur à, elo unter", "elo under" },
  { "un, une, ein, eine, einen", "a" }, { "deux, zwei", "two" }, { "trois, drei", "three" },
  { "quatre, vier", "four" }, { "cinq, fünf", "five" },
  -- little words
  { "le, la, les, l', der, die, das, den, dem", "the" }, { "du, de la, von, des", "of" }, { "et, und", "and" },
  { "contre, gegen", "against" }, { "sans, ohne, kein, keine", "without" }, { "avec, mit", "with" },
  { "sur, auf", "on" }, { "où, wo", "where" }, { "par, durch", "by" }, { "pas de", "no" },
}

local MOST = 5 -- words of a row

-- The English words by key.
local english

local function key_of(text)
  return catalogue.folded(text):match("^%s*(.-)%s*$")
end

local function index()
  english = {}
  for _, row in ipairs(M.ROWS) do
    for phrase in row[1]:gmatch("[^,]+") do
      english[key_of(phrase)] = row[2]
    end
  end
end

-- Return some words as one text.
local function part(words, at, last)
  return table.concat(words, " ", at, last)
end

-- Return the last word of the name of an opening of two or more words, which are not translated: "gambit dame".
local function opening_end(words, at)
  for last = math.min(#words, at + 3), english[key_of(words[at])] and at + 4 or at + 1, -1 do
    if openings.has(part(words, at, last)) then
      return last
    end
  end
end

-- Return the last word of a word of chess of two or more words, which needs no translation: "grand roque".
local function chess_end(words, at)
  for last = math.min(#words, at + MOST - 1), at + 1, -1 do
    local query, is_example = catalogue.say(part(words, at, last))
    if query and not is_example and not catalogue.is_empty(words[at]) and not catalogue.is_empty(words[last]) then
      return last
    end
  end
end

-- Return the translation of the words from one on, and the last of them.
local function translation_at(words, at)
  for last = math.min(#words, at + MOST - 1), at, -1 do
    local text = english[key_of(part(words, at, last))]
    if text then
      return text, last
    end
  end
end

-- Translate numbers: "les années 90" and "die 90er Jahre" are the 1990s, "les 20 premiers coups" the first 20 moves.
local function numbers_of(phrase)
  phrase = phrase:gsub("les (%w+) premiers coups", "the first %1 moves")
    :gsub("den ersten (%w+) Z\u{FC}gen", "the first %1 moves")
  return (phrase:gsub("%f[%a][aA]nn\u{E9}es (%d%d%d0)", "%1s"):gsub("%f[%a][aA]nn\u{E9}es (%d0)", "19%1s")
    :gsub("(%d%d%d0)er Jahren?", "%1s"):gsub("%f[%d](%d0)er Jahren?", "19%1s"))
end

-- Return the words of a translation in the order of English: "knight white on d5".
local function adjectives_first(text)
  for _, noun in ipairs { "pawns?", "knights?", "bishops?", "rooks?", "queens?", "king" } do
    text = text:gsub("%f[%a](" .. noun .. ") (white)%f[%A]", "%2 %1"):gsub("%f[%a](" .. noun .. ") (black)%f[%A]",
      "%2 %1")
  end
  return text
end

--- Return whether a word is French or German, with a translation of its own.
---@param word string
---@return boolean
-- @usage require("lucena.query.foreign_words").has "trois" --> true
function M.has(word)
  if not english then
    index()
  end
  return english[key_of(word)] ~= nil
end

--- Return a phrase with its French and German words in English; nil if it has none.
---@param phrase string
---@return string?
-- @usage require("lucena.query.foreign_words").translated("victoires de Tal avec les noirs") --> won by Tal with black
-- @usage require("lucena.query.foreign_words").translated("Dame gegen Turm") --> queen against rook
function M.translated(phrase)
  if not english then
    index()
  end
  local words, out, at, is_changed = {}, {}, 1, false
  phrase = numbers_of(phrase)
  for word in phrase:gsub("%f[%w][lL]['\u{2019}]", "l' "):gmatch("%S+") do
    words[#words + 1] = word
  end
  while words[at] do
    local text, last = translation_at(words, at)
    local kept = math.max(chess_end(words, at) or 0, opening_end(words, at) or 0)
    if kept > (last or 0) then
      text, last = part(words, at, kept), kept
    else
      is_changed = is_changed or text ~= nil
    end
    out[#out + 1] = text or words[at]
    at = (text and last or at) + 1
  end
  return is_changed and adjectives_first(table.concat(out, " ")) or nil
end

return M
