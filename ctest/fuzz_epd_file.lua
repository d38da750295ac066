-- The properties of ctest/fuzz_epd_file.c. The first byte of the input sets options of the reader. The other bytes are
-- the file; a byte 1 repeats the byte before it, so that short inputs make long lines. These properties must hold:
--   - records and comments are the lines of the file, as `lines_of` finds them without the core;
--   - a file in small pieces has the same records, with the same places and the same diagnostics;
--   - count() and format() find the same records and the same number of errors as read();
--   - a record whose text is read alone has the same canonical form;
--   - the canonical form of the file has the same records, and is its own canonical form.

local chess = require("lucena")

local DIALECTS = { [0] = nil, "french", "uci" }
local ALL = 1 << 30
local MOST_BYTES = (1 << 20) + (1 << 18)
local MOST_LINE = 1 << 20 -- longer lines are dropped by the reader

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- ---- input ---------------------------------------------------------------------------------------

local REPEAT = "(.)\1(.)"

-- Repeat bytes: the byte after the 1 is the number of doublings, at most 12. 254 makes a line that is longer than the
-- reader's first buffer, and 255 a line that is too long.
local LONG = { [254] = 1 << 17, [255] = MOST_LINE + 1 }

local function expand(text)
  local room = MOST_BYTES
  return (text:gsub(REPEAT, function(char, count)
    local size = LONG[count:byte()] or 1 << count:byte() % 13
    if size > room then
      return nil
    end
    room = room - size
    return char:rep(size)
  end))
end

-- First bytes of formats that the reader decodes or rejects, or reads in another encoding.
local SIGNS = { "\x1f\x8b", "\x28\xb5", "BZh", "PK", "\xfd7zXZ", "7z", "\xff\xfe", "\xfe\xff" }

