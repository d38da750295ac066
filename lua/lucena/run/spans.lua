--- Computes the bytes of each file that --range K/N reads.
--
-- All files together are divided into N ranges at N - 1 offsets; a game belongs to the range in which it begins.
-- Whether a game starts at a byte depends on the bytes before it, so each file is scanned from its beginning (1 GB/s).
-- Only the games of the range are tested, examined and written. Line numbers and game numbers are those of the complete
-- file.
--
-- The size of compressed text is unknown until it is decompressed. So such files are decompressed twice: completely to
-- find the cuts, and again from the zstd frame (or gzip member or bzip2 stream) in which the range begins.
--
-- A span is {from =, to =}, bytes of a file. `is_whole`: the span is the complete file; `reaches_end`: it includes the
-- end of the file; `is_last`: no later span has games; `cut`: the offset at which reading may start, as a `part` for
-- core.parts.open.
-- @module lucena.run.spans

local exit = require("lucena.run.exit")
local parts = require("lucena.core").parts

local M = {}

-- Return the size of a file, and whether it is plain text. Ends the command if the file cannot be read from an offset.
local function size_of(path)
  local reader <close>, message = require("lucena").open(path)
  if not reader then
    exit.fail(exit.IO, message)
  end
  local size = path ~= "-" and require("lucena.core").file_size(path)
  if not size then
    exit.fail(exit.USAGE, ("--range: %s cannot be read from an offset; write it to a file first")
      :format(path == "-" and "standard input" or path))
  end
  return size, parts.is_plain_file(reader)
end

-- Return the sizes of all files; nil unless all are plain text.
local function plain_sizes(paths)
  local sizes, all_plain = {}, true
  for i, path in ipairs(paths) do
    local is_plain
    sizes[i], is_plain = size_of(path)
    all_plain = all_plain and is_plain
  end
  return all_plain and sizes or nil
end

-- Return the spans of range k of n (false for files outside the range). Also return whether they include the start and
-- the end of all files.
local function byte_spans(sizes, k, n)
  local total, list = 0, {}
  for _, size in ipairs(sizes) do
    total = total + size
  end
  -- Divide first: total * k may overflow.
  local first = total // n * (k - 1) + total % n * (k - 1) // n
  local last = total // n * k + total % n * k // n
  local at = 0
  for i, size in ipairs(sizes) do
    local is_in = at < last and at + size > first
    list[i] = is_in and { from = math.max(first - at, 0), to = last - at, reaches_end = at + size <= last,
      is_last = i == #sizes } or false
    at = at + size
  end
  return list, first == 0, last == total
end

-- Find the cuts of compressed files. Ends the command if a file cannot be read.
local function find_cuts(input, paths, n)
  local cuts, message = require("lucena.run.cuts").find(paths, n, input.options:for_reader(), function(reader)
    input:show_progress(reader)
  end)
  if not cuts then
    exit.fail(exit.IO, message)
  end
  return cuts
end

-- Return the same values as byte_spans(), from known cuts.
local function cut_spans(cuts, paths, k, n)
  local from, to, list = cuts[k], cuts[k + 1] or { file = #paths + 1, offset = 0 }, {}
  for i = 1, #paths do
    local begin, stop = i == from.file and from.offset or 0, i < to.file and math.maxinteger or to.offset
    local is_in = i >= from.file and i <= to.file and begin < stop
    list[i] = is_in and { from = begin, to = stop, reaches_end = i < to.file, is_last = i == #paths,
      cut = i == from.file and begin > 0 and from or nil } or false
  end
  return list, k == 1, k == n
end

--- Return the spans of --range, one per file; false for a file that is not read.
---@param input table
---@param paths string[]
---@return table spans
---@return boolean is_first whether no range comes before them
---@return boolean is_last whether no range comes after them
function M.of(input, paths)
  local k, n = table.unpack(input.options.range)
  local sizes = plain_sizes(paths)
  if sizes then
    return byte_spans(sizes, k, n)
  end
  return cut_spans(find_cuts(input, paths, n), paths, k, n)
end

return M
