-- chess.read_text compared with a verified list of the games in two books. For each game, the list has the line number
-- of its heading, the moves, and the variations in the notes.

local chess = require "lucena"
local file = require "spec.support.file"
local need = require "spec.support.need"

-- Return the set of all lines of a game, each as its moves in coordinates.
local function lines_of(game)
  local set, list = {}, {}
  local stack = { { node = game.root, text = "" } }
  while #stack > 0 do
    local entry = table.remove(stack)
    for i = 1, #entry.node do
      local node = entry.node[i]
      local text = entry.text .. " " .. tostring(node.move)
      set[text] = true
      list[#list + 1] = { node = node, text = text, is_variation = i > 1, parent = entry.text }
      stack[#stack + 1] = { node = node, text = text }
    end
  end
  return set, list
end

local function mainline(game)
  local moves, node = {}, game.root.next
  while node do
    moves[#moves + 1], node = tostring(node.move), node.next
  end
  return table.concat(moves, " ")
end

local books = {}

-- Return the games read from a book, by the line of their first move.
local function read(name)
  if not books[name] then
    local by_line = {}
    for _, game in ipairs((chess.read_text(file.read(need.data("book-texts/" .. name))))) do
      by_line[#by_line + 1] = { line = tonumber(game.tags.SourceLine), game = game }
    end
    books[name] = by_line
  end
  return books[name]
end

-- Return the first game read at or after a line.
local function game_at(name, line)
  for _, row in ipairs(read(name)) do
    if row.line >= line then
      return row.game
    end
  end
end

-- Print a figure if the long specs run.
local function tell(text, found, count)
  if os.getenv("LUCENA_LONG") == "1" then
    print(("%s: %d of %d"):format(text, found, count))
  end
end

local function compare(book, record)
  local count, same = 0, 0
  for expected in chess.games(need.data("book-texts/" .. record)) do
    local found = game_at(book, tonumber(expected.tags.Line))
    count = count + 1
    same = same + (found and mainline(found) == mainline(expected) and 1 or 0)
  end
  return same, count
end

describe("chess.read_text on Chess Fundamentals", function()
  it("reads every ply of the mainlines", function()
    assert.same({ 14, 14 }, { compare("fundamentals.txt", "fundamentals.pgn") })
    assert.same({ 9, 9 }, { compare("fundamentals.txt", "fundamentals-extra.pgn") })
  end)

  it("attaches the variations of the notes", function()
    local count, found = 0, 0
    for expected in chess.games(need.data "book-texts/fundamentals.pgn") do
      local set = lines_of(game_at("fundamentals.txt", tonumber(expected.tags.Line)))
      local _, list = lines_of(expected)
      for _, one in ipairs(list) do
        if one.is_variation then
          local node, text = one.node, one.text
          while node.next do
            node = node.next
            text = text .. " " .. tostring(node.move)
          end
          count, found = count + 1, found + (set[text] and 1 or 0)
        end
      end
    end
    assert.equal(53, count)
    assert.is_true(found >= 51, found .. " of 53")
  end)
end)

-- Return whether a game has a line of play, as its moves in coordinates.
local function has_line(game, moves)
  local set = lines_of(game)
  return set[" " .. moves] or false
end

-- Return the fields of each row of a table.
local function rows_of(path)
  local rows, names = {}, nil
  for text in file.read(path):gmatch("([^\r\n]+)\r?\n") do
    local row, i = {}, 0
    for field in (text .. "\t"):gmatch("([^\t]*)\t") do
      i = i + 1
      row[names and names[i] or i] = field
    end
    rows[#rows + 1], names = names and row or nil, names or row
  end
  return rows
end

describe("chess.read_text on Chess and Checkers", function()
  it("reads every ply of both games", function()
    local same = 0
    for expected in chess.games(need.data "book-texts/checkers.pgn") do
      if expected.tags.White ~= "?" and expected.tags.Id ~= "G1m" then
        same = same + (mainline(game_at("checkers.txt", tonumber(expected.tags.Line))) == mainline(expected) and 1 or 0)
      end
    end
    assert.equal(2, same)
  end)

  it("reads the openings of the chapters", function()
    local count, found = 0, 0
    for expected in chess.games(need.data "book-texts/checkers.pgn") do
      if expected.tags.Id:find("^S") then
        count = count + 1
        for _, row in ipairs(read "checkers.txt") do
          if not row.game.tags.FEN and has_line(row.game, mainline(expected)) then
            found = found + 1
            break
          end
        end
      end
    end
    tell("openings of Chess and Checkers", found, count)
    assert.equal(30, count)
    assert.is_true(found >= 26, found .. " of 30")
  end)

  it("reads the play from the diagrams", function()
    local count, found = 0, 0
    for _, expected in ipairs(rows_of(need.data "book-texts/checkers-fragments.tsv")) do
      count = count + 1
      for _, row in ipairs(read "checkers.txt") do
        local fen = row.game.tags.FEN
        if fen and fen:match("^%S+") == expected.fen_start:match("^%S+") and has_line(row.game, expected.uci) then
          found = found + 1
          break
        end
      end
    end
    tell("play from diagrams of Chess and Checkers", found, count)
    assert.equal(25, count)
    assert.is_true(found >= 21, found .. " of 25")
  end)
end)
