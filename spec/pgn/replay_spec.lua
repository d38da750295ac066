-- The fast replay (used by plies, final and the reader's check) and the tree must give the same results for every game.

local chess = require "lucena"

local read = require("spec.support.file").read

local function files_of(folder)
  local list = {}
  local pipe = assert(io.popen("ls '" .. folder .. "'"))
  for name in pipe:lines() do
    if name:find("%.pgn$") then
      list[#list + 1] = folder .. "/" .. name
    end
  end
  pipe:close()
  return list
end

-- The results of the replay, for a game without a tree.
local function replayed(g)
  return { plies = g.plies, final = tostring(g.final), rest = g.rest, result = g.result }
end

-- Return the same results, computed from the game's tree. The caller passes a second Game of the same text.
local function from_tree(g)
  local last, plies = g.root, 0
  for node in g:mainline() do
    last, plies = node, plies + 1
    assert.equal(plies, node.ply)
  end
  return { plies = plies, final = tostring(last.position), rest = g.rest, result = g.result }
end

local function compare(text)
  local trees, games = chess.games_in(text), 0
  for g in chess.games_in(text) do
    games = games + 1
    local fast, slow = replayed(g), from_tree(trees())
    if fast.plies ~= slow.plies or fast.final ~= slow.final or fast.rest ~= slow.rest or fast.result ~= slow.result then
      error(("replay: %s plies, %s, rest %q, result %s\ntree: %s plies, %s, rest %q, result %s\nin %q"):format(
        fast.plies, fast.final, fast.rest, fast.result, slow.plies, slow.final, slow.rest, slow.result, g.text), 2)
    end
  end
  assert.is_nil(trees())
  return games
end

local function first_code(diagnostics)
  for _, d in ipairs(diagnostics) do
    if d.severity == "error" and d.ply then
      return d.code
    end
  end
end

describe("the replay", function()
  local FOLDERS = { "spec/data/pgn", "spec/data/nasty/pgn", "spec/data/sample" }

  for _, folder in ipairs(FOLDERS) do
    it("agrees with the tree on the games of " .. folder, function()
      local games = 0
      for _, path in ipairs(files_of(folder)) do
        games = games + compare(read(path))
      end
      assert.is_true(games >= 26, games .. " games")
    end)

    it("agrees with the tree as a checking reader, on " .. folder, function()
      for _, path in ipairs(files_of(folder)) do
        local trees = assert(chess.open(path))
        for g in chess.games(path, { check = true }) do
          local other = trees:read()
          assert.equal(g.text, other.text)
          assert.same(from_tree(other), replayed(g), path)
          assert.same(first_code(other.diagnostics), first_code(g.diagnostics), path)
        end
        assert.is_nil(trees:read())
        trees:close()
      end
    end)
  end
end)

-- ---- mutated texts ------------------------------------------------------------------------------

local SEED = 5012

-- Bytes with a meaning in PGN, and texts that other programs write without blanks.
local PIECES = {
  "{", "}", "(", ")", ";", "%", "\n", "\r", "\r\n", "[", "]", '"', "$", "*", "1-0", "1/2", "1/2-1/2", "0-1", " 1-0 ",
  " * ", " ( ", " ) ", "$1", "!", "?", "!?", "e.p.", "ep", "(Q)", "=", "Q", "x", "+", "#", "++", "--", "Z0", "0000",
  "0-0", "O-O", "...", "1.", "99.", ".", "-", "/", "\0", "\t", "\127", "\160", "\xc2\xa0", "\xef\xbb\xbf",
  "\xe2\x80\xa6",
  "\xe2\x99\x98", "\xc2\xbd-\xc2\xbd", "e4", "Nf3", "a", "8", "\n%", "\n[Event \"x\"]\n", "\n[", " ;c\n", "{c}",
  "~", "@",
  "<", ">", "&", "'", "_", ":", "\v", "\f",
}

local function mutate(text)
  for _ = 1, math.random(3) do
    local at, kind = math.random(#text), math.random(6)
    if kind <= 3 then
      text = text:sub(1, at) .. PIECES[math.random(#PIECES)] .. text:sub(at + 1)
    elseif kind == 4 then
      text = text:sub(1, at - 1) .. text:sub(at + math.random(4))
    elseif kind == 5 then
      text = text:sub(1, at - 1) .. string.char(math.random(0, 255)) .. text:sub(at + 1)
    else
      text = text:sub(1, at)
    end
  end
  return text
end

describe("the replay of damaged texts", function()
  local function sources()
    local list = {}
    for g in chess.games "spec/data/engine/engine.pgn" do
      if g.number % 6 == 1 then
        -- Only the beginning of the game is used, so that most changes are in the moves.
        list[#list + 1] = g.text:sub(1, 900) .. " *\n"
      end
    end
    for _, path in ipairs(files_of "spec/data/pgn") do
      if not path:find("long") then
        list[#list + 1] = read(path)
      end
    end
    return list
  end

  it("agrees with the tree on 3000 texts, seed " .. SEED, function()
    math.randomseed(SEED)
    local list, games = sources(), 0
    for _ = 1, 3000 do
      games = games + compare(mutate(list[math.random(#list)]))
    end
    assert.is_true(games > 3000, games .. " games")
  end)
end)
