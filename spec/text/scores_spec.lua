-- chess.read_text: scores in the manners of old books and score sheets: numbers before both moves, short captures,
-- names of pieces, and scores of which a part cannot be read.

local chess = require "lucena"
local numbers = require "lucena.text.numbers"

-- Return the movetext of each game, without comments, and the report.
local function read(text, opts)
  local games, report = chess.read_text(text, opts or { prose = "none" })
  local out = {}
  for i, game in ipairs(games) do
    out[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
  end
  return out, report
end

describe("a number before both moves", function()
  local RUY = { "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *" }

  it("is read in two columns", function()
    assert.same(RUY, (read "1. e4    1. e5\n2. Nf3   2. Nc6\n3. Bb5   3. a6\n4. Ba4   4. Nf6\n"))
  end)

  it("is read in one line, in paragraphs, and in descriptive notation", function()
    assert.same(RUY, (read "1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 3. a6 4. Ba4 4. Nf6"))
    assert.same(RUY, (read "1. e4\n\n1. e5 2. Nf3\n\n2. Nc6 3. Bb5\n\n3. a6 4. Ba4\n\n4. Nf6\n"))
    assert.same(RUY, (read("1. P to K 4   1. P to K 4\n2. Kt to K B 3   2. Kt to Q B 3\n3. B to Kt 5   3. P to Q R 3\n"
      .. "4. B to R 4   4. Kt to B 3\n")))
  end)

  it("needs three pairs of equal numbers", function()
    local function blacks(...)
      local list = {}
      for _, value in ipairs { ... } do
        list[#list + 1] = { kind = "number", value = value, is_black = false }
        list[#list + 1] = { kind = "move" }
      end
      numbers.mark_black(list)
      local marks = ""
      for i = 1, #list, 2 do
        marks = marks .. (list[i].is_black and "b" or "w")
      end
      return marks
    end
    assert.equal("wbwbwb", blacks(1, 1, 2, 2, 3, 3))
    assert.equal("wwbwbwbw", blacks(6, 7, 7, 8, 8, 9, 9, 10))
    assert.equal("wwwww", blacks(1, 1, 2, 2, 3))
    assert.equal("wwwwww", blacks(1, 1, 2, 2, 4, 4))
  end)
end)

describe("a capture by a pawn that names only files", function()
  it("is read after a number and after White's move", function()
    local game = { "1. e4 e5 2. d4 exd4 3. c3 dxc3 4. Nxc3 *" }
    assert.same(game, (read "1. e4 e5 2. d4 ed 3. c3 dc 4. Nxc3"))
    assert.same(game, (read "1. e4 e5\n2. d4 exd\n3. c3 dxc\n4. Nxc3"))
    assert.same(game, (read "1.e4 e5 2.d4 e:d 3.c3 d:c 4.Nxc3"))
    assert.same({ "1. e4 d5 2. exd5 Qxd5 *" }, (read "1. e4 d5 2. ed Qxd5"))
  end)

  it("is not read in a sentence after a move", function()
    assert.same({ "1. e4 e5 2. Nf3 Nc6 *" }, (read "1. e4 e5 2. Cf3 ed i cavalli escono. 2... Cc6"))
  end)
end)
