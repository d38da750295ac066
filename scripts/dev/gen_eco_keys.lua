#!/usr/bin/env lua5.4
--- Write lua/lucena/eco/keys.lua: the keys (Position.key) of the positions of the table of openings, in the order of
-- its rows. lucena.eco.own finds positions by it without playing the moves of the table. Run `make library` after a
-- change of the moves in lua/lucena/eco/. Exit status 1: the moves of a row are not legal, or a position occurs twice.

local core = require "lucena.core"
local own = require "lucena.eco.own"

local PER_LINE = 6

local function fail(row, problem)
  io.stderr:write(("lua/lucena/eco: %s %s: %s\n"):format(row.eco, row.moves, problem))
  os.exit(1)
end

local keys, first, of_key = {}, {}, {}
for _, volume in ipairs(own.VOLUMES) do
  first[#first + 1] = ("%s = %d"):format(volume, #keys + 1)
  for _, row in ipairs((own.volume(volume))) do
    local position, problem = core.position():play(row.moves)
    if not position then
      fail(row, problem)
    elseif of_key[position.key] then
      fail(row, "the table already has this position: " .. of_key[position.key].moves)
    end
    of_key[position.key] = row
    keys[#keys + 1] = ("%016x"):format(position.key)
  end
end

io.write("--- The keys of the positions of lucena/eco/, in the order of its rows. `first` has the number of the\n",
  "-- first row of each volume. Written by scripts/dev/gen_eco_keys.lua: do not edit.\n-- @module lucena.eco.keys\n\n",
  "return {\n  first = { ", table.concat(first, ", "), " },\n  keys = [[\n")
for i = 1, #keys, PER_LINE do
  io.write(table.concat(keys, " ", i, math.min(i + PER_LINE - 1, #keys)), "\n")
end
io.write("]],\n}\n")
