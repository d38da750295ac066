--- Which bytes of which files --range K/N reads.
-- The files, taken as one, are cut at bytes; a game belongs to the part where it begins. The start of a game depends on
-- the bytes before it, so each file is scanned from its beginning (1 GB/s); only the games of the part are tested,
-- examined and written. Line numbers, game numbers and diagnostics are those of the whole. With --cuts, reading starts
-- at the part. The text size of compressed files is unknown, so they are decompressed once to find the cuts, and again
-- from the member (a frame of zstd) in which the part begins.
--
-- A span is {from =, to =}, bytes of a file. `is_whole`: that is the whole file; `reaches_end`: the span includes the
-- end of the file; `is_last`: no later span has games; `cut`: where reading may start, as `chess.open` takes it.
-- @module lucena.run.spans

local exit = require("lucena.run.exit")
local parts = require("lucena.core").parts

local M = {}

-- The size of a file, and whether it is plain text. Ends the command if the file cannot be read from an offset.
local function size_of(path)
  local reader <close>, message = require("lucena").open(path)
  if not reader then
    exit.fail(exit.IO, message)
  end
  local size = path ~= "-" and require("lucena.core").file_size(path)
  if not size then
    exit.fail(exit.USAGE, ("--range: %s cannot be read from an offset; write it to a file first, or say which"
      .. " chunk of a stream it is (--chunk K)"):format(path == "-" and "standard input" or path))
  end
  return size, parts.is_plain_file(reader)
end

-- The sizes of all files when each is plain.
local function plain_sizes(paths)
  local sizes, all_plain = {}, true
  for i, path in ipairs(paths) do
    local is_plain
    sizes[i], is_plain = size_of(path)
    all_plain = all_plain and is_plain
  end
  return all_plain and sizes or nil
end

-- The spans of part k of n, false for files without one; whether they contain the start and the end of all files.
local function byte_spans(sizes, k, n)
  local total, list = 0, {}
  for _, size in ipairs(sizes) do
    total = total + size
  end
  -- In pieces: total * k may be too large.
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

-- Read a file of cuts. Ends the command if it is of other files or ranges.
local function read_cuts(path, paths, k, n)
  local cuts, message, code = require("lucena.run.cuts").read(path)
  if not cuts then
    exit.fail(code and exit.DATA or exit.IO, message)
  end
  local problem = #cuts ~= n and ("--range %d/%d: %s has %d ranges"):format(k, n, path, #cuts)
    or require("lucena.run.cuts").check(cuts, paths)
  if problem then
    exit.fail(exit.USAGE, problem)
  end
  return cuts
end

-- Find the cuts as `lucena cut` does.
local function find_cuts(input, paths, n)
  local cuts, message = require("lucena.run.cuts").find(paths, n, input.options:for_reader(), function(reader)
    input:show_progress(reader)
  end)
  if not cuts then
    exit.fail(exit.IO, message)
  end
  return cuts
end

-- The same as byte_spans(), from known cuts.
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

--- The spans of --range, one per file; false for a file that is not read.
---@param input table
---@param paths string[]
---@return table spans
---@return boolean is_first whether nothing comes before them
---@return boolean is_last whether nothing comes after them
function M.of(input, paths)
  local options = input.options
  local k, n = table.unpack(options.range)
  local sizes = not options.cuts and plain_sizes(paths)
  if sizes then
    return byte_spans(sizes, k, n)
  end
  return cut_spans(options.cuts and read_cuts(options.cuts, paths, k, n) or find_cuts(input, paths, n), paths, k, n)
end

return M
