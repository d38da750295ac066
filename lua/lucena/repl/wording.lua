--- Writes moves for a session: in its dialect, or in SAN if the dialect cannot write them.
-- @module lucena.repl.wording

local M = {}

--- Return the text of a move in the session's dialect.
---@param session table
---@param position lucena.Position
---@param move lucena.Move
---@return string
function M.move(session, position, move)
  return (session.language:write(position, move)) or (position:san(move))
end

--- Return the texts of consecutive moves with their numbers: "3... a6 4. Ba4 Nf6".
---@param session table
---@param position lucena.Position before the first move
---@param moves lucena.Move[]
---@return string
function M.line(session, position, moves)
  local words = {}
  for i, move in ipairs(moves) do
    if position.turn == "white" or i == 1 then
      words[#words + 1] = ("%d%s"):format(position.fullmove_number, position.turn == "white" and "." or "...")
    end
    words[#words + 1] = M.move(session, position, move)
    position = position:play(move)
  end
  return table.concat(words, " ")
end

return M
