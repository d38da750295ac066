-- Text with a doubtful meaning, which is read with a diagnostic. If text is missing from the tree, a diagnostic must
-- report it. With LUCENA_LONG=1, ten times as many damaged games are tested.

local chess = require "lucena"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"

local TIMES = os.getenv("LUCENA_LONG") == "1" and 10 or 1

local function places(list)
  local out = {}
  for i, d in ipairs(list) do
    out[i] = nasty.place(d)
  end
  return out
end

local function said(text)
  return places(assert(chess.game(text)).diagnostics)
end

describe("a result inside a variation", function()
  local ROWS = {
    { "1. e4 (1. d4 1-0) e5 *", { "variation_result 1:14" } },
    { "1. e4 (1. d4 1-0 0-1) e5 *", { "variation_result 1:14", "variation_result 1:18" } },
    { "1. e4 (1-0 1. d4 0-1) e5 *", { "variation_result 1:8", "variation_result 1:18" } },
    { "1. e4 (1-0 0-1 1. d4) e5 *", { "bad_token 1:12" } }, -- the tree keeps the variation as text
    { "1. e4 (1. d4 1-0 (0-1 *)) e5 *", { "variation_result 1:14", "bad_token 1:23" } },
    { "1. e4 (1. d4 (1. c4 1/2-1/2) 1-0) e5 *", { "variation_result 1:21", "variation_result 1:30" } },
    { "1. e4 (1. d4 1/2) e5 *", { "variation_result 1:14" } },
    { "1. e4 (1. d4 *) (1. c4 *) *", { "variation_result 1:14", "variation_result 1:24" } },
    -- a result in an unclosed variation is the result of the game
    { "1. e4 (1. d4 1-0", { "unclosed_variation 1:7" } },
    { "1. e4 (1. d4 * 1-0", { "variation_result 1:14", "unclosed_variation 1:7" } },
    { "1. e4 (1. d4 1-0 (1. Ke9)) e5 *", { "bad_move 1:22", "variation_result 1:14" } },
    { "1. e4 (1. d4 1/2 (1. Ke9)", { "bad_move 1:22", "variation_result 1:14", "unclosed_variation 1:7",
      "no_result 1:26" } },
    -- a result in unreadable text is part of this text
    { "1. e4 (1. Ke9 1-0) e5 *", { "bad_move 1:11" } },
    { "1. e4 (1. d4 1-0 Ke9 0-1) e5 *", { "bad_move 1:18", "variation_result 1:14" } },
  }
  for _, row in ipairs(ROWS) do
    it("is reported: " .. row[1], function()
      assert.same(row[2], said(row[1]))
    end)
  end
  it("of a game that is not closed is the result of the game", function()
    assert.equal("1-0", chess.game("1. e4 (1. d4 1-0").result)
  end)
end)

