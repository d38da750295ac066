--- Commands for help: the overview, the page of a command, the page of a library name; the tour.
-- @module lucena.repl.commands.help

local widths = require("lucena.render.width")

local RULE = [[
Type moves and they are played: e4 e5 Nf3, 1. d4 d5 2. c4, Cf3 in French, O-O,
e2e4. Comments {...}, variations (...) and signs !? are kept. Type or paste a
FEN, a PGN game or the name of a file. All other lines are Lua; a line that
begins with = is always Lua, and one that begins with : is always a command.
]]

local VARIABLES = [[
In Lua, `board` is the position, `game` the game, `node` the current node of its
tree, `chess` the library, `_` the last value and `_1` the value before it.
`board = "FEN"` sets up a position.]]

local MORE = [[
:help COMMAND shows the page of a command, :help position.san that of a library
function; :help french, :help C65, :help bad_tag and :help $14 explain a dialect,
an ECO code, a diagnostic and a sign. find? is short for :help find, and
find?? shows the source code of a command or function. :tour is a
course of the prompt. :help queries lists the queries, :help queries mate those
about mate.]]

local WIDEST, LEAST_FOR_COLUMNS, INDENT = 79, 60, (" "):rep(23)

-- The English texts of the overview. Those of another language are in its file.
local ENGLISH = {
  rule = RULE, variables = VARIABLES, more = MORE, lua = "In Lua: %s(...)", titles = {}, summaries = {},
}

local function texts_of(session)
  return session.lang == "en" and ENGLISH or require("lucena.language").help(session.lang)
end

local function usage_of(command)
  return (command.is_setting and ":" or "") .. command.name .. (command.usage ~= "" and " " .. command.usage or "")
end

-- Format a row of the overview. On a narrow terminal, the summary is printed below the name.
local function row(command, texts, width)
  local text = texts.summaries[command.name] or command.summary
  if width < LEAST_FOR_COLUMNS then
    return ("  %s\n    %s"):format(usage_of(command), widths.fold(text, width - 4, "    "))
  end
  local summary = widths.fold(text, width - #INDENT):gsub("\n", "\n" .. INDENT)
  return ("  %-20s %s"):format(usage_of(command), summary)
end

local function overview(session)
  local width = math.min(session.settings.width, WIDEST)
  local texts = texts_of(session)
  local lines = { widths.fold(texts.rule, width), "" }
  for _, family in ipairs(require("lucena.repl.commands").FAMILIES) do
    lines[#lines + 1] = texts.titles[family.title] or family.title
    for _, command in ipairs(family) do
      lines[#lines + 1] = row(command, texts, width)
    end
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = widths.fold(texts.variables, width) .. "\n"
  lines[#lines + 1] = widths.fold(texts.more, width)
  session:say(table.concat(lines, "\n"))
end

local function of_command(session, command)
  local width, texts = session.settings.width - 2, texts_of(session)
  local summary = texts.summaries[command.name] or command.summary
  local lines = { usage_of(command), "  " .. widths.fold(summary, width, "  ") }
  if command.more then
    lines[#lines + 1] = "  " .. widths.fold(command.more, width, "  ")
  end
  if command.lua then
    lines[#lines + 1] = "  " .. texts.lua:format(command.lua == true and command.name or command.lua)
  end
  session:say(table.concat(lines, "\n"))
end

-- Describe a variable of the user: its value; of a function its parameters, its place and the comment above it. Return
-- nil if there is none.
local function of_variable(session, name)
  local value = require("lucena.repl.source").value(session, name)
  if value ~= nil then
    local text = require("lucena.repl.pretty").value(session, value)
    local comment = type(value) == "function" and require("lucena.repl.source").comment(value)
    if comment then
      comment = require("lucena.render.escape").terminal_lines(comment)
      return ("%s = %s\n%s"):format(name, text, session:fold("  " .. comment:gsub("\n", "\n  ")))
    end
    return name .. (text:find("\n", 1, true) and " =\n" or " = ") .. text -- a board begins on its own line
  end
end

-- Show all queries, or those with a word.
local function queries(session, word)
  word = word:gsub("[\"']", "")
  local page = require("lucena.repl.query_help").help(word ~= "" and word or nil, session.settings.width)
  session:say(page or session:fail(("no query has the word '%s'; :help queries lists all"):format(word)))
end

-- Return a name with a help page that differs from a word by one typing error: of a command, a class, a function or a
-- query.
local function near(session, word)
  local names, reference = {}, require("lucena.repl.reference")
  for name in pairs(session.words) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(reference.names()) do
    names[#names + 1] = word:find(".", 1, true) and name or name:match("[^.]*$")
  end
  for _, name in ipairs(require("lucena.query.catalogue").words()) do
    names[#names + 1] = name
  end
  return #word > 2 and require("lucena.suggestion").find(word, names) or nil
end

-- Show the help on a word that is neither a command nor a name of the library: a variable of the user or a query.
local function of_other(session, word)
  local variable = of_variable(session, word)
  if variable then
    return session:print(variable) -- its value may be a board in colours
  end
  local query = require("lucena.repl.advice").query(session, word)
  local has_rows = require("lucena.repl.query_help").page(word) ~= nil
  local more = has_rows and (":help queries %s lists the queries with this word"):format(word) or nil
  if query then
    return session:say(query .. (more and "\n  " .. more or ""))
  end
  local name = near(session, word)
  session:fail(("no help on '%s'; %s"):format(word, name and ("did you mean %s?"):format(name) or more
    or ":help lists the commands"))
end

local function help(session, rest)
  local word, about = rest:match("^:?(%S*)%s*(.-)%s*$")
  if word == "" or word == "me" then
    return overview(session)
  elseif word == "queries" then
    return queries(session, about)
  elseif word:find("[^!?]%?%?$") then
    local text, why = require("lucena.repl.source").of(session, word:sub(1, -3))
    return session:say(text or session:fail(why))
  end
  local command = session.words[word]
  local reference = require("lucena.repl.reference")
  local page = reference.page(word, session.settings.width) or require("lucena.repl.topics").page(word)
  if command then
    of_command(session, command)
  end
  if page then
    session:say((command and "\n" or "") .. page)
  elseif not command then
    of_other(session, word)
  end
end

return {
  title = "Help", order = 70,
  { name = "help", usage = "[NAME]", summary = "show this page, or that of a command or function", run = help },
  { name = "tour", usage = "[WORD]", summary = "learn to use the prompt, in ten minutes", is_setting = true,
    run = function(session, rest) require("lucena.repl.tour").command(session, rest) end,
    more = "Each lesson waits until you have tried it. :tour next skips a lesson, :tour end ends the tour. Your game "
      .. "comes back at the end." },
}
