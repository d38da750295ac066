-- Annotated games printed as prose, in twelve dialects and four layouts, and read back: each move of the mainline, and
-- no move that the game does not have. The notation is detected.

local chess = require "lucena"
local need = require "spec.support.need"
local prose = require "spec.support.prose"

local SAMPLE, ALL = 48, 500 -- games
local FEWEST_PLIES = 20
local EVERY = 9 -- plies between the variations that are added to games without any

local function has_variations(game)
  local node = game.root
  while node do
    if #node > 1 then
      return true
    end
    node = node.next
  end
  return false
end

-- Return annotated games from the initial position.
local function games_of(path, count)
  local list = {}
  for game in chess.games(path) do
    if has_variations(game) and not game.tags.FEN and #game.diagnostics == 0 and game.plies > FEWEST_PLIES then
      list[#list + 1] = game
    end
    if #list == count then
      break
    end
  end
  return list
end

-- Add variations of up to three moves to a game. They are other legal moves, the same in each run.
local function annotate(game)
  local node, ply, random = game.root, 0, 7
  while node.next do
    ply, random = ply + 1, (random * 1103515245 + 12345) % (1 << 31)
    local branch = ply % EVERY == 0 and node
    for depth = 1, branch and 1 + random % 3 or 0 do
      local moves = branch.position:moves()
      local move = moves[1 + (random >> 8) % math.max(1, #moves)]
      local is_new = depth > 1 or move and move.code ~= node.next.move.code
      if not is_new or #moves == 0 then
        break
      end
      branch = branch:add(move)
    end
    node = node.next
  end
  return game
end

-- Return the set of all lines of a game, and its mainline, as moves in coordinates.
local function lines_of(game)
  local set, stack, mainline, node = {}, { { node = game.root, text = "" } }, {}, game.root.next
  while #stack > 0 do
    local entry = table.remove(stack)
    for _, child in ipairs(entry.node) do
      local text = entry.text .. " " .. tostring(child.move)
      set[text], stack[#stack + 1] = true, { node = child, text = text }
    end
  end
  while node do
    mainline[#mainline + 1], node = tostring(node.move), node.next
  end
  return set, table.concat(mainline, " ")
end

-- Return whether a text gives the mainline of a game, and the first line of moves that the game does not have.
local function compare(game, text)
  local set, mainline = lines_of(game)
  local games = chess.read_text(text)
  local is_same, wrong = false, nil
  for _, found in ipairs(games) do
    local lines, moves = lines_of(found)
    is_same = is_same or #games == 1 and moves == mainline
    for line in pairs(lines) do
      wrong = wrong or not set[line] and line or nil
    end
  end
  return is_same, wrong
end

-- Print and read games. Dialect and layout are different for each. Returns the number of descriptive games whose
-- mainline was read, and the number of all of them.
local function check(list)
  local read, total = 0, 0
  for i, game in ipairs(list) do
    local row = prose.dialects[(i - 1) % #prose.dialects + 1]
    local layout = prose.names[(i - 1) // #prose.dialects % #prose.names + 1]
    local name = ("game %d in %s, %s"):format(i, row[1], layout)
    local is_same, wrong = compare(game, prose.print(game, row, layout))
    assert.is_nil(wrong, name)
    if row[3] then
      read, total = read + (is_same and 1 or 0), total + 1
    else
      assert.is_true(is_same, name)
    end
  end
  return read, total
end

describe("chess.read_text", function()
  it("reads games that are printed as prose", function()
    local list = {}
    for game in chess.games("spec/data/sample/sample.pgn") do
      list[#list + 1] = game.plies > FEWEST_PLIES and annotate(game) or nil
      if #list == SAMPLE then
        break
      end
    end
    assert.equal(SAMPLE, #list)
    local read, total = check(list)
    assert.equal(total, read)
  end)

  it("reads 500 games that are printed as prose", function()
    if os.getenv("LUCENA_LONG") ~= "1" then
      return
    end
    local list = games_of(need.data "throughput/lichess.pgn.zst", ALL)
    assert.equal(ALL, #list)
    local read, total = check(list)
    assert.is_true(read * 100 >= total * 99, ("%d of %d"):format(read, total))
  end)
end)
