--- exchange-sacrifice: games in which a rook captures a knight or bishop and is recaptured on the same square.

local q = require("lucena").query

-- C finds the two consecutive captures. Then Lua tests the few remaining games: are both captures on the same square?
local function taken_back(rook, minors, rest)
  local first = q.move { piece = rook, takes = minors[1] } | q.move { piece = rook, takes = minors[2] }
  return q.seq(first, q.capture { takes = rook } & rest)
end

local EITHER = taken_back("R", { "n", "b" }, q.to_move "white") | taken_back("r", { "N", "B" }, q.to_move "black")

local function find(game, side)
  for node in game:mainline() do
    local move, reply, board = node.move, node[1] and node[1].move, node.parent.position
    if reply and reply.to == move.to and (side == "either" or board.turn == side)
      and board:piece(move.from):upper() == "R" and (board:piece(move.to) or ""):find("^[NBnb]$") then
      return node
    end
  end
end

return {
  summary = "a rook captures a knight or bishop and is recaptured",
  options = {
    { name = "side", kind = "side", default = "either", help = "The side of the rook." },
  },
  examples = {
    { "games.pgn", passes = 70 },
    { "--side black --mark 'the exchange' games.pgn", passes = 40 },
  },
  make = function(args)
    return { where = EITHER & function(game) return find(game, args.side) end, pure = true }
  end,
}
