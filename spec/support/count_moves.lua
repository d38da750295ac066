--- Finds tokens with the shape of a move in a text, by patterns alone. It knows no positions and shares no code with
-- the reader of text, so that it can show that no move of a text gets lost.

local PLAIN = { ["×"] = "x\1", ["–"] = "-\1\1", ["—"] = "-\1\1", ["†"] = "+\1\1" }

-- The shapes: moves of old books with P and Kt, moves in descriptive notation, and moves with one letter and a square.
local SHAPES = {
  old = { "[KQRBP]t?[a-h]?[1-8]?%-[\r\n ]*[a-h][1-8]()%f[^%w]", "[KQRBP]t?[a-h]?[1-8]?x[a-h][1-8]()%f[^%w]" },
  descriptive = { "[KQRBNP]t? ?%-\1* ?[KQRBN]t? ?[KQRBN]?t? ?[1-8]()%f[^%w]",
    "[KQRBNP]t? ?x\1* ?[KQRBNP]t?()%f[^%w]" },
  spanish = { "%f[%u][PCATDR][1-8]?[CATDR][CATDR]?[1-8]()%f[^%w]", "%f[%u][PCATDR]x[PCATDR]()%f[^%w]" },
  letters = { "[A-Z\xD0\xD1][\x80-\xBF]?[a-h]?[1-8]?%-?[:xX]?[a-h][1-8]()%f[^%w]" },
}

--- Return the bytes of all tokens with a shape, as {first, last}, in the order of the text.
---@param text string
---@param kind string a name of SHAPES
return function(text, kind)
  for sign, plain in pairs(PLAIN) do
    text = text:gsub(sign, plain)
  end
  local list = {}
  for _, shape in ipairs(SHAPES[kind]) do
    for first, stop in text:gmatch("%f[%w\xC3-\xD1]()" .. shape) do
      list[#list + 1] = { first = first, last = stop - 1 }
    end
  end
  table.sort(list, function(a, b) return a.first < b.first end)
  return list
end
