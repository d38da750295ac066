-- The choice of the notation of a text: languages that give the letters of a text the same meaning are read once.

local choose = require "lucena.text.choose"
local core = require "lucena.core"
local fold = require("lucena.text.fold").fold
local sample = require "lucena.text.sample"

-- Parts of texts: moves of several languages, prose, signs.
local PARTS = { "1. e4 e5 ", "2. Nf3 Nc6 ", "2. Sf3 Sc6 ", "2. Cf3 Cc6 ", "2. Кf3 Kc6 ", "3. Lb5 a6 ", "3. Fb5 a6 ",
  "3. Bb5 a6 ", "e8=D", "e8(D) ", "exd8D", "DxF ", "dxF ", "FxC ", "TxD ", "P-e4 ", "O-O ", "0-0 ", "nf3 ", "cf3 ",
  "♘f3 ", "Dd1-\nd4 ", "Rel ", "Tdl ", "ed ", "K\1f3 ", "\1The ", "Kf\n3 ", "P-\ne4 ", "e7-\ne8D ", "a8 (D)", "KxP ",
  "King", "K", " x ", "Bx\n", "b8 (becomes Dame) ", "petit roque ", "The knight on f6. ", "(1. d4 d5) ", "Le roi. ",
  "\n\n", "1-0\n\n" }

local SEED = tonumber(os.getenv "LUCENA_SEED") or os.time()

local function random_text()
  local parts = {}
  for i = 1, math.random(25) do
    parts[i] = PARTS[math.random(#PARTS)]
  end
  return table.concat(parts)
end

describe("choosing a notation", function()
  it("takes no letter for a pawn if other pawn moves have none", function()
    for _, row in ipairs { { "1. e4 e6 2. d4 d5 3. Sc3 Sc5 4. Ld3 a6", 5, "Sc5 is not legal here" },
      { "1. d4 d5 2. Sf3 Sf5 3. e3 e6 4. Ld3 Ld6 5. c3 c6", 3, "Sf5 is not legal here (the moves after it are legal "
        .. "with Bf5; --misprints corrects it)" } } do
      local games, report = require("lucena").read_text(row[1])
      assert.equal(row[2], games[1].plies)
      assert.same({ "german", row[3] }, { report.dialect, report.diagnostics[1].message })
    end
  end)

  it("chooses the same one as when each language is read", function()
    local read, distinct = sample.reader(core.position()), choose.distinct
    math.randomseed(SEED)
    for _ = 1, 150 do
      local text = random_text()
      local folded = fold(text)
      local chosen = choose.dialect(folded, text, read)
      choose.distinct = function(names) return names end
      local done, all = pcall(choose.dialect, folded, text, read)
      choose.distinct = distinct
      assert.is_true(done, all)
      assert.equal(all and all.name, chosen and chosen.name, ("LUCENA_SEED=%d: %s"):format(SEED, text))
    end
  end)

  it("reads a text without letters of pieces for no language", function()
    for _, text in ipairs { "1. e4 e5 2. d4 d5", "((((", "{ 1. 1. ", "Prose with no move." } do
      choose.dialect(text, text, function() error("the text is read") end)
    end
  end)

  it("groups languages by the meaning of the letters that occur", function()
    local names = { "english", "german", "french", "dutch", "serbian", "descriptive" }
    assert.same({ "english", "descriptive" }, choose.distinct(names, "1. e4 e5"))
    assert.same(names, choose.distinct(names, "2. Nf3 Pf6 Sf3"))
    assert.same({ "english", "german", "french", "dutch", "descriptive" }, choose.distinct(names, "Rf3 Sf3"))
  end)
end)
