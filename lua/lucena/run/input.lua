--- Reading games for a command: files one after the other, their diagnostics, progress, and the exit status.
-- An Input reads; a *client*, an object of the command's, says what is done with the games. All of this is optional:
--
--     visit(game, reader)         a game; returns true when no more are wanted. Without it games are only counted
--     begin_file(reader)          before a file
--     finish_file(reader, is_cut) after a file; is_cut when reading stopped before its end
--     abandon()                   before an error ends the command
--     progress()                  more text for the progress line
--     has_data                    data goes to a stream meanwhile
--     keeps_much                  memory grows with the games
--     has_script                  errors are those of the user's script
--     judges                      visit() reports the errors of the game itself
--
-- A client that may be asked for a part of the games (`lucena.run.parts`) has besides:
--
--     be_part(is_first, is_last)  what is written is a part of the whole
--     join(reader, game)          the game after the part
--     alone                       why one process has to read all, for --jobs
--     part_size                   most bytes of a worker's part, where it is not a MiB
--     restart(task), answer()     begin a part; what came of it, as plain data
--     absorb(answer)              take over what came of a part
--     task()                      plain data that restart() gets
--     renew(task, answer)         another task, when this one's answer is more than is wanted by now
--     conclude()                  after all files: the exit status
--
-- @module lucena.run.input

local console = require("lucena.run.console")
local exit = require("lucena.run.exit")
local files = require("lucena.run.files")
local loop = require("lucena.run.loop")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local tally = require("lucena.run.tally")

local M = {}

local Input = {}
Input.__index = Input

--- An input.
---@param options table of `lucena.run.options`
---@param log? table in place of `lucena.run.console`
---@return table input `tally`; `reader`, while a file is read; `is_missing`: a game of --games is not there
function M.new(options, log)
  return setmetatable({ options = options, log = log or console.new(), tally = tally.new(), is_done = false,
    is_missing = false }, Input)
end

-- ---- the client ----------------------------------------------------------------------------------

local FIELDS = {
  visit = "function", begin_file = "function", finish_file = "function", abandon = "function",
  progress = "function", be_part = "function", join = "function", restart = "function", answer = "function",
  absorb = "function", task = "function", renew = "function", conclude = "function",
  has_data = "boolean", keeps_much = "boolean", has_script = "boolean", judges = "boolean",
  alone = "string", part_size = "number",
}

--- Read for a client from here on.
---@param client table
function Input:serve(client)
  for name, kind in pairs(FIELDS) do
    if client[name] and type(client[name]) ~= kind then
      error(("a client's '%s' is a %s, not a %s"):format(name, type(client[name]), kind), 2)
    end
  end
  -- A class may have methods of its own, a plain table has only these fields.
  for name in pairs(getmetatable(client) and {} or client) do
    if not FIELDS[name] then
      error(("a client has no '%s'"):format(name), 2)
    end
  end
  self.client = client
end

-- Call a method of the client, if it has it.
local function tell(client, method, ...)
  if client[method] then
    return client[method](client, ...)
  end
end

-- ---- diagnostics ---------------------------------------------------------------------------------

--- Report diagnostics.
---@param records table[]
---@param is_of_reader boolean? the reader's own, not a game's
---@return boolean has_error
function Input:report(records, is_of_reader)
  return self.tally:report(records, self.log, is_of_reader)
end

--- Report what the reader has noticed since the last time.
---@param reader? lucena.Reader the current one, if not given
function Input:report_reader(reader)
  local records, lost = (reader or self.reader):take_diagnostics()
  self:report(records, true)
  self.log:hide(lost)
end

