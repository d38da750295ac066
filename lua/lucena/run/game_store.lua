--- Stores games that are needed again later. For a game in a plain file, the store has only the offset, and reads the
-- text again when needed. Pipes and compressed files cannot be read at an offset, so the store has the texts of their
-- games. A checksum of each text shows whether the file was changed in the meantime.
-- Memory: 80 bytes per game (five values, in arrays that grow by doubling), and the texts that are stored.
-- @module lucena.run.game_store

local core = require("lucena.core")
local exit = require("lucena.run.exit")
local parts = require("lucena.core").parts

local MOST_OPEN = 32 -- maximum number of open files, below the limit of any system

local Store = {}
Store.__index = Store

local M = {}

--- Create an empty store.
function M.new()
  return setmetatable({ count = 0, files = {}, lines = {}, offsets = {}, sizes = {}, sums = {}, texts = {},
    handles = {}, open = 0 }, Store)
end

--- Store a game.
---@param reader lucena.Reader
---@param game lucena.Game
---@param has_text boolean? store the text of the game, too, even if it is in a plain file
---@return integer id 1, 2, 3 ...
function Store:put(reader, game, has_text)
  local id = self.count + 1
  self.count, self.files[id], self.lines[id] = id, reader.name, game.line
  if has_text and parts.is_plain_file(reader) then
    local text = game.text
    self.offsets[id], self.sizes[id], self.sums[id] = game.offset, #text, core.checksum(text)
  elseif has_text then
    self.texts[id] = game.text
  end
  return id
end

local ARRAYS = { "lines", "offsets", "sizes", "sums" }
local RUN = 128 -- integers of one call of string.pack

local function pack(list)
  local out = {}
  for first = 1, #list, RUN do
    local last = math.min(first + RUN - 1, #list)
    out[#out + 1] = string.pack("<" .. ("j"):rep(last - first + 1), table.unpack(list, first, last))
  end
  return table.concat(out)
end

-- Append the integers of pack() to a list, from the index `at`.
local function unpack_to(list, at, bytes)
  local size = string.packsize("<j")
  for offset = 1, #bytes, RUN * size do
    local count = math.min(RUN, (#bytes - offset + 1) // size)
    table.move({ string.unpack("<" .. ("j"):rep(count), bytes, offset) }, 1, count, at, list)
    at = at + count
  end
end

--- Return the contents of a store that has games of one file, as plain data for absorb() in another process.
---@return table answer
function Store:answer()
  local answer = { count = self.count, file = self.files[1], texts = self.texts }
  for _, name in ipairs(ARRAYS) do
    answer[name] = pack(self[name])
  end
  return answer
end

--- Add the games of a store in another process.
---@param answer table of answer()
---@return integer id of the first game
function Store:absorb(answer)
  local before = self.count
  self.count = before + answer.count
  for _, name in ipairs(ARRAYS) do
    unpack_to(self[name], before + 1, answer[name])
  end
  for i = 1, answer.count do
    self.files[before + i], self.texts[before + i] = answer.file, answer.texts[i]
  end
  return before + 1
end

--- Reserve ids for games that are not needed again. They are counted, but not stored.
---@param count integer
---@return integer id the last reserved id
function Store:pass(count)
  self.count = self.count + count
  return self.count
end

local function fail(path, message)
  exit.fail(exit.IO, ("%s: cannot be read again: %s"):format(path, message))
end

function Store:handle(path)
  local handle = self.handles[path]
  if handle then
    return handle
  end
  if self.open == MOST_OPEN then
    self:close()
  end
  local message
  handle, message = io.open(path, "rb")
  if not handle then
    fail(path, message:sub(#path + 3))
  end
  self.handles[path], self.open = handle, self.open + 1
  return handle
end

--- Return the text of a game that was stored with its text.
---@param id integer
---@return string
function Store:text(id)
  if self.texts[id] then
    return self.texts[id]
  end
  local path = self.files[id]
  local handle = self:handle(path)
  local found, message = handle:seek("set", self.offsets[id])
  local text
  if found then
    text, message = handle:read(self.sizes[id])
  end
  if not text or #text < self.sizes[id] then
    fail(path, message or "it has become shorter")
  elseif core.checksum(text) ~= self.sums[id] then
    fail(path, "it has been changed")
  end
  return text
end

--- Return the place of a game for messages: "FILE:LINE".
---@param id integer
---@return string
function Store:place(id)
  return ("%s:%d"):format(self.files[id], self.lines[id])
end

--- Write a game to a file of games.
---@param id integer
---@param file table of `lucena.run.game_file`
function Store:write(id, file)
  file:add(self:text(id))
end

--- Close the files. If the store is used again, it opens them again.
function Store:close()
  for path, handle in pairs(self.handles) do
    handle:close()
    self.handles[path] = nil
  end
  self.open = 0
end

return M
