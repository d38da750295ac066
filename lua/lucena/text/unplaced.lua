--- Finds the parts of scores that are in no game: at least SHORTEST numbered moves in sequence, outside brackets, that
-- were not played although one of their numbers continues the game. Other moves that are in no game belong to a
-- position that the text shows in a picture, or are only named: they are counted.
--
-- Numbers on the same line and on neighbouring lines are in sequence in any order, because a score in columns is
-- printed by rows. Other numbers must count up.
-- Cost: linear in the moves.
-- @module lucena.text.unplaced

local M = {}

local SHORTEST = 3 -- numbered moves
local FARTHEST = 5 -- numbers between the next one of the game and that of the group

local function is_lost(mention)
  return not mention.target and not mention.repeats and mention.state ~= "unread" and mention.state ~= "ambiguous"
end

-- Return whether a numbered move continues a group of lost moves.
local function continues(group, mention)
  local latest = group.latest
  if mention.line - latest.line <= 1 then
    return true
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

-- Add a group to a list, if it has enough numbers and continues the game.
local function close(list, group, latest)
  if group and latest and group.numbers >= SHORTEST and is_next(group, latest) then
    list[#list + 1] = group
  end
end

-- Add a move that is in no game to the group of the moves before it, or begin a group.
local function add(list, group, mention, latest)
  if not mention.number then
    if group and mention.run == group.latest.run then
      group[#group + 1] = mention
    end
    return group
  elseif not group or not continues(group, mention) then
    close(list, group, latest)
    group = { numbers = 0 }
  end
  group[#group + 1], group.numbers, group.latest = mention, group.numbers + 1, mention
  return group
end

--- Find the moves of scores that are in no game.
---@param mentions table[] printed moves in the order of the text, with their final states
---@return table[][] groups mentions, a group for each part of a score
function M.groups(mentions)
  local list, group, latest = {}, nil, nil
  for _, mention in ipairs(mentions) do
    local is_score = mention.run.depth == 0
    if is_score and is_lost(mention) then
      group = add(list, group, mention, latest)
    elseif is_score then
      close(list, group, latest)
      group, latest = nil, mention.is_main and mention.target or latest
    end
  end
  close(list, group, latest)
  return list
end

return M
