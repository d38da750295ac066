--- The loop of commands that read texts with prose and write one output: `read` and `translate`.
-- @module lucena.run.texts

local arguments = require("lucena.run.arguments")
local document = require("lucena.run.document")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")

local M = {}

--- Call a function for each input of a command, and finish the output.
---@param args {files: string[], output: string?}
---@param parser table
---@param work function(path, text, is_utf16, writer): returns the exit status for this text
---@return integer status the highest of all inputs
function M.each(args, parser, work)
  local status = exit.OK
  local path = args.output or "-"
  local paths = arguments.inputs(args.files, parser)
  local writer = output.open(path)
  for _, name in ipairs(paths) do
    local text, more, found = document.read(name)
    if text then
      status = math.max(status, found, work(name, text, more, writer))
    else
      messages.note(more)
      status = exit.IO
    end
  end
  output.finish(writer, path, status)
  return status
end

return M
