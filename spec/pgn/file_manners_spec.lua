-- Small files in the manners of the programs and sites that write most games: each gives the tree that is
-- expected, also when it is written and read again, and `check` and `convert` agree about it.

local chess = require "lucena"
local run = require "spec.support.run"

-- {text, its games: movetext and the codes of its diagnostics}
local ROWS = {
  -- test files of viewers (kokopu)
  { "[White \"A\"]\n\n{Before.} 1. e4 {After.} (1. d4 {In.} d5 (1... Nf6 2. c4)) (1. c4 $5) "
      .. "1... e5 $1 2. Nf3 {End.} *\n",
    "{Before.} 1. e4 {After.} (1. d4 {In.} 1... d5 (1... Nf6 2. c4)) (1. c4 $5) 1... e5 $1 2. Nf3 {End.} * []" },
  { "1.e4(1.d4)1...e5{x}2.Nf3$1$14*\n",
    "1. e4 (1. d4) 1... e5 {x} 2. Nf3 $1 $14 * []" },
  { "1. e4 e5 2. Nf3 ( 2. f4 { [%cal Gf4f5] King's gambit } exf4 ( 2... d5 ) ) 2... Nc6 1/2-1/2\n",
    "1. e4 e5 2. Nf3 (2. f4 { [%cal Gf4f5] King's gambit } 2... exf4 (2... d5)) 2... Nc6 1/2-1/2 []" },
  { "[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 3 40\"]\n[SetUp \"1\"]\n\n40... Kd4 41. e4 Kxe4 1/2-1/2\n",
    "40... Kd4 41. e4 Kxe4 1/2-1/2 []" },
  { "{Only a comment.} *\n",
    "{Only a comment.} * []" },
  -- workbooks of ChessForge
  { "[White \"Intro\"]\n[ContentType \"Intro\"]\n\n1. -- {[%chp 1] Text of the chapter.} *\n",
    "1. -- {[%chp 1] Text of the chapter.} * []" },
  { "1. e4 c5 2. Nf3 (2. --- d6 {threat} 3. d4) 2... d6 *\n",
    "1. e4 c5 2. Nf3 (2. -- d6 {threat} 3. d4) 2... d6 * []" },
  { "[ContentType \"Study Tree\"]\n\n1. e4 e5 {[%bkm  ] [%eval +0.25]} 2. Nf3 (2. Nc3 Nf6 "
      .. "{[%csl Re4]}) 2... Nc6 *\n",
    "1. e4 e5 {[%bkm  ] [%eval +0.25]} 2. Nf3 (2. Nc3 Nf6 {[%csl Re4]}) 2... Nc6 * []" },
  { "[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\"]\n\n1... Kd3 *\n",
    "1... Kd3 * []" },
  { "1. e4 e5 2. Qh5 {exercise} Ke7 $4 3. Qxe5# 1-0\n",
    "1. e4 e5 2. Qh5 {exercise} 2... Ke7 $4 3. Qxe5# 1-0 []" },
  -- studies and games of lichess
  { "[Event \"Study: Chapter 1\"]\n[Annotator \"x\"]\n\n{ [%csl Gd4][%cal Ge2e4] } 1. e4 { "
      .. "[%eval 0.33] [%clk 0:10:00] } 1... c5 { [%eval 0.2] } 2. Nf3 { White is fine. } { "
      .. "[%cal Gf3d4] } *\n",
    "{ [%csl Gd4][%cal Ge2e4] } 1. e4 { [%eval 0.33] [%clk 0:10:00] } 1... c5 { [%eval "
      .. "0.2] } 2. Nf3 { White is fine. } { [%cal Gf3d4] } * []" },
  { "1. e4 { B00 King's Pawn } e5 { C20 } 2. Bc4?! { (0.30 → -0.10) Mistake. } (2. Nf3 Nc6) 2... Nf6 *\n",
    "1. e4 { B00 King's Pawn } 1... e5 { C20 } 2. Bc4 $6 { (0.30 → -0.10) Mistake. } (2. Nf3 Nc6) 2... Nf6 * []" },
  { "[Variant \"Chess960\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 "
      .. "1\"]\n\n1. e4 e5 2. Nf3 *\n",
    "1. e4 e5 2. Nf3 * []" },
  { "[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
    "1. e4 * []" },
  { "[Event \"x\"]\n[Result \"0-1\"]\n\n0-1\n",
    "0-1 []" },
  -- chess.com
  { "[TimeControl \"180+2\"]\n[Termination \"B won by resignation\"]\n\n1. e4 {[%clk "
      .. "0:03:01.9]} 1... e5 {[%clk 0:02:59.1]} 2. Nf3 {[%clk 0:03:00]} 0-1\n",
    "1. e4 {[%clk 0:03:01.9]} 1... e5 {[%clk 0:02:59.1]} 2. Nf3 {[%clk 0:03:00]} 0-1 []" },
  { "1. e4 1... e5 2. Nf3 2... Nc6 1-0\n",
    "1. e4 e5 2. Nf3 Nc6 1-0 []" },
  -- Scid
  { "1.e4 e5 2.Nf3 $6 {[%mark e5]} ({Better:} 2.f4 $1 exf4 $5 (2...d5 $10)) 2...Nc6 $146 1/2-1/2\n",
    "1. e4 e5 2. Nf3 $6 {[%mark e5]} (2. {Better:} f4 $1 exf4 $5 (2... d5 $10)) 2... Nc6 $146 1/2-1/2 []" },
  { "1.e4 e5 ( 1...c5 ; Sicilian\n 2.Nf3 ) 2.Nf3 *\n",
    "1. e4 e5 (1... c5 { Sicilian} 2. Nf3) 2. Nf3 * []" },
  { "% escape line\n[White \"A\"]\n\n1.e4\n% another\ne5 *\n",
    "% escape line\n1. e4\n% another\ne5 * []" },
  -- electronic boards (DGT)
  { "[White \"A\"][Black \"B\"]\n1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:03]} 2. Nf3 *\n",
    "1. e4 {[%emt 0:00:05]} 1... e5 {[%emt 0:00:03]} 2. Nf3 * []" },
  { "[Event \"Live\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6\n",
    "1. e4 e5 2. Nf3 Nc6 * [no_result]" },
  -- ChessBase
  { "1. e4 {A comment\nover two lines\n\nwith a blank one} e5 2. -- {threat} Nf6 *\n",
    "1. e4 {A comment\nover two lines\n\nwith a blank one} 1... e5 2. -- {threat} 2... Nf6 * []" },
  { "1. e4 $1 $36 e5 $2 $138 2. Nf3 {[%evp 0,3,19,25,22,18]} *\n",
    "1. e4 $1 $36 e5 $2 $138 2. Nf3 {[%evp 0,3,19,25,22,18]} * []" },
  { "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) (1... e6) 2. Nf3 *\n",
    "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) (1... e6) 2. Nf3 * []" },
  -- engine matches
  { "1. e4 {+0.32/12 1.5s} e5 {-0.20/11 0.9s} 2. Nf3 {book} 1-0 {White mates}\n",
    "1. e4 {+0.32/12 1.5s} 1... e5 {-0.20/11 0.9s} 2. Nf3 {book} {White mates} 1-0 []" },
  { "1. e2e4 e7e5 2. g1f3 b8c6 *\n",
    "1. e4 e5 2. Nf3 Nc6 * []" },
  { "1. e4 e5 2. Nf3 Nc6 3. Bb5 {+M5/20 0.1s, White mates} 1-0\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 {+M5/20 0.1s, White mates} 1-0 []" },
  -- typed by hand
  { "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 *\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 * []" },
  { "1.e4 e5\n2.Nf3 Nc6\n3.Bb5 a6\n1-0\n\n1.d4 d5\n2.c4 e6\n0-1\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0 [] ++ 1. d4 d5 2. c4 e6 0-1 []" },
  { "1. e4, e5; 2. Nf3\n",
    "1. e4 e5 { 2. Nf3} * [skipped_text comment_hides_moves no_result]" },
  { "1. e4 e5 2. O-O-O *\n",
    "1. e4 e5\n2. O-O-O\n* [illegal_move]" },
  { "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 * []" },
  { "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *\n",
    "1. e4 $1 e5 $2 2. Nf3 $3 Nc6 $4 3. Bb5 $5 a6 $6 * []" },
  { "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 ½-½\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 1/2-1/2 [result_style]" },
  { "1. P-e4 Pe5 2. Ng1f3 Nb8-c6 *\n",
    "1. e4 e5 2. Nf3 Nc6 * []" },
  { "1. e4 e5 *1. d4 d5 *\n",
    "1. e4 e5 * [] ++ 1. d4 d5 * []" },
  { "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3\n",
    "1. e4 e5 2. Nf3 1-0 [no_result]" },
  { "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 2. Qa7+ *\n",
    "1. a8=Q Kg7 2. Qa7+ * []" },
  { "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8Q Kg7 2. Qa7+ *\n",
    "1. a8=Q Kg7 2. Qa7+ * []" },
}

-- Return the games of a text: movetext and codes.
local function games_of(text)
  local list = {}
  for game in chess.games_in(text) do
    local codes = {}
    for i, record in ipairs(game.diagnostics) do
      codes[i] = record.code
    end
    list[#list + 1] = ("%s [%s]"):format((game:movetext { width = 0 }:gsub("%s+$", "")), table.concat(codes, " "))
  end
  return table.concat(list, " ++ ")
end

-- Remove the codes, which only the first reading has.
local function without_codes(games)
  return (games:gsub(" %[[%l_ ]*%]", ""))
end

describe("a file in a program's manner", function()
  it("is one of 40", function()
    assert.is_true(#ROWS >= 40)
  end)

  for i, row in ipairs(ROWS) do
    it(("gives the expected tree: %d"):format(i), function()
      assert.equal(row[2], games_of(row[1]))
      local written = run { "convert", "-q", "-", stdin = row[1] }
      assert.equal(without_codes(row[2]), without_codes(games_of(written.out)))
      assert.equal(written.code, run({ "check", "-q", "-", stdin = row[1] }).code)
      assert.equal(written.out, run({ "convert", "-q", "-", stdin = written.out }).out)
    end)
  end
end)
