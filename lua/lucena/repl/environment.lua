--- The variables of a session. They stand before those of Lua, none of which is replaced, and before `board`, `game`,
-- `chess` and the values of earlier lines: `_` the last, `_1` the one before it, to `_9`. No other name has one or two
-- letters: those belong to squares and to the user.
--
-- Setting `board` or `game` takes up that position or game; `settings` are those of `:set`.
-- @module lucena.repl.environment

local chess = require("lucena")
local commands = require("lucena.repl.commands")

local M = {}

local MOST_VALUES = 10 -- _ and _1 to _9

-- ---- what follows the session --------------------------------------------------------------------

local SET = {}

function SET.board(session, value)
  local position = value
  if type(value) == "string" then
    local err
    position, err = chess.position(value)
    if not position then
      error(err, 3)
    end
  elseif getmetatable(value) ~= "lucena.Position" then
    error("board takes a Position or a FEN", 3)
  end
  session:set_game(assert(chess.game(position)))
end

function SET.game(session, value)
  if getmetatable(value) ~= "lucena.Game" then
    error("game takes a Game", 3)
  end
  session:set_game(value)
end

function SET.node(session, value)
  if getmetatable(value) ~= "lucena.Node" then
    error("node takes a Node", 3)
  elseif value.game ~= session.game then
    session:set_game(value.game)
  end
  session:go(value)
end

-- ---- the environment -----------------------------------------------------------------------------

--- Set the names that stand for where the session is.
---@param session table
function M.follow(session)
  local live = session.live
  live.board, live.game, live.node = session.position, session.game, session.node
end

--- Keep a value for `_`; those before it move on.
---@param session table
---@param value any
function M.keep(session, value)
  local live = session.live
  for i = MOST_VALUES - 1, 2, -1 do
    live["_" .. i] = live["_" .. i - 1]
  end
  live._1, live._ = live._, value
end

--- Whether the user has made a variable of this name.
---@param session table
---@param name string
---@return boolean
function M.is_own(session, name)
  return rawget(session.environment, name) ~= nil
end

--- Whether a name means anything in Lua.
---@param session table
---@param name string
---@return boolean
function M.is_defined(session, name)
  return session.environment[name] ~= nil
end

--- Return the environment of a session's Lua lines: the user's variables; then those of the session, in `session.live`;
-- then Lua's.
---@param session table
---@return table environment
---@return table live
function M.new(session)
  local live = { chess = chess, settings = session.settings }
  for name, command in pairs(commands.by_name) do
    if command.lua then
      live[command.lua == true and name or command.lua] = function(...)
        session:step_back()
        return command.call(session, ...)
      end
    end
  end
  setmetatable(live, { __index = _G })
  return setmetatable({}, {
    __index = live,
    __newindex = function(self, name, value)
      local set = SET[name]
      if set then
        set(session, value)
      else
        rawset(self, name, value)
      end
    end,
  }), live
end

return M
