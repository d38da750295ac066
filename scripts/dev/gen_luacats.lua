#!/usr/bin/env lua5.4
--- Write library/: definitions of all public names for editors that know LuaCATS, as lua-language-server does.
-- Usage: lua5.4 scripts/dev/gen_luacats.lua [--check]      (`make library`; from the top of the tree)
-- With --check nothing is written: exit status 1 when a file is not as it would be written.
-- What they say comes from the doc comments; here are only the classes that there are, and what Lua calls operators.
-- spec/lua/library_spec.lua compares the names with those of real objects.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local doc_comments = require("doc_comments")
local tree = require("tree")

-- Name, what it is, and what no comment says.
local CLASSES = {
  { "Position", "A legal position, which never changes." },
  { "Board", "The one position that changes: play and undo. What a Position is asked, a Board is asked too." },
  { "Setup", "Anything that a FEN can say, to be edited and mended." },
  { "Move", "A move; tostring() is UCI. Equal moves are one value, so it can be a key of a table." },
  { "Game", "A game: its text, tags and tree of moves." },
  { "Tags", "The tags of a game, by name; pairs() has their order. nil removes one.", "---@field [string] string?" },
  { "Node", "A place in the tree of a game. node[1] continues the line, node[2] and on are variations.",
    "---@field [integer] lucena.Node", "---@operator len: integer" },
  { "Diagnostic", "What is wrong with a text, and where." },
  { "Reader", "A file of games that is being read." },
  { "Writer", "A file of games that is being written; close() puts it in its place." },
  { "Dialect", "A notation that moves are read and written in." },
  { "Explanation", "Why a move's text says what it says; tostring() is a page." },
  { "EpdRecord", "A record of an EPD file. The operands of its operations are fields: record.bm, record.id.",
    "---@field [string] any" },
  { "EpdReader", "A file of EPD records that is being read." },
  { "Query", "A test on games, made of others by & | ~ and * (one behind the other).",
    "---@overload fun(game: lucena.Game): boolean", "---@overload fun(options: string|number|table): lucena.Query",
    "---@operator band(lucena.Query|function): lucena.Query", "---@operator bor(lucena.Query|function): lucena.Query",
    "---@operator mul(lucena.Query|integer): lucena.Query", "---@operator pow(integer): lucena.Query",
    "---@operator bnot: lucena.Query" },
  { "Report", "Counts over many games, and how they are shown." },
  { "Csv", "A table of games, line by line." },
  { "EcoTable", "A table of openings." },
  { "Opening", "A line of a table of openings." },
  { "Book", "An opening library.", "---@operator len: integer" },
  { "Engine", "An engine that runs." },
  { "Analysis", "What a search has found, and each of its lines." },
  { "Score", "What an engine says of a position; tostring() is as [%eval] has it." },
  { "TimeControl", "A time control; tostring() gives its text." },
  { "Date", "A date, compared with == < <=; tostring() is YYYY.MM.DD." },
  { "Nag", "What a NAG means." },
}
-- A Board has the methods and properties of a Position, but for this one.
local NOT_OF_BOARDS = "pass"

local owners, KNOWN = { chess = {}, query = {} }, {}
for _, class in ipairs(CLASSES) do
  owners[class[1]], KNOWN[class[1]] = {}, true
end

-- ---- parts ---------------------------------------------------------------------------------------

-- The comments name classes with and without "lucena.". Those that only Lucena itself uses are not told.
local function type_of(text)
  text = text:gsub("lucena%.(%u)", "%1"):gsub("%f[%w_.](%u%w*)", function(name)
    return KNOWN[name] and "lucena." .. name or "userdata"
  end)
  return text == "" and "any" or text
end

local function comment(lines, text)
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = ("--- " .. line):gsub("%s+$", "")
  end
end

local function add_text(lines, entry)
  comment(lines, entry.text)
  if entry.usage ~= "" then
    comment(lines, "```lua\n" .. entry.usage .. "\n```")
  end
end

local NO_NAMES = { ["true"] = true, ["false"] = true, ["nil"] = true }

-- What is said of a result: a name where it begins with one.
local function result_text(said, type)
  local name, rest = said:match("^([%a_][%w_]*) ?(.*)$")
  local is_name = name and (rest == "" or name == "err" or name == "code" or rest:find("^[{`]")
    or type:lower():find(name, 1, true))
  if is_name and not NO_NAMES[name] then
    return " " .. name .. (rest ~= "" and " # " .. rest or "")
  end
  return said ~= "" and " # " .. said or ""
