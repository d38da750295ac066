--- Reads the players of a game from a table with their names, in Markdown, with semicolons or with tabs:
--
--     | Board | White | Rating | Black | Rating | Result |
--     |------:|:------|:------:|:------|:------:|:------:|
--     | 1     | Abel  | 1688   | Cobb  | 1734   | 1-0    |
--
-- The head of the table has words for White and Black. The first row with two names below them is that of the game.
-- Cost: linear in the text.
-- @module lucena.text.player_tables

local lexicon = require("lucena.lexicon")
local letters = require("lucena.notation.letters")
local players = require("lucena.text.players")

local M = {}

local RATINGS, RESULTS = {}, {}
for word in ("rating elo ingo dwz selo laskuri elo-szám értékszám рейтинг ranking ratings elos"):gmatch("%S+") do
  RATINGS[word] = true
end
for word in ("result results resultat resultado risultato résultat ergebnis wynik výsledek uitslag eredmény результат"
  .. " rezultat tulos úrslit sonuç"):gmatch("%S+") do
  RESULTS[word] = true
end

-- Return the cells of a line, or nil if it is no row of a table.
local function cells_of(line)
  local sign = line:find("|", 1, true) and "|" or line:find(";", 1, true) and ";" or line:find("\t", 1, true) and "\t"
  if not sign then
    return nil
  end
  local list = {}
  for cell in (line:gsub("^%s*|", "") .. sign):gmatch("(.-)[" .. sign .. "]") do
    list[#list + 1] = players.trim(cell)
  end
  return #list >= 3 and list or nil
end

-- Return the columns of a head: {white, black, white_elo, black_elo, result}; nil without words for both sides.
local function head_of(cells)
  local head = {}
  for i, cell in ipairs(cells) do
    local word = utf8.len(cell) and letters.lower(cell) or cell
    local color = players.color_of(cell)
    if color and not head[color] then
      head[color] = i
    elseif RATINGS[word] then
      head[head.black and "black_elo" or "white_elo"] = i
    elseif RESULTS[word] then
      head.result = i
    end
  end
  return head.white and head.black and head or nil
end

-- Return the tags of a row below a head, or nil.
local function tags_of(cells, head)
  local white, black = cells[head.white], cells[head.black]
  local are_names = white and black and #white > 2 and #black > 2 and players.is_name(white) and players.is_name(black)
  if not are_names then
    return nil
  end
  return { White = white, Black = black, WhiteElo = (cells[head.white_elo] or ""):match("^%d%d%d%d$"),
    BlackElo = (cells[head.black_elo] or ""):match("^%d%d%d%d$"),
    Result = lexicon.read_result((cells[head.result] or ""):gsub("%s", "") .. "") or nil }
end

--- Return the tags of the players in the last table with their names.
---@param text string the text before a game
---@return table<string, string>? tags
function M.tags(text)
  local head, found
  for line in text:gmatch("[^\r\n]+") do
    local cells = cells_of(line)
    local tags = cells and head and tags_of(cells, head)
    if tags then
      found, head = tags, nil
    elseif cells then
      head = head_of(cells) or head
    end
  end
  return found
end

return M
