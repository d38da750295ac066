--- The report "sheet": games laid out as in a book, with players, moves, variations, comments, diagrams and graphs. In
-- HTML, it also has a board on which the reader steps through the game.
--
-- Diagrams are shown where the annotator requested them ($220 and $221 of ChessPad, $201 of Scid, $155 and $156 of
-- Scidb, `{[%dia]}` of ChessBase). An option adds a diagram after every N plies. lucena.sheet.model converts a game to
-- plain data; lua/lucena/sheet/ has one file per output format.
--
-- With `exercises`, the report is a worksheet: diagrams with lines to write on, and the solutions at the end
-- (lucena.sheet.exercise, lucena.sheet.worksheet). With `boards`, it has empty boards to draw positions on. With
-- `blank`, the report has blank score sheets (lucena.sheet.blank).
--
-- Only the first `limit` games are shown, ordered by file and by offset in the file. So the page does not depend on the
-- order in which parts are merged. Cost: a few milliseconds per shown game, and one comparison for every other game.
-- Until the page is written, a shown game takes its bytes and half a kilobyte of memory; its tree is made then.
-- @module lucena.report.sheet

local blank = require("lucena.sheet.blank")
local exercise = require("lucena.sheet.exercise")
local heading = require("lucena.sheet.heading")
local layout = require("lucena.sheet.layout")
local model = require("lucena.sheet.model")
local plugin = require("lucena.plugin")
local stream = require("lucena.sheet.stream")
local worksheet = require("lucena.sheet.worksheet")

local M = {
  summary = "games with moves, comments, variations and diagrams; in HTML with a board to step through",
  state = { "games", "sheets" },
  takes_positions = true,
  options = {
    { name = "layout", kind = "choice", choices = { "text", "columns" }, default = "text",
      help = "The mainline as running text, or White's and Black's moves in two columns." },
    { name = "every", kind = "integer", least = 1, help = "Also show a diagram after every N plies." },
    { name = "diagrams", kind = "string", argname = "MOVES",
      help = "Also show a diagram after these moves of the mainline: 12b,20w." },
    { name = "flip", kind = "boolean", help = "Show Black at the bottom of the boards." },
    { name = "theme", kind = "choice", choices = { "brown", "blue", "green", "grey", "print" }, default = "brown",
      help = "Colours of the boards in HTML." },
    { name = "comments", kind = "boolean", default = true, help = "Omit comments." },
    { name = "variations", kind = "boolean", default = true, help = "Omit variations." },
    { name = "exercises", kind = "boolean",
      help = "Make a worksheet: the positions of EPD, of games with FEN, or of -e, with solutions at the end." },
    { name = "at", kind = "string", also = "lucena.Query", argname = "EXPR", from_query = true,
      help = "Exercises: use the first position that matches EXPR. Default: the one of -e." },
    { name = "before", kind = "integer", least = 0, default = 0,
      help = "Exercises: go N plies back from this position." },
    { name = "lines", kind = "integer", least = 0, default = 3, help = "Exercises: number of lines to write on." },
    { name = "solution", kind = "integer", least = 0, default = 8,
      help = "Exercises: show at most N plies of a solution; 0: no solutions." },
    { name = "blank", kind = "integer", least = 1, argname = "MOVES",
      help = "Make a blank score sheet for this number of moves; the tags of a game fill its heading." },
    { name = "boards", kind = "integer", least = 1, help = "Make a sheet of N empty boards, to draw positions on." },
    { name = "limit", kind = "integer", least = 1, default = 10, help = "Show at most the first N games." },
  },
  columns = {
    { key = "number", title = "Move" }, { key = "san", title = "Text", kind = "text" },
    { key = "signs", title = "Signs" }, { key = "comment", title = "Comment" },
    { key = "clock", title = "Clock" }, { key = "eval", title = "Evaluation" },
    { key = "depth", title = "Depth", kind = "integer" },
  },
}

local EXERCISE_COLUMNS = {
  { key = "exercise", title = "Exercise", kind = "integer" }, { key = "fen", title = "FEN", for_programs = true },
  { key = "task", title = "Text", words = true }, { key = "solution", title = "Solution" },
  { key = "source", title = "Source" },
}

