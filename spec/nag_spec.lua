-- chess.nag: the meanings and signs of the NAGs. The reader must read the same signs.

local chess = require "lucena"
local need = require "spec.support.need"

describe("chess.nag", function()
  -- number, symbol, ASCII form, English, French
  local ROWS = {
    { 0, nil, nil, "null annotation (placeholder)", "annotation nulle (réservé)" },
    { 1, "!", "!", "good move", "bon coup" },
    { 6, "?!", "?!", "dubious move", "coup douteux" },
    { 14, "⩲", "+/=", "White: slight advantage", "Blancs : léger avantage" },
    { 19, "−+", "-+", "Black: decisive advantage", "Noirs : avantage décisif" },
    { 94, nil, nil, "White: poor rook placement", "Blancs : tour mal placée" },
    { 139, "⨁", nil, "Black: severe time trouble (zeitnot)", "Noirs : crise de temps (zeitnot)" },
    { 146, "N", "N", "[non-standard] novelty", "nouveauté" },
    { 255, nil, nil, "[ChessPad] without", "sans" },
  }
  for _, row in ipairs(ROWS) do
    it("has the meaning of " .. row[1], function()
      local wanted = { number = row[1], symbol = row[2], ascii = row[3], english = row[4], french = row[5] }
      wanted.is_known = true
      assert.same(wanted, chess.nag(row[1]))
      assert.same(chess.nag(row[1]), chess.nag("$" .. row[1]))
    end)
  end

  it("has is_known = false if a number has no meaning", function()
    assert.same({ number = 200, english = "unknown NAG", french = "NAG inconnu", is_known = false }, chess.nag(200))
  end)

  it("raises for other values", function()
    assert.equal("no NAG 256", select(2, chess.nag(256)))
    for _, bad in ipairs { -1, 256, math.mininteger, "", "x", "$", "$256", "$-1", "14", "!!!", "--" } do
      assert.is_nil((chess.nag(bad)), bad)
      assert.equal("bad_nag", select(3, chess.nag(bad)))
    end
    assert.has_error(function() chess.nag(1.5) end, "bad argument #1 to 'nag' (integer or string expected, got number)")
    assert.has_error(function() chess.nag {} end, "bad argument #1 to 'nag' (integer or string expected, got table)")
  end)

  it("returns a table that can be changed", function()
    chess.nag(1).symbol = "x"
    assert.equal("!", chess.nag(1).symbol)
  end)

  it("has every row of the table of facts", function()
    local folder = need.data("../reference/nags.tsv")
    local rows = 0
    local known = {}
    for line in io.lines(folder) do
      local number, symbol, english, french = line:match("^(%d+)\t([^\t]*)\t([^\t]*)\t([^\t]*)$")
      if number then
        rows = rows + 1
        number = math.tointeger(tonumber(number))
        known[number] = true
        local nag = chess.nag(number)
        assert.same({ symbol ~= "" and symbol or nil, english, french }, { nag.symbol, nag.english, nag.french })
      end
    end
    assert.equal(218, rows)
    for number = 0, 255 do
      assert.equal(known[number] or false, chess.nag(number).is_known)
    end
  end)
end)

