-- The properties of ctest/fuzz_read.c. The first byte of the input chooses the options of chess.read_text, and whether
-- the text is a page of HTML. These properties must hold:
--   - a text gives games and a report, or nil, a message and a code;
--   - the instructions of Lua that are executed are bounded by the length of the text;
--   - mentions and diagnostics are inside the text, at the line and column of their offset, and the counts are those of
--     the mentions;
--   - each game has only legal moves, is written as PGN, and is read again with the same moves.

local chess = require("lucena")
local work_of = dofile("ctest/work.lua")

local DIALECTS = { "auto", "english", "descriptive", "german", "russian", "figurine", "descriptive:spanish", "lan" }

-- The most instructions that a text of no length and each byte may need, in thousands. Detection reads the text once
-- per language. A misprint costs many spellings, but only a hundred misprints of a text are examined.
local FIXED, PER_BYTE = 60000, 20

local function is_true(holds, words, ...)
  if not holds then
    error(words:format(...), 2)
  end
end

local function options_of(flags)
  return { dialect = DIALECTS[flags % 8 + 1], misprints = flags & 8 ~= 0, prose = flags & 16 ~= 0 and "none" or nil }
end

-- Return the offsets at which the lines of a text begin.
local function starts_of(text)
  local starts = { 0 }
  for at in text:gmatch("\n()") do
    starts[#starts + 1] = at - 1
  end
  return starts
end

local function check_place(record, starts, size)
  is_true(record.offset >= 0 and record.offset < size, "offset %d of %d bytes", record.offset, size)
  is_true(starts[record.line] == record.offset - record.column + 1, "offset %d is not %d:%d", record.offset,
    record.line, record.column)
end

local function check_report(report, text, games)
  local starts, counts = starts_of(text), {}
  for _, mention in ipairs(report.mentions) do
    check_place(mention, starts, #text)
    counts[mention.state] = (counts[mention.state] or 0) + 1
    is_true(mention.game == nil or mention.game >= 0 and mention.game <= games, "game %s", mention.game)
  end
  for _, diagnostic in ipairs(report.diagnostics) do
    check_place(diagnostic, starts, #text)
    is_true(utf8.len(diagnostic.message), "a message is not UTF-8")
  end
  for state, count in pairs(report.counts) do
    is_true(count == (counts[state] or 0), "%d %s, counted %d", counts[state] or 0, state, count)
  end
end

local function check_game(game)
  is_true(game:check(), "a game has errors: %s", game.diagnostics[1] and game.diagnostics[1].text)
  local text, message = game:pgn()
  is_true(text, "a game is not written: %s", message)
  local again, problem = chess.game(text)
  is_true(again, "a game is not read again: %s", problem)
  is_true(again:check() and again.plies == game.plies and again.final == game.final
    and again.node_count == game.node_count, "a written game has other moves")
  is_true(again:pgn() == text, "a written game is written otherwise")
end

return function(bytes)
  local flags, text = bytes:byte() or 0, bytes:sub(2)
  text = (flags & 32 ~= 0 and "<html>" or "") .. text
  local work, games, report, code = work_of(chess.read_text, text, options_of(flags))
  is_true(work <= FIXED + PER_BYTE * #text, "%d thousand instructions for %d bytes", work, #text)
  if not games then
    is_true(type(report) == "string" and type(code) == "string", "an error without a message or a code")
    return
  end
  check_report(report, chess.to_utf8(text) or text, #games)
  for _, game in ipairs(games) do
    check_game(game)
  end
end
