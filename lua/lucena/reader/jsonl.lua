--- Reads games in JSON, one per line. `lucena.json` describes the objects.
-- @module lucena.reader.jsonl

local M = { summary = "JSON, one game per line" }

function M.read(file, options)
  return function()
    local line
    repeat
      line = file:read("L")
    until not line or line:find("%S")
    if not line then
      return nil
    end
    local game, message = require("lucena").from_json(line, options)
    return game or false, message
  end
end

return M
