--- The names of tags that are in use: those of the PGN standard, and those that programs and sites write. A name that
-- is not in the list is an error, because it is usually a misspelling: no game has such a tag, and a test of it would
-- never hold. Any other tag is written `tag:NAME`.
-- Sources: the PGN standard, 8.1.1 and 9.1 to 9.9; files of Lichess, Chess.com, ChessBase, TWIC and pgn-extract.
-- @module lucena.tag_names

local M = {}

--- The groups: {title, names}. Another tag is written tag:NAME.
M.GROUPS = {
  { "Tags of every game (PGN 8.1.1)", "Event Site Date Round White Black Result" },
  { "Other tags of the PGN standard (9.1 to 9.9)",
    [[WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate
      EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN
      Termination Annotator Mode PlyCount]] },
  { "Tags of other programs and sites",
    [[WhiteTeam BlackTeam WhiteTeamCountry BlackTeamCountry WhiteFideId BlackFideId WhiteCountry BlackCountry WhiteFED
      BlackFED WhiteClock BlackClock WhiteRatingDiff BlackRatingDiff WhiteACF BlackACF EventType EventRounds
      EventCountry EventCategory EventURL Source SourceTitle SourceDate SourceQuality SourceVersion SourceVersionDate
      Remark HashCode Variant StartTime EndTime EndDate GameId Link Timezone CurrentPosition ECOUrl Country Comment
      StudyName ChapterName ChapterURL GameURL BroadcastName BroadcastURL LichessURL TotalPlyCount Arbiter Language
      Title Material Tournament Match Category Rated GameDuration]] },
}

local tags = {}
for _, group in ipairs(M.GROUPS) do
  for name in group[2]:gmatch("%S+") do
    tags[name] = true
  end
end

--- Return all names of the list, sorted.
---@return string[]
-- @usage require("lucena.tag_names").names()[1] --> Annotator
function M.names()
  local names = {}
  for name in pairs(tags) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Return the usual spelling of a name, whose case may differ. Other names are returned unchanged.
---@param name string
---@return string
-- @usage require("lucena.tag_names").usual "whiteelo" --> WhiteElo
function M.usual(name)
  for tag in pairs(tags) do
    if tag:lower() == name:lower() then
      return tag
    end
  end
  return name
end

--- Return the tag of a name.
---@param name string a known tag, or tag:NAME
---@param others? table other known names as keys, for the suggestion
---@return string? tag
---@return string? err
-- @usage select(2, require("lucena.tag_names").find "Whit"):match ";.*%?" --> ; did you mean 'White'?
function M.find(name, others)
  local private = name:match("^tag:(.*)$")
  if tags[name] or private and require("lucena.argument").is_tag_name(private) then
    return private or name
  end
  local known = {}
  for _, names in ipairs { tags, others or {} } do
    for other in pairs(names) do
      known[other] = true
    end
  end
  return nil, ("there is no field '%s'%s (`lucena help fields` lists them; another tag is tag:NAME)"):format(
    require("lucena.argument").shown(name), require("lucena.suggestion").hint(name, known))
end

return M