local function is_plain(text)
  for _, sign in ipairs(SIGNS) do
    if text:sub(1, #sign) == sign then
      return false
    end
  end
  return text:sub(2, 4) ~= "\x2a\x4d\x18"
end

-- Return whether the reader rejected the file, as UTF-16 without a byte order mark or UTF-32. One of the first bytes of
-- such a file is 0.
local function is_rejected(reported, text)
  return reported:find("^1:1 error utf%d+$") and text:sub(1, 4):find("\0", 1, true)
end

-- ---- a reader in Lua -----------------------------------------------------------------------------

local BLANK = { [(" "):byte()] = true, [("\t"):byte()] = true, [0] = true }

-- Remove blanks at the end, in linear time.
local function trimmed(text)
  local last = #text
  while BLANK[text:byte(last)] do
    last = last - 1
  end
  return text:sub(1, last)
end

-- Return the first word of a line and the rest, if they can be a line of a perft collection.
local function part_of(line)
  local word, rest = trimmed(line):match("^(%l+)[ \t]+(.*)$")
  if not rest or rest == "" then
    return nil
  elseif word == "id" or word == "epd" or word == "perft" and rest:find("^%d+[ \t]+%d+$") then
    return word, rest
  end
end

local MOST = { id = 200, epd = 256, block = 4096 }

-- An open block of a perft collection: `text` is its record so far, `name` the operation of its `id` line.
local Block = {}
Block.__index = Block

local function new_block()
  return setmetatable({ name = "" }, Block)
end

-- Add a line. Returns false if the line ends the block.
function Block:takes(line)
  local word, rest = part_of(line)
  local text, name, has_fields = nil, self.name, self.has_fields
  if word == "id" and not self.text and #rest <= MOST.id then
    text, name = trimmed(line), (' id "%s";'):format(rest:gsub('["\\]', "\\%0"))
  elseif word == "epd" and not has_fields and #rest <= MOST.epd then
    text, has_fields = rest, true
  elseif word == "perft" and has_fields then
    text = ("%s D%s %s;"):format(self.text, rest:match("^(%d+)[ \t]+(%d+)$"))
  end
  if not text or #text + #name > MOST.block then
    return false
  end
  self.text, self.name, self.has_fields = text, name, has_fields
  return true
end

function Block:record()
  return self.text .. (self.has_fields and self.name or "")
end

-- Return the texts of all records, and the number of comments.
local function lines_of(text)
  local records, comments, block = {}, 0, new_block()
  for line in text:gsub("^\xef\xbb\xbf", ""):gmatch("[^\r\n]*") do
    line = #line < MOST_LINE and line or ""
    if not block:takes(line) then
      if block.text then
        records[#records + 1] = block:record()
        block = new_block()
      end
      if not block:takes(line) then
        local first = line:match("^[ \t\0]*([^ \t\0])")
        if first and first ~= "#" then
          records[#records + 1] = line
        elseif first then
          comments = comments + 1
        end
      end
    end
  end
  records[#records + 1] = block.text and block:record()
  return records, comments
end

-- ---- reading -------------------------------------------------------------------------------------

-- Return a source that gives the text in pieces of some bytes.
local function in_pieces(text, size)
  local at = 1
  return function()
    local piece = text:sub(at, at + size - 1)
    at = at + size
    return piece ~= "" and piece or nil
  end
end

local function describe(diagnostics)
  local out = {}
  for i, d in ipairs(diagnostics) do
    out[i] = ("%d:%d %s %s"):format(d.line, d.column, d.severity, d.code)
  end
  return table.concat(out, "; ")
end

-- Use all contents of a record.
local function take_apart(record)
  local count = #record.diagnostics
  for _, op in ipairs(record.ops) do
    count = count + #op.opcode + (record:get(op.opcode) and 1 or 0)
  end
  return count, record.position and record.position:fen()
end

-- Read a file record by record. Returns the texts of the records, their places and canonical forms, and what was
-- reported.
local function read(source, options, look)
  local reader <close> = assert(chess.open_epd(source, options))
  local texts, places, forms = {}, {}, {}
  for record in reader.read, reader do
    texts[#texts + 1] = record.text
    places[#places + 1] = ("%d %d %d"):format(record.number, record.line, record.offset)
    forms[#forms + 1] = record:epd()
    look(record)
  end
  is_true(reader.records == #texts, "the number of records")
  return texts, table.concat(places, ", "), forms, describe(reader:take_diagnostics()), reader.errors
end

local function nothing() end

local function format(text, options)
  local reader <close> = assert(chess.open_epd({ text = text }, options))
  local out, is_over = {}, false
  while not is_over do
    local part, at_end = reader:format(ALL)
    out[#out + 1], is_over = assert(part, at_end), at_end
    reader:take_diagnostics()
  end
  return table.concat(out), reader.records, reader.errors
end

local function count(text, options)
  local reader <close> = assert(chess.open_epd({ text = text }, options))
  local sum, is_over = 0, false
  while not is_over do
    local found, at_end = reader:count(ALL)
    sum, is_over = sum + assert(found, at_end), at_end
    reader:take_diagnostics()
  end
  return sum, reader.errors
end

-- ---- properties ----------------------------------------------------------------------------------

local function same(a, b, words)
  if #a ~= #b then
    error(("%s: %d and %d"):format(words, #a, #b), 2)
  end
  for i = 1, #a do
    if a[i] ~= b[i] then
      error(("%s: record %d: %q, %q"):format(words, i, a[i]:sub(1, 200), b[i]:sub(1, 200)), 2)
    end
  end
end

local function check_written(text, options, records)
  local written, found, errors = format(text, options)
  is_true(found == #records, "format() finds other records")
  local plain = { dialect = nil }
  local texts, _, forms = read({ text = written }, plain, nothing)
  if errors == 0 then
    is_true(#texts == #records, "the canonical form has other records")
    same(texts, forms, "the canonical form is not canonical")
    is_true(format(written, plain) == written, "the canonical form is written otherwise")
  end
end

return function(bytes)
  local flags = bytes:byte() or 0
  local text = expand(bytes:sub(2))
  local options = { check = flags & 1 ~= 0, style = flags & 2 ~= 0, strict = flags & 4 ~= 0,
    dialect = DIALECTS[flags >> 3 & 3] }
  local texts, places, forms, reported, errors = read({ text = text }, options, take_apart)
  if is_plain(text) and not is_rejected(reported, text) then
    same(texts, lines_of(text), "the records are not the lines")
  end
  for i = 1, math.min(#texts, 4) do
    local has_bom = texts[i]:find("^\xef\xbb\xbf") -- chess.epd skips it
    local alone, err = chess.epd(texts[i], { dialect = options.dialect })
    is_true(not alone and err or has_bom or alone:epd() == forms[i], "a record alone has another canonical form")
  end
  local size = #text < 1024 and 1 + (flags >> 5) or 5000
  local others, elsewhere, _, other_report, other_errors = read(in_pieces(text, size), options, nothing)
  same(others, texts, "a file in pieces has other records")
  is_true(elsewhere == places, "a file in pieces has records at other places")
  is_true(other_report == reported and other_errors == errors, "a file in pieces has other errors")
  if #text % 2 == 0 then
    local counted, counted_errors = count(text, options)
    is_true(counted == #texts, "count() finds other records")
    is_true(not options.check or counted_errors == errors, "count() finds other errors")
  else
    check_written(text, options, texts)
  end
end
