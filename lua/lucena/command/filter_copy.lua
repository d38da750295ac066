--- What becomes of the games that `lucena filter` takes: copied as they stand, or written anew.
-- @module lucena.command.filter_copy

local format = require("lucena.format")
local output = require("lucena.command.output")
local section = require("lucena.command.section")
local support = require("lucena.command.support")

local M = {}

-- A game that the script changed stays in the notation it is in.
local function own_dialect(job, game)
  local dialect = job.options.dialect
  return dialect and { dialect = dialect == "auto" and game.dialect or dialect } or nil
end

--- The text to write in place of the game's own, or nil when it is copied as it stands.
---@param job table `switches`, `to_utf8`, `mark`
---@param reader lucena.Reader
---@param game lucena.Game
---@return string?
function M.text(job, reader, game)
  local text
  if job.switches or game.is_edited then
    local message
    text, message = format.export(game, "pgn", job.switches or own_dialect(job, game))
    if not text then
      support.fail(support.DATA, ("%s:%d: game %d %scannot be written: %s"):format(
        reader.name, game.line, game.number, game.is_edited and "was changed by the script and " or "", message))
    end
    text = output.fit(job.to_utf8 and format.to_utf8(text) or text, game)
  end
  if job.mark then
    local mark, message = format.fit_encoding(job.mark, game)
    if not mark then
      support.fail(support.DATA, ("%s:%d: game %d: --mark: %s"):format(reader.name, game.line, game.number, message))
    end
    text = section.mark(text or game.text, "{" .. mark .. "}")
  end
  return text
end

return M
