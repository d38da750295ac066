--- The name of a tag, such as WhiteElo. Other programs' tags are known by name (lucena.tag_names).
-- @module lucena.explain.tag

local tag_names = require("lucena.tag_names")

-- {section of the PGN standard, meaning}
local MEANINGS = {
  Event = { "8.1.1.1", "the name of the tournament or match" }, Site = { "8.1.1.2", "the place" },
  Date = { "8.1.1.3", "the day of the game, YYYY.MM.DD" }, Round = { "8.1.1.4", "the number of the round" },
  White = { "8.1.1.5", "the player of White: surname, given name" },
  Black = { "8.1.1.6", "the player of Black: surname, given name" },
  Result = { "8.1.1.7", "the result: 1-0, 0-1, 1/2-1/2 or *" },
  WhiteTitle = { "9.1.1", "White's title, such as GM" }, BlackTitle = { "9.1.1", "Black's title, such as GM" },
  WhiteElo = { "9.1.2", "White's rating by FIDE" }, BlackElo = { "9.1.2", "Black's rating by FIDE" },
  WhiteUSCF = { "9.1.3", "White's rating in the USA" }, BlackUSCF = { "9.1.3", "Black's rating in the USA" },
  WhiteNA = { "9.1.4", "White's electronic address" }, BlackNA = { "9.1.4", "Black's electronic address" },
  WhiteType = { "9.1.5", "human or program" }, BlackType = { "9.1.5", "human or program" },
  EventDate = { "9.2.1", "the first day of the event" }, EventSponsor = { "9.2.2", "the sponsor of the event" },
  Section = { "9.2.3", "the section of the tournament" }, Stage = { "9.2.4", "the stage of the event" },
  Board = { "9.2.5", "the number of the board" }, Opening = { "9.3.1", "the name of the opening" },
  Variation = { "9.3.2", "the name of the variation" }, SubVariation = { "9.3.3", "the name of the subvariation" },
  ECO = { "9.4.1", "the ECO code of the opening" }, NIC = { "9.4.2", "the code of New in Chess" },
  Time = { "9.5.1", "the local time at the start, HH:MM:SS" }, UTCTime = { "9.5.2", "the time at the start in UTC" },
  UTCDate = { "9.5.3", "the day in UTC" }, TimeControl = { "9.6.1", "the time control, such as 40/7200:3600" },
  SetUp = { "9.7.1", "1 if the game starts from the tag FEN, else 0" },
  FEN = { "9.7.2", "the position at the start" }, Termination = { "9.8.1", "how the game ended" },
  Annotator = { "9.9.1", "who wrote the comments" }, Mode = { "9.9.2", "how it was played: OTB, ICS ..." },
  PlyCount = { "9.9.3", "the number of plies" },
}

local OTHERS = tag_names.GROUPS[3]

local function is_other(name)
  return (" " .. OTHERS[2]:gsub("%s+", " ") .. " "):find(" " .. name .. " ", 1, true) ~= nil
end

local function read(text)
  local known = MEANINGS[text]
  if known then
    return {
      headline = ("A tag: %s."):format(known[2]), where = ("In the tag section of a game: [%s \"...\"]."):format(text),
      source = ("PGN %s."):format(known[1]),
    }
  end
  return text:find("^%u%w*$") and is_other(text) and {
    headline = "A tag of other programs and sites.", source = "Files of programs and sites; not in PGN.",
    where = ("In the tag section of a game: [%s \"...\"]."):format(text),
  } or nil
end

return { title = "tag", examples = "WhiteElo, TimeControl", read = read }
