--- Reads games in JSON: an array of objects, or several objects. `lucena.json` describes them.
-- @module lucena.reader.json

local M = { summary = "an array of games in JSON" }

function M.read(file, options)
  local text = file:read("a")
  if not text then
    return function() end -- the error of the file is reported
  end
  local each = require("lucena.json").each(text, options)
  local line, counted = 1, 1
  return function()
    local at, game, message = each()
    if not at then
      return nil
    end
    local _, more = text:sub(counted, at - 1):gsub("\n", "")
    line, counted = line + more, at
    return game or false, message, line, 1 -- the diagnostics of a game have its lines in the whole text
  end
end

return M
