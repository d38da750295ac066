#!/usr/bin/env lua5.4
--- Write csrc/chess/attacks_tables.c: the constant geometry of the board.
-- The core has no mutable global data and no initialisation, so the tables are source code. Run this script after a
-- change:
--   lua5.4 scripts/dev/gen_tables.lua > csrc/chess/attacks_tables.c
-- spec/chess/attacks_spec.lua fails if the file and this script disagree.

local function on_board(file, rank)
  return file >= 0 and file < 8 and rank >= 0 and rank < 8
end

local function leaper(square, steps)
  local set = 0
  for _, step in ipairs(steps) do
    local file, rank = square % 8 + step[1], square // 8 + step[2]
    if on_board(file, rank) then set = set | 1 << (rank * 8 + file) end
  end
  return set
end

--- Return the squares attacked from `square` in the given directions on an empty board. A ray ends before the square
--- `stop`.
local function rays(square, directions, stop)
  local set = 0
  for _, step in ipairs(directions) do
    local file, rank = square % 8 + step[1], square // 8 + step[2]
    local ray = 0
    while on_board(file, rank) and rank * 8 + file ~= stop do
      ray = ray | 1 << (rank * 8 + file)
      file, rank = file + step[1], rank + step[2]
    end
    if stop == nil then
      set = set | ray
    elseif on_board(file, rank) then
      return ray
    end
  end
  return set
end

local KNIGHT = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local KING = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
local ROOK = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
local BISHOP = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
local FILE, DIAGONAL, ANTIDIAGONAL = {{0, 1}, {0, -1}}, {{1, 1}, {-1, -1}}, {{1, -1}, {-1, 1}}

local function per_square(make)
  local list = {}
  for square = 0, 63 do list[#list + 1] = make(square) end
  return list
end

--- Return the squares of a line that a slider at `place` attacks. `inner` has the occupied squares among the six inner
--- squares.
local function line_attacks(place, inner)
  local occupied, seen = inner << 1, 0
  for _, step in ipairs {1, -1} do
    local at = place + step
    while at >= 0 and at < 8 do
      seen = seen | 1 << at
      if occupied >> at & 1 == 1 then break end
      at = at + step
    end
  end
  return seen
end

local function emit(declaration, list, format, columns)
  io.write("const ", declaration, " = {\n")
  for i = 1, #list, columns do
    local cells = {}
    for j = i, math.min(i + columns - 1, #list) do cells[#cells + 1] = format:format(list[j]) end
    io.write("    ", table.concat(cells, ", "), i + columns <= #list and ",\n" or "};\n")
  end
end

local function emit_rows(declaration, rows, format, columns)
  io.write("const ", declaration, " = {\n")
  for r, list in ipairs(rows) do
    for i = 1, #list, columns do
      local cells = {}
      for j = i, math.min(i + columns - 1, #list) do cells[#cells + 1] = format:format(list[j]) end
      io.write(i == 1 and "    {" or "     ", table.concat(cells, ", "), i + columns <= #list and ",\n" or "}")
    end
    io.write(r < #rows and ",\n" or "};\n")
  end
end

io.write [[
/*
** attacks_tables - the constant geometry of the board. Made by scripts/dev/gen_tables.lua; do not edit.
*/
#include "attacks.h"

]]
local WORD = "0x%016xu"
emit("lc_Bits lc_knight_attacks[64]", per_square(function(s) return leaper(s, KNIGHT) end), WORD, 4)
emit("lc_Bits lc_king_attacks[64]", per_square(function(s) return leaper(s, KING) end), WORD, 4)
emit_rows("lc_Bits lc_pawn_attacks[2][64]", {
  per_square(function(s) return leaper(s, {{-1, 1}, {1, 1}}) end),
  per_square(function(s) return leaper(s, {{-1, -1}, {1, -1}}) end),
}, WORD, 4)
emit_rows("lc_Bits lc_reach[6][64]", {
  per_square(function() return 0 end),
  per_square(function(s) return leaper(s, KNIGHT) end),
  per_square(function(s) return rays(s, BISHOP) end),
  per_square(function(s) return rays(s, ROOK) end),
  per_square(function(s) return rays(s, KING) end),
  per_square(function(s) return leaper(s, KING) end),
}, WORD, 4)
io.write("const lc_Lines lc_lines[64] = {\n")
for square = 0, 63 do
  local file, rank = square % 8, square // 8
  local own = 1 << square
  io.write(("    {0x%016xu, 0x%016xu, 0x%016xu, %d, %d}%s\n"):format(
    rays(square, FILE) | own, rays(square, DIAGONAL) | own, rays(square, ANTIDIAGONAL) | own,
    math.min(file, rank), math.min(7 - file, rank), square < 63 and "," or "};"))
end
local lines = {}
for place = 0, 7 do
  local row = {}
  for inner = 0, 63 do row[#row + 1] = line_attacks(place, inner) end
  lines[#lines + 1] = row
end
emit_rows("uint8_t lc_line_attacks[8][64]", lines, "0x%02x", 16)
local between = {}
for a = 0, 63 do
  between[a + 1] = per_square(function(b) return a == b and 0 or rays(a, KING, b) end)
end
emit_rows("lc_Bits lc_between[64][64]", between, WORD, 4)
