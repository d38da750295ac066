--- The journal of a session: a file to which the game is written after each change. Journals are in the folder
-- `journal` next to the history. After a crash, `lucena --resume` restores the game from the journal.
--
-- Each session has its own file, which the first change creates. Only the user can read it. An entry is a line "game
-- BYTES PATH NUMBER FILE" and the game as PGN. PATH leads from the root to the current node: it has the index of each
-- node among its siblings. NUMBER is the game's number in FILE; both may be "-". An incomplete last entry, left by a
-- crash, is ignored. A session that ends without unsaved changes removes its journal. A session whose user left unsaved
-- changes ends it with a line "end", so that a journal without it belongs to a session that was killed.
-- @module lucena.repl.journal

local core = require("lucena.core")
local numbers = require("lucena.number")

local M = {}

local MOST_FILES = 20
local MOST_BYTES = 64 << 20
local END = "end\n"

local Journal = {}
Journal.__index = Journal

-- ---- files ---------------------------------------------------------------------------------------

--- Return the folder of the journals. Returns nil without a home folder.
---@return string?
function M.folder()
  local history = require("lucena.repl.history").path("lucena")
  return history and (history:gsub("history$", "journal"))
end

-- Return the names of the journals of earlier sessions in a folder, oldest first.
local function names_in(folder)
  local names = {}
  for _, name in ipairs(core.list_folder(folder) or {}) do
    names[#names + 1] = name:find("^%d+%-%d+%.journal$") and name or nil
  end
  table.sort(names)
  return names
end

-- Return whether the process that writes a journal is running. Without /proc, this is unknown, and the result is false.
local function is_in_use(name)
  return core.is_folder("/proc/" .. name:match("%-(%d+)%."))
end

-- ---- writing -------------------------------------------------------------------------------------

--- Make a journal. The file is created by the first entry.
---@param folder? string nil: write nothing
---@return table journal its field `problem` is the reason why nothing can be written
function M.new(folder)
  return setmetatable({ folder = folder, size = 0 }, Journal)
end

-- Create the file, and remove the oldest files. Returns the open file.
local function create(self)
  local done, err = core.make_folder(self.folder)
  local path = ("%s/%012d-%d.journal"):format(self.folder, os.time(), core.process_id())
  if done then
    local names = names_in(self.folder)
    for i = 1, #names - MOST_FILES do
      if not is_in_use(names[i]) then
        os.remove(self.folder .. "/" .. names[i])
      end
    end
    done, err = core.make_private_file(path)
  end
  local file = done and io.open(path, "ab")
  if not file then
    self.problem = "the journal is not written: " .. tostring(err)
    return nil
  end
  file:setvbuf("full", 1 << 16)
  self.path, self.file = path, file
  return file
end

--- Write an entry.
---@param entry {text: string, path: integer[], number: integer?, file: string?}
function Journal:add(entry)
  if not self.folder or self.problem then
    return
  end
  if self.size > MOST_BYTES then
    self:remove()
  end
  local file = self.file or create(self)
  if file then
    local head = ("game %d %s %s %s\n"):format(#entry.text, #entry.path > 0 and table.concat(entry.path, ",") or "-",
      entry.number or "-", entry.file and not entry.file:find("\n") and entry.file or "-")
    local done, err = file:write(head, entry.text, "\n")
    done = done and file:flush()
    self.size = self.size + #head + #entry.text
    self.problem = not done and "the journal is not written: " .. tostring(err) or nil
  end
end

--- Remove the journal. All changes were saved, or a new journal replaces it.
function Journal:remove()
  if self.file then
    self.file:close()
    os.remove(self.path)
    self.file, self.path, self.size = nil, nil, 0
  end
end

--- Mark that the user ended the session and left its unsaved changes.
function Journal:finish()
  if self.file then
    self.file:write(END)
    self.file:close()
    self.file = nil
  end
end

-- ---- reading -------------------------------------------------------------------------------------

-- Return the entries of a journal, oldest first.
local function entries_of(path)
  local entries, file = {}, io.open(path, "rb")
  for head in file and file:lines() or function() end do
    local bytes, nodes, number, name = head:match("^game (%d+) (%S+) (%S+) (.*)$")
    local size = numbers.whole(bytes, 0, numbers.MOST)
    local text = size and file:read(size)
    if not text or #text < size or file:read(1) ~= "\n" then
      break
    end
    local nodes_of = {}
    for index in nodes:gmatch("%d+") do
      nodes_of[#nodes_of + 1] = numbers.whole(index, 0, numbers.MOST)
    end
    entries[#entries + 1] = { text = text, path = nodes_of, number = numbers.whole(number, 1, numbers.MOST),
      file = name ~= "-" and name or nil }
  end
  if file then
    file:close()
  end
  return entries
end

--- Return the entries of the newest journal that a session with unsaved changes left.
---@param folder? string
---@return table[]? entries nil if there is none
---@return integer? time of the start of that session
---@return string? path
function M.last(folder)
  local names = folder and names_in(folder) or {}
  for i = #names, 1, -1 do
    local path = folder .. "/" .. names[i]
    local entries = not is_in_use(names[i]) and entries_of(path) or {}
    if #entries > 0 then
      return entries, math.tointeger(tonumber(names[i]:match("^%d+"))), path
    end
  end
end

-- Return whether a journal has no end mark. A journal without a complete entry is not worth a notice.
local function is_cut_off(path)
  local file = io.open(path, "rb")
  local size = file and file:seek "end" or 0
  local last = size > #END and file:seek("end", -#END - 1) and file:read(#END + 1)
  if file then
    file:close()
  end
  return last and last ~= "\n" .. END
end

--- Return when the newest earlier session began, if it was killed with unsaved changes. Reads only the end of a file.
---@param folder? string
---@return integer? time
function M.crashed(folder)
  local names = folder and names_in(folder) or {}
  for i = #names, 1, -1 do
    if not is_in_use(names[i]) then
      return is_cut_off(folder .. "/" .. names[i]) and math.tointeger(tonumber(names[i]:match("^%d+"))) or nil
    end
  end
end

return M
