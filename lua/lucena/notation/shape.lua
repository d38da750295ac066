--- Finds the parts of an algebraic move without a position: piece, origin, capture, destination, promotion, en passant,
-- check. Explanations and corrections of prose use this module; to read moves, the core is used.
-- @module lucena.notation.shape

local lexicon = require("lucena.lexicon")

local M = {}

-- Maps each of several signs that look alike to one of them.
local ALIKE = {
  ["\u{2010}"] = "-", ["\u{2011}"] = "-", ["\u{2012}"] = "-", ["\u{2013}"] = "-", ["\u{2014}"] = "-",
  ["\u{2212}"] = "-", ["×"] = "x", ["✕"] = "x", ["†"] = "+", ["‡"] = "#", -- lexicon: characters
}

local function fold(text)
  return (text:gsub("[\xC2-\xF4][\x80-\xBF]+", function(run)
    return run:gsub(utf8.charpattern, ALIKE)
  end))
end

-- Return the piece and the length of the piece letter at the beginning of a text. The longest spelling is used.
local function head_of(text, pieces)
  local kind, size = nil, 0
  for letter, spellings in pairs(pieces) do
    for _, spelling in ipairs(spellings) do
      if letter ~= "P" and #spelling > size and text:sub(1, #spelling) == spelling then
        kind, size = letter, #spelling
      end
    end
  end
  return kind, size
end

-- Objects of this class remove texts from the beginning of a move, and record their roles.
local Taker = {}
Taker.__index = Taker

function Taker:take(pattern, role)
  local found = self.rest:match("^" .. pattern)
  if found and found ~= "" then
    self.parts[#self.parts + 1] = { text = found, role = role }
    self.rest = self.rest:sub(#found + 1)
    return found
  end
end

local function take_squares(taker, shape)
  local rest = taker.rest
  if rest:find("^[a-h][1-8][-x:]?[a-h][1-8]") then
    shape.from = taker:take("[a-h][1-8]", "origin")
  elseif rest:find("^[a-h][x:]?[a-h][1-8]") then
    shape.file = taker:take("[a-h]", "file")
  elseif rest:find("^[1-8][x:]?[a-h][1-8]") then
    shape.rank = taker:take("[1-8]", "rank")
  end
  if taker:take("%-", "hyphen") == nil then
    shape.is_capture = taker:take("[x:]", "capture") ~= nil
  end
  shape.to = taker:take("[a-h][1-8]", "destination")
  if taker:take(":", "capture") then
    shape.is_capture = true
  end
end

local function take_promotion(taker, shape, pieces)
  if not shape.to or not shape.to:find("[18]$") then
    return
  end
  local sign = taker.rest:match("^[=(/]?")
  local kind, size = head_of(taker.rest:sub(#sign + 1), pieces)
  if kind then
    taker:take("[=(/]", "promotion_sign")
    shape.promotion = kind
    taker.parts[#taker.parts + 1] = { text = taker.rest:sub(1, size), role = "promotion" }
    taker.rest = taker.rest:sub(size + 1)
    taker:take("%)", "promotion_sign")
  end
end

local function take_signs(taker, shape)
  shape.is_ep = taker:take("%s*%(?e%.?%s?p%.?%)?", "ep") ~= nil
  taker.rest = taker.rest:gsub("^%s+", "")
  shape.mark = taker:take("%+%+?", "check") or taker:take("#", "mate") or taker:take("ch%.?", "check")
    or taker:take("mate", "mate")
  taker:take("[!?]+", "annotation")
end

-- Return the wing of castling, also in mixtures of O, o and 0.
local function castling_of(text)
  local word = text:gsub("О", "O"):gsub("о", "O"):match("^[%-0Oo]+")
  return word and lexicon.wing((word:gsub("[0o]", "O")))
end

--- Return the parts of an algebraic move.
---@param text string
---@param pieces table<string, string[]> the spellings of each kind of piece
---@return table? shape {kind = "N", to, from | file | rank, is_capture, promotion, is_ep, mark, castling = "short" or
-- "long", parts = array of {text, role}}; nil if it is not an algebraic move
-- @usage shape.of("Cbd2", require("lucena.notation.letters").find("french").white).kind --> N
function M.of(text, pieces)
  local taker = setmetatable({ rest = fold(text), parts = {} }, Taker)
  local shape = { parts = taker.parts, kind = "P" }
  shape.castling = castling_of(taker.rest)
  if shape.castling then
    taker:take("[%-0Oo\xD0\x9E\xBE]+", "castling")
    shape.kind = "K"
  else
    local kind, size = head_of(taker.rest, pieces)
    if kind then
      shape.kind = kind
      taker.parts[1] = { text = taker.rest:sub(1, size), role = "piece" }
      taker.rest = taker.rest:sub(size + 1)
    end
    take_squares(taker, shape)
    if not shape.to then
      return nil
    end
    take_promotion(taker, shape, pieces)
  end
  take_signs(taker, shape)
  return taker.rest == "" and shape or nil
end

return M
