-- The properties of ctest/fuzz_json.c. The input is read as one or several games in JSON, as `lucena convert -f json`
-- does. The first byte chooses the options. These properties must hold:
--   - each value gives a game, or a message and a code; a message never comes from an error inside Lucena;
--   - a game is written as JSON, read again without an error, and written again with the same bytes, except that the
--     new text is UTF-8 and names no encoding;
--   - a game is written as PGN, or refused with a message and a code; the PGN has the same moves.

local chess = require("lucena")
local json = require("lucena.json")

local MOST = 50 -- games of one input

local function is_true(holds, words, ...)
  if not holds then
    error(words:format(...), 2)
  end
end

local function check_message(message, code)
  is_true(type(message) == "string" and type(code) == "string", "no message or no code: %s, %s", message, code)
  is_true(not message:find("^%S+%.lua:%d+: ") and not message:find("^attempt to "), "an internal error: %s", message)
end

local function check_pgn(game)
  local text, message, code = game:pgn()
  if not text then
    return check_message(message, code)
  end
  local again = assert(chess.game(text))
  is_true(again.plies == game.plies, "the PGN has %d plies in place of %d", again.plies, game.plies)
end

-- Write a game without what describes the text from which it was read.
local function json_of(game)
  return (game:json():gsub(',"encoding":"[%w-]*"}$', "}"):gsub(',"repairs":%[.*%]}$', "}"))
end

local function check_game(game)
  local text = json_of(game)
  local again, message, code = chess.from_json(text, { illegal_moves = true })
  is_true(again, "a written game is refused: %s [%s]\n%s", message, code, text)
  local twice = json_of(again)
  is_true(twice == text, "a written game is written otherwise:\n%s\n%s", text, twice)
  check_pgn(game)
end

return function(bytes)
  local flags, text = bytes:byte() or 0, bytes:sub(2)
  local count = 0
  for at, game, message, code in json.each(text, { illegal_moves = flags & 1 ~= 0 or nil }) do
    is_true(at >= 1 and at <= #text + 1, "offset %d of %d bytes", at, #text)
    if game then
      check_game(game)
    else
      check_message(message, code)
    end
    count = count + 1
    if count == MOST then
      break
    end
  end
end
