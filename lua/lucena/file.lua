--- Files that are read whole: tables of openings, corrections of names, dialects; and whether there is one.
-- @module lucena.file

local argument = require("lucena.argument")

local M = {}

--- What Lua says of a file, as a message: on one line, and with its name, which is not in what it says of reading.
---@param path string
---@param message string
---@return string "FILE: why"
-- @usage require("lucena.file").trouble("a.pgn", "Is a directory") --> a.pgn: Is a directory
function M.trouble(path, message)
  return argument.printable(message:find(path, 1, true) and message or path .. ": " .. message)
end

--- The text of a file.
---@param path string
---@param most? integer bytes that are read at most; default: all
---@return string? text
---@return string? err "FILE: why", on one line
-- @usage select(2, require("lucena.file").read("no/such/file")) --> no/such/file: No such file or directory
function M.read(path, most)
  local file, message = io.open(path, "rb")
  local text
  if file then
    text, message = file:read(most or "a")
    text = text or not message and "" or nil -- an empty file has no bytes to give; a folder opens, and fails here
    file:close()
  end
  if text then
    return text
  end
  return nil, M.trouble(path, message)
end

--- Whether a file can be read.
---@param path string
---@return boolean
-- @usage require("lucena.file").exists("no/such/file") --> false
function M.exists(path)
  local file = io.open(path, "rb")
  if file then
    file:close()
  end
  return file ~= nil
end

return M
