--- The clients of `lucena.run.input` that read games for an index. One writes the index of each file. The other, for
-- --jobs and --partial, makes the parts of an index that the first one adds, in another process or later.
-- @module lucena.run.index_clients

local core = require("lucena.core")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")
local writing = require("lucena.index.writing")

local M = {}

--- Return the exit status of an error: files that cannot be read or written, or data that does not fit.
---@param code string
---@return integer
function M.status_of(code)
  return code:find("^cannot_") and exit.IO or exit.DATA
end

-- Read the games for a client with a method take(part).
local function read_games(self, reader)
  return writing.read(reader, self.part, function(part)
    return self:take(part)
  end, function()
    self.input:look_up(reader)
  end)
end

-- ---- an index ------------------------------------------------------------------------------------

-- `target`: the index of the current file; nil if writing it failed. `is_merging`: the file of games is not read;
-- `games`: the number of its games, after its last part; `marks`: see core.index_marks.
local Writing = { keeps_much = true }
Writing.__index = Writing

--- Return the client that writes indexes.
---@param input table
---@param output string? the index; nil: each is written beside its file
---@param opts table max_ply, shared_only, memory: those of chess.write_index
---@return table
function M.writing(input, output, opts)
  return setmetatable({ input = input, output = output, opts = opts, part = writing.new_part(opts), places = 0 },
    Writing)
end

--- Make the client merge the parts of one file.
---@param facts table of parts
function Writing:merge(facts)
  local target, message, code = writing.begin_from_parts(self.output, self.opts, facts.source, facts.is_plain)
  if not target then
    exit.fail(M.status_of(code), message)
  end
  self.target, self.is_merging, self.marks = target, true, facts.marks
end

-- Report that the current index cannot be written. The next file is read.
function Writing:fail(message, code)
  self:abandon()
  if code == "bad_part" and self.games then
    exit.fail(exit.DATA, "the parts are of several files, but an index is of one")
  elseif code == "bad_part" then
    error(message, 0)
  elseif self.is_merging then
    exit.fail(M.status_of(code), message)
  end
  messages.note(message)
  self.input.tally:fail(M.status_of(code))
end

function Writing:abandon()
  if self.target then
    self.target:close()
    self.target = nil
  end
end

-- Return the function that shows the progress while an old index is checked.
local function checking(self, path)
  local options = self.input.options
  return function()
    if not options.quiet and messages.is_progress_due() then
      messages.progress(("%s: checking the old index"):format(path))
    end
  end
end

function Writing:resume_at(path)
  local file = self.output or require("lucena.index").file_of(path)
  local current, reason = writing.current(path, file, self.opts, checking(self, path))
  if not self.input.options.quiet and (current or reason) then
    messages.note(current and file .. ": up to date" or ("%s: writing it again: %s"):format(file, reason))
  end
  if current then
    self.places = self.places + current.places
    self.input.tally:add(current.games, 0, 0)
    return false
  end
  local target, message, code = writing.begin(path, file, self.opts)
  if not target then
    self:fail(message, code)
    return false
  end
  self.target = target
end

function Writing:take(part)
  return self.target:absorb(part)
end

function Writing:read_games(reader)
  local is_read, message, code = read_games(self, reader)
  if is_read then
    return nil, false
  end
  local is_unread = code == "cannot_read"
  if is_unread then
    self:abandon()
  else
    self:fail(message, code)
  end
  return is_unread and message or nil, true
end

-- Complete the current index.
local function complete(self, found, marks)
  local target = self.target
  local games, err, code = target:finish(found, marks)
  if not games then
    return self:fail(err, code)
  end
  self.places = self.places + target.builder.places
  self.target = nil
end

-- The reader has diagnostics only about the end of the file; those of the games were reported. When parts are merged,
-- the index is completed after all of them.
function Writing:finish_file(reader, is_cut)
  if self.is_merging then
    self.games = reader.read_count
  elseif not self.target or is_cut then
    self:abandon()
  else
    if core.indexing.has_notes(reader) then
      self.target:mark_stray()
    end
    complete(self, reader.read_count, core.indexing.marks(reader))
  end
end

function Writing:absorb(answer)
  for _, part in ipairs(answer) do
    if not self.target then
      return true
    end
    local is_added, message, code = self.target:absorb(part)
    if not is_added then
      self:fail(message, code)
      return true
    end
  end
end

function Writing:conclude()
  if self.is_merging then
    complete(self, self.games or 0, self.marks) -- an empty file has no range with its end
  end
  stdio.flush()
  self.input:summary(phrase.counted(self.places, "position"))
  return self.input.tally.status
end

-- ---- parts ---------------------------------------------------------------------------------------

-- `send`, if set, gets each part; else they are in `answers`.
local Making = {}
Making.__index = Making

--- Return a client that makes parts: see `lucena.run.parts`.
---@param input table
---@param path string the file of games
---@param opts table max_ply, memory
---@return table
function M.making(input, path, opts)
  return setmetatable({ input = input, path = path, part = writing.new_part(opts), answers = {} }, Making)
end

-- Return the identity of the file. Ends the command if it cannot be read.
local function source_of(path)
  local source, is_plain, code = writing.source(path)
  if not source then
    exit.fail(M.status_of(code), is_plain)
  end
  return source, is_plain
end

function Making:resume_at(path)
  self.source = source_of(path)
end

function Making:take(part)
  if self.send then
    self.send { part:take() }
  else
    self.answers[#self.answers + 1] = part:take()
  end
  return true
end

function Making:read_games(reader)
  local is_read, message, code = read_games(self, reader)
  if not is_read and code ~= "cannot_read" then
    exit.fail(M.status_of(code), message)
  end
  return message, false
end

function Making:restart()
  self.answers = {}
  self.part:clear()
end

--- Return the parts. `reader`: the reader after the last game of a range.
function Making:answer(reader)
  if reader and core.indexing.has_notes(reader) then
    self.part:mark_stray()
    self.answers[1] = self.part:take()
  end
  return self.answers
end

--- Return the data that all parts must share: the identity of the file of games, and its members if it is compressed.
-- Ends the command if it has changed.
---@return table
function Making:facts()
  local source, is_plain = source_of(self.path)
  if source ~= (self.source or source) then
    exit.fail(exit.DATA, (writing.changed(self.path)))
  end
  local marks, message, code = core.index_marks(self.path)
  if not marks then
    exit.fail(M.status_of(code), message)
  end
  return { source = source, is_plain = is_plain, marks = marks }
end

return M
