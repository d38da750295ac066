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

local properties = dofile("ctest/query_properties.lua")

local makers = {}
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
    assert(not properties.is_internal(query), query)
    return
  end
  noise = is_disturbed and text:rep(4) or nil
  local done, message = pcall(is_disturbed and properties.answers or properties.check, query)
  noise = nil
  assert(done or is_disturbed, message)
end
