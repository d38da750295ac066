-- Results in words, in the languages of lucena.text.endings.

local chess = require "lucena"
local endings = require "lucena.text.endings"

local function each(phrases, check)
  for phrase in (phrases or ""):gmatch("[^,]+") do
    check(phrase)
  end
end

local OTHER = { ["1-0"] = "0-1", ["0-1"] = "1-0" }

-- Call a function with each sentence of a language and its result.
local function sentences(language, check)
  for side, win in pairs { white = "1-0", black = "0-1" } do
    each(language[side], function(name)
      each(language.wins, function(verb) check(name .. " " .. verb, win) end)
      each(language.loses, function(verb) check(name .. " " .. verb, OTHER[win]) end)
      each(language.lost, function(verb) check(name .. " " .. verb, OTHER[win]) end)
    end)
  end
  each(language.draws, function(phrase) check(phrase, "1/2-1/2") end)
  each(language.loses, function(phrase) check(phrase, "resigns") end)
end

local SCORE = "1. e4 e5 2. d4 exd4 3. c3 dxc3" -- White is to move

local function result(text)
  return chess.read_text(text)[1].tags.Result
end

-- Return the sentence with a capital letter, if it is an ASCII letter.
local function title(sentence)
  return (sentence:gsub("^%l", string.upper))
end

local FORMS = { "\n%s.\n", "\n\n      %s\n\nNext", ", %s.\n", "\n\nThe end.\n\n%s." }

describe("a result in words", function()
  for name, language in pairs(endings.languages) do
    it("is read in " .. name, function()
      local first
      sentences(language, function(sentence, wanted)
        for _, form in ipairs(FORMS) do
          local text = form:format(title(sentence))
          assert.equal(wanted, endings.find(text, 1, #text), text)
          first = first or { text, wanted }
        end
      end)
      assert.equal(first[2], result(SCORE .. first[1]))
    end)
  end

  it("is read with links, articles and emphasis, and over a line break", function()
    for text, wanted in pairs {
      [" and White wins."] = "1-0", ["\nand Black resigned."] = "1-0", ["\nDie Weißen gaben auf."] = "0-1",
      ["\nLes Noirs abandonnent."] = "1-0", [" White resigns"] = "0-1", ["\nWhite\nresigned.\n"] = "0-1",
      ["\n_Drawn game._"] = "1/2-1/2", [" Here Black gave up."] = "1-0", [" White mates in three moves."] = "1-0",
      ["\n   Resigns."] = "0-1", [", drawn."] = "1/2-1/2", ["\nЧёрные сдались."] = "1-0",
      ["\nResultado: tablas"] = "1/2-1/2", ["\nBlack gives checkmate in 2 moves"] = "0-1",
    } do
      assert.equal(wanted, result(SCORE .. text), text)
    end
  end)

  it("goes on after a resignation, and may have its result in brackets", function()
    for _, row in ipairs { { "and White resigned at the call of time, a piece down.", "0-1" },
      { "Aufgegeben, denn der Läufer ist verloren.", "0-1" }, { "și albul a cedat (0–1).", "0-1" },
      { "Weiß gab auf, weil die Dame verloren ist.", "0-1" }, { "and White prevailed (1:0).", "1-0" },
      { "Black gives up a pawn.", "*" }, { "Les Noirs abandonnent un pion.", "*" },
      { "as in Neri – Bianchi (1-0).", "*" }, { "as in a game of 1974 (1-0).", "*" } } do
      assert.equal(row[2], result(SCORE .. " " .. row[1]), row[1])
    end
  end)

  it("may be in figures of any spelling at the end of the score", function()
    for _, row in ipairs { { "1/2", "1/2-1/2" }, { "1/2.", "1/2-1/2" }, { "½", "1/2-1/2" }, { "1/2 : 1/2", "1/2-1/2" },
      { "0,5-0,5", "1/2-1/2" }, { ".5-.5", "1/2-1/2" }, { "(1-0)", "1-0" }, { "(0:1)", "0-1" }, { "12", "*" } } do
      assert.equal(row[2], result(SCORE .. " " .. row[1] .. "\n"), row[1])
    end
  end)

  it("is not a sentence with more, a condition, or a note after other moves", function()
    for _, text in ipairs { " White wins a pawn.", "\nIf White resigned, ", "\nWhite wins the exchange.",
      "\nThe draw was near.", " White to play and win.", "\nBlack has lost time.",
      "\n(or 3... d5 4. e5\nand White wins)", "\nA lost game.", "\nNo draw.", "\nWhite resigned himself to it." } do
      assert.equal("*", result(SCORE .. text), text)
    end
  end)

  -- The side that resigns is the one after the last printed move, even if a move before it could not be read.
  it("is that of the printed moves, also if some of them are unread", function()
    local score = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-Kt5 P-QR3 4 BxKt %s 5 O-O B-Kt5 6 P-KR3 BxKt 7 QxB Q-B3 Resigns."
    for _, unread in ipairs { "QPxQ", "KtxP", "Zz" } do
      assert.equal("0-1", result(score:format(unread)), unread)
    end
  end)

  it("gives way to figures and to the last position", function()
    assert.equal("1/2-1/2", result(SCORE .. " 1/2-1/2\nWhite resigned."))
    assert.equal("0-1", result "1. f3 e5 2. g4 Qh4#\nWhite wins.")
  end)
end)
