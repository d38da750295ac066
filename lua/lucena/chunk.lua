--- Compiles Lua text that users write: queries, scripts, lines of the prompt.
-- @module lucena.chunk

local M = {}

local function read(text, name, environment)
  return load(text, name, "t", environment)
end

--- Compile text. Binary chunks are rejected. If code is nested more than 200 levels deep, Lua's load() calls the
--- message handler of a surrounding xpcall(). This function prevents such a call.
---@param text string
---@param name string the chunk's name as load() takes it: "=-e", "@file.lua"
---@param environment? table default: the global variables
---@return function? chunk
---@return string? problem not for a lack of memory, which raises an error
-- @usage select(2, require("lucena.chunk").compile("return " .. ("("):rep(300), "=-e")) --> -e: nested too deeply
function M.compile(text, name, environment)
  local done, chunk, problem = pcall(read, text, name, environment or _G)
  if not done then -- there was not even the memory to call load()
    chunk, problem = nil, chunk
  end
  if problem == "C stack overflow" then
    problem = name:gsub("^[=@]", "") .. ": nested too deeply"
  elseif problem == "not enough memory" then
    error(problem, 0)
  end
  return chunk, problem
end

return M
