--- Commands that look up the position in a book, an engine or tablebases.
--
-- The first command that needs the engine starts it. The engine then runs until the session ends. During a search,
-- session.engine is nil. So if Ctrl-C interrupts the search, the garbage collector ends the engine, and the next
-- command starts a new engine.
-- @module lucena.repl.commands.consult

local analysis = require("lucena.repl.analysis")
local chess = require("lucena")
local rule = require("lucena.repl.rule")
local widths = require("lucena.render.width")
local wording = require("lucena.repl.wording")

-- Print a text, wrapped.
local function say_folded(session, text)
  session:say(widths.fold(text, session.settings.width, "  "))
end

-- ---- books ---------------------------------------------------------------------------------------

-- Return the open book. If a path is given, open that book instead.
local function book_of(session, path)
  if path ~= "" then
    local book, err = chess.book(rule.path(path))
    session.book = book or session:fail(err)
    for _, problem in ipairs(book.problems) do
      session:say(problem)
    end
  end
  return session.book or session:fail("usage: book FILE, a Polyglot book (.bin) or an EPD book (.epd)")
end

-- Return the share of points that a book move scored, if known.
local function success_of(item)
  return item.score and ("  scored %.1f%% in %d game%s"):format(100 * item.score, item.games,
    item.games == 1 and "" or "s") or ""
end

local function book(session, rest)
  local library = book_of(session, rest)
  local moves, illegal = library:moves(session.position)
  local words, width = {}, 0
  for i, item in ipairs(moves) do
    words[i] = wording.move(session, session.position, item.move)
    width = math.max(width, widths.of(words[i]))
  end
  for i, item in ipairs(moves) do
    local space = (" "):rep(width - widths.of(words[i]))
    session:say(("%s%s  %5.1f%%%s"):format(words[i], space, 100 * item.share, success_of(item)))
  end
  if #moves == 0 then
    session:say(("%s has no move here."):format(library.path))
  end
  if #illegal > 0 then
    session:say(("Moves of the book that are not legal here: %s"):format(table.concat(illegal, ", ")))
  end
end

-- Called from Lua: return the moves.
local function call_book(session, path)
  if path ~= nil and type(path) ~= "string" then
    session:fail("usage: book(FILE), with its name as a string")
  end
  return book_of(session, path or ""):moves(session.position)
end

-- ---- engines -------------------------------------------------------------------------------------

local USUAL = "stockfish"

-- Set the engine: a name, or the words of a command line; nil is the default engine.
local function set_engine(session, spec)
  local problem = spec ~= nil and select(2, require("lucena.engine").argv(spec))
  if problem then
    session:fail("usage: engine PROGRAM [ARGUMENT]...; " .. problem)
  end
  if session.engine then
    session.engine:quit()
  end
  session.engine, session.engine_spec = nil, spec
end

local open_engine

