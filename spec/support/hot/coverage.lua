--- Compares the rows with the tables of the core.

local classes = require "spec.support.hot.classes"

-- The names of a class that have a row. Properties need none.
local function names_with_rows(rows, plain)
  local covered = { functions = {} }
  for word in plain:gmatch "%S+" do
    covered.functions[word] = true
  end
  for label, row in pairs(rows) do
    local class = row.class or label
    covered[class] = covered[class] or {}
    for _, part in ipairs { "calls", "skip" } do
      for name in pairs(row[part] or {}) do
        covered[class][name] = true
      end
    end
    for name in pairs(row.set or {}) do
      covered[class]["=" .. name] = true
    end
  end
  return covered
end

--- Return the methods, setters and functions of the core that have no row, sorted, as "Board:play".
---@param of table the module spec.support.hot.rows, or a changed copy
---@return string[]
return function(of)
  local names, missing = classes.names(), {}
  names.functions = classes.functions(names)
  local covered = names_with_rows(of.rows, of.plain)
  for class, list in pairs(names) do
    for name, kind in pairs(list) do
      if kind ~= "property" and not (covered[class] or {})[name] then
        missing[#missing + 1] = class .. ":" .. name
      end
    end
  end
  table.sort(missing)
  return missing
end
