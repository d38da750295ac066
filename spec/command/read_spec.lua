-- lucena read: games in text with prose.

local new_folder = require "spec.support.folder"
local file = require "spec.support.file"
local need = require "spec.support.need"
local run = require "spec.support.run"

describe("lucena read", function()
  it("writes the games of a page as PGN, and a summary", function()
    local r = run { "read", "spec/data/pages/descriptive.txt" }
    assert.equal(0, r.code)
    assert.equal(file.read "spec/data/pages/descriptive.pgn", r.out)
    assert.equal("lucena: 1 game from descriptive: 33 moves, 10 in variations\n", r.err)
  end)

  it("reads EPUB with pandoc and PDF with pdftotext, and names a program that is missing", function()
    local folder <close> = new_folder()
    local book = folder:write("book.epub", "PK")
    os.execute('ln -s "$(command -v lua5.4)" ' .. folder.root .. "/lua5.4")
    local r = run { "read", "-q", book, env = { PATH = folder.root } }
    assert.same({ 3, "", "lucena: " .. book .. ": pandoc is needed to read it (apt-get install pandoc)\n" },
      { r.code, r.out, r.err })
    -- A program that prints the text of a book.
    folder:write("pandoc", "#!/bin/sh\necho '1. e4 e5 2. Nf3 Nc6'\n")
    os.execute("chmod +x " .. folder.root .. "/pandoc")
    r = run { "read", "-q", book, env = { PATH = folder.root .. ":" .. os.getenv("PATH") } }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("\n\n1. e4 e5 2. Nf3 Nc6 *", 1, true))
    folder:write("pdftotext", "#!/bin/sh\nexit 1\n")
    os.execute("chmod +x " .. folder.root .. "/pdftotext")
    local page = folder:write("page.pdf", "%PDF-")
    r = run { "read", "-q", page, env = { PATH = folder.root .. ":" .. os.getenv("PATH") } }
    assert.same({ 3, "lucena: " .. page .. ": pdftotext could not read it\n" }, { r.code, r.err })
  end)

  it("omits the prose on request", function()
    local r = run { "read", "-q", "--prose", "none",
      stdin = "A short game. 1. e4 e5 A reply. 2. Nf3 Nc6 1/2-1/2 The end." }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n", 1, true), r.out)
  end)

  it("reports moves that are not legal with their places, and ends with status 1", function()
    local folder <close> = new_folder()
    local path = folder:write("bad.txt", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Bxh8 Nf6\n")
    local r = run { "read", "-o", folder.root .. "/out.pgn", path }
    assert.same({ 1, "" }, { r.code, r.out })
    assert.equal(path .. ":2:14: 4. Bxh8 is not legal here\n"
      .. path .. ":2:19: Nf6: the position before it is not known\n"
      .. "lucena: 1 game from english: 6 moves, 2 unread\n", r.err)
    assert.is_truthy(file.read(folder.root .. "/out.pgn"):find("3. Bb5 a6", 1, true))
  end)

  it("says that a text has no moves", function()
    local r = run { "read", stdin = "Call me Ishmael." }
    assert.same({ 1, "", "-: no move was found\nlucena: 0 games: 0 moves\n" }, { r.code, r.out, r.err })
  end)

  it("says that a text names moves, but has no game", function()
    local r = run { "read", stdin = "The squares after Nf3 and Bg5 are weak." }
    assert.same({ 1, "", "-: no game was found, only 2 moves without a position\n"
      .. "lucena: 0 games from english: 0 moves, 2 without a position\n" }, { r.code, r.out, r.err })
  end)

  it("reports the number of words in no game, with the place of the first one", function()
    local text = "Anna - Berta\n\n1. e4 e5 2. Nf3 and so on.\n\nTHE END\n\nGood bye, all.\n"
    local r = run { "read", "-q", stdin = text }
    assert.same({ 0, "-:5:1: 5 words after the last move are in no game\n" }, { r.code, r.err })
    local json = run { "read", "-q", "--json", stdin = text }.out
    assert.is_truthy(json:find('"rest":[{"line":5,"column":1,"offset":42,"length":24,"words":5}],', 1, true))
  end)

  it("writes a report of all mentions as JSON", function()
    local r = run { "read", "-q", "--json", stdin = "After 1. e4 e5 the pawn on e5 stops Nf6." }
    assert.equal(0, r.code)
    assert.equal('{"file":"-",\n'
      .. '"mentions":[{"token":"e4","line":1,"column":10,"offset":9,"state":"mainline","game":1},\n'
      .. '{"token":"e5","line":1,"column":13,"offset":12,"state":"mainline","game":1},\n'
      .. '{"token":"e5","line":1,"column":28,"offset":27,"state":"comment","game":1},\n'
      .. '{"token":"Nf6","line":1,"column":37,"offset":36,"state":"comment","game":1}],\n'
      .. '"diagnostics":[],\n"rest":[],\n'
      .. '"dialect":"english","games":1,"counts":{"mainline":2,"variation":0,"comment":2,'
      .. '"no_position":0,"unread":0,"ambiguous":0}}\n', r.out)
  end)

  it("takes the notation of the moves from --from or --dialect", function()
    for _, option in ipairs { "--from", "--dialect", "-f", "-d" } do
      local r = run { "read", "-q", "--prose", "none", option, "français", stdin = "1. e4 e5 2. Cf3" }
      assert.is_truthy(r.out:find("\n1. e4 e5 2. Nf3 *", 1, true), option)
    end
  end)

  it("refuses unknown dialects and positions", function()
    local r = run { "read", "--from", "frensh", stdin = "1. e4" }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("--from: unknown dialect 'frensh'; did you mean 'french'?", 1, true), r.err)
    assert.equal(2, run({ "read", "--fen", "8/8", stdin = "1. e4" }).code)
  end)

  it("reports files that cannot be read, and reads the others", function()
    local folder <close> = new_folder()
    local r = run { "read", "-q", "--prose", "none", folder.root .. "/none.txt", "-", stdin = "1. e4 e5" }
    assert.equal(3, r.code)
    assert.is_truthy(r.out:find("1. e4 e5 *", 1, true))
  end)
