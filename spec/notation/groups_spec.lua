-- Groups of classes: all classes of a group read a game equally, and few dialects are needed for a game with an error.

local chess = require "lucena"
local core = require "lucena.core"
local candidates = require "lucena.notation.candidates"
local dialects = require "lucena.dialect"
local groups = require "lucena.notation.groups"
local letters = require "lucena.notation.letters"
local run = require "spec.support.run"

local STYLES = { "pgn", "fide", "lan", "minimal", "old-german", "ran", "primer", "halg", "elalg", "xlalg", "xolalg" }

local FEW_LETTERS = "e4 e5 exd5"
local TEXTS = {
  FEW_LETTERS, "e4 e5 Nf3 Nc6 Bb5 a6 O-O Qh9", "e2e4 e7e5 b1c3", "e2-e4 e7-e5 Sg1-f3 Sb8-c6", "Gf3 Ghf6 Ga3 Ghc6 Gh4",
  "\u{41A}f3 \u{41A}f6 \u{41A}\u{440}e2", "\u{2658}f3 \u{265E}f6 \u{2659}e4", "S\u{327}f3", "\u{FF2E}f3 e5",
  "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8D", "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=Q", "e4\u{D7}d5", "Cf3 Cf6 Cg1 Cg8 0-0",
  "e4 e5 O-O", "Pe4 Pe5 Be2", "d4 d5 Lf4 Lf5", "Kt-KB3", "e4 d5 e4xPd5 Qd8xPd5", "Ng1f3 Ng8f6 Nf3g1",
}

-- Return the number of words that a dialect reads, and its repairs, as a text.
local function outcome_of(dialect, words)
  local count, repairs = dialect:replay(core.board(), words)
  local names = {}
  for name, times in pairs(repairs) do
    names[#names + 1] = name .. times
  end
  table.sort(names)
  return count .. " " .. table.concat(names, " ")
end

local function words_of(text)
  local words = {}
  for word in text:gmatch("%S+") do
    words[#words + 1] = word
  end
  return words
end

-- Check that the classes of each group read a game equally. Returns the number of groups.
local function check_groups(style, game)
  local first, count = {}, 0
  for _, class in ipairs(letters.classes()) do
    local group = groups.of(style, class, game)
    local outcome = outcome_of(candidates.dialect_of(style, class), game.words)
    if not first[group] then
      first[group], count = { outcome = outcome, name = class.name }, count + 1
    end
    local names = ("%s: %s and %s in %s"):format(table.concat(game.words, " "), class.name, first[group].name, style)
    assert.equal(first[group].outcome, outcome, names)
  end
  return count
end

describe("groups of classes", function()
  it("have classes that read each game equally in each style", function()
    for _, text in ipairs(TEXTS) do
      for _, style in ipairs(STYLES) do
        check_groups(style, { words = words_of(text) })
      end
    end
  end)

  it("are few in a game with few letters", function()
    assert.equal(6, check_groups("pgn", { words = words_of(FEW_LETTERS) }))
    assert.equal(2, check_groups("fide", { words = words_of(FEW_LETTERS) }))
  end)

  it("separate the classes for which the core has no quick reader", function()
    for _, class in ipairs(letters.classes()) do
      assert.equal(candidates.dialect_of("pgn", class).is_plain, not groups.is_apart("pgn", class), class.name)
    end
  end)

  it("separate all classes in games with combining or invisible characters", function()
    for _, text in ipairs { "S\u{327}f3", "\u{FF2E}f3", "N\u{200B}f3", "N\u{61C}f3", "N\xFFf3" } do
      local game = { words = { text } }
      for _, class in ipairs(letters.classes()) do
        assert.equal(class.name, groups.of("fide", class, game))
      end
    end
  end)

  it("keep the memory for games with errors small", function()
    local result = run { "-e", [[for _, text in ipairs { "1. e5 *", "1. e4 e5 2. Ke3 *", "1. e4 e5 2. Qxh9 *" } do
      assert(#chess.game(text).diagnostics > 0) end collectgarbage() print(collectgarbage "count" < 8000)]] }
    assert.equal("true\n", result.out)
  end)
end)

describe("a built-in dialect", function()
  it("has a short name without being created", function()
    for _, style in ipairs(STYLES) do
      for _, class in ipairs(letters.classes()) do
        local name = style .. ":" .. class.name
        assert.equal(chess.dialect(name).name, dialects.short_name(name))
      end
    end
    assert.is_nil(dialects.short_name "klingon")
  end)

  it("is created with tolerances", function()
    local made, same = dialects.tolerant("fide:fr", { "letter_case" }), chess.dialect "fide:fr"
    same = same:tolerating { "letter_case" }
    assert.equal(same.name, made.name)
    assert.same(same.info.spec.tolerances, made.info.spec.tolerances)
    assert.is_nil(chess.position():parse("ng1f3", dialects.tolerant("english", {})))
    assert.equal("english", dialects.tolerant("pgn", {}).name)
    assert.is_nil(dialects.tolerant("klingon", {}))
  end)
end)
