--- The checks of `lucena check --tablebases`. They warn of moves that give away a win or draw, and of results that
-- contradict the last position. The codes `thrown_result` and `wrong_result` are defined here, not in the C core.
-- @module lucena.run.endings

local chess = require("lucena")
local exit = require("lucena.run.exit")
local lines = require("lucena.tablebase.line")

local M = {}

local WORDS = { win = "won", cursed_win = "won but for the 50 moves", draw = "drawn",
  blessed_loss = "lost but for the 50 moves", loss = "lost" }
local FOR_WHITE = { win = "won for White", cursed_win = "won for White but for the 50 moves", draw = "drawn",
  blessed_loss = "won for Black but for the 50 moves", loss = "won for Black" }

local function record(reader, game, node, code, message)
  local place = ("%s:%d:1: "):format(reader.name, game.line)
  return { file = reader.name, line = game.line, column = 1, game = game.number, ply = node.ply,
    fen = node.position:fen(), token = node.move and node.san or nil, severity = "warning", code = code,
    message = message, text = place .. message }
end

local function of_mistake(reader, game, mistake)
  local node, before = mistake.node, mistake.node.parent.position
  return record(reader, game, node, "thrown_result", ("%d%s %s: %s's position was %s, now it is %s"):format(
    before.fullmove_number, before.turn == "white" and "." or "...", node.san,
    mistake.color == "white" and "White" or "Black", WORDS[mistake.from], WORDS[mistake.to]))
end

local function examine(reader, game)
  local line, records = lines.of(game), {}
  for ply = line.first + 1, line.last do
    local mistake = line:mistake(ply)
    records[#records + 1] = mistake and of_mistake(reader, game, mistake) or nil
  end
  local wdl = line:wrong_result()
  if wdl then
    records[#records + 1] = record(reader, game, line.nodes[line.last], "wrong_result",
      ("the result is %s, the last position is %s"):format(game.result, FOR_WHITE[wdl]))
  end
  return records
end

--- Return a function that examines the ending of a game.
---@param path string of the tablebases
---@return fun(game: lucena.Game, reader: lucena.Reader): table[] diagnostics
function M.examiner(path)
  local tables, err = chess.tablebase(path)
  if not tables then
    exit.fail(exit.IO, "--tablebases: " .. err)
  end
  local has_few = chess.query.at_end(lines.few_pieces())
  return function(game, reader)
    return has_few(game) and examine(reader, game) or {}
  end
end

return M
