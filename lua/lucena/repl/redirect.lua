--- Redirects the output of an input: `LINE > FILE`, `LINE >> FILE`, `LINE | COMMAND`.
--
-- Both signs are operators of Lua, too, and `|` joins queries. So an input is redirected only if its last part cannot
-- be Lua: a file name with a slash or a full stop, or the name of a program. After a line of Lua or a query, the name
-- must not begin with the name of a variable or a query.
-- @module lucena.repl.redirect

local M = {}

local TAKES_QUERY = { find = true, filter = true }

-- Return whether a name at the end of a line has a meaning in Lua or in queries.
local function is_known(session, line, name)
  local kind, command = require("lucena.repl.rule").meaning(session, line)
  if kind == "chess" or kind == "command" and not TAKES_QUERY[command] then
    return false
  end
  return name ~= "" and (session:is_defined(name) or require("lucena.query").find(name) ~= nil)
end

-- Return the rest of an input, the sign and the path, if the input ends in a file name.
local function file_in(session, text)
  local line, sign, path = text:match("^(.-%S)%s+(>>?)%s*([%w_./~-]+)%s*$")
  if path and path:find("^[%a_./~]") and path:find("[./]") and not is_known(session, line, path:match("^[%w_]*")) then
    return line, sign, path
  end
end

-- Return the rest of an input and the shell command at its end.
local function command_in(session, text)
  local line, command = text:match("^(.-%S)%s+|%s*([%a_][%w_.-]*[^|]*)$")
  local name = command and command:match("^[%w_.-]+")
  if name and not is_known(session, line, name:match("^[%w_]*")) and require("lucena.repl.shell").has(name) then
    return line, "|", command
  end
end

--- Split an input into the line to run and the destination of its output.
---@param session table
---@param text string
---@return string? line nil: the output is not redirected
---@return string sign ">", ">>" or "|"
---@return string target the file or the shell command
function M.split(session, text)
  if not text:find("[>|]") or text:find("\n") or text:find("^%s*:?comment%s") or text:find("^%s*!") then
    return nil
  end
  local line, sign, target = file_in(session, text)
  if not line then
    line, sign, target = command_in(session, text)
  end
  return line, sign, target
end

-- Write the output of a line to a file or a shell command.
local function write(session, text, sign, target)
  if sign == "|" then
    local done, err = require("lucena.repl.shell").feed(text, target)
    return done or session:fail("cannot write a temporary file: " .. err)
  end
  local file, err = io.open(require("lucena.repl.rule").path(target), sign == ">" and "wb" or "ab")
  if not file then
    session:fail("cannot write " .. err)
  end
  local done, why = file:write(text)
  local closed, reason = file:close()
  if not (done and closed) then
    session:fail(("cannot write %s: %s"):format(target, why or reason))
  end
end

--- Run a line, and write its output to a file or a shell command. The output has no colours and is not wrapped.
---@param session table
---@param line string
---@param sign string of split
---@param target string of split
function M.run(session, line, sign, target)
  local done, output = session:capture_plainly(function() session:again(line) end)
  if not done then
    error(output, 0)
  end
  write(session, output, sign, target)
end

return M
