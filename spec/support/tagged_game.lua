--- Returns a game with these tags (name -> value) and this movetext. Without movetext, it has no moves.

local chess = require "lucena"

return function(tags, moves)
  local lines = {}
  for name, value in pairs(tags) do
    lines[#lines + 1] = ('[%s "%s"]'):format(name, value)
  end
  return assert(chess.game(table.concat(lines, "\n") .. "\n\n" .. (moves or "*")))
end
