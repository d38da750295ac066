-- core.parts.search: the core reads games and calls a function of each, for filters in Lua.
local core = require "lucena.core"

local search = core.parts.search
local SAMPLE = "spec/data/sample/sample.pgn"
local TEXT = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. e4 e5 2. Ke3 *\n\n1. c4 *\n"

local function open(text, opts)
  return assert(core.open({ text = text }, opts))
end

-- Call f with all games. Returns the games that search() returns, with the values of f.
local function found(reader, f, most)
  local list = {}
  while true do
    local game, answer = search(reader, f, most or 100)
    if game == nil then
      return list, answer
    elseif game then
      list[#list + 1] = { game, answer }
    end
  end
end

describe("search", function()
  it("calls the function with the games that read() returns", function()
    local reader, other, count = core.open(SAMPLE), core.open(SAMPLE), 0
    found(reader, function(game)
      count = count + 1
      local wanted = other:read()
      assert.same({ wanted.text, wanted.number, wanted.line }, { game.text, game.number, game.line })
    end, 7)
    assert.is_nil(other:read())
    assert.equal(reader.read_count, count)
  end)

  it("returns a game with the value of the function", function()
    local list = found(open(TEXT), function(game) return game.number % 2 == 0 and game.tags end)
    assert.equal(2, #list)
    assert.same({ 2, 4 }, { list[1][1].number, list[2][1].number })
    assert.is_true(rawequal(list[1][1].tags, list[1][2]))
  end)

  it("returns a game in which the function has met errors", function()
    local list = found(open(TEXT), function(game) return game.plies > 9 end)
    assert.equal(1, #list)
    assert.same({ 3, false }, { list[1][1].number, list[1][2] })
    assert.equal(0, #found(open(TEXT), function(game) return game.number > 9 end))
    assert.equal(4, #found(open(TEXT, { strict = true }), function(game) return game.plies > 9 end))
  end)

  it("returns false after a number of games, and nil at the end", function()
    local reader, numbers = open(TEXT), {}
    local function note(game)
      numbers[#numbers + 1] = game.number
    end
    assert.is_false(search(reader, note, 3))
    assert.same({ 1, 2, 3 }, numbers)
    assert.is_nil(search(reader, note, 3))
    assert.is_nil(search(reader, note, 3))
    assert.same({ 1, 2, 3, 4 }, numbers)
  end)

  it("stops before the list of diagnostics is full", function()
    local reader, calls, pauses, records = open(("1. e4 e5 2. Ke3 *\n\n"):rep(3000), { check = true }), 0, 0, 0
    local function call()
      calls = calls + 1
    end
    while search(reader, call, 1000000) == false do
      local list, lost = reader:take_diagnostics()
      pauses, records = pauses + 1, records + #list
      assert.equal(0, lost)
    end
    assert.equal(3000, calls)
    assert.is_true(pauses > 1 and records > 2000)
  end)

  it("goes on with the next game after an error of the function", function()
    local reader, value = open(TEXT), {}
    local ok, err = pcall(search, reader, function() error(value) end, 9)
    assert.same({ false, true }, { ok, err == value })
    assert.equal(2, found(reader, function() return true end)[1][1].number)
  end)

  it("may yield in the function", function()
    local numbers = {}
    local thread = coroutine.wrap(function()
      return search(open(TEXT), function(game)
        coroutine.yield(game)
        return game.number == 4
      end, 9).number
    end)
    local game = thread()
    while type(game) ~= "number" do
      collectgarbage()
      numbers[#numbers + 1] = game.number
      game = thread()
    end
    assert.same({ 1, 2, 3, 4 }, numbers)
    assert.equal(4, game)
  end)

  it("raises if the function closes the reader", function()
    local reader = open(TEXT)
    assert.has_error(function()
      search(reader, function() reader:close() end, 9)
    end, "reader is closed")
  end)

  it("calls a function that searches the same reader", function()
    local reader, numbers = open(TEXT), {}
    local function note(game)
      numbers[#numbers + 1] = game.number
      search(reader, note, 1)
    end
    search(reader, note, 9)
    assert.same({ 1, 2, 3, 4 }, numbers)
  end)

  it("passes objects that can be kept", function()
    local kept = {}
    found(open(('[White "A"]\n\n1. e4 e5 2. Nf3 *\n\n'):rep(250) .. ('[White "B"]\n\n1. d4 d5 2. c4 *\n\n'):rep(250)),
      function(game)
        kept[#kept + 1] = { game, game.tags, game.root.next, game:moves(), game.tags.White, game.root.next.move }
      end)
    collectgarbage()
    assert.equal(500, #kept)
    for i, it in ipairs(kept) do
      assert.same({ i, it[5], it[6], it[6] }, { it[1].number, it[2].White, it[3].move, (it[4]()) })
    end
  end)

  it("checks its arguments", function()
    assert.has_error(function() search(open(TEXT), 1, 1) end,
      "bad argument #2 to 'search' (function expected, got number)")
  end)
end)
