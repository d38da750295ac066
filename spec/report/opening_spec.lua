-- The report on one position, compared with the results of queries and with values that were calculated by hand.

local chess = require "lucena"

local function report_of(source, options)
  local report = assert(chess.report("opening", options))
  for game in source do
    report:add(game)
  end
  local by_title = {}
  for _, section in ipairs(report:sections()) do
    by_title[section.title] = section
  end
  return by_title, report
end

local function shown(section, ...)
  local list = {}
  for i, row in ipairs(section.rows) do
    local cells = {}
    for j, key in ipairs { ... } do
      local value = row[key]
      cells[j] = tostring(type(value) == "table" and (value.san or value.en) or value)
    end
    list[i] = table.concat(cells, " ")
  end
  return table.concat(list, "\n")
end

describe("the report of an opening", function()
  local PGN = table.concat({
    '[White "A"]\n[Black "B"]\n[Date "1999.01.01"]\n[Result "1-0"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 Bb4+ 4. Bd2 Bxd2+ 1-0',
    '[White "A"]\n[Black "C"]\n[Date "2001.01.01"]\n[Result "0-1"]\n\n1. c4 e6 2. d4 Nf6 3. Nf3 Bb4+ 4. Nc3 O-O 0-1',
    '[White "D"]\n[Black "B"]\n[Date "2001.??.??"]\n[Result "*"]\n\n1. d4 Nf6 2. c4 e6 3. Nc3 *',
    '[White "E"]\n[Black "F"]\n[Result "1-0"]\n\n1. e4 1-0',
  }, "\n\n")
  local sections, whole = report_of(chess.games_in(PGN), { position = "d4 Nf6 c4 e6", after = 3, min = 1, piece = "N" })

  it("counts the games with the position, by year, order of moves and player", function()
    assert.equal("3 1 0 1 0.5", shown(sections["Results"], "games", "white", "draw", "black", "score"))
    assert.equal("1999 1\n2001 2", shown(sections["Trend"], "name", "games"))
    assert.equal("1. d4 Nf6 2. c4 e6 2 1\n1. c4 e6 2. d4 Nf6 1 0",
      shown(sections["Move orders"], "name", "games", "white"))
    assert.equal("A 2\nD 1", shown(sections["With White"], "name", "games"))
    assert.equal("B 2\nC 1", shown(sections["With Black"], "name", "games"))
  end)

  it("shows lines with enough games", function()
    assert.equal("3. Nf3 Bb4+ 4. Bd2 Bxd2+ 1\n3. Nf3 Bb4+ 4. Nc3 O-O 1\n3. Nc3 1",
      shown(sections["Theory"], "line", "games"))
    local fewer = report_of(chess.games_in(PGN), { position = "d4 Nf6 c4 e6" })
    assert.equal("3. Nf3 Bb4+ 2 E11 Bogo-Indian Defence", shown(fewer["Theory"], "line", "games", "opening"))
  end)

  it("lists the squares of pieces in the games that are long enough, and draws a map", function()
    local by_piece = {}
    for _, row in ipairs(sections["Where the pieces stand"].rows) do
      by_piece[row.name.en] = row
    end
    assert.equal("f3 100%", by_piece.N.s1)
    assert.equal("b1 50%", by_piece.N.s2)
    assert.equal("b4 100% c8 100%", by_piece.b.s1 .. " " .. by_piece.b.s2)
    local map = sections["Map of N"].rows
    assert.same({ "3", 0.5, 1.0 }, { map[6].rank, map[6].c, map[6].f })
    assert.is_nil(map[1].a)
  end)

  it("shows its position and the map as boards in HTML, with darker squares for more games", function()
    local html = whole:format("html", { lang = "fr" })
    assert.equal("Rapport d’ouverture : Défense indienne, 2. c4 e6", html:match "<h1>(.-)</h1>")
    assert.equal(2, select(2, html:gsub('<svg [^>]*class="board"', "")))
    local heat = assert(html:match('aria%-label="Carte de C">(.-)</svg>'))
    assert.is_truthy(heat:find("<desc>f3 100%, b1 50%, c3 50%", 1, true))
    assert.is_truthy(heat:find('fill-opacity="0.95" d="M500 500h', 1, true)) -- f3
    assert.is_truthy(heat:find('fill-opacity="0.5" d="M200 500h', 1, true)) -- c3
    assert.is_nil(heat:find("<use", 1, true))
  end)

  it("counts themes as the queries do, and endings by the last position", function()
    local q = chess.query
    local root = q.position "e4 e5"
    local found, report = report_of(chess.games "spec/data/engine/engine.pgn", { position = "e4 e5", top = 1000 })
    local mates, opposite, small = 0, 0, 0
    local bare = q.at_end(q.pieces {
      white = { n = 0, b = 0, r = { max = 2 }, q = 0 }, black = { n = 0, b = 0, r = { max = 2 }, q = 0 } })
    for game in chess.games("spec/data/engine/engine.pgn", { query = root }) do
      mates = mates + (q.checkmate(game) and 1 or 0)
      opposite = opposite + (q.opposite_castling(game) and 1 or 0)
      small = small + (bare(game) and 1 or 0)
    end
    local rows = found["Themes"].rows
    assert.is_true(mates > 0 and opposite > 0 and small > 0)
    assert.equal(opposite, rows[2].games)
    assert.equal(mates, rows[#rows].games)
    local sum = 0
    for _, row in ipairs(found["Endings"].rows) do
      sum = sum + (row.name:find("^KR* v KR*$") and row.games or 0)
    end
    assert.equal(small, sum)
    assert.is_true(report:query()(chess.game "1. e4 e5 *"))
  end)

  it("requires a position, and reports errors in it", function()
    assert.equal("which position? option 'position' takes a FEN, or moves as 'e4 c5 Nf3'",
      select(2, chess.report "opening"))
    assert.equal("position: moves:1: not a move xx (move 1, White)",
      select(2, chess.report("opening", { position = "xx" })))
    assert.equal("option 'depth' takes an integer from 1 to 200, not 0",
      select(2, chess.report("opening", { position = "e4", depth = 0 })))
  end)
end)
