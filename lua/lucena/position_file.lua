--- Recognises files of positions (EPD and FEN): the name ends in .epd or .fen (also before .gz, .zst and .bz2), or it
-- does not end in .pgn and the first line begins with the four fields of a position. At most 200 bytes are read.
-- @module lucena.position_file

local core = require("lucena.core")

local M = {}

local PACKED = { gz = true, zst = true, bz2 = true }

--- Return the suffix of a file name in lower case, without .gz, .zst and .bz2; nil if there is none.
---@param path string
---@return string?
-- @usage require("lucena.position_file").suffix "a.EPD.gz" --> epd
function M.suffix(path)
  local stem, last = path:match("^(.+)%.(%w+)$")
  last = last and last:lower()
  return PACKED[last] and M.suffix(stem) or last
end

-- Return whether a text line begins with the four fields of a position.
local function begins_with_position(line)
  return line:find("^%s*[1-8pnbrqkPNBRQK]+/[%w/]+ [wb] [%w-]+ [%w-]+") ~= nil
end

--- Return the first line of a file that is not blank, at most 200 bytes of it; "" for a pipe, which is not read here.
---@param path string
---@return string
-- @usage require("lucena.position_file").first_line("spec/data/sample/sample.pgn"):match "%w+" --> Event
function M.first_line(path)
  local file = (core.file_size(path) or 0) > 0 and io.open(path, "rb") -- a pipe has the size 0, and is not read here
  if not file then
    return ""
  end
  local bytes = file:read(200) or ""
  file:close()
  return bytes:gsub("^\u{FEFF}", ""):match("[^\r\n]*%S[^\r\n]*") or ""
end

--- Return whether a file has positions now: the prompt may load a file again after it has changed.
---@param path string
---@return boolean
-- @usage require("lucena.position_file").has "spec/data/epd/suite.epd" --> true
function M.has(path)
  local last = path ~= "-" and M.suffix(path)
  return last == "epd" or last == "fen"
    or path ~= "-" and last ~= "pgn" and not core.is_folder(path) and begins_with_position(M.first_line(path))
end

return M
