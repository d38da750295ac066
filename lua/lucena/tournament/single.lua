--- Finds the one tournament that a report about a single tournament needs.
-- @module lucena.tournament.single

local event_of = require("lucena.tournament.event")
local selection = require("lucena.tournament.selection")
local tables = require("lucena.tournament.table")

local M = {}

local MOST_NAMED = 20

-- Return the message for several events. It lists them, so that the user can copy a name with its date.
local function too_many(events)
  local names = {}
  for i = 1, math.min(#events, MOST_NAMED) do
    names[i] = ("\n  %s (games: %d)"):format(tables.title(events[i]), #events[i].records)
  end
  local rest = #events > MOST_NAMED and ("\n  and %d more"):format(#events - MOST_NAMED) or ""
  return ("there are %d events; choose one with option 'event', such as 'NAME 2013' or 'NAME 2013.03.15', or option "
    .. "'year':%s%s"):format(#events, table.concat(names), rest)
end

--- Return the selected event.
---@param groups table
---@param options table of the report
---@return table|false? event false if there are no events; nil if not exactly one is selected
---@return string? err
---@return string? code `unknown_event`, `several_events`
function M.find(groups, options)
  local events = event_of.list(groups, options, selection.new(options))
  if #events == 0 and (options.event or options.year) then
    return nil, selection.message(options), "unknown_event"
  elseif #events > 1 then
    return nil, too_many(events), "several_events"
  end
  return events[1] or false
end

return M
