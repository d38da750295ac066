-- Writing in the export format of PGN 8.2. A written game must be the same when it is read again.

local chess = require "lucena"
local tree = require "spec.support.tree"

local function one(text)
  return assert(chess.game(text))
end

local function squeeze(text)
  return (text:gsub("%s+", " "))
end

-- The tree with notes. Each sequence of white space in comments becomes one blank, since lines may be broken there.
local function shape(g)
  local function squeezed(line)
    for i, item in ipairs(line) do
      line[i] = type(item) == "table" and squeezed(item) or squeeze(item)
    end
    return line
  end
  return squeezed(tree.shape(g, true))
end

describe("movetext", function()
  -- text of the game, the same game as it is written on one text line
  local ROWS = {
    { "*", "*" },
    { "1. e4 1-0", "1. e4 1-0" },
    { "e4 e5 Nf3 0-1", "1. e4 e5 2. Nf3 0-1" },
    { "1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 *" },
    { "1. Ng1f3+ g7-g5 2. h2h4 *", "1. Nf3 g5 2. h4 *" },
    { "1. e4 1/2", "1. e4 1/2-1/2" },
    -- numbers are written before White's moves, before Black's after a comment or variation, and at the beginning
    { "1. e4 {a} e5 *", "1. e4 {a} 1... e5 *" },
    { "1. e4 $1 e5 *", "1. e4 $1 e5 *" },
    { "1. e4 (1. d4 d5) e5 2. d4 *", "1. e4 (1. d4 d5) 1... e5 2. d4 *" },
    { "1. e4 e5 (1... c5 2. d4) 2. d4 *", "1. e4 e5 (1... c5 2. d4) 2. d4 *" },
    { "1. e4 {a} {b} e5 {c} *", "1. e4 {a} {b} 1... e5 {c} *" },
    { "{a} e4 *", "{a} 1. e4 *" },
    { "1. {a} e4 1... {b} e5 *", "1. {a} e4 1... {b} e5 *" },
    { "1. e4 ({v} 1. d4 {w}) 1... e5 *", "1. e4 (1. {v} d4 {w}) 1... e5 *" },
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\nKd7 e4 *', "7... Kd7 8. e4 *" },
    { "1. -- e5 2. Z0 *", "1. -- e5 2. -- *" },
    -- NAGs are written as numbers
    { "1. e4! e5?! 2. d4 !? $14 *", "1. e4 $1 e5 $6 2. d4 $5 $14 *" },
    -- variations in sequence and nested variations
    { "1. e4 (1. d4) (1. c4 (1. a3)) *", "1. e4 (1. d4) (1. c4 (1. a3)) *" },
    { "1. e4 (1. h4 (1. a4 a5) 1... h5 (1... g5)) (1. d4 (1. c4 (1. b4)) (1. f4)) e5 *",
      "1. e4 (1. h4 (1. a4 a5) 1... h5 (1... g5)) (1. d4 (1. c4 (1. b4)) (1. f4)) 1... e5 *" },
    { "1. e4 e5 (1... c5 (1... c6 2. d4 (2. d3)) 2. Nf3) 2. d4 *",
      "1. e4 e5 (1... c5 (1... c6 2. d4 (2. d3)) 2. Nf3) 2. d4 *" },
    -- comments
    { "1. e4 ; to the end\n e5 *", "1. e4 { to the end} 1... e5 *" },
    { "1. e4 {} *", "1. e4 {} *" },
    { "1. e4 ; a } b\ne5 *", "1. e4 ; a } b\n1... e5 *" },
    { "1. e4 (1. d4 ; a } b\n) e5 *", "1. e4 (1. d4 ; a } b\n) 1... e5 *" },
    { "1. e4 ; a } b\n*", "1. e4 ; a } b\n*" },
    -- unreadable text is kept, on a text line of its own
    { "1. e4 e5 2. Ke3 {x} (2. d4) 1-0", "1. e4 e5\n2. Ke3 {x} (2. d4)\n1-0" },
    { "1. Cf3 *", "1. Cf3\n*" },
    { '[FEN "x"]\n\n1. e4 0-1', "1. e4\n0-1" },
    { "1. \u{2658}f9 *", "1. \u{2658}f9\n*" },
    { "1. e4 \0 e5 *", "1. e4\n\0 e5\n*" },
    -- unreadable text never makes a text line begin with a tag, an escape or a result
    { '1. e4 [White "x"] e5 *', '1. e4 [White "x"] e5 *' },
    { '1. [White "x"] e5 *', '1. [White "x"]\ne5\n*' },
    { "1. e4 % 1-0", "1. e4\n... %\n1-0" },
    { "1. e4* e5 1-0", "1. e4\n1* e5\n1-0" },
    { "1. e4 e5*", "1. e4 e5 *" },
    { "1. e4 e5 $1* \n", "1. e4 e5 $1 *" },
    { "1. e4 e5 \u{BD}", "1. e4 e5 1/2-1/2" },
    { "1. e4 <x 3> e5 *", "1. e4 <x 3> e5 *" },
    { "1. e4 $1-0", "1. e4 $ 1-0" },
    { "1. e4 $1/2-1/2", "1. e4 $ 1/2-1/2" },
    { "1. e4 $300 e5 $ $-1 !!!! {a} *", "1. e4 $300 e5 {a} $ $-1 !!!! *" },
    { "% a\n1. e4\n%b\ne5 (1... c5\n%c\n) *", "% a\n1. e4\n%b\ne5 (1... c5\n%c\n) *" },
    { "1. e4 (<x> $300 zz) e5 *", "1. e4 (<x> $300 zz) 1... e5 *" },
    { "1. e4 ($5 zz) e5 *", "1. e4 ($5 zz) 1... e5 *" },
    { "1. e4 ((1. c4 {x}) {y} zz) e5 *", "1. e4 ((1. c4 {x}) {y} zz) 1... e5 *" },
    -- before a variation, the unreadable end of a line is a comment, which comes before unreadable variations
    { "1. e4 (1. f3 (x@) (1. c3) h) *", "1. e4 (1. f3 {h} (x@) (1. c3)) *" },
    { "1. e4 (x@) ({a} {b}) e5 *", "1. e4 {a} {b} (x@) 1... e5 *" },
    -- a star in unreadable text does not end the game
    { "1. g/ e7e5*  *", "1. g/ e7e5* *" },
    { "1. g/ ;e7e5*\n*", "1. g/ ;e7e5*\n*" },
    { "1. e4 Ke9 *1-0", "1. e4\nKe9 *1-0" },
    { "1. e4 Ke9 1/2 x *", "1. e4\nKe9 1/2 x\n*" },
    { "1. e4 Ke9 ;a*\n1-0", "1. e4\nKe9 ;a*\n1-0" },
    -- 1/2 before other text does not end the game; both are written unchanged
    { "1. e4 1/2 {c} 1. d4 *", "1. e4\n1/2 {c} 1. d4\n*" },
    { "1. e4 1/2 *", "1. e4\n1/2\n*" },
    -- unreadable text begins with the number before it; a period at the end of a comment is no number
    { "1. zz e5 2. d4 *", "1. zz e5 2. d4\n*" },
    { "1. e4 e5 2.\nKe3 *", "1. e4 e5\n2.\nKe3\n*" },
    { "1. e4 ; at move 1.\nzz *", "1. e4 { at move 1.}\nzz\n*" },
    { "1. e4 e5 (1... c5 2. zz) 2. d4 *", "1. e4 e5 (1... c5 2. zz) 2. d4 *" },
    -- bytes next to a result may belong to a word
    { "1. e4 0-1\xFC zz", "1. e4 {\xFC zz} 0-1" },
    { "1. e4 zz\xFC1-0", "1. e4\nzz\xFC1-0" },
    -- alone, the text before a result would be a sign
    { "1. e4 <<1-0", "1. e4\n<<1-0" },
    { "1. e4 Ke9 a**", "1. e4\nKe9 a**" },
    -- open variations are closed, so that the result after them is found
    { "1. d2(", "1. d2()\n*" },
    { "1. e4 e5 2. d2( 1/2-1/2", "1. e4 e5\n2. d2( 1/2-1/2)\n1/2-1/2" },
    { "1. d2( (x ; to the end)", "1. d2( (x ; to the end)\n))\n*" },
    { "1. e4*(", "1. e4\n1*()\n*" },
    { "1. d2( {a *", "1. d2( {a *})\n*" },
    { "1. d2(*", "1. d2(*)\n*" },
    { "1/2-1/ D 2", "1. 1/2-1/ D 2\n*" },
    -- unreadable text becomes one comment per line if a comment cannot contain it
    { "(\r}", "{(} ;}\n*" },
    { "1. d4(($\n}", "1. d4 {(($} ;}\n*" },
    { "1. e4 (1. f3 (1. c3) h}\n x) *", "1. e4 (1. f3 ;h}\n{x} (1. c3)) *" },
    -- text after "1/2" makes it unreadable, also if the start position is unknown
    { '[FEN "x"]\n\n1/2 {a}', "{a} 1/2-1/2" },
    { '[FEN "x"]\n\n1/2 {a} foo', "1. 1/2 {a} foo\n1/2-1/2" },
    { '[FEN "x"]\n\n1/2 {a} *', "1. 1/2 {a}\n*" },
    -- a closing brace is added to a comment that is never closed
    { "1. e4 Ke9 {a", "1. e4\nKe9 {a}\n*" },
    -- without tags, a move number is written first, because it begins the game; comments and NAGs before the moves
    -- follow it
    { "1. $1 <x> 0.31 e4 *", "1. $1 <x> 0.31 1. e4 *" },
    { "1. e4 ((1. d4) 1. c4) e5 *", "1. e4 ((1. d4) 1. c4) 1... e5 *" },
    { "1. e4 e5 ((1. d4) 1... c5) (({a}) 1... c5) *", "1. e4 e5 ((1. d4) 1... c5) (({a}) 1... c5) *" },
    { "1. [%a] e4 0.31. e5 *", "1. [%a] 1. e4 0.31 e5 *" },
    { "1. e4 <> e5 2. <> Nf6 *", "1. e4 < > e5 2. -- Nf6 *" },
    -- these are signs only between blanks
    { "1. e4 <->e5 2. d4<=>d5 *", "1. e4 < -> e5 2. d4 < => d5 *" },
    { "1. e4 <-> e5 *", "1. e4 $149 e5 *" },
    -- both results stay in the unreadable variation
    { "1. e4 (**[) e5 *", "1. e4 (**[) 1... e5 *" },
  }
  for _, row in ipairs(ROWS) do
    it("of " .. row[1]:gsub("%c", "|"), function()
      local g = one(row[1])
      assert.equal(row[2] .. "\n", g:movetext { width = 0 })
      local again = one(g:pgn { width = 0 })
      assert.equal(g.plies, again.plies)
      assert.equal(row[2] .. "\n", again:movetext { width = 0 })
    end)
  end

  it("omits parts on request", function()
    local g = one "{a} 1. e4 $1 {b} (1. d4 {c} $2) 1... {d} e5 2. Nf3 *"
    assert.equal("{a} 1. e4 $1 {b} (1. d4 {c} $2) 1... {d} e5 2. Nf3 *\n", g:movetext())
    assert.equal("1. e4 $1 (1. d4 $2) 1... e5 2. Nf3 *\n", g:movetext { comments = false })
    assert.equal("{a} 1. e4 {b} (1. d4 {c}) 1... {d} e5 2. Nf3 *\n", g:movetext { nags = false })
    assert.equal("{a} 1. e4 $1 {b} 1... {d} e5 2. Nf3 *\n", g:movetext { variations = false })
    assert.equal("e4 (d4) e5 Nf3 *\n", g:movetext { comments = false, nags = false, numbers = false })
    assert.equal("1. e4 e5 2. Nf3 *\n", g:movetext { comments = false, nags = false, variations = false })
  end)

  it("refuses unknown options and wrong values", function()
    local g = one "*"
    assert.has_error(function() g:movetext { widht = 1 } end,
      "bad argument #1 to 'movetext' (unknown option 'widht'; did you mean 'width'?)")
    assert.has_error(function() g:movetext { width = -1 } end,
      "bad argument #1 to 'movetext' (option 'width': 0 to 65535 expected, got -1)")
    assert.has_error(function() g:movetext { width = "9" } end,
      "bad argument #1 to 'movetext' (option 'width': 0 to 65535 expected, got '9')")
    assert.has_error(function() g:movetext { no_nags = 1 } end,
      "bad argument #1 to 'movetext' (option 'no_nags': boolean expected, got number)")
  end)

  it("does not begin a line of a comment with % or [", function()
    local words = {}
    for i = 1, 60 do
      words[i] = ({ "%esc", '[Event "x"]', "plain", "[%clk", "{", ";" })[i % 6 + 1]
    end
    local g = one("1. e4 {" .. table.concat(words, " ") .. "} 1-0")
    for width = 10, 90 do
      local text = g:movetext { width = width }
      assert.is_nil(text:find("\n[%%%[]"), text)
      assert.same(shape(g), shape(one(text)))
    end
  end)

  it("keeps comments on one line on request", function()
    local g = one("1. e4 {" .. ("word "):rep(40) .. "} e5 *")
    local text = g:movetext { wrap_comments = false }
    assert.is_truthy(text:find("{" .. ("word "):rep(40) .. "}", 1, true))
    assert.is_nil(g:movetext():find(("word "):rep(40), 1, true))
  end)
end)

