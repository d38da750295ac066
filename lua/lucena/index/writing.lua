--- Writes an index: makes the parts that the core adds to the index, and compares an index with its games.
-- A part has the entries of some thousand games. Where one part ends and the next begins does not change the index. So
-- the parts can be made by other processes: the numbers in a part are those of its own games and names.
-- @module lucena.index.writing

local argument = require("lucena.argument")
local core = require("lucena.core")
local has_other_start = require("lucena.file").has_other_start

local M = {}

local MIB = 1 << 20
local MEMORY, MOST_PLY = 256, 65535
local STEP = 4096 -- games between two calls of `progress`

-- ---- the old index -------------------------------------------------------------------------------

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

local PAGES = 1024 -- pages between two calls of `progress`

--- Compare the checksums of all pages of an index.
---@param own table an IndexFile
---@param progress function is called now and then
---@return boolean? true
---@return string? err
---@return string? code
function M.verify(own, progress)
  for first = 0, own:info().pages - 1, PAGES do
    local is_good, err, code = own:verify(first, PAGES)
    if not is_good then
      return nil, err, code
    end
    progress()
  end
  return true
end

-- Why an index that cannot be opened is written again. Other codes mean that there is none.
local REASONS = { other_index = "another version of Lucena wrote it", damaged_index = "it is damaged" }

--- Return what an index has that is undamaged, and made with these options from the file as it is now.
---@param path string
---@param file string the index
---@param opts table max_ply, shared_only: those of begin()
---@param progress function is called now and then
---@return table? info `IndexFile:info`
---@return string? reason why the index cannot be used; nil if there is none
function M.current(path, file, opts, progress)
  local own <close>, _, code = core.open_index(file, path)
  if not own then
    return nil, REASONS[code]
  end
  local info = own:info()
  if info.source ~= core.index_source(path) then
    return nil, "the games have changed"
  elseif info.max_ply ~= (opts.max_ply or MOST_PLY) or info.is_shared ~= (opts.shared_only or false) then
    return nil, "it was made with other options"
  end
  if M.verify(own, progress) then
    return info
  end
  return nil, REASONS.damaged_index
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

-- Fields: `builder`; `path` of the games; `source`, their identity.
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
local function open(path, file, opts, source, is_plain)
  if not file:find("%.lci$") and has_other_start(file, SIGN) then -- -o with a wrong name would replace games
    return nil, argument.printable(file) .. ": the file exists and is no index; it is not replaced", "not_index"
  end
  local builder, err, code = core.index_builder(file, source, memory_of(opts), opts.max_ply or MOST_PLY, not is_plain,
    opts.shared_only or false)
  if not builder then
    return nil, err, code
  end
  return setmetatable({ builder = builder, path = path, source = source }, Writing)
end

--- Begin to write the index of a file.
---@param path string
---@param file string the index
---@param opts table max_ply, shared_only, memory: those of chess.write_index
---@return table? writing
---@return string? err
---@return string? code
function M.begin(path, file, opts)
  local source, is_plain, code = M.source(path)
  if not source then
    return nil, is_plain, code
  end
  return open(path, file, opts, source, is_plain)
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
  return open(nil, file, opts, source, is_plain)
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
---@return integer? games number of games
---@return string? err
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
  if count or broken then
    return count, broken, why
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
