--- The page of `lucena help fields`: the names of fields that commands know, by groups.
-- @module lucena.run.field_page

local tag_names = require("lucena.tag_names")

local M = {}

local function wrapped(names)
  local lines, line = {}, " "
  for _, name in ipairs(names) do
    if #line + 1 + #name > 79 then
      lines[#lines + 1], line = line, " "
    end
    line = line .. " " .. name
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n") .. "\n"
end

local function sorted(names)
  local list = {}
  for name in pairs(names) do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

-- Return the names of the columns of positions that are not columns of games.
local function positions()
  local names = require("lucena.ply_table").known()
  for name in pairs(require("lucena.csv").COMPUTED) do
    names[name] = require("lucena.ply_table").PLY[name] and true or nil
  end
  return sorted(names)
end

--- Return the page of `lucena help fields`.
---@return string
function M.text()
  local parts = { "Names of fields. A tag that is not in this list is written tag:NAME.\n" }
  local function add(title, names)
    parts[#parts + 1] = "\n" .. title .. "\n" .. wrapped(names)
  end
  for _, group in ipairs(tag_names.GROUPS) do
    local names = {}
    for name in group[2]:gmatch("%S+") do
      names[#names + 1] = name
    end
    add(group[1], names)
  end
  add("Computed columns (convert and filter --columns)", sorted(require("lucena.csv").COMPUTED))
  add("Columns of positions (convert --per ply --columns)", positions())
  add("Computed fields (report table, split and sort --by, filter -t)", sorted(require("lucena.field").COMPUTED))
  add("Sort keys besides tags (sort --by, filter --sort)", { "plies", "movetext" })
  parts[#parts + 1] = "\nNumbers of queries are in parentheses, in all of these and in filter --show:\n"
    .. "  (count(check)) (longest(bishop_pair)) (number(pinned)) (checkmate)\n"
  return table.concat(parts)
end

return M
