--- The names of the fields in the JSON of a game, and diagnostics of unknown and duplicate fields.
-- A field that `lucena.json` does not describe cannot be stored in a game. Its value is ignored, and the diagnostic is
-- `unknown_field`. If an object has a field twice, the last value is read, and the diagnostic is `duplicate_field`. The
-- decoder does not return the offsets of fields, so a text with such a field is scanned a second time. Other texts cost
-- one look-up per field, and one call per field while decoding.
-- @module lucena.json_fields

local argument = require("lucena.argument")
local suggestion = require("lucena.suggestion")

local M = {}

local function set(names)
  local out = {}
  for name in names:gmatch("%S+") do
    out[name] = true
  end
  return out
end

local NOTES = "comments nags notes unread clock elapsed eval mate "

--- The fields of a game and of a move.
M.GAME = set(NOTES .. "tags duplicate_tags start result moves rest repairs encoding")
M.MOVE = set(NOTES .. "san uci illegal comments_before variations")

-- The maximum number of diagnostics; more are only counted (as in csrc/binding/game_diagnostics.c).
local MOST = 100

-- The maximum length of a path in a message, in bytes.
local MOST_SHOWN = 80

local function sorted(known)
  local names = {}
  for name in pairs(known) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

local GAME_NAMES, MOVE_NAMES = sorted(M.GAME), sorted(M.MOVE)

-- ---- decoding ------------------------------------------------------------------------------------

--- Return a metatable for the objects of a decoder, and a function to call after decoding. The metatable finds
--- duplicate fields: its metamethod stores the values outside the objects, so that Lua calls it for each assignment.
--- The function then puts the values into the objects.
---@return table metatable
---@return fun(): table<table, table<string, boolean>>? duplicates the names of the duplicate fields by object
function M.watch()
  local fields_of, duplicates = {}, nil
  local function assign(object, name, value)
    local fields = fields_of[object]
    if not fields then
      fields = {}
      fields_of[object] = fields
    elseif fields[name] ~= nil then
      duplicates = duplicates or {}
      duplicates[object] = duplicates[object] or {}
      duplicates[object][name] = true
    end
    fields[name] = value
  end
  local function finish()
    for object, fields in next, fields_of do
      setmetatable(object, nil)
      for name, value in next, fields do
        object[name] = value
      end
    end
    return duplicates
  end
  return { __newindex = assign }, finish
end

-- ---- collecting ----------------------------------------------------------------------------------

