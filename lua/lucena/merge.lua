--- Merges many games into one tree, and splits one tree into many games.
-- @module lucena.merge

local argument = require("lucena.argument")
local core = require("lucena.core")
local lexicon = require("lucena.lexicon")
local merge_lines = require("lucena.merge_lines")
require("lucena.tree")

local M = {}

-- Return the result after the moves; without one, that of the tag (PGN 8.2.6).
local function result_of(game)
  return game.result or lexicon.read_result(game.tags.Result or "") or "*"
end

-- Create an empty game. `lucena.games` is loaded at the first call, because it requires this module itself.
local function new_game(start)
  return assert(require("lucena.games").game(start))
end

-- Tags that are not copied as they are. The result is set with that after the moves.
local OWN = { FEN = true, SetUp = true, Result = true, PlyCount = true }

-- Return the unreadable text at the end of a game, without the result after it; nil if there is none.
local function unread_tail(game)
  local rest, result = game.rest, game.result
  if rest and result and rest:sub(-#result) == result then
    rest = rest:sub(1, -#result - 1)
  end
  rest = rest and rest:match("^(.-)%s*$")
  return rest ~= "" and rest or nil
end

local function last_of_mainline(game)
  local node = game.root
  while node[1] do
    node = node[1]
  end
  return node
end

-- ---- merging -------------------------------------------------------------------------------------

-- The state of a merge. `target` is the new tree. `children` maps (id of a node << 16 | code of a move) to the id of
-- the child. `notes` has the comments and NAGs by id; `games`, `white`, `draws` and `black` have counts by id. These
-- are tables of numbers to save memory, because a tree of many games has millions of nodes. `lines` has the games
-- that are not in the tree yet.
local function new_state(target)
  return { target = target, children = {}, notes = {}, games = {}, white = {}, draws = {}, black = {},
    lines = merge_lines.new() }
end

-- Comments and NAGs are collected, and set at the end. If they were set at once, a move with comments from N games
-- would take N² steps.
local function add_notes(notes, id, field, list)
  if #list == 0 then
    return
  end
  local gathered = notes[id] or {}
  notes[id] = gathered
  local known = gathered[field] or { seen = {} }
  gathered[field] = known
  for _, note in ipairs(list) do
    if not known.seen[note] then
      known.seen[note] = true
      known[#known + 1] = note
    end
  end
end

local function gather(notes, id, node)
  add_notes(notes, id, "comments_before", node.comments_before)
  add_notes(notes, id, "comments", node.comments)
  add_notes(notes, id, "comments", node.unread) -- unreadable variations are kept as comments
  add_notes(notes, id, "nags", node.nags)
end

local FIELD = { ["1-0"] = "white", ["0-1"] = "black", ["1/2-1/2"] = "draws" }

local function count(state, id, field)
  local games, results = state.games, state[field]
  games[id] = (games[id] or 0) + 1
  if results then
    results[id] = (results[id] or 0) + 1
  end
end

-- Return the id of the node that the move of a code leads to from node `id`. The node is added if it is missing.
local function step(state, id, move)
  local key = id << 16 | move
  local child = state.children[key]
  if not child then
    child = assert(state.target:node(id):add(core.move(move))).id
    state.children[key] = child
  end
  return child
end

-- Add the counts of a line to a node.
local function count_line(state, id, number)
  local lines = state.lines
  state.games[id] = (state.games[id] or 0) + lines.games[number]
  for _, field in ipairs(merge_lines.RESULTS) do
    local games = lines[field][number]
    if games then
      state[field][id] = (state[field][id] or 0) + games
    end
  end
end

-- Add one game's tree, up to a number of plies.
local function add_tree(state, game, with_variations, depth)
  local field = FIELD[game.result]
  local tail, last = unread_tail(game), last_of_mainline(game)
  local stack = { { game.root, 0, true, 0 } }
  while #stack > 0 do
    local from, id, is_main, ply = table.unpack(table.remove(stack))
    gather(state.notes, id, from)
    if is_main then
      count(state, id, field)
    end
    if tail and from == last then
      add_notes(state.notes, id, "comments", { tail })
    end
    local list, child = {}, ply < depth and from[1] or nil
    while child and (#list == 0 or with_variations) do
      list[#list + 1] = { child, step(state, id, child.move.code), is_main and #list == 0, ply + 1 }
      child = child.sibling
    end
    for i = #list, 1, -1 do
      stack[#stack + 1] = list[i]
    end
  end
end

local function add_line(state, number, size)
  local id, codes = 0, state.lines.codes[number]
  count_line(state, id, number)
  for at = 1, size or #codes, 2 do
    id = step(state, id, string.unpack("=H", codes, at))
    count_line(state, id, number)
  end
end

-- Add the lines and the games between them to the tree, in their order. `min`: omit moves of fewer games in the lines.
local function add_lines(state, opts, min)
  local lines = state.lines
  local sizes = min and lines:sizes(min)
  for number = 0, #lines.codes do
    if number > 0 and lines.games[number] > 0 then
      add_line(state, number, sizes and sizes[number])
    end
    for _, game in ipairs(lines.kept[number] or {}) do
      add_tree(state, game, opts.variations ~= false, opts.depth or math.maxinteger)
    end
  end
  state.lines = merge_lines.new()
end

local MOST_KEPT = 1000 -- games with comments or variations

-- Add a game. The tree gets the first games only if many of them have comments or variations, or at the end.
local function add_game(state, game, opts)
  local depth, bare = opts.depth or math.maxinteger, core.bare_codes(game)
  local codes = bare or game:codes()
  codes = depth < #codes // 2 and codes:sub(1, 2 * depth) or codes
  if bare then
    state.lines:add(codes, FIELD[game.result])
    return
  end
  state.lines:keep(codes, game)
  if state.has_trees or state.lines.kept_count == MOST_KEPT then
    state.has_trees = true
    add_lines(state, opts)
  end
end

-- Return the counts for the caller. Each record is created on first use.
local function counts_of(state)
  local function get(_, id)
    local count_of = state.games[id]
    if count_of or math.type(id) == "integer" and id >= 0 and id < state.target.node_count then
      return {
        games = count_of or 0, white = state.white[id] or 0, draws = state.draws[id] or 0, black = state.black[id] or 0,
      }
    end
  end
  local function each(counts)
    local id = -1
    return function()
      id = id + 1
      local entry = get(counts, id)
      return entry and id, entry
    end
  end
  return setmetatable({}, { __index = get, __pairs = each })
end

-- Remove from `common`, a list of tags {name, value}, those that have another value in this game.
local function keep_common(common, game)
  for i = #common, 1, -1 do
    if game.tags[common[i][1]] ~= common[i][2] then
      table.remove(common, i)
    end
  end
end

-- Return the tags of a game, {name, value}, in the order of its text, so that the same input gives the same output.
local function tags_of(game)
  local tags = {}
  for name, value in pairs(game.tags) do
    tags[#tags + 1] = not OWN[name] and { name, value } or nil
  end
  return tags
end

-- Skip invalid tag names, and values with line ends or NULs, which occur in damaged files.
local function put_tags(game, tags)
  for _, tag in ipairs(tags) do
    local name, value = tag[1], tag[2]
    if argument.is_tag_name(name) then
      game.tags[name] = value:gsub("[\r\n\0]", " ")
    end
  end
end

-- Keep the result of copies of one game: games whose mainlines begin each other. Trees of other games have none.
local function keep_result(state, game)
  local result = state.result ~= "*" and result_of(game)
  if not result then
    return
  end
  local codes, before = game:codes(), state.mainline or ""
  local longest = #codes > #before and codes or before
  local is_copy = longest:sub(1, #codes) == codes and longest:sub(1, #before) == before
  state.mainline, state.result = longest, is_copy and (state.result or result) == result and result or "*"
end

local function write_counts(state)
  for id, entry in pairs(counts_of(state)) do
    if id > 0 and entry.games > 0 then
      local plural = entry.games == 1 and "" or "s"
      local text = ("%d game%s: +%d =%d -%d"):format(entry.games, plural, entry.white, entry.draws, entry.black)
      if state.notes[id] then
        add_notes(state.notes, id, "comments", { text })
      else
        state.target:node(id).comments = { text }
      end
    end
  end
end

-- Order the moves after each position by the number of games, most first. Moves with the same number keep their order.
local function order_by_games(state)
  local games, target = state.games, state.target
  for id = 0, target.node_count - 1 do
    local node = target:node(id)
    for i = 2, node and #node or 0 do
      local child, to = node[i], i
      while to > 1 and (games[node[to - 1].id] or 0) < (games[child.id] or 0) do
        to = to - 1
      end
      if to < i then
        child:move_to(to)
      end
    end
  end
end

local function has_results(state)
  return (next(state.white) or next(state.draws) or next(state.black)) ~= nil
end

local function finish(state, tags, opts)
  local target = state.target
  add_lines(state, opts, not state.has_trees and opts.min)
  if opts.order == "games" then
    order_by_games(state)
  end
  if opts.counts and has_results(state) then
    write_counts(state)
  end
  for id, gathered in pairs(state.notes) do
    local node = target:node(id)
    for field, list in pairs(gathered) do
      node[field] = list
    end
  end
  put_tags(target, tags)
  target.result = state.result or "*"
  if opts.min then
    target:remove_if(function(node) return (state.games[node.id] or 0) < opts.min end)
  end
end

-- Raise an error unless an option is a number from 1.
local function check_count(opts, name)
  local value = opts[name]
  if value and (math.type(value) ~= "integer" or value < 1) then
    argument.bad(3, 2, "merge", "option '%s': integer from 1 expected, got %s", name, tostring(value))
  end
end

local function next_of(list)
  if type(list) == "function" then
    return list
  end
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

--- Merge games into one new game. Equal moves become one node; other moves become variations, in the order of the
-- games, or with `order = "games"` those of most games first. All comments and NAGs are kept; duplicates are kept
-- once. Tags with the same value in all games are kept, except PlyCount; Result only if the games also have the same
-- mainline. Unreadable text becomes a comment.
---@param list table|function an array of Games, or an iterator such as that of `chess.games`
---@param opts? {variations?: boolean, counts?: boolean, order?: string, depth?: integer, min?: integer} `variations` =
-- false: merge only mainlines; `counts`: add a comment such as "3 games: +1 =2 -0" after each move, if any game has a
-- result; `order`: "games" or "first", the default; `depth`: merge only the first N plies; `min`: omit moves that
-- fewer than N games have in their mainline
---@return lucena.Game? game
---@return table|string counts by node id: {games, white, draws, black}, of the games with the move in their mainline;
-- or the error
---@return string? code `different_start`, `no_game`
-- @usage local tree, counts = chess.merge({g1, g2}); print(counts[tree.root[1].id].games)
function M.merge(list, opts)
  if type(list) ~= "table" and type(list) ~= "function" then
    argument.check(list, 1, "merge", "table")
  end
  opts = argument.options(opts, 2, "merge", { variations = "boolean", counts = "boolean", depth = "number",
    min = "number", order = { games = true, first = true } })
  check_count(opts, "depth")
  check_count(opts, "min")
  local state, tags
  local number = 0
  for game in next_of(list) do
    number = number + 1
    if getmetatable(game) ~= "lucena.Game" then
      argument.bad(2, 1, "merge", "item %d: lucena.Game expected, got %s", number, argument.kind(game))
    end
    if not game.start then
      return nil, ("game %d has no start position"):format(number), "invalid_position"
    elseif not state then
      state, tags = new_state(new_game(game.start)), tags_of(game)
    elseif game.start ~= state.target.start then
      return nil, ("game %d starts from another position than the first"):format(number), "different_start"
    end
    keep_common(tags, game)
    keep_result(state, game)
    add_game(state, game, opts)
  end
  if not state then
    return nil, "no game to merge", "no_game"
  end
  finish(state, tags, opts)
  return state.target, counts_of(state)
end

-- ---- splitting a tree into games -----------------------------------------------------------------

local FIELDS = { "comments_before", "comments", "nags" }

local function copy_notes(from, to)
  for _, field in ipairs(FIELDS) do
    local list = from[field]
    if #list > 0 then
      to[field] = list
    end
  end
  local unread = from.unread
  if #unread > 0 then
    local comments = to.comments
    to.comments = table.move(unread, 1, #unread, #comments + 1, comments)
  end
end

-- Return a game with the moves from the root to a leaf.
local function game_of(game, leaf, is_main)
  local new = new_game(game.start)
  put_tags(new, tags_of(game))
  if is_main then
    new.result = result_of(game)
  end
  local to = new.root
  copy_notes(game.root, to)
  for _, node in ipairs(leaf:history()) do
    to = assert(to:add(node.move))
    copy_notes(node, to)
  end
  local tail = is_main and unread_tail(game)
  if tail then
    local comments = to.comments
    comments[#comments + 1] = tail
    to.comments = comments
  end
  return new
end

--- Make a game of each line of the tree: first the mainline, then the variations. Comments and NAGs stay with their
-- moves, and tags are copied. The first game has the result, the others have "*". Unreadable text becomes a comment.
---@return lucena.Game[] games at least one
-- @usage #chess.game("1. e4 (1. d4) (1. c4) *"):explode() --> 3
function core.Game:explode()
  argument.self(self, "explode", "lucena.Game")
  local main, list = last_of_mainline(self), {}
  if main == self.root then
    return { game_of(self, main, true) }
  end
  self:walk(function(node)
    if not node[1] then
      list[#list + 1] = game_of(self, node, node == main)
    end
  end, { order = "mainline" })
  return list
end

return M
