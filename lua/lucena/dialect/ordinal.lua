--- PGC's ordinals. The legal moves are sorted by the bytes of their SAN. A move is written as its index, from 0. PGC,
-- the compressed format of the PGN standard, stores this number as a byte; here it is written in decimal.
-- @module lucena.dialect.ordinal

-- Return the sorted SAN of all legal moves, and a table from SAN to moves.
local function sorted(position)
  local names, moves = {}, {}
  for i, move in ipairs(position:moves()) do
    names[i] = position:san(move)
    moves[names[i]] = move
  end
  table.sort(names)
  return names, moves
end

local function print(position, move)
  if move.is_null then
    return nil
  end
  local san = position:san(move)
  for i, name in ipairs(sorted(position)) do
    if name == san then
      return tostring(i - 1)
    end
  end
end

local function parse(position, text)
  local names, moves = sorted(position)
  return text:find("^%d%d?%d?$") and moves[names[tonumber(text) + 1]] or nil
end

return {
  extend = "pgn",
  title = "PGC's ordinals, 12",
  source = "PGN standard 1994, section 20.2",
  aliases = { "pgc" },
  letters = false,
  digit_moves = true,
  hooks = { print = print, parse = parse, shape = function(text) return text:find("^%d%d?%d?$") ~= nil end },
}
