--- Reports on the selected games.
-- @module lucena.web.report

local chess = require("lucena")
local files = require("lucena.web.files")
local message = require("lucena.web.message")
local numbers = require("lucena.number")
local reports = require("lucena.report")
local event_of = require("lucena.tournament.event")
local selection = require("lucena.tournament.selection")
local tables = require("lucena.tournament.table")

local M = { handlers = {} }

-- The descriptions of some options, without words of the command line.
local PLAIN = {
  at = "Exercises: use the first position that matches this query.",
  columns = "The field of the columns, as for the rows. Default: one column.",
  event = "Use only events with this text in name or place, such as 'Candidates 2013'.",
  exercises = "Make a worksheet: the positions of the games, with solutions at the end.",
}

-- Return the options of a report that the page asks for: those without files.
local function options_of(kind)
  local out = message.list {}
  for _, option in ipairs(kind.options or {}) do
    if option.kind ~= "file" then
      out[#out + 1] = { name = option.name, kind = option.kind, default = option.default,
        help = PLAIN[option.name] or option.help,
        choices = option.choices and message.list { table.unpack(option.choices) } or nil }
    end
  end
  return out
end

--- Return the reports with their summaries and options.
---@return table[]
function M.list()
  local out = message.list {}
  for i, name in ipairs(chess.reports()) do
    local kind = reports.find(name)
    out[i] = { name = name, summary = kind.summary, options = options_of(kind) }
  end
  return out
end

-- Convert the values of a form to those of the report's options.
local function values_of(web, kind, given)
  local out = {}
  for _, option in ipairs(kind.options or {}) do
    local value = given[option.name]
    if value ~= nil and value ~= "" then
      if option.kind == "integer" or option.kind == "number" then
        local expected
        value, expected = numbers.read(option, tostring(value))
        web:must(value, ("%s takes %s"):format(option.name, expected))
      elseif option.kind == "boolean" then
        value = value == true
      end
      out[option.name] = value
    end
  end
  return out
end

-- Return the events from which a report needs one: their titles, numbers of games, and values of the option 'event'.
local function events_of(report)
  local groups, options = report.object.groups, report.options
  local out = {}
  for i, event in ipairs(event_of.list(groups, options, selection.new(options))) do
    local date = event.from:match("^%d%d%d%d[%d.]*")
    out[i] = { title = tables.title(event), games = #event.records,
      value = event.name .. (date and " " .. date:gsub("%.$", "") or "") }
  end
  return out
end

-- Make the report `name` of the selected games, or of the current game if `of` is "game".
function M.handlers.report(web, request)
  local name = web:must(request.name, "no report")
  local kind = web:must(reports.find(name))
  local report, err, code = chess.report(name, values_of(web, kind, request.options or {}))
  web:must(report, err, code)
  if request.of == "game" then
    report:add(web.repl.game)
  else
    web:must(web.rows, "no file is loaded")
    local query = report:query()
    for game in files.selected(web) do
      if not query or query(game) then
        report:add(game)
      end
    end
  end
  web.report = report
  local html
  html, err, code = report:format("html", { lang = web.lang, fragment = true })
  if code == "several_events" then
    return { events = message.list(events_of(report)), name = name }
  end
  return { html = web:must(html, err, code), name = name }
end

return M
