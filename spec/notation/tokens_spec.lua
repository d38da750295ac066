-- Splitting texts with moves into tokens: every kind of token, its offsets, and linear time for all texts.

local tokens = require "lucena.notation.tokens"

-- "kind:text" of each token, separated by " | ".
local function cut(text, is_prose)
  local out = {}
  for kind, first, last in tokens.each(text, nil, nil, is_prose) do
    out[#out + 1] = kind .. ":" .. text:sub(first, last)
  end
  return table.concat(out, " | ")
end

describe("a text is split into", function()
  -- tested rule, text, tokens, whether it is prose
  local ROWS = {
    { "numbers and moves", "1. e4 e5 2. Cf3", "number:1. | word:e4 | word:e5 | number:2. | word:Cf3" },
    { "numbers glued to moves", "12.e4 12...e5 12…e5",
      "number:12. | word:e4 | number:12... | word:e5 | number:12… | word:e5" },
    { "numbers with a bracket", "12) e4 e5", "number:12) | word:e4 | word:e5" },
    { "brackets of variations", "(12 e4) e5", "open:( | digits:12 | word:e4 | close:) | word:e5" },
    { "dots that stand alone", "12 ... Lg4", "digits:12 | dots:... | word:Lg4" },
    { "moves in digits", "1.5254 5755", "number:1. | digits:5254 | digits:5755" },
    { "brackets inside moves", "e8(D) exd6(ep) P-R8(Q) R(K1)-K4 e8(Ф)",
      "word:e8(D) | word:exd6(ep) | word:P-R8(Q) | word:R(K1)-K4 | word:e8(Ф)" },
    { "variations glued to moves", "e4(d4)e5", "word:e4 | open:( | word:d4 | close:) | word:e5" },
    { "results", "1-0 0-1 1/2-1/2 ½–½ * 0-0",
      "result:1-0 | result:0-1 | result:1/2-1/2 | result:½–½ | result:* | word:0-0" },
    { "comments", "{a (b} e4 ; c 1-0\ne5", "comment:{a (b} | word:e4 | comment:; c 1-0 | word:e5" },
    { "an open comment", "e4 {a 1-0", "word:e4 | comment:{a 1-0" },
    { "escaped lines", "% x e4\ne4", "escape:% x e4 | word:e4" },
    { "NAGs and signs", "e4! $5 Nf3?! e5$3", "word:e4 | nag:$5 | word:Nf3 | word:e5 | nag:$3" },
    { "tags", '[Event "a \\"b\\" ]"] [X "y"]\ne4', 'tag:[Event "a \\"b\\" ]"] | tag:[X "y"] | word:e4' },
    { "a tag that is not closed", '[Event "a\ne4', 'tag:[Event "a | word:e4' },
    { "marks that stand alone", "exd6 e.p. Sf3 + Dh5 (ep)",
      "word:exd6 | mark:e.p. | word:Sf3 | mark:+ | word:Dh5 | mark:(ep)" },
    { "French blanks", "12.\u{A0}Cf3\u{202F}!", "number:12. | word:Cf3 | text:!" },
    { "quoted moves", "„Sf3“, «Cf3» 'Nf3'.", "word:Sf3 | word:Cf3 | word:Nf3", true },
    { "prose, whose semicolons are no comments", "After 12. Sf3 Lg4; White (see 5) wins 1-0.",
      "word:After | number:12. | word:Sf3 | word:Lg4 | text:; | word:White | open:( | word:see | digits:5 | close:)"
      .. " | word:wins | result:1-0", true },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      assert.equal(row[3], cut(row[2], row[4]))
    end)
  end

  it("tokens of a part of it", function()
    local out = {}
    for kind, first, last in tokens.each("e4 e5 {x} Nf3", 4, 8) do
      out[#out + 1] = ("%s %d-%d"):format(kind, first, last)
    end
    assert.same({ "word 4-5", "comment 7-8" }, out)
  end)

  it("words of 255 bytes at most", function()
    assert.equal("word:" .. ("a"):rep(255), cut(("a"):rep(255)))
    assert.equal("text:" .. ("a"):rep(256), cut(("a"):rep(256)))
  end)
end)

it("move numbers with the side to move", function()
  assert.same({ 12, false }, { tokens.number "12." })
  assert.same({ 12, true }, { tokens.number "12..." })
  assert.same({ 12, true }, { tokens.number "12…" })
  assert.same({ 12, false }, { tokens.number "12)" })
  assert.is_nil((tokens.number "123456."))
end)

describe("splitting takes linear time", function()
  local NASTY = {
    "a", "{", "{}", "(", ")", "[", '["', '[E "', '[E "\\', "1", ".", "1.", "\xE2", "\u{A0}", '"', '" ', "$", "e(",
    "e(D)",
    "%\n", "…", "[A ", ";\n", "½", "-", "\0", "(e.p.", "1...", "«»", "[aaaaaaa",
  }

  -- Processor time in seconds for a text of about `size` bytes.
  local function seconds(piece, size)
    local text = piece:rep(size // #piece)
    local before = os.clock()
    local count = 0
    for _, first, last in tokens.each(text) do
      count = count + (last - first)
    end
    assert.is_true(count < size)
    return os.clock() - before
  end

  for _, piece in ipairs(NASTY) do
    it(("of %q"):format(piece), function()
      -- A text of 8 times the size should take about 8 times as long. Quadratic time would be 64 times as long.
      local small = math.max(seconds(piece, 1 << 16), 0.004)
      local large = seconds(piece, 1 << 19)
      assert.is_true(large < 32 * small, ("%f and %f seconds"):format(small, large))
    end)
  end
end)
