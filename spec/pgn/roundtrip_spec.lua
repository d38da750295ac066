-- parse(write(g)) == g for random trees with text that causes errors in other writers: in comments, tag values, start
-- positions and nested variations. Half of the games are made node by node, and half are read from irregular text. Both
-- are made from a model, which gives the expected result. If lines are broken inside comments, all kinds of white space
-- count as equal. With wrap_comments = false, nothing may change.
--
-- 5,000 trees; with LUCENA_LONG=1 a million, in about ten minutes. Each run prints its seed; set LUCENA_SEED to it
-- to repeat the run.

local chess = require "lucena"
local items = require "spec.support.items"

local seed = tonumber(os.getenv("LUCENA_SEED")) or 20240229
local ROUNDS = os.getenv("LUCENA_LONG") == "1" and 1000000 or 3000

local random = math.random

-- ---- text that causes errors -------------------------------------------------------------------------

local WORDS = {
  "a", "word", "fox", "Nf3", "e4", "1.", "1...", "O-O", "1-0", "0-1", "1/2-1/2", "*", "1/2", "$1", "$", "!", "?!",
  '"', '""', "\\", "\\\\", '\\"', '"]', "'", ";", "; x", "{", "{{", "(", ")", "()", "<", ">", "[", "]", "[]", "%",
  "%x", "[%clk", "[%clk 0:01:02]", "[%eval -1.5,20]", "[%csl Ge4]", '[Event "x"]', '[Event "x', "[Event",
  '\n[Event "x"]\n', '\r\n[White "y"]\r\n\r\n1. d4 *\r\n\r\n', "\n%esc", "\n;", "\n{", "\n1-0\n", "\n\n", "\n", "\r\n",
  "\r", "\t", "\v\f", " ", "", "  ", "\0", "\0\0", "\27[31m", "\b", "\xef\xbb\xbf", "\xff\xfe", "\xe9t\xe9", "\xc3",
  "caf\u{e9}", "\u{265e}f3", "\u{202e}", "\u{a0}", "\u{2028}", "\u{10ffff}", "-", "--", "1", "0", "=", "+", "@cmd",
  "e.p.", "<img src=x>", "../../etc",
  ("long"):rep(30), ("x"):rep(300), ("{"):rep(40), ("[%"):rep(20), ("%"):rep(90), ("a "):rep(60),
}
local CLOSERS = { "}", "}}", " }", "{}", "a}b" }

