--- The opening explorer of a session: the moves that the games of the loaded file played in the current position.
--
-- Results are cached until the file or the query changes, so that the moves of an earlier position appear at once.
-- A cached result is valid if the file has the same identity: device, inode, size and time of change.
-- @module lucena.repl.explorer

local chess = require("lucena")
local core = require("lucena.core")
local format = require("lucena.render.value").show
local widths = require("lucena.render.width")
local wording = require("lucena.repl.wording")

local M = {}

local MOST_KEPT = 500 -- positions

local explored = setmetatable({}, { __mode = "k" }) -- session -> its cache

-- Return the cache for the loaded file and its query. The cache is empty if the file or the query has changed.
local function kept_for(session)
  local shelf = session.shelf
  local identity = shelf.games or core.file_identity(shelf.path)
  local kept = explored[session]
  if not kept or not identity or kept.shelf ~= shelf or kept.identity ~= identity or kept.query ~= shelf.query then
    kept = { shelf = shelf, identity = identity, query = shelf.query, count = 0, answers = {} }
    explored[session] = kept
  end
  return kept
end

--- Return the result of chess.explore for the loaded file and a position. Raises an error if the file is unreadable.
---@param session table with a loaded file
---@param position lucena.Position
---@return table found as chess.explore returns it
function M.find(session, position)
  local kept, shelf = kept_for(session), session.shelf
  for _, answer in ipairs(kept.answers[position.key] or {}) do
    if answer.position == position then -- different positions may share a key
      return answer.found
    end
  end
  local found = chess.explore(shelf.games or shelf.path, position, { query = shelf.query,
    dialect = not shelf.games and shelf.dialect or nil })
  if kept.count >= MOST_KEPT then
    kept.count, kept.answers = 0, {}
  end
  local list = kept.answers[position.key] or {}
  list[#list + 1] = { position = position, found = found }
  kept.answers[position.key], kept.count = list, kept.count + 1
  return found
end

-- ---- output --------------------------------------------------------------------------------------

local BAR = 8
local PARTS, ASCII_PARTS = { "█", "▒", "░" }, { "W", "=", "B" }

-- Draw a bar of three parts: wins of White, draws, wins of Black. The end of each part is the rounded sum of the shares
-- up to it, so that the bar always has its full width.
local function bar(row, is_unicode)
  local total, sum, at, out = row.white + row.draw + row.black, 0, 0, {}
  for i, count in ipairs { row.white, row.draw, row.black } do
    sum = sum + count
    local stop = total > 0 and math.floor(sum * BAR / total + 0.5) or 0
    out[i] = (is_unicode and PARTS or ASCII_PARTS)[i]:rep(stop - at)
    at = stop
  end
  return table.concat(out)
end

local function number(value, kind)
  return format(value, { kind = kind }, { lang = "en" })
end

-- The columns of the table: {title, function that returns the text of a row, true if aligned to the right}. On a narrow
-- terminal, the last columns are omitted.
local COLUMNS = {
  { "", function(_, i) return tostring(i) end, true },
  { "Move", function(row) return row.text end },
  { "Games", function(row) return number(row.games, "integer") end, true },
  { "Share", function(row, _, all) return number(row.games / all.games, "share") end, true },
  { "W / D / B", function(row, _, _, settings) return bar(row, settings.unicode) end },
  { "Score", function(row) return number(row.score, "share") end, true },
  { "Rating", function(row) return number(row.rating, "year") end, true },
  { "Last", function(row) return number(row.year, "year") end, true },
}

local function fit(text, width, is_right)
  local space = (" "):rep(width - widths.of(text))
  return is_right and space .. text or text .. space
end

--- Return the lines of the table.
---@param session table
---@param found table from M.find
---@param most integer number of rows
---@return string[] lines
function M.lines(session, found, most)
  local lines, used = { "" }, 0
  for i = 1, math.min(most, #found.moves) do
    lines[i + 1] = ""
    found.moves[i].text = wording.line(session, session.position, { found.moves[i].move })
  end
  for _, column in ipairs(COLUMNS) do
    local texts, width = { column[1] }, widths.of(column[1])
    for i = 1, #lines - 1 do
      texts[i + 1] = column[2](found.moves[i], i, found, session.settings)
      width = math.max(width, widths.of(texts[i + 1]))
    end
    used = used + width + 2
    if used - 2 > session.settings.width then
      break
    end
    for i, text in ipairs(texts) do
      lines[i] = lines[i] .. (used == width + 2 and "" or "  ") .. fit(text, width, column[3])
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = line:gsub(" +$", "")
  end
  return lines
end

--- Return short lines to print beside the board: "1 a6: 8,581 games, 44.4%".
---@param session table
---@param most integer number of moves
---@return string[]
function M.panel(session, most)
  local found, lines = M.find(session, session.position), {}
  for i = 1, math.min(most, #found.moves) do
    local row = found.moves[i]
    local score = row.score and ", " .. number(row.score, "share") or ""
    lines[i] = ("%d %s: %s game%s%s"):format(i, wording.move(session, session.position, row.move),
      number(row.games, "integer"), row.games == 1 and "" or "s", score)
  end
  if not lines[1] then
    lines[1] = found.games > 0 and "All games that reached this position end here."
      or "No game of the file reached this position."
  end
  return lines
end

return M
