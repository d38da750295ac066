--- Rows of Game, Node, Tags and List.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"

local drain, E4, method, new_game = common.drain, common.E4, common.method, common.new_game
local state_of_game, use_game = common.state_of_game, common.use_game

local rows = {}

local function each_node(game)
  local out = {}
  for node in game:mainline() do
    out[#out + 1] = node.san
  end
  return out
end

local function each_board(game)
  local out = {}
  for board, ply in game:boards() do
    out[#out + 1], out[#out + 2] = board:fen(), ply
  end
  return out
end

local function no_id(game) return game:node(1).san, game:node(1000000) end

-- These answers are compared with the finalizer `use_game`, which adds nodes and removes them.
local GAME_CALLS = {
  __tostring = { tostring },
  boards = { each_board },
  check = { method "check" },
  codes = { method "codes" },
  copy = { method "copy", function(game)
    local copy = game:copy()
    copy.root:add "h4"
    copy.tags.White = "q"
    return copy:pgn(), game:pgn()
  end },
  export = { method("export", "fen"), method("export", "json"), method("export", "epd"), method("export", "uci") },
  mainline = { each_node },
  movetext = { method "movetext", method("movetext", { dialect = "french", width = 0 }) },
  moves = { function(game) return drain(game:moves()) end },
  node = { no_id },
  node_at = { method("node_at", 7) },
  pgn = { method "pgn", method("pgn", { tags = { "White", "*", "Event" } }),
          method("pgn", { no_comments = true, dialect = "german" }) },
  strip = { method "strip", method("strip", "commands"), method("strip", { variations = true, nags = true }) },
  was_examined = { method "was_examined" },
}

rows.Game = {
  make = new_game,
  use = use_game,
  state = state_of_game,
  calls = GAME_CALLS,
  skip = { node_count = "the finalizer adds nodes" },
  set = { result = { "1-0", "x" } },
}

-- A game that was not used before: the tree, the replay and the Nodes are made by the call.
rows["Game, fresh"] = {
  class = "Game",
  make = function() return assert(chess.game(common.GAME)) end,
  use = function(game)
    common.look(game:node_at(5).position, game.plies, game.final, game.tags.White, game.diagnostics, game.data,
      game.root[1])
    return each_board(game), game:pgn()
  end,
  state = state_of_game,
  calls = GAME_CALLS,
  set = { result = { "1-0" } },
}

-- A game in a dialect that is detected when its moves are needed.
rows["Game, detected"] = {
  class = "Game",
  make = function()
    local reader = assert(chess.open({ text = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 *\n" },
      { dialect = "auto" }))
    return reader:read()
  end,
  use = function(game) return game.dialect, game.plies, game.final, game:pgn() end,
  state = state_of_game,
  calls = { boards = { each_board }, movetext = { method "movetext" }, pgn = { method "pgn" },
            check = { method "check" } },
}

-- A game without variations, whose tree is not made before it is changed.
rows["Game, flat"] = {
  class = "Game",
  make = function() return assert(chess.game('[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *')) end,
  use = function(game) return game:node_at(6), each_board(game), game:node_at(3).position, drain(game:moves()) end,
  state = state_of_game,
  calls = GAME_CALLS,
}

-- Both need more memory than a buffer on the C stack has.
local FIRST = { "a [%clk 0:01:00] [%csl Ra1]" .. (" x"):rep(700), "b [%eval 0.3,12] [%cal Gd1h5]" }
local SECOND = { "longer text, which needs other memory than the first ones " .. ("."):rep(2000),
                 "[%clk 0:02:00] [%csl Ga2,Ra3]",
                 "[%eval -1.5] [%cal Ra1a8] c", "d" }

-- Change all notes of a node that has children.
local function toggle_node(node)
  local is_first = #node.comments == 2
  node.comments = is_first and SECOND or FIRST
  node.comments_before = is_first and { "p", "q" } or {}
  node.nags = is_first and { 1, 3, 5 } or {}
end

local function node_of(index)
  return function()
    local game, e4, last = new_game()
    e4.comments = FIRST
    return index == 1 and e4 or last, game
  end
end

local NODE_CALLS = {
  __eq = { function(node) return node == node.game:node_at(node.ply), node == node.game.root end },
  __len = { function(node) return #node end },
  __tostring = { tostring },
  add = { method("add", "d5!"), method("add", "e5"), method("add", "Ke2"), method("add", "Nf"), method("add", E4) },
  add_line = { method("add_line", "d5 exd5! Qxd5?!"), method("add_line", { "c6", "d4" }), method("add_line", "c6 Kh8"),
               method("add_line", { "c6", "x" }), method("add_line", ("Nf6 Nf3 Ng8 Ng1 "):rep(30)) },
  add_nag = { method("add_nag", 14), method("add_nag", "!") },
  command = { method("command", "clk"), method("command", "none") },
  demote = { function(node) return (node[1] or node):demote() end },
  evaluation = { method "evaluation", method("evaluation", { centipawns = true }) },
  history = { method "history" },
  line = { method "line" },
  make_main = { function(node) return (node[2] or node):make_main() end },
  outcome = { method "outcome", method("outcome", { intended = true, claims = true }) },
  promote = { function(node) return (node[2] or node):promote() end },
  remove = { function(node) return (node[2] or node):remove() end },
  remove_nag = { method("remove_nag", 1) },
  remove_variations = { method "remove_variations" },
  repetitions = { method "repetitions" },
  set_command = { method("set_command", "clk", "0:05:00"), method("set_command", "x", "y"),
                  method("set_command", "csl") },
}

local MARK = { { square = "a1", color = "red" }, { square = "b2" } }

rows.Node = {
  make = node_of(1),
  use = function(node) return use_game(node.game) end,
  toggle = toggle_node,
  state = function(node) return state_of_game(node.game) end,
  calls = NODE_CALLS,
  set = {
    arrows = { { { from = "a1", to = "b2" } }, { 1 } }, clock = { 61, -1 }, comment = { "new", false, 1 },
    comments = { { "one", "two" }, { 1 } }, comments_before = { { "one" } }, elapsed = { 3 }, elapsed_game = { 4 },
    eval = { 1.5, false }, marks = { MARK, {} }, mate = { -3 }, mechanical_clock = { 5 }, nags = { { 1, 2 }, { 999 } },
    remark = { "new words", false }, score = { chess.score(1) },
  },
}

rows["Node, last"] = {
  class = "Node",
  make = node_of(8),
  use = function(node) return use_game(node.game) end,
  state = function(node) return state_of_game(node.game) end,
  calls = { __tostring = { tostring }, outcome = NODE_CALLS.outcome, repetitions = NODE_CALLS.repetitions,
            history = NODE_CALLS.history },
}

rows.Tags = {
  make = function()
    local game = new_game()
    game.tags.Site, game.tags.ECO = "x", "x" -- their names stay, as those of removed tags
    game.tags.Site, game.tags.ECO = nil, nil
    return game.tags, game
  end,
  use = function(tags, game)
    tags.Site, tags.ECO, tags.White = "x", "C60", "w"
    tags.Site, tags.ECO, tags.White = nil, nil, 'a"b'
    return game:pgn()
  end,
  state = function(_, game) return game:pgn() end,
  calls = {
    __pairs = { function(tags) return drain(pairs(tags)) end },
    __tostring = { tostring },
    ["read a tag"] = { function(tags) return tags.White, tags.None, tags.Round end },
    ["set a tag"] = { function(tags) tags.Annotator = "me" end, function(tags) tags.White = nil end },
  },
}

rows.List = {
  make = function()
    local game, e4 = new_game()
    e4.comments = FIRST
    return e4.comments, e4, game
  end,
  use = function(_, _, game) return use_game(game) end,
  toggle = function(_, e4) return toggle_node(e4) end,
  state = function(list, _, game) return list, game:pgn() end,
  calls = {
    __len = { function(list) return #list end },
    __pairs = { function(list) return drain(pairs(list)) end },
    __tostring = { tostring },
    ["read an item"] = { function(list) return list[2] end },
    ["set an item"] = { function(list) list[1] = "changed" end, function(list) list[3] = "new" end,
                        function(list) list[2] = nil end },
  },
}

for _, name in ipairs { "marks", "arrows", "commands", "nags", "comments_before", "unread", "notes" } do
  rows["List, " .. name] = {
    class = "List",
    make = function()
      local game, e4 = new_game()
      e4.comments = FIRST
      return e4[name], e4, game
    end,
    use = function(_, _, game) return use_game(game) end,
    toggle = function(_, e4) return toggle_node(e4) end,
    calls = { __len = rows.List.calls.__len, __pairs = rows.List.calls.__pairs },
  }
end

return rows
