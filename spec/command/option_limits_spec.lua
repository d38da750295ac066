-- The options that take a number: one grammar, one message, and the limits of each, for all commands. A value at a
-- limit is accepted, the next one is not.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local GAMES = "games.pgn"

-- Command, option, least and greatest value (false: no limit), what it is ("an integer" if nil), further arguments.
local ROWS = {
  { "annotate", "--depth", 1, 1000000000000, nil, "--engine=none", GAMES },
  { "annotate", "--line", 0, 1000, "a number of plies", "--engine=none", GAMES },
  { "annotate", "--nodes", 1, 1000000000000, nil, "--engine=none", GAMES },
  { "board", "--game", 1, 10000, nil, GAMES },
  { "board", "--ply", 0, 10000, nil, GAMES },
  { "board", "--size", 1, 10000, nil, "e4" },
  { "book prune", "--depth", 0, false, nil, "x.bin" },
  { "book prune", "--min", 0, false, nil, "x.bin" },
  { "book prune", "--min-weight", 0, false, nil, "x.bin" },
  { "book prune", "--top", 0, false, nil, "x.bin" },
  { "book walk", "--depth", 1, false, nil, "x.bin" },
  { "check", "--max", 0, false, nil, GAMES },
  { "check", "--max-game", 1, 1024, "a number of MiB", GAMES },
  { "convert", "--width", 0, 65535, nil, GAMES },
  { "dialect test french", "--positions", 1, false },
  { "dialect test french", "--seed", 0, false },
  { "explain", "--width", 20, false, "a number of columns", "e4" },
  { "explore", "--elo", 1, 9999, nil, GAMES },
  { "explore", "--top", 1, false, nil, GAMES },
  { "filter", "--limit", 1, false, nil, "-e", "check", GAMES },
  { "filter", "--skip", 1, false, nil, "-e", "check", GAMES },
  { "filter --positions fen", "--after", 0, false, nil, GAMES },
  { "filter miniature", "--moves", 0, false, nil, GAMES },
  { "index", "--max-ply", 0, 65535, nil, GAMES },
  { "index", "--memory", 1, 1048576, nil, GAMES },
  { "merge --tree", "--depth", 1, false, nil, GAMES },
  { "merge --tree", "--min", 1, false, nil, GAMES },
  { "report crosstable", "--min-games", 1, false, nil, GAMES },
  { "report endings", "--lasting", 0, false, nil, GAMES },
  { "report endings", "--pieces", 0, false, nil, GAMES },
  { "report openings", "--depth", 1, 200, nil, GAMES },
  { "report openings", "--min", 0, false, nil, GAMES },
  { "report sheet", "--before", 0, false, nil, GAMES },
  { "report sheet", "--every", 1, false, nil, GAMES },
  { "report sheet", "--limit", 1, false, nil, GAMES },
  { "report summary", "--top", 1, false, nil, GAMES },
  { "report summary", "--width", 20, false, "a number of columns", GAMES },
  { "report tournaments", "--min-players", 1, false, nil, GAMES },
  { "sample", "--count", 1, false, "a number of games", GAMES },
  { "sample --count 1", "--seed", false, false, nil, GAMES },
  { "show", "--board", 1, false, nil, GAMES },
  { "show", "--width", 1, false, nil, GAMES },
  { "split", "--every", 1, false, "a number of games", "--into=parts", GAMES },
}

-- Return the message of the command with this value, or nil if there is none.
local function message(row, value, folder)
  local args = { cwd = folder.root, table.unpack(row, 6, 9) }
  local at = 0
  for word in row[1]:gmatch("%S+") do
    at = at + 1
    table.insert(args, at, word)
  end
  args[#args + 1] = row[2] .. "=" .. value
  local r = run(args)
  return r.code == 2 and r.err:match("([^\n]*)\n$") or nil
end

local function expected_of(row)
  local least, most = row[3], row[4]
  return (row[5] or "an integer") .. (least and (" from %d"):format(least) or "")
    .. (most and (" to %d"):format(most) or "")
end

describe("an option that takes a number", function()
  for _, row in ipairs(ROWS) do
    it(("%s %s takes %s"):format(row[1], row[2], expected_of(row)), function()
      local folder <close> = new_folder()
      folder:write(GAMES, '[Event "?"]\n\n1. e4 e5 *\n')
      local values = { "x", "0x10", "2.0", ("9"):rep(20) }
      values[#values + 1] = row[3] and row[3] - 1 or nil
      values[#values + 1] = row[4] and row[4] + 1 or nil
      for _, value in ipairs(values) do
        assert.equal(("lucena: %s takes %s, not '%s'"):format(row[2], expected_of(row), value),
          message(row, value, folder))
      end
      for _, value in pairs { row[3] or -1, row[4] or 77 } do
        local problem = message(row, value, folder) or ""
        assert.is_nil(problem:find(" takes ", 1, true), problem)
      end
    end)
  end
end)
