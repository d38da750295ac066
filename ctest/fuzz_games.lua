-- The properties of ctest/fuzz_games.c. The input is written to a file, which is read in all the ways that a Reader
-- has. These properties must hold:
--   - the games and the bytes between them are the whole file;
--   - several readers find the same games at the same offsets and text lines: a reader whose games are read to the last
--     node, a reader whose games are not used, a reader that only counts, and a reader that reads and counts in
--     turn;
--   - a reader with a tag test returns exactly the games that have the tag;
--   - a game that is written as PGN and read again has the same mainline, and is written again with the same bytes;
--   - a game that is written as JSON is read again, and has the same mainline.

local chess = require("lucena")
local parts = require("lucena.core").parts

local path = os.tmpname()

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- Read all contents of a game. This must not raise an error for any game.
local function take_apart(game)
  local count = 0
  for node in game:mainline() do
    count = count + #node.comments + #node.nags + #node
    is_true(node.ply > 0, "a ply")
  end
  game:check()
  for _, value in pairs(game.tags) do
    count = count + #value
  end
  return count, game.plies, game.result, game.rest, game.final
end

-- Read a file. Returns the offsets of all games, the texts of the games and of the gaps, and the reader's counters.
local function read(options, look)
  local reader, places, texts = assert(chess.open(path, options)), {}, {}
  for game in reader.read, reader do
    places[#places + 1] = game.offset .. "+" .. #game.text .. " line " .. game.line
    texts[#texts + 1] = parts.gap(reader) .. game.text
    look(game)
  end
  texts[#texts + 1] = parts.gap(reader)
  local games, bytes = reader.games, reader.bytes
  reader:close()
  return table.concat(places, ", "), table.concat(texts), games, bytes
end

local function nothing() end

-- `is_foreign`: the game was read in a dialect. Text that cannot be read in a dialect may be readable in PGN.
local function check_written(game, is_foreign)
  local text = game:pgn()
  if not text or is_foreign and (game.rest or not game:check()) then
    return
  end
  local again = assert(chess.game(text))
  is_true(game.rest or again.plies == game.plies and again.final == game.final, "a written game has other moves")
  is_true(again:pgn() == text, "a written game is written otherwise")
end

-- JSON is UTF-8, in which some characters of unreadable Latin-1 text can be read: a no-break space, a half.
local function check_json(game)
  local back, err = chess.from_json(game:json())
  is_true(back or err:find("nested too deeply", 1, true), "a game is not read from JSON: " .. tostring(err))
  local is_recoded = game.rest and game.encoding == "latin-1"
  is_true(not back or is_recoded or back.plies == game.plies, "a game in JSON has other moves")
end

-- Read a file by calling read() and count(1) in turn.
local function count_in_turn(options)
  local reader, is_next, passed = assert(chess.open(path, options)), false, 0
  while true do
    if is_next then
      local count, is_over = reader:count(1)
      passed = passed + count
      if is_over then
        break
      end
    else
      local game = reader:read()
      if not game then
        break
      end
      passed = passed + 1
    end
    is_next = not is_next
  end
  local games, bytes = reader.games, reader.bytes
  reader:close()
  return passed, games, bytes
end

local function check(bytes, options)
  local places, text, games, size = read(options, nothing)
  is_true(text == bytes and size == #bytes, "games and gaps are not the file")
  local apart, _, apart_games = read(options, take_apart)
  is_true(apart == places and apart_games == games, "a reader whose games are looked at is elsewhere")
  local passed, turn_games, turn_size = count_in_turn(options)
  is_true(passed == games and turn_games == games and turn_size == size, "a reader that counts is elsewhere")
  local reader = assert(chess.open(path, options))
  is_true(reader:count() == games and reader.bytes == size, "count")
  reader:close()
end

local function check_tests(options)
  local wanted, got = {}, {}
  read(options, function(game)
    if (game.tags.White or ""):find("a", 1, true) or (game.tags.White or ""):find("A", 1, true) then
      wanted[#wanted + 1] = game.offset
    end
    check_written(game, options.dialect ~= nil)
    if not options.dialect then
      check_json(game)
    end
  end)
  options.tags = { { "White", "~", "a" } }
  local reader = assert(chess.open(path, options))
  for game in reader.read, reader do
    got[#got + 1] = game.offset
  end
  reader:close()
  is_true(table.concat(wanted, " ") == table.concat(got, " "), "the tag test passes other games")
end

-- First bytes of formats that source.c decodes or rejects. In these formats, the texts of games and gaps are not the
-- bytes of the file. The same is true of UTF-16, which is read as UTF-8.
local SIGNS = { "\x1f\x8b", "\x28\xb5", "BZh", "PK", "\xfd7zXZ", "7z", "\xff\xfe", "\xfe\xff" }

local function is_packed(bytes)
  for _, sign in ipairs(SIGNS) do
    if bytes:sub(1, #sign) == sign then
      return true
    end
  end
  return bytes:sub(2, 4) == "\x2a\x4d\x18"
end

return function(bytes)
  local flags = bytes:byte() or 0
  bytes = bytes:sub(2)
  if is_packed(bytes) then
    return
  end
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
  local options = { salvage = flags & 1 ~= 0, check = flags & 2 ~= 0, dialect = flags & 4 ~= 0 and "french" or nil }
  check(bytes, options)
  check_tests(options)
end
