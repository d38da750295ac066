-- The nasty files (spec/support/nasty.lua) in other forms and places: compressed, truncated at many bytes, and between
-- a thousand correct games. Large files are also tested with other line ends and through a pipe.

local chess = require "lucena"
local items = require "spec.support.items"
local nasty = require "spec.support.nasty"
local packed = require "spec.support.packed"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local read = require("spec.support.file").read

local SEED = 31337
local folder

setup(function()
  folder = new_folder()
end)

teardown(function()
  folder:__close()
end)

local function code_of(place)
  return (place:match("^%S+"))
end

-- Reads a file. Returns its games and codes as in a row, without lines and columns; the list of Games; and the
-- diagnostics of text outside games.
local function read_file(path, opts)
  local reader <close> = assert(chess.open(path, opts))
  local games, said, list = {}, {}, {}
  for g in function() return (reader:read()) end do
    list[#list + 1] = g
    games[#games + 1] = nasty.describe(g)
    for _, d in ipairs(g.diagnostics) do
      said[#said + 1] = d.code
    end
  end
  return { games = games, said = said }, list, reader:take_diagnostics()
end

local function wanted_of(row, times)
  local games, said = {}, {}
  for _ = 1, times or 1 do
    for _, game in ipairs(row.games) do
      games[#games + 1] = game
    end
    for _, place in ipairs(row.said) do
      said[#said + 1] = code_of(place)
    end
  end
  return { games = games, said = said }
end

local function options_of(row)
  return { max_game = row.max_game }
end

local function assert_read(row, text, times)
  local found = read_file(folder:write("a.pgn", text), options_of(row))
  assert.same(wanted_of(row, times), found)
end

-- ---- other forms ----------------------------------------------------------------------------------------

for _, row in ipairs(nasty.rows) do
  if row.is_large then
    describe(row.name, function()
      local text

      setup(function()
        text = nasty.text(row)
      end)

      it("is read with other line ends, and without the last one", function()
        assert_read(row, (text:gsub("\n", "\r\n")))
        assert_read(row, (text:gsub("\n", "\r")))
        assert_read(row, (text:gsub("%s+$", "")))
      end)

      it("is read twice if it is written twice", function()
        assert_read(row, text .. "\n" .. text, 2)
      end)

      it("is read if it is compressed", function()
        local gzip, path = need.program("gzip"), folder:write("a.pgn", text)
        assert(os.execute(("'%s' -1 -c '%s' >'%s'"):format(gzip, path, folder:path("a.pgn.gz"))))
        assert.same(wanted_of(row), (read_file(folder:path("a.pgn.gz"), options_of(row))))
      end)

      it("is read from a pipe, in small pieces", function()
        local path, fifo = folder:write("a.pgn", text), folder:path("fifo")
        os.remove(fifo)
        assert(os.execute(("mkfifo '%s'"):format(fifo)))
        -- dd writes block by block, so each block is a separate read. The sanitizer library is not loaded into it.
        local size = #text < 300000 and 251 or 65535
        assert(os.execute(("LD_PRELOAD= timeout 60 dd 'if=%s' 'of=%s' bs=%d 2>/dev/null &"):format(path, fifo, size)))
        assert.same(wanted_of(row), (read_file(fifo, options_of(row))))
      end)
    end)
  end
end

describe("nasty compressed files", function()
  for _, format in ipairs { "gz", "zst" } do
    it("are the same: " .. format, function()
      for _, row in ipairs(nasty.rows) do
        if not row.is_large then
          local found, list, outside = read_file(folder:write("a.pgn." .. format, packed[format](nasty.text(row))))
          assert.same(wanted_of(row), found)
          local places = {}
          for i, d in ipairs(outside) do
            places[i] = nasty.place(d)
          end
          -- Lines and columns are those of the decompressed text.
          assert.same(row.outside, places)
          for _, g in ipairs(list) do
            for _, d in ipairs(g.diagnostics) do
              places[#places + 1] = nasty.place(d)
            end
          end
          table.move(row.said, 1, #row.said, #row.outside + 1, places)
          assert.equal(#row.outside + #row.said, #places)
        end
      end
    end)
  end
end)

-- ---- truncated files --------------------------------------------------------------------------------------

-- Small versions of the large files, so that they can be truncated at many bytes. Each large file repeats a text. Per
-- row: the text, how often the large file repeats it, and how often the small version does.
local SMALLER = {
  p25 = { "(1. d4 ", 100000, 1100 }, p28 = { "x", 8 << 20, 70000 }, p29 = { "x", 32 << 20, 1100000 },
  p30 = { "N", 4 << 20, 50000 }, p80 = { '[Same "x"]\n', 100000, 1500 },
}

local function smaller(row, text)
  local item = SMALLER[row.name:match("^p%d+")]
  if not item then
    return text
  end
  local unit, count, less = table.unpack(item)
  local first, last = text:find(unit:rep(count), 1, true)
  return text:sub(1, first - 1) .. unit:rep(less) .. text:sub(last + 1)
end

-- A long run truncates small texts at every byte. A short run does so at every fourth byte, from a random first byte.
local IS_LONG = os.getenv "LUCENA_LONG" == "1"
local STEP = IS_LONG and 1 or 4
-- For large texts: the number of random places at which they are truncated, and of places near the end.
local CUTS = IS_LONG and 200 or 60

local function places_to_cut(text)
  local places = {}
  if #text <= 4096 then
    for n = math.random(0, STEP - 1), #text, STEP do
      places[#places + 1] = n
    end
    return places
  end
  for _ = 1, CUTS do
    places[#places + 1] = math.random(0, #text)
  end
  for n = math.max(0, #text - CUTS), #text do
    places[#places + 1] = n
  end
  return places
end

-- The games of a text, each with the offset at which it ends.
local function ends_of(text)
  local ends, at = {}, 1
  for g in chess.games_in(text) do
    local _, last = text:find(g.text, at, true)
    -- Some games end only where the next game begins. If the text is truncated inside the next game, such a game
    -- includes the rest of the text.
    local ends_itself = chess.games_in(g.text .. "\n[")().text == g.text
    ends[#ends + 1] = { last = ends_itself and last or math.huge, text = g.text, described = nasty.describe(g) }
    at = last + 1
  end
  return ends
end

local function is_diagnosed(g)
  for _, d in ipairs(g.diagnostics) do
    if d.severity ~= "repair" then
      return true
    end
  end
  return false
end

-- White space, byte order marks, % lines and ; lines may be absent from the result.
local function is_loss(between)
  local rest = ("\n" .. between):gsub("\xef\xbb\xbf", ""):gsub("[\n\r]%%[^\n\r]*", "\n")
  return rest:gsub(";[^\n\r]*", ""):find("%S") ~= nil
end

local function check_cut(whole, piece)
  local number, at = 0, 1
  for g, before, behind in chess.games_in(piece) do
    number = number + 1
    local first, last = piece:find(g.text, at, true)
    local full = whole[number]
    if full and full.last < #piece then
      -- If at least one more byte follows the game, it is complete.
      assert.equal(full.text, g.text)
      assert.equal(full.described, nasty.describe(g))
    elseif not g.result then
      assert.is_true(is_diagnosed(g), "a game without a result, and nothing said")
    end
    assert.is_true(before ~= nil or not is_loss(piece:sub(at, first - 1)), "bytes before a game are lost")
    at = last + 1
    if behind then
      at = #piece + 1
    end
  end
  for i = number + 1, #whole do
    assert.is_true(whole[i].last >= #piece, "a complete game is lost")
  end
  return is_loss(piece:sub(at))
end

local function cut(row)
  local text = smaller(row, nasty.text(row))
  local whole, stray = ends_of(text), 0
  for i, n in ipairs(places_to_cut(text)) do
    local piece = text:sub(1, n)
    local good, is_left = pcall(check_cut, whole, piece)
    if not good then
      error(("cut at byte %d of %s: %s"):format(n, row.name, tostring(is_left)), 0)
    end
    -- Only a Reader reports text outside games. So all truncated texts with such text are read as files, and every 20th
    -- of the other texts.
    if i % 20 == 0 or is_left then
      stray = stray + (is_left and 1 or 0)
      local found, list, outside = read_file(folder:write("cut.pgn", piece), options_of(row))
      local count, games, said = 0, {}, {}
      for g in chess.games_in(piece) do
        count = count + 1
        games[count] = nasty.describe(g)
        for _, d in ipairs(g.diagnostics) do
          said[#said + 1] = d.code
        end
      end
      assert.same({ games = games, said = said }, found)
      assert.equal(count, #list)
      if is_left and #outside == 0 then
        error(("cut at byte %d of %s: %q is in no game, and nothing said"):format(n, row.name, piece:sub(-80)), 0)
      end
    end
  end
end

describe("truncated at any byte (seed " .. SEED .. ")", function()
  for _, row in ipairs(nasty.rows) do
    it(row.name .. " keeps its complete games, and reports lost text", function()
      math.randomseed(SEED)
      cut(row)
    end)
  end
end)

-- ---- between correct games -----------------------------------------------------------------------------------

describe("between a thousand valid games", function()
  local GOOD = 500
  local good, before, behind = {}, nil, nil

  setup(function()
    local sample = {}
    for g in chess.games "spec/data/engine/engine.pgn" do
      -- These games have no comments, because a closing brace would end the nasty file's open comment.
      sample[#sample + 1] = assert(g:pgn { comments = false }):match("^(.-)%s*$")
    end
    for i = 1, 2 * GOOD do
      good[i] = sample[i % #sample + 1]
    end
    before = table.concat(good, "\n\n", 1, GOOD) .. "\n\n"
    behind = "\n\n" .. table.concat(good, "\n\n", GOOD + 1) .. "\n"
  end)

  -- The games of `list` from index `at` on must be the correct games `first` to `last`, without diagnostics.
  local function assert_good(list, at, first, last)
    for i = first, last do
      local g = list[at + i - first]
      assert.equal(good[i], g and g.text)
      assert.same({ total = 0 }, items(g.diagnostics))
    end
  end

  for _, row in ipairs(nasty.rows) do
    it(row.name .. " does not affect the games before and after it", function()
      local text = nasty.text(row)
      local path = folder:write("a.pgn", before .. text .. behind)
      local found, list, outside = read_file(path, options_of(row))
      assert_good(list, 1, 1, GOOD)
      local inside = { games = {}, said = found.said }
      local count = row.swallows and #list - GOOD or #list - 2 * GOOD
      table.move(found.games, GOOD + 1, GOOD + count, 1, inside.games)
      assert.same(wanted_of(row), inside)
      if not row.swallows then
        assert_good(list, GOOD + count + 1, GOOD + 1, 2 * GOOD)
        assert.equal(#row.outside, #outside)
        return
      end

      -- The diagnostic gives the line of the brace and the size of the open comment.
      local d
      for _, other in ipairs(list[#list].diagnostics) do
        d = other.code == "unclosed_comment" and other or d
      end
      local _, lines = before:gsub("\n", "")
      local line = tonumber(row.said[1]:match("(%d+):"))
      assert.equal(lines + line, d.line)
      local bytes = #before + #text + #behind - d.offset
      local number = tonumber((d.message:match("(%d[%d,]*) bytes"):gsub(",", "")))
      assert.is_true(math.abs(bytes - number) <= 2, d.message)

      -- With salvage, all correct games are found.
      local _, salvaged = read_file(path, { salvage = true })
      assert.equal(#row.games + 2 * GOOD, #salvaged)
      assert_good(salvaged, 1, 1, GOOD)
      assert_good(salvaged, #salvaged - GOOD + 1, GOOD + 1, 2 * GOOD)
      assert.is_true(is_diagnosed(salvaged[GOOD + #row.games]))
    end)
  end

  it("an open comment is reported and salvaged, even if a later brace closes it", function()
    local list, texts = {}, {}
    for g in chess.games "spec/data/engine/engine.pgn" do
      list[#list + 1] = g.text
    end
    for i = 1, GOOD do
      texts[i] = list[i % #list + 1]
    end
    local rest = table.concat(texts, "\n\n")
    local path = folder:write("a.pgn", read(nasty.folder .. "p10_unclosed_brace_last.pgn") .. "\n" .. rest)
    local _, plain = read_file(path)
    assert.equal("unclosed_comment", plain[2].diagnostics[1].code)
    assert.equal(19, plain[2].diagnostics[1].line)
    local _, salvaged = read_file(path, { salvage = true })
    assert.equal(GOOD + 2, #salvaged)
    for i = 1, GOOD do
      assert.equal(texts[i], salvaged[i + 2].text)
    end
  end)

  it("an open comment is reported by the commands, which salvage the games inside it", function()
    local text = before .. read(nasty.folder .. "p10_unclosed_brace_last.pgn") .. behind
    local path = folder:write("a.pgn", text)
    local plain = run { "check", path }
    assert.equal(1, plain.code)
    assert.truthy(plain.out:find("unclosed_comment", 1, true) or plain.err:find("unclosed_comment", 1, true))
    local copied = run { "filter", "-q", "--salvage", "--games", ("%d-"):format(GOOD + 3), path }
    assert.equal(behind:match("^%s*(.-)%s*$"), copied.out:match("^%s*(.-)%s*$"))
  end)
end)

-- ---- exit status -----------------------------------------------------------------------------------------

-- Files with text that cannot be read. The other files have at most warnings.
local LOST = {
  p10 = true, p21 = true, p22 = true, p26 = true, p44 = true, p46 = true, p49 = true, p51 = true,
  p57 = true, p69 = true, p70 = true, p74 = true,
}

describe("lucena check", function()
  for _, row in ipairs(nasty.rows) do
    if not row.is_large then
      local lost = LOST[row.name:match("^p%d+")] or false
      it(("exits %d on %s"):format(lost and 1 or 0, row.name), function()
        assert.equal(lost and 1 or 0, run({ "check", nasty.folder .. row.name }).code)
      end)
    end
  end

  it("exits with 1 on UTF-16 without a byte order mark, with a hint, like every command", function()
    local path = folder:write("utf16.pgn", (read(nasty.folder .. "p01_bom.pgn"):sub(4):gsub(".", "%0\0")))
    for _, words in ipairs { { "check" }, { "filter", "--games", "1-" }, { "convert" } } do
      words[#words + 1] = path
      local r = run(words)
      assert.equal(1, r.code)
      assert.truthy((r.err .. r.out):find("iconv", 1, true))
    end
  end)
end)
