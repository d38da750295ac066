-- Requirements for every report of lua/lucena/report/. Its examples must give the rows that they state, and its options
-- must be documented. The games are also counted in separate parts, which are merged in another order. The result must
-- be the same as for all games together, byte for byte, in every format. Odd values of tags and of commands in comments
-- are counted, too: all pairs of a name and a value.

local chess = require "lucena"
local frame = require "lucena.run.frame"
local report = require "lucena.report"

local odd_games = require "spec.support.odd_values".games()

local KINDS = { integer = true, string = true, boolean = true, choice = true, file = true }
local COLUMN_KINDS = { text = true, integer = true, year = true, decimal = true, share = true, points = true,
  moves = true, date = true, graph = true }

local function games_of(example)
  local games = {}
  if example.file then
    for game in chess.games(example.file) do
      games[#games + 1] = game
    end
  else
    for game in chess.games_in(example.pgn) do
      games[#games + 1] = game
    end
  end
  return games
end

local function whole(name, options, games)
  local it = assert(chess.report(name, options))
  for _, game in ipairs(games) do
    it:add(game)
  end
  return it
end

-- Divides the games among N reports, and merges these from the middle, the beginning and the end.
local function in_parts(name, options, games, count)
  local parts = {}
  for i = 1, count do
    parts[i] = assert(chess.report(name, options))
  end
  for i, game in ipairs(games) do
    parts[1 + (i - 1) * count // math.max(#games, 1)]:add(game)
  end
  local sum = assert(chess.report(name, options))
  while #parts > 0 do
    local at = #parts % 3 == 0 and 1 or #parts % 3 == 1 and #parts or (#parts + 1) // 2
    local part = table.remove(parts, at)
    if #parts % 2 == 0 then
      sum:merge(frame.decode(frame.encode(part:state()))) -- encoded as for another process
    else
      sum:merge(part)
    end
  end
  return sum
end

local function has_renderer(format)
  return package.searchpath("lucena.render." .. format, package.path) ~= nil
end

-- The report in all formats, concatenated.
local function bytes_of(it)
  local out = {}
  for _, format in ipairs(report.FORMATS) do
    local text, message, code = it:format(format[1], { lang = "fr" })
    -- If other games are used, the options of an example may select no event or several events.
    assert(text or code == "unknown_event" or code == "unknown_player" or code == "several_events", message)
    out[#out + 1] = has_renderer(format[1]) and (text or message) or nil
  end
  return table.concat(out, "\f")
end

local function with_keys_of(rows, wanted)
  local out = {}
  for i, row in ipairs(rows) do
    out[i] = {}
    for key in pairs(wanted[i] or row) do
      out[i][key] = row[key]
    end
  end
  return out
end

-- Every fourth game of the sample.
local all_games = {}
for game in chess.games("spec/data/engine/engine.pgn") do
  all_games[#all_games + 1] = game.number % 4 == 1 and game or nil
end

-- The report of all games. If an error is raised, it is raised again with the first game that raises it alone.
local function report_of_odd(name, options)
  local all, raised = {}, nil
  for i, row in ipairs(odd_games) do
    all[i] = chess.game(row[2])
  end
  local done, bytes = pcall(function() return bytes_of(whole(name, options, all)) end)
  if done then
    return bytes
  end
  for i, row in ipairs(odd_games) do
    local is_good, problem = pcall(function() return bytes_of(whole(name, options, { all[i] })) end)
    raised = raised or not is_good and ("%s: %s"):format(row[1], problem)
  end
  error(raised or bytes)
end

-- Values for options that take a name or a text. The values in a report's own examples are tested as well.
local STRINGS = {
  event = { "study" }, position = { "e4", "d4 d5" }, name = { "bridge" },
  tiebreaks = { "DE,BH-C1,BH,SB,WIN", "PS,KS,ARO,TPR" }, rows = { "Year", "Opening", "WhiteElo/100", "White" },
  columns = { "Result", "BlackElo/200" },
  value = { "share", "sum:Plies", "mean:WhiteElo", "median:Plies", "min:WhiteElo", "max:BlackElo" },
  eco = { "spec/data/eco/small.tsv" }, repertoire = { "spec/data/repertoire/repertoire.pgn" },
}
local OTHERS = { integer = { 1, 3, 8 }, boolean = { true } }

local function values_of(option)
  return option.choices or STRINGS[option.name] or OTHERS[option.kind] or {}
end

local function with(options, name, value)
  local copy = { [name] = value }
  for key, it in pairs(options or {}) do
    if key ~= name then
      copy[key] = it
    end
  end
  return copy
end

-- Sets of options. Each set has the options of an example, of which one or two have another value. Default values are
-- not enough: for example, a mean and a minimum are merged in different ways.
local function option_sets(kind)
  local sets, options = {}, kind.options or {}
  for i, option in ipairs(options) do
    for k, value in ipairs(values_of(option)) do
      local set = with(kind.examples[1].options, option.name, value)
      sets[#sets + 1] = set
      local other = options[(i + k) % #options + 1] -- each value has another companion
      local values = values_of(other)
      if other ~= option and #values > 0 then
        sets[#sets + 1] = with(set, other.name, values[k % #values + 1])
      end
    end
  end
  return sets
end

local function shown(options)
  local list = {}
  for name, value in pairs(options) do
    list[#list + 1] = ("%s=%s"):format(name, value)
  end
  table.sort(list)
  return table.concat(list, " ")
end

-- Number of games of the sample for a report that takes much more time than the others: a sheet has every move and
-- position of each game.
local FEW = { sheet = 8 }

describe("the report", function()
  for _, name in ipairs(chess.reports()) do
    local kind = assert(report.find(name))
    local sample = table.move(all_games, 1, FEW[name] or #all_games, 1, {})

    describe(name, function()
      it("has examples", function()
        assert.is_truthy(kind.examples and kind.examples[1], ("report %s has no examples"):format(name))
      end)
      if not (kind.examples and kind.examples[1]) then
        return
      end

      it("describes itself and its options", function()
        assert.is_true(#kind.summary > 10)
        assert.is_nil(kind.summary:find("\n"))
        for _, option in ipairs(kind.options or {}) do
          assert.is_true(KINDS[option.kind], option.name)
          assert.is_string(option.help)
          assert.is_true(option.kind ~= "choice" or #option.choices > 1, option.name)
        end
      end)

      it("has examples with the shown results", function()
        assert.is_true(#kind.examples > 0)
        for _, example in ipairs(kind.examples) do
          local rows = whole(name, example.options, games_of(example)):rows()
          assert.same(example.rows, with_keys_of(rows, example.rows))
        end
      end)

      it("has sections with known columns", function()
        for _, example in ipairs(kind.examples) do
          for _, section in ipairs(whole(name, example.options, games_of(example)):sections()) do
            local known = {}
            for _, column in ipairs(section.columns) do
              assert.is_true(COLUMN_KINDS[column.kind or "text"], column.key)
              known[column.key] = true
            end
            local chart = section.chart or { y = {} }
            assert.is_true(chart.x == nil or known[chart.x], chart.x)
            for _, key in ipairs(chart.y) do
              assert.is_true(known[key], key)
            end
          end
        end
      end)

      it("has a query, if any, that excludes only games without effect on the report", function()
        for _, example in ipairs(kind.examples) do
          local all, some = table.move(games_of(example), 1, 64, #sample + 1, { table.unpack(sample) }), {}
          local report_of_all = whole(name, example.options, all)
          local query = report_of_all:query()
          for _, game in ipairs(all) do
            some[#some + 1] = (not query or query(game)) and game or nil
          end
          assert.equal(bytes_of(report_of_all), bytes_of(whole(name, example.options, some)))
        end
      end)

      it("works with each odd value of each tag and command, in little memory", function()
        for i = 1, name == "sheet" and 1 or #kind.examples do
          local options = kind.examples[i].options
          options = name == "sheet" and with(options, "limit", #odd_games) or options
          local bytes = report_of_odd(name, options)
          assert.is_true(#bytes < 30000 * #odd_games, #bytes .. " bytes")
        end
      end)

      it("gives the same bytes if parts are counted separately, in any order", function()
        for i, example in ipairs(kind.examples) do
          for _, games in ipairs { games_of(example), i == 1 and sample or nil } do
            local bytes = bytes_of(whole(name, example.options, games))
            for _, count in ipairs { 1, 2, 7, 64 } do
              assert.is_true(bytes == bytes_of(in_parts(name, example.options, games, count)), count .. " parts differ")
            end
          end
        end
      end)

      it("gives the same bytes for merged parts with every option", function()
        local games = table.move(sample, 1, FEW[name] and 3 or 10, 1, {})
        for _, options in ipairs(option_sets(kind)) do
          local text = whole(name, options, games):format "json"
          assert.is_true(text == in_parts(name, options, games, 7):format "json", shown(options))
        end
      end)
    end)
  end
end)
