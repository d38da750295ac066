--- Reports: statistics of games, which are added one by one, as tables in several formats.
--
--     local report = chess.report "summary"
--     for game in chess.games "games.pgn" do report:add(game) end
--     print(report:format "text")
--
-- A report is a file in lua/lucena/report/, or a file given by its path. It returns a table:
--
--     summary    one line for the list of reports
--     title      the title of the page: a text, or a function of the options and the words that returns a note;
--                default: the name
--     options    array of {name =, kind = "integer"|"string"|"boolean"|"choice"|"file", default =, choices =, help =,
--                also = a type or class that programs may pass as well};
--                from_query = true: by default, the command uses the text of its option --query;
--                a boolean whose default is true is --no-NAME on the command line
--     columns    the columns of the first section
--     new(options)   creates an object; or returns nil and a message if the options exclude each other. The message
--                    writes option 'NAME', which the command changes to --NAME. For a file
--                    named by an option, the third result is "cannot_open" or "bad_file". Methods of the object:
--         add(game)      counts a Game
--         merge(other)   adds the counts of another object. It must be associative and commutative, and merging an
--                        empty object changes nothing. So sums are integers, and "first" is decided by
--                        (game.file, game.offset), not by the order of calls
--         sections()     array of {title =, columns =, rows =, notes =, chart =, tree =, board =}; or nil, a message
--                        and a code, such as `several_events`, if there is no report for these games and options
--         remark()       optional: returns a remark on omitted games, for the summary of the command
--     state      the names of the object's fields with counts, which are plain data; `a.b` is field b of field a.
--                An object whose fields are plain only after a conversion has a method settle(), called before
--                merge(other) reads only these. With `state`, parts of the games can be counted by several processes
--                and machines
--     takes_positions optional: true if records of EPD are read as games without moves
--     takes_tournaments optional: true if tournament report files (TRF) are read as games without moves
--     examples   array of {options =, pgn = text or file = path, rows = expected rows of the first section}, for tests
--     formats    optional: {html = function(object, page) return text end, ...}: formats that the report writes itself.
--                They may be formats that other reports do not have. If there is page.put, the function may pass the
--                text to it in pieces, and return the last piece
--     query      optional: function(options) that returns a query; games that do not match it are not counted
--
-- A section's `title` is for programs and readers; with `heading`, readers see another one (`lucena.render.columns`).
-- A column is {key =, title =, kind =}; `lucena.render.value` lists the kinds. More fields of a column: `optional =
-- true`: omit the column if it is empty; `for_programs = true`: only in CSV and JSON. If a text table is too wide,
-- columns with `spare = true` are omitted, the texts in other columns are cut to at least `least` characters, and
-- `short` is used as the title. With `or_text = true`, a column of numbers may also have texts.
-- A row is {[key] = value}. A number that is not finite gives an empty cell, in JSON null. A value that does not fit
-- the column's kind is an error (`bad_report`). `is_total = true` separates the row from the others, `is_rest = true`
-- omits it from charts, and `level` is its depth if the section has `tree = true`. In such a section, readers see a
-- value of a column with `once = true` only in the first row of a branch.
-- In HTML, `boards = {[key] = {position =, flip =}}` draws small boards in cells of a row.
-- A note is a text, or {text with %s, values}; if a value is a list of texts, each is translated and they are joined.
-- A board is {position = a Position or Setup, marks =, desc =}, as for position:svg, for HTML pages. A chart is {kind
-- = "bars"|"stacked"|"line", x = key, y = {keys}}; bars have error bars if `margins` names a column for a key of `y`.
-- @module lucena.report

local argument = require("lucena.argument")
local columns_of = require("lucena.render.columns")
local suggestion = require("lucena.suggestion")
local numbers = require("lucena.number")
local own = require("lucena.own_report")
local plugin = require("lucena.plugin")
local registry = require("lucena.registry")
local words = require("lucena.render.words")

local M = {}

--- The formats of every report, with their descriptions.
---@type table[] {name, description}
M.FORMATS = {
  { "text", "aligned columns, for a terminal or a mail" },
  { "markdown", "CommonMark with tables" },
  { "csv", "comma-separated values" },
  { "json", "an object: sections, columns, rows" },
  { "html", "a page that stands alone" },
  { "latex", "a document" },
}

