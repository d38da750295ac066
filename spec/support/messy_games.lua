--- Random files of games in which the beginning of a game is hard to find.
--
--     math.randomseed(seed)
--     local text = require "spec.support.messy_games" (20000)   -- about 20,000 bytes

local nasty = require "spec.support.nasty"

local chess = require "lucena"

local MOVES = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
local FALSE = '\n\n[Event "false"]\n\n1. e4 *\n\n'

local function pick(list)
  return list[math.random(#list)]
end

local function tags(number)
  return ('[Event "e%d"]\n[Site "?"]\n[Date "19%02d.??.??"]\n[White "%s"]\n[Black "B%d"]\n[ECO "%s"]\n[Result "1-0"]\n')
    :format(number % 9, number % 30, pick { "Tal, M", "Jo", "J\xF6", "J\u{F6}" }, number % 3, pick { "A00", "C20", "" })
end

local DIALECTS = { "french", "german", "russian", "figurine", "fide:french", "gringmuth", "iccf", "lan", "spanish" }

-- A game in a random language or style. In one of four, a word in it cannot be read.
local function foreign()
  local text = assert(chess.game(MOVES):movetext { dialect = pick(DIALECTS) })
  return math.random(4) > 1 and text or (text:gsub("3%.", "3. Xy9", 1))
end

-- Unreadable text and odd places of brackets, results, signs and tags. Some of it ends in an open bracket.
local ODD = {
  "d2(", "Qz9 (1. d4", "x} ", "Zz9 {open", "e9 ; to the end", "1/2-1/ D 2", "(\r}", "d4(($\n}", "[%csl Ga1]",
  '[Event "fake"]', "$999", "$", "$1-0", "(", ")", "()", "(+)x", "(1. f3 (1. c3) h)", "<x>", "<->", "+0.31/12", "%",
  "\n% line\n", "*", "e7e5*", "1-0", "0-1 ", "1/2", "\u{bd}-\u{bd}", "{a}", "{}", "{a\n\n[Event \"y\"]\n}", ";}\n",
  "{;}", "\\", "N", "D", "RR", "$1 $2 !? \u{b1} +-", "(1. d4 (1. c4 {in} (1. f4)) d5) ", "{<html>&quot;;}", "&#39;",
  "\0", "\xE9", "\u{201c}", "--", "e.p.", "12...", "1.", "{[%clk 0:00:1}", "{[%eval a]}", "\n[\n", "\n[White]\n",
  '\n[White "open\n', "\n\n", "\r", "\r\n", "\t", "Ke3 )", "e8=", "O-O-O-O",
}

-- A game with odd text at random places.
local function odd(n)
  local words, list = { "1.", "e4", "e5", "2.", "Nf3", "Nc6", "3.", "Bb5", "a6", "1-0" }, {}
  if math.random(8) == 1 then
    words[#words] = nil
  end
  for i, word in ipairs(words) do
    list[i] = math.random(3) == 1 and word .. pick { " ", "" } .. pick(ODD) or word
  end
  return (math.random(4) > 1 and tags(n) .. "\n" or "") .. table.concat(list, math.random(9) == 1 and "" or " ")
end

-- Each function returns a game, without the text after it.
local GAMES = {
  function(n) return tags(n) .. "\n" .. MOVES end,
  function(n) return tags(n) .. "\n" .. ("{some words} "):rep(math.random(60)) .. MOVES end,
  function(n) return (tags(n) .. "\n1. d4 d5 2. c4\ne6 1/2-1/2"):gsub("\n", "\r\n") end,
  function(n) return (tags(n) .. "\n1. d4 d5 2. c4\ne6 1/2-1/2"):gsub("\n", "\r") end,
  function(n) return tags(n) .. "\n1. e4 {a comment with" .. FALSE .. "} e5 *" end,
  function(n) return tags(n) .. '\n1. e4 {\n[Event "x"]\n} e5 {1-0' .. FALSE:rep(math.random(8)) .. "} *" end,
  function(n) return tags(n) .. '\n1. e4 ; [Event "x"] 1-0\n;' .. FALSE .. " e5 *" end,
  function(n) return '% a line\n%[Event "escaped"]\n' .. tags(n) .. '%[Event "x"]\n\n1. e4\n% 1-0\ne5 *' end,
  function(n) return '[Event "a \\" b"] [White "' .. FALSE .. '"]\n' .. tags(n) .. "\n1. c4 *" end,
  function(n) return tags(n) .. "\n1. e4 {a\0b} e5\0 2. Nf3 *" end,
  odd, odd, odd, odd,
  foreign, function(n) return tags(n) .. "\n" .. foreign() end,
  function(n)
    return tags(n) .. '[White "again"]\n[White "again"]\n[Result "0-1"]\n\n1. e4 $1 $1 $201 {a} {b} ; c\n!! *'
  end,
  function(n) return tags(n) .. '[White]\n[\n["]\n[Black "no end\n[White Elo "7"]\n[9 "x"]\n\n1. e4 *' end,
  function(n) return tags(n) .. "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6 (2... e6)) 2... e6) 2. c4 *" end,
  function() return "1. e4 e5 2. Nf3 *" end,
  function() return "1. d4 d5 1/2-1/2 1. c4 0-1" end,
  function() return '[Event "no result"]\n\n1. e4 e5' end,
  function() return '[Event "no result"]\n\n1. e4 (1. d4 (1. c4' end,
  function() return '[Event "only tags"]' end,
  function() return '[Event "only tags"]\n[White "T"]\n\n\n' end,
  function(n) return tags(n) .. "\n1. e4 e5 2. Ke3 Nc6 (2... d5) ) *" end,
  function(n) return tags(n) .. "\n1. f3 e5 2. g4 Qh4# 1-0" end,
  function() return '[Event "v"]\n[Variant "Atomic"]\n\n1. e4 Nxz9 *' end,
  function() return '[Event "\n\n[Event \n1. e4 *' end,
  function() return '[Event "x"\n\n1. e4 *' end,
  function() return '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *' end,
  function() return '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *' end,
  function() return '[Event "e"] 1. e4 e5 7. Nf3 $1 Nc6 *' end,
  function() return "stray words" end,
  function() return "\u{FEFF}" .. tags(1) .. "\n1. e4 *" end,
  function() return ("{a long comment in one line} "):rep(math.random(300)) .. "*" end,
  function() return "1. e4 {" .. ("long "):rep(math.random(6000)) .. "} *" end,
  function() return tags(2) .. "\n1. e4 {" .. (FALSE):rep(math.random(200)) .. "} *" end,
}

local BETWEEN = { "\n\n", "\n\n", "\n\n", "\r\n\r\n", "\n", " ", "", "\r\r", "\n\n\n\n", "\n \n", "\n\t\n",
  "\r\n\n", "  \n\n", "\n\nstray words\n\n", "\n\n*\n\n", "\n\n;\n\n", "\0", "\n\0\n\n" }
local FIRST = { "", "", "", "\u{FEFF}", "\n\n", "stray words\n\n", "% a line\n", "\u{FEFF}\n\n", " ", "\0\n\n" }
local LAST = { "", "\n", "\n\n", "\r\n", '\n\n{ never closed\n\n[Event "x"]\n\n1. e4 *', "\n\n1. e4 (1. d4",
  "\n\n[Event", '\n\n[Event "x"]\n\n', "\n\nstray", "\n;", "\n%", "\0", "\n\n{", '\n\n[Event "', "\n\n1. e4 {a\n\n",
  "\n\n1. e4 Zz9 {open", "\n\n1. e4 (1. d4 Zz9 {open\n", "\n\nZz9 {open *\n",
  '\n\n[White "o"]\n\n1. e4 Zz9 {open', '\n\n[White "o"]\n\n1. e4 Zz9 (1. d4', '\n\n[White "o"]\n\n[\n1. e4 [ *' }

local texts -- of the files in spec/data/nasty

local function nasty_text()
  if not texts then
    texts = {}
    for _, row in ipairs(nasty.rows) do
      texts[#texts + 1] = not row.is_large and not row.swallows and nasty.text(row) or nil
    end
  end
  return pick(texts)
end

--- Return a random file. Between one game in two and one in fifty is messy; sometimes the file is empty.
---@param size integer bytes, about
---@return string text
return function(size)
  local rate, list, used = pick { 0.02, 0.1, 0.5 }, { pick(FIRST) }, 0
  while used < size do
    local is_messy = math.random() < rate
    local text = not is_messy and GAMES[math.random(2)](#list) or math.random(10) == 1 and nasty_text()
      or pick(GAMES)(#list)
    list[#list + 1] = text
    list[#list + 1] = is_messy and pick(BETWEEN) or "\n\n"
    used = used + #text
  end
  list[#list + 1] = math.random(2) == 1 and pick(LAST) or "\n"
  return table.concat(list)
end
