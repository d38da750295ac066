--- Finds the source code of functions, for `name??`, and the comment above a function, for `name?`.
-- @module lucena.repl.source

local M = {}

-- The inputs of each session that contain functions, by the names of their chunks. The oldest is forgotten.
local inputs = setmetatable({}, { __mode = "k" })
local MOST = 1000

--- Return the name of the chunk for an input of Lua code that contains a function, and remember the code.
---@param session table
---@param code string
---@return string
function M.name(session, code)
  local list = inputs[session] or { count = 0 }
  inputs[session] = list
  list.count = list.count + 1
  list[list.count], list[list.count - MOST] = code, nil
  return ("=line#%d"):format(list.count)
end

-- Return the lines of the input in which a function was typed, or nil.
local function typed_lines(session, info)
  local number = info.source:match("^=line#(%d+)$")
  local code = number and inputs[session] and inputs[session][tonumber(number)]
  local lines = {}
  for line in (code and code .. "\n" or ""):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return table.move(lines, info.linedefined, info.lastlinedefined, 1, {})
end

--- Return the value of a name such as `f`, `module.f` or `position:san`. Metamethods of the user's values do not run.
---@param session table
---@param path string
---@return any
function M.value(session, path)
  local first, rest = path:match("^([%a_][%w_]*)(.*)$")
  local value = first and require("lucena.repl.environment").value(session, first)
  for name in (rest or ""):gmatch("[%a_][%w_]*") do
    if type(value) == "table" then
      local found = rawget(value, name)
      value = found == nil and session.environment.chess == value and value[name] or found
    else
      return nil
    end
  end
  return value
end

-- Return the lines `first` to `last` of a file, or nil.
local function lines_of(path, first, last)
  local file = io.open(path, "r")
  if not file then
    return nil
  end
  local lines, number = {}, 0
  for line in file:lines() do
    number = number + 1
    if number >= first and number <= last then
      lines[#lines + 1] = line
    end
  end
  file:close()
  return lines
end

--- Return the file and lines of a function, and its source text.
---@param session table
---@param name string of a function or a command
---@return string? text
---@return string? why there is none
function M.of(session, name)
  local command = session.words[name]
  local value = command and command.run or M.value(session, name)
  if type(value) ~= "function" then
    return nil, ("there is no function or command '%s'"):format(name)
  end
  local info = debug.getinfo(value, "S")
  local path = info.source:match("^@(.*)$")
  local lines = path and lines_of(path, info.linedefined, info.lastlinedefined)
  if lines and lines[1] then
    return ("%s:%d\n%s"):format(path, info.linedefined, table.concat(lines, "\n"))
  end
  lines = typed_lines(session, info)
  if lines[1] then
    return table.concat(lines, "\n")
  end
  return nil, info.what == "C" and ("%s is a function in C"):format(name)
    or ("the source of %s is not in a file: it was typed in line %d of an input"):format(name, info.linedefined)
end

--- Return the comment lines directly above a function in its file, without the hyphens.
---@param value function
---@return string? comment nil if there is none, or if the file is not readable or has changed
function M.comment(value)
  local info = debug.getinfo(value, "S")
  local path = info.source:match("^@(.*)$")
  local lines = path and lines_of(path, 1, info.linedefined)
  if not lines or not (lines[info.linedefined] or ""):find("function", 1, true) then
    return nil
  end
  local first = info.linedefined
  while first > 1 and lines[first - 1]:find("^%s*%-%-") do
    first = first - 1
  end
  for i = first, info.linedefined - 1 do
    lines[i] = lines[i]:gsub("^%s*%-+ ?", ""):gsub("%s+$", "")
  end
  return first < info.linedefined and table.concat(lines, "\n", first, info.linedefined - 1) or nil
end

return M
