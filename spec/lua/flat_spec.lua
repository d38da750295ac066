-- Flat records: compact JSON, typed columns, and the options of `lucena convert` for them.

local chess = require "lucena"
local core = require "lucena.core"
local flat = require "lucena.flat"
local json = require "dkjson"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

describe("compact JSON", function()
  it("has the values that the Nodes have", function()
    local used = {}
    for game in chess.games(SAMPLE) do
      local record = assert(json.decode(flat.compact(game), 1, false))
      local lists = { clock = "clocks", elapsed = "elapsed", eval = "evals", mate = "mates" }
      for field, name in pairs(lists) do
        local ply, list, has = 0, record[name], false
        for node in game:mainline() do
          ply = ply + 1
          has = has or node[field] ~= nil
          assert.equal(node[field] or false, list and list[ply] or false)
        end
        assert.equal(has, list ~= nil)
        assert.is_true(not list or #list == game.plies)
        used[name] = used[name] or has
      end
      assert.same({ require("lucena.format").san_moves(game), game.plies, game.result, game.rest },
        { record.moves, record.plies, record.result, record.rest })
      for tag, value in pairs(game.tags) do
        assert.equal(chess.to_utf8(value), record.tags[tag])
      end
    end
    assert.is_true(used.clocks and used.evals)
  end)

  it("escapes text and keeps unreadable moves", function()
    local game = chess.game('[White "a\\"\\\\\tb"] [Black "J\xF6"]'
      .. ' [FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"] 1. Ra8+ Kxx9 {"} *')
    local record = json.decode(flat.compact(game))
    assert.same({ 'a"\\\tb', "J\u{F6}", "Ra8+" }, { record.tags.White, record.tags.Black, record.moves })
    assert.equal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", record.start)
    assert.matches("^Kxx9", record.rest)
  end)

  it("has an empty object for a game without tags, and the fields in order", function()
    assert.matches('^{"id":"%x+","plies":1,"result":"%*","tags":{},"moves":"e4"}$', flat.compact(chess.game "1. e4 *"))
    local game = chess.game '[White "a"] [Black "b\\"c"] [WhiteElo "2400"] [TimeControl "60+1"] 1. e4 {[%clk 0:1:0]} *'
    local fields = '"white_elo":2400,"base":60,"increment":1,"plies":1,"result":"*","tags":{"White":"a",'
      .. '"Black":"b\\"c","WhiteElo":"2400","TimeControl":"60+1"},"moves":"e4","clocks":[60.0]}'
    assert.equal(fields, flat.compact(game):match '^{"id":"%x+",(.*)$')
  end)

  it("takes the values of an edited game", function()
    local game = chess.game "1. e4 e5 *"
    game.root[1].clock = 60
    assert.matches('"clocks":%[60.0,null%]', flat.compact(game))
  end)
end)

describe("the id of a game", function()
  it("is the FNV-1a hash of roster, start and moves", function()
    assert.same({ "cbf29ce484222325", "85944171f73967e8" },
      { ("%016x"):format(core.fnv ""), ("%016x"):format(core.fnv "foobar") })
    local text = "E\0\0\0\0\0\0\0\0e4 e5\0"
    assert.equal(("%016x"):format(core.fnv(text)), flat.id(chess.game '[Event "E"] 1.e4! {x} (1. d4) e5 *'))
  end)

  it("differs if a value differs", function()
    local ids = {}
    for _, text in ipairs { "1. e4 *", '[White "A"] 1. e4 *', '[Black "A"] 1. e4 *', "1. d4 *",
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] 1. e4 *' } do
      local id = flat.id(chess.game(text))
      assert.is_nil(ids[id])
      ids[id] = true
    end
  end)
end)

describe("typed values", function()
  for _, case in ipairs {
    { "date", '[Date "2022.05.24"]', "2022-05-24" }, { "date", '[Date "2022.05.??"]' },
    { "date", '[Date "2022.02.30"]' },
    { "white_elo", '[WhiteElo "2400"]', 2400 }, { "white_elo", '[WhiteElo "?"]' }, { "black_elo", '[BlackElo "0"]' },
    { "base", '[TimeControl "40/7200:3600"]' }, { "base", '[TimeControl "300"]', 300 },
    { "increment", '[TimeControl "300"]', 0 }, { "increment", '[TimeControl "1800+5.5"]', 5.5 },
    { "increment", '[TimeControl "-"]' }, { "base", "" },
  } do
    it(("read %s in '%s'"):format(case[1], case[2]), function()
      assert.equal(case[3], flat[case[1]](chess.game(case[2] .. " *")))
    end)
  end
end)

describe("lucena convert", function()
  for request, problem in pairs {
    ["--compact -t csv"] = "--compact is for json and jsonl, not for csv",
    ["--compact -t jsonl --per ply"] = "--compact writes games, so it excludes --per ply",
    ["--per ply"] = "--per ply is for csv, tsv and jsonl, not for pgn",
    ["--columns White -t jsonl"] = "--columns is for csv and tsv, and for jsonl with --per ply, not for jsonl",
    ["--per ply -t csv --columns is_chek"] = "--columns: there is no field 'is_chek'; did you mean 'is_check'? ("
      .. "`lucena help fields` lists them; write any other tag as tag:NAME)",
    ["--compact -t jsonl --no-comments"] = "--compact has no layout options",
  } do
    it("refuses " .. request, function()
      local words = { "convert" }
      for word in request:gmatch("%S+") do
        words[#words + 1] = word
      end
      local result = run(words)
      assert.equal(2, result.code)
      assert.is_truthy(result.err:find("lucena: " .. problem .. "\n", 1, true), result.err)
    end)
  end
end)