end

local function add_function(lines, entry, owner)
  add_text(lines, entry)
  local names = {}
  for i, param in ipairs(entry.params) do
    names[i] = param.name:gsub("%?$", "")
    -- A sign behind a type could be taken for more of it.
    local said = param.text:find("^%w") and " " .. param.text or param.text ~= "" and " # " .. param.text or ""
    lines[#lines + 1] = ("---@param %s %s%s"):format(param.name, type_of(param.type), said)
  end
  for _, result in ipairs(entry.returns) do
    local type = type_of(result.type)
    lines[#lines + 1] = "---@return " .. type .. result_text(result.text, type)
  end
  lines[#lines + 1] = ("function %s%s%s(%s) end"):format(owner, entry.is_dotted and "." or ":", entry.name,
    table.concat(names, ", "))
  lines[#lines + 1] = ""
end

local function add_field(lines, entry)
  add_text(lines, entry)
  lines[#lines + 1] = ("---@field %s %s"):format(entry.name, type_of(entry.type or "any"))
end

-- The fields, then the functions behind the local that has them.
local function add_class(lines, title, text, own, entries, more)
  comment(lines, text)
  lines[#lines + 1] = "---@class " .. title
  table.move(more or {}, 1, #(more or {}), #lines + 1, lines)
  for _, entry in ipairs(entries) do
    if entry.is_field then
      add_field(lines, entry)
    end
  end
  lines[#lines + 1] = ("local %s = {}\n"):format(own)
  for _, entry in ipairs(entries) do
    if not entry.is_field then
      add_function(lines, entry, own)
    end
  end
end

-- ---- files ---------------------------------------------------------------------------------------

local function collect()
  for _, entry in ipairs(doc_comments.entries(owners)) do
    table.insert(owners[entry.owner], entry)
  end
  for _, entry in ipairs(owners.Position) do
    local is_own = entry.name == NOT_OF_BOARDS
    for _, own in ipairs(owners.Board) do
      is_own = is_own or own.name == entry.name
    end
    if not is_own then
      table.insert(owners.Board, entry)
    end
  end
  for _, list in pairs(owners) do
    table.sort(list, function(a, b) return a.name < b.name end)
  end
end

local function begin(meta)
  return { "---@meta " .. meta, "-- Written by scripts/dev/gen_luacats.lua (`make library`): do not edit.", "" }
end

local function module_file()
  local lines = begin("lucena")
  local text = "Lucena: a chess notation interpreter. Bad data returns `nil, message, code`; wrong use raises."
  add_class(lines, "lucena", text, "chess", owners.chess,
    { "---@field eco lucena.EcoTable", "---@field query lucena.Queries" })
  lines[#lines + 1] = "return chess"
  return lines
end

local function values_file()
  local lines = begin("_")
  for _, class in ipairs(CLASSES) do
    local name, text = class[1], class[2]
    add_class(lines, "lucena." .. name, text, name, owners[name], table.move(class, 3, #class, 1, {}))
  end
  lines[#lines] = nil -- no blank line at the end
  return lines
end

local function queries_file()
  local lines = begin("_")
  for _, entry in ipairs(owners.query) do
    entry.type = "lucena.Query"
    if #entry.returns == 0 then
      entry.returns[1] = { type = "lucena.Query", text = "" }
    end
  end
  local text = "Facts, and functions that make them: docs/filters.md tells how they are combined."
  add_class(lines, "lucena.Queries", text, "query", owners.query)
  lines[#lines] = nil
  return lines
end

collect()
local wanted = {
  ["library/lucena.lua"] = module_file(),
  ["library/queries.lua"] = queries_file(),
  ["library/values.lua"] = values_file(),
}
local is_check, faults = arg[1] == "--check", 0
for path, lines in pairs(wanted) do
  local text = table.concat(lines, "\n") .. "\n"
  if is_check and tree.read(path) ~= text then
    io.stderr:write(path, " is not what `make library` writes\n")
    faults = faults + 1
  elseif not is_check then
    local file <close> = assert(io.open(path, "wb"))
    assert(file:write(text))
  end
end
if faults > 0 then
  os.exit(1)
elseif is_check then
  print("library: complete")
end
