--- Reads the number of a round in headings and sentences: "Round 3", "5ος γύρος", "IV. tura", "in the third round".
--
-- A number is next to a word for a round: a figure, a Roman numeral, or a word, whose ending does not count. "In the
-- next round" is one more than the round before.
-- @module lucena.text.rounds

local dates = require("lucena.text.dates")
local letters = require("lucena.notation.letters")

local M = {}

local find, sub = string.find, string.sub

-- Words for a round in each language, in lower case, with their inflected forms.
local WORDS = {}
for word in ([[round rd rnd rounds runde rundenspiel ronde ronda rodada turno runda rundzie rundy rundę tura turze
  tury tur
  kolo kole kola kolu tour onda omgång omgång omgangen omgången omgang forduló fordulóban fordulójában fordulóból
  fordulóból fordulóján тур туре тура турі туру туром kierros kierroksella kierroksen kierroksessa runden rundan
  rondo ronden rondes turul rundei кръг кръга колу коло γύρος γύρο γύρου umferð umferðar umferðinni turnusu
  jornada jornadas giornata giornate speelronde raund turda turunda voor vooru raundā kārtā kārta rato rate
  turneja turi]]):gmatch("%S+") do
  WORDS[word] = true
end

-- Stems of the ordinal numbers of each language. Longer words have one of these before their ending.
local STEMS = {}
for number, row in ipairs {
  [[first erst premi primer prim eerst först første unua ensimm pierwsz prvn prv перв перш first ilk birinci
    prima első fyrst πρώτ πρωτ esim pirm първ]],
  [[second zweit deuxi seconde segund second secondo tweede andra anden annen segon dua toinen tois drug druh втор
    друг doua második ikinci annarri önnur δεύτερ δευτερ dru antr]],
  [[third dritt troisi tercer terz terceir derde tredj tercera tria kolma trzec třet tret трет треи treia harmadik
    üçüncü þriðj τρίτ τριτ treć]],
  [[fourth viert quatri cuart quart vierde fjärde fjerde fjórð quart kvara neljä czwart čtvrt štvrt četvrt четв
    patra negyedik dördüncü τέταρτ τεταρτ]],
  [[fifth fünft fuenft cinqui quint vijfde femte cinquen kvina viide viid piąt pát piat pet пят п'ят п’ят cincea
    ötödik beşinci fimmt πέμπτ πεμπτ]],
  [[sixth sechst sixi sext sest zesde sjätt sjett sisen sesa kuude szóst šest шест шост șasea hatodik altıncı
    sjött έκτ εκτ]],
  [[seventh siebt siebent septi séptim setim sétim settim zevende sjund syvende setena sepa seitsem siódm sedm
    sedem седьм сьом șaptea hetedik yedinci sjöund έβδομ εβδομ]],
  [[eighth acht huiti octav oitav ottav achtste åttonde ottende åttende vuiten oka kahdeks ósm osm восьм opta
    nyolcadik sekizinci áttund όγδο ογδο]],
  [[ninth neunt neuvi noven non negende niond niende noven naŭa yhdeks dziewiąt devát deviat devet девят дев'ят
    дев’ят noua kilencedik dokuzuncu níund ένατ ενατ]],
  [[tenth zehnt dixi décim decim tiende tionde desen deka kymmene dziesiąt desát desiat deset десят zecea tizedik
    onuncu tíund δέκατ δεκατ]],
  [[eleventh elft onzi undécim undicesim elfde elfte ellevte jedenast jedenáct одиннадцат tizenegyedik]],
  [[twelfth zwölft douzi duodécim dodicesim twaalfde tolvte tolft dwunast dvanáct двенадцат tizenkettedik]],
  [[thirteenth dreizehnt treizi decimotercer tredicesim dertiende trettende trzynast třinăct тринадцат
    tizenharmadik]],
  [[fourteenth vierzehnt quatorzi decimocuart quattordicesim veertiende fjortende czternast четырнадцат]],
  [[fifteenth fünfzehnt quinzi decimoquint quindicesim vijftiende femtende piętnast пятнадцат]],
} do
  for stem in row:gmatch("%S+") do
    STEMS[stem] = STEMS[stem] or number
  end
end

local NEXT, SAME = {}, {}
for word in ([[next following nächsten nächste folgenden suivante prochaine siguiente próxima seguinte successivo
  prossimo
  seguente volgende næste næstu neste nästa följande påfølgende następnej następna kolejnej příštím dalším
  следующем следующий наступному következő sledećem idućem sljedećem επόμενο επόμενος]]):gmatch("%S+") do
  NEXT[word] = true
