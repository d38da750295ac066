-- Functions of values of tags: chess.query.tags. They are compared with functions of a Game that read Game.tags. If
-- such functions are the only ones of a query, the reader calls them, and no Game is made for games that do not match.

local chess = require "lucena"
local core = require "lucena.core"
local q = chess.query

local NAMES = { "White", "Black", "WhiteElo", "Event", "Result", "FEN", "SetUp", "tag:Odd_1", "Round" }

local TEXTS = {
  plain = '[Event "e"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n[Event ""]\n[White "C"]\n\n1. d4 *\n',
  crlf = '[Event "e"]\r\n[White "A"]\r\n[WhiteElo "2700"]\r\n\r\n1. e4 1-0\r\n',
  duplicates = '[Event "e"]\n[White "A"]\n[Black "x"]\n[Black "y"]\n[White "B"]\n\n1. e4 *\n',
  escapes = '[Event "a\\"b\\\\c"]\n[White "\\\\"]\n[Black "\\x"]\n\n1. e4 *\n',
  irregular = '  [Event "e"] [White "A"]\n[Black\n"B"] {c} [ WhiteElo  "1" ]\n[Round "x" ] ; [White "no"]\n\n1. e4 *\n',
  broken = '[Event "e"]\n[White "A]\n[Black B]\n[Round "1" 2]\n[Result "*"\n\n1. e4 *\n',
  untagged = "1. e4 e5 *\n\n1. d4 *\n",
  setup = '[Event "e"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n[Odd_1 "o"]\n\n1. Ra8# *\n',
  utf8 = '\xEF\xBB\xBF[Event "\xC3\xA9"]\n[White "\xD0\x9A"]\n\n1. e4 *\n',
  latin1 = '[Event "\xE9"]\n[White "M\xFCller"]\n\n1. e4 *\n',
  utf16 = "\xFF\xFE" .. ('[Event "e"]\n[White "Zo\xEB"]\n\n1. e4 *\n'):gsub(".", "%0\0"),
  illegal = '[Event "e"]\n[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. e4 {open',
  long = ('[Event "%s"]\n[White "%s"]\n[Black "%s"]\n\n1. e4 *\n'):format(("x"):rep(5000), ("\\\""):rep(3000),
    ("y"):rep(40)),
  many = ('[A%d "x"]\n'):rep(70):gsub("%%d", function() return "" end) .. '[White "last"]\n\n1. e4 *\n',
}

local function values_of(game)
  local values = {}
  for i, name in ipairs(NAMES) do
    values[i] = tostring(game.tags[name:gsub("^tag:", "")])
  end
  return table.concat(values, "|")
end

