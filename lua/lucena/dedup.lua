--- Games that are the same: which one of them is kept.
-- What makes a game the same as another is a string, compared whole: no game is taken for another because a hash says
-- so. Its moves are two bytes a ply there (`Game:codes`), its start is empty or the placement, side to move, castling
-- rooks and en passant square, as positions are compared everywhere. Where texts are compared byte for byte, that
-- string finds the candidates, and the caller reads the texts again.
-- Names are folded as the queries fold them ("Jørgensen" is "Joergensen"), without initials: "A. Smith" may be one
-- Smith and another one.
-- Cost: for each game that is kept some 100 bytes and two a ply, the folded names more with `players`, the moves once
-- more with `contained`; the collector lets memory grow to twice that.
-- @module lucena.dedup

local core = require "lucena.core"

local M = {}

local INITIAL = core.position()

local function start_of(game)
  local start = game.start
  return start == INITIAL and "" or start:fen({ castling = "shredder" }):match("^%S+ %S+ %S+ %S+")
end

local function name_of(value)
  return value and (core.fold_name(value) or value) or ""
end

-- ---- what makes games the same -------------------------------------------------------------------

-- Each gives the key of a game; the lengths of its parts stand before them, so that nothing in one can look like
-- another. A second result: how many bytes of the codes were wanted.
local KEYS = {}

function KEYS.moves(game, codes)
  return string.pack("s1", start_of(game)) .. codes
end

function KEYS.plies(game, codes, plies)
  return KEYS.moves(game, codes:sub(1, 2 * plies))
end

function KEYS.players(game, codes)
  local tags = game.tags
  return string.pack("s4s4s4s4s4", name_of(tags.White), name_of(tags.Black), tags.Date or "", tags.Round or "",
    tags.Result or "") .. KEYS.moves(game, codes)
end

-- Of games with the same text.
function KEYS.exact(game, codes)
  return string.pack("j", #game.text) .. KEYS.moves(game, codes)
end

-- Of games of which one may be the beginning of another.
local function group_of(game)
  local tags = game.tags
  return string.pack("s4s4s4", name_of(tags.White), name_of(tags.Black), tags.Date or "") .. start_of(game)
end

-- Whether the moves are known: all were read, and the start is the one that the tags say. A bad start leaves no `rest`
-- where there are no moves.
local function is_read(game, codes)
  if codes == "" and (game.tags.FEN or game.tags.Variant) then
    return (game:check())
  end
  return not game.rest
end

-- Whether there is nothing to compare: games that were not played are not all one game.
local function says_nothing(game, codes, by)
  return codes == "" and (by == "moves" or by == "plies") and game.start == INITIAL
end

-- ---- which one is better -------------------------------------------------------------------------

local function notes_at(node)
  return #node.comments + #node.comments_before + #node.nags + math.max(#node - 1, 0)
end

-- Comments, NAGs and variations.
local function notes_in(game)
  local count = notes_at(game.root)
  game:walk(function(node)
    count = count + notes_at(node)
  end)
  return count
end

--- Ways to choose between two games that are the same, the first of which was read before: functions that give the
-- better one. "longest": more plies, then more bytes; "annotated": more comments, NAGs and variations.
M.choosers = {
  longest = function(a, b)
    if a.plies ~= b.plies then
      return a.plies > b.plies and a or b
    end
    return #b.text > #a.text and b or a
  end,
  annotated = function(a, b)
    return notes_in(b) > notes_in(a) and b or a
  end,
}

-- ---- games compared ------------------------------------------------------------------------------

-- A game is an id, an integer that the caller gives: 1, 2, 3 ... in the order they are read. `first`: key -> the first
-- game with it, or with `exact` an array of games; `set`: game -> the first one that is the same; `best`: first game
-- -> the one that is kept of its set, where that is another.
local Doubles = {}
Doubles.__index = Doubles

--- Something to compare games with.
---@param opts table by: "moves", "exact", "plies" or "players"; plies: the number for "plies"; contained: whether games
-- that begin others are looked for; same_text(id, game): whether that game's text is this one's, for "exact";
-- is_better(id, game): whether a game is to be kept instead of one before it, else the first one is
---@return table
-- @usage local d = require("lucena.dedup").new{by = "moves"} return d:add(1, chess.game "1. e4 *")  --> nil
function M.new(opts)
  return setmetatable({ opts = opts, key = KEYS[opts.by], first = {}, set = {}, best = {}, known = 0,
    groups = opts.contained and {} or nil, codes = {}, within = {} }, Doubles)
end

--- The games up to here are had already, and never left out for others.
---@param id integer
function Doubles:set_known(id)
  self.known = id
end

-- The first game that is the same, or nil after this one has become the first of its kind.
function Doubles:find(id, game, key)
  local found = self.first[key]
  if self.opts.by ~= "exact" then
    self.first[key] = found or id
    return found
  end
  found = found or {}
  self.first[key] = found
  for _, other in ipairs(found) do
    if self.opts.same_text(other, game) then
      return other
    end
  end
  found[#found + 1] = id
  return nil
end

--- Look at a game.
---@param id integer
---@param game lucena.Game
---@return integer? same the first game that is the same; nil: it is a new one, its moves cannot be read, or it has
-- none from the initial position and only moves are compared
function Doubles:add(id, game)
  local codes, by = game:codes(), self.opts.by
  local is_readable = is_read(game, codes)
  if by ~= "exact" and not is_readable or says_nothing(game, codes, by) then
    return nil
  end
  local set = self:find(id, game, self.key(game, codes, self.opts.plies))
  if set then
    self.set[id] = set
    local best = self.best[set] or set
    if best > self.known and self.opts.is_better and self.opts.is_better(best, game) then
      self.best[set] = id
    end
  end
  -- A game of no moves would begin every other.
  if self.groups and is_readable and #codes > 0 then
    local name = group_of(game)
    local group = self.groups[name] or {}
    self.groups[name], group[#group + 1], self.codes[id] = group, id, codes
  end
  return set
end

-- Of the games that are kept of a group, those that begin another. In the order of their moves, the game that one
-- begins stands right behind those that have its very moves.
function Doubles:look_within(group)
  local codes, kept = self.codes, {}
  for _, id in ipairs(group) do
    if self:kept(id) == id then
      kept[#kept + 1] = id
    end
  end
  table.sort(kept, function(a, b)
    if codes[a] == codes[b] then
      return a < b
    end
    return codes[a] < codes[b]
  end)
  for i = #kept - 1, 1, -1 do
    local this, next_one = kept[i], kept[i + 1]
    if codes[this] == codes[next_one] then
      self.within[this] = self.within[next_one]
    elseif codes[next_one]:sub(1, #codes[this]) == codes[this] then
      self.within[this] = next_one
    end
  end
end

--- All games have been looked at: find those that begin others.
function Doubles:finish()
  for _, group in pairs(self.groups or {}) do
    self:look_within(group)
  end
end

--- The game that is kept where this one is the same: itself, or another.
---@param id integer
---@return integer
function Doubles:kept(id)
  local set = self.set[id] or id
  return self.best[set] or set
end

--- The longest game that this one begins, after finish().
---@param id integer
---@return integer? longer
function Doubles:longer(id)
  local longer = self.within[id]
  while longer and self.within[longer] do
    longer = self.within[longer]
  end
  return longer
end

return M
