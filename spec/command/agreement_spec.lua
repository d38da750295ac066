-- `lucena check` exits with 0 if and only if `lucena convert` exits with 0 and writes everything: for PGN files of
-- other projects, for files of positions (random ones: LUCENA_SEED sets the first seed) and for JSON.
--
-- With LUCENA_LONG=1, 500 random files of positions and all PGN files of LUCENA_DATA.

local chess = require "lucena"
local lfs = require "lfs"
local messy_epd = require "spec.support.messy_epd"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local pgn_files = require "spec.support.pgn_files"
local run = require "spec.support.run"

local IS_LONG = os.getenv "LUCENA_LONG" == "1"
local SEED = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or IS_LONG and os.time() % 1000000 or 1
local COUNT = IS_LONG and 500 or 30

-- Assert that the commands agree about a file. Returns the output of convert if they exit with 0.
local function agree(path)
  local checked, written = run { "check", "-q", path }, run { "convert", "-q", path }
  assert.equal(checked.code, written.code, path .. "\n" .. checked.out .. written.err)
  assert.is_true(checked.code == 0 or #checked.out > 0 and #written.err > 0, path)
  return written.code == 0 and written.out or nil
end

-- Return the games of a text, each as its moves with their variations.
local function trees(next_game)
  local list = {}
  for game in next_game do
    list[#list + 1] = game:movetext { width = 0, comments = false }
  end
  return list
end

-- Assert that text has an operation's operands.
local function assert_has(text, operation, place)
  for _, operand in ipairs(operation.operands) do
    assert.is_truthy(text:find(operand, 1, true), ("%s: %s in %s"):format(place, operand, text))
  end
end

-- Assert that games have the positions and operations of the records of a file.
local function assert_same_records(games, path, place)
  local count = 0
  for record in chess.epd_records(path) do
    if record.position then
      count = count + 1
      local game = assert(games[count], place)
      assert.equal(record.position:fen(), game.start:fen(), place)
      local text = table.concat(game.root.comments, " ") .. " " .. game.tags.Event
      for _, operation in ipairs(record.ops) do
        if operation.opcode ~= "hmvc" and operation.opcode ~= "fmvn" then -- counters of the FEN
          assert_has(text, operation, place)
        end
      end
    end
  end
  assert.equal(count, #games, place)
end

-- The PGN files of LUCENA_DATA, or the first and last of each folder.
local function data_files()
  local files, folder = {}, need.data "pgn"
  for name in lfs.dir(folder) do
    local list = {}
    for file in lfs.dir(folder .. "/" .. name) do
      list[#list + 1] = file:find("%.pgn$") and ("%s/%s/%s"):format(folder, name, file) or nil
    end
    table.sort(list)
    files[#files + 1] = list[1]
    table.move(list, IS_LONG and 2 or math.max(2, #list), #list, #files + 1, files)
  end
  return files
end

describe("check and convert agree", function()
  it("about files of PGN, and convert writes all moves of good ones", function()
    local files = pgn_files()
    table.move(data_files(), 1, #files, #files + 1, files)
    for _, path in ipairs(files) do
      local written = agree(path)
      if written then
        assert.same(trees(chess.games(path)), trees(chess.games_in(written)), path)
      end
    end
  end)

  it(("about %d random files of positions, seeds from %d"):format(COUNT, SEED), function()
    local folder <close> = new_folder()
    for seed = SEED, SEED + COUNT - 1 do
      local path = folder:write("a.epd", messy_epd(seed))
      local written = agree(path)
      if written then
        local games = {}
        for game in chess.games_in(written) do
          games[#games + 1] = game
        end
        assert_same_records(games, path, "seed " .. seed)
      end
    end
  end)

  local GOOD = '{"tags":{"White":"A"},"moves":[{"san":"e4"},{"san":"e5"}]}'
  local ROWS = {
    -- text, whether it is good
    { GOOD .. "\n" .. GOOD .. "\n", true },
    { GOOD .. "\n{\n", false },
    { '{"moves":[{"san":"e4"},{"san":"Ke9"}]}\n', false },
    { '{"moves":[{"san":"e4"}],"foo":1}\n', false },
    { "", true },
    { "1. e4 e5 *\n", false },
  }
  for i, row in ipairs(ROWS) do
    it("about games in JSON: " .. i, function()
      local folder <close> = new_folder()
      assert.equal(row[2], agree(folder:write("a.jsonl", row[1])) ~= nil)
    end)
  end
end)
