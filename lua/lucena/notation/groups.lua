--- Groups the classes of alphabets (lucena.notation.letters) that read a game equally in a style: those whose letters
-- in the words of the game are the same. Detection plays the game with one class of each group. Most games without a
-- dialect have an error in an early move, and few letters before it. Such a game has about five groups instead of 46
-- classes. Each dialect takes 33 KB, and eleven styles are tested, so the dialects take 2 MB instead of 35 MB.
-- @module lucena.notation.groups

local M = {}

-- Report whether a character cannot change how a letter beside it is read. Others can: the core composes letters with
-- combining characters, and drops invisible ones (csrc/notation/folding.h). In games with such characters, the classes
-- are not compared by letters.
local function is_separate(code)
  return code < 0x80 or code >= 0xC0 and code <= 0x2FF or code >= 0x370 and code <= 0x5FF
    or code >= 0x620 and code <= 0x1FFF or code >= 0x2010 and code <= 0x2015 or code >= 0x2654 and code <= 0x265F
end

local function has_joined_characters(text)
  if not utf8.len(text) then
    return true
  end
  for _, code in utf8.codes(text) do
    if not is_separate(code) then
      return true
    end
  end
  return false
end

-- Return all spellings of a class: an array of {side =, kind =, text =}.
local function spellings_of(class)
  local list = {}
  for _, side in ipairs { "white", "black" } do
    for _, kind in ipairs { "K", "Q", "R", "B", "N", "P" } do
      for _, text in ipairs(class.row[side][kind]) do
        list[#list + 1] = { side = side, kind = kind, text = text }
      end
    end
  end
  return list
end

-- A cache: class -> {spellings, is_apart (in all styles), is_apart_in_pgn}.
local about_class = {}

local function about(class)
  local it = about_class[class]
  if it then
    return it
  end
  it = { spellings = spellings_of(class), is_apart = false, is_apart_in_pgn = false }
  local white, black, is_letter = {}, {}, {}
  for _, one in ipairs(it.spellings) do
    local list = one.side == "white" and white or black
    list[#list + 1], is_letter[one.text] = one.kind .. one.text, true
    it.is_apart_in_pgn = it.is_apart_in_pgn or one.kind ~= "P" and one.text:find("^O") ~= nil
  end
  it.is_apart_in_pgn = it.is_apart_in_pgn or table.concat(white, " ") ~= table.concat(black, " ")
  for _, one in ipairs(it.spellings) do
    it.is_apart = it.is_apart or is_letter[one.text:match("^(.*)[a-h]$")] == true
  end
  about_class[class] = it
  return it
end

--- Report whether the core reads a class in its own way, even in games without its letters. In each style, these are
-- classes with a spelling that is another letter and a file (Bengali: G, Gh). In PGN's style, they are also those for
-- which the core has no quick reader: with a letter O, which begins castling, or with other letters for Black.
---@param style string
---@param class table one of letters.classes()
---@return boolean
function M.is_apart(style, class)
  local it = about(class)
  return it.is_apart or style == "pgn" and it.is_apart_in_pgn
end

-- Return the letters of a class that are in the words of a game, as a text.
local function letters_in(class, game)
  if game.letters[class] then
    return game.letters[class]
  end
  local found = {}
  for _, one in ipairs(about(class).spellings) do
    if game.has[one.text] == nil then
      game.has[one.text] = game.text:find(one.text, 1, true) ~= nil
    end
    found[#found + 1] = game.has[one.text] and one.side .. " " .. one.kind .. one.text or nil
  end
  game.letters[class] = table.concat(found, " ")
  return game.letters[class]
end

--- Return the group of a class: a text. Classes with the same text read all words of the game equally in the style.
---@param style string
---@param class table one of letters.classes()
---@param game table {words = string[]}; other fields are added to it as a cache
---@return string group
function M.of(style, class, game)
  if game.text == nil then
    local text = table.concat(game.words, "\n")
    game.text, game.letters, game.has = not has_joined_characters(text) and text, {}, {}
  end
  return game.text and not M.is_apart(style, class) and letters_in(class, game) or class.name
end

--- Return the groups of several classes, each a list of indices of classes. All styles but PGN's have the same groups.
---@param style string
---@param classes table[]
---@param game table as for `of`
---@return integer[][] list
function M.split(style, classes, game)
  local list, with_text = {}, {}
  for i, class in ipairs(classes) do
    local text = M.of(style, class, game)
    if not with_text[text] then
      with_text[text] = {}
      list[#list + 1] = with_text[text]
    end
    table.insert(with_text[text], i)
  end
  return list
end

return M
