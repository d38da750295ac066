-- game.tags: reading, changing and iterating over tags.

local chess = require "lucena"

local TEXT = [==[
[Event "E"]
[Site "S"]
[White "O'Hara, \"Ann\" \\ [x]"]
[Black ""]
[White "second"]
[Result "1-0"]
[My_Tag9 "v"]

1. e4 1-0
]==]

local function game()
  return assert(chess.game(TEXT))
end

local function listed(g)
  local list = {}
  for name, value in pairs(g.tags) do
    list[#list + 1] = name .. "=" .. value
  end
  return list
end

describe("tags", function()
  it("are one object per game", function()
    local g = game()
    local copy = g:copy()
    assert.is_true(rawequal(g.tags, g.tags))
    assert.is_false(rawequal(g.tags, copy.tags))
    copy.tags.White = "C"
    assert.same({ "E", "C" }, { g.tags.Event, copy.tags.White })
    assert.are_not.equal("C", g.tags.White)
    local kept = {}
    for other in chess.games "spec/data/sample/sample.pgn" do
      kept[#kept + 1] = { other.tags, other.tags.White, other.tags.Round }
    end
    collectgarbage()
    for _, row in ipairs(kept) do
      assert.same({ row[2], row[3] }, { row[1].White, row[1].Round })
    end
  end)

  it("are written as integers if they are integers", function()
    local tags = chess.game("1. e4 *").tags
    tags.Round, tags.WhiteElo = 3.0, 2700.5
    assert.same({ "3", "2700.5" }, { tags.Round, tags.WhiteElo })
  end)

  it("are read by name, without escapes, the first of each name", function()
    local t = game().tags
    assert.equal("E", t.Event)
    assert.equal([=[O'Hara, "Ann" \ [x]]=], t.White)
    assert.equal("", t.Black)
    assert.equal("v", t.My_Tag9)
    assert.is_nil(t.event)
    assert.is_nil(t.Even)
    assert.is_nil(t[""])
    assert.is_nil(t["White\0"])
    assert.is_nil(t.__index)
  end)

  it("are iterated in the order of the text, each once", function()
    assert.same({ "Event=E", "Site=S", [=[White=O'Hara, "Ann" \ [x]]=], "Black=", "Result=1-0", "My_Tag9=v" },
      listed(game()))
    assert.same({}, listed(assert(chess.game "1. e4 *")))
    assert.equal("lucena.Tags: 6", tostring(game().tags))
  end)

  it("are changed by assignment, while the text stays the same", function()
    local g = game()
    assert.is_false(g.is_edited)
    g.tags.White = 'New "name" \\'
    g.tags.Elo = 2700
    g.tags.Site = nil
    g.tags.Another = "x"
    g.tags.Gone = nil
    assert.is_true(g.is_edited)
    assert.equal('New "name" \\', g.tags.White)
    assert.equal("2700", g.tags.Elo)
    assert.is_nil(g.tags.Site)
    assert.same({ "Event=E", 'White=New "name" \\', "Black=", "Result=1-0", "My_Tag9=v", "Elo=2700", "Another=x" },
      listed(g))
    assert.equal(TEXT:sub(1, -2), g.text)
    assert.equal([==[
[Event "E"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "New \"name\" \\"]
[Black ""]
[Result "1-0"]
[Another "x"]
[Elo "2700"]
[My_Tag9 "v"]

1. e4 1-0
]==], g:pgn())
    assert.equal('lucena.Game: New "name" \\ -  1-0', tostring(g))
  end)

  it("can be removed and set again", function()
    local g = game()
    for _ = 1, 3 do
      g.tags.Site = nil
      assert.is_nil(g.tags.Site)
      g.tags.Site = "again"
      g.tags.Extra = nil
      g.tags.Extra = "y"
    end
    assert.equal("again", g.tags.Site)
    local count = 0
    for name in pairs(g.tags) do
      count = count + (name == "Extra" and 1 or 0)
    end
    assert.equal(1, count)
  end)

  it("belong to one game, and keep it alive", function()
    local t = game().tags
    game().tags.White = "other"
    collectgarbage()
    collectgarbage()
    assert.equal("E", t.Event)
    t.White = "mine"
    collectgarbage()
    assert.equal("mine", t.White)
  end)

  it("of a game written and read again are the same", function()
    local g = game()
    g.tags.A = [[\\ \" "" [ ] { } ; % ]] .. "\t\u{e9}"
    local again = assert(chess.game(assert(g:pgn())))
    for name, value in pairs(g.tags) do
      assert.equal(value, again.tags[name])
    end
  end)

  it("are found in any place", function()
    local g = assert(chess.game('{c} [A "1"][B "2"] ; x\n[ C  "3" ]\r% [D "no"]\r[E "5"]\n*'))
    assert.same({ "A=1", "B=2", "C=3", "E=5" }, listed(g))
    assert.is_nil(g.tags.D)
  end)

  it("are found after any line end", function()
    for _, line_end in ipairs { "\n", "\r\n", "\r", "\n\r", "\n\n", " \n ", "\v\n" } do
      local g = assert(chess.game('[A "1"]' .. line_end .. '[B "2"]' .. line_end .. '[C "3"]' .. line_end .. "*"))
      assert.same({ "A=1", "B=2", "C=3" }, listed(g))
      assert.same({ "1", "2", "3" }, { g.tags.A, g.tags.B, g.tags.C })
    end
  end)

  it("are found in any layout", function()
    for _, tag in ipairs { '[A "1"]', '[A\t"1"]', '[A"1"]', '[ A "1"]', '[A  "1"]', '[A "1" ]', '[A\v"1"]' } do
      local g = assert(chess.game('[X "x"]\n' .. tag .. '\n[Y "y"]\n\n1. e4 ' .. ("e5"):rep(40) .. " *"))
      assert.equal("1", g.tags.A, tag)
      assert.same({ "X=x", "A=1", "Y=y" }, listed(g))
    end
  end)

  it("that are malformed have the same values in PGN and in Lua", function()
    for text, value in pairs {
      ['[Event, \\"q\\""]'] = ', "q""', ["[Event 'a\\\\b\\\"c']"] = 'a\\b"c', ["[Event C:\\games]"] = "C:\\games",
      ['[Event "x\\"y" z]'] = 'x"y" z]',
    } do
      local it_is = chess.game(text .. "\n\n1. e4 *\n")
      assert.equal(value, it_is.tags.Event)
      assert.equal(value, chess.game(it_is:pgn()).tags.Event)
      assert.equal(value, chess.from_json(it_is:json()).tags.Event)
    end
  end)

  it("that are malformed are read as far as possible", function()
    local g = assert(chess.game('[A "x\n[B "5th "Nick" Open"]\n[C "Tournament \\"]\n[D]\n[E e]\n[F "f" \n\n*'))
    assert.equal("x", g.tags.A)
    assert.equal('5th "Nick" Open', g.tags.B)
    assert.equal("Tournament \\", g.tags.C)
    assert.equal("f", g.tags.F)
    assert.equal("", g.tags.D)
  end)

  it("of different names are distinguished", function()
    local g = assert(chess.game('[WhiteElo "1"]\n[White "2"]\n[Whit "3"]\n[WhiteTitle "4"]\n\n*'))
    assert.same({ "1", "2", "3", "4" }, { g.tags.WhiteElo, g.tags.White, g.tags.Whit, g.tags.WhiteTitle })
  end)

  it("must be representable in PGN", function()
    local g = game()
    for _, row in ipairs {
      { 1, "x", "a tag's name is a string, got number" },
      { true, "x", "a tag's name is a string, got boolean" },
      { "a b", "x", "'a b' is no tag name (letters, digits and _, at most 255)" },
      { "", "x", "'' is no tag name (letters, digits and _, at most 255)" },
      { 'x"]', "x", "'x\"]' is no tag name (letters, digits and _, at most 255)" },
      { "A", {}, "a tag's value is a string or a number, got table" },
      { "A", true, "a tag's value is a string or a number, got boolean" },
      { "A", "x\ny", "a tag's value cannot hold a line end or a NUL" },
      { "A", "x\ry", "a tag's value cannot hold a line end or a NUL" },
      { "A", "x\0y", "a tag's value cannot hold a line end or a NUL" },
    } do
      assert.has_error(function() g.tags[row[1]] = row[2] end, row[3])
    end
    assert.is_false(g.is_edited)
    assert.has_error(function() return g.tags[1] end, "a tag's name is a string, got number")
    assert.has_error(function() g.tags = {} end, "lucena.Game field 'tags' cannot be set")
    assert.equal("lucena.Tags", getmetatable(g.tags))
  end)

  it("of an edited game are written in linear time", function()
    -- Returns the least time of several runs, because other programs use the processor, too.
    local function seconds(count)
      local lines, least = {}, math.huge
      for i = 1, count do
        lines[i] = ('[T%d "a"]\n'):format(i)
      end
      for _ = 1, 4 do
        local g = chess.game(table.concat(lines) .. "\n1. e4 *")
        g.tags.Annotator = "x"
        local before = os.clock()
        assert(#g:pgn() > 9 * count)
        least = math.min(least, os.clock() - before)
      end
      return least
    end
    assert.is_true(seconds(40000) < 80 * math.max(seconds(2000), 0.002))
  end)

  it("do not change the start position of a game", function()
    local FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    for _, text in ipairs { ('[FEN "%s"]\n\n1. e4 *'):format(FEN), "1. e4 *" } do
      local it = chess.game(text)
      local before = it:pgn()
      for _, value in ipairs { false, "4k3/8/8/8/8/8/8/4K3 w - - 0 1" } do
        local done, message = pcall(function() it.tags.FEN = value or it.tags.FEN == nil and "x" or nil end)
        assert.is_false(done)
        assert.is_truthy(message:find("the start of a game cannot be changed", 1, true), message)
      end
      it.tags.FEN = it.tags.FEN
      assert.equal(before, it:pgn())
    end
  end)
end)

describe("core.edit_tags", function()
  local core = require "lucena.core"
  local TAIL = "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *"

  local function edit(text, values)
    local names = {}
    for name in pairs(values) do
      names[#names + 1] = name
    end
    table.sort(names)
    return core.edit_tags(chess.game(text), names, values, text:find("\r\n", 1, true) and "\r\n" or "\n")
  end

  it("changes, adds and removes plain tags, and keeps all other bytes", function()
    local TAGS = '[White "A"]\n[Black "B"]\n[Black "C"]\n'
    local cases = {
      { { Black = "x" }, '[White "A"]\n[Black "x"]\n[Black "C"]\n' },
      { { Black = false }, '[White "A"]\n' },
      { { White = "", Round = "1", Annotator = "é" },
        '[White ""]\n[Black "B"]\n[Black "C"]\n[Annotator "é"]\n[Round "1"]\n' },
      { { Black = false, White = "y", ECO = false }, '[White "y"]\n' },
      { { White = false, Site = "z" }, '[Black "B"]\n[Black "C"]\n[Site "z"]\n' },
    }
    for _, case in ipairs(cases) do
      assert.equal(case[2] .. TAIL, edit(TAGS .. TAIL, case[1]))
      local crlf = (TAGS .. TAIL):gsub("\n", "\r\n")
      assert.equal(case[2]:gsub("\n", "\r\n") .. TAIL:gsub("\n", "\r\n"), edit(crlf, case[1]))
    end
  end)

  it("returns nil for tags, values and edits that are not plain", function()
    local many, values = {}, {}
    for i = 1, 65 do
      many[i] = ('[T%d "a"]\n'):format(i)
      values["T" .. i] = i < 18 and "x" or nil
    end
    local PLAIN = '[White "A"]\n' .. TAIL
    for _, case in ipairs {
      { TAIL, { White = "x" } }, { PLAIN, { White = false } }, { PLAIN, { White = 'a"b' } },
      { PLAIN, { White = "\\" } }, { PLAIN, { White = "\1" } }, { PLAIN, { White = ("x"):rep(256) } },
      { PLAIN, { Event = "x" } }, { PLAIN, {} },
      { PLAIN, values }, { table.concat(many) .. TAIL, { T1 = "x" } }, { '[White "A"] {a}\n' .. TAIL, { White = "x" } },
      { '[White "a \\" b"]\n' .. TAIL, { Black = "x" } }, { '[White "A"] ' .. TAIL, { White = "x" } },
      { '[White "A"][Black "B"]\n' .. TAIL, { White = "x" } },
    } do
      assert.is_nil(edit(case[1], case[2]), case[1])
    end
  end)
end)
