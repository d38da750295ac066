-- lucena report: options, formats and files. Results for queries and totals are compared with counts made by grep.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local file = require "spec.support.file"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local function last_line(text)
  return text:match("([^\n]*)\n$")
end

describe("lucena report", function()
  it("lists the reports", function()
    local r = run { "report" }
    assert.equal(0, r.code)
    for _, name in ipairs(require("lucena").reports()) do
      assert.is_truthy(r.out:find("\n  " .. name .. " +%S"), name)
    end
  end)

  it("refuses options of a user's report with the name of an own option", function()
    local folder <close> = new_folder()
    local REPORT = [[return {
      options = { { name = "least", kind = "integer" }, { name = "%s", kind = "%s", default = %s } },
      new = function() return { add = print, sections = function() return {} end } end,
    }]]
    for _, case in ipairs { { "width", "integer", "20" }, { "title", "string", "'x'" }, { "jobs", "integer", "2" },
      { "games", "string", "'1'" }, { "lang", "string", "'en'" }, { "query", "string", "'check'" } } do
      local path = folder:write("own.lua", REPORT:format(table.unpack(case)))
      local result = run { "report", path, "--least", "1", SAMPLE }
      assert.equal(2, result.code)
      assert.is_truthy(result.err:find(("own.lua: option 2: --%s is an option of lucena report\n"):format(case[1]), 1,
        true), result.err)
    end
    local path = folder:write("own.lua", REPORT:format("limit", "integer", "3"))
    assert.equal(0, run({ "report", path, "--limit", "1", "-q", SAMPLE }).code)
  end)

  it("lists the options of the report on its page", function()
    local page = run { "report", "tournaments", "--help" }
    assert.equal(0, page.code)
    assert.is_truthy(page.out:find("--min-games N", 1, true))
    assert.is_truthy(page.out:find("--order date|name|players|games|rating", 1, true))
    assert.is_truthy(page.out:find("Default: 2.", 1, true))
  end)

  it("writes endings as rows in the language of the report", function()
    local r = run { "report", "table", "--rows", "Ending", "--lang", "fr", "-q", "spec/data/engine/engine.pgn" }
    assert.is_truthy(r.out:find("\nmat +256"), r.out)
  end)

  it("reports errors in the command line, with exit status 2", function()
    for message, args in pairs {
      ["lucena: there is no report 'sumary'; did you mean 'summary'?"] = { "sumary" },
      ["lucena: --top takes an integer from 1, not 'x'"] = { "summary", "--top", "x" },
      ["lucena: --top takes an integer from 1, not '0'"] = { "summary", "--top", "0", "-" },
      ["lucena: which position? --position takes a FEN, or moves as 'e4 c5 Nf3'"] = { "opening", "-" },
      ["lucena: --depth takes an integer from 1 to 200, not '0'"] =
        { "opening", "--position", "e4", "--depth", "0", "-" },
      ["lucena: whose results? --name takes a player's name"] = { "player", "-" },
      ["lucena: unknown format of 'x.foo'; use .txt, .md,"
        .. " .csv, .json, .html, .tex or --format"] = { "summary", "-o", "x.foo", "-" },
      ["lucena: --width takes a number of columns from 20, not '3'"] = { "summary", "--width", "3", "-" },
      ["lucena: --query: player (needs a name)"] = { "summary", "-e", "player", "-" },
      ["lucena: there is no section 'x'; there are 2: Overview, Results"] = { "summary", "--section", "x", "-" },
    } do
      local r = run { "report", table.unpack(args) }
      assert.same({ 2, "", message }, { r.code, r.out, last_line(r.err) })
    end
  end)

  it("writes a file in the format of its name", function()
    local folder <close> = new_folder()
    for ending, start in pairs { html = "<!DOCTYPE html>", json = "{", md = "# ", csv = "Overview\n",
      tex = "\\documentclass", txt = "Database summary\n═" } do
      local path = folder:write("x." .. ending, "")
      assert.same({ code = 0, out = "", err = "lucena: 315 games\n" }, run { "report", "summary", SAMPLE, "-o", path })
      assert.equal(start, file.read(path):sub(1, #start))
    end
  end)

  it("counts only games of a query, and prints their number", function()
    local r = run { "report", "table", "-t", "csv", "--rows", "Result", "-e", 'player "Bridge" & result "0-1"', SAMPLE }
    assert.same({ 0, "Result,total\n0-1,17\n", "lucena: 315 games, 17 taken\n" }, { r.code, r.out, r.err })
    local grep = shell('lucena filter -q -t White~bridge -t Result=0-1 --count ' .. SAMPLE .. "; "
      .. 'lucena filter -q -t Black~bridge -t Result=0-1 --count ' .. SAMPLE)
    assert.equal(17, grep:match("(%d+)") + grep:match("\n(%d+)"))
    r = run { "report", "table", "-q", "-t", "csv", "--rows", "Result", "-e", "function(g) return g.number < 4 end",
      SAMPLE }
    assert.equal("Result,total\n1-0,2\n0-1,1\nTotal,3\n", r.out)
  end)

  it("exits with 1 after errors in the games, and with 3 for missing files", function()
    local r = run { "report", "summary", "--section", "Errors", "-t", "csv", stdin = "1. e4 e5 2. Ke3 *" }
    assert.equal(1, r.code)
    assert.equal("name,games\nillegal_move,1\n", r.out)
    r = run { "report", "summary", "none.pgn", "-o", "none.html" }
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("none.html: not written", 1, true))
  end)

  describe("whose file raises an error", function()
    local folder = new_folder()
    folder:write("games.pgn", "1. e4 *\n\n1. d4 *\n\n1. c4 *\n")

    -- Writes a report that counts games, with more code in add() and sections(). Returns its path.
    local function report(name, in_add, in_sections)
      return folder:write(name, ([[
        local columns = { { key = "n", title = "Games", kind = "integer" } }
        local Count = {}
        Count.__index = Count
        function Count:add(game) %s self.n = self.n + 1 end
        function Count:merge(other) self.n = self.n + other.n end
        function Count:sections() %s return { { columns = columns, rows = { { n = self.n } } } } end
        return { summary = "the number of games", title = "Games", state = { "n" }, columns = columns,
          new = function() return setmetatable({ n = 0 }, Count) end }]]):format(in_add, in_sections))
    end

    it("in one game counts the others, with the place of the game and status 2", function()
      local path = report("mine.lua", 'if game.number == 2 then error("no good", 0) end', "")
      for _, jobs in ipairs { "1", "2" } do
        local r = run { "report", path, "-t", "csv", "--jobs", jobs, "games.pgn", "games.pgn", cwd = folder.root }
        assert.same({ code = 2, out = "n\n4\n", err = "games.pgn:3: game 2: no good\ngames.pgn:3: game 2: no good\n"
          .. "lucena: 6 games, 4 taken, failed in 2 places\n" }, r)
      end
    end)

    it("in sections() writes nothing, and names the line", function()
      local path = report("mine.lua", "", 'error("no good")')
      folder:write("old.txt", "old")
      local r = run { "report", path, "games.pgn", "-o", "old.txt", cwd = folder.root }
      assert.same({ 2, "", "old" }, { r.code, r.out, folder:read "old.txt" })
      assert.is_truthy(r.err:find("mine.lua:6: no good\n", 1, true), r.err)
    end)

    it("as a module has status 4", function()
      assert.is_true(folder:run("mkdir -p lucena/report"))
      report("lucena/report/mine.lua", 'if game.number == 2 then error("no good", 0) end', "")
      local path = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;" }
      local r = run { "report", "mine", "-t", "csv", "games.pgn", cwd = folder.root, env = path }
      assert.same({ 4, "n\n2\n" }, { r.code, r.out })
      assert.is_truthy(r.err:find("games.pgn:3: game 2: internal error: no good (this is a bug of ", 1, true), r.err)
      local endless = "local function deep() return 1 + deep() end if game.number == 2 then deep() end"
      report("lucena/report/mine.lua", endless, "")
      r = run { "report", "mine", "-t", "csv", "games.pgn", cwd = folder.root, env = path }
      assert.same({ 4, "n\n2\n" }, { r.code, r.out })
      assert.is_truthy(r.err:find("game 2: internal error: [^\n]*stack overflow"), r.err)
      report("lucena/report/mine.lua", "", 'error("no good")')
      r = run { "report", "mine", "-t", "csv", "games.pgn", cwd = folder.root, env = path }
      assert.same({ 4, "" }, { r.code, r.out })
      assert.is_truthy(r.err:find("mine.lua:6: no good\n", 1, true), r.err)
    end)
  end)

  it("prints totals that agree with grep", function()
    local function same(path, cat)
      local rows = {}
      for line in run({ "report", "table", "-q", "-t", "csv", "--rows", "Result", path }).out:gmatch("[^\n]+") do
        local name, count = line:match("^(.-),(%d+)$")
        rows[name or ""] = tonumber(count)
      end
      local seen = 0
      local counted = shell(cat .. ' | grep -a "^\\[Result " | sort | uniq -c')
      for count, result in counted:gmatch('(%d+) %[Result "(.-)"%]') do
        assert.equal(tonumber(count), rows[result], result)
        seen = seen + count
      end
      assert.equal(rows.Total, seen)
    end
    same(SAMPLE, "cat " .. SAMPLE)
    local otb = need.data "throughput/otb.pgn.zst"
    same(otb, "zstd -dc " .. otb)
  end)
end)