describe("tags", function()
  it("that are duplicates are reported once, and the first counts", function()
    local g = chess.game('[Site "x"]\n[White "a"]\n[Black "b"]\n[White "c"]\n[White "d"]\n\n*')
    assert.equal("a", g.tags.White)
    assert.same({ "duplicate_tag 4:1" }, places(g.diagnostics))
    assert.same({}, said('[White "a"]\n[Whit "a"]\n[White2 "a"]\n[WhiteTitle "b"]\n[WhiteTeam "b"]\n\n*'))
  end)

  it("that are duplicates are found by check, for any length and number", function()
    local folder <close> = new_folder()
    local NAMES = { "A", "AB", "Sevens7", "EightXX8", "NineXXXX9", "SixteenXXXXXXX16", "SeventeenXXXXXX17" }
    local function check(text)
      local reader <close> = assert(chess.open(folder:write("a.pgn", text .. "\n1. e4 *\n"), { check = true }))
      reader:count()
      return places(reader:take_diagnostics())
    end
    local all = {}
    for i, name in ipairs(NAMES) do
      all[i] = ('[%s "x"]\n'):format(name)
    end
    local text = '[First "x"]\n' .. table.concat(all)
    assert.same({}, check(text))
    for _, name in ipairs(NAMES) do
      assert.same({ "duplicate_tag 9:1" }, check(text .. ('[%s "y"]\n'):format(name)))
      assert.same({}, check(text .. ('[%sZ "y"]\n'):format(name)))
    end
    local many = {}
    for i = 1, 100 do
      many[i] = ('[Tag%d "x"]\n'):format(i)
    end
    assert.same({}, check(table.concat(many)))
    assert.same({ "duplicate_tag 101:1" }, check(table.concat(many) .. '[Tag50 "x"]\n'))
  end)

  it("of one game are iterated in linear time", function()
    local function seconds(count)
      local lines = {}
      for i = 1, count do
        lines[i] = ('[Tag%d "v%d"]'):format(i, i)
      end
      local g = chess.game(table.concat(lines, "\n") .. "\n\n*")
      g.tags.Tag3, g.tags.New = nil, "new"
      local before, n = os.clock(), 0
      for name, value in pairs(g.tags) do
        n = n + 1
        assert(value == name:gsub("^Tag", "v") or name == "New" and value == "new")
      end
      assert.equal(count, n)
      return os.clock() - before
    end
    seconds(1000)
    assert.is_true(seconds(100000) < 0.2 + 4 * seconds(50000))
  end)

  it("contradictory SetUp and FEN tags", function()
    local FEN = '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n'
    assert.same({ "setup_mismatch 2:1" }, said(FEN .. '[SetUp "0"]\n\n*'))
    assert.same({ "setup_mismatch 1:1" }, said('[SetUp "0"]\n' .. FEN .. "\n*"))
    assert.same({ "setup_mismatch 1:1" }, said '[SetUp "1"]\n\n*')
    assert.same({}, said('[SetUp "1"]\n' .. FEN .. "\n*"))
    assert.same({}, said '[SetUp "0"]\n\n*')
    assert.same({}, said(FEN .. "\n*"))
  end)
end)

describe("line ends in a comment", function()
  it("are LF in returned comments, and unchanged in the game's text", function()
    local text = "{r\r\n} 1. {b\r} e4 {a\r\nb\rc\nd\r\r\n} {e\r} e5 *"
    local g = chess.game(text)
    local node = g.root[1]
    assert.same({ "a\nb\nc\nd\n\n", "e\n" }, { table.unpack(node.comments) })
    assert.same({ "b\n" }, { table.unpack(node.comments_before) })
    assert.equal("a\nb\nc\nd\n\n e\n", node.comment)
    assert.same({ "r\n" }, { table.unpack(g.root.comments) })
    assert.equal(text, g.text)
    assert.is_nil(g:pgn():find("\r"))
  end)
end)

