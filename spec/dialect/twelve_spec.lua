-- The twelve dialects of spec/data/dialects, used for `dialect test`, for reading and writing PGN, for translation, for
-- explanations and at the prompt. Each file has at most twenty text lines and no functions.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local read_file = require("spec.support.file").read
local run = require "spec.support.run"

local FOLDER = "spec/data/dialects/"

-- The first moves of a game with castling, captures by pieces and pawns, and a check.
local LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 d4 exd4 Qxd4 Qxd4 Nxd4 O-O-O Nc3 Bc5 Be3 Bxd4 Bxd4 Rxd4"

-- For each file, moves of LINE as the dialect writes them.
local WRITTEN = {
  ["my-basque"] = { "e4", "e5", "Zf3", "Zc6", "Ab5", "a6", "Axc6", "dxc6", "O-O" },
  club = { "e4p", "e5p", "f3n", "c6n", "b5b", "a6p", "xc6b", "dxc6p", "kk" },
  postcard = { "e2-e4", "e7-e5", "Sg1-f3", "Sb8-c6", "Lf1-b5", "a7-a6", "Lb5xc6", "d7xc6", "0-0" },
  num64 = { "1329", "5337", "0722", "5843", "0634", "4941", "3443", "5243", "0507" },
  spoken = { "pawn e four", "pawn e five", "knight f three", "knight c six", "bishop b five", "pawn a six",
    "bishop takes c six", "pawn d takes c six", "king side castles" },
  ["my-chinese"] = { "e4", "e5", "马f3", "马c6", "象b5", "a6", "象xc6", "dxc6", "O-O" },
  pawns = { "5254", "5755", "7163", "2836", "6125", "1716", "2536", "4736", "5171" },
  wings = { "e4", "e5", "KNf3", "QNc6", "KBb5", "a6", "QBxc6", "d-xc6", "O-O" },
  letters2 = { "e4", "e5", "Ktf3", "Ktc6", "Bib5", "a6", "Bixc6", "dxc6", "O-O" },
  ["my-hebrew"] = { "ה4", "ה5", "פו3", "פג6", "רב5", "א6", "רxג6", "דxג6", "O-O" },
  echecs = { "e4", "e5", "Cf3", "Cc6", "Fb5", "a6", "Fxc6", "dxc6", "O-O" },
  scoresheet = { "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bc6", "dc", "O-O" },
}

