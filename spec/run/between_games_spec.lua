-- --jobs: whatever comes between games, the result is that of one process.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SEED = tonumber(os.getenv "LUCENA_SEED") or 1

local GAME = '[Event "e%d"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'
local FILL = '[Event "f%d"]\n\n{' .. ("a comment of many words, "):rep(30) .. "} 1. d4 d5 2. c4 e6 *"

-- Blocks of text. Some contain a false beginning of a game.
local BLOCKS = {
  "\n\n" .. GAME, "\r\n\r\n" .. GAME:gsub("\n", "\r\n"), "\n\n\n\n" .. GAME, "\n" .. GAME, " " .. GAME,
  '\n\n[Event "comment"]\n\n1. e4 {a comment with\n\n[Event "none"]\n\n1. e4 *\n\n[Event "none"]\n\n} e5 *',
  "\n\n1. e4 e5 2. Nf3 *", " 1. d4 d5 1/2-1/2 1. c4 0-1", "\n\n[Event \"no result\"]\n\n1. e4 e5",
  "\n\nstray words\n\n" .. GAME, "\n\n[Event \"illegal\"]\n\n1. e4 e5 2. Ke3 Nc6 *", " stray",
  "\n\n[Event \"wrong result\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "\n\n[Variant \"Atomic\"]\n\n1. e4 e5 *",
  "\n\n[Event \"odd number\"]\n\n1. e4 e5 7. Nf3 Nc6 *", "\n\n; a line\n" .. GAME, "\n\n[Event \"tags\"]\n\n\n\n",
}

-- Make a file of about `size` bytes. `rate`: the part of blocks that are not plain games.
local function make(size, rate)
  local texts, used = {}, 0
  while used < size do
    local text = math.random() < rate and BLOCKS[math.random(#BLOCKS)] or "\n\n" .. FILL
    texts[#texts + 1] = text:find "%%d" and text:format(#texts) or text
    used = used + #texts[#texts]
  end
  return table.concat(texts)
end

-- Compares one process and several for a request of words separated by blanks; REST is the name of a file.
local function compare(folder, request, text)
  local path, results = folder:write("a.pgn", text), {}
  for i, jobs in ipairs { 1, 2, 5 } do
    local words = {}
    for word in request:gmatch "%S+" do
      words[#words + 1] = word == "REST" and folder:path "rest" or word
    end
    words[#words + 1], words[#words + 2] = "--jobs=" .. jobs, path
    results[i] = run(words)
    results[i].rest = folder:read "rest"
    os.remove(folder:path "rest")
  end
  assert.is_true(results[1].code < 2 and #results[1].out + #(results[1].rest or "") > 0)
  assert.same(results[1], results[2])
  assert.same(results[1], results[3])
end

-- Texts that are repeated.
local REPEATED = {
  ["inside a comment"] =
    '[Event "e1"] {' .. ("word "):rep(50) .. 'end\n\n[Event "none"]\n\n1. e4 1-0} 1. d4 d5 2. Bg5 *\n',
  ["after stray words"] = GAME .. "\n\nstray words\n\n" .. FILL .. "\n\nmore words\n\n",
  ["after line ends of two kinds"] = GAME .. "\r\n\n" .. FILL .. "\r\n\n",
  ["before errors"] = '[Event "e1"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n',
}

describe("the parts of workers", function()
  for _, request in ipairs {
    "filter --check --count", "filter --check -e checkmate --rest REST", "filter -t Result=1-0 -v", "convert",
    "filter -q --strict --check --count", "convert --strict -q -t san", "convert --no-comments --split-variations",
  } do
    it(("give the same result as one process, seed %d: %s"):format(SEED, request), function()
      local folder <close> = new_folder()
      math.randomseed(SEED)
      for _, rate in ipairs { 0, 0.01, 0.1, 0.8 } do
        compare(folder, request, make(1200000, rate))
      end
    end)
  end

  for place, text in pairs(REPEATED) do
    it("give the same result as one process if games begin " .. place, function()
      local folder <close> = new_folder()
      text = text:gsub("%%d", "1"):rep(400000 // #text)
      compare(folder, "filter --check -t Result=1-0 --rest REST", text)
      compare(folder, "filter --check -t Event~1", text)
      compare(folder, "convert", text)
    end)
  end

  -- The number of a game in its part must not decide.
  it("give the same hints on other notations as one process", function()
    local folder <close> = new_folder()
    local words = "{" .. ("a comment of many words, "):rep(30) .. "}"
    local game = '[Event "e"]\n\n1. e4 e5 2. Cf3 Cc6 ' .. words .. " 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 *\n\n"
    compare(folder, "convert --strict", game:rep(1000))
    local err = run { "convert", "--strict", folder:path "a.pgn" }.err
    assert.is_true(select(2, err:gsub("another notation: french", "")) > 50)
  end)
end)
