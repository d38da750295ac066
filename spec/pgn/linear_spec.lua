-- Time grows as the text does: of each shape that is quadratic in some reader, twice as much takes at most 2.3 times as
-- long to be read from memory and from a file, walked, checked and written.

local chess = require "lucena"
local new_folder = require "spec.support.folder"

local TAGS = '[Event "T"]\n[Result "*"]\n\n'

-- A text that is about `size` bytes long, from a head, something repeated, and a tail.
local function filled(head, unit, tail)
  return function(size)
    return head .. unit:rep(size // #unit) .. tail
  end
end

local function nested(unit, depth)
  return function(size)
    local game = "1. e4 " .. unit:rep(depth) .. (")"):rep(depth) .. " e5 *\n\n"
    return game:rep(math.max(1, size // #game))
  end
end

local SHAPES = {
  { "many tags", function(size)
    local lines = {}
    for i = 1, size // 14 do
      lines[i] = ('[T%d "x"]\n'):format(i)
    end
    return table.concat(lines) .. "\n1. e4 *\n"
  end },
  { "one tag many times", filled("", '[Same "x"]\n', "\n1. e4 *\n") },
  { "a long tag value", filled('[Event "', "x", '"]\n\n1. e4 *\n') },
  { "a tag value of quotes", filled('[Event "', '"', '"]\n\n1. e4 *\n') },
  { "a tag value of backslashes", filled('[Event "', "\\", '"]\n\n1. e4 *\n') },
  { "variations in each other", filled("1. e4 ", "(1. d4 ", " *\n") },
  { "variations in each other, all closed", function(size)
    return "1. e4 " .. ("(1. d4 "):rep(size // 8) .. (")"):rep(size // 8) .. " e5 *\n"
  end },
  { "games of variations as deep as is read", nested("(1. d4 d5 ", 900) },
  { "a long comment", filled("1. e4 {", "word ", "} *\n") },
  { "a long comment of lines", filled("1. e4 {", "word\n", "} *\n") },
  { "a comment of opening braces", filled("1. e4 {", "{", "} *\n") },
  { "a comment of tag sections", filled("1. e4 {", '\n\n[Event "x"]\n[White "y"]\n\n1. e4 ', "} *\n") },
  { "a comment of commands", filled("1. e4 {", "[%clk 0:00:01]", "} *\n") },
  { "a comment of unfinished commands", filled("1. e4 {", "[%clk ", "} *\n") },
  { "many comments on a move", filled("1. e4 ", "{a} ", "*\n") },
  { "many variations on a move", filled("1. e4 ", "(1. d4) ", "*\n") },
  { "many variations on a move, all different lines", function(size)
    local parts, squares = {}, { "e5", "d5", "c5", "Nf6", "g6", "b6", "a6", "h6" }
    for i = 1, size // 14 do
      parts[i] = ("(1. d4 %s) "):format(squares[i % 8 + 1])
    end
    return "1. e4 " .. table.concat(parts) .. "*\n"
  end },
  { "one long line of moves", filled("", "Nf3 Nf6 Ng1 Ng8 ", "*\n") },
  { "moves with their numbers on a line each", filled("", "1. Nf3\nNf6\n2. Ng1\nNg8\n", "*\n") },
  { "many NAGs", filled("1. e4 ", "$1 ", "*\n") },
  { "many bad NAGs", filled("1. e4 ", "$999 ", "*\n") },
  { "many numbers", filled("", "1. ", "*\n") },
  { "periods", filled("1", ".", " e4 *\n") },
  { "an illegal move and a long tail", filled("1. e4 Ke3 ", "e5 (1. d4) ", "*\n") },
  { "an illegal move in many variations", filled("1. e4 ", "(1. Ke3 e5) ", "*\n") },
  { "many games on one line", filled("", "1. e4 * ", "\n") },
  { "many results", filled("", "* ", "\n") },
  { "many empty lines", filled("1. e4 ", "\n", "*\n") },
  { "many escapes", filled("", "%x\n", "1. e4 *\n") },
  { "many line comments", filled("1. e4 ", ";x\n", "*\n") },
  { "words outside a game", filled("1. e4 *\n", "word ", "\n" .. TAGS .. "1. d4 *\n") },
  { "one long word", filled("1. e4 ", "x", " *\n") },
  { "one long number", filled("1. e4 ", "1", " *\n") },
  { "null bytes", filled("1. e4 ", "\0", " *\n") },
  { "a comment never closed", filled("1. e4 *\n\n1. d4 {", "1. e4 *\n", "") },
  { "an open comment before many games", filled("1. e4 {", TAGS .. "1. d4 {x} *\n\n", "") },
  { "carriage returns", filled("1. e4 ", "\r", "*\r") },
  { "byte order marks", filled("1. e4 ", "\xef\xbb\xbf", "*\n") },
  { "bytes of no encoding", filled("1. e4 {", "\xff\xc3", "} *\n") },
}
for _, byte in ipairs { "[", "{", ";", "$", '"', "(", ")", "%", "-", "\\", "*" } do
  SHAPES[#SHAPES + 1] = { "nothing but " .. byte, filled("", byte, "") }
  SHAPES[#SHAPES + 1] = { "a game of " .. byte, filled(TAGS .. "1. e4 ", byte, " *\n\n" .. TAGS .. "1. d4 *\n") }
end

-- ---- what is measured -------------------------------------------------------------------------------------

-- Of many small games a thousand are enough to look at.
local function from_memory(text)
  for g in chess.games_in(text) do
    if g.number <= 1000 then
      local nodes = 0
      g:walk(function() nodes = nodes + 1 end)
      g:check()
      for _ in pairs(g.tags) do
        nodes = nodes + 1
      end
      g:pgn()
      g:json()
    end
  end
end

local function from_file(path, salvage)
  local reader <close> = assert(chess.open(path, { check = true, salvage = salvage, max_game = 1 << 30 }))
  repeat
    local _, is_end = reader:count(1 << 40)
    reader:take_diagnostics()
  until is_end
end

local function seconds(f, ...)
  collectgarbage()
  local before = os.clock()
  f(...)
  return os.clock() - before
end

-- Least of some rounds.
local function cost_of(text, folder, rounds)
  local path = folder:write("a.pgn", text)
  local least = math.huge
  for _ = 1, rounds do
    least = math.min(least, seconds(from_memory, text) + seconds(from_file, path) + seconds(from_file, path, true))
  end
  return least
end

-- Three doublings at once tell the curves apart better than one: 8 for a straight line, 64 for a square.
local DOUBLINGS, MOST = 3, 2.3 ^ 3
-- What is too fast to be measured, even when it is long, is fast enough.
local SMALL, LONG, NS_A_BYTE = 1 << 15, 1 << 21, 100

local function growth_of(shape, folder)
  local large = cost_of(shape(SMALL << DOUBLINGS), folder, 2)
  if large < 0.01 and cost_of(shape(LONG), folder, 1) < LONG * NS_A_BYTE * 1e-9 then
    return 0
  end
  return large / cost_of(shape(SMALL), folder, 3)
end

describe("twice the text takes at most 2.3 times the time:", function()
  for _, shape in ipairs(SHAPES) do
    it(shape[1], function()
      local folder <close> = new_folder()
      -- The machine has other things to do: what is really quadratic is so each time.
      local growth
      for _ = 1, 4 do
        growth = growth_of(shape[2], folder)
        if growth <= MOST then
          return
        end
      end
      error(("twice as much takes %.2f times the time"):format(growth ^ (1 / DOUBLINGS)), 0)
    end)
  end
end)
