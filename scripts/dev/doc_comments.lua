--- Reads the doc comments of csrc/binding and lua/lucena: all public names, with their descriptions.
-- In C, the name is in the comment (`@function Position:san`, `@field Move.from string`). In Lua, the name is in the
-- line after the comment, and the class is elsewhere in the file: `---@class lucena.Report` above a local, or its
-- `__name`. If the name in that line is not the public name, the comment has `@function`, too. The script runs no code
-- of Lucena.

local tree = require("tree")

local M = {}

-- The classes in the order of the pages, with their descriptions.
M.CLASSES = {
  { "Position", "A legal position, which never changes." },
  { "Board", "A position that is changed in place: play and undo. It has the methods and properties of a Position." },
  { "Bits", "Sets of squares as integers: a1 is bit 0, h8 bit 63. Combine them with & | ~ << >>." },
  { "Setup", "Any arrangement of pieces, legal or not, which can be edited and repaired." },
  { "Move", "A move; tostring() is UCI. Equal moves are one value, so it can be a key of a table." },
  { "Game", "A game: its text, tags and tree of moves." },
  { "Tags", "The tags of a game, by name; pairs() has their order. nil removes one." },
  { "Node", "A move in the tree of a game. node[1] continues the line; node[2] and so on are variations." },
  { "Diagnostic", "A problem in a text, with its place." },
  { "Error", "An error raised by a loop; tostring() is its message." },
  { "Reader", "A file of games that is being read." },
  { "Writer", "A file of games that is being written; close() puts it in its place." },
  { "Dialect", "A notation that moves are read and written in." },
  { "Explanation", "An explanation of a move's text; tostring() is a page." },
  { "EpdRecord", "A record of an EPD file. The operands of its operations are fields: record.bm, record.id." },
  { "EpdReader", "A file of EPD records that is being read." },
  { "Query", "A test of games. Queries combine with & | ~ and * (in sequence)." },
  { "QueryNumber", "A number of a game that a query counts; called with a game, it returns the number." },
  { "Report", "Counts over many games, printed as tables." },
  { "Csv", "A table of games, line by line." },
  { "Index", "An index of a file of games." },
  { "EcoTable", "A table of openings." },
  { "Opening", "A line of a table of openings." },
  { "Book", "An opening book." },
  { "Engine", "A running engine." },
  { "Analysis", "The result of a search, with its lines." },
  { "Score", "An engine's evaluation of a position; tostring() writes it as [%eval] does." },
  { "TimeControl", "A time control; tostring() gives its text." },
  { "Date", "A date, compared with == < <=; tostring() is YYYY.MM.DD." },
  { "Nag", "The meaning of a NAG." },
  { "Json", "JSON for scripts: decode and encode." },
}

--- The fields of `chess` that hold functions, with the class of each. `chess.query` has a list of its own.
M.FIELDS = { bits = "Bits", eco = "EcoTable", json = "Json" }

-- A Board has all methods and properties of a Position except this one.
M.NOT_OF_BOARDS = "pass"

---@class DocEntry
---@field owner string "chess", "query", or a class: "Position"
---@field name string
---@field is_field boolean
---@field is_dotted boolean a function without self
---@field text string
---@field type string of a field
---@field params table[] {name, type, text}
---@field returns table[] {type, text}
---@field usage string

-- ---- one comment ---------------------------------------------------------------------------------

-- Split a text after the type with which it begins: "{a: b} c", "fun(x: y): z, z c".
local function split_type(text)
  local depth = 0
  for i = 1, #text do
    local char = text:sub(i, i)
    if char:find("[%[({<]") then
      depth = depth + 1
    elseif char:find("[%])}>]") then
      depth = depth - 1
    elseif char == " " and depth == 0 and not text:sub(1, i):find("^fun%(.*[:,] $") then
      return text:sub(1, i - 1), text:sub(i + 1)
    end
  end
  return text, ""
end