local function hostile(most)
  local words = {}
  for i = 1, random(0, most) do
    words[i] = WORDS[random(#WORDS)]
  end
  return table.concat(words, random(3) == 1 and "" or " ")
end

-- A random comment. If it contains a closing brace, it has no line ends, because PGN can write it only as a ; comment.
local function random_comment()
  local text = hostile(random(8) == 1 and 30 or 5)
  if random(10) == 1 then
    local at = random(0, #text)
    text = (text:sub(1, at) .. CLOSERS[random(#CLOSERS)] .. text:sub(at + 1)):gsub("[\r\n]", "")
  end
  return text
end

local function some(chance, make)
  local list = {}
  while random(chance) == 1 do
    list[#list + 1] = make()
  end
  return list
end

local function random_nag()
  return random(0, 255)
end

-- ---- the model: moves played through a graph of positions, with a cache of legal moves and SANs --------------

local EMPTY, GRAPH_MOST = {}, 20000
local graph_size

local function visit(position)
  graph_size = graph_size + 1
  return { position = position, moves = position:moves(), sans = {}, next = {} }
end

local function san_of(place, i)
  local san = place.sans[i]
  if not san then
    san = i == 0 and "--" or place.position:san(place.moves[i])
    place.sans[i] = san
  end
  return san
end

local function behind(place, i)
  local next_place = place.next[i]
  if not next_place then
    next_place = visit(assert(place.position:play(i == 0 and "--" or place.moves[i])))
    if graph_size < GRAPH_MOST then
      place.next[i] = next_place
    end
  end
  return next_place
end

local function shuffled_back_rank()
  local rank = {}
  local function put(man, squares)
    rank[squares[random(#squares)]] = man
  end
  local function free()
    local list = {}
    for i = 1, 8 do
      if not rank[i] then
        list[#list + 1] = i
      end
    end
    return list
  end
  put("b", { 1, 3, 5, 7 })
  put("b", { 2, 4, 6, 8 })
  put("q", free())
  put("n", free())
  put("n", free())
  local left = free()
  rank[left[1]], rank[left[2]], rank[left[3]] = "r", "k", "r"
  return table.concat(rank)
end

local FENS = {
  "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 40",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 99 9999",
  "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 12345",
  "8/2k5/8/8/8/8/1QQQQQ2/K7 b - - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 3 65000",
  "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
}

local function random_start()
  local kind = random(10)
  if kind <= 5 then
    return chess.position()
  elseif kind <= 8 then
    return assert(chess.position(FENS[random(#FENS)]))
  end
  local rank = shuffled_back_rank()
  local fen = ("%s/pppppppp/8/8/8/8/PPPPPPPP/%s %s KQkq - %d %d"):format(rank, rank:upper(),
    random(2) == 1 and "w" or "b", random(0, 99), random(99999) % 65535 + 1)
  return assert(chess.position(fen, { chess960 = true }))
end

local left -- approximate number of nodes that may still be added to the game

-- A line is an array of nodes {move = i, place = before, before =, nags =, comments =, variations = lines}.
local function random_line(place, plies, depth)
  local line = {}
  for ply = 1, plies do
    left = left - 1
    local count = #place.moves
    if count == 0 then
      break
    end
    local i = random(count)
    if random(40) == 1 and not place.position:in_check() then
      i = 0
    end
    local node = { place = place, move = i, variations = EMPTY }
    node.before = some(10, random_comment)
    node.nags = some(7, random_nag)
    node.comments = some(6, random_comment)
    -- The model has no variations on the first move of a variation: in the tree, they would be siblings of this
    -- variation.
    if left > 0 and (ply > 1 or depth == 0) and random(depth < 2 and 6 or 3) == 1 then
      node.variations = {}
      -- Variations on one move begin with different moves, because the same move twice would be one node in the tree.
      local taken = { [i] = true }
      for _ = 1, random(3) do
        local j = random(count)
        local variation = not taken[j] and random_line(place, random(8), depth + 1)
        if variation then
          taken[j] = true
          if variation[1].move ~= j then
            variation[1].move = j
            for k = #variation, 2, -1 do
              variation[k] = nil
            end
          end
          node.variations[#node.variations + 1] = variation
        end
      end
    end
    line[ply] = node
    place = behind(place, i)
  end
  return line
end

local RESULTS = { "1-0", "0-1", "1/2-1/2", "*" }
local NAMES = { "Event", "White", "Annotator", "ECO", "X", "a_b", "Z9" }

local function random_game(starts)
  local place = starts[random(#starts)]
  local tags = {}
  for _ = 1, random(0, 3) do
    tags[NAMES[random(#NAMES)]] = hostile(6):gsub("[\r\n%z]", "")
  end
  local is_long = random(60) == 1
  local plies = random(0, is_long and 200 or 9)
  left = is_long and 400 or 30
  return { place = place, tags = tags, comments = some(5, random_comment), line = random_line(place, plies, 0),
           result = RESULTS[random(4)] }
end

-- ---- the expected tree, as one string ----------------------------------------------------------------------

local function unix(text)
  return (text:gsub("\r\n?", "\n"))
end

local function put_texts(out, sign, texts)
  for i = 1, #texts do
    out[#out + 1] = sign .. unix(texts[i])
  end
end

local function put_notes(out, nags, comments)
  for i = 1, #nags do
    out[#out + 1] = "$" .. nags[i]
  end
  put_texts(out, "{", comments)
end

local function put_model_line(out, line)
  for _, node in ipairs(line) do
    put_texts(out, "<", node.before)
    out[#out + 1] = san_of(node.place, node.move)
    put_notes(out, node.nags, node.comments)
    for _, variation in ipairs(node.variations) do
      out[#out + 1] = "("
      put_model_line(out, variation)
      out[#out + 1] = ")"
    end
  end
end

local SEPARATOR = "\1" -- occurs in no text of this file

local function model_shape(model)
  local out = { tostring(model.place.position) .. " " .. model.result }
  put_texts(out, "{", model.comments)
  put_model_line(out, model.line)
  return table.concat(out, SEPARATOR)
end

local function put_move(out, node)
  put_texts(out, "<", node.comments_before)
  out[#out + 1] = node.san
  put_notes(out, node.nags, node.comments)
end

local function put_line(out, parent)
  local node = parent[1]
  while node do
    put_move(out, node)
    for i = 2, #parent do
      local variation = parent[i]
      out[#out + 1] = "("
      put_move(out, variation)
      put_line(out, variation)
      out[#out + 1] = ")"
    end
    parent, node = node, node[1]
  end
end

local function shape(game)
  local out = { tostring(game.start) .. " " .. tostring(game.result) }
  put_texts(out, "{", game.root.comments)
  put_line(out, game.root)
  return table.concat(out, SEPARATOR)
end

local function squeeze(text)
  return (text:gsub("%s+", " "))
end

-- ---- two ways to make the game --------------------------------------------------------------------------

local function add_line(parent, line)
  for _, item in ipairs(line) do
    local node = assert(parent:add(item.move == 0 and "--" or item.place.moves[item.move]))
    node.comments_before, node.nags, node.comments = item.before, item.nags, item.comments
    for _, variation in ipairs(item.variations) do
      add_line(parent, variation)
    end
    parent = node
  end
end

local function by_hand(model)
  local game = assert(chess.game(model.place.position))
  for name, value in pairs(model.tags) do
    game.tags[name] = value
  end
  game.root.comments = model.comments
  add_line(game.root, model.line)
  game.result = model.result
  return game
end

local BLANKS = { " ", " ", " ", "\n", "  ", "\r\n", "\t", "\n\n", "\n%an escape { 1-0 \n", "\r\n%\r\n" }

-- The move numbers are chosen so that the text is one game: "1." after a blank line begins another game. Without tags,
-- the first number is 1.
local function by_text(model)
  local out = {}
  local function put(text)
    out[#out + 1] = text
    out[#out + 1] = BLANKS[random(#BLANKS)]
  end
  local function ends_in_blank_line()
    return (out[#out - 1] .. out[#out]):find "[\r\n][ \t]*\r?\n$" ~= nil
  end
  local function put_number(is_first)
    local has_tags = next(model.tags) or tostring(model.place.position) ~= chess.START_FEN
    local choices = { "1.", "1...", "17.", "99999999999.", "3", "..." }
    -- A game without tags does not begin with periods.
    local number = choices[random(is_first and (has_tags and 5 or 2) or 6)]
    put(number == "1." and not is_first and ends_in_blank_line() and "2." or number)
  end
  local function put_comments(texts)
    for _, text in ipairs(texts) do
      local is_line = not text:find("[\r\n]") and (text:find("}", 1, true) or random(6) == 1)
      put(is_line and ";" .. text .. "\n" or "{" .. text .. "}")
    end
  end
  local function put_text_line(line, is_variation)
    local after_variation = false
    for i, node in ipairs(line) do
      local is_told_apart = after_variation or is_variation and i == 1
      local is_first = i == 1 and not is_variation
      if random(2) == 1 or node.before[1] and not is_told_apart then
        put_number(is_first)
      end
      put_comments(node.before)
      put(san_of(node.place, node.move))
      for _, nag in ipairs(node.nags) do
        put("$" .. nag)
      end
      put_comments(node.comments)
      for _, variation in ipairs(node.variations) do
        put("(")
        put_text_line(variation, true)
        put(")")
      end
      after_variation = node.variations[1] ~= nil
    end
  end
  -- A tag section is written without empty lines and without Event tags, because these would begin a new game.
  local function put_tag(name, value)
    out[#out + 1] = ('[%s "%s"]'):format(name, value:gsub('[\\"]', "\\%0")) .. ({ "\n", "\r\n", " ", "" })[random(4)]
  end
  local position = model.place.position
  if position.chess960 then
    put_tag("Variant", "Chess960")
  end
  if tostring(position) ~= chess.START_FEN then
    put_tag("SetUp", "1")
    put_tag("FEN", position:fen())
  end
  for name, value in pairs(model.tags) do
    put_tag(name, value)
  end
  put_comments(model.comments)
  put_text_line(model.line, false)
  put(model.result)
  local text = table.concat(out)
  local game, message = chess.game(text)
  return game or error(("%s\n%q"):format(message, text))
end

-- ---- the check ----------------------------------------------------------------------------------------------

-- Diagnostics that the random texts cause, not the writer.
local EARNED = {
  impossible_result = true,
  possible_new_game = true, control_character = true, mixed_encoding = true, comment_has_tags = true,
  move_number = true, comment_hides_moves = true,
}

local function check_same(wanted, model, game, what)
  if shape(game) ~= wanted and squeeze(shape(game)) ~= wanted then
    error(("%s differs\nwanted %q\nfound  %q"):format(what, wanted, shape(game)), 0)
  end
  for name, value in pairs(model.tags) do
    if game.tags[name] ~= value then
      error(("%s: tag %s is %q, not %q"):format(what, name, game.tags[name], value), 0)
    end
  end
  for _, d in ipairs(game.diagnostics) do
    if not (EARNED[d.code] or d.text:find("another brace", 1, true)) then
      error(("%s: %s\nin %q"):format(what, d.text, game.text), 0)
    end
  end
  if game.rest then
    error(what .. ": something was not understood", 0)
  end
end

local function escapes_of(game)
  local found = {}
  for _, note in ipairs(game.root.notes) do
    found[note] = true
  end
  for node in game:nodes() do
    for _, note in ipairs(node.notes) do
      found[note] = true
    end
  end
  return found
end

local WIDTHS = { 79, 79, 79, 60, 40, 20, 1, 0, 255 }

local function check(model, game)
  local wanted = model_shape(model)
  check_same(wanted, model, game, "the game")
  local exact = assert(game:pgn { wrap_comments = false, width = WIDTHS[random(#WIDTHS)] })
  local again = assert(chess.game(exact))
  if shape(again) ~= wanted then
    error(("comes back otherwise\nwanted %q\nfound  %q\nfrom %q"):format(wanted, shape(again), exact), 0)
  end
  check_same(wanted, model, again, "what was written exactly")

  local width = WIDTHS[random(#WIDTHS)]
  local wrapped = assert(game:pgn { width = width })
  again = assert(chess.game(wrapped))
  check_same(squeeze(wanted), model, again, "what was written wrapped")
  local twice = assert(again:pgn { width = width })
  if twice ~= wrapped then
    error(("is written otherwise the second time\n%q\n%q"):format(wrapped, twice), 0)
  end
  -- In the movetext, no text line may begin with an escape (%) or a tag, except the game's own escapes.
  local escapes, movetext = escapes_of(game), wrapped:sub(wrapped:find("\n\n", 1, true) + 1)
  for line in movetext:gmatch("[^\n]+") do
    if line:find("^%[[^%%]") or line:find("^%%") and not escapes[line] then
      error(("a line begins with %q in\n%q"):format(line:sub(1, 20), wrapped), 0)
    end
  end
end

describe("random trees with unusual text", function()
  it(("are equal after writing and reading (%d trees, seed %d)"):format(ROUNDS, seed), function()
    math.randomseed(seed)
    graph_size = 0
    local starts, nodes, longest = {}, 0, 0
    for i = 1, 60 do
      starts[i] = visit(random_start())
    end
    for round = 1, ROUNDS do
      local model = random_game(starts)
      local good, message = pcall(function()
        local game = (round % 2 == 0 and by_hand or by_text)(model)
        check(model, game)
        nodes = nodes + game.node_count
        longest = math.max(longest, game.plies)
      end)
      if not good then
        error(("tree %d of seed %d: %s"):format(round, seed, tostring(message)), 0)
      end
    end
    assert.is_true(nodes > 6 * ROUNDS and longest > 100, nodes .. " nodes, " .. longest .. " plies")
  end)

  it("are refused, or changed on request, if a comment cannot be written in PGN, seed " .. seed, function()
    math.randomseed(seed)
    graph_size = 0
    local starts = { visit(chess.position()) }
    for _ = 1, 300 do
      local model = random_game(starts)
      local game = by_hand(model)
      local node = game:node(random(0, game.node_count - 1))
      node.comments = { "a }" .. hostile(3) .. ({ "\n", "\r", "\r\n" })[random(3)] .. hostile(3) }
      for _, opts in ipairs { {}, { wrap_comments = false }, { width = 0 } } do
        assert.same({ nil, "comment cannot be written in PGN", "unwritable_comment" }, { game:pgn(opts) })
      end
      local again = assert(chess.game(assert(game:pgn { braces = "replace", wrap_comments = false })))
      local wanted = shape(game)
      assert.equal(wanted:gsub("}", ")"), (shape(again):gsub("}", ")")))
    end
  end)

  it("are read back if they are nested deeply", function()
    local DEPTH = 990 -- less than 1000, the limit of the reader
    local main, other = { "Nf3", "Nf6" }, { "Nc3", "Nc6", "Nb1", "Nb8" }
    local game = chess.game()
    local node = game.root
    for depth = 1, DEPTH do
      assert(node:add(main[(depth - 1) % 2 + 1])).comments = { "}" .. depth, "" }
      node = assert(node:add(other[(depth - 1) % 4 + 1]))
      node.comments_before, node.nags = { "%\n;" .. depth, "(" }, { depth % 256 }
    end
    local wanted = shape(game)
    local again = assert(chess.game(assert(game:pgn { wrap_comments = false })))
    assert.same({ total = 0 }, items(again.diagnostics))
    assert.equal(2 * DEPTH + 1, again.node_count)
    assert.is_true(shape(again) == wanted)
    again = assert(chess.game(assert(game:pgn())))
    assert.is_true(squeeze(shape(again)) == squeeze(wanted))
  end)
end)
