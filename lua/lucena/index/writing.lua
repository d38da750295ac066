--- Writes an index: finds out which games must be read, and makes the parts that the core adds to the index.
-- A part has the entries of some thousand games. Where one part ends and the next begins does not change the index. So
-- the parts can be made by other processes: the numbers in a part are those of its own games and names.
-- @module lucena.index.writing

local argument = require("lucena.argument")
local core = require("lucena.core")
local has_other_start = require("lucena.file").has_other_start
local segments = require("lucena.index.segments")

local M = {}

local MIB = 1 << 20
local MEMORY, MOST_PLY = 256, 65535
local STEP = 4096 -- games between two calls of `progress`

-- ---- the games to read ---------------------------------------------------------------------------

-- Return where the games begin that follow those of the old index, as a `part` for core.parts.open. Returns nil if the
-- last game of the old index has another text now.
local function start_after(path, own, games)
  local last = own:game(games)
  if not last or last.line == 0 or last.column == 0 then
    return nil
  end
  local reader <close> = core.parts.open(path, { part = { offset = last.offset, line = last.line, column = last.column,
    games = games - 1 } })
  if not reader then
    return nil
  end
  local _, text, number = core.parts.skip(reader, last.offset + 1, true)
  local is_same = text and number == games and own:is_text(games, text)
  return is_same and core.parts.cut(reader) or nil
end

--- Compare the text of each game with that of an index.
---@param path string
---@param own table an IndexFile
---@param count integer the number of games of the index
---@param progress? function (games): is called now and then with the number of games compared
---@return boolean? is_same whether the first games of the file have the same text; nil if reading fails
---@return boolean|string|nil has_more whether the file has more games; or the error's message
---@return string? code of the error
function M.compare(path, own, count, progress)
  local reader <close>, err, code = core.open(path)
  if not reader then
    return nil, err, code
  end
  local found = 0
  while true do
    local game, message, why = reader:read()
    if message then
      return nil, message, why
    elseif not game then
      return found == count, false
    elseif game.number > count then
      return true, true
    end
    found = game.number
    local is_same, problem, of = own:is_text(found, game.text)
    if not is_same then
      return is_same, problem, of
    elseif progress then
      progress(found)
    end
  end
end

-- Return the numbers of pages and games of the old index to which a segment can be appended, and where the new games
-- begin. Returns nil if the file did not only grow, or if the whole file must be read again.
local function growth_of(path, file, max_ply, is_shared, progress)
  local own <close> = segments.open(file, path)
  if not own then
    return nil
  end
  local info = own:info()
  local sample, old = core.index_source(path, info.source_size), info.source
  -- The identities have the size, two numbers of the time of change, and the hash of the blocks.
  local is_same = sample and sample:sub(1, 8) == old:sub(1, 8) and sample:sub(25) == old:sub(25)
  local now = core.index_source(path)
  local has_grown = is_same and now and now:sub(1, 8) ~= old:sub(1, 8)
  if not has_grown or info.games == 0 or info.is_full or info.is_shared or is_shared or info.max_ply ~= max_ply
    or (info.segments or 1) >= segments.MOST or not M.compare(path, own, info.games, progress) then
    return nil
  end
  local start = start_after(path, own, info.games)
  return start and { pages = info.pages, games = info.games, start = start }
end

--- Return the number of games of an index that is undamaged, and made with these options from the file as it is now.
-- Return nil if there is no such index.
---@param path string
---@param file string the index
---@param opts table max_ply, shared_only: those of begin()
---@param progress function is called now and then
---@return integer? games
function M.current(path, file, opts, progress)
  local own <close> = segments.open(file, path)
  local info = own and own:info()
  local is_current = own and info.source == core.index_source(path) and info.max_ply == (opts.max_ply or MOST_PLY)
    and info.is_shared == (opts.shared_only or false) and segments.verify(own, progress)
  return is_current and info.games or nil
end

-- ---- parts ---------------------------------------------------------------------------------------

local function memory_of(opts)
  return math.tointeger(opts.memory or MEMORY) * MIB
end

--- Create a part without games.
---@param opts table as for begin()
---@return table part
function M.new_part(opts)
  return core.index_part(memory_of(opts), opts.max_ply or MOST_PLY)
end

