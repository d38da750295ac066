-- Dialects with and without their memo (csrc/notation/dialect_memo.c) must read and write the same. Random styles write
-- and read games, so that the memo is used in many positions. Each run prints its seed; set LUCENA_SEED to it to repeat
-- the run. With LUCENA_LONG=1 there are more styles.

local chess = require "lucena"
local compile = require "lucena.notation.compile"
local core = require "lucena.core"
local random_style = require "spec.support.random_style"

local SEED = math.tointeger(tonumber(os.getenv("LUCENA_SEED"))) or 5
local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local STYLES, GAMES = IS_LONG and 400 or 12, IS_LONG and 60 or 12

local function load_games()
  local list = {}
  for game in chess.games "spec/data/sample/sample.pgn" do
    list[#list + 1] = #list < GAMES and game or nil
  end
  return list
end

-- Return the result of Dialect:read as text.
local function read(dialect, position, text)
  local move, repairs = dialect:read(position, text)
  return move and tostring(move) .. " " .. table.concat(repairs, " ") or repairs
end

-- Compare reading and writing of a move; also of its text without the last word, which may be a sign of check.
local function difference_of_move(memo, slow, position, move)
  local text = slow:write(position, move)
  if memo:write(position, move) ~= text then
    return ("%s: %s, not %s"):format(position:fen(), memo:write(position, move), text)
  end
  for _, token in ipairs(text and { text, text:match("^(.*)%s%S+$") } or {}) do
    local fast, right = read(memo, position, token), read(slow, position, token)
    if fast ~= right then
      return ("%s: %s is read as %s, not %s"):format(position:fen(), token, fast, right)
    end
  end
end

-- Compare the game in both dialects, and the moves of its mainline.
local function difference(memo, slow, game)
  local text = slow and game:pgn { dialect = slow }
  if game:pgn { dialect = memo } ~= text then
    return "written differently: " .. game:pgn { dialect = memo } .. text
  end
  local fast, right = chess.game(text or "*", { dialect = memo }), chess.game(text or "*", { dialect = slow })
  if fast:pgn() ~= right:pgn() then
    return "read differently: " .. text
  end
  for node in game:mainline() do
    local problem = difference_of_move(memo, slow, node.parent.position, node.move)
    if problem then
      return problem
    end
  end
end

describe("dialects with a memo, seed " .. SEED, function()
  local games = load_games()

  local function check(dialect, style)
    local slow = core.dialect(compile.changed(dialect.info.spec, { remembers = false }))
    for _, game in ipairs(games) do
      assert.is_nil(difference(dialect, slow, game), random_style.shown(style))
    end
  end

  it("write and read the same as without it", function()
    math.randomseed(SEED)
    for i = 1, STYLES do
      local style = i % 2 == 0 and random_style.make() or random_style.harmed()
      local dialect = chess.dialect(style)
      if dialect then
        check(dialect, style)
      end
    end
  end)

  it("write and read the same in built-in dialects, which get a memo when a file is read in them", function()
    for _, info in ipairs(chess.dialects()) do
      if not info.is_alphabet and not info.has_hooks then
        chess.open({ text = "" }, { dialect = info.name }):close()
        check(chess.dialect(info.name), info.name)
      end
    end
  end)

  it("take memory when a file is read in them, and once", function()
    local function kilobytes()
      collectgarbage() -- runs finalizers
      collectgarbage()
      return collectgarbage "count"
    end
    local function growth()
      local before = kilobytes()
      chess.open({ text = "" }, { dialect = "fide:polish" }):close()
      return kilobytes() - before
    end
    chess.dialect "fide:polish"
    assert.is_true(growth() > 4000)
    assert.is_true(growth() < 100)
  end)

  it("write and read the same in the example dialects", function()
    for _, name in ipairs { "my-hebrew", "wings", "scoresheet", "num64", "echecs", "spoken" } do
      check(assert(chess.dialect(("spec/data/dialects/%s.lua"):format(name))), name)
    end
  end)
end)
