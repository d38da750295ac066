--- Random inputs for the prompt: chess, nearly correct chess, harmless Lua, commands with any argument, parts of FENs
-- and PGN, control bytes, invalid UTF-8. A session reads these inputs, and is checked for internal errors.
--
--     local storm = require "spec.support.storm"
--     local line = storm.lines(7, "here")               -- the seed determines all lines
--     line(session)                                     --> "1. e4 Cf6"
--     local report = storm.run { count = 2000, seed = 7, folder = folder }

local chess = require "lucena"
local complete = require "lucena.repl.complete"
local edit = require "lucena.repl.edit"
local history = require "lucena.repl.history"
local pty = require "spec.support.pty"
local sessions = require "lucena.repl.session"

local M = {}

-- ---- lines ---------------------------------------------------------------------------------------

local random = math.random

local function any(list)
  return list[random(#list)]
end

local SAMPLE = "spec/data/engine/engine.pgn"

local DIALECTS = {
  "english", "french", "german", "russian", "iccf", "descriptive", "figurine", "lan", "uci", "auto", "fide:french",
  "nonsense", "",
}

local LUA = {
  "=board", "=game", "=node", "=moves()", "=_", "=_1, _9", "=nil", "nil, 'no', 'code'", "x = 5", "e4 = 3", "e4 = nil",
  "Nf3 = {}", "=#board:moves()", "node:add 'e4'", "node:remove()", "node:promote()", "game.root[1]:remove()",
  "game.tags.White = 'T\xC3\xA9st {}\"'", "game.tags.Round = nil", "game.result = '1-0'", "board = 5",
  "board = '8/8/8/4k3/8/8/8/4K2R w K - 0 1'", "game = chess.game '1. e4 (1. d4 (1. c4)) e5 {x} *'",
  "game = chess.game '1. e4 e5 xx 2. Nf3 *'", "node = game.root", "node = node[1] or node", "node = 7",
  "board = chess.position 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9'", "for i = 1, 3 do",
  "board.turn", "end", "function f(a)", "return f(1)", "{", "}", "{{{{{{1}}}}}}", "('x'):rep(1e5)", "'\\0\\27[2J'",
  "=setmetatable({}, {__index = error, __len = error, __pairs = error, __tostring = error})", "error()", "error {}",
  "error(setmetatable({}, {__tostring = function() return 5 end}))", "error(nil)",
  "coroutine.wrap(function() e() end)()", "=coroutine.create(print)", "pcall(error)", "undo()", "redo()",
  "undo(); node:add 'a3'; undo(); redo()", "play 'e4'", "play(board:moves()[1])", "play(5)", "back(1)", "jump '3b'",
  "vary 'c5'", "next_game()", "settings", "settings.width = 0", "settings.width = 33", "settings.depth = 'x'",
  "settings.flip = not settings.flip", "settings.unicode = not settings.unicode", "settings.color = true",
  "find(chess.query.checkmate)", "[[", "]]", "--[[", "t = {} t.t = t", "t", "{t, t, t = t}",
  "{[{}] = 1, [1.5] = 2, [true] = 3, x = 4, [4] = 5}", "goto e4", "x.y.z", "x:y()", "board:play 'e4'", "game:pgn()",
  "node.comment = '}{'", "node.comments = {'a', 'b'}", "node.nags = {1, 14, 255}",
  "=chess.query.player 'Tal' & chess.query.checkmate", "explain 'Nb5'", "attackers 'e4'", "eco()", "perft(2)",
  "collectgarbage()", "string.rep", "math.huge, -math.huge, 0/0, math.mininteger", "=io.stdout", "_ENV", "_G == _ENV",
  "local x <close> = nil", "f??", "f?", "moves??", "find??", ":history", "!l", "{1,2", "3}",
  "error {code = 5}", "true", "e4,e5,Nf3", "e4/e5", "position startpos moves e2e4",
  "https://lichess.org/analysis/8/8/8/4k3/8/8/8/4K2R_w_K_-_0_1", "\\q", ".help", "%history", "Springer f3", "1: e4",
  "I. e4", "cd ..", "cd /", "Qxh9", "{a comment", "comment: x", "FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "castle",
  "'4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'", "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1", "8/8/8/8/8/8/8 w - -", "print = nil",
  "setmetatable(_ENV, nil)", "require 'nosuch'", "flip 'x'", "node:next()", "chess.open{text = ''}:games()", "Q h5",
  "for m in board:moves() do end", "set board on", "legal moves", "filter off", "show board", "tag weiss x", "resume",
  "chess.nosuch", "I. e4", "kö", "e4 e5 1/2", "Whte", "chess.board 'x'", "nag good", "goto done ::done::",
  "for _, name in ipairs { 'a' } do moves(name) end", "= ", "=", ":",
  "::",
}

local ARGUMENTS = {
  "", "", "", "1", "0", "3", "-1", "12b", "1w", "99", "99999999999999999999", "1.5", "0x10", "start", "end", "e4",
  "a3", "e9", "Nf3", "e4 e5", "!?", "$14", "openings", "openings --limit 3", "by elo",
  "Whte X", "WhiteElo abc", "Game", "castling", "bad_tag", "lines 3", "stockfish", "game.tags.",
  "+-", "$999", "-", "{", "}", "{x}", "on", "off", "width 40", "flip",
  "french", "checkmate", "player \"Morphy\"", "player", "elo{min=", "C44", "Z99", "B0", "position.san", "query", "=",
  "= 5", "(", ":", "\xFF\xFE", "\27[2J", "missing.pgn", SAMPLE, "/dev/null", ".", "'", "\"", "%s%d%n", ("x"):rep(300),
}

-- Commands that are not used, because they end the session, take long or write files.
local UNUSED_COMMANDS = { quit = true, perft = true, save = true, transcript = true }

local SECTIONS = {
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - -",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/P7/8/8/8/8/8/k1K5 w - - 99 120",
  "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; id \"x\";", "8/8/8/8/8/8/8/8 w - - 0 1",
  '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 $1) 2. Nf3 {good} Nc6 1-0\n',
  '[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\n1. d4 (1. c4 (1. b3)) d5 1/2-1/2\n', '[White "A"', "[White \"A\"]\n",
  '[FEN "8/8/8/4k3/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O+ Kd5 *\n', "1. e4 e5 2. Cf3 Cc6 3. Fb5 *", "1-0", "*",
}

local function random_bytes()
  local bytes = {}
  for i = 1, random(0, 30) do
    bytes[i] = string.char(random(0, 255))
  end
  return table.concat(bytes)
end

-- Returns the text with a byte removed, inserted or replaced by other text; or with a part removed or doubled.
local function damaged(text)
  local at, to = random(#text + 1), random(#text + 1)
  local from, last = math.min(at, to), math.max(at, to)
  return any {
    text:sub(1, at - 1) .. text:sub(at + 1), text:sub(1, at - 1) .. string.char(random(0, 255)) .. text:sub(at),
    text:sub(1, at - 1) .. any { "x", "=Q", "+", "1", " ", "..", "(", "{", ")", "é", "\xE2\x99" } .. text:sub(at),
    text:sub(1, from - 1) .. text:sub(last), text:sub(1, last) .. text:sub(from), text:sub(1, at),
  }
end

local WRITERS = {}
for _, name in ipairs { "english", "french", "german", "russian", "iccf", "descriptive", "figurine", "lan" } do
  WRITERS[#WRITERS + 1] = chess.dialect(name)
end

-- Some legal moves, written in a random dialect or in that of the session.
local function moves(session)
  local position, words, writer = rawget(session, "position"), {}, random(3) == 1 and any(WRITERS) or session.language
  if not position then
    return "new" -- the game has no position
  end
  for i = 1, random(1, 3) do
    local legal = position:moves()
    if #legal == 0 then
      break
    end
    local move = any(legal)
    local dots = position.turn == "white" and "." or "..."
    local number = random(4) == 1 and position.fullmove_number .. dots .. " " or ""
    words[i] = number .. (writer:write(position, move) or position:san(move))
      .. any { "", "", "", "", "!", "?!", " $14", " {a word}", " {", " (", ")", " *" }
    position = position:play(move)
  end
  return table.concat(words, " ")
end

local KINDS = {
  moves, moves, moves,
  function(session) return damaged(moves(session)) end,
  function() return any(LUA) end,
  function() return any(LUA) end,
  function() return damaged(any(LUA)) end,
  function(session)
    local name = any(session.commands)
    return UNUSED_COMMANDS[name] and "" or any { "", ":" } .. name .. any { " ", "" } .. any(ARGUMENTS)
  end,
  function()
    return any { "perft 2", "perft 9", "perft x", "new", "new", SAMPLE, ":dialect " .. any(DIALECTS), "undo", "redo" }
  end,
  function() return any(SECTIONS) end,
  function() return damaged(any(SECTIONS)) end,
  random_bytes,
}

--- Returns a function that makes random lines.
---@param seed integer
---@param folder string in which the lines may write files
---@return fun(session: table): string
function M.lines(seed, folder)
  math.randomseed(seed)
  local files = { "save %s/games.pgn", "%s/games.pgn", ":save transcript %s/all.txt", "save %s", "load %s" }
  return function(session)
    -- Only pasted text has several lines, so line feeds are usually removed.
    local text = random(100) == 1 and any(files):format(folder) or any(KINDS)(session)
    return random(3) == 1 and text or text:gsub("\n", " ")
  end
end

-- ---- keys ----------------------------------------------------------------------------------------

local KEYS = {
  "\27[A", "\27[B", "\27[C", "\27[D", "\27[H", "\27[F", "\27[3~", "\27[5~", "\27OA", "\27[1;5C", "\27[2~", "\27[15~",
  "\1", "\2", "\5", "\6", "\8", "\11", "\12", "\14", "\16", "\18", "\20", "\21", "\22", "\23", "\25", "\29", "\31",
  "\27b", "\27d", "\27f", "\27t", "\27u", "\27.", "\27y", "\27\127", "\27\27", "\0275", "\27-", "\27<", "\27#",
  "\27*", "\24\21", "\24\24", "\24(", "\24)", "\24e", "\24\18", "\24\8", "\27\16", "\27\18", "\27\8", "\7", "\127",
  "\127", "\127", "\9", "\9", "\9\9", "\r", "\r", "\r", "\r", "\3", "xx\2\4", "\27", "\27[", "\24", "é", "日本", "♘",
  "e\204\129", "\226\153", "\255", "\27é", "\0", "\27[99;99~", "\27]0;x\7", "\18e4", "\18é", "\18\27é", "\18\27[A",
  "\27[200~", "\27[201~", "\27[200~e4 e5\27[201~", "\27[200~[White \"A\"]\n\n1. e4 *\n\27[201~",
  "\27[200~\255\0\27[201~",
}

local WORDS = {
  "e4", "Nf3", "d", "N", "Cc6", " ", " ", "back", "bo", ":", ":set ", "=", "board:", "chess.", "'", '"', "(", ")",
  "{", "}", "moves", "undo", "tree", "1.", "12", "O-O", "string.re", "for i = 1, 2 do ", "end", "load ", "eco Sic",
  ":help ", "step\r", "step\r\27[C\27[C?q", "quiz\r", "find \9", "nag \9", "eval \9", "report openings \9",
  ":history\r", ":history 1\r", "f??", "games by \9", ":engine \9", "game.tags.\9", "chess.games('x', {\9",
  ":help Game\r", "explore\r",
}

--- Random keys in groups of ten. After each group, a line is typed and its answer awaited. Returns steps for
-- spec.support.pty. Ctrl-D is sent only if there is a character to delete. Keys that stop the terminal or end the
-- program are omitted.
---@param count integer of keys
---@param seed integer
---@return table[] steps
---@return string[] known the lines that must be in the history, in order
function M.keys(count, seed)
  math.randomseed(seed)
  local steps, known, piece = {}, {}, {}
  for i = 1, count do
    piece[#piece + 1] = any { any(KEYS), any(KEYS), any(WORDS), string.char(random(32, 126)) }
    if random(15) == 1 then
      steps[#steps + 1] = { resize = ("%d %d"):format(random(1, 120), random(1, 50)) }
    end
    if #piece == 10 or i == count then
      known[#known + 1] = ("='storm ' .. %d + 1"):format(i - 1)
      steps[#steps + 1] = { send = table.concat(piece) }
      -- The keys before the line leave a search in the history (Ctrl-G twice), go to the end of the line and delete it.
      steps[#steps + 1] = { insist = { ("storm %d\r\n"):format(i), "\7\7\5\21" .. known[#known] .. "\r" } }
      piece = {}
    end
  end
  return steps, known
end

-- ---- the session ---------------------------------------------------------------------------------

-- Whether an error is a bug of the prompt: it was raised in a file of the prompt, and not by the user's code.
local function is_inside(failure)
  return type(failure) == "string" and failure:find("^[^\n:]*lucena/[%w_/]+%.lua:%d+: ") ~= nil
end

local function watched_guard(faults, state)
  return function(f, ...)
    local arguments = table.pack(...)
    return edit.guard(xpcall, f, function(failure)
      if is_inside(failure) then
        local traceback = debug.traceback("", 2)
        faults[#faults + 1] = { count = state.count, line = state.line, what = failure, traceback = traceback }
      end
      return failure
    end, table.unpack(arguments, 1, arguments.n))
  end
end

-- Whether game, node, position, board and prompt of the session agree.
local function is_whole(session)
  return session.node.game == session.game and not session.node.is_removed
    and session.node.position == rawget(session, "position")
    and (not session.node.position or session.environment.board == session.position)
    and session.prompt and session:prompt():find("^%d+%.+ %u%l+> $") ~= nil
end

-- guard() returns `true` and then the results of xpcall. This wrapper removes the `true`.
local function flat(guard)
  local function pass(done, ...)
    if not done then
      return done, ...
    end
    return ...
  end
  return function(...)
    return pass(guard(...))
  end
end

-- Whether an input assigns to Lua's own functions. Without string.rep, for example, the prompt cannot work.
local function harms_lua(text)
  for name in text:gmatch("%f[%w_](%w+)%.[%w_]+%s*=[^=]") do
    if type(_G[name]) == "table" then
      return true
    end
  end
  return false
end

--- Gives random inputs to a session, as the prompt does without a line editor. An incomplete input is joined with the
-- next one, and completion is called at a random place of each input.
---@param options {count: integer, seed: integer, folder: table} `folder`: from spec.support.folder, for written files
---@return {faults: table[], failed: integer, shown: integer, kilobytes: number, wanted: string[], answers: boolean}
-- `faults`: {count =, line =, what =, traceback =}; `failed`: number of lines that failed; `shown`: bytes of
-- output; `kilobytes`: growth of Lua's memory; `wanted`: lines that the history must have; `answers`: whether the
-- session still works at the end
function M.run(options)
  -- Random inputs must not start programs or write files.
  local commands = require("lucena.repl.commands")
  commands.words.shell.run, commands.words.edit.run = tostring, tostring
  require("lucena.repl.redirect").write = tostring
  local state, faults, wanted = { count = 0, line = "" }, {}, {}
  local report = { faults = faults, wanted = wanted, failed = 0, shown = 0 }
  local session = sessions.new {
    out = function(text) report.shown = report.shown + #text end, width = 60,
    guard = flat(watched_guard(faults, state)),
  }
  local kept, text = history.open(options.folder:path "history"), nil
  local next_line = M.lines(options.seed, options.folder.root)
  collectgarbage()
  local before = collectgarbage("count")
  for count = 1, options.count do
    local line = next_line(session)
    state.count, state.line = count, line
    if kept:add(line) then
      wanted[#wanted + 1] = line:gsub("%s+$", "")
    end
    complete.complete(line, random(#line + 1), session)
    text = text and text .. "\n" .. line or line
    state.line = text
    -- An input that is never complete is dropped, as with Ctrl-C.
    if #text > 2000 or harms_lua(text) then
      text = nil
    elseif not session:wants_more(text .. "\n") then
      report.failed = report.failed + (session:line(text) and 0 or 1)
      text = nil
      if not is_whole(session) then
        faults[#faults + 1] = { count = count, line = line, what = "the session is not where it says" }
      end
    end
  end
  report.answers = session:line "=6 * 7" and session.environment._ == 42
  collectgarbage()
  report.kilobytes = collectgarbage("count") - before
  return report
end

-- ---- the terminal --------------------------------------------------------------------------------

-- Removes functions that random keys could use to end the program or damage files.
local INIT = [[
require("lucena.repl.commands").words.quit.run = print -- by all its names: quit, q, exit, bye
require("lucena.repl.commands").words.shell.run = print
require("lucena.repl.commands").words.edit.run = print
require("lucena.repl.redirect").write = print
os.execute, os.exit, os.remove, os.rename, io.popen, debug = nil
]]

--- Return how many of the given lines are in a history, in the same order. A key can add a line to the history again,
--- so each line is searched from the entry of the previous line on, and its first occurrence there counts.
---@param known string[] different lines
---@param entries fun(): string? the lines of the history, as from io.lines
---@return integer kept
---@return string? missing the first line that is not in the history
function M.kept(known, entries)
  local places, at, kept, missing = {}, 0, 0, nil
  for _, line in ipairs(known) do
    places[line] = {}
  end
  local number = 0
  for line in entries do
    number = number + 1
    local list = places[line]
    if list then
      list[#list + 1] = number
    end
  end
  for _, line in ipairs(known) do
    local list, i = places[line], 1
    while list[i] and list[i] <= at do
      i = i + 1
    end
    -- A missing line is skipped, so that the lines after it are still counted.
    at, kept = list[i] or at, kept + (list[i] and 1 or 0)
    missing = missing or not list[i] and line or nil
  end
  return kept, missing
end

-- Return the first line of a file that contains some words, or nil.
local function line_with(path, words)
  for line in io.lines(path) do
    if line:find(words, 1, true) then
      return line
    end
  end
end

--- Sends random keys to the prompt, which runs in another process.
---@param options {count: integer, seed: integer, folder: table, typed?: string} `folder`: from spec.support.folder, for
-- written files; `typed`: keys before the random ones
---@return {code: integer, known: integer, kept: integer, missing: string?, instead: string?, kilobytes: number} exit
-- status; number of lines that were surely read; number of those in the history, in order; the first missing one, and
-- the line of the history that contains its number; memory of Lua at the end
function M.type(options)
  local folder = options.folder
  folder:run "mkdir -p config/lucena"
  folder:write("config/lucena/init.lua", INIT)
  -- Readline itself leaks some bytes in a thousand keys; the sanitizer still reports other leaks.
  folder:write("suppressions", "leak:libreadline\n")
  local steps, known = M.keys(options.count, options.seed)
  table.insert(steps, 1, { expect = "1. White> " })
  if options.typed then
    table.insert(steps, 2, { send = options.typed })
  end
  -- The word is written in two parts. Otherwise the terminal's echo of the typed line would look like the answer.
  local measure = "='kilo' .. 'bytes ' .. collectgarbage() + collectgarbage('count')\r"
  steps[#steps + 1] = { insist = { "kilobytes ", "\7\7\5\21new\rnew\r" .. measure } }
  steps[#steps + 1] = { expect = "\r\n" }
  steps[#steps + 1] = { expect = "> " } -- before the prompt appears, Ctrl-D would only end the line
  -- Ctrl-D is repeated after a warning about games that were not saved. The word is written after the prompt has ended.
  steps[#steps + 1] = { insist = { "storm over", "\4" } }
  local program = ('trap : INT; scripts/dev/with-build "%s" scripts/lucena; code=$?; echo storm over; exit $code')
    :format(os.getenv("LUCENA_LUA") or "lua5.4")
  local code, seen = pty({ "sh", "-c", program }, steps, {
    env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
      XDG_CONFIG_HOME = folder:path "config", XDG_STATE_HOME = folder:path "state",
      LSAN_OPTIONS = "print_suppressions=0:suppressions=" .. folder:path "suppressions" },
  })
  local entries = io.lines(folder:path "state/lucena/history")
  local kept, missing = M.kept(known, function()
    local line = entries()
    -- Rarely, a character typed after a search remains after the cursor, where Ctrl-U does not delete it: "...;".
    return line and (line:match "^='storm ' %.%. %d+ %+ 1%f[^%d]" or line)
  end)
  local instead = missing and line_with(folder:path "state/lucena/history", missing:match(" %d+ "))
  return { code = code, known = #known, kept = kept, missing = missing, instead = instead,
    kilobytes = tonumber(seen:match("kilobytes (%d+)")) }
end

return M
