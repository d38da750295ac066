--- Functions that read, write and list files, for the scripts of this folder.

local M = {}

--- Return the contents of a file, or nil if it cannot be read.
---@param path string
---@return string?
function M.read(path)
  local file <close> = io.open(path, "rb") or nil
  return file and file:read("a")
end

--- Write a file and replace an existing file. Raises an error on failure.
---@param path string
---@param text string
function M.write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

--- Return whether a text matches one of the patterns.
---@param text string
---@param patterns string[]
---@return boolean
function M.has_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then
      return true
    end
  end
  return false
end

--- Return the lines that a shell command prints, sorted.
---@param command string
---@return string[]
function M.list(command)
  local pipe <close> = assert(io.popen("LC_ALL=C " .. command))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  table.sort(lines)
  return lines
end

return M
