--- Writes the current game to a file. The game replaces its old text in the file from which it was loaded, or is
-- appended to a file.
--
-- The place of a game is a table: `path`, `identity` of the file (core.file_identity), `offset` of the game in the file
-- and `text`, the game as it was read. All copies of the game in the undo steps share this table.
--
-- To replace a game, a new file is written in the same folder, with all other bytes copied, and is then renamed. So
-- after a crash, the path has either the old or the new file. The file keeps its mode, and a symbolic link still points
-- to it. Nothing is written if the file or the game's bytes have changed since the game was read.
--
-- Cost: copying the file and waiting for the disk. For 1 GB, this took 8 s on a busy machine with two processors. A
-- game is appended in a single write at the end of the file.
-- @module lucena.repl.saving

local chess = require("lucena")
local core = require("lucena.core")
local rule = require("lucena.repl.rule")

local M = {}

local BLOCK = 1 << 20

-- ---- places --------------------------------------------------------------------------------------

--- Return the place (see above) of a game that was just read from a file of games.
---@param shelf table
---@param game lucena.Game
---@return table? place nil for pasted games and for games made from position records
function M.place(shelf, game)
  if shelf.games or shelf.is_records then
    return nil
  end
  return {
    path = shelf.path, identity = shelf.identity, offset = game.offset, text = game.text,
    is_plain = core.parts.is_plain_file(shelf.reader),
  }
end

-- Return the reason why a game cannot be written at a place, or nil.
local function obstacle(place)
  if not place.is_plain then
    return ("%s is compressed, in UTF-16 or not a regular file"):format(place.path)
  elseif not core.is_writable(place.path) then
    return place.path .. " is read-only"
  elseif place.identity ~= core.file_identity(place.path) then
    return place.path .. " has changed since the game was loaded"
  end
end

-- ---- in place ------------------------------------------------------------------------------------

-- Copy bytes from an open file to a Writer. Returns nil and a message on failure.
local function copy(from, to, size)
  while size > 0 do
    local bytes = from:read(math.min(size, BLOCK))
    if not bytes then
      return nil, "the file has become shorter"
    end
    local done, err = to:write(bytes)
    if not done then
      return nil, err
    end
    size = size - #bytes
  end
  return true
end

-- Return the text that replaces the text at a place. It has the line ends of the old text, and no blanks at its end.
local function text_for(place, text)
  text = text:gsub("%s+$", "")
  return place.text:find("\r\n", 1, true) and (text:gsub("\r?\n", "\r\n")) or text
end

--- Copy a file to a Writer, with new texts in place of games. All other bytes are copied.
---@param path string
---@param changes {place: table, text: string}[] in the order of the file
---@param to Writer
---@return boolean? done
---@return string? err
function M.copy_with(path, changes, to)
  local from <close>, err = io.open(path, "rb")
  if not from then
    return nil, err
  end
  local at = 0
  for _, change in ipairs(changes) do
    local place = change.place
    local done, why = copy(from, to, place.offset - at)
    if not done then
      return nil, why
    elseif from:read(#place.text) ~= place.text then
      return nil, "the text of the game in the file has changed since it was loaded"
    end
    done, why = to:write(text_for(place, change.text))
    if not done then
      return nil, why
    end
    at = place.offset + #place.text
  end
  return copy(from, to, core.file_size(path) - at)
end

--- Write a game at its place: it replaces the old text in the file.
---@param place table the game's place; this function updates it
---@param text string the game
---@return boolean? done
---@return string? err
function M.replace(place, text)
  local why = obstacle(place)
  if why then
    return nil, why
  end
  local to, err = chess.writer(place.path)
  if not to then
    return nil, err
  end
  local done
  done, err = M.copy_with(place.path, { { place = place, text = text } }, to)
  -- The file may have been changed while it was copied.
  if done and place.identity ~= core.file_identity(place.path) then
    done, err = nil, place.path .. " has changed while it was copied"
  end
  if not done then
    to:discard()
    return nil, err
  end
  done, err = to:close()
  if not done then
    return nil, err
  end
  place.identity, place.text = core.file_identity(place.path), text_for(place, text)
  return true
end

-- ---- at the end of a file ------------------------------------------------------------------------

-- Return the reason why games cannot be appended to an existing file, or nil.
local function objection(path)
  if core.file_size(path) == 0 and core.is_writable(path) then
    return nil
  elseif rule.suffix(path) ~= "pgn" or not path:lower():find("%.pgn$") then
    return path .. " exists and is not named .pgn; nothing was written"
  end
  local reader <close>, err = chess.open(path)
  if not reader then
    return err
  elseif not core.parts.is_plain_file(reader) then
    return path .. " is compressed, in UTF-16 or not a regular file; nothing was written"
  elseif not core.is_writable(path) then
    return path .. " is read-only"
  elseif not reader:read() then
    return path .. " contains no game; nothing was written"
  end
end

-- Return the text that separates a new game from the end of a file.
local function separator(path, size)
  local file <close> = io.open(path, "rb")
  if size == 0 or not file then
    return ""
  end
  file:seek("set", math.max(0, size - 4))
  local last = file:read("a"):gsub("\r", "")
  return last:find("\n\n$") and "" or last:find("\n$") and "\n" or "\n\n"
end

--- Append a game to a PGN file, which is created if it does not exist.
---@param path string
---@param text string the game
---@return table? place of the game in the file
---@return string? err
function M.append(path, text)
  local size = core.file_size(path)
  local is_there = size or core.is_folder(path) or require("lucena.file").exists(path)
  local why = is_there and objection(path)
  if why then
    return nil, why
  end
  text = text:gsub("%s+$", "")
  local gap = separator(path, size or 0)
  local file, err = io.open(path, "ab")
  if not file then
    return nil, "cannot write " .. err
  end
  -- With a single write, the file has either the whole game or nothing of it if the process is killed.
  local bytes = gap .. text .. "\n\n"
  file:setvbuf("full", #bytes + 1)
  local done, message = file:write(bytes)
  local closed, problem = file:close()
  if not done or not closed then
    return nil, ("cannot write %s: %s"):format(path, message or problem)
  end
  return { path = path, identity = core.file_identity(path), offset = (size or 0) + #gap, text = text, is_plain = true }
end

return M
