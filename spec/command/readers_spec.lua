-- lucena convert --from NAME: readers of other formats than PGN.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"

local PUZZLES = [[
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00abc,4k3/8/8/8/8/8/4R3/4K3 b - - 0 40,e8d8 e2e7 d8e7,1500,75,90,100,mate short,https://lichess.org/x#79,
00abd,7k/8/8/8/8/8/4R3/4K3 b - - 0 40,h8g8 e2e9,1500,75,90,100,mate,https://lichess.org/y#79,
no puzzle
]]

local GAME = '{"id":"abcd1234","rated":true,"variant":"standard","speed":"blitz","createdAt":1514505150384,'
  .. '"status":"mate","winner":"white","players":{"white":{"user":{"name":"Ann"},"rating":1500,"ratingDiff":-4},'
  .. '"black":{"aiLevel":3}},"opening":{"eco":"C20","name":"King\'s Pawn"},"moves":"e4 e5 Nf3",'
  .. '"clock":{"initial":180,"increment":2},"clocks":[18003,17900],"analysis":[{"eval":25},{"mate":-3}]}\n'

local ARCHIVE = [[{"games": [
  {"url": "u", "pgn": "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:02:59]} 1... e5 1-0\n"},
  {"url": "v"},
  {"pgn": "1. e4 Ke4 *"}
]}]]

local function convert(words, text)
  table.insert(words, 1, "convert")
  words.stdin = text
  return run(words)
end

