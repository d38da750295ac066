-- The verdict of `dialect test` on random styles, compared with games. If a style passes the test, all games must be
-- written in the style and read back. If it fails, the move that the test shows must fail in a game, too. The test also
-- lists moves that PGN files cannot contain. Each run prints its seed; set LUCENA_SEED to it to repeat the run. With
-- LUCENA_LONG=1 there are 200 styles and 500 games.

local chess = require "lucena"
local random_style = require "spec.support.random_style"

local SEED = math.tointeger(tonumber(os.getenv("LUCENA_SEED"))) or 11
local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local STYLES, GAMES = IS_LONG and 200 or 6, IS_LONG and 500 or 40

local function load_games()
  local list = {}
  for _, path in ipairs { "spec/data/sample/sample.pgn", "spec/data/engine/engine.pgn" } do
    for game in chess.games(path) do
      list[#list + 1] = #list < GAMES and game or nil
    end
  end
  return list
end

-- Write a game in the dialect and read it back. Returns a description of the first difference.
local function failure(game, dialect)
  local text, err = game:pgn { dialect = dialect }
  if not text then
    return err
  end
  local back = assert(chess.game(text, { dialect = dialect }))
  for _, record in ipairs(back.diagnostics) do
    if record.severity == "error" then
      return record.text
    end
  end
  if back:movetext() ~= game:movetext() then
    return ("read as %s"):format(back:movetext())
  end
end

-- Return a game with one move from a position.
local function one_move(fen, move)
  return assert(chess.game(('[SetUp "1"]\n[FEN "%s"]\n\n%s *'):format(fen, chess.position(fen):san(move))))
end

-- Whether a move that the test shows fails in a game. For two moves with the same text, the test shows both.
local function fails(dialect, example)
  return failure(one_move(example.fen, example.move), dialect)
    or example.other and failure(one_move(example.fen, example.other), dialect)
end

-- Return whether a spelling that the report lists as hidden is really read as another move, or only with repairs.
local function is_hidden(dialect, hidden)
  local move, repairs = dialect:read(chess.position(hidden.fen), hidden.text)
  return move ~= hidden.move or #repairs > 0
end

-- Compare the report of a style's test with the games. Returns a description of the difference, or nil.
local function difference(dialect, report, games)
  if report.good and not report.outside_pgn[1] then
    for _, game in ipairs(games) do
      local err = failure(game, dialect)
      if err then
        return ("game %d: %s"):format(game.number, err)
      end
    end
    return nil
  end
  local example = report.outside_pgn[1] or report.unwritten[1] or report.faults[1] or report.collisions[1]
  local is_right = example and fails(dialect, example) or not example and is_hidden(dialect, report.hidden[1])
  return not is_right and "no failure: " .. random_style.shown(example or report.hidden[1]) or nil
end

describe("the verdict of `dialect test` on a random style, seed " .. SEED, function()
  it("equals the result of games", function()
    math.randomseed(SEED)
    local games, made, passed, wrong = load_games(), 0, 0, {}
    assert.equal(GAMES, #games)
    while made < STYLES do
      local style = made % 2 == 0 and random_style.make() or random_style.harmed()
      local dialect = chess.dialect(style)
      local report = dialect and dialect:check()
      if report then
        local problem = difference(dialect, report, games)
        wrong[#wrong + 1] = problem and ("%s: %s"):format(random_style.shown(style), problem)
        made = made + 1
        passed = passed + (report.good and 1 or 0)
      end
    end
    assert.equal("", table.concat(wrong, "\n"), ("%d of %d verdicts are wrong"):format(#wrong, STYLES))
    assert.is_true(passed > 0 and passed < STYLES, passed .. " passed")
  end)
end)
