--- Selects tournaments by name and year. A text selects the tournaments whose Event or Site contains it, ignoring case,
-- accents and blanks. A date after the name also selects by date, as in "Candidates 2013" or "Titled Tue 2022.03.01".
-- @module lucena.tournament.selection

local date_of = require("lucena.tournament.date")
local names = require("lucena.tournament.names")

local M = {}

--- The option of reports that omit duplicates.
M.KEEP_DUPLICATES = { name = "keep_duplicates", kind = "boolean", help = "Count duplicate games too." }

--- The options of reports about tournaments.
M.OPTIONS = {
  { name = "event", kind = "string", argname = "TEXT",
    help = "Use only events with TEXT in name or place, ignoring case: 'Candidates', 'Candidates 2013'." },
  { name = "year", kind = "integer", help = "Use only events held in this year." },
  M.KEEP_DUPLICATES,
}

-- Return the name and the first and last day of a text such as "Candidates 2013"; nil if it does not end with a date.
local function parts_of(text)
  local name, date = text:match("^(.-%S)%s+(%d%d%d%d[%d.]*)%s*$")
  if name and (date:find("^%d+$") and #date == 4 or date:find("^%d+%.%d%d?%.?%d?%d?$")) then
    return name, date_of.range(date)
  end
end

--- Return a query that all games of the selected tournaments match; other games may match it, too. nil means all games.
---@param options table
---@return lucena.Query?
function M.query(options)
  local longest = ""
  for word in (options.event or ""):gmatch("%S+") do
    longest = #word > #longest and not word:find("[\x80-\xff]") and word or longest
  end
  if longest == "" or longest:find("^[%d.]+$") and parts_of(options.event) then
    return nil
  end
  local q = require("lucena").query
  return q.contains("Event", longest) | q.contains("Site", longest)
end

-- Return whether a tournament has a game between two days.
local function is_in(event, from, to)
  local first, last = date_of.range(event.from), select(2, date_of.range(event.to))
  return first ~= nil and from ~= nil and first <= to and last >= from
end

--- Return a function that returns whether a tournament is selected.
---@param options table
---@return fun(event: table): boolean
function M.new(options)
  local wanted = options.event and names.key(options.event)
  local name, from, to = parts_of(options.event or "")
  local short = name and names.key(name)
  return function(event)
    if options.year and not is_in(event, 372 * options.year, 372 * options.year + 371) then
      return false
    elseif not wanted then
      return true
    end
    local text = names.key(event.name .. " " .. event.site)
    return text:find(wanted, 1, true) ~= nil
      or short ~= nil and text:find(short, 1, true) ~= nil and is_in(event, from, to)
  end
end

--- Return the message to print if no tournament is selected.
---@param options table
---@return string
function M.message(options)
  local year = options.year and (" in %d"):format(options.year) or ""
  local text = options.event and (" '%s'"):format(require("lucena.argument").shown(options.event)) or ""
  return ("there is no event%s%s"):format(text, year)
end

return M