--- Return the title of the page.
function M.title(options)
  return options.blank and "Score sheet" or options.boards and "Diagrams" or options.exercises and "Exercises"
    or "Game sheet"
end

local Sheet = {}
Sheet.__index = Sheet

-- Read a list such as "12b,20w". Returns a set of the same texts, with an array of them in their order.
local function moves_of(list)
  local out = {}
  for item in list:gmatch("[^,]+") do
    local number, side = item:match("^%s*0*([1-9]%d*)([bw])%s*$")
    if not number then
      return nil, ("diagrams: %s is not a move such as 12w or 12b"):format(item)
    end
    out[#out + 1], out[number .. side] = number .. side, true
  end
  return out
end

-- Return the moves of a list that no mainline of the sheets has.
local function absent_moves(list, sheets)
  local is_there, absent = {}, {}
  for _, sheet in ipairs(list ~= "" and sheets or {}) do
    for _, node in ipairs(sheet.nodes) do
      local move = node.move_number .. node.side:sub(1, 1)
      is_there[move] = is_there[move] or node.depth == 0
    end
  end
  for _, move in ipairs(moves_of(list)) do
    absent[#absent + 1] = not is_there[move] and move or nil
  end
  return absent
end

--- Create an empty report.
---@param options table
---@return table? report
---@return string? err
function M.new(options)
  local _, err = moves_of(options.diagrams or "")
  if err then
    return nil, err
  end
  if options.before < 0 or options.lines < 0 or options.lines > 20 or options.solution < 0 then
    return nil, "before and solution are numbers from 0, and lines from 0 to 20"
  end
  if (options.blank and 1 or 0) + (options.boards and 1 or 0) + (options.exercises and 1 or 0) > 1 then
    return nil, "blank, boards and exercises make different sheets; use one of them"
  end
  if (options.blank or 1) > 300 or (options.boards or 1) > 300 then
    return nil, "blank and boards are numbers from 1 to 300"
  end
  local query = options.exercises and options.at
  if type(query) == "string" then
    query, err = require("lucena").query.parse(query)
    if not query then
      return nil, "option 'at': " .. err
    end
  end
  return setmetatable({ options = options, query = query or nil, sheets = {}, games = 0 }, Sheet)
end

-- Return whether a game comes before another one, by file name and offset.
local function is_before(a, b)
  local file, other = a.file or "", b.file or ""
  if file ~= other then
    return file < other
  end
  return a.offset < b.offset
end

local function insert(self, sheet, make)
  local sheets, limit = self.sheets, self.options.limit
  if #sheets == limit and not is_before(sheet, sheets[limit]) then
    return
  end
  local at = #sheets + 1
  while at > 1 and is_before(sheet, sheets[at - 1]) do
    at = at - 1
  end
  local made = sheet
  if make then
    made = make(sheet)
  end
  if made then
    table.insert(sheets, at, made)
    sheets[limit + 1] = nil
  end
end

-- Return a copy of a game for the page. Its tree is made when the page is written; but errors in the moves of the game
-- are reported now, with those of the games around it.
local function kept(game)
  local copy = game:copy()
  return game.root and copy
end

function Sheet:add(game)
  self.games = self.games + 1
  insert(self, game, function()
    if self.options.blank then
      return blank.of(game)
    elseif self.options.exercises then
      return exercise.of(game, self.query, self.options)
    end
    return kept(game)
  end)
end

local function is_game(item)
  return getmetatable(item) == "lucena.Game"
end

-- Return the sheet of a game. It is made from a copy, so that the game does not keep its tree.
local function sheet_of(game, options)
  return is_game(game) and model.of(game:copy(), options) or game
end

-- Return the sheets, which are made when they are read.
local function made(self)
  local sheets = stream.sheets(self.sheets, function(game) return sheet_of(game, self.options) end)
  return rawset(sheets, "heads", stream.sheets(self.sheets, function(game)
    return is_game(game) and model.heading(game) or game
  end))
end

--- Make the sheets, which are plain data, of all games.
function Sheet:settle()
  for i, game in ipairs(self.sheets) do
    self.sheets[i] = sheet_of(game, self.options)
  end
end

function Sheet:merge(other)
  self.games = self.games + other.games
  for _, sheet in ipairs(other.sheets) do
    insert(self, sheet)
  end
end

-- The page of an exercise in a table: English, in SAN. The table translates the task.
local PLAIN = { words = function(text) return text end, note = function(note) return note[1]:format(note[2]) end }

local function exercise_rows(exercises)
  local rows = {}
  for i, item in ipairs(exercises) do
    rows[i] = { exercise = i, fen = item.fen, task = exercise.task(item, PLAIN),
      solution = exercise.solution(item, PLAIN), source = item.source }
  end
  return { { columns = EXERCISE_COLUMNS, rows = rows, notes = {} } }
end

local function rows_of(sheet, options)
  local rows = {}
  for _, node in ipairs(sheet.nodes) do
    if node.depth == 0 or options.variations then
      rows[#rows + 1] = {
        number = node.move_number .. (node.side == "white" and "." or "..."), san = node.san,
        signs = (layout.signs(node, "en"):gsub("^ ", "")),
        comment = options.comments and node.comment or nil,
        clock = node.clock and heading.clock(node.clock), eval = heading.eval(node), depth = node.depth,
      }
    end
  end
  return rows
end

-- Return notes if not all games are on the page, or if no game has a move of `diagrams`.
local function notes_of(self)
  local notes = {}
  if self.games > #self.sheets then
    notes[1] = { "%s of %s games; --limit N", #self.sheets, self.games }
  end
  local absent = absent_moves(self.options.diagrams or "", made(self))
  if #absent > 0 then
    notes[#notes + 1] = { "No game has a move of --diagrams: %s.", table.concat(absent, ", ") }
  end
  return notes
end

function Sheet:sections()
  if self.options.blank then
    return blank.sections(self.sheets)
  elseif self.options.boards or self.options.exercises then
    return exercise_rows(self.options.boards and exercise.empty(self.options.boards) or self.sheets)
  end
  local out = {}
  for i, sheet in ipairs(made(self)) do
    out[i] = { title = heading.title(sheet), columns = M.columns, rows = rows_of(sheet, self.options), notes = {} }
  end
  if #out == 0 then
    out[1] = { columns = M.columns, rows = {}, notes = {} }
  end
  out[#out].notes = notes_of(self)
  return out
end

--- Return a remark for the command's summary; nil if all games are on the page.
---@return string?
function Sheet:remark()
  return self.games > #self.sheets and ("%d written (--limit %d)"):format(#self.sheets, self.options.limit) or nil
end

local NO_EXERCISES = "Nothing to show: exercises need EPD, games with a FEN, or -e."
local NO_MATCH = "Nothing to show: no game has a position that matches the query."

local function writer(format)
  return function(self, page)
    if self.options.blank then
      return blank[format](self.sheets, page, self.options)
    elseif self.options.boards then
      return worksheet[format](exercise.empty(self.options.boards), page, self.options, {})
    elseif self.options.exercises then
      local notes = #self.sheets == 0 and { page.words(self.query and NO_MATCH or NO_EXERCISES) } or {}
      return worksheet[format](self.sheets, page, self.options, notes)
    end
    local notes = notes_of(self)
    for i, note in ipairs(notes) do
      notes[i] = page.note(note)
    end
    -- Only a title given by the user is printed above the games, not the default title.
    local own = page.title ~= page.words("Game sheet") and page.title or ""
    local copy = setmetatable({ title = own }, { __index = page })
    local options = setmetatable({ diagrams = moves_of(self.options.diagrams or "") }, { __index = self.options })
    return plugin.load("sheet", "lucena.sheet." .. format)[format](made(self), copy, options, notes)
  end
end

M.formats = { text = writer "text", markdown = writer "markdown", html = writer "html", latex = writer "latex" }

M.examples = {
  {
    options = {},
    pgn = "1. e4 $1 {[%clk 0:09:58] best} e5 (1... c5 $5 2. Nf3) 2. Nf3 $220 {[%eval 0.3]} 1-0",
    rows = {
      { number = "1.", san = "e4", signs = "!", comment = "best", clock = "0:09:58", depth = 0 },
      { number = "1...", san = "e5", depth = 0 },
      { number = "1...", san = "c5", signs = "!?", depth = 1 },
      { number = "2.", san = "Nf3", depth = 1 },
      { number = "2.", san = "Nf3", signs = "", eval = "+0.30", depth = 0 },
    },
  },
}

return M
