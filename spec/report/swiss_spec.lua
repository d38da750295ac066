-- Tie-breaks of random Swiss tournaments after each round, against the program of spec/support/swiss.lua.

local chess = require "lucena"
local reader = require "lucena.tournament.trf_reader"
local swiss = require "spec.support.swiss"

local EVENTS, SEED = 25, 51000

local function report_of(text, options)
  local report = assert(chess.report("crosstable", options))
  local games, problems = reader.read(text, "x.trf")
  for game in chess.games_in(games) do
    report:add(game)
  end
  return report, problems
end

-- Returns the differences between the rows of a report and the values of the program, as text.
local function differences(event, rules)
  local report, problems = report_of(swiss.text(event), { tiebreaks = swiss.NAMES, min_games = 1, rules = rules })
  local list, by_name, count = {}, {}, 0
  for _, problem in ipairs(problems) do
    list[#list + 1] = problem.text
  end
  for _, row in ipairs(report:rows()) do
    by_name[row.name] = row
  end
  for i in ipairs(event.cells) do
    local wanted, row = swiss.values(event, i, rules), by_name[swiss.name(i)] or {}
    for name in ("points," .. swiss.NAMES):gmatch "[^,]+" do
      local a, b = wanted[name], row[name]
      count = count + 1
      if a ~= b and not (a and b and math.abs(a - b) < 1e-9) then
        list[#list + 1] = ("%s %s: %s, not %s"):format(swiss.name(i), name, b, a)
      end
    end
  end
  return table.concat(list, "\n"), count
end

describe("random Swisses", function()
  for _, rules in ipairs { "2026", "2024" } do
    it(("have the tie-breaks of the rules of %s after each round (seeds %d-%d)"):format(rules, SEED + 1, SEED + EVENTS),
      function()
        local count = 0
        for seed = SEED + 1, SEED + EVENTS do
          math.randomseed(seed)
          local event = swiss.random()
          for round = 1, #event.cells[1] do
            local text, more = differences(swiss.cut(event, round), rules)
            assert.equal("", text, ("seed %d, after round %d"):format(seed, round))
            count = count + more
          end
        end
        assert.is_true(count > 20000, count)
      end)
  end

  it(("are the same when they are read and written (seeds %d-%d)"):format(SEED + 1, SEED + EVENTS), function()
    for seed = SEED + 1, SEED + EVENTS do
      math.randomseed(seed)
      local event = swiss.random()
      for round = 1, #event.cells[1] do
        local report = report_of(swiss.text(swiss.cut(event, round)), { min_games = 1 })
        local written = report:format "trf"
        assert.equal(written, report_of(written, { min_games = 1 }):format "trf", ("seed %d"):format(seed))
      end
    end
  end)
end)
