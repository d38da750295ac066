--- lucena split: splits files of games into many files.
-- @module lucena.command.split

local arguments = require("lucena.run.arguments")
local core = require("lucena.core")
local declare = require("lucena.run.declare")
local exit = require("lucena.run.exit")
local fields = require("lucena.run.fields")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local rows = require("lucena.run.rows")
local script = require("lucena.run.script")
local joining = require("lucena.run.joining")
local tag_names = require("lucena.tag_names")
local to_utf8 = require("lucena.format").to_utf8

local M = {
  summary = "split PGN files by number of games, by a tag or by a function",
  group = "Write games", order = 35,
}

local EXAMPLES = [[
Games are written byte for byte in the order of reading, with a blank line
between games. --by names each file after the value of a field, which is a tag
or computed (`lucena help fields`): --by Date:4 takes the first four characters
of the date, the year. With several fields, a game is written to the file of
each: --by White,Black writes one file of games per player. With --script, the
function of the Lua file takes a game and returns a file name, several file
names, or nil to omit the game:

  return function(game) return game.plies < 50 and "short" or "long" end

File names are made safe: / becomes _; characters that file names cannot have,
and leading dots, become %XX; a long name is cut and ends in ~ and 16 digits.
Values with the same file name, or with names that differ only in case, get ~2,
~3 ... Games without the tag go to no_TAG.pgn. Each file is written completely
or not at all. With --by and --script, no file is written before all games are
read. If a file exists already, the command ends with an error, except with
--force.

Examples:
  lucena split --every 1000 --into parts games.pgn
  lucena split --by White,Black --into players games.pgn
  lucena split --by ECO:1 --into openings games.pgn
  lucena split --by Date:4 --into years *.pgn
  lucena split --by RoundNumber --into rounds games.pgn

Exit status:
  0  success
  1  errors in the games that the script read
  2  wrong usage, or an error in the script
  3  a file could not be read or written, or exists already]]