describe("pgn", function()
  it("has the seven standard tags in order, the others sorted, and defaults for missing ones", function()
    local g = one '[ZZ "1"]\n[Black "B\\"\\\\"]\n[Annotator ""]\n[White "A"]\n\n1. e4 1-0'
    assert.equal([=[
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "B\"\\"]
[Result "1-0"]
[Annotator ""]
[ZZ "1"]

1. e4 1-0
]=], g:pgn())
  end)

  it("adds SetUp to FEN", function()
    local text = one('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'):pgn()
    assert.equal('[Result "*"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *\n',
      text:match('%[Result.*$'))
  end)

  it("breaks lines at 79 columns", function()
    for g in chess.games "spec/data/pgn/long.pgn" do
      local longest, lines = 0, 0
      for line in g:pgn():gmatch("([^\n]*)\n") do
        longest, lines = math.max(longest, #line), lines + 1
      end
      assert.is_true(longest <= 79 and longest >= 75, longest .. " columns")
      assert.is_true(lines > 40)
    end
  end)
end)

-- ---- random trees -------------------------------------------------------------------------------

local SEED = 271828

local WORDS = {
  "a", "word", "the", "quick", "fox", '"', '"quoted"', "\\", "\\\\", "%", "%clk", "[", "[Event", '[%clk 0:01:02]', "]",
  "(", ")", "1-0", "*", "$1", ";", "{", "1.", "e4", "caf\u{e9}", "\u{265e}", ("long"):rep(30), "!", "-", "",
}

