--- Texts: translation of moves, and the games in books and posts.
-- @module lucena.web.text

local chess = require("lucena")
local files = require("lucena.web.files")
local language = require("lucena.language")
local message = require("lucena.web.message")

local M = { handlers = {} }

local LARGEST = 16 << 20 -- bytes of a text
local MOST = 1000 -- problems in a reply

-- Return the text of a request. A file is decompressed, and HTML becomes text.
local function text_of(web, request)
  if not request.path then
    return request.text or ""
  end
  local text = web:must(require("lucena.run.document").read(request.path))
  if #text > LARGEST then
    web:fail("the text is too large")
  end
  return require("lucena.format").to_utf8(text)
end

local function given(text)
  return text ~= "" and text or nil
end

local function problem_of(web, record)
  return { line = record.line, column = record.column, offset = record.offset, token = record.token,
    code = record.code, message = language.diagnostic(web.lang, record) }
end

local function problems_of(web, records)
  local out = message.list {}
  for i = 1, math.min(#records, MOST) do
    out[i] = problem_of(web, records[i])
  end
  return out
end

-- Translate the moves of a text: `to`, `from` (default: detected), `comments`, `letters`, `fen`.
function M.handlers.translate(web, request)
  local to, from = given(request.to or "") or "pgn", given(request.from or "") or "auto"
  for _, name in ipairs { to, from } do
    if name ~= "auto" then
      web:must(chess.dialect(name))
    end
  end
  local text, report, code = chess.translate(text_of(web, request), {
    to = to, from = from, fen = given(request.fen or ""),
    comments = request.comments, letters = request.letters,
  })
  web:must(text, report, code)
  local dialects = message.list {}
  for name in pairs(report.dialects) do
    dialects[#dialects + 1] = name
  end
  table.sort(dialects)
  return {
    text = text, moves = report.moves, dialects = dialects, left = problems_of(web, report.left),
    total_left = report.total_left, named = report.total_named,
  }
end

-- Return the text in parts: words, and the state and game of a mention; "" and 0 for the text between mentions.
local function parts_of(text, mentions)
  local parts, at = message.list {}, 0
  for _, it in ipairs(mentions) do
    if it.offset >= at and it.token and text:sub(it.offset + 1, it.offset + #it.token) == it.token then
      if it.offset > at then
        parts[#parts + 1] = { text:sub(at + 1, it.offset), "", 0 }
      end
      parts[#parts + 1] = { it.token, it.state, it.game or 0 }
      at = it.offset + #it.token
    end
  end
  parts[#parts + 1] = at < #text and { text:sub(at + 1), "", 0 } or nil
  return parts
end

-- Find the games in a text. They become the loaded file. `from`, `misprints`, `fen` as for chess.read_text.
function M.handlers.read(web, request)
  local text = text_of(web, request)
  local list, report, code = chess.read_text(text, {
    dialect = given(request.from or "") or "auto", misprints = request.misprints, fen = given(request.fen or ""),
  })
  web:must(list, report, code)
  web:must(list[1], "no move was found")
  files.load(web, request.name or web.page.words("Text"), list)
  return {
    parts = parts_of(text, report.mentions), dialect = report.dialect, counts = report.counts,
    problems = problems_of(web, report.diagnostics), list = files.handlers.list(web, {}).list,
  }
end

-- The text of a file, for the panes of the page.
function M.handlers.text(web, request)
  return { text = text_of(web, request) }
end

return M
