--- Finds the legal moves that a mention can mean. A mention is a move as the text prints it. It has a *shape*
-- (descriptive notation) or a *token* and the dialect that reads it (all other notations). Each move gets a cost: the
-- sum of the costs of the conventions that the spelling breaks.
--
-- Results are cached by position and spelling, because several lines reach the same positions. The cache is emptied
-- when it holds LARGEST positions.
-- @module lucena.text.match

local M = {}

local LARGEST = 2000

-- Costs of broken conventions. A missing check sign costs little, because books often omit it. A printed check is
-- stronger evidence: a move that gives no check cannot be the printed move.
local COSTS = { unprinted_check = 1, promotion = 2, repair = 1, false_check = 4 }

-- ---- positions -----------------------------------------------------------------------------------

local Matcher = {}
Matcher.__index = Matcher

--- Make a matcher for one text. Its `votes` are those of lucena.text.wings.
---@return table
function M.new()
  return setmetatable({ memory = {}, count = 0, votes = { origin = 0, side = 0 } }, Matcher)
end

-- Describe the legal moves of a position.
local function describe(position)
  local list = {}
  for i, move in ipairs(position:moves()) do
    local victim = position:captured(move)
    local from, to = move.from, move.to
    list[i] = {
      move = move, from = from, to = to, piece = position:piece(from):upper(), promotion = move.promotion,
      castle = move.is_castling and (to > from and "short" or "long") or nil,
      victim = victim and victim:upper() or nil,
      is_ep = victim ~= nil and position:piece(to) == nil,
    }
  end
  return list
end

local function entry_of(self, position)
  local key = position.key
  local entry = self.memory[key]
  if not entry then
    if self.count == LARGEST then
      self.memory, self.count = {}, 0
    end
    entry = { position = position, readings = {} }
    self.memory[key], self.count = entry, self.count + 1
  end
  return entry
end

local function gives_check(entry, one)
  if one.check == nil then
    one.check = entry.position:gives_check(one.move) and true or false
  end
  return one.check
end

-- ---- shapes --------------------------------------------------------------------------------------

local function steps_of(one)
  return math.abs(one.from:byte(2) - one.to:byte(2))
end

local function fits(one, shape, turn)
  if shape.castle then
    return one.castle == shape.castle or shape.castle == "any" and one.castle ~= nil
  elseif one.piece ~= shape.piece or one.castle then
    return false
  elseif shape.sign == "x" and not one.victim or shape.sign == "-" and one.victim then
    return false
  elseif shape.victim and one.victim ~= shape.victim then
    return false
  elseif shape.squares and not shape.squares[turn][one.to] or shape.from and not shape.from[turn][one.from] then
    return false
  elseif shape.victim_squares and not shape.victim_squares[turn == "white" and "black" or "white"][one.to] then
    return one.is_ep
  elseif shape.ep and not one.is_ep or shape.steps and steps_of(one) ~= shape.steps then
    return false
  end
  local other = shape.file_or_promotion
  if other and one.promotion then
    return one.promotion:lower() == other.promotion
  elseif other then
    return other.squares[turn][one.to] == true
  end
  return one.promotion == nil or one.promotion:lower() == (shape.promotion or "q")
end

local function shaped(entry, shape)
  local list = {}
  entry.moves = entry.moves or describe(entry.position)
  local turn = entry.position.turn
  for _, one in ipairs(entry.moves) do
    local is_fit = fits(one, shape, turn)
    if is_fit and shape.check and not gives_check(entry, one) then
      list.has_false_check = true
    elseif is_fit then
      local cost = not shape.check and gives_check(entry, one) and COSTS.unprinted_check or 0
      cost = cost + (one.promotion and not shape.promotion and not shape.letter and COSTS.promotion or 0)
      list[#list + 1] = { move = one.move, from = one.from, to = one.to, cost = cost }
    end
  end
  return list
end

-- ---- tokens --------------------------------------------------------------------------------------

-- Repairs that printed moves often need. They are no evidence against a reading, and cost nothing.
local HARMLESS = {
  unicode_sign = true, castling_sign = true, promotion_sign = true, separator = true, superfluous_origin = true,
  pawn_letter = true, ep_mark = true, capture_sign = true, piece_glyph = true, check_sign = true,
}

-- Return the readings of a token. In descriptive notation, a printed check excludes moves that give none. In algebraic
-- notation, it is a convention: a move that gives none is read if no other move fits.
local function tokened(entry, token)
  local list, unchecked = {}, {}
  local moves, repairs = token.dialect:candidates(entry.position, token.text)
  local cost = 0
  for _, name in ipairs(repairs or {}) do
    cost = cost + (HARMLESS[name] and 0 or COSTS.repair)
  end
  local is_capture = token.text:find("[x:]") ~= nil or token.text:find("×", 1, true) ~= nil
  for _, move in ipairs(moves) do
    -- If a capture is printed, a move that captures nothing cannot be the printed move.
    local is_fit = not is_capture or entry.position:captured(move)
    local is_check = is_fit and entry.position:gives_check(move)
    local is_false = token.check and not is_check
    local to = is_false and unchecked or list
    if is_fit then
      to[#to + 1] = { move = move, from = move.from, to = move.to,
        cost = cost + (is_false and COSTS.false_check or is_check and not token.check and COSTS.unprinted_check or 0) }
    end
  end
  if #list == 0 and not token.dialect.name:find("^descriptive") then
    return unchecked
  end
  list.has_false_check = #unchecked > 0 or nil
  return list
end

--- Return the moves that a mention can mean in a position.
---@param position lucena.Position
---@param mention table with `shape`, or `token` = {text, dialect}; `is_forced`: the move is that of a correction
---@return table[] readings {move, from, to, cost}; `has_false_check`: whether moves were excluded because the mention
-- prints a check and they give none
function Matcher:readings(position, mention)
  local entry = entry_of(self, position)
  local key = mention.shape and mention.shape.key or mention.is_forced and "=" .. mention.token.text
    or mention.token.text
  local list = entry.readings[key]
  if not list then
    list = mention.shape and shaped(entry, mention.shape) or tokened(entry, mention.token)
    entry.readings[key] = list
  end
  return list
end

return M
