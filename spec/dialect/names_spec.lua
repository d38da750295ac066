-- Names of dialects: a style, an alphabet, or both; aliases, misspelled names, tables and files.

local chess = require "lucena"
local new_folder = require "spec.support.folder"

local function name_of(text)
  return assert(chess.dialect(text)).name
end

local function refusal(value)
  local dialect, message, code = chess.dialect(value)
  assert.is_nil(dialect)
  assert.equal("bad_dialect", code)
  return message
end

describe("the name of a dialect", function()
  it("is an alphabet, a style, or a style and an alphabet", function()
    local french = chess.dialect "french"
    assert.same({ "french", "pgn", "french" }, { french.name, french.style, french.alphabet })
    local fide = chess.dialect "fide"
    assert.same({ "fide", "fide", "english" }, { fide.name, fide.style, fide.alphabet })
    local both = chess.dialect "fide:french"
    assert.same({ "fide:french", "fide", "french" }, { both.name, both.style, both.alphabet })
    assert.equal("fide:french", tostring(both))
  end)

  it("is as short as possible", function()
    for given, short in pairs {
      ["pgn:french"] = "french", ["fide:english"] = "fide", ["pgn:english"] = "pgn", ["english"] = "english",
      ["old-german:german"] = "old-german", ["iccf:german"] = "iccf", ["uci:french"] = "uci",
      ["lalg:french"] = "lalg:french", ["figurine"] = "figurine", ["pgn:figurine"] = "figurine",
      ["descriptive:spanish"] = "descriptive:spanish",
    } do
      assert.equal(short, name_of(given))
    end
  end)

  it("ignores case and blanks, and can be a code or another name", function()
    for given, short in pairs {
      ["French"] = "french", [" FIDE : fr "] = "fide:french", ["fr"] = "french", ["français"] = "french",
      ["West Frisian"] = "west-frisian", ["old_german"] = "old-german", ["gan"] = "old-german", ["san"] = "pgn",
      ["fan"] = "figurine", ["figurine colour"] = "figurine-colour", ["nb"] = "norwegian", ["Deutsch"] = "german",
      ["lan:de"] = "lan:german", ["русский"] = "russian",
    } do
      assert.equal(short, name_of(given))
    end
  end)

  it("returns the same dialect each time", function()
    assert.is_true(rawequal(chess.dialect "fide:french", chess.dialect "FIDE:fr"))
  end)

  it("gets a suggestion if it is unknown", function()
    assert.equal("unknown dialect 'frnech'; did you mean 'french'?", refusal "frnech")
    assert.equal("unknown dialect 'fdie'; did you mean 'fide'?", refusal "fdie")
    assert.equal("unknown dialect 'fide:frenh'; did you mean 'fide:french'?", refusal "fide:frenh")
    assert.equal("unknown dialect 'fidee:french'; did you mean 'fide:french'?", refusal "fidee:french")
    for _, name in ipairs { "", ":", "qwerty", "pgn:fide", "a:b:c", "alphabets", "pgn.x" } do
      assert.equal(("unknown dialect '%s'; `lucena dialects` lists them"):format(name), refusal(name))
    end
  end)

  it("must be text, a table or a Dialect", function()
    for _, value in ipairs { 1, true, print } do
      assert.error(function() chess.dialect(value) end,
        ("bad argument #1 to 'dialect' (name or table expected, got %s)"):format(type(value)))
    end
    assert.equal("french", chess.dialect(chess.dialect "french").name)
    assert.error(function() chess.dialect("french", { x = 1 }) end,
      "bad argument #2 to 'dialect' (unknown option 'x')")
  end)
end)

