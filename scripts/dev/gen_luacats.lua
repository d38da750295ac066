#!/usr/bin/env lua5.4
--- Write library/: definitions of all public names for editors that support LuaCATS, such as lua-language-server.
-- Usage: lua5.4 scripts/dev/gen_luacats.lua [--check]      (`make library`; from the top of the tree)
-- With --check, nothing is written, and the exit status is 1 if a file is out of date.
-- The descriptions come from the doc comments; only the operators are defined here.
-- spec/lua/library_spec.lua compares the names with those of real objects.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local doc_comments = require("doc_comments")
local options = require("option_classes")
local tables = require("table_classes")
local tree = require("tree")

-- Definitions that are not in doc comments: operators, and fields of any name.
local MORE = {
  Tags = { "---@field [string] string?" },
  Node = { "---@field [integer] lucena.Node", "---@operator len: integer" },
  EpdRecord = { "---@field [string] any" },
  Query = {
    "---@overload fun(game: lucena.Game): boolean",
    "---@overload fun(options: string|number|table): lucena.Query",
    "---@operator band(lucena.Query|function): lucena.Query",
    "---@operator bor(lucena.Query|function): lucena.Query",
    "---@operator mul(lucena.Query|integer): lucena.Query",
    "---@operator pow(integer): lucena.Query",
    "---@operator bnot: lucena.Query",
  },
  QueryNumber = { "---@overload fun(game: lucena.Game): integer?" },
  Book = { "---@operator len: integer" },
}

local owners, KNOWN = doc_comments.by_owner(), {}
for _, class in ipairs(doc_comments.CLASSES) do
  KNOWN[class[1]] = true
end

-- ---- parts ---------------------------------------------------------------------------------------

-- Convert a type in a comment to a LuaCATS type. Classes may have the prefix "lucena." or not. Private classes become
-- userdata.
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

-- The description of a result. In LuaCATS, a name must come before the description.
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
  local types = {}
  for i, param in ipairs(entry.params) do
    types[i] = options.take(lines, entry, param, type_of)
  end
  add_text(lines, entry)
  if entry.text:find("%f[%w]older name of") or entry.text:find("%f[%w]older method:") then
    lines[#lines + 1] = "---@deprecated"
  end
  local names = {}
  for i, param in ipairs(entry.params) do
    names[i] = param.name:gsub("%?$", "")
    -- a description that begins with a sign could be read as a part of the type, so # is written before it
    local said = param.text:find("^%w") and " " .. param.text or param.text ~= "" and " # " .. param.text or ""
    local type = types[i] or tables.type(entry.owner, entry.name, names[i], type_of(param.type))
    lines[#lines + 1] = ("---@param %s %s%s"):format(param.name, type, said)
  end
  for i, result in ipairs(entry.returns) do
    local type = tables.type(entry.owner, entry.name, i, type_of(result.type))
    lines[#lines + 1] = "---@return " .. type .. result_text(result.text, type)
  end
  lines[#lines + 1] = ("function %s%s%s(%s) end"):format(owner, entry.is_dotted and "." or ":", entry.name,
    table.concat(names, ", "))
  lines[#lines + 1] = ""
end

local function add_field(lines, entry)
  add_text(lines, entry)
  local type = tables.type(entry.owner, "." .. entry.name, nil, type_of(entry.type or "any"))
  lines[#lines + 1] = ("---@field %s %s"):format(entry.name, type)
end

-- Add a class: its fields, a local, and the functions of that local.
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

local function begin(meta)
  return { "---@meta " .. meta, "-- Written by scripts/dev/gen_luacats.lua (`make library`): do not edit.", "" }
end

local function module_file()
  local lines = begin("lucena")
  local text = "Lucena: a chess notation interpreter. Bad data returns `nil, message, code`; wrong use raises."
  add_class(lines, "lucena", text, "chess", owners.chess,
    { "---@field bits lucena.Bits", "---@field eco lucena.EcoTable", "---@field json lucena.Json",
      "---@field query lucena.Queries" })
  lines[#lines + 1] = "return chess"
  return lines
end

local function tables_file()
  local lines, more = begin("_"), tables.lines()
  lines = table.move(more, 1, #more, #lines + 1, lines)
  lines[#lines] = nil
  return lines
end

local function values_file()
  local lines = begin("_")
  for _, class in ipairs(doc_comments.CLASSES) do
    local name, text = class[1], class[2]
    add_class(lines, "lucena." .. name, text, name, owners[name], MORE[name])
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
  local text = "Queries, and functions that return queries: `&`, `|` and `~` combine them."
  add_class(lines, "lucena.Queries", text, "query", owners.query)
  lines[#lines] = nil
  return lines
end

local wanted = {
  ["library/lucena.lua"] = module_file(),
  ["library/queries.lua"] = queries_file(),
  ["library/tables.lua"] = tables_file(),
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
