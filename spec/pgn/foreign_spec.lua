-- Test files of eight other programs. The numbers of games, plies and moves in all lines, and the diagnostics, must
-- equal the recorded ones, which were reviewed (spec/data/foreign/SOURCE.txt). These files are in the larger data
-- folder. Small files of the same kinds are tested on every machine.

local chess = require "lucena"
local need = require "spec.support.need"

-- "GAMES PLIES NODES CODES" of a reader's games; the codes with their counts, in alphabetical order.
local function summary(reader)
  local games, plies, nodes, counts = 0, 0, 0, {}
  for g in function() return (reader:read()) end do
    games, plies, nodes = games + 1, plies + g.plies, nodes + g.node_count - 1
    g:check()
    for _, d in ipairs(g.diagnostics) do
      counts[d.code] = (counts[d.code] or 0) + 1
    end
  end
  for _, d in ipairs(reader:take_diagnostics()) do
    counts[d.code] = (counts[d.code] or 0) + 1
  end
  local codes = {}
  for code, count in pairs(counts) do
    codes[#codes + 1] = code .. "=" .. count
  end
  table.sort(codes)
  return ("%d %d %d %s"):format(games, plies, nodes, codes[1] and table.concat(codes, ",") or "-")
end

describe("test files of other readers", function()
  for line in io.lines("spec/data/foreign/expected.tsv") do
    local name, wanted = line:match("^([^\t#]+)\t(.*)$")
    if name then
      it("such as " .. name .. " are read as recorded", function()
        local reader <close> = assert(chess.open(need.data("pgn/" .. name)))
        assert.equal(wanted:gsub("\t", " "), summary(reader))
      end)
    end
  end
end)

describe("small files of their kinds", function()
  local HEAD = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "%s"]\n'
  local CASTLED = '[SetUp "1"]\n[FEN "r2qk2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"]\n\n'
  -- tested kind; text; games, plies, moves in all lines and codes
  local ROWS = {
    { "moves alone", "1.e4 e6 2.d4 d5", "1 4 4 no_result=1" },
    { "a comment at the very end", "1. e4 e5{why not}", "1 2 2 no_result=1" },
    { "no moves and no result, twice", HEAD:format("?") .. "\n \n" .. HEAD:format("*") .. "\n*", "2 0 0 no_result=1" },
    { "a result alone", HEAD:format("0-1") .. "\n 0-1", "1 0 0 -" },
    { "another result than the tag's", HEAD:format("0-1") .. "\n *", "1 0 0 result_mismatch=1" },
    { "a comment and a result", ('[SetUp "1"]\n\n{stalls} 0-1\n\n'):rep(2), "2 0 0 setup_mismatch=2" },
    { "FENs without moves", '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 34"]\n\n1/2-1/2\n\n'
      .. '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1-0\n', "2 0 0 -" },
    { "castling with zeros", CASTLED:gsub("8/8/8/8/8/8", "pppppppp/8/8/8/8/PPPPPPPP") .. "1... 0-0 2. 0-0-0 *",
      "1 2 2 -" },
    { "castling through a piece", CASTLED .. "1... 0-0-0 2. 0-0 *", "1 0 0 illegal_move=1" },
    { "a file cut off inside a move", "1. e4 e5 2. Nf3 {0.3/12} Nc6 {x} 3. B", "1 4 4 bad_move=1,no_result=1" },
    { "an illegal move late in a game", "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. Kd5 Kd6\n\n1-0", "1 6 6 illegal_move=1" },
    { "a backslash at the end of a value", '[Event "Cup \\"]\n[Site "?"]\n\n1. e4 *', "1 1 1 bad_tag=1" },
    { "quotes in values", '[Site "Club "Victory""]\n[White "John "The King""]\n\n1. d4 *', "1 1 1 bad_tag=2" },
    { "brackets in values", '[Event "[a] b]"]\n[Site "[%clk"]\n\n1. d4 *', "1 1 1 -" },
    { "a null move", "1. e4 e5 2. f4 Z0\n\n1-0", "1 4 4 -" },
    { "another language behind a line comment", "; it may throw\n1.d4 Nf6 2. Sf3 d5", "1 2 2 bad_move=1,no_result=1" },
    { "squares for moves", "1. g1f3 e7e5  *", "1 2 2 -" },
    { "a variation that begins with a sign", "1. d4 d5 2. c4 (2. Bf4 $16) ($142 2. e3) *", "1 3 5 -" },
    { "periods between number and move", '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]\n\n1. ... Kd7 2. O-O *', "1 2 2 -" },
    { "a start that is said to be a variant", '[Variant "From Position"]\n' .. CASTLED .. "1... Ke7 *", "1 1 1 -" },
    { "Latin-1", '[White "M\xfcller"]\n\n1. e4 {gr\xfc\xdfe} *', "1 1 1 -" },
    { "nothing", "", "0 0 0 -" },
  }
  for _, row in ipairs(ROWS) do
    it("such as " .. row[1], function()
      local path = os.tmpname()
      require("spec.support.file").write(path, row[2])
      local reader <close> = assert(chess.open(path))
      os.remove(path)
      assert.equal(row[3], summary(reader))
    end)
  end
end)
