-- Games that end without a result, written one after another. No game may become part of the next one.

local chess = require "lucena"
local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local joining = require "lucena.run.joining"
local run = require "spec.support.run"

local function count(text)
  local n = 0
  for _ in chess.games_in(text) do n = n + 1 end
  return n
end

-- The end of one file, and the beginning of the next file.
local PAIRS = {
  { '[Event "a"]\n\n1. d4 d5\n', "1. e4 e5 1-0\n" },
  { '[Event "a"]\n', '[White "b"]\n\n1. e4 *\n' },
  { '[Event "a"]\n', "1. e4 *\n" },
  { "1. e4 1/2", "1. d4 *" },
  { "1. e4 1-0 (", "1. d4 *" },
  { "(1. d4 1-0", "1. e4 *" },
  { "1. e4 (1. d4 (1. c4", "1. f4 *" },
  { "1. e4 {x", "1. d4 *" },
  { "1. e4 ({x", "1. d4 *" },
  { "1. e4 1-0 {x", "1. d4 *" },
  { "1. e4 ; x", "1. d4 *" },
  { '[Event "a"]\n{x', "1. d4 *" },
  { '[Event "a"]\r\n[Result "0-1"]\r\n\r\n1. d4 d5\r\n', "1. e4 e5 1-0\r\n" },
  { '[Event "a"]\n\n1. e4 1-0\n\nwhat\n', "1. d4 d5 1-0\n\n1. c4 *\n" },
  { '[Event "a"]\n\n1. e4 1-0\n{what} ever\n', "1. d4 d5 1-0\n" },
}

local WAYS = {
  { "filter", "--games", "1-" }, { "filter", "--games", "1-", "--check" }, { "filter", "--games", "1-", "--jobs", "2" },
  { "filter", "--sort", "White" }, { "filter", "--sample", "9" }, { "merge" }, { "sort" }, { "dedup" },
  { "dedup", "--keep", "longest" }, { "sample", "--count", "9" }, { "sample", "--share", "1" },
  { "tag", "--set", "Event=e", "-o", "-" }, { "tag", "--drop", "Event", "-o", "-" },
}

-- Returns the games of the nasty files, and also the last game of each file, cut at many places.
local function nasty_games()
  local whole, cut = {}, {}
  local names <close> = assert(io.popen "ls spec/data/nasty/pgn/*")
  for path in names:lines() do
    local text = file.read(path)
    for game in chess.games_in(#text < 20000 and text or "") do
      whole[#whole + 1] = #game.text < 3000 and game.text or nil
    end
  end
  for _, text in ipairs(whole) do
    for size = 1, #text, math.max(1, #text // 100) do
      local last
      for game in chess.games_in(text:sub(1, size)) do last = game.text end
      cut[#cut + 1] = last and count(last) == 1 and last or nil
    end
  end
  return whole, cut
end

describe("a result at the end of a text", function()
  it("ends the game, before any text: nasty games, truncated anywhere, before other games", function()
    local whole, cut = nasty_games()
    assert.is_true(#whole > 60 and #cut > 2000)
    for _, text in ipairs(cut) do
      local ending = joining.ending(text)
      assert.equal(ending == nil, joining.ending(chess.game(text)) == nil)
      for i = #text % 7 + 1, #whole, 7 do
        local next_one = whole[i]
        for _, known in ipairs { next_one, false } do
          local both = text .. joining.closing(ending, known or nil) .. "\n\n" .. next_one
          assert.equal(1 + count(next_one), count(both), both)
        end
      end
    end
  end)
end)

describe("a game that does not end with a result", function()
  local folder = new_folder()
  teardown(function()
    folder:__close()
  end)

  for _, way in ipairs(WAYS) do
    it("does not include the next game: " .. table.concat(way, " "), function()
      for i, pair in ipairs(PAIRS) do
        local words = { way[1], "-q", table.unpack(way, 2) }
        words[#words + 1] = folder:write("a.pgn", pair[1])
        words[#words + 1] = folder:write("b.pgn", pair[2])
        local out = run(words).out
        assert.equal(count(pair[1]) + count(pair[2]), count(out), ("%d: %q"):format(i, out))
      end
    end)
  end

  it("does not include the next game in the files of split", function()
    for i, pair in ipairs(PAIRS) do
      local into = folder:path("s" .. i)
      run { "split", "-q", "--every", "9", "--into", into, folder:write("a.pgn", pair[1]),
        folder:write("b.pgn", pair[2]) }
      local out = folder:read("s" .. i .. "/0001.pgn")
      assert.equal(count(pair[1]) + count(pair[2]), count(out), ("%d: %q"):format(i, out))
    end
  end)

  it("does not include the next game if parts of a file are merged, or separating tags are removed", function()
    local path = folder:write("c.pgn", '[Event "a"]\n\n1. d4 d5\n\n[Event "b"]\n\n1. e4 e5 1-0\n')
    assert.equal(2, count(run({ "tag", "--drop", "Event", "-q", path, "-o", "-" }).out))
    path = folder:write("d.pgn", ('[White "a"]\n\n1. d4 d5\n\n'):rep(20) .. "[White \"b\"]\n\n1. e4 *\n\n1. d4 d5 *\n")
    local parts = {}
    for k = 1, 3 do
      parts[k] = run({ "filter", "-q", "-e", "plies{min=2}", "--range", k .. "/3", path }).out
    end
    assert.equal(21, count(table.concat(parts)))
    assert.equal(21, count(run({ "filter", "-q", "-e", "plies{min=2}", path }).out))
  end)

  it("is kept if the next tag section ends it", function()
    local a, b = folder:write("a.pgn", '[Event "a"]\n\n1. d4 d5\n'), folder:write("b.pgn", '[White "b"]\n\n1. e4 *\n')
    local whole = '[Event "a"]\n\n1. d4 d5\n\n[White "b"]\n\n1. e4 *\n'
    for _, command in ipairs { "merge", "dedup" } do
      assert.equal(whole, run({ command, "-q", a, b }).out)
    end
    assert.equal(whole, run({ "filter", "-q", "--games", "1-", a, b }).out)
  end)

  it("is written with the result of its Result tag", function()
    local a = folder:write("a.pgn", '[Event "a"]\n[Result "0-1"]\n\n1. d4 (1. c4\n')
    assert.equal('[Event "a"]\n[Result "0-1"]\n\n1. d4 (1. c4\n)0-1\n\n1. e4 *\n',
      run({ "merge", "-q", a, folder:write("b.pgn", "1. e4 *\n") }).out)
  end)
end)
