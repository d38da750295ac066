--- The board editor: checks positions.
-- @module lucena.web.setup

local chess = require("lucena")
local games = require("lucena.web.game")
local language = require("lucena.language")
local message = require("lucena.web.message")

local M = { handlers = {} }

-- Return the problems of a set-up, as words.
local function problems_of(web, setup)
  local out = message.list {}
  for i, name in ipairs(setup:problems()) do
    out[i] = web:text((name:gsub("_", " ")))
  end
  return out
end

-- Check the position `fen`, which may also be a diagram of eight rows or a FEN with the letters of another language.
function M.handlers.setup(web, request)
  local setup, err, code = chess.setup(request.fen)
  if not setup then
    local other = chess.read_diagram(request.fen or "")
    setup = other and chess.setup(other:fen())
  end
  web:must(setup, err, code)
  local position, reason = chess.position(setup:fen())
  reason = not position and reason:gsub("^fen:%d+: not a legal position: ", "") or nil
  local notes = message.list {}
  for i, record in ipairs(setup.diagnostics) do
    notes[i] = language.diagnostic(web.lang, record)
  end
  return {
    fen = position and position:fen() or setup:fen(), is_legal = position ~= nil,
    problem = reason and web:text(reason), problems = problems_of(web, setup), notes = notes,
    outcome = position and games.reason(web, position:outcome()) or nil,
  }
end

return M
