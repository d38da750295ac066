-- Checks that not too many files share a table: at most three files of lua/ may write it, and at most ten may read it.
--
-- A shared table is a parameter that has the same name in several files, such as `job` or `session`. Its fields are
-- found by assignments: `NAME.field = ...` or `function NAME.field`. A table that no file changes after its creation is
-- data, and any number of files may read it. Different tables may have the same name. Two fields belong to the same
-- table if a file writes one field and uses the other field. Cost: a second.
-- Usage: lua5.4 scripts/dev/tables.lua [NAME], which lists the users of the tables of that name

local tree = require "scripts.dev.tree"

local MOST_WRITERS, MOST_READERS = 3, 10

-- Names that are not checked, with the reasons.
local EXEMPT = {
  M = "the module itself", self = "an object, in the file of its class",
  game = "userdata, whose fields are the documented API", node = "the same", reader = "the same", writer = "the same",
  position = "the same", setup = "the same", board = "the same", move = "the same", record = "the same, of EPD",
  args = "what argparse makes of one command's line: another table for each command",
}

-- Return Lua code without comments and without the contents of strings.
local function code_of(text)
  text = text:gsub("%-%-%[(=*)%[.-%]%1%]", " "):gsub("\\.", "  ")
  text = text:gsub("(['\"])([^\n]-)%1", "%1%1"):gsub("%-%-[^\n]*", "")
  return (text:gsub("%[(=*)%[.-%]%1%]", "''"))
end

-- Return the parameter names in a file, except names of modules.
local function names_of(code)
  local names = {}
  for list in code:gmatch "function[%s%w_.:]*%(([^()]*)%)" do
    for name in list:gmatch "[%a_][%w_]*" do
      names[name] = not EXEMPT[name]
    end
  end
  for name in code:gmatch "local%s+([%a_][%w_]*)%s*=%s*require" do
    names[name] = nil
  end
  return names
end

-- Return whether the field whose name ends before `at` is assigned: alone, as a function, or in a list at the start of
-- a line.
local function is_assigned(code, from, at)
  if code:find("^%s*=[^=]", at) or code:sub(math.max(1, from - 20), from - 1):find "function%s+$" then
    return true
  end
  local left = code:sub(math.max(1, from - 200), from - 1):match "[^\n]*$"
  return left:find "^[%w_.,%s]*$" ~= nil and code:find("^,[%w_., ]*=[^=]", at) ~= nil
end

-- uses[name][field] = {name, written = {path = true}, used = {path = true}}
local uses = {}

local function read_file(path)
  local code = code_of(tree.read(path))
  local names = names_of(code)
  for from, name, field, at in code:gmatch "()%f[%w_]([%a_][%w_]*)%.([%a_][%w_]*)()" do
    local before = code:sub(from - 1, from - 1)
    if names[name] and before ~= "." and before ~= ":" then
      uses[name] = uses[name] or {}
      local use = uses[name][field] or { name = field, written = {}, used = {} }
      uses[name][field] = use
      use.used[path] = true
      use.written[path] = is_assigned(code, from, at) or use.written[path]
    end
  end
end

local function meet(a, b)
  for key in pairs(a) do
    if b[key] then
      return true
    end
  end
  return false
end

local function add(into, from)
  for key in pairs(from) do
    into[key] = true
  end
end

-- The tables that share a name, as {fields, written, used}.
local function tables_of(fields)
  local list = {}
  for _, field in pairs(fields) do
    if next(field.written) then
      local one, others = { fields = { [field.name] = true }, written = {}, used = {} }, {}
      add(one.written, field.written)
      add(one.used, field.used)
      for _, other in ipairs(list) do
        if meet(field.written, other.used) or meet(other.written, field.used) then
          add(one.fields, other.fields)
          add(one.written, other.written)
          add(one.used, other.used)
        else
          others[#others + 1] = other
        end
      end
      others[#others + 1] = one
      list = others
    end
  end
  return list
end

local function sorted(set)
  local list = {}
  for key in pairs(set) do
    list[#list + 1] = key
  end
  table.sort(list)
  return list
end

local count, faults = 0, {}
for _, path in ipairs(tree.list "find lua -name '*.lua'") do
  read_file(path)
end
for _, name in ipairs(sorted(uses)) do
  for _, one in ipairs(tables_of(uses[name])) do
    local fields, writers, readers = sorted(one.fields), sorted(one.written), sorted(one.used)
    count = count + 1
    if #writers > MOST_WRITERS or #readers > MOST_READERS then
      faults[#faults + 1] = ("%s (%d fields): written by %d files, at most %d; read by %d, at most %d"):format(name,
        #fields, #writers, MOST_WRITERS, #readers, MOST_READERS)
    end
    if name == arg[1] then
      print(("%s: %s\n  written by %s\n  used by %s"):format(name, table.concat(fields, " "),
        table.concat(writers, " "), table.concat(readers, " ")))
    end
  end
end
for _, fault in ipairs(faults) do
  io.stderr:write(fault, "; see lua5.4 scripts/dev/tables.lua ", fault:match "%S+", "\n")
end
if #faults > 0 then
  os.exit(1)
end
print(("tables: %d that files hand to each other, none of too many"):format(count))
