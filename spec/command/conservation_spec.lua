-- No text of a game is lost without a message (docs/pgn.md). A marker word is put into each kind of text, at
-- each place of a game. The output of every command must contain the marker. If the marker is missing, a diagnostic of
-- the command must report the text, or the page must say that the format cannot contain this kind of text.
local chess = require "lucena"
local run = require "spec.support.run"
local file = require "spec.support.file"
local folder = require "spec.support.folder"
local fake = require "spec.support.fake_engine"
local placements = require "spec.support.placements"

-- ---- the tables of the page -----------------------------------------------------------------------

-- Returns the rows of the table after a heading of the page.
local function rows_of(page, heading)
  local _, from = page:find("\n### " .. heading .. "\n", 1, true)
  assert(from, heading)
  local rows = {}
  for line in page:sub(from + 1):gmatch("[^\n]*\n?") do
    if line:find("^##+ ") then
      break
    elseif line:find("^|") and not line:find("^|%-") then
      local cells = {}
      for cell in line:gmatch("|%s*([^|]-)%s*%f[|]") do
        cells[#cells + 1] = cell
      end
      rows[#rows + 1] = cells
    end
  end
  return rows
end

local page = file.read "docs/pgn.md"

-- expected[construct][format]: a cell of the table: "held", "reported", "reported from there" or "–" (no place).
local function expectations()
  local rows, expected = rows_of(page, "What each format holds"), {}
  for i = 2, #rows do
    expected[rows[i][1]] = {}
    for k = 2, #rows[1] do
      expected[rows[i][1]][rows[1][k]] = rows[i][k]
    end
  end
  return expected
end

-- ---- commands -------------------------------------------------------------------------------------

-- The format in the table of the page, and the command. OUT is a file to write, DIR a folder.
local COMMANDS = {
  { "pgn", "convert", "-t", "pgn" }, { "json", "convert", "-t", "json" }, { "json", "convert", "--to", "jsonl" },
  { "compact", "convert", "-t", "jsonl", "--compact" }, { "compact", "convert", "-t", "json", "--compact" },
  { "per ply", "convert", "-t", "csv", "--per", "ply" }, { "per ply", "convert", "-t", "jsonl", "--per", "ply" },
  { "csv", "convert", "-t", "csv" }, { "csv", "convert", "-t", "tsv" }, { "fen", "convert", "-t", "fen" },
  { "fen", "convert", "-t", "epd" }, { "san", "convert", "-t", "uci" }, { "san", "convert", "-t", "san" },
  { "pgn", "filter", "-e", "plies { min = 0 }", "--width", "60" },
  { "json", "filter", "-e", "plies { min = 0 }", "--to", "jsonl" }, { "pgn", "filter", "-e", "plies { min = 0 }" },
  { "pgn", "merge", "--width", "0" }, { "pgn", "merge" }, { "pgn", "sort", "--by", "White", "-o", "OUT" },
  { "pgn", "split", "--every", "10000", "--into", "DIR" }, { "pgn", "dedup", "--by", "exact" },
  { "pgn", "tag", "--set", "Annotator=x", "-o", "OUT" }, { "pgn", "annotate", "--line=0" },
}
-- These commands read one file. `show` needs the numbers of games: 1- is all games.
local OF_ONE_FILE = {
  { "show", "show", "--no-board", "FILE", "1-" }, { "pgn", "translate", "--from", "pgn", "--to", "french", "FILE" },
}

-- An engine whose answers are legal in the games of the placements.
local ENGINE = [[
  local at
  function on.position(line) at = select(2, line:gsub(" %l%d%l%d", "")) end
  function on.go()
    say("info depth 1 score cp " .. (at % 2 == 0 and 100 or -100))
    say("bestmove " .. (at % 2 == 0 and "h2h3" or "h7h6"))
  end ]]

-- Returns an argument for run(): the words of the command, with the names of files inserted.
local function request_of(command, names, place)
  local words, has_file = {}, false
  for i = 2, #command do
    local word = command[i]
    has_file = has_file or word == "FILE"
    words[#words + 1] = word == "OUT" and place:path "out" or word == "DIR" and place:path "into"
      or word == "FILE" and names[1] or word
    if word == "annotate" then
      local argv = fake(ENGINE)
      table.move({ "--engine", argv[1], "--depth=1" }, 1, 3, #words + 1, words)
      for k = 2, #argv do
        words[#words + 1] = "--engine-arg=" .. argv[k]
      end
    end
  end
  return has_file and words or table.move(names, 1, #names, #words + 1, words)
end

-- Runs a command on the files. Returns its output, its messages, and its status.
local function outputs(command, names, place)
  local result = run(request_of(command, names, place))
  local written = result.out .. (place:read "out" or "") .. (place:read "into/0001.pgn" or "")
  os.execute(("rm -rf '%s' '%s'"):format(place:path "out", place:path "into"))
  return written, result.err, result.code
end

-- Maps each line to print, FILE:LINE:COLUMN: MESSAGE, to the diagnostics with this text. They have the offsets.
local function diagnostics_of(names)
  local by_text = {}
  local function add(records)
    for _, record in ipairs(records) do
      by_text[record.text] = by_text[record.text] or {}
      table.insert(by_text[record.text], record)
    end
  end
  for _, name in ipairs(names) do
    local reader <close> = assert(chess.open(name, { check = true }))
    for game in function() return (reader:read()) end do
      add(game.diagnostics)
    end
    add(reader:take_diagnostics())
  end
  return by_text
end

-- Returns the diagnostics that a command has printed: {file, code, from, to}. `from` and `to` are the first and the
-- last byte of their texts.
local function printed(err, by_text)
  local found = {}
  for line in err:gmatch("[^\n]+") do
    local file_name = line:match("^(.-%.pgn):%d+:%d+: ")
    local records = by_text[line] or by_text[line:gsub(" %(%l+%)$", "")]
    for _, record in ipairs(records or {}) do
      table.insert(found, { file = file_name, code = record.code, from = record.offset + 1,
        to = record.offset + (record.size or 0) })
    end
  end
  return found
end

-- These diagnostics may extend to the end of the game: unreadable text, and text outside games.
local TO_THE_END = { bad_move = true, illegal_move = true, bad_token = true, ambiguous_move = true, game_over = true,
  stray_variation = true, stray_text = true, stray_tag = true, stray_moves = true, fragment = true, bad_tag = true }

-- Returns whether a diagnostic covers the marker, and is no longer than the text with the marker.
local function is_reported(found, it, is_of_stray)
  for _, record in ipairs(found) do
    local is_here = record.file == it.file and record.from <= it.marker_from and it.marker_to <= record.to
    local is_outside = record.code:find("^stray_") or record.code == "fragment"
    local first, last = it.text_from, it.text_to
    if TO_THE_END[record.code] then
      first, last = it.game_from, it.game_to
    end
    if is_here and first <= record.from and record.to <= last and (is_outside or not is_of_stray) then
      return true
    end
  end
  return false
end

-- `annotate` replaces an unreadable evaluation by a new one.
local function is_replaced(command, it)
  return command[2] == "annotate" and it.text:find("[%eval a" .. it.marker, 1, true) ~= nil
end

-- Returns the lines "COMMAND: GAME MARKER" for the markers that a command loses without a message.
local function lost_by(command, names, places, place, by_text)
  local expected, lost = expectations(), {}
  local out, err, status = outputs(command, names, place)
  assert.is_true(status == 0 or status == 1, table.concat(command, " ") .. ": " .. err:sub(-400))
  local found = printed(err, by_text)
  for _, it in ipairs(places) do
    local said = assert(expected[it.construct], it.construct)[command[1]]
    local may_lack = said == "–" or is_replaced(command, it)
    -- If a format can contain a text, the text may be missing only if it is outside games and reported. `show` writes
    -- no file, so it may also only report a text.
    local is_said = is_reported(found, it, said == "held" and command[1] ~= "show")
    if not (may_lack or is_said or out:find(it.marker, 1, true)) then
      lost[#lost + 1] = ("%s: %q %s"):format(table.concat(command, " "), it.text, it.marker)
    end
  end
  return lost
end

local function append(list, more)
  table.move(more, 1, #more, #list + 1, list)
end

describe("conservation", function()
  it("no marker is lost without a message by any command that writes", function()
    local place <close> = folder()
    local names, places = placements.files(place)
    local lost, by_text = {}, diagnostics_of(names)
    for _, command in ipairs(COMMANDS) do
      append(lost, lost_by(command, names, places, place, by_text))
    end
    assert.equal("", table.concat(lost, "\n"), #lost .. " lost")
    assert.is_true(#placements.MOVETEXT + #placements.TAGS >= 30)
    assert.is_true(#places >= 700, #places)
  end)

  it("no marker of a game is lost by the commands that read one file", function()
    local place <close> = folder()
    local names, places = placements.files(place, true)
    local lost, by_text = {}, diagnostics_of(names)
    for _, command in ipairs(OF_ONE_FILE) do
      append(lost, lost_by(command, names, places, place, by_text))
    end
    assert.equal("", table.concat(lost, "\n"), #lost .. " lost")
  end)

  it("no marker of a pair of texts is lost without a message", function()
    local place <close> = folder()
    local seed = tonumber(os.getenv "LUCENA_SEED") or os.time()
    math.randomseed(seed)
    -- A command prints at most 1,000 diagnostics, so all pairs are written in several files.
    local rest, lost = {}, {}
    repeat
      local names, places = placements.pairs_file(place, 300, rest)
      local by_text = diagnostics_of(names)
      for _, command in ipairs(COMMANDS) do
        append(lost, lost_by(command, names, places, place, by_text))
      end
    until #rest == 0 or os.getenv "LUCENA_LONG" ~= "1"
    assert.equal("", table.concat(lost, "\n"), ("%d lost, LUCENA_SEED=%d"):format(#lost, seed))
  end)

  it("a converted game does not change if it is converted again", function()
    local place <close> = folder()
    local names = placements.files(place, true)
    table.move(placements.pairs_file(place), 1, 1, 2, names)
    for _, words in ipairs { { "--width", "0" }, { "--tags", "none" }, {} } do
      local request = table.move(words, 1, #words, 3, { "convert", "-q" })
      local once = run(table.move(names, 1, #names, #request + 1, { table.unpack(request) })).out
      request[#request + 1] = "-"
      request.stdin = once
      local twice = run(request).out
      for at, line in once:gmatch("()([^\n]*\n)") do
        local again = twice:sub(at, at + #line - 1)
        if again ~= line then -- a failed comparison of the whole texts would print both
          assert.equal(line, again, table.concat(words, " "))
        end
      end
      assert.equal(#once, #twice)
    end
  end)

  it("a result in a variation is a comment; parentheses without moves are skipped", function()
    local place <close> = folder()
    local path = place:write("inner.pgn", '[White "A"]\n\n1. e4 ) e5 () (1... c5 1-0) (1... d5 *) 1-0\n')
    local text = "1. e4 e5 (1... c5 {1-0}) (1... d5) 1-0\n\n"
    assert.same({ code = 0, out = text, err = "" }, run { "convert", "-q", "--tags", "none", path })
    assert.equal(0, run({ "check", path }).code)
    assert.matches('"comments":["1-0"]', run({ "convert", "-t", "json", path }).out, 1, true)
    local moves = "1. e4 (1. d4 1-0 (1. c4 0-1) d5) (1-0 1. Nf3 0-1 d5) e5 *"
    assert.equal("1. e4 (1. d4 {1-0} (1. c4 {0-1}) 1... d5) (1. Nf3 {1-0} {0-1} 1... d5) 1... e5 *\n",
      chess.game(moves):movetext { width = 0 })
  end)

  it("a diagnostic covers the whole text that is lost, and nothing else", function()
    local place <close> = folder()
    local names, places = placements.files(place, true)
    local found, reader <close> = {}, assert(chess.open(names[1], { check = true }))
    local function add(records)
      for _, record in ipairs(records) do
        found[#found + 1] = record
      end
    end
    for game in function() return (reader:read()) end do
      add(game.diagnostics)
    end
    add(reader:take_diagnostics())
    local bytes, seen = file.read(names[1]), 0
    local stray = { stray_text = true, stray_tag = true, stray_moves = true, fragment = true, bad_tag = true,
      text_after_result = true, duplicate_tag = true, reserved_text = true, bad_nag = true, skipped_text = true,
      bad_token = true }
    for _, record in ipairs(found) do
      if stray[record.code] and record.size then
        local text = bytes:sub(record.offset + 1, record.offset + record.size)
        assert.equal(record.token, text:sub(1, #record.token))
        seen = seen + 1
      end
    end
    assert.is_true(seen > 300, seen)
    -- A message about text outside games is about the whole text up to its end.
    local outside = 0
    for _, it in ipairs(places) do
      for _, record in ipairs(found) do
        local is_piece = record.code == "stray_text" or record.code == "stray_tag" or record.code == "stray_moves"
        local from = is_piece and bytes:find(it.marker, 1, true)
        if from and record.offset < from and record.line <= it.line and it.line - record.line < 4 then
          outside = outside + 1
          assert.is_true(from + #it.marker - 1 <= record.offset + record.size, it.text)
        end
      end
    end
    assert.is_true(outside > 20, outside)
  end)

  it("JSON keeps the notes and the duplicate tags", function()
    local text = '[White "A"]\n[White "B"]\n[ "c"]\n\n% one\n1. e4 <x> $300 (1. d4 <y>\n% two\n) 1... e5 !!!! *\n'
    local pgn = run { "convert", "-q", "-", stdin = text }
    local json = run { "convert", "-q", "-t", "json", "-", stdin = text }
    assert.same({ code = 0, out = pgn.out, err = "" }, run { "convert", "-q", "-f", "json", "-", stdin = json.out })
    for _, marker in ipairs { '[White "B"]', '[ "c"]', "% one", "<x> $300", "<y>", "% two", "!!!!" } do
      assert.truthy(pgn.out:find(marker, 1, true), marker)
    end
    local bad = run { "convert", "-f", "json", "-", stdin = '{"moves":[{"san":"e4","notes":["1-0"]}]}' }
    assert.equal(1, bad.code)
  end)

  it("texts that count as equal are those of the page", function()
    local rows = rows_of(page, "Equivalences")
    assert.is_true(#rows >= 10)
    for i = 2, #rows do
      local from, to = rows[i][2]:match("^`(.*)`$"):gsub("\\n", "\n"), rows[i][3]:match("^`(.*)`$"):gsub("\\n", "\n")
      local r = run { "convert", "-q", "--tags", "none", "-", stdin = from .. "\n" }
      assert.same({ code = 0, out = to .. "\n\n", err = "" }, r, rows[i][1])
      assert.equal(r.out, run { "convert", "-q", "--tags", "none", "-", stdin = r.out }.out)
    end
  end)
end)
