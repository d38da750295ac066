--- The columns and signs of FIDE's tournament report file (TRF), for reading and writing.
--
-- Source: FIDE Handbook, "Format of Tournament Report File", version 2026 (TRF26, applied from September 2025). The
-- lines used here have the same columns in the version of 2016 (TRF16):
--
--     012 to 132   the tournament: name, city, federation, dates, numbers, type, arbiters, time control, round dates
--     001          a player, and per round (10 columns, from column 92) opponent, colour and result
--     013          a team and its players
--     ###          a comment (2026)
--
-- Of the lines added in 2026, 310 (a team), 240 (byes), 142 (the number of rounds) and 162 (points of a win, a draw, a
-- loss) are used. Columns count characters, from 1.
-- @module lucena.tournament.trf

local format = require("lucena.format")

local M = {}

--- The columns of a player's line: name -> {first, last}.
M.PLAYER = {
  start = { 5, 8 }, sex = { 10, 10 }, title = { 11, 13 }, name = { 15, 47 }, rating = { 49, 52 },
  federation = { 54, 56 }, fide_id = { 58, 68 }, birth = { 70, 79 }, points = { 81, 84 }, rank = { 86, 89 },
}

--- The first column of round 1, and the number of columns of a round.
M.FIRST, M.STEP = 92, 10

--- The lines about the tournament: code -> {the tag of games, the name of the fact}.
M.TOURNAMENT = {
  ["012"] = { "Event", "name" }, ["022"] = { "Site", "city" }, ["032"] = { "EventCountry", "federation" },
  ["042"] = { "EventDate", "start" }, ["052"] = { "EndDate", "finish" }, ["092"] = { "EventType", "type" },
  ["102"] = { "Arbiter", "arbiter" }, ["112"] = { "DeputyArbiter", "deputy" }, ["122"] = { "TimeControl", "time" },
  ["142"] = { "EventRounds", "rounds" },
}

--- The tags of a player, after White or Black: {tag, name of the fact}. TeamNumber is the place of the team among the
-- teams of the file, TeamPlace that of the player in the team.
M.TAGS = {
  { "Title", "title" }, { "FED", "federation" }, { "FideId", "fide_id" }, { "Sex", "sex" }, { "BirthDate", "birth" },
  { "StartNumber", "start" }, { "TeamNumber", "team_number" }, { "TeamPlace", "team_place" },
}

--- Return a function that returns columns of a line, and the number of its columns. The line is read once, so that the
-- cost of a line is linear however many columns are taken from it.
---@param line string UTF-8
---@return fun(first: integer, last: integer): string
---@return integer
function M.cutter(line)
  if not line:find("[\x80-\xFF]") then
    return function(first, last) return line:sub(first, last) end, #line
  end
  local starts = {}
  for at in line:gmatch("()" .. utf8.charpattern) do
    starts[#starts + 1] = at
  end
  return function(first, last)
    local from, after = starts[first], starts[last + 1]
    return from and line:sub(from, after and after - 1 or -1) or ""
  end, #starts
end

--- Return columns of a line.
---@param line string UTF-8
---@param first integer
---@param last integer
---@return string
-- @usage require("lucena.tournament.trf").columns("Jürgen", 3, 4) --> rg
function M.columns(line, first, last)
  return (M.cutter(line))(first, last)
end

--- Return a text of exactly `width` characters.
---@param text string UTF-8
---@param width integer
---@return string
-- @usage "[" .. require("lucena.tournament.trf").fitted("Müller", 8) .. "]" --> [Müller  ]
function M.fitted(text, width)
  local length = utf8.len(text) or #text
  if length > width then
    return M.columns(text, 1, width)
  end
  return text .. (" "):rep(width - length)
end

--- Return a text of exactly `width` characters, with blanks before it.
---@param text string UTF-8
---@param width integer
---@return string
-- @usage "[" .. require("lucena.tournament.trf").aligned("é1", 3) .. "]" --> [ é1]
function M.aligned(text, width)
  local length = utf8.len(text) or #text
  return length > width and M.columns(text, 1, width) or (" "):rep(width - length) .. text
end

--- Return whether a line of text begins a tournament report file.
---@param line string
---@return boolean
-- @usage require("lucena.tournament.trf").begins "012 Club Open" --> true
function M.begins(line)
  return line:find("^0[0-3][123] ") ~= nil or line:find("^###") ~= nil or line:find("^XX[RC] ") ~= nil
end

--- Split a text into lines; CR, LF and CR LF end a line.
---@param text string
---@return string[] lines in UTF-8
function M.lines(text)
  local lines = {}
  for line in (text:gsub("^\u{FEFF}", ""):gsub("\r\n?", "\n") .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = format.to_utf8(line)
  end
  return lines
end

return M
