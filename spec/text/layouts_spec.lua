-- chess.read_text on the layouts of books, newspapers, HTML pages and forums: columns, hyphens, page marks, encodings.

local chess = require "lucena"

-- Return the movetext of the only game in a text.
local function read(text, opts)
  local games, report = chess.read_text(text, opts)
  assert.equal(1, #games, text)
  return (games[1]:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")), games[1], report
end

local SIX = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *"

describe("chess.read_text reads", function()
  for name, text in pairs {
    ["a column for each side"] =
      "1. e4     e5\n2. Nf3    Nc6\n3. Bb5    a6\n4. Ba4    Nf6\n5. O-O    Be7\n6. Re1    b5\n",
    ["numbers without full stops"] =
      "1   e4     e5\n2   Nf3    Nc6\n3   Bb5    a6\n4   Ba4    Nf6\n5 O-O Be7\n6 Re1 b5\n",
    ["tabs"] = "1.\te4\te5\n2.\tNf3\tNc6\n3.\tBb5\ta6\n4.\tBa4\tNf6\n5.\tO-O\tBe7\n6.\tRe1\tb5\n",
    ["a score in two columns"] =
      "1. e4   e5        4. Ba4  Nf6\n2. Nf3  Nc6       5. O-O  Be7\n3. Bb5  a6        6. Re1  b5\n",
    ["a score in columns of different lengths"] =
      "1. e4   e5        5. O-O  Be7\n2. Nf3  Nc6       6. Re1  b5\n3. Bb5  a6\n4. Ba4  Nf6\n",
    ["letters apart from their squares"] =
      "1. e4 e5 2. S f3 S c6 3. L b5 a6 4. L a4 S f6 5. O-O L e7 6. T e1 b5\n",
    ["letters apart from two squares"] = "1. e2—e4, e7—e5. 2. S g1—f3, S b8—c6. 3. L f1—b5, a7—a6. "
      .. "4. L b5—a4, S g8—f6. 5. O-O, L f8—e7. 6. T f1—e1, b7—b5.",
    ["captures and castling with blanks"] = "1  e4     e5\n2  S f3   S c6\n3  L b5   a6\n4  L a4   S f6\n"
      .. "5  0 - 0  L e7\n6  T e1   b5\n",
    ["squares without a hyphen"] = "1° e2 e4      e7 e5\n2° C g1 f3   C b8 c6\n3° A f1 b5   a7 a6\n"
      .. "4° A b5 a4   C g8 f6\n5° Rocca     A f8 e7\n6° T f1 e1   b7 b5\n",
    ["a score in three columns"] =
      "1. e4   e5      3. Bb5  a6      5. O-O  Be7\n2. Nf3  Nc6     4. Ba4  Nf6     6. Re1  b5\n",
  } do
    it(name, function()
      assert.equal(SIX, (read(text)))
    end)
  end

  it("a score in two columns of descriptive notation, and the text after it", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {A fine position.} *", (read(
      "     1. P-K4    P-K4        3. B-Kt5   P-QR3\n     2. Kt-KB3  Kt-QB3      4. B-R4\n\nA fine position.\n")))
  end)

  it("a row that begins with a move of Black after the header of a page", function()
    for _, header in ipairs { "\n       162\n\n    THE SPANISH GAME\n\n", "\n162     THE SPANISH GAME\n\n", "\n\n" } do
      local games, report = chess.read_text("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4\n" .. header
        .. "Ng8-f6 5. O-O Bf8-e7 6. Rf1-a7 b7-b5\n")
      assert.same({ 1, 10, 2 }, { #games, games[1].plies, report.counts.unread }, header)
    end
  end)

  it("words that are divided at the end of a line", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 {A well-known opening, already old.} 3. Bb5 a6 *",
      (read "1. e4 e5 2. Nf3 Nc6 A well-known open-\ning, al\u{AD}\nready o\u{AD}ld. 3. Bb5 a6\n"))
  end)

  it("moves that are divided at the end of a line", function()
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *",
      (read "1. e2-e4 e7-e5 2. Ng1-\nf3 Nb8-c6 3. Bf1-b5 a7-\n    a6 4. Bb5-a4\n"))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *", (read(
      "The game began 1. e4 e5 2.\nNf3 Nc6 3.\nBb5 a6 4. B-\na4 Nf6 5. O-\nO, as usual.\n", { prose = "none" })))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
      (read "1. P-K4 P-K4 2. Kt-\nKB3 Kt-QB3 3. B-Kt5 P-\nQR3 4. B-R4 Kt-\nB3\n"))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
      (read "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. B\u{AD}a4 Nf\u{AD}6\n"))
  end)
end)

