--- Commands for help: the overview, the page of a command, the page of a library name; the tour.
-- @module lucena.repl.commands.help

local widths = require("lucena.render.width")

local RULE = [[
Type moves and they are played: e4 e5 Nf3, 1. d4 d5 2. c4, Cf3 in French, O-O,
e2e4. Comments {...}, variations (...) and signs !? are kept. Type or paste a
FEN, a PGN game, the name of a file. All else is Lua: = before it makes sure,
and : before a word makes it a command.
]]

local VARIABLES = [[
In Lua: board is the position, game the game, node the place in it, chess the
library, _ the last value, _1 the one before. `board = "FEN"` sets the board.]]

local MORE = [[
:help COMMAND, or a name such as :help position.san, says more; :tour shows
around.]]

local WIDEST, LEAST_FOR_COLUMNS, INDENT = 79, 60, (" "):rep(23)

local function usage_of(command)
  return (command.is_setting and ":" or "") .. command.name .. (command.usage ~= "" and " " .. command.usage or "")
end

-- Format a line of the overview. On a narrow terminal, the summary is below the name.
local function row(command, width)
  if width < LEAST_FOR_COLUMNS then
    return ("  %s\n    %s"):format(usage_of(command), widths.fold(command.summary, width - 4, "    "))
  end
  local summary = widths.fold(command.summary, width - #INDENT):gsub("\n", "\n" .. INDENT)
  return ("  %-20s %s"):format(usage_of(command), summary)
end

local function overview(session)
  local width = math.min(session.settings.width, WIDEST)
  local lines = { widths.fold(RULE, width), "" }
  for _, family in ipairs(require("lucena.repl.commands").FAMILIES) do
    lines[#lines + 1] = family.title
    for _, command in ipairs(family) do
      lines[#lines + 1] = row(command, width)
    end
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = widths.fold(VARIABLES, width) .. "\n"
  lines[#lines + 1] = widths.fold(MORE, width)
  session:say(table.concat(lines, "\n"))
end

local function of_command(session, command)
  local width = session.settings.width - 2
  local lines = { usage_of(command), "  " .. widths.fold(command.summary, width, "  ") }
  if command.more then
    lines[#lines + 1] = "  " .. widths.fold(command.more, width, "  ")
  end
  if command.lua then
    lines[#lines + 1] = ("  In Lua: %s(...)"):format(command.lua == true and command.name or command.lua)
  end
  session:say(table.concat(lines, "\n"))
end

local function help(session, rest)
  local word = rest:match("^:?(%S*)")
  if word == "" then
    return overview(session)
  end
  local command = session.words[word]
  local reference = require("lucena.repl.reference")
  local page = reference.page(word, session.settings.width)
  if command then
    of_command(session, command)
  end
  if page then
    session:say((command and "\n" or "") .. page)
  elseif not command then
    local near = reference.near(word)
    session:fail(("no help on '%s'; %s"):format(word, near and ("did you mean %s?"):format(near)
      or ":help lists the commands"))
  end
end

-- ---- the tour ------------------------------------------------------------------------------------

-- Texts of the tour, each with the line that it demonstrates.
local TOUR = {
  { "Moves are typed as they are written, several at a time:", "e4 e5 Nf3" },
  { "In any language: this is a French player's reply.", "Cc6 Fb5" },
  { "What cannot be played is explained:", "Rd5" },
  { "Go back, and play something else: it becomes a variation.", "vary Bc4" },
  { "All lines of the game:", "tree" },
  { "Everything else is Lua; the position is called board:", "=board:fen()" },
  { "An array of moves, counted:", "=#board:moves()" },
  { "A position is a FEN, typed or pasted:", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" },
  { "undo takes back what was changed, so this was never lost:", "undo" },
}

local function tour(session, rest)
  if rest ~= "" then
    session:fail("usage: :tour")
  end
  session:as_one(function()
    session:set_game(require("lucena").game())
    for _, step in ipairs(TOUR) do
      session:say("\n" .. step[1])
      session:print(session:prompt() .. step[2])
      session:example(step[2])
    end
  end)
  session.is_changed = false
  session:say("\nThat was the tour. undo leads back to your game; :help lists the commands.")
end

return {
  title = "Help", order = 70,
  { name = "help", usage = "[NAME]", summary = "this page, a command, or a name of the library", run = help },
  { name = "tour", usage = "", summary = "a minute's tour", run = tour, is_setting = true },
}
