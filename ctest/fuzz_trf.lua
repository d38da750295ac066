-- The properties of ctest/fuzz_trf.c. The input is read as a tournament report file, and its games are counted in a
-- crosstable. The first byte chooses the options. These properties must hold:
--   - each problem has a place in the file, a code and a message;
--   - the games are PGN without errors that the file did not have;
--   - the crosstable is written in the format that the first byte chooses, or refused with a message;
--   - a tournament report file that is written is read without errors, and written again with the same bytes. In files
--     with lines 310, it is the second time that counts: damaged lines of teams can give a forfeited match more boards
--     than any match of the file that is written.
--
-- `report:format "trf"` needs one event, and one game per player and round. Other files are refused.

local chess = require("lucena")
local trf_reader = require("lucena.tournament.trf_reader")

local MOST_GAMES = 2000 -- a player has a bye in each round without a cell, so a short file can have many games

local FORMATS = { "csv", "text", "json", "markdown", "csv", "html", "json", "latex" }
local KINDS = { "auto", "auto", "robin", "swiss", "knockout", "match", "teams" }
local TIEBREAKS = { nil, "DE,BH-C1,BH,SB", "ARO,PS,WIN", "KS,BPG,WON", "TPR,FB-C1,PS-C1,ARO-C1" }

local function is_true(holds, words, ...)
  if not holds then
    error(words:format(...), 2)
  end
end

local function check_problems(problems, text)
  local _, lines = text:gsub("\r\n?", "\n"):gsub("\n", "")
  for _, problem in ipairs(problems) do
    is_true(problem.line >= 1 and problem.line <= lines + 1, "line %d of %d", problem.line, lines + 1)
    is_true(problem.column >= 1 and problem.code and utf8.len(problem.message), "a bad problem: %s", problem.text)
  end
end

local function options_of(flags)
  return { kind = KINDS[flags % 7 + 1], tiebreaks = TIEBREAKS[flags // 7 % 5 + 1], min_games = 1,
    scoring = flags & 128 ~= 0 and "3-1-0" or nil }
end

-- Return the crosstable of games, or nil if the options exclude each other.
local function crosstable(games, options)
  local report, message = chess.report("crosstable", options)
  is_true(report or type(message) == "string", "no message")
  local count = 0
  for game in chess.games_in(games) do
    count = count + 1
    report:add(game)
  end
  return report
end

-- Return a file without comments, and with the players of each team in the order of their numbers. The writer lists
-- them by the boards on which they usually played, and the reader knows these only from the list.
local function comparable(text)
  local plain = text:gsub("###[^\r\n]*\r?\n", "")
  return (plain:gsub("(\n013 " .. ("[^\r\n]"):rep(32) .. ")([^\r\n]*)", function(head, list)
    local numbers = {}
    for number in list:gmatch("%d+") do
      numbers[#numbers + 1] = number
    end
    table.sort(numbers)
    return head .. table.concat(numbers, " ")
  end))
end

-- Return the file that is written for the games of a written file.
local function rewritten(text, options)
  local games, problems = trf_reader.read(text, "b.trf")
  for _, problem in ipairs(problems) do
    is_true(problem.severity ~= "error", "a written file has an error: %s\n%s", problem.text, text)
  end
  local again, reason = crosstable(games, options):format "trf"
  is_true(again, "a written file is not written again: %s\n%s", reason, text)
  return again
end

local function check_written(report, options)
  local text, message = report:format "trf"
  if not text then
    is_true(type(message) == "string", "an error without a message")
    return
  end
  if text:find("\n310 ") then
    text = rewritten(text, options)
  end
  local again = rewritten(text, options)
  is_true(comparable(again) == comparable(text), "a written file is written otherwise:\n%s\n%s", text, again)
end

return function(bytes)
  local flags, text = bytes:byte() or 0, bytes:sub(2)
  local games, problems = trf_reader.read(text, "a.trf")
  check_problems(problems, text)
  if select(2, games:gsub(" %* ", "")) > MOST_GAMES then
    return
  end
  local options = options_of(flags)
  local report = crosstable(games, options)
  local format = FORMATS[flags % #FORMATS + 1]
  local written, message = report:format(format)
  is_true(written or type(message) == "string", "no %s and no message", format)
  check_written(report, options)
end
