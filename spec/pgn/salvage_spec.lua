-- A comment that is never closed: its diagnostics, and the games after it that are read with the option salvage.

local chess = require "lucena"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local parts = require("lucena.core").parts

local GOOD = '[Event "g"]\n[White "x"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
local WITH_COMMENT = '[Event "c"]\n[White "x"]\n[Result "1-0"]\n\n1. e4 {c} e5 1-0\n\n'
local BAD = '[Event "bad"]\n\n1. d4 {no end d5 *\n\n'

-- The Event tags of the games; the joined text of games and text between them; "code line:column" of all diagnostics.
local function read(text, opts)
  local folder <close> = new_folder()
  local reader <close> = assert(chess.open(folder:write("a.pgn", text), opts))
  local events, copy, said = {}, {}, {}
  for g in function() return (reader:read()) end do
    events[#events + 1] = g.tags.Event or "?"
    copy[#copy + 1] = parts.gap(reader) .. g.text
  end
  copy[#copy + 1] = parts.gap(reader)
  for _, d in ipairs(reader:take_diagnostics()) do
    said[#said + 1] = nasty.place(d)
  end
  return table.concat(events, " "), table.concat(copy), said
end

describe("salvage", function()
  -- tested rule, text, its games without salvage and with salvage
  local ROWS = {
    { "the input ends in the comment", GOOD .. BAD .. GOOD .. GOOD, "g bad", "g bad g g" },
    { "a later comment closes it", GOOD .. BAD .. WITH_COMMENT .. GOOD, "g bad g", "g bad c g" },
    { "two of them", BAD .. GOOD .. BAD .. GOOD, "bad", "bad g bad g" },
    { "no blank line before the tags", '[Event "bad"]\n\n1. d4 {x\n' .. GOOD, "bad", "bad g" },
    { "tags without an Event, behind a blank line", '1. d4 {x\n\n[White "a"]\n\n1. e4 *\n', "?", "? ?" },
    { "tags without an Event, no blank line", '1. d4 {x\n[White "a"]\n1. e4 *\n', "?", "?" },
    { "a blank line with blanks in it", '1. d4 {x\n \t\n  [White "a"]\n\n1. e4 *\n', "?", "? ?" },
    { "a byte order mark before the tags", "1. d4 {x\n\n\xef\xbb\xbf" .. GOOD, "?", "? g" },
    { "the comment stands before the tags", "{x\n\n" .. GOOD, "", "g" },
    { "in a variation", "1. d4 (1. e4 {x\n\n" .. GOOD, "?", "? g" },
    { "nothing to salvage", "1. d4 {x\n\n1. e4 *\n", "?", "?" },
    { "a tag in the middle of a line", '1. d4 {x [White "a"] y', "?", "?" },
    { "what is no tag", "1. d4 {x\n\n[%clk 1]\n\n[White a]\n", "?", "?" },
    -- a comment that is closed is never divided
    { "a tag section in a closed comment", '1. d4 {see\n\n[Event "x"]\n\n1. d4} d5 *\n\n' .. GOOD, "? g", "? g" },
    { "braces before a tag section", '1. d4 {a { b\n\n[Event "x"]\n\n1. d4} d5 *\n\n' .. GOOD, "? g", "? g" },
  }
  for _, row in ipairs(ROWS) do
    it("where " .. row[1], function()
      for _, line_end in ipairs { "\n", "\r\n", "\r" } do
        local text = row[2]:gsub("\n", line_end)
        local events, copy = read(text)
        assert.equal(row[3], events)
        assert.is_true(copy == text)
        events, copy = read(text, { salvage = true })
        assert.equal(row[4], events)
        assert.is_true(copy == text)
      end
    end)
  end

  it("finds the same games wherever the buffer ends", function()
    local text = BAD .. GOOD .. WITH_COMMENT
    for offset = 1, #text do
      local front = "1. e4 {" .. ("x"):rep(262144 - offset - 12) .. "} *\n\n"
      assert.equal("? bad g c", (read(front .. text, { salvage = true })), offset)
    end
  end)

  it("copies a text truncated at any byte unchanged", function()
    local text = GOOD .. BAD .. GOOD
    for size = 0, #text do
      local _, copy = read(text:sub(1, size), { salvage = true })
      assert.is_true(copy == text:sub(1, size))
    end
  end)

  it("recovers the games after the nasty file, between a thousand valid ones", function()
    local row = nasty.text { name = "p10_unclosed_brace_last.pgn" }
    local front, behind = GOOD:rep(500), GOOD:rep(500)
    local events, copy, said = read(front .. row .. "\n" .. behind, { check = true })
    assert.equal(502, select(2, events:gsub("%S+", "")))
    assert.is_true(#copy == #front + #row + 1 + #behind)
    assert.equal("unclosed_comment 3019:7", said[1])
    events, copy, said = read(front .. row .. "\n" .. behind, { check = true, salvage = true })
    assert.equal(1002, select(2, events:gsub("%S+", "")))
    assert.is_true(#copy == #front + #row + 1 + #behind)
    assert.same({ "unclosed_comment 3019:7", "no_result 3019:19" }, said)
  end)

  it("treats a comment longer than max_game as one that is never closed", function()
    local many = GOOD:rep(20000) -- 1 MB
    local _, _, said = read(GOOD .. BAD .. many, { check = true, max_game = 1 << 18 })
    assert.same({ "game_too_large 7:1", "unclosed_comment 9:7" }, said)
    local events
    events, _, said = read(GOOD .. BAD .. many, { check = true, max_game = 1 << 18, salvage = true })
    assert.equal(20002, select(2, events:gsub("%S+", "")))
    assert.same({ "unclosed_comment 9:7", "no_result 9:19" }, said)
    -- The part of the game before the tag section is larger than the limit.
    local long = '[Event "bad"]\n\n1. d4 {' .. ("x"):rep(1 << 19) .. "\n\n"
    events, _, said = read(GOOD .. long .. many, { max_game = 1 << 18, salvage = true })
    assert.equal(20001, select(2, events:gsub("%S+", "")))
    assert.same({ "game_too_large 7:1", "unclosed_comment 9:7" }, said)
  end)

  it("takes time in proportion to the text", function()
    local function seconds(count)
      local before = os.clock()
      read(BAD:rep(count), { salvage = true })
      return os.clock() - before
    end
    seconds(1000)
    assert.is_true(seconds(40000) < 0.1 + 4 * seconds(20000))
  end)
end)

describe("an unclosed comment", function()
  local function message(text)
    local reader
    local folder <close> = new_folder()
    reader = assert(chess.open(folder:write("a.pgn", text), { check = true }))
    reader:count()
    local d = reader:take_diagnostics()[1]
    reader:close()
    return ("%s %d:%d %s"):format(d.code, d.line, d.column, d.message)
  end

  it("is reported with its line, its bytes and the tag sections in it", function()
    assert.equal("unclosed_comment 3:7 comment is never closed {: it takes in the last 12 bytes",
      message('[Event "bad"]\n\n1. d4 {no end d5 *'))
    assert.equal("unclosed_comment 3:7 comment is never closed {: it takes in the last 120 bytes, 2 tag sections among "
      .. "them, which salvage (filter --salvage) reads", message(BAD .. GOOD .. GOOD))
  end)

  it("is an error also if a later comment closes it", function()
    local text = BAD .. WITH_COMMENT
    local bytes = text:find("}", 1, true) - text:find("{", 1, true)
    assert.equal(("unclosed_comment 3:7 comment is never closed {: it takes in %d bytes with a tag section and another "
      .. "brace in them, which salvage (filter --salvage) reads"):format(bytes), message(text))
    assert.equal("comment_has_tags 1:7 comment contains a tag section (missing closing brace?) {",
      message('1. d4 {see\n\n[Event "x"]\n\n1. d4} d5 *'))
  end)

  it("is salvaged by the command", function()
    local text = GOOD .. BAD .. GOOD .. GOOD
    local r = run { "filter", "--check", "--count", "-", stdin = text }
    assert.same({ 1, "2\n" }, { r.code, r.out })
    r = run { "filter", "--check", "--count", "--salvage", "-", stdin = text }
    assert.same({ 1, "4\n" }, { r.code, r.out })
    r = run { "filter", "--check", "--salvage", "-", stdin = text }
    assert.equal(text, r.out)
  end)
end)
