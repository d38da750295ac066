--- The words of conditions (lucena.query.condition_syntax): `isCheckmate`, `white_elo`, `len(moves)`,
-- `pieces(white, bishop)` and `game.headers["WhiteElo"]` are lists of words in lower case, without words that only
-- programs need.
-- @module lucena.query.condition_words

local tag_names = require("lucena.tag_names")

local M = {}

-- Words without a meaning for a query.
local NOISE = {}
for word in ([[int float number num tonumber parseint str string lower upper len length count counts size total sum n nb
  of game g games board headers header tags tag pos position self get is has have had the chess at in on it any all
  square squares number's side sides color colour player players's]]):gmatch("%S+") do
  NOISE[word] = true
end

-- Return the words of one name: "whiteElo", "white_elo", "white elo".
local function split(name, list)
  local tag = tag_names.is_known(name) and name:gsub("(%l)(%u)", "%1 %2") or nil
  name = (tag or name:gsub("(%l)(%u)", "%1 %2")):gsub("_", " "):lower():gsub("move number", "movenumber")
  for word in name:gmatch("%S+") do
    list[#list + 1] = not NOISE[word] and word or nil
  end
end

local LETTERS = { P = "pawns", N = "knights", B = "bishops", R = "rooks", Q = "queens", K = "kings" }

-- Add the words of a node. A letter of a piece in quotation marks is a piece of that side.
local function add(node, list)
  if node.kind == "text" then
    local piece = LETTERS[node.value:upper()]
    if piece and #node.value == 1 then
      list[#list + 1] = node.value == node.value:upper() and "white" or "black"
      list[#list + 1] = piece
    else
      split(node.value, list)
    end
    return true
  elseif node.kind == "index" then
    return add(node[1], list) and add(node[2], list)
  elseif node.kind == "field" then
    split(node.name, list)
    return add(node[1], list)
  elseif node.kind == "call" or node.kind == "name" then
    if node.of and not add(node.of, list) then
      return false
    end
    split(node.name or "", list)
    for _, argument in ipairs(node) do
      if not add(argument, list) then
        return false
      end
    end
    return true
  end
  return false
end

--- Return the words of a node; nil if it has another form, such as a number.
---@param node table
---@return string[]?
-- @usage local tree = require("lucena.query.condition_syntax").tree "pieces(white, bishop)"
--   return table.concat(require("lucena.query.condition_words").of(tree), " ") --> pieces white bishop
function M.of(node)
  local list = {}
  return add(node, list) and list or nil
end

return M
