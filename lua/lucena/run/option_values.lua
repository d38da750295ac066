--- Parses the values of the options shared by all commands that read games. A bad value ends the command with a usage
-- error that names the option.
-- @module lucena.run.option_values

local M = {}

--- Return the value of --max-game in bytes.
---@param text string? MiB
---@param parser table
---@return integer?
function M.max_game(text, parser)
  local size = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not (size and size >= 1 and size <= 1024) then
    parser:error(("--max-game takes a number of MiB from 1 to 1024, not '%s'"):format(text))
  end
  return size and size << 20
end

local LIMITS = { comment = true, nesting = true, tag = true, tags = true }

-- Read NAME=N.
local function read_limit(word, parser)
  local name, digits = word:match("^(%a+)=(%d+)$")
  local value = name and LIMITS[name] and math.tointeger(tonumber(digits))
  if not value or value > 1 << 30 then
    parser:error(("--allow takes loss, illegal-moves, positions, comment=N, nesting=N, tag=N or tags=N,"
      .. " N up to 1073741824, not '%s'"):format(word))
  end
  return name, value
end

local WORDS = { loss = true, ["illegal-moves"] = true, positions = true }

--- Return the limits that --allow sets, as `chess.open` takes them, and the words without a number that it has.
---@param words string[]? each NAME=N, loss, illegal-moves or positions
---@param parser table
---@return table<string, integer>
---@return table<string, boolean> has
function M.limits(words, parser)
  local limits, has = {}, {}
  for _, word in ipairs(words or {}) do
    if WORDS[word] then
      has[word] = true
    else
      local name, value = read_limit(word, parser)
      limits[name] = value
    end
  end
  return limits, has
end

--- Return the number of workers of --jobs; nil if there are no workers.
---@param text string?
---@param parser table
---@return integer?
function M.workers(text, parser)
  local count = text == "auto" and 0 or text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not (count and count <= 1024) then
    parser:error(("--jobs takes a number of processes up to 1024, or auto, not '%s'"):format(text))
  elseif count == 0 then
    count = require("lucena.core").processors()
  end
  return count and count > 1 and count or nil
end

--- Return K and N of --range K/N.
---@param text string?
---@param parser table
---@return integer[]? range {k, n}
function M.range(text, parser)
  if not text then
    return nil
  end
  local k, n = text:match("^(%d+)/(%d+)$")
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if not n or k < 1 or k > n or n > 1 << 20 then
    parser:error(("--range takes K/N (part K of N, such as 3/8), not '%s'"):format(text))
  end
  return { k, n }
end

--- Return the selected games of each file, from --games.
---@param text string?
---@param parser table
---@return table? selection
function M.games(text, parser)
  local selection = text and require("lucena.run.selection").parse(text)
  if text and not selection then
    parser:error(("'%s' names no games; --games takes numbers from 1 and ranges: 3,7,10-12 or 5-"):format(text))
  end
  return selection
end

return M
