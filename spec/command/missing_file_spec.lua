-- A file that cannot be opened has the same message at every door: each command, option and function that reads one.

local chess = require "lucena"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

-- Command lines in which NONE is a file that does not exist.
local LINES = {
  "NONE", "none.lua", "show NONE", "filter --count NONE", "filter none.lua NONE", "check NONE", "report summary NONE",
  "sample -n 1 NONE", "index NONE", "convert NONE", "convert --dialect ./NONE.lua " .. SAMPLE, "read NONE",
  "read --corrections NONE " .. SAMPLE, "translate --to german NONE", "merge NONE", "dedup NONE",
  "sort --by Date NONE", "split --into build/none --by White NONE", "split --into build/none -s NONE " .. SAMPLE,
  "tag --set X=y NONE", "tag --names NONE " .. SAMPLE, "tag --ratings NONE " .. SAMPLE,
  "tag --eco-file NONE --eco " .. SAMPLE, "epd check NONE", "epd fmt NONE", "explore NONE", "book show NONE.bin",
  "book show NONE.epd", "book make NONE", "run NONE", "merge-parts NONE", "board ./NONE", "explain ./NONE.epd",
  "report crosstable --byes NONE " .. SAMPLE, "report repertoire --repertoire NONE " .. SAMPLE,
}

describe("a file that does not exist", function()
  for _, line in ipairs(LINES) do
    it("is reported in the usual form by " .. line, function()
      local argv = {}
      for word in line:gsub("NONE", "none.pgn"):gmatch "%S+" do
        argv[#argv + 1] = word
      end
      local result = run(argv)
      assert.matches("none[%w.]*: cannot open: No such file or directory", result.err)
      assert.is_nil(result.err:find("cannot read", 1, true), result.err)
      assert.is_true(result.code == 2 or result.code == 3, result.code)
    end)
  end

  it("is reported in the usual form by the library", function()
    local MESSAGE = "^none%.pgn[.lci]*: cannot open: No such file or directory$"
    for _, open in ipairs { chess.open, chess.open_epd, chess.eco.load, chess.index } do
      assert.matches(MESSAGE, (select(2, open "none.pgn")))
    end
    assert.equal("none.bin: cannot open: No such file or directory", (select(2, chess.book "none.bin")))
    assert.matches("none.lua: cannot open: No such file or directory$", (select(2, chess.dialect "./none.lua")))
  end)
end)
