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

-- Returns the rows by name, and the problems as text, except that of the dummy participant.
local function rows_of(event, shape, options)
  options.min_games = 1
  local report, problems = report_of(swiss.text(event, shape), options)
  local by_name, list = {}, {}
  for _, problem in ipairs(problems) do
    list[#list + 1] = not (shape == "dummy" and problem.code == "trf_dummy") and problem.text or nil
  end
  for _, row in ipairs(report:rows()) do
    by_name[row.name] = row
  end
  return by_name, list
end

-- Returns the differences between the rows of a report and the values of the program, as text.
local function differences(event, rules, shape)
  local by_name, list = rows_of(event, shape, { tiebreaks = swiss.NAMES, rules = rules })
  local count = 0
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

  for _, shape in ipairs(swiss.SHAPES) do
    it(("have the ranks of files after each round, %s (seeds %d-%d)"):format(shape, SEED + 1, SEED + EVENTS), function()
      local names = { "BH-C1", "BH", "SB", "WIN", "PS" }
      for seed = SEED + 1, SEED + EVENTS do
        math.randomseed(seed)
        local event, ranks = swiss.random(), {}
        for round = 1, #event.cells[1] do
          local cut = swiss.cut(event, round)
          local name = ("seed %d, after round %d"):format(seed, round)
          local rows, problems = rows_of(cut, shape, { tiebreaks = table.concat(names, ",") })
          assert.same({}, problems, name)
          for player, row in pairs(rows) do
            ranks[player] = row.rank
          end
          assert.same(swiss.ranks(cut, names), ranks, name)
          assert.equal("", (differences(cut, nil, shape)), name)
        end
      end
    end)
  end

  it(("are the same when they are read and written (seeds %d-%d)"):format(SEED + 1, SEED + EVENTS), function()
    for seed = SEED + 1, SEED + EVENTS do
      math.randomseed(seed)
      local event = swiss.random()
      for round = 1, #event.cells[1] do
        local cut = swiss.cut(event, round)
        for _, shape in ipairs(swiss.SHAPES) do
          local report = report_of(swiss.text(cut, shape), { min_games = 1 })
          local written = report:format "trf"
          assert.equal(written, report_of(written, { min_games = 1 }):format "trf", ("seed %d, %s"):format(seed, shape))
        end
      end
    end
  end)
end)
