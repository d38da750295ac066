--- Parts of the files: --range K/N, and those that workers read.
-- The files taken as one are cut at bytes, and a game belongs where it begins. Where games begin depends on the bytes
-- before, so the boundaries are looked for from the beginning of a file, at the speed of the scan (1 GB/s);
-- only the games of the part are asked, examined and written. Lines, numbers and diagnostics are those of the
-- whole. With --cuts the boundaries were found before, and reading begins right there. How much text compressed files
-- hold is not known before, so they are decompressed to their end to find the places, and again from the member (a
-- frame of zstd) in which the part begins.
-- @module lucena.run.parts

local exit = require("lucena.run.exit")
local parallel = require("lucena.run.parallel")
local reading = require("lucena.run.reading")

local M = {}

--- What --range says.
---@param text string
---@param parser table
---@return table range {k, n}
function M.parse_range(text, parser)
  local k, n = text:match("^(%d+)/(%d+)$")
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if not n or k < 1 or k > n or n > 1 << 20 then
    parser:error(("--range takes K/N, the part and how many there are, as 3/8, not '%s'"):format(text))
  end
  return { k, n }
end

-- The bytes of a file, and whether they are its text; ends the command when it has no places to begin at.
local function size_of(path)
  local reader <close>, message = require("lucena").open(path)
  if not reader then
    exit.fail(exit.IO, message)
  end
  local size = path ~= "-" and require("lucena.core").file_size(path)
  if not size then
    exit.fail(exit.USAGE, ("--range: %s can be read from its beginning only; write it to a file, or say which"
      .. " chunk of a stream it is (--chunk K)"):format(path == "-" and "standard input" or path))
  end
  return size, reader.is_plain_file
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

-- For each file, the bytes {from, to} of the part; `reaches_end` when its end is the part's to report, `is_last` of
-- the last file.
local function spans(sizes, k, n)
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

local function end_file(job, reader, is_cut)
  if job.finish then
    job.finish(reader, is_cut)
  end
end

-- What `lucena cut` has written; ends the command when it is of other files or ranges.
local function read_cuts(job, paths, k, n)
  local cuts, message, code = require("lucena.run.cuts").read(job.cuts)
  if not cuts then
    exit.fail(code and exit.DATA or exit.IO, message)
  end
  local problem = #cuts ~= n and ("--range %d/%d: %s has %d ranges"):format(k, n, job.cuts, #cuts)
    or require("lucena.run.cuts").check(cuts, paths)
  if problem then
    exit.fail(exit.USAGE, problem)
  end
  return cuts
end

-- What `lucena cut` would find.
local function find_cuts(job, paths, n)
  local cuts, message = require("lucena.run.cuts").find(paths, n, job.options, function(reader)
    reading.show_progress(job, reader)
  end)
  if not cuts then
    exit.fail(exit.IO, message)
  end
  return cuts
end

-- The same as spans(), where the places to cut at are known.
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

-- Behind the games of the part: the game that follows says what belongs between; a file's end is copied with its last.
local function finish(job, reader, follows, span)
  if follows then
    reader:stop_behind(reader.games)
    local game = reader:read()
    if game and job.join then
      job.join(reader, game)
    end
    end_file(job, reader, true)
    return
  end
  end_file(job, reader, false)
  if span.is_last and job.be_part then
    job.be_part(false, true) -- no other part has a game
  end
  if span.reaches_end then
    reading.tail(job, reader)
  end
end

-- The games that begin before byte `to`. Whether one follows, what went wrong, whether it stopped before, and how many
-- games are of variants that are not read.
local function read_here(job, reader, path, to, cut)
  local part = reader.cut
  if cut then
    part.mark_packed, part.mark_offset = cut.mark_packed, cut.mark_offset
  end
  local follows, problem = reader:pass(to)
  part.last = reader.cut.games
  if part.last == part.games then
    return follows, problem, false, 0
  end
  local trouble, is_cut, odd = reading.part(job, path, part)
  return follows, problem or trouble, is_cut, odd
end

-- What went wrong, or nil.
local function read_span(job, path, span)
  job.options.part = span.cut
  local reader <close>, problem = require("lucena").open(path, job.options)
  job.options.part = nil
  if not reader then
    return problem
  end
  job.reader, job.reported = reader, 0
  local follows, trouble = reader:pass(span.from)
  local is_cut, odd = false, 0
  if job.begin then
    job.begin(reader)
  end
  if follows then
    local read = job.pool and parallel.read or read_here
    follows, problem, is_cut, odd = read(job, reader, path, span.to, span.cut)
  end
  problem = trouble or problem
  if is_cut or problem then
    end_file(job, reader, true)
  else
    reader:end_parts(odd)
    finish(job, reader, follows, span)
  end
  return problem
end

-- Each file from its beginning to its end.
local function whole(paths, chunk)
  local list = {}
  for i = 1, #paths do
    list[i] = { from = 0, to = math.maxinteger, reaches_end = true, cut = chunk }
  end
  return list
end

--- How the files of a job with `range` or a pool of workers are read: a function of the job, a path and its place in
-- the list.
---@param job table
---@param paths string[]
---@return function
function M.reading(job, paths)
  if not job.range then
    local list = whole(paths, job.chunk)
    return function(_, path, i)
      return read_span(job, path, list[i])
    end
  end
  local k, n = table.unpack(job.range)
  local sizes = not job.cuts and plain_sizes(paths)
  local list, is_first, is_last
  if sizes then
    list, is_first, is_last = spans(sizes, k, n)
  else
    local cuts = job.cuts and read_cuts(job, paths, k, n) or find_cuts(job, paths, n)
    list, is_first, is_last = cut_spans(cuts, paths, k, n)
  end
  if job.be_part then
    job.be_part(is_first, is_last)
  end
  return function(_, path, i)
    return list[i] and read_span(job, path, list[i]) or nil
  end
end

return M
