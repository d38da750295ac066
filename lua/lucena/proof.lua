--- Game:proofread: checks what the tags and clocks of a game say, as a proof-reader does. The diagnostics are in
-- docs/diagnostics.md.
-- A diagnostic with one sure correction has it in its field `fix`: a table from tag names to values. A value with
-- several readings has no `fix`. Unknown values ("?", "-", "????.??.??", a rating "0") are not reported.
-- Cost: about 12 microseconds per game, 50 with an ECO tag.
-- @module lucena.proof

local argument = require("lucena.argument")
local core = require("lucena.core")
local dates = require("lucena.proof.date")
local time = require("lucena.time")

local find = core.finding

-- ---- dates ---------------------------------------------------------------------------------------

local DAY = 24 * 60 * 60

-- Return the last day that may have begun somewhere.
local function tomorrow()
  return os.date("!%Y.%m.%d", os.time() + DAY)
end

local function find_date(game, name, value, today)
  local readings = dates.readings(value)
  if #readings == 0 then
    local is_day = value:find("^%d%d%d%d%.%d%d%.%d%d$")
    return find(game, "invalid_date", name, is_day and "there is no such day" or nil)
  elseif #readings > 1 then
    return find(game, "unclear_date", name, ("it may mean %s or %s"):format(readings[1], readings[2]))
  elseif readings[1]:gsub("%?", "0") > today then
    return find(game, "future_date", name)
  elseif readings[1] ~= value then
    local record = find(game, "date_style", name, "it means " .. readings[1])
    record.fix = { [name] = readings[1] }
    return record
  end
end

local function check_dates(report, game, tags, today)
  for _, name in ipairs { "Date", "EventDate", "UTCDate" } do
    local value = tags[name]
    if value and value ~= "" then
      report(find_date(game, name, value, today))
    end
  end
end

-- ---- players -------------------------------------------------------------------------------------

local LOWEST, HIGHEST = 100, 4000 -- of all ratings that federations, servers and engine lists publish

local function is_elo(text)
  local number = text:find("^%d+$") and tonumber(text)
  return number ~= nil and (number == 0 or number >= LOWEST and number < HIGHEST)
end

local TITLES = {}
for title in ([[GM IM FM CM NM WGM WIM WFM WCM WNM AGM AIM AFM ACM LGM SIM CCM CCE HGM LM BOT]]):gmatch("%a+") do
  TITLES[title] = true
end

-- Return a title in capitals as a suggestion.
local function suggested_title(value)
  local title = value:upper():gsub("[^%u]", "")
  return TITLES[title] and "did you mean " .. title .. "?" or nil
end

local function is_unknown(value)
  return value == nil or value == "" or value == "?" or value == "-"
end

local function check_players(report, game, tags)
  for _, side in ipairs { "White", "Black" } do
    local elo, title = tags[side .. "Elo"], tags[side .. "Title"]
    if tags[side] and not tags[side]:find("%S") then
      report(find(game, "missing_name", side, side))
    end
    if not is_unknown(elo) and not is_elo(elo) then
      report(find(game, "invalid_elo", side .. "Elo"))
    end
    if not is_unknown(title) and not TITLES[title] then
      report(find(game, "invalid_title", side .. "Title", suggested_title(title)))
    end
  end
  local white, black = tags.White, tags.Black
  if not is_unknown(white) and white:find("%S") and black and core.fold_name(white) == core.fold_name(black) then
    report(find(game, "same_players", "Black"))
  end
end

-- ---- the event -----------------------------------------------------------------------------------

-- A round is a number, or several with dots between them; ? stands for an unknown number (PGN 8.1.1.4).
local function is_round(text)
  return text:find("^[%d?]+[%d?.]*$") and not text:find("..", 1, true) and text:sub(-1) ~= "."
end

local function check_event(report, game, tags)
  if not is_unknown(tags.Round) and not is_round(tags.Round) then
    report(find(game, "invalid_round", "Round"))
  end
  local control = tags.TimeControl
  if control and control ~= "" and not time.time_control(control) then
    report(find(game, "invalid_time_control", "TimeControl"))
  end
end

local ROSTER = { "Event", "Site", "Date", "Round", "White", "Black", "Result" }
local UNKNOWN = { Date = "????.??.??" }

