-- lucena report and chess.explore with an index: the same results as without it.
-- The number of random cases is small; with LUCENA_LONG=1 it is larger.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read
local run = require "spec.support.run"
local search = require "lucena.index.search"
local with_index = require "spec.support.with_index"

local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local SAMPLE = "spec/data/sample/sample.pgn"

-- A game with an error, and a game in another notation.
local ODD = '\n[White "Tal, M"]\n[Black "Karpov"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n'
  .. '\n[White "Karpov, A"]\n[Black "Tal"]\n[Result "*"]\n\n1. e4 c5 2. Sf3 d6 3. d4 cxd4 4. Sxd4 *\n'

-- Write the games of the sample and their index. Returns the path and positions of the games.
local function sample(folder)
  local path, positions = folder:write("games.pgn", read(SAMPLE) .. ODD), {}
  assert(chess.write_index(path))
  for game in chess.games(path) do
    local node = game.root
    for _ = 1, math.random(0, 24) do
      node = node[1] or node
    end
    positions[#positions + 1] = node.position
  end
  return path, positions
end

local NAMES = { "Karpov", "Tal, M", "Carlsen", "Fischer, Robert", "Nobody" }
local QUERIES = { 'eco "B"', "elo(2700)", 'opening "najdorf"', 'player "Tal"', "check", 'date{from = "1990"}' }

local function one_of(list)
  return list[math.random(#list)]
end

-- Return the text of a position for the command line.
local function fen_of(position)
  return position:fen()
end

local REPORTS = {
  function() return { "player", "--name", one_of(NAMES) } end,
  function(positions) return { "opening", "--position", fen_of(one_of(positions)) } end,
  function(positions) return { "openings", "--min", "1", "--position", fen_of(one_of(positions)) } end,
  function() return { "openings", "-e", one_of(QUERIES) } end,
  function() return { "repertoire", "--repertoire", "spec/data/repertoire/repertoire.pgn", "-e", one_of(QUERIES) } end,
  function() return { "summary", "-e", ("player %q & %s"):format(one_of(NAMES), one_of(QUERIES)) } end,
}

-- Return explore's result as data that can be compared.
local function plain(found)
  local out = { games = found.games, white = found.white, year = found.year, rating = found.rating }
  for i, item in ipairs(found.moves) do
    out[i] = ("%s %d %d %d %s %s"):format(item.san, item.games, item.white, item.draw, item.rating, item.year)
  end
  return out
end

describe("an index", function()
  local seed, near = tonumber(os.getenv("LUCENA_SEED")) or os.time(), search.NEAR

  before_each(function()
    math.randomseed(seed)
    search.NEAR = 0 -- parts of any size
  end)
  after_each(function() search.NEAR = near end)

  it("gives the same reports as reading the games", function()
    local folder <close> = folder_of()
    local path, positions = sample(folder)
    for i = 1, IS_LONG and 300 or 24 do
      local words = REPORTS[i % #REPORTS + 1](positions)
      table.move({ "-t", "csv", path }, 1, 3, #words + 1, words)
      with_index.compare(folder, "report", words, ("seed %d: report %s"):format(seed, table.concat(words, " ")))
    end
  end)

  it("gives the same result of chess.explore as reading the games", function()
    local folder <close> = folder_of()
    local path, positions = sample(folder)
    for i = 1, IS_LONG and 1000 or 60 do
      local position, opts = one_of(positions), { dialect = ({ nil, "auto", "pgn", "german" })[math.random(4)] }
      if i % 3 == 0 then
        opts.query = assert(chess.query.parse(one_of(QUERIES)))
      end
      local found = plain(chess.explore(path, position, opts))
      os.rename(path .. ".lci", path .. ".away")
      assert.same(plain(chess.explore(path, position, opts)), found,
        ("seed %d: %s, %s, %s"):format(seed, position:fen(), opts.dialect, opts.query))
      os.rename(path .. ".away", path .. ".lci")
    end
  end)

  it("is used for the moves of a position", function()
    local folder <close> = folder_of()
    local path = sample(folder)
    local position = chess.position():play "e4 c5"
    assert.equal(search.moves(path, position).games, chess.explore(path, position).games)
    -- A game in another notation, which the index has as detected, reaches this position.
    assert.equal(search.moves(path, position).games, search.moves(path, position, "auto").games)
    assert.equal("d4", search.moves(path, chess.position():play "e4 c5 Nf3 d6").moves[1].san)
    assert.is_nil(search.moves(path, position, "pgn"))
    local after = chess.position():play "e4 c5 Nf3 d6 d4 cxd4"
    local in_pgn = chess.explore(path, after, { dialect = "pgn" }).games
    assert.equal(in_pgn + 1, chess.explore(path, after).games)
    local query = chess.query.player "Karpov, A"
    assert.equal(in_pgn + 1, chess.explore(path, after, { query = query | chess.query.plies { min = 0 } }).games)
    assert(chess.write_index(path, { max_ply = 4 }))
    assert.is_nil(search.moves(path, position))
  end)

  it("is required with --require-index", function()
    local folder <close> = folder_of()
    local path = sample(folder)
    assert.equal(1, run { "report", "player", "--name", "Karpov", "--require-index", path }.code) -- a game has an error
    assert.equal(2, run { "report", "summary", "--require-index", path }.code)
    os.remove(path .. ".lci")
    local r = run { "report", "player", "--name", "Karpov", "--require-index", path }
    assert.same({ 3, "" }, { r.code, r.out })
  end)
end)
