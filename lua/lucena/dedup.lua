--- Finds equal games and decides which of them to keep.
--
-- Two games are equal if their keys are equal. A key is a string with the start position and two bytes per ply. Keys
-- are compared completely, not by a hash (`lucena.Keys`, csrc/binding/keys.c). So different games are never treated as
-- equal. With `exact`, the caller also compares the texts of games with equal keys.
--
-- Names are folded as in queries ("Jørgensen" is "Joergensen"), but initials are not expanded: several players may be
-- called "A. Smith".
--
-- Memory: about 40 bytes and two bytes per ply for each kept game; with `players` also its folded names. With
-- `contained`: about 100 bytes per game and its moves twice, and up to twice that until garbage is collected.
-- @module lucena.dedup

local core = require "lucena.core"
local known_value = require("lucena.tag_names").known
local to_utf8 = require("lucena.format").to_utf8

local M = {}

local add_key, game_key = core.Keys.add, core.game_key

-- Return the value of a tag, or "" if it is unknown.
local function known(value)
  return known_value(value) or ""
end

local function name_of(value)
  value = known(value)
  return core.fold_name(value) or value
end

-- ---- which games are equal ----------------------------------------------------------------------

-- Values that must be equal besides the moves. Each part is preceded by its length, so that different values never
-- give the same string.
local BESIDES = {}

function BESIDES.players(game)
  local tags = game.tags
  return string.pack("s4s4s4s4s4", name_of(tags.White), name_of(tags.Black), known(tags.Date), known(tags.Round),
    tags.Result ~= "*" and tags.Result or "")
end

-- Tags as they are written, for `lucena merge --unique`. The counters of a start position must be equal, too.
function BESIDES.roster(game)
  local tags = game.tags
  local start = tags.FEN and game.start
  return string.pack("s4s4s4s4", to_utf8(known(tags.White)), to_utf8(known(tags.Black)), known(tags.Date),
    start and start:fen() or "")
end

