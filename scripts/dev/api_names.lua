#!/usr/bin/env lua5.4
--- Write the public names and the codes of diagnostics of this version to spec/data/api/, so that specs of later
-- versions find names that were removed. Usage: scripts/dev/with-build lua5.4 scripts/dev/api_names.lua

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local chess = require("lucena")
local diagnostics = require("diagnostics")

-- The names in the definitions for editors: class -> array of names.
local function names()
  local classes, class = {}, nil
  for _, file in ipairs { "lucena", "queries", "values" } do
    for line in io.lines("library/" .. file .. ".lua") do
      local found = line:match("^%-%-%-@class lucena%.?(%w*)$")
      class = found and (found == "" and "chess" or found == "Queries" and "query" or found) or class
      local name = line:match("^%-%-%-@field ([%w_]+) ") or line:match("^function %w+[.:]([%w_]+)%(")
      if name then
        classes[class] = classes[class] or {}
        table.insert(classes[class], name)
      end
    end
  end
  return classes
end

local function write(name, lines)
  table.sort(lines)
  local file = assert(io.open(("spec/data/api/%s-%s.txt"):format(name, chess.version), "wb"))
  assert(file:write(table.concat(lines, "\n"), "\n"))
  assert(file:close())
end

local lines = {}
for class, list in pairs(names()) do
  table.sort(list)
  lines[#lines + 1] = class .. ": " .. table.concat(list, " ")
end
write("names", lines)

local codes = {}
for _, section in ipairs(diagnostics.sections()) do
  for _, entry in ipairs(section.codes) do
    codes[#codes + 1] = entry.code
  end
end
write("codes", codes)