local function lines(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    list[#list + 1] = line
  end
  return list
end

describe("the reader of Lichess's puzzles", function()
  it("makes a game of each puzzle, and reports the others", function()
    local r = convert({ "--from", "lichess_puzzles" }, PUZZLES)
    assert.equal(1, r.code)
    local list = {}
    for game in chess.games { text = r.out } do
      list[#list + 1] = game
    end
    assert.equal(2, #list)
    assert.equal("Lichess puzzle 00abc", list[1].tags.Event)
    assert.equal("mate short", list[1].tags.Themes)
    assert.equal("1500", list[1].tags.PuzzleRating)
    assert.equal("40... Kd8 41. Re7 Kxe7 *\n", list[1]:movetext())
    assert.same({
      "-:3: not a move e2e9 (move 41, White)",
      "-:4: not a puzzle: PuzzleId,FEN,Moves,... expected",
      "lucena: 3 games, errors in 2 places",
    }, lines(r.err))
  end)

  it("reports a record that it refuses, and reads on", function()
    local bad = PUZZLES:gsub("h8g8 e2e9", "h8g8 * 1. e8e7 *"):gsub("no puzzle", "00\0x,8/8 w,e2e4")
    local r = convert({ "--from", "lichess_puzzles", "-t", "san" }, bad .. PUZZLES)
    assert.equal(1, r.code)
    assert.equal(3, select(2, r.out:gsub("\n", "")), r.out)
    assert.is_nil(r.err:find("internal error", 1, true), r.err)
    assert.matches("-:4: the line has a NUL", r.err, 1, true)
  end)

  it("reads the compressed file", function()
    local folder <close> = new_folder()
    local path = folder:write("p.csv.zst", packed.zst(PUZZLES))
    local r = convert { "-q", "--from", "lichess_puzzles", "-t", "san", "--games", "1", path }
    assert.equal("Kd8 Re7 Kxe7\n", r.out, r.err)
    assert.equal(0, r.code)
  end)
end)

describe("the reader of Lichess's NDJSON", function()
  it("makes tags and comments as in Lichess's PGN", function()
    local game = chess.game(convert({ "--from", "lichess" }, "\n" .. GAME).out)
    for name, value in pairs { Event = "Rated blitz game", Site = "https://lichess.org/abcd1234", Date = "2017.12.28",
      White = "Ann", Black = "lichess AI level 3", Result = "1-0", UTCTime = "23:52:30", WhiteElo = "1500",
      WhiteRatingDiff = "-4", TimeControl = "180+2", ECO = "C20", Termination = "Normal" } do
      assert.equal(value, game.tags[name], name)
    end
    assert.equal("1. e4 {[%eval 0.25] [%clk 0:03:00]} 1... e5 {[%eval #-3] [%clk 0:02:59]} 2. Nf3 1-0\n",
      game:movetext { width = 0 })
  end)

  it("invents no result, and knows the endings of Lichess", function()
    local function result(fields)
      local game = chess.game(convert({ "-q", "--from", "lichess" }, '{"moves":"e4"' .. fields .. "}\n").out)
      return game.tags.Result .. " " .. tostring(game.tags.Termination)
    end
    assert.equal("* nil", result "")
    assert.equal("* nil", result ',"winner":7')
    local unknown = chess.game(convert({ "-q", "--from", "lichess" }, '{"moves":"e4"}\n').out).tags
    assert.same({ "?", "?", "????.??.??" }, { unknown.Event, unknown.Site, unknown.Date })
    assert.equal("0-1 Time forfeit", result ',"winner":"black","status":"timeout"')
    assert.equal("1/2-1/2 Time forfeit", result ',"status":"outoftime"')
    assert.equal("* Unterminated", result ',"status":"started"')
    assert.matches("a text has a NUL", convert({ "--from", "lichess" }, '{"moves":"e4","id":"\\u0000"}\n').err, 1, true)
  end)

  it("takes no field of another type, and reports records without moves", function()
    local odd = '{"id":5,"players":7,"moves":"e4","clock":3,"createdAt":-9,"analysis":"x","clocks":{"1":2},'
      .. '"variant":9,"opening":[],"status":{},"initialFen":1}\n[]\nnull\n7\n{"moves":3}\nnot\n'
    local r = convert({ "--from", "lichess" }, odd)
    assert.equal(1, r.code)
    assert.is_nil(r.err:find("internal error", 1, true), r.err)
    assert.equal(6, #lines(r.err), r.err)
    assert.matches("1. e4", r.out, 1, true)
  end)

  it("takes the PGN if there is one, and the position and the variant", function()
    local r = convert({ "--from", "lichess", "-t", "san", "-q" }, '{"pgn":"1. d4 d5 *","moves":"e4"}\n'
      .. '{"variant":"fromPosition","initialFen":"4k3/8/8/8/8/8/3R4/4K3 w - - 0 1","moves":"Re2+"}\n')
    assert.equal("d4 d5\nRe2+\n", r.out, r.err)
  end)
end)

describe("the reader of archives of Chess.com", function()
  it("reads the PGN of each game", function()
    local r = convert({ "--from", "chess_com", "-t", "san" }, ARCHIVE)
    assert.equal("e4 e5\ne4\n", r.out)
    assert.same({ "-:1: game 2 has no field 'pgn'", "-:1: illegal move Ke4 (move 1, Black)",
      "lucena: 3 games, errors in 2 places" }, lines((r.err:gsub("%-:%d:", "-:1:"))))
  end)

  it("reports null and an object", function()
    local r = convert({ "--from", "chess_com", "-t", "san" }, '{"games":[{"pgn":"1. e4 *"},null,{"pgn":"1. d4 *"}]}')
    assert.equal("e4\nd4\n", r.out)
    assert.matches("game 2 has no field 'pgn'", r.err, 1, true)
    r = convert({ "--from", "chess_com" }, '{"games":{"a":{"pgn":"1. e4 *"}}}')
    assert.matches("-:1: not an archive: the field 'games' is no array", r.err, 1, true)
  end)

  it("reports a notation that was detected", function()
    local r = convert({ "--from", "chess_com" }, '{"games":[{"pgn":"1. e4 e5 2. Cf3 Cc6 3. Fb5 *"}]}')
    assert.matches("notation was detected automatically: french (1 game)", r.err, 1, true)
    assert.equal(2, convert({ "--from", "chess_com", "--no-skip" }, "{}").code)
  end)

  it("reports another file", function()
    for _, text in ipairs { "{}", "[]", "7", '{"games":7}', "x", "" } do
      local r = convert({ "--from", "chess_com" }, text)
      assert.equal(1, r.code, text)
      assert.matches("^%-:1: not ", r.err)
    end
  end)
end)

describe("a registered reader", function()
  local READER = [[
-- one game per line
return function(file, options)
  assert(type(options) == "table")
  return coroutine.wrap(function()
    for line in file:lines() do
      if line == "crash" then
        error("no such line")
      end
      coroutine.yield(line ~= "bad" and line, "a bad line")
    end
  end)
end
]]

  local function own(text, words)
    local folder <close> = new_folder()
    folder:run "mkdir -p lucena/readers"
    folder:write("lucena/readers/by_line.lua", text)
    words.env = { XDG_DATA_HOME = folder.root, LC_ALL = "C" }
    return convert(words, "e4 e5\nbad\nd4 d5\n")
  end

  it("is found by its name among the user's files", function()
    local r = own(READER, { "--from", "by_line", "-t", "san" })
    assert.equal("e4 e5\nd4 d5\n", r.out, r.err)
    assert.same({ "-:2: a bad line", "lucena: 3 games, errors in 1 place" }, lines(r.err))
    assert.equal(1, r.code)
    assert.matches("'lichess_puzzles', 'by_line'", own(READER, { "--from", "by_lin" }).err, 1, true)
  end)

  it("loses no game of another file if it fails", function()
    local folder <close> = new_folder()
    local program = folder:write("p.lua", ([[
local chess = require "lucena"
chess.register("reader", "by_line", assert(load(%q))())
os.exit(require("lucena.command").main { [0] = "lucena", "convert", "--from", "by_line", "-t", "san", ... })
]]):format(READER))
    local a, b = folder:write("a.txt", "e4\ncrash\nd4\n"), folder:write("b.txt", "c4\n")
    local r = run { "run", program, a, b }
    assert.equal("e4\nc4\n", r.out, r.err)
    assert.matches("a.txt:2: internal error: .*no such line", r.err)
    assert.matches("a.txt:3: the rest of the file is not read", r.err, 1, true)
    assert.equal(4, r.code)
  end)

  it("must be a function that returns an iterator of games", function()
    local r = own("return 7", { "--from", "by_line" })
    assert.matches("by_line.lua: function expected, got number", r.err, 1, true)
    assert.equal(2, r.code)
    r = own("return function() end", { "--from", "by_line" })
    assert.matches("an iterator expected from the reader, got nil", r.err, 1, true)
    r = own("return function() return coroutine.wrap(function() coroutine.yield {} end) end", { "--from", "by_line" })
    assert.matches("-:1: a game or its PGN expected from the reader, got table", r.err, 1, true)
    assert.equal(1, r.code)
    assert.has_error(function() chess.register("reader", "jsonl", print) end)
    assert.has_error(function() chess.register("reader", "odd", {}) end)
  end)
end)
