-- Input whose text is longer than the program expects: names and blanks in perft collections, and dialects with long
-- words. Each command runs in a child process, because a write outside its buffer may end the process.

local folder_of = require "spec.support.folder"
local run = require "spec.support.run"

-- Check a file of records, which are separated by blank lines. Returns the summary of `lucena epd check`.
local function check(records)
  local result = run { "epd", "check", "-", stdin = table.concat(records, "\n") }
  assert.is_true(result.code == 0 or result.code == 1, result.code .. " " .. result.err)
  return result.err
end

describe("a perft collection", function()
  local FIELDS = "epd 4k3/8/8/8/8/8/8/4K3 w - -\n"
  local LONG_ID = "id " .. ('"'):rep(200) .. "\n"

  -- A block with a name of `size` bytes after a number of blanks.
  local function block(blanks, size, byte)
    return "id" .. (" "):rep(blanks) .. byte:rep(size) .. "\n" .. FIELDS .. "perft 1 5\n"
  end

  it("has one record if the name is at most 200 bytes, with blanks and quotation marks", function()
    local records = {}
    for _, blanks in ipairs { 1, 100, 3400 } do
      for _, byte in ipairs { "x", '"', "\\" } do
        records[#records + 1] = block(blanks, 200, byte)
      end
    end
    assert.equal("lucena: 9 records, nothing to report\n", check(records))
  end)

  it("has a bad record in place of a longer name, or of a longer line", function()
    local records = {}
    for i, line in ipairs {
      { 1, 201 }, { 1, 4096 }, { 1, 60000 }, { 4000, 200 }, { 4096, 1 }, { 60000, 1 }, { 1000000, 1 },
    } do
      records[i] = block(line[1], line[2], "x")
    end
    assert.equal("lucena: 14 records, errors in 7 places\n", check(records))
  end)

  it("ends before a count for which the record has no room", function()
    local records = {}
    for _, blanks in ipairs { 1, 60000 } do
      for _, digits in ipairs { 1, 18, 3500, 4000, 4096, 60000 } do
        local line = "perft 1" .. (" "):rep(blanks) .. ("1"):rep(digits) .. "\n"
        records[#records + 1] = "id x\n" .. FIELDS .. line:rep(4)
        records[#records + 1] = LONG_ID .. FIELDS .. line:rep(4)
      end
    end
    for count = 240, 720, 8 do
      local lines = ("perft 1 5\n"):rep(count) .. "perft 2 " .. ("1"):rep(count % 16) .. "\n"
      records[#records + 1] = LONG_ID .. FIELDS .. lines
    end
    check(records)
  end)
end)

describe("a game in a dialect of long words", function()
  local SHORT = '[White "A"]\n\n' .. ("Na3 Na6 Nb1 Nb8 "):rep(250) .. "*\n"
  local CHECKS = '\n[White "A"]\n\n1. f3 e5 2. Kf2 Qh4+ ' .. ("Ke3 Qd8 Kf2 Qh4+ "):rep(200) .. "*\n"

  local DIALECTS = {
    ["long pieces and signs"] = [[
      return { pieces = { P = ("Bauer"):rep(12), N = ("Pferd"):rep(12), B = "L", R = "T", Q = "D", K = "K" },
        origin = "always", pawn_origin = "always", quiet = ("="):rep(60) }]],
    ["long squares"] = [[
      local files = {}
      for i = 1, 8 do files[i] = ("abcdefgh"):sub(i, i):rep(40) end
      return { files = files, origin = "always", pawn_origin = "always" }]],
    ["long separators"] = [[return { separator = ("_"):rep(12), check = ("+"):rep(40), origin = "always" }]],
    ["texts of 250 bytes"] = [[return { print = function(san) return san .. ("x"):rep(250 - #san) end }]],
    ["texts of 255 bytes, with read"] = [[return {
      print = function(san) return san .. ("x"):rep(255 - #san) end,
      read = function(text)
        local size = text:len()
        while size > 0 and text:sub(size, size) == "x" do size = size - 1 end
        return text:sub(1, size)
      end }]],
    ["texts of one byte in reading, and 255 in writing"] = [[
      local short = { a = "Na3", b = "Na6", c = "Nb1", d = "Nb8" }
      return { print = function(san) return san .. ("x"):rep(255 - #san) end,
        read = function(text)
          local size = text:len()
          while size > 0 and text:sub(size, size) == "x" do size = size - 1 end
          return short[text] or text:sub(1, size)
        end }]],
  }

  -- Convert text with options. The output must be the same without the fast path of games that have only moves: a
  -- comment after the game makes a game that is written from its tree.
  local function convert(folder, text, ...)
    local plain = run { "convert", "--no-numbers", "-q", folder:write("plain.pgn", text), ... }
    assert.equal(0, plain.code, plain.err)
    local noted = text:gsub("%*\n", "{x} *\n")
    local slow = run { "convert", "--no-numbers", "-q", folder:write("noted.pgn", noted), ... }
    assert.equal(0, slow.code, slow.err)
    local function words(output)
      return (output:gsub("{x}", ""):gsub("%s+", "\n"))
    end
    assert.is_true(words(plain.out) == words(slow.out))
    return plain.out
  end

  for name, source in pairs(DIALECTS) do
    it("is written: " .. name, function()
      local folder <close> = folder_of()
      local dialect = folder:write("long.lua", source)
      for _, width in ipairs { 0, 80 } do
        local out = convert(folder, SHORT .. CHECKS, "--to-dialect", dialect, "--width", width)
        assert.is_true(#out > 5 * #SHORT, #out)
      end
    end)
  end

  it("is rewritten from words of one byte", function()
    local folder <close> = folder_of()
    local dialect = folder:write("one.lua", DIALECTS["texts of one byte in reading, and 255 in writing"])
    local text = '[White "A"]\n\n' .. ("a b c d "):rep(500)
    local path = folder:write("a.pgn", text .. "*\n")
    local result = run { "convert", "--dialect", dialect, "--to-dialect", dialect, "-q", path }
    assert.equal(0, result.code, result.err)
    assert.is_true(#result.out > 500 * 4 * 255)
  end)
end)