-- The signs in section 1.7 of notations.md and in nags.tsv, each with its number.
local ASCII = {
  { "!", 1 }, { "?", 2 }, { "!!", 3 }, { "??", 4 }, { "!?", 5 }, { "?!", 6 }, { "(?)", 6 }, { "[]", 8 },
  { "=", 10 }, { "==", 11 }, { "=~", 12 }, { "=&", 12 }, { "&&", 12 }, { "~", 13 }, { "~~", 13 },
  { "+/=", 14 }, { "+=", 14 }, { "=/+", 15 }, { "=+", 15 }, { "+/-", 16 }, { "-/+", 17 }, { "+-", 18 }, { "-+", 19 },
  { "+--", 20 }, { "++--", 20 }, { "--+", 21 }, { "--++", 21 }, { "/\\", 140 }, { "\\/", 141 }, { ">=", 142 },
  { "<=", 143 }, { "RR", 145 }, { "N", 146 }, { "><", 147 }, { "_|_", 148 }, { "<->", 149 }, { "//", 150 },
  { "^_", 153 }, { "^=", 154 }, { "D", 155 }, { "o^", 160 }, { "|_", 165 }, { "_|", 166 }, { "[+]", 167 },
  { "||", 168 }, { "(+)", 174 }, { "@", 175 }, { "(.)", 176 }, { "->", 178 }, { "=>", 178 }, { "^", 179 },
  { "|^", 179 }, { "<=>", 180 }, { "->/<-", 180 }, { "=>/<=", 180 }, { "~/=", 181 }, { "=/~", 181 }, { "&/=", 181 },
  { "=/&", 181 }, { "^^", 182 }, { ">>", 183 }, { "<<", 184 },
}
local UNICODE = {
  { "‼", 3 }, { "⁇", 4 }, { "⁉", 5 }, { "⁈", 6 }, { "□", 7 }, { "↹", 12 }, { "∞", 13 }, { "⩲", 14 }, { "⩱", 15 },
  { "±", 16 }, { "∓", 17 }, { "+−", 18 }, { "−+", 19 }, { "+−−", 20 }, { "−−+", 21 }, { "∆", 140 }, { "∇", 141 },
  { "⌓", 142 }, { "≥", 142 }, { "≤", 143 }, { "⊥", 148 }, { "⟺", 149 }, { "⇗", 150 }, { "◨", 153 }, { "⊶", 154 },
  { "⯻", 157 }, { "⯼", 158 }, { "⯺", 159 }, { "⯽", 160 }, { "∟", 165 }, { "⯾", 166 }, { "⊞", 167 }, { "○", 173 },
  { "⨁", 174 }, { "⊕", 174 }, { "⟳", 175 }, { "⨀", 176 }, { "⊙", 176 }, { "→", 178 }, { "↑", 179 }, { "⇆", 180 },
  { "=∞", 181 }, { "⯹", 181 }, { "◫", 182 }, { "⟫", 183 }, { "⟪", 184 }, { "⚨", 212 }, { "⌊", 214 }, { "⌋", 215 },
  { "⬒", 220 }, { "⬓", 221 }, { "⇔", 239 },
}

-- The NAGs of the first move, the number of plies that were read, and the game.
local function read(text)
  local g = assert(chess.game(text))
  return table.concat(g.root[1] and g.root[1].nags or {}, " "), g.plies, g
end

