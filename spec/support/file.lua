--- Reading and writing whole files, for specs.
local M = {}

---@param path string
---@return string text
function M.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

---@param path string
---@param text string
function M.write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

return M