-- Split a comment into tags: arrays of the tag's name and its lines. The first array has the lines before all tags.
local function tags_of(block)
  local tags = { { "" } }
  for line in (block .. "\n"):gmatch(" ?([^\n]*)\n") do
    local tag, rest = line:match("^%s*@(%l+) ?(.*)$")
    if tag then
      tags[#tags + 1] = { tag, rest }
    else
      table.insert(tags[#tags], line)
    end
  end
  return tags
end

local read = {}

function read.param(entry, text)
  local name, rest = text:match("^(%S+) ?(.*)$")
  local type, said = split_type(rest)
  table.insert(entry.params, { name = name, type = type, text = said })
end

read["return"] = function(entry, text)
  local type, said = split_type(text)
  table.insert(entry.returns, { type = type, text = said })
end

function read.type(entry, text)
  local type, said = split_type(text)
  entry.type = type
  entry.text = said ~= "" and entry.text .. "\n" .. said or entry.text
end

-- A function without types: `@function glob(tag, pattern)`.
read["function"] = function(entry, text)
  entry.title = text:match("^[%w_.:]+")
  for name in (text:match("%((.*)%)") or ""):gmatch("[%w_]+") do
    table.insert(entry.params, { name = name, type = "any", text = "" })
  end
end

-- A field. In C, the class is in the field's name; in Lua, the class is in a comment above.
function read.field(entry, text)
  local name, rest = text:match("^(%b[]) (.*)$")
  if not name then
    name, rest = text:match("^(%S+) ?(.*)$")
  end
  entry.title, entry.is_field = name, true
  read.type(entry, rest)
end

local function parse(block)
  local tags = tags_of(block)
  local entry = { params = {}, returns = {}, usage = "" }
  entry.text = table.concat(tags[1], "\n"):gsub("^%s+", ""):gsub("%s+$", "")
  for i = 2, #tags do
    local tag = table.remove(tags[i], 1)
    if tag == "usage" then
      entry.usage = (entry.usage .. "\n" .. table.concat(tags[i], "\n")):gsub("^%s+", ""):gsub("%s+$", "")
    elseif read[tag] then
      read[tag](entry, (table.concat(tags[i], " "):gsub("%s+", " "):gsub(" $", "")))
    end
  end
  return entry
end

-- Add the owner and the name of an entry, from its public name: "Position:san", "Move.from", "chess.eco.load".
local function name_entry(entry, title, is_field)
  title = title:gsub("^chess%.(%l+)%.", function(field) return M.FIELDS[field] and M.FIELDS[field] .. "." end)
  local owner, mark, name = title:match("^(%a+)([.:])([%w_]+)$")
  if not owner then
    return nil
  end
  entry.owner, entry.name = owner, name
  entry.is_field = entry.is_field or is_field or false
  entry.is_dotted = mark == "."
  return entry
end

-- ---- C -------------------------------------------------------------------------------------------

local function read_c(path, out)
  for block in tree.read(path):gmatch("/%*%*%*(.-)%*/") do
    local entry = parse(block)
    out[#out + 1] = entry.title and name_entry(entry, entry.title)
  end
end

-- ---- Lua -----------------------------------------------------------------------------------------

-- The local names of the classes in a file, and the public names of its local functions that become methods.
local function names_in(source)
  local classes, methods = { methods = "Query" }, {}
  source = source:gsub("\n%-%-%-@field[^\n]*", ""):gsub("\n%-%- [^\n]*", "")
  for name, class in source:gmatch("\nlocal (%u%w*) = {[^\n]-__%l+ = \"lucena%.(%u%w*)\"") do
    classes[name] = class
  end
  for name, class in source:gmatch("\n(%u%w*)%.__name = \"lucena%.(%u%w*)\"") do
    classes[name] = class
  end
  for class, name in source:gmatch("%-%-%-@class lucena%.(%u%w*)\n[^\n]*local (%u%w*) = ") do
    classes[name] = class
  end
  for left, right in source:gmatch("\n(core%.%u[^\n=]*) = ([%w_, ]+)") do
    local values = {}
    for value in right:gmatch("[%w_]+") do
      values[#values + 1] = value
    end
    for class, name in left:gmatch("core%.(%u%w*)%.([%w_]+)") do
      local value = table.remove(values, 1)
      methods[value] = methods[value] or {}
      table.insert(methods[value], class .. ":" .. name)
    end
  end
  return classes, methods
end

-- The public names of the function in the line after a comment: as a member of a class, of chess or of chess.query.
local function titles_of(line, file)
  local class, mark, name = line:match("^function ([%w_.]-)([.:])([%w_]+)%(")
  class = class and class:gsub("^core%.", "")
  local own = class and class ~= "M" and not name:find("^__") and (file.classes[class] or class:find("^%u") and class)
  if own then
    return { own .. mark .. name }
  end
  local func = line:match("^local function ([%w_]+)%(")
  if func and file.methods[func] then
    return file.methods[func]
  end
  name = line:match("^function M%.([%w_]+)%(") or line:match("^M%.([%w_]+) = ")
  if file.is_query then
    name = name or line:match('^[%w_]+%("([%w_]+)"')
      or func and file.module ~= "lucena.query" and file.returned:find("%f[%w_]" .. func .. " =") and func
    return name and { "query." .. name } or {}
  end
  return file.home[name] == file.module and { "chess." .. name } or {}
end

local function copy(entry)
  local other = {}
  for key, value in pairs(entry) do
    other[key] = value
  end
  return other
end

-- Add the fields of a `---@class` comment.
local function add_fields(class, block, out)
  for _, tag in ipairs(tags_of(block)) do
    if tag[1] == "field" then
      local entry = parse("@field " .. table.concat(tag, " ", 2))
      entry.owner, entry.name = class, entry.title
      out[#out + 1] = entry
    end
  end
end

local function add_lua(block, line, file, out)
  local class = block:match("@class lucena%.(%u%w*)")
  if class then
    return add_fields(class, block, out)
  end
  local entry = parse(block)
  local title = entry.title
  if title and title:find("[.:]") then
    out[#out + 1] = name_entry(entry, title)
    return
  end
  for _, name in ipairs(title and file.is_query and { "query." .. title } or titles_of(line, file)) do
    local is_fact = name:find("^query") and #entry.params == 0
    out[#out + 1] = name_entry(copy(entry), name, is_fact)
  end
end

local function read_lua(path, file, out)
  local source = tree.read(path)
  file.classes, file.methods = names_in("\n" .. source)
  file.returned = source:match("\nreturn (%b{})%s*$") or ""
  local block
  for line in source:gmatch("([^\n]*)\n") do
    if line:find("^%-%-%-[^-]") then
      block = (block and block .. "\n" or "") .. line:sub(4)
    elseif block and line:find("^%-%-") then
      block = block .. "\n" .. line:sub(3)
    elseif block then
      add_lua(block, line, file, out)
      block = nil
    end
  end
end

-- Add the constants of init.lua, whose comments are indented.
local function read_constants(source, out)
  for block, name in source:gmatch("\n(  %-%-%- .-)\n  ([%w_]+) = ") do
    local entry = parse((block:gsub("\n  %-%-%-?", "\n"):gsub("^  %-%-%-", "")))
    out[#out + 1] = name_entry(entry, "chess." .. name, true)
  end
end

-- ---- all files -----------------------------------------------------------------------------------

-- All entries of all owners, in no particular order. A name may occur twice.
local function entries()
  local init, out = tree.read("lua/lucena/init.lua"), {}
  local home, families = {}, { ["lucena.query"] = true }
  for name, module in init:match("local home = (%b{})"):gmatch("([%w_]+) = \"([%w_.]+)\"") do
    home[name] = module
  end
  for name in tree.read("lua/lucena/query.lua"):match("local waiting = (%b{})"):gmatch("\"(%l+)\"") do
    families["lucena.query." .. name] = true
  end
  for _, path in ipairs(tree.list("ls csrc/binding/*.c")) do
    read_c(path, out)
  end
  read_constants(init, out)
  for _, path in ipairs(tree.list("find lua/lucena -name '*.lua' -not -path '*/command/*' -not -path '*/repl/*'")) do
    local module = path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/", ".")
    read_lua(path, { module = module, home = home, is_query = families[module] or false }, out)
  end
  return out
end

local function add(list, entry)
  for _, own in ipairs(list) do
    if own.name == entry.name then
      return
    end
  end
  list[#list + 1] = entry
end

--- All entries by owner: the classes, "chess" and "query". Each list is sorted by name.
---@return table<string, DocEntry[]>
function M.by_owner()
  local owners = { chess = {}, query = {} }
  for _, class in ipairs(M.CLASSES) do
    owners[class[1]] = {}
  end
  for _, entry in ipairs(entries()) do
    if owners[entry.owner] then
      add(owners[entry.owner], entry)
    end
  end
  for _, entry in ipairs(owners.Position) do
    if entry.name ~= M.NOT_OF_BOARDS then
      add(owners.Board, entry)
    end
  end
  for _, list in pairs(owners) do
    table.sort(list, function(a, b) return a.name < b.name end)
  end
  return owners
end

return M