local function moves_of(dialect, line)
  local position, texts = chess.position(), {}
  for san in line:gmatch("%S+") do
    local move = assert(position:parse(san))
    texts[#texts + 1] = assert(dialect:write(position, move))
    assert.equal(move, (dialect:read(position, texts[#texts])))
    position = position:play(move)
  end
  return texts
end

for name, written in pairs(WRITTEN) do
  describe("the dialect " .. name, function()
    local path = FOLDER .. name .. ".lua"
    local dialect = assert(chess.dialect(path))

    it("writes and reads the moves of a game", function()
      local texts = moves_of(dialect, LINE)
      assert.same(written, table.move(texts, 1, #written, 1, {}))
    end)

    it("passes `dialect test`", function()
      local report = dialect:check { positions = 1000 }
      assert.same({}, report.collisions)
      assert.same({}, report.faults)
      assert.equal(0, report.unsayable)
      assert.is_true(report.good)
    end)

    it("has a file of at most twenty lines", function()
      local _, lines = read_file(path):gsub("\n", "")
      assert.is_true(lines <= 20)
    end)

    it("translates a game to SAN and back", function()
      local there, info = chess.translate("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O", { to = path })
      assert.same({}, info.left)
      local back, again = chess.translate(there, { from = path, to = "pgn" })
      assert.same({}, again.left)
      assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O", back)
    end)

    it("works with `explain`", function()
      local explanation = chess.position():explain(written[1], dialect)
      assert.equal("e2e4", tostring(explanation.move))
    end)

    it("works at the prompt", function()
      local result = run { "-e", ":dialect " .. path, "-e", written[1] .. " " .. written[2], "-e", written[3],
        "-e", "=print(board:fen())" }
      assert.equal("", result.err)
      assert.is_truthy(result.out:find("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", 1, true))
    end)
  end)
end

-- Write games in a dialect, read them back, and compare them with the originals.
local function there_and_back(path, games)
  local folder <close> = new_folder()
  local there, back, plain = folder:path "there.pgn", folder:path "back.pgn", folder:path "plain.pgn"
  local written = run { "convert", "-q", "--to-dialect", path, games, "-o", there }
  assert.same({ 0, "" }, { written.code, written.err })
  assert.equal(0, run({ "convert", "-q", "--dialect", path, "--strict", there, "-o", back }).code)
  assert.equal(0, run({ "convert", "-q", games, "-o", plain }).code)
  assert.is_true(read_file(back) == read_file(plain))
end

describe("games in PGN", function()
  for name in pairs(WRITTEN) do
    it("are written in " .. name .. ", and read back", function()
      there_and_back(FOLDER .. name .. ".lua", "spec/data/sample/sample.pgn")
    end)
  end
end)

-- A copy of my-hebrew that writes U+200E, a left-to-right mark, after the rank of each square.
local function write_marked(folder)
  local text = read_file(FOLDER .. "my-hebrew.lua"):gsub("\nreturn {", [[

local ranks = {}
for i = 1, 8 do
  ranks[i] = { i .. "\u{200E}", tostring(i) }
end
return {
  ranks = ranks,]])
  return folder:write("marked.lua", text)
end

describe("a right-to-left script", function()
  local hebrew = assert(chess.dialect(FOLDER .. "my-hebrew.lua"))

  it("may have direction marks around moves", function()
    for _, marks in ipairs { { "\u{200E}", "" }, { "", "\u{200F}" }, { "\u{061C}", "" }, { "\u{202B}", "\u{202C}" },
      { "\u{2067}", "\u{2069}" } } do
      local text = "1. ה4 ה5 2. פו3 פג6 *\n"
      local marked = text:gsub("[\xD7][\x80-\xBF]+%d", marks[1] .. "%0" .. marks[2])
      local game = chess.game(marked, { dialect = hebrew })
      assert.equal("1. e4 e5 2. Nf3 Nc6 *\n", game:movetext())
      assert.equal(text, game:movetext { dialect = hebrew })
      local there = chess.translate(marked:sub(1, -4), { from = FOLDER .. "my-hebrew.lua", to = "pgn" })
      assert.equal("1. e4 e5 2. Nf3 Nc6", there)
    end
  end)

  it("is written without marks, unless the dialect has them", function()
    local folder <close> = new_folder()
    local marked = assert(chess.dialect(write_marked(folder)))
    local position = chess.position()
    assert.equal("פו3", hebrew:write(position, position:parse "Nf3"))
    assert.equal("פו3\u{200E}", marked:write(position, position:parse "Nf3"))
    for _, text in ipairs { "פו3", "פו3\u{200E}" } do
      local move, repairs = marked:read(position, text)
      assert.equal(position:parse "Nf3", move)
      assert.same({}, repairs)
    end
    assert.is_true(marked:check({ positions = 200 }).good)
  end)

  it("is read back from games with and without marks, also by strict readers", function()
    local folder <close> = new_folder()
    local path = write_marked(folder)
    there_and_back(path, "spec/data/sample/sample.pgn")
    local there = run { "convert", "-q", "--to-dialect", path, "spec/data/sample/sample.pgn" }
    local bare, count = there.out:gsub("\u{200E}", "")
    assert.is_true(count > 10000)
    local back = run { "convert", "-q", "--strict", "--dialect", path, folder:write("bare.pgn", bare) }
    assert.is_true(back.out == run({ "convert", "-q", "spec/data/sample/sample.pgn" }).out)
  end)
end)

describe("text in other encodings", function()
  -- A text has one encoding, so the tags of a Latin-1 game become UTF-8 if the dialect's words are UTF-8.
  it("becomes UTF-8 if the words of the dialect are UTF-8, and stays UTF-8 on the way back", function()
    local folder <close> = new_folder()
    local game = '[Event "Caf\xE9"]\n[Result "*"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *\n'
    local path = folder:write("latin1.pgn", game)
    local events = { echecs = "Café", postcard = "Café", ["my-hebrew"] = "Café", ["my-basque"] = "Caf\xE9" }
    for name, event in pairs(events) do
      local there = run { "convert", "-q", "--to-dialect", FOLDER .. name .. ".lua", path }
      assert.equal(event, there.out:match '%[Event "(.-)"%]', name)
      local back = run { "convert", "-q", "--dialect", FOLDER .. name .. ".lua", folder:write("there.pgn", there.out) }
      assert.equal(event, back.out:match '%[Event "(.-)"%]', name)
      assert.is_truthy(back.out:find("4. Qxf7# *", 1, true))
    end
  end)
end)

describe("the limits of the twelve dialects", function()
  local function written(name, fen, moves)
    local dialect, position, list = chess.dialect(FOLDER .. name .. ".lua"), chess.position(fen), {}
    for san in moves:gmatch "%S+" do
      list[#list + 1] = dialect:write(position, (assert(position:parse(san))))
    end
    return table.concat(list, " ")
  end

  it("are those of docs/dialects.md", function()
    assert.equal("17181 17184", written("pawns", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q a8=N"))
    assert.equal("Ra-b1 KNg3", written("wings", "4k3/8/8/8/8/8/8/R1R1K2N w - - 0 1", "Rab1 Ng3"))
    assert.equal("cb ed", written("scoresheet", "4k3/8/1p1p4/2P1P3/8/8/8/4K3 w - - 0 1", "cxb6 exd6"))
    assert.equal("cd5 cd3", written("scoresheet", "4k3/8/8/3p4/2P5/3p4/2P5/4K3 w - - 0 1", "cxd5 cxd3"))
  end)
end)

describe("the table of twelve dialects in docs/dialects.md", function()
  it("has moves that they write", function()
    local count = 0
    for name, move in read_file("docs/dialects.md"):gmatch "\n| `([%w-]+)%.lua` | [^\n]- | `([^`]+)` |" do
      count = count + 1
      local texts = moves_of(chess.dialect(FOLDER .. name .. ".lua"), LINE)
      local position = chess.position "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
      texts[#texts + 1] = chess.dialect(FOLDER .. name .. ".lua"):write(position, (position:parse "a8=Q"))
      assert.is_truthy((" " .. table.concat(texts, " ") .. " "):find(" " .. move .. " ", 1, true), name)
    end
    assert.equal(12, count)
  end)
end)
