-- chess.type, the features of the build, and the names in the table `chess`.

local chess = require "lucena"

describe("chess.type", function()
  it("returns the class of Lucena's values, and Lua's type of others", function()
    local game = chess.game "1. e4 {x} e5 2. Ke3 *"
    for name, value in pairs {
      Position = chess.position(), Board = chess.board(), Setup = chess.setup("8/8/8/8/8/8/8/8"), Game = game,
      Node = game.root, List = game.root.next.comments, Move = game.root.next.move, Query = chess.query.check,
      QueryMaker = chess.query.player, Dialect = chess.dialect "french", Nag = chess.nag(1),
      Date = chess.date "2024.01.01",
      TimeControl = chess.time_control "300+3", Diagnostic = game.diagnostics[1], Report = chess.report "summary",
      Opening = chess.eco.classify(game), EcoTable = chess.eco, Bits = chess.bits, Json = chess.json,
      EpdRecord = chess.epd(chess.position()),
      Csv = chess.csv(), Book = assert(chess.book "spec/data/books/small.bin"),
      Explanation = chess.position():explain "e4",
      number = 1, string = "e4", ["nil"] = nil, table = {}, userdata = io.stdout, boolean = true, ["function"] = print,
    } do
      assert.equal(name, chess.type(value))
    end
    assert.equal("nil", chess.type(nil))
    assert.equal("Setup", chess.type(chess.setup "8/8/8/8/8/8/8/8"))
    assert.equal("Diagnostic", chess.type(chess.setup("8/8/8/8/8/8/8/8").diagnostics[1]))
  end)
end)

describe("an error raised by a loop", function()
  it("is an object with the code, and converts to its message", function()
    for _, loop in ipairs { chess.games, chess.epd_records } do
      local done, err = pcall(loop, "none.pgn")
      assert.is_false(done)
      assert.equal("Error", chess.type(err))
      assert.equal("cannot_open", err.code)
      assert.equal("none.pgn: cannot open: No such file or directory", err.message)
      assert.equal(err.message, tostring(err))
      assert.equal("x: " .. err.message, "x: " .. err)
    end
    local done, err = pcall(function()
      for _ in chess.games "/proc/self/mem" do
        error "no game can be read"
      end
    end)
    assert.same({ false, "cannot_read" }, { done, err.code })
  end)
end)

describe("values convert to readable text", function()
  for text, value in pairs {
    ["lucena.Nag: $14 White: slight advantage"] = chess.nag(14),
    ["lucena.Opening: B20 Sicilian Defence"] = chess.eco.classify(chess.game "1. e4 c5 *"),
    ["game:1:10: illegal move Ke3 (move 2, White)"] = chess.game("1. e4 e5 Ke3 *").diagnostics[1],
    ["FEN fields are missing"] = chess.setup("8/8/8/8/8/8/8/8").diagnostics[1],
    ["300+3"] = chess.time_control "300+3",
    ["lucena.Report: summary"] = chess.report "summary",
    ["lucena.Csv: White,plies"] = chess.csv { columns = { "White", "plies" } },
    ["lucena.EcoTable: openings with their ECO codes"] = chess.eco,
  } do
    it(text, function()
      assert.equal(text, tostring(value))
    end)
  end
end)

describe("the table chess", function()
  it("raises for misspelled names, and suggests a similar one", function()
    assert.has_error(function() return chess.positin end, "lucena has no field 'positin'; did you mean 'position'?")
    assert.has_error(function() return chess.load "x" end, "lucena has no field 'load'; use games")
    assert.has_error(function() return chess.game("*").pleis end,
      "lucena.Game has no field 'pleis'; did you mean 'plies'?")
    assert.has_error(function() return chess.game("*").root.children end,
      "lucena.Node has no field 'children'; use node[1], node[2] ...")
    assert.has_error(function() return chess.position().ex end, "lucena.Position has no field 'ex'")
    assert.has_error(function() return chess.zzz end, "lucena has no field 'zzz'")
    assert.has_error(function() return chess[1] end, "lucena has no field '1'")
  end)

  it("lists all its names", function()
    local names = {}
    for name, value in pairs(chess) do
      names[name] = type(value)
    end
    for name in pairs(debug.getmetatable(chess).__fields) do
      assert.is_string(names[name], name)
    end
    assert.equal("string", names.version)
  end)

  it("has a version that can be compared", function()
    local major, minor, patch = chess.version:match "^(%d+)%.(%d+)%.(%d+)$"
    assert.equal(major * 1000000 + minor * 1000 + patch, chess.version_number)
    assert.equal("integer", math.type(chess.version_number))
  end)

  it("tells the features of the build", function()
    assert.has_error(function() chess.has "time travel" end,
      "bad argument #1 to 'has' (unknown feature 'time travel')")
    assert.has_error(function() chess.has "gzp" end,
      "bad argument #1 to 'has' (unknown feature 'gzp'; did you mean 'gzip'?)")
    assert.is_true(chess.has "gzip" == (pcall(function()
      return assert(chess.open "spec/data/compressed/three.pgn.gz")
    end)))
    assert.has_error(function() chess.has() end, "bad argument #1 to 'has' (string expected, got nil)")
  end)
end)
