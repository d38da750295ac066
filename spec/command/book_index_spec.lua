-- lucena book make --position with an index: the same book and messages as without it.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read
local search = require "lucena.index.search"
local with_index = require "spec.support.with_index"

local SAMPLE = "spec/data/sample/sample.pgn"
local ODD = '\n[White "Tal, M"]\n[Result "1-0"]\n\n1. e4 c5 2. Ke3 Nc6 1-0\n'
  .. '\n[Variant "Crazyhouse"]\n\n1. e4 c5 *\n\n[FEN "no position"]\n\n1. e4 *\n\n1. Nf3 c5 2. e4 Nc6 1-0\n'

describe("lucena book make with an index", function()
  local near = search.NEAR

  before_each(function() search.NEAR = 0 end)
  after_each(function() search.NEAR = near end)

  local function sample(folder)
    local path = folder:write("games.pgn", read(SAMPLE) .. ODD)
    assert(chess.write_index(path))
    return path
  end

  it("makes the same book", function()
    local folder <close> = folder_of()
    local path = sample(folder)
    for _, position in ipairs { "e4 c5 Nf3 d6 d4", "Nf3 c5 e4", "d4 Nf6 c4 e6", "8/8/8/8/8/k7/p7/K7 w - - 0 1" } do
      for _, words in ipairs { {}, { "--depth", "30" }, { "--games", "1-90" }, { "--strict" } } do
        local all = table.move(words, 1, #words, 6, { "make", "--min", "1", "--position", position })
        all[#all + 1] = path
        with_index.compare(folder, "book", all, table.concat(all, " "))
      end
    end
  end)

  it("reads only the games that reach the position", function()
    local folder <close> = folder_of()
    local path, parts, parts_of_core = sample(folder), 0, require("lucena.core").parts
    local open = parts_of_core.open
    parts_of_core.open = function(name, opts)
      parts = parts + (opts.part and 1 or 0)
      return open(name, opts)
    end
    with_index.run(folder, "book", { "make", "--min", "1", "--position", "e4 c5 Nf3 d6 d4", path })
    parts_of_core.open = open
    assert.is_true(parts > 1, parts)
  end)
end)
