--- greek-gift: games in which a bishop is sacrificed on h7 (or h2), the king captures it, and a knight gives check on
-- g5 (or g4).

local q = require("lucena").query

local WHITE = q.seq(q.move { piece = "B", to = "h7", takes = "p" } & q.check "black",
  q.move { piece = "k", to = "h7", takes = "B" }, q.move { piece = "N", to = "g5" } & q.check "black")
local BLACK = q.flipped(WHITE)

local GAMES = [[
[White "A"]
[Black "B"]
[Result "1-0"]

1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Bd3 Be7 5. O-O O-O 6. Nbd2 Nbd7 7. e4 dxe4 8. Nxe4 b6 9. Nxf6+ Bxf6 10. Ng5 c5
11. Bxh7+ Kh8 1-0

[White "C"]
[Black "D"]
[Result "1-0"]

1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. e5 Nfd7 5. Nf3 Be7 6. Bd3 O-O 7. h4 b6 8. Bxh7+ Kxh7 9. Ng5+ Kg8 10. Qh5 1-0

[White "E"]
[Black "F"]
[Result "0-1"]

1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. e5 Nfd7 5. Nf3 Be7 6. Bd3 O-O 7. h4 b6 8. Bxh7+ Kxh7 9. Ng5+ Bxg5 0-1
]]

return {
  summary = "Bxh7+ Kxh7 Ng5+ (or Bxh2+), by the side that won",
  options = {
    { name = "all", kind = "boolean", help = "Also find sacrifices that did not win." },
  },
  examples = {
    { "games.pgn", files = { ["games.pgn"] = GAMES }, passes = 1 },
    { "--all --mark 'Greek gift' games.pgn", files = { ["games.pgn"] = GAMES }, passes = 2 },
  },
  make = function(args)
    if args.all then
      return WHITE | BLACK
    end
    return WHITE & q.result "1-0" | BLACK & q.result "0-1"
  end,
}
