--- Pawn structures by name: `structure "Carlsbad"`. A row defines a structure of White; that of Black is the flipped
-- query. The definitions are those of M. Flores Rios, "Chess Structures" (2015), reduced to the pawns that the name
-- means; a query that a program registers is a structure, too.
-- @module lucena.query.structures

local argument = require("lucena.query.argument")
local board = require("lucena.query.board")
local catalogue = require("lucena.query.catalogue")
local expression = require("lucena.query.expression")

local M = {}

-- Return a query: pawns of White on all these squares, none on these files; the same for Black.
local function pawns(q, white, no_white, black, no_black)
  local parts = {}
  local function add(piece, squares, count)
    parts[#parts + 1] = squares ~= "" and q.piece(piece, squares, count) or nil
  end
  add("P", white, #white:gsub("%s", "") // 2)
  add("P", no_white, 0)
  add("p", black, #black:gsub("%s", "") // 2)
  add("p", no_black, 0)
  return expression.all_of(parts)
end

local function carlsbad(q)
  return pawns(q, "d4 e3", "c", "c6 d5", "e")
end

local function tripled(q)
  local files = {}
  for i, file in ipairs { "a", "b", "c", "d", "e", "f", "g", "h" } do
    files[i] = q.piece("P", file, { min = 3 })
  end
  return expression.any_of(files)
end

-- {name, other words in English and French, query of White's structure}.
local ROWS = {
  -- an isolated pawn on d4 or d5, which no pawn of Black opposes
  { "isolani", "isolated queen's pawn, iqp, pion isolé", function(q)
    return q.isolated { side = "white", on = "d4 d5" } & q.piece("p", "d", 0)
  end },
  -- pawns on c4 and d4 without neighbours, on half-open files
  { "hanging pawns", "pions pendants", function(q) return pawns(q, "c4 d4", "b e", "", "c d") end },
  -- d4 and e3 against c6 and d5, after an exchange on d5
  { "Carlsbad", "karlsbad, structure carlsbad", carlsbad },
  -- c4 and e4 hold the square d5; Black has a pawn on d6 or d7, and none on the c-file
  { "Maroczy", "maroczy bind, étau maroczy", function(q)
    return pawns(q, "c4 e4", "d", "", "c") & q.piece("p", "d6 d7", 1)
  end },
  -- a3, b3, d3 and e3 against c5 and e5
  { "hedgehog", "hérisson", function(q) return pawns(q, "a3 b3 d3 e3", "c", "c5 e5", "d") end },
  -- d4, e3 and f4 against a pawn on d5
  { "stonewall", "mur de pierre", function(q) return pawns(q, "d4 e3 f4", "", "d5", "") end },
  -- in the Carlsbad structure, the b-pawn has advanced against three pawns
  { "minority attack", "attaque de minorité", function(q)
    return carlsbad(q) & q.piece("P", "b4 b5", 1) & q.piece("p", "a b", 2)
  end },
  { "tripled", "tripled pawns, pions triplés", tripled },
}

-- Return the function of a row that has a name, or nil.
local function row_of(wanted)
  for _, row in ipairs(ROWS) do
    for word in (row[1] .. ", " .. row[2]):gmatch("[^, ][^,]*") do
      if catalogue.folded(word) == wanted then
        return row[3]
      end
    end
  end
end

-- Return White's structure with a name. Another name is an error of the caller.
local function find(q, name)
  argument.check(name, 1, "structure", "string")
  local make = row_of(catalogue.folded(name))
  local registered = not make and require("lucena.registry").find("query", name)
  if make or expression.is_query(registered) then
    return make and make(q) or registered
  end
  local known = {}
  for i, row in ipairs(ROWS) do
    known[i] = row[1]
  end
  local near = require("lucena.suggestion").find(name, known)
  argument.fail(1, "structure", ("there is no structure '%s'; %s"):format(name, near
    and ("did you mean '%s'?"):format(near) or "there are " .. table.concat(known, ", ")))
end

--- Matches a pawn structure of a side: "isolani", "hanging pawns", "Carlsbad", "Maroczy", "hedgehog", "stonewall",
-- "minority attack", "tripled". The side is that with the isolated pawn, the hedgehog, the minority attack and so on;
-- {name, side = "black"}. A query that a program registers is a structure of White, too.
---@param structure string|{[1]: string, side?: "white"|"black"|"either"}
---@return lucena.Query
-- @usage chess.query.structure "stonewall"(chess.game "1. d4 d5 2. e3 e6 3. f4 *") --> true
M.structure = expression.maker("structure", "a name", function(structure)
  local is_table = type(structure) == "table"
  local opts = is_table and argument.options(structure, "structure", { side = board.SIDES }) or {}
  local q = require("lucena.query").query
  local white, text = find(q, is_table and structure[1] or structure), expression.call_text("structure", structure)
  local sides = { opts.side ~= "black" and white or nil }
  sides[#sides + 1] = opts.side ~= "white" and q.flipped(white) or nil
  return expression.named(expression.any_of(sides), text)
end)

return M
