--- The properties of the standard streams: whether they are a terminal, its width, colours and UTF-8.
-- @module lucena.run.terminal

local M = {}

-- Call a function of the core, because Lua has no such function.
local function ask(question, fd)
  local found, core = pcall(require, "lucena.core")
  return found and core[question](fd)
end

--- Whether a file descriptor of this process is a terminal.
---@param fd integer 0 to 2
---@return boolean
function M.is_terminal(fd)
  return ask("is_terminal", fd)
end

--- Whether standard output gets colours: as `--color` requests; by default on a terminal, if NO_COLOR is not set.
---@param when? string "auto" (the default), "always" or "never"
---@return boolean
function M.has_color(when)
  if when and when ~= "auto" then
    return when == "always"
  end
  local no_color = os.getenv("NO_COLOR")
  return (not no_color or no_color == "") and os.getenv("TERM") ~= "dumb" and M.is_terminal(1)
end

--- Return the number of columns for text on standard output. On a terminal, it is one less than the width of the
-- terminal, and at most 100. Otherwise it is 79.
---@param most? integer replaces 100, for tables
---@return integer
function M.text_width(most)
  if not M.is_terminal(1) then
    return 79
  end
  local columns = math.tointeger(tonumber(os.getenv("COLUMNS")))
  columns = columns or ask("terminal_columns", 1)
  return columns and columns >= 20 and math.min(columns - 1, most or 100) or 79
end

--- Whether the encoding of the locale is UTF-8.
---@return boolean
function M.is_utf8()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name)
    if value and value ~= "" then
      return value:lower():find("utf%-?8") ~= nil
    end
  end
  return false
end

return M
