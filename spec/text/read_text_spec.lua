-- chess.read_text: finds games in prose.

local chess = require "lucena"
local file = require "spec.support.file"

-- Return the movetext of each game, without comments.
local function movetexts(text, opts)
  local games, report = chess.read_text(text, opts or { prose = "none" })
  local out = {}
  for i, game in ipairs(games) do
    out[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
  end
  return out, report, games
end

describe("chess.read_text", function()
  it("begins a game with a second number 1 after an empty line, or after the sign of no result", function()
    for _, gap in ipairs { "\n\n", " *\n", " *\n\n", " 1/2\n\n" } do
      local games = chess.read_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" .. gap .. "1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n")
      assert.same({ 2, 6, 6, "0-1" }, { #games, games[1].plies, games[2].plies, games[2].tags.Result }, gap)
    end
  end)

  it("writes brackets that have nothing but variations once, and keeps those with words", function()
    local games = chess.read_text("1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6 (3... d6 4. d4) 4. Ba4) 3... Bc5 4. c3 "
      .. "(or 4. d3) 4... Nf6 A good move (4... d6 5. d4)\n5. d4 exd4 *\n")
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6 (3... d6 4. d4) 4. Ba4) 3... Bc5 4. c3 {(or 4. d3)} (4. d3) "
      .. "4... Nf6 {A good move} (4... d6 5. d4) 5. d4 exd4 *", (games[1]:movetext { width = 0 }:gsub("\n", "")))
  end)

  it("keeps a game whose second move is illegal", function()
    local games, report = chess.read_text("Ritter - Falke\n1. d4 d5 2. c5 e6 3. Sc3 Sf6 4. Lg5 Le7 5. e3 0-0 0:1\n")
    assert.same({ "Ritter", 2, "0-1", "c5" }, { games[1].tags.White, games[1].plies, games[1].tags.Result,
      report.diagnostics[1].token })
  end)

  it("reads each page of spec/data/pages as the games in the PGN file next to it", function()
    local count = 0
    local pipe = assert(io.popen("ls spec/data/pages/*.txt"))
    for path in pipe:lines() do
      if not path:find("SOURCE", 1, true) then
        local games = chess.read_text(file.read(path))
        local out = {}
        for i, game in ipairs(games) do
          out[i] = game:pgn() .. "\n"
        end
        assert.equal(file.read((path:gsub("txt$", "pgn"))), table.concat(out), path)
        count = count + 1
      end
    end
    pipe:close()
    assert.is_true(count >= 15)
  end)

  it("reads castling with zeros in descriptive notation", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O *" }, (movetexts(
      "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. 0-0 Kt-B3 5. P-Q3 0-0", { dialect = "descriptive" })))
    assert.same({}, (movetexts("0-", { dialect = "descriptive" })))
  end)

  it("does not loop forever if a move has the number 0", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (movetexts "1. e4 e5 2. Nf3 Nc6 0. Bb5 a6"))
  end)

  it("continues the game after notes with variations", function()
    assert.same({ "1. d4 d5 2. c4 e6 3. Nc3 Nf6 (3... c6) 4. Bg5 Be7 5. e3 O-O *" }, (movetexts(
      "1.d4 d5 2.c4 e6 3.Nc3 Nf6 Also possible is 3...c6. 4.Bg5 Be7 5.e3 O-O")))
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 (3... h6 4. O-O Nf6 5. d4 exd4 6. e5) 4. b4 Bxb4 5. c3 Ba5 "
      .. "6. d4 exd4 *" }, (movetexts("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5\nBad is 3...h6 4.O-O Nf6 5.d4 exd4 6.e5 fine.\n"
        .. "4.b4 Bxb4 5.c3 Ba5 6.d4 exd4")))
  end)

  it("keeps the readings of a move until later moves decide", function()
    -- Either knight may be meant: Nc6 or Nf6. Only the knight on f6 can take the pawn later.
    local texts, report = movetexts("1. P-Q4 Kt-B3 2. P-Q5 KtxP")
    assert.same({ "1. d4 Nf6 2. d5 Nxd5 *" }, texts)
    assert.same({ "resolved_by_context", "repair" }, { report.diagnostics[1].code, report.diagnostics[1].severity })
  end)

  it("ends the line before a move with two readings, and reports both", function()
    local texts, report = movetexts("1. P-Q4 P-Q4 2. B-B4 B-B4 3. Kt-B3")
    assert.same({ "1. d4 d5 2. Bf4 Bf5 *" }, texts)
    assert.equal("ambiguous_move", report.diagnostics[1].code)
    assert.equal("ambiguous move Kt-B3: Nc3, Nf3", report.diagnostics[1].message)
    assert.equal(1, report.counts.ambiguous)
  end)

  it("keeps the moves after a move with two readings as a comment", function()
    local games = chess.read_text("1. P-Q4 P-Q4 2. Kt-B3 P-K3 and White stands well.")
    assert.same({ "d4 d5", "2. Kt-B3 P-K3 and White stands well." },
      { games[1].root.next.san .. " " .. games[1].root.next.next.san, games[1].root.next.next.comments[1] })
  end)

  it("uses a diagram printed inside a game as evidence for a reading", function()
    local board = "\n| r | n | b | q | k | b | n | r |\n| p | p | p |   | p | p | p | p |\n"
      .. "|   |   |   |   |   |   |   |   |\n"
      .. "|   |   |   | p |   |   |   |   |\n|   |   |   | P |   |   |   |   |\n|   |   |   |   |   | N |   |   |\n"
      .. "| P | P | P |   | P | P | P | P |\n| R | N | B | Q | K | B |   | R |\n\n"
    local text = "1. P-Q4 P-Q4 2. Kt-B3\n%s2... P-K3 A natural move.\n"
    assert.same({ "1. d4 d5 2. Nf3 e6 *" }, (movetexts(text:format(board))))
    assert.same({ "1. d4 d5 *" }, (movetexts(text:format "\n")))
  end)

  it("uses a printed or missing check sign as evidence", function()
    -- No check is printed, but Bb5 would give check. So the bishop goes to g5.
    assert.same({ "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. Bg5 Be7 *" },
      (movetexts("1. P-K4 P-K3 2. P-Q4 P-Q4 3. Kt-QB3 Kt-KB3 4. B-Kt5 B-K2")))
  end)

  it("excludes moves without check if a check is printed", function()
    -- Bb5 gives check, and Bg5 does not.
    assert.same({ "1. e4 e6 2. d4 d5 3. exd5 exd5 4. Bb5+ c6 *" },
      (movetexts("1. P-K4 P-K3 2. P-Q4 P-Q4 3. PxP PxP 4. B-Kt5 ch P-B3")))
    local texts, report = movetexts "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 ch Kt-B3 5. P-Q3 P-Q3\n"
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *" }, texts)
    assert.equal("4. P-B3 ch is legal here only without the check", report.diagnostics[1].message)
    assert.equal("illegal_move", report.diagnostics[1].code)
    assert.same({ 6, 4 }, { report.counts.mainline, report.counts.unread })
  end)

  it("reads and reports moves with a wrong check sign in algebraic notation", function()
    local texts, report = movetexts "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3+ Nf6# 5. d3 d6\n"
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 *" }, texts)
    assert.same({ "check_sign", "repair", "c3+ gives no check", "Nf6# gives no check" },
      { report.diagnostics[1].code, report.diagnostics[1].severity, report.diagnostics[1].message,
        report.diagnostics[2].message })
  end)

  it("learns from a text whether KR is a rook by its origin or by its side of the board", function()
    -- The rooks have changed sides. Moves 4 and 5 are possible for one rook only.
    local text = "1. QR-R3 K-B2 2. QR-K3 K-Kt2 3. %s-QKt1 K-B2 4. %s-Kt8 K-Kt2 5. %s-QKt1 K-B2 6. KR-K1"
    for _, row in ipairs { { "KR", "Rbe1" }, { "QR", "Ree1" } } do
      local rook, expected = row[1], row[2]
      local texts = movetexts(text:format("R", rook, rook),
        { prose = "none", dialect = "descriptive", fen = "8/6kp/8/8/8/8/6K1/R6R w - - 0 1" })
      assert.same({ "1. Ra3 Kf7 2. Re3 Kg7 3. Rb1 Kf7 4. Rb8 Kg7 5. Rb1 Kf7 6. " .. expected .. " *" }, texts)
    end
  end)

  it("reads captures that name the captured piece", function()
    assert.same({ "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Nf3 Bg4 6. h3 Bxf3 7. Qxf3 Nd7 8. Bd3 Qc7 9. Bxh7 "
      .. "Rxh7 *" }, (movetexts("1. e4 d5 2. exd5 DxP 3. Cc3 Da5 4. d4 c6 5. Cf3 Fg4 6. h3 FxC 7. DxF Cd7 "
        .. "8. Fd3 Dc7 9. FxP TxF")))
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *" },
      (movetexts "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. FxC dxF"))
  end)

  it("reads long moves that name the captured piece", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ *" },
      (movetexts("1. e2-e4 e7-e5 2. Cg1-f3 Cb8-c6 3. Ff1-b5 a7-a6 4. Fb5xCc6 d7xFc6 5. Cf3xPe5 Dd8-d4 6. Ce5-f3 "
        .. "Dd4xPe4+")))
    assert.same({ "1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 Qc7 5. bxa8=N Qd8 *" },
      (movetexts("1. e2-e4 d7-d5 2. e4xBd5 c7-c6 3. d5xBc6 a7-a6 4. c6xBb7 Dd8-c7 5. b7xTa8(S) Dc7-d8",
        { dialect = "german", prose = "none" })))
    local texts, report = movetexts("1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-b5 Sg8-f6 4. Lb5xLc6 d7xLc6")
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *" }, texts) -- no bishop is on c6
    assert.equal("4. Lb5xLc6 is not legal here", report.diagnostics[1].message)
  end)

  it("reads l and I for the digit 1 of a score, and not in a sentence", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 O-O 6. Nc3 d6 7. Bf1 Re8 *" }, (movetexts(
      "l. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Rel O-O 6. Nc3 d6 7. BfI Re8")))
    assert.same({ "1. e4 e6 2. Qe2 d5 *" }, (movetexts("I. e4 e6 2. De2 d5 Del resto no hay nada.",
      { dialect = "spanish", prose = "none" })))
    assert.same({ "1. d4 d5 *" }, (movetexts("l. d4 d5. I. Allgaier lost.")))
  end)

  it("begins a game from the FEN of the tags before it, if it is valid", function()
    local function games_of(text)
      local out = {}
      for i, game in ipairs((chess.read_text("My endgame:\n\n" .. text, { prose = "none" }))) do
        out[i] = { game.tags.FEN or false, game:movetext { width = 0 }:match("^(.-)%s*$") }
      end
      return out
    end
    local fen = "8/8/8/4k3/8/8/8/4K2R w K - 0 1"
    assert.same({ { fen, "1. O-O Kd5 *" } }, games_of(('[FEN "%s"]\n[SetUp "1"]\n\n1. O-O Kd5 *\n'):format(fen)))
    assert.same({ { fen, "*" } }, games_of(('[FEN "%s"]\n'):format(fen)))
    assert.same({ { false, "1. e4 f6 *" } }, games_of('[FEN "8/x w"]\n[SetUp "1"]\n\n1. e4 f6 *\n'))
    -- These moves are not legal in the position of the FEN.
    assert.same({ { fen, "*" } }, games_of(('[FEN "%s"]\n\nundo\na4 f6?!\n1-0\n'):format(fen)))
  end)

  it("separates moves by inline tags of HTML, and joins the parts of a move", function()
    local function page(body)
      return ("<!DOCTYPE html><p>" .. body:gsub("%S+", "<span>%0</span>"):gsub("> <", "><") .. "</p>")
    end
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0" },
      (movetexts(page "1. e4 e5 2. <i>N</i>f3 <b>N</b>c6 3. Bb5 a6 4. O-O <u>Nf</u>6 1-0")))
  end)

  it("reads Latin letters in Russian moves, and only there", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 Kf8 *" }, (movetexts(
      "1. e4 e5 2. Кf3 Kc6 3. Cb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 b5 7. Cb3 Kpf8")))
    assert.same({ "1. e4 e5 2. Ke2 Ke7 *" }, (movetexts "1. e4 e5 2. Ke2 Ke7"))
  end)

  it("reads place and date in a heading", function()
    for heading, expected in pairs {
      ["Morphy - Anderssen\nParis, 1858"] = { "Morphy", "Anderssen", "Paris", "1858.??.??", "?" },
      ["Morphy - Anderssen, Paris, 1858"] = { "Morphy", "Anderssen", "Paris", "1858.??.??", "?" },
      ["Partie: Dupont - Martin\n(St. Petersburg, 3 May 1909)"] =
        { "Dupont", "Martin", "St. Petersburg", "1909.05.03", "?" },
      ["Anderssen - Kieseritzky (London, 21 June 1851)"] =
        { "Anderssen", "Kieseritzky", "London", "1851.06.21", "?" },
      ["Schulz - Lang\nWien, 3. Mai 1910"] = { "Schulz", "Lang", "Wien", "1910.05.03", "?" },
      ["Weiß   Schwarz\nSchulz    Lang\n(Match, 1909)"] = { "Schulz", "Lang", "?", "1909.??.??", "Match" },
    } do
      local tags = chess.read_text(heading .. "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n")[1].tags
      assert.same(expected, { tags.White, tags.Black, tags.Site or "?", tags.Date, tags.Event or "?" }, heading)
    end
  end)

  it("begins a game at a heading after prose", function()
    local before = "Durand - Leroy\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 Un coup naturel, mais les blancs\n"
      .. "gardent une petite initiative.\n\n"
    local score = "1. d4 d5 2. c4 e6 3. Cc3 Cf6\n"
    for heading, expected in pairs {
      ["Martin - Petit\n\n"] = { "Martin", "Petit" },
      ["Martin-Petit\n"] = { "Martin", "Petit" },
      ["Martin \u{2014} Petit\n"] = { "Martin", "Petit" },
      ["Martin contre Petit\n\n"] = { "Martin", "Petit" },
      ["Martin - Petit (Paris, 1950)\n\n"] = { "Martin", "Petit", "Paris", "1950.??.??" },
      ["Blancs : Martin   Noirs : Petit\n\n"] = { "Martin", "Petit" },
      ["Championnat de Lyon, 1950\n\nMartin - Petit\nGambit dame\n\n"] = { "Martin", "Petit", nil, "1950.??.??" },
      ["Martin (1850) - Petit (1790) 1/2\n\n"] = { "Martin", "Petit", nil, nil, "1/2-1/2", "1790" },
      ["Martin - Petit 0-1\n\n"] = { "Martin", "Petit", nil, nil, "0-1" },
      ["Martin - Petit : "] = { "Martin", "Petit" },
    } do
      local games = chess.read_text(before .. heading .. score)
      local tags, node = games[2].tags, games[1].root
      assert.same({ 2, "*", expected[1], expected[2], expected[3] or "?", expected[4] or "????.??.??",
        expected[5] or "*", expected[6] or "?" }, { #games, games[1].tags.Result, tags.White, tags.Black,
        tags.Site or "?", tags.Date or "????.??.??", tags.Result, tags.BlackElo or "?" }, heading)
      while node.next do
        node = node.next
      end
      assert.same({ "Un coup naturel, mais les blancs gardent une petite initiative." },
        { table.unpack(node.comments) }, heading)
    end
    -- In a sentence, the move number 1 after a heading begins a game, too.
    local games = chess.read_text(before .. "Martin - Petit : 1. d4 d5 2. c4 e6 avec un bon jeu.\n")
    assert.same({ 2, "Martin", 4 }, { #games, games[2].tags.White, games[2].plies })
    -- The names are read before an introduction.
    for _, introduction in ipairs { ("Deux joueurs du club. "):rep(8), "Deux joueurs,\ndu club de la ville." } do
      games = chess.read_text(before .. "Martin - Petit\n\n" .. introduction .. "\n\n" .. score)
      assert.same({ "Martin", "Petit" }, { games[2].tags.White, games[2].tags.Black }, introduction)
    end
  end)

  it("keeps prose that looks like a heading as a comment", function()
    local before = "1. e4 e5 2. Nf3 Nc6 3. Bb5\nA good move.\n\n"
    for _, prose in ipairs { "A good move - Another one", "White - Black",
      "They met in\nLondon - Paris\nand played" } do
      local games = chess.read_text(before .. prose .. "\n\n1. d4 d5 2. c4 e6\n")
      local node = games[1].root.next.next.next.next.next
      assert.same({ "A good move. " .. prose:gsub("\n", " ") },
        { table.unpack(node.comments) })
    end
    -- The moves continue the game.
    local games = chess.read_text(before .. "Morphy - Anderssen\n\n3... a6 4. Ba4 Nf6\n")
    assert.same({ 1, 8, "A good move. Morphy - Anderssen" },
      { #games, games[1].plies, games[1].root.next.next.next.next.next.comments[1] })
    -- Names at the end of the text are not a heading.
    games = chess.read_text(before .. "Morphy - Anderssen\n")
    assert.same("A good move. Morphy - Anderssen", games[1].root.next.next.next.next.next.comments[1])
  end)

  it("corrects a misprint if only one correction fits six later plies", function()
    local text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. %s Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n"
    local whole = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {printed: %s} 4... Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *"
    local printed = "Na4"
    local page = text:format(printed)
    local texts, report = movetexts(page, { prose = "none", misprints = true })
    assert.same({ whole:format(printed) }, texts)
    assert.same({ "corrected_misprint", "repair", "misprint " .. printed .. ": read as Ba4" },
      { report.diagnostics[1].code, report.diagnostics[1].severity, report.diagnostics[1].message })
    assert.equal(1, #report.diagnostics)
    texts, report = movetexts(page)
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" }, texts)
    local hint = "(the moves after it are legal with Ba4; --misprints corrects it)"
    assert.equal(("4. %s is not legal here %s"):format(printed, hint), report.diagnostics[1].message)
    -- Too few plies follow.
    local short = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Na4 Nf6 5. O-O Be7\n"
    assert.equal(6, select(2, movetexts(short, { misprints = true })).counts.mainline)
  end)

  it("counts moves that the text names without playing them", function()
    local games, report = chess.read_text "On note uniquement la case d'arrivée: e4, Cf6, Da5, C1c3 et Cbc3."
    assert.equal(0, #games)
    assert.equal(5, report.counts.no_position)
    assert.equal(0, #report.diagnostics)
  end)

  it("reports moves that are not legal, and moves after them", function()
    local _, report = chess.read_text "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxh8 Nf6\n5. O-O Be7\n"
    local codes = {}
    for i, one in ipairs(report.diagnostics) do
      codes[i] = one.code .. " " .. one.line .. ":" .. one.column
    end
    assert.same({ "illegal_move 1:34", "unknown_position 1:39", "unknown_position 2:4", "unknown_position 2:8" }, codes)
  end)

  it("lists positions as games with a FEN", function()
    local games = chess.read_text("Weiß zieht und gewinnt: 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1. "
      .. "Nach 1. Kd2 Kd4 2. e3+ folgt ...")
    assert.equal(1, #games)
    assert.equal("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", games[1].tags.FEN)
    assert.equal(3, games[1].plies)
  end)

  it("begins games at the position of the option fen", function()
    local fen = "8/6kp/8/8/8/8/6K1/R6R w - - 0 1"
    local game = chess.read_text("White wins with 1. Ra7+ Kg6 2. Rh3.", { fen = fen })[1]
    assert.same({ fen, "1", 3 }, { game.tags.FEN, game.tags.SetUp, game.plies })
  end)

  it("counts each printed move in exactly one state", function()
    local _, report = chess.read_text(file.read "spec/data/pages/descriptive.txt")
    local counts, sum = {}, 0
    for _, one in ipairs(report.mentions) do
      counts[one.state] = (counts[one.state] or 0) + 1
    end
    for state, count in pairs(report.counts) do
      assert.equal(count, counts[state] or 0, state)
      sum = sum + count
    end
    assert.equal(#report.mentions, sum)
  end)

  it("reads castling with zeros in descriptive notation", function()
    local text = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. %s Kt-B3\n"
    for _, sign in ipairs { "0-0", "0 - 0", "0-0!", "O-O", "Castles" } do
      local games, report = chess.read_text(text:format(sign))
      assert.same({ 1, 8, 0 }, { #games, games[1].plies, #report.diagnostics }, sign)
    end
    local games = chess.read_text("1. P-Q4 P-Q4 2. Kt-QB3 Kt-QB3 3. B-B4 B-B4 4. Q-Q2 Q-Q2 5. 0-0-0 0-0-0\n")
    assert.equal("O-O-O", games[1]:node_at(10).san)
  end)

  it("reads castling with zeros in every notation, and in sentences", function()
    for _, name in ipairs { "auto", "descriptive", "descriptive:spanish", "english", "german", "french" } do
      for _, text in ipairs { "In the other hall 12. 0-0-0 was played.", "1. e4 e5 2. 0-0 0-0-0\n", "0-0", "4. 0-0",
        "1. P-K4 0-0 2. 0-0-0 P-K4\n" } do
        assert.equal("table", type(chess.read_text(text, { dialect = name })), text)
      end
    end
  end)

  it("reads descriptive notation of other languages", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" }, (movetexts("1. P4R P4R 2. C3AR C3AD 3. A5C P3TD",
      { dialect = "descriptive:spanish", prose = "none" })))
  end)

  it("finds no games in text without moves", function()
    for _, text in ipairs { "", "Kt ", "1234567890", "12.", "(1. ", "Q x Q x ", "Smith 555-1234, 12. Road 3) " } do
      local games, report = chess.read_text(text:rep(300))
      assert.same({ 0, 0 }, { #games, report.counts.mainline }, text)
    end
  end)

  it("returns the errors of options", function()
    assert.has_error(function() chess.read_text("1. e4", { dialect = "frensh" }) end,
      "bad argument #2 to 'read_text' (option 'dialect': unknown dialect 'frensh'; did you mean 'french'?)")
    assert.equal("bad_board", select(3, chess.read_text("1. e4", { fen = "8/8" })))
    assert.has_error(function() chess.read_text() end, "bad argument #1 to 'read_text' (string expected, got nil)")
  end)

  it("numbers the items of ordered lists, as browsers do", function()
    local page = "<!DOCTYPE html PUBLIC 'x'>\n<ol>\n<li>e4&nbsp; e5</li>\n<li>Nf3 Nc6</li>\n<li>Bb5 N&times;e4</li>\n"
      .. "<li>Nc3 a6</li></ol>\n<p>Better was:</p>\n<ol start='3'><li>Bc4 Bc5</li>\n<li>c3 Nf6</li></ol>"
    local games = chess.read_text((page:gsub("N&times;e4", "Nf6"):gsub("Nc3 a6", "O&ndash;O N&times;e4")))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 Nf6) 3... Nf6 4. O-O Nxe4 *",
      (games[1]:movetext():gsub("%s*{[^}]*}", ""):gsub("%s+", " "):gsub(" $", "")))
  end)

  it("reads pages in HTML, with tables and entities", function()
    local page = "<!DOCTYPE html>\n<html><head><title>1. d4</title></head><body>\n<h1>Dupont &ndash; Martin</h1>\n"
      .. "<table><tr><td>1.</td><td>e4</td><td>e5</td></tr>\n<tr><td>2.&nbsp;</td><td>Sf3</td><td>Sc6</td></tr></table>"
      .. "\n<p>Es folgt <b>3.</b> L<i>c4</i> Lc5, gespielt am Caf&eacute;tisch; 4. Lxa8.</p></body></html>\n"
    local texts, report, games = movetexts(page)
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *" }, texts)
    assert.same({ "Dupont", "Martin", "4" }, { games[1].tags.White, games[1].tags.Black, games[1].tags.SourceLine })
    local one = report.diagnostics[1]
    assert.same({ "4. Lxa8 is not legal here", 6 }, { one.message, one.line })
    assert.equal("Lxa8", page:sub(one.offset + 1, one.offset + 4))
  end)

  it("reads text in Latin-1", function()
    local games = chess.read_text "G\xe9n\xe9ral: 1. e4 e5 2. Nf3 Nc6 d\xe9cide"
    assert.equal(4, games[1].plies)
  end)

  it("reads figurines, the knights of Dutch, and the kings of Russian", function()
    local figurines = "1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 a6 4. ♗a4 ♘f6\n"
    assert.equal(8, chess.read_text(figurines)[1].plies)
    local dutch = "1. e4 e5 2. Pf3 Pc6 3. Pxe5 Pxe5 4. d4 Pg6 5. Pc3 Pf6\n"
    assert.equal(10, chess.read_text(dutch)[1].plies)
    local russian = "1. e4 e5 2. Крe2 Крe7 3. Крe3 Крe6 4. Крd3 Крd6 5. Кf3 Кf6\n"
    assert.equal(10, chess.read_text(russian)[1].plies)
  end)

  it("keeps the mainline if a note in the same paragraph is longer than the rest of the game", function()
    local text = "1. e4 e5 2. Nf3 Nc6 3. Bb5.\n\n3... a6. After 3... Nf6 4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5"
      .. " White\ntakes.\n\n4. Ba4 Nf6. A natural move.\n\n1-0\n"
    local game = chess.read_text(text)[1]
    assert.same({ 8, "a6" }, { game.plies, game.root.next.next.next.next.next.next.san })
  end)

  it("reports the moves after a token that is not a move", function()
    local before, after = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ", "5. O-O Be7 6. Re1 b5\n"
    local rows = "   1. e4   e5\n   2. Nf3  Nc6\n   3. Bb5  a6\n   4. %s\n   5. O-O  Be7\n   6. Re1  b5\n"
    local hint = ": the position before it is not known (the text before it could not be read as a move)"
    for text, first in pairs {
      [before .. "4. B?? Nf6 " .. after] = "Nf6", [before .. "4. Ba4 Q?? " .. after] = "5. O-O",
      [rows:format "B~~  Nf6"] = "Nf6", [rows:format "Ba4  N~~"] = "5. O-O",
    } do
      local texts, report = movetexts(text)
      assert.is_truthy(texts[1]:find("^1%. e4 e5 2%. Nf3 Nc6 3%. Bb5 a6 [4*]"), texts[1])
      assert.is_nil(texts[1]:find("O-O", 1, true))
      assert.equal(first .. hint, report.diagnostics[1].message)
      assert.is_true(report.counts.unread >= 4)
    end
  end)

  it("counts later moves that a sentence names, without an error", function()
    for _, prose in ipairs { "Later, with 7. Bb3 d6 8. c3, White is better.", "The end was 20. Rd1 Rd8 21. Qe1." } do
      local _, report = movetexts("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7. " .. prose)
      assert.same({ 10, 0, 3 }, { report.counts.mainline, report.counts.unread, report.counts.no_position })
    end
  end)

  it("does not read the second square of a long move as a move of a pawn", function()
    -- "V" is the queen of Hungarian. English has no such piece.
    local texts = movetexts("1. e2-e4 e7-e5 2. Ng1-f3 Vd8-f6 3. Nb1-c3 Ng8-e7\n",
      { dialect = chess.dialect "english", prose = "none" })
    assert.same({ "1. e4 e5 2. Nf3 *" }, texts)
  end)

  it("continues a score with a line that begins with the next number after a sentence", function()
    local score = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5\n"
    for _, rest in ipairs { "7. Bb3 d6 8. c3 O-O and so on.\n", "7. Bb3 d6\n8. c3 O-O 9. h3 Na5\n" } do
      local games, report = chess.read_text(score .. "A good plan.\n" .. rest)
      assert.same({ 1, 0 }, { #games, report.counts.comment })
      assert.is_true(games[1].plies >= 16)
    end
  end)

  it("reads castling in words", function()
    local score = "1.e4 e5 2.Cf3 Cc6 3.Fc4 Fc5 4.%s Cf6 5.d3 %s 6.c3 d6\n"
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 6. c3 d6 *" },
      (movetexts(score:format("petit roque", "p-roque"))))
  end)

  it("reads names with a comma, ratings, and the number of a board or a game in a heading", function()
    for heading, expected in pairs {
      ["Morphy, Paul - Rousseau, Eugene  1-0"] = { "Morphy, Paul", "Rousseau, Eugene" },
      ["Board 2: Morphy, Paul (2210) - Mac Connel, James (1985)  [C44]"] =
        { "Morphy, Paul", "Mac Connel, James", "2210" },
      ["Ronde 3 : Anand, V. (2650) - Vallejo, F. (2700) : 1/2-1/2"] = { "Anand, V.", "Vallejo, F.", "2650" },
      ["(4) Morphy - Meek [B01]"] = { "Morphy", "Meek" }, ["5. Morphy - Meek"] = { "Morphy", "Meek" },
      ["Morphy - Anderssen, Paris"] = { "Morphy", "Anderssen" },
    } do
      local tags = chess.read_text(heading .. "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n")[1].tags
      assert.same(expected, { tags.White, tags.Black, tags.WhiteElo })
      assert.is_nil(tags.Date)
    end
  end)

  it("reads dates with months that begin like a preposition", function()
    for text, date in pairs {
      ["24 février 2002"] = "2002.02.24", ["3 december 1911"] = "1911.12.03", ["17 de octubre de 1862"] = "1862.10.17",
      ["5 de enero de 1901"] = "1901.01.05", ["1st of October 1880"] = "1880.10.01",
      ["12 diciembre 1922"] = "1922.12.12",
    } do
      local games = chess.read_text("Morphy - Meek\nParis, " .. text .. "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n")
      assert.equal(date, games[1].tags.Date, text)
    end
  end)

  it("reads the rank of the captured piece in Spanish descriptive notation", function()
    local text = "1. P4R P4R 2. C3AR C3AD 3. A4A A4A 4. P4CD AxPC 5. P3A A4A 6. 0-0 P3D 7. P4D PxP 8. PxP A3C\n"
      .. "9. C3A C3A 10. P5R PxP 11. A3T AxP 12. D3C A3R 13. AxA PxA 14. DxPR+ C2R 15. CxA PxC 16. TR1R D2D\n"
      .. "17. DxC(7)+ DxD 18. TxD+ R1D\n"
    local texts, report = movetexts(text)
    assert.is_truthy(texts[1]:find("17. Qxe7+ Qxe7 18. Rxe7+ Kd8 *", 1, true), texts[1])
    assert.equal(0, report.counts.unread)
  end)

  it("reads the list of moves of a server: names, ratings and date; times are no moves", function()
    local games, report = chess.read_text([[
Dupont (1714) vs. Martin (1757) --- Sun Sep 29,  1:06 CDT 1996
Rated Blitz match, initial time: 2 minutes, increment: 12 seconds.

Move  Dupont             Martin
----  ----------------   ----------------
  1.  d4      (0:06)     Nf6     (0:03)
  2.  Nf3     (0:02)     g6      (0:06)
  3.  Bg5     (0:01)     Bg7     (1:02)
      {Game drawn by mutual agreement} 1/2-1/2
]])
    local tags = games[1].tags
    assert.same({ 6, "Dupont", "Martin", "1714", "1757", "1996.09.29", "1/2-1/2" }, { games[1].plies, tags.White,
      tags.Black, tags.WhiteElo, tags.BlackElo, tags.Date, tags.Result })
    assert.equal(0, report.counts.unread)
    for _, time in ipairs { "(0:06)", "[0:06]", "0:06", "1:02:03", "(1:02:03.5)" } do
      local game = chess.read_text(("1. d4 %s Nf6 %s 2. Nf3 %s g6 %s *"):format(time, time, time, time))[1]
      assert.equal(4, game.plies, time)
    end
    assert.equal("1-0", chess.read_text("1. d4 Nf6 2. Nf3 g6 1:0")[1].result)
  end)

  it("reads a list copied from a web page: numbers, moves and seconds on lines of their own", function()
    for _, seconds in ipairs { "1.2s", "21s", "12 s", "1m 5s", "1:05.3" } do
      local list = ("1.\nd4\n%s\nNf6\n%s\n2.\nNf3\n%s\ng6\n%s\n3.\nBg5\n%s\n"):gsub("%%s", seconds)
      local games, report = chess.read_text("Play\nLearn\n0\n5:20\n" .. list .. "½-½\nRematch\n")
      assert.same({ 1, 5, "1/2-1/2", 0 }, { #games, games[1].plies, games[1].tags.Result, report.counts.unread },
        seconds)
    end
    assert.equal(4, chess.read_text("1. d4 0.5s Nf6 12.0s 2. Nf3 1.5s g6 2.5s")[1].plies)
  end)

  it("reads the names next to the words for White and Black above two columns", function()
    local rows = "\n   1. e4        e5\n   2. Nf3       Nc6\n   3. Bb5       a6\n"
    for heading, expected in pairs {
      ["   WHITE (Mr. Morphy).    BLACK (Mr. Hampton)."] = { "Morphy", "Hampton" },
      ["   WHITE. (Mr. M.)    BLACK. (Mr. Rhodes.)"] = { "Mr. M.", "Rhodes" },
      ["   Morphy (Weiß)     Löwenthal (Schwarz)"] = { "Morphy", "Löwenthal" },
    } do
      local tags = chess.read_text(heading .. "\n" .. rows)[1].tags
      assert.same(expected, { tags.White, tags.Black })
    end
  end)
end)
