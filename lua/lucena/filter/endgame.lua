--- endgame: games that reach an endgame of one kind and stay in it for some plies. The number of pawns does not matter;
-- in the endgame `pawn`, there are only kings and pawns.

local q = require("lucena").query

-- Return a query: each side has these numbers of queens, rooks, bishops and knights.
local function each_has(queens, rooks, bishops, knights)
  local men = { q = queens, r = rooks, b = bishops, n = knights }
  return q.pieces { white = men, black = men }
end

local KINDS = {
  pawn = each_has(0, 0, 0, 0) & q.piece("Pp"),
  rook = each_has(0, 1, 0, 0),
  ["two-rooks"] = each_has(0, 2, 0, 0),
  queen = each_has(1, 0, 0, 0),
  bishop = each_has(0, 0, 1, 0),
  ["opposite-bishops"] = each_has(0, 0, 1, 0) & q.opposite_bishops,
  knight = each_has(0, 0, 0, 1),
}

local function find_kind(name)
  local names = {}
  for kind in pairs(KINDS) do
    names[#names + 1] = kind
  end
  table.sort(names)
  return KINDS[name] or error(("there is no endgame '%s'; there are %s"):format(name, table.concat(names, ", ")), 0)
end

return {
  summary = "a rook ending, queen ending, pawn ending ... of some length",
  options = {
    { name = "kind", kind = "string",
      help = "The pieces: pawn, rook, two-rooks, queen, bishop, opposite-bishops or knight." },
    { name = "plies", kind = "integer", least = 0, default = 10,
      help = "The number of consecutive positions with these pieces." },
  },
  examples = {
    { "--kind rook games.pgn", passes = 36 },
    { "--kind opposite-bishops --plies 20 --list games.pgn", passes = 5 },
  },
  make = function(args)
    return q.held(find_kind(args.kind), math.max(1, args.plies))
  end,
}
