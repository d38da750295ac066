--- Shows the operations of an EPD record in words when its position is loaded.
-- @module lucena.repl.operations

local chess = require("lucena")
local widths = require("lucena.render.width")
local wording = require("lucena.repl.wording")

local M = {}

-- Maps each game that was made from a record to that record. The keys are weak: a record is collected with its game.
local records = setmetatable({}, { __mode = "k" })

local MEANING = {
  acd = "depth of analysis", acn = "positions analysed", acs = "seconds of analysis", am = "moves to avoid",
  bm = "best move", ce = "evaluation for the side to move", dm = "mate in", draw_accept = "a draw is accepted",
  draw_claim = "a draw is claimed", draw_offer = "a draw is offered", draw_reject = "a draw is declined", eco = "ECO",
  id = "name", nic = "NIC", pm = "predicted move", pv = "expected line", rc = "repetitions", resign = "resigned",
  sm = "move played", sv = "line supplied",
}
for digit = 0, 9 do
  MEANING["c" .. digit], MEANING["v" .. digit] = "comment", "variation"
end

-- Operations that are part of the position, so they are not shown.
local APPLIED = { hmvc = true, fmvn = true }

local function each_move(session, position, moves)
  local words = {}
  for i, move in ipairs(moves) do
    words[i] = wording.move(session, position, move)
  end
  return table.concat(words, " ")
end

-- Return an operand as text, with moves in the session's dialect. Unreadable moves are returned unchanged.
local function value_of(session, record, operation)
  local value, opcode = record:get(operation.opcode), operation.opcode
  if (opcode == "bm" or opcode == "am") and type(value) == "table" and #value > 0 then
    return each_move(session, record.position, value)
  elseif (opcode == "pv" or opcode == "sv") and type(value) == "table" and #value > 0 then
    return wording.line(session, record.position, value)
  elseif (opcode == "pm" or opcode == "sm") and getmetatable(value) == "lucena.Move" then
    return wording.move(session, record.position, value)
  elseif opcode == "ce" and math.type(value) == "integer" then
    return ("%.2f"):format(value / 100)
  end
  return table.concat(operation.operands, " ")
end

--- Store the record from which a game was made.
---@param game lucena.Game
---@param record? lucena.EpdRecord
---@return lucena.Game game
function M.keep(game, record)
  records[game] = record
  return game
end

--- Return the record from which a game was made.
---@param game lucena.Game
---@return lucena.EpdRecord?
function M.of(game)
  return records[game]
end

-- Report that a move after a FEN is not played, whether it is legal there or not.
local function note_move(session, opcode)
  if not MEANING[opcode] and chess.dialect("san"):is_shaped(opcode) then
    session:note(("%s is an operation of the record; to play it, type it on its own line"):format(opcode))
  end
end

--- Print the operations of a game's record, one per line, and its errors. Prints nothing if the game was not made from
-- a record.
---@param session table
---@param game lucena.Game
function M.show(session, game)
  local record = records[game]
  for _, operation in ipairs(record and record.ops or {}) do
    local value = value_of(session, record, operation)
    -- The game has the record's name as its Event, and its title shows the name already.
    if not APPLIED[operation.opcode] and not (operation.opcode == "id" and value == game.tags.Event) then
      local text = (MEANING[operation.opcode] or operation.opcode) .. (value ~= "" and ": " .. value or "")
      session:say(widths.fold(text, session.settings.width, "  "))
      note_move(session, operation.opcode)
    end
  end
  for _, diagnostic in ipairs(record and record.diagnostics or {}) do
    if diagnostic.severity == "error" then
      session:say(diagnostic.message)
    end
  end
end

return M
