-- The tags of games in bulletins, letters and logs: lists of results, occasions with full stops, dates at other places.

local chess = require "lucena"

local SCORE = "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n"

-- Return tags of a game.
local function tags_of(game, names)
  local tags = {}
  for name in names:gmatch("%a+") do
    local value = game.tags[name]
    tags[name] = value ~= "?" and value ~= "????.??.??" and value or nil
  end
  return tags
end

local function occasion(text)
  return tags_of(chess.read_text(text)[1], "Event Site Date Round ECO")
end

describe("a list of results", function()
  local games = chess.read_text([[
CLUB PAPER

On Friday 3 May 1985 the 2nd round of the Autumn Tournament was played.

Results:
   Karl Abel      -  Otto Berg     1/2-1/2
   Ida Cobb       -  Emil Dorn     1-0
   Nora           -  Mr. Evans     0-1

White: Karl Abel        Black: Otto Berg

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6

                 * * *

I. Cobb - E. Dorn

1. d4 d5 2. c4 e6 3. Nc3 Nf6

                 * * *

The short one: Nora tries the Latin Gambit against Mr. Evans.

1. e4 e5 2. Nf3 f5 3. Bc4 fxe4
]])

  it("gives the full names, the result and the occasion", function()
    local found = {}
    for i, game in ipairs(games) do
      found[i] = tags_of(game, "Date Round White Black Result")
    end
    assert.same({
      { Date = "1985.05.03", Round = "2", White = "Karl Abel", Black = "Otto Berg", Result = "1/2-1/2" },
      { Date = "1985.05.03", Round = "2", White = "Ida Cobb", Black = "Emil Dorn", Result = "1-0" },
      { Date = "1985.05.03", Round = "2", White = "Nora", Black = "Evans", Result = "0-1" },
    }, found)
  end)
end)

describe("the occasion of a game", function()
  it("may end with a full stop after the year, the place or the round", function()
    assert.same({ Site = "Leiden", Date = "1852.??.??" }, occasion("Abel - Berg\nLeiden 1852." .. SCORE))
    assert.same({ Event = "Wintertournament", Site = "Leiden", Round = "3" },
      occasion("Wintertournament, Leiden. Round 3.\n\nAbel - Berg" .. SCORE))
    local games = chess.read_text("Abel - Berg" .. SCORE .. "1-0\n\nRound 6, 20 July 1912, Leiden.\nCobb - Dorn"
      .. SCORE)
    assert.same({ Site = "Leiden", Date = "1912.07.20", Round = "6" },
      tags_of(games[2], "Event Site Date Round"))
  end)

  it("may be a town with a hyphen, or a number in brackets after the event", function()
    assert.same({ Site = "Санкт-Бург", Date = "1924.??.??" }, occasion("Абель — Берг\nСанкт-Бург, 1924" .. SCORE))
    assert.same({ Event = "Man–Engine Rematch", Site = "Leiden", Date = "1997.05.11", Round = "6" },
      occasion("Abel – Berg\nMan–Engine Rematch (6), Leiden, 11 May 1997" .. SCORE))
  end)

  it("may be a match of two teams, or a tournament by mail", function()
    assert.same({ Event = "Utrecht – Gent", Site = "Breda", Date = "1970.??.??" },
      occasion("Utrecht – Gent, Breda, 1970.\nWhite: Abel      Black: Berg" .. SCORE))
    assert.same({ Event = "XY-12/05", Date = "2005.05.03" },
      occasion("[XY-12/05, started 3. 5. 2005]\nWhite: Abel   Black: Berg" .. SCORE))
  end)

  it("is not that of the game before, if that is of another year", function()
    local games = chess.read_text("Spring Tournament, Leiden, round 2, 5 May 1910\nAbel - Berg" .. SCORE
      .. "1-0\n\nRound 3, 6 May 1914\nCobb - Dorn" .. SCORE)
    assert.same({ Date = "1914.05.06", Round = "3" }, tags_of(games[2], "Event Site Date Round"))
  end)

  it("has labels on one line, with the code of an opening", function()
    assert.same({ Site = "Leiden", Date = "1979.03.11", ECO = "C60" },
      occasion("Site: Leiden      Date: 11/03/1979\nOpening: C60\nWhite: Abel\nBlack: Berg" .. SCORE))
  end)

  it("is in the lines of LaTeX with \\hfill", function()
    assert.same({ Site = "Leiden", Date = "1851.??.??" }, occasion("\\begin{document}\n\\textbf{Abel -- Berg}\\\\\n"
      .. "A friendly game, Leiden 1851. \\hfill \\emph{King's Gambit}\n\n\\mainline{1. e4 e5 2. f4 exf4}\n"))
  end)
end)

describe("the date of a game", function()
  it("is not a rating", function()
    assert.same({ Date = "2009.02.08", Site = "Alba" }, tags_of(chess.read_text(
      "Ayer jugamos la 3ª ronda de la Liga Comarcal, fue en Alba, domingo "
      .. "8 de febrero de 2009. Yo llevaba blancas contra M. Berg, que tiene 2010 de elo.\n\nAbel - Berg"
      .. SCORE)[1], "Date Site"))
  end)

  it("is that of the sentence before the colors, or of the first line of a log", function()
    assert.same({ Date = "1912.10.29" }, tags_of(chess.read_text("I saw it on the 29th October 1912. Mr. Otto Abel had "
      .. "the White men and Sir Hugh Berg the Black, and it was great fun." .. SCORE)[1], "Date"))
    local lines = { "--- Log opened Sat Mar 09 2002\n" }
    for i, move in ipairs { "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7" } do
      lines[i + 1] = ("[21:0%d] <%s> %s\n"):format(i - 1, i % 2 == 1 and "pia" or "ole", move)
    end
    assert.same({ Date = "2002.03.09" }, tags_of(chess.read_text(table.concat(lines))[1], "Date"))
  end)
end)
