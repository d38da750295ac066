--- Sets the tags of the current game: the command `tag`, and typed tag pairs such as `[White "Morphy, Paul"]`.
-- @module lucena.repl.tag_input

local chess = require("lucena")
local lexicon = require("lucena.lexicon")

local M = {}

-- Print the tags, or those with the name `only`.
local function say_tags(session, only)
  local count = 0
  for name, value in pairs(session.game.tags) do
    if not only or name == only then
      count = count + 1
      session:say(("%s: %s"):format(name, value))
    end
  end
  if count == 0 then
    session:say((only and ("The game has no tag %s."):format(only) or "The game has no tags.")
      .. (" To set one: tag %s Morphy, Paul"):format(only == "Black" and only or "White"))
  end
end

local function set_result(session, value)
  session.game.result = lexicon.read_result(value) and value or session:fail("usage: tag Result 1-0, 0-1, 1/2-1/2 or *")
end

-- The tags that words of other languages mean.
local ELSEWHERE = {
  weiss = "White", blanc = "White", blancs = "White", blancas = "White", bianco = "White",
  schwarz = "Black", noir = "Black", noirs = "Black", negras = "Black", nero = "Black",
  ergebnis = "Result", resultat = "Result", resultado = "Result", datum = "Date", fecha = "Date", data = "Date",
  ort = "Site", lieu = "Site", runde = "Round", ronde = "Round", ronda = "Round", turnier = "Event", tournoi = "Event",
  torneo = "Event",
}

-- Report the diagnostics of `lucena check` about a tag: an unusual value, or a name that is probably misspelled.
local function check_tag(session, name, value)
  local names = require("lucena.tag_names")
  local near = not names.is_known(name) and (ELSEWHERE[name:lower()]
    or require("lucena.suggestion").find(name, names.names()))
  if near then
    session:note(("%s is not a usual tag; did you mean %s? tag %s - removes it"):format(name, near, name))
  end
  for _, diagnostic in ipairs(chess.new_game({ tags = { [name] = value } }):proofread()) do
    if diagnostic.code ~= "missing_tags" then
      session:note(diagnostic.message)
    end
  end
end

local function set(session, name, value)
  if name == "Result" and value ~= "-" then
    set_result(session, value)
  else
    session.game.tags[name] = value ~= "-" and value or nil
  end
  session:say(("%s: %s"):format(name, session.game.tags[name] or "removed"))
  if value ~= "-" then
    check_tag(session, name, session.game.tags[name])
  end
end

-- Return the name and the value in the arguments of `tag`, without quotation marks, and without = or : between them:
-- tag White = Me; tag "White" "Me".
local function pair_in(rest)
  local name, value = rest:match('^"([%w_]+)"%s*(.*)$')
  if not name then
    name, value = rest:match("^([%w_]+)%s*(.*)$")
  end
  value = value and value:gsub("^[=:]%s*", "")
  return name, value and (value:match('^"(.*)"$') or value)
end

--- Run the command `tag`.
---@param session table
---@param rest string its arguments
function M.command(session, rest)
  local name, value = pair_in(rest)
  name = name and require("lucena.tag_names").usual(name)
  if rest == "" or name and value == "" then
    return say_tags(session, name)
  elseif not name then
    session:fail("usage: tag NAME VALUE, such as: tag White Morphy, Paul; tag NAME - removes it")
  end
  set(session, name, value)
end

-- Return whether a text has only tag pairs of PGN. SetUp is incomplete without the FEN.
local function has_only_pairs(text)
  if not text:find("^%s*%[") or not text:sub(-20):find("%]%s*$") then
    return false
  end
  local rest = text:gsub("\\[\\\"]", ""):gsub('%[%s*[%w_]+%s+"[^"\n]*"%s*%]', "")
  return not rest:find("%S") and (not text:find("[SetUp ", 1, true) or text:find("[FEN ", 1, true) ~= nil)
end

-- Return the value of a tag without the typographic quotation marks around it.
local function unquoted(value)
  for _, mark in ipairs { "\xE2\x80[\x98-\x9F]", "\xC2[\xAB\xBB]" } do
    value = value:gsub("^" .. mark, ""):gsub(mark .. "$", "")
  end
  return value
end

--- Return tag pairs with typographic quotation marks, as web pages and word processors write them, in PGN.
---@param text string
---@return string? text nil if it is not only tag pairs, or if it has no such marks
-- @usage require("lucena.repl.tag_input").plain "[White “Morphy, Paul”]" --> [White "Morphy, Paul"]
function M.plain(text)
  local plain, count = text:gsub("%[%s*(%a[%w_]*)%s+([\xC2\xE2][^%]\n]*)%]", function(name, value)
    return ('[%s "%s"]'):format(name, unquoted(value):gsub('[\\"]', "\\%0"))
  end)
  return count > 0 and has_only_pairs(plain) and plain or nil
end

--- Return whether a text has only tag pairs, with plain or typographic quotation marks.
---@param text string
---@return boolean
function M.is_only_tags(text)
  return has_only_pairs(text) or M.plain(text) ~= nil
end

-- Tags that define how a game starts. They cannot be set in a game with moves.
local STARTS = { "FEN", "Variant" }

--- Set the tags of a text that has only tag pairs. A FEN or a variant begins a new game.
---@param session table
---@param text string
function M.take(session, text)
  local game = chess.games_in(text)()
  for _, name in ipairs(STARTS) do
    if game.tags[name] then
      require("lucena.repl.keeping").check(session)
      return require("lucena.repl.paste").pgn(session, text)
    end
  end
  for name, value in pairs(game.tags) do
    set(session, name, value)
  end
end

return M
