-- Files on which other readers fail. The program must not crash or hang, and no game may be lost. The games must not
-- depend on the way in which the bytes are supplied.

local chess = require "lucena"
local parts = require("lucena.core").parts

local nasty = require "spec.support.nasty"

local FOLDER = nasty.folder
local IS_LONG = os.getenv("LUCENA_LONG") == "1"

-- The small files: name, games, and the codes of their diagnostics; after a bar, the codes of text outside games.
local ROWS = {}
for _, row in ipairs(nasty.rows) do
  if not row.is_large then
    local codes = {}
    for i, list in ipairs { row.said, row.outside } do
      for j, place in ipairs(list) do
        codes[#codes + 1] = (i == 2 and j == 1 and "|" or "") .. place:match("^%S+")
      end
    end
    local joined = table.concat(codes, " "):gsub(" |", "|")
    ROWS[#ROWS + 1] = { row.name, table.concat(row.games, ", "), joined, row = row }
  end
end

local read = require("spec.support.file").read
local write = require("spec.support.file").write

local describe_game = nasty.describe

-- The games of a text and the codes of their diagnostics, read from memory.
local function from_memory(text)
  local games, codes = {}, {}
  for g in chess.games_in(text) do
    games[#games + 1] = describe_game(g)
    for _, d in ipairs(g.diagnostics) do
      codes[#codes + 1] = d.code
    end
  end
  return table.concat(games, ", "), table.concat(codes, " ")
end

-- The same result from a Reader. Also tests that a copy of all games and the text between them is the whole text.
local function from_reader(reader)
  local games, codes, copy = {}, {}, {}
  for g in function() return (reader:read()) end do
    copy[#copy + 1] = parts.gap(reader) .. g.text
    games[#games + 1] = describe_game(g)
    for _, d in ipairs(g.diagnostics) do
      codes[#codes + 1] = d.code
    end
  end
  copy[#copy + 1] = parts.gap(reader)
  local outside = reader:take_diagnostics()
  for i, d in ipairs(outside) do
    codes[#codes + 1] = (i == 1 and "|" or "") .. d.code
  end
  return table.concat(games, ", "), (table.concat(codes, " "):gsub(" |", "|")), table.concat(copy)
end

local function from_file(text)
  local path = os.tmpname()
  write(path, text)
  local reader = assert(chess.open(path))
  os.remove(path)
  local games, codes, copy = from_reader(reader)
  reader:close()
  return games, codes, copy
end

describe("nasty files", function()
  it("all have a row in the table of expected results", function()
    local names = {}
    for _, row in ipairs(ROWS) do
      names[row[1]] = true
    end
    local pipe = assert(io.popen("ls " .. FOLDER))
    for name in pipe:lines() do
      assert.is_true(names[name], name)
      names[name] = nil
    end
    pipe:close()
    assert.is_nil(next(names))
  end)
end)

for _, row in ipairs(ROWS) do
  local name, wanted, wanted_codes = row[1], row[2], row[3]
  local text = read(FOLDER .. name)
  local inside = wanted_codes:gsub("|.*", "")
  local is_stray = wanted_codes:find("|", 1, true) ~= nil

  describe(name, function()
    it("is read from memory and from a file, and copied byte for byte", function()
      local games, codes = from_memory(text)
      assert.equal(wanted, games)
      assert.equal(inside, codes)
      local copy
      games, codes, copy = from_file(text)
      assert.equal(wanted, games)
      assert.equal(wanted_codes, codes)
      assert.is_true(copy == text)
    end)

    it("can be walked, printed and checked", function()
      for g in chess.games_in(text) do
        local nodes = 0
        g:walk(function(node)
          nodes = nodes + 1
          assert.equal("string", type(node.san))
        end)
        assert.is_true(nodes >= g.plies)
        local again = assert(chess.game(assert(g:pgn())))
        assert.equal(g.plies, again.plies)
        assert.equal(tostring(g.final), tostring(again.final))
        g:check()
      end
    end)

    if not is_stray then
      it("has the same games with other line ends", function()
        local unix = text:gsub("\r\n?", "\n")
        assert.equal(wanted, (from_memory(unix)))
        for _, line_end in ipairs { "\r\n", "\r" } do
          local other = unix:gsub("\n", line_end)
          assert.equal(wanted, (from_memory(other)))
          local games, codes, copy = from_file(other)
          assert.equal(wanted, games)
          assert.equal(wanted_codes, codes)
          assert.is_true(copy == other)
        end
      end)

      it("has the same games without a final line end", function()
        local bare = text:gsub("%s+$", "")
        assert.equal(wanted, (from_memory(bare)))
        assert.equal(wanted, (from_file(bare)))
      end)

      it("has its games twice if it is written twice", function()
        local twice = wanted .. (wanted ~= "" and ", " or "") .. wanted
        if row.row.swallows then
          twice = wanted -- the open comment contains the second copy of the text
        end
        assert.equal(twice, (from_memory(text .. "\n\n" .. text)))
        assert.equal(twice, (from_file(text .. "\n\n" .. text)))
      end)

      it("does not affect the games before and after it", function()
        local around = wanted ~= "" and { "3 1-0", wanted, "1 0-1" } or { "3 1-0", "1 0-1" }
        if row.row.swallows then
          around[3] = nil
        end
        local both = "1. d4 d5 2. c4 1-0\n\n" .. text .. '\n\n[Event "E"]\n\n1. c4 0-1\n'
        assert.equal(table.concat(around, ", "), (from_memory(both)))
      end)
    end

    if #text < 4096 then
      it("loses no game if it is truncated at any byte", function()
        local whole = {}
        for g in chess.games_in(text) do
          whole[#whole + 1] = g
        end
        local _, ends, has_sign
        if whole[1] then
          _, ends = text:find(whole[1].text, 1, true)
          has_sign = whole[1].text:find("1%-0$") or whole[1].text:find("0%-1$") or whole[1].text:find("%*$")
        end
        for size = 0, #text do
          local piece = text:sub(1, size)
          local number, at = 0, 1
          for g in chess.games_in(piece) do
            number = number + 1
            local from, to = piece:find(g.text, at, true)
            -- Text between games: white space, a byte order mark, a comment, or stray text.
            local between = piece:sub(at, from - 1)
            assert.is_true(is_stray or between:find("^[%s\xef\xbb\xbf]*$") ~= nil, between)
            at = to + 1
            local full = whole[number]
            if full and full.result and g.text == full.text then
              assert.equal(describe_game(full), describe_game(g))
            end
            assert.equal("userdata", type(g.diagnostics))
          end
          local rest = piece:sub(at) -- digits alone are not moves
          assert.is_true(is_stray or not rest:find("^%s*[%w%[]") or rest:find("^%s*%d+$") ~= nil, piece)
          assert.is_true(number <= #whole + 1)
          -- If the text is cut after the result of the first game, this game is complete.
          local first = whole[1]
          if first and size >= ends and has_sign then
            assert.equal(describe_game(first), (from_memory(piece):match("^[^,]*")))
          end
        end
      end)

      -- A game of a suitable length precedes the text, so that the end of the reader's window (256 KiB) is in the text.
      it("has the same games if the buffer ends inside it", function()
        local WINDOW = 262144
        -- Offsets of line ends, where games can begin, and of some other bytes. For a long file, only some line ends
        -- are used.
        local offsets, line_ends = {}, {}
        for offset = 1, math.max(1, #text), math.max(1, #text // 20) do
          offsets[#offsets + 1] = offset
        end
        for offset in text:gmatch("[\r\n]()") do
          line_ends[#line_ends + 1] = offset - 1
        end
        for i = 1, #line_ends, IS_LONG and 1 or math.max(1, #line_ends // 30) do
          offsets[#offsets + 1] = line_ends[i]
        end
        for _, offset in ipairs(offsets) do
          local front = "1. e4 {" .. ("x"):rep(WINDOW - offset - 12) .. "} *\n\n"
          assert.equal(WINDOW - offset, #front)
          local games, _, copy = from_file(front .. text)
          assert.equal(wanted == "" and "1 *" or "1 *, " .. wanted, games, "cut at byte " .. offset)
          assert.is_true(copy == front .. text)
        end
      end)
    end
  end)
end

-- Compares the games of a text or of a reader with all fields of a row of spec/support/nasty.lua.
local function check_row(row, games, outside)
  local described, said, style = {}, {}, {}
  for i, g in ipairs(games) do
    described[i] = nasty.describe(g)
    for _, d in ipairs(g.diagnostics) do
      said[#said + 1] = nasty.place(d)
      assert.equal(i, d.game)
    end
    for name, value in pairs(row.tags[i] or {}) do
      assert.equal(value, g.tags[name])
    end
    local _, found = g:check()
    for _, d in ipairs(found) do
      style[#style + 1] = nasty.place(d)
    end
  end
  assert.same(row.games, described)
  assert.same(row.said, said)
  -- check() returns all diagnostics in the same order, with the unusual spellings among them.
  local left, extra = 1, {}
  for _, place in ipairs(style) do
    if place == said[left] then
      left = left + 1
    else
      extra[#extra + 1] = place
    end
  end
  assert.same(row.style, extra)
  assert.equal(#said + 1, left)
  if outside then
    for i, d in ipairs(outside) do
      outside[i] = nasty.place(d)
    end
    assert.same(row.outside, outside)
  end
  if row.facts then
    row.facts(games)
  end
end

local function all_games(iterator)
  local games = {}
  for g in iterator do
    games[#games + 1] = g
  end
  return games
end

for _, row in ipairs(nasty.rows) do
  describe(row.name, function()
    local text = nasty.text(row)
    local path
    before_each(function()
      path = os.tmpname()
      write(path, text)
    end)
    after_each(function()
      os.remove(path)
    end)

    it("has its errors reported with places, and is read completely", function()
      check_row(row, all_games(chess.games_in(text)))
      local reader <close> = assert(chess.open(path, { max_game = row.max_game }))
      local games = all_games(function() return (reader:read()) end)
      check_row(row, games, reader:take_diagnostics())
    end)

    it("has the same diagnostics from the reader and from its games, strict or not", function()
      for _, strict in ipairs { false, true } do
        local reader <close> = assert(chess.open(path, { check = true, strict = strict, max_game = row.max_game }))
        local errors = 0
        reader:count()
        local found, wanted = {}, {}
        for i, d in ipairs(reader:take_diagnostics()) do
          found[i] = nasty.place(d)
        end
        for g in chess.games_in(text, { skip = not strict }) do
          local _, list = g:check()
          if not strict then
            list = g.diagnostics
          end
          local is_bad = false
          for _, d in ipairs(list) do
            wanted[#wanted + 1] = nasty.place(d)
            is_bad = is_bad or strict or d.severity == "error"
          end
          errors = errors + (is_bad and 1 or 0)
        end
        table.move(row.outside, 1, #row.outside, #wanted + 1, wanted)
        assert.same(wanted, found)
        assert.equal(errors + #row.outside, reader.errors)
      end
    end)

    if row.is_large then
      it("takes time in proportion to its size", function()
        local before = os.clock()
        local reader <close> = assert(chess.open(path, { check = true, max_game = row.max_game }))
        reader:count()
        assert.is_true(os.clock() - before < 1 + 0.2 * (#text >> 20), os.clock() - before)
      end)
    end
  end)
end

describe("a comment larger than the largest game", function()
  it("is skipped and reported, and the games around it are read", function()
    local folder <close> = require "spec.support.folder" ()
    local path = folder:write("a.pgn", "1. e4 *\n\n1. d4 {" .. ("x"):rep(1 << 20) .. "} d5 *\n\n1. c4 *\n")
    local reader <close> = assert(chess.open(path, { max_game = 1 << 18 }))
    local games = all_games(function() return (reader:read()) end)
    assert.same({ "1. e4 *", "1. c4 *" }, { games[1].text, games[2].text })
    local d = reader:take_diagnostics()
    assert.same({ 1, "game_too_large 3:1" }, { #d, nasty.place(d[1]) })
  end)
end)

describe("a pipe", function()
  local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
  -- A program that writes a file to standard output, unbuffered, some bytes at a time.
  local FEED = [[
    local file = assert(io.open(arg[1], "rb"))
    local step = tonumber(arg[2])
    io.stdout:setvbuf("no")
    for piece in function() return file:read(step) end do io.stdout:write(piece) end]]

  local function feed(path, step)
    local fifo, script = os.tmpname(), os.tmpname()
    write(script, FEED)
    assert(os.execute(("rm '%s' && mkfifo '%s'"):format(fifo, fifo)))
    -- There is a time limit, because the writer would wait forever if the pipe were never opened for reading.
    local command = [[timeout 60 sh -c '"$0" "$1" "$2" "$3" >"$4"' '%s' '%s' '%s' %d '%s' &]]
    assert(os.execute(command:format(LUA, script, path, step, fifo)))
    local games, number = {}, 0
    for g in chess.games(fifo) do
      number = number + 1
      assert.equal(number, g.number)
      games[#games + 1] = describe_game(g)
    end
    os.remove(fifo)
    os.remove(script)
    return table.concat(games, ", ")
  end

  for _, step in ipairs { 1, 7 } do
    it(("gives the same games, %d bytes a write"):format(step), function()
      for _, row in ipairs(ROWS) do
        assert.equal(row[2], feed(FOLDER .. row[1], step), row[1])
      end
    end)
  end
end)
