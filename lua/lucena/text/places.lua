--- Names of places in sentences: the prepositions before them in each language, and their nominative.
--
-- Inflected names of places have the nominative only if their ending has one meaning: "Pardubicích" is "Pardubice",
-- "Саратове" is "Саратов". Other names stay as printed.
-- @module lucena.text.places

local letters = require("lucena.notation.letters")

local M = {}

-- For each language: small words that identify it, and the prepositions before a place. `article`: it may follow a
-- preposition in a sentence that begins with "played". `is_strict`: all nouns have a capital letter, so that a place
-- needs punctuation or a date after it.
local LANGUAGES = {
  english = { marks = "the of and was with by in at from this were", at = "at in", article = "the" },
  german = { marks = "der die das und im zu am von wurde aus des dem den folgende mit gegen auf ein eine ist hat",
    at = "in zu", is_strict = true },
  french = { marks = "le la les et des du au entre dans cette une par", at = "à" },
  italian = { marks = "il di della del e la nel che è una si ha dal", at = "a" },
  spanish = { marks = "el la los de del que y en las una por se", at = "en" },
  catalan = { marks = "el la els de del que i en les una per", at = "a" },
  portuguese = { marks = "o a do da de que na no foi em uma pelo os", at = "em" },
  dutch = { marks = "de het een van en in te om dit tot tussen", at = "te in" },
  swedish = { marks = "och ett av i på som den mellan från är har en", at = "i" },
  danish = { marks = "og en af i det den til blev er mellem har fra et", at = "i" },
  norwegian = { marks = "og en av i det den til ble er mellom har fra et", at = "i" },
  polish = { marks = "w z i na się do od jest po przez", at = "w we" },
  czech = { marks = "v ve a na se z od je po byl byla", at = "v ve" },
  slovak = { marks = "v vo a na sa z od je po bol bola", at = "v vo" },
  croatian = { marks = "u i na je se od za iz koja", at = "u" },
  romanian = { marks = "la în și de din a fost cu pe", at = "la în din" },
  russian = { marks = "в и на во с из по от", at = "в во" },
  ukrainian = { marks = "у в і на з та від", at = "у в" },
  greek = { marks = "ο η το και του της στο στη στην στον με από έγινε", at = "στο στη στην στον" },
  icelandic = { marks = "og í á er var við sem að", at = "í á" },
  finnish = { marks = "ja on oli kun että sekä pelattiin", at = "" },
  hungarian = { marks = "a az és egy volt nyerte alábbi", at = "" },
}

-- Hungarian adjectives of cities are the place of an event: "a miskolci mesterversenyen".
local HUNGARIAN = {}
for adjective, city in ([[budapesti Budapest, miskolci Miskolc, debreceni Debrecen, szegedi Szeged, győri Győr,
  pécsi Pécs, kecskeméti Kecskemét, soproni Sopron, egri Eger, szolnoki Szolnok, kaposvári Kaposvár, temesvári Temesvár,
  kolozsvári Kolozsvár, pozsonyi Pozsony, kassai Kassa, aradi Arad, nagyváradi Nagyvárad, bécsi Bécs, prágai Prága,
  londoni London, párizsi Párizs, berlini Berlin, moszkvai Moszkva, szombathelyi Szombathely, veszprémi Veszprém,
  nyíregyházi Nyíregyháza, tatai Tata, bajai Baja, gyulai Gyula, hastingsi Hastings]]):gmatch("([^%s,]+)%s+([^,]+)") do
  HUNGARIAN[adjective] = city
end

local function by_words(field)
  local found = {}
  for _, language in pairs(LANGUAGES) do
    for word in language[field]:gmatch("%S+") do
      found[word] = found[word] or {}
      table.insert(found[word], language)
    end
  end
  return found
end

local BY_MARK = by_words("marks")
for _, language in pairs(LANGUAGES) do
  local set = {}
  for word in language.at:gmatch("%S+") do
    set[word] = true
  end
  language.at = set
end

-- Prepositions that mean a place in each language that has them.
local CLEAR = {}
for word in ("at in zu à en em te w we v ve vo в во у στο στη στην στον στα í á"):gmatch("%S+") do
  CLEAR[word] = true
end

--- Return whether a word is a preposition of place in every language that has it.
---@param word string
---@return boolean
function M.is_preposition(word)
  return CLEAR[word] ~= nil
end