describe("a variant that is not supported", function()
  local ATOMIC = '[Variant "Atomic"]\n[Result "*"]\n\n1. e4 *\n\n'

  local function check(text)
    local folder <close> = new_folder()
    local reader <close> = assert(chess.open(folder:write("a.pgn", text), { check = true }))
    reader:count()
    return reader:take_diagnostics(), reader.errors
  end

  it("is reported for the first game of a file, with the number of games", function()
    local found, errors = check(ATOMIC .. "1. d4 *\n\n" .. ATOMIC .. '[Variant "Crazyhouse"]\n\n1. e9 *\n')
    assert.same({ "unsupported_variant 1:1", "unsupported_variant 16:1" }, places(found))
    assert.equal("variant is not supported: 3 games in this file", found[2].message)
    assert.equal(3, errors)
    found, errors = check(ATOMIC)
    assert.same({ 1, 1 }, { #found, errors })
  end)

  it("is in the diagnostics of every such game", function()
    for g in chess.games_in(ATOMIC .. ATOMIC) do
      assert.equal("unsupported_variant", g.diagnostics[1].code)
    end
  end)
end)

describe("strict", function()
  local function errors(text, opts)
    local folder <close> = new_folder()
    local reader <close> = assert(chess.open(folder:write("a.pgn", text), opts))
    local _, found = reader:count(), reader:take_diagnostics()
    for _, d in ipairs(found) do
      assert.equal(opts.strict and "error" or d.severity, d.severity)
    end
    return reader.errors, places(found)
  end

  it("counts unusual spellings as errors", function()
    local text = "1. e2-e4 *\n\n1. e4 e5 *\n\n1. e4 +- *\n\n[White \"a\"]\n\n2. e4 *\n"
    assert.same({ 0, { "move_number 9:1" } }, { errors(text, { check = true }) })
    assert.same({ 3, { "san_style 1:4", "nag_style 5:7", "move_number 9:1" } },
      { errors(text, { check = true, strict = true }) })
  end)

  it("also applies to a game's own diagnostics", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", "1. e2-e4 *")
    for strict, wanted in pairs { [false] = {}, [true] = { "san_style 1:4" } } do
      for g in chess.games(path, { strict = strict }) do
        assert.same(wanted, places(g.diagnostics))
      end
    end
  end)
end)

describe("check", function()
  -- If a game has diagnostics, the reader's fast check must find that it is not correct.
  local SEED = 77
  it("reports the same problems in damaged games as their diagnostics, seed " .. SEED, function()
    math.randomseed(SEED)
    local PIECES = {
      "{", "}", "(", ")", "$", "$999", "!!!", "1-0", "*", "\1", "\xff", "\xc3\xb6", "\xf6", "[", "]", '"', "+-",
      " N ", "0-0", "1/2", "\n[A \"b\"]", "\n\n", "\\", "%", ";", "ep", "{\n\n[Event \"x\"]\n}", '[White "z"]\n',
    }
    local TEXT = '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
      .. "1. e4 {c} e5 2. Nf3 (2. f4) 2... Nc6 3. Bb5 1-0\n"
    local folder <close> = new_folder()
    for round = 1, 100 * TIMES do
      local text = TEXT
      for _ = 1, math.random(3) do
        local at = math.random(0, #text)
        text = text:sub(1, at) .. PIECES[math.random(#PIECES)] .. text:sub(at + 1 + (math.random(4) == 1 and 2 or 0))
      end
      for _, strict in ipairs { false, true } do
        local path = folder:write("a.pgn", text)
        local reader <close> = assert(chess.open(path, { check = true, strict = strict }))
        reader:count()
        local found, wanted, outside = {}, {}, {}
        for _, d in ipairs(reader:take_diagnostics()) do
          local list = d.game and found or outside
          list[#list + 1] = nasty.place(d)
        end
        for g in chess.games(path, { strict = strict }) do
          for _, d in ipairs(g.diagnostics) do
            wanted[#wanted + 1] = nasty.place(d)
          end
        end
        assert.same(wanted, found, ("round %d: %q"):format(round, text))
      end
    end
  end)
end)

describe("a game without diagnostics from check()", function()
  -- All characters of the movetext in sorted order, except digits, blanks and periods; "?!" and the like count as "$".
  local function letters(text)
    text = text:match('%[Result "1%-0"%](.*)$'):gsub("\u{a0}", " "):gsub("\u{feff}", " "):gsub("\u{2026}", ".")
    local list = {}
    for c in text:gsub("[!?]+", "$"):gsub("[%d%s%.]", ""):gmatch(".") do
      list[#list + 1] = c
    end
    table.sort(list)
    return table.concat(list)
  end

  local SEED = 41
  it("is written with all characters of its text, seed " .. SEED, function()
    math.randomseed(SEED)
    local PIECES = {
      "{", "}", "(", ")", "$", "$9 ", "!", "?!", "1-0", "*", "[", "]", '"', "+-", " N ", "0-0", "1/2 ", "\n[A \"b\"]",
      "\n\n", "\\", "ep ", "e.p.", "-", ".", "...", "1", " 5. ", "=", "<", ">", ",", ":", "/", "~", "@", "#", "+", "x",
      "Q", "Z0 ", "null ", " -- ", "\u{a0}", "\u{2026}", "\u{feff}", "'", "|", "_", "(ep)", "(Q)", "\u{2658}", "\xe9",
    }
    local TEXT = '[Event "E"]\n[White "A"]\n[Result "1-0"]\n\n'
      .. "1. e4 {c} e5 2. Nf3 (2. f4 $1 exf4) 2... Nc6 3. Bb5 1-0\n"
    local first, clean = TEXT:find("\n\n", 1, true), 0
    for _ = 1, 1000 * TIMES do
      local text = TEXT
      for _ = 1, math.random(3) do
        local at = math.random(first, #text)
        text = text:sub(1, at) .. PIECES[math.random(#PIECES)] .. text:sub(at + 1 + (math.random(4) == 1 and 2 or 0))
      end
      local g = chess.game(text)
      local found = g and select(2, g:check())
      if found and #found == 0 then
        clean = clean + 1
        assert.equal(letters(g.text), letters(g:pgn { width = 0 }), text)
      end
    end
    assert.is_true(clean > 25 * TIMES, clean)
  end)
end)