end
for word in ([[same selben gleichen même misma mismo mesma stessa stesso zelfde dezelfde samme samma tej samej
  stejném том
  același ίδιο]]):gmatch("%S+") do
  SAME[word] = true
end

local ROMAN = { I = 1, V = 5, X = 10 }
local MOST = 39 -- rounds that a numeral may give
local LONGEST_ENDING = 8 -- bytes

-- Return the value of a Roman numeral in capitals, or nil.
local function roman(text)
  if not find(text, "^X?X?X?I?[VX]?I*$") or text == "" then
    return nil
  end
  local value, largest = 0, 0
  for i = #text, 1, -1 do
    local one = ROMAN[sub(text, i, i)]
    value, largest = one < largest and value - one or value + one, math.max(one, largest)
  end
  return value <= MOST and value or nil
end

-- Return the number that a word gives, or nil.
local function ordinal(word)
  for last = #word, math.max(3, #word - LONGEST_ENDING), -1 do
    local number = STEMS[sub(word, 1, last)]
    if number then
      return number
    end
  end
end

local FIGURE = "^(%d%d?)[%l\x80-\xFF]?[%l\x80-\xFF]?[%l\x80-\xFF]?[%l\x80-\xFF]?$" -- "5ος", "4ème", "3rd"

-- Return the number that a token gives, or nil. `latest`: the round before.
local function number_of(token, latest)
  local figure = token:match(FIGURE)
  local word = utf8.len(token) and letters.lower(token) or token
  if figure then
    return tonumber(figure) -- digits are an integer
  end
  local number = roman(token) or ordinal(word)
  latest = tonumber(latest)
  number = number or latest and (NEXT[word] and latest + 1 or SAME[word] and latest) or nil
  return number and number >= 1 and number <= MOST and math.tointeger(number) or nil
end

-- Return the tokens of a text: {text, first, last}. A full stop, a hyphen and brackets are between tokens.
local function tokens_of(text)
  local list = {}
  for first, word in text:gmatch("()([%w\x80-\xFF'ªº°-]+)") do
    local plain = word:gsub("^(%d+)%-[%l\x80-\xFF][%l\x80-\xFF]*$", "%1"):gsub("%-+$", "")
      :gsub("\xC2[\xAA\xBA\xB0]", ""):gsub("\xE2\x80[\x93\x94]", "")
    local is_ordinal = plain ~= word or find(word, "%D") ~= nil
    list[#list + 1] = plain ~= "" and { text = plain, is_ordinal = is_ordinal, first = first, last = first + #word - 1 }
      or nil
  end
  return list
end

-- Return whether two tokens are next to each other: blanks and the signs of an ordinal or a label are between them.
local function are_next(text, one, other)
  local between = one ~= nil and other ~= nil and sub(text, one.last + 1, other.first - 1)
  return between and find(between, "^[ .:(#\xC2\xAA\xBA\xB0-]*$") ~= nil
end

-- Return whether a number is the day of a date: "2. Runde, 14. Mai".
local function is_day(text, token)
  local month = text:match("^%.?%s+([%a\x80-\xFF]+)", token.last + 1)
  return find(text, "^[./-]%d", token.last + 1) or month and dates.is_month(month)
end

--- Return the number of the round that a text names, and the first and last byte of its words; nil if it names none.
---@param text string
---@param latest? string the round before, of which "the next round" speaks
---@return string? number
---@return integer? first
---@return integer? last
function M.find(text, latest)
  local list = tokens_of(text)
  for i, token in ipairs(list) do
    local lowered = utf8.len(token.text) and letters.lower(token.text)
    if lowered and WORDS[lowered] then
      local before, after = list[i - 1], list[i + 1]
      before, after = are_next(text, before, token) and before or nil, are_next(text, token, after) and after or nil
      if after and after.text == "a" and are_next(text, after, list[i + 2]) then
        after = list[i + 2] -- "runda a 5-a"
      end
      local left = before and not find(sub(text, math.max(1, before.first - 3), before.first - 1), "%d[.,/]$")
        and number_of(before.text, latest)
      local right = after and not is_day(text, after)
        and (roman(after.text) or tonumber(after.text:match("^%d%d?$")))
      local is_left = left and (not right or before.is_ordinal) -- "1. Round 3" is the third
      if is_left then
        return tostring(left), before.first, token.last
      elseif right then
        return tostring(math.tointeger(right)), token.first, after.last
      end
    end
  end
end

return M
