--- Cuts: the offsets at which the ranges K/N of some files begin. They are computed once and stored in a file.
--
-- Whether a game starts at a byte depends on the bytes before it, so each file is scanned from its beginning.
-- Compressed files are decompressed during the scan. For these files, a cut also has the offset at which decompression
-- can start: the start of a zstd frame, a gzip member or a bzip2 stream.
--
-- A file of cuts is text. The first line is SIGN. It is followed by a line `file SIZE NAME` for each file, and a line
-- `cut FILE OFFSET LINE COLUMN GAMES PACKED FROM` for each start of a range. FILE is the index of the file. OFFSET to
-- GAMES are the fields of `part` that core.parts.open takes. PACKED and FROM are the offsets in the compressed file and
-- in its text at which decompression can start.
--
-- A scan takes 1 s per GB of text, and the time for decompression. Some thousand offsets are in memory.
-- @module lucena.run.cuts

local numbers = require("lucena.number")
local parts = require("lucena.core").parts

local M = {}

local SIGN = "lucena cuts 1"
local MOST_PLACES = 1 << 16
local MOST_BYTES = 1 << 27 -- largest file of cuts that is read
local FIELDS = { "offset", "line", "column", "games", "mark_packed", "mark_offset" }

-- ---- search for cuts -----------------------------------------------------------------------------

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
  places.before, places.games = places.before + parts.cut(reader).offset, places.games + parts.cut(reader).games
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

local function size_of(path)
  local size, message = require("lucena.core").file_size(path)
  return size, not size and (message or path .. ": it cannot be read from an offset; write it to a file first") or nil
end

--- Find the cuts.
---@param paths string[] files
---@param n integer ranges
---@param options table of `parts.open`
---@param progress? function called with the Reader at intervals
---@param finish? function called with the Reader at the end of a file
---@return table? cuts {games = of all, files = {{name =, size =}}, [k] = {file =, offset =, ...}}
---@return string? err
-- @usage #require("lucena.run.cuts").find({"spec/data/sample/sample.pgn"}, 3, {}) --> 3
function M.find(paths, n, options, progress, finish)
  local places, files = setmetatable({ step = 1 << 16, before = 0, games = 0 }, Places), {}
  for i, path in ipairs(paths) do
    local reader <close>, err = parts.open(path, options)
    local problem = err or pass_file(places, i, reader, progress or function() end)
    if not problem then
      files[i] = { name = path }
      files[i].size, problem = size_of(path)
      if finish then
        finish(reader)
      end
    end
    if problem then
      return nil, problem
    end
  end
  local cuts = chosen(places, n)
  cuts.files, cuts.games = files, places.games
  return cuts
end

-- ---- files ---------------------------------------------------------------------------------------

--- Encode the cuts as text.
---@param cuts table
---@return string
function M.encode(cuts)
  local lines = { SIGN }
  for _, file in ipairs(cuts.files) do
    lines[#lines + 1] = ("file %d %s"):format(file.size, file.name)
  end
  for _, cut in ipairs(cuts) do
    local words = { "cut", cut.file }
    for i, name in ipairs(FIELDS) do
      words[i + 2] = cut[name]
    end
    lines[#lines + 1] = table.concat(words, " ")
  end
  return table.concat(lines, "\n") .. "\n"
end

local function read_cut(line)
  local list = {}
  for word in line:gmatch(" (%d+)") do
    list[#list + 1] = numbers.whole(word, 0, math.maxinteger)
  end
  local cut = { file = list[1] }
  for i, name in ipairs(FIELDS) do
    cut[name] = list[i + 1]
  end
  return #list == #FIELDS + 1 and cut or nil
end

-- Return whether the cuts are valid: each is inside a file and after the cut before it.
local function are_sound(cuts)
  local before = { file = 1, offset = 0 }
  for _, cut in ipairs(cuts) do
    if not cuts.files[cut.file] or cut.file < before.file or cut.file == before.file and cut.offset < before.offset
      or cut.line < 1 or cut.column < 1 or cut.mark_offset > cut.offset then
      return false
    end
    before = cut
  end
  return #cuts > 0 and cuts[1].file == 1 and cuts[1].offset == 0
end

--- Read a file of cuts.
---@param path string
---@return table? cuts as returned by find()
---@return string? err
---@return string? code `bad_cuts`; nil if the file cannot be read
-- @usage select(3, require("lucena.run.cuts").read "spec/data/sample/sample.pgn") --> bad_cuts
function M.read(path)
  local text, err = require("lucena.file").read(path, MOST_BYTES)
  if not text then
    return nil, err
  end
  local cuts = { files = {} }
  for line in text:gmatch("([^\n]*)\n") do
    local digits, name = line:match("^file (%d+) (.+)$")
    local size, cut = numbers.whole(digits, 0, math.maxinteger), line:match("^cut ") and read_cut(line)
    if size then
      cuts.files[#cuts.files + 1] = { name = name, size = size }
    elseif cut then
      cuts[#cuts + 1] = cut
    elseif line ~= SIGN then
      return nil, path .. ": not a file of cuts written by `lucena cut`", "bad_cuts"
    end
  end
  if text:sub(1, #SIGN + 1) ~= SIGN .. "\n" or not are_sound(cuts) then
    return nil, path .. ": not a file of cuts written by `lucena cut`", "bad_cuts"
  end
  return cuts
end

--- Return an error message if the files are not those for which the cuts were made. Missing files are reported when
--- they are
-- read.
---@param cuts table
---@param paths string[]
---@return string? problem
function M.check(cuts, paths)
  for i = 1, math.max(#paths, #cuts.files) do
    local file, path = cuts.files[i], paths[i]
    if not file or path ~= file.name then
      return ("the files are not those that were cut: '%s' for '%s'"):format(path or "none",
        file and file.name or "none")
    end
    local size, message = require("lucena.core").file_size(path)
    if size ~= file.size and not message then
      return ("%s has %s bytes, and had %d when it was cut"):format(path, size or "no", file.size)
    end
  end
end

return M
