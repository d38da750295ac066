--- lucena read: finds the games in books, bulletins and posts.
-- @module lucena.command.read

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local files = require("lucena.file")
local json = require("lucena.json")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local declare = require("lucena.run.declare")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local phrase = require("lucena.run.phrase")
local texts = require("lucena.run.texts")

local M = {
  summary = "find the games in a book, a bulletin or a post",
  group = "Write games", order = 30.5, is_common = true,
}

local EXAMPLES = [[
The input is text with games in any notation: prose, tables of moves, PGN. It
may be HTML, or PDF and EPUB if pdftotext and pandoc are installed. The
games are written as PGN: mainlines, variations from the notes, comments, and
tags from the headings. An ambiguous move is played only if the moves after it
show which move is meant.

Moves are listed on standard error if they are not legal, are ambiguous, or
follow an unknown position. Moves that sentences only mention are not played,
but counted. Each word of the text is in a tag or a comment. The number of the
other words is reported, with the place of the first one.

With --review, edit the column `read` of the file: the move in SAN, or - for
words that are no move. --corrections then reads the text with these moves.

Examples:
  lucena read book.txt -o games.pgn
  lucena read --from descriptive column.txt
  lucena read --prose none bulletin.txt | lucena report summary
  lucena read --json bulletin.txt
  lucena read --review notes.tsv --report page.html book.txt -o games.pgn
  lucena read --corrections notes.tsv book.txt -o games.pgn
  lucena read --explain 1 bulletin.txt
  lucena read --jobs auto book.txt bulletin.txt -o book.pgn

Exit status:
  0  success
  1  a move could not be read, or is ambiguous; or no game was found
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena read", "Find the games in text with prose.", "[OPTION]... [FILE]...",
    EXAMPLES)
  parser:argument("FILE", "Text files; - is standard input, the default if it is a pipe."):target("files")
    :args("*")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parser:option("-f --from", "The notation of the moves. Default: auto, which detects it."):argname("NAME")
  parser:option("-d --dialect", "The same as --from."):argname("NAME"):target("from")
  parser:option("--prose", "Keep the prose as comments (comments, the default), or omit it (none).")
    :choices({ "comments", "none" }):argname("WORD")
  parser:flag("--misprints", "Correct a misprinted move if only one correction fits.")
  parser:option("--review", "Write the gaps, doubts and choices to FILE, one line for each."):argname("FILE")
  parser:option("--corrections", "Read the moves of FILE, an edited review, in place of the printed ones.")
    :argname("FILE")
  parser:option("--report", "Write an HTML page to FILE: the text beside its games."):argname("FILE")
  parser:option("--explain", "Print how the decoder reads line LINE: its best path and the cheapest rival.")
    :argname("LINE")
  parser:option("--fen", "The start position of games. Default: the initial position."):argname("FEN")
  parser:flag("--json", "Write a report of all moves found, as JSON, in place of the games.")
  declare.jobs_option(parser, "Number of worker processes, each of which reads whole files; 0 or auto: one per"
    .. " processor. Default: no workers. Workers do not change the output.")
  parser:flag("-q --quiet", "Print no summary on standard error.")
  return parser
end

-- Options whose file is about one text.
local OF_ONE_TEXT = { "review", "corrections", "report", "explain" }

-- Return the text of a file with corrections. Ends the command if it cannot be read, or is no review.
local function corrections_of(path, parser)
  local text, err = files.read(path)
  if not text then
    exit.fail(exit.IO, err)
  end
  local list, problem = require("lucena.text.corrections").parse(text)
  return list and text or parser:error(("--corrections: %s: %s"):format(path, problem))
end

-- A review or a report may not be another output, the text or the corrections: that would be lost.
local function check_outputs(args, parser)
  for _, name in ipairs { "review", "report" } do
    for other, path in pairs { ["-o"] = args.output, ["--corrections"] = args.corrections, FILE = args.files[1],
      ["--report"] = name == "review" and args.report or nil } do
      if args[name] and arguments.is_same_output(args[name], path) then
        parser:error(("--%s and %s name the same file"):format(name, other))
      end
    end
    if args.explain and args[name] then
      parser:error("--explain prints one line, so it excludes --" .. name)
    end
  end
end

local function check_one_text(args, parser)
  for _, name in ipairs(OF_ONE_TEXT) do
    if args[name] and #args.files > 1 then
      parser:error(("--%s: one text expected, got %d"):format(name, #args.files))
    end
  end
end

local function find_options(args, parser)
  check_one_text(args, parser)
  check_outputs(args, parser)
  local chess = require("lucena")
  local dialect = "auto"
  if args.from and args.from ~= "auto" then
    local found, message = chess.dialect(args.from)
    dialect = found or parser:error("--from: " .. message)
  end
  local position, err = chess.position(args.fen)
  if not position then
    parser:error("--fen: " .. err:gsub("^fen:%d*:? ?", ""))
  end
  return { corrections = args.corrections and corrections_of(args.corrections, parser), dialect = dialect,
    fen = args.fen, misprints = args.misprints or nil, prose = args.prose }
end

local COUNTS = { "mainline", "variation", "comment", "no_position", "unread", "ambiguous" }

local SHOWN = 1000 -- diagnostics reported for one file; more are counted

local function mention_json(one)
  return ('{"token":%s,"line":%d,"column":%d,"offset":%d,"state":"%s"%s%s}'):format(json.quote(one.token), one.line,
    one.column, one.offset, one.state, one.game and (',"game":%d'):format(one.game) or "",
    one.repeats and (',"repeats":%d'):format(one.repeats) or "")
end

local function diagnostic_json(one)
  return ('{"code":"%s","severity":"%s","line":%d,"column":%d,"offset":%d,"message":%s}'):format(one.code,
    one.severity, one.line, one.column, one.offset, json.quote(one.message))
end

local function keep(kept, name, value)
  if kept then
    table.insert(kept[name], value)
  end
end

-- Return the functions that receive the games, mentions and diagnostics of a file, and the counts of the file.
local function sink_of(job, path, writer)
  local file = { games = 0, mentions = 0, errors = 0, json = {}, diagnostics = {}, counts = {}, rest = {},
    words = 0, kept = (job.review or job.report) and { games = {}, mentions = {}, diagnostics = {} } }
  for _, name in ipairs(COUNTS) do
    file.counts[name] = 0
  end
  local sink = {}
  function sink.game(game)
    file.games = file.games + 1
    keep(file.kept, "games", game)
    if not job.has_json then
      output.check(writer:export(game, "pgn", {}))
    end
  end
  function sink.mention(one)
    keep(file.kept, "mentions", one)
    file.json[#file.json + 1] = job.has_json and mention_json(one) or nil
    file.mentions, file.counts[one.state] = file.mentions + 1, file.counts[one.state] + 1
  end
  function sink.diagnostic(one)
    keep(file.kept, "diagnostics", one)
    file.diagnostics[#file.diagnostics + 1] = job.has_json and diagnostic_json(one) or nil
    if one.severity == "error" then
      file.errors = file.errors + 1
      if file.errors <= SHOWN then
        messages.say(("%s:%d:%d: %s"):format(path, one.line, one.column, one.message))
      end
    end
  end
  function sink.rest(part)
    file.rest[#file.rest + 1] = part
    file.words = file.words + part.words
  end
  return sink, file
end

-- Report the words that are in no tag and no comment.
local function say_rest(path, file)
  local first = file.rest[1]
  if first and file.games > 0 then
    messages.say(("%s:%d:%d: %s after the last move are in no game"):format(path, first.line, first.column,
      phrase.counted(file.words, "word")))
  end
end

-- Return the report of a file. It is written when the file has been read, so that an internal error leaves no half
-- report behind.
local function report_json(path, file, dialect)
  local counts = {}
  for i, name in ipairs(COUNTS) do
    counts[i] = ('"%s":%d'):format(name, file.counts[name])
  end
  local rest = {}
  for i, part in ipairs(file.rest) do
    rest[i] = ('{"line":%d,"column":%d,"offset":%d,"length":%d,"words":%d}'):format(part.line, part.column, part.offset,
      part.length, part.words)
  end
  return ('{"file":%s,\n"mentions":[%s],\n"diagnostics":[%s],\n"rest":[%s],\n"dialect":%s,"games":%d,"counts":{%s}}\n')
    :format(json.quote(path), table.concat(file.json, ",\n"), table.concat(file.diagnostics, ",\n"),
      table.concat(rest, ",\n"), dialect and json.quote(dialect) or "null", file.games, table.concat(counts, ","))
end

local function write_file(path, text)
  local writer = output.open(path)
  output.check(writer:write(text))
  output.finish(writer, path, exit.OK)
end

local function review_of(kept)
  local corrections = require("lucena.text.corrections")
  local rows = { corrections.HEAD }
  for _, diagnostic in ipairs(kept.diagnostics) do
    rows[#rows + 1] = corrections.row(diagnostic)
  end
  return table.concat(rows, "\n") .. "\n"
end

-- Return the title of a game: its players and its result, as far as they are known.
local function title_of(game, number)
  local tags, result = game.tags, game.result
  local names = (tags.White or tags.Black) and ("%s – %s"):format(tags.White or "?", tags.Black or "?")
  return (names or ("Game %d"):format(number)) .. (result ~= "*" and ", " .. result or "")
end

-- Return the games of a reading for its report.
local function shown_games(games)
  local list = {}
  for i, game in ipairs(games) do
    list[i] = { title = title_of(game, i), line = tonumber(game.tags.SourceLine),
      movetext = game:movetext { width = 0 } }
  end
  return list
end

local function write_kept(job, path, file, text)
  local fold, html = require("lucena.text.fold"), require("lucena.text.html")
  if job.review then
    write_file(job.review, review_of(file.kept))
  end
  if job.report then
    text = require("lucena.text.central_european").to_utf8(text) or require("lucena").to_utf8(text) or text
    text = html.is(text) and html.plain(text):gsub(fold.FILL, " ") or text
    write_file(job.report, require("lucena.render.reading").html { name = path, text = text, rest = file.rest,
      games = shown_games(file.kept.games), mentions = file.kept.mentions, diagnostics = file.kept.diagnostics })
  end
end

-- Read a text and write its games. Returns the exit status for it and its counts.
local function read(job, path, writer, text)
  local sink, file = sink_of(job, path, writer)
  local dialect = require("lucena.read_text").scan(text, job.options, sink)
  if file.kept then
    write_kept(job, path, file, text)
  end
  if job.has_json then
    output.check(writer:write(report_json(path, file, dialect)))
  end
  if file.errors > SHOWN then
    messages.say(("%s: %s more"):format(path, phrase.group(file.errors - SHOWN)))
  elseif file.mentions == 0 then
    messages.say(("%s: no move was found"):format(path))
  elseif file.games == 0 and file.errors == 0 then
    messages.say(("%s: no game was found, only %s without a position"):format(path,
      phrase.counted(file.mentions, "move")))
  end
  say_rest(path, file)
  return (file.errors > 0 or file.games == 0) and exit.DATA or exit.OK,
    { games = file.games, dialect = file.mentions > 0 and dialect or nil, counts = file.counts }
end

-- Return the function that explains a line of a text.
local function explainer(job, number)
  return function(path, text, _, writer)
    local lines = require("lucena.read_text").explain_line(text, job.options, number)
    if not lines then
      messages.say(("%s:%d: the decoder reads no game here"):format(path, number))
      return exit.DATA
    end
    output.check(writer:write(table.concat(lines, "\n"), "\n"))
    return exit.OK
  end
end

-- Return the function that reads a text.
local function reader(args, parser)
  local job = { options = find_options(args, parser), has_json = args.json,
    review = args.review, report = args.report }
  if args.explain then
    return explainer(job, option_values.integer(args.explain, "--explain", 1, nil, parser))
  end
  return function(path, text, _, writer)
    return read(job, path, writer, text)
  end
end

local function new_total()
  local total = { games = 0, dialects = {}, counts = {} }
  for _, name in ipairs(COUNTS) do
    total.counts[name] = 0
  end
  return total
end

local function add(total, result)
  total.games = total.games + result.games
  total.dialects[#total.dialects + 1] = result.dialect
  for _, name in ipairs(COUNTS) do
    total.counts[name] = total.counts[name] + result.counts[name]
  end
end

local function summary(total)
  local c, list, seen = total.counts, {}, {}
  for _, name in ipairs(total.dialects) do
    list[#list + 1] = not seen[name] and name or nil
    seen[name] = true
  end
  local from = #list > 0 and " from " .. table.concat(list, ", ") or ""
  local function part(count, text)
    return count > 0 and (", %s %s"):format(phrase.group(count), text) or ""
  end
  messages.note(("%s%s: %s%s%s%s%s%s"):format(phrase.counted(total.games, "game"), from,
    phrase.counted(c.mainline, "move"), part(c.variation, "in variations"), part(c.comment, "in comments"),
    part(c.no_position, "without a position"), part(c.unread, "unread"), part(c.ambiguous, "ambiguous")))
end

--- Return the function that does the tasks of a worker: see `lucena.command.worker`.
---@param args table parsed arguments
---@param parser table
---@return function
function M.task(args, parser)
  return texts.task(reader(args, parser))
end

function M.run(args, parser)
  local total, jobs = new_total(), option_values.workers(args.jobs, parser)
  local status = texts.each(args, parser, reader(args, parser), function(result) add(total, result) end, jobs)
  if not args.quiet and not args.explain then
    summary(total)
  end
  return status
end

return M
