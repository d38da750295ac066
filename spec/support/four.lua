--- Four games: the third has an illegal move, the fourth an illegal move in a variation.
--
--     local four = require "spec.support.four"
--     four.text, four.game "b", four.ILLEGAL
--     four.filter({ "-c", four.events(folder, "game.result == '*'") }, four.text)

local run = require "spec.support.run"

local M = {}

M.text = [[
[Event "a"]
[White "Anna"]
[WhiteElo "2400"]

1. e4 e5 1-0

[Event "b"]
[White "Boris"]
[WhiteElo "2500"]

1. d4 *


[Event "c"]
[White "Carla"]

1. e4 e5 2. Ke3 Nf6 0-1

[Event "d"]
[White "Anna Maria"]
[WhiteElo "?"]

1. c4 (1. Nf5 d5) 1... c5 1/2-1/2
]]

--- The text of the third game's diagnostic, if the games are read from standard input.
M.ILLEGAL = "-:17:13: illegal move Ke3 (move 2, White)\n"
M.IN_VARIATION = "-:23:11: illegal move Nf5 (move 1, White)\n"

--- One of the games, by its Event tag.
function M.game(name)
  return M.text:match('(%[Event "' .. name .. '"%]\n.-\n\n[^\n]+)')
end

--- Runs `lucena filter` with these arguments and with a text on standard input.
function M.filter(words, text)
  return run { "filter", stdin = text, table.unpack(words) }
end

--- Writes a script into a folder. It selects the games for which a condition on `game` is true.
function M.events(folder, condition)
  return folder:write("events.lua", "return function(game) return (" .. condition .. ") end")
end

return M
