-- Games in other notations, read as PGN. A letter that PGN also has may be read as PGN's piece; this cannot be
-- prevented. But no repair and no skipped sign may turn a foreign move into another move.
--
-- 30 games in each alphabet; with LUCENA_LONG=1 also 3,200 whole games of a database in each, 200,000 in all.
local chess = require "lucena"
local need = require "spec.support.need"

local GAMES, PLIES, MANY = 30, 24, 3200

-- Returns the games of the sample, each with its first moves only.
local function sample()
  local games = {}
  for game in chess.games "spec/data/sample/sample.pgn" do
    if game.plies >= PLIES and not game.start.is_chess960 then
      local short = chess.game(game.start)
      local node = short.root
      for at in game:mainline() do
        node = node.ply < PLIES and node:add(at.move) or node
      end
      games[#games + 1] = short
    end
    if #games == GAMES then
      return games
    end
  end
end

-- Returns the first node whose move differs from that of the original game, or nil.
local function first_wrong(read, original)
  local at = original.root
  for node in read:mainline() do
    at = at[1]
    if not at or node.move ~= at.move then
      return node
    end
  end
end

describe("a game in another notation, read as PGN,", function()
  local games = sample()
  local names = {}
  for _, row in ipairs(require "lucena.dialect.alphabets") do
    names[#names + 1] = row[2] ~= "english" and row[2] or nil
  end

  it("is tested in all alphabets", function()
    assert.is_true(#names >= 63, #names)
    assert.equal(GAMES, #games)
  end)

  for _, name in ipairs(names) do
    it("is never misread by a repair: " .. name, function()
      for _, game in ipairs(games) do
        local text = assert(game:movetext { dialect = name })
        local node = first_wrong(chess.game(text), game)
        if node then
          -- This text can be read as PGN without any repair.
          local plain = chess.game(text, { skip = false })
          assert.equal(node.move, first_wrong(plain, game).move, node.token)
          assert.truthy(node.token:find "^[%a%d%+#=x%-]+$", node.token)
        end
      end
    end)
  end

  it("is never misread by a repair, in games of a database", function()
    if not os.getenv "LUCENA_LONG" then
      return
    end
    local read, longer, plies, plain_plies = 0, 0, 0, 0
    local number = 0
    for game in chess.games(need.data "throughput/otb.pgn.zst") do
      number = number + 1
      if number > MANY then
        break
      end
      for _, name in ipairs(names) do
        local text = assert(game:movetext { dialect = name, comments = false, variations = false, nags = false })
        local tolerant, plain = chess.game(text), chess.game(text, { skip = false })
        read = read + 1
        plies, plain_plies = plies + tolerant.plies, plain_plies + plain.plies
        -- Equal numbers of moves and equal last positions mean the same moves.
        if tolerant.plies ~= plain.plies or tolerant.final ~= plain.final then
          longer = longer + 1
          local node = first_wrong(tolerant, game)
          local same = first_wrong(plain, game)
          assert.is_true(not node or (same ~= nil and same.move == node.move), name .. ": " .. text)
        end
      end
    end
    print(("%d games in %d alphabets: %d plies, %d without repairs and skipped signs; %d games read further")
      :format(read, #names, plies, plain_plies, longer))
    assert.is_true(read >= 200000, read)
  end)

  it("stays Russian if it is Russian", function()
    for _, game in ipairs(games) do
      local text = assert(game:movetext { dialect = "russian" })
      assert.is_nil(first_wrong(chess.game(text), game), text)
    end
    local game = chess.game("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 *")
    assert.equal("russian", tostring(game.dialect))
    assert.equal(6, game.plies)
    assert.equal(2, chess.game("1. e4 e5 2. Кf3 Кc6 *", { dialect = "pgn" }).plies)
  end)
end)
