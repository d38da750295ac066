-- The decoder: pieces of a text, words as moves, and the cheapest path through a text.

local chess = require "lucena"
local alphabets = require "lucena.text.decoder.alphabet"
local columns = require "lucena.text.decoder.columns"
local costs = require "lucena.text.decoder.costs"
local decoder = require "lucena.text.decoder"
local fit = require "lucena.text.decoder.fit"
local fold = require "lucena.text.fold"
local html = require "lucena.text.html"
local letters = require "lucena.notation.letters"
local pieces = require "lucena.text.decoder.pieces"
local segments = require "lucena.text.decoder.segments"
local shapes = require "spec.support.shapes"
local token = require "lucena.text.decoder.token"

local START = chess.position()

local function list_of(text)
  local folded = fold.fold(text)
  return pieces.list(folded, 1, #folded)
end

-- Return the certain moves of each game.
local function games_of(text)
  local out = {}
  local games = decoder.games(fold.fold(text), START)
  for i, game in ipairs(games) do
    local moves = {}
    for k, node in ipairs(decoder.mainline(game)) do
      moves[k] = node.prev.position:san(node.move)
    end
    out[i] = table.concat(moves, " ")
  end
  return out, games
end

describe("a piece of a text", function()
  it("is a number, a bracket, a result or a word", function()
    local kinds = {}
    for i, piece in ipairs(list_of "1. e4 e5 (1... c5!) -- [12] 13 d4 l. c4 1/2-1/2") do
      kinds[i] = piece.kind .. " " .. piece.text
    end
    assert.same({ "number 1.", "word e4", "word e5", "open (", "number 1...", "word c5!", "close )", "number [12]",
      "number 13", "word d4", "number l.", "word c4", "result 1/2-1/2" }, kinds)
  end)

  it("has the offsets of its text, and a number its value and side", function()
    local text = "7.Nf3 Bg4\n 8... h6 9.  ... a5 (10) Qd2 11: O-O"
    local found = {}
    for _, piece in ipairs(list_of(text)) do
      assert.equal(piece.text, text:sub(piece.first, piece.last))
      found[#found + 1] = piece.value and piece.value .. (piece.is_black and "b" or "w")
    end
    assert.same({ "7w", "8b", "9b", "10w", "11w" }, found)
  end)

  it("is a number although it touches the move before it", function()
    local text = {}
    for i, piece in ipairs(list_of "1.d4Sf62.c4e63.Sc3") do
      text[i] = piece.text
    end
    assert.same({ "1.", "d4Sf6", "2.", "c4e6", "3.", "Sc3" }, text)
  end)

  it("may be a number after marks, with the signs of ordinals, or glued to a move as scanners read it", function()
    local text = "\\mainline{1. e4 e5} '''2. Nf3''' |3. Bb5 4° Ba4 5/ O-O 6- Re1 Nh5l0. c3 {{chess|½-½}} 1--0"
    local found = {}
    for _, piece in ipairs(list_of(text)) do
      found[#found + 1] = piece.value
    end
    assert.same({ 1, 2, 3, 4, 5, 6, 10, "1/2-1/2", "1-0" }, found)
  end)
end)

describe("a word that the decoder reads as a move", function()
  local english = alphabets.of_row(letters.find "english")

  -- Return the legal moves that a word may mean, the best first, each with the costs of its spelling.
  local function moves(word, alphabet, fen)
    local position, list = chess.position(fen), {}
    local parsed = token.parse(word)
    for _, reading in ipairs(parsed and fit.moves(position, parsed, alphabet or english) or {}) do
      list[#list + 1] = position:san(reading.move) .. " " .. ("%.1f"):format(reading.cost)
    end
    return table.concat(list, ", ")
  end

  it("costs nothing if it is spelled as usual", function()
    for _, word in ipairs { "Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "Nf3!?", "Nf3," } do
      assert.equal("Nf3 0.0", moves(word), word)
    end
    assert.equal("e4 0.0", moves "e2-e4")
    assert.equal("O-O 0.0", moves("0-0", english, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    assert.equal("e8=Q+ 0.0", moves("e8=Q+", english, "1k6/4P3/8/8/8/8/8/4K3 w - - 0 1"))
  end)

  it("costs more for each deviation", function()
    assert.equal("Nf3 " .. costs.other_case, moves "nf3")
    assert.equal("hxg5 " .. costs.misread, moves("bxg5", english, "4k3/8/8/6p1/7P/8/8/4K3 w - - 0 1"))
    assert.equal("", moves "Nxf3") -- a printed capture excludes moves that capture nothing
    assert.equal("", moves "Nf3+")
    assert.equal("f3 0.0, Nf3 " .. costs.no_letter, moves "f3")
    assert.equal("Rd1 " .. costs.confused, moves("Rdl", english, "7k/8/8/8/8/3K4/8/R7 w - - 0 1"))
    assert.equal("exd5 " .. costs.short_capture, moves("ed", english, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    assert.equal("Kxd4 " .. costs.no_capture, moves("Kd4", english, "7k/8/8/8/3p4/3K4/8/8 w - - 0 1"))
  end)

  it("may have an unknown letter, for a piece without a letter", function()
    local open = alphabets.new({ N = "N" }, true)
    assert.equal("Nf3 " .. costs.bound_letter, moves("©f3", alphabets.new({}, true)))
    assert.equal("Nf3 " .. costs.other_letter, moves("©f3", open))
    assert.equal("Nf3 " .. costs.other_letter, moves "©f3")
  end)

  it("may have letters and digits as scanners print them", function()
    local board = "4k3/8/8/1p6/8/8/4B3/4K3 w - - 0 1"
    assert.equal("Bxb5+ " .. costs.confused, moves("8xb5+", english, board))
    assert.equal("Bxb5+ " .. costs.confused, moves("BxbS+", english, board))
    assert.equal("Bxb5+ 0.0", moves("Bzb5+", english, board))
    assert.equal("d3 " .. costs.confused, moves "cl3")
    assert.equal("g3 " .. costs.confused, moves "q3")
    assert.equal("Bd3 " .. costs.other_letter, moves("Kd3", english, board))
  end)

  it("is no word of prose", function()
    for _, word in ipairs { "White", "e", "the", "1914", "after", "Kg9", "1961", "as", "66", "" } do
      assert.is_nil(token.parse(word), word)
    end
  end)
end)

describe("a segment", function()
  it("begins with the number of a first move", function()
    local list = segments.list(list_of "Games\n1. e4 e5 2. Nf3 Nc6 (1. d4) 3. Bb5 a6\n\n1. d4 d5 2. c4 e6 1-0")
    assert.equal(2, #list)
    assert.same({ "1.", "e4" }, { list[1][1].text, list[1][2].text })
    assert.same({ "1.", "d4" }, { list[2][1].text, list[2][2].text })
    assert.equal(0, #segments.list(list_of "no game at all, only 12 words"))
  end)

  it("does not begin in a game that a note quotes", function()
    local quotation = "as Adams - Baker, 1. d4 Nf6 2. c4 e6 3. Nf3 b6, drawn."
    local game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7, "
    assert.equal(1, #segments.list(list_of(game .. quotation .. " 6. Re1 b5")))
    assert.equal(1, #segments.list(list_of(game .. quotation:gsub("1%. d4", "\n%0") .. "\n5... Be7 6. Re1 b5")))
    assert.equal(2, #segments.list(list_of(game .. quotation)))
    assert.equal(2, #segments.list(list_of(game .. quotation .. " 4. g3 Ba6 5. b3 Bb4 6. Bd2 Be7")))
  end)
end)

describe("a page of HTML", function()
  it("has tags and entities around moves", function()
    local page = '<html><p><span class="number">1.&nbsp;</span><b class="m">e4</b> <b>e5</b> <i>2.&nbsp;Nf3</i> Nc6</p>'
      .. '<p class="' .. ("c "):rep(30) .. '">3.&nbsp;<b>Bb5</b> a6</p><p><b>1.&nbsp;d4</b> d5 2.&nbsp;c4</p></html>'
    assert.same({ "e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4" }, (games_of(html.plain(page))))
  end)
end)

describe("a game in two columns, one for each player", function()
  local WHITE = "White\n1. e4\n2. Nf3\n3. Bb5\n4. Ba4\n5. O-O\n"
  local BLACK = "\nBlack\n1. e5\n2. Nc6\n3. a6\n4. Nf6\n5. Be7\n"

  it("is read, although a number is unreadable or Black has one move fewer", function()
    local RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"
    assert.same({ RUY }, (games_of(WHITE .. BLACK)))
    assert.same({ RUY }, (games_of(WHITE:gsub("2%. ", "z. ") .. BLACK:gsub("3%.", "b."))))
    assert.same({ RUY .. " Re1" }, (games_of(WHITE .. "6. Re1\n" .. BLACK .. "Resigns.")))
    assert.equal("1/2-1/2", select(2, games_of(WHITE .. BLACK .. "1/2-1/2"))[1].result)
  end)

  it("is not read if the columns have other lengths, notes or variations", function()
    for _, black in ipairs { BLACK:gsub("5.*", ""), BLACK .. "6. d6\n", (BLACK:gsub("3%. a6", "%0 (3. d6)")),
      (BLACK:gsub("3%. a6", "%0 Nf6")) } do
      assert.equal(2, #games_of(WHITE .. black), black)
    end
  end)
end)

describe("a game in columns side by side", function()
  it("is read, although letters are misread", function()
    assert.same({ "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5" },
      games_of("1. e4   e5   4. Ba4  Nf6\n2. Nf3  Nc6  5. O-O  8e7\n3. 8b5  a6   6. Re1  b5\n"))
  end)

  it("may have four columns, and not more", function()
    local lines = {}
    for i = 1, 3 do
      local cells = {}
      for column = 0, 5 do
        cells[#cells + 1] = ("%d. "):format(i + 3 * column)
      end
      lines[i] = table.concat(cells)
    end
    local text = fold.fold(table.concat(lines, "\n"))
    local sorted = {}
    for i, piece in ipairs(columns.sort(pieces.list(text, 1, #text), text)) do
      sorted[i] = piece.value
    end
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 11, 14, 17, 12, 15, 18 }, sorted)
  end)
end)

describe("a number of a score", function()
  it("may be misread in one digit, or have a comma", function()
    assert.same({ "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6" }, games_of "1. e4 e5 2, Nf3 Nc6 8. Bb5 a6 4. Ba4 Nf6")
  end)

  it("is no evidence for a move if it is another one", function()
    assert.same({ "e4 e5" }, games_of "1. e4 e5 4. a4 b5")
  end)
end)

describe("a dictated game", function()
  local RUY = { "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qf6" }

  it("is read in several languages", function()
    for _, text in ipairs {
      "One: pawn to e4; pawn to e5.\nTwo: knight to f3; knight to c6.\nThree: bishop to b5; pawn a6.\nFour: bishop "
        .. "takes c6; d-pawn takes c6.\nFive: castles kingside; queen f6.",
      "1. e four e five 2. knight f three knight c six 3. bishop b five a six 4. bishop takes c 6 d takes c six "
        .. "5. castles kingside queen f six",
      "Move one, pawn e4, pawn e5. Move two, knight from g1 to f3, knight c6. Move three, bishop b5, pawn a6. Move "
        .. "four, bishop captures c6, d-pawn captures c6. Move five: short castling, queen f6.",
      "1. e vier, e fünf. 2. Springer f drei, Springer c sechs. 3. Läufer b fünf, a sechs. 4. Läufer schlägt c sechs, "
        .. "d-Bauer schlägt c sechs. 5. kurze Rochade, Dame f sechs.",
      "1. pion e4, pion e5. 2. cavalier f3, cavalier c6. 3. fou b5, pion a6. 4. fou prend c6, d-pion prend c6. "
        .. "5. petit roque, dame f6.",
    } do
      assert.same(RUY, (games_of(text)), text)
    end
  end)

  it("ends before a move that two pawns can play", function()
    assert.same({ "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6" }, (games_of("1. pawn e4, pawn e5. 2. knight f3, knight c6. "
      .. "3. bishop b5, pawn a6. 4. bishop takes c6, pawn takes c6. 5. castles kingside.")))
  end)

  it("is not found in sentences with numbers", function()
    for _, text in ipairs { "1. One knight for five pawns. 2. A bishop, a pawn and a five.", "One: the castle. Two: "
      .. "mate." } do
      local found = games_of(text)
      assert.equal("", table.concat(found), text)
    end
  end)
end)

describe("the decoder", function()
  it("reads the move printed first as the move played, and the others as variations", function()
    local text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. d3 Nf6 6. Bg5 h6 7. Bh4 g5 8. Bg3 h5 9. h4 9. Nxg5 h4 "
      .. "10. Nxf7 hxg3 11. Nxd8 Bg4 0-1; Smith - Jones 9... Bg4\n\n10. c3 Qd7 11. d4 exd4"
    local found, games = games_of(text)
    assert.same({ "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d3 Nf6 Bg5 h6 Bh4 g5 Bg3 h5 h4 Bg4 c3 Qd7 d4 exd4" }, found)
    assert.equal(1, #games[1].lines)
    assert.same({}, games[1].lost)
  end)

  it("reads variations in sentences before the move that is played", function()
    assert.same({ "e4 e5 Nc3 Nf6 f4 Nc6 Nf3 d6 d4 exd4" }, (games_of("1. e4 e5 2. Cc3 Cf6 3. f4\nOn répond exf4.\n"
      .. "3. ... Cc6?\nÀ ne pas faire, car après 4. fxe5 Cxe5 5. d4 Cc6 6. e5 Cg8 7. Cf3 les blancs sont mieux.\n"
      .. "4. Cf3? d6 5. d4 exd4")))
  end)

  it("solves the letters of an unknown font", function()
    local found, games = games_of("1. e4 c5 2. ©f3 d6 3. d4 cxd4 4. ©xd4 ©f6 5. ©c3 g6 6. åe3 åg7 7. f3 0-0\n"
      .. "8. ∂d2 ©c6 9. 0-0-0 d5 10. ©xc6 bxc6 11. g4 e6 12. åc5 ™e8")
    assert.same({ "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O d5 Nxc6 bxc6 g4 e6 "
      .. "Bc5 Re8" }, found)
    assert.equal("N", games[1].alphabet.pieces["©"])
  end)

  it("reads a lost number, a lost letter, and moves that are glued", function()
    assert.same({ "Nf3 Nf6 b3 g6 g3 b6 Bb2 Bg7 Bg2 Bb7 O-O O-O" },
      (games_of "1. Кf3 кf6 .b3 g6 3.g3 b6 4. Сb2 Сg7 5. Сg2 Сb7 6.0-0 0-0"))
    assert.same({ "d4 Nf6 c4 e6 Nc3 Bb4" }, (games_of "1.d4Sf62.c4e63.Sc3Lb4"))
  end)

  it("reads each game in its own notation", function()
    assert.same({ "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O" },
      (games_of "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n\n1. d4 Cf6 2. c4 e6 3. Cc3 Fb4 4. Dc2 O-O\n"))
  end)

  it("ends a game before a move that is not certain", function()
    local found, games = games_of "1. e4 e5 2. Nf3 Nf6 3. d4 d6 4. Nd2 Be7"
    assert.same({ "e4 e5 Nf3 Nf6 d4 d6" }, found)
    assert.equal(6, games[1].agreed)
    local position = chess.position()
    for _, node in ipairs(decoder.mainline(games[1])) do
      position = position:play(node.move)
    end
    assert.is_true(games[1].rival.ply >= 7)
  end)

  it("plays no pawn to the square after an unread word, and reports the number", function()
    local found, games = games_of "1. e4 e5 2. Wort f3 Wort c6 3. Wort c4"
    assert.same({ "e4 e5" }, found)
    assert.is_true(#games[1].lost > 0)
  end)

  it("reads no game in prose", function()
    assert.same({}, (games_of "Call me Ishmael. Some years ago, never mind how long precisely."))
    assert.same({ "" }, (games_of "1. Take 2 eggs. 2. Add 100 g of flour. 3. Stir for 10 minutes."))
  end)

  it("takes a time that grows linearly with the text", function()
    local score = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 is known as Nf3 and Nc6 by all.\n\n"
    for _, text in ipairs { score, "1. e4 ", "(", "x ", "1.", "Nf3 ", "1", "Nf3" } do
      shapes.check_growth(function(long)
        return shapes.seconds(function(one) decoder.games(one, START) end, long)
      end, function(size) return text:rep(size // #text) end, 1 << 11)
    end
  end)
end)

describe("the costs of the decoder", function()
  it("have a name, a value, an example and a source each, and are all used", function()
    local code = {}
    for _, name in ipairs { "search", "fit" } do
      local file <close> = assert(io.open("lua/lucena/text/decoder/" .. name .. ".lua"))
      code[#code + 1] = file:read "a"
    end
    local text = table.concat(code)
    for _, row in ipairs(costs.rows) do
      assert.equal("string number string string", ("%s %s %s %s"):format(type(row[1]), type(row[2]), type(row[3]),
        type(row[4])))
      local is_used = text:find("costs." .. row[1], 1, true) or text:find('costs["' .. row[1] .. '"]', 1, true)
      assert.is_truthy(is_used, row[1])
    end
  end)
end)
