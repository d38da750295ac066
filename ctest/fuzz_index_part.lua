-- The properties of ctest/fuzz_index_part.c. The first byte of the input chooses the object; the rest are edits of its
-- bytes, of five bytes each (see `edited`).
--   - The parts of an index that workers send are edited, and an IndexBuilder absorbs them: it accepts them, or returns
--     `bad_part`. An index that it completes has correct checksums, and its answers have only games of the file.
--     Parts without edits give the bytes of chess.write_index.
--   - The values of a file of --partial are edited, and get correct checksums. The values are read, or `bad_part` is
--     returned; a value that is read is written with the same bytes.
--   - The bytes of a file of --partial are edited: it is read, or `bad_part` is returned.

local chess = require("lucena")
local core = require("lucena.core")
local frame = require("lucena.run.frame")
local part_file = require("lucena.run.part_file")
local writing = require("lucena.index.writing")

local OPTIONS = { memory = 1 }
local ANSWERS = { damaged_index = true, stale_index = true }

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- ---- files ---------------------------------------------------------------------------------------

local PATH = os.tmpname()
local GAMES, INDEX, PART = PATH .. ".pgn", PATH .. ".lci", PATH .. ".part"
local paths = setmetatable({ PATH, GAMES, INDEX, PART }, {
  __gc = function(list)
    for _, path in ipairs(list) do
      os.remove(path)
    end
  end,
})

local function read_file(path)
  local file <close> = assert(io.open(path, "rb"))
  return assert(file:read("a"))
end

local function write_file(path, bytes)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(bytes))
end

local LINES = { [0] = "1. e4 e5 2. Nf3 Nc6 1-0", "1. Nf3 Nc6 2. e4 e5 0-1", "1. e4 e5 2. Ke3 *" }

-- Longer than the smallest buffers. The backslash must be removed, so the value is copied.
local LONG = ("E"):rep(5000) .. '\\"'

local function make_games()
  local out = {}
  for i = 1, 24 do
    local form = '[White "%s"]\n[Black "Player %d"]\n[Event "%s"]\n[Date "1970.01.%02d"]\n[WhiteElo "2%d00"]\n\n%s\n'
    local white, event = i % 2 == 0 and "Carlsen, M" or "Čapek", i == 9 and LONG or "E" .. i % 3
    out[i] = form:format(white, i % 5, event, i, i % 7, LINES[i % 3])
  end
  return table.concat(out, "\n")
end

-- ---- edits ---------------------------------------------------------------------------------------

local NUMBERS = { 0, 1, -1, 2, 12, 24, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, math.maxinteger, math.mininteger, 65535 }