end)

describe("lucena read --jobs", function()
  local PAGES = "spec/data/pages/"

  -- Returns the result of reading several files, one missing, one standard input. `jobs`: nil or a number.
  local function read(arguments, jobs)
    local words = { "read", table.unpack(arguments) }
    words[#words + 1] = jobs and "--jobs=" .. jobs or nil
    for _, name in ipairs { PAGES .. "descriptive.txt", PAGES .. "descriptive.pgn", "none.txt", "-", "README.md" } do
      words[#words + 1] = name
    end
    words.stdin = "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Bxh8 Nf6\n"
    return run(words)
  end

  for _, arguments in ipairs {
    {}, { "--json" }, { "-q", "--prose", "none" }, { "--misprints", "--from", "english" },
  } do
    it("gives the same result as one process: " .. table.concat(arguments, " "), function()
      local alone = read(arguments)
      assert.is_true(#alone.out > 1000 and alone.code == 3)
      for _, jobs in ipairs { 1, 2, 7 } do
        assert.same(alone, read(arguments, jobs))
      end
    end)
  end

  it("reads files in several processes", function()
    local folder <close> = new_folder()
    local path = folder:write("book.epub", "PK")
    folder:write("pandoc", ("#!/bin/sh\necho $PPID >>'%s'\necho '1. e4 e5'\n"):format(folder:path "log"))
    folder:run("chmod +x pandoc")
    local r = run { "read", "-q", "--jobs", "2", path, path, env = { PATH = folder.root .. ":" .. os.getenv "PATH" } }
    assert.same({ 0, "" }, { r.code, r.err })
    local first, second = folder:read("log"):match("^(%d+)\n(%d+)\n$")
    assert.is_true(first ~= nil and first ~= second)
  end)

  it("writes the file of -o completely, and reports a full disk", function()
    local folder <close> = new_folder()
    local path = folder:path "out.pgn"
    local words = { "read", "--jobs", "2", "-o", path, PAGES .. "descriptive.txt", PAGES .. "descriptive.txt" }
    assert.equal(0, run(words).code)
    assert.equal(file.read(PAGES .. "descriptive.pgn"):rep(2), file.read(path))
    words[5] = "/dev/full"
    local r = run(words)
    assert.same({ 3, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("lucena: /dev/full: cannot write:", 1, true), r.err)
  end)
end)

describe("lucena read on a whole book", function()
  it("reads every game of Chess Fundamentals", function()
    local r = run { "read", need.data "book-texts/fundamentals.txt" }
    assert.equal(1, r.code) -- four moves are ambiguous in print
    assert.is_truthy(r.err:find(", 4 ambiguous\n", 1, true), r.err)
    assert.is_nil(r.err:find(" unread", 1, true))
  end)
end)
