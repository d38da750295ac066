--- lucena dialect: tests a dialect on many positions, or shows it.
-- @module lucena.command.dialect

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local option_values = require("lucena.run.option_values")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "test or show a notation, built in or from a file",
  group = "Notations", order = 51,
}

local EXAMPLES = [[
test  Write the legal moves of many positions and read them back. Show, each
      with a position: moves with the same text; moves that cannot be written
      or read back; spellings that are seldom read correctly, because another
      word of the dialect fits first. Difficult positions come first, then
      random games, then the games of --games.
show  Show the letters, signs, deviations accepted in reading, and sources.
new   Write a new dialect file, NAME.lua, with comments that explain it. It
      is written to the folder DIR of --dialect-path. Without this option,
      it is written to ~/.local/share/lucena/dialects.

NAME is a name from `lucena dialects`, or STYLE:ALPHABET. FILE is a dialect of
your own, such as ./mine.lua; `lucena dialect new` writes one to begin with.

Examples:
  lucena dialect test fide:french
  lucena dialect test ./mine.lua --positions 9000 --seed 7
  lucena dialect test ./mine.lua --games games.pgn
  lucena dialect show german
  lucena dialect new club --from french

Exit status:
  0  success
  1  moves cannot be written or read back, or the file is not a dialect
  2  wrong usage, or no dialect of that name
  3  the file could not be read]]

function M.parser()
  local parser = parsers.new("lucena dialect", "Test or show a notation, built in or from a file.",
    "test|show|new [OPTION]... NAME|FILE", EXAMPLES)
  parser:argument("VERB", "test, show or new; see below."):target("verb"):choices({ "test", "show", "new" })
    :argname("VERB")
  parser:argument("NAME", "The name of a dialect, or the path of a file."):target("name")
  parser:option("--positions", "Number of positions. Default: 3000."):argname("N")
  parser:option("--from", "The dialect that the new one extends. Default: pgn."):argname("NAME")
  parser:option("--games", "Also test the moves of the games in this file."):argname("FILE"):target("game_file")
  -- command/init.lua takes this option from the arguments; here it is only listed.
  parser:option("--dialect-path", "Folder of your own dialect files."):argname("DIR")
  parser:option("--seed", "Seed of the random games. Default: 1."):argname("S")
  return parser
end

local function find(name)
  local dialect, message, code = require("lucena").dialect(name)
  if not dialect then
    local is_file = name:find("/", 1, true) or name:find("%.lua$")
    exit.fail(code == "cannot_open" and exit.IO or is_file and exit.DATA or exit.USAGE, message)
  end
  return dialect
end

-- ---- test ----------------------------------------------------------------------------------------

local SHOWN = 5 -- faults of each kind

-- Return a move in SAN. The FEN of a Chess960 position may be the same as that of a position of standard chess. If a
-- move has no SAN in standard chess, it is castling in Chess960.
local function san(fen, move)
  local chess = require("lucena")
  return assert(chess.position(fen)):san(move) or assert(chess.position(fen, { chess960 = true })):san(move)
end

