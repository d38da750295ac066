--- Values of tags and commands in comments that are no numbers of chess: as programs and people write them, too large
-- for an integer or a float, in other notations of numbers or other digits. Each pair of a tag and a value is a game,
-- so that no pair is left to chance.

local M = {}

--- The values. Some are valid for some tags.
M.VALUES = {
  "", "?", "-", "0", "-1", "+5", "007", "1.5", "2.25.3", "1/2", "½", "१२", "１２", "%d%s", "=1+1", "1e308", "1e400",
  "0x10", "nan", "inf", ("9"):rep(30), ("9"):rep(300), "-" .. ("9"):rep(30), ("0"):rep(40) .. "1", "100000",
  "999999999", "1000000000", "-9223372036854775808", "9223372036854775807", "9223372036854775808",
  "0." .. ("9"):rep(30), "2000.13.45", "9999.99.99", "20190504", "1/0", "0/60", "99999999999999999999+1",
  "1+99999999999999999999",
  "99999999999999999999/60", "*99999999999999999999", "1e9+1e9", "40/7200:99999999999999999999", "Z99", "E99/01",
  "\u{202E}", "İ", "12\0", " 12 ", ("A"):rep(300),
}

--- Tags whose values some command reads as numbers, dates, rounds or names.
M.TAGS = { "Date", "EventDate", "UTCDate", "Round", "Result", "WhiteElo", "BlackElo", "WhiteRatingDiff", "ECO",
  "Opening", "PlyCount", "TimeControl", "Termination", "White", "Black", "WhiteTeam", "WhiteTitle", "WhiteFideId",
  "Board", "SetUp", "Time", "UTCTime", "EventRounds" }

--- Commands in comments with numbers; %s is the value.
M.COMMANDS = { "clk %s", "clk 0:00:%s", "clk %s:00:00", "emt %s", "egt 0:%s:00", "mct 0:00:%s", "eval %s",
  "eval #%s", "eval 0.3,%s", "evp 0,%s", "csl R%s" }

local function tag(name, value)
  return ('[%s "%s"]\n'):format(name, (value:gsub('[\\"]', "\\%0")))
end

-- Returns a game in which a tag has another value. Each game has two players of its own.
local function with_tag(number, name, value)
  local tags = { Event = "Open", Site = "Paris", Date = "2000.01.01", Round = "1.1", Black = "Beta " .. number,
    White = "Alpha", Result = "1-0", WhiteElo = "2000", BlackElo = "2100", TimeControl = "60+1" }
  tags[name] = value
  local lines = {}
  for other, text in pairs(tags) do
    lines[#lines + 1] = tag(other, text)
  end
  table.sort(lines)
  return table.concat(lines) .. "\n1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 {[%clk 0:00:58]} 2. Nf3 1-0\n\n"
end

local function with_command(number, command)
  return ('[White "Alpha"]\n[Black "Gamma %d"]\n[TimeControl "60+1"]\n\n'
    .. "1. e4 {%s} e5 {[%%clk 0:00:58]} 2. Nf3 {%s} 1-0\n\n"):format(number, command, command)
end

--- Return the games as an array of {name, text}. `name` has the tag or command and the value.
---@return table[]
function M.games()
  local list = {}
  for _, name in ipairs(M.TAGS) do
    for _, value in ipairs(M.VALUES) do
      list[#list + 1] = { ("%s %q"):format(name, value:sub(1, 40)), with_tag(#list, name, value) }
    end
  end
  for _, form in ipairs(M.COMMANDS) do
    for _, value in ipairs(M.VALUES) do
      local command = ("[%%%s]"):format((form:gsub("%%s", function() return value end)))
      list[#list + 1] = { command:sub(1, 60), with_command(#list, command) }
    end
  end
  return list
end

return M
