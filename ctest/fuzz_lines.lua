-- The properties of ctest/fuzz_lines.c. The first bytes of the input choose the root and the depth of the lines. The
-- rest is PGN, or edits of the entries that a worker sends (see `damaged`). These properties must hold:
--   - games that are added in parts, sent as frames and merged in any order give the lines, the tree and the book of
--     one pass;
--   - the tree has the positions, and their numbers of games, that `positions_of` counts without the core's lines;
--   - entries that merge() accepts are returned by entries() without a change;
--   - entries that merge() rejects, and illegal moves, raise the errors that callers report.

local chess = require("lucena")
local frame = require("lucena.run.frame")
local lines_of = require("lucena.lines")
local tree_of = require("lucena.opening.tree")

local ROOTS = { [0] = chess.position(), chess.position():play "e4", chess.position "4k3/8/8/8/8/8/8/4K2R w K -",
  chess.position():play "Nf3 Nf6 Ng1 Ng8" }
local DEPTHS = { [0] = 1, 2, 3, 10, 40, 1000 }
local PARTS = 3
local LONG_NAME = ("W"):rep(6000) -- a few lines with this name fill a block of memory

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- ---- texts of values -----------------------------------------------------------------------------

local function sorted(values, text_of)
  local out = {}
  for key, value in pairs(values) do
    out[#out + 1] = text_of(key, value)
  end
  table.sort(out)
  return table.concat(out, "\n")
end

local function text_of_entry(moves, entry)
  return ("%q %q"):format(moves, entry)
end

local function text_of_stats(stats)
  return table.concat(stats, " ") .. " " .. stats.year .. " " .. tostring(stats.notable)
end

-- The counters of a position depend on the game that reached it first.
local function fen_of(position)
  return position:fen():match("^%S+ %S+ %S+ %S+")
end

-- Return a text of a tree that does not depend on the order of its vertices and edges.
local function text_of_tree(tree)
  local out = {}
  for number = 1, tree.core:count() do
    local vertex = tree:vertex(number)
    is_true(tree:find(vertex.position) == vertex, "a position is not found")
    local moves = {}
    for i, item in ipairs(tree:moves(vertex)) do
      local place = item.place and fen_of(item.place.position)
      is_true(not place or item.place.position == vertex.position:play(item.move), "a move leads elsewhere")
      moves[i] = ("%s %s %s"):format(item.move, text_of_stats(item.stats), place)
    end
    out[number] = ("%s %s: %s"):format(fen_of(vertex.position), text_of_stats(vertex.stats), table.concat(moves, ", "))
  end
  table.sort(out)
  return table.concat(out, "\n")
end

-- Return a text of both forms of a book, which must have the same positions.
local function text_of_book(tree, min)
  local out, texts, keys = {}, {}, {}
  for item in tree:book(min) do
    local moves = sorted(item.moves, function(_, move)
      return ("%d %d %d %d %d"):format(move.raw, move.weight, move.won, move.drawn, move.lost)
    end)
    keys[#keys + 1] = item.key
    out[#out + 1] = ("%x %s %s"):format(item.key, fen_of(item.position), moves)
  end
  for text, count in tree:polyglot(min) do
    is_true(#text == 16 * count and string.unpack(">i8", text) == keys[#texts + 1], "another book")
    texts[#texts + 1] = text
  end
  is_true(#texts == #keys, "another number of positions in a book")
  return table.concat(out, "\n") .. table.concat(texts)
end

-- ---- games ---------------------------------------------------------------------------------------

local function new(settings)
  return lines_of.new(settings.root, settings.depth, settings.only_results)
end

-- Count the games that reach each position, by the key. Only positions after moves of the line count.
local function positions_of(games, settings)
  local counts = {}
  for _, it in ipairs(games) do
    local seen, last = {}, it.before + settings.depth
    local function count(node)
      local key = node.position.key
      if node.ply >= it.before and node.ply <= last and not seen[key] then
        seen[key], counts[key] = true, (counts[key] or 0) + 1
      end
    end
    count(it.game.root)
    for node in it.game:mainline() do
      count(node)
    end
  end
  return counts
end

-- The vertices of a tree are the positions with enough games.
local function check_counts(tree, counts, min)
  local found = 0
  for number = 1, tree.core:count() do
    local vertex = tree:vertex(number)
    local games = counts[vertex.position.key] or 0
    is_true(vertex.stats[1] == games, ("%d games in a tree, not %d"):format(vertex.stats[1], games))
    found = found + (games >= min and 1 or 0)
  end
  for _, games in pairs(counts) do
    found = found - (games >= min and 1 or 0)
  end
  is_true(found == 0, "positions that are not in the tree")
end

local function check_same(one, other, settings)
  is_true(one:games() == other:games(), "another number of games")
  is_true(sorted(one.entries, text_of_entry) == sorted(other.entries, text_of_entry), "other entries")
  local tree, other_tree = tree_of.new(one, settings.min), tree_of.new(other, settings.min)
  is_true(text_of_tree(tree) == text_of_tree(other_tree), "another tree")
  is_true(text_of_book(tree, settings.min) == text_of_book(other_tree, settings.min), "another book")
  return tree
end

-- Send entries as a worker does.
local function sent(entries)
  return frame.decode(frame.encode(entries))
end

local function check_games(text, settings)
  local whole, parts, games = new(settings), {}, {}
  for i = 1, PARTS do
    parts[i] = new(settings)
  end
  for game in chess.games({ text = text }) do
    if settings.seed % 2 == 1 then
      game.tags.White = LONG_NAME
    end
    local before = whole:add(game)
    if before then
      games[#games + 1] = { game = game, before = before }
    end
    parts[(settings.seed >> #games % 13 & 7) % PARTS + 1]:add(game)
  end
  local merged = new(settings)
  for i = 0, PARTS - 1 do
    merged:merge({ entries = sent(parts[(i * (settings.seed % 2 + 1) + settings.seed) % PARTS + 1].entries) })
  end
  local tree = check_same(whole, merged, settings)
  check_counts(tree, positions_of(games, settings), settings.min)
end

-- ---- entries -------------------------------------------------------------------------------------

local SENT -- the entries of some games, as a list of {moves, entry}

local function make_entries()
  local lines, list = lines_of.new(ROOTS[0], 10), {}
  for i, moves in ipairs { "e4 e5 Nf3", "e4 c5", "d4 Nf6 c4 e6", "Nf3 Nf6 Ng1 Ng8 Nf3", "", "c4" } do
    local form = '[White "W%d"]\n[Black "B"]\n[WhiteElo "2500"]\n[BlackElo "%d"]\n[Date "19%d"]\n\n%s 1-0'
    lines:add(chess.game(form:format(i, 2300 + i, 70 + i, moves)))
  end
  for moves, entry in pairs(lines.entries) do
    list[#list + 1] = { moves, entry }
  end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

local function set(text, at, bytes)
  at = at % (#text + 1)
  return text:sub(1, at) .. bytes .. text:sub(at + #bytes + 1)
end

local NUMBERS = { 0, 1, -1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 16, 255 }

-- The edits of a text: they replace, insert or remove bytes at an offset.
local EDITS = {
  [0] = function(text, at, value) return set(text, at, string.char(value)) end,
  function(text, at, value) return set(text, at, string.pack("<I4", NUMBERS[value % 8 + 1] & 0xFFFFFFFF)) end,
  function(text, at, value)
    at = at % (#text + 1)
    return text:sub(1, at) .. ("\0"):rep(value) .. text:sub(at + 1)
  end,
  function(text, at, value) return text:sub(1, at % (#text + 1)) .. text:sub(at % (#text + 1) + value + 1) end,
  function(text, _, value) return text:rep(value % 64 + 1) end,
  function(text) return text .. text:sub(-4) end,
}

-- Apply edits of four bytes: the number of an entry, with a bit for its moves; the offset; the kind; a value.
local function damaged(bytes)
  local list, out = {}, {}
  for i, item in ipairs(SENT) do
    list[i] = { item[1], item[2] }
  end
  for at = 1, #bytes - 3, 4 do
    local which, offset, kind, value = bytes:byte(at, at + 3)
    local item, field = list[which % #list + 1], which >> 7 == 1 and 1 or 2
    if #item[field] < 1 << 16 then
      item[field] = EDITS[kind % 6](item[field], offset, value)
    end
  end
  for _, item in ipairs(list) do
    out[item[1]] = item[2]
  end
  return out
end

local KNOWN = { "not the lines of an opening tree", "a line has an illegal move", "the opening tree is too large" }

-- Call a function. Returns its result, or nil if it raises one of the errors that callers report.
local function try(call, ...)
  local done, result = pcall(call, ...)
  local is_known = done
  for _, words in ipairs(KNOWN) do
    is_known = is_known or result:find(words, 1, true)
  end
  is_true(is_known, result)
  return done and result or nil
end

local function check_entries(bytes, settings)
  local entries, lines, both = damaged(bytes), new(settings), new(settings)
  both:add(chess.game("1. e4 e5 2. Nf3 *"))
  local done = pcall(lines.merge, lines, { entries = sent(entries) })
  if done then
    is_true(sorted(lines.entries, text_of_entry) == sorted(entries, text_of_entry), "entries() changes entries")
  end
  try(both.merge, both, { entries = entries })
  for _, it in ipairs { lines, both } do
    it:games()
    local tree = try(tree_of.new, it, settings.min)
    if tree then
      text_of_tree(tree)
      text_of_book(tree, settings.min)
    end
  end
end

SENT = make_entries()

return function(input)
  local flags, form, seed = input:byte(1, 3)
  if not seed then
    return
  end
  local settings = { root = ROOTS[flags >> 1 & 3], only_results = flags & 8 ~= 0, min = 1 + (flags >> 4) % 4,
    depth = DEPTHS[form % 6], seed = seed }
  local check = flags & 1 ~= 0 and check_entries or check_games
  check(input:sub(4), settings)
end
