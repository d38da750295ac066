-- What must hold for every query and every error about a query: for ctest/fuzz_query.lua and ctest/fuzz_expression.lua.

local chess = require("lucena")

local M = {}

local TEXT = [[
[Event "a"]
[White "Carlsen, Magnus"]
[Black "Anna"]
[WhiteElo "2800"]
[Date "2013.11.??"]
[ECO "C65"]
[TimeControl "40/7200:3600"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%clk 0:01:00] [%eval 0.3]} Nf6 $1 4. O-O (4. d3 Bc5) 4... Nxe4 5. Re1 Nd6 6. Nxe5 Be7 1-0

[Event "b"]
[Date "1906"]
[FEN "8/P7/8/8/8/k7/7p/K7 w - - 0 1"]

1. a8=Q+ Kb3 2. Qb7+ Kc2 *

1. f3 e5 2. g4 Qh4# 0-1
]]

local games = {}
for game in chess.games_in(TEXT) do
  games[#games + 1] = game
end
assert(#games == 3)

-- Return whether a message is an internal error: "attempt to ..." or a stack overflow. Only the beginning of the
-- message, after the file and line, is compared. Messages quote the input, and the fuzzer would soon write these words
-- in its input.
function M.is_internal(message)
  message = type(message) == "string" and message:gsub("^%S+%.lua:%d+: ", "") or "attempt to "
  return message:find("^attempt to ") or message:find("^C? ?stack overflow")
end

-- Return what a query returns for each game.
function M.answers(query)
  local found = {}
  for i, game in ipairs(games) do
    found[i] = query(game)
  end
  return found
end

-- Raise an error if a query contradicts itself.
function M.check(query)
  local answers = M.answers
  local once, both, either = answers(query), answers(query & query), answers(query | query)
  local not_not, none = answers(~~query), answers(query & ~query)
  local others = query.level == "game" and answers(~query) or {}
  for i, answer in ipairs(once) do
    assert(answer == both[i] and answer == either[i] and answer == not_not[i] and not none[i] and answer ~= others[i],
      "a query does not agree with itself")
  end
  assert(type(query:describe()) == "string")
end

return M