--- Return the prepositions of places in the language of a text: the one of which it has the most small words, or those
-- that have equally many; nil without such words.
---@param text string in lower case
---@return table? language {at, article, is_strict}
function M.language(text)
  local counts, most = {}, 0
  for word in text:gmatch("[%a\x80-\xFF]+") do
    for _, language in ipairs(BY_MARK[word] or {}) do
      counts[language] = (counts[language] or 0) + 1
      most = math.max(most, counts[language])
    end
  end
  local found = { at = {} }
  for language, count in pairs(counts) do
    if count == most then
      found.article, found.is_strict = found.article or language.article, found.is_strict or language.is_strict
      for word in pairs(language.at) do
        found.at[word] = true
      end
    end
  end
  return most > 0 and found or nil
end

--- Return the place that an adjective before an event names, in Hungarian.
---@param sentence string
---@return string? place
function M.of_adjective(sentence)
  for word, following in sentence:gmatch("([%a\x80-\xFF]+)%s+([%a\x80-\xFF]+)") do
    local city = HUNGARIAN[word] or HUNGARIAN[word:gsub("^%u", string.lower) .. ""]
    if city and (following:find("verseny") or following:find("torna") or following:find("torn[aá]")) then
      return city
    end
  end
end

-- ---- the nominative ------------------------------------------------------------------------------

-- Inflected words with their nominative: places, and words for events.
local FORMS = {}
for inflected, nominative in ([[москве Москва, вене Вена, риге Рига, праге Прага, варшаве Варшава, одессе Одесса,
  гааге Гаага, барселоне Барселона, женеве Женева, полтаве Полтава, туле Тула, калуге Калуга, лондоне Лондон,
  париже Париж, берлине Берлин, таллине Таллин, ереване Ереван, казани Казань, твери Тверь, перми Пермь, ярославле
  Ярославль, ленинграде Ленинград, москвы Москва, warszawie Warszawa, łodzi Łódź, poznaniu Poznań, gdańsku Gdańsk,
  szczecinie Szczecin, wrocławiu Wrocław, lublinie Lublin, toruniu Toruń, sopocie Sopot, londynie Londyn,
  paryżu Paryż, berlinie Berlin, wiedniu Wiedeń, pradze Praga, moskwie Moskwa, praze Praha, brně Brno,
  ostravě Ostrava, plzni Plzeň, bratislavě Bratislava, vídni Vídeň, berlíně Berlín, londýně Londýn, moskvě Moskva,
  olomouci Olomouc, paříži Paříž, bratislave Bratislava, košiciach Košice, trenčíne Trenčín, žiline Žilina,
  zagrebu Zagreb, beogradu Beograd, ljubljani Ljubljana, bledu Bled, sarajevu Sarajevo, splitu Split,
  києві Київ, львові Львів, харкові Харків, одесі Одеса,
  mistrzostw Mistrzostwa, mistrzostwach Mistrzostwa, turnieju Turniej, memoriału Memoriał, memoriale Memoriał,
  pucharu Puchar, přeboru Přebor, přeborech Přebory, turnaji Turnaj, turnaje Turnaj, memoriálu Memoriál,
  mistrovství Mistrovství, чемпионате Чемпионат, чемпионата Чемпионат, первенстве Первенство, полуфинале Полуфинал,
  полуфинала Полуфинал, финале Финал, турнире Турнир, турнира Турнир, матче Матч, матча Матч, мемориале Мемориал,
  мемориала Мемориал, олимпиаде Олимпиада]]):gmatch("([^%s,]+)%s+([^,]+)") do
  FORMS[inflected] = nominative
end

-- Endings with one nominative. Two or more letters must be before them.
local ENDINGS = {
  { "ice[mů]?ch$", "ice" }, { "icích$", "ice" }, { "cach$", "ce" }, { "owie$", "ów" }, { "sku$", "sk" },
  { "граде$", "град" }, { "бурге$", "бург" }, { "ове$", "ов" }, { "еве$", "ев" }, { "ске$", "ск" }, { "поле$", "поль" },
  { "nburku$", "nburk" }, { "ově$", "ov" }, { "івцях$", "івці" }, { "цьку$", "цьк" }, { "ську$", "ськ" },
  { "полі$", "поль" }, { "граді$", "град" },
}

local function nominative_of(word)
  local known = FORMS[utf8.len(word) and letters.lower(word) or word]
  if known then
    return known
  end
  for _, row in ipairs(#word > 6 and ENDINGS or {}) do
    if word:find(row[1]) then
      return (word:gsub(row[1], row[2]))
    end
  end
  return word
end

--- Return the nominative of the first word of a name, if its form is known.
---@param name string
---@return string
-- @usage places.nominative("Kielcach") --> Kielce
function M.nominative(name)
  local number, rest = name:match("^([IVX]+%s+)(.+)$") -- "XII чемпионата"
  return (number or "") .. (rest or name):gsub("^[%a\x80-\xFF]+", nominative_of)
end

return M