describe("the list of dialects", function()
  local list = chess.dialects()

  it("has every style and every alphabet, with all data for display", function()
    local styles, alphabets = 0, 0
    for _, row in ipairs(list) do
      styles = styles + (row.is_alphabet and 0 or 1)
      alphabets = alphabets + (row.is_alphabet and 1 or 0)
      assert.equal(row.name, name_of(row.name))
      assert.is_truthy(row.title ~= "" and row.source ~= "" and #row.example >= 9, row.name)
      assert.is_boolean(row.verified)
    end
    assert.is_true(styles >= 24 and alphabets >= 64)
  end)

  it("marks dialects without a source", function()
    local verified = {}
    for _, row in ipairs(list) do
      verified[row.name] = row.verified
    end
    assert.is_true(verified.french and verified.fide and verified.gringmuth)
    assert.same({ false, false, false, false },
      { verified.armenian, verified.galician, verified.braille, verified.uedemann })
    assert.is_false(chess.dialect("fide:armenian").info.verified)
    assert.is_false(chess.dialect("braille").info.verified)
    assert.is_true(chess.dialect("iccf:armenian").info.verified)
  end)
end)

describe("a user's dialect", function()
  local SHORT = { K = "R", Q = "D", R = "T", B = "F", N = "C" }

  it("can be a table with letters", function()
    local dialect = assert(chess.dialect { pieces = SHORT })
    assert.equal("custom", dialect.name)
    assert.equal("Cf3", dialect:write(chess.position(), chess.position():parse "Nf3"))
    assert.equal("french2", chess.dialect({ name = "french2", pieces = SHORT }).name)
  end)

  it("can extend a style, or a style with an alphabet", function()
    local position = chess.position "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    local move = position:parse_uci "a7a8q"
    assert.equal("a8D+", chess.dialect({ extend = "fide", pieces = SHORT }):write(position, move))
    assert.equal("a8D!", chess.dialect({ extend = "fide:french", check = "!" }):write(position, move))
    assert.equal("a7-a8/D+", chess.dialect({ extend = "lan", alphabet = "fr", promotion = { signs = "/" } })
      :write(position, move))
  end)

  it("has its errors reported", function()
    for message, spec in pairs {
      ["pieces: unknown field 'X'; did you mean 'B'?"] = { pieces = { X = "R" } },
      ["pieces.N: a letter expected"] = { pieces = { N = "C|" } },
      ["order: 'piece' is repeated"] = { order = "piece piece sign square" },
      ["order: 'to' is not a part of a move"] = { order = { "piece", "origin", "sign", "to" } },
      ["order: expected piece, origin, sign and square, each once"] = { order = "piece square" },
      ["origin: 'wing' needs the names in the field wings: {king = \"K\", queen = \"Q\"}"] = { origin = "wing" },
      ["wings.queen: text or a list of texts expected, got nil"] = { wings = { king = "K" } },
      ["pieces.K: a letter expected"] = { pieces = { K = "", Q = "D", R = "T", B = "F", N = "C" } },
      ["pieces.Q: a letter expected"] = { pieces = { K = "R", Q = { "D", " " }, R = "T", B = "F", N = "C" } },
      ["pieces.black: table expected, got nil"] = { pieces = { white = SHORT } },
      ["unknown field 'promoton'; did you mean 'promotion'?"] = { promoton = {} },
      ["unknown field 'colour'"] = { colour = 1 },
      ["unknown field 'a\\x0ab'"] = { ["a\nb"] = 1 },
      ["promotion: unknown field 'sings'; did you mean 'signs'?"] = { promotion = { sings = "=" } },
      ["origin: 'minimal', 'always', 'never' or 'wing' expected, got 'minmal'"] = { origin = "minmal" },
      ["extend: the name of a style expected"] = { extend = 3 },
      ["extend: unknown dialect 'fidee'; did you mean 'fide'?"] = { extend = "fidee" },
      ["alphabet: there is no 'qwerty'"] = { alphabet = "qwerty" },
      ["alphabet: text expected, got number"] = { alphabet = 3 },
      ["name: 'pgn' is the name of a built-in dialect"] = { name = "pgn" },
      ["short: text or a list of texts expected, got number"] = { short = 3 },
      ["short[2]: text expected, got boolean"] = { short = { "0-0", true } },
      ["short: 'a' is no place in a list"] = { short = { a = "x" } },
      ["files: a list of 8 expected, got 1"] = { files = { "a" } },
      ["ep_victim: nobody taken is named, victim must be 'before' or 'after'"] = { ep_victim = "E" },
      ["files[2]: a name expected"] = { files = { "a", " ", "c", "d", "e", "f", "g", "h" } },
      ["squares: b1 is missing"] = { squares = { a1 = "x" } },
      ["check: control character"] = { check = "\1" },
      ["check: the text is not UTF-8"] = { check = "\xff" },
      ["check: '" .. ("x"):rep(40) .. "...' is longer than 64 bytes"] = { check = ("x"):rep(65) },
      ["a move made of the longest words would be longer than 255 bytes"] = {
        check = ("x"):rep(64), capture = ("y"):rep(64), ranks = { "1", "2", "3", "4", "5", "6", "7", ("z"):rep(64) },
      },
      ["letters: true or false expected, got 'no'"] = { letters = "no" },
      ["tolerances: there is no 'leter_case'; did you mean 'letter_case'?"] = { tolerances = { "leter_case" } },
      ["optional.check: true or false expected, got number"] = { optional = { check = 1 } },
      ["hooks.print: function expected, got number"] = { hooks = { print = 1 } },
      ["hooks: a print or spell function is needed"] = { hooks = {} },
    } do
      assert.equal(message, refusal(spec))
    end
  end)

  it("can remove fields of its parent", function()
    local dialect = assert(chess.dialect { extend = "smith", victim = "none" })
    local position = chess.position "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
    assert.equal("e5d6", dialect:write(position, position:parse "exd6"))
    assert.same({}, (select(2, dialect:read(position, "e5d6"))))
  end)

  it("can be in a file, which contains only data", function()
    local folder <close> = new_folder()
    local path = folder:write("mine.lua", 'return {extend = "fide", pieces = {K="R", Q="D", R="T", B="F", N="C"}}')
    local dialect = assert(chess.dialect(path))
    assert.equal("mine", dialect.name)
    assert.equal("Cf3", dialect:write(chess.position(), chess.position():parse "Nf3"))
    folder:write("mine.lua", "return {extend = 'fide', check = '!'}")
    assert.are_not.equal(dialect, chess.dialect(path))
  end)

  it("is reported with file and line, or field, if it is wrong", function()
    local folder <close> = new_folder()
    assert.equal("mine.lua:2: unexpected symbol near '}'", refusal(folder:write("mine.lua", "return {\n pieces = }")))
    assert.equal("mine.lua: unknown field 'peices'; did you mean 'pieces'?",
      refusal(folder:write("mine.lua", "return {peices = {}}")))
    assert.equal("mine.lua: hooks.print: a function is no data; tables, texts, numbers and booleans are",
      refusal(folder:write("mine.lua", "return {hooks = {print = function() end}}")))
    assert.equal("mine.lua:1: compiled Lua is not read",
      refusal(folder:write("mine.lua", string.dump(function() return {} end))))
    assert.equal("mine.lua:3: this takes more than 16 MiB of memory",
      refusal(folder:write("mine.lua", '\n\nreturn {check = ("x"):rep(1e9)}')))
    local nothing, message, code = chess.dialect(folder:path "none.lua")
    assert.is_nil(nothing)
    assert.equal("cannot_open", code)
    assert.is_truthy(message:find("none.lua: cannot open: No such file"))
    assert.equal("cannot_open", select(3, chess.dialect(folder.root .. "/")))
    assert.is_truthy(refusal(folder:write("large.lua", "--" .. (" "):rep(1 << 20))):find("larger than 1048576 bytes"))
  end)

  it("has its path as its name if a built-in dialect has the name of the file", function()
    local folder <close> = new_folder()
    local path = folder:write("basque.lua", 'return {check = "!"}')
    assert.equal(path, assert(chess.dialect(path)).name)
    assert.equal("!", chess.dialect(path).info.spec.check[1])
    assert.equal("+", chess.dialect("basque").info.spec.check[1])
    assert.equal("pgn.lua: name: 'pgn' is the name of a built-in dialect",
      refusal(folder:write("pgn.lua", 'return {name = "pgn"}')))
  end)

  it("inherits the piece letters that it does not give", function()
    local french = assert(chess.dialect { extend = "french", pieces = { N = "Ca|C" } })
    local position = chess.position()
    assert.equal("Caf3", french:write(position, position:parse "Nf3"))
    assert.equal(position:parse "Nf3", (french:read(position, "Cf3")))
    assert.same({ "D" }, french.info.spec.pieces.black.Q)
    assert.same({ "" }, assert(chess.dialect { pieces = { K = "R", Q = "D", R = "T", B = "F", N = "C" } })
      .info.spec.pieces.white.P)
  end)
end)

describe("tolerances", function()
  local start = chess.position()

  it("are exactly the given ones", function()
    local french = chess.dialect "french"
    local move, repairs = french:read(start, "cf3")
    assert.equal("Nf3", start:san(move))
    assert.same({ "letter_case" }, repairs)
    for _, strict in ipairs { french:tolerating {}, chess.dialect("french", { tolerances = {} }) } do
      assert.is_nil((strict:read(start, "cf3")))
      assert.equal(start:parse "Nf3", (strict:read(start, "Cf3")))
      assert.equal("french", strict.name)
      assert.equal(french.info.title, strict.info.title)
    end
    assert.equal(start:parse "Nf3", (french:tolerating({}):tolerating({ "letter_case" }):read(start, "cf3")))
  end)

  it("of all kinds include queen_assumed", function()
    local position = chess.position "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    assert.equal("missing_promotion", select(3, chess.dialect("french"):read(position, "a8")))
    local move, repairs = chess.dialect("french"):tolerating("all"):read(position, "a8")
    assert.equal("a7a8q", tostring(move))
    assert.is_truthy(table.concat(repairs, " "):find("queen_assumed"))
  end)

  it("must be valid", function()
    assert.error(function() chess.dialect("french"):tolerating { "x" } end,
      "bad argument #1 to 'tolerating' (tolerances: there is no 'x')")
    assert.error(function() chess.dialect("french"):tolerating() end,
      "bad argument #1 to 'tolerating' (table or \"all\" expected, got nil)")
  end)
end)
