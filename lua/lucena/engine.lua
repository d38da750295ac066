--- Runs a UCI engine as a child process and communicates with it through two pipes.
--
--     local engine <close> = assert(chess.engine { "stockfish", options = { Hash = 64 } })
--     local found = assert(engine:analyse(chess.position(), { depth = 12 }))
--     print(found.move, found.score, found.nodes)
--
-- An engine is another program: it may hang, send endless text, crash or send invalid lines. So each wait has a limit:
--
-- - An immediate reply must come within `timeout` seconds (default 10).
-- - A search may take `time` seconds; without that limit, `longest` seconds (default 3600). Then the engine gets
--   `stop`, and must reply within `timeout` seconds.
-- - If the engine sends nothing for `timeout` seconds during a search, it must reply to `isready`.
--
-- An engine is killed if it does not reply, or if its handle is garbage-collected. Errors are returned as nil, message,
-- code: `engine_missing`, `engine_died`, `engine_timeout`, `engine_closed`, `bad_option` and `engine_confused` (the
-- engine sent an illegal move). After the last two, the engine can still be used.
--
-- No shell is used. The engine gets only lines made here: moves and positions written by Lucena, numbers, and options
-- that were checked against its declarations. The engine shares the standard error of this process.
-- @module lucena.engine

local argument = require("lucena.argument")
local system = require("lucena.system")
local findings = require("lucena.engine.finding")
local protocol = require("lucena.engine.protocol")
local requests = require("lucena.engine.request")
local wires = require("lucena.engine.wire")

local M = {}

---@class lucena.Engine
---@field name string the name that the engine reports
---@field author string? the authors that the engine reports
---@field options table<string, table> the engine's options by name: {name, kind, default, min, max, choices, value}
local Engine = {}
Engine.__index = Engine
Engine.__name = "lucena.Engine"
Engine.__metatable = Engine.__name

local MOST = 4 << 20 -- maximum size in bytes of the stored lines that an engine sends after `uci`
local GRACE = 0.5 -- seconds after the end of the search time at which `stop` is sent

-- ---- communication -------------------------------------------------------------------------------

-- Call functions in sequence until one fails. Returns true, or the results of the failed function.
local function in_turn(...)
  for _, step in ipairs { ... } do
    local done, err, code = step()
    if not done then
      return nil, err, code
    end
  end
  return true
end

-- Send a command and read lines until one begins with `word`. Other lines are passed to `take`.
local function ask(self, command, word, take)
  local wire = self.wire
  local done, err, code = wire:send(command, self.timeout)
  if not done then
    return nil, err, code
  end
  local deadline = system.monotonic() + self.timeout
  while true do
    local line, problem, kind = wire:read(deadline)
    if not line then
      if problem then
        return nil, problem, kind
      end
      return wire:time_out(self.timeout)
    elseif line:match("^%s*(%w+)") == word then
      return line
    elseif take then
      take(line)
    end
  end
end

--- Wait until the engine has processed all earlier commands.
---@return boolean? ready
---@return string? err
---@return string? code
-- @usage engine:ready()  --> true
function Engine:ready()
  argument.self(self, "ready", "lucena.Engine")
  return in_turn(function() return self:cancel() end,
    function() return ask(self, "isready", "readyok") end)
end

--- Stop a search: one that still runs after an error or Ctrl-C, or (called in the function `each`) the current one.
---@return boolean? done
---@return string? err
---@return string? code
-- @usage engine:cancel()  --> true
function Engine:cancel()
  argument.self(self, "cancel", "lucena.Engine")
  if self.wire.trouble then
    return self.wire:give_up()
  elseif not self.search then
    return true
  end
  self.search = nil
  return in_turn(function() return ask(self, "stop", "bestmove") end)
end

-- ---- options -------------------------------------------------------------------------------------

local function send_option(self, option, text)
  if self.told[option.name] == text and option.kind ~= "button" then
    return true
  end
  local command = "setoption name " .. option.name .. (option.kind == "button" and "" or " value " .. text)
  local done, err, code = self.wire:send(command, self.timeout)
  if done then
    self.told[option.name] = text
  end
  return done, err, code
end

