--- Mutants for scripts/dev/mutate.lua. A mutant is a small change of one line of lua/ or csrc/, like a typical mistake.
--
-- Comments, strings and data files are not changed. Changes that often have no effect are omitted, too: in an
-- assertion, in a release of memory, of an initial size.

local tree = require "scripts.dev.tree"

local M = {}

-- Files of data and generated files.
local DATA = { "/eco/", "/alphabets%.lua$", "/core_help%.lua$", "/pieces%.lua$", "/words%.lua$", "polyglot_random",
  "_tables", "attack", "/repl/readline%.c$", "/dialect/%l+%.lua$" }

-- A pattern and its replacement; "%f[...]" matches only whole words.
local BOTH = {
  { " < ", " <= " }, { " <= ", " < " }, { " > ", " >= " }, { " >= ", " > " },
  { " %+ 1%f[%D]", "" }, { " %- 1%f[%D]", "" }, { " %+ ", " - " }, { " %- ", " + " },
  { "%f[%w_]true%f[^%w_]", "false" }, { "%f[%w_]false%f[^%w_]", "true" },
  { "([=<>~!][=<>] )([1-9])%f[^%w.]", function(sign, digit) return sign .. digit + 1 end },
  { "( [<>] )([1-9])%f[^%w.]", function(sign, digit) return sign .. digit + 1 end },
  { "return 0%f[^%w.]", "return 1" }, { "return 1%f[^%w.]", "return 0" },
}
local LUA = {
  { " == ", " ~= " }, { " ~= ", " == " }, { " and ", " or " }, { " or ", " and " }, { "%f[%w_]not ", "" },
  { "^(%s*)[%a_][%w_.]*%.[%a_][%w_]* = .*[%w)\"}%]]$", "%1" }, { "^(%s*)[%a_][%w_.]*[.:][%a_][%w_]*%(.*%)$", "%1" },
}
local C = {
  { " == ", " != " }, { " != ", " == " }, { " && ", " || " }, { " || ", " && " }, { "!%f[%a_(]", "" },
  { "continue;", "break;" },
  { "^(%s+)[%a_][%w_]*[->.]+[%w_.>-]+ [|+&-]?= .*;$", "%1;" }, { "^(%s+)lc_[%w_]*%(.*%);$", "%1;" },
}
-- Lines that are not changed: the change would have no effect, or only a check other than the specs would detect it.
local SKIPPED = { "assert", "^#", "free%(", "close", "static const", "require", "typedef", "enum", "collectgarbage",
  "lcb_window_grow", "unreachable", "malloc", "likely" }

-- Return the text with other characters in place of comments and strings. All offsets stay the same.
local function masked(text, is_lua)
  local function blank(part)
    return (part:gsub("[^\n]", "\1"))
  end
  text = text:gsub("\\.", "\1\1")
  if is_lua then
    text = text:gsub("(%-%-%[(=*)%[.-%]%2%])", blank):gsub("(%[(=*)%[.-%]%2%])", blank)
  else
    text = text:gsub("/%*.-%*/", blank)
  end
  text = text:gsub("\"[^\"\n]*\"", blank):gsub("'[^'\n]*'", blank)
  return (text:gsub(is_lua and "%-%-[^\n]*" or "//[^\n]*", blank))
end

-- Return all changed versions of a line.
local function changes_of(line, mask, operators)
  local list = {}
  for _, operator in ipairs(operators) do
    local at = 1
    while at do
      local from, to = mask:find(operator[1], at)
      if from then
        local changed = mask:sub(from, to):gsub(operator[1]:gsub("%%f%b[]", ""), operator[2], 1)
        list[#list + 1] = line:sub(1, from - 1) .. changed .. line:sub(to + 1)
      end
      at = from and operator[1]:sub(1, 1) ~= "^" and to + 1 or nil
    end
  end
  return list
end

local function operators_of(is_lua)
  local list = table.move(BOTH, 1, #BOTH, 1, {})
  local own = is_lua and LUA or C
  return table.move(own, 1, #own, #list + 1, list)
end

-- Append all lines of a file that can be changed to `out`: {path, number, before, changes}.
local function places_of(path, out)
  local is_lua = path:find "%.lua$" ~= nil
  local text = tree.read(path)
  local masks = masked(text, is_lua):gmatch "([^\n]*)\n"
  local number = 0
  for line in text:gmatch "([^\n]*)\n" do
    local mask = masks() or ""
    number = number + 1
    if mask:find "%w" and not tree.has_any(mask, SKIPPED) then
      local changes = changes_of(line, mask, operators_of(is_lua))
      if #changes > 0 then
        out[#out + 1] = { path = path, number = number, before = line, changes = changes }
      end
    end
  end
end

--- Draw `count` mutants at random, at most one per line.
---@param count integer
---@param only? string a part of the paths
---@return table[] list of {path, number, before, after}
function M.draw(count, only)
  local places, list = {}, {}
  for _, path in ipairs(tree.list "find lua csrc -name '*.lua' -o -name '*.c' -o -name '*.h'") do
    if not tree.has_any(path, DATA) and (not only or path:find(only, 1, true)) then
      places_of(path, places)
    end
  end
  for i = 1, math.min(count, #places) do
    local place = table.remove(places, math.random(#places))
    place.after = place.changes[math.random(#place.changes)]
    list[i] = place
  end
  return list
end

--- Return the text of the mutant's file, with the line changed.
---@param mutant table
---@return string
function M.apply(mutant)
  local number = 0
  return (tree.read(mutant.path):gsub("[^\n]*\n", function(line)
    number = number + 1
    return number == mutant.number and mutant.after .. "\n" or line
  end))
end

return M
