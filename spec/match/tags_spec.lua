-- Tests of tags in the reader: every operator is applied to the bytes of the value.

local chess = require "lucena"
local new_folder = require "spec.support.folder"

local VALUES = { "", "2700", "2699", "-5", "0", "02700", "2700?", "?", "Carlsen, Magnus", "carlsen", "McCarlsen",
                 "99999999999999999999", 'A\\"B', "abc[" }

-- operator, value in the test, the values in VALUES that match
local ROWS = {
  { "=", "2700", "2700" },
  { "=", "carlsen", "carlsen" }, -- letter case matters
  { "=", "", "" },
  { "=", 'A"B', 'A\\"B' }, -- escapes are resolved, as in g.tags
  { "=", "abc[", "abc[" },
  { "=", "none" },
  { "~", "arls", "Carlsen, Magnus", "carlsen", "McCarlsen" },
  { "~", "CARLS", "Carlsen, Magnus", "carlsen", "McCarlsen" },
  { "~", "70", "2700", "02700", "2700?" },
  { "~", ",", "Carlsen, Magnus" },
  { "~", "magnus", "Carlsen, Magnus" },
  { "~", "carlsen, magnus and more" },
  { "^", "carl", "Carlsen, Magnus", "carlsen" },
  { "^", "MC", "McCarlsen" },
  { "^", "2700", "2700", "2700?" },
  { "<", "2700", "2699", "-5", "0" },
  { "<=", "2700", "2700", "2699", "-5", "0", "02700", "2700?" },
  { ">", "2699", "2700", "02700", "2700?", "99999999999999999999" },
  { ">=", "2700", "2700", "02700", "2700?", "99999999999999999999" },
  { "<", "0", "-5" },
  { "<=", "-5", "-5" },
  { ">", "-6", "2700", "2699", "-5", "0", "02700", "2700?", "99999999999999999999" },
  { ">=", 2700, "2700", "02700", "2700?", "99999999999999999999" }, -- the value may be a number
  { ">", "2700x", "99999999999999999999" },
}