-- The names of reports in other programs.
local ELSEWHERE = { standings = "crosstable", ranking = "crosstable", swiss = "crosstable", crosstab = "crosstable",
  tournament = "crosstable", endgames = "endings", statistics = "summary", stats = "summary", pivot = "table",
  results = "table --rows Result", players = "summary",
  games = "table --rows Year", years = "table --rows Year", year = "table --rows Year",
  length = "table --rows Opening --value mean:Moves", first = "openings --depth 1",
  moves = "openings --depth 1", ["first moves"] = "openings --depth 1", ["first-moves"] = "openings --depth 1",
  ["head-to-head"] = "player --name NAME -e 'player \"OTHER\"'", versus = "player --name NAME -e 'player \"OTHER\"'",
  events = "tournaments", ratings = "table --rows EloBand", eco = "table --rows ECO" }

-- ---- which reports -------------------------------------------------------------------------------

--- Return the names of all reports, sorted.
---@return string[]
-- @usage table.concat(chess.reports(), " "):find("summary") ~= nil --> true
function M.reports()
  local names = plugin.names("lucena.report")
  local added = registry.names("report")
  table.move(added, 1, #added, #names + 1, names)
  table.sort(names)
  return names
end

local function is_built_in(name)
  return name:find("^%l[%l%d_]*$") ~= nil and plugin.is_there("lucena.report." .. name)
end

--- Return whether a report has this name. Modules of rocks are not loaded for it.
---@param name string
---@return boolean
-- @usage require("lucena.report").is_there("summary") --> true
function M.is_there(name)
  local kind, summary = registry.listed("report", name)
  return is_built_in(name) or kind ~= nil or summary ~= nil
end

--- Check a report that is registered. Called by lucena.registry.
---@param name string
---@param value any
---@return table? kind
---@return string|table problem a message; or {is_name = true, text = message} if the name is wrong
function M.adopt(name, value)
  if is_built_in(name) then
    return nil, { is_name = true, text = ("'%s' is a built-in report"):format(name) }
  end
  local problem = own.problem(value, name)
  return not problem and value or nil, problem
end

local function load_file(path)
  local chunk, message = loadfile(path, "t")
  if not chunk then
    return nil, message, "bad_report"
  end
  local done, kind = require("lucena.argument").attempt(chunk)
  if not done then
    return nil, tostring(kind), "bad_report"
  end
  local problem = own.problem(kind, path)
  if problem then
    return nil, problem, "bad_report"
  end
  return kind
end

--- Return the table of a report's file.
---@param name string|table a name in reports(), the path of a file that ends in .lua, or such a table
---@return table? kind
---@return string? err
---@return string? code `unknown_report`, `bad_report`
-- @usage require("lucena.report").find("summary").summary:find("database") ~= nil --> true
function M.find(name)
  if type(name) == "table" then
    local problem = own.problem(name, "report")
    return not problem and name or nil, problem, problem and "bad_report"
  elseif name:find("%.lua$") then
    return load_file(name)
  elseif is_built_in(name) then
    return plugin.load("report", "lucena.report." .. name)
  end
  local added = registry.find("report", name)
  if added then
    return added
  end
  local meant = ELSEWHERE[name:lower()] or suggestion.find(name, M.reports())
  return nil, ("there is no report '%s'; %s"):format(argument.shown(name),
    meant and ("did you mean '%s'?"):format(meant) or table.concat(M.reports(), ", ")), "unknown_report"
end

--- Return the line of a report for a list. Modules of rocks are not loaded for it.
---@param name string a name in reports()
---@return string? summary
-- @usage require("lucena.report").summary("summary"):find("database") ~= nil --> true
function M.summary(name)
  if is_built_in(name) then
    return M.find(name).summary
  end
  local kind, summary = registry.listed("report", name)
  return kind and kind.summary or summary
end

-- ---- options -------------------------------------------------------------------------------------

local LUA_TYPES = { integer = "number", string = "string", file = "string", boolean = "boolean" }

-- Return the types of an option's value, for a message.
local function expected_of(option)
  local kind = option.kind == "file" and "file name" or option.kind
  return option.also and ("%s or %s"):format(kind, option.also) or kind
end

local function check_option(option, value)
  if option.kind == "choice" then
    for _, choice in ipairs(option.choices) do
      if choice == value then
        return
      end
    end
    argument.bad(4, 2, "report", "option '%s': %s expected, got %s", option.name, argument.any_of(option.choices),
      argument.given(value))
  end
  local is_right = option.kind == "integer" and math.type(value) == "integer"
    or option.kind ~= "integer" and type(value) == (LUA_TYPES[option.kind] or type(value))
  is_right = is_right or argument.kind(value) == option.also
  if not is_right then
    argument.bad(4, 2, "report", "option '%s': %s expected, got %s", option.name, expected_of(option),
      argument.kind(value))
  end
end

-- Return the options, with defaults for missing ones; or nil and a message about a number outside its limits.
local function completed(kind, given)
  local known, out = {}, {}
  for _, option in ipairs(kind.options or {}) do
    known[option.name] = option
    out[option.name] = option.default
  end
  for name, value in pairs(given) do
    local positive = type(name) == "string" and known[name:match("^no_(.+)")]
    if positive and positive.kind == "boolean" and type(value) == "boolean" then -- the older spelling, no_NAME = true
      name, value = positive.name, not value
    end
    if not known[name] then
      argument.bad(3, 2, "report", "unknown option '%s'%s", argument.shown(name), suggestion.hint(name, known))
    end
    check_option(known[name], value)
    if type(value) == "number" and not numbers.is_within(known[name], value) then
      return nil, ("option '%s' takes %s, not %s"):format(name, numbers.expected(known[name]), value), "bad_option"
    end
    out[name] = value
  end
  return out
end

-- ---- the report ----------------------------------------------------------------------------------

---@class lucena.Report
---@field name string the report's name
---@field options table the given options, and the defaults of the others
local Report = { __name = "lucena.Report", __metatable = "lucena.Report" }
Report.__index = Report

function Report:__tostring()
  return "lucena.Report: " .. self.name
end

--- Return a new, empty report.
---@param name string|table a name in chess.reports(), the path of a file that ends in .lua, or the table that such a
-- file returns
---@param options? table the options that the report's file lists; an unknown option or a wrong type raises
---@return lucena.Report? report
---@return string? err
---@return string? code `unknown_report`, `bad_report`; `bad_option`: a required option is missing, or a value does not
-- fit; `cannot_open` and `bad_file`: a file named by an option
-- @usage #chess.report("summary"):rows() > 0 --> true
function M.report(name, options)
  if type(name) ~= "table" and type(name) ~= "string" then
    argument.bad(2, 1, "report", "name, path or table of a report expected, got %s", argument.kind(name))
  end
  argument.optional(options, 2, "report", "table")
  local kind, err, code = M.find(name)
  if not kind then
    return nil, err, code
  end
  local all, wrong, wrong_code = completed(kind, options or {})
  if not all then
    return nil, wrong, wrong_code
  end
  local object, message, fault = kind.new(all)
  if not object and type(message) == "string" then
    return nil, message, fault or "bad_option"
  end
  local problem = own.object_problem(kind, object)
  if problem then
    return nil, problem, "bad_report"
  end
  local given = type(name) == "table" and (name.name or "own")
  return setmetatable({ name = given or name, kind = kind, options = all, object = object }, Report)
end

--- Count a game.
---@param game lucena.Game
-- @usage chess.report("summary"):add(chess.game "1. e4 *")
function Report:add(game)
  argument.self(self, "add", "lucena.Report")
  argument.class(game, 1, "add", "lucena.Game")
  self.object:add(game)
end

-- Return the table that contains a field of an object, and the field's key in it.
local function place_of(object, name)
  local outer, key = name:match("^([^.]*)%.(.*)$")
  if outer then
    return object[outer], key
  end
  return object, name
end

--- Return the counts as plain data, for merge() in another process or on another machine.
---@return table? state shares tables with the report; nil if the report's file has no `state`
-- @usage chess.report("summary"):state().counts.games --> 0
function Report:state()
  argument.self(self, "state", "lucena.Report")
  if not self.kind.state then
    return nil
  end
  if self.object.settle then
    self.object:settle()
  end
  local out = {}
  for _, name in ipairs(self.kind.state) do
    local holder, key = place_of(self.object, name)
    out[name] = holder[key]
  end
  return out
end

-- Return an object with the counts of state().
local function object_of(self, state)
  local other = {}
  local names = self.kind.state or {}
  if state[names[1]] == nil then -- the other fields may be nil if nothing was counted
    argument.bad(3, 1, "merge", "neither a report nor the state of one")
  end
  for _, name in ipairs(names) do
    local outer = name:match("^(.*)%.")
    if outer then
      other[outer] = other[outer] or {}
    end
    local holder, key = place_of(other, name)
    holder[key] = state[name]
  end
  return other
end

--- Add the counts of another report with the same name and options.
---@param other lucena.Report|table a report, or its state(), which may not be used afterwards
-- @usage chess.report("summary"):merge(chess.report "summary")
function Report:merge(other)
  argument.self(self, "merge", "lucena.Report")
  if self.object.merge == nil then
    error(("the report '%s' has no method 'merge'"):format(self.name), 2)
  end
  if type(other) == "table" and getmetatable(other) ~= Report.__metatable then
    self.object:merge(object_of(self, other))
    return
  end
  argument.class(other, 1, "merge", "lucena.Report")
  if other.name ~= self.name then
    error(("a report '%s' cannot take a report '%s'"):format(self.name, other.name), 2)
  end
  for name, value in pairs(self.options) do
    if other.options[name] ~= value then
      error(("the reports differ in their option '%s'"):format(name), 2)
    end
  end
  self.object:merge(other.object)
end

-- Return the sections of a report's object; nil, a message and a code if there are none.
local function sections_of(report)
  local sections, err, code = report.object:sections()
  if sections == nil and type(err) == "string" then
    return nil, err, code
  end
  local problem = own.sections_problem(report.object, sections, report.name)
  return not problem and sections or nil, problem, problem and "bad_report"
end

--- Return the sections of the games added so far.
---@return table[]? sections
---@return string? err
---@return string? code `unknown_event`, `unknown_player`, `several_events`, `bad_report`
-- @usage #chess.report("summary"):sections() > 1 --> true
function Report:sections()
  argument.self(self, "sections", "lucena.Report")
  return sections_of(self)
end

--- Return the rows of the first section.
---@return table[]? rows {[key of the column] = value}
---@return string? err
---@return string? code see Report:sections()
-- @usage chess.report("summary"):rows()[1].value --> 0
function Report:rows()
  argument.self(self, "rows", "lucena.Report")
  local sections, err, code = sections_of(self)
  if not sections then
    return nil, err, code
  end
  return sections[1].rows
end

--- Return the query that games must match to be counted; nil if all games are counted. A reader with this query skips
-- the other games.
---@return lucena.Query?
-- @usage chess.report("summary"):query() --> nil
function Report:query()
  argument.self(self, "query", "lucena.Report")
  return self.kind.query and self.kind.query(self.options)
end

-- ---- formats -------------------------------------------------------------------------------------

local FORMAT_OPTIONS = {
  lang = { en = true, fr = true }, width = "number", title = "string", section = "string", dialect = "string",
  fragment = "boolean", write = "function",
}

-- Return a function that translates SAN into the requested notation. Moves that cannot be translated are unchanged.
local function move_writer(dialect)
  return dialect and function(text, fen)
    return (require("lucena").translate(text, { from = "pgn", to = dialect, fen = fen })) or text
  end
end

-- Return the title of a report: "tie_breaks" becomes "Tie breaks"; for a path, the name of the file.
local function title_of(report, look_up)
  local name = report.name:match("([^/]+)%.lua$") or report.name
  local title = report.kind.title or name:gsub("_", " "):gsub("^%l", string.upper)
  return type(title) == "function" and title(report.options, look_up) or title
end

-- Return a value of a note as text; a list of texts is joined. A name in two languages is returned as it is.
local function joined(value, look_up)
  if type(value) ~= "table" or value.en then
    return value
  end
  local texts = {}
  for i, text in ipairs(value) do
    texts[i] = look_up(text)
  end
  return table.concat(texts)
end

-- Return a note without options of the command, for readers of a page.
local function without_options(text)
  return (text:gsub("[ \xC2\xA0]*; [^;(]*%-%-byes %u+", ""):gsub("[ \xC2\xA0]*; %-%-limit N", "")
    :gsub("%-%-(kind %l+)", "%1"):gsub("%-%-(diagrams)", "%1"))
end

-- The kinds of the numbers in notes.
local NOTE_KINDS = { integer = "integer", float = "decimal" }

local function new_page(report, format, opts)
  local lang = format == "json" and "en" or opts.lang or "en"
  local look_up = words.of(lang)
  local page = { lang = lang, words = look_up, width = opts.width, moves = move_writer(opts.dialect),
    fragment = opts.fragment, put = opts.write }
  local function text_of(note)
    if type(note) == "string" then
      return look_up(note)
    end
    local values = {}
    for i = 2, #note do
      local value = joined(note[i], look_up)
      values[i - 1] = require("lucena.render.value").show(value, { kind = NOTE_KINDS[math.type(value)] }, page)
    end
    return look_up(note[1]):format(table.unpack(values))
  end
  function page.note(note)
    local text = text_of(note)
    return format == "html" and without_options(text) or text
  end
  page.title = opts.title or page.note(title_of(report, look_up))
  return page
end

-- Return the sections with the given number, or the title for programs or for readers.
local function chosen(wanted, reader, sections, err, code)
  if not wanted or not sections then
    return sections, err, code
  end
  local titles = {}
  for i, section in ipairs(sections) do
    titles[i] = section.title or tostring(i)
    local shown = columns_of.title(section, reader) or titles[i]
    if tostring(i) == wanted or titles[i]:lower() == wanted:lower() or shown:lower() == wanted:lower() then
      return { section }
    end
  end
  local is_empty = #sections == 1 and not sections[1].title and #sections[1].rows == 0
  return nil, is_empty and ("there is no section '%s', because there is nothing to show"):format(argument.shown(wanted))
    or ("there is no section '%s'; there are %d: %s"):format(argument.shown(wanted), #sections,
    table.concat(titles, ", ")), "unknown_section"
end


-- Return a row, or a copy without its numbers that are not finite (NaN, infinite).
local function finite_row(row)
  local has_others = false
  for _, value in pairs(row) do
    has_others = has_others or type(value) == "number" and value - value ~= 0
  end
  if not has_others then
    return row
  end
  local copy = {}
  for key, value in pairs(row) do
    copy[key] = (type(value) ~= "number" or value - value == 0) and value or nil
  end
  return copy
end

-- Return a section whose numbers are finite.
local function finite(section)
  local rows = {}
  for i, row in ipairs(section.rows) do
    rows[i] = finite_row(row)
  end
  return setmetatable({ rows = rows }, { __index = section })
end

--- Return the names of the formats of a report.
---@param kind table made by find()
---@return string[]
-- @usage #require("lucena.report").format_names(require("lucena.report").find "summary") --> 6
function M.format_names(kind)
  local names, own_names, known = {}, {}, {}
  for i, row in ipairs(M.FORMATS) do
    names[i], known[row[1]] = row[1], true
  end
  for name in pairs(kind.formats or {}) do
    own_names[#own_names + 1] = not known[name] and name or nil
  end
  table.sort(own_names)
  return table.move(own_names, 1, #own_names, #names + 1, names)
end

-- Raise an error unless the report can be written in this format.
local function check_format(format, kind)
  if type(format) ~= "string" then
    argument.bad(3, 1, "format", "string expected, got %s", argument.kind(format))
  end
  local names = M.format_names(kind)
  for _, name in ipairs(names) do
    if name == format then
      return
    end
  end
  argument.bad(3, 1, "format", "%s", require("lucena.format").unknown(format, names))
end

-- Return the report as text in a format; the pieces that were passed to page.put are not in the text.
local function text_of(report, format, opts)
  local page = new_page(report, format, opts)
  local write = report.kind.formats and report.kind.formats[format]
  if write and not opts.section then
    return write(report.object, page)
  end
  local sections, err, code = chosen(opts.section, page, sections_of(report))
  if not sections then
    return nil, err, code
  end
  for i, section in ipairs(sections) do
    section = format == "json" and section or finite(section) -- JSON writes null
    sections[i] = (format == "csv" or format == "json") and section or columns_of.for_readers(section, page)
  end
  return require("lucena.render." .. format)[format](sections, page)
end

--- Return the report as text in a format, with a line end.
---@param format string "text", "markdown", "csv", "json", "html" or "latex"; for the report "crosstable" also "trf"
---@param opts? {lang?: "en"|"fr", title?: string, width?: integer, section?: string|integer, dialect?: string|Dialect,
-- fragment?: boolean, write?: function} `width`: columns of text, nil: as many as needed; `section`: the number or
-- title of the only section to write; `dialect`: the notation of moves; `fragment`: for HTML, only style and content,
-- for a page that has Lucena's scripts; `write`: called with the text, in pieces if the report is long. Then format()
-- returns ""
---@return string? text
---@return string? err
---@return string? code `unknown_section`, `unknown_event`, `unknown_player`, `several_events`, `bad_report`; for "trf"
-- also `no_game`, `not_writable`
-- @usage chess.report("summary"):format("csv", {section = "1"}):match("^[^\n]+") --> name,value,share
function Report:format(format, opts)
  argument.self(self, "format", "lucena.Report")
  opts = argument.options(opts, 2, "format", FORMAT_OPTIONS)
  check_format(format, self.kind)
  local text, err, code = text_of(self, format, opts)
  if not text or not opts.write then
    return text, err, code
  end
  opts.write(text)
  return ""
end

--- Return the report as one CSV file per section, and a file datapackage.json with the type of each column. Rows with
-- totals are omitted.
---@param opts? {title?: string} `title`: replaces that of the report
---@return table[]? files {name =, text =}
---@return string? err
---@return string? code as for format()
-- @usage chess.report("summary"):csv_files()[1].name --> 1-overview.csv
function Report:csv_files(opts)
  argument.self(self, "csv_files", "lucena.Report")
  opts = argument.options(opts, 1, "csv_files", { title = "string" })
  local sections, err, code = sections_of(self)
  if not sections then
    return nil, err, code
  end
  return require("lucena.render.csv_files").files(sections, new_page(self, "csv", opts))
end

return M
