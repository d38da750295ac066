-- Queries on games in other notations. The same moves must give the same results, in the reader and on a Game.

local chess = require "lucena"
local new_folder = require "spec.support.folder"

local q = chess.query
local FRENCH = '[White "A"]\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O! *\n\n'
local ENGLISH = '[White "B"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
local BROKEN = '[White "C"]\n\n1. e4 e5 2. Ke3 *\n'
local LONG = '[White "A"]\n\n1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-b5 a7-a6 4. 0-0 *\n'

local QUERIES = { q.played "Nf3", q.played "Bb5", q.castled "white", q.plies { min = 4 }, q.at_end(q.played "O-O"),
  q.held(q.piece("B", "b5"), 3), q.played "Nf3" & q.where(function(game) return game.plies > 4 end), q.annotated,
  q.position "e4 e5 Nf3 Nc6", q.line "e4 e5 Nf3 Nc6 Bb5" }

describe("queries", function()
  local folder

  setup(function()
    folder = new_folder()
    folder:write("mixed.pgn", FRENCH .. ENGLISH .. BROKEN)
    folder:write("long.pgn", LONG)
  end)

  teardown(function()
    folder:__close()
  end)

  local function white_of(path, opts, test)
    local names = {}
    for game in chess.games(folder:path(path), opts) do
      names[#names + 1] = (not test or test(game)) and game.tags.White or nil
    end
    return table.concat(names)
  end

  for _, query in ipairs(QUERIES) do
    it("match in every notation: " .. tostring(query), function()
      local is_long = tostring(query) ~= "annotated"
      for _, row in ipairs { { "mixed.pgn", "french", "A" }, { "mixed.pgn", "auto" },
        { "long.pgn", "lan:german", is_long and "A" or "" } } do
        local path, dialect, expected = table.unpack(row)
        local found = white_of(path, { dialect = dialect, query = query })
        assert.equal(white_of(path, { dialect = dialect }, query), found)
        assert.equal(expected or found, found)
        assert.equal(is_long or path == "mixed.pgn", found:find("A") ~= nil)
        assert.is_nil(found:find("C"))
      end
    end)
  end
end)
