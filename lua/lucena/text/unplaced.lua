--- Finds the parts of scores that are in no game: moves that were not played, and that are one of
--
-- - at least FEWEST_NUMBERED numbered moves in sequence outside brackets, if one of their numbers continues the game;
-- - in a text of a page, at least FEWEST moves close together, some of them with a number or the letter of a piece, or
--   FEWEST_NUMBERED numbered moves and as many replies close together, or FEWEST moves in rows anywhere.
--
-- Other moves that are in no game are only named, or belong to a position that a book shows in a picture: they are
-- counted.
--
-- Numbers on the same line and on neighbouring lines are in sequence in any order, because a score in columns is
-- printed by rows. Other numbers must count up.
-- Cost: linear in the moves.
-- @module lucena.text.unplaced

local M = {}

local FEWEST_NUMBERED = 3
local FARTHEST = 5 -- numbers between the next one of the game and that of the group
local FEWEST = 8 -- moves close together
local NEAR = 48 -- bytes between two of them
local LEAST_SCORE = 1 / 3 -- of them have a number, or are no squares: "e4", "O-O" in a list name squares

local function is_lost(mention)
  return not mention.target and not mention.repeats and mention.state ~= "unread" and mention.state ~= "ambiguous"
end

-- Return whether a move is close to the last one of a group.
local function is_near(group, mention)
  return mention.first - group[#group].last <= NEAR
end

-- Return whether a numbered move continues a group of lost moves.
local function continues(group, mention)
  local latest = group.latest
  if is_near(group, mention) then
    return true
  elseif not latest or not latest.line or mention.line - latest.line <= 1 then
    return latest ~= nil
  end
  local step = mention.number.value - latest.number.value
  return step == 0 or step == 1
end

-- Return whether a group has a number that continues a game, although some moves before it may be unreadable.
local function is_next(group, latest)
  local next_value = latest.ply // 2 + 1
  for _, mention in ipairs(group) do
    local value = mention.number and mention.number.value
    if value and value >= next_value and value <= next_value + FARTHEST then
      return true
    end
  end
  return false
end

-- Return whether a group is a score wherever it is.
local function is_dense(group)
  local is_long = group.numbers >= FEWEST_NUMBERED and #group >= 2 * FEWEST_NUMBERED or #group >= FEWEST
  return is_long and group.scores >= LEAST_SCORE * #group
end

-- Add a group to a list, if it is a part of a score.
local function close(list, group, latest, is_page)
  local is_part = group and latest and group.numbers >= FEWEST_NUMBERED and is_next(group, latest)
  if group and (is_part or is_page and is_dense(group)) then
    list[#list + 1] = group
  end
end

-- Return whether a move is more than the name of a square.
local function is_score(mention)
  local token = mention.token and mention.token.text
  return mention.number ~= nil or not token or not token:find("^[a-h][1-8]")
end

-- Add a move that is in no game to the group of the moves before it, or begin a group.
local function add(list, group, mention, latest, is_page)
  local follows = group and (is_near(group, mention) or mention.number and continues(group, mention)
    or not mention.number and group.latest and mention.run == group.latest.run)
  if not follows then
    close(list, group, latest, is_page)
    group = { numbers = 0, scores = 0 }
  end
  group[#group + 1] = mention
  group.scores = group.scores + (is_score(mention) and 1 or 0)
  if mention.number then
    group.numbers, group.latest = group.numbers + 1, mention
  end
  return group
end

-- Return the groups with that of the other lost moves in rows, if they are many: a score whose columns were mixed.
local function with_rows(list, mentions)
  local known, rows = {}, {}
  for _, group in ipairs(list) do
    for _, mention in ipairs(group) do
      known[mention] = true
    end
  end
  for _, mention in ipairs(mentions) do
    rows[#rows + 1] = mention.run.is_row and is_lost(mention) and not known[mention] and mention or nil
  end
  list[#list + 1] = #rows >= FEWEST and rows or nil
  return list
end

--- Find the moves of scores that are in no game.
---@param mentions table[] printed moves in the order of the text, with their final states
---@param is_page boolean whether the text is no book
---@return table[][] groups mentions, a group for each part of a score
function M.groups(mentions, is_page)
  local list, group, latest = {}, nil, nil
  for _, mention in ipairs(mentions) do
    local counts = is_page or mention.run.depth == 0
    if counts and is_lost(mention) then
      group = add(list, group, mention, latest, is_page)
    elseif counts then
      close(list, group, latest, is_page)
      group, latest = nil, mention.is_main and mention.target or latest
    end
  end
  close(list, group, latest, is_page)
  return is_page and with_rows(list, mentions) or list
end

local LARGEST_PAGE = 1 << 15 -- bytes

--- Make the moves of scores that are in no game `unread`. The first one has their number, for the message.
---@param mentions table[] as for `groups`
---@param size integer bytes of the text
function M.mark(mentions, size)
  for _, group in ipairs(M.groups(mentions, size <= LARGEST_PAGE)) do
    group[1].count = #group
    for i = 1, #group do
      group[i].state, group[i].reason = "unread", "in_no_game"
    end
  end
end

return M
