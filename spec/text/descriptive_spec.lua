-- Moves in English descriptive notation, as books of 1840 to 1980 print them.

local descriptive = require "lucena.text.descriptive"
local fold = require("lucena.text.fold").fold

-- Each row: a text, the move in it as printed, and the conditions that the reader must find in this move.
local MOVES = {
  { "P - K 4", nil, { piece = "P", sign = "-" } },
  { "P-K4", nil, { piece = "P", sign = "-" } },
  { "Kt - K B 3             P - Q 3", "Kt - K B 3", { piece = "N" } },
  { "N-KB3.", "N-KB3", { piece = "N" } },
  { "P. to K's 4th. 1.", "P. to K's 4th.", { piece = "P" } },
  { "K. Kt. to K. B's 3d.", nil, { piece = "N", wing = "K" } },
  { "B takes P", nil, { piece = "B", sign = "x", victim = "P" } },
  { "Kt × P (B 3)", nil, { piece = "N", sign = "x", victim = "P" } },
  { "R (Q 2) - K 2", nil, { piece = "R" } },
  { "R(K1)-K7", nil, { piece = "R" } },
  { "Q R - K R 1", nil, { piece = "R", wing = "Q" } },
  { "R × K Kt P", nil, { piece = "R", victim = "P", victim_prefix = "KN" } },
  { "K P × P", nil, { piece = "P", prefix = "K" } },
  { "Q × Q R - K 1", "Q × Q", { piece = "Q", victim = "Q" } },
  { "B × B P - K 4", "B × B", { piece = "B", victim = "B" } },
  { "B × B P, P - K 4", "B × B P", { piece = "B", victim = "P", victim_prefix = "B" } },
  { "P X P  B × P", "P X P", { piece = "P", victim = "P" } },
  { "R - Kt 8 ch would", "R - Kt 8 ch", { check = true } },
  { "Kt - B 7 dbl ch.", nil, { check = true } },
  { "P - B 8 (Q) mate", nil, { promotion = "q", mate = true } },
  { "P-K8=Q", nil, { promotion = "q" } },
  { "P-Q8 becomes a Knight", nil, { promotion = "n" } },
  { "P × P e.p. and", "P × P e.p.", { ep = true } },
  { "R to Q sq.", nil, { piece = "R" } },
  { "R to Q B square", nil, { piece = "R" } },
  { "O - O - O", nil, { castle = "long" } },
  { "Castles QR", nil, { castle = "long" } },
  { "castles (K side)", nil, { castle = "short" } },
  { "P - R l and", "P - R l", { piece = "P" } },
  { "Kt -Q B 3", nil, { piece = "N" } },
  { "P K 4 !", nil, { piece = "P" } },
  { "B - Q 2 !? then", "B - Q 2 !?", { piece = "B" } },
  { "QxPmate", nil, { victim = "P", mate = true } },
  { "PxPe.p.", nil, { ep = true } },
  { "P-R8dis.ch", nil, { check = true } },
  { "O-O-Och", nil, { castle = "long", check = true } },
  { "PxRdis.ch) 23. RxR", "PxRdis.ch", { check = true } },
  { "Q × P (ch) and", "Q × P (ch)", { check = true } },
  { "P × R (Q)", nil, { victim = "R", letter = "Q" } },
  { "K × Kt 5. P - Q 4", "K × Kt", { victim = "N" } },
  { "QPxB 5 O-O", "QPxB", { victim = "B" } },
  { "BxKt 7 QxB", "BxKt", { victim = "N" } },
  { "PxKB 5 QxP", "PxKB 5", {} },
  { "Q × Q R (K 1) × Q", "Q × Q", { victim = "Q" } },
  { "P - B\n4. A natural move", "P - B\n4", { piece = "P" } },
  { "R (B\n1) - K 1", nil, { piece = "R" } },
}

