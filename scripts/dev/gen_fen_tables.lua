#!/usr/bin/env lua5.4
--- Write csrc/notation/fen_tables.c: the characters of a rank of a FEN, for each set of occupied squares.
-- Run this script after a change:
--   lua5.4 scripts/dev/gen_fen_tables.lua > csrc/notation/fen_tables.c
-- spec/notation/fen_spec.lua fails if the file and this script disagree.

-- The characters of a rank whose occupied squares are `occupied` (bit 0 is file a): 0 to 7 is the piece on that
-- file, 8 to 15 are the digits 1 to 8 for empty squares.
local function characters(occupied)
  local list, empty = {}, 0
  local function close()
    if empty > 0 then
      list[#list + 1] = 7 + empty
      empty = 0
    end
  end
  for file = 0, 7 do
    if occupied >> file & 1 == 1 then
      close()
      list[#list + 1] = file
    else
      empty = empty + 1
    end
  end
  close()
  return list
end

io.write [[
/*
** fen_tables - how a rank of a FEN is put together. Made by scripts/dev/gen_fen_tables.lua; do not edit.
*/
#include "fen_write_impl.h"

const lc_FenRank lc_fen_ranks[256] = {
]]
for occupied = 0, 255 do
  local list = characters(occupied)
  local cells = {}
  for i = 1, 8 do
    cells[i] = tostring(list[i] or 0)
  end
  io.write(("    {{%s}, %d}%s\n"):format(table.concat(cells, ", "), #list, occupied < 255 and "," or "};"))
end
