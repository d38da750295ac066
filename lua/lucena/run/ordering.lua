--- Sort keys of games, made from tags, fields, length, movetext and computed values. All sort keys of a game are joined
-- to one string, so that games are compared byte by byte.
-- @module lucena.run.ordering

local core = require("lucena.core")
local fields = require("lucena.run.fields")

local M = {}

-- ---- keys ----------------------------------------------------------------------------------------

-- Each part of a key ends in a zero byte and contains no other zero byte. So "Tal" sorts before "Talbot".
local ESCAPES = { ["\0"] = "\1\1", ["\1"] = "\1\2" }

local function text_part(value)
  local text = require("lucena.format").to_utf8(value)
  return (text:find("[\0\1]") and text:gsub("[\0\1]", ESCAPES) or text) .. "\0"
end

-- Encode a number as text that sorts by value: the count of its digits, then its digits.
local function number_part(digits)
  digits = digits:gsub("^0+", "")
  return string.char(4 + math.min(#digits, 200)) .. digits
end

-- Encode the numbers in a value, in their order. Values sort as follows: empty, "?", "-", values with numbers, others.
local function numbers_part(value)
  if value == "" then
    return "\0"
  elseif value == "?" then
    return "\2\0"
  elseif value == "-" then
    return "\3\0"
  end
  local parts = {}
  for digits in value:gmatch("%d+") do
    parts[#parts + 1] = number_part(digits)
  end
  return #parts > 0 and table.concat(parts) .. "\0" or "\255" .. text_part(value)
end

local function date_part(value)
  return numbers_part((value:gsub("%?", "0")))
end

local function part_of(name)
  if name:find("Date$") then
    return date_part
  elseif name:find("Elo$") or name:find("USCF$") or name:find("Time$") or name == "Round" or name == "Board"
    or name == "PlyCount" then
    return numbers_part
  end
  return text_part
end

-- Complement each byte, to reverse the sort order.
local function turned(text)
  return (text:gsub(".", function(byte) return string.char(255 - byte:byte()) end))
end

local KEYS = { plies = true, movetext = true } -- the keys that are no tags

-- Return the names that are no tags, for suggestions.
local function known_names()
  local names = {}
  for _, list in ipairs { KEYS, require("lucena.field").COMPUTED } do
    for name in pairs(list) do
      names[name] = true
    end
  end
  return names
end

-- Return the function that returns the part of a game's key that an expression computes.
local function computed(expression, option, parser)
  local value_of, problem = require("lucena.run.sort_value").parse(expression, option, text_part)
  if not value_of then
    parser:error(problem:find(option, 1, true) == 1 and problem or ("%s: %s"):format(option, problem))
  end
  return value_of
end

-- Return the function that returns the part of a game's key that has this name.
local function named(name, option, parser)
  if name == "plies" then
    return function(game) return number_part(tostring(game.plies)) end
  end
  local part = part_of((name:gsub(":%d+$", "")))
  local field = fields.computed(name, option, parser)
  if field then
    local encode = require("lucena.run.sort_value").encode
    return function(game)
      local key = field.of(game)
      return type(key) == "string" and "\5" .. part(key) or encode(key)
    end
  end
  name = KEYS[name] and name or fields.tag(name, option, parser, known_names())
  return function(game) return part(game.tags[name] or "") end
end

-- Parse one word of the list. Returns its name (nil for an expression), whether a - is before it, and a function that
-- returns this part of a game's key.
local function parse_word(word, option, parser)
  local name = word:match("^%-?([%a_][%w_:/]*)$")
  local bare = word:gsub("^%-", "")
  local expression = not name and require("lucena.game_value").is_expression(bare) and bare or nil
  if not name and not expression then
    parser:error(("%s takes names of tags, plies and movetext, and queries in parentheses, not '%s'"):format(option,
      word))
  end
  local value_of = expression and computed(expression, option, parser) or named(name, option, parser)
  if word:find("^%-") then
    return name, true, function(game) return turned(value_of(game)) end
  end
  return name, false, value_of
end

--- Parse a list of sort keys, which may be queries in parentheses (`lucena.run.sort_value`). Returns an array of
-- functions of a game. Its field `by_text` is the order by movetext among equal keys ("up", "down" or nil).
-- `has_script` is true if the user's code computes a key.
---@param spec string "Date,-WhiteElo"
---@param option string for messages
---@param parser table
---@return table plan
function M.parse(spec, option, parser)
  local plan = {}
  for _, word in ipairs(require("lucena.game_value").words(spec)) do
    local name, is_turned, value_of = parse_word(word, option, parser)
    if plan.by_text then
      parser:error(option .. ": movetext must be the last key")
    elseif name == "movetext" then
      plan.by_text = is_turned and "down" or "up"
    else
      plan[#plan + 1] = value_of
      plan.has_script = plan.has_script or name == nil
    end
  end
  return plan
end

--- Return the key of a game: one string that combines all its sort keys.
---@param game lucena.Game
---@param plan table
---@return string
function M.key(game, plan)
  local parts = {}
  for i = 1, #plan do
    parts[i] = plan[i](game)
  end
  return table.concat(parts)
end

-- ---- order ---------------------------------------------------------------------------------------

-- Sort the games from index `first` to `last` of `order` by their movetext. These games have equal keys.
local function sort_by_text(order, first, last, store, direction)
  local texts, run = {}, table.move(order, first, last, 1, {})
  for _, id in ipairs(run) do
    local text = store:text(id)
    local _, at = core.tag_places(text, {})
    texts[id] = text:sub(at):match("^%s*(.*)$")
  end
  table.sort(run, function(a, b)
    local x, y = texts[a], texts[b]
    if x == y then
      return a < b
    elseif direction == "down" then
      x, y = y, x
    end
    return x < y
  end)
  table.move(run, 1, #run, first, order)
end

--- Return the games in order; equal games keep the order of their ids.
---@param keys string[] by id, 1, 2, 3 ...
---@param store table `store:text(id)` is the text of a game
---@param direction? string `by_text` of the plan
---@return integer[] ids
function M.sorted(keys, store, direction)
  local order = {}
  for id = 1, #keys do
    order[id] = id
  end
  table.sort(order, function(a, b)
    local x, y = keys[a], keys[b]
    if x == y then
      return a < b
    end
    return x < y
  end)
  local first = 1
  for i = 2, direction and #order + 1 or 1 do
    if keys[order[i]] ~= keys[order[first]] then
      if i - first > 1 then
        sort_by_text(order, first, i - 1, store, direction)
      end
      first = i
    end
  end
  return order
end

return M
