-- The properties of ctest/fuzz_query.c. The first byte of the input chooses a function of chess.query, the second byte
-- the kind of its argument. The rest is the argument's text. In half of the inputs, numbers in the compiled program are
-- also changed, to values that the compiler of queries never writes.
-- These properties must hold:
--   - an invalid text is rejected with a message, not with an internal error;
--   - for a valid query f, the queries f, f & f, f | f and ~~f give the same result for every game, and f & ~f matches
--     no game. If f tests games, ~f matches all games that f does not match;
--   - a changed program may give any result, but it ends, and never reads or writes outside its memory (the sanitizers
--     detect this).

local chess = require("lucena")
local core = require("lucena.core")
local q = chess.query

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

local games, makers = {}, {}
for game in chess.games_in(TEXT) do
  games[#games + 1] = game
end
for name in ([[
  accuracy any_tag attacks black controls date eco elo elo_diff eval eval_swing follow has_castled imbalance instead key
  king_wing line man material mean_elo move move_number moves moves_made number pattern piece pieces placement
  played player plies ply polyglot_key position quiet_plies repeated result same_pawns tag time_class
  time_left time_spent to_move white win_drop year
]]):gmatch("%S+") do
  makers[#makers + 1] = assert(q[name])
end
makers[#makers + 1] = function(first, second)
  return q.tags(first, second or "White", first, function(a, b, c)
    assert(a == c)
    return b ~= nil and (a == nil or a < b)
  end)
end
assert(#games == 3)

local real, noise = core.program, nil

-- Change some of the numbers in a table and in the tables inside it.
local function disturb(spec, depth)
  for key, value in pairs(spec) do
    if type(value) == "table" and depth > 0 then
      disturb(value, depth - 1)
    elseif math.type(value) == "integer" and #noise > 0 then
      local byte = noise:byte()
      noise = noise:sub(2)
      if byte < 64 then
        spec[key] = byte < 32 and value + byte - 16 or byte < 48 and (1 << (byte - 32) * 4) or -byte
      end
    end
  end
end

function core.program(spec, functions)
  if noise then
    disturb(spec, 4)
  end
  return real(spec, functions)
end

-- Return whether a message is an internal error: "attempt to ..." or a stack overflow. Only the beginning of the
-- message, after the file and line, is compared. Messages quote the input, and the fuzzer would soon write these words
-- in its input.
local function is_ours(message)
  message = type(message) == "string" and message:gsub("^%S+%.lua:%d+: ", "") or "attempt to "
  return message:find("^attempt to ") or message:find("^C? ?stack overflow")
end

local function answers(query)
  local found = {}
  for i, game in ipairs(games) do
    found[i] = query(game)
  end
  return found
end

local function check(query)
  local once, both, either = answers(query), answers(query & query), answers(query | query)
  local not_not, none = answers(~~query), answers(query & ~query)
  local others = query.level == "game" and answers(~query) or {}
  for i, answer in ipairs(once) do
    assert(answer == both[i] and answer == either[i] and answer == not_not[i] and not none[i] and answer ~= others[i],
      "a query does not agree with itself")
  end
  assert(type(query:describe()) == "string")
end

-- Make an argument of the chosen kind: text, a number, a range, or a table with a text.
local function argument_of(shape, text)
  if shape % 8 < 5 then
    return text
  elseif shape % 8 == 5 then
    return (text:byte() or 0) - 100
  elseif shape % 8 == 6 then
    return { min = (text:byte(1) or 0) - 100, max = text:byte(2) }
  end
  return { text }
end

return function(bytes)
  local which, shape, text = bytes:byte() or 0, bytes:byte(2) or 0, bytes:sub(3)
  local maker, is_disturbed = makers[which % #makers + 1], shape & 128 ~= 0
  -- The text after a NUL is a second argument.
  local first, second = text:match("^([^\0]*)\0(.*)$")
  local made, query = pcall(function()
    return maker(argument_of(shape, first or text), second)
  end)
  if not made then
    assert(not is_ours(query), query)
    return
  end
  noise = is_disturbed and text:rep(4) or nil
  local done, message = pcall(is_disturbed and answers or check, query)
  noise = nil
  assert(done or is_disturbed, message)
end
