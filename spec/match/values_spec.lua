-- Values of tags in unusual forms: names in old encodings, incomplete dates and clocks, missing ratings. Also facts
-- about a game other than its moves.
local chess = require("lucena")
local game = require("spec.support.tagged_game")
local q = chess.query

describe("a player's name", function()
  it("matches in Windows-1252 as in UTF-8", function()
    for wanted, spelled in pairs { ["Šmid"] = "\x8amid", ["Zivkovic"] = "\x8eivkovic", ["Beznoska"] = "Beznoška",
      ["Beznoška"] = "Bezno\x9aka", ["Ozbolt"] = "O\x9ebolt", ["Oeuvre"] = "\x8cuvre", ["Œuvre"] = "\x9cuvre",
      ["Yves"] = "\x9fves", ["Müller"] = "M\xfcller", ["Mueller"] = "Müller", ["Aaberg"] = "Åberg" } do
      assert.is_true(q.player(wanted)(game { White = spelled, Black = "x" }), wanted)
    end
  end)

  it("with a longer character in UTF-8 does not match Windows-1252", function()
    assert.is_true(q.player("Šmid")(game { White = "\x8amid", Black = "x" }))
    assert.is_false(q.player("Šmid")(game { White = "\u{201e}x\u{201c} \x8amid", Black = "x" }))
  end)

  it("truncated inside a character does not match", function()
    assert.is_false(q.player("Müller")(game { White = "M\xc3", Black = "x" }))
    assert.is_true(q.player("Carlsen")(game { White = "Carlsen, Magnus \xc3", Black = "x" }))
  end)

  it("with initials only does not match a surname", function()
    assert.is_true(q.player("A. B.")(game { White = "A. B.", Black = "x" }))
    assert.is_false(q.player("Botvinnik")(game { White = "M. B.", Black = "," }))
  end)
end)

describe("a date", function()
  it("can have short parts, and ends at the first unknown one", function()
    for date, expected in pairs { ["1972.7.1"] = true, ["1972.07"] = true, ["19720702"] = true, ["1972.07.3?"] = true,
      ["1972.1?.01"] = true, ["1971"] = false, ["1972.08"] = false, ["197"] = false, ["x"] = false, ["."] = false } do
      assert.equal(expected, q.date "1972.07"(game { Date = date }), date)
    end
  end)
end)

describe("a time control", function()
  it("can have fractions of seconds, but must be complete", function()
    for text, expected in pairs { ["60.5+0.5"] = true, ["0.5+1.25"] = true, ["60."] = false, [".5"] = false,
      ["40/60."] = false, ["0/60"] = false, ["60+"] = false, ["60+1."] = false, ["60x"] = false, ["40/60:"] = false,
      [" 60 "] = true, ["99999999999999999999"] = false, ["40/30:20/30:60"] = true } do
      assert.equal(expected, q.time_class "blitz"(game { TimeControl = text }), text)
    end
    assert.is_false(q.time_class "correspondence"(game { TimeControl = "99999999999999999999" })) -- over nine digits
    assert.is_true(q.time_class "correspondence"(game { TimeControl = "999999999" }))
  end)

  it("repeats its last period as far as 40 moves require", function()
    for text, expected in pairs { ["40/900"] = "rapid", ["39/900"] = "classical", ["20/900"] = "classical" } do
      assert.is_true(q.time_class { expected, by = "lichess" }(game { TimeControl = text }), text)
    end
  end)
end)

describe("two ratings", function()
  it("are compared if both are numbers", function()
    for _, row in ipairs { { "2700", "2600", true }, { "2700", "2699", false }, { "2700", "?", false },
      { "2700", "", false }, { "?", "2600", false }, { "", "2600", false }, { "2700", nil, false } } do
      local g = game { WhiteElo = row[1], BlackElo = row[2] }
      assert.equal(row[3], q.elo_diff { min = 50 }(g), row[1] .. " " .. tostring(row[2]))
      assert.equal(row[3], (q.mean_elo { min = 2650 } & q.elo_diff { min = 50 })(g), row[1])
    end
  end)
end)

describe("the mean of two ratings", function()
  it("can be a half", function()
    local g = game { WhiteElo = "2500", BlackElo = "2501" }
    assert.is_true(q.mean_elo { min = 2500.5, max = 2500.5 }(g))
    assert.is_false(q.mean_elo { min = 2501 }(g))
    assert.is_false(q.mean_elo { max = 2500 }(g))
    assert.is_nil((pcall(q.mean_elo, { min = 2500.25 })) or nil)
  end)
end)

describe("annotated", function()
  it("matches any comment, also between tags, and any sign", function()
    for text, expected in pairs { ["1. e4 *"] = false, ["1. e4! *"] = true, ["1. e4 $1 *"] = true,
      ["1. e4 ; x\n*"] = true, ["1. e4 (1. d4) *"] = true, ['[Event "a;{b"]\n\n1. e4 *'] = false,
      ['[Event "a"] ; x\n\n1. e4 *'] = true, ['[Event "a"]\n{x}\n\n1. e4 *'] = true, ["1. e4 ± *"] = true } do
      assert.equal(expected, q.annotated(assert(chess.game(text))), text)
    end
  end)
end)

describe("a line in any order", function()
  it("matches each of its moves with a played one, in any order", function()
    for line, expected in pairs { ["e4|d4 * e4 * c4"] = true, ["e4|d4 * e4 * e4|c4"] = true,
      ["e4 * e4|d4 * d4|c4"] = true, ["e4 * e4 * d4"] = false, ["e4 * e4|c4 * c4"] = false,
      ["c4|d4 * c4|d4 * c4|d4"] = false } do
      local g = assert(chess.game("1. e4 e5 2. d4 d6 3. c4 c6 *"))
      assert.equal(expected, q.line(line, { any_order = true })(g), line)
    end
  end)
end)
