--- The functions of the package for node: texts in, texts and JSON out. The messages are as in lucena.web.session.
-- @module lucena.web.functions

local chess = require("lucena")
local message = require("lucena.web.message")
local sessions = require("lucena.web.session")

local M = {}

local handlers = {}

local Functions = {}
Functions.__index = Functions

local function fail(text, code)
  error(setmetatable({ text = tostring(text), code = code }, Functions))
end

local function must(value, text, code)
  return value or fail(text, code)
end

-- The parts of a reply: names and JSON texts.
local function reply(parts)
  local out = { '"ok":true' }
  for _, part in ipairs(parts) do
    out[#out + 1] = ('"%s":%s'):format(part[1], part[2])
  end
  return "{" .. table.concat(out, ",") .. "}"
end

local function problems_of(records)
  local list = message.list {}
  for i, record in ipairs(records) do
    list[i] = { line = record.line, column = record.column, severity = record.severity, code = record.code,
      game = record.game, token = record.token, message = record.message }
  end
  return message.encode(list)
end

local function json_of(games)
  local texts = {}
  for i, game in ipairs(games) do
    texts[i] = game:json()
  end
  return "[" .. table.concat(texts, ",") .. "]"
end

-- Read all games of a text. Returns the games that `keep` accepts, the number of all games, and the problems.
local function read_all(request, keep)
  local options = { dialect = request.dialect, check = true }
  local reader <close> = must(chess.open({ text = request.text }, options))
  local games, total, problems = {}, 0, {}
  repeat
    local game, err = reader:read()
    if err then
      fail(err)
    end
    for _, record in ipairs(reader:take_diagnostics()) do
      problems[#problems + 1] = record
    end
    if game then
      total = total + 1
      games[#games + 1] = (not keep or keep(game)) and game or nil
    end
  until not game
  return games, total, problems
end

local function joined(texts)
  return message.encode(table.concat(texts, "\n"))
end

function handlers.parse(request)
  local games, _, problems = read_all(request)
  return reply { { "games", json_of(games) }, { "problems", problems_of(problems) } }
end

function handlers.filter(request)
  local query, problem = chess.query.parse(request.query)
  must(query, problem, "bad_query")
  local games, total = read_all(request, query)
  local texts = {}
  for i, game in ipairs(games) do
    texts[i] = game.text .. "\n" -- as it was written
  end
  return reply { { "pgn", joined(texts) }, { "matches", #games }, { "games", total } }
end

function handlers.find(request)
  local games, report, code = chess.read_text(request.text,
    { dialect = request.from or "auto", fen = request.fen, misprints = request.misprints })
  must(games, report, code)
  local texts = {}
  for i, game in ipairs(games) do
    texts[i] = must(game:pgn())
  end
  return reply { { "games", json_of(games) }, { "pgn", joined(texts) },
    { "problems", problems_of(report.diagnostics) } }
end

--- Answer a message: parse, filter or find, or one of the session's. Errors are part of the reply.
---@param text string JSON
---@return string reply JSON
function Functions:call(text)
  local request = message.decode(text) or {}
  local handler = handlers[request["do"]]
  if not handler then
    return self.session:call(text)
  end
  local done, result = pcall(handler, request)
  if done then
    return result
  end
  if getmetatable(result) ~= Functions then
    result = { text = tostring(result):gsub("^[^\n:]*lucena/[%w_/]+%.lua:%d+: ", ""), code = "failure" }
  end
  return message.encode { ok = false, error = result.text, code = result.code }
end

--- Start.
---@param host table as for lucena.web.session
---@return table functions
-- @usage require("lucena.web.functions").new{}:call '{"do":"parse","text":""}' --> {"ok":true,"games":[],"problems":[]}
function M.new(host)
  return setmetatable({ session = sessions.new(host) }, Functions)
end

return M