local function set(text, at, bytes)
  at = at % (#text + 1)
  return text:sub(1, at) .. bytes .. text:sub(at + #bytes + 1)
end

local function number_of(value)
  return NUMBERS[value % #NUMBERS + 1]
end

local EDITS = {
  [0] = function(text, at, value) return set(text, at, string.char(value)) end,
  function(text, at, value) return set(text, at, string.pack("<I4", number_of(value) & 0xFFFFFFFF)) end,
  function(text, at, value) return set(text, at, string.pack("<i8", number_of(value))) end,
  function(text, at, value) return text:sub(1, at % (#text + 1)) .. text:sub(at % (#text + 1) + value + 1) end,
  function(text, at, value)
    at = at % (#text + 1)
    return text:sub(1, at) .. text:sub(-value) .. text:sub(at + 1)
  end,
  function(text, at, value) return set(text, at, text:sub(value + 1, value + 8)) end,
}

-- Apply edits to the texts of a list: the number of a text, the offset, the kind, a value.
local function edited(list, input)
  local out = table.move(list, 1, #list, 1, {})
  for at = 1, math.min(#input - 4, 40), 5 do
    local which, offset, kind, value = string.unpack("<BI2BB", input, at)
    local i = which % #out + 1
    out[i] = EDITS[kind % 6](out[i], offset, value)
  end
  return out
end

-- ---- parts of an index ---------------------------------------------------------------------------

local HEAD, SECTIONS = 32, 7 -- bytes before the sizes of the sections; their number

-- Split the bytes of a part into its head and its sections.
local function sections_of(bytes)
  local list, at = { bytes:sub(1, HEAD) }, HEAD + 8 * SECTIONS + 1
  for i = 1, SECTIONS do
    local size = string.unpack("<I8", bytes, HEAD + 8 * i - 7)
    list[#list + 1], at = bytes:sub(at, at + size - 1), at + size
  end
  return list
end

local function joined(list)
  local sizes = {}
  for i = 1, SECTIONS do
    sizes[i] = string.pack("<I8", #list[i + 1])
  end
  return list[1] .. table.concat(sizes) .. table.concat(list, "", 2)
end

local POSITIONS = { chess.position(), chess.position():play "e4", chess.position():play "Nf3 Nc6 e4" }

-- Report whether a failure is allowed, or the numbers are those of games.
local function check_answer(index, list, message, code)
  if not list then
    is_true(ANSWERS[code], ("%s %s"):format(message, code))
    return
  end
  local last = 0
  for _, number in ipairs(list) do
    is_true(number > last and number <= index.count, "the number of a game")
    last = number
  end
end

local function ask(index)
  for _, position in ipairs(POSITIONS) do
    check_answer(index, index:find(position))
    local found, message, code = index:moves(position)
    is_true(found or ANSWERS[code], message)
  end
  for _, name in ipairs { "Carlsen", "Player 1" } do
    local found, message, code = index:players(name)
    is_true(found or ANSWERS[code], message)
  end
  for number = 1, math.min(index.count, 3) do
    local entry, message, code = index:entry(number)
    is_true(entry or ANSWERS[code], message)
  end
end

local SENT = {}

-- Build an index of parts. Returns its bytes, or nil if a part is bad.
local function build(parts)
  local source, is_plain = assert(writing.source(GAMES))
  local target <close> = assert(writing.begin_from_parts(INDEX, OPTIONS, source, is_plain))
  for _, part in ipairs(parts) do
    local done, message, code = target:absorb(part)
    if not done then
      is_true(code == "bad_part", message)
      return nil
    end
  end
  assert(target:finish(24, ""))
  return read_file(INDEX)
end

local function check_sections(input)
  local which = (input:byte() or 0) % #SENT + 1
  local parts = table.move(SENT, 1, #SENT, 1, {})
  parts[which] = joined(edited(sections_of(parts[which]), input:sub(2)))
  if build(parts) then
    local index <close> = assert(chess.index(GAMES, { file = INDEX }))
    assert(index:verify())
    ask(index)
  end
end

local function check_bytes(input)
  build(edited(SENT, input))
end

-- ---- part files ----------------------------------------------------------------------------------

local VALUES = {}

-- Write a part file of encoded values; the last one is the description.
local function write_values(values)
  local out, size = { "lucena part 2\nwords\n\n" }, 0
  for i, bytes in ipairs(values) do
    size = i == #values and #table.concat(out) or size
    out[#out + 1] = string.pack("<I8i8", #bytes, core.checksum(bytes)) .. bytes
  end
  return table.concat(out) .. string.pack("<I8c8", size, "LcPart2\n")
end

local function same_value(value)
  is_true(frame.encode(frame.decode(frame.encode(value, true)), true) == frame.encode(value, true), "another value")
end

local function check_part_file(bytes)
  write_file(PART, bytes)
  local about, message, code = part_file.about(PART)
  is_true(about or code == "bad_part", message)
  if about then
    same_value(about)
  end
  local results <close>, problem, why = part_file.results(PART)
  is_true(results or why == "bad_part", problem)
  while results do
    local value, fault, of = results:next()
    is_true(value or fault == nil or of == "bad_part", fault)
    if not value then
      break
    end
    same_value(value)
  end
end

-- ---- start ---------------------------------------------------------------------------------------

local function make()
  write_file(GAMES, make_games())
  local reader <close>, part = assert(core.open(GAMES)), writing.new_part(OPTIONS)
  local is_over
  repeat
    is_over = assert(core.indexing.add(reader, part, 12) ~= nil) and core.parts.cut(reader).is_over
    SENT[#SENT + 1] = part:take()
    part:clear()
  until #SENT == 2 or is_over
  core.indexing.add(reader, part, 12)
  local whole = build(SENT)
  assert(chess.write_index(GAMES, { file = INDEX, memory = 1 }))
  is_true(whole == read_file(INDEX), "parts give another index")
  local values = { { 1, "x", { a = true } }, { lines = { [""] = "e" }, n = 1.5 }, { words = { "index" }, spans = {} } }
  for i, value in ipairs(values) do
    VALUES[i] = frame.encode(value, true)
  end
end

make()

local CHECKS = {
  [0] = check_sections,
  check_bytes,
  function(input) check_part_file(write_values(edited(VALUES, input))) end,
  function(input) check_part_file(edited({ write_values(VALUES) }, input)[1]) end,
}

return function(input)
  local _ = paths -- not collected before the end
  CHECKS[(input:byte() or 0) % 4](input:sub(2))
end
