--- Parses the values of options: numbers of all commands, and the options shared by all commands that read games. A bad
-- value ends the command with a usage error that names the option.
-- @module lucena.run.option_values

local M = {}

-- Return lucena.number. Every command loads this module, most without a number on the command line.
local function numbers()
  return require("lucena.number")
end

--- Return the number of an option.
---@param text string? nil if the option was not given
---@param flag string such as "--depth"
---@param rule table as for `lucena.number.read`
---@param parser table
---@return number? value nil if the option was not given
function M.number(text, flag, rule, parser)
  if not text then
    return nil
  end
  local value, expected = numbers().read(rule, text)
  return value or parser:error(("%s takes %s, not '%s'"):format(flag, expected, text))
end

--- Return the integer of an option.
---@param text string? nil if the option was not given
---@param flag string such as "--depth"
---@param least integer
---@param most? integer
---@param parser table
---@return integer? value nil if the option was not given
function M.integer(text, flag, least, most, parser)
  return M.number(text, flag, { kind = "integer", least = least, most = most }, parser)
end

local MIB = { kind = "integer", least = 1, most = 1024, noun = "a number of MiB" }

--- Return the value of --max-game in bytes.
---@param text string? MiB
---@param parser table
---@return integer?
function M.max_game(text, parser)
  local size = M.number(text, "--max-game", MIB, parser)
  return size and size << 20
end

local LIMITS = { comment = true, nesting = true, tag = true, tags = true }

-- Read NAME=N.
local function read_limit(word, parser)
  local name, digits = word:match("^(%a+)=(%d+)$")
  local value = name and LIMITS[name] and numbers().whole(digits, 0, 1 << 30)
  if not value then
    parser:error(("--allow takes illegal-moves, positions, comment=N, nesting=N, tag=N or tags=N,"
      .. " N up to 1073741824, not '%s'"):format(word))
  end
  return name, value
end

local WORDS = { ["illegal-moves"] = true, positions = true }

--- Return the limits that --allow sets, as `chess.open` takes them, and the words without a number that it has.
---@param words string[]? each NAME=N, illegal-moves or positions
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
  local count = text == "auto" and 0 or text and numbers().whole(text, 0, 1024)
  if text and not count then
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
  n = numbers().whole(n, 1, 1 << 20)
  k = n and numbers().whole(k, 1, n)
  if not k then
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
