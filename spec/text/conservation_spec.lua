-- No move of a text gets lost. An independent counter finds the tokens with the shape of a move, and three sums are
-- equal:
--
-- 1. Tokens of the text = tokens of the mainlines, in variations, in comments, unread, ambiguous, without a position.
-- 2. Moves in the games = mentions of mainlines and variations, without those that repeat an earlier mention.
-- 3. Tokens in the comments of the games = tokens of comments, of unread and of ambiguous moves inside the games, and
--    those of variations and of moves without a position whose text is in a comment.

local chess = require "lucena"
local count_moves = require "spec.support.count_moves"
local file = require "spec.support.file"
local need = require "spec.support.need"

-- Return the last byte of a mention. Blanks of the text are one blank in its token.
local function last_byte(text, mention)
  local at = mention.offset + 1
  for piece in mention.token:gmatch("%S+") do
    local _, stop = text:find(piece, at, true)
    at = stop + 1
  end
  return at - 1
end

local function squeezed(text)
  return (text:gsub("%s+", " "))
end

-- Return the tokens that no mention covers, as text; the others as {text, state, game}; and the number of all tokens.
local function compare_tokens(text, kind, report)
  local tokens, lost, found, at = count_moves(text, kind), {}, {}, 1
  local mentions = report.mentions
  for _, token in ipairs(tokens) do
    while mentions[at] and last_byte(text, mentions[at]) < token.first do
      at = at + 1
    end
    local mention, word = mentions[at], squeezed(text:sub(token.first, token.last))
    if mention and mention.offset < token.first and token.last <= last_byte(text, mention) then
      found[#found + 1] = { text = word, state = mention.state, game = mention.game }
    else
      lost[#lost + 1] = word
    end
  end
  return lost, found, #tokens
end

-- Call a function for each node of a game in the order of the moves, the mainline last.
local function each_node(game, visit)
  local stack = { game.root }
  while #stack > 0 do
    local node = table.remove(stack)
    visit(node)
    for _, child in ipairs(node) do
      stack[#stack + 1] = child
    end
  end
end

-- Check sum 2.
local function check_moves(games, report)
  local nodes, repeated, placed = -#games, 0, report.counts.mainline + report.counts.variation
  for _, game in ipairs(games) do
    each_node(game, function() nodes = nodes + 1 end)
  end
  for _, mention in ipairs(report.mentions) do
    local is_placed = mention.state == "mainline" or mention.state == "variation"
    repeated = repeated + (is_placed and mention.repeats and 1 or 0)
  end
  assert.equal(placed, nodes + repeated)
end

-- Return the tokens in the comments of a game. Comments are on the mainline only.
local function tokens_in_comments(game, kind)
  local list, node = {}, game.root
  while node do
    for _, comment in ipairs(node.comments) do
      for _, token in ipairs(count_moves(comment, kind)) do
        list[#list + 1] = squeezed(comment:sub(token.first, token.last))
      end
    end
    node = node.next
  end
  return list
end

-- Check sum 3. Comments keep the order of the text, so that both lists are read together.
local function check_comments(games, found, lost, kind)
  local list, at, is_lost = {}, 1, {}
  for _, token in ipairs(lost) do
    is_lost[token] = true
  end
  for _, game in ipairs(games) do
    for _, token in ipairs(tokens_in_comments(game, kind)) do
      list[#list + 1] = not is_lost[token] and token or nil
    end
  end
  for _, token in ipairs(found) do
    local is_comment = token.game and token.state ~= "variation" and token.state ~= "no_position"
    if token.state ~= "mainline" and list[at] == token.text then
      at = at + 1
    elseif token.state ~= "mainline" then
      assert.is_falsy(is_comment, ("%s, not %s (%s)"):format(list[at], token.text, token.state))
    end
  end
  assert.equal(#list, at - 1)
end

-- Check the sums of a text. Returns the tokens that no mention covers, and the number of all tokens.
local function check(text, kind)
  local games, report = chess.read_text(text)
  local sum = 0
  for _, count in pairs(report.counts) do
    sum = sum + count
  end
  assert.equal(#report.mentions, sum)
  local lost, found, total = compare_tokens(text, kind, report)
  assert.equal(total, #found + #lost)
  check_moves(games, report)
  check_comments(games, found, lost, kind)
  return lost, total
end

describe("chess.read_text", function()
  it("finds each token with the shape of a move in Chess and Checkers", function()
    local lost, total = check(file.read(need.data "book-texts/checkers.txt"), "old")
    assert.same({}, lost)
    assert.is_true(total > 1900)
  end)

  it("finds each token with the shape of a move in Chess Fundamentals", function()
    local lost, total = check(file.read(need.data "book-texts/fundamentals.txt"), "descriptive")
    assert.same({ "R - K K 1" }, lost) -- a misprint that names no square
    assert.is_true(total > 3500)
  end)

  local KINDS = { descriptive = "descriptive", diagrams = "old", ["spanish-descriptive"] = "spanish" }

  it("finds each token with the shape of a move in pages of several languages", function()
    local pages, pipe = 0, assert(io.popen("ls spec/data/pages/*.txt"))
    for path in pipe:lines() do
      if not path:find("SOURCE", 1, true) then
        local lost, total = check(file.read(path), KINDS[path:match("([^/]*)%.txt$")] or "letters")
        assert.same({}, lost, path)
        assert.is_true(total > 0, path)
        pages = pages + 1
      end
    end
    pipe:close()
    assert.is_true(pages >= 13)
  end)

  it("finds the moves of a post with a game and an explanation of its notation", function()
    local text = "Exemple :\n[White \"Legal\"]\n[Black \"NN\"]\n1. e4 e5 2. Cf3 d6 3. Fc4 Fg4 4. Cc3 g6 5. Cxe5 Fxd1"
      .. "\n6. Fxf7+ Re7 7. Cd5#\n1-0\nLa prise : Cxf3. La case d'arrivée : e4, Cf6, Da5.\nOn note C1c3, puisque Cbc3"
      .. " n'apporte rien, ou Cbd2.\nLa promotion : a8=D, axb8=C. En passant : e5xd6ep ou exd6ep.\n"
    local lost, total = check(text, "letters")
    assert.same({ {}, 15 }, { lost, total })
  end)

  it("finds the moves that a page about notation names", function()
    local lost, total = check("Le cavalier en c3 : C1c3 ou Cbc3. Ensuite Da5, puis Txe5 et Fb5-c6, Rg1.\n", "letters")
    assert.same({ {}, 6 }, { lost, total })
  end)

  it("has no comment for the moves after a position without moves", function()
    local games, report = chess.read_text "The position 8/8/8/8/8/4k3/8/4K2R w K - 0 1 : here O-O is legal.\n"
    assert.same({ 1, "The position" }, { #games, games[1].root.comments[1] })
    assert.same({ 0, 1 }, { report.counts.comment, report.counts.no_position })
  end)

  it("gives the offset of the mention that a mention repeats", function()
    local text = "1. e4 e5 2. Nf3 (2. f4 exf4 3. Bc4) Nc6. A gambit was 2. f4, of course.\n"
    local _, report = chess.read_text(text)
    local last = report.mentions[#report.mentions]
    assert.same({ "f4", "variation", text:find("f4", 1, true) - 1 }, { last.token, last.state, last.repeats })
  end)
end)