--- Read all games of a reader. The part is passed to a function whenever it is full, and at the end.
---@param reader lucena.Reader
---@param part table without games
---@param take function (part): returns true; on failure nil, a message and a code
---@param progress function is called now and then
---@return boolean? true
---@return string? err
---@return string? code
function M.read(reader, part, take, progress)
  while true do
    local is_over, is_full, code = core.indexing.add(reader, part, STEP)
    if is_over == nil then
      return nil, is_full, code
    end
    if (is_full or is_over) and not part.is_empty then
      local is_taken, message, why = take(part)
      if not is_taken then
        return nil, message, why
      end
      part:clear()
    end
    progress()
    if is_over then
      return true
    end
  end
end

-- ---- an index ------------------------------------------------------------------------------------

-- Fields: `builder`; `path` of the games; `source`, their identity; `start`, where the games to read begin (nil: at the
-- beginning); `before`, the number of games of the old index (nil: there is none, or it is replaced).
local Writing = {}
Writing.__index = Writing

--- Return the identity of a file of games, and whether games can be read at their offsets.
---@param path string
---@return string? source
---@return boolean|string is_plain, or the error's message
---@return string? code
function M.source(path)
  local reader <close>, message, why = core.open(path) -- first, because it explains best why a file cannot be read
  if not reader then
    return nil, message, why
  end
  core.parts.skip(reader, 0) -- if this fails, it fails again when the games are read, and is then reported
  if core.parts.cut(reader).is_utf16 then
    return nil, argument.printable(path) .. ": text in UTF-16 cannot be indexed (convert it to UTF-8)", "utf16"
  end
  local source, err, code = core.index_source(path)
  if not source then
    return nil, err, code
  end
  return source, core.parts.is_plain_file(reader)
end

local SIGN = "LUCENAI\n" -- of an index

-- Return an object that writes an index.
local function open(path, file, opts, source, is_plain, growth)
  if not file:find("%.lci$") and has_other_start(file, SIGN) then -- -o with a wrong name would replace games
    return nil, argument.printable(file) .. ": the file exists and is no index; it is not replaced", "not_index"
  end
  local builder, err, code = core.index_builder(file, source, memory_of(opts), opts.max_ply or MOST_PLY, not is_plain,
    opts.shared_only or false, growth.pages, growth.games)
  if not builder then
    return nil, err, code
  end
  return setmetatable({ builder = builder, path = path, source = source, start = growth.start, before = growth.games },
    Writing)
end

--- Begin to write the index of a file.
---@param path string
---@param file string the index
---@param opts table max_ply, shared_only, memory, fresh: those of chess.write_index
---@param progress? function (games): is called now and then while games are compared with an old index
---@return table? writing
---@return string? err
---@return string? code
function M.begin(path, file, opts, progress)
  local source, is_plain, code = M.source(path)
  if not source then
    return nil, is_plain, code
  end
  local growth = not opts.fresh and growth_of(path, file, opts.max_ply or MOST_PLY, opts.shared_only, progress)
    or {}
  return open(path, file, opts, source, is_plain, growth)
end

--- Begin to write the index of a file that other processes have read.
---@param file string the index
---@param opts table max_ply, shared_only, memory
---@param source string the identity of the file, from M.source()
---@param is_plain boolean from M.source()
---@return table? writing
---@return string? err
---@return string? code
function M.begin_from_parts(file, opts, source, is_plain)
  return open(nil, file, opts, source, is_plain, {})
end

--- Add a part. The parts must come in the order of the games.
---@param part table|string
---@return boolean? true
---@return string? err
---@return string? code
function Writing:absorb(part)
  return self.builder:absorb(part)
end

--- Record that something outside the games was reported.
function Writing:mark_stray()
  self.builder:mark_stray()
end

--- Complete the index. It appears only now.
---@param games integer the number of games that the reader found, also those that were too large
---@param marks string the members of a compressed file, from core.indexing.marks() or core.index_marks()
---@return integer? games number of all games
---@return integer|string|nil before number of games of the old index, or the error's message
---@return string? code `cannot_write`, `stale_index`: the file changed while it was read
function Writing:finish(games, marks)
  local now, err, code = self.source, nil, nil
  if self.path then
    now, err, code = core.index_source(self.path)
  end
  if not now then
    return nil, err, code
  end
  local count, broken, why = self.builder:finish(now, games, marks)
  if count then
    return count + (self.before or 0), self.before
  elseif broken then
    return nil, broken, why
  end
  return nil, M.changed(self.path)
end

--- Return the message and the code of the error that a file changed.
---@param path string
---@return string err
---@return string code
function M.changed(path)
  return argument.printable(path) .. ": the file changed while it was indexed (index it again)", "stale_index"
end

function Writing:close()
  self.builder:close()
end

Writing.__close = Writing.close

return M
