--- Opens and reads whole files, such as tables of openings and dialects, and tests whether a file exists. Messages have
-- the form of those of the core: "FILE: cannot open: No such file or directory".
-- @module lucena.file

local argument = require("lucena.argument")
local core = require("lucena.core")
local spare = require("lucena.spare")

local M = {}

--- Format an error message of Lua about a file like those of the core.
---@param path string
---@param action string "open", "read" or "write"
---@param message string Lua's message, with or without the name of the file
---@return string "FILE: cannot ACTION: problem", on one line
-- @usage require("lucena.file").problem("a.pgn", "read", "Is a directory") --> a.pgn: cannot read: Is a directory
function M.problem(path, action, message)
  local reason = message:sub(1, #path + 2) == path .. ": " and message:sub(#path + 3) or message
  return argument.printable(("%s: cannot %s: %s"):format(path, action, reason))
end

--- Open a file for reading its bytes.
---@param path string
---@return file*? stream
---@return string? err "FILE: cannot open: problem"
-- @usage select(2, require("lucena.file").open("no/such")) --> no/such: cannot open: No such file or directory
function M.open(path)
  local stream, message = io.open(path, "rb")
  return stream, not stream and M.problem(path, "open", message) or nil
end

local LARGEST, PIECE = 1 << 26, 1 << 16

-- Read in blocks, so that an endless file, such as a device, cannot fill the memory. A folder can be opened, but not
-- read.
local function read_pieces(file, most)
  local pieces, left = {}, most
  while left > 0 do
    local bytes, message = file:read(math.min(left, PIECE))
    if message then
      return nil, message
    elseif not bytes then
      break
    end
    pieces[#pieces + 1] = bytes
    left = left - #bytes
  end
  return table.concat(pieces)
end

--- Read the rest of an open file.
---@param stream file*
---@param most? number as for read()
---@return string? text
---@return string? err the reason, without the file's name
-- @usage local f <close> = io.open("CHANGELOG.md"); return require("lucena.file").rest(f, 11) --> # Changelog
function M.rest(stream, most)
  local text, message = read_pieces(stream, most or LARGEST + 1)
  if text and not most and #text > LARGEST then
    return nil, "it is larger than 64 MiB"
  end
  return text, message
end

local function read(path, most)
  local stream, message = M.open(path)
  if not stream then
    return nil, message
  end
  local text
  text, message = M.rest(stream, most)
  stream:close()
  return text, not text and M.problem(path, "read", message) or nil
end

--- Return the text of a file. The file is read even at the limit of descriptors, as a module is.
---@param path string
---@param most? number maximum size in bytes, math.huge for no limit. The default of 64 MiB rejects devices and
-- databases that are given by mistake
---@return string? text
---@return string? err "FILE: cannot open: problem" or "FILE: cannot read: problem", on one line
-- @usage select(2, require("lucena.file").read("no/such")) --> no/such: cannot open: No such file or directory
function M.read(path, most)
  return spare.lend(read, path, most)
end

--- Write a text into a new temporary file. The caller removes the file.
---@param text string
---@return string? path
---@return string? err
-- @usage local path = require("lucena.file").temporary("e4"); return os.remove(path) --> true
function M.temporary(text)
  local is_named, path = pcall(os.tmpname) -- creates the file
  if not is_named then
    return nil, "no temporary file: " .. path
  end
  local stream, message = io.open(path, "wb")
  local done = stream and stream:write(text)
  if stream then
    local is_closed, problem = stream:close()
    done, message = done and is_closed, message or problem
  end
  if done then
    return path
  end
  os.remove(path)
  return nil, M.problem(path, "write", message)
end

--- Report whether a file can be read. A named pipe is not opened, because that would wait for a program that writes to
-- it, and the text of that program would be lost.
---@param path string
---@return boolean
-- @usage require("lucena.file").exists("no/such/file") --> false
function M.exists(path)
  local size, problem = core.file_size(path)
  if not size and not problem then
    return true -- a pipe, a folder or a terminal
  end
  local file = io.open(path, "rb")
  if file then
    file:close()
  end
  return file ~= nil
end

--- Return the names in a folder, sorted. This is core.list_folder.
-- @usage #assert(require("lucena.file").list("spec/data/sample")) > 1 --> true
M.list = core.list_folder

--- Return whether a file has data that do not begin with a sign. Pipes are not opened, and have none.
---@param path string
---@param sign string
---@return boolean
-- @usage require("lucena.file").has_other_start("CHANGELOG.md", "LUCENAI") --> true
function M.has_other_start(path, sign)
  local stream <close> = (core.file_size(path) or 0) > 0 and io.open(path, "rb") or nil
  return stream ~= nil and stream:read(#sign) ~= sign
end

return M