local function add(list, field, path_of, place)
  list.total = (list.total or 0) + 1
  if #list < MOST then
    field.owner = path_of(place)
    field.path = (field.owner == "" and "" or field.owner .. ".") .. field.name
    list[#list + 1] = field
  end
end

-- Return the names of a set that `is_wanted` accepts, in order.
local function select_names(set_of_names, is_wanted)
  local found = {}
  for name in next, set_of_names do
    if is_wanted(name) then
      found[#found + 1] = tostring(name)
    end
  end
  table.sort(found)
  return found
end

--- Add the unknown fields and the duplicate known fields of an object to a list.
---@param list table[] {name, path, owner, meant, is_duplicate}; `total` counts all; `duplicates`: as from watch()
---@param object table
---@param known? table GAME or MOVE; nil: all names are known
---@param path_of fun(place: any): string returns the object's path, "" for the game
---@param place any
function M.collect(list, object, known, path_of, place)
  local has_unknown = false
  for name in next, known and object or {} do
    has_unknown = has_unknown or not known[name]
  end
  if has_unknown then
    for _, name in ipairs(select_names(object, function(name) return not known[name] end)) do
      local meant = suggestion.find(name:lower(), known == M.GAME and GAME_NAMES or MOVE_NAMES)
      add(list, { name = name, meant = meant }, path_of, place)
    end
  end
  local twice = list.duplicates and list.duplicates[object]
  if twice then
    for _, name in ipairs(select_names(twice, function(name) return not known or known[name] end)) do
      add(list, { name = name, is_duplicate = true }, path_of, place)
    end
  end
end

-- ---- places --------------------------------------------------------------------------------------

-- Return the index after the string that begins at `at`.
local function string_end(text, at)
  repeat
    at = text:match('["\\]()', at + 1) - 1
    local is_escape = text:byte(at) == 92
    at = is_escape and at + 1 or at
  until not is_escape
  return at + 1
end

-- Return the path of the next value.
local function path_of(stack)
  local parts = {}
  for i, frame in ipairs(stack) do
    if frame.key then
      parts[i] = (i > 1 and "." or "") .. frame.key
    else
      parts[i] = ("[%d]"):format(frame.index)
    end
  end
  return table.concat(parts)
end

local SIGNS = {
  ["{"] = function(stack) stack[#stack + 1] = { key = "", wants_key = true } end,
  ["["] = function(stack) stack[#stack + 1] = { index = 1 } end,
  ["}"] = function(stack) stack[#stack] = nil end,
  ["]"] = function(stack) stack[#stack] = nil end,
  [":"] = function(stack) stack[#stack].wants_key = false end,
  [","] = function(stack)
    local top = stack[#stack]
    top.wants_key, top.index = top.key ~= nil, top.index and top.index + 1
  end,
}

-- Set the offset `at` of each listed field of the object that begins at `at`. If a field occurs twice, the last one
-- counts. The text is valid JSON, possibly with JavaScript comments, which the decoder skips.
local function find_places(list, text, at)
  local wanted = {}
  for _, field in ipairs(list) do
    wanted[field.name] = wanted[field.name] or {}
    wanted[field.name][field.path] = field
  end
  local stack = {}
  repeat
    local sign
    at, sign = text:match('()(["%[%]{}:,/])', at)
    local top = stack[#stack]
    if sign == '"' then
      local behind = string_end(text, at)
      if top.wants_key then
        top.key = text:sub(at + 1, behind - 2)
        local field = wanted[top.key] and wanted[top.key][path_of(stack)]
        if field then
          field.at = at
        end
      end
      at = behind
    elseif sign == "/" then
      at = text:match(text:sub(at + 1, at + 1) == "*" and "%*/()" or "\n()", at + 2) or #text
    else
      SIGNS[sign](stack)
      at = at + 1
    end
  until #stack == 0
end

--- Return a cursor that converts offsets in a text to lines and columns.
---@param text string
---@return table
function M.cursor(text)
  return { text = text, line = 1, begin = 1, newline = text:find("\n", 1, true) or math.huge }
end

-- Move a cursor forward. Returns line and column of an offset.
local function advance(cursor, at)
  while cursor.newline < at do
    cursor.line, cursor.begin = cursor.line + 1, cursor.newline + 1
    cursor.newline = cursor.text:find("\n", cursor.begin, true) or math.huge
  end
  return cursor.line, at - cursor.begin + 1
end

-- Return the details of a field: its object, and a suggested name or the value that is read.
local function detail_of(field)
  local meant = field.meant and ("did you mean '%s'?"):format(field.meant)
    or field.is_duplicate and "the last value is read" or nil
  local owner = field.owner
  owner = #owner > MOST_SHOWN and "..." .. owner:sub(-MOST_SHOWN) or owner
  owner = owner ~= "" and "in " .. owner or nil
  return owner and meant and owner .. "; " .. meant or owner or meant
end

--- Return a sentence about a field.
---@param field table made by collect()
---@return string
function M.describe(field)
  local name, detail = argument.shown(field.name), detail_of(field)
  local kind = field.is_duplicate and "duplicate" or "unknown"
  return ("%s field '%s'%s"):format(kind, name, detail and ": " .. detail or "")
end

--- Return the diagnostics for core.set_unread_fields, in the order of the text.
---@param list table[] made by collect()
---@param cursor? table a cursor of the JSON text, not after the object
---@param at? integer where the object begins, from 1
---@return table[] {name, is_duplicate, detail, line, column, offset}; `total`
function M.remarks(list, cursor, at)
  if cursor then
    find_places(list, cursor.text, at)
  end
  for i, field in ipairs(list) do
    field.at, field.order = field.at or at or 1, i
  end
  table.sort(list, function(a, b) return a.at < b.at or a.at == b.at and a.order < b.order end)
  local out = { total = list.total }
  for i, field in ipairs(list) do
    local line, column = 1, 1
    if cursor then
      line, column = advance(cursor, field.at)
    end
    out[i] = {
      name = field.name, is_duplicate = field.is_duplicate, detail = detail_of(field),
      line = line, column = column, offset = field.at - 1,
    }
  end
  return out
end

return M
