--- The error about a word that is no command.
-- @module lucena.run.unknown_command

local exit = require("lucena.run.exit")

local M = {}

-- Names of other programs and usual words, with the command to write.
local HABITS = { find = "lucena filter -e 'QUERY' FILE", search = "lucena filter -e 'QUERY' FILE",
  query = "lucena filter -e 'QUERY' FILE", count = "lucena filter --count FILE", list = "lucena filter --list FILE",
  games = "lucena filter --list FILE", stats = "lucena report summary FILE", info = "lucena report summary FILE",
  statistics = "lucena report summary FILE", results = "lucena report table --rows Result FILE",
  players = "lucena report summary FILE", table = "lucena report table --rows FIELD FILE",
  pair = "lucena report crosstable -o FILE.trf FILE: Lucena pairs no rounds, a pairing program reads this file",
  queries = "lucena help queries", fields = "lucena help fields", validate = "lucena check FILE" }

-- Return the advice about a word that is no command.
local function advice_about(name, names)
  for _, known in ipairs(not name:find("%.%w+$") and names or {}) do
    if require("lucena.suggestion").is_near(name, known) then
      return ("did you mean '%s'?"):format(known)
    end
  end
  if HABITS[name:lower()] then
    return "write " .. HABITS[name:lower()]
  elseif name:find("^%l[%l -]+$") and require("lucena.query.catalogue").say(name) then
    return ("write `lucena help queries %s`"):format(name)
  end
  return "`lucena help` lists them"
end

--- End with an error message that says how to write the command.
---@param name string the word
---@param names string[] the names of all commands
function M.fail(name, names)
  local hint = require("lucena.report").is_there(name) and ("did you mean 'lucena report %s'?"):format(name)
    or advice_about(name, names)
  exit.fail(exit.USAGE, ("unknown command '%s' (%s)"):format(name, hint))
end

return M
