--- The report "endings": which endings were reached, and their results.
--
-- In an ending, neither side has more than `pieces` pieces, not counting kings and pawns. The material must not change
-- for `lasting` plies after the move that led to it, so that the first half of an exchange does not count. A game
-- counts once for each ending that it reached.
--
-- The side with more material is named first. The value of the pieces (9 5 3 3) is compared, then the best pieces (Q R
-- B N), then the number of pawns. If all are equal, White is named first. Wins, draws and losses, by the Result tag,
-- are counted for the side that is named first.
--
-- Cost: a query in C for all games, and a few microseconds per ply for games with an ending.
-- @module lucena.report.endings

local chess = require("lucena")
local result_of = require("lucena.result").of
local tally = require("lucena.tally")

local M = {
  summary = "endings by material: how often they were reached, and their results",
  state = { "counts" },
  options = {
    { name = "pieces", kind = "integer", least = 0, default = 2,
      help = "An ending has at most N pieces per side, besides king and pawns." },
    { name = "lasting", kind = "integer", least = 0, default = 4,
      help = "Count material that stays on the board for at least N plies." },
    { name = "top", kind = "integer", least = 1, default = 20, help = "Number of endings to show." },
  },
}

local function columns_of(title, more)
  local columns = {
    { key = "ending", title = title, is_material = true }, { key = "games", title = "Games", kind = "integer" },
    { key = "share", title = "Share", kind = "share" },
    { key = "won", title = "First side won", kind = "integer",
      hint = "The side that is named first: it has more material, or equal material and White" },
    { key = "drawn", title = "Drawn", kind = "integer" }, { key = "lost", title = "Lost", kind = "integer" },
    { key = "score", title = "Score", kind = "share" }, { key = "graph", title = "Results", kind = "graph" },
  }
  if more then
    table.insert(columns, 2, more)
  end
  return columns
end

M.columns = columns_of("Ending")

-- Return a query: no side has more than this number of knights, bishops, rooks and queens.
local function few_pieces(most)
  local count = chess.query.piece_count
  return count { of = "NBRQ", max = most } & count { of = "nbrq", max = most }
end

function M.query(options)
  return few_pieces(options.pieces)
end

local Endings = {}
Endings.__index = Endings

--- Create an empty report. `groups` has {games, white, draw, black} by material; "white" counts wins of the side that
-- is named first. `known` caches the description of material by the counts of the pieces.
function M.new(options)
  return setmetatable({ most = options.pieces, lasting = options.lasting, top = options.top,
    few = few_pieces(options.pieces), known = {},
    counts = { games = 0, bare = {}, exact = {}, bishops = {} } }, Endings)
end

-- ---- material ------------------------------------------------------------------------------------

local VALUES = { Q = 9, R = 5, B = 3, N = 3 }

-- For each piece letter of a FEN, the offset of its count in an integer. Each count has five bits.
local PLACES = { P = 0, N = 5, B = 10, R = 15, Q = 20, p = 25, n = 30, b = 35, r = 40, q = 45 }
local ONES = { K = 0, k = 0 }
for letter, place in pairs(PLACES) do
  ONES[letter] = 1 << place
end

local function counts_of(fen)
  local counts = 0
  for letter in fen:match("^%S+"):gmatch("%a") do
    counts = counts + ONES[letter]
  end
  return counts
end

local function number_of(counts, letter)
  return counts >> PLACES[letter] & 31
end

-- Return the pieces of a side in the order Q R B N, their value, and the number of pawns.
local function side_of(counts, is_white)
  local pieces, value = {}, 0
  for i, letter in ipairs { "Q", "R", "B", "N" } do
    local count = number_of(counts, is_white and letter or letter:lower())
    pieces[i] = letter:rep(count)
    value = value + count * VALUES[letter]
  end
  return { pieces = table.concat(pieces), value = value, pawns = number_of(counts, is_white and "P" or "p") }
end

local RANK = { Q = "4", R = "3", B = "2", N = "1" }

-- Return whether Black's material is named first.
local function is_black_first(white, black)
  if white.value ~= black.value then
    return black.value > white.value
  elseif white.pieces ~= black.pieces then
    return black.pieces:gsub(".", RANK) > white.pieces:gsub(".", RANK)
  end
  return black.pawns > white.pawns
end

