--- Recognises the names of participants who are no players: programs and organisers write "Bye" or "spielfrei" where a
-- player has no opponent. The standings omit such a participant, and games against it are byes of the others.
--
-- - A name is in the list if each of its words is, as in "BYE (half point)", "Virtual player 1" and "Bye, Bye". "Bye,
--   Robert" is the name of a player.
-- - A participant with such a name who has a game with moves, or a number of FIDE or of the tournament, is a player.
--   The reader of tournament report files has omitted the others.
-- - Other names are never guessed. They are reported as suspicious if they have no letters ("---"), or if they are one
--   word or more without a comma, have neither rating nor moves nor points, and most others have ratings or moves.
--
-- Source of the words: the programs that write tournament report files, and the words of the federations' own tables.
-- Letters with and without accents are equal. Cost: a name is looked at once for each event.
-- @module lucena.tournament.dummies

local chess = require("lucena")

local M = {}

local function set(text)
  local words = {}
  for word in text:gmatch("%S+") do
    words[word] = true
  end
  return words
end

-- The words by language; compounds are written without blanks. Lower case, Latin letters without accents.
local NAMES = set [[
  bye byes bay free exempt virtual dummy opponent unpaired notpaired
  spielfrei freilos
  exempt exempte libre
  exento exenta descansa descanso
  isento isenta folga livre
  riposo riposa esente turnolibero
  vrij vrijgeloot vrijloting
  oversidder fri frirunde frirond walkover
  vapaa vapaakierros lepo
  skotta yfirseta
  pauza pauzuje wolnylos
  volno volnylos
  szabadnap eronyero
  liber
  slobodan slobodna prost prosta
  bos
  vaba vabavoor
  brivs laisvas laisva
  libera
  свободен свободна свободный выходной пропуск бай
  вільний вільна вихідний
  почива почивка
  слободан слободна
  ρεπό ρεπο
  轮空 輪空 부전승
]]

-- Words that may be added to a name.
local ADDITIONS = set [[
  no the half full zero one quarter point points pt pts player round requested request allocated pairing voluntary
  1/2 ½ halber halbe ganzer voller punkt punkte spieler runde
  demi point points joueur ronde medio punto puntos jugador mezzo punti giocatore giocatrice ponto pontos jogador
  gracz gracza hrac punktow bodu bod igrac pol poena очко очка половина
]]

-- Return a lower-case letter. The core's folding covers Latin letters only.
local function lower(letter)
  local code = utf8.codepoint(letter)
  if code >= 0x391 and code <= 0x3A9 or code >= 0x410 and code <= 0x42F then
    return utf8.char(code + 0x20)
  elseif code >= 0x400 and code <= 0x40F then
    return utf8.char(code + 0x50)
  end
  return code == 0x38C and "ό" or letter
end

-- Return the words of a name: texts between blanks and signs.
local function words_of(name)
  local folded = chess.fold_name(name) or name
  folded = utf8.len(folded) and folded:gsub("[\xC2-\xF4][\x80-\xBF]*", lower) or folded
  local words = {}
  for word in folded:gsub("1/2", "½"):gmatch("[^%s%p]+") do -- lexicon: half of a point, not a result
    words[#words + 1] = word
  end
  return words
end

--- Return whether a name is in the list of names for byes.
---@param name string UTF-8
---@return boolean
-- @usage require("lucena.tournament.dummies").is_listed "BYE (half point)" --> true
function M.is_listed(name)
  local rest, are_all = {}, true
  for _, word in ipairs(words_of(name)) do
    if not (ADDITIONS[word] or word:find("^%d+$")) then
      rest[#rest + 1], are_all = word, are_all and NAMES[word] ~= nil
    end
  end
  return rest[1] ~= nil and (are_all or NAMES[table.concat(rest)] ~= nil)
end

-- ---- the participants of an event ----------------------------------------------------------------

-- Return the facts about each name of an event: its half points, and whether it has a game with moves, a number and a
-- rating.
local function facts_of(records)
  local facts = {}
  local function note(name, rating, plies, halves, has_number)
    local it = facts[name] or { points = 0 }
    facts[name] = it
    it.has_moves, it.is_rated = it.has_moves or plies > 0, it.is_rated or rating ~= nil
    it.points, it.has_number = it.points + (halves or 0), it.has_number or has_number
  end
  for _, record in ipairs(records) do
    note(record.white, record.white_elo, record.plies, record.white_halves, record.identified % 2 == 1)
    if record.bye == "" then
      note(record.black, record.black_elo, record.plies, record.black_halves, record.identified >= 2)
    end
  end
  return facts
end

local function is_suspicious(name, it, is_rich)
  local has_letters = name:find("[%w\x80-\xFF]") ~= nil
  local has_facts = it.has_moves or it.is_rated or it.points > 0
  return not has_letters or is_rich and not has_facts and not name:find(",", 1, true)
end

--- Return the participants of an event who are no players, or may be none.
---@param records table[] made by `lucena.tournament.record`
---@return table<string, boolean> taken names that are taken for byes
---@return string[] suspicious other names that may be none of a player; sorted
function M.of(records)
  local facts, taken, suspicious, players, real = facts_of(records), {}, {}, 0, 0
  for name, it in pairs(facts) do
    taken[name] = not (it.has_moves or it.has_number) and M.is_listed(name) or nil
    players = players + (taken[name] and 0 or 1)
    real = real + ((it.has_moves or it.is_rated) and not taken[name] and 1 or 0)
  end
  for name, it in pairs(facts) do
    if not taken[name] and name ~= "?" and is_suspicious(name, it, 2 * real > players) then
      suspicious[#suspicious + 1] = name
    end
  end
  table.sort(suspicious)
  return taken, suspicious
end

return M
