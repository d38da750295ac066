--- Counts the games of a PGN file and the plies of their mainlines, with Lucena and two other programs.
--
--     local counts = require "spec.support.counts"
--     counts.lucena(path)          --> "314 25827"
--     counts.pgn_extract(path)     skips the test if the program is missing
--     counts.scid(paths)           --> { [path] = "314 25827" }; likewise. One process, because Scid starts slowly

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

local M = {}

local function output_of(line)
  local pipe = assert(io.popen(line .. " 2>/dev/null </dev/null", "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end

---@param path string
---@return string "GAMES PLIES"
function M.lucena(path)
  local reader <close> = assert(chess.open(path))
  local games, plies = 0, 0
  for game in reader.read, reader do
    games, plies = games + 1, plies + game.plies
  end
  return games .. " " .. plies
end

---@param path string
---@return string
function M.pgn_extract(path)
  local line = "%s -s --allownullmoves -Wuci -w100000 -C -N -V '%s'"
  local text = output_of(line:format(need.program "pgn-extract", path))
  local games, plies = 0, 0
  for row in text:gmatch("[^\n]+") do
    if row:find("^%[Event ") then
      games = games + 1
    elseif not row:find("^%[") then
      for _ in row:gmatch("%f[%w][a-h][1-8][a-h][1-8]") do
        plies = plies + 1
      end
      for _ in row:gmatch("%f[^%s\0]%-%-") do -- null moves
        plies = plies + 1
      end
    end
  end
  return games .. " " .. plies
end

---@param paths string[]
---@return table<string, string>
function M.scid(paths)
  local folder <close> = new_folder()
  folder:write("paths", table.concat(paths, "\n"))
  local text = output_of(("%s spec/support/count.tcl '%s'"):format(need.program "tkscid", folder.root))
  local found = {}
  for line in text:gmatch("[^\n]+") do
    local count, path = line:match("^(%d+ %d+) (.+)$")
    if count then
      found[path] = count
    end
  end
  return found
end

return M
