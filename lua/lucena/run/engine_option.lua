--- The options of commands that use an engine: the program, its options, and the limits of the search. An engine that
-- ends or does not reply is restarted.
-- @module lucena.run.engine_option

local option_values = require("lucena.run.option_values")
local exit = require("lucena.run.exit")

local M = {}

local IN_A_ROW = 3 -- consecutive failures of the engine after which the command ends

--- The names of these options in the parsed arguments.
M.NAMES = { "engine", "engine_arg", "engine_option", "time", "depth", "nodes", "timeout" }

--- Declare the options.
---@param parser table
---@param usual string the default limit, for the help
function M.options(parser, usual)
  parser:option("--engine", "The UCI engine: a program in PATH, or a path."):argname("PROGRAM")
  parser:option("--engine-arg", "An argument for the engine; repeat for more."):argname("ARG"):count("*")
  parser:option("--engine-option", "Set a UCI option of the engine, such as Hash=256; repeat for more.")
    :argname("NAME=VALUE")
    :count("*")
  parser:option("--time", "Seconds per position."):argname("S")
  parser:option("--depth", "Search depth in plies."):argname("N")
  parser:option("--nodes", "Search at most N nodes per position. " .. usual):argname("N")
  parser:option("--timeout", "Restart the engine after S seconds without an answer. Default: 10."):argname("S")
end

-- ---- parsing -------------------------------------------------------------------------------------

local COUNT = { kind = "integer", least = 1, most = 1000000000000 }
local SECONDS = { kind = "number", least = 0.001, most = 1000000, noun = "a number of seconds" }

--- Return the number of an option; nil if it was not given.
---@param args table
---@param name string
---@param parser table
---@param is_integer? boolean
---@return number?
function M.number(args, name, parser, is_integer)
  return option_values.number(args[name], "--" .. name, is_integer and COUNT or SECONDS, parser)
end

local function read_options(words, parser)
  local list = {}
  for i, word in ipairs(words) do
    local name, value = word:match("^%s*([^=]-)%s*=(.*)$")
    if not name or name == "" then
      parser:error(("--engine-option takes NAME=VALUE, not '%s'"):format(word))
    end
    list[i] = { name = name, value = value }
  end
  return list
end

-- Convert text of the command line to the type of the engine's option.
local function typed(option, text)
  if option.kind == "check" then
    return text == "true" or text ~= "false" and text
  elseif option.kind == "spin" then
    return math.tointeger(tonumber(text)) or text
  elseif option.kind == "button" then
    return text == "true" or text
  end
  return text
end

-- ---- the engine ----------------------------------------------------------------------------------

local Asker = {}
Asker.__index = Asker

local function set_all(engine, pairs_given)
  for _, pair in ipairs(pairs_given) do
    local value = pair.value
    for name, option in pairs(engine.options) do
      if name:lower() == pair.name:lower() then
        value = typed(option, value)
      end
    end
    local done, message, code = engine:set(pair.name, value)
    if not done then
      engine:quit()
      return nil, message, code
    end
  end
  return engine
end

local function start(self)
  local engine, message, code = require("lucena").engine(self.spec)
  if engine then
    engine, message, code = set_all(engine, self.options)
  end
  return engine or exit.fail(code == "bad_option" and exit.USAGE or exit.IO, message)
end

--- Read the options and start the engine. Ends the command if this fails.
---@param args table
---@param parser table
---@param usual table the limits if none is given
---@return table asker `engine`, `limits`
function M.open(args, parser, usual)
  if not args.engine then
    parser:error("give an engine: --engine stockfish")
  end
  local limits = { time = M.number(args, "time", parser), depth = M.number(args, "depth", parser, true),
    nodes = M.number(args, "nodes", parser, true) }
  local self = setmetatable({
    spec = { args.engine, timeout = M.number(args, "timeout", parser), table.unpack(args.engine_arg) },
    options = read_options(args.engine_option, parser), limits = next(limits) and limits or usual, lost = 0,
  }, Asker)
  self.engine = start(self)
  return self
end

--- Analyse a position with the limits of the options. If the engine fails, report it and restart the engine. After
-- IN_A_ROW consecutive failures, the command ends.
---@param what lucena.Position|lucena.Node
---@param each? function as for Engine:analyse
---@return table? result
---@return string? err
function Asker:analyse(what, each)
  if not self.engine then
    self.engine = start(self)
  end
  local limits = self.limits
  local result, err, code = self.engine:analyse(what,
    { time = limits.time, depth = limits.depth, nodes = limits.nodes, each = each })
  if result then
    self.lost = 0
    return result
  elseif code == "irregular_position" then
    return nil, err
  elseif code ~= "engine_confused" then
    self.engine:quit()
    self.engine = nil
  end
  self.lost = self.lost + 1
  if self.lost >= IN_A_ROW then
    exit.fail(exit.IO, ("%s; this happened %d times in a row, so the command ends"):format(err, IN_A_ROW))
  end
  return nil, err
end

--- Send the engine `ucinewgame`. If the engine fails, the next search starts it again.
function Asker:new_game()
  if self.engine and not self.engine:new_game() then
    self.engine:quit()
    self.engine = nil
  end
end

--- Stop the engine.
function Asker:close()
  if self.engine then
    self.engine:quit()
    self.engine = nil
  end
end

return M
