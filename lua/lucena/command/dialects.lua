--- lucena dialects: a table of all notations, with moves as each writes them.
-- @module lucena.command.dialects

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local suggestion = require("lucena.suggestion")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "list the notations that are read and written",
  order = 24,
}

local EXAMPLES = [[
A dialect is a style crossed with an alphabet: `fide:french`, `lan:german`. A
style alone has its own alphabet, an alphabet alone has PGN's style. The moves
shown are a knight's, a capture, castling, a promotion and en passant. A mark ?
stands where no source was found, or sources differ.

WORD selects those whose name or title has it.

Examples:
  lucena dialects
  lucena dialects --alphabets
  lucena dialects spanish
  lucena dialect show fide:french     all about one

Exit status: 0; 1 nothing has that WORD; 2 usage.]]

function M.parser()
  local parser = arguments.parser("lucena dialects", "List the notations that are read and written.",
    "[OPTION]... [WORD]", EXAMPLES)
  parser:argument("WORD", "Part of a name or title."):target("word"):args("?")
  parser:mutex(
    parser:flag("--styles", "List the styles alone."),
    parser:flag("--alphabets", "List the alphabets alone."))
  return parser
end

local BOLD, FAINT, RESET = "\27[1m", "\27[2m", "\27[0m"

-- Marks of direction would end behind the line; letters of Arabic and Hebrew take their places without.
local function width_of(text)
  return utf8.len(text) or #text
end

local function pad(text, width)
  return text .. (" "):rep(width - width_of(text))
end

-- At most `width` characters.
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
      list[#list + 1] = row
    end
  end
  return list
end

-- A line a dialect: name, what is known of it, moves. Columns are as wide as they must; on a terminal the last two are
-- cut, the moves not below MOVES characters.
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
    stdio.write(head, color and FAINT .. moves .. RESET or moves, "\n")
  end
end

local function title_of(row)
  return row.title
end

-- Nothing has the word in its name: perhaps it is a name that the list leaves out, such as "fide:french" or "deutsch".
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

function M.run(args)
  local color = terminal.has_color()
  local styles, alphabets = select_rows(args, false), select_rows(args, true)
  if #styles + #alphabets == 0 then
    return name_one(args.word)
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
