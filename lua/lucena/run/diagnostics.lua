--- Prints diagnostics on standard output, one per line or as a SARIF log, and a table of counts per code.
-- @module lucena.run.diagnostics

local language = require("lucena.language")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")

local M = {}

local DEFAULT_MAX = 1000

-- ---- lines ---------------------------------------------------------------------------------------

local function json_line(fields)
  local json = require("lucena.json")
  local parts = {}
  for _, field in ipairs(fields) do
    local name, value = field[1], field[2]
    if value ~= nil then
      local text = type(value) == "number" and ("%d"):format(value) or json.quote(value)
      parts[#parts + 1] = ('"%s":%s'):format(name, text)
    end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function tsv_line(fields)
  local csv = require("lucena.csv")
  local cells = {}
  for i, field in ipairs(fields) do
    cells[i] = csv.cell(field[2], true, true)
  end
  return table.concat(cells, "\t")
end

local function fields_of(record, names)
  local fields = {}
  for i, name in ipairs(names) do
    fields[i] = { name, record[name] }
  end
  return fields
end

-- ---- output --------------------------------------------------------------------------------------

-- Format a record as a line. Standard input has the same name as in the messages of other commands.
local function text_line(record, lang)
  local form = lang == "fr" and "%s:%d:%d: %s : %s [%s]" or "%s:%d:%d: %s: %s [%s]"
  return form:format(record.file or "-", record.line, record.column, language.text(lang, record.severity),
    language.diagnostic(lang, record), record.code)
end

-- The form of compiler messages, which editors and build tools parse: each severity is error, warning or note.
local function gcc_line(record)
  return ("%s:%d:%d: %s: %s [%s]"):format(record.file or "-", record.line, record.column,
    record.severity == "repair" and "note" or record.severity, record.message, record.code)
end

local LINE = {
  gcc = function(record) return phrase.safe(gcc_line(record)) end,
  sarif = function(record) return require("lucena.run.sarif").result(record) end,
  text = function(record, _, lang) return phrase.safe(text_line(record, lang)) end,
  json = function(record, names) return json_line(fields_of(record, names)) end,
  tsv = function(record, names) return tsv_line(fields_of(record, names)) end,
}

--- Count a record by its code.
---@param kinds table[]
---@param record table
function M.count(kinds, record)
  local kind = kinds[record.code]
  if not kind then
    kind = {
      code = record.code, severity = record.severity, count = 0, file = record.file or "-",
      line = record.line, column = record.column,
    }
    kinds[record.code] = kind
    kinds[#kinds + 1] = kind
  end
  kind.count = kind.count + 1
end

local RANK = { error = 1, warning = 2, repair = 3 }

local function sort_kinds(kinds)
  table.sort(kinds, function(a, b)
    local x, y = RANK[a.severity] or 4, RANK[b.severity] or 4
    if x ~= y then
      return x < y
    elseif a.count ~= b.count then
      return a.count > b.count
    end
    return a.code < b.code
  end)
end

local function print_table(kinds, lang)
  local function word(text)
    return language.text(lang, text)
  end
  local width = #"code"
  for _, kind in ipairs(kinds) do
    width = math.max(width, #kind.code)
  end
  local function write(count, severity, code, place)
    stdio.write(("%9s  "):format(count), require("lucena.render.width").fit(severity, lang == "en" and 8 or 13), "  ",
      ("%-" .. width .. "s  %s\n"):format(code, place))
  end
  write(word "count", word "severity", word "code", word "first at")
  for _, kind in ipairs(kinds) do
    local place = ("%s:%d:%d"):format(kind.file, kind.line, kind.column)
    write(phrase.group(kind.count), word(kind.severity), kind.code, phrase.safe(place))
  end
end

local KIND_FIELDS = { "code", "severity", "count", "file", "line", "column" }

--- Print the table of counts per code.
---@param kinds table[]
---@param name string format
---@param lang string
function M.print_kinds(kinds, name, lang)
  sort_kinds(kinds)
  if name == "text" then
    print_table(kinds, lang)
    return
  end
  if name == "tsv" then
    stdio.write(table.concat(KIND_FIELDS, "\t"), "\n")
  end
  for _, kind in ipairs(kinds) do
    local fields = fields_of(kind, KIND_FIELDS)
    stdio.write(name == "tsv" and tsv_line(fields) or json_line(fields), "\n")
  end
end

-- ---- diagnostics of a command --------------------------------------------------------------------

--- Declare the options for printing diagnostics.
---@param parser table
function M.options(parser)
  parser:option("--format", "Format of the output: text (the default), json (one object per line), tsv, gcc (the form"
    .. " of compilers) or sarif (SARIF 2.1.0, for code-review tools).")
    :choices({ "text", "json", "tsv", "gcc", "sarif" }):argname("NAME"):default("text"):show_default(false)
  parser:option("--max", ("Print at most N problems per file; 0: no limit. Default: %d. The table counts all problems.")
    :format(DEFAULT_MAX)):argname("N")
end

local function parse_max(text, parser)
  local max = option_values.integer(text, "--max", 0, nil, parser) or DEFAULT_MAX
  return max > 0 and max or math.maxinteger
end

-- ---- a log ---------------------------------------------------------------------------------------

local Listing = {}
Listing.__index = Listing

--- Return a log for an Input. It prints and counts diagnostics. The table of counts also counts diagnostics that --max
--- does not print.
---@param args table parsed arguments: those of options(), summary, strict
---@param parser table
---@param unit string the numbered field of a diagnostic: "game" or "record"
---@return table log `kinds`
function M.new(args, parser, unit)
  local names = { "file", "line", "column", "severity", "code", unit, "ply", "offset", "token", "fen", "message" }
  local is_sarif = args.format == "sarif"
  if is_sarif and args.summary then
    parser:error("--summary prints no sarif")
  elseif is_sarif then
    stdio.write(require("lucena.run.sarif").HEAD)
  elseif args.format == "tsv" and not args.summary then
    stdio.write(table.concat(names, "\t"), "\n")
  end
  return setmetatable({
    kinds = {}, reported = 0, printed = 0, max = parse_max(args.max, parser), line = LINE[args.format], names = names,
    strict = args.strict, summary = args.summary, is_sarif = is_sarif, lang = language.choose(args.lang),
  }, Listing)
end

--- Start a file.
function Listing:begin_file()
  self.reported = 0
end

--- Print and count a diagnostic.
---@param record table
function Listing:report(record)
  self.reported = self.reported + 1
  if self.strict then
    record.severity = "error"
  end
  M.count(self.kinds, record)
  if not self.summary and self.reported <= self.max then
    self.printed = self.printed + 1
    stdio.write(self.is_sarif and self.printed > 1 and ",\n" or "", self.line(record, self.names, self.lang),
      self.is_sarif and "" or "\n")
  end
end

--- Count diagnostics that were discarded before they reached the log.
---@param count integer
function Listing:hide(count)
  self.reported = self.reported + count
end

--- Count the games whose notation was detected: each has a diagnostic already.
function Listing.count_detected() end

--- End a file.
---@param name string
function Listing:finish_file(name)
  if not self.summary and self.reported > self.max then
    stdio.flush()
    messages.say(("%s: %s not shown"):format(name, phrase.counted(self.reported - self.max, "more line")))
  end
end

--- Print the table after all files.
---@param args table
function Listing:finish(args)
  if self.is_sarif then
    stdio.write(require("lucena.run.sarif").TAIL)
  elseif #self.kinds > 0 and (args.summary or args.format == "text" and not args.quiet) then
    stdio.write(args.summary and "" or "\n")
    M.print_kinds(self.kinds, args.format, self.lang)
  end
  stdio.flush()
end

return M
