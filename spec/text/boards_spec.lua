-- Boards that are drawn with characters in a text.

local boards = require "lucena.text.boards"

local ROWS = { "rnbqkbnr", "pppppppp", "........", "........", "....P...", "........", "PPPP.PPP", "RNBQKBNR" }
local PLACEMENT = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"

-- Return the rows with a drawing function applied to each.
local function drawn(draw)
  local out = {}
  for i, row in ipairs(ROWS) do
    out[i] = draw(row, 9 - i)
  end
  return "After the first move:\n\n" .. table.concat(out, "\n") .. "\n\nBlack replies.\n"
end

local function cells(row, draw)
  return (row:gsub(".", function(square) return draw(square) end))
end

local DRAWINGS = {
  plain = drawn(function(row) return row end),
  ["with blanks and ranks"] = drawn(function(row, rank)
    return rank .. "  " .. cells(row, function(c) return c .. " " end)
  end),
  ["with bars and frames"] = drawn(function(row)
    return "+---+---+---+---+---+---+---+---+\n|" .. cells(row, function(c) return " " .. c .. " |" end)
  end),
  ["with signs of colour"] = drawn(function(row, rank)
    return rank .. " |" .. cells(row, function(c)
      local sign = c == "." and "  " or c:find("%l") and "#" .. c:upper() or "^" .. c
      return sign .. "|"
    end)
  end),
  ["with letters of colour"] = drawn(function(row)
    return cells(row, function(c) return c == "." and "-- " or (c:find("%l") and "b" or "w") .. c:upper() .. " " end)
  end),
}

describe("boards in a text", function()
  for name, text in pairs(DRAWINGS) do
    it("are found if drawn " .. name, function()
      local masked, list = boards.hide(text)
      assert.equal(1, #list)
      assert.equal(PLACEMENT, list[1].placement)
      assert.equal(#text, #masked)
      assert.equal(select(2, text:gsub("\n", "")), select(2, masked:gsub("\n", "")))
      assert.is_nil(masked:find("RNBQ", 1, true))
      assert.equal("After the first move: Black replies.", (boards.without(masked):gsub("%s+", " "):gsub(" $", "")))
    end)
  end

  it("have the number and the side to move of their caption", function()
    local text = DRAWINGS.plain:gsub("\n\nBlack replies", "\n\n  Diagram 7. Black to move\n\nHe replies")
    local _, list = boards.hide(text)
    assert.same({ 7, "black" }, { list[1].number, list[1].turn })
    assert.equal(7, boards.reference("as in Diagram 7, 1... e5", 18))
  end)

  it("are not seen in prose and tables", function()
    for _, text in ipairs { ("one two six ten big red old new\n"):rep(9), ("1 2 3 4 5 6 7 8\n"):rep(9), ("|"):rep(99),
      ("| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n"):rep(9), ("--------\n"):rep(20), "rnbqkbnr\n" } do
      local masked, list = boards.hide(text)
      assert.same({ 0, text }, { #list, masked })
    end
  end)
end)