local function random_comment()
  local words = {}
  for i = 1, math.random(0, 12) do
    words[i] = WORDS[math.random(#WORDS)]
  end
  return table.concat(words, " ")
end

-- A random game as irregular PGN: unusual numbers, blanks and line ends, comments in any place.
local function random_text()
  local out = {}
  local function put(text)
    out[#out + 1] = text
    out[#out + 1] = ({ " ", "\n", "  ", " ", " ", "\r\n" })[math.random(6)]
  end
  local function put_comment()
    local text = random_comment()
    if math.random(5) == 1 then
      out[#out + 1] = ";" .. text .. (math.random(2) == 1 and " } " or "") .. "\n"
    else
      put("{" .. text .. "}")
    end
  end
  local function put_line(p, plies, depth)
    local first = true
    for _ = 1, plies do
      local moves = p:moves()
      if #moves == 0 then
        return
      end
      local move = moves[math.random(#moves)]
      if math.random(3) > 1 then
        put(p.fullmove_number .. (p.turn == "white" and "." or "..."))
        if math.random(12) == 1 then
          put_comment()
        end
      elseif first and math.random(8) == 1 then
        put_comment()
      end
      put(p:san(move))
      first = false
      if math.random(6) == 1 then
        put("$" .. math.random(0, 255))
      end
      while math.random(6) == 1 do
        put_comment()
      end
      while depth < 5 and math.random(7) == 1 do
        put("(")
        put_line(p, math.random(6), depth + 1)
        put(")")
        if math.random(5) == 1 then
          put_comment()
        end
      end
      p = p:play(move)
    end
  end
  if math.random(4) == 1 then
    put_comment()
  end
  put_line(chess.position(), math.random(0, 30), 0)
  put(({ "1-0", "0-1", "1/2-1/2", "*" })[math.random(4)])
  return table.concat(out)
end

-- Only comments that begin with a move may be reported.
local function check_clean(game)
  for _, d in ipairs(game.diagnostics) do
    assert.equal("comment_hides_moves", d.code, game.text)
  end
end

describe("random games", function()
  it("are equal after writing and reading, 2000 games, seed " .. SEED, function()
    math.randomseed(SEED)
    local sizes = { nodes = 0, notes = 0 }
    for round = 1, 2000 do
      local text = random_text()
      local g = one(text)
      check_clean(g)
      local wanted = shape(g)
      local width = ({ 79, 79, 0, 40, 20 })[round % 5 + 1]
      local written = assert(g:pgn { width = width })
      local again = one(written)
      if g.result ~= again.result or again.rest then
        error(("%q\nis written as\n%s"):format(text, written))
      end
      assert.same(wanted, shape(again), written)
      check_clean(again)
      -- Writing the game again gives the same bytes.
      assert.equal(written, again:pgn { width = width })
      g:walk(function(node)
        sizes.nodes = sizes.nodes + 1
        sizes.notes = sizes.notes + #node.comments + #node.comments_before + #node.nags
      end)
    end
    assert.is_true(sizes.nodes > 30000 and sizes.notes > 10000, sizes.nodes .. " nodes, " .. sizes.notes .. " notes")
  end)

  it("have no line longer than the width, except long words, 500 games, seed " .. SEED, function()
    math.randomseed(SEED)
    local lines = 0
    for round = 1, 500 do
      local width = ({ 79, 60, 40 })[round % 3 + 1]
      local movetext = one(random_text()):movetext { width = width }
      for line in movetext:gmatch("([^\n]*)\n") do
        lines = lines + 1
        local size = #line:gsub("[\x80-\xBF]", "") -- characters, not bytes
        if size > width then
          -- Allowed: a word longer than the text line, a word that may not begin a text line, an empty line, or a ;
          -- comment.
          local excuse = line:find(("%S"):rep(40)) or line:find("^;") or line:find(" ;")
            or line:find(" [%[%%]") or line:find("  ") or line:find(" }")
          assert.is_truthy(excuse, ("%d columns: %s"):format(size, line))
        end
      end
    end
    assert.is_true(lines > 2000, lines .. " lines")
  end)
end)

describe("a star at the end of unreadable text", function()
  it("stays on the text line of the result, at each width", function()
    for _, stars in ipairs { "**", "***", "*1-0", "* *" } do
      for width = 1, 30 do
        local game = assert(chess.games_in("1. zz yy Qx" .. stars)())
        local written = game:pgn { width = width }
        local found = {}
        for again in chess.games_in(written) do
          found[#found + 1] = again:pgn { width = width }
        end
        assert.same({ written }, found, stars .. " " .. width)
      end
    end
  end)
end)

describe("a variation's unreadable end", function()
  it("becomes a comment if moves or variations follow it", function()
    local TEXT = "1. e4 e5 (1... c5 2. Ke3) 2. Nf3 Nc6 *"
    local function after(edit)
      local game = chess.game(TEXT)
      edit(game.root[1][2])
      local written, count = game:movetext(), #game.root[1]
      local again = chess.game(written)
      assert.equal(count, #again.root[1])
      assert.equal(written, again:movetext())
      return written
    end
    assert.equal("1. e4 e5 (1... c5 2. Ke3) 2. Nf3 Nc6 *\n", after(function() end))
    assert.equal("1. e4 c5 {2. Ke3} (1... e5 2. Nf3 Nc6) *\n", after(function(node) node:promote() end))
    assert.equal("1. e4 e5 (1... c5 {2. Ke3} 2. Nf3 d6) 2. Nf3 Nc6 *\n",
      after(function(node) node:add_line "2. Nf3 d6" end))
    local game = chess.game(TEXT)
    game.root[1][2]:promote()
    assert.equal("1. e4 c5 {2. Ke3} (1... e5 2. Nf3 Nc6) *\n", game:movetext { comments = false })
    assert.equal("1. e4 e5 (1... c5 {why} 2. Ke3) 2. Nf3 Nc6 *\n",
      after(function(node) node.comment = "why" end))
  end)
end)

describe("text after a result", function()
  local ROWS = {
    { "1. e4 e5 1-0 {Black resigns}", "1. e4 e5 {Black resigns} 1-0\n", {} },
    { "1. e4 e5 1-0 ; on time", "1. e4 e5 { on time} 1-0\n", {} },
    { "1. e4 e5 1-0 ff", "1. e4 e5 {ff} 1-0\n", { "text_after_result 14" } },
    { "1. e4 e5 1-0 0-1 {x} *", "1. e4 e5 {0-1} {x} {*} 1-0\n", { "text_after_result 14", "text_after_result 22" } },
    { "1. e4 Ke7 zz 1-0 {c} dd", "1. e4 {c} {dd}\nKe7 zz\n1-0\n", { "illegal_move 7", "text_after_result 22" } },
    { "1. e4 (1. d4 zz) 1-0 (x", "1. e4 (1. d4 zz) 1-0\n", { "bad_move 14" } }, -- "(x" belongs to the next game
  }
  for _, row in ipairs(ROWS) do
    it(("is kept: %q"):format(row[1]), function()
      local game = assert(chess.games_in(row[1])())
      local codes = {}
      for i, item in ipairs(game.diagnostics) do
        codes[i] = item.code .. " " .. item.column
      end
      assert.same(row[3], codes)
      local written = game:movetext()
      assert.equal(row[2], written)
      assert.equal(written, assert(chess.games_in(written)()):movetext())
      assert.equal("1-0", game.result)
    end)
  end

  it("does not belong to the unreadable rest", function()
    local game = assert(chess.games_in("1. e4 Ke7 zz 1-0 {c} dd")())
    assert.equal("Ke7 zz 1-0", game.rest)
    assert.equal("c", game.root[1].comments[1])
  end)
end)