function M.parser()
  local parser = parsers.new("lucena split", "Split files of games.",
    "[OPTION]... --into DIR --every N|--by TAG|-s FILE [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("--into", "The folder for the files. It is created if it does not exist."):argname("DIR")
  parser:option("--every", "Start a new file every N games: 0001.pgn, 0002.pgn ..."):argname("N")
  parser:option("--by", "Write one file per value of a field, or of each of several fields: a tag, or"
    .. " RoundNumber, Board, Month, Opening ... FIELD:N uses only the first N characters, WhiteElo/100 bands of 100,"
    .. " (count(check)) the number of a query.")
    :argname("FIELD,FIELD")
  parser:option("-s --script", "A Lua file that returns a function. It takes a game and returns a file name.")
    :argname("FILE")
  parser:flag("--force", "Replace files that exist.")
  declare.reading(parser, nil, true)
  parsers.common(parser, "--every", "--by", "--into", "--force", "--games")
  return parser
end

-- ---- many files ----------------------------------------------------------------------------------

-- The size up to which output is kept in memory. Larger output is moved to a temporary file. So any number of files can
-- be written at the same time, and each file appears only when it is complete.
local MEMORY = 64 << 20
local CHUNK = 1 << 16

-- The output files by name. The text of a file consists of `spans`, then `parts`. `spans` are pieces {offset, size} of
-- the temporary file; `parts` are texts in memory.
local Files = {}
Files.__index = Files

local function new_files(folder, force)
  return setmetatable({ folder = folder, force = force, size = 0, list = {}, by_name = {}, written = 0 }, Files)
end

local ENOENT = 2 -- on every system

-- Return whether a file exists. A file that cannot be opened also exists, and must not be replaced. Opening a pipe
-- would block.
local function exists(path)
  local size, problem = core.file_size(path)
  if not size and not problem then
    exit.fail(exit.IO, path .. ": not a file that can be replaced")
  end
  local file, message, number = io.open(path, "rb")
  if file then
    file:close()
  elseif number ~= ENOENT then
    exit.fail(exit.IO, message)
  end
  return file ~= nil
end

local function check_io(path, done, message)
  if not done then
    exit.fail(exit.IO, ("%s: cannot write: %s"):format(path, message))
  end
  return done
end

-- Open a temporary file in the output folder, because its disk must have room for the output. The file is unlinked at
-- once, so that it disappears when the command ends for any reason.
function Files:open_spool()
  local path = ("%s/.lucena-split-%s"):format(self.folder, tostring(self):match("0x(%x+)") or "spool")
  local spool, message = io.open(path, "w+b")
  check_io(path, spool, message)
  os.remove(path)
  self.spool, self.spool_size, self.spool_path = spool, 0, path
end

-- Move the texts in memory to the temporary file.
function Files:spill()
  if not self.spool then
    self:open_spool()
  end
  check_io(self.folder, self.spool:seek("end"))
  for _, file in ipairs(self.list) do
    if #file.parts > 0 then
      local text = table.concat(file.parts)
      local done, message = self.spool:write(text)
      check_io(self.folder, done, message)
      file.spans[#file.spans + 1] = { self.spool_size, #text }
      self.spool_size = self.spool_size + #text
      file.parts = {}
    end
  end
  self.size = 0
end

--- Return the file of a name.
function Files:get(name)
  local file = self.by_name[name]
  if not file then
    local path = self.folder .. "/" .. name
    if exists(path) and not self.force then
      exit.fail(exit.IO, path .. ": exists already; --force replaces it")
    end
    file = { name = name, path = path, parts = {}, spans = {}, games = 0 }
    self.by_name[name], self.list[#self.list + 1] = file, file
  end
  return file
end

function Files:add(name, text, line_end)
  local file = self:get(name)
  if file.games > 0 then
    local closing = joining.closing(file.ending, text):gsub("^\r?\n", "") -- the text begins a new line already
    file.parts[#file.parts + 1] = closing .. (closing == "" and "" or line_end) .. line_end
  end
  file.ending = joining.ending(text)
  file.parts[#file.parts + 1] = text
  file.parts[#file.parts + 1] = line_end
  file.games = file.games + 1
  self.size = self.size + #text + 2 * #line_end
  if self.size > MEMORY then
    self:spill()
  end
end

function Files:copy_span(writer, span)
  check_io(self.folder, self.spool:seek("set", span[1]))
  local left = span[2]
  while left > 0 do
    local text, message = self.spool:read(math.min(left, CHUNK))
    check_io(self.folder, text, message or "the temporary file is cut short")
    output.check(writer:write(text))
    left = left - #text
  end
end

--- Write a complete file.
function Files:publish(file)
  -- The name may be a symbolic link to a file outside the folder.
  local writer <close> = output.open(file.path, { follow = false })
  if #file.spans > 0 then
    check_io(self.folder, self.spool:flush())
    for _, span in ipairs(file.spans) do
      self:copy_span(writer, span)
    end
  end
  for _, part in ipairs(file.parts) do
    output.check(writer:write(part))
  end
  output.check(writer:close())
  self.written = self.written + 1
  file.parts, file.spans = {}, {}
end

function Files:publish_all()
  for _, file in ipairs(self.list) do
    if #file.parts > 0 or #file.spans > 0 then
      self:publish(file)
    end
  end
end

-- ---- which file ----------------------------------------------------------------------------------
-- A way to split has two functions: `read` returns an array of values of a game, and `names` replaces the values by
-- names of files. A worker calls `read`, the main process calls `names`. `count` is the number of values if workers
-- read games, else `alone` is that of the client.

-- Parse the value of --by: an array of {name, value_of}. `value_of` returns the text of a game, or nil.
local function parse_by(spec, parser)
  local list = {}
  for _, word in ipairs(require("lucena.game_value").words(spec)) do
    local is_field = word:find("^[%w_]+[:/]?%d*$") or word:find("^tag:[%w_]+[:/]?%d*$")
      or word:find("^%(") and require("lucena.field").is_computed(word)
    if not is_field or word:find("[:/]$") then
      parser:error(("--by takes a field, or FIELD:N for its first N characters, not '%s'"):format(word))
    end
    local field = fields.computed(word, "--by", parser)
    local name = field and field.title or fields.tag(word, "--by", parser)
    list[#list + 1] = { name = name, value_of = field and function(game)
      local key = field.of(game)
      return key and fields.text(field, key)
    end or function(game) return tag_names.known(game.tags[name]) end }
  end
  return list
end

local function by_tag(spec, parser)
  local list = parse_by(spec, parser)
  local give = require("lucena.run.filenames").giver(".pgn")
  local function value_of(game, by)
    return to_utf8(by.value_of(game) or "")
  end
  local function read(game)
    local values = {}
    for i, by in ipairs(list) do
      values[i] = value_of(game, by)
    end
    return values
  end
  local function names(values)
    for i, by in ipairs(list) do
      values[i] = values[i] ~= "" and give(values[i]) or give("no_" .. by.name, by)
    end
    return values
  end
  return { read = read, names = names, count = #list }
end

local function by_script(path)
  local name_of = script.run(path)
  if type(name_of) ~= "function" then
    exit.fail(exit.USAGE, path .. ": a script for --script must return a function of a game")
  end
  local give = require("lucena.run.filenames").giver(".pgn")
  local function file_of(name)
    if type(name) ~= "string" and type(name) ~= "number" or name == "" then
      error(("%s: split must return a name or nil, not %s"):format(path, name == "" and "an empty one"
        or "a " .. type(name)), 0)
    end
    return give(tostring(name))
  end
  local function read(game)
    return { name_of(game) }
  end
  local function names(values)
    for i = 1, #values do
      values[i] = file_of(values[i])
    end
    return values
  end
  return { read = read, names = names, alone = "a script may depend on all games" }
end

local GAMES = { kind = "integer", least = 1, noun = "a number of games" }

-- Split by the number of games. Each file is written before the next one begins, so that any number of games can be
-- split.
local function by_number(text, parser, files)
  local every = option_values.number(text, "--every", GAMES, parser)
  local seen = 0
  local function names(values)
    seen = seen + 1
    if seen > 1 and (seen - 1) % every == 0 then
      files:publish(files.list[#files.list])
    end
    values[1] = ("%04d.pgn"):format((seen - 1) // every + 1)
    return values
  end
  return { read = function() return {} end, names = names, alone = "--every only counts games" }
end

local function make_folder(path)
  local done, message = require("lucena.core").make_folder(path)
  if not done then
    exit.fail(exit.IO, "cannot create this folder: " .. message)
  end
end

-- ---- the command ---------------------------------------------------------------------------------

local function check_usage(args, parser)
  local ways = (args.every and 1 or 0) + (args.by and 1 or 0) + (args.script and 1 or 0)
  if not args.into or args.into == "" or args.into:find("\0") then
    parser:error("give a folder for the files: --into DIR")
  elseif ways ~= 1 then
    parser:error("give one of --every, --by and --script")
  end
end

-- The client. `way` chooses the files, `copied` is the number of games that are in a file.
local Split = {}
Split.__index = Split

-- Copy the text of a game to the files of these values.
function Split:copy(text, values)
  local names, line_end, has_it = self.way.names(values), joining.line_end_of(text), {}
  for _, name in ipairs(names) do
    -- White and Black may be the same player.
    if not has_it[name] then
      has_it[name] = true
      self.files:add(name, text, line_end)
    end
  end
  self.copied = self.copied + (names[1] and 1 or 0)
end

function Split:visit(game)
  local values = self.way.read(game)
  self:copy(game.text, values)
end

function Split:progress()
  return phrase.counted(#self.files.list, "file")
end

function Split:absorb(answer)
  for text, _, _, _, row in rows.each(answer, self.way.count + 1) do
    table.remove(row, 1)
    self:copy(text, row)
  end
end

function Split:conclude()
  local input, files = self.input, self.files
  if input.tally.status == exit.IO then
    messages.note((self.args.every and "the last file is not" or self.args.into .. ": nothing")
      .. " written, because not all input could be read")
  else
    files:publish_all()
  end
  input:summary(phrase.group(self.copied) .. " copied", phrase.counted(files.written, "file") .. " written")
  return input.tally.status
end

-- Collects games for Split:absorb() in another process.
local Collecting = {}
Collecting.__index = Collecting

function Collecting:restart()
  self.rows = {}
end

function Collecting:visit(game)
  self.rows[#self.rows + 1] = rows.pack(game.text, table.unpack(self.way.read(game)))
end

function Collecting:answer()
  return table.concat(self.rows)
end

-- Return the input, a client of this class, and the paths.
local function new_client(args, parser, class)
  check_usage(args, parser)
  local input = inputs.new(options.read(args, parser))
  local files = new_files(args.into, args.force)
  local way = args.every and by_number(args.every, parser, files) or args.by and by_tag(args.by, parser)
    or by_script(args.script)
  local self = setmetatable({ input = input, args = args, files = files, way = way, copied = 0, alone = way.alone,
    has_script = args.script ~= nil or require("lucena.game_value").has_expression(args.by) }, class)
  return input, self, arguments.inputs(args.files, parser)
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local input, self, paths = new_client(args, parser, Collecting)
  self:restart()
  return input, self, paths
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, self, paths = new_client(args, parser, Split)
  make_folder(args.into)
  return input, self, paths
end

function M.run(args, parser)
  return parts.run(M, args, parser)
end

return M