--- Set an option that the engine declares (`engine.options`: by name {name, kind, default, min, max, choices}).
---@param name string ignoring case
---@param value boolean|integer|string of the option's kind; true presses a button
---@return boolean? done
---@return string? err the valid values, or a suggestion for the name
---@return string? code `bad_option`, or an error of the engine
-- @usage engine:set("Hash", 64)  --> true
function Engine:set(name, value)
  argument.self(self, "set", "lucena.Engine")
  argument.check(name, 1, "set", "string")
  local option, problem = protocol.find(self.options, name)
  if not option then
    return nil, ("%s: %s"):format(self.wire.name, problem), "bad_option"
  end
  local text, wanted = protocol.value(option, value)
  if not text then
    return nil, ("%s: option '%s' %s, not %s"):format(self.wire.name, argument.shown(option.name), wanted,
      argument.shown(value)), "bad_option"
  end
  local done, err, code = in_turn(function() return self:cancel() end,
    function() return send_option(self, option, text) end)
  if done then
    option.value = value
  end
  return done, err, code
end

-- Set an option for one search, unless it already has the value. `usual` is the value with which engines behave like
-- engines that lack the option.
local function arrange(self, name, value, usual)
  local option = protocol.find(self.options, name)
  if not option and value == usual or option and not self.told[option.name] and value == option.default then
    return true
  elseif not option then
    return nil, ("%s: it has no option '%s', which this needs"):format(self.wire.name, name), "bad_option"
  end
  local text, wanted = protocol.value(option, value)
  if not text then
    return nil, ("%s: option '%s' %s, not %s"):format(self.wire.name, name, wanted, tostring(value)), "bad_option"
  end
  return send_option(self, option, text)
end

-- ---- searching -----------------------------------------------------------------------------------

-- Called if the engine sends nothing, or at the end of the time: test whether the engine still replies, send `stop`, or
-- give up. `watch` is {started, heard, cap, stopped, asked}.
local function wake(self, watch, now)
  if watch.stopped then
    return self.wire:time_out(self.timeout)
  elseif now >= watch.started + watch.cap then
    watch.stopped = now
    return self.wire:send("stop", self.timeout)
  elseif watch.asked then
    return self.wire:time_out(self.timeout)
  end
  watch.asked, watch.heard = true, now
  return self.wire:send("isready", self.timeout)
end

local function deadline_of(self, watch)
  if watch.stopped then
    return watch.stopped + self.timeout
  end
  return math.min(watch.started + watch.cap, watch.heard + self.timeout)
end

-- Pass an info line to `each`, which may end the search or start another one.
local function tell(self, finding, opts, watch, line)
  local news = finding:take(line)
  if news and opts.each and opts.each(news) then
    watch.cap = math.min(watch.cap, system.monotonic() - watch.started)
  end
  if self.search ~= finding then
    return nil, "the search was cancelled", "cancelled"
  end
  return true
end

-- Read lines until the engine sends its best move.
local function listen(self, finding, opts)
  local now = system.monotonic()
  local watch = { started = now, heard = now, cap = opts.time and opts.time + GRACE or self.longest }
  while true do
    local line, err, code = self.wire:read(deadline_of(self, watch))
    local word = line and line:match("^%s*(%w+)")
    now = system.monotonic()
    if word == "bestmove" then
      return line
    elseif line then
      watch.heard, watch.asked = now, false
      local done, problem, kind = true, nil, nil
      if word == "info" then
        done, problem, kind = tell(self, finding, opts, watch, line)
      end
      if not done then
        return nil, problem, kind
      end
    elseif err then
      return nil, err, code
    else
      wake(self, watch, now)
      if self.wire.trouble then
        return self.wire:give_up()
      end
    end
  end
end

local function conclude(self, line, finding)
  local word, ponder_word = line:match("^%s*bestmove%s+(%S+)%s*p?o?n?d?e?r?%s*(%S*)")
  local position = finding.position
  local move = word and position:parse_uci(word)
  if not move or tostring(move) == "0000" then
    return nil, ("%s: its best move '%s' is not legal in %s"):format(self.wire.name, argument.shown(word or ""),
      position:fen()), "engine_confused"
  end
  local ponder = ponder_word ~= "" and position:play(move):parse_uci(ponder_word) or nil
  return finding:result(move, ponder)
end

-- The names of variants in the option UCI_Variant, which engines for variants have (Fairy-Stockfish, python-chess).
local UCI_VARIANTS = { ["King of the Hill"] = "kingofthehill", ["Three-check"] = "3check" }

-- Send the position and options of a search, and start it.
local function begin(self, position, place, multipv, command)
  return in_turn(
    function() return self:cancel() end,
    function() return arrange(self, "UCI_Chess960", position.chess960, false) end,
    function() return arrange(self, "UCI_Variant", UCI_VARIANTS[position.variant] or "chess", "chess") end,
    function() return arrange(self, "MultiPV", multipv, 1) end,
    function() return self.wire:send(place, self.timeout) end,
    function() return ask(self, "isready", "readyok") end,
    function() return self.wire:send(command, self.timeout) end)
