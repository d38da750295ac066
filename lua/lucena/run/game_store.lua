--- Games kept for later: of those in a plain file, only where they stand; they are read again when they are wanted.
-- Of a pipe or a compressed file, which cannot be read at a place, the texts are kept. A checksum of each text tells a
-- file that was changed meanwhile: what stands at the game's place now is not taken for the game.
-- Cost: 80 bytes a game in a plain file (five values, in arrays that grow by doubling); elsewhere the game's text more.
-- @module lucena.run.game_store

local core = require("lucena.core")
local exit = require("lucena.run.exit")

local MOST_OPEN = 32 -- files open at once; reading *.pgn must not use up what the system allows

local Store = {}
Store.__index = Store

local M = {}

--- An empty store.
function M.new()
  return setmetatable({ count = 0, files = {}, lines = {}, offsets = {}, sizes = {}, sums = {}, texts = {},
    handles = {}, open = 0 }, Store)
end

--- Keep a game.
---@param reader lucena.Reader
---@param game lucena.Game
---@param has_text boolean? whether its text will be wanted, not only its place
---@return integer id 1, 2, 3 ...
function Store:put(reader, game, has_text)
  local id = self.count + 1
  self.count, self.files[id], self.lines[id] = id, reader.name, game.line
  if has_text and reader.is_plain_file then
    local text = game.text
    self.offsets[id], self.sizes[id], self.sums[id] = game.offset, #text, core.checksum(text)
  elseif has_text then
    self.texts[id] = game.text
  end
  return id
end

--- Count games that nobody will ask for again.
---@param count integer
---@return integer id of the last one
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

--- The text of a game that was put there with its text.
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

--- Where a game stands, for people: "FILE:LINE".
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

--- Close the files; a store that is used again opens them again.
function Store:close()
  for path, handle in pairs(self.handles) do
    handle:close()
    self.handles[path] = nil
  end
  self.open = 0
end

return M
