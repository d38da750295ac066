-- Each query of the catalogue on odd games: null moves, en passant, castling, promotions, positions from FEN, variants,
-- games without moves, tags with CR LF, notation of other languages. A reader that runs the query in C must find the
-- same games as the query called with each Game.

local chess = require "lucena"
local catalogue = require "lucena.query.catalogue"

local GAMES = {
  "1. e4 e5 2. -- Nf6 3. Nf3 -- 4. Nxe5 Nxe4 *",
  "1. e4 -- 2. e5 d5 3. exd6 -- 4. dxc7 Nf6 5. cxb8=Q Rxb8 1-0",
  "1. -- -- 2. -- -- 1/2-1/2",
  "*", "1-0", "{only a comment} *",
  '[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n\n1. a8=N Kg6 2. Nb6 Kf5 3. Nd5 Ke5 4. Nc3 Kd4 5. Na2 1/2-1/2',
  '[FEN "8/8/8/8/8/5k2/7p/7K b - - 99 60"]\n\n60... Ke3 61. Kxh2 1/2-1/2',
  '[FEN "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"]\n\n1. Bb5+ Ke7 2. Bc4 Kd6 *',
  '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O-O O-O 2. Rd7 Rxf2 3. Rg1 Rc8+ 4. Kd1 Rf1+ 5. Rxf1 1-0',
  '[Variant "Chess960"]\n[FEN "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"]\n\n1. O-O O-O-O 2. Rad1 Rxe1 *',
  '[Variant "Three-check"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qf3+ 1-0',
  '[Variant "King of the Hill"]\n\n1. e4 e5 2. Ke2 Ke7 3. Ke3 Kd6 4. Kf3 *',
  '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 *',
  '[White "\xe9\xe2\x82"]\r\n[WhiteElo "-5"]\r\n[BlackElo "-"]\r\n[Date "????.??.??"]\r\n[ECO "B"]\r\n'
    .. "\r\n1. e4 c5 2. Nf3 *",
  '[White "Tal,M"]\n[Black "?"]\n[WhiteElo " 2600\t"]\n[PlyCount "x"]\n[Round "3.2"]\n\n1. e4 e5! $1 2. d4?! '
    .. "(2. f4 {[%clk 0:01:00]}) 2... exd4 {[%clk 0:00:03] [%eval #3]} 3. c3 $18 0-1",
  "1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Ke6 5. gxh8=R Nf6 6. Rxf8 *",
  "1. f3 e5 2. g4 Qh4# 0-1", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
  "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 *",
  "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 1/2-1/2",
  "1. e4 e5 2. Zz9 Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Qh6 1-0",
}

local function games_of(reader)
  local numbers = {}
  for game in reader do numbers[#numbers + 1] = game.number end
  return table.concat(numbers, " ")
end

describe("a query on odd games", function()
  local text = {}
  for i, game in ipairs(GAMES) do text[i] = game .. "\n" end
  text = table.concat(text, "\n")

  local expressions = {}
  for _, group in ipairs(catalogue.GROUPS) do
    for i = 2, #group do
      -- These need a file, tablebases, or a tag in each game.
      local name = group[i][1]:match "^%l[%l_]*"
      local is_odd = name == "deviates" or name == "tags" or name == "wrong_result" or name:find "^tablebase"
      expressions[#expressions + 1] = not is_odd and group[i][1] or nil
    end
  end

  for _, expression in ipairs(expressions) do
    it("is the same in a reader and on a Game: " .. expression, function()
      local query = assert(chess.query.parse(expression))
      local wanted = {}
      for game in chess.games_in(text) do
        if query(game) then wanted[#wanted + 1] = game.number end
      end
      assert.equal(table.concat(wanted, " "), games_of(chess.games({ text = text }, { query = query })))
      local is_of_positions, flipped = pcall(chess.query.flipped, query)
      for _, turned in ipairs { ~query, is_of_positions and flipped or nil } do
        local list = {}
        for game in chess.games_in(text) do
          if turned(game) then list[#list + 1] = game.number end
        end
        assert.equal(table.concat(list, " "), games_of(chess.games({ text = text }, { query = turned })))
      end
    end)
  end
end)
