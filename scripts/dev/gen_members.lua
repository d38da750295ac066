#!/usr/bin/env lua5.4
--- Print docs/library.md with the list of all members of all classes. The list is between the lines BEGIN and END; the
-- other lines are copied. The names come from the doc comments, as in library/. `make library` writes the page, and
-- `make lint` compares it.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local doc_comments = require("doc_comments")
local tree = require("tree")

local PAGE = "docs/library.md"
local BEGIN, END = "<!-- members: written by `make library` -->\n", "<!-- end of members -->\n"

local owners = doc_comments.by_owner()

-- The comments of a Position's members, by name: a Board has these members, too.
local of_position = {}
for _, entry in ipairs(owners.Position) do
  of_position[entry.name] = entry.text
end

-- Return a member as it is written after the object: "tags", "node_at(ply)".
local function shown(entry)
  if entry.is_field then
    return "`" .. entry.name:gsub("%?$", "") .. "`"
  end
  local params = {}
  for i, param in ipairs(entry.params) do
    params[i] = param.name
  end
  return ("`%s(%s)`"):format(entry.name, table.concat(params, ", "))
end

-- Return the members of one kind as a text with commas, in the order of their names, or nil.
local function list_of(class, is_field)
  local names = {}
  for _, entry in ipairs(owners[class]) do
    local is_inherited = class == "Board" and entry.text == of_position[entry.name]
    if entry.is_field == is_field and not is_inherited and entry.name:find("^%a") then
      names[#names + 1] = shown(entry)
    end
  end
  return names[1] and table.concat(names, ", ") or nil
end

-- Break a text into lines of 120 columns. Members are not broken.
local function folded(text)
  local lines, line = {}, ""
  for word in text:gsub("(`[^`]*`,?)", function(code) return (code:gsub(" ", "\0")) end):gmatch("%S+") do
    if #line + #word >= 120 then
      lines[#lines + 1], line = line, word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return (table.concat(lines, "\n"):gsub("%z", " "))
end

local function members()
  local out = {}
  for _, class in ipairs(doc_comments.CLASSES) do
    local name, text = class[1], class[2]
    local fields, methods = list_of(name, true), list_of(name, false)
    out[#out + 1] = folded(("**%s**: %s"):format(name, text)
      .. (fields and " Properties: " .. fields .. "." or "") .. (methods and " Methods: " .. methods .. "." or ""))
  end
  return table.concat(out, "\n\n") .. "\n"
end

local page = tree.read(PAGE)
local _, first = page:find(BEGIN, 1, true)
local last = page:find(END, 1, true)
assert(first and last, PAGE .. " has no lines for the members")
io.write(page:sub(1, first), "\n", members(), "\n", page:sub(last))