--- Report a game that was looked into: its errors, with --strict all that is unusual.
---@param game lucena.Game
---@param has_errors boolean
function Input:report_game(game, has_errors)
  if has_errors or self.options.strict then
    local records = game.diagnostics
    self:report_reader() -- what stands before the game comes first
    self:report(records)
    self.tally:add_errors(#records > 0 and 1 or 0)
  end
end

--- Examine a game that --games names as the reader would do it.
---@param game lucena.Game
function Input:examine(game)
  self:report_reader()
  self.tally:add(0, game.plies, self:report(game.diagnostics) and 1 or 0)
end

--- Report a problem of a game that is the command's to say: the game is named, and the exit status is 1.
---@param reader lucena.Reader
---@param game lucena.Game
---@param message string
function Input:complain(reader, game, message)
  messages.say(("%s:%d: game %d %s"):format(reader.name, game.line, game.number, message))
  self.tally:fail(exit.DATA)
end

-- ---- meanwhile -----------------------------------------------------------------------------------

--- Show the progress line when it is due.
---@param reader lucena.Reader
function Input:show_progress(reader)
  local options, client = self.options, self.client
  if not options.quiet and options.progress ~= "never"
    and messages.is_progress_due(client and client.has_data, options.progress == "always") then
    local more = client and tell(client, "progress")
    local said = phrase.counted(reader.games, "game") .. (more and ", " .. more or "")
    messages.progress(reader.name .. ": " .. said)
  end
end

-- Games are short-lived garbage beside little that stays: collecting less often is a tenth faster, for some megabytes.
-- Beside much, as games of 16 MiB, it would be three times that: then Lua's own pace is right.
local LITTLE_KIB = 16 << 10
local function tune_collector(self)
  local pause = (self.client.keeps_much or collectgarbage("count") > LITTLE_KIB) and 200 or 400
  if pause ~= self.pause then
    self.pause = pause
    collectgarbage("incremental", pause, 400)
  end
end

--- Do what is to be done now and then.
---@param reader lucena.Reader
function Input:look_up(reader)
  self:report_reader(reader)
  tune_collector(self)
  self:show_progress(reader)
end

--- Begin a part: nothing has been read.
---@param log table
function Input:restart(log)
  self.log, self.tally, self.is_done = log, tally.new(), false
end

--- No more games are wanted.
function Input:stop()
  self.is_done = true
end

-- ---- a file --------------------------------------------------------------------------------------

--- After the end of a file: report the first game that --games asks for and that is not there. The end of a range need
-- not be there.
---@param name string of the file
---@param games integer how many it has
function Input:tell_missing(name, games)
  local number = self.options.games and self.options.games:first_missing(games)
  if number then
    messages.say(("%s: there is no game %d, %s"):format(name, number,
      games == 0 and "and no other" or "only " .. phrase.counted(games, "game")))
    self.is_missing = true
  end
end

-- After the games of a reader, which begin after `before` others.
local function add_up(self, reader, before)
  self:report_reader(reader)
  self.tally:add(reader.games - before, reader.plies, reader.errors)
end

local function open(self, path, part)
  return require("lucena").open(path, self.options:for_reader(part))
end

--- Read a part of a file: its games are visited, and its diagnostics are reported.
---@param path string
---@param part table as `chess.open` takes it, with `last`
---@return string? problem
---@return boolean? is_cut whether it stopped before the part's end
---@return integer? odd games of variants that are not read
function Input:read_part(path, part)
  local reader <close>, problem = open(self, path, part)
  if not reader then
    return problem, false, 0
  end
  local before = self.reader
  self.reader = reader
  local trouble, is_cut = loop.run(self, reader, part.last)
  add_up(self, reader, part.games)
  self.reader = before
  if not trouble and not is_cut and part.last and reader.games < part.last then
    trouble = ("%s: it has been changed while it was read: behind game %d there is no other"):format(path, reader.games)
  end
  return trouble, is_cut, reader.odd_variants
end

-- Read a file from its beginning to its end; what went wrong.
local function read_all(self, reader)
  tell(self.client, "begin_file", reader)
  local problem, is_cut = loop.run(self, reader)
  tell(self.client, "finish_file", reader, is_cut)
  if not problem and not is_cut then
    self:tell_missing(reader.name, reader.games)
  end
  add_up(self, reader, 0)
  self.log:finish_file(reader.name)
  return problem
end

-- The games of a span that begin before byte `to`, read in this process. Whether one follows, what went wrong, whether
-- it stopped before, and how many games are of variants that are not read.
local function read_here(self, reader, path, span)
  local part = reader.cut
  if span.cut then
    part.mark_packed, part.mark_offset = span.cut.mark_packed, span.cut.mark_offset
  end
  local follows, problem = reader:pass(span.to)
  part.last = reader.cut.games
  if part.last == part.games then
    return follows, problem, false, 0
  end
  local trouble, is_cut, odd = self:read_part(path, part)
  return follows, problem or trouble, is_cut, odd
end

-- After the games of a span: the game that follows says what belongs between; a file's end is copied with its last.
local function finish_span(self, reader, follows, span)
  local client = self.client
  if follows then
    reader:stop_behind(reader.games)
    local game = reader:read()
    if game then
      tell(client, "join", reader, game)
    end
    tell(client, "finish_file", reader, true)
    return
  end
  tell(client, "finish_file", reader, false)
  if span.is_last then
    tell(client, "be_part", false, true) -- no other part has a game
  end
  if span.reaches_end then -- what stands after the last game belongs to no part
    self:tell_missing(reader.name, reader.games)
    add_up(self, reader, reader.cut.games)
    self.log:finish_file(reader.name)
  end
end

-- Read a span in parts, here or by workers; what went wrong.
local function read_in_parts(self, reader, path, span)
  local follows, trouble = reader:pass(span.from)
  local problem, is_cut, odd = nil, false, 0
  tell(self.client, "begin_file", reader)
  if follows then
    local read = self.pool and require("lucena.run.workers").read or read_here
    follows, problem, is_cut, odd = read(self, reader, path, span)
  end
  problem = trouble or problem
  if is_cut or problem then
    tell(self.client, "finish_file", reader, true)
  else
    reader:end_parts(odd)
    finish_span(self, reader, follows, span)
  end
  return problem
end

-- What went wrong, or nil.
local function read_span(self, path, span)
  local reader <close>, problem = open(self, path, span.cut)
  if not reader then
    return problem
  end
  self.reader = reader
  self.log:begin_file()
  return ((span.is_whole and not self.pool) and read_all or read_in_parts)(self, reader, path, span)
end

-- ---- the files -----------------------------------------------------------------------------------

--- A message handler: an error while games were read. The script's, and which game it was about; or one of ours, passed
-- on.
---@param value any
---@return any
function Input:describe(value)
  local reader = self.reader
  if reader and not exit.is_interrupt(value) then
    self:report_reader(reader) -- what stands before the game comes first
  end
  if exit.is_failure(value) or exit.is_interrupt(value) then
    return value
  elseif not self.client.has_script then
    return exit.failure(exit.USAGE, debug.traceback("internal error: " .. tostring(value), 2))
  elseif not reader then
    return value
  end
  local failure = require("lucena.run.script").traceback(value)
  failure.message = ("%s\nthis was game %d, %s:%d"):format(failure.message, reader.games, reader.name, reader.line)
  return failure
end

-- The spans that are read, one for each file (`lucena.run.spans`): all of it, or what --range has of it.
local function find_spans(self, paths)
  if self.options.range then
    local list, is_first, is_last = require("lucena.run.spans").of(self, paths)
    tell(self.client, "be_part", is_first, is_last)
    return list
  end
  local list = {}
  for i = 1, #paths do
    list[i] = { from = 0, to = math.maxinteger, is_whole = true, reaches_end = true, cut = self.options.chunk }
  end
  return list
end

--- Read files for a client. A file that cannot be read is reported, and the next one is read.
---@param paths string[]
---@param client table
function Input:read(paths, client)
  self:serve(client)
  if self.options.chunk and (self.options.range or #paths > 1 or paths[1] ~= "-") then
    exit.fail(exit.USAGE, "--chunk is for standard input alone, of which there are no ranges")
  end
  tune_collector(self)
  local pool <close> = self.options.workers and require("lucena.run.workers").open(self) or nil
  self.pool = pool
  local spans = find_spans(self, paths)
  files.each(paths, {
    tally = self.tally, client = client,
    read = function(path, i)
      self.reader, self.place = nil, i
      return spans[i] and read_span(self, path, spans[i]) or nil, self.is_done
    end,
    describe = function(value)
      return self:describe(value)
    end,
  })
end

--- Print the line after all files, unless --quiet.
---@param ... string? parts of it; "315 games" is the first
function Input:summary(...)
  if not self.options.quiet then
    self.tally:summary(...)
  end
end

return M