end

local function run(self, what, opts, name)
  local position, place = requests.place(what, name)
  requests.check(opts, name)
  if position.is_irregular then
    return nil, "an engine cannot analyse an irregular position: the side to move could capture the king, or a"
      .. " pawn is on rank 1 or 8",
      "irregular_position"
  elseif #position:moves() == 0 then
    return findings.of_end(position)
  end
  local command, err, code = requests.command(position, opts)
  if not command then
    return nil, err, code
  end
  local multipv = opts.multipv or self.options.MultiPV and self.options.MultiPV.value or 1
  local done, line
  done, err, code = begin(self, position, place, multipv, command)
  if not done then
    return nil, err, code
  end
  local finding = findings.new(position, multipv)
  self.search = finding
  line, err, code = listen(self, finding, opts)
  if not line then
    return nil, err, code
  end
  self.search = nil
  return conclude(self, line, finding)
end

-- The result of a search, with its lines.
---@class lucena.Analysis
---@field move lucena.Move? the best move
---@field ponder lucena.Move? the reply that the engine expects
---@field score lucena.Score? the evaluation from White's view
---@field wdl table? the chances {white, draw, black} in 1/1000
---@field depth integer? plies that were searched completely
---@field seldepth integer? plies of the longest line that was searched
---@field nodes integer? number of positions that were searched
---@field time number? seconds of the search
---@field pv lucena.Move[]? the principal variation
---@field lines lucena.Analysis[]? the best lines, if several were requested
---@field outcome table? how the game has ended, if no move is legal

--- Analyse a position, or a game's node with the moves before it.
---@param what lucena.Position|lucena.Node
---@param opts {depth?: integer, nodes?: integer, time?: number, multipv?: integer, searchmoves?: (string|Move)[],
-- each?: function} at least one limit; `depth`: in plies; `time`: in seconds; `multipv`: the number of lines;
-- `searchmoves`: the first moves to search, as Moves or texts; `each`: called for every line of output; it stops the
-- search by returning true
---@return lucena.Analysis? result {move, ponder, score, wdl, depth, seldepth, nodes, time, pv, lines}. `score` is a
-- lucena.Score from White's point of view; `wdl` is {white, draw, black} in 1/1000, if the engine sends it; `pv` is an
-- array of Moves; `time` is in seconds; `lines[n]` has the same fields for the n-th best line. Values that the engine
-- does not send are nil. If no move is legal, `move` is nil and `outcome` has the reason.
---@return string? err
---@return string? code an error of the engine; `bad_option`; for `searchmoves`, `illegal_move` and other codes of
-- moves
-- @usage engine:analyse(chess.position(), { depth = 8 }).score
function Engine:analyse(what, opts)
  argument.self(self, "analyse", "lucena.Engine")
  local result, err, code = run(self, what, argument.options(opts, 2, "analyse", requests.LIMITS), "analyse")
  return result, err, code -- no tail call, so that error messages name the caller
end

--- Choose a move.
---@param what lucena.Position|lucena.Node
---@param opts {depth?: integer, nodes?: integer, time?: number, searchmoves?: (string|Move)[], each?: function,
-- white_time?: number, black_time?: number, white_increment?: number, black_increment?: number, moves_to_go?: integer}
-- a limit as for analyse(), or clocks in seconds
---@return lucena.Move? move
---@return lucena.Analysis|string|nil result as returned by analyse(); or err
---@return string? code an error of the engine, or `game_over`
-- @usage engine:play(chess.position(), { nodes = 1000 })
function Engine:play(what, opts)
  argument.self(self, "play", "lucena.Engine")
  local result, err, code = run(self, what, argument.options(opts, 2, "play", requests.PLAY), "play")
  if not result then
    return nil, err, code
  elseif not result.move then
    return nil, "the game is over: " .. (result.outcome and result.outcome.reason or "no legal move"), "game_over"
  end
  return result.move, result
end

--- Tell the engine that the next position belongs to another game, so that it clears its hash table.
---@return boolean? done
---@return string? err
---@return string? code
-- @usage engine:new_game()  --> true
function Engine:new_game()
  argument.self(self, "new_game", "lucena.Engine")
  return in_turn(function() return self:cancel() end,
    function() return self.wire:send("ucinewgame", self.timeout) end,
    function() return self:ready() end)
