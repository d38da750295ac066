--- Constants of queries that different programs define differently. A constant has one value for all queries of a
-- program; `lucena filter --define blunder=20` sets it. A value in a query, such as `q.blunder{drop = 20}`, takes
-- precedence.
-- @module lucena.definitions

local M = {}

--- {name, default, type, description}, in the order of the help.
M.WORDS = {
  { "time_classes", "fide", { fide = true, lichess = true }, "classes of time controls: fide or lichess" },
  { "time_trouble", 60, "number", "fewer than N seconds on the clock" },
  { "inaccuracy", 5, "number", "an inaccuracy loses at least N points of win percentage" },
  { "mistake", 10, "number", "a mistake loses at least N points of win percentage" },
  { "blunder", 15, "number", "a blunder loses at least N points of win percentage" },
}

--- The values, by name.
---@type table<string, number|string>
M.value = {}

local words = {}
for _, word in ipairs(M.WORDS) do
  words[word[1]], M.value[word[1]] = word, word[2]
end

--- Set a constant.
---@param name string
---@param text string
---@return boolean? done
---@return string? problem
-- @usage require("lucena.definitions").set("blunder", "15") --> true
function M.set(name, text)
  local word = words[name]
  if not word then
    local names = {}
    for i, known in ipairs(M.WORDS) do
      names[i] = known[1]
    end
    return nil, ("there is no constant '%s'; there are %s"):format(name, table.concat(names, ", "))
  end
  local value = text
  if word[3] == "number" then
    value = text:find("^[%d.]+$") and tonumber(text)
  elseif not word[3][text] then
    value = nil
  end
  if not value then
    return nil, ("'%s' is not a value of %s: %s"):format(text, name, word[4])
  end
  M.value[name] = value
  return true
end

return M
