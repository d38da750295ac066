-- Sets of games that an index finds, compared with tables of Lua.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"

-- Return random sorted numbers.
local function random_numbers(most)
  local list = {}
  for number = 1, math.random(most) do
    if math.random() < 0.3 then
      list[#list + 1] = number
    end
  end
  return list
end

local function set_of(list)
  local set = {}
  for _, number in ipairs(list) do
    set[number] = true
  end
  return set
end

-- Return the sorted numbers up to `most` that pass a test.
local function numbers(most, passes)
  local list = {}
  for number = 1, most do
    list[#list + 1] = passes(number) and number or nil
  end
  return list
end

describe("a set of games", function()
  local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()
  it("has unions and common games, seed " .. seed, function()
    math.randomseed(seed)
    for _ = 1, 300 do
      local a, b = random_numbers(60), random_numbers(2 ^ math.random(10) // 1 | 0)
      local in_a, in_b, first, second = set_of(a), set_of(b), core.index_games(a), core.index_games(b)
      assert.same(numbers(1024, function(n) return in_a[n] or in_b[n] end), first:union(second):list(), seed)
      assert.same(numbers(1024, function(n) return in_a[n] and in_b[n] end), first:common(second):list(), seed)
      assert.equal(#a, #first)
    end
  end)

  it("rejects lists that are not sorted", function()
    for _, list in ipairs { { 2, 1 }, { 1, 1 }, { 0 }, { "x" }, { 1 << 31 } } do
      assert.has_error(function() core.index_games(list) end,
        "bad argument #1 to 'index_games' (sorted numbers of games expected)")
    end
  end)

  it("has only games of the index", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", "1. e4 *\n")
    assert(chess.write_index(path))
    local index <close> = assert(chess.index(path))
    local games = core.index_games { 2 }
    local leaf = { op = "number", name = "WhiteElo", lo = 0, hi = 10 }
    assert.has_error(function() index.own:select({ { leaf } }, games) end)
    assert.has_error(function() index.own:has_texts(games) end)
    assert.has_error(function() index.own:moves(chess.position(), nil, { 1 }) end)
    assert.equal(0, index.own:moves(chess.position(), nil, games)[1] and 1 or 0)
  end)

  it("is sorted if several names of a player have the games", function()
    local folder <close> = folder_of()
    local text = {}
    for i = 1, 400 do
      local name = ("Karpov, %s"):format(("A"):rep(i * 7 % 5 + 1))
      text[i] = ('[White "%s"]\n[Black "%s"]\n\n1. e4 *\n\n'):format(i % 3 == 0 and "Tal" or name,
        i % 4 == 0 and name or "Petrosian")
    end
    local path = folder:write("games.pgn", table.concat(text))
    assert(chess.write_index(path))
    local index <close> = assert(chess.index(path))
    local white = numbers(400, function(n) return n % 3 > 0 end)
    assert.same(white, index.own:played("Karpov", "White"):list())
    assert.same(numbers(400, function(n) return n % 4 == 0 end), index.own:played("Karpov", "Black"):list())
    assert.same(numbers(400, function(n) return n % 3 > 0 or n % 4 == 0 end), index.own:played("Karpov"):list())
    assert.equal(5, #index:players "Karpov")
  end)
end)
