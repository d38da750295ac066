--- Reads and writes moves in dialects that have hooks, because a table cannot describe them. The hooks return the
-- spellings of a move. To read a text, compute the spellings of all legal moves. The text means the moves that have
-- this spelling; they are called its owners. A text with several owners is ambiguous, and a text without owners is an
-- error. The text is never parsed, so it cannot be misread.
--
-- The hooks are functions of the built-in styles. They get Positions and Moves, so they cannot be called while a game
-- is being read. The functions `print` and `read` of files and programs get texts: see csrc/binding/dialect_call.c.
--
--     print(position, move, info)  --> text, or nil if the dialect cannot express the move
--     spell(position, move, info)  --> array of spellings, or of { text = , key = }; shortest first. Without `print`,
--                                      the first spelling with a single owner is written. `text = nil`: only for
--                                      reading
--     fold(text, info)             --> key: the text without irrelevant differences; nil if it cannot be a move
--     parse(position, text, info)  --> move, for styles in which parsing is simpler than matching
--     choose(position, moves, text, info) --> array of Moves: the owners of a text that agree with its signs
--     ending(position, move, info) --> text to write after the spelling, such as a check sign; it identifies no move
--
-- `info` describes the dialect: letters (K = "K", ...), alphabet, title. Cost: all legal moves are spelled, once per
-- position.
-- @module lucena.notation.hooks

local core = require("lucena.core")
local shown = require("lucena.argument").shown

local M = {}

-- The spellings of the last position for each dialect. They are stored, because often several moves are read and
-- written in the same position.
local indexes = setmetatable({}, { __mode = "k" })

-- Return a Position. Hooks are never called with a Board, because a Board changes.
local function as_position(position)
  local is_board = getmetatable(position) == "lucena.Board"
  return is_board and position:position() or position -- results: a Board has a position
end

-- Remove signs that are not part of a spelling. If a text has no owners, it is tried again without these signs.
local function without_marks(text)
  return (text:gsub("[!?]+%s*$", ""))
end

local function default_fold(text)
  return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

-- Return the text that the hook `print` returns for a move, or nil.
local function print_move(hooks, position, move, info)
  local text = hooks.print(position, move, info)
  if text ~= nil and type(text) ~= "string" then
    error(("the hook print returned a %s, it must return text or nil"):format(type(text)), 0)
  end
  return text
end

-- Return the spellings of a move as { text, key }; both may be equal.
local function spell(hooks, position, move, info)
  local list = hooks.spell and hooks.spell(position, move, info)
  if list == nil then
    local text = hooks.print and print_move(hooks, position, move, info)
    list = text and { text } or {}
  elseif type(list) ~= "table" then
    error(("the hook spell returned a %s, it must return an array of texts"):format(type(list)), 0)
  end
  local fold = hooks.fold or default_fold
  for i, spelling in ipairs(list) do
    if type(spelling) == "string" then
      list[i] = { text = spelling, key = fold(spelling, info) }
    end
  end
  return list
end

local function playable(position)
  local moves = position:moves()
  if not position:in_check() and #moves > 0 then
    moves[#moves + 1] = core.move(0)
  end
  return moves
end

-- Return the index of a position: `owners` maps a key to an array of moves, and `spellings` maps a move to an array of
-- spellings.
local function index_of(dialect, position)
  local fen = tostring(position)
  local index = indexes[dialect]
  if index and index.fen == fen and index.variant == position.variant then
    return index
  end
  local info = dialect.info
  index = { fen = fen, variant = position.variant, owners = {}, spellings = {} }
  for _, move in ipairs(playable(position)) do
    local list = spell(info.hooks, position, move, info)
    index.spellings[move] = list
    for _, spelling in ipairs(list) do
      local owners = index.owners[spelling.key]
      if not owners then
        index.owners[spelling.key] = { move }
      elseif owners[#owners] ~= move then
        owners[#owners + 1] = move
      end
    end
  end
  indexes[dialect] = index
  return index
end

-- Return the moves that own a text, or nil.
local function owners_of(hooks, position, index, text, info)
  local key = (hooks.fold or default_fold)(text, info)
  local owners = key and index.owners[key]
  if owners and #owners > 1 and hooks.choose then
    return hooks.choose(position, owners, text, info)
  end
  return owners
end

--- Return the moves that a text may mean: none, one, or several.
---@param dialect Dialect
---@param position Position|Board
---@param text string
---@return Move[] moves
function M.candidates(dialect, position, text)
  position = as_position(position)
  local info = dialect.info
  local hooks = info.hooks
  if hooks.parse then
    local move = hooks.parse(position, text, info) or hooks.parse(position, without_marks(text), info)
    return { move }
  end
  local index = index_of(dialect, position)
  local owners = owners_of(hooks, position, index, text, info)
    or owners_of(hooks, position, index, without_marks(text), info)
  return owners and { table.unpack(owners) } or {}
end

-- Format a word for a message as the core does: in quotation marks if it begins or ends with invisible characters.
local function token(text)
  return (text == "" or text:find("[%c ]")) and '"' .. shown(text) .. '"' or shown(text)
end

local function fail(position, code, what, text, rest)
  local side = position.turn == "white" and "White" or "Black"
  return nil, ("%s %s%s (move %d, %s)"):format(what, token(text), rest or "", position.fullmove_number, side), code
end

--- Read a move.
---@param dialect Dialect
---@param position Position|Board
---@param text string
---@return Move? move
---@return string[]|string repairs always empty, or the error message
---@return string? code bad_move, illegal_move or ambiguous_move
function M.read(dialect, position, text)
  local moves = M.candidates(dialect, position, text)
  if #moves == 1 then
    return moves[1], {}
  elseif #moves == 0 then
    if M.is_shaped(dialect, text) then
      return fail(position, "illegal_move", "illegal move", text)
    end
    return fail(position, "bad_move", "not a move", text)
  end
  local names = {}
  for i, move in ipairs(moves) do
    names[i] = M.write(dialect, position, move) or position:uci(move)
  end
  local rest = ": " .. table.concat(names, ", ", 1, #names - 1) .. " or " .. names[#names]
  return fail(position, "ambiguous_move", "ambiguous move", text, rest)
end

-- Return the shortest spelling that has a single owner. Of equally short spellings, return the first.
local function shortest(index, move)
  local best
  for _, spelling in ipairs(index.spellings[move] or {}) do
    local text = spelling.text
    if text and (not best or #text < #best) and #index.owners[spelling.key] == 1 then
      best = text
    end
  end
  return best
end

--- Write a move.
---@param dialect Dialect
---@param position Position|Board
---@param move Move a legal move or the null move
---@return string? text
---@return string? err
---@return string? code illegal_move, or unsayable_move
function M.write(dialect, position, move)
  position = as_position(position)
  if not position:is_legal(move) and not (move.is_null and not position:in_check()) then
    return fail(position, "illegal_move", "illegal move", tostring(move))
  end
  local info = dialect.info
  local hooks = info.hooks
  local text
  if hooks.print then
    text = print_move(hooks, position, move, info)
  else
    text = shortest(index_of(dialect, position), move)
  end
  if not text then
    return nil, ("%s cannot say the move %s"):format(dialect.name, tostring(move)), "unsayable_move"
  end
  return text .. (hooks.ending and hooks.ending(position, move, info) or "")
end

--- Return whether a text has the form of a move in some position.
---@param dialect Dialect
---@param text string
---@return boolean
function M.is_shaped(dialect, text)
  local hooks = dialect.info.hooks
  if hooks.shape then
    return hooks.shape(text, dialect.info)
  end
  return text:find("%S") ~= nil and #text < 64
end

return M
