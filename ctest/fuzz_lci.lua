-- The properties of ctest/fuzz_lci.c. The script writes files of games and their indexes. An input is a list of edits
-- of one of these indexes (see `damage`). If its first byte is odd, all pages get correct checksums after the edits.
-- Then functions of an Index are called; the first byte chooses the index, and a quarter of the functions. These
-- properties must hold:
--   - every failure is nil, a message and a code of `CODES`, or a lucena.Error with such a code; no other error is
--     raised;
--   - without new checksums, an answer is the one of the sound index, or a failure;
--   - with new checksums, the numbers of games that an answer has are those of games of the file, in ascending order;
--   - chess.explore and chess.games never fail, because they read the games if the index fails; without new checksums,
--     their answers are right.

local chess = require("lucena")
local search = require("lucena.index.search")

local _, core_functions = ...
local q = chess.query

local CODES = { cannot_open = true, cannot_read = true, not_index = true, other_index = true, stale_index = true,
  damaged_index = true }

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- ---- files ---------------------------------------------------------------------------------------

local FOLDER = os.tmpname()
local paths = setmetatable({ FOLDER }, {
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

local NAMES = { "Carlsen, Magnus", "Petrosian, Tigran V", "Petrosian, T.", "Čapek, K", "de la Riva, O", "A", "" }
local LINES = {
  "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "Nf3 Nc6 e4 e5 Bc4 Bc5", "d4 d5 c4 e6 Nc3 Nf6", "c4 e6 d4 d5 Nf3 Nf6 Nc3",
  "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", "e4 e5 Ke3", "f3 e5 g4 Qh4#", "",
}
local RESULTS = { "1-0", "0-1", "1/2-1/2", "*" }

-- Return some games. They have repeated positions, transpositions, and an illegal move.
local function games(first, last)
  local out = {}
  for i = first, last do
    local function of(list, step)
      return list[i * step % #list + 1]
    end
    local form = '[Event "E%d"]\n[Date "%d.07.11"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[WhiteElo "%d"]\n\n%s'
    local white, black, result = of(NAMES, 1), of(NAMES, 3), of(RESULTS, 1)
    out[#out + 1] = form:format(i % 3, 1970 + i, white, black, result, 2300 + 10 * i, of(LINES, 5) .. " *\n")
  end
  return table.concat(out, "\n")
end

-- A gzip member without compression.
local function packed(text)
  local crc = 0xFFFFFFFF
  for i = 1, #text do
    crc = crc ~ text:byte(i)
    for _ = 1, 8 do
      crc = crc >> 1 ~ 0xEDB88320 * (crc & 1)
    end
  end
  return string.pack("<c10 B I2I2 c" .. #text .. "I4I4", "\x1f\x8b\8\0\0\0\0\0\0\3", 1, #text, #text ~ 0xFFFF, text,
    crc ~ 0xFFFFFFFF, #text)
end

-- ---- parts of an index ---------------------------------------------------------------------------

local PAGE, PAYLOAD = 4096, 4088
local PARTS, PARTS_AT = 14, 16 + 8 + 9 * 8 + 64 + 8 -- the number of parts, and the offset of their table in the head

-- Return the parts of an index as {begin, end} in the stream, and the number of the head's page as `head`.
local function parts_of(bytes)
  local list = { head = #bytes // PAGE - 1 }
  local numbers = { string.unpack("<" .. ("I8"):rep(2 * PARTS), bytes, list.head * PAGE + PARTS_AT + 1) }
  for i = 1, PARTS do
    list[i] = { numbers[2 * i - 1], numbers[2 * i] }
  end
  return list
end

-- ---- damage --------------------------------------------------------------------------------------

-- Return the index in the file, from 1, of a byte of the stream.
local function file_at(offset)
  return offset // PAYLOAD * PAGE + offset % PAYLOAD + 1
end

-- Return the index in the file of the byte to edit. `where`: a part, the head, or the whole file.
local function place(base, bytes, where, offset)
  local part = base.parts[where % 16 + 1]
  if part and part[2] > part[1] then
    return file_at(part[1] + offset % (part[2] - part[1]))
  elseif where % 16 == 15 then
    return offset % #bytes + 1
  end
  return base.parts.head * PAGE + offset % (PARTS_AT + 16 * PARTS) + 1
end

local function replaced(bytes, at, text)
  text = text:sub(1, #bytes - at + 1)
  return bytes:sub(1, at - 1) .. text .. bytes:sub(at + #text)
end

local NUMBERS = { 0, 1, -1, 2, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, math.maxinteger, math.mininteger, 4088, 4096,
  65535, 512, 64 }

local function number_of(base, value)
  local part = base.parts[value % PARTS + 1]
  return NUMBERS[value % 32 + 1] or part[value % 2 + 1]
end

-- The edits of a byte or some bytes of the file.
local EDITS = {
  [0] = function(_, bytes, at, value) return replaced(bytes, at, string.char(value)) end,
  function(_, bytes, at, value) return replaced(bytes, at, string.char(bytes:byte(at) ~ value)) end,
  function(_, bytes, at, value) return replaced(bytes, at, string.char(bytes:byte(at) + value - 128 & 0xFF)) end,
  function(base, bytes, at, value) return replaced(bytes, at, string.pack("<i8", number_of(base, value))) end,
  function(base, bytes, at, value)
    return replaced(bytes, at, string.pack("<I4", number_of(base, value) & 0xFFFFFFFF))
  end,
  function(_, bytes, at, value) return replaced(bytes, at, bytes:sub(at + value // 2, at + value)) end,
  function(_, bytes, at, value) return replaced(bytes, at, ("\xff"):rep(value)) end,
  function(_, bytes, _, value)
    local pages = value % (#bytes // PAGE + 2)
    return pages <= #bytes // PAGE and bytes:sub(1, pages * PAGE) or bytes .. bytes:sub(-PAGE)
  end,
}

-- Apply edits of five bytes: where, the offset, the kind, a value.
local function damage(base, input)
  local bytes = base.index
  for at = 1, math.min(#input - 4, 40), 5 do
    local where, offset, kind, value = string.unpack("<BI2BB", input, at)
    if #bytes > 0 then
      local index = (place(base, bytes, where, offset) - 1) % #bytes + 1 -- the file may have been cut
      bytes = EDITS[kind % 8](base, bytes, index, value)
    end
  end
  return bytes
end

-- ---- questions -----------------------------------------------------------------------------------

-- Return a text of any value. Objects of the core are written as texts.
local function dump(value)
  if type(value) ~= "table" then
    return getmetatable(value) == "lucena.Game" and value.text or tostring(value)
  end
  local keys, out = {}, {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do
    out[i] = tostring(key) .. "=" .. dump(value[key])
  end
  return "{" .. table.concat(out, ",") .. "}"
end

local POSITIONS = { chess.position(), chess.position():play "e4", chess.position():play "d4 d5 c4 e6 Nf3",
  chess.position():play "Nf3 Nf6 Ng1 Ng8", chess.position():play "f3 e5 g4 Qh4", chess.position():play "h4" }
local MOST_GAMES = 20 -- each of them is read alone
local FILTERS = { {}, { player = "Carlsen" }, { since = "1975.07" }, { elo = 2400, player = "Petrosian, T" } }
local QUERIES = { q.player("Carlsen"), q.date{ from = "1980", to = "1990" }, q.elo(2500), q.position(POSITIONS[2]),
  q.result("1-0") & q.player("Petrosian"), q.opening("Ruy Lopez") }
local TESTS = { { "White", "=", "Carlsen" }, { "Event", "^", "E" }, { "WhiteElo", ">=", "2350" } }

-- The numbers of a list must be those of games, in ascending order.
local function check_numbers(index, list)
  local last = 0
  for _, number in ipairs(list) do
    is_true(math.type(number) == "integer" and number > last and number <= index.count, "the number of a game")
    last = number
  end
  return list
end

local function list_of(index, set, ...)
  if not set then
    return set, ...
  end
  return check_numbers(index, set:list())
end

-- The first games with a position.
local function some_games(index, position)
  local out, last = {}, 0
  for game, ply in index:games(position) do
    if #out == MOST_GAMES then
      break
    end
    is_true(game.number > last and math.type(ply) == "integer", "the number of a game")
    out[#out + 1], last = game.number .. " " .. ply, game.number
  end
  return out
end

local function find(index, position)
  local numbers, plies, code = index:find(position)
  if not numbers then
    return nil, plies, code
  end
  is_true(#numbers == #plies, "a ply for each game")
  return { check_numbers(index, numbers), plies }
end

-- Each question is a function of the index.
local QUESTIONS = {
  function(index) return { index.count, index.places, index.positions, index.names, index.max_ply, index.is_cut } end,
  function(index) return index:verify() end,
  function(index) return index:verify { games = true } end,
  function(index) return index:players "Petrosian" end,
  function(index) return index:players("c", { prefix = true }) end,
  function(index) return index:players("petrosian", { prefix = true }) end,
  function(index) return index.own:unread() end,
  function(index) return index.info.is_full and { index.own:mark(300) } or "not compressed" end,
  function(index) return list_of(index, index.own:played("Carlsen", "White")) end,
  function(index) return list_of(index, search.select(index, nil, TESTS)) end,
}

local function add_questions(list, ask)
  for _, item in ipairs(list) do
    QUESTIONS[#QUESTIONS + 1] = function(index)
      return ask(index, item)
    end
  end
end

local function game_at(get)
  return function(index, share)
    if index.count == 0 then
      return 0
    end
    return get(index, math.max(1, index.count * share // 4))
  end
end

add_questions({ 0, 2, 4 }, game_at(function(index, number) return index:entry(number) end))
add_questions({ 0, 3, 4 }, game_at(function(index, number) return index:game(number) end))
add_questions({ 1, 4 }, game_at(function(index, number) return { index.own:spot(number) } end))
add_questions(POSITIONS, find)
add_questions(POSITIONS, some_games)
add_questions(POSITIONS, function(index, position) return index:is_complete(position) end)
add_questions(POSITIONS, function(index, position) return list_of(index, index.own:reached(position, 5)) end)
add_questions(POSITIONS, function(index, position) return index:moves(position) end)
add_questions(FILTERS, function(index, filter) return index:moves(POSITIONS[1], filter) end)
add_questions(QUERIES, function(index, query) return list_of(index, search.select(index, query)) end)

-- Questions about the file of games; the answer does not need the index.
local FILE_QUESTIONS = {
  function(path) return chess.explore(path) end,
  function(path) return chess.explore(path, POSITIONS[3], { query = QUERIES[1] }) end,
  function(path) return search.find(path, QUERIES[1]) ~= nil end,
}

-- Ask a question. Returns the answer as a text, or nil after a failure.
local function ask(question, ...)
  local done, answer, message, code = pcall(question, ...)
  if not done then
    local is_failure = type(answer) == "table" and CODES[answer.code]
    is_true(is_failure, "raised " .. tostring(answer))
    return nil
  elseif answer == nil and message ~= nil then
    is_true(type(message) == "string" and CODES[code], ("failed with %s, %s"):format(message, code))
    return nil
  elseif type(answer) == "table" and answer[1] == nil and CODES[answer[3]] then -- { nil, message, code }
    return nil
  end
  return dump(answer)
end

-- ---- indexes -------------------------------------------------------------------------------------

local function open(base)
  return chess.index(base.path)
end

-- Return a file of games with its index, and the answers of the index.
local function make(name, text, opts)
  local base = { path = FOLDER .. name, answers = {} }
  paths[#paths + 1], paths[#paths + 2] = base.path, base.path .. ".lci"
  write_file(base.path, text)
  opts.memory = 1
  assert(chess.write_index(base.path, opts))
  base.index = read_file(base.path .. ".lci")
  base.parts = parts_of(base.index)
  local index <close> = assert(open(base))
  for i, question in ipairs(QUESTIONS) do
    base.answers[i] = assert(ask(question, index), "the sound index has no answer")
  end
  for i, question in ipairs(FILE_QUESTIONS) do
    base.answers[-i] = dump(question(base.path))
  end
  return base
end

local FEW = games(1, 24)
local BASES = {
  paths = paths, -- not collected before the end
  [0] = make("a.pgn", FEW, {}),
  make("b.pgn", games(1, 40), {}),
  make("c.pgn", FEW, { shared_only = true }),
  make("d.pgn", FEW, { max_ply = 4 }),
  make("e.pgn.gz", packed(FEW) .. packed("\n" .. games(25, 30)), {}),
  make("f.pgn", games(1, 8) .. ("\n1. e4 e5 *\n"):rep(600), {}),
}

return function(input)
  local flags = input:byte() or 0
  local base, is_sealed = BASES[(flags >> 1 & 7) % 6], flags & 1 ~= 0
  local bytes = damage(base, input:sub(2))
  write_file(base.path .. ".lci", is_sealed and core_functions.seal(bytes) or bytes)
  local index <close>, message, code = open(base)
  is_true(index or type(message) == "string" and CODES[code], ("opening: %s %s"):format(message, code))
  local first = flags >> 4 & 3 -- each input asks a quarter of the questions
  for i = index and first + 1 or #QUESTIONS + 1, #QUESTIONS, 4 do
    local answer = ask(QUESTIONS[i], index)
    is_true(is_sealed or answer == nil or answer == base.answers[i], ("question %d: %s"):format(i, answer))
  end
  for i = 1, flags >> 4 == 0 and 2 or 0 do
    local done, answer = pcall(FILE_QUESTIONS[i], base.path)
    is_true(done, answer)
    is_true(is_sealed or dump(answer) == base.answers[-i], "another answer about the file")
  end
  pcall(FILE_QUESTIONS[3], base.path)
end
