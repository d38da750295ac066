--- The variables of Lua code in a session. A name is looked up in this order:
--
-- 1. the variables that the user has set;
-- 2. the variables of the session: `board`, `game`, `node`, `chess`, `settings` (the settings that `:set` lists), the
--    Lua functions of the commands, and the values of the last inputs, `_` and `_1` to `_9`;
-- 3. the globals of Lua. No variable of the session has the name of a global.
--
-- Apart from `_` and `_1` to `_9`, no name of the session has one or two letters: such names are squares (`e4`) or the
-- user's own variables.
-- Assigning to `board`, `game` or `node` sets up that position, game or node.
-- @module lucena.repl.environment

local chess = require("lucena")

local M = {}

local MOST_VALUES = 10 -- _ and _1 to _9

-- ---- variables of the session --------------------------------------------------------------------

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

function SET.settings()
  error("settings cannot be replaced; settings.NAME = VALUE changes one", 3)
end

-- ---- the environment -----------------------------------------------------------------------------

--- Define the Lua functions of the commands. The session calls this before it runs Lua code; moves do not need them.
---@param session table
function M.fill(session)
  if session.is_filled then
    return
  end
  session.is_filled = true
  local library = require("lucena.repl.library")
  for name, command in pairs(require("lucena.repl.commands").by_name) do
    if command.lua then
      session.live[command.lua == true and name or command.lua] = library.own(function(...)
        session:step_back()
        return command.call(session, ...)
      end)
    end
  end
end

--- Set the variables that depend on the current node, such as `board`.
---@param session table
function M.follow(session)
  local live = session.live
  live.board, live.game, live.node = rawget(session, "position"), session.game, session.node
end

--- Store a value as `_`; the earlier values move to `_1`, `_2` and so on.
---@param session table
---@param value any
function M.keep(session, value)
  local live = session.live
  for i = MOST_VALUES - 1, 2, -1 do
    live["_" .. i] = rawget(live, "_" .. i - 1)
  end
  live._1, live._ = rawget(live, "_"), value
end

--- Return whether the user has set a variable of this name.
---@param session table
---@param name string
---@return boolean
function M.is_own(session, name)
  return rawget(session.environment, name) ~= nil
end

--- Return the value of a Lua name. Metamethods of the global table are not called. Some programs set them so that
-- undefined variables raise an error.
---@param session table
---@param name string
---@return any
function M.value(session, name)
  if name:find("^%l%l[%l_]+$") then -- other names are squares, moves or the user's variables
    M.fill(session)
  end
  for _, variables in ipairs { session.environment, session.live, _G } do
    local value = rawget(variables, name)
    if value ~= nil then
      return value
    end
  end
end

--- Return whether a name has a value in Lua.
---@param session table
---@param name string
---@return boolean
function M.is_defined(session, name)
  return M.value(session, name) ~= nil
end

--- Return the environment for the Lua code of a session. It looks up names in the order above; `session.live` contains
-- the variables of the session.
---@param session table
---@return table environment
---@return table live
function M.new(session)
  local live = setmetatable({ chess = chess, settings = session.settings }, { __index = _G })
  return setmetatable({}, {
    __metatable = "the variables of the prompt", -- setmetatable(_ENV, ...) would disconnect them
    __index = live,
    __newindex = function(self, name, value)
      local set = SET[name]
      if set then
        set(session, value)
      elseif value == nil and self[name] ~= nil and rawget(self, name) == nil then
        error(("%s cannot be removed; %s = VALUE hides it until %s = nil"):format(name, name, name), 2)
      else
        rawset(self, name, value)
      end
    end,
  }), live
end

return M
