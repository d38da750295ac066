--- Writes the heading of a game sheet, and the names of its positions, for all formats.
-- @module lucena.sheet.heading

local dates = require("lucena.dates")
local trim = require("lucena.format").trim

local M = {}

--- Return whether the value of a tag is known: it is not "?" or "????.??.??".
---@param value? string
---@return boolean
-- @usage require("lucena.sheet.heading").is_known("????.??.??") --> false
function M.is_known(value)
  return value ~= nil and value ~= "" and not value:find("^[?. -]*$")
end

local is_known = M.is_known

local ROSTER = { White = true, Black = true, Result = true, WhiteElo = true, BlackElo = true, Event = true, Site = true,
  Round = true, Date = true, ECO = true, Opening = true, Variation = true, TimeControl = true, FEN = true,
  SetUp = true, PlyCount = true, WhiteTitle = true, BlackTitle = true }

-- Return a date in words. Any other text in the tag is shown as it is.
local function date_text(date, page)
  local is_date = date:find("^%d%d%d%d%.[%d?][%d?]%.[%d?][%d?]$") and require("lucena").date(date)
  return is_date and dates.period(date, date, page) or trim(date, ".?")
end

--- Return a player's name with title and rating: "GM Anna Muster (2510)".
---@param sheet table
---@param color string "White" or "Black"
---@return string
function M.player(sheet, color)
  local tag = sheet.tag
  local name, elo, title = tag[color], tag[color .. "Elo"], tag[color .. "Title"]
  return (is_known(title) and title .. " " or "") .. (is_known(name) and name or "?")
    .. (is_known(elo) and (" (%s)"):format(elo) or "")
end

--- Return the result for print: "½-½" for "1/2-1/2"; "" for a game without a result.
---@param sheet table
---@param is_ascii? boolean use only ASCII
---@return string
function M.result(sheet, is_ascii)
  if sheet.result == "*" or not is_known(sheet.result) then
    return ""
  end
  return sheet.result == "1/2-1/2" and not is_ascii and "½-½" or sheet.result -- lexicon: the printed form
end

--- Return the players and the result on one line.
---@param sheet table
---@param is_ascii? boolean as for `result`
---@return string
function M.title(sheet, is_ascii)
  local result = M.result(sheet, is_ascii)
  return M.player(sheet, "White") .. (is_ascii and " - " or " – ") .. M.player(sheet, "Black")
    .. (result ~= "" and "   " .. result or "")
end

--- Return place, date and opening as texts, which the caller joins by commas.
---@param sheet table
---@param page table as for lucena.report
---@return string[]
function M.place(sheet, page)
  local tag, out = sheet.tag, {}
  for _, name in ipairs { "Event", "Site", "Round", "Date" } do
    if is_known(tag[name]) then
      out[#out + 1] = name == "Round" and page.words("Round") .. " " .. tag.Round
        or name == "Date" and date_text(tag.Date, page) or trim(tag[name], ".?")
    end
  end
  local opening = {}
  for _, name in ipairs { "ECO", "Opening", "Variation" } do
    opening[#opening + 1] = is_known(tag[name]) and tag[name] or nil
  end
  out[#out + 1] = #opening > 0 and table.concat(opening, " ") or nil
  return out
end

--- Return the tags that no other part of the sheet shows, as {name, value}.
---@param sheet table
---@return table[]
function M.others(sheet)
  local out = {}
  for _, pair in ipairs(sheet.tags) do
    if not ROSTER[pair[1]] and is_known(pair[2]) then
      out[#out + 1] = pair
    end
  end
  return out
end

--- Return the name of a node: "12... Nf6!", or "Start" for the start position.
---@param sheet table
---@param number integer the node's number; 0 is the start
---@param moves string[] made by lucena.sheet.layout
---@param page table
---@return string
function M.name(sheet, number, moves, page)
  local node = sheet.nodes[number]
  if not node then
    return page.words("Start")
  end
  return node.move_number .. (node.side == "white" and ". " or "... ") .. moves[number]
    .. require("lucena.sheet.layout").signs(node, page.lang)
end

--- Format seconds as a clock: "1:02:05".
---@param seconds number
---@return string
function M.clock(seconds)
  local whole = math.floor(seconds)
  return ("%d:%02d:%02d"):format(whole // 3600, whole // 60 % 60, whole % 60)
end

--- Format the evaluation of a node from White's point of view: "+0.35", "#-3"; nil if there is none.
---@param node table
---@return string?
function M.eval(node)
  return node.mate and ("#%d"):format(node.mate) or node.eval and ("%+.2f"):format(node.eval) or nil
end

--- Return White's winning chances, from -1 to 1; nil without an evaluation. Lichess publishes this formula for its
-- graphs: 2 / (1 + exp(-0.368 pawns)) - 1. Its slope is greatest near 0.
---@param node table
---@return number?
function M.chances(node)
  if node.mate then
    return node.mate > 0 and 1 or node.mate < 0 and -1 or node.side == "white" and 1 or -1
  end
  return node.eval and 2 / (1 + math.exp(-0.368208 * node.eval)) - 1 or nil
end

--- Return the numbers of the mainline's nodes.
---@param sheet table
---@return integer[]
function M.mainline(sheet)
  local out, at = {}, sheet.start.children[1]
  while at and sheet.nodes[at].depth == 0 do
    out[#out + 1] = at
    at = sheet.nodes[at].children[1]
  end
  return out
end

return M