local function show_some(list, what, line_of)
  for i, item in ipairs(list) do
    if i > SHOWN then
      stdio.write(("  and %s more\n"):format(phrase.group(#list - SHOWN)))
      return
    end
    if i == 1 then
      stdio.write(what, "\n")
    end
    stdio.write("  ", line_of(item), "\n    ", item.fen, "\n")
  end
end

local function summary(dialect, report)
  local parts = {
    ("%s of %s (seed %d)"):format(phrase.counted(report.moves, "move"), phrase.counted(report.positions, "position"),
      report.seed),
  }
  if report.games > 0 then
    parts[1] = parts[1] .. " and " .. phrase.counted(report.games, "game")
  end
  parts[#parts + 1] = phrase.counted(#report.collisions, "collision")
  if report.unsayable > 0 then
    parts[#parts + 1] = phrase.group(report.unsayable) .. " cannot be written"
  end
  if #report.faults > 0 then
    parts[#parts + 1] = phrase.group(#report.faults) .. " not read back"
  end
  if #report.hidden > 0 then
    parts[#parts + 1] = phrase.counted(#report.hidden, "spelling") .. " seldom read"
  elseif report.unsayable == 0 and #report.faults == 0 then
    parts[#parts + 1] = "all read back"
  end
  return dialect.name .. ": " .. table.concat(parts, ", ")
end

local function test(dialect, args, parser)
  local report, message = dialect:check {
    positions = option_values.integer(args.positions, "--positions", 1, nil, parser),
    seed = option_values.integer(args.seed, "--seed", 0, nil, parser),
    games = args.game_file,
  }
  if not report then
    exit.fail(exit.IO, message)
  end
  if report.problem then
    local fen = report.faults[#report.faults].fen
    exit.fail(exit.DATA, ("%s (for a move of the position %s)"):format(report.problem, fen))
  end
  show_some(report.collisions, "written alike:", function(c)
    return ("%s is %s and %s"):format(c.text, san(c.fen, c.move), san(c.fen, c.other))
  end)
  show_some(report.unwritten, "cannot be written:", function(u)
    return san(u.fen, u.move)
  end)
  show_some(report.faults, "not read back:", function(f)
    return ("%s (%s): %s"):format(f.text or "-", san(f.fen, f.move), f.err)
  end)
  show_some(report.hidden, "seldom read, because another word hides it:", function(h)
    return ("'%s' of %s, as in %s (%s)"):format(h.word, h.field, h.text, san(h.fen, h.move))
  end)
  for _, note in ipairs(report.notes) do
    stdio.write("note: ", note, "\n")
  end
  stdio.write(summary(dialect, report), "\n")
  return report.good and exit.OK or exit.DATA
end

-- ---- show ----------------------------------------------------------------------------------------

-- Print a name and its value, wrapped.
local function line(name, value)
  if not value or value == "" then
    return
  end
  local width, column = terminal.text_width() - 15, 0
  stdio.write(("  %-12s"):format(name))
  for word in value:gmatch("%S+") do
    local size = utf8.len(word) or #word
    if column > 0 and column + 1 + size > width then
      stdio.write("\n", (" "):rep(14))
      column = 0
    end
    stdio.write(" ", word)
    column = column + 1 + size
  end
  stdio.write("\n")
end

-- Format the spellings of an element of a move. The first one is the spelling that is written; "nothing" is the empty
-- text.
local function words(list)
  local out, seen = {}, {}
  for _, word in ipairs(list or {}) do
    word = word == "" and "nothing" or word:gsub("^%s+", "") -- a spelling with a blank before it is the same as without
    if not seen[word] then
      seen[word], out[#out + 1] = true, word
    end
  end
  return table.concat(out, " or ")
end

local function castling(spec)
  if spec.castle == "words" then
    return words(spec.short) .. ", " .. words(spec.long)
  end
  return spec.castle == "king" and "the squares of the king, as e1 g1"
    or "where king and rook stand, as e1 h1"
end

local function show_letters(info)
  local out = {}
  for i, piece in ipairs { "K", "Q", "R", "B", "N", "P" } do
    out[i] = ("%s %s"):format(piece, info.letters[piece] or "-")
  end
  line("letters", table.concat(out, ", "))
end

local function show(dialect)
  local info = dialect.info
  local spec = info.spec
  stdio.write(dialect.name, "\n")
  line("style", info.title)
  line("source", info.source)
  line("note", info.note)
  if info.has_letters then
    line("alphabet", ("%s (%s)"):format(info.alphabet_title, info.alphabet_source))
  end
  line("verified", info.verified and "yes" or "no: not all parts have a source")
  if spec.letters ~= false then
    show_letters(info)
  end
  if not dialect.has_hooks then
    line("castling", castling(spec))
    line("capture", spec.capture_place ~= "none" and words(spec.capture) .. " " .. spec.capture_place .. " the square")
    line("promotion", "sign " .. words(spec.promotion.signs))
    line("en passant", words(spec.ep))
    line("check", words(spec.check))
    line("mate", words(spec.mate))
    line("null move", words(spec.null))
    line("forgives", table.concat(spec.tolerances, " "))
  end
  line("examples", table.concat(require("lucena.dialect").examples(dialect), "  "))
end

-- ---- new -----------------------------------------------------------------------------------------

-- Format a value of a dialect, a text or a list of texts, as Lua.
local function literal(value)
  if type(value) ~= "table" then
    return ("%q"):format(value)
  elseif #value == 1 then
    return literal(value[1])
  end
  local parts = {}
  for i, inner in ipairs(value) do
    parts[i] = literal(inner)
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- The fields in a new file, with these comments and with the values of the extended dialect.
local SHOWN_FIELDS = {
  { "capture", "before the square of arrival, in captures" },
  { "quiet", "before the square of arrival, in other moves" },
  { "short", "castling on the king's side" }, { "long", "castling on the queen's side" },
  { "check", "after a move that gives check" }, { "mate", "after a move that gives checkmate" },
}

-- Return the text of a new dialect file.
local function text_of(name, from)
  local spec, lines = from.info.spec, {
    ("-- The dialect %s: %s with the changes below. All texts of a list are"):format(name, from.name),
    "-- read; the first one is written. Remove \"--\" before a field to change it. The page Dialects lists all.",
    ("-- Test it: lucena dialect test %s"):format(name),
    "return {", ("  extend = %q,"):format(from.name),
  }
  if spec.letters ~= false and not from.has_hooks then
    local letters = {}
    for i, piece in ipairs { "K", "Q", "R", "B", "N" } do
      letters[i] = ("%s = %s"):format(piece, literal(spec.pieces.white[piece]))
    end
    lines[#lines + 1] = ("  -- pieces = { %s },"):format(table.concat(letters, ", "))
  end
  for _, field in ipairs(SHOWN_FIELDS) do
    if spec[field[1]] and not from.has_hooks then
      lines[#lines + 1] = ("  -- %s = %s, -- %s"):format(field[1], literal(spec[field[1]]), field[2])
    end
  end
  lines[#lines + 1] = "}\n"
  return table.concat(lines, "\n")
end

local function create(name, args, parser)
  local own = require("lucena.notation.own")
  local folder = own.folders()[1]
  if not name:find("^%l[%l%d_-]*$") then
    parser:error(("NAME '%s': expected a small letter, then small letters, digits, - and _"):format(name))
  elseif require("lucena.dialect").is_built_in(name) then
    exit.fail(exit.USAGE, ("'%s' is the name of a built-in dialect; choose another name"):format(name))
  elseif not folder then
    exit.fail(exit.IO, "there is no home folder; name a folder with --dialect-path")
  end
  local path, core = ("%s/%s.lua"):format(folder, name), require("lucena.core")
  if require("lucena.file").exists(path) then
    exit.fail(exit.USAGE, path .. " exists already")
  end
  local text = text_of(name, find(args.from or "pgn"))
  local done, message = core.make_folder(folder)
  local stream = done and io.open(path, "w")
  if not (stream and stream:write(text) and stream:close()) then
    exit.fail(exit.IO, message or "cannot write " .. path)
  end
  stdio.write(path, "\n")
  return exit.OK
end

function M.run(args, parser)
  if args.from and args.verb ~= "new" then
    parser:error("--from needs the verb new")
  elseif args.verb == "new" then
    return create(args.name, args, parser)
  end
  if args.verb == "show" and (args.positions or args.seed or args.game_file) then
    parser:error("--positions, --seed and --games need the verb test")
  end
  local dialect = find(args.name)
  if args.verb == "test" then
    return test(dialect, args, parser)
  end
  show(dialect)
end

return M
