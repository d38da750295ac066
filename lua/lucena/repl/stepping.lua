--- Step mode: single keys move through the game, and the board is redrawn in place. Left or Right on an empty line
-- begins it. Escape ends it. A letter, digit or sign also ends it, and becomes the first character of the next input.
-- A terminal without cursor control (TERM=dumb) cannot redraw, so there each step prints the board again, and the hint
-- appears once.
-- @module lucena.repl.stepping

local show = require("lucena.repl.show")
local widths = require("lucena.render.width")

local M = {}

-- ---- steps ---------------------------------------------------------------------------------------

-- Each function returns the node to go to, or nil and the reason.
local STEPS = {}

function STEPS.back(node)
  return node.parent, "This is the beginning of the game."
end

function STEPS.forward(node)
  return node[1], "This is the end of the line."
end

STEPS["next variation"] = function(node)
  return node.sibling, "There is no further variation here."
end

STEPS["previous variation"] = function(node)
  return node.parent and node.index > 1 and node.parent[node.index - 1] or nil, "There is no variation before this one."
end

STEPS["first move"] = function(node)
  return node.game.root
end

STEPS["last move"] = function(node)
  while node[1] do
    node = node[1]
  end
  return node
end

-- Commands of the prompt.
local COMMANDS = { ["next game"] = ":next", ["previous game"] = ":prev", ["turn the board"] = ":flip" }

-- The keys as terminals send them (xterm and the Linux console), and the actions.
local ACTIONS = {
  ["\27[D"] = "back", ["\27[C"] = "forward", ["\27[A"] = "previous variation", ["\27[B"] = "next variation",
  ["\27[H"] = "first move", ["\27[F"] = "last move", ["\27[1~"] = "first move", ["\27[4~"] = "last move",
  ["\27[7~"] = "first move", ["\27[8~"] = "last move", ["\27[5~"] = "previous game", ["\27[6~"] = "next game",
  ["\6"] = "turn the board", ["?"] = "keys",
}

local HINT = "Left, Right: moves. Up, Down: variations. ?: all keys. Esc: end."

-- Its lines fit a terminal of 40 columns.
local HELP = [[
Left, Right         back, forward
Up, Down            choose a variation
Home, End           first, last move
Page Up, Page Down  previous, next game
Ctrl-F              turn the board
Esc, Enter          end step mode
other keys          end it, and type]]

-- ---- the screen ----------------------------------------------------------------------------------

-- Return the lines to draw: the board or the list of keys, then a message or a hint. They fit the terminal.
local function frame(session, state)
  local lines = {}
  for line in (state.has_help and HELP or show.page(session)):gmatch("[^\n]*") do
    lines[#lines + 1] = line
  end
  local last = {}
  for line in widths.fold(state.message or HINT, session.settings.width):gmatch("[^\n]+") do
    last[#last + 1] = line
  end
  local room = math.max(1, state.rows - 1 - #last)
  if #lines > room then
    lines[room] = "..."
  end
  return table.move(last, 1, #last, math.min(#lines, room) + 1, table.move(lines, 1, math.min(#lines, room), 1, {})),
    #last
end

-- Draw the screen in place of the last drawing.
local function draw(session, state)
  if state.is_dumb then
    state.write(state.message or state.has_help and HELP or show.page(session), "\n")
    if not state.has_hint then
      state.has_hint = true
      state.write(widths.fold(HINT, session.settings.width), "\n")
    end
    return
  end
  local lines, hint = frame(session, state)
  state.write(state.drawn > 0 and ("\27[%dA"):format(state.drawn) or "", table.concat(lines, "\27[K\n"), "\27[K\n\27[J")
  state.drawn, state.hint = #lines, hint
end

-- Erase the hint, so that the prompt follows the board.
local function finish(state)
  if not state.is_dumb and state.drawn > 0 then
    state.write(("\27[%dA\27[J"):format(state.hint))
  end
end

-- ---- keys ----------------------------------------------------------------------------------------

local function act(session, state, action)
  state.message, state.has_help = nil, action == "keys"
  local step, command = STEPS[action], COMMANDS[action]
  if step then
    local node, reason = step(session.node)
    if node then
      session:go(node)
    else
      state.message = reason
    end
  elseif command then
    local done, text = session:quietly(command)
    local number, players = text:match("^(Game %d+)\n([^\n]*)")
    state.message = number and number .. ": " .. players or not done and text:gsub("\n+$", "") or nil
  end
end

--- Run step mode until a key ends it.
---@param session table
---@param editor table of lucena.repl.edit
---@param first? string "left" or "right", the key that began step mode
---@param screen {write: fun(...: string), is_dumb: boolean, follow: function} `follow` adapts the session's width
---@return string? key to type at the prompt
function M.run(session, editor, first, screen)
  local state = { write = screen.write, is_dumb = screen.is_dumb, drawn = 0, rows = editor:size() }
  editor:begin_keys()
  if first then
    act(session, state, first == "left" and "back" or "forward")
  end
  local key, why
  repeat
    if not session:attempt(draw, state) then
      key = nil -- the error was printed, or Ctrl-C was pressed
      break
    end
    key, why = editor:key()
    local action = ACTIONS[key] or key and ACTIONS[key:gsub("^\27O", "\27[")]
    if action then
      session:attempt(act, state, action)
    elseif why == "resize" then
      screen.follow()
      state.rows, state.drawn = editor:size(), 0
      state.write(state.is_dumb and "" or "\27[H\27[2J")
    end
  until not action and why ~= "resize" and (not key or not key:find("^\27%[[%d;]*[%a~]$") or key == "\27[200~")
  editor:end_keys()
  finish(state)
  return key and key ~= "\27" and not key:find("^[\r\n\4]$") and key or nil
end

return M
