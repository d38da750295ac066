-- Games in which a pawn became a rook, bishop or knight.
-- Usage: lucena filter scripts/examples/underpromotion.lua games.pgn > modest.pgn

return function(game)
  -- Search the text first, because this is faster than playing all moves. The text may also be found in a comment or
  -- variation, so the moves must be played, too.
  if not game.text:find("=[NBR]") then
    return false
  end
  for node in game:mainline() do
    local promotion = node.move.promotion
    if promotion and promotion ~= "Q" then
      return true
    end
  end
  return false
end
