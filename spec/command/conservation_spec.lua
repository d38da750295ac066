-- No text of a game is lost silently (docs/conservation.md). A marker is put into each kind of text, at each place
-- of a game. The output of every command must contain it, or a diagnostic of the command must report it, or the
-- page says that the format cannot express this kind of text.
local run = require "spec.support.run"
local file = require "spec.support.file"
local folder = require "spec.support.folder"

-- ---- the tables of the page -----------------------------------------------------------------------

-- Returns the rows of the table after a heading of the page.
local function rows_of(page, heading)
  local _, from = page:find("\n## " .. heading .. "\n", 1, true)
  assert(from, heading)
  local rows = {}
  for line in page:sub(from + 1):gmatch("[^\n]*\n?") do
    if line:find("^## ") then
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

local page = file.read "docs/conservation.md"

-- expected[construct][format]: a cell of the table: held, reported, reported from there, or no place.
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

-- ---- markers --------------------------------------------------------------------------------------

-- Texts in which @ is the place of the marker, each with its construct, which is a row of the page's table.
local SHAPES = {
  { "comments", "{a@}" }, { "comments", ";a@\n" }, { "comments", "{x [%clk a@] y}" }, { "comments", "{[%x a@}" },
  { "comments", ";a@ }\n" }, { "comments", "{\na@\n}" }, { "comments", '{"a@" \\}' },
  { "notes", "<a@>" }, { "notes", "$7@" }, { "notes", "\n%a@\n" },
  { "unreadable moves", "a@" }, { "unreadable moves", '"a@"' }, { "unreadable moves", '\\"a@\\"' },
  { "unreadable moves", "=a@" }, { "unreadable moves", "!a@" }, { "unreadable moves", "a@*x" },
  { "unreadable moves", "&a@&" }, { "unreadable moves", "[a@]" }, { "unreadable moves", "Ke9/@" },
  { "unreadable variations", "($a@)" }, { "unreadable variations", "(a@)" },
  { "unreadable variations", "($1 {a@} zz)" },
  { "unreadable variations", "((a@) zz)" },
  { "comments", "({a@})" },
}

-- Tags with the marker.
local TAGS = {
  { "tags", '[T "a@"]' }, { "tags", "[T a@]" }, { "tags", "[T 'a@']" }, { "tags", "[T \u{201C}a@\u{201D}]" },
  { "tags", "[T \u{AB}a@\u{BB}]" }, { "tags", '[T "x" a@ "y"]' }, { "tags", '[T "a@' }, { "tags", '[T\n"a@"]' },
  { "tags", '[a@ "x"]' }, { "tags", "[a@]" },
  { "duplicate tags", '[White "a@"]' }, { "duplicate tags", "[White a@]" }, { "duplicate tags", '[ "a@"]' },
  { "duplicate tags", "[(a@)]" },
}

-- Places in a game; # is replaced by the text. TAG_PLACES are those where a tag may be.
local PLACES = {
  "1. e4 # e5 *", '# [White "A"]\n\n1. e4 e5 *',
  '[White "A"] #\n[Black "B"]\n\n1. e4 e5 *', '[White "A"]\n#\n\n1. e4 e5 *', "# 1. e4 e5 *",
  '[White "A"]\n\n# 1. e4 e5 *', '[White "A"]\n\n#\n\n1. e4 e5 *', '[White "A"]\n\n1. # e4 e5 *',
  '[White "A"]\n\n1. e4 # e5 *', '[White "A"]\n\n1. e4 1... # e5 *', '[White "A"]\n\n1. e4 e5 # 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5\n#\n2. Nf3 *', '[White "A"]\n\n1. e4 e5 (# 1... c5) 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... # c5) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 (1... c5 # 2. Nf3) 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... c5 #) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 (1... c5) # 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... c5 2. Nf3 (# 2. d4)) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 # *',
  '[White "A"]\n\n1. e4 e5 #\n\n*', '[White "A"]\n\n1. e4 e5 1-0 #', '[White "A"]\n\n1. e4 e5 1-0\n#',
  '[White "A"]\n\n1. e4 e5 1-0\n\n#', '[White "A"]\n\n1. e4 e5 #',
}
local TAG_PLACES = {
  '#\n[White "A"]\n\n1. e4 *', '[White "A"]\n#\n\n1. e4 *', '[White "A"]\n#\n[Black "B"]\n\n1. e4 *',
  '[White "A"]\n{c}\n#\n\n1. e4 *', '[White "A"]\n\n#\n\n1. e4 *',
}