describe("a sign", function()
  for _, list in ipairs { ASCII, UNICODE } do
    for _, row in ipairs(list) do
      local sign, number = row[1], row[2]
      it(("%s as a separate word is NAG %d"):format(sign, number), function()
        assert.equal(number, chess.nag(sign).number)
        for _, text in ipairs {
          "1. e4 " .. sign .. " 1... e5 *", "1. e4 " .. sign .. "\n1... e5 *", "1. e4 " .. sign .. "{x} e5 *",
          "1. e4 " .. sign .. " Nf6 *", "1. e4 " .. sign .. "$1 Nf6 *",
        } do
          local nags, plies, g = read(text)
          assert.equal(tostring(number), (nags:match("^%d+")), text)
          assert.equal(2, plies, text)
          assert.is_nil(g.rest)
          assert.equal(0, #g.diagnostics)
        end
        assert.equal(tostring(number), (read("1. e4 " .. sign .. " *")))
        assert.equal(tostring(number), (read("1. e4 " .. sign)))
      end)
    end
  end

  for _, row in ipairs(UNICODE) do
    it(row[1] .. " can follow a move or another sign directly", function()
      for _, text in ipairs { "1. Nf3%s Nf6 *", "1.\nNf3%s{x} Nf6 *", "1. Nf3!%s *", "1. g1f3%s *", "1. Nf3+%s *" } do
        local nags, plies = read(text:format(row[1]))
        assert.equal(tostring(row[2]), (nags:gsub("^1 ", "")))
        assert.is_true(plies >= 1)
      end
      assert.equal(row[2] .. " 13", (read("1. e4" .. row[1] .. "∞ e5 *")))
      assert.equal(row[2] .. " 13", (read("1. e4 " .. row[1] .. "∞ e5 *")))
      assert.equal(row[2] .. " 1", (read("1. e4 " .. row[1] .. "! e5 *")))
    end)
  end

  it("in ASCII can follow the move directly if it is unambiguous", function()
    local ROWS = {
      { "+/-", 16 }, { "-/+", 17 }, { "+/=", 14 }, { "=/+", 15 }, { "+-", 18 }, { "-+", 19 }, { "=+", 15 }, { "=", 10 },
      { "==", 11 }, { "~", 13 }, { "~~", 13 }, { "=~", 12 }, { "~/=", 181 }, { "=/~", 181 }, { "[]", 8 }, { "^", 179 },
      { "<=>", 180 }, { ">=", 142 }, { "!", 1 }, { "?!", 6 },
    }
    for _, row in ipairs(ROWS) do
      for _, move in ipairs { "Nf3", "e4", "Nf3+" } do
        if not (move:find("+", 1, true) and row[1] == "=") then -- skipped: "+=" would be a sign of its own
          local nags, plies = read("1. " .. move .. row[1] .. " Nf6 *")
          assert.equal(tostring(row[2]), nags, move .. row[1])
          assert.equal(2, plies)
        end
      end
    end
    local g = assert(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O+- Nf6= *"))
    assert.equal(8, g.plies)
  end)

  it("is not read as a sign if it is ambiguous", function()
    -- text, number of plies that are read, code of the diagnostic at the move where reading stops
    local ROWS = {
      { "1. e4 e5 2. N f3 *", 2, "bad_move" },        -- perhaps Nf3
      { "1. e4 N f6 *", 1, "bad_move" },
      { "1. e4 N xf6 *", 1, "bad_move" },
      { "1. e4 N\n1f6 *", 1, "bad_move" },
      { "1. e4 D d5 *", 1, "bad_move" },
      { "1. N *", 0, "bad_move" },
      { "1. e4 (=) e5 *", 2, "draw_offer" },
      { "1. e4 × d5 *", 1, "bad_move" },              -- perhaps "takes"
      { "1. e4 oo *", 1, "illegal_move" },            -- castling
      { "1. e4 o/o *", 1, "bad_move" },
      { "1. Nf3+= *", 0, "bad_move" },                -- a check followed by =, or +=
      { "1. Nf3+-- *", 0, "bad_move" },
      { "1. Nf3N *", 0, "bad_move" },
      { "1. e4 ±e5 *", 1, "bad_move" },
      { "1. e4 =e5 *", 1, "bad_move" },
      { '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8= *', 0, "missing_promotion" },
      { '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8= Q *', 0, "missing_promotion" },
    }
    for _, row in ipairs(ROWS) do
      local g = assert(chess.game(row[1]))
      assert.equal(row[2], g.plies, row[1])
      assert.equal(row[3], g.diagnostics[1].code, row[1])
    end
    assert.same({ "d4", "--" }, { read("1. d4 -- *") and "d4", assert(chess.game("1. d4 -- *")).root[1][1].san })
    assert.equal("1/2-1/2", assert(chess.game("1. d4 = 1/2-1/2")).result)
    assert.equal("1-0", assert(chess.game("1. d4 +- 1-0")).result)
  end)

  it("is reported by check(), as a repair, and written as a number", function()
    local g = assert(chess.game("1. e4± e5 -+ 2. Nf3! *"))
    local _, found = g:check()
    assert.equal(2, #found)
    for i, wanted in ipairs { { "nag_style", "repair", "±", 6 }, { "nag_style", "repair", "-+", 12 } } do
      local d = found[i]
      assert.same(wanted, { d.code, d.severity, d.token, d.column })
    end
    assert.equal("1. e4 $16 e5 $19 2. Nf3 $1 *\n", g:movetext())
  end)

  it("that is too long is not a sign, and does not hide the move", function()
    local long = "1. e4" .. ("!"):rep(1000) .. " e5 *"
    for _, text in ipairs { "1. e4!!!! e5 *", "1. e4 !!!! e5 *", "1. e4?!? e5 *", long } do
      local nags, plies, g = read(text)
      assert.equal("", nags)
      assert.equal(2, plies)
      assert.same({ "bad_nag" }, { g.diagnostics[1].code })
    end
  end)
end)
