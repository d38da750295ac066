-- No move of a text gets lost: each token with the shape of a move is in a game, or is reported, or is counted.

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

-- Return the tokens that no mention covers, as text, and the number of all tokens.
local function lost_in(text, kind, report)
  local spans = {}
  for i, mention in ipairs(report.mentions) do
    spans[i] = { first = mention.offset + 1, last = last_byte(text, mention) }
  end
  local tokens, lost, at = count_moves(text, kind), {}, 1
  for _, token in ipairs(tokens) do
    while spans[at] and spans[at].last < token.first do
      at = at + 1
    end
    local is_covered = spans[at] and spans[at].first <= token.first and token.last <= spans[at].last
    lost[#lost + 1] = not is_covered and text:sub(token.first, token.last) or nil
  end
  return lost, #tokens
end

-- Return the number of moves in games, and that of the mentions that are in games.
local function moves_of(games, report)
  local nodes = 0
  for _, game in ipairs(games) do
    local stack = { game.root }
    while #stack > 0 do
      local node = table.remove(stack)
      for _, child in ipairs(node) do
        nodes, stack[#stack + 1] = nodes + 1, child
      end
    end
  end
  return nodes, report.counts.mainline + report.counts.variation
end

local function check(text, kind)
  local games, report = chess.read_text(text)
  local sum = 0
  for _, count in pairs(report.counts) do
    sum = sum + count
  end
  assert.equal(#report.mentions, sum)
  local nodes, placed = moves_of(games, report)
  assert.is_true(nodes <= placed, ("%d moves in games, %d mentions"):format(nodes, placed))
  local lost, total = lost_in(text, kind, report)
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

  local KINDS = { descriptive = "descriptive", diagrams = "old", ["spanish-descriptive"] = false }

  it("finds each token with the shape of a move in pages of several languages", function()
    local pages, pipe = 0, assert(io.popen("ls spec/data/pages/*.txt"))
    for path in pipe:lines() do
      local kind = KINDS[path:match("([^/]*)%.txt$")]
      if kind ~= false and not path:find("SOURCE", 1, true) then
        local lost, total = check(file.read(path), kind or "letters")
        assert.same({}, lost, path)
        assert.is_true(total > 0, path)
        pages = pages + 1
      end
    end
    pipe:close()
    assert.is_true(pages >= 12)
  end)

  it("finds the moves that a page about notation names", function()
    local lost, total = check("Le cavalier en c3 : C1c3 ou Cbc3. Ensuite Da5, puis Txe5 et Fb5-c6, Rg1.\n", "letters")
    assert.same({ {}, 6 }, { lost, total })
  end)
end)
