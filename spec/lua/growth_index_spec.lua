-- Indexes of files that grow: the same results as an index of the whole file.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read
local run = require "spec.support.run"
local with_index = require "spec.support.with_index"

local SAMPLE = read "spec/data/sample/sample.pgn"
local ODD = '[White "Tal, M"]\n[Black "Karpov"]\n[ECO "B90"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n'

-- Return the beginning of the sample with `count` games.
local function games(count)
  local at = 1
  for _ = 1, count do
    at = SAMPLE:find("\n[Event ", at, true) + 1
  end
  return SAMPLE:sub(1, at - 1)
end

-- Write a file in steps, with an index after each step. Returns its path and the index.
local function grown(folder, texts)
  local all, path = "", nil
  for i, text in ipairs(texts) do
    all = all .. text
    path = folder:write("games.pgn", all)
    local count, before = chess.write_index(path)
    assert.is_true(count ~= nil and (i == 1) == (before == nil))
  end
  return path, assert(chess.index(path))
end

local function steps(folder)
  local some, more = games(100), games(230)
  return grown(folder, { some, more:sub(#some + 1) .. ODD, games(290):sub(#more + 1), ODD })
end

local function positions_of(path)
  local list = {}
  for game in chess.games(path) do
    local node = game.root
    for _ = 1, math.random(0, math.random(0, 60)) do
      node = node[1] or node
    end
    list[#list + 1] = node.position
  end
  return list
end

local function plain(found)
  local out = { found.games, found.white, found.draw, found.black, found.rating, found.year }
  for _, item in ipairs(found.moves) do
    out[#out + 1] = ("%s %d %s %s"):format(item.san, item.games, item.rating, item.year)
  end
  return out
end

describe("an index of a file that has grown", function()
  local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()

  it("gives the same results as an index of the whole file", function()
    local folder <close> = folder_of()
    math.randomseed(seed)
    local path, index <close> = steps(folder)
    assert.equal(4, index.info.segments)
    assert(chess.write_index(path, { file = folder:path "whole" }))
    local whole <close> = assert(chess.index(path, { file = folder:path "whole" }))
    assert.same({ whole.count, whole.places }, { index.count, index.places })
    assert.same(whole:players("k", { prefix = true }), index:players("k", { prefix = true }))
    assert.same(whole.own:unread(), index.own:unread())
    for i, position in ipairs(positions_of(path)) do
      local what, opts = ("seed %d, position %d"):format(seed, i), {}
      opts.player, opts.since = i % 2 == 0 and "Karpov" or nil, i % 3 == 0 and "1985" or nil
      assert.same(plain(whole:moves(position, opts)), plain(index:moves(position, opts)), what)
      assert.same({ whole:find(position) }, { index:find(position) }, what)
      assert.same(whole:entry(i), index:entry(i))
      assert.equal(whole:game(i).text, index:game(i).text)
    end
    assert.is_true(index:verify { games = true })
  end)

  it("gives the same as a scan in commands", function()
    local folder <close> = folder_of()
    local path = steps(folder)
    local search = require "lucena.index.search"
    local near = search.NEAR
    search.NEAR = 0
    for _, query in ipairs { 'blunder', 'player "Karpov" & mistake', 'player "Karpov"', 'eco "B90"',
      'elo(2700) & result "0-1"', 'position "d4 f5"', 'opening "najdorf" | player "Tal"' } do
      with_index.compare(folder, "filter", { "-e", query, path }, query)
    end
    search.NEAR = near
  end)

  it("has the same bytes as a new index after --compact", function()
    local folder <close> = folder_of()
    local path = steps(folder)
    local old = folder:read "games.pgn.lci"
    assert(chess.write_index(path, { file = folder:path "whole" }))
    assert.same({ code = 0, err = "", out = "" }, run { "index", "-q", "--compact", folder:write("a.pgn", games(9)) })
    assert.equal(1, run { "index", "-q", "--compact", path }.code) -- games have errors
    assert.is_true(folder:read "whole" == folder:read "games.pgn.lci")
    assert.is_false(folder:read "whole" == old)
  end)

  it("is written as a whole if the file did not only grow", function()
    local folder <close> = folder_of()
    local text = games(50)
    for name, changed in pairs {
      ["a game is changed"] = "x" .. text .. ODD,
      ["the file is shorter"] = games(20),
      ["the last game goes on"] = text .. "1. e4 *\n",
      ["the text between is an error"] = text .. ") )\n" .. ODD,
    } do
      local path, index = grown(folder, { text })
      index:close()
      folder:write("games.pgn", changed)
      assert(chess.write_index(path))
      local now <close> = assert(chess.index(path))
      local count = 0
      for _ in chess.games(path) do
        count = count + 1
      end
      assert.equal(count, now.count, name)
      assert.is_true(now:verify { games = true }, name)
      os.remove(path .. ".lci")
    end
    local path, index = grown(folder, { text })
    index:close()
    folder:write("games.pgn", text .. ODD)
    assert.is_nil(select(2, chess.write_index(path, { max_ply = 10 })))
  end)

  -- Writes the text with one letter of a name changed, outside the blocks that the identity of the file has.
  local function write_changed(folder, text, added)
    local function blocks()
      local source = core.index_source(folder:path "games.pgn", #text)
      return source:sub(1, 8) .. source:sub(25)
    end
    local old = blocks()
    for at in text:gmatch '()"Karpov, Anatoly"' do
      local changed = text:sub(1, at) .. "X" .. text:sub(at + 2)
      folder:write("games.pgn", changed .. added)
      if blocks() == old then
        return
      end
    end
    error "each name is in a block"
  end

  it("is written as a whole if an old game was changed outside the compared blocks", function()
    local folder <close> = folder_of()
    local text = SAMPLE:rep(5, "\n")
    for _, added in ipairs { "", ODD } do
      local path, index = grown(folder, { text })
      index:close()
      write_changed(folder, text, added)
      assert(chess.write_index(path))
      local now <close> = assert(chess.index(path))
      assert.equal(1, now.info.segments or 1)
      assert.equal(1, #now:players "Xarpov")
      assert.is_true(now:verify { games = true })
      os.remove(path .. ".lci")
    end
  end)

  it("is written as a whole with shared_only, because a new game may reach a position of one game", function()
    local folder <close> = folder_of()
    local path, index = grown(folder, { games(50) })
    index:close()
    for _, text in ipairs { games(60), games(70) } do
      folder:write("games.pgn", text)
      assert.is_nil(select(2, chess.write_index(path, { shared_only = true })))
    end
    local now <close> = assert(chess.index(path))
    assert.same({ true, 70 }, { now.is_shared, now.count })
    folder:write("games.pgn", games(80))
    assert.is_nil(select(2, chess.write_index(path)))
    assert.is_false(assert(chess.index(path)).is_shared)
  end)

  it("is compared with the old games, which are counted", function()
    local folder <close> = folder_of()
    local path, index = grown(folder, { games(50) })
    index:close()
    folder:write("games.pgn", games(50) .. ODD)
    local counts = {}
    local target <close> = assert(require("lucena.index.writing").begin(path, path .. ".lci", {}, function(count)
      counts[#counts + 1] = count
    end))
    assert.equal(50, target.before)
    assert.same({ 1, 50, 50 }, { counts[1], counts[50], #counts })
  end)

  it("says how many positions are new", function()
    local folder <close> = folder_of()
    local path, index = grown(folder, { games(50) })
    index:close()
    folder:write("games.pgn", games(50) .. '[White "A"]\n\n1. e4 e5 *\n')
    assert.same({ code = 0, out = "", err = "lucena: 51 games, 3 new positions\n" }, run { "index", path })
    assert.truthy(run { "index", "--info", path }.out:find("\n                2  segments\n", 1, true))
  end)

  it("gives no wrong result with any byte of a segment changed", function()
    local folder <close> = folder_of()
    local path, index <close> = grown(folder, { games(2), ODD })
    local bytes, position = folder:read "games.pgn.lci", chess.position():play "e4 e5"
    local wanted = plain(index:moves(position))
    local codes = { not_index = true, other_index = true, damaged_index = true, stale_index = true }
    for at = 1, #bytes, 7 do
      local changed = string.char(bytes:byte(at) ~ (1 << at % 8))
      folder:write("games.pgn.lci", bytes:sub(1, at - 1) .. changed .. bytes:sub(at + 1))
      local other <close>, err, code = chess.index(path)
      assert.is_true(other ~= nil or codes[code], err)
      local found, problem, why
      if other then
        found, problem, why = other:moves(position)
        assert.is_true(found ~= nil or codes[why], problem)
      end
      if found then
        assert.same(wanted, plain(found), at)
      end
    end
    for size = 4096, #bytes - 1, 512 do
      folder:write("games.pgn.lci", bytes:sub(1, size))
      assert.is_nil((chess.index(path)), size)
    end
  end)
end)
