--- Names of numbered picture files: %d in the name becomes the number of the picture, with %02d in two digits.
-- @module lucena.run.pictures

local exit = require("lucena.run.exit")
local output = require("lucena.run.output")

local M = {}

local NUMBER = "%%0?(%d?)d"

--- Return whether a name has a place for the number.
---@param path string
---@return boolean
function M.is_numbered(path)
  return path:find(NUMBER) ~= nil
end

--- End with a usage error if a name has a % that is not the place of the number.
---@param path string? value of -o
---@param parser table
function M.check(path, parser)
  if path and path:gsub(NUMBER, "", 1):find("%%%d*%a[^/]*$") then
    parser:error(("-o %s: the number of the picture is %%d, or %%02d for two digits"):format(path))
  end
end

--- Write the picture with a number, completely or not at all. Ends the command if it cannot be written.
---@param path string the numbered name, or the name of one file
---@param number integer
---@param text string
-- @usage require("lucena.run.pictures").write("diagram-%02d.svg", 7, svg)   -- writes diagram-07.svg
function M.write(path, number, text)
  local writer, message = require("lucena").writer((path:gsub(NUMBER, function(digits)
    return ("%0" .. (digits == "" and "1" or digits) .. "d"):format(number)
  end, 1)))
  if not writer then
    exit.fail(exit.IO, message)
  end
  output.check(writer:write(text))
  output.check(writer:close())
end

local Pictures = {}
Pictures.__index = Pictures

--- Write the next picture.
---@param text string
function Pictures:add(text)
  self.count = self.count + 1
  M.write(self.path, self.count, text)
end

-- Each picture is a whole file, so nothing remains to be done at the end or after an error.
function Pictures.finish() end

function Pictures.abandon() end

--- Return a file of games in form (`lucena.run.game_file`) that writes each text into a picture of its own.
---@param path string a numbered name
---@return table
function M.open(path)
  return setmetatable({ path = path, count = 0 }, Pictures)
end

return M
