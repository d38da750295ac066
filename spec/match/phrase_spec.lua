-- What players type as a query, in words: each answer has a query that works, or says that there is none.

local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

local ANSWERS = {
  ["bishop pair"] = "bishop_pair", ["the bishop pair"] = "bishop_pair", ["en passant"] = "en_passant",
  ["time trouble"] = "time_trouble", ["half-open file"] = "half_open_file", ["open files"] = "open_file",
  ["opposite colored bishops"] = "opposite_bishops", ["rook endings"] = 'material "R+P* v R+P*"',
  ["mate by a pawn"] = 'move{piece = "Pp", mate = true}', ["long castling"] = 'castled{kind = "long"}',
  ["roque long"] = 'castled{kind = "long"}', ["les noirs gagnent"] = 'result "0-1"',
  ["nulle par répétition"] = "threefold", ["discovered check"] = 'discovered "Kk"', ["double check"] = "double_check",
  ["pion isolé"] = "isolated", ["isolated queen's pawn"] = 'structure "isolani"',
  ["missed mate"] = "instead(checkmate) & ~move{mate = true}", ["draws"] = 'result "draw"',
  ["Queen's Gambit"] = 'opening "Queen\'s Gambit"', ["sicilian"] = 'opening "Sicilian"', ["B90"] = 'eco "B90"',
  ["Bxh7+"] = 'played "Bxh7+"', ["Nf3"] = 'played "Nf3"', ["Q v R"] = 'material "Q v R"',
  ["O-O-O"] = 'played "O-O-O"',
  ["e4 e5 Nf3"] = 'line "e4 e5 Nf3"',
  ["R vs B"] = 'material "R vs B"',
  ["Fischer vs Spassky"] = 'player "Fischer" & player "Spassky"',
  ["eco B90-B99"] = 'eco "B90-B99"', ["played Bxh7+"] = 'played "Bxh7+"', ["player Karpov"] = 'player "Karpov"',
  ["fork and check"] = 'motif "fork" & check', ["Karpov & check"] = 'player "Karpov"',
}

local NONE = {
  ["mate in two"] = "no query means 'mate in two'; for 'mate' write checkmate",
  ["cross-pin"] = "no query means 'cross-pin'", ["Alekhine's gun"] = "no query means 'Alekhine's gun'",
  ["year between 1990 and 1999"] = "for 'year' write year(1972)", ["zugzwang"] = "`lucena help queries`",
  ["result \u{201C}1-0\u{201D}"] = 'write the quotation mark " of Lua',
}

describe("a phrase", function()
  for phrase, query in pairs(ANSWERS) do
    it(("is answered with a query: %s"):format(phrase), function()
      local done = run { "filter", "-q", "--count", "-e", phrase, SAMPLE }
      assert.equal(2, done.code)
      assert.is_truthy(done.err:find(query, 1, true), done.err)
      assert.equal(0, run({ "filter", "-q", "--count", "-e", query, SAMPLE }).code)
    end)
  end
  for phrase, answer in pairs(NONE) do
    it(("has no query, and the answer tells it: %s"):format(phrase), function()
      local done = run { "filter", "-q", "--count", "-e", phrase, SAMPLE }
      assert.equal(2, done.code)
      assert.is_truthy(done.err:find(answer, 1, true), done.err)
    end)
  end
end)
