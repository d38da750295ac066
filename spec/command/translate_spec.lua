local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local FRENCH = require "spec.support.french_game"

describe("lucena translate", function()
  it("detects the language, and writes PGN", function()
    local r = run { "translate", stdin = FRENCH }
    assert.same({ 0, "lucena: 85 moves from french to pgn; repairs: check_sign 3\n" }, { r.code, r.err })
    assert.is_truthy(r.out:find("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", 1, true), r.out)
    assert.equal(#FRENCH + 3, #r.out)
  end)

  it("translates from one dialect to another, several files into one", function()
    local folder <close> = new_folder()
    local one, two = folder:write("one.txt", "1. e4 e5 2. Cf3 Cc6 *\n"), folder:write("two.txt", "1. d4 Cf6 *\n")
    local path = folder.root .. "/out.txt"
    local r = run { "translate", "--from", "french", "--to", "fide:german", "-o", path, one, two }
    assert.same({ 0, "", "lucena: 6 moves to fide:german\n" }, { r.code, r.out, r.err })
    assert.equal("1. e4 e5 2. Sf3 Sc6 *\n1. d4 Sf6 *\n", file.read(path))
  end)

  it("reads a short capture that follows its number, also at the end", function()
    for text, expected in pairs {
      ["1. e4 d5 2. ed"] = "1. e4 d5 2. exd5", ["1. e4 d5 2. exd\n"] = "1. e4 d5 2. exd5\n",
      ["1. e4 d5 the editor Ed. ed"] = "1. e4 d5 the editor Ed. ed",
    } do
      assert.equal(expected, run({ "translate", "-q", "--from", "english", "--to", "pgn", stdin = text }).out)
    end
  end)

  it("reports text that is kept, with its place", function()
    local folder <close> = new_folder()
    local path = folder:write("bad.txt", "1. e4 e5\n2. Cf3 Zz9 *\n")
    local r = run { "translate", "-f", "french", "-t", "german", path }
    assert.same({ 1, "1. e4 e5\n2. Sf3 Zz9 *\n" }, { r.code, r.out })
    assert.equal(path .. ":2:8: not a move Zz9 (move 2, Black)\n"
      .. "lucena: 3 moves to german, 1 left unchanged\n", r.err)
  end)

  it("counts the repairs of the text by their codes", function()
    local r = run { "translate", "-f", "french", stdin = "1. e4 e5+ 2. Cf3 Cc6 (2... Fb4#) 3. Cxe5 *\n" }
    assert.same({ 0, "1. e4 e5 2. Nf3 Nc6 (2... Bb4) 3. Nxe5 *\n", "lucena: 6 moves to pgn; repairs: check_sign 2\n" },
      { r.code, r.out, r.err })
  end)

  it("reports the moves of a score after a word that is no move", function()
    local r = run { "translate", "--to", "english",
      stdin = "Ici 1. e4 e5 2. Cf3 Czz 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7\n" }
    assert.same({ 1, "Ici 1. e4 e5 2. Nf3 Czz 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7\n" }, { r.code, r.out })
    assert.equal("-:1:28: Fb5: the position before it is not known", r.err:match "^[^\n]*")
    assert.matches("lucena: 3 moves from french to english, 6 left unchanged\n$", r.err)
  end)

  it("counts moves that are only named in the prose around a game", function()
    local r = run { "translate", "-t", "pgn", stdin = FRENCH .. "La promotion se note a8=D, et\nl'ambiguïté C1c3.\n" }
    assert.equal(0, r.code)
    assert.equal("lucena: 85 moves from french to pgn, 2 only named in the text; repairs: check_sign 3\n", r.err)
    assert.is_truthy(r.out:find("43. Re6 1/2-1/2\nLa promotion se note a8=D, et\n", 1, true), r.out)
  end)

  it("reports the first numbered move without a position, and suggests --letters", function()
    local text = "Nach 1. e4 e5 war 12. Sxe5 ein Fehler, und 13. Lxe5 auch.\n"
    local r = run { "translate", "-q", "--to", "french", stdin = text }
    assert.same({ 1, text, "-:1:23: 12. Sxe5: its position is not known, so it is not translated (and 1 more); "
      .. "--letters translates the letters\n" }, { r.code, r.out, r.err })
    r = run { "translate", "-q", "--to", "french", "--letters", stdin = text }
    assert.same({ 0, "" }, { r.code, r.err })
  end)

  it("ends with status 1 and gives the reason only if the text has no moves", function()
    for text, expected in pairs {
      ["Call me Ishmael.\n"] = { 1, "-: no move was found\nlucena: 0 moves to pgn\n" },
      ["La prise : Cxf3. La case : e4, Cf6, Da5.\n"] = { 0, "lucena: 0 moves to pgn, 3 only named in the text\n" },
      ["12. Cf3 Cc6 sont des coups.\n"] = { 0, "-: no move has a known position (--letters translates the letters, "
        .. "--fen sets the position)\nlucena: 0 moves to pgn, 2 only named in the text\n" },
      ["On joue souvent e4.\n"] = { 0, "lucena: 0 moves to pgn\n" },
      [""] = { 0, "lucena: 0 moves to pgn\n" },
    } do
      local r = run { "translate", "--from", "french", stdin = text }
      assert.same({ expected[1], text, expected[2] }, { r.code, r.out, r.err })
    end
    local r = run { "translate", stdin = "La prise : Cxf3. La case : e4, Cf6, Da5.\n" }
    assert.same({ 1, "-: the notation of the moves is not clear (--from sets it)\nlucena: 0 moves to pgn\n" },
      { r.code, r.err })
  end)

  it("keeps a hyphen between the moves of White and Black", function()
    for text, expected in pairs {
      ["1. e4 - e5 2. Cf3 - Cc6\n3. Fb5 - a6"] = "1. e4 - e5 2. Nf3 - Nc6\n3. Bb5 - a6",
      ["Les blancs jouent 1. e4 - e5 2. Cf3 - Cc6, et gagnent."] =
        "Les blancs jouent 1. e4 - e5 2. Nf3 - Nc6, et gagnent.",
    } do
      assert.equal(expected, run({ "translate", "-q", "--from", "french", stdin = text }).out)
    end
  end)

  it("translates signs and words for check, mate and en passant without duplicating them", function()
    for text, expected in pairs {
      ["1. e4 d6 2. Fb5 éch. c6"] = "1. e4 d6 2. Bb5+ c6",
      ["Après 1. e4 d6 2. Fb5 éch. les noirs jouent 2...Fd7 3. Fxd7 échec Dxd7."] =
        "Après 1. e4 d6 2. Bb5+ les noirs jouent 2...Bd7 3. Bxd7+ Qxd7.",
      ["1. e4 e5 2. Fc4 Cc6 3. Dh5 Cf6 4. Dxf7 mat"] = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#",
      ["Le mat du berger : 1. e4 e5 2. Fc4 Cc6 3. Dh5 Cf6 4. Dxf7 mat. Le voilà."] =
        "Le mat du berger : 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#. Le voilà.",
      ["Après 1. e4 a6 2. e5 d5 3. exd6 e.p. les noirs prennent 3...Dxd6 ensuite."] =
        "Après 1. e4 a6 2. e5 d5 3. exd6 les noirs prennent 3...Qxd6 ensuite.",
    } do
      local r = run { "translate", "-q", "--from", "french", stdin = text }
      assert.same({ 0, expected }, { r.code, r.out })
    end
  end)

  it("translates the letters of fragments with --letters", function()
    for text, expected in pairs {
      ["12. Cf3 Cc6 sont des coups."] = "12. Nf3 Nc6 sont des coups.",
      ["La case : e4, Cf6, Da5, axb8=C+, C1c3, Tad1 et Re2."] = "La case : e4, Nf6, Qa5, axb8=N+, N1c3, Rad1 et Ke2.",
    } do
      local r = run { "translate", "-q", "--from", "french", "--letters", stdin = text }
      assert.same({ 0, expected }, { r.code, r.out })
    end
  end)

  it("never translates a part of a list of named moves", function()
    for text, expected in pairs {
      -- Da5 is not legal near the latest move.
      ["Après 1. e4 e5 on note e4, Cf6, Da5."] = "Après 1. e4 e5 on note e4, Cf6, Da5.",
      ["Après 1. e4 e5 on note Cf3, Cf6, Dh5."] = "Après 1. e4 e5 on note Nf3, Nf6, Qh5.",
      ["Après 1. e4 e5 on note Cf3, Cf6, Tb5, Dh5."] = "Après 1. e4 e5 on note Cf3, Cf6, Tb5, Dh5.",
      ["Après 1. e4 e5 on note Cf3 ou Cf6 ou Da5."] = "Après 1. e4 e5 on note Cf3 ou Cf6 ou Da5.",
    } do
      local r = run { "translate", "-q", "--from", "french", stdin = text }
      assert.same({ 0, expected }, { r.code, r.out })
    end
  end)

  it("calls standard input \"-\", as check does", function()
    local r = run { "translate", "-q", "-f", "pgn", stdin = "1. e4 Zz9 *" }
    assert.same({ code = 1, out = "1. e4 Zz9 *", err = "-:1:7: not a move Zz9 (move 1, Black)\n" }, r)
    r = run { "check", "--quiet", stdin = "1. e4 Zz9 *" }
    assert.is_truthy(r.out:find("^%-:1:7: "), r.out)
  end)

  it("translates comments, prose, and from a position on request", function()
    local r = run { "translate", "-q", "-f", "german", "--comments", stdin = "1. e4 {1. Sf3 Sf6} e5 *" }
    assert.same({ code = 0, out = "1. e4 {1. Nf3 Nf6} e5 *", err = "" }, r)
    r = run { "translate", "-q", "-f", "german", stdin = "Nach 1. e4 e5 2. Sf3 Sc6 steht Weiß etwas besser." }
    assert.same({ code = 0, out = "Nach 1. e4 e5 2. Nf3 Nc6 steht Weiß etwas besser.", err = "" }, r)
    r = run { "translate", "-q", "-f", "german", "--fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", stdin = "1. Td1 Ke7" }
    assert.same({ code = 0, out = "1. Rd1 Ke7", err = "" }, r)
  end)

  it("accepts the names of languages in French, and in the language itself", function()
    for to, expected in pairs { anglais = "1. Nf3 *", allemand = "1. Sf3 *", ["fide:néerlandais"] = "1. Pf3 *",
      suomi = "1. Rf3 *", ["español"] = "1. Cf3 *" } do
      local r = run { "translate", "-q", "--from", "français", "--to", to, stdin = "1. Cf3 *" }
      assert.same({ 0, expected }, { r.code, r.out }, to)
    end
  end)

  it("refuses unknown dialects before it writes", function()
    local folder <close> = new_folder()
    local path = folder.root .. "/out.txt"
    local r = run { "translate", "-t", "frensh", "-o", path, stdin = FRENCH }
    assert.same({ 2, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("\nlucena: --to: unknown dialect 'frensh'; did you mean 'french'?\n", 1, true), r.err)
    assert.is_nil(io.open(path))
    assert.equal(2, run { "translate", "--fen", "8/8", stdin = FRENCH }.code)
  end)

  it("reports a file that cannot be read, and reads the others", function()
    local folder <close> = new_folder()
    local r = run { "translate", "-f", "pgn", "-t", "french", folder.root .. "/none.txt", "-", stdin = "1. Nf3 *" }
    assert.same({ 3, "1. Cf3 *" }, { r.code, r.out })
    assert.is_truthy(r.err:find("none.txt: cannot open: No such file or directory\n", 1, true), r.err)
  end)

  it("reads compressed files, and text that is not PGN", function()
    local r = run { "translate", "-q", "-f", "pgn", "-t", "uci", "spec/data/compressed/three.pgn.gz" }
    assert.equal(0, r.code, r.err)
    assert.is_truthy(r.out:find("1. e2e4", 1, true) or r.out:find("1. d2d4", 1, true), r.out)
    r = run { "translate", "-q", "-f", "german", "-t", "german", "LICENSE" }
    assert.same({ code = 1, out = file.read("LICENSE"), err = "LICENSE: no move was found\n" }, r)
    r = run { "translate", stdin = "\x1f\x8b\x08\0\0\0\0\0\0\xff cut off" }
    assert.same({ 3, "" }, { r.code, r.out })
  end)

  it("ends silently at a closed pipe", function()
    local shell = require "spec.support.shell"
    local command = "printf '1. Nf3 *\\n%.0s' {1..20000} | lucena translate -q -f pgn -t french | head -1"
    assert.equal("1. Cf3 *\n", shell(command))
  end)

  it("reads each file separately, so that no word or line continues in the next", function()
    local folder <close> = new_folder()
    local one, two = folder:write("one.txt", "1. e4 e5 ; done"), folder:write("two.txt", "1. Nf3 Nf6 *")
    assert.equal("1. e4 e5 ; done\n1. Cf3 Cf6 *",
      run { "translate", "-q", "--from", "pgn", "--to", "french", one, two }.out)
  end)
end)