-- Compare only the lengths here, because the caller compares the texts later.
function BESIDES.exact(game)
  return string.pack("j", #game.text)
end

-- Return a text that is the same for equal start positions. Without a position, the tags decide.
local function start_of(game)
  local tags, start = game.tags, game.start
  if not start then
    return string.pack("s4s4", tags.FEN or "", tags.Variant or "")
  end
  local is_chess = start.variant == "Standard" or start.variant == "Chess960"
  return start:fen({ castling = "shredder" }):match("^%S+ %S+ %S+ %S+")
    .. (is_chess and "" or start.variant .. (start:fen():match("%+%d%+%d$") or ""))
end

-- Return the key of a group. A game can be the beginning only of games in the same group.
local function group_of(game, contained)
  local tags = contained == "players" and game.tags or {}
  return string.pack("s4s4s4", name_of(tags.White), name_of(tags.Black), known(tags.Date)) .. start_of(game)
end

-- ---- which one is better -------------------------------------------------------------------------

local function notes_at(node)
  return #node.comments + #node.comments_before + #node.nags + math.max(#node - 1, 0)
end

--- Count comments, NAGs and variations.
---@param game lucena.Game
---@return integer
-- @usage require("lucena.dedup").notes_in(chess.game "1. e4 {good} (1. d4) *") --> 2
function M.notes_in(game)
  local count = notes_at(game.root)
  game:walk(function(node)
    count = count + notes_at(node)
  end)
  return count
end

--- Functions that choose the better of two equal games; the first was read earlier. "longest": more plies, then more
-- bytes. "annotated": more comments, NAGs and variations.
M.choosers = {
  longest = function(a, b)
    if a.plies ~= b.plies then
      return a.plies > b.plies and a or b
    end
    return #b.text > #a.text and b or a
  end,
  annotated = function(a, b)
    return M.notes_in(b) > M.notes_in(a) and b or a
  end,
}

-- ---- games compared ------------------------------------------------------------------------------

-- A comparison of games. A game is represented by its id, an integer that the caller assigns: 1, 2, 3 ... in the order
-- of reading. Fields:
--
-- - `others`, only with `exact`: maps the first game of a key to an array of later games with that key and another
--   text.
-- - `set`: maps a game to the first game that is equal to it.
-- - `best`: maps a first game to the kept game, if that is a later one.
local Doubles = {}
Doubles.__index = Doubles

--- Create a comparison.
---@param opts table by: "moves", "exact", "plies", "position", "players" or "roster"; plies: the number; contained:
-- also find games that are the beginning of others, of the same "players" and date, or with the same "moves" alone;
-- text_of(id): the text of a game, for "exact"; is_better(before, id, game): whether to keep this game instead of the
-- earlier game `before`; default: keep the first one
---@return table
-- @usage local d = require("lucena.dedup").new{by = "moves"} return d:add(1, chess.game "1. e4 *")  --> nil
function M.new(opts)
  return setmetatable({ opts = opts, besides = BESIDES[opts.by], keys = core.keys(opts.by == "exact", opts.plies),
    positions = opts.by == "position" and {} or nil, others = {}, set = {}, best = {}, known = 0,
    groups = opts.contained and {} or nil, codes = {}, within = {} },
    Doubles)
end

--- Keep all games up to this id, even if better games are added later.
---@param id integer
function Doubles:set_known(id)
  self.known = id
end

-- Return the first game with this key and text. If there is none, record this game as the first and return nil.
function Doubles:find_text(first, id, text)
  local text_of, others = self.opts.text_of, self.others[first] or {}
  if text_of(first) == text then
    return first
  end
  for _, other in ipairs(others) do
    if text_of(other) == text then
      return other
    end
  end
  self.others[first], others[#others + 1] = others, id
  return nil
end

-- Return the position after a number of plies: pieces, side to move, castling rights and en passant square; nil for a
-- shorter game.
local function position_after(game, plies)
  local node = game:node_at(plies)
  local position = node and node.position
  return position and position:fen():match("^%S+ %S+ %S+ %S+")
end

-- Return the first game with this position. If there is none, record this game as the first and return nil. Games
-- without a position are not compared.
function Doubles:find_position(id, position)
  local first = position and self.positions[position]
  if position and not first then
    self.positions[position] = id
  end
  return first
end

-- Record that a game is equal to the game `set`, unless its text must be equal, too, and is not. Returns `set`, or the
-- game with the same text. `game` is nil if another process has read it.
function Doubles:join(set, id, game)
  local opts = self.opts
  if set and opts.by == "exact" then
    set = self:find_text(set, id, game and game.text or opts.text_of(id))
  end
  if set then
    self.set[id] = set
    local best = self.best[set] or set
    if best > self.known and opts.is_better and opts.is_better(best, id, game) then
      self.best[set] = id
    end
  end
  return set
end

-- Games without moves are ignored: they would be the beginning of every game.
local function can_be_contained(game)
  return game.plies > 0 and not game.rest
end

function Doubles:put_in_group(id, name, codes)
  local group = self.groups[name] or {}
  self.groups[name], group[#group + 1], self.codes[id] = group, id, codes
end

--- Add a game.
---@param id integer
---@param game lucena.Game
---@return integer? same the first game equal to this one; nil if the game is new. Also nil for games that are not
-- compared: games with unreadable moves, and (if only moves are compared) games that have no moves and start from the
-- initial position
function Doubles:add(id, game)
  local besides = self.besides
  local set
  if self.positions then
    set = self:find_position(id, position_after(game, self.opts.plies))
  else
    set = add_key(self.keys, id, game, besides and besides(game))
  end
  set = self:join(set, id, game)
  if self.groups and can_be_contained(game) then
    self:put_in_group(id, group_of(game, self.opts.contained), game:codes())
  end
  return set
end

--- Return the strings by which a game is compared, for add_described() in another process.
---@param game lucena.Game
---@return string? key nil if the game is not compared
---@return string? group with `contained`; nil if the game cannot be the beginning of another
---@return string? codes
function Doubles:describe(game)
  local opts, besides = self.opts, self.besides
  local key = self.positions and position_after(game, opts.plies)
    or not self.positions and game_key(game, opts.by == "exact", opts.plies, besides and besides(game)) or nil
  if self.groups and can_be_contained(game) then
    return key, group_of(game, opts.contained), game:codes()
  end
  return key
end

--- Add a game that another process has described. The parameters after `id` are the results of describe(), or "".
---@param id integer
---@param key string
---@param group string
---@param codes string
---@return integer? same as the result of add()
function Doubles:add_described(id, key, group, codes)
  local set
  if key ~= "" then
    set = self.positions and self:find_position(id, key) or not self.positions and self.keys:add(id, key) or nil
  end
  set = self:join(set, id)
  if group ~= "" then
    self:put_in_group(id, group, codes)
  end
  return set
end

-- Find the kept games of a group that are the beginning of another game. The games are sorted by their moves, so that a
-- game comes after its beginnings.
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

--- Find the games that are the beginning of other games. Call this after adding the last game.
function Doubles:finish()
  for _, group in pairs(self.groups or {}) do
    self:look_within(group)
  end
end

--- Return the game that is kept in place of this one; the game itself if it is kept.
---@param id integer
---@return integer
function Doubles:kept(id)
  local set = self.set[id] or id
  return self.best[set] or set
end

--- Return the longest game that begins with this one. Call it after finish().
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