local function noted(list, answer)
  local args = table.pack(table.unpack(NAMES))
  args[args.n + 1] = function(...)
    assert(select("#", ...) == #NAMES)
    local values = table.pack(...)
    for i = 1, #NAMES do
      values[i] = tostring(values[i])
    end
    list[#list + 1] = table.concat(values, "|")
    return answer
  end
  return q.tags(table.unpack(args))
end

-- Return the number of games of a text that match, without making Games.
local function count(text, query)
  return chess.open({ text = text }, { query = query }):count()
end

describe("a function of the values of tags", function()
  for name, text in pairs(TEXTS) do
    it("gets the values of Game.tags, in the text " .. name, function()
      local expected, read, tested, searched = {}, {}, {}, {}
      for game in chess.games { text = text } do
        expected[#expected + 1] = values_of(game)
        assert.is_true(noted(tested, true):test(game))
      end
      assert.is_true(#expected > 0)
      assert.equal(#expected, count(text, noted(read, true)))
      local found = 0
      local yes = q.where(function() return true end)
      for game in chess.games({ text = text }, { query = noted(searched, true) & yes }) do
        found = found + (game and 1 or 0)
      end
      assert.equal(#expected, found)
      assert.same({ expected, expected, expected }, { read, tested, searched })
    end)
  end

  it("gets the values of changed tags", function()
    local game, seen = chess.game '[Event "e"]\n[White "A"]\n[Black "B"]\n[Black "C"]\n\n1. e4 *', {}
    for _, change in ipairs { { "White", 'x"\\y' }, { "Black", nil }, { "WhiteElo", 2700 }, { "Odd_1", "new" } } do
      game.tags[change[1]] = change[2]
      noted(seen, true):test(game)
      assert.equal(values_of(game), seen[#seen])
    end
    assert.equal(4, #seen)
  end)

  it("gets the tags of a game read from JSON", function()
    local game = chess.from_json '{"tags": {"White": "M\\u00fcller \\"x\\"", "Event": "e"}, "moves": [{"san": "e4"}]}'
    local seen = {}
    assert.is_true(noted(seen, true)(game))
    assert.same({ values_of(game) }, seen)
    assert.equal('M\xC3\xBCller "x"', game.tags.White)
  end)

  it("makes a query that matches if it returns true", function()
    local text = TEXTS.plain
    for value, expected in pairs { [true] = 2, [false] = 0, none = 0 } do
      local answer = value
      if value == "none" then
        answer = nil
      end
      assert.equal(expected, count(text, q.tags("White", function() return answer end)))
      assert.equal(2 - expected, count(text, ~q.tags("White", function() return answer end)))
    end
    assert.equal(1, count(text, q.tags("White", function(white) return white == "A" end)))
    assert.equal(2, count(text, q.tags("White", "White", function(a, b) return a == b end)))
  end)

  it("gives the same result as a function of a game, in all combinations", function()
    local function is_long(name)
      return name ~= nil and #name % 2 == 0
    end
    local fast = q.tags("White", is_long)
    local slow = q.where(function(game) return is_long(game.tags.White) end)
    local other = q.tags("Black", "Result", function(black, result) return result == "1-0" and black < "M" end)
    local others = q.where(function(game) return game.tags.Result == "1-0" and game.tags.Black < "M" end)
    for i, pair in ipairs {
      { fast, slow }, { ~fast, ~slow }, { fast & other, slow & others }, { fast | other, slow | others },
      { fast & q.check, slow & q.check }, { q.check | fast, q.check | slow }, { ~(fast | other), ~(slow | others) },
      { fast & q.elo { min = 2000 }, slow & q.elo { min = 2000 } }, { fast & q.annotated, slow & q.annotated },
      { (fast & q.plies { min = 60 }) | (other & q.checkmate), (slow & q.plies { min = 60 }) | (others & q.checkmate) },
      { fast & others, slow & others },
    } do
      local numbers = {}
      for side = 1, 2 do
        local list = {}
        for game in chess.games("spec/data/sample/sample.pgn", { query = pair[side] }) do
          list[#list + 1] = game.number
        end
        numbers[side] = table.concat(list, " ")
      end
      assert.equal(numbers[2], numbers[1], i)
    end
  end)

  it("is called once per game and operand, after the other tests of tags", function()
    for i, case in ipairs {
      { function(f) return f end, 314 }, { function(f) return f & q.white "Carlsen" end, 14 },
      { function(f) return f | ~q.white "Carlsen" end, 14 }, { function(f) return f & q.plies(1000) end, 314 },
      { function(f) return q.check & f end, 314 }, { function(f) return f & f & ~f end, 3 * 314 },
      { function(f) return f | f end, 314 }, { function(f) return f & q.where(function() end) end, 314 },
      { function(f) return f & q.at(function() end) end, 314 },
    } do
      local calls = 0
      local query = case[1](q.tags("White", function()
        calls = calls + 1
        return true
      end))
      for _ in chess.games("spec/data/sample/sample.pgn", { query = query }) do end -- luacheck: ignore 542
      assert.equal(case[2], calls, i)
    end
  end)

  it("is called before functions of positions and games", function()
    local order = {}
    local function noting(name)
      return function()
        order[#order + 1] = name
        return true
      end
    end
    local query = q.where(noting "where") & q.at(noting "at") & q.tags("White", noting "tags")
    assert.is_true(query(chess.game "1. e4 *"))
    assert.equal("tags at where", table.concat(order, " "))
  end)

  it("makes no Game for games that do not match", function()
    local query = q.tags("White", function() return false end)
    local reader = chess.open({ text = ('[White "A"]\n\n1. e4 *\n'):rep(20000) }, { query = query })
    assert.equal(0, reader:count(10000))
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    assert.equal(0, reader:count(10000))
    local after = collectgarbage "count"
    collectgarbage "restart"
    assert.is_true(after - before < 10, after - before)
  end)

  it("is called again for the dialect of a game only if it was not called before", function()
    local seen = {}
    local reader = chess.open({ text = '[White "A"]\n\n1. e4 e5 2. Sf3 Sc6 *\n' }, { dialect = "auto",
      query = noted(seen, true) & q.played "Nc6" })
    assert.equal(1, (reader:count()))
    assert.equal(1, #seen)
    reader = chess.open({ text = '[White "A"]\n\n1. e4 e5 2. Sf3 Sc6 *\n' }, { dialect = "auto",
      query = noted(seen, false) | q.played "Nd6" })
    assert.equal(0, (reader:count()))
    assert.equal(2, #seen)
  end)

  it("has a match position at the start of the game", function()
    local game = chess.game '[White "A"]\n\n1. e4 e5 *'
    assert.equal(game.root, q.tags("White", function() return true end):find(game))
    assert.is_nil(q.tags("White", function() end):find(game))
  end)

  it("is described by its tags and its place", function()
    local query = q.tags("White", "BlackElo", function() end)
    assert.matches('^tags%("White", "BlackElo", function %(tag_values_spec%.lua:%d+%)%)$', tostring(query))
    assert.matches("\n  1%. tags: tags%(.*%) %(with Lua%)$", query:describe())
    assert.equal("node 0  leaf 0\nleaf 0  ask_tags  White BlackElo  lo=0", query:program())
    assert.matches('^no  tags%("White"', query:explain(chess.game "*"))
  end)
end)

describe("the reader that calls a function of the values of tags", function()
  local PGN = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *\n'

  local function search(reader, _, most)
    return core.parts.search(reader, function() return true end, most or 10)
  end
  local METHODS = { read = chess.open({ text = "" }).read, count = chess.open({ text = "" }).count, search = search }

  for name, method in pairs(METHODS) do
    it("raises its error, and goes on after the game: " .. name, function()
      local value = {}
      local reader = chess.open({ text = PGN }, { query = q.tags("White", function(white)
        return white ~= "A" or error(value)
      end) })
      local ok, problem = pcall(method, reader)
      assert.is_false(ok)
      assert.equal(value, problem)
      local found = method(reader)
      assert.equal(name == "count" and 2 or "B", name == "count" and found or found.tags.White)
    end)

    it("lets it yield at each game, with other tests: " .. name, function()
      for _, more in ipairs { q.plies { min = 0 }, q.never(q.check), q.tags("Event", function() return true end) } do
        local names = {}
        local query = q.tags("White", function(white)
          names[#names + 1] = coroutine.yield(white)
          return white ~= "A"
        end)
        for _, whole in ipairs { query, query & more } do
          names = {}
          for _, check in ipairs { false, true } do
            local reader = chess.open({ text = PGN }, { query = whole, check = check })
            local thread = coroutine.create(function()
              if name == "count" then
                return reader:count(10)
              end
              local list = {}
              for game in function() return (method(reader)) end do
                list[#list + 1] = game.tags.White
              end
              return table.concat(list)
            end)
            local ok, value = coroutine.resume(thread)
            while coroutine.status(thread) == "suspended" do
              ok, value = coroutine.resume(thread, "+" .. value)
            end
            assert.is_true(ok, value)
            assert.equal(name == "count" and 2 or "BC", value)
            assert.equal(3, reader.read_count)
          end
          assert.equal("+A+B+C+A+B+C", table.concat(names))
        end
      end
    end)

    it("rejects functions that use the reader: " .. name, function()
      for _, use in ipairs {
        { function(reader) reader:read() end, "has used the reader" },
        { function(reader) reader:count() end, "has used the reader" },
        { function(reader) reader:close() end, "reader" },
      } do
        local reader, is_inside
        reader = chess.open({ text = PGN }, { query = q.tags("White", function()
          if not is_inside then
            is_inside = true
            use[1](reader)
          end
          return true
        end) })
        local ok, problem = pcall(method, reader)
        assert.is_false(ok)
        assert.matches(use[2], problem)
        is_inside = false
        pcall(method, reader)
      end
    end)
  end

  it("takes texts and numbers as true", function()
    for _, value in ipairs { "x", "", 1, -1 } do
      local query = q.tags("White", function() return value end)
      assert.is_true(query(chess.game '[White "A"]\n\n1. e4 *'))
      assert.equal(count(PGN, q.tags("White", function() return true end)), count(PGN, query))
    end
  end)

  it("rejects other values, and 0", function()
    local game = chess.game '[White "A"]\n\n1. e4 *'
    for value, kind in pairs { [0] = "0 (write ~= 0)", [game.root] = "a userdata", [print] = "a function" } do
      local query = q.tags("White", function() return value end)
      local message = tostring(query) .. " returned " .. kind
        .. "; a function of tags returns true, false, nil, a text or a number other than 0"
      assert.has_error(function() count(PGN, query) end, message)
      assert.has_error(function() count(PGN, query & q.plies(1)) end, message)
      assert.has_error(function() query(game) end, message)
      assert.has_error(function() (query & q.plies(1))(game) end, message)
    end
  end)

  it("ends early", function()
    local calls = 0
    local next_game = chess.games({ text = PGN }, { query = q.tags("White", function()
      calls = calls + 1
      return true
    end) })
    assert.equal("A", next_game().tags.White)
    assert.equal(1, calls)
  end)

  it("keeps the function alive", function()
    local function open()
      return chess.open({ text = PGN:rep(50) }, { query = q.tags("White", function(white)
        collectgarbage "step"
        return white == "B"
      end) })
    end
    local reader = open()
    collectgarbage()
    collectgarbage()
    assert.equal(50, (reader:count()))
  end)

  it("is not needed for functions of a game, which the reader does not call", function()
    assert.has_error(function() chess.open({ text = PGN }, { query = q.tags("White", print) & q.where(print) }) end,
      "bad argument #2 to 'open' (option 'query': this one calls Lua functions, use chess.games)")
  end)
end)

describe("wrong arguments of chess.query.tags", function()
  local function f() end
  local many = {}
  for i = 1, 65 do
    many[i] = "White"
  end
  many[66] = f

  for i, case in ipairs {
    { function() q.tags() end, "#1 to 'tags' (function expected, got no value)" },
    { function() q.tags "White" end, "#1 to 'tags' (function expected, got string)" },
    { function() q.tags("White", nil) end, "#2 to 'tags' (function expected, got nil)" },
    { function() q.tags(f) end, "#1 to 'tags' (1 to 64 names of tags expected before the function, got 0)" },
    { function() q.tags(table.unpack(many)) end,
      "#1 to 'tags' (1 to 64 names of tags expected before the function, got 65)" },
    { function() q.tags("White", "a b", f) end, "#2 to 'tags' (a tag's name is letters, digits and _, at most 255)" },
    { function() q.tags("White", nil, f) end, "#2 to 'tags' (a tag's name is letters, digits and _, at most 255)" },
    { function() q.tags(f, f) end, "#1 to 'tags' (a tag's name is letters, digits and _, at most 255)" },
    { function() q.tags("Whit", f) end, "#1 to 'tags' (there is no field 'Whit'" },
  } do
    it("are rejected: " .. i, function()
      local ok, problem = pcall(case[1])
      assert.is_false(ok)
      assert.equal("spec/match/tag_values_spec.lua:", problem:match "^[^:]*:")
      assert.equal("bad argument " .. case[2], problem:match(": (.*)$"):sub(1, #case[2] + 13))
    end)
  end

  it("are explained if the name is not called", function()
    assert.has_error(function() return q.tags & q.check end, "tags needs names of tags and a function")
  end)
end)
