--- Checks the parts written by --partial before they are merged. All parts must have the same version, command, options
-- and files. No part may be missing. In each file, each part must begin at the byte where the previous part ends.
-- @module lucena.run.part_list

local exit = require("lucena.run.exit")
local frame = require("lucena.run.frame")
local part_file = require("lucena.run.part_file")
local phrase = require("lucena.run.phrase")

local M = {}

--- End the command with an error about a part.
---@param ... string|number a format and its values
function M.refuse(...)
  exit.fail(exit.DATA, (...):format(select(2, ...)))
end

local refuse = M.refuse

local function is_sound(about)
  local kinds = { words = "table", options = "table", files = "table", spans = "table", facts = "table",
    tally = "table", version = "string" }
  for name, kind in pairs(kinds) do
    if type(about[name]) ~= kind then
      return false
    end
  end
  for _, name in ipairs { "count", "passed", "plies", "errors", "status" } do
    if math.type(about.tally[name]) ~= "integer" then
      return false
    end
  end
  return about.range == nil or type(about.range) == "table" and math.type(about.range[1]) == "integer"
    and math.type(about.range[2]) == "integer"
end

local function read_parts(paths)
  local parts = {}
  for i, path in ipairs(paths) do
    local about, message, code = part_file.about(path)
    if not about then
      exit.fail(code == "cannot_read" and exit.IO or exit.DATA, message)
    elseif not is_sound(about) then
      refuse("%s: it is damaged; make this part again", path)
    end
    parts[i] = { path = path, about = about }
  end
  return parts
end

-- Return the command that makes another range of the same files, to show in a message.
local function again(about, k)
  return phrase.safe(("lucena %s --range %d/%d --partial -o PART"):format(table.concat(about.words, " "), k,
    about.range[2]))
end

-- Return the name of an option that differs between two parts.
local function difference(one, other)
  for name, value in pairs(one) do
    if frame.encode(value, true) ~= frame.encode(other[name], true) then
      return name
    end
  end
  for name in pairs(other) do
    if one[name] == nil then
      return name
    end
  end
end

-- End the command with an error if the parts differ in command, options or version.
local function check_alike(parts)
  local first = parts[1]
  for _, part in ipairs(parts) do
    local one, other = first.about, part.about
    if other.version ~= require("lucena").version then
      refuse("%s: it was made by version %s, this is %s", part.path, other.version, require("lucena").version)
    end
    if one.facts.source ~= other.facts.source then
      refuse("%s and %s are not of the same file of games, or it has changed; make the older part again", first.path,
        part.path)
    end
    local name = difference(one.options, other.options) or difference(one.facts, other.facts)
    if name then
      refuse("%s and %s are of different commands (%s):\n  lucena %s\n  lucena %s", first.path, part.path,
        name:gsub("^own_", ""):gsub("_", "-"), phrase.safe(table.concat(one.words, " ")),
        phrase.safe(table.concat(other.words, " ")))
    end
  end
end

-- Group the parts by their files and their number of ranges. Each standard input is a group of its own.
local function groups_of(parts)
  local groups, by_key = {}, {}
  for _, part in ipairs(parts) do
    local about = part.about
    local key = frame.encode({ about.files, about.range and about.range[2] or 0 }, true)
    if not by_key[key] or about.files[1].name == "-" then
      by_key[key] = {}
      groups[#groups + 1] = by_key[key]
    end
    table.insert(by_key[key], part)
  end
  return groups
end

-- Sort the ranges of a group. Each range must be present exactly once.
local function check_whole(group)
  local about = group[1].about
  local count = about.range and about.range[2] or 1
  local name = about.files[1].name .. (#about.files > 1 and (" and %d more"):format(#about.files - 1) or "")
  local of = {}
  for _, part in ipairs(group) do
    local k = part.about.range and part.about.range[1] or 1
    if of[k] then
      refuse("%s and %s are the same part of %s; give one", of[k].path, part.path, name)
    end
    of[k] = part
  end
  for k = 1, count do
    if not of[k] then
      refuse("part %d/%d of %s is missing; make it:\n  %s", k, count, name, again(about, k))
    end
  end
  return of
end

-- Check that each range begins at the byte where the previous range ends.
local function check_chain(group)
  local ends, last = {}, {}
  for k, part in ipairs(group) do
    for _, span in ipairs(part.about.spans) do
      local name = part.about.files[span.file].name
      if (ends[span.file] or 0) ~= span.from then
        refuse("%s: it begins at byte %d of %s, the part before ends at %d; make one of them again:\n  %s\n  %s",
          part.path, span.from, name, ends[span.file] or 0, again(part.about, math.max(k - 1, 1)), again(part.about, k))
      end
      ends[span.file], last[span.file] = span.to, span
    end
  end
  for i, file in ipairs(group[1].about.files) do
    if file.size > 0 and not (last[i] and last[i].ends) then
      refuse("the last part of %s ends at byte %d, and the file does not; make it again:\n  %s", file.name,
        ends[i] or 0, again(group[1].about, #group))
    elseif last[i] then
      last[i].is_last = true
    end
  end
end

--- Return the parts of these files in the order of the games. Ends the command if a part is missing or does not match
-- the others.
---@param paths string[]
---@return table[] parts {path =, about =}
function M.in_order(paths)
  local parts = read_parts(paths)
  check_alike(parts)
  local list = {}
  for _, group in ipairs(groups_of(parts)) do
    group = check_whole(group)
    if group[1].about.range then
      check_chain(group)
    end
    table.move(group, 1, #group, #list + 1, list)
  end
  return list
end

return M
