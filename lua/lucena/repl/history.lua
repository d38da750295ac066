--- The history of typed lines, saved from one session to the next.
--
-- The file has one line per entry. In an entry of several lines, a line end is written as `\n` and a backslash as
-- `\\`. Each entry is appended in a single write when it is typed. So several sessions can share the file, and a crash
-- loses nothing. If the user typed an entry several times, only its last use is read. Only the user can read the file.
-- Opening reads the whole file once. A file with more than twice the maximum number of entries is rewritten.
-- @module lucena.repl.history

local core = require("lucena.core")

local M = {}

-- The maximum number of entries, and the maximum length of an entry in bytes. Longer entries, such as a pasted
-- tournament, are not saved.
local MOST, LONGEST = 5000, 4000

local History = {}
History.__index = History

local function encode(line)
  return (line:gsub("[\\\n]", { ["\\"] = "\\\\", ["\n"] = "\\n" }))
end

local function decode(text)
  return (text:gsub("\\(.)", function(letter)
    return letter == "n" and "\n" or letter
  end))
end

-- Return the entries, oldest first, at most MOST, and the number of lines in the file. Each entry is returned once, at
-- the position of its last use. Lines longer than an entry can be are ignored: this program does not write them, and
-- the user would have to page through them.
local function read(path)
  local file = io.open(path, "rb")
  if not file then
    return {}, 0
  end
  local all = {}
  for text in file:lines() do
    all[#all + 1] = text
  end
  file:close()
  local newest, seen = {}, {}
  for i = #all, 1, -1 do
    local newer = newest.raw
    local is_part = newer and newer:sub(1, #all[i] + 2) == all[i] .. "\\n" -- the block without its last lines
    newest.raw = all[i]
    if #newest < MOST and all[i] ~= "" and #all[i] <= 2 * LONGEST and not seen[all[i]] and not is_part then
      seen[all[i]] = true
      newest[#newest + 1] = decode(all[i])
    end
  end
  local lines = {}
  for i = #newest, 1, -1 do
    lines[#lines + 1] = newest[i]
  end
  return lines, #all
end

local function rewrite(path, lines)
  local new = path .. ".new"
  os.remove(new)
  local file = core.make_private_file(new) and io.open(new, "ab")
  if not file then
    return
  end
  for _, line in ipairs(lines) do
    file:write(encode(line), "\n")
  end
  if file:close() then
    os.rename(new, path)
  end
end

-- Create the file and its folders if they are missing. Returns true, or nil and the reason.
local function prepare(path)
  local done, message = core.make_folder(path:match("^(.*)/[^/]*$") or ".")
  if done then
    done, message = core.make_private_file(path)
  end
  return done, not done and "history is not kept: " .. message or nil
end

--- Return the path of a program's history file in the XDG state folder. Returns nil without a home folder.
---@param name string of the program
---@return string? path
-- @usage require("lucena.repl.history").path("lucena"):match("lucena/history$") --> lucena/history
function M.path(name)
  local state = require("lucena.user_folder").path("state")
  return state and state .. "/" .. name .. "/history"
end

--- Open a history. Creates the file and its folders if they are missing.
---@param path? string nil: nothing is saved
---@return table history with `lines`, oldest first, and `problem`, why lines cannot be saved
-- @usage #require("lucena.repl.history").open().lines --> 0
function M.open(path)
  local self = setmetatable({ lines = {} }, History)
  if not path then
    return self
  end
  local is_there, problem = prepare(path)
  if not is_there then
    self.problem = problem
    return self
  end
  self.path = path
  local count
  self.lines, count = read(path)
  if count > 2 * MOST or count > 100 and count > 2 * #self.lines then
    rewrite(path, self.lines)
  end
  return self
end

--- Return whether a line is saved. Blank lines, very long lines, and lines that begin with a blank are not saved.
---@param line string
---@return boolean
-- @usage require("lucena.repl.history").wants("e4 e5") --> true
function M.wants(line)
  return line:find("^%S") ~= nil and #line <= LONGEST
end

--- Save a line, unless it equals the line before.
---@param line string
---@return boolean added
function History:add(line)
  line = line:gsub("%s+$", "")
  if not M.wants(line) or line == self.last then
    return false
  end
  self.last = line
  local newest = self.lines[#self.lines]
  if newest and line:sub(1, #newest + 1) == newest .. "\n" then
    self.lines[#self.lines] = nil -- the block without its last lines
  end
  self.lines[#self.lines + 1] = line
  local file = self.path and io.open(self.path, "ab")
  if file then
    file:write(encode(line), "\n")
    file:close()
  end
  return true
end

return M
