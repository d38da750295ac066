--- The query `opening`: the name of the game's opening, found by its positions and not by a tag.
--
-- The names of the table are compared once, when the query is made. For a game, the last position in the table decides
-- (lucena.eco); this takes about 30 microseconds, so tests of tags and positions should exclude games before.
-- @module lucena.query.opening

local argument = require("lucena.query.argument")
local expression = require("lucena.query.expression")
local names = require("lucena.query.opening_names")

local M = {}

local function table_of_openings()
  return require("lucena").eco
end

local function key_of(opening)
  return opening.eco .. " " .. opening.name
end

-- Return the opening of a game. All queries of openings share the result.
local function opening_of(game)
  return table_of_openings().classify(game)
end

-- Return the names of openings, and the words of all names.
local function known_names()
  local list, seen = {}, {}
  local function add(name)
    if not seen[name] then
      seen[name], list[#list + 1] = true, name
    end
  end
  for opening in table_of_openings().openings() do
    add(opening.opening)
    for word in opening.name:gmatch("[%a\128-\255]+") do
      add(word)
    end
  end
  return list
end

local function no_opening(name)
  local near = require("lucena.suggestion").find(name, known_names())
  local help = near and ("did you mean \"%s\"?"):format(near) or "`lucena report openings` lists the names in a file"
  argument.fail(1, "opening", ("no opening's name contains \"%s\"; %s"):format(name, help))
end

--- Matches if the name of the game's opening contains a text, in English or French. The opening is that of the last
--- position of the mainline that is in Lucena's table, so no ECO tag is needed, and the order of moves does not matter.
--- Case, accents and punctuation are ignored. The name of a family without "Defence", "Opening" or "Game" means the
--- family: "King's Indian" is not the King's Indian Attack. If no name contains the text, its words may be anywhere in
--- the name: "Sicilian Najdorf".
---@param name string "Najdorf", "Caro-Kann", "défense sicilienne"
---@return lucena.Query of games
-- @usage chess.query.opening "caro kann"(chess.game "1. e4 c6 2. d4 d5 *") --> true
M.opening = expression.maker("opening", "a name", function(name)
  argument.check(name, 1, "opening", "string")
  local list, set = names.find(name), {}
  if not list[1] then
    no_opening(name)
  end
  for _, opening in ipairs(list) do
    set[key_of(opening)] = true
  end
  return expression.ask(expression.call_text("opening", name), "game", function(opening)
    return opening ~= nil and set[key_of(opening)] == true
  end, { gather = opening_of, openings = list })
end)

return M
