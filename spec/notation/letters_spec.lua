-- Special cases of dialects: upper and lower case in many alphabets, and incomplete definitions.
local chess = require("lucena")
local core = require("lucena.core")

-- A dialect with this letter for the knight. For the other pieces, it has strings that occur in no text.
local function with_knight(letter, fields)
  local pieces = { K = { "1k" }, Q = { "1q" }, R = { "1r" }, B = { "1b" }, N = { letter }, P = { "" } }
  local spec = { name = "test", pieces = { white = pieces, black = pieces } }
  for name, value in pairs(fields or {}) do
    spec[name] = value
  end
  return core.dialect(spec)
end

describe("a small letter", function()
  it("is taken for the capital letter in each alphabet", function()
    local p = chess.position()
    for capital, small in pairs { ["N"] = "n", ["Ç"] = "ç", ["Ž"] = "ž", ["Č"] = "č", ["Ł"] = "ł", ["Ń"] = "ń",
      ["Ų"] = "ų", ["Ĳ"] = "ĳ", ["Ŋ"] = "ŋ", ["Σ"] = "σ", ["Ж"] = "ж", ["Ђ"] = "ђ", ["Ձ"] = "ձ" } do
      local dialect = with_knight(capital)
      local move, repairs = dialect:read(p, capital .. "f3")
      assert.same({ "g1f3", {} }, { tostring(move), repairs }, capital)
      move, repairs = dialect:read(p, small .. "f3")
      assert.same({ "g1f3", { "letter_case" } }, { tostring(move), repairs }, small)
    end
  end)

  it("does not exist in alphabets without letter case", function()
    local p = chess.position()
    for capital, other in pairs { ["×N"] = "÷N", ["ß"] = "ẞ", ["中"] = "丰", ["ע"] = "פ" } do
      assert.is_nil((with_knight(capital):read(p, other .. "f3")), capital)
    end
  end)
end)

describe("a table that is not a dialect", function()
  it("is refused with the missing field", function()
    local lines = { "1", "2", "3", "4", "5", "6", "7", "8" }
    local empty = { {}, "b", "c", "d", "e", "f", "g", "h" }
    for _, row in ipairs {
      { { files = empty }, "a file has no name" },
      { { ranks = { {}, table.unpack(lines, 2) } }, "a rank has no name" },
      { { ranks = { "", table.unpack(lines, 2) } }, "a file, rank or square cannot be nothing" },
      { { squares = {} }, "a square has no name" },
    } do
      local done, message = pcall(with_knight, "N", row[1])
      assert.is_false(done, row[2])
      assert.is_truthy(tostring(message):find(row[2], 1, true), message)
    end
  end)
end)
