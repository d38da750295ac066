--- The text that `lucena filter` writes for a game: marked where it matched, as a script left it, laid out anew.
-- @module lucena.run.filter.text

local exit = require("lucena.run.exit")
local format = require("lucena.format")
local output = require("lucena.run.output")
local section = require("lucena.run.tag_section")

local M = {}

-- ---- where it matched ----------------------------------------------------------------------------

--- The node where a game passed: what the filter's function named, or what the query finds; nil when neither says.
---@param job table `query`
---@param game lucena.Game
---@param node lucena.Node?
---@return lucena.Node?
function M.place(job, game, node)
  return node or job.query and job.query:find(game)
end

--- "23...Be7#", or "-" for the start of a game.
---@param node lucena.Node?
---@return string
function M.move(node)
  local before = node and node.parent and node.parent.position
  return before and before.fullmove_number .. (before.turn == "white" and "." or "...") .. node.san or "-"
end

local function fail(reader, game, message)
  exit.fail(exit.DATA, ("%s:%d: game %d%s"):format(reader.name, game.line, game.number, message))
end

local function fit(text, option, reader, game)
  local fitted, message = format.fit_encoding(text, game)
  if not fitted then
    fail(reader, game, (": %s: %s"):format(option, message))
  end
  return fitted
end

--- Mark a game as --mark and --mark-tag say. A comment in front of all moves is left to text() where PGN is written:
-- there the other bytes can stay.
---@param job table `mark`, `mark_tag`, `to`
---@param reader lucena.Reader
---@param game lucena.Game
---@param node lucena.Node? of place()
function M.mark(job, reader, game, node)
  if job.mark_tag then
    game.tags[job.mark_tag.name] = fit(job.mark_tag.value or M.move(node), "--mark-tag", reader, game)
  end
  if job.mark and (node and node.parent or job.to ~= "pgn") then
    local at, mark = node or game.root, fit(job.mark, "--mark", reader, game)
    local comments = at.comments
    comments[#comments + 1] = mark
    at.comments = comments
  end
end

-- ---- as PGN --------------------------------------------------------------------------------------

-- A game that the script changed stays in the notation it is in.
local function own_dialect(job, game)
  local dialect = job.options.dialect
  return dialect and { dialect = dialect == "auto" and game.dialect or dialect } or nil
end

--- The PGN to write in place of the game's own, or nil when it is copied as it stands.
---@param job table `switches`, `to_utf8`, `mark`
---@param reader lucena.Reader
---@param game lucena.Game
---@param node lucena.Node? of place()
---@return string?
function M.pgn(job, reader, game, node)
  local text
  if job.switches or game.is_edited then
    local message
    text, message = format.export(game, "pgn", job.switches or own_dialect(job, game))
    if not text then
      fail(reader, game, (" %scannot be written: %s"):format(game.is_edited and "was changed and " or "", message))
    end
    text = output.fit(job.to_utf8 and format.to_utf8(text) or text, game)
  end
  if job.mark and not (node and node.parent) then
    text = section.mark(text or game.text, "{" .. fit(job.mark, "--mark", reader, game) .. "}")
  end
  return text
end

return M
