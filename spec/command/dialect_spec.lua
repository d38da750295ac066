-- lucena dialect: the subcommands test and show.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

describe("lucena dialect test", function()
  it("prints the number of tests", function()
    local expected = "french: 1,606 moves of 60 positions (seed 1), 0 collisions, all read back\n"
    assert.same({ code = 0, err = "", out = expected }, run { "dialect", "test", "french", "--positions", "60" })
    local other = run { "dialect", "test", "french", "--positions", "60", "--seed", "9" }
    assert.is_truthy(other.out:find("(seed 9), 0 collisions, all read back", 1, true))
  end)

  it("prints moves with the same spelling and the position, and fails", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {extend = "fide", short = "castles", long = "castles"}')
    local r = run { "dialect", "test", "./mine.lua", cwd = folder.root }
    assert.equal(1, r.code)
    assert.equal("", r.err)
    local place = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
    assert.is_truthy(r.out:find("written alike:\n  castles is O-O-O and O-O\n    " .. place, 1, true), r.out)
    assert.is_falsy(r.out:find("nil", 1, true)) -- no part of the report is missing
    assert.is_truthy(r.out:find("\nnot read back:\n  castles (O-O-O): ambiguous move castles", 1, true), r.out)
    local last = "\nmine: [%d,]+ moves of 3,000 positions %(seed 1%), %d+ collisions, "
      .. "[%d,]+ cannot be written, %d+ not read back\n$"
    assert.is_truthy(r.out:find(last))
  end)

  it("fails, and prints moves that cannot be written and letters with two meanings", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {pieces = {N = "h"}}')
    local r = run { "dialect", "test", "./mine.lua", cwd = folder.root }
    assert.equal(1, r.code)
    assert.is_truthy(r.out:find("^cannot be written:\n  hx[a-h]%d\n    %S+/%S+ [wb] "), r.out)
    assert.is_truthy(r.out:find("\nnote: h is the letter of N and the name of file h\n", 1, true))
    assert.is_truthy(r.out:find("0 collisions, %d+ cannot be written\n$"))
    assert.is_falsy(r.out:find("all read back", 1, true))
  end)

  it("prints spellings that are seldom read", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {short = {"O-O", "--"}}') -- the null move
    local r = run { "dialect", "test", "./mine.lua", cwd = folder.root }
    local expected = "^seldom read, because another word hides it:\n  '%-%-' of short, as in %-%-%+? %(O%-O%+?%)\n    "
    assert.is_truthy(r.out:find(expected), r.out)
    assert.equal(1, r.code)
  end)

  it("tests the games of a file", function()
    local r = run { "dialect", "test", "french", "--positions", "10", "--games", "spec/data/sample/sample.pgn" }
    assert.equal("french: 26,012 moves of 10 positions (seed 1) and 314 games, 0 collisions, all read back\n", r.out)
    assert.equal(0, r.code)
    r = run { "dialect", "test", "french", "--games", "none.pgn" }
    assert.same({ 3, "", "lucena: none.pgn: cannot open: No such file or directory\n" }, { r.code, r.out, r.err })
  end)

  it("tests every kind of move", function()
    local report = require("lucena").dialect("french"):check()
    for _, kind in ipairs { "captures", "promotions", "castling", "checks", "mates", "en passant", "moves with a file",
      "moves with a rank", "moves with a square" } do
      assert.is_true((report.kinds[kind] or 0) >= 9, kind)
    end
  end)

  it("lists its subcommands", function()
    local expected = "missing argument 'VERB'\ntest  Write the legal.*\nshow  [^\n]*\nnew   [^\n]*\n"
    assert.is_truthy(run({ "dialect" }).err:find(expected))
  end)

  it("prints at most five problems of a kind", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {files = {"a", "b", "c", "d", "a", "b", "c", "d"}}')
    local r = run { "dialect", "test", "mine.lua", cwd = folder.root }
    assert.equal(1, r.code)
    assert.equal(3, select(2, r.out:gsub("\n  and [%d,]+ more\n", "")))
    assert.is_truthy(r.out:find("\n  a3 is a3 and e3\n", 1, true))
    assert.is_truthy(r.out:find("\n  a3 (a3): ambiguous move a3: a2a3 or e2e3 (move 1, White)\n", 1, true))
    -- Without piece letters, all moves can still be written: if squares are ambiguous, the origin is written in full.
    folder:write("mine.lua", "return {letters = false}")
    r = run { "dialect", "test", "mine.lua", cwd = folder.root }
    assert.is_truthy(r.out:find(" 0 collisions, all read back\n", 1, true))
  end)

  it("reports pieces with the same letter, which can be intended", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {extend = "lan", pieces = {K = "K", Q = "K", R = "R", B = "B", N = "N"}}')
    local r = run { "dialect", "test", "mine.lua", "--positions", "40", cwd = folder.root }
    assert.is_truthy(r.out:find("note: K and Q are both written K\n", 1, true))
  end)

  it("distinguishes an invalid file, an unknown name, no file and wrong options", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", "return {\n  while true do end }")
    folder:write("loop.lua", "\nwhile true do end")
    folder:write("slip.lua", "return {promoton = 1}")
    for name, expected in pairs {
      ["mine.lua"] = { 1, "lucena: mine.lua:2: unexpected symbol near 'while'\n" },
      ["./loop.lua"] = { 1, "lucena: loop.lua:2: this takes more than 10 million instructions\n" },
      ["slip.lua"] = { 1, "lucena: slip.lua: unknown field 'promoton'; did you mean 'promotion'?\n" },
      ["frnech"] = { 2, "lucena: unknown dialect 'frnech'; did you mean 'french'?\n" },
      ["none.lua"] = { 3, "lucena: none.lua: cannot open: No such file or directory\n" },
    } do
      local r = run { "dialect", "test", name, cwd = folder.root }
      assert.same({ code = expected[1], out = "", err = expected[2] }, r)
    end
    for _, words in ipairs { { "dialect" }, { "dialect", "try", "french" }, { "dialect", "test" },
      { "dialect", "test", "french", "--positions", "0" }, { "dialect", "test", "french", "--seed", "x" },
      { "dialect", "show", "french", "--seed", "1" } } do
      local r = run(words)
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("^Usage: lucena dialect test|show"), r.err)
    end
  end)
end)

describe("lucena dialect show", function()
  it("prints letters, signs, accepted deviations, and sources", function()
    local r = run { "dialect", "show", "fide:fr" }
    assert.equal(0, r.code)
    for _, line in ipairs { "^fide:french\n", "\n  letters      K R, Q D, R T, B F, N C, P P\n",
      "\n  castling     0%-0, 0%-0%-0\n", "\n  source       FIDE Laws of Chess 2023, appendix C\n",
      "\n  verified     yes\n", "\n  examples     Cf3 Cxe4 0%-0 a8D%+ exd6 e%.p%.\n$" } do
      assert.is_truthy(r.out:find(line), line .. "\n" .. r.out)
    end
    for line in r.out:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) < 80)
    end
  end)

  it("reports missing sources", function()
    local r = run { "dialect", "show", "armenian" }
    assert.is_truthy(r.out:find("\n  verified     no: not all parts have a source\n"))
    assert.is_truthy(run({ "dialect", "show", "braille" }).out:find("\n  verified     no"))
  end)
end)
