-- The user's own filters, formats, queries and reports in $XDG_DATA_HOME/lucena.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"
local FILES = {
  filters = { "morphy", [[-- games of Morphy
return function(game) return game.tags.White:find "Morphy" end]] },
  formats = { "names", [[return function(game) return game.tags.White .. "\n" end]] },
  queries = { "quick", [[local chess = require "lucena"
return chess.query.checkmate & chess.query.plies { max = 40 }]] },
  reports = { "count", [[--- how many games
return { new = function() return { n = 0, add = function(self) self.n = self.n + 1 end, sections = function(self)
  return { { title = "Count", columns = { { key = "n", title = "N" } }, rows = { { n = self.n } } } } end } end }]] },
}

local function new_data()
  local folder = new_folder()
  for name, file in pairs(FILES) do
    folder:run("mkdir -p lucena/" .. name)
    folder:write(("lucena/%s/%s.lua"):format(name, file[1]), file[2])
  end
  return folder
end

local function lucena(folder, words)
  words.env = { XDG_DATA_HOME = folder.root, LC_ALL = "C" }
  return run(words)
end

describe("a file of one's own", function()
  it("is found by its name", function()
    local folder <close> = new_data()
    assert.equal("7\n", lucena(folder, { "filter", "-q", "--count", "morphy", SAMPLE }).out)
    assert.equal("3\n", lucena(folder, { "filter", "-q", "--count", "-e", "quick", SAMPLE }).out)
    assert.matches("^Anderssen", lucena(folder, { "convert", "-t", "names", SAMPLE }).out)
    assert.matches("314", lucena(folder, { "report", "count", SAMPLE }).out)
  end)

  it("is listed with its summary, and not run for that", function()
    local folder <close> = new_data()
    for _, name in ipairs { "filters/loud", "formats/loud", "queries/loud", "reports/loud" } do
      folder:write(("lucena/%s.lua"):format(name), "-- a loud file\nio.stderr:write('loud runs\\n')")
    end
    local list = lucena(folder, { "filter", "--list-filters" })
    assert.matches("\nmorphy +games of Morphy\n", list.out)
    assert.matches("\nloud +a loud file\n", list.out)
    local reports = lucena(folder, { "report" })
    assert.matches("count +how many games", reports.out)
    for _, words in ipairs { { "filter", "loude", SAMPLE }, { "convert", "-t", "lou", SAMPLE },
      { "report", "loub", SAMPLE }, { "filter", "-e", "loub", SAMPLE }, { "help", "loud" },
      { "-e", "=#chess.reports()" } } do
      assert.is_nil(lucena(folder, words).err:find("loud runs", 1, true), words[1])
    end
    assert.equal("", list.err .. reports.err)
  end)

  it("is searched in an absolute folder only, and after built-in names and files of the current folder", function()
    local folder <close> = new_data()
    folder:write("lucena/filters/miniature.lua", "return function() return false end")
    assert.not_equal("0\n", lucena(folder, { "filter", "-q", "--count", "miniature", SAMPLE }).out)
    local r = run { "filter", "--list-filters", cwd = folder.root, env = { XDG_DATA_HOME = ".", HOME = "" } }
    assert.is_nil(r.out:find("morphy", 1, true))
    folder:write("morphy", "1. e4 *\n")
    r = run { "filter", "-q", "--count", "-e", "plies{min = 1}", "morphy", cwd = folder.root,
      env = { XDG_DATA_HOME = folder.root } }
    assert.equal("1\n", r.out, r.err)
  end)

  it("is named in the message about its errors", function()
    local folder <close> = new_data()
    for kind, words in pairs { formats = { "convert", "-t", "wrong", SAMPLE }, queries = { "filter", "-e", "wrong",
      SAMPLE }, reports = { "report", "wrong", SAMPLE }, filters = { "filter", "wrong", SAMPLE } } do
      for _, text in ipairs { "return 7", "x x", "error 'boom'", "return nil" } do
        folder:write(("lucena/%s/wrong.lua"):format(kind), text)
        local r = lucena(folder, { table.unpack(words) })
        assert.equal(2, r.code, kind .. text .. r.err)
        assert.matches(kind .. "/wrong.lua", r.err, 1, true)
        assert.is_nil(r.err:find("internal error", 1, true), r.err)
      end
    end
  end)
end)
