-- lucena index and lucena explore.

local folder_of = require "spec.support.folder"
local index_bytes = require "spec.support.index_bytes"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local GAMES = [=[
[White "Alpha, A"]
[Black "Beta, B"]
[Date "2001.01.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "Beta, B"]
[Black "Alpha, A"]
[WhiteElo "2700"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[Result "0-1"]

1. d4 0-1
]=]

local TABLE = [[
Move  Games  Share  White wins  Draws  Black wins  Score  Rating  Last
e4        2  66.7%           1      1           0  75.0%    2700  2001
d4        1  33.3%           0      0           1   0.0%
]]

describe("lucena explore", function()
  it("gives the same text with and without an index", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    local before = run { "explore", "--lang", "en", path }
    assert.same({ code = 0, out = TABLE, err = "" }, before)
    assert.same({ code = 0, out = "", err = "lucena: 3 games, 9 positions\n" }, run { "index", path })
    assert.same(before, run { "explore", "--lang", "en", path, "--require-index" })
    local filters = { { "--player", "Alpha" }, { "--since", "2001.01" }, { "--elo", "2700" }, { "--top", "1" } }
    for _, words in ipairs(filters) do
      local with = run { "explore", "-t", "csv", path, words[1], words[2] }
      assert.same(with, run { "explore", "-t", "csv", path, words[1], words[2], "--index", folder:path "a.pgn.lci" })
      os.rename(folder:path "a.pgn.lci", folder:path "x")
      assert.same(with, run { "explore", "-t", "csv", path, words[1], words[2] })
      os.rename(folder:path "x", folder:path "a.pgn.lci")
    end
  end)

  it("writes JSON with the fields of Lichess, CSV, and French", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    assert.same({ code = 0, err = "", out = '{"white":1,"draws":1,"black":0,"moves":['
      .. '{"uci":"c7c5","san":"c5","averageRating":2700,"white":0,"draws":1,"black":0},'
      .. '{"uci":"e7e5","san":"e5","averageRating":null,"white":1,"draws":0,"black":0}],'
      .. '"opening":{"eco":"B00","name":"King\'s Pawn Game"}}\n' }, run { "explore", "-t", "json", path, "1.", "e4" })
    assert.equal("uci,san,games,share,white,draw,black,score,rating,year\nd2d4,d4,1,0.333333,0,0,1,0,,\n",
      run { "explore", "-t", "csv", path }.out:gsub("e2e4[^\n]*\n", ""))
    assert.equal("Coup  Parties", run { "explore", "--lang", "fr", path }.out:match("^Coup  Parties"))
    assert.equal("Aucune partie n’a atteint cette position.\n",
      run { "explore", "--lang", "fr", path, "8/8/8/8/8/k7/p7/K7 w - - 0 1" }.out)
    assert.equal("All games that reached this position end here.\n",
      run { "explore", "--lang", "en", path, "e4 e5 Nf3" }.out:match("[^\n]*\n$"))
  end)

  it("warns of an index that does not fit, and reads the games", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    run { "index", "-q", path }
    folder:write("a.pgn", GAMES .. "\n1. d4 *\n")
    local problem = path .. ".lci: the file of games has changed since it was indexed (index it again)"
    local r = run { "explore", "--lang", "en", path }
    assert.same({ 0, ("lucena: %s; the games are read instead\n"):format(problem) }, { r.code, r.err })
    assert.equal("d4        2", r.out:match("d4        2"))
    assert.same({ code = 1, out = "", err = "lucena: " .. problem .. "\n" }, run { "explore", "--require-index", path })
    assert.same({ code = 1, out = "", err = "lucena: " .. problem .. "\n" }, run { "index", "--check", path })
    os.remove(folder:path "a.pgn.lci")
    assert.equal(3, run { "explore", "--require-index", path }.code)
    run { "index", "-q", "--max-ply", "1", path }
    assert.equal(("lucena: %s.lci: the index has no positions after ply 1; the games are read instead\n"):format(path),
      run { "explore", path }.err)
  end)

  it("reads the games for a position that an index of shared positions does not have", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", "1. e4 e5 *\n\n1. e4 c5 *\n")
    assert.equal(0, run { "index", "-q", "--shared-only", path }.code)
    local r = run { "explore", "-t", "csv", "--require-index", path, "e4" }
    assert.same({ 0, "" }, { r.code, r.err })
    r = run { "explore", "-t", "csv", path, "e4 c5" }
    assert.equal(0, r.code)
    assert.is_truthy(r.err:find("only positions that several games reach; the games are read instead", 1, true), r.err)
    os.remove(path .. ".lci")
    assert.equal(run { "explore", "-t", "csv", path, "e4 c5" }.out, r.out)
    assert.equal(0, run { "index", "-q", "--shared-only", path }.code)
    assert.equal(1, run { "explore", "--require-index", path, "e4 c5" }.code)
    assert.is_truthy(run { "index", "--info", path }.out:find("only positions of at least two games", 1, true))
    local described = run { "filter", "--describe", "-e", 'position "e4 c5"', path }
    assert.is_truthy(described.out:find("every game is read (the index has only positions that several games reach)", 1,
      true), described.out)
  end)

  it("refuses wrong arguments", function()
    for problem, words in pairs {
      ["--top takes an integer from 1, not 'x'"] = { "--top", "x" },
      ["--top takes an integer from 1, not '0'"] = { "--top", "0" },
      ["--elo takes an integer from 1 to 9999, not 'x'"] = { "--elo", "x" },
      ["--elo takes an integer from 1 to 9999, not '0'"] = { "--elo", "0" },
      ["'soon' is not a date such as 1972, 1972.07 or 1972.07.11"] = { "--since", "soon" },
      ["a name has letters, got '!'"] = { "--player", "!" },
    } do
      local r = run { "explore", "README.md", table.unpack(words) }
      assert.same({ 2, "lucena: " .. problem }, { r.code, r.err:match("([^\n]*)\n$") })
    end
    assert.equal(3, run { "explore", "no/such/file.pgn" }.code)
  end)
end)

describe("lucena index", function()
  it("explains why a file cannot be read", function()
    for path, problem in pairs { csrc = "Is a directory", ["no/such/file.pgn"] = "No such file or directory" } do
      local r = run { "index", path }
      assert.same({ 3, ("lucena: %s: cannot open: %s"):format(path, problem) }, { r.code, r.err:match "^[^\n]*" })
    end
  end)

  it("does not replace files other than indexes and parts", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    local other = folder:write("other", "notes\n")
    for _, name in ipairs { "a.pgn", "other" } do
      local begin, tail = "lucena: " .. folder:path(name) .. ": the file exists and is no ", "; it is not replaced"
      local r = run { "index", path, "-o", folder:path(name) }
      assert.same({ 1, begin .. "index" .. tail }, { r.code, r.err:match "^[^\n]*" })
      r = run { "index", "--partial", path, "-o", folder:path(name) }
      assert.same({ 2, begin .. "part of an index" .. tail .. "\n" }, { r.code, r.err })
    end
    assert.same({ GAMES, "notes\n" }, { folder:read "a.pgn", folder:read "other" })
    for _, words in ipairs { { "a.lci" }, { "b" }, { "part", "--partial" } } do
      for _ = 1, 2 do -- the second time, the file is an index or a part
        assert.equal(0, run { "index", "-q", path, "-o", folder:path(words[1]), words[2] }.code)
      end
    end
    local r = run { "merge-parts", folder:path "part", "-o", path }
    assert.same({ 1, GAMES }, { r.code, folder:read "a.pgn" }, r.err)
    assert.equal(other, folder:path "other")
  end)

  it("reports games that cannot be read to their end", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", "1. e4 e5 2. Ke3 *\n")
    local r = run { "index", path }
    assert.same({ 1, "" }, { r.code, r.out })
    assert.equal(("%s:1:13: illegal move Ke3"):format(path), r.err:match("^[^\n]-Ke3"))
    assert.equal("lucena: 1 game, 3 positions, errors in 1 place\n", r.err:match("[^\n]*\n$"))
  end)

  it("does not write an index that is up to date", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    local file = path .. ".lci"
    local COUNTS = "lucena: 3 games, 9 positions\n"
    local function written(reason)
      return { code = 0, out = "", err = ("lucena: %s: writing it again: %s\n"):format(file, reason) .. COUNTS }
    end
    local kept = { code = 0, out = "", err = ("lucena: %s: up to date\n"):format(file) .. COUNTS }
    assert.same({ code = 0, out = "", err = COUNTS }, run { "index", path })
    for _, words in ipairs { {}, { "--jobs", "2" }, { "--memory", "1" } } do
      assert.same(kept, run { "index", path, table.unpack(words) })
    end
    assert.same({ code = 0, out = "", err = "" }, run { "index", "-q", path })
    assert.same(written "it was made with other options", run { "index", "--shared-only", path })
    assert.same(kept, run { "index", "--shared-only", path })
    assert.same(written "it was made with other options", run { "index", path })
    local bytes = read(file)
    folder:write("a.pgn.lci", bytes:sub(1, 5000) .. "!" .. bytes:sub(5002))
    assert.same(written "it is damaged", run { "index", path })
    folder:write("a.pgn.lci", bytes:sub(1, 8) .. "\1" .. bytes:sub(10))
    assert.same(written "another version of Lucena wrote it", run { "index", path })
    folder:write("a.pgn.lci", index_bytes.with_segments(bytes))
    assert.same(written "another version of Lucena wrote it", run { "index", path })
    folder:write("a.pgn", (GAMES:gsub("2001", "2002")))
    assert.same(written "the games have changed", run { "index", path })
    folder:write("a.pgn", GAMES:gsub("2001", "2002") .. "1. c4 *\n")
    assert.equal(4, tonumber(run { "index", path }.err:match "(%d+) games"))
  end)

  it("reads the other files if one is in UTF-16", function()
    local folder <close> = folder_of()
    local path, other = folder:write("a.pgn", GAMES), folder:write("b.pgn", "\xFF\xFE1\0.\0 \0e\0004\0 \0*\0\n\0")
    local expected = { code = 1, out = "",
      err = ("lucena: %s: text in UTF-16 cannot be indexed (convert it to UTF-8)\n"):format(other)
        .. "lucena: 3 games, 9 positions\n" }
    for _, words in ipairs { {}, { "--jobs", "1" }, { "--jobs", "2" } } do
      assert.same(expected, run { "index", other, path, table.unpack(words) })
      os.remove(path .. ".lci")
    end
  end)

  it("prints what an index has, and verifies it", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", GAMES)
    local index = folder:path "b.lci"
    run { "index", "-q", path, "-o", index, "--memory", "1" }
    assert.same({ code = 0, err = "", out = index .. "\n" .. [[
                3  games
                9  positions of all games
                6  different positions
                2  names of players
                0  events
            8,192  bytes, 910.2 per position
]] }, run { "index", "--info", path, "-o", index })
    assert.same({ code = 0, out = "", err = ("lucena: %s: the index fits\n"):format(index) },
      run { "index", "--verify", path, "-o", index })
    local bytes = read(index)
    folder:write("b.lci", bytes:sub(1, 100) .. "!" .. bytes:sub(102))
    assert.same({ code = 1, out = "", err = ("lucena: %s: the index is damaged (write it again)\n"):format(index) },
      run { "index", "--check", path, "-o", index })
  end)

  it("refuses wrong arguments", function()
    for problem, words in pairs {
      ["--memory takes an integer from 1 to 1048576, not '0'"] = { "--memory", "0" },
      ["--max-ply takes an integer from 0 to 65535, not '65536'"] = { "--max-ply", "65536" },
      ["-o is for one FILE; without it, each index is written beside its file"] = { "b.pgn", "-o", "x" },
    } do
      local r = run { "index", "a.pgn", table.unpack(words) }
      assert.same({ 2, "lucena: " .. problem }, { r.code, r.err:match("([^\n]*)\n$") })
    end
    assert.equal(2, run { "index", "-" }.code)
    assert.equal(3, run { "index", "no/such/file.pgn" }.code)
  end)
end)
