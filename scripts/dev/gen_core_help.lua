#!/usr/bin/env lua5.4
--- Write lua/lucena/core_help.lua: the doc comments of csrc/binding, for `:help position.san`.
-- An installed Lucena does not have the C source. Run this script after a change of these comments:
--   lua5.4 scripts/dev/gen_core_help.lua > lua/lucena/core_help.lua
-- spec/repl/help_spec.lua fails if a name is missing in the file.

-- The text of a comment without its `@function` lines; @param, @return and @usage stay unchanged.
local function entry_of(block)
  local name = block:match("\n@function ([%w_.:]+)") or block:match("\n@field ([%w_.:]+)")
  if not name then
    return nil
  end
  local text = block:gsub("\n@function [^\n]*", ""):gsub("\n@field [%w_.:]+ ?([^\n]*)", "\n@type %1")
  return name, (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

local entries, names = {}, {}
local pipe = assert(io.popen("LC_ALL=C ls csrc/binding/*.c"))
for path in pipe:lines() do
  local file = assert(io.open(path))
  local source = file:read("a")
  file:close()
  for block in source:gmatch("/%*%*%*(.-)%*/") do
    local name, text = entry_of(block)
    if name and not entries[name] then
      entries[name], names[#names + 1] = text, name
    end
  end
end
pipe:close()
table.sort(names)

io.write("--- The doc comments of csrc/binding. Written by scripts/dev/gen_core_help.lua: do not edit.\n",
  "-- @module lucena.core_help\n\n-- luacheck: ignore 631\n\nreturn {\n")
for _, name in ipairs(names) do
  io.write(("  [%q] = %s,\n"):format(name, ("%q"):format(entries[name]):gsub("\\\n", "\\n")))
end
io.write("}\n")
