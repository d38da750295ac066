--- Compares the games that Lucena reads in texts with the games that the texts have.
--
-- Usage: scripts/dev/with-build lua5.4 bench/prose.lua [-v] [--misprints] TEXT|FOLDER...
-- The games of NAME.txt are in NAME.pgn and, if there are more, in NAME-extra.pgn. Prints one line of counts for each
-- text with -v, then one line for all texts:
--
-- - whole: games of which each move of the mainline is read, and no other move;
-- - right: plies of mainlines up to the first difference;
-- - wrong: plies read after the first difference, and plies of games that the text does not have;
-- - silent: texts that are not read whole, although nothing is reported.
--
-- Cost: the product of the numbers of games of a text, in plies.

local chess = require "lucena"

-- Return the start position and the moves of the mainline of a game.
local function line_of(game)
  local moves, node = {}, game.root.next
  while node do
    moves[#moves + 1], node = node.san, node.next
  end
  return { fen = game.root.position:fen():match("^%S+ %S+"), moves = moves }
end

local function lines_of(list)
  local lines = {}
  for _, game in ipairs(list) do
    local line = line_of(game)
    lines[#lines + 1] = #line.moves > 0 and line or nil
  end
  return lines
end

-- Return the number of plies that two games have in common.
local function common(one, other)
  local count = 0
  while one.fen == other.fen and one.moves[count + 1] and one.moves[count + 1] == other.moves[count + 1] do
    count = count + 1
  end
  return count
end

-- Remove the game that is most like `wanted` from a list. Returns it with the number of plies in common.
local function take_best(list, wanted)
  local best, most = nil, 0
  for i, line in ipairs(list) do
    local count = common(line, wanted)
    if count > most then
      best, most = i, count
    end
  end
  return best and table.remove(list, best), most
end

local function compare(read, wanted)
  local counts = { games = #wanted, whole = 0, plies = 0, right = 0, wrong = 0 }
  for _, line in ipairs(wanted) do
    local found, right = take_best(read, line)
    counts.plies, counts.right = counts.plies + #line.moves, counts.right + right
    counts.wrong = counts.wrong + (found and #found.moves - right or 0)
    counts.whole = counts.whole + (found and right == #line.moves and right == #found.moves and 1 or 0)
  end
  for _, line in ipairs(read) do
    counts.wrong = counts.wrong + #line.moves
  end
  return counts
end

local function has_errors(games, report)
  for _, diagnostic in ipairs(report.diagnostics) do
    if diagnostic.severity == "error" then
      return true
    end
  end
  return #games == 0
end

local function text_of(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local function exists(path)
  local file <close> = io.open(path, "rb")
  return file ~= nil
end

-- Return the games that a text has.
local function wanted_of(path)
  local wanted = {}
  for _, ending in ipairs { ".pgn", "-extra.pgn" } do
    local name = path:gsub("%.txt$", ending)
    if exists(name) then
      for game in chess.games(name) do
        wanted[#wanted + 1] = game
      end
    end
  end
  return wanted
end

local function measure(path, opts)
  local wanted = wanted_of(path)
  local games, report = chess.read_text(text_of(path), opts)
  local counts = compare(lines_of(games), lines_of(wanted))
  local is_right = counts.whole == counts.games and counts.wrong == 0
  counts.silent = not is_right and not has_errors(games, report) and 1 or 0
  return counts
end

local NAMES = { "games", "whole", "plies", "right", "wrong", "silent" }
local LINE = "%s: %d of %d games whole, %d of %d plies right, %d wrong, %d silent"

local function print_counts(name, c)
  print(LINE:format(name, c.whole, c.games, c.right, c.plies, c.wrong, c.silent))
end

-- Return the texts with games that an argument names.
local function texts_of(path)
  if path:find("%.txt$") then
    return { path }
  end
  local list = {}
  local pipe <close> = assert(io.popen(("ls '%s'/*.pgn"):format(path)))
  for name in pipe:lines() do
    list[#list + 1] = not name:find("%-extra%.pgn$") and name:gsub("%.pgn$", ".txt") or nil
  end
  return list
end

local function options_of(list)
  local opts, is_verbose, paths = {}, false, {}
  for _, word in ipairs(list) do
    if word == "-v" then
      is_verbose = true
    elseif word == "--misprints" then
      opts.misprints = true
    else
      paths[#paths + 1] = word
    end
  end
  return opts, is_verbose, paths
end

local opts, is_verbose, paths = options_of(arg)
local total = { games = 0, whole = 0, plies = 0, right = 0, wrong = 0, silent = 0 }
for _, path in ipairs(paths) do
  for _, text in ipairs(texts_of(path)) do
    local counts = measure(text, opts)
    for _, name in ipairs(NAMES) do
      total[name] = total[name] + counts[name]
    end
    if is_verbose then
      print_counts(text:match("[^/]+$"), counts)
    end
  end
end
print_counts("all", total)
