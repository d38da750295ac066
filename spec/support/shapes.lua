--- Texts of any size for which some readers need quadratic time, and the operations whose time is measured.
--
--     local shapes = require "spec.support.shapes"
--     for _, shape in ipairs(shapes.shapes) do
--       local name, text = shape[1], shape[2](1 << 20)      -- about as many bytes
--       shapes.seconds(shapes.from_memory, text)
--     end

local chess = require "lucena"

local M = {}

local TAGS = '[Event "T"]\n[Result "*"]\n\n'

-- Returns a function that makes a text of about `size` bytes: a head, a repeated part, and a tail.
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

M.shapes = {
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
  { "a tag never closed", filled('[Event "', "x", "") },
  { "many tags never closed", filled("", '[Event "x\n', "1. e4 *\n") },
  { "many games of a tag", filled("", '[Result "*"]\n\n*\n\n', "") },
  { "null bytes", filled("1. e4 ", "\0", " *\n") },
  { "a comment never closed", filled("1. e4 *\n\n1. d4 {", "1. e4 *\n", "") },
  { "an open comment before many games", filled("1. e4 {", TAGS .. "1. d4 {x} *\n\n", "") },
  { "carriage returns", filled("1. e4 ", "\r", "*\r") },
  { "byte order marks", filled("1. e4 ", "\xef\xbb\xbf", "*\n") },
  { "bytes of no encoding", filled("1. e4 {", "\xff\xc3", "} *\n") },
}
for _, byte in ipairs { "[", "{", ";", "$", '"', "(", ")", "%", "-", "\\", "*" } do
  M.shapes[#M.shapes + 1] = { "nothing but " .. byte, filled("", byte, "") }
  M.shapes[#M.shapes + 1] = { "a game of " .. byte, filled(TAGS .. "1. e4 ", byte, " *\n\n" .. TAGS .. "1. d4 *\n") }
end

-- ---- texts with prose ------------------------------------------------------------------------------------

-- Texts for chess.read_text: marks that are never closed, and units that a reader of moves may examine again and again.
M.prose = {
  { "a forum mark never closed", filled("1. e4 e5 [", "a", "") },
  { "blanks before a word", filled("1. e4 e5\n\n", " ", "x\n") },
  { "parentheses, all closed", function(size)
    return "1. e4 " .. ("("):rep(size // 2) .. (")"):rep(size // 2)
  end },
  { "headings with many names", filled("", ("between a and "):rep(100) .. "\n\n1. e4 e5\n\n", "") },
  { "boards", filled("", "|r|n|b|q|k|b|n|r|\n", "") },
  { "rows of moves", filled("", "1. e4 e5\n", "") },
  { "one line before a row of a table", filled("", "Some words here and ", "\n| a |\n") },
  { "numbers without moves", filled("Smith    1. e4 e5\n", "1.", "") },
  { "moves without blanks", filled("", "1.Nf3,Nc6;", "") },
  { "letters of pieces", filled("1. e4 e5 ", "2. Nf3 Nc6 ", "") },
}
local UNITS = { "(", ")", "{", "}", "[", "]", '"', ";", "-", ".", "!", "\1", "\2 ", " ", "\n", "\r", "\0", "x", "1",
  "1.", "1. e4 ", "e4 ", "e4-", "1-0 ", "a/", "8/", "1... ", "[x ", "{1", "[Illustration", "(1. e4 ", "A - B\n",
  "\n\nABC", "a\u{AD}\n", "aa-\n", "\f1\n", "12\n\n" }
local MARKUP = { "<", ">", "<!--", "<!-- -->", "-->", "<script>", "<script ", "</script>", "<style>", "<style",
  "<head>", "<title>", "<pre", "<pre>", "<b ", "<b>", "</b>", "<p>1. e4", '<a b="', "<a b='>", "<![CDATA[", "<aaaa ",
  "<br\n", "&", "&#", "&#x", "&#1", "&amp;", "&amp", "&a;", "<b><i>e4</i></b> ", "\2" }

-- Return a shape that repeats a unit after a head.
local function repeated(name, head, unit)
  return { name .. " " .. ("%q"):format(unit):gsub("\\\n", "\\n"), filled(head, unit, "") }
end

for _, unit in ipairs(UNITS) do
  M.prose[#M.prose + 1] = repeated("nothing but", "", unit)
end
for _, unit in ipairs(MARKUP) do
  M.prose[#M.prose + 1] = repeated("a page of", "<html>1. e4 ", unit)
end
for _, mark in ipairs { "<", "&", "&#" } do
  M.prose[#M.prose + 1] = { "a page with a long name after " .. mark, filled("<html>" .. mark, "a", "") }
end

-- ---- tournament report files -----------------------------------------------------------------------------

local PLAYER = ("%-91s"):format("001    1 m    Name A                            2000 FRA")

M.trf = {
  { "blanks in the name of a tournament", filled("012 a", " ", "b\n") },
  { "a long line of a player", filled(PLAYER, "   2 w 1  ", "\n") },
  { "a long line of a player, not in ASCII", filled(PLAYER:sub(1, -2) .. "é", "   2 w 1  ", "\n") },
  { "players with one number", filled("", PLAYER .. "\n", "") },
  { "a long team", filled(("%-36s"):format("013 Team"), "   1 ", "\n") },
  { "a long team, not in ASCII", filled(("%-37s"):format("013 Téam"), "   1 ", "\n") },
  { "many teams", filled("", "013 Team\n", "") },
  { "a long line of byes", filled("240 H   1 ", "   1 ", "\n") },
  { "many byes", filled(PLAYER .. "\n", "240 H   1    1\n", "") },
  { "a long line of dates, not in ASCII", filled("132 é", "26/01/01  ", "\n") },
  { "a long line of points", filled("162 ", "W 1.0 ", "\n") },
  { "blanks in the points", filled("162 W", " ", "\n") },
  { "carriage returns", filled("", "\r", "") },
  { "unknown lines", filled("", "zzz\n", "") },
}

-- ---- JSON ------------------------------------------------------------------------------------------------

local FOUR = '{"san":"Nf3"},{"san":"Nf6"},{"san":"Ng1"},{"san":"Ng8"},'

M.json = {
  { "games", filled("[", '{"moves":[{"san":"e4"}]},', '{"moves":[]}]') },
  { "games in sequence", filled("", '{"moves":[{"san":"e4"}]} ', "") },
  { "moves", filled('{"moves":[', FOUR, '{"san":"e4"}]}') },
  { "moves with an unknown field", filled('{"moves":[', FOUR:gsub("}", ',"x":1}'), '{"san":"e4"}]}') },
  { "illegal moves", filled('{"moves":[', '{"san":"Ke3"},', '{"san":"e4"}]}') },
  { "variations", filled('{"moves":[{"san":"e4","variations":[', '[{"san":"d4"}],', '[{"san":"c4"}]]}]}') },
  { "unread variations", filled('{"moves":[{"san":"e4","unread":[', '"(Ke3)",', '"(Ke3)"]}]}') },
  { "a long rest", filled('{"moves":[{"san":"e4"}],"rest":"', "Ke3 (", '"}') },
  { "a field many times", filled("{", '"result":"*",', '"result":"*"}') },
  { "duplicate tags", filled('{"duplicate_tags":[', '["A","b"],', '["A","b"]],"moves":[]}') },
  { "braces in a comment", filled('{"moves":[{"san":"e4","comments":["', "}", '"]}]}') },
  { "escapes", filled('{"moves":[{"san":"e4","comments":["', "\\u0041", '"]}]}') },
  { "blanks", filled('{"moves":[', " ", "]}") },
  { "a long number", filled('{"moves":[{"san":"e4","clock":', "1", "}]}") },
  { "brackets never closed", filled("", "[", "") },
  { "objects never closed", filled("", '{"a":', "") },
  { "a string never closed", filled('{"a":"', "x", "") },
  { "a comment never closed", filled('{"moves":[', "/*", "]}") },
}

-- ---- measured operations ----------------------------------------------------------------------------------

-- Only the first thousand games of a text are examined.
--- Reads a text from memory, walks through the games, checks and writes them.
---@param text string
function M.from_memory(text)
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

--- Reads a file and plays every move.
---@param path string
---@param salvage? boolean
function M.from_file(path, salvage)
  local reader <close> = assert(chess.open(path, { check = true, salvage = salvage, max_game = 1 << 30 }))
  repeat
    local _, is_end = reader:count(1 << 40)
    reader:take_diagnostics()
  until is_end
end

--- The same operation with salvage, which also looks for games in unreadable text.
---@param path string
function M.from_salvage(path)
  M.from_file(path, true)
end

--- Reads from a pipe, which supplies the text in small parts.
---@param path string of a file; a named pipe is made beside it and removed again
function M.from_pipe(path)
  local pipe = path .. ".pipe"
  assert(os.execute(("mkfifo '%s' && cat '%s' > '%s' &"):format(pipe, path, pipe)))
  assert(os.execute(("until [ -p '%s' ]; do sleep 0.01; done"):format(pipe)))
  M.from_file(pipe)
  os.remove(pipe)
end

--- The processor time of a call.
---@param f function
---@param ... any
---@return number seconds
function M.seconds(f, ...)
  collectgarbage()
  local before = os.clock()
  f(...)
  return os.clock() - before
end

-- Three doublings show the growth better than one: linear time grows 8 times, quadratic time 64 times. The limit is
-- between the two: linear time grew up to 12 times where other programs filled the processor's caches.
local DOUBLINGS, MOST = 3, 2.8 ^ 3
local SHORT, NS_A_BYTE = 0.01, 100 -- a time in seconds that is too short to measure, and one that is not

--- Raise an error if the time of an operation grows by more than 2.8 when the text is twice as long. A small and a
--- large text are measured in turn, and the minimum time of each counts: other programs can only increase a time, so
--- for quadratic time the ratio of the minimum times is still large.
---@param cost fun(text: string): number seconds
---@param shape fun(size: integer): string
---@param small integer the size of the small text in bytes
---@param long? integer the size of a text that is measured if the large one takes too little time
function M.check_growth(cost, shape, small, long)
  local least, most, growth = math.huge, math.huge, nil
  long = long or small << DOUBLINGS
  for _ = 1, 16 do
    most = math.min(most, cost(shape(small << DOUBLINGS)))
    if most < SHORT and cost(shape(long)) < long * NS_A_BYTE * 1e-9 then
      return
    end
    least = math.min(least, cost(shape(small)), cost(shape(small)))
    growth = most / least
    if growth <= MOST then
      return
    end
  end
  error(("twice as much takes %.2f times the time"):format(growth ^ (1 / DOUBLINGS)), 0)
end

--- Measure the processor time of all operations on a text. The file at `path` must have the same text.
---@param text string
---@param path string of the file
---@return number seconds
function M.cost_of(text, path)
  return M.seconds(M.from_memory, text) + M.seconds(M.from_file, path) + M.seconds(M.from_salvage, path)
end

return M