end

--- Ask the engine to quit, and kill it after a second. Calling it again does nothing.
-- @usage engine:quit()
function Engine:quit()
  argument.self(self, "quit", "lucena.Engine")
  self.wire:quit(math.min(1, self.timeout))
end

Engine.__close = Engine.quit

function Engine:__tostring()
  return "lucena.Engine: " .. self.name
end

-- ---- starting ------------------------------------------------------------------------------------

local MOST_SECONDS = 1000000 -- the longest wait that the system supports
local TIME = "seconds from 0 to " .. MOST_SECONDS
local SPEC = { options = "table", timeout = TIME, longest = TIME }

-- Return the problem of a named field, or nil.
local function spec_problem(key, value)
  local is_time = type(value) == "number" and value >= 0 and value <= MOST_SECONDS
  if not SPEC[key] then
    return ("unknown option '%s'%s"):format(tostring(key), require("lucena.suggestion").hint(key, SPEC))
  elseif type(value) ~= SPEC[key] and not (SPEC[key] == TIME and is_time) then
    local got = type(value) == "number" and value or type(value)
    return ("option '%s': %s expected, got %s"):format(key, SPEC[key], got)
  end
end

--- Return an array of the program and its arguments, from the argument of engine().
---@param spec any
---@return string[]? argv
---@return string? problem
-- @usage require("lucena.engine").argv("stockfish")[1]  --> stockfish
function M.argv(spec)
  if type(spec) == "string" then
    spec = { spec }
  elseif type(spec) ~= "table" then
    return nil, ("table expected, got %s"):format(type(spec))
  end
  local argv = {}
  for key, value in pairs(spec) do
    local problem = math.type(key) ~= "integer" and spec_problem(key, value)
    if problem then
      return nil, problem
    end
  end
  for i, word in ipairs(spec) do
    if type(word) ~= "string" or word:find("\0", 1, true) then
      return nil, "the program and its arguments are strings without NUL"
    end
    argv[i] = word
  end
  if #argv == 0 then
    return nil, "it does not name a program"
  end
  return argv
end

local function greet(self)
  local id, size = {}, 0
  local done, err, code = ask(self, "uci", "uciok", function(line)
    size = size + #line
    if size > MOST then
      return self.wire:give_up(("sent more than %d MiB after 'uci'"):format(MOST >> 20), "engine_died")
    end
    local what, text = protocol.spaced(line):match("^ ?id (%a+) (.-) ?$")
    local option = protocol.option(line)
    if what then
      id[what] = id[what] or argument.printable(text)
    elseif option then
      self.options[option.name] = option
    end
  end)
  self.name, self.author = id.name or self.wire.name, id.author
  return done, err, code
end

local function set_all(self, options)
  local names = {}
  for name in pairs(options) do
    names[#names + 1] = name
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    local done, err, code = self:set(name, options[name])
    if not done then
      return nil, err, code
    end
  end
  local wdl = self.options.UCI_ShowWDL
  if wdl and wdl.value == nil then
    return self:set("UCI_ShowWDL", true)
  end
  return true
end

--- Start an engine.
---@param spec string|{[integer]: string, options?: table<string, string|number|boolean>, timeout?: number,
-- longest?: number} the program, found in PATH; or {program, argument ...} with `options`: values by name; `timeout`:
-- seconds for each reply, default 10; `longest`: seconds for a search without a time, default 3600, at most 1000000
---@return lucena.Engine? engine `name`, `author`, `options`; close it, for example with: local engine <close> = ...
---@return string? err
---@return string? code `engine_missing`, `engine_died`, `engine_timeout`, `bad_option`
-- @usage chess.engine { "stockfish", options = { Hash = 64 } }
function M.engine(spec)
  argument.check(type(spec) == "string" and {} or spec, 1, "engine", "table")
  local argv, problem = M.argv(spec)
  if not argv then
    argument.bad(2, 1, "engine", "%s", problem)
  end
  local wire, err, code = wires.open(argv)
  if not wire then
    return nil, err, code
  end
  local self = setmetatable({ wire = wire, options = {}, told = {} }, Engine)
  local opts = type(spec) == "table" and spec or {}
  self.timeout, self.longest = opts.timeout or 10, opts.longest or 3600
  local done
  done, err, code = in_turn(function() return greet(self) end,
    function() return set_all(self, opts.options or {}) end,
    function() return self:ready() end)
  if not done then
    self:quit()
    return nil, err, code
  end
  return self
end

return M
