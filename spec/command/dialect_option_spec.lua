-- The options --dialect and --to-dialect, tested with every command that reads or writes games.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local FRENCH = '[White "Anna"]\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 {le Cc6 est attaqué} *\n'
local ENGLISH = '[White "Anna"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {le Cc6 est attaqué} *\n'
local LAYOUT = { "--tags", "White" }

-- Runs a command with `text` on standard input; `words` are its arguments in one string.
local function on(text, words)
  local request = { stdin = text }
  for word in words:gmatch("%S+") do
    request[#request + 1] = word
  end
  return run(request)
end

local function convert(text, words)
  return on(text, "convert -q " .. table.concat(LAYOUT, " ") .. " " .. words)
end

describe("--dialect", function()
  it("reads games in a notation", function()
    local r = convert(FRENCH, "--dialect french")
    assert.same({ code = 0, err = "", out = ENGLISH .. "\n" }, r)
    assert.same(r, convert(FRENCH, "--dialect auto"))
    assert.same(r, convert(FRENCH, "--dialect French"))
    assert.same(r, convert(FRENCH, "--dialect pgn:fr"))
  end)

  it("is accepted by every command that reads games", function()
    assert.same({ code = 0, out = "1\n", err = "" }, on(FRENCH, "filter -qc --check --dialect french"))
    assert.same({ code = 0, out = FRENCH, err = "" }, on(FRENCH, "filter -q --check --dialect french"))
    assert.same({ code = 0, out = "", err = "" }, on(FRENCH, "check -q --dialect french"))
    assert.truthy(on(FRENCH, "show --dialect french -").out:find("2. Nf3 Nc6 3. Bb5 a6", 1, true))
    local tagged = on(FRENCH, "tag -q --plycount --dialect french -o -")
    assert.equal('[White "Anna"]\n[PlyCount "6"]\n\n' .. FRENCH:match("\n\n(.*)"), tagged.out)
    assert.equal(FRENCH, on(FRENCH .. "\n" .. FRENCH, "merge -q --unique --dialect french -").out)
    assert.equal('{"san":"Nf3","uci":"g1f3"}', on(FRENCH, "convert -qt jsonl --dialect french").out:match(
      '{"san":"Nf3"[^}]*}'))
    assert.equal("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n", on(FRENCH, "convert -qt uci --dialect auto").out)
  end)

  it("applies to scripts", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", FRENCH)
    folder:write("f.lua", "return function(g) return g.plies == 6 and g.dialect == 'french' end\n")
    folder:write("s.lua", "return function(g) return g.plies .. g.dialect end\n")
    assert.equal("1\n", run({ "filter", "-qc", "--dialect", "french", "f.lua", "a.pgn", cwd = folder.root }).out)
    local r = run { "split", "-q", "--dialect", "auto", "-s", "s.lua", "--into", "out", "a.pgn", cwd = folder.root }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.equal(FRENCH, folder:read "out/6french.pgn")
  end)

  it("keeps the notation of a game that the script changes", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", FRENCH)
    folder:write("f.lua", "return function(g) g.tags.Black = 'Bea' return true end\n")
    for _, dialect in ipairs { "french", "auto" } do
      local r = run { "filter", "-q", "--dialect", dialect, "f.lua", "a.pgn", cwd = folder.root }
      assert.truthy(r.out:find('%[Black "Bea"%].*2%. Cf3 Cc6 3%. Fb5 a6 {le Cc6 est attaqué} %*'))
    end
    local r = run { "filter", "-q", "--dialect", "french", "--to-dialect", "german", "f.lua", "a.pgn",
      cwd = folder.root }
    assert.truthy(r.out:find("2%. Sf3 Sc6 3%. Lb5 a6 {le Cc6 est attaqué} %*"))
  end)

  it("accepts a file of the user", function()
    local folder <close> = new_folder()
    folder:write("mine.lua", 'return {extend = "pgn", pieces = {K = "V", Q = "W", R = "X", B = "Y", N = "Z"}}\n')
    folder:write("a.pgn", "1. e4 e5 2. Zf3 Zc6 *\n")
    folder:write("f.lua", "return function(g) g.tags.Black = 'Bea' return true end\n")
    local r = run { "convert", "-q", "--tags", "none", "--dialect", "./mine.lua", "a.pgn", cwd = folder.root }
    assert.same({ code = 0, out = "1. e4 e5 2. Nf3 Nc6 *\n\n", err = "" }, r)
    r = run { "filter", "-q", "--dialect", "./mine.lua", "f.lua", "a.pgn", cwd = folder.root }
    assert.truthy(r.out:find("1. e4 e5 2. Zf3 Zc6 *", 1, true))
    r = run { "check", "--dialect", "./none.lua", "a.pgn", cwd = folder.root }
    assert.equal(2, r.code)
    assert.truthy(r.err:find("--dialect: ./none.lua: cannot open", 1, true))
  end)

  it("reports errors in the name", function()
    local function problem(words)
      local r = on("*", words)
      assert.equal(2, r.code)
      return r.err:match("\nlucena: (.-)\n$")
    end
    assert.equal("--dialect: unknown dialect 'frech'; did you mean 'french'?", problem "check --dialect frech")
    assert.equal("--to-dialect: unknown dialect 'auto'; `lucena dialects` lists them",
      problem "convert --to-dialect auto")
    assert.equal("--dialect: 'descriptive' needs Lua functions, which only `lucena translate` supports",
      problem "filter --check --dialect descriptive")
    assert.equal("--dialect is for PGN", problem "convert --from jsonl --dialect french")
    assert.equal("--to-dialect does not apply to csv", problem "convert -t csv --to-dialect french")
  end)

  it("reports repairs with --style or --strict", function()
    local text = "1. e4 e5 2. cf3 *\n"
    assert.equal(0, on(text, "check -q --dialect french").code)
    local said = "-:1:13: %s: wrong letter case cf3 (move 2, White) [letter_case]\n"
    assert.same({ code = 0, out = said:format "repair", err = "" }, on(text, "check -q --style --dialect french"))
    assert.same({ code = 1, out = said:format "error", err = "" }, on(text, "check -q --strict --dialect french"))
  end)

  it("is auto by default, and pgn turns the detection off", function()
    for _, words in ipairs { "show -", "report sheet -q", "check -q", "convert -q" } do
      local r = on(FRENCH, words)
      assert.same(on(FRENCH, words .. " --dialect auto"), r)
      assert.equal(0, r.code)
      local plain = on(FRENCH, words .. " --dialect pgn")
      assert.equal(1, plain.code)
      assert.matches("not a move Cf3", plain.out .. plain.err)
    end
    local strict = on(FRENCH, "check -q --strict")
    assert.equal(1, strict.code)
    assert.matches("other_dialect", strict.out)
  end)

  it("auto reports the detected dialect, which is not an error", function()
    local r = on(FRENCH, "check -q --dialect auto")
    assert.same({ code = 0, err = "",
      out = "-:3:13: repair: notation was detected automatically: french [dialect_detected]\n" }, r)
    assert.equal(1, on(FRENCH, "check -q --strict --dialect auto").code)
  end)
end)

describe("--to-dialect", function()
  it("writes games in a notation", function()
    assert.same({ code = 0, err = "", out = FRENCH .. "\n" }, convert(ENGLISH, "--to-dialect french"))
    assert.same({ code = 0, err = "", out = FRENCH .. "\n" },
      convert(FRENCH, "--dialect french --to-dialect french"))
    assert.equal('[White "Anna"]\n\n1. 5254 5755 2. 7163 2836 3. 6125 1716 *\n\n',
      convert(ENGLISH, "--no-comments --to-dialect iccf").out)
    assert.equal(FRENCH, on(ENGLISH, "filter -q --tags White --to-dialect french").out)
    assert.equal(FRENCH, on(ENGLISH, "merge -q --tags White --to-dialect french -").out)
  end)

  it("omits and reports a game with a move that the notation cannot write, and writes the others", function()
    local r = on("1. e4 -- *\n\n1. e4 e5 *\n", "convert -q --tags none --to-dialect smith")
    assert.same({ code = 1, out = "1. e2e4 e7e5 *\n\n",
      err = "-:1: game 1 cannot be written: smith has no text for the move -- (move 1, Black)\n" }, r)
  end)

  it("writes letters beyond Latin-1 in UTF-8", function()
    local latin = '[White "J\xf6rg"]\n\n1. Nf3 *\n'
    assert.equal('[White "Jörg"]\n\n1. Кf3 *\n\n', convert(latin, "--to-dialect russian").out)
    assert.equal('[White "J\xf6rg"]\n\n1. Cf3 *\n\n', convert(latin, "--to-dialect french").out)
    assert.equal('[White "Jörg"]\n\n1. Кf3 *\n\n', convert(latin, "--to-dialect russian --encoding utf-8").out)
  end)
end)
