--- The command line of this process, and the files that it names.
-- @module lucena.run.arguments

local exit = require("lucena.run.exit")
local terminal = require("lucena.run.terminal")

local M = {}

--- The command line that main() got.
---@type string[]
M.argv = nil

--- The files that the command reads, as inputs() returned them.
---@type string[]
M.files = {}

--- The parsed arguments, encoded by `lucena.run.frame`, if --jobs is one of them: workers do not parse them again.
---@type string?
M.parsed = nil

-- Reject an input file that is also the output, as in `lucena merge a.pgn >> a.pgn`: reading would never end.
local function refuse_output(path)
  local core = require("lucena.core")
  local name, place = path, path
  if path == "-" then
    name, place = "standard input", "/dev/stdin"
  end
  if core.is_regular(1) and core.is_same_file(place, "/dev/stdout") then
    exit.fail(exit.USAGE, ("%s is also standard output and would be read again; write to another file"):format(name))
  end
end

--- Return the files to read: those given, or standard input if it is a pipe. A file that is also standard output is
--- rejected.
---@param files string[]
---@param parser table
---@param noun? string default "FILE"
---@return string[]
function M.inputs(files, parser, noun)
  if #files == 0 and terminal.is_terminal(0) then
    parser:error(("give a %s, or - for standard input"):format(noun or "FILE"))
  end
  files = #files > 0 and files or { "-" }
  for _, path in ipairs(files) do
    refuse_output(path)
  end
  M.files = files
  return files
end

--- Whether two output paths name the same file, so that the second output would replace the first.
---@param path string? "-" is standard output
---@param other string?
---@return boolean
function M.is_same_output(path, other)
  return path ~= nil and other ~= nil
    and (path == other or path ~= "-" and other ~= "-" and require("lucena.core").is_same_file(path, other))
end

return M