local function engine(session, rest)
  if rest ~= "" then
    local words = {}
    for word in rest:gmatch("%S+") do
      words[#words + 1] = rule.path(word)
    end
    local before = session.engine_spec
    set_engine(session, words)
    -- If the engine cannot be started, report it now and forget the engine.
    local done, opened = pcall(open_engine, session)
    if not done then
      set_engine(session, before)
      error(opened, 0)
    end
    session.engine = opened
  end
  local spec = session.engine_spec or USUAL
  session:say(("eval and hint use %s"):format(type(spec) == "table" and table.concat(spec, " ") or spec))
end

function open_engine(session)
  local opened, err, code = chess.engine(session.engine_spec or USUAL)
  if not opened and code == "engine_missing" then
    local advice = session.engine_spec and "" or "\nStockfish is not installed (Debian: apt-get install stockfish)"
    err = err .. advice .. "\n:engine PROGRAM chooses another engine"
  end
  return opened or session:fail(err)
end

-- Let the engine analyse a node or a position.
local function ask(session, limits, what)
  what = what or session.position and session.node
  local asked = session.engine or open_engine(session)
  session.engine = nil
  local result, err, code = asked:analyse(what, limits)
  if not result and code ~= "engine_confused" and code ~= "bad_option" then
    asked:quit()
    session:fail(err)
  end
  session.engine = asked
  return result or session:fail(err), asked.name
end

local MOST_SECONDS, MOST, MOST_LINES = 86400, 1 << 40, 50

-- Parse "", "5", "500ms", "depth 20", "depth=20" or "nodes 100000" as the limits of a search. Default: one second.
local function limits_of(session, rest, name)
  local word, text, unit = rest:lower():match("^(%l*)%s*=?%s*([%d.]*)(m?s?)$")
  local number = tonumber(text)
  number = number and unit == "ms" and number / 1000 or number
  if rest == "" then
    return { time = 1 }
  elseif word == "" and number and number > 0 and number <= MOST_SECONDS then
    return { time = number }
  elseif (word == "depth" or word == "nodes") and math.type(number) == "integer" and number > 0 and number <= MOST then
    return { [word] = number }
  end
  session:fail(("usage: %s, %s SECONDS, %s depth N or %s nodes N%s"):format(name, name, name, name,
    name == "eval" and "; eval lines N shows N lines" or ""))
end

local NAMES = { white = "White", black = "Black" }

local function outcome_text(result)
  return ("The game is over: %s."):format((result.outcome and result.outcome.reason or "no legal move"):gsub("_", " "))
end

-- Parse the number of variations in the argument of eval: "lines 3", "lines 3 depth 20".
local function lines_of(session, rest)
  local count, others = rest:match("^lines%s+(%d+)%s*(.*)$")
  if not count then
    return nil, rest
  end
  count = math.tointeger(tonumber(count))
  if not count or count < 1 or count > MOST_LINES then
    session:fail(("usage: eval lines N, with N from 1 to %d"):format(MOST_LINES))
  end
  return count, others
end

-- Analyse a position, or the current node if it is the session's position, and print the result.
local function analyse(session, rest, name, position)
  local count, others = lines_of(session, rest)
  local limits = limits_of(session, others, name)
  limits.multipv = count
  local asked = session.engine or open_engine(session)
  session.engine, limits.each = asked, analysis.begin(session, asked.name, position)
  local result = ask(session, limits, position ~= session.position and position or nil)
  if not result.move then
    return session:say(outcome_text(result))
  end
  analysis.finish(session, result)
end

local function eval(session, rest)
  analyse(session, rest, "eval", session.position)
end

-- Analyse the position as if the other side were to move.
local function threat(session, rest)
  local passed = session.position:pass()
  if not passed then
    session:fail("There is no threat to show: the side to move is in check, or the game is over.")
  end
  session:say(("If it were %s's move:"):format(NAMES[passed.turn]))
  analyse(session, rest, "threat", passed)
end

local function hint(session, rest)
  local result, name = ask(session, limits_of(session, rest, "hint"))
  session:say(result.move and ("%s would play %s"):format(name, wording.line(session, session.position,
    { result.move })) or outcome_text(result))
end

-- Called from Lua: eval(), eval(5), eval { depth = 20, multipv = 3 }, as for Engine:analyse.
local function limits_from_lua(session, limits)
  if type(limits) == "table" then
    return limits
  end
  return limits_of(session, limits == nil and "" or tostring(limits), "eval")
end

-- Ask the engine. An error in the user's limits names the function that the user called.
local function ask_from_lua(session, limits, name)
  local done, result = pcall(ask, session, limits_from_lua(session, limits))
  local problem = not done and tostring(result):match("bad argument #2 to 'analyse' %((.*)%)$")
  if problem then
    session:fail(("%s: %s"):format(name, problem))
  elseif not done then
    error(result, 0)
  end
  return result
end

local function call_eval(session, limits)
  return ask_from_lua(session, limits, "eval")
end

local function call_hint(session, limits)
  return ask_from_lua(session, limits, "hint").move
end

-- ---- tablebases ----------------------------------------------------------------------------------

local WORDS = { win = "wins", cursed_win = "wins, but not within 50 moves", draw = "has a draw",
  blessed_loss = "loses, but not within 50 moves", loss = "loses" }

-- Format the moves with the same result: "win: Kd6 (3), Kf6 (3)".
local function group_text(session, moves, wdl)
  local words = {}
  for _, item in ipairs(moves) do
    if item.wdl == wdl then
      words[#words + 1] = wording.move(session, session.position, item.move)
        .. (item.dtz > 0 and (" (%d)"):format(item.dtz) or "")
    end
  end
  return #words > 0 and wdl:gsub("_", " ") .. ": " .. table.concat(words, ", ") or nil
end

local function use_tables(session, path)
  local tables, err = chess.tablebase(rule.path(path))
  if not tables then
    session:fail(err)
  end
  session:say(("%s: endings of up to %d pieces"):format(tables.path, tables.men))
end

local function tablebase(session, rest)
  if rest ~= "" then
    return use_tables(session, rest)
  end
  local found, err = session.position:tablebase()
  if not found then
    session:fail(err)
  end
  session:say(("%s to move %s"):format(NAMES[session.position.turn], WORDS[found.wdl]))
  for _, wdl in ipairs { "win", "cursed_win", "draw", "blessed_loss", "loss" } do
    local text = group_text(session, found.moves, wdl)
    if text then
      say_folded(session, text)
    end
  end
end

return {
  title = "Books, engines, tablebases", order = 50,
  { name = "book", usage = "[FILE]", summary = "list the moves of an opening book (.bin, .epd)", run = book, lua = true,
    more = "book FILE opens a Polyglot book or an EPD book; book alone then shows its moves in the current position.",
    call = call_book },
  { name = "eval", usage = "[LIMIT]", summary = "evaluate with an engine: 5 (seconds) or depth 20",
    run = eval, lua = true, call = call_eval,
    more = "eval thinks for one second, eval 10 for ten; eval depth 20 and eval nodes 100000 have no time limit. "
      .. "eval lines 3 shows the three best lines; limits may follow. Ctrl-C stops the engine and keeps its result. "
      .. "play best plays the best move, vary best makes it a variation, both with [%eval]. The "
      .. "score is in pawns, from White's point of view." },
  { name = "threat", usage = "[LIMIT]", summary = "show what the other side threatens, using an engine", run = threat,
    lua = true, more = "threat evaluates the position as if the other side were to move. It has the limits of eval." },
  { name = "hint", usage = "[LIMIT]", summary = "show only the engine's move", run = hint, lua = true, call = call_hint,
    more = "hint, hint 10, hint depth 20 and hint nodes 100000 have the limits of eval." },
  { name = "tablebase", usage = "[FOLDER]", summary = "look up the result of an ending in Syzygy tables",
    run = tablebase, lua = true, call = function(session) return session.position:tablebase() end,
    more = "tablebase FOLDER opens the tables (.rtbw, .rtbz) of that folder; tablebase alone looks up the position."
      .. " The environment variable LUCENA_TABLEBASES=FOLDER opens them by default." },
  { name = "engine", usage = "[PROGRAM]", summary = "choose the engine; the default is stockfish", run = engine,
    is_setting = true, lua = true, call = set_engine,
    more = "PROGRAM is the name or path of a UCI engine, followed by its arguments. eval or hint starts it."
  },
}
