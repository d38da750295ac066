--- Checking of files and of text: the problems with their lines.
-- @module lucena.web.check

local chess = require("lucena")
local language = require("lucena.language")
local message = require("lucena.web.message")

local M = { handlers = {} }

local MOST = 1000 -- problems in a reply; more are counted
local MOST_SHOWN = 1 << 20 -- bytes of a file whose text is part of the reply

local SEVERITIES = { "error", "warning", "repair" }

-- Return a file's text if it is short and not compressed.
local function text_of(path)
  local file = io.open(path, "rb")
  local text = file and file:read(MOST_SHOWN + 1)
  if file then
    file:close()
  end
  local is_text = text and #text <= MOST_SHOWN and not text:find("^\31\139") and not text:find("^\40\181\47\253")
    and not text:find("^BZh") and not text:find("\0", 1, true)
  return is_text and require("lucena.format").to_utf8(text) or nil
end

local function add(web, found, records)
  for _, record in ipairs(records) do
    local severity = record.severity
    found.counts[severity] = found.counts[severity] + 1
    found.codes[record.code] = (found.codes[record.code] or 0) + 1
    if #found.problems < MOST then
      found.problems[#found.problems + 1] = {
        line = record.line, column = record.column, severity = severity, code = record.code, game = record.game,
        size = record.size, token = record.token, message = language.diagnostic(web.lang, record),
      }
    end
  end
end

-- Read all games of a source, and collect the problems.
local function check(web, source, request)
  local reader <close> = web:must(chess.open(source, { check = not request.style, strict = request.strict }))
  local found = { problems = message.list {}, counts = {}, codes = {}, games = 0, plies = 0 }
  for _, severity in ipairs(SEVERITIES) do
    found.counts[severity] = 0
  end
  repeat
    local game, err = reader:read()
    add(web, found, reader:take_diagnostics())
    if game then
      found.games, found.plies = found.games + 1, found.plies + game.plies
      add(web, found, request.style and select(2, game:check()) or {})
      add(web, found, request.tags and game:proofread() or {})
      web:step(reader.bytes)
    elseif err then
      found.unread = web:text(err)
    end
  until not game
  return found
end

-- Check the file `path` or the `text`. `style`: also unusual spellings; `tags`: also what the tags say; `strict`:
-- warnings and repairs are errors.
function M.handlers.check(web, request)
  local found = check(web, request.path or { text = request.text or "" }, request)
  found.text = request.path and text_of(request.path) or nil
  return found
end

return M
