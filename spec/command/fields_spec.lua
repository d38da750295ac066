-- Computed fields, bands and first characters: the same in filter -t, sort --by, split --by and report table.

local folder_of = require "spec.support.folder"
local run = require "spec.support.run"

local function game(name, round, date, eco, result, more)
  return ('[White "%s"]\n[Round "%s"]\n[Date "%s"]\n[ECO "%s"]\n[Result "%s"]\n%s\n1. e4 %s\n\n'):format(name, round,
    date, eco, result, more or "", result)
end

local PGN = game("a", "10.2", "2024.02.01", "B90", "1-0") .. game("b", "3.12", "2023.02.28", "C50", "0-1")
  .. game("c", "3", "2024.01.??", "B91", "1/2-1/2", '[Board "7"]\n[WhiteElo "2345"]\n[BlackElo "2400"]\n')
  .. game("d", "?", "????.??.??", "", "*", '[Opening "Mine"]\n')

-- Field, its values in the order of the games, and the order of the games.
local ROWS = {
  { "RoundNumber", { "10", "3", "3", false }, "dbca" },
  { "Board", { "2", "12", "7", false }, "dacb" },
  { "Date:7", { "2024.02", "2023.02", "2024.01", "????.??" }, "dbca" },
  { "ECO:2", { "B9", "C5", "B9", false }, "dacb" },
  { "Month", { "February", "February", "January", false }, "dcab" },
  { "Month:3", { "Feb", "Feb", "Jan", false }, "dabc" },
  { "WhiteElo/100", { false, false, "2300-2399", false }, "abdc" },
  { "MeanElo", { false, false, "2372", false }, "abdc" },
  { "EloDiff", { false, false, "-55", false }, "abdc" },
  { "Decade", { "2020-2029", "2020-2029", "2020-2029", false }, "dabc" },
  { "Result:1", { "1", "0", "1", "*" }, "dbac" },
  { "Plies", { "1", "1", "1", "1" }, "abcd" },
  { "tag:ECO:1", { "B", "C", "B", false }, "dacb" },
}

local function names_in(text)
  local list = {}
  for name in text:gmatch '%[White "(.)"%]' do
    list[#list + 1] = name
  end
  return table.concat(list)
end

describe("a field", function()
  for _, row in ipairs(ROWS) do
    local field, values, order = table.unpack(row)
    it(field .. " has the same values in filter, sort, split and report table", function()
      local groups, files, counts = {}, {}, {}
      for i, name in ipairs { "a", "b", "c", "d" } do
        local value = values[i]
        groups[value or "no"] = (groups[value or "no"] or "") .. name
        counts[value or "?"] = (counts[value or "?"] or 0) + 1
      end
      for value, games in pairs(groups) do
        if value ~= "no" then
          assert.equal(games, names_in(run { "filter", "-q", "-t", field .. "=" .. value, stdin = PGN }.out), value)
        end
      end
      assert.equal(order, names_in(run { "sort", "-q", "--by=" .. field, stdin = PGN }.out))
      local folder <close> = folder_of()
      assert.equal(0, run { "split", "-q", "--by", field, "--into", folder.root, stdin = PGN }.code)
      for _, name in ipairs(folder:names()) do
        files[#files + 1] = names_in(folder:read(name))
      end
      table.sort(files)
      local wanted = {}
      for _, games in pairs(groups) do
        wanted[#wanted + 1] = games
      end
      table.sort(wanted)
      assert.same(wanted, files)
      local found = {}
      local csv = run { "report", "table", "-q", "--rows", field, "-t", "csv", stdin = PGN }.out
      for group, total in csv:gmatch '\n"?([^,"\n]+)"?,(%d+)' do
        found[group] = group ~= "Total" and tonumber(total) or nil
      end
      assert.same(counts, found)
    end)
  end

  it("is compared as a number, with other operators, and with -v", function()
    local function filter(test, ...)
      return names_in(run { stdin = PGN, "filter", "-q", "-t", test, ... }.out)
    end
    assert.equal("bc", filter "RoundNumber<4")
    assert.equal("a", filter "RoundNumber>3")
    assert.equal("ad", filter("RoundNumber=3", "-v"))
    assert.equal("c", filter "EloDiff<-50")
    assert.equal("ac", filter "Date:7~2024")
    assert.equal("ab", filter "Month^feb")
    assert.equal("c", filter("Board>=7", "-t", "ECO^B"))
    assert.equal("b", filter("Board>=7", "-e", 'eco "C50"'))
    assert.equal("d", filter "Opening=Mine")
    assert.equal("c", filter "tag:Board=7")
    assert.equal("ab", names_in(run { "filter", "-q", "-t", "Month=2", "--jobs", "2", stdin = PGN }.out))
  end)

  it("is misspelled with a suggestion", function()
    for _, args in ipairs { { "filter", "-t", "RoundNumbr=1" }, { "sort", "--by", "RoundNumbr" },
      { "split", "--into", "x", "--by", "RoundNumbr" } } do
      args.stdin = "*"
      local r = run(args)
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("did you mean 'RoundNumber'?", 1, true), r.err)
    end
    for _, name in ipairs { "Date:0", "WhiteElo/0", "Dat:2" } do
      assert.equal(2, run { "sort", "--by", name, stdin = "*" }.code)
      assert.equal(2, run { "filter", "-t", name .. "=1", stdin = "*" }.code)
      assert.equal(2, run { "split", "--into", "x", "--by", name, stdin = "*" }.code)
    end
  end)
end)