describe("chess.read_text omits", function()
  local FEED = "\n                    162\n\f\nCHESS FUNDAMENTALS\n\n"
  for _, mark in ipairs { "{162}\n", "[162]\n", "[Pg 162]\n", "[p. 162]\n", "162\n", "\n162\n\n", "\n- 162 -\n\n",
    "\n\u{2014} 162 \u{2014}\n\n", "\nPage 162\n\n", "\nSeite 162\n\n", "\f", FEED,
    "\n162        CHESS FUNDAMENTALS\n\n",
    "\nGENERAL THEORY        43\n\n", "\n43\n\nCAPABLANCA\n\n", "\n43\n\fThe Spanish Opening\n\n" } do
    local name = mark:gsub("\n", "|"):gsub("\f", "^L")
    it("the page mark " .. name .. " between moves", function()
      assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
        (read("1. e4 e5\n2. Nf3 Nc6\n" .. mark .. "3. Bb5 a6\n4. Ba4 Nf6\n")))
    end)

    it("the page mark " .. name .. " in a note, if it is a paragraph", function()
      if not mark:find("^[%d%[]") or mark:find("^%[[Pp]") then
        assert.equal("{White plays} 1. e4 e5 2. Nf3 Nc6 {and now the most natural move is} 3. Bb5 a6 4. Ba4 Nf6 "
          .. "{and so on.} *",
          (read("White plays 1. e4 e5 2. Nf3 Nc6 and now the most\n" .. mark
            .. "natural move is 3. Bb5 a6 4. Ba4 Nf6, and so on.\n")))
      end
    end)
  end

  it("no words or numbers of a note", function()
    for _, note in ipairs { "He won in 43", "IN 1909 HE WON", "It is\n\n43 moves\n\nlong",
      "A fine\n\nBISHOP\n\nmove" } do
      assert.equal("1. e4 e5 {" .. note:gsub("\n+", " ") .. "} 2. Nf3 Nc6 *",
        (read("1. e4 e5\n\n" .. note .. "\n\n2. Nf3 Nc6\n")))
    end
  end)

  it("dashes around a note, forum markup, and the signs of quoted lines", function()
    assert.equal("1. e4 e5 {a good reply} 2. Nf3 Nc6 *",
      (read "1. e4 e5 \u{2014} a good reply \u{2013} 2. Nf3 Nc6\n"))
    assert.equal("1. e4 e5 2. Nf3 {Great fun, I think.} 2... Nc6 *",
      (read "[quote=Bob]1. e4 e5 2. Nf3[/quote] [b]Great[/b] fun,\n> I think.\n> 2... Nc6\n"))
  end)
end)

describe("chess.read_text decodes", function()
  it("Windows-1252 with typographic quotes and dashes", function()
    local text, game = read("Durand \x96 L\xe9vy\n\nLe ma\xeetre \x93\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 \x97"
      .. " \xabtr\xe8s bon\xbb \x96 4. Fa4 Cf6 5. 0\x960 Fe7 l\x92attaque\x85 6. Te1 b5 \xbd\x96\xbd\n")
    assert.equal("{Le maître “} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {«très bon»} 4. Ba4 Nf6 5. O-O Be7 {l’attaque…} "
      .. "6. Re1 b5 1/2-1/2", text)
    assert.same({ "Durand", "Lévy" }, { game.tags.White, game.tags.Black })
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
      (read "1. e2\x96e4 e7\x96e5 2. Cg1\x96f3 Cb8\x96c6 3. Ff1\x96b5 a7\x97a6\n"))
  end)

  it("Latin-1, also with the sign of captures", function()
    local text, game = read "G\xe9n\xe9ral: L\xe9vy - N\xfa\xf1ez\n\n1. P-K4 P-Q4 2. P\xd7P Q\xd7P \xc7a va.\n"
    assert.equal("{Général: Lévy - Núñez} 1. e4 d5 2. exd5 Qxd5 {Ça va.} *", text)
    assert.same({ "Lévy", "Núñez" }, { game.tags.White, game.tags.Black })
  end)

  it("HTML with tables, entities, comments and scripts", function()
    local page = [[<html><head><style>b{}</style><script>var a = "1. e4 e5";</script></head><body>
<p>Durand &ndash; L&eacute;vy</p><!-- 1. d4 d5 -->
<table class="moves"><tbody><tr><th>#</th><th>Blancs</th><th>Noirs</th></tr>
<tr><td>1</td><td>e4</td><td>e5</td></tr><tr><td>2</td><td>Cf3</td><td>Cc6</td></tr>
<tr><td>3</td><td>Fb5</td><td>a6</td></tr><tr><td colspan=3>Une vieille suite&nbsp;: l&rsquo;espagnole.</td></tr>
<tr><td>4</td><td>F&times;c6</td><td>d&#215;c6</td></tr><tr><td>5</td><td>0&ndash;0</td><td>f6&#33;</td></tr></tbody>
</table><p>Apr&egrave;s 5...Fg4 6. h3 h5 les noirs attaquent &amp; menacent.</p></body></html>]]
    local expected = "{# Blancs Noirs} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {Une vieille suite : l’espagnole.} 4. Bxc6 dxc6 "
      .. "5. O-O f6 $1 {Après 5...Fg4 6. h3 h5 les noirs attaquent & menacent.} (5... Bg4 6. h3 h5) *"
    local text, game = read(page)
    assert.same({ expected, "Durand", "Lévy" }, { text, game.tags.White, game.tags.Black })
    -- The same page on one line, and a part of a page.
    assert.equal(expected, (read((page:gsub("\n", "")))))
    assert.equal(expected, (read((page:match("<table.*</p>")))))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
      (read "<p>1.&nbsp;e4&nbsp;e5 2.&nbsp;&#9816;f3&nbsp;&#x265E;c6 3.&nbsp;&#9815;b5&nbsp;a6</p>"))
  end)
end)
