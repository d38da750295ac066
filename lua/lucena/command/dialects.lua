--- lucena dialects: prints a table of all notations, with moves in each.
-- @module lucena.command.dialects

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local suggestion = require("lucena.suggestion")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "list the notations that Lucena reads and writes",
  group = "Notations", order = 50,
}

local EXAMPLES = [[
A dialect is a style combined with an alphabet: `fide:french`, `lan:german`. A
style alone has its own alphabet; an alphabet alone has PGN's style. The moves
shown are a knight move, a capture, castling, a promotion and en passant. A
question mark means that no source was found, or that sources differ.

Dialects of your own are files in ~/.local/share/lucena/dialects, or in the
folders of --dialect-path DIR, which all commands accept. If your file has the
name of a built-in dialect, give its path to use it.

WORD selects dialects whose name or title contains it.

Examples:
  lucena dialects
  lucena dialects --alphabets
  lucena dialects spanish
  lucena dialect show fide:french     show one dialect

Exit status:
  0  success
  1  no dialect contains WORD
  2  wrong usage]]

function M.parser()
  local parser = parsers.new("lucena dialects", "List the notations that Lucena reads and writes.",
    "[OPTION]... [WORD]", EXAMPLES)
  parser:argument("WORD", "Part of a name or title."):target("word"):args("?")
  -- command/init.lua takes this option from the arguments; here it is only listed.
  parser:option("--dialect-path", "Folder of your own dialect files."):argname("DIR")
  parser:mutex(
    parser:flag("--styles", "List only the styles."),
    parser:flag("--alphabets", "List only the alphabets."))
  return parser
end

local BOLD, FAINT, RESET = "\27[1m", "\27[2m", "\27[0m"

-- Return the number of characters of a text. Direction marks are not needed, because terminals place letters of Arabic
-- and Hebrew without them.
local function width_of(text)
  return utf8.len(text) or #text
end

local function pad(text, width)
  return text .. (" "):rep(width - width_of(text))
end

-- Cut a text to at most `width` characters.
local function cut(text, width)
  if width_of(text) <= width then
    return text
  end
  return text:sub(1, utf8.offset(text, width) - 1) .. "…"
end

local function letters_of(row)
  local out = {}
  for i, piece in ipairs { "K", "Q", "R", "B", "N", "P" } do
    out[i] = row.letters[piece] or "-"
  end
  return table.concat(out, " ")
end

-- Return the row of a dialect. The module of a rock is loaded if the user asks for its dialect by name.
local function completed(row, word)
  local dialects = require("lucena.dialect")
  return not row.letters and row.name == word and dialects.describe(assert(dialects.find(word))) or row
end

local function matches(row, word)
  return not word or (row.name .. " " .. row.title):lower():find(word:lower(), 1, true) ~= nil
end

local function select_rows(args, is_alphabet)
  if args.styles and is_alphabet or args.alphabets and not is_alphabet then
    return {}
  end
  local list = {}
  for _, row in ipairs(require("lucena.dialect").dialects()) do
    if row.is_alphabet == is_alphabet and matches(row, args.word) then
      list[#list + 1] = completed(row, args.word)
    end
  end
  return list
end

-- Print one line per dialect: name, description, moves. On a terminal the last two columns are shortened. The moves
-- keep at least MOVES characters.
local MOVES = 30

local function print_table(title, rows, describe, color)
  local names, middles = 0, 0
  for _, row in ipairs(rows) do
    names, middles = math.max(names, width_of(row.name)), math.max(middles, width_of(describe(row)))
  end
  local width = terminal.is_terminal(1) and terminal.text_width() or math.maxinteger
  middles = math.min(middles, math.max(8, width - names - MOVES - 7))
  stdio.write(color and BOLD .. title .. RESET or title, "\n")
  for _, row in ipairs(rows) do
    local mark = row.verified and " " or "?"
    local head = ("  %s %s %s  "):format(pad(row.name, names), mark, pad(cut(describe(row), middles), middles))
    local moves = cut(row.example, width - width_of(head))
    stdio.write(moves == "" and head:gsub(" +$", "") or head, color and FAINT .. moves .. RESET or moves, "\n")
  end
end

local function title_of(row)
  return row.title
end

-- Print one dialect if no name in the list contains the word. The word may be a name that the list omits, such as
-- "fide:french" or "deutsch".
local function name_one(word)
  local dialects = require("lucena.dialect")
  local dialect = not word:find("[/.]") and dialects.find(word)
  if dialect then
    local row = dialects.describe(dialect)
    stdio.write(("%s  %s  %s\n"):format(row.name, row.title, row.example))
    return exit.OK
  end
  local names = {}
  for _, row in ipairs(require("lucena.dialect").dialects()) do
    names[#names + 1] = row.name
  end
  local found = suggestion.find(word:lower(), names)
  messages.say(("lucena: no dialect has '%s' in its name%s"):format(word,
    found and ("; did you mean '%s'?"):format(found) or ""))
  return exit.DATA
end

-- Return the rows of the user's dialect files. If a file has an error, the message replaces the example moves.
local function own_rows(args)
  local dialects, rows = require("lucena.dialect"), {}
  for _, it in ipairs(args.alphabets and {} or require("lucena.notation.own").files()) do
    local dialect, message = dialects.find(it.path)
    local row = dialect and dialects.describe(dialect) or { title = it.path, example = message, verified = true }
    row.name = dialects.is_built_in(it.name) and it.path or it.name
    if matches(row, args.word) then
      rows[#rows + 1] = row
    end
  end
  return rows
end

function M.run(args)
  local color = terminal.has_color()
  local styles, alphabets = select_rows(args, false), select_rows(args, true)
  local own = own_rows(args)
  if #styles + #alphabets + #own == 0 then
    return name_one(args.word)
  end
  if #own > 0 then
    print_table("Your own", own, title_of, color)
  end
  if #own > 0 and #styles + #alphabets > 0 then
    stdio.write("\n")
  end
  if #styles > 0 then
    print_table("Styles", styles, title_of, color)
  end
  if #styles > 0 and #alphabets > 0 then
    stdio.write("\n")
  end
  if #alphabets > 0 then
    print_table("Alphabets (K Q R B N P)", alphabets, letters_of, color)
  end
end

return M
