-- Completion with Tab: the candidates in each context.

local chess = require "lucena"
local complete = require("lucena.repl.complete").complete
local completer = require("lucena.repl.edit").completer
local new_folder = require "spec.support.folder"

local function session(fields)
  local s = {
    position = chess.position(), commands = { "back", "board", "dialect", "eco", "load", "moves", "open", "save" },
    players = { "Carlsen, Magnus", "Caruana, Fabiano", "Nakamura, Hikaru" },
    environment = setmetatable({
      chess = chess, board = chess.position(), game = chess.game "1. e4 e5 *", word = "text",
    }, { __index = _G }),
  }
  for name, value in pairs(fields or {}) do
    s[name] = value
  end
  return s
end

-- The text before the word, then the candidates.
local function offered(line, fields)
  local start, list = complete(line, #line + 1, session(fields))
  return start and line:sub(1, start - 1) .. "<" .. table.concat(list, "|")
end

describe("completion", function()
  it("offers the legal moves, after the moves that were typed", function()
    assert.equal("<Na3|Nc3|Nf3|Nh3", offered "N")
    assert.equal("e4 e5 <Na3|Nc3|Ne2|Nf3|Nh3", offered "e4 e5 N")
    assert.equal("1.e4 e5 2.<Nf3 ", offered "1.e4 e5 2.Nf")
    assert.equal("e4 d5 <exd5 ", offered "e4 d5 ex")
    assert.equal(20, select(2, offered "":gsub("[^<|]+", "")))
    assert.equal("e4 Ke7 <", offered "e4 Ke7 N")
    assert.equal("<c8=B|c8=N|c8=Q|c8=R", offered("c8", { position = chess.position "8/2P5/8/8/8/8/8/K6k w - - 0 1" }))
  end)

  it("offers no moves in a game without a position", function()
    assert.is_nil(offered("1. e4 e5 2. ", { position = false }):find("Nf3", 1, true))
    assert.is_nil(offered("1. ", { position = false }):find("Nf3", 1, true))
  end)

  it("uses the dialect of the session", function()
    assert.equal("<Ca3|Cc3|Cf3|Ch3", offered("C", { dialect = "french" }))
    assert.equal('board:play "<Ca3|Cc3|Cf3|Ch3', offered('board:play "C', { dialect = "french" }))
  end)

  it("is case-sensitive only where the case matters", function()
    assert.equal("<Nf3 ", offered "nf")
    assert.equal("<Na3|Nc3|Nf3|Nh3", offered("N", { commands = { "nag", "new" } }))
    assert.equal("<back|board|b3|b4|break", offered "b")
  end)

  it("offers commands and their arguments", function()
    assert.equal("<back ", offered "ba")
    assert.equal(":<back|board", offered ":b")
    assert.equal("dialect <french", offered "dialect frenc")
    assert.equal("load <spec/data/sample/", offered "load spec/data/sam")
    assert.equal("load <", offered "load spec/\0/sam")
    assert.equal("load <spec/data/sample/sample.pgn", offered "load spec/data/sample/")
    assert.equal("load <spec/data/sample/SOURCE.txt", offered "load spec/data/sample/SO")
    assert.equal("save <spec/data/sample/expected.tsv", offered "save spec/data/sample/e")
    assert.equal("load <spec/data/books/small.epd|spec/data/books/small.pgn", offered "load spec/data/books/")
    assert.equal(":set <flip ", offered ":set fl")
    assert.equal(":goto <end|start", offered ":goto ")
    assert.equal(":tag <WhiteElo ", offered ":tag whiteel")
    assert.equal("moves <g1|g2", offered "moves g")
    assert.equal(":show <h2|hanging", offered ":show h")
    assert.equal(":report <crosstable", offered ":report crosst")
    assert.equal(":quiz <skip", offered ":quiz s")
    assert.equal(":help <position.san|position.setup|position.squares|position.svg", offered ":help position.s")
    assert.equal(":help <back|board", offered(":help b"):match "^[^|]+|[^|]+")
    assert.is_nil(offered ":help ":find("position", 1, true))
    assert.is_truthy(offered("eco Sicilian Defence: N"):find("<Sicilian Defence: Najdorf Variation|", 1, true))
  end)

  it("offers the arguments of nag and eval", function()
    assert.equal(":nag <!|!!|!?", offered ":nag !")
    assert.equal(":eval <depth", offered ":eval de")
  end)

  it("describes queries only if they are few", function()
    local _, list, lines = complete("find ", 6, session())
    assert.is_true(#list > 100)
    assert.is_nil(lines)
    assert.is_table((select(3, complete("find check", 11, session()))))
  end)

  it("offers the names of queries after find and filter, and lists what they match", function()
    assert.equal("find <chain|check|checkmate", offered "find ch")
    assert.equal("filter player 'Tal' & <stalemate", offered "filter player 'Tal' & stale")
    assert.equal("find ever(<check|checkmate", offered "find ever(chec")
    assert.equal("Carlsen, Magnus", select(2, complete('find player "Carl', 18, session()))[1]:sub(1, 15))
    local _, _, lines = complete("find check", 11, session())
    assert.matches("^check      Matches if the side to move is in check", lines.check)
    assert.matches("^checkmate  Matches if the game ends with checkmate", lines.checkmate)
    local narrow = session { settings = { width = 30 } }
    assert.equal("check      Matches if the si…", select(3, complete("find check", 11, narrow)).check)
  end)

  it("offers file names for the first word if nothing else fits", function()
    assert.equal("<spec/data/sample/", offered "spec/data/sam")
    assert.equal("<spec/data/sample/sample.pgn", offered "spec/data/sample/")
    assert.equal("<spec/data/books/small.epd|spec/data/books/small.pgn", offered "spec/data/books/sm")
    assert.equal("<", offered "READM")
    assert.equal("x = spec/data/<", offered "x = spec/data/sam")
  end)

  it("omits names with control characters", function()
    local folder <close> = new_folder()
    for _, name in ipairs { "good.pgn", "line\nend.pgn", "\27[2J.pgn", "\u{9B}2J.pgn", "\u{202E}.pgn", "\u{E9}.pgn" } do
      folder:write(name, "*")
    end
    local path = folder:path ""
    assert.equal(("<%s|%s"):format(path .. "good.pgn", path .. "\u{E9}.pgn"), offered(path))
    local fields = { players = { "Carlsen", "Car\27]0;x\7", "Car\u{9B}" } }
    assert.equal('q.player "<Carlsen"', offered('q.player "Car', fields))
  end)

  it("offers Lua names: globals, fields of tables, methods and properties", function()
    assert.equal("<string", offered "stri")
    assert.equal("x = <rawequal|rawget|rawlen|rawset", offered "x = raw")
    assert.equal("print(string.<rep|reverse", offered "print(string.re")
    assert.equal("word:<rep|reverse", offered "word:re")
    assert.equal("board:<parse|parse_uci|pass|perft|piece|pinned|play|polyglot_key", offered "board:p")
    assert.equal("board.<ep|explain", offered "board.e")
    assert.equal("= game.root.position:<moves", offered "= game.root.position:mo")
    assert.equal("chess.<query", offered "chess.quer")
    assert.equal("chess.query.<checkmate", offered "chess.query.checkm")
    assert.equal("for _ in <ipairs", offered "for _ in ip")
    assert.is_nil(offered "nothing.x")
    assert.is_nil(offered "x = 5")
  end)

  it("does not run the user's code", function()
    local function fail()
      error "was run"
    end
    local mine = setmetatable({ field = 1 }, { __index = fail, __pairs = fail, __len = fail, __call = fail })
    local proxy = setmetatable({}, { __index = mine })
    local fields = { environment = setmetatable({ mine = mine, proxy = proxy }, { __index = _G }) }
    assert.equal("mine.<field", offered("mine.f", fields))
    assert.equal("proxy.<field", offered("proxy.f", fields))
    assert.is_nil(offered("mine.other.x", fields))
  end)

  it("offers, inside quotes, the strings that the function accepts", function()
    assert.equal('q.player "<Carlsen, Magnus|Caruana, Fabiano', offered 'q.player "Car')
    assert.equal("q.white('<Nakamura, Hikaru'", offered "q.white('Nak")
    assert.equal('q.player "<Carlsen, Magnus"', offered('q.player "Carl', { players = function()
      return { "Carlsen, Magnus" }
    end }))
    assert.equal('chess.open("<spec/data/sample/sample.pgn"', offered 'chess.open("spec/data/sample/sample.p')
    assert.equal('chess.dialect "<french"', offered 'chess.dialect "frenc')
    assert.equal('board:parse("<Nf3', offered 'board:parse("Nf')
    assert.equal("x = 'it\\'s' .. <word", offered "x = 'it\\'s' .. wor")
  end)

  it("offers options: of a report, of tables in Lua, of games and engines", function()
    assert.equal("report <openings", offered("report openings", { commands = { "report" } }))
    assert.equal("report openings <depth=|min=|position=|eco=", offered "report openings ")
    assert.equal("report openings min=2 <depth=", offered "report openings min=2 dep")
    assert.equal("report crosstable kind=<swiss ", offered "report crosstable kind=sw")
    assert.equal("report sheet flip=<false|true", offered "report sheet flip=")
    assert.equal("report nosuch <", offered "report nosuch x")
    assert.equal("games <by date", offered("games by da", { commands = { "games" } }))
    assert.equal("q.elo{<max|min|side", offered "q.elo{")
    assert.equal("board:fen {<castling = ", offered "board:fen {ca")
    assert.equal('chess.read_text("x (1)", {fen = a, <dialect = ', offered 'chess.read_text("x (1)", {fen = a, diale')
    assert.equal('game:movetext { dialect = "<french"', offered 'game:movetext { dialect = "frenc')
    assert.equal("game.tags.<WhiteElo", offered "game.tags.WhiteEl")
    local candidates = require "lucena.repl.candidates"
    assert.is_nil(candidates.programs("")[1])
    assert.equal("ls", candidates.programs("ls")[1])
    assert.equal("!<ls", offered("!ls"):match("^[^|]*"))
    assert.equal("!ls <spec/data/sample/", offered "!ls spec/data/sam")
  end)

  it("is returned to readline: the common prefix, then candidates with the typed text before them", function()
    local function lines(line, start, ...)
      local list = { ... }
      return completer(function() return start, list end)(line)
    end
    assert.same({ { "e4 N", "e4 Nc3", "e4 Nf3" }, 3 }, { lines("e4 N", 4, "Nc3", "Nf3") })
    assert.same({ { "Nf3 " }, 0 }, { lines("n", 1, "Nf3 ") })
    assert.same({ { "n", "Nf3", "nil" }, 0 }, { lines("n", 1, "Nf3", "nil") })
    assert.same({ { "", "É", "é" }, 0 }, { lines("", 1, "É", "é") })
    local texts = {}
    assert.equal(texts, select(3, completer(function() return 1, { "a", "b" }, texts end)("")))
    assert.is_nil(lines("x", 1))
    assert.is_nil(lines("x", nil))
  end)
end)
