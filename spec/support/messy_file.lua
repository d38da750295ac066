--- A file that depends on a seed alone: random games (messy_games.lua), damage (damage.lua), an encoding and a
-- compression. Laws that hold for every file are tested with it (laws.lua).
--
--     local name, bytes = require "spec.support.messy_file" (17)   -- "17.pgn.gz", its bytes

local damage = require "spec.support.damage"
local messy = require "spec.support.messy_games"
local packed = require "spec.support.packed"

local SIZES = { 60, 200, 300, 600, 1000, 2000, 5000 } -- most files are small, so that a failure is easy to read

-- Text in UTF-16. Bytes that are not UTF-8 become the characters with their numbers.
local function utf16(text, format, mark)
  local units = {}
  text = utf8.len(text) and text or text:gsub("[\x80-\xff]", function(byte) return utf8.char(byte:byte()) end)
  for _, point in utf8.codes(text) do
    units[#units + 1] = format:pack(math.min(point, 0xFFFD))
  end
  return mark .. table.concat(units)
end

-- Return the text as the members of a compressed file. A member may end inside a game, and may be empty.
local function members(pack, text)
  local list, at = {}, 1
  repeat
    local size = math.random(0, 2000)
    list[#list + 1] = pack(text:sub(at, at + size))
    at = at + size + 1
  until at > #text
  return table.concat(list)
end

local CHANGES = {
  function(text) return text:gsub("\r?\n", "\r\n") end,
  function(text) return text:gsub("\n", "\r") end,
  function(text) return text:gsub("\n", function() return math.random(2) == 1 and "\r" or "\r\n" end) end,
  function(text) return text:gsub("\n\n+", "\n") end,
  function(text) return text:gsub("[\xc2-\xf4][\x80-\xbf]+", "\xE9") end, -- Latin-1
  function(text) return "\u{FEFF}" .. text end,
  function(text) return utf16(text, "<I2", "\xFF\xFE") end,
  function(text) return utf16(text, ">I2", "\xFE\xFF") end,
}

local PACKINGS = { gz = packed.gz, zst = packed.zst }

local sources

---@param seed integer
---@return string name
---@return string bytes
return function(seed)
  sources = sources or damage.sources()
  math.randomseed(seed)
  local text = messy(SIZES[math.random(#SIZES)])
  if math.random(3) == 1 then
    text = damage.damaged(text, sources)
  end
  if math.random(3) == 1 then
    text = CHANGES[math.random(#CHANGES)](text)
  end
  local name, kind = seed .. ".pgn", math.random(16)
  local ending = kind == 1 and "gz" or kind == 2 and "zst"
  if ending then
    return name .. "." .. ending, members(PACKINGS[ending], text)
  end
  return name, text
end