-- The construct depends on the place: unreadable moves in a variation are text of that variation, and after a
-- result they are comments. Before the moves, a word in brackets is a tag.
local function construct_at(construct, text, form)
  local before = form:match("^[^#]*")
  if construct ~= "unreadable moves" then
    return construct
  elseif before:find("1-0", 1, true) then
    return "comments"
  end
  if text:find("^%[") and not before:find("1.", 1, true) then
    return "tags"
  end
  return before:find("%([^)]*$") and "unreadable variations" or construct
end

-- Builds the files, one per shape. Returns their names and the placements: {construct, marker, file, line, text}.
local function make(place)
  local names, placements, number = {}, {}, 0
  local function add(shape, places)
    local name = place:path(("%02d.pgn"):format(#names + 1))
    local out, line = {}, 1
    for _, form in ipairs(places) do
      number = number + 1
      local marker = ("%06d7"):format(number)
      local text = shape[2]:gsub("@", marker)
      local game = form:gsub("#", function() return text end) .. "\n\n"
      local before = game:sub(1, game:find(marker, 1, true))
      local _, lines = before:gsub("\n", "")
      placements[#placements + 1] = { construct = construct_at(shape[1], text, form), marker = marker, text = game,
        file = name, line = line + lines }
      out[#out + 1] = game
      line = line + select(2, game:gsub("\n", ""))
    end
    file.write(name, table.concat(out))
    names[#names + 1] = name
  end
  for _, shape in ipairs(SHAPES) do
    add(shape, PLACES)
  end
  for _, shape in ipairs(TAGS) do
    add(shape, TAG_PLACES)
  end
  return names, placements
end

-- ---- commands -------------------------------------------------------------------------------------

-- The format (a column of the page's table), and the command with its arguments.
local COMMANDS = {
  { "pgn", "convert", "-t", "pgn" }, { "json", "convert", "-t", "json" }, { "json", "convert", "--to", "jsonl" },
  { "csv", "convert", "-t", "csv" }, { "csv", "convert", "-t", "tsv" }, { "fen", "convert", "-t", "fen" },
  { "fen", "convert", "-t", "epd" }, { "san", "convert", "-t", "uci" }, { "san", "convert", "-t", "san" },
  { "pgn", "filter", "-e", "plies { min = 0 }", "--width", "60" },
  { "json", "filter", "-e", "plies { min = 0 }", "--to", "jsonl" },
  { "pgn", "merge", "--width", "0" }, { "pgn", "merge" }, { "pgn", "sort", "--by", "White", "-o", "OUT" },
  { "pgn", "split", "--every", "10000", "--into", "DIR" }, { "pgn", "dedup", "--by", "exact" },
  { "pgn", "tag", "--set", "Annotator=x", "-o", "OUT" },
}

-- Runs a command on the files. Returns its output, its messages and its exit status.
local function outputs(command, names, place)
  local request = {}
  for i = 2, #command do
    request[#request + 1] = (command[i]:gsub("^OUT$", place:path "out"):gsub("^DIR$", place:path "into"))
  end
  local result = run(table.move(names, 1, #names, #request + 1, request))
  local written = result.out .. (place:read "out" or "") .. (place:read "into/0001.pgn" or "")
  os.execute(("rm -rf '%s' '%s'"):format(place:path "out", place:path "into"))
  return written, result.err, result.code
end

-- Maps FILE:LINE to the messages about it.
local function messages_by_line(err)
  local found = {}
  for line in err:gmatch("[^\n]+") do
    local place = line:match("^(.-:%d+):%d+: ")
    if place then
      found[place] = (found[place] or "") .. line .. "\n"
    end
  end
  return found
end

describe("conservation", function()
  it("no marker is lost silently by any command that writes", function()
    local expected = expectations()
    local place <close> = folder()
    local names, placements = make(place)
    local lost = {}
    for _, command in ipairs(COMMANDS) do
      local out, err, status = outputs(command, names, place)
      assert.is_true(status == 0 or status == 1, table.concat(command, " ") .. ": " .. err:sub(-400))
      local messages = messages_by_line(err)
      for _, it in ipairs(placements) do
        local row = assert(expected[it.construct], it.construct)
        local is_held = out:find(it.marker, 1, true) ~= nil
        local said = messages[it.file .. ":" .. it.line]
        -- A format may omit everything after an unreadable move; then only the place of this move is reported.
        local is_said = said and (said:find(it.marker, 1, true) or row[command[1]] == "reported from there")
        if not (is_held or is_said or row[command[1]] == "no place") then
          lost[#lost + 1] = ("%s: %q"):format(table.concat(command, " "), it.text)
        end
      end
    end
    assert.equal("", table.concat(lost, "\n"), #lost .. " lost")
    assert.is_true(#placements >= 600, #placements)
  end)

  it("text outside the tree is reported, with status 1 unless it is allowed", function()
    local place <close> = folder()
    local path = place:write("loss.pgn", '[White "A"]\n\n1. e4 ) e5 () (1... c5 1-0) 1-0\n')
    local messages = path .. ":3:7: closing parenthesis without a variation ) (warning)\n"
      .. path .. ":3:13: variation without moves ) (warning)\n"
      .. path .. ":3:24: result inside a variation 1-0 (warning)\n"
    local command = { "convert", "-q", "--tags", "none", path }
    assert.same({ code = 1, out = "1. e4 e5 (1... c5) 1-0\n\n", err = messages }, run(command))
    command[#command + 1] = "--allow"
    command[#command + 1] = "loss"
    assert.same({ code = 0, out = "1. e4 e5 (1... c5) 1-0\n\n", err = messages }, run(command))
    for _, words in ipairs {
      { "convert", "-t", "json" }, { "filter", "-t", "White=A", "--width", "70" }, { "merge", "--width", "70" },
      { "filter", "-t", "White=A", "--jobs", "2", "--width", "70" },
    } do
      words[#words + 1] = path
      local r = run(words)
      assert.equal(1, r.code, words[1])
      assert.truthy(r.err:find(messages, 1, true), r.err)
      assert.truthy(r.err:find("text omitted in 3 places", 1, true), r.err)
    end
    -- CSV has no variations, and the other two commands copy the bytes: none of them may report an omission.
    for _, words in ipairs { { "convert", "-t", "csv" }, { "filter", "-t", "White=A" }, { "merge" } } do
      words[#words + 1] = path
      assert.equal(0, run(words).code, words[1])
    end
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

  it("the equivalences are those of the page", function()
    local rows = rows_of(page, "Equivalences")
    assert.is_true(#rows >= 10)
    for i = 2, #rows do
      local from, to = rows[i][2]:match("^`(.*)`$"), rows[i][3]:match("^`(.*)`$")
      local r = run { "convert", "-q", "--tags", "none", "-", stdin = from .. "\n" }
      assert.same({ code = 0, out = to .. "\n\n", err = "" }, r, rows[i][1])
      assert.equal(r.out, run { "convert", "-q", "--tags", "none", "-", stdin = r.out }.out)
    end
  end)
end)
