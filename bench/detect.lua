-- Measures the detection of dialects: writes the first games of a file in five alphabets and detects each. Prints the
-- seconds, the number of games, and the number of correct results.
-- Usage: lucena run bench/detect.lua FILE

local chess = require "lucena"
local detect = require "lucena.notation.detect"

local GAMES, ALPHABETS = 1000, { "english", "french", "german", "russian", "figurine" }

local texts = {}
for game in chess.games(arg[1]) do
  if game.plies >= 20 then
    for _, name in ipairs(ALPHABETS) do
      texts[#texts + 1] = { name = name, start = game.start,
        text = assert(chess.translate(game:movetext(), { from = "pgn", to = name })) }
    end
  end
  if #texts >= GAMES * #ALPHABETS then
    break
  end
end

local right, before = 0, os.clock()
for _, one in ipairs(texts) do
  local found = detect.game(one.text, one.start)
  right = found and found.name == one.name and right + 1 or right
end
print(("%.3f\t%d\t%d"):format(os.clock() - before, #texts, right))
