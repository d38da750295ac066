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

local tags, by_lower_case = {}, {}
for _, group in ipairs(M.GROUPS) do
  for name in group[2]:gmatch("%S+") do
    tags[name], by_lower_case[name:lower()] = true, name
  end
end

--- Return the value of a tag, or nil if it is unknown: no tag, "", "?" and "????.??.??" mean the same (PGN 8.1.1).
---@param value string?
---@return string?
-- @usage require("lucena.tag_names").known("????.??.??") --> nil
function M.known(value)
  return value and not value:find("^[%s.]*%?[%s?.]*$") and value:find("%S") and value or nil
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
  return tags[name] and name or by_lower_case[name:lower()] or name
end

--- Return whether a tag is in the list.
---@param name string
---@return boolean
-- @usage require("lucena.tag_names").is_known "Date" --> true
function M.is_known(name)
  return tags[name] == true
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
  return nil, ("there is no field '%s'%s (`lucena help fields` lists them; write any other tag as tag:NAME)"):format(
    require("lucena.argument").shown(name), require("lucena.suggestion").hint(name, known))
end

-- Report whether a name looks like a misspelling of a known name. In names of up to four letters, one different letter
-- usually makes another word, such as Line and Link. A name with a digit, such as Round2, is not a misspelling.
local function is_misspelled(name, known)
  local a, b = name:lower(), known:lower()
  if a == b then
    return true
  elseif not require("lucena.suggestion").is_near(a, b) or name:find("%d") then
    return false
  end
  local other = 0
  for i = 1, #a == #b and #a <= 4 and #a or 0 do
    other = other + (a:byte(i) ~= b:byte(i) and 1 or 0)
  end
  return other ~= 1
end

--- Return the known tag that a name misspells; nil if the name is itself known, or is not similar to a known name.
---@param name string
---@return string?
-- @usage require("lucena.tag_names").meant "Evnt" --> Event
-- @usage require("lucena.tag_names").meant "MyTag" --> nil
function M.meant(name)
  if tags[name] or #name < 3 then
    return nil
  end
  for _, known in ipairs(M.names()) do
    if is_misspelled(name, known) then
      return known
    end
  end
end

--- Return the name of a tag to write. A name that looks like a misspelling of a known tag is an error. With the prefix
-- `tag:`, any name is accepted.
---@param name string
---@return string? tag
---@return string? err
-- @usage require("lucena.tag_names").to_write "tag:Whit" --> Whit
-- @usage select(2, require("lucena.tag_names").to_write "Whit"):match ";.*%?" --> ; did you mean 'White'?
function M.to_write(name)
  local private = name:match("^tag:(.*)$")
  local tag = private or name
  if not require("lucena.argument").is_tag_name(tag) then
    return nil, ("'%s' is not a tag name (letters, digits and _, at most 255)"):format(
      require("lucena.argument").shown(tag))
  end
  local meant = not private and M.meant(name)
  if meant then
    return nil, ("there is no tag '%s'; did you mean '%s'? (`lucena help fields` lists them; to use this name, write "
      .. "tag:%s)"):format(name, meant, name)
  end
  return tag
end

return M