local function database()
  local out = {}
  for _, value in ipairs(VALUES) do
    out[#out + 1] = ('[White "w"]\n[T "%s"]\n[Black "%d"]\n\n1. e4 *\n'):format(value, #out % 3)
  end
  out[#out + 1] = '[White "no T here"]\n\n1. e4 *\n'
  out[#out + 1] = "1. e4 {[T \"2700\"]} *\n"
  return table.concat(out, "\n")
end

local function passing(path, tests)
  local reader <close> = assert(chess.open(path, { tags = tests }))
  local found = {}
  for g in function() return (reader:read()) end do
    found[#found + 1] = g.text:match('%[T "(.-)"%]')
  end
  assert.equal(#found, reader.passed)
  assert.equal(#VALUES + 2, reader.read_count)
  local counter <close> = assert(chess.open(path, { tags = tests }))
  assert.equal(#found, counter:count())
  return found
end

describe("a tag test", function()
  for _, row in ipairs(ROWS) do
    it(("T %s %s passes %d of the values"):format(row[1], row[2], #row - 2), function()
      local folder <close> = new_folder()
      local wanted = {}
      for _, value in ipairs(VALUES) do
        for i = 3, #row do
          wanted[#wanted + 1] = row[i] == value and value or nil
        end
      end
      assert.equal(#row - 2, #wanted)
      assert.same(wanted, passing(folder:write("a.pgn", database()), { { "T", row[1], row[2] } }))
      -- The same test with several tags on a text line, and with comments around the tags.
      local odd = database():gsub("%]\n%[", "] ["):gsub("^", ";\n")
      assert.same(wanted, passing(folder:write("b.pgn", odd:gsub('"%]\n\n', '"]\n{c}\n')),
        { { "T", row[1], row[2] } }))
    end)
  end

  it("must match together with all others", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", database())
    assert.same({ "2700", "02700", "2700?" },
      passing(path, { { "T", ">=", "2700" }, { "T", "<", "3000" }, { "White", "=", "w" } }))
    assert.same({}, passing(path, { { "T", ">=", "2700" }, { "White", "=", "x" } }))
    assert.equal(#VALUES + 2, assert(chess.open(path, { tags = {} })):count())
  end)

  it("compares the first tag of a name, and whole names", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[TT "2"]\n[T "1"]\n[T "2"]\n\n*\n')
    for value, count in pairs { ["1"] = 1, ["2"] = 0 } do
      local reader <close> = assert(chess.open(path, { tags = { { "T", "=", value } } }))
      assert.equal(count, reader:count())
    end
    local reader <close> = assert(chess.open(path, { tags = { { "t", "=", "1" } } }))
    assert.equal(0, reader:count())
  end)

  local WRONG = {
    { 1, "bad argument #2 to 'open' (option 'tags': an array of {name, operator, value} expected, got number)" },
    { { 1 }, "item 1 is no table {name, operator, value}" },
    { { { "T", "=", "x" }, {} }, "item 2: field 1 is no string" },
    { { { "T", "=" } }, "item 1: field 3 is no string" },
    { { { "T", "=", {} } }, "item 1: field 3 is no string" },
    { { { 1, "=", "x" } }, "item 1: field 1 is no string" },
    { { { "T", "==", "x" } }, "item 1: unknown operator '==' (= ~ ^ < <= > >=)" },
    { { { "Round x", "=", "1" } }, "item 1: no tag has the name 'Round x'" },
    { { { "", "=", "1" } }, "item 1: no tag has the name ''" },
    { { T = "x" }, "array of {name, operator, value} expected, got a table with keys" },
    { { { "T", "<", "x" } }, "item 1: 'x' is no number" },
    { { { "T", ">=", "" } }, "item 1: '' is no number" },
  }
  for _, row in ipairs(WRONG) do
    it("is refused: " .. row[2], function()
      local good, message = pcall(chess.open, "spec/data/pgn/plain.pgn", { tags = row[1] })
      assert.is_false(good)
      local expected = row[2]:find "^bad" and row[2] or ("bad argument #2 to 'open' (option 'tags': %s)"):format(row[2])
      assert.equal(expected, (message:gsub("to '[%w.]*open'", "to 'open'")))
    end)
  end

  -- The reader finds tags by the offsets of text lines, of which it records a limited number. A Game finds all tags.
  it("agrees in every file with the game's tags", function()
    local many = {}
    for i = 1, 40 do
      many[i] = ('[T%d "%s"]\n'):format(i, ("x"):rep(i * i % 150))
    end
    local folder <close> = new_folder()
    local paths = { folder:write("many.pgn", table.concat(many) .. "\n*\n\n" .. table.concat(many):gsub("\n", "\r\n")) }
    for path in io.popen("ls spec/data/pgn/*.pgn spec/data/nasty/pgn/*.pgn"):lines() do
      paths[#paths + 1] = path
    end
    for _, path in ipairs(paths) do
      for _, name in ipairs { "Event", "White", "Whit", "WhiteElo", "Result", "T1", "T16", "T17", "T40" } do
        local wanted = 0
        for game in chess.games(path) do
          wanted = wanted + (game.tags[name] and 1 or 0)
        end
        local reader <close> = assert(chess.open(path, { tags = { { name, "^", "" } } }))
        assert.equal(wanted, reader:count(), path .. " " .. name)
      end
    end
  end)

  it("can be one of at most 16", function()
    local tests = {}
    for i = 1, 16 do
      tests[i] = { "White", "~", "a" }
    end
    local reader <close> = assert(chess.open("spec/data/pgn/plain.pgn", { tags = tests }))
    assert.equal(1, reader:count())
    tests[17] = tests[1]
    assert.has_error(function() chess.open("spec/data/pgn/plain.pgn", { tags = tests }) end,
      "bad argument #2 to 'open' (option 'tags': more than 16 tests)")
  end)
  it("finds the side of a player who won or lost", function()
    local game = chess.game '[White "Adams"]\n[Black "Morphy"]\n\n1. e4 1-0'
    for expected, query in pairs {
      white = chess.query.won { "Adams", side = "white" }, black = chess.query.lost { "Morphy", side = "black" },
      either = chess.query.lost { "Morphy" }, name = chess.query.won "Adams",
    } do
      assert.is_true(query(game), expected)
    end
    assert.is_false(chess.query.lost({ "Morphy", side = "white" })(game))
    assert.is_false(chess.query.won({ "Adams", side = "black" })(game))
    assert.has_error(function() chess.query.lost { side = "black" } end,
      "bad argument #1 to 'lost' (string expected, got nil)")
    assert.is_truthy(tostring(chess.query.lost { "Morphy", side = "black" }):find('side = "black"', 1, true))
  end)
end)
