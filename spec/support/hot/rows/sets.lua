--- Rows of compiled queries, and of sets that grow: a finalizer adds other items, and none is lost.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"
local core = require "lucena.core"

local drain, method = common.drain, common.method

local rows = {}

-- ---- queries -------------------------------------------------------------------------------------

local function plan(query) return require("lucena.query.plan").compile(query).program end

-- A position that repeats, with more reversible moves than the history has room for at first.
local LONG = "1. " .. ("Nf3 Nf6 Ng1 Ng8 "):rep(80) .. "*"

local function run_all(program, game)
  local answer, place = program:run(game)
  while math.type(answer) do
    answer, place = place:answer(true)
  end
  return answer, place
end

rows.Program = {
  make = function() return plan(chess.query.repeated(3)), chess.game(LONG) end,
  use = run_all,
  calls = {
    instructions = { method "instructions" },
    run = { run_all },
  },
}

local function asks(game) return game.plies > 3 end

rows.Run = {
  make = function()
    local program, game = plan(chess.query.repeated(3) & asks), chess.game(LONG)
    local _, run = program:run(game)
    return run, program, game
  end,
  use = function(_, program, game) return program:run(game) end,
  calls = {
    answer = { method("answer", true), method("answer", false),
               function(run) return run:answer(true), pcall(run.answer, run, true) end }, -- the second one is refused
    ply = { method "ply" },
  },
}

-- ---- sets -----------------------------------------------------------------------------------------

local made = {} -- by number
local function new_line(number)
  if made[number] then return made[number] end
  local position, moves = chess.position(), {}
  for _ = 1, 12 do
    local legal = position:moves()
    if #legal == 0 then break end
    moves[#moves + 1] = position:san(legal[number % #legal + 1])
    number = number // #legal
    position = position:play(moves[#moves])
  end
  made[number] = chess.game(("[White \"w%d\"]\n[WhiteElo \"%d\"]\n[BlackElo \"2000\"]\n\n%s *"):format(number,
    2000 + number % 300,
    table.concat(moves, " ")))
  return made[number]
end

-- A string that fills a block, so that the list of blocks grows, too.
local function large(number) return ("%8d"):format(number):rep(1 << 17) end

rows.Keys = {
  make = function()
    local keys, added = core.keys(true), { count = 0 }
    for _ = 1, 4 do
      added.count = added.count + 1
      keys:add(1000 + added.count, large(added.count))
    end
    return keys, added
  end,
  use = function(keys, added)
    added.count = added.count + 1
    keys:add(1000 + added.count, large(added.count))
  end,
  check = function(keys, added)
    for i = 1, added.count do
      assert(keys:add(1, large(i)) == 1000 + i, "a string was lost")
    end
    return keys:add(2, "first"), keys:add(2, chess.game "1. e4 *")
  end,
  calls = {
    add = { function(keys) return keys:add(1, "first"), keys:add(5, "first") end,
            function(keys) return keys:add(1, chess.game "1. e4 *"), keys:add(5, chess.game "1. e4 {x} *") end },
  },
}

-- The lines of a collection, as a set of texts. Two games have the same line.
local function lines_of(lines)
  local count = 0
  for _ in pairs(lines:entries()) do
    count = count + 1
  end
  return count, lines:games()
end

local function new_lines()
  local lines = core.lines(chess.position(), 20)
  for i = 1, 20 do
    lines:add(new_line(i * 7919))
  end
  return lines, { count = 0 }
end

local function more_lines(lines, added)
  for _ = 1, 5 do
    added.count = added.count + 1
    lines:add(new_line(1000003 * added.count))
  end
end

-- Both counts without the lines of the finalizer.
local function check_lines(lines, added)
  local count, games = lines_of(lines)
  local tree = lines:tree(1)
  local position, stats = tree:vertex(tree:find(chess.position()))
  assert(stats[1] == games, "the tree lacks games")
  return count - added.count, games - added.count, position
end

rows.Lines = {
  make = new_lines,
  use = more_lines,
  check = check_lines,
  calls = {
    add = { function(lines) return lines:add(new_line(4711 * 7919)) end,
            function(lines) return lines:add(new_line(7919)) end },
    adder = { function(lines) return lines:adder()(new_line(4711 * 7919)) end },
    entries = { function(lines)
      local entries = lines:entries()
      local other = core.lines(chess.position(), 20)
      other:merge(entries) -- raises an error if an entry is damaged
      return other:games() >= 20
    end },
    games = { function(lines) return lines:games() >= 20 end },
    merge = { function(lines)
      local other = core.lines(chess.position(), 20)
      for i = 1, 30 do
        other:add(new_line(i * 104729))
      end
      return lines:merge(other:entries())
    end },
    tree = { function(lines) return lines:tree(1):count() >= 20 end, function(lines) return lines:tree(2):count() end },
  },
}

rows.OpeningTree = {
  make = function()
    local lines = new_lines()
    return lines:tree(1), lines
  end,
  use = function(tree, lines)
    more_lines(lines, { count = 0 })
    return tree:moves(1), tree:count()
  end,
  calls = {
    book = { function(tree) return drain(tree:book(1)) end },
    count = { method "count" },
    find = { method("find", chess.position()) },
    moves = { method("moves", 1) },
    polyglot = { function(tree) return drain(tree:polyglot(1)) end },
    vertex = { method("vertex", 1) },
  },
}

-- An iterator that a finalizer calls, too: each place is returned once.
rows["OpeningTree, iterator"] = {
  class = "OpeningTree",
  make = function()
    local tree = rows.OpeningTree.make()
    return tree, tree:book(1), {}
  end,
  use = function(_, step, taken) taken[#taken + 1] = step() end,
  check = function(_, _, taken, results)
    local keys = {}
    for _, place in ipairs(table.move(results[2] or {}, 1, #(results[2] or {}), #taken + 1, taken)) do
      keys[#keys + 1] = place.key
    end
    table.sort(keys)
    return keys
  end,
  calls = { book = { function(_, step) return drain(step) end } },
}

rows.IndexGames = {
  make = function() return core.index_games { 1, 5, 9 } end,
  use = function(games) return games:list() end,
  calls = {
    __len = { function(games) return #games end },
    common = { function(games) return games:common(games):list() end },
    list = { method "list" },
    union = { function(games) return games:union(core.index_games { 2, 6 }):list() end },
  },
}

return rows
