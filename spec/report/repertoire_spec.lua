-- A repertoire compared with games: how games leave the repertoire, and how they return to it.

local chess = require "lucena"
local book = require "lucena.opening.book"
local file = require "spec.support.file"

local function with_file(text, use)
  local path = os.tmpname()
  file.write(path, text)
  local done, err = pcall(use, path)
  os.remove(path)
  assert(done, err)
end

local function report_of(pgn, options)
  local report = assert(chess.report("repertoire", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

local function shown(section, ...)
  local list = {}
  for i, row in ipairs(section.rows) do
    local cells = {}
    for j, key in ipairs { ... } do
      cells[j] = tostring(row[key])
    end
    list[i] = table.concat(cells, " ")
  end
  return table.concat(list, "\n")
end

local WHITE = "spec/data/repertoire/repertoire.pgn"

describe("a repertoire", function()
  it("lists the replies it lacks, and other moves that were played instead of its own", function()
    local sections = report_of("1. e4 c6 1-0\n\n1. e4 c6 2. d4 0-1\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n1. d4 0-1",
      { repertoire = WHITE, min = 1 }):sections()
    assert.equal("1. e4 c6 c5, d5, e5, e6 2 0.5", shown(sections[2], "line", "own", "games", "score"))
    assert.equal("1. d4 e4 0.0\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Bc4 0.5", shown(sections[4], "line", "own", "score"))
    assert.equal("", shown(report_of("1. e4 c6 1-0", { repertoire = WHITE, min = 2 }):sections()[2], "line"))
  end)

  it("finds games that transpose into it, and counts each game once", function()
    local pgn = "1. d4 e6 2. e4 d5 3. Nc3 dxe4 1-0\n\n1. Nf3 e5 2. e4 Nc6 3. Bc4 Nf6 4. Ng1 Ng8 5. Nf3 0-1"
    local sections = report_of(pgn, { repertoire = WHITE }):sections()
    assert.equal("2 2 0 0 0 0", (shown(sections[1], "games"):gsub("\n", " ")))
    assert.equal("1. e4 d5 2. d4 e6 3. Nc3 1\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1\n1. e4 c5 2. Nf3 Nc6 3. Bb5 0\n"
      .. "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 0", shown(sections[3], "line", "games"))
  end)

  it("counts each game of a database once", function()
    local report = assert(chess.report("repertoire", { repertoire = WHITE }))
    for game in chess.games("spec/data/engine/engine.pgn") do
      report:add(game)
    end
    local rows, sum, white = report:rows(), 0, 0
    for i = 2, #rows do
      sum, white = sum + rows[i].games, white + rows[i].white
    end
    assert.equal(315, rows[1].games)
    assert.equal(315, sum)
    assert.equal(rows[1].white, white)
    local first = 0
    for game in chess.games("spec/data/engine/engine.pgn") do
      first = first + (game:codes():sub(1, 2) == chess.game("1. e4 *"):codes() and 0 or 1)
    end
    local other = 0
    for _, row in ipairs(report:sections()[4].rows) do
      other = other + (row.line:find("^1%. %S+$") and row.games or 0)
    end
    assert.equal(first, other)
  end)

  it("is by default for the side with fewer alternative moves", function()
    assert.equal("white", book.read(WHITE).side)
    with_file("1. e4 (1. d4 d5) (1. c4 e5) c5 2. Nf3 (2. c3 d5) d6 *", function(path)
      assert.equal("black", book.read(path).side)
      local rows = report_of("1. e4 c5 2. Nf3 Nc6 1-0", { repertoire = path }):rows()
      assert.same({ 1, 0.0 }, { rows[4].games, rows[4].score }) -- Black left the repertoire, and lost
      rows = report_of("1. e4 c5 2. Nf3 Nc6 1-0", { repertoire = path, side = "white" }):rows()
      assert.same({ 1, 1.0 }, { rows[3].games, rows[3].score })
    end)
  end)

  it("must be readable up to its last move", function()
    local report, err, code = chess.report("repertoire", {})
    assert.is_nil(report)
    assert.equal("which repertoire? option 'repertoire' takes a PGN file with variations", err)
    assert.equal("bad_option", code)
    assert.equal("none.pgn: cannot open: No such file or directory",
      select(2, chess.report("repertoire", { repertoire = "none.pgn" })))
    local run = require "spec.support.run"
    assert.equal(3, run({ "report", "repertoire", "--repertoire", "none.pgn" }).code)
    with_file("1. e4 e5 2. Ke3 *", function(path)
      local result = run { "report", "repertoire", "--repertoire", path }
      assert.same({ 1, "lucena: " .. path .. ":1:13: illegal move Ke3 (move 2, White)\n" }, { result.code, result.err })
      assert.equal(path .. ":1:13: illegal move Ke3 (move 2, White)",
        select(2, chess.report("repertoire", { repertoire = path })))
    end)
    with_file("", function(path)
      assert.equal(path .. ": the file has no moves", select(2, chess.report("repertoire", { repertoire = path })))
    end)
  end)
end)
