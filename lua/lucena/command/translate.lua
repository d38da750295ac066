--- lucena translate: rewrites moves in another notation, without changing the rest of the text.
-- @module lucena.command.translate

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local texts = require("lucena.run.texts")

local M = {
  summary = "rewrite the moves of games or of a text in another notation",
  group = "Write games", order = 31, is_common = true,
}

local EXAMPLES = [[
The input is PGN, bare moves, or prose with moves, such as a chapter of a book.
Tags, comments, move numbers, signs and line breaks are kept. Legal moves are
replaced; other moves are kept and reported. `lucena dialects` lists the
notations; you can also give a file of your own (./mine.lua). Without --from,
the notation is detected by playing the moves.

Check and capture signs are written as the position requires. The summary
counts such repairs of the text by their codes (`lucena explain CODE`).

For large files of games without prose use lucena convert, with --dialect and
--to-dialect.

Examples:
  lucena translate games.pgn --to french
  lucena translate games.pgn --to fide:german -o partien.txt
  lucena translate --from english --to iccf games.pgn
  lucena translate --to figurine --comments games.pgn

Exit status:
  0  success
  1  a move could not be translated although its position is known, or the
     text has no moves
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena translate", "Rewrite moves in another notation.", "[OPTION]... [FILE]...",
    EXAMPLES)
  parser:argument("FILE", "Text files; - is standard input, the default if it is a pipe."):target("files")
    :args("*")
  parser:option("-f --from", "Dialect of the input, or auto (the default)."):argname("NAME")
  parser:option("-t --to", "Dialect of the output. Default: pgn."):argname("NAME")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parser:option("--fen", "The start position of games without a FEN tag."):argname("FEN")
  parser:flag("--comments", "Also translate legal moves in comments.")
  parser:flag("--letters", "Translate the letters of moves whose position is unknown.")
  parser:flag("-q --quiet", "Print no summary on standard error.")
  return parser
end

local SHOWN = 1000 -- words reported for one file; more are counted

-- Find the dialects once, before anything is written. A user's file is read each time its name is used.
local function find_options(args, parser)
  local chess = require("lucena")
  local function find(name, option)
    local dialect, message = chess.dialect(name)
    return dialect or parser:error(("--%s: %s"):format(option, message))
  end
  local position, message = chess.position(args.fen)
  if not position then
    parser:error("--fen: " .. message:gsub("^fen:%d*:? ?", ""))
  end
  return {
    from = args.from and args.from ~= "auto" and find(args.from, "from") or "auto", to = find(args.to or "pgn", "to"),
    fen = args.fen, comments = args.comments, letters = args.letters,
  }
end

-- Set the columns of the reports for a file in UTF-16, in code units.
local function count_units(text, left)
  for _, one in ipairs(left) do
    local before = text:sub(one.offset + 2 - one.column, one.offset)
    one.column = #before:gsub("[\x80-\xbf]", "") + select(2, before:gsub("[\xf0-\xff]", "")) + 1
  end
end

local function tell_left(path, report)
  for i, one in ipairs(report.left) do
    if i <= SHOWN then
      messages.say(("%s:%d:%d: %s"):format(path, one.line, one.column, one.message))
    end
  end
  if report.total_left > SHOWN then
    messages.say(("%s: %s more"):format(path, phrase.group(report.total_left - SHOWN)))
  end
end

-- Return why no move of a text was translated, and whether this is an error; nil if a move was translated. Moves that
-- the text only names have no position, so they are not an error.
local function reason_of(text, report)
  if report.moves + report.total_left > 0 or not text:find("%S") then
    return nil
  elseif report.total_named + report.total_alike == 0 then
    local problem = report.is_unclear and "the notation of the moves is not clear (--from sets it)"
      or "no move was found"
    return not text:find('^%s*%[%a+%s+"') and problem or nil, true
  end
  for _, one in ipairs(report.named) do
    if one.code == "unknown_position" then
      return "no move has a known position (--letters translates the letters, --fen sets the position)", false
    end
  end
end

local NOT_PLACED = "%s:%d:%d: %s: its position is not known, so it is not translated%s; --letters translates the "
  .. "letters"

-- Report the first numbered move that has no position, and the number of the others. Returns whether there is one.
local function tell_numbered(path, text, report)
  local first, count
  for _, one in ipairs(report.named) do
    local number = text:sub(math.max(1, one.offset - 10), one.offset):match("%d+%s?%.+%s*$")
    if number then
      first, count = first or { one, number }, (count or -1) + 1
    end
  end
  if first then
    local one, more = first[1], count > 0 and (" (and %d more)"):format(count) or ""
    messages.say(NOT_PLACED:format(path, one.line, one.column, first[2] .. one.token, more))
  end
  return first ~= nil
end

-- Add the report of a text, and return the exit status for it.
local function add_report(job, path, text, report)
  tell_left(path, report)
  job.moves, job.left = job.moves + report.moves, job.left + report.total_left
  job.named = job.named + report.total_named
  for name, count in pairs(report.dialects) do
    job.dialects[name] = (job.dialects[name] or 0) + count
  end
  for name, count in pairs(report.repairs) do
    job.repairs[name] = (job.repairs[name] or 0) + count
  end
  local reason, is_error = reason_of(text, report)
  if reason then
    messages.say(("%s: %s"):format(path, reason))
  end
  local has_numbered = not reason and tell_numbered(path, text, report)
  return (is_error and reason or has_numbered or report.total_left > 0) and exit.DATA or exit.OK
end

-- Format the number of repairs by name: "; repairs: check_sign 2, castling_sign 1"; "" if there are none.
local function repairs_of(job)
  local list = {}
  for name, count in pairs(job.repairs) do
    list[#list + 1] = ("%s %s"):format(name, phrase.group(count))
  end
  table.sort(list)
  return #list > 0 and "; repairs: " .. table.concat(list, ", ") or ""
end

local function summary(job)
  local names = {}
  for name in pairs(job.dialects) do
    names[#names + 1] = name
  end
  table.sort(names)
  local from = #names > 0 and " from " .. table.concat(names, ", ") or ""
  local left = job.left > 0 and (", %s left unchanged"):format(phrase.group(job.left)) or ""
  local named = job.named > 0 and (", %s only named in the text"):format(phrase.group(job.named)) or ""
  messages.note(("%s%s to %s%s%s%s"):format(phrase.counted(job.moves, "move"), from, job.options.to.name, left, named,
    repairs_of(job)))
end

function M.run(args, parser)
  local job = { options = find_options(args, parser), moves = 0, left = 0, named = 0, dialects = {}, repairs = {} }
  local line_end = ""
  local status = texts.each(args, parser, function(name, text, is_utf16, writer)
    local translated, report = require("lucena").translate(text, job.options)
    if is_utf16 then
      count_units(text, report.left)
    end
    output.check(writer:write(line_end, translated))
    line_end = translated:find("^[^\n]", -1) and "\n" or "" -- so that no word or text line continues in the next file
    return add_report(job, name, text, report)
  end)
  if not args.quiet then
    summary(job)
  end
  return status
end

return M
