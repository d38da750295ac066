--- Makes the text that `lucena filter` writes for a game: marked at the match position, changed by a script, or
-- rewritten.
-- @module lucena.run.filter.text

local exit = require("lucena.run.exit")
local joining = require("lucena.run.joining")

local M = {}

-- ---- the match position --------------------------------------------------------------------------

--- Return the matching move, such as "23...Be7#"; "-" for the start of a game.
---@param node lucena.Node?
---@return string
function M.move(node)
  local before = node and node.parent and node.parent.position
  return before and before.fullmove_number .. (before.turn == "white" and "." or "...") .. node.san or "-"
end

local function fail(reader, game, message)
  exit.fail(exit.DATA, ("%s:%d: game %d%s"):format(reader.name, game.line, game.number, message))
end

local function check(reader, game, option, fitted, message)
  if not fitted then
    fail(reader, game, (": %s: %s"):format(option, message))
  end
  return fitted
end

local function fit(mark, reader, game)
  return check(reader, game, "--mark", require("lucena.format").fit_encoding(mark, game))
end

--- Return a function that marks a game, for --mark and --mark-tag. In PGN output, pgn() adds a comment before the first
--- move, because it changes no other bytes of the game.
---@param request table of `lucena.run.filter.request`
---@return function mark (reader, game, node): marks the game at the node that the filter returned or the query finds
function M.marker(request)
  local query, mark, mark_tag, is_pgn = request.query, request.mark, request.mark_tag, request.to == "pgn"
  return function(reader, game, node)
    node = node or query and query:find(game)
    if mark_tag then
      local name, value = mark_tag.name, mark_tag.value or M.move(node)
      game.tags[name] = check(reader, game, "--mark-tag", require("lucena.format").fit_tag(value, game, name))
    end
    for _, at in ipairs(mark and (request.mark_all and query:find_all(game) or { node or game.root }) or {}) do
      if at.parent or not is_pgn then
        local comments = at.comments
        comments[#comments + 1] = fit(mark, reader, game)
        at.comments = comments
      end
    end
    return node
  end
end

-- ---- PGN text ------------------------------------------------------------------------------------

-- Return the layout for a game that the script changed. It keeps the notation of its moves.
local function own_layout(dialect, game)
  local is_detected = dialect == nil or dialect == "auto"
  return { dialect = is_detected and game.dialect or dialect }
end

--- Return a function that makes the PGN of a game, if it differs from the game's text.
---@param request table of `lucena.run.filter.request`
---@return fun(reader: lucena.Reader, game: lucena.Game, node: lucena.Node?): string? text nil: the game is copied
function M.pgn(request)
  local layout, dialect, as_utf8, mark = request.layout, request.dialect, request.to_utf8, request.mark
  return function(reader, game, node)
    local text
    if layout or game.is_edited then
      local message
      text, message = game:pgn(layout or own_layout(dialect, game))
      if not text then
        fail(reader, game, (" %scannot be written: %s"):format(game.is_edited and "was changed and " or "", message))
      end
      text = joining.fit(as_utf8 and require("lucena.format").game_to_utf8(text) or text, game)
    end
    if mark and not (node and node.parent) then
      text = require("lucena.run.tag_section").mark(text or game.text, "{" .. fit(mark, reader, game) .. "}")
    end
    return text
  end
end

return M
