-- Command lines that use every command, and the files for them. `make iofail` makes each of their calls of input and
-- output fail; a spec runs them at low limits of descriptors. A spec checks that no command is missing.

local write = require("scripts.dev.tree").write

local M = {}

local function shell(command)
  assert(os.execute(command), command)
end

M.GAMES = [=[
[Event "One"]
[Site "?"]
[Date "1990.01.01"]
[Round "1"]
[White "Alpha, A"]
[Black "Beta, B"]
[Result "1-0"]

1. e4 {good} e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 1-0

[Event "Two"]
[Site "?"]
[Date "1991.02.02"]
[Round "2"]
[White "Beta, B"]
[Black "Alpha, A"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 1/2-1/2

[Event "Three"]
[Site "?"]
[Date "1992.03.03"]
[Round "1"]
[White "Gamma, C"]
[Black "Alpha, A"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
]=]

local ENGINE = [[
local move
for line in io.lines() do
  local word = line:match "^%w+"
  if word == "uci" then io.write "id name Fake\nuciok\n" end
  if word == "isready" then io.write "readyok\n" end
  if word == "position" then -- has a legal move for each position that the commands below send
    local _, moves = (line:match "moves (.*)" or ""):gsub("%w+", "")
    local is_black = (line:find " b " ~= nil) ~= (moves % 2 == 1)
    move = is_black and "b8c6" or line:find "/R3K3" and "a1a2" or "e2e4"
  end
  if word == "go" then io.write("info depth 1 score cp 20 pv ", move, "\nbestmove ", move, "\n") end
  if word == "quit" then break end
  io.flush()
end
]]

--- Create the files for every command. Some commands below replace some of these files.
---@param folder string
---@param tree string the folder of this tree
function M.make_files(folder, tree)
  shell(("mkdir -p '%s/into'"):format(folder))
  write(folder .. "/a.pgn", M.GAMES)
  write(folder .. "/b.pgn", (M.GAMES:gsub("Event \"", "%0Other ")))
  write(folder .. "/old.pgn", "[Event \"Old\"]\n\n*\n")
  write(folder .. "/old.txt", "old\n")
  write(folder .. "/a.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"one\";\n"
    .. "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; id \"two\";\n")
  write(folder .. "/fens.txt", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\n")
  write(folder .. "/words.txt", "After 1. e4 e5 2. Nf3 White is better.\n")
  write(folder .. "/names.txt", "Alpha, A = Alpha, Anton\n")
  write(folder .. "/where.lua", "return function(g) return g.plies > 5 end\n")
  write(folder .. "/by.lua", "return function(g) return g.tags.White end\n")
  write(folder .. "/keep.lua", "return function(a, b) return b end\n")
  write(folder .. "/hello.lua", "print('hello')\nlocal chess = require 'lucena'\n"
    .. "for g in chess.games('a.pgn') do print(g.tags.White) end\n")
  write(folder .. "/mine.lua", "return {extend = 'lan', title = 'Mine', quiet = '-', capture = {'x'}}\n")
  write(folder .. "/engine.lua", ENGINE)
  write(folder .. "/typed.txt", "e4 e5\nback\n= 1 + 1\n")
  shell(("cd '%s' && '%s/scripts/lucena' report summary --partial -q a.pgn -o a.part"):format(folder, tree))
  shell(("cd '%s' && '%s/scripts/lucena' index --partial -q a.pgn -o index.part"):format(folder, tree))
end

--- Create the compressed files.
---@param folder string
function M.compress(folder)
  shell(("cd '%s' && gzip -nk a.pgn && zstd -q a.pgn && bzip2 -k a.pgn"):format(folder))
end

local UCI = ("--engine '%s' --engine-arg engine.lua --nodes 1"):format(os.getenv "LUA" or "lua5.4")

--- The name and the command line. The word after < is the file for standard input. `refuses`: another exit status that
--- a failure of input or output may have.
M.LINES = {
  { "filter", "filter -t White~alpha a.pgn" },
  { "filter-o", "filter -t White~alpha a.pgn b.pgn -o old.pgn" },
  { "filter-script", "filter where.lua a.pgn.gz -o new.pgn" },
  { "filter-jobs", "filter --jobs 2 -e checkmate a.pgn b.pgn -o new.pgn" },
  { "filter-stdin", "filter -t White~alpha - < a.pgn.zst" },
  { "show", "show a.pgn.bz2 2" },
  { "check", "check a.pgn b.pgn" },
  { "check-json", "check --format json - < a.pgn" },
  { "convert-csv", "convert -t csv a.pgn -o old.txt" },
  { "convert-json", "convert -t json a.pgn.zst" },
  { "convert-fen", "convert -t fen a.pgn -o new.fen" },
  { "split-every", "split --every 2 --into into a.pgn" },
  { "split-by", "split --by White --into made/of/these a.pgn" },
  { "split-script", "split -s by.lua --force --into . a.pgn" },
  { "merge", "merge a.pgn b.pgn -o a.pgn" },
  { "merge-tree", "merge --tree a.pgn b.pgn -o new.pgn" },
  { "dedup", "dedup a.pgn b.pgn -o new.pgn --duplicates old.pgn" },
  { "dedup-keep", "dedup --keep keep.lua --list a.pgn b.pgn" },
  { "sort", "sort --by White a.pgn b.pgn -o a.pgn" },
  { "sample", "sample -n 2 --seed 1 a.pgn -o new.pgn" },
  { "tag", "tag --names names.txt --set Round=3 a.pgn -o a.pgn" },
  { "tag-diff", "tag --names names.txt a.pgn" },
  { "tag-eco", "tag --eco --opening-names fr a.pgn -o new.pgn" },
  { "annotate", "annotate --games 3 " .. UCI .. " a.pgn -o new.pgn" },
  { "partial", "report summary --range 1/2 --partial a.pgn b.pgn -o new.part" },
  { "merge-parts", "merge-parts a.part -o new.txt" },
  { "report", "report summary a.pgn b.pgn" },
  { "report-html", "report summary -o new.html a.pgn" },
  { "translate", "translate --to french words.txt -o old.txt" },
  { "translate-games", "translate --to french a.pgn" },
  { "read", "read words.txt -o new.pgn" },
  { "read-json", "read --json words.txt" },
  { "run", "run hello.lua", refuses = 2 }, -- chess.games raises an error, and an error of a script has status 2
  { "dialects", "dialects" },
  { "dialect-show", "dialect show ./mine.lua" },
  { "dialect-test", "dialect test --positions 2 ./mine.lua" },
  { "filter-dialect", "filter --dialect ./mine.lua -t White~alpha a.pgn -o new.pgn" },
  { "perft", "perft 2" },
  { "fen", "fen - < fens.txt" },
  { "board", "board --svg -o new.svg" },
  { "board-file", "board -o diagram-%d.svg fens.txt" },
  { "board-game", "board --ascii a.pgn --game 2" },
  { "epd-fmt", "epd fmt a.epd -o new.epd" },
  { "epd-check", "epd check - < a.epd" },
  { "epd-sort", "epd sort a.epd -o a.epd" },
  { "epd-select", "epd select -e 'r.id == \"one\"' a.epd" },
  { "epd-stats", "epd stats a.epd" },
  { "epd-test", "epd test " .. UCI .. " a.epd" },
  { "book-make", "book make --min 1 a.pgn -o new.bin" },
  { "book-merge", "book make --min 1 a.pgn -o new.epd" },
  { "index", "index -q a.pgn" },
  { "index-jobs", "index -q --jobs 2 a.pgn" },
  { "index-part", "index -q --range 1/2 --partial a.pgn -o new.part" },
  { "index-merge", "merge-parts -q index.part -o new.lci" },
  { "explore", "explore a.pgn e4" },
  { "explain", "explain exd6ep" },
  { "help", "help split" },
  { "repl", "repl --no-init < typed.txt" },
  { "repl-e", "-e 'chess.position():san(chess.position():parse \"e4\")'" },
}

return M
