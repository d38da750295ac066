-- A game in another notation is read in the same way by every command, function and kind of input, without an option.

local chess = require "lucena"
local commands = require "lucena.command"
local fake_engine = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"
local small_parts = require "spec.support.small_parts"

local FRENCH = require "spec.support.french_game"
local ENGLISH = chess.game(FRENCH, { dialect = "french" }):pgn()
local PLIES = 85
local LAST = "8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43"

-- An engine that knows the moves of the game.
local function engine_for(game)
  local moves = {}
  for node in game:mainline() do
    moves[#moves + 1] = tostring(node.move)
  end
  return fake_engine(([[
    local moves, next_move = {}, nil
    for move in ("%s f2h1"):gmatch "%%S+" do moves[#moves + 1] = move end
    function on.position(line)
      local _, count = (line:match " moves (.*)$" or ""):gsub("%%S+", "")
      next_move = moves[count + 1]
    end
    function on.go() say("info depth 1 score cp 20 pv " .. next_move) say("bestmove " .. next_move) end
  ]]):format(table.concat(moves, " ")))
end

local ENGINE = engine_for(chess.game(ENGLISH))

local function plies_of(text)
  local game = chess.game(text)
  return game and game.plies
end

-- How each command shows that it has read the moves: its words, in which FILE is the file and ENGLISH a file with the
-- same game in PGN; and the part of its result that must be as expected. `output`: the file that it writes;
-- `reads_positions`: standard input has positions.
local COMMANDS = {
  annotate = {
    words = { "-q", "--engine", ENGINE[1], "--engine-arg=" .. ENGINE[2], "--engine-arg", ENGINE[3], "--depth", "1",
      "FILE" },
    is = function(out) return out:match "%%eval" and plies_of(out) end, wanted = PLIES },
  board = { words = { "--ascii", "FILE" }, is = function(out) return out end,
    wanted = run({ "board", "--ascii", LAST }).out, reads_positions = true },
  book = { words = { "make", "-q", "--min", "1", "--depth", "85", "-o", "-", "FILE" },
    is = function(out) return select(2, out:gsub("\n", "")) end, wanted = PLIES - 1 }, -- one position occurs twice
  check = { words = { "-q", "FILE" }, is = function(out) return out:match "%[([%l_]+)%]\n$" end,
    wanted = "dialect_detected" },
  convert = { words = { "-q", "FILE" }, is = function(out) return out end, wanted = ENGLISH .. "\n" },
  dedup = { words = { "-q", "ENGLISH", "FILE" }, is = function(out) return out end, wanted = ENGLISH },
  explore = { words = { "-t", "csv", "FILE", "e4", "e5", "Nf3", "Nc6", "Bb5" },
    is = function(out) return out:match ",(a6,1)," end, wanted = "a6,1" },
  filter = { words = { "-q", "-c", "-e", "plies { min = 85 }", "FILE" }, is = function(out) return out end,
    wanted = "1\n" },
  merge = { words = { "-q", "--unique", "ENGLISH", "FILE" }, is = function(out) return out end, wanted = ENGLISH },
  report = { words = { "summary", "-q", "-t", "csv", "FILE" }, is = function(out) return out:match "85" end,
    wanted = "85" },
  show = { words = { "FILE" }, is = function(out) return out:match "([^\n]+)\n$" end, wanted = LAST },
  sort = { words = { "-q", "--by=-(plies { min = 85 })", "SHORT", "FILE" },
    is = function(out) return out:match '%[White "([^"]+)"%]' end, wanted = "Fischer, Robert J." },
  split = { words = { "-q", "-s", "SCRIPT", "--into", "OUT", "FILE" }, output = "out/85.pgn",
    is = function(out) return out end, wanted = FRENCH },
  tag = { words = { "-q", "--plycount", "-o", "-", "FILE" },
    is = function(out) return out:match '%[PlyCount "(%d+)"%]' end, wanted = "85" },
}

-- Commands with the option --dialect, or which read games, that have no row above.
local OTHERS = {
  epd = "records have too few moves for detection", read = "it reads prose, and detects the notation of each text",
  repl = "see below", sample = "it reads no moves", translate = "it reads moves, and its option --from is auto",
  explain = "it reads one move", dialect = "it tests a notation", index = "see below",
}

describe("a game in another notation", function()
  local folder
  setup(function()
    folder = new_folder()
    folder:write("french.pgn", FRENCH)
    folder:write("french.pgn.gz", packed.gz(FRENCH))
    folder:write("english.pgn", ENGLISH)
    folder:write("short.pgn", '[White "Short"]\n\n1. e4 e5 *\n\n')
    folder:write("plies.lua", "return function(game) return tostring(game.plies) end\n")
  end)
  teardown(function() folder:__close() end)

  -- Runs a command with a file. Returns the part of its result that its row describes.
  local function result(name, path, stdin, ...)
    local row, request = COMMANDS[name], { name, stdin = stdin, cwd = folder.root }
    local places = { FILE = path, ENGLISH = "english.pgn", SHORT = "short.pgn", SCRIPT = "plies.lua", OUT = "out" }
    for _, word in ipairs { ... } do
      request[#request + 1] = word
    end
    for i, word in ipairs(row.words) do
      request[i + 1 + select("#", ...)] = places[word] or word
    end
    if name == "report" or name == "book" then -- the options follow the first argument
      table.insert(request, 2, table.remove(request, 2 + select("#", ...)))
    end
    local r = run(request)
    local out = r.out
    if row.output then
      out = folder:read(row.output)
      os.remove(folder:path(row.output))
    end
    return row.is(out), r
  end

  local function has_option(name, option)
    return commands.find(name).parser({ name == "report" and "summary" or name == "book" and "make" or nil })
      :get_help():find("%s%-%-" .. option .. "%f[^%w-]") ~= nil
  end

  for name, row in pairs(COMMANDS) do
    it("is read by lucena " .. name .. " from plain and compressed files and standard input", function()
      local found, r = result(name, "french.pgn")
      assert.equal(row.wanted, found, r.err)
      assert.equal(0, r.code)
      assert.equal(row.wanted, (result(name, "french.pgn.gz")))
      assert.equal(row.wanted, row.reads_positions and row.wanted or (result(name, "-", FRENCH)))
      if has_option(name, "jobs") then
        assert.equal(row.wanted, (result(name, "french.pgn", nil, "--jobs", "2")))
      end
      if has_option(name, "dialect") then
        assert.not_equal(row.wanted, (result(name, "french.pgn", nil, "--dialect", "pgn")))
      end
    end)
  end

  it("has a row above for each command that reads games", function()
    for _, name in ipairs(commands.names()) do
      local reads_games = has_option(name, "dialect") or has_option(name, "games")
      assert.is_true(not reads_games or COMMANDS[name] ~= nil or OTHERS[name] ~= nil, name)
    end
    for name in pairs(OTHERS) do
      assert.is_truthy(commands.find(name), name)
    end
  end)

  it("is counted once per file, in all commands with a summary", function()
    local message = "notation was detected automatically: french (2 games) (repair)\n"
    folder:write("two.pgn", FRENCH .. "\n" .. ENGLISH .. "\n" .. FRENCH)
    for _, words in ipairs { { "convert" }, { "filter", "-e", "plies { min = 9 }" }, { "filter", "-c", "-e", "check" },
      { "report", "openings" }, { "tag", "--plycount", "-o", "-" }, { "index" }, { "convert", "--jobs", "2" },
      { "report", "openings", "--jobs", "2" } } do
      local request = table.move(words, 1, #words, 1, { cwd = folder.root })
      request[#request + 1] = "two.pgn"
      local err, count = run(request).err, 0
      for line in err:gmatch "[^\n]+\n" do
        count = count + (line:find "notation was detected" and 1 or 0)
      end
      assert.equal(1, count, err)
      assert.truthy(err:find("two.pgn: " .. message, 1, true), err)
    end
    assert.is_nil(run({ "convert", "--dialect", "pgn", "two.pgn", cwd = folder.root }).err:find "detected")
  end)

  it("is counted by workers, too, if --games ends before the file does", function()
    local path = folder:write("many.pgn", (FRENCH .. "\n"):rep(9))
    local words = { "dedup", "--games", "2-5", path }
    local alone = run(words)
    words.env, words[#words + 1], words[#words + 2] = small_parts(folder, 900, 900), "--jobs", "2"
    assert.truthy(alone.err:find("french (4 games)", 1, true), alone.err)
    assert.same(alone, run(words))
  end)

  it("is in the index as in the games", function()
    folder:write("indexed.pgn", FRENCH .. "\n" .. ENGLISH)
    local words = { "explore", "-t", "csv", "indexed.pgn", "e4", "e5", "Nf3", cwd = folder.root }
    local before = run(words)
    assert.truthy(before.out:find("Nc6,2,", 1, true))
    assert.equal(0, run({ "index", "-q", "indexed.pgn", cwd = folder.root }).code)
    assert.same(before, run(words))
    assert.truthy(require("lucena.index.search").moves(folder:path "indexed.pgn", chess.position():play "e4 e5 Nf3"))
    local index <close> = assert(chess.index(folder:path "indexed.pgn"))
    local plies = {}
    for game in index:games(chess.position(LAST)) do
      plies[#plies + 1] = game.plies
    end
    assert.same({ PLIES, PLIES }, plies)
  end)

  it("is read at the prompt", function()
    local r = run { "-e", "open french.pgn", "-e", "goto end", "-e", "fen", cwd = folder.root }
    assert.truthy(r.out:find(LAST, 1, true))
  end)

  it("is read by the functions of the library", function()
    local path = folder:path "french.pgn"
    local function check(game)
      assert.same({ PLIES, LAST, "french" }, { game.plies, tostring(game.final), game.dialect })
    end
    check(chess.game(FRENCH))
    check(chess.games(path)())
    check(chess.games_in(FRENCH)())
    for _, options in ipairs { {}, { check = true }, { query = chess.query.plies { min = PLIES } } } do
      local reader <close> = chess.open(path, options)
      check(reader:read())
    end
    local reader <close> = chess.open(path, { check = true })
    assert.same({ 1, PLIES, 0 }, { reader:count(), reader.plies, reader.errors })
    assert.equal("Bb5", chess.explore(path, chess.position():play "e4 e5 Nf3 Nc6").moves[1].san)
  end)
end)

describe("lucena check and lucena convert", function()
  -- Movetext with repairs, errors and other notations.
  local TEXTS = {
    "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *", "1. e4 e5 2. Cf3 *", "1. e4 e5 2. Sf3 Sc6 3. Zz9 *", "1. e4 d5 2. xd5 Qxd5 *",
    "1. e4 d5 2. exd Qxd5 *", "1. e4 e5 2. 0-0 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0\u{2013}0 *", "1. e4, e5 *",
    "1. e4 e5 2. \u{2658}f3 *", "1. P-K4 P-K4 *", "1. e4 (1. Zz9) e5 *", "1. e4 e5 2. e1h1 *", "1. 5254 5755 *",
    '[FEN "5rk1/4R2R/5r2/8/8/8/5PPP/6K1 w - - 0 1"]\n\n1. Rg7+ Kh8 *', "1. e4 e5 2. Nf3 e.p. Nc6 *", "1. e4 e5",
  }

  it("agree whether all moves can be read", function()
    local folder <close> = new_folder()
    for i, text in ipairs(TEXTS) do
      local path = folder:write(i .. ".pgn", text .. "\n")
      assert.equal(run({ "check", "-q", path }).code, run({ "convert", "-q", path }).code, text)
    end
  end)
end)
