--- repertoire: games that leave the lines of a PGN file. Its lines are the mainlines and variations. Positions are
-- compared, so the order of moves does not matter. A game leaves the file when it plays a move that the file does not
-- have, from a position for which the file has other moves. A game that continues after the end of a line has not left
-- the file. --list and --mark show the move that leaves the file.

local chess = require("lucena")

-- Add the moves of a game by position: known[key][move] is the SAN.
local function add_game(known, game)
  game:walk(function(node)
    if node.move then
      local key = node.parent.position.key
      known[key] = known[key] or {}
      known[key][node.move] = node.san
    end
  end)
end

local function read(path)
  local reader <close> = assert(chess.open(path))
  local known = {}
  for game in reader.read, reader do
    add_game(known, game)
  end
  for _, record in ipairs(reader:take_diagnostics()) do
    if record.severity == "error" then
      error(record.text, 0)
    end
  end
  return known
end

-- Return the first move that leaves the file, or nil.
local function departure(game, known)
  for node in game:mainline() do
    local moves = known[node.parent.position.key]
    if moves and not moves[node.move] then
      return node
    elseif not moves then
      return nil
    end
  end
end

local FILES = { ["lines.pgn"] = "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6)) 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6) *" }

return {
  summary = "games that leave the lines of a PGN file",
  args = {
    { name = "lines", kind = "file", help = "A PGN file with the lines, as games and variations." },
    { name = "side", kind = "side", default = "either", help = "The side that leaves the lines." },
  },
  examples = {
    { "--lines lines.pgn --list games.pgn", files = FILES, passes = 295 },
    { "--lines lines.pgn --side white --mark 'left here' games.pgn", files = FILES, passes = 197 },
  },
  make = function(args)
    local known = read(args.lines)
    return {
      where = function(game)
        local node = departure(game, known)
        return node and (args.side == "either" or node.parent.position.turn == args.side) and node
      end,
      pure = true,
    }
  end,
}
