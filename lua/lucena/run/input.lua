--- Reads games for a command: opens the files in sequence, reports diagnostics, shows progress and determines the exit
-- status.
-- An Input passes the games to a *client*, an object that the command creates. All fields of a client are optional:
--
--     visit(game, reader)         a game; returns true to stop reading. Without visit, games are only counted
--     read_games(reader)          reads all games of the reader, in place of visit(); returns an error message, or nil
--                                 and whether reading stopped early
--     resume_at(path)             before a file is opened: return where its first game to read begins, as a `part` for
--                                 core.parts.open; nil: at its beginning; false: the file is not read
--     begin_file(reader)          before a file
--     finish_file(reader, is_cut) after a file; is_cut: reading stopped before its end
--     abandon()                   before an error ends the command
--     progress()                  returns text to add to the progress line
--     has_data                    the command writes data to a stream while reading
--     keeps_much                  the client's memory grows with the number of games
--     has_script                  errors in visit() come from the user's script
--     outlives                    the games after such an error are read
--     judges                      visit() itself reports the errors of the game
--     game_test(game)             a Lua function that the core calls for each game, in place of visit()
--     take_answer(game, reader, answer)  a game for which it returned a value that is true; returns as visit() does
--
-- A client of a command that can read a part of the games (`lucena.run.parts`) also has:
--
--     be_part(is_first, is_last)  the output is a part of the whole
--     join(reader, game)          writes the text before `game`, the first game after the part
--     alone                       for --jobs: the reason why one process must read all games
--     part_size                   most bytes of a worker's part, if not 1 MiB
--     outlasts(problem)           return whether the other parts are read after this error of waiting for workers
--     has_ended                   this process reads the other parts itself
--     restart(task), answer()     begin a part; return its results as plain data
--     absorb(answer)              add the results of a part. Return true to stop reading the file
--     task()                      return plain data for restart()
--     renew(task, answer)         if the answer has more games than are still needed: return another task
--     conclude()                  after all files: the exit status
--
-- @module lucena.run.input

local console = require("lucena.run.console")
local exit = require("lucena.run.exit")
local files = require("lucena.run.files")
local loop = require("lucena.run.loop")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local position_files = require("lucena.run.position_files")
local tally = require("lucena.run.tally")
local parts = require("lucena.core").parts

local M = {}

local Input = {}
Input.__index = Input

--- Create an input.
---@param options table made by `lucena.run.options`
---@param log? table replaces `lucena.run.console`
---@return table input `tally`; `reader`, while a file is read; `is_missing`: a game of --games does not exist;
-- `takes_positions`, set by the caller: files of positions are read, too; `takes_tournaments`: the same for tournament
-- report files, a table with the option scoring; `find_parts`, set by the caller: a function
-- that returns the parts of a file to read (`lucena.index.search`), or nil
function M.new(options, log)
  return setmetatable({ options = options, log = log or console.new(), tally = tally.new(), is_done = false,
    is_missing = false }, Input)
end

-- ---- the client ----------------------------------------------------------------------------------

local FIELDS = {
  visit = "function", begin_file = "function", finish_file = "function", abandon = "function",
  progress = "function", be_part = "function", join = "function", restart = "function", answer = "function",
  absorb = "function", outlasts = "function", task = "function", renew = "function", conclude = "function",
  read_games = "function", resume_at = "function",
  has_data = "boolean", keeps_much = "boolean", has_script = "boolean", outlives = "boolean", judges = "boolean",
  has_ended = "boolean", game_test = "function", take_answer = "function", alone = "string",
  part_size = "number",
}

-- Return the place of a function for a message, or "".
local function place_of(value)
  local info = type(value) == "function" and debug.getinfo(value, "S")
  return info and ("%s:%d: "):format(info.short_src, info.linedefined) or ""
end

