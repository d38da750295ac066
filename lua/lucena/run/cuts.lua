--- Cuts: the offsets at which the ranges K/N of some files begin.
--
-- Whether a game starts at a byte depends on the bytes before it, so each file is scanned from its beginning.
-- Compressed files are decompressed during the scan. For these files, a cut also has the offset at which decompression
-- can start: the start of a zstd frame, a gzip member or a bzip2 stream.
--
-- A scan takes 1 s per GB of text, and the time for decompression. Some thousand offsets are in memory.
-- @module lucena.run.cuts

local parts = require("lucena.core").parts

local M = {}

local MOST_PLACES = 1 << 16

-- The offsets of games, in ascending order and at least `step` bytes apart. When the list is full, every second offset
-- is dropped and `step` is doubled.
local Places = {}
Places.__index = Places

function Places:add(file, cut, reader)
  cut.mark_packed, cut.mark_offset = parts.mark(reader, cut.offset)
  cut.file, cut.at = file, self.before + cut.offset
  self[#self + 1] = cut
  if #self == MOST_PLACES then
    self.step = 2 * self.step
    for i = 1, #self do
      self[i] = self[2 * i - 1]
    end
  end
end

-- Scan one file. Returns a message if it cannot be read to its end.
local function pass_file(places, i, reader, progress)
  local follows, message
  places:add(i, parts.cut(reader), reader)
  repeat
    local before = parts.cut(reader).offset
    follows, message = parts.skip(reader, before + places.step)
    if follows and parts.cut(reader).offset == before then -- one game is larger than a step
      follows, message = parts.skip(reader, before + places.step + 1)
    end
    if follows then
      places:add(i, parts.cut(reader), reader)
      progress(reader)
    end
  until not follows
  places.before = places.before + parts.cut(reader).offset
  return message
end

-- Divide the bytes into n parts. Return the first stored offset at or after the start of each part.
local function chosen(places, n)
  local cuts, at = {}, 1
  for k = 1, n do
    local wanted = places.before // n * (k - 1) + places.before % n * (k - 1) // n
    while places[at + 1] and places[at].at < wanted do
      at = at + 1
    end
    cuts[k] = places[at]
  end
  return cuts
end

--- Find the cuts.
---@param paths string[] files
---@param n integer ranges
---@param options table of `parts.open`
---@param progress? function called with the Reader at intervals
---@return table? cuts {[k] = {file = index of the file, and the fields of `part` that core.parts.open takes}}
---@return string? err
-- @usage #require("lucena.run.cuts").find({"spec/data/sample/sample.pgn"}, 3, {}) --> 3
function M.find(paths, n, options, progress)
  local places = setmetatable({ step = 1 << 16, before = 0 }, Places)
  for i, path in ipairs(paths) do
    local reader <close>, err = parts.open(path, options)
    local problem = err or pass_file(places, i, reader, progress or function() end)
    if problem then
      return nil, problem
    end
  end
  return chosen(places, n)
end

return M
