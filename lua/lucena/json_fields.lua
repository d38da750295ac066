--- The names of the fields in the JSON of a game, and diagnostics of other fields.
-- A field that `lucena.json` does not describe cannot be stored in a game. Its value is ignored, and the field is an
-- error, `unknown_field`. The decoder does not give the places of fields, so the text is scanned a second time, but
-- only if there is such a field. Cost otherwise: one look-up per field.
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
M.GAME = set(NOTES .. "tags duplicate_tags start result moves rest encoding")
M.MOVE = set(NOTES .. "san uci comments_before variations")

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

--- Add the unknown fields of an object to a list.
---@param list table[] {name, path, owner, meant}; `total` counts all
---@param object table
---@param known table GAME or MOVE
---@param path_of fun(place: any): string returns the object's path, "" for the game
---@param place any
function M.collect(list, object, known, path_of, place)
  local found = {}
  for name in next, object do
    if not known[name] then
      found[#found + 1] = tostring(name)
    end
  end
  table.sort(found)
  for _, name in ipairs(found) do
    list.total = (list.total or 0) + 1
    if #list < MOST then
      local owner = path_of(place)
      list[#list + 1] = {
        name = name, owner = owner, path = owner .. "." .. name,
        meant = suggestion.find(name:lower(), known == M.GAME and GAME_NAMES or MOVE_NAMES),
      }
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

-- Set `at`, the offset, of the fields in the object that begins at `at`. The text is valid JSON, possibly with
-- JavaScript comments, which the decoder skips.
local function find_places(list, text, at)
  local wanted, left = {}, #list
  for _, field in ipairs(list) do
    wanted[field.name] = wanted[field.name] or {}
    wanted[field.name][field.owner == "" and field.name or field.path] = field
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
          left = left - (field.at and 0 or 1)
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
  until #stack == 0 or left == 0
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

-- Return the object of the field, and the name that was probably meant.
local function detail_of(field)
  local meant = field.meant and ("did you mean '%s'?"):format(field.meant)
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
  return ("unknown field '%s'%s"):format(name, detail and ": " .. detail or "")
end

--- Return the diagnostics for core.set_unknown_fields, in the order of the text.
---@param list table[] made by collect()
---@param cursor? table of the JSON text; it must be before the object
---@param at? integer where the object begins, from 1
---@return table[] {name, detail, line, column, offset}; `total`
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
    out[i] = { name = field.name, detail = detail_of(field), line = line, column = column, offset = field.at - 1 }
  end
  return out
end

return M
