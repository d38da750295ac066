--- The prompt of the page: inputs and completion, with the session of the prompt in the terminal.
-- @module lucena.web.prompt

local chess = require("lucena")
local games = require("lucena.web.game")
local message = require("lucena.web.message")
local report = require("lucena.web.report")

local M = { handlers = {} }

local MOST = 50 -- candidates of a completion

-- Run an input. The reply has its output, or "more" if the input is incomplete.
function M.handlers.prompt(web, request)
  local repl, text = web.repl, request.line or ""
  if not request.is_last and repl:wants_more(text .. "\n") then
    return { more = true }
  end
  local game, node, number = repl.game, repl.node, repl.number
  web.written = {}
  local done, why = repl:line(text)
  local output = table.concat(web.written)
  web.written = {}
  repl.has_quit = nil
  local is_changed = repl.game ~= game or repl.node ~= node or repl.number ~= number or web.entry ~= nil
  return {
    output = output, done = done or why == "quit", prompt = repl:prompt(), game = is_changed and games.view(web) or nil,
  }
end

-- Complete the word before the cursor, which counts bytes from 1.
function M.handlers.complete(web, request)
  require("lucena.repl.environment").fill(web.repl)
  local line = request.line or ""
  local start, words = require("lucena.repl.complete").complete(line, request.cursor or #line + 1, web.repl)
  return { start = start, words = message.list { table.unpack(words or {}, 1, math.min(#(words or {}), MOST)) } }
end

-- The first message, which is also sent if the language changes: the language, and the lists of the page's menus.
function M.handlers.hello(web, request)
  web:speak(request.lang)
  web.repl.settings.width = request.width or 79
  web.repl.settings.board = request.board == true
  local dialects = message.list {}
  for i, dialect in ipairs(chess.dialects()) do
    dialects[i] = { name = dialect.name, title = dialect.title, example = dialect.example }
  end
  return {
    version = chess._VERSION, dialects = dialects, reports = report.list(), game = games.view(web),
    prompt = web.repl:prompt(),
  }
end

return M