-- Return the field that differs from a name by one typing error after the first letter, or nil. All names of a class
-- are compared each time a command starts, so only names with the same first letter and about the same length are
-- compared whole.
local function meant_by(name)
  for field in pairs(#name > 2 and FIELDS or {}) do
    if field:byte() == name:byte() and math.abs(#field - #name) < 2
      and require("lucena.suggestion").is_near(name, field) then
      return field
    end
  end
end

-- Raise an error about names that are no fields. An object of a class has other names, too; there a misspelt method is
-- an error, because the command would read all games and write nothing.
local function check_names(names, is_plain)
  for name, value in pairs(names) do
    local meant = not FIELDS[name] and (is_plain or type(value) == "function") and meant_by(name)
    if meant or is_plain and not FIELDS[name] then
      error(("%sa client has no '%s'%s"):format(place_of(value), name,
        meant and ("; did you mean '%s'?"):format(meant) or ""), 3)
    end
  end
end

--- Set the client that gets the games.
---@param client table
function Input:serve(client)
  for name, kind in pairs(FIELDS) do
    if client[name] and type(client[name]) ~= kind then
      error(("a client's '%s' is a %s, not a %s"):format(name, type(client[name]), kind), 2)
    end
  end
  local class = getmetatable(client)
  check_names(client, not class)
  if class then
    check_names(class.__index, false)
  end
  self.client = client
end

-- Call a method of the client, if it has it.
local function call(client, method, ...)
  if client[method] then
    return client[method](client, ...)
  end
end

-- ---- diagnostics ---------------------------------------------------------------------------------

--- Report diagnostics.
---@param records table[]
---@param is_of_reader boolean? the records come from the reader, not from a game
---@return boolean has_error
function Input:report(records, is_of_reader)
  return self.tally:report(records, self.log, is_of_reader)
end

--- Report the reader's diagnostics since the last call.
---@param reader? lucena.Reader the current one, if not given
function Input:report_reader(reader)
  reader = reader or self.reader
  local records, lost = reader:take_diagnostics()
  self:report(records, true)
  self.log:hide(lost)
  local detected = parts.take_detected(reader)
  if detected and not self.options.quiet then
    self.log:count_detected(detected)
  end
end

--- Report the diagnostics of a game that was examined.
---@param game lucena.Game
function Input:report_game(game)
  local records = game.diagnostics
  self:report_reader() -- diagnostics of the text before the game come first
  self:report(records)
  self.tally:add_errors(#records > 0 and 1 or 0)
end

--- Examine a game selected by --games: replay its moves, as the reader does for all games.
---@param game lucena.Game
function Input:examine(game)
  self:report_reader()
  self.tally:add(0, game.plies, self:report(game.diagnostics) and 1 or 0)
end

--- Report a problem that the command found in a game. The message contains the game's place, and the exit status
-- becomes 1.
---@param reader lucena.Reader
---@param game lucena.Game
---@param message string
function Input:complain(reader, game, message)
  self:report_reader(reader) -- diagnostics of the text before the game come first
  messages.say(("%s:%d: game %d %s"):format(reader.name, game.line, game.number, message))
  self.tally:fail(exit.DATA)
end

--- Report an internal error that the client met in the current game. The next game is read.
---@param fault table
function Input:report_fault(fault)
  local reader = self.reader
  local place = ("%s:%d: game %d"):format(reader.name, reader.line, reader.read_count)
  require("lucena.run.faults").report(self.tally, fault, place)
end

-- ---- while reading -------------------------------------------------------------------------------

--- Show the progress line if it is due.
---@param reader lucena.Reader
function Input:show_progress(reader)
  local options, client = self.options, self.client
  if not options.quiet and options.progress ~= "never"
    and messages.is_progress_due(client and client.has_data, options.progress == "always") then
    local more = client and call(client, "progress")
    local count = phrase.counted(reader.read_count, "game") .. (more and ", " .. more or "")
    messages.progress(reader.name .. ": " .. count)
  end
end

-- Games are short-lived garbage, and little other memory is used. So less frequent collection makes reading 10 % faster
-- and needs only a few megabytes more. But if much other memory is in use, such as games of 16 MiB, it would triple the
-- memory. In that case, Lua's default is used.
local LITTLE_KIB = 16 << 10
local function tune_collector(self)
  local pause = (self.client.keeps_much or collectgarbage("count") > LITTLE_KIB) and 200 or 400
  if pause ~= self.pause then
    self.pause = pause
    collectgarbage("incremental", pause, 400)
  end
end

--- Show progress and adjust the garbage collector. Called once every few games.
---@param reader lucena.Reader
function Input:look_up(reader)
  self:report_reader(reader)
  tune_collector(self)
  self:show_progress(reader)
end

--- Reset the input before a part is read.
---@param log table
function Input:restart(log)
  self.log, self.tally, self.is_done = log, tally.new(), false
end

--- Stop reading, because no more games are needed.
function Input:stop()
  self.is_done = true
end

-- ---- a file --------------------------------------------------------------------------------------

--- Report the first game that --games selects and the file does not have. A range in --games may extend beyond the last
-- game.
---@param name string of the file
---@param games integer the number of games in the file
function Input:report_missing(name, games)
  local number = self.options.games and self.options.games:first_missing(games)
  if number then
    messages.say(("%s: there is no game %d, %s"):format(name, number,
      games == 0 and "and no other" or "only " .. phrase.counted(games, "game")))
    self.is_missing = true
  end
end

--- Add the counts of a reader.
---@param reader lucena.Reader
---@param before integer the number of games before the reader's first one
function Input:add_up(reader, before)
  self:report_reader(reader)
  self.tally:add(reader.read_count - before, reader.plies, reader.errors)
end

-- Return the module that reads a file as games without moves, if it has positions or the results of a tournament, and
-- the name of such an object.
local function converter_of(self, path)
  if self.takes_positions and position_files.has(path) then
    return require("lucena.run.positions"), "record"
  elseif self.takes_tournaments and require("lucena.run.tournament_files").has(path) then
    return require("lucena.run.tournament_files")
  end
end

local function count_errors(records)
  local count = 0
  for _, record in ipairs(records) do
    count = count + (record.severity == "error" and 1 or 0)
  end
  return count
end

--- Open a file, or a part of it.
---@param path string
---@param part? table as `parts.open` takes it
---@return lucena.Reader? reader
---@return string? problem
function Input:open(path, part)
  local converter, noun = converter_of(self, path)
  self.tally:counts(noun or "game")
  if converter then
    local reader, records = converter.open(path, self.options:for_reader(), self.takes_tournaments)
    if reader then
      self:report(records)
      self.tally:add_errors(count_errors(records))
    end
    return reader, records
  end
  return parts.open(path, self.options:for_reader(part))
end

--- Read a part of a file: its games are visited, and its diagnostics are reported.
---@param path string
---@param part table as `parts.open` takes it, with `last`
---@return string? problem
---@return boolean? is_cut whether reading stopped before the end of the part
---@return integer? odd the number of games of unsupported variants
function Input:read_part(path, part)
  local reader <close>, message = self:open(path, part)
  if not reader then
    return message, false, 0
  end
  local before = self.reader
  self.reader = reader
  local problem, is_cut = loop.run(self, reader, part.last)
  self:add_up(reader, part.games)
  self.reader = before
  if not problem and not is_cut and part.last and reader.read_count < part.last then
    problem = ("%s: the file changed while it was read: there is no game after game %d"):format(path, reader.read_count)
  end
  return problem, is_cut, parts.odd_variants(reader)
end

-- Read a whole file, or its games from the span's start. Returns a message if that failed.
local function read_all(self, reader, _, span)
  call(self.client, "begin_file", reader)
  local problem, is_cut = loop.run(self, reader)
  call(self.client, "finish_file", reader, is_cut)
  self:add_up(reader, span.before or 0)
  if not problem and not is_cut then
    self:report_missing(reader.name, reader.read_count)
  end
  self.log:finish_file(reader.name)
  return problem
end

-- Read a span. Returns a message if reading failed.
local function read_span(self, path, span)
  local found = self.find_parts and span.is_whole and not converter_of(self, path) and self.find_parts(path)
  if found then
    return require("lucena.run.in_parts").read_found(self, path, found)
  end
  local start = call(self.client, "resume_at", path)
  if start == false then
    return nil
  elseif start then
    span.cut, span.before = start, start.games
  end
  local reader <close>, problem = self:open(path, span.cut)
  if not reader then
    return problem
  end
  self.reader = reader
  self.log:begin_file()
  local reads_all = span.is_whole and not self.pool or converter_of(self, path)
  return (reads_all and read_all or require("lucena.run.in_parts").read)(self, reader, path, span)
end

-- ---- the files -----------------------------------------------------------------------------------

--- A message handler for errors while games are read. An internal error becomes a fault (`lucena.run.faults`). If the
-- error is in the user's script, it adds the place of the current game.
---@param value any
---@return any
function Input:describe(value)
  local reader = self.reader
  if reader and not exit.is_interrupt(value) then
    self:report_reader(reader) -- diagnostics of the text before the game come first
  end
  if not self.client.has_script then
    return exit.describe(value)
  elseif exit.is_end(value) or exit.is_fault(value) or not reader then
    return value
  end
  local failure = require("lucena.run.script").traceback(value)
  if self.client.outlives then
    return exit.fault(failure.status, failure.message)
  end
  failure.message = ("%s\nthis was game %d, %s:%d"):format(failure.message, reader.read_count, reader.name, reader.line)
  return failure
end

-- Return the span to read of each file (`lucena.run.spans`): the whole file, or the bytes of it that --range selects.
local function find_spans(self, paths)
  if self.options.range then
    for _, path in ipairs(paths) do
      if converter_of(self, path) then
        exit.fail(exit.USAGE, ("--range is for games, %s has %s"):format(path,
          position_files.has(path) and "positions" or "results"))
      end
    end
    local list, is_first, is_last = require("lucena.run.spans").of(self, paths)
    call(self.client, "be_part", is_first, is_last)
    return list
  end
  local list = {}
  for i = 1, #paths do
    list[i] = { from = 0, to = math.maxinteger, is_whole = true, reaches_end = true }
  end
  return list
end

--- Read files for a client. A file that cannot be read is reported, and the next one is read.
---@param paths string[]
---@param client table
function Input:read(paths, client)
  self:serve(client)
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
---@param ... string? further parts of the line; its first part is the number of games, "315 games"
function Input:summary(...)
  if not self.options.quiet then
    self.tally:summary(...)
  end
end

return M
