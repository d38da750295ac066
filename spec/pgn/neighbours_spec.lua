-- Damage to a few games of a file must not change the other games without a message. In each run, 1 to 3 of 40 games
-- are damaged. Each other game must be read unchanged, or a diagnostic must report the game or text that absorbed it.
--
-- 2,000 runs; with LUCENA_LONG=1 20,000. Each run prints its seed; set LUCENA_SEED to it to repeat the run.

local chess = require "lucena"
local nasty = require "spec.support.nasty"

local RUNS = os.getenv "LUCENA_LONG" and 20000 or 1000
-- Diagnostics of a game or a text that absorbed the text after it.
local ABSORBING = {}
for _, code in ipairs {
  "unclosed_comment", "comment_has_tags", "duplicate_tag", "bad_tag", "stray_text", "stray_tag", "stray_moves",
  "fragment",
} do
  ABSORBING[code] = true
end
local SEED = tonumber(os.getenv "LUCENA_SEED") or 20261124
local GAMES, SIZE = {}, 40

-- Texts that can change where games, comments, tags and variations end.
local PIECES = {
  "{", "}", "(", ")", ";", "%", '"', "[", "]", "*", "1-0", "0-1", "\n", "\n\n", "\r\n", "\\", "<", ">", "$", "\0",
  "\xff", '\n[Event "x"]\n', "\n[White ", "\n%", "\n\n1. e4", " 1. ", "Ke9", "{a}", "(1. e4)", "--", "\xef\xbb\xbf",
}

-- Ways to damage the text of one game. Each returns the new text.
local DAMAGES = {
  function(text, random) -- inserts a text
    local at = random(0, #text)
    return text:sub(1, at) .. PIECES[random(#PIECES)] .. text:sub(at + 1)
  end,
  function(text, random) -- removes some bytes
    local at = random(1, #text)
    return text:sub(1, at - 1) .. text:sub(at + random(1, 60))
  end,
  function(text, random) -- repeats a part
    local at = random(1, #text)
    local last = at + random(1, 60)
    return text:sub(1, last) .. text:sub(at)
  end,
  function(text, random) -- exchanges two neighbouring bytes
    local at = random(1, #text - 1)
    return text:sub(1, at - 1) .. text:sub(at + 1, at + 1) .. text:sub(at, at) .. text:sub(at + 2)
  end,
  function(text, random) -- changes a byte
    local at = random(1, #text)
    return text:sub(1, at - 1) .. string.char(random(0, 255)) .. text:sub(at + 1)
  end,
  function(text) -- removes the result at the end
    return (text:gsub("%s*%S+$", ""))
  end,
  function(text) -- removes the blank line after the tags
    return (text:gsub("\n\n", "\n", 1))
  end,
  function(text, random) -- removes the end
    return text:sub(1, random(0, #text))
  end,
  function(text, random) -- removes the beginning
    return text:sub(random(1, #text))
  end,
  function(text, random) -- changes the line ends
    return (text:gsub("\n", ({ "\r", "\r\n", " " })[random(3)]))
  end,
  function(text, random) -- removes all occurrences of a sign
    return (text:gsub(({ "}", "%)", '"', "%]", "{", "%(" })[random(6)], ""))
  end,
}

for game in chess.games "spec/data/sample/sample.pgn" do
  GAMES[#GAMES + 1] = { text = game.text, shape = nasty.describe(game) .. tostring(game.final) }
end

-- Reads a file's text. Returns the games by their text, and spans {first byte, last byte, whether it has a diagnostic}.
local function read(text)
  local reader <close> = assert(chess.open { text = text })
  local by_text, spans = {}, {}
  for game in function() return (reader:read()) end do
    -- The rest of a damaged game that begins with % is a line of comment (PGN 6) of the next game, which is unchanged.
    local own = game.text:gsub("^%%[^\n]*\n+", "")
    by_text[own] = game
    local codes = {}
    for _, d in ipairs(game.diagnostics) do
      codes[#codes + 1] = ABSORBING[d.code] and d.code or nil
    end
    spans[#spans + 1] = { game.offset + 1, game.offset + #game.text, table.concat(codes, " ") }
  end
  for _, d in ipairs(reader:take_diagnostics()) do
    spans[#spans + 1] = { d.offset + 1, math.huge, d.code }
  end
  return by_text, spans
end

-- Returns the codes of diagnostics of the game or text that contains a byte.
local function codes_at(spans, at)
  local found, codes = 0, ""
  for _, span in ipairs(spans) do
    if span[1] <= at and span[2] >= at and span[1] >= found then
      found, codes = span[1], span[3]
    end
  end
  return codes
end

-- Makes a file of 40 games, some of which are damaged. Returns its text, and the undamaged games with their offsets.
local function damaged_file(random)
  local first, bad = random(#GAMES - SIZE + 1), {}
  for _ = 1, random(3) do
    bad[random(SIZE)] = true
  end
  local parts, good, at = {}, {}, 0
  for i = 1, SIZE do
    local game = GAMES[first + i - 1]
    local text = game.text
    if bad[i] then
      for _ = 1, random(2) do
        text = #text > 1 and DAMAGES[random(#DAMAGES)](text, random) or text
      end
    else
      good[#good + 1] = { game = game, at = at + 1 }
    end
    parts[i] = text .. "\n\n"
    at = at + #parts[i]
  end
  return table.concat(parts), good
end

describe("damage to a game", function()
  it(("changes no other game without a diagnostic (%d runs, seed %d)"):format(RUNS, SEED), function()
    local state = SEED
    local function random(low, high)
      state = (state * 6364136223846793005 + 1442695040888963407)
      if not high then
        low, high = 1, low
      end
      return low + (state >> 33) % (high - low + 1)
    end
    local kept, reported = 0, 0
    for run = 1, RUNS do
      local text, good = damaged_file(random)
      local by_text, spans = read(text)
      for _, it in ipairs(good) do
        local game = by_text[it.game.text]
        if game and nasty.describe(game) .. tostring(game.final) == it.game.shape then
          kept = kept + 1
        else
          local codes = codes_at(spans, it.at)
          assert.is_true(codes ~= "", ("run %d: the game at byte %d is lost without a diagnostic"):format(run, it.at))
          reported = reported + 1
        end
      end
    end
    assert.is_true(kept > 36 * RUNS)
    assert.is_true(reported > RUNS // 100, reported .. " games absorbed")
  end)
end)
