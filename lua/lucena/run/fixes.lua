--- The corrections of `lucena tag --fix`: errors that have only one possible correction. `Game:proofread` finds most of
-- them. The result is corrected here: a win on the board or stalemate decides, else the end of the movetext. A game
-- that ends with * keeps its Result.
-- @module lucena.run.fixes

local core = require("lucena.core")
local suggestion = require("lucena.suggestion")

local M = {}

-- kind -> codes of Game:proofread
local CODES = {
  dates = { date_style = true },
  eco = { invalid_eco = true, eco_mismatch = true },
  plycount = { ply_count_mismatch = true },
  results = {},
  roster = { missing_tags = true },
}

--- The names of the kinds, for messages.
M.NAMES = "results, dates, plycount, eco, roster"

--- Read a list of kinds.
---@param text string
---@param parser table
---@return table kinds the set of their codes, and `results`
function M.parse(text, parser)
  local kinds = {}
  for name in (text .. ","):gmatch("%s*([^,]*),") do
    local codes = CODES[name] or parser:error(("--fix: there is no '%s'%s (known: %s)"):format(name,
      suggestion.hint(name, CODES), M.NAMES))
    kinds.results = kinds.results or name == "results"
    for code in pairs(codes) do
      kinds[code] = true
    end
  end
  return kinds
end

--- If the edits set the tag Result, also change the result after the moves.
---@param edits table values; `result`: the new result of the movetext
---@param game lucena.Game
function M.follow(edits, game)
  local result = edits.values.Result and core.read_result(edits.values.Result)
  edits.result = result and game.result and result ~= game.result and result or nil
end

-- Return the right result of a game; nil if it is not known. `printed`: that after the moves.
local function result_of(game, printed)
  local outcome = game.final and game.final:outcome()
  if game.rest or not game.text:find("%S") or printed == "*" then
    return nil
  elseif outcome and outcome.winner then
    return outcome.winner == "white" and "1-0" or "0-1"
  end
  return outcome and outcome.reason == "stalemate" and "1/2-1/2" or printed
end

--- Add the corrections of a game to its edits.
---@param edits table get(name), put(name, value); `result`: the new result of the movetext
---@param game lucena.Game
---@param kinds table
function M.apply(edits, game, kinds)
  local right = kinds.results and result_of(game, edits.result or game.result)
  if right then
    edits.result = game.result ~= right and right or nil
    if edits:get("Result") then
      edits:put("Result", right)
    end
  end
  for _, record in ipairs(game:proofread()) do
    for name, value in pairs(kinds[record.code] and record.fix or {}) do
      edits:put(name, name == "Result" and right or value)
    end
  end
end

--- Replace the result at the end of a game's text. Comments may follow it.
---@param text string
---@param old string
---@param new string
---@return string? text nil if the text does not end with the old result
-- @usage require("lucena.run.fixes").with_result("1. e4 1-0", "1-0", "0-1") --> 1. e4 0-1
function M.with_result(text, old, new)
  local stop = #text - #text:match("%s*$")
  local comment = text:sub(1, stop):match("%s*{[^{}]*}$")
  while comment do
    stop = stop - #comment
    comment = text:sub(1, stop):match("%s*{[^{}]*}$")
  end
  local start = stop - #old
  if text:sub(start + 1, stop) ~= old or not text:find("^[%s})]", start) then
    return nil
  end
  return text:sub(1, start) .. new .. text:sub(stop + 1)
end

return M