describe("descriptive moves in text", function()
  for _, row in ipairs(MOVES) do
    local text, part, expected = fold(row[1]), row[2] and fold(row[2]), row[3]
    it("are read in " .. row[1], function()
      local shape, last = descriptive.read(text, 1, true)
      assert.is_table(shape)
      assert.equal(part or text, text:sub(1, last))
      for name, value in pairs(expected) do
        assert.equal(value, shape[name], name)
      end
    end)
  end

  it("have ranks that count from the side that moves", function()
    local shape = descriptive.read("P - K 4", 1, true)
    assert.same({ e4 = true }, shape.squares.white)
    assert.same({ e5 = true }, shape.squares.black)
    assert.same({ c3 = true, f3 = true }, descriptive.read("Kt - B 3", 1, true).squares.white)
  end)

  it("do not include words and lists of pieces", function()
    for _, text in ipairs { "Knight", "Kt, B and R", "King moves", "R - any square", "Pawns", "Queen's side",
      "K to the", "B or Kt", "Black", "P", "Kt P and B P", "C - 4" } do
      assert.is_nil(descriptive.read(fold(text), 1, false), text)
    end
  end)

  it("do not take the number on the next line for a rank", function()
    local text = "B × B\n       7. Q - Q 3"
    local _, last = descriptive.read(fold(text), 1, true)
    assert.equal(#"B × B", last)
  end)
end)

-- Scores of newspapers and French books, with the moves that they have.
local SCORES = {
  ["two points before the moves of White, and notes in square brackets"] = {
    "\n  1..P-K4              P-K4\n  2..Kt-KB3            Kt-QB3\n    [Known to all.]\n  3..B-B4              B-B4\n"
      .. "    [7..Kt-B3 is the\n    Two Knights.]\n  4..P-Q3\n              Drawn game.\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 1/2-1/2" },
  ["blanks between all letters of a move"] = {
    "Blancs Noirs\n1 P 4 R   P 4 R\n2 C 3 F R   C 3 F D\n3 F 5 C  F 4 F\n4 P 3 F   D 2 R\n5 P 3 D   P 3 D\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bc5 4. c3 Qe7 5. d3 d6 *" },
  ["blanks round the sign of a capture, and before the wing of the captured pawn"] = {
    "1. P 4 R P 4 R\n2. C 3 F R C 3 F D\n3. F 4 F F 4 F\n4. P 3 F C 3 F\n5. P 4 D P x P\n6. P x P F 5 C\n"
      .. "7. C 3 F C x P R\n8. Roque F x C\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 *" },
  ["a queen after a move with a rank"] = {
    "1 P4R P4R 2 C3FR P3D 3 P3D   D 2 R 4 P3FD C3FR", "1. e4 e5 2. Nf3 d6 3. d3 Qe7 4. c3 Nf6 *" },
  ["the letter of a note after a full stop"] = {
    "1 P4R   P4R\n2 C3FR   C3FD\n3 F4F   F4F\n4 Roq.   C3F. (a)\n5 P3D   Roq. (b)\n6 P3TR   P3D\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 6. h3 d6 *" },
  ["two columns, the right one shorter and with the result in its last row"] = {
    " 1 P-K4     P-K4         5 Castles   B-K2\n 2 Kt-KB3   Kt-QB3       6 Q-K2      P-QKt4\n"
      .. " 3 B-Kt5    P-QR3        7 B-Kt3     Resigns.\n 4 B-R4     Kt-B3\n\nHe never said why.\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Qe2 b5 7. Bb3 1-0" },
  ["two columns, and the result below the right one"] = {
    " 1 P-K4     P-K4         4 B-R4      Kt-B3\n 2 Kt-KB3   Kt-QB3       5 Castles   B-K2\n"
      .. " 3 B-Kt5    P-QR3        6 Q-K2      P-QKt4\n" .. (" "):rep(35) .. "and White resigns.\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Qe2 b5 0-1" },
  ["a promotion with an equals sign after a rank and a file"] = {
    "1. P4AD P4CD\n2. PxP P3TD\n3. PxP C3AD\n4. P7T T1C\n5. P8T=D+ P3D\n",
    "1. c4 b5 2. cxb5 a6 3. bxa6 Nc6 4. a7 Rb8 5. a8=Q d6 *" },
  ["the square of a capture en passant, and a promotion in words"] = {
    "1 P4R P3TD 2 P5R P4D 3 P pr P (6 D) en pass. P4TD 4 P pr P P5TD 5 P pr F, fait D",
    "1. e4 a6 2. e5 d5 3. exd6 a5 4. dxe7 a4 5. exf8=Q+ *" },
}

describe("a score in descriptive notation", function()
  for name, row in pairs(SCORES) do
    it("is read with " .. name, function()
      local games = require("lucena").read_text(row[1])
      assert.equal(1, #games)
      games[1]:strip()
      assert.equal(row[2], (games[1]:movetext():gsub("%s+", " "):gsub(" $", "")))
    end)
  end
end)
