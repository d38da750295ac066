--- Loops over the games of a reader. Each game is passed to the client, or games are only counted. For speed, options
-- are read before the loop, and the loop creates no objects except Games.
-- @module lucena.run.loop

local core = require("lucena.core")
local files = require("lucena.run.files")
local parts = require("lucena.core").parts

local M = {}

local OFTEN = 256 -- games between two calls of Input:look_up()
local FEW = 8 -- games between two tests of the room for diagnostics, if games are examined
local COUNTED_BYTES = 16 << 20 -- bytes between two calls if games are only counted

-- Return the selection of --games for this reader, which stops after the last selected game.
local function select(input, reader, last)
  local selection = input.options.games
  selection = selection and selection:cursor()
  local wanted = selection and selection:last()
  if wanted and wanted < (last or math.maxinteger) then
    parts.stop_after(reader, wanted)
  end
  return selection
end

-- Return the function that reports the diagnostics of a game after the client has used the game. They are reported for
-- all games, for no game, or only for games whose moves the client has read; the options and the client decide this.
local function examiner(input)
  local was_examined = core.Game.was_examined
  if input.options.check or input.client.judges then
    local examines = input.options.check and input.options.games
    return function(game)
      if examines then
        input:examine(game)
      end
    end
  end
  local strict = input.options.strict
  return function(game)
    local examined, has_errors = was_examined(game)
    if examined and (has_errors or strict) then
      input:report_game(game)
    end
  end
end

-- Scan the games. Returns a message if reading failed, and whether reading stopped before the end.
local function scan(input, reader, selection)
  local client, examine = input.client, examiner(input)
  local read, visit = reader.read, client.visit
  local step = input.options.check and not selection and FEW or OFTEN
  local has_room, countdown, waiting = parts.has_room, step, 0
  while true do
    if selection then
      local goes_on, problem = selection:skip(reader)
      if not goes_on then
        return problem, true
      end
    end
    local game, message = read(reader)
    if not game then
      return message, not message and selection and not selection:next(reader.read_count + 1)
    end
    -- The selected game may have failed a test of tags; the reader has then returned a later game.
    if not selection or selection:next(game.number) == game.number then
      local is_done = visit and visit(client, game, reader)
      examine(game)
      if is_done then
        input:stop()
        return nil, true
      end
    end
    countdown = countdown - 1
    if countdown == 0 then
      countdown, waiting = step, waiting + step
      if waiting == OFTEN or not has_room(reader, FEW) then
        waiting = 0
        input:look_up(reader)
      end
    end
  end
end

-- Scan the games with the client's function of a game. The core calls it, so that most games need no step of this loop.
-- Returns a message if reading failed, and whether reading stopped before the end.
local function search(input, reader)
  local client, examine, seen = input.client, examiner(input), 0
  local find, test = parts.search, client.game_test
  while true do
    local game, answer = find(reader, test, OFTEN)
    if game == nil then
      return answer, false
    elseif game then
      local is_done = client:take_answer(game, reader, answer)
      examine(game)
      if is_done then
        input:stop()
        return nil, true
      end
    end
    if not game or reader.read_count - seen >= OFTEN then
      seen = reader.read_count
      input:look_up(reader)
    end
  end
end

-- Count games. With `check`, also examine them; then Games are created only for games with diagnostics.
local function count(input, reader)
  local most, bytes = 1, reader.bytes
  while true do
    local passed, at_end = reader:count(most)
    if not passed then
      return at_end
    end
    input.tally:pass(passed)
    if at_end then
      return nil
    end
    input:look_up(reader)
    -- If games are large, read fewer of them at a time.
    most = reader.bytes - bytes < COUNTED_BYTES and math.min(2 * most, OFTEN * 64) or math.max(most // 2, 1)
    bytes = reader.bytes
  end
end

local function count_all(input, reader)
  return count(input, reader), false
end

local function read_games(input, reader)
  return input.client:read_games(reader)
end

-- Return the function that reads the games, and its third argument.
local function way_of(input, reader, last)
  local client, selects = input.client, input.options.games
  if client.read_games then
    return read_games
  elseif client.game_test and not client.rest and not selects then
    return search
  elseif client.visit or selects then
    return scan, select(input, reader, last)
  end
  return count_all
end

--- Read the games of a reader. If the client meets an internal error in a game, this is reported, and the next game is
-- read. So this costs nothing per game.
---@param input table
---@param reader lucena.Reader
---@param last? integer number of the last game of a part
---@return string|table|nil problem a message, or a fault after which this file cannot be read further
---@return boolean? is_cut whether reading stopped before the end
function M.run(input, reader, last)
  local read, selection = way_of(input, reader, last)
  return files.read_on(function() return reader.read_count end, function(value)
    return input:describe(value)
  end, function(fault)
    input:report_fault(fault)
  end, read, input, reader, selection)
end

return M