-- Return {bare = "R v R", exact = "RPP v RP", is_black = whether Black's material is named first, most = the number of
-- pieces of the side with more pieces}.
local function material_of(counts)
  local white, black = side_of(counts, true), side_of(counts, false)
  local is_black = is_black_first(white, black)
  local first, second = white, black
  if is_black then
    first, second = black, white
  end
  local function text(side, pawns)
    return side.pieces .. ("P"):rep(pawns)
  end
  return {
    bare = "K" .. first.pieces .. " v K" .. second.pieces, is_black = is_black,
    exact = "K" .. text(first, first.pawns) .. " v K" .. text(second, second.pawns),
    most = math.max(#white.pieces, #black.pieces),
  }
end

-- Return whether the first B and the first b in a FEN are on squares of the same colour.
local function bishops_of(fen)
  local place, colors = 0, {}
  for char in fen:match("^%S+"):gmatch("[^/]") do
    if char == "B" or char == "b" then
      colors[#colors + 1] = (place // 8 + place % 8) % 2
    end
    place = place + (tonumber(char) or 1)
  end
  return colors[1] == colors[2] and "same colour" or "opposite colours"
end

-- ---- adding --------------------------------------------------------------------------------------

local function put(groups, name, who)
  groups[name] = groups[name] or { games = 0 }
  groups[name].games = groups[name].games + 1
  if who then
    tally.bump(groups[name], who)
  end
end

-- Return an integer that differs before and after each capture and promotion.
local function numbers_of(board)
  return ((board:count "white" << 8 | board:count "black") << 8 | board:count "P") << 8 | board:count "p"
end

-- Call visit(material, bishops) for each material that lasts long enough, starting at a node. `bishops` is nil if not
-- each side has exactly one bishop.
local function each_ending(self, game, node, visit)
  local position = node.position
  if not position then
    return
  end
  local fen, since, numbers, last = position:fen(), node.ply, numbers_of(position), node.ply
  local function close(ply)
    if ply - since >= self.lasting then
      local counts = counts_of(fen)
      local material = self.known[counts] or material_of(counts)
      self.known[counts] = material
      if material.most <= self.most then
        local has_one_each = number_of(counts, "B") == 1 and number_of(counts, "b") == 1
        visit(material, has_one_each and bishops_of(fen) or nil)
      end
    end
  end
  for board, ply in game:boards() do
    if ply > node.ply then
      local here = numbers_of(board)
      if here ~= numbers then
        close(last)
        fen, since, numbers = board:fen(), ply, here
      end
      last = ply
    end
  end
  close(last)
end

local SWAPPED = { white = "black", black = "white", draw = "draw" }

function Endings:add(game)
  local node = self.few:find(game)
  if not node then
    return
  end
  local counts, result, seen = self.counts, tally.RESULTS[result_of(game)], {}
  local function once(kind, name, who)
    if not seen[kind .. name] then
      seen[kind .. name] = true
      put(counts[kind], name, who)
    end
  end
  each_ending(self, game, node, function(material, bishops)
    local who = result and (material.is_black and SWAPPED[result] or result)
    once("bare", material.bare, who)
    once("exact", material.exact, who)
    if bishops then
      once("bishops", material.bare .. "/" .. bishops, who)
    end
  end)
  counts.games = counts.games + (next(seen) and 1 or 0)
end

function Endings:merge(other)
  tally.merge(self.counts, other.counts)
end

-- ---- sections ------------------------------------------------------------------------------------

local FRENCH = { Q = "D", R = "T", B = "F", N = "C", K = "R", v = "–" }

local function label(name)
  return { en = name, fr = (name:gsub("[QRBNKv]", FRENCH)) }
end

local function rows_of(groups, total, top)
  local rows = {}
  for i, name in ipairs(tally.largest(groups, top)) do
    local it, material, bishops = groups[name], name:match("^([^/]*)/?(.*)$")
    local won, drawn, lost = it.white or 0, it.draw or 0, it.black or 0
    rows[i] = { ending = label(material), bishops = bishops ~= "" and bishops or nil, games = it.games,
      share = it.games / total, won = won, drawn = drawn, lost = lost, score = tally.score(it),
      graph = won + drawn + lost > 0 and { won, drawn, lost } or nil }
  end
  return rows
end

function Endings:sections()
  local counts = self.counts
  local notes = { { "Games with an ending: %s. Shares are of these; a game may go through several.", counts.games } }
  return {
    { title = "Pieces, whatever the pawns", columns = M.columns, rows = rows_of(counts.bare, counts.games, self.top),
      notes = notes },
    { title = "Pieces and pawns", columns = columns_of("Material"),
      rows = rows_of(counts.exact, counts.games, self.top) },
    { title = "One bishop each", columns = columns_of("Ending", { key = "bishops", title = "Bishops", words = true }),
      rows = rows_of(counts.bishops, counts.games, self.top) },
  }
end

M.examples = {
  {
    options = { lasting = 2 },
    pgn = [=[
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/r3P3/1R2K3 w - - 0 1"]
[Result "1-0"]

1. Rb8+ Kd7 2. Rb7+ Kd8 1-0

[SetUp "1"]
[FEN "4k3/4p3/8/8/8/8/r7/R3K3 b - - 0 1"]
[Result "0-1"]

1... Rxa1+ 2. Kd2 e6 3. Kd3 e5 0-1
]=],
    rows = {
      { ending = { en = "KR v K", fr = "RT – R" }, games = 1, won = 1, drawn = 0, lost = 0, score = 1.0, share = 0.5,
        graph = { 1, 0, 0 } },
      { ending = { en = "KR v KR", fr = "RT – RT" }, games = 1, won = 1, drawn = 0, lost = 0, score = 1.0, share = 0.5,
        graph = { 1, 0, 0 } },
    },
  },
}

return M
