--- Results as files for download. The page offers the file that a reply names.
-- @module lucena.web.output

local chess = require("lucena")
local changes = require("lucena.web.changes")
local files = require("lucena.web.files")
local keeping = require("lucena.repl.keeping")
local saving = require("lucena.repl.saving")

local M = { handlers = {} }

local TYPES = {
  pgn = "application/x-chess-pgn", json = "application/json", jsonl = "application/x-ndjson", csv = "text/csv",
  tsv = "text/tab-separated-values", html = "text/html", markdown = "text/markdown", latex = "application/x-latex",
  epd = "text/plain", fen = "text/plain", uci = "text/plain", san = "text/plain", text = "text/plain",
}

local ENDINGS = { text = "txt", markdown = "md", latex = "tex", uci = "txt", san = "txt" }

local function named(stem, format)
  return ("%s.%s"):format(stem, ENDINGS[format] or format), TYPES[format] or "text/plain"
end

-- Return a text as a file.
local function file_of(stem, format, text)
  local name, type = named(stem, format)
  return { name = name, type = type, text = text }
end

-- Write the whole file, with its changed games. Returns the number of games; nil if the file is compressed, or if the
-- games are from a text.
local function write_file(web, writer)
  local list = {}
  for i, number in ipairs(changes.numbers(web)) do
    local origin = web:must(web.shelf:get(number))
    list[i] = { place = saving.place(web.shelf, origin), text = web.changed[number].text }
  end
  local place = saving.place(web.shelf, web:must(web.shelf:get(1)))
  if not place or not place.is_plain then
    return nil
  end
  web:must(saving.copy_with(web.shelf.path, list, writer))
  return #web.rows
end

-- Write the selected games in sequence: as they are in the file, or with their changes.
local function write_games(web, format, writer)
  local count = 0
  for game in files.selected(web) do
    if format == "pgn" then
      web:must(writer:write(count > 0 and "\n" or "", game.text, "\n"))
    else
      web:must(writer:export(game, format))
    end
    count = count + 1
  end
  return count
end

-- Write the selected games to a file, and return its path.
local function write_selected(web, format, path)
  local writer = web:must(chess.writer(path))
  local count = format == "pgn" and not web.hits and write_file(web, writer) or write_games(web, format, writer)
  web:must(writer:close())
  local name, type = named("games", format)
  return { name = name, type = type, path = path, games = count }
end

-- Save `what`: "game", "games" (the selected ones, written to `path`) or "report", in a format.
function M.handlers.save(web, request)
  local format = request.format or "pgn"
  if request.what == "report" then
    local text, err, code = web:must(web.report, "there is no report"):format(format, { lang = web.lang })
    return file_of(web.report.name, format, web:must(text, err, code))
  elseif request.what == "games" then
    web:must(web.rows, "no file is loaded")
    return write_selected(web, format, web:must(request.path, "no path"))
  end
  local game = web.repl.game
  if format == "pgn" then
    return file_of("game", format, game.is_edited and keeping.text_of(game) or game:pgn())
  elseif format == "html" then
    local report = chess.report "sheet"
    report:add(assert(chess.game(keeping.text_of(game))))
    return file_of("game", format, report:format("html", { lang = web.lang }))
  end
  local text, err, code = game:export(format)
  return file_of("game", format, web:must(text, err, code))
end

return M