local function check_roster(report, game, tags)
  local missing, fix = {}, {}
  for _, name in ipairs(ROSTER) do
    local is_name = name == "White" or name == "Black"
    if not tags[name] or tags[name] == "" and not is_name then
      missing[#missing + 1] = name
      fix[name] = name == "Result" and game.result or UNKNOWN[name] or "?"
    end
  end
  if #missing > 0 then
    local record = find(game, "missing_tags", nil, table.concat(missing, ", "))
    record.fix = fix
    report(record)
  end
end

-- Report names that are those of other tags but for the case of letters: [white "Carlsen"], [Fen "..."].
local function check_names(report, game, tags)
  local names = require("lucena.tag_names")
  for name in pairs(tags) do
    local usual = names.usual(name)
    if usual ~= name then
      report(find(game, "tag_case", name, ("the tag is written %s"):format(usual)))
    end
  end
end

-- ---- the moves -----------------------------------------------------------------------------------

local function check_eco(report, game, tags)
  local code = tags.ECO
  if is_unknown(code) then
    return
  end
  local opening = require("lucena.proof.opening")
  local record
  if not opening.is_code(code:sub(1, 3)) or not code:find("^...[a-z]?$") and not code:find("^.../%d%d$") then
    record = find(game, "invalid_eco", "ECO")
  elseif game.plies > 0 and not tags.FEN and not game.rest and not opening.fits(game, code:sub(1, 3)) then
    record = find(game, "eco_mismatch", "ECO")
  end
  if record then
    local found = not game.rest and not tags.FEN and game:opening()
    record.fix = found and { ECO = found.eco } or nil
    report(record)
  end
end

local function check_ply_count(report, game, tags)
  local count = tags.PlyCount
  if is_unknown(count) or game.rest or count == ("%d"):format(game.plies) then
    return
  end
  local record = find(game, "ply_count_mismatch", "PlyCount", ("the game has %d"):format(game.plies))
  record.fix = { PlyCount = ("%d"):format(game.plies) }
  report(record)
end

-- Return whether a clock rose by more than the increment: then the time spent is not known.
local function is_gain(list, i)
  local entry, before = list[i], list[i - 2]
  return before and before.clock and entry.clock and not entry.spent and entry.clock > before.clock
end

local function seconds(value)
  return ("%d:%02d:%02d"):format(value // 3600, value // 60 % 60, value % 60)
end

-- Report the first gain. If the time control is wrong, many moves gain.
local function check_clocks(report, game, tags)
  local control = tags.TimeControl and time.time_control(tags.TimeControl)
  if not control or control.kind ~= "clock" or not game.text:find("[%clk", 1, true) then
    return
  end
  local list, first, count = game:clocks(), nil, 0
  for i in ipairs(list) do
    if is_gain(list, i) then
      first, count = first or i, count + 1
    end
  end
  if not first then
    return
  end
  local ply = 0
  for node in game:mainline() do
    ply = ply + 1
    if ply == first then
      local from, to = seconds(list[first - 2].clock), seconds(list[first].clock)
      report(find(game, "clock_gain", node, ("from %s to %s, moves of this kind: %d"):format(from, to, count)))
    end
  end
end

-- ---- commands ------------------------------------------------------------------------------------

-- Name -> whether a node has a value of this command.
local VALUES = {
  clk = function(node) return node.clock ~= nil end,
  eval = function(node) return node.eval ~= nil or node.mate ~= nil end,
}

-- Return the first command of a node without a value, as text.
local function unread_command(node)
  for _, command in ipairs(node.commands) do
    local has_value = VALUES[command.name]
    if has_value and not has_value(node) then
      return ("[%%%s %s]"):format(command.name, command.operand)
    end
  end
end

local function check_commands(report, game)
  if not (game.text:find("[%clk", 1, true) or game.text:find("[%eval", 1, true)) then
    return
  end
  for node in game:mainline() do
    local text = unread_command(node)
    if text then
      return report(find(game, "unread_command", node, text))
    end
  end
end

-- ---- the game ------------------------------------------------------------------------------------

local CHECKS = { check_names, check_roster, check_players, check_dates, check_event, check_eco, check_ply_count,
  check_clocks, check_commands }

--- Check what the tags and clocks of the game say: dates, ratings, titles, the ECO code, the number of plies ...
---@param opts? {today?: string} dates after this day are in the future; default: tomorrow
---@return lucena.Diagnostic[] diagnostics in the order of the text's tags and moves; one with a sure correction has a
-- field `fix`, a table from tag names to values
-- @usage chess.game('[Date "25.12.1978"]\n\n*'):proofread()[2].fix.Date --> 1978.12.25
function core.Game:proofread(opts)
  argument.self(self, "proofread", "lucena.Game")
  opts = argument.options(opts, 1, "proofread", { today = "string" })
  local tags, records, today = {}, {}, opts.today or tomorrow()
  for name, value in pairs(self.tags) do
    tags[name] = value
  end
  local function report(record)
    records[#records + 1] = record
  end
  for _, check in ipairs(CHECKS) do
    check(report, self, tags, today)
  end
  table.sort(records, function(a, b)
    return a.offset < b.offset or a.offset == b.offset and a.code < b.code
  end)
  return records
end

return {}
