--- Converts board patterns in the syntax of pgn-extract's FENPattern to sets of squares. A class is the set of possible
-- contents of a square: one bit per kind of piece, as in lucena.query.board, and one for an empty square. If a rank has
-- at most one `*`, its items fill the eight squares in only one way. With more stars there are several ways, and the
-- rank matches if one of them does.
-- @module lucena.query.pattern

local board = require("lucena.query.board")
local codes = require("lucena.query.instruction").codes

local M = {}

local EMPTY = codes.EMPTY_SQUARES
local ANY = board.ALL_PIECES | EMPTY
local STAR = "*"

-- ---- reading -------------------------------------------------------------------------------------

local function class_of(letter)
  if letter == "A" then
    return board.WHITE_PIECES
  elseif letter == "a" then
    return board.BLACK_PIECES
  end
  return board.KINDS[letter] and 1 << board.KINDS[letter]
end

local function class_of_set(text)
  local inverted, letters = text:match("^%[(%^?)([%a]+)%]$")
  local class = letters and 0
  for letter in (letters or ""):gmatch(".") do
    class = class and class_of(letter) and class | class_of(letter)
  end
  return class and (inverted == "^" and ANY & ~class or class)
end

-- Parse a rank into an array of classes and stars; nil if it is invalid.
local function parse_rank(text)
  local items, at = {}, 1
  while at <= #text do
    local word = text:match("^%b[]", at) or text:sub(at, at)
    at = at + #word
    if word:find("^[1-8]$") then
      for _ = 1, tonumber(word) do
        items[#items + 1] = EMPTY
      end
    elseif word ~= STAR or items[#items] ~= STAR then
      items[#items + 1] = word == STAR and STAR or word == "?" and ANY or word == "!" and board.ALL_PIECES
        or class_of(word) or class_of_set(word) or false
    end
    if items[#items] == false then
      return nil, ("'%s' is not valid in a pattern"):format(word)
    end
  end
  return items
end

-- Return all ways to fill eight squares with the items, as arrays of eight classes.
local function spread(items)
  local ways, fixed, stars = {}, 0, 0
  for _, item in ipairs(items) do
    if item == STAR then
      stars = stars + 1
    else
      fixed = fixed + 1
    end
  end
  local function fill(at, squares, left, stars_left)
    local item = items[at]
    if not item then
      ways[#ways + 1] = table.move(squares, 1, 8, 1, {})
    elseif item ~= STAR then
      squares[#squares + 1] = item
      fill(at + 1, squares, left, stars_left)
      squares[#squares] = nil
    else
      -- The last star takes all remaining squares.
      for count = stars_left == 1 and left or 0, left do
        for _ = 1, count do
          squares[#squares + 1] = ANY
        end
        fill(at + 1, squares, left - count, stars_left - 1)
        for _ = 1, count do
          squares[#squares] = nil
        end
      end
    end
  end
  if fixed == 8 or fixed < 8 and stars > 0 then
    fill(1, {}, 8 - fixed, stars)
  end
  return ways
end

--- Parse a pattern.
---@param text string
---@return table? ranks from the eighth to the first: arrays of items
---@return string? problem
function M.parse(text)
  local ranks = {}
  for part in (text .. "/"):gmatch("(.-)/") do
    local items, problem = parse_rank(part)
    if not items then
      return nil, problem
    elseif #spread(items) == 0 then
      return nil, ("the rank '%s' does not have eight squares"):format(part)
    end
    ranks[#ranks + 1] = items
  end
  if #ranks ~= 8 then
    return nil, ("a pattern has eight ranks, this one %d"):format(#ranks)
  end
  return ranks
end

-- ---- variants ------------------------------------------------------------------------------------

local function exchanged(class)
  return class & EMPTY | (class & board.WHITE_PIECES) << 6 | (class & board.BLACK_PIECES) >> 6
end

-- Return a rank with its items reversed, or with colors exchanged.
local function changed(items, is_mirrored, is_exchanged)
  local out = {}
  for i, item in ipairs(items) do
    local value = is_exchanged and item ~= STAR and exchanged(item) or item
    out[is_mirrored and #items + 1 - i or i] = value
  end
  return out
end

local function variant(ranks, is_mirrored, is_exchanged)
  local out = {}
  for i, items in ipairs(ranks) do
    out[is_exchanged and 9 - i or i] = changed(items, is_mirrored, is_exchanged)
  end
  return out
end

--- Return the pattern and the variants that the options add.
---@param ranks table made by parse()
---@param opts table colors, mirror
---@return table[] list of ranks
function M.variants(ranks, opts)
  local list = { ranks }
  if opts.colors then
    list[#list + 1] = variant(ranks, false, true)
  end
  if opts.mirror then
    for i = 1, #list do
      list[#list + 1] = variant(list[i], true, false)
    end
  end
  return list
end

-- ---- sets ----------------------------------------------------------------------------------------

-- Return, for each kind of piece, the squares that it must not occupy; at index 12, the squares that must not be empty.
local function forbidden_by(classes)
  local sets = {}
  for kind = 0, 12 do
    local set = 0
    for square, class in pairs(classes) do
      if class >> kind & 1 == 0 then
        set = set | 1 << square
      end
    end
    sets[kind] = set
  end
  return sets
end

-- Add the tests of one side's pieces to `out`. Squares that no piece of the side may occupy are tested once for the
-- whole side (index 6 or 7), and other squares once per kind of piece.
local function gather_side(sets, first, all, out)
  local common = sets[first]
  for kind = first, first + 5 do
    common = common & sets[kind]
  end
  out[#out + 1] = { all, all, common }
  for kind = 0, 5 do
    out[#out + 1] = { kind, all, sets[first + kind] & ~common }
  end
end

-- Return an array {first, second, squares, first, ...} of intersections that must be empty, the most selective first.
local function block_of(classes)
  local sets, tests = forbidden_by(classes), {}
  gather_side(sets, 0, 6, tests)
  gather_side(sets, 6, 7, tests)
  tests[#tests + 1] = { 8, 7, sets[12] }
  table.sort(tests, function(a, b)
    local x, y = board.count(a[3]), board.count(b[3])
    return x > y or x == y and (a[1] < b[1] or a[1] == b[1] and a[2] < b[2])
  end)
  local block = {}
  for _, test in ipairs(tests) do
    if test[3] ~= 0 then
      table.move(test, 1, 3, #block + 1, block)
    end
  end
  return block
end

-- Return the squares of a rank, numbered from 0, on which the pattern requires a pawn of one side.
local function pawns_on(classes, rank, kind)
  local set = 0
  for file = 0, 7 do
    if classes[8 * rank + file] == 1 << kind then
      set = set | 1 << 8 * rank + file
    end
  end
  return set
end

--- Return the step for C.
---@param ranks table
---@return table fields
function M.compile(ranks)
  local sure, groups = {}, {}
  for i, items in ipairs(ranks) do
    local ways, group = spread(items), {}
    for way, squares in ipairs(ways) do
      local classes = #ways == 1 and sure or {}
      for file, class in ipairs(squares) do
        classes[8 * (8 - i) + file - 1] = class
      end
      group[way] = #ways > 1 and block_of(classes) or nil
    end
    groups[#groups + 1] = #ways > 1 and group or nil
  end
  table.insert(groups, 1, { block_of(sure) })
  return { op = "pattern", groups = groups, a = pawns_on(sure, 1, board.KINDS.P), b = pawns_on(sure, 6, board.KINDS.p) }
end

-- ---- shifted patterns ----------------------------------------------------------------------------

-- Order classes by the chance that a square fits them, lowest first. If the first class does not fit, the others need
-- no test.
local function is_rarer(a, b)
  local x, y = board.count(a.class), board.count(b.class)
  return x < y or x == y and a.square < b.square
end

-- Return the cells {square =, class =} of the squares that have a condition; nil if a rank can be filled in several
-- ways.
local function cells_of(ranks)
  local cells = {}
  for i, items in ipairs(ranks) do
    local ways = spread(items)
    if #ways > 1 then
      return nil
    end
    for file, class in ipairs(ways[1]) do
      if class ~= ANY then
        cells[#cells + 1] = { square = 8 * (8 - i) + file - 1, class = class }
      end
    end
  end
  table.sort(cells, is_rarer)
  return cells
end

-- Return the squares on which the first cell may be, so that all other cells are on the board.
local function places_of(cells)
  local places = 0
  local function all_fit(file, rank)
    for _, cell in ipairs(cells) do
      local f, r = file + (cell.square & 7) - (cells[1].square & 7), rank + (cell.square >> 3) - (cells[1].square >> 3)
      if f < 0 or f > 7 or r < 0 or r > 7 then
        return false
      end
    end
    return true
  end
  for square = 0, 63 do
    if all_fit(square & 7, square >> 3) then
      places = places | 1 << square
    end
  end
  return places
end

--- Return the step for C that finds a pattern anywhere on the board.
---@param ranks table
---@return table? fields nil if a rank has several stars
function M.compile_shifted(ranks)
  local cells = cells_of(ranks)
  if not cells then
    return nil
  end
  local list = {}
  for _, cell in ipairs(cells) do
    list[#list + 1] = cell.square - cells[1].square
    list[#list + 1] = cell.class
  end
  return { op = "shifted", cells = list, a = places_of(cells) }
end

return M
