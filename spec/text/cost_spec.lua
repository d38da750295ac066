-- The cost of chess.read_text on text that is not a book: it grows with the size of the text, and finds no games.

local parts = require "lucena.text.parts"
local place = require "lucena.text.place"

-- Read a text. Return the number of executed instructions in thousands, the largest memory in KB, and the games. The
-- collector runs often, so that the peak depends on the memory in use, and not on the moment of a collection.
local function cost(text, dialect)
  local mode = collectgarbage("incremental", 110, 400)
  collectgarbage()
  local before, steps, peak = collectgarbage("count"), 0, 0
  debug.sethook(function()
    steps = steps + 1
    peak = math.max(peak, collectgarbage("count") - before)
  end, "", 1000)
  local count = 0
  local scan = require("lucena.read_text").scan
  local ok, err = pcall(scan, text, { prose = "none", dialect = dialect },
    { game = function() count = count + 1 end, mention = function() end, diagnostic = function() end,
      rest = function() end })
  debug.sethook()
  collectgarbage(mode)
  assert(ok, err)
  return steps, peak, count
end

-- Read a text with copies of the modules whose string functions count bytes. Return the number of bytes searched and
-- copied, in thousands. An anchored search counts as a search of at most 100 bytes.
local function bytes_of(text, opts)
  local kept, originals, count = {}, {}, 0
  for name, module in pairs(package.loaded) do
    if name:find("^lucena%.text%.") or name == "lucena.read_text" then
      kept[name], package.loaded[name] = module, nil
    end
  end
  local function replace(name, work)
    local original = string[name]
    originals[name] = original
    rawset(string, name, function(...)
      local found = table.pack(original(...))
      count = count + work(found, ...)
      return table.unpack(found, 1, found.n)
    end)
  end
  local function searched(subject, pattern, from)
    local rest = #subject - (from or 1) + 1
    return pattern:byte() == 94 and math.min(rest, 100) or rest
  end
  replace("find", function(found, subject, pattern, from)
    return found[1] and found[2] - (from or 1) + 1 or searched(subject, pattern, from)
  end)
  replace("match", function(_, subject, pattern, from) return searched(subject, pattern, from) end)
  replace("gsub", function(_, subject, pattern) return searched(subject, pattern) end)
  replace("gmatch", function(_, subject) return #subject end)
  replace("sub", function(found) return #found[1] end)
  local ok, err = pcall(function()
    require("lucena.read_text").scan(text, opts,
      { game = function() end, mention = function() end, diagnostic = function() end, rest = function() end })
  end)
  for name, original in pairs(originals) do
    rawset(string, name, original)
  end
  for name in pairs(package.loaded) do
    if name:find("^lucena%.text%.") or name == "lucena.read_text" then
      package.loaded[name] = nil
    end
  end
  for name, module in pairs(kept) do
    package.loaded[name] = module
  end
  assert(ok, err)
  return count // 1000
end

-- Short texts; each is repeated to make a long text. `games`: the text has moves that begin a game.
local TEXTS = {
  { "1. e4 e5 ", games = true }, { "1. Nf3 Nf6 2. Ng1 Ng8 ", games = true }, { "(1. e4 ", games = true },
  { "1. P-Q4 P-Q4 2. B-B4 B-B4 ", games = true }, { "1. e4 e5 (2. d4) If 2. f4 d5. ", games = true },
  { "Kt " }, { "Kt - B 3 " }, { "1234567890" }, { "12 " }, { "12. " }, { "(1. " }, { "(" }, { ")(" }, { "{ [ " },
  { "e4 " }, { "Nf-" }, { "x" }, { "[Illustration " }, { "1.\n\n" }, { "Smith 555-1234, 12. Road 3)\n" },
  { "<p><b>e4</b>" }, { "<p></p>\2" },
  { "for (i = 0; i < n; i++) { a[i] = b[i]; }\n" },
  { "He went to the house, and then, at 10 o'clock, to B. and R. \"Not so!\" K said.\n\n" },
}

describe("the cost of chess.read_text", function()
  -- Small parts and games show with short texts how the cost grows.
  local size, most = parts.SIZE, place.MOST_MENTIONS
  setup(function() parts.SIZE, place.MOST_MENTIONS = 1 << 12, 500 end)
  teardown(function() parts.SIZE, place.MOST_MENTIONS = size, most end)

  for _, row in ipairs(TEXTS) do
    local piece = row[1]
    it("is linear for the repeated text " .. piece:gsub("\n", " "), function()
      local dialect = piece:find("[-K][ Qt]") and "descriptive" or "english"
      local small, little = cost(piece:rep(20000 // #piece), dialect)
      local large, peak, count = cost(piece:rep(80000 // #piece), dialect)
      assert.is_true(large < 5 * small + 500, ("%d and %d thousand instructions"):format(small, large))
      assert.is_true(peak < 3 * little + 4000, ("%.0f and %.0f KB"):format(little, peak))
      assert.equal(row.games or false, count > 0)
    end)
  end

  for name, piece in pairs {
    games = "Durand - Leroy 1. e4 e5 2. Nf3 Nc6 A good move (2... d6 3. d4) 3. Bb5 a6 4. Ba4 1/2-1/2 The next game. ",
    prose = "Call me Ishmael. Some years ago, never mind how long precisely, having 12 or no money in my purse, I ",
    moves = "1. e4 e5 2. Nf3 Nc6 ",
  } do
    it("is linear in the bytes searched and copied in one line of " .. name, function()
      local options = { dialect = "english" }
      local small = bytes_of("1. e4 e5 " .. piece:rep(20000 // #piece), options)
      local large = bytes_of("1. e4 e5 " .. piece:rep(80000 // #piece), options)
      assert.is_true(small > 0 and large < 5 * small + 500, ("%d and %d thousand bytes"):format(small, large))
    end)
  end

  -- Each language would cost as much as reading the games.
  for _, piece in ipairs { "(", "{", "[", ")", "1.", "1. e4 ", "e4 ", "1-0 ", '"', ";", "\n", " " } do
    it("is small if no letter of a piece shows the language, in " .. ("%q"):format(piece):gsub("\n", "n"), function()
      for _, head in ipairs { "", "1. e4 e5 ", "<!DOCTYPE html><p>The game. 1. e4 e5 2. " } do
        local steps = cost(head .. piece:rep(50000 // #piece), "auto")
        assert.is_true(steps < 20000, ("%d thousand instructions"):format(steps))
      end
    end)
  end

  it("grows less than the text while the dialect is detected", function()
    local small = cost(("Nf3 "):rep(20000), "auto")
    local large = cost(("Nf3 "):rep(80000), "auto")
    assert.is_true(large < 3 * small, ("%d and %d thousand instructions"):format(small, large))
  end)
end)
