--- Formats values for the prompt. Positions become boards; games and nodes become text with their moves; queries become
-- plans, which list the tests in the order of running. Tables are limited in depth and width. UTF-8 text is unchanged.
-- Other bytes and terminal control characters are escaped.
-- @module lucena.repl.pretty

local escape = require("lucena.render.escape")
local heading = require("lucena.sheet.heading")
local show = require("lucena.repl.show")
local widths = require("lucena.render.width")
local words = require("lucena.render.words")

local M = {}

local RESERVED = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until"
  .. " while"):gmatch("%a+") do
  RESERVED[word] = true
end

local LONGEST = 200 -- bytes of a string inside a table

-- ---- userdata ------------------------------------------------------------------------------------

--- Return a game on one line: "Morphy, P. - Duke Karl, 1-0, Paris 1858, C41".
---@param session table
---@param game lucena.Game
---@return string
function M.title(session, game)
  local tags = game.tags
  local is_known, is_ascii = heading.is_known, not session.settings.unicode
  local sheet = { tag = tags, result = game.result }
  local parts = { (heading.title(sheet, is_ascii):gsub("   ", ", ")) }
  local year = tags.Date and tags.Date:match("^%d%d%d%d")
  local place = is_known(tags.Event) and tags.Event or is_known(tags.Site) and tags.Site or nil
  parts[#parts + 1] = place and (year and place .. " " .. year or place) or year
  parts[#parts + 1] = is_known(tags.ECO) and tags.ECO or nil
  return escape.terminal(require("lucena.format").game_to_utf8(table.concat(parts, ", ")))
end

-- Return a function that writes the moves of a game in the session's dialect. Returns nil if the dialect is SAN.
local function mover(session)
  local language = session.language
  return language.name ~= "english" and function(san, fen)
    local position = require("lucena").position(fen)
    local move = position and position:parse(san)
    return move and language:write(position, move) or san -- results: SAN, where a language has no name
  end or nil
end

--- Return a game as text: players, event, the moves in the session's dialect with comments and variations, and
-- unreadable text.
---@param session table
---@param game lucena.Game
---@return string
function M.game(session, game)
  local settings = session.settings
  local page = { title = "", lang = "en", words = words.of("en"), width = settings.width, moves = mover(session),
    is_ascii = not settings.unicode }
  local text = require("lucena.sheet.text").text({ require("lucena.sheet.model").of(game) }, page,
    { flip = settings.flip }, {})
  return (text:gsub("\n+$", ""))
end

local function position(session, value)
  local lines = show.board(session.settings, value)
  lines[#lines + 1] = tostring(value)
  return (table.concat(lines, "\n"):gsub(" +\n", "\n"))
end

local function node_text(session, value)
  if value.is_removed then
    return "(a node that was removed)"
  end
  local path = value.ply > 0 and value:path() or "(the start)"
  return widths.fold(escape.terminal(path .. (value.comment and " {" .. value.comment .. "}" or "")),
    session.settings.width)
end

local SHOW = {
  ["lucena.Position"] = position, ["lucena.Board"] = position, ["lucena.Game"] = M.game, ["lucena.Node"] = node_text,
  ["lucena.Tags"] = function(_, value)
    local lines = {}
    for name, text in pairs(value) do
      lines[#lines + 1] = escape.terminal(("%s = %q"):format(name, require("lucena.format").to_utf8(text)))
    end
    return table.concat(lines, "\n")
  end,
  ["lucena.Query"] = function(_, value)
    return escape.terminal_lines(value:describe())
  end,
}

-- ---- tables --------------------------------------------------------------------------------------

-- Quote a string. Line ends and tabs are written as in Lua.
local function quoted(text)
  local cut = #text > LONGEST
  if cut then
    text = text:sub(1, (utf8.offset(text, 0, LONGEST + 1) or LONGEST + 1) - 1)
  end
  text = text:gsub("[\\\"\n\t\r]", { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" })
  return '"' .. escape.terminal(text) .. '"' .. (cut and "..." or "")
end

local function key_text(key)
  if type(key) == "string" and key:find("^[%a_][%w_]*$") and not RESERVED[key] then
    return key
  end
  return "[" .. (type(key) == "string" and quoted(key) or escape.terminal(tostring(key))) .. "]"
end

-- Sort keys: numbers first, in order; then names; then other keys.
local function sorted_keys(value)
  local keys, count = {}, #value
  for key in next, value do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then
      keys[#keys + 1] = key
    end
  end
  local rank = { number = 1, string = 2 }
  table.sort(keys, function(a, b)
    local x, y = rank[type(a)] or 3, rank[type(b)] or 3
    if x ~= y or x == 3 then
      return x < y
    end
    return a < b
  end)
  return keys
end

local inner

-- Return the texts of a table's fields, and the number of omitted fields. List values come before `name = value`.
local function parts_of(state, value, depth)
  local parts, most, keys = {}, state.items, sorted_keys(value)
  local count = rawlen(value)
  for i = 1, math.min(count, most) do
    parts[i] = inner(state, rawget(value, i), depth + 1)
  end
  for i = 1, math.min(#keys, most - #parts) do
    parts[#parts + 1] = key_text(keys[i]) .. " = " .. inner(state, rawget(value, keys[i]), depth + 1)
  end
  return parts, count + #keys - #parts
end

-- Join texts on one line if there is room. Otherwise write one text per line, but several short list values per line.
local function laid_out(state, parts, depth)
  local one = "{ " .. table.concat(parts, ", ") .. " }"
  if widths.of(one) + 2 * depth <= state.width and not one:find("\n") then
    return one
  end
  local indent, lines, line = ("  "):rep(depth + 1), {}, ""
  for i, part in ipairs(parts) do
    local text = part .. (i < #parts and "," or "")
    local joined = line == "" and text or line .. " " .. text
    local is_field = part:find("^[%a_][%w_]* = ") or part:find("^%[")
    if line ~= "" and (is_field or text:find("\n") or widths.of(joined) + #indent > state.width) then
      lines[#lines + 1], line = indent .. line, text
    else
      line = joined
    end
  end
  lines[#lines + 1] = indent .. line
  return "{\n" .. table.concat(lines, "\n") .. "\n" .. ("  "):rep(depth) .. "}"
end

local function table_text(state, value, depth)
  if state.seen[value] then
    return "{ (again) }"
  elseif next(value) == nil then
    return "{}"
  elseif depth >= state.depth then
    return "{ ... }"
  end
  state.seen[value] = true
  local parts, left = parts_of(state, value, depth)
  state.seen[value] = nil
  if left > 0 then
    parts[#parts + 1] = ("(%d more)"):format(left)
  end
  return laid_out(state, parts, depth)
end

-- Return whether a table's metatable defines its text (__tostring) or hides it (__metatable).
local function has_text(value)
  local meta = debug.getmetatable(value)
  return meta and (meta.__tostring or meta.__metatable) and true or false
end

-- Format a function with its parameters and its place: "function(a, b) at file.lua:12".
local function function_text(value)
  local info = debug.getinfo(value, "Su")
  if info.what == "C" then
    return "function (built in)"
  end
  local parameters = {}
  for i = 1, info.nparams do
    parameters[i] = debug.getlocal(value, i)
  end
  parameters[#parameters + 1] = info.isvararg and "..." or nil
  local text = ("function(%s)"):format(table.concat(parameters, ", "))
  return info.source:sub(1, 1) == "@" and ("%s at %s:%d"):format(text, info.short_src, info.linedefined) or text
end

-- Format a value inside a table, on as few lines as possible.
function inner(state, value, depth)
  local kind = type(value)
  if kind == "string" then
    return quoted(value)
  elseif kind == "function" then
    return escape.terminal_lines(function_text(value))
  elseif kind == "table" and not has_text(value) then
    return table_text(state, value, depth)
  end
  return escape.terminal_lines(tostring(value))
end

-- ---- the library ---------------------------------------------------------------------------------

-- Return all names of the library in order, including names that are loaded on first use. Returns nil for other tables.
local function library_names(value)
  local chess = require("lucena")
  if value ~= chess and value ~= rawget(debug.getmetatable(chess).__index, "query") then
    return nil
  end
  local names = {}
  for name in next, debug.getmetatable(value).__fields or {} do
    names[name] = true
  end
  for name in pairs(value) do
    names[name] = true
  end
  local list = {}
  for name in next, names do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

local function library_text(session, value, names)
  local prefix = value == require("lucena") and "" or "query."
  return widths.fold(("%d names: %s"):format(#names, table.concat(names, ", ")), session.settings.width, "  ")
    .. ("\n:help %s shows one of them"):format(prefix .. names[#names])
end

-- ---- any value -----------------------------------------------------------------------------------

--- Format a value for a session.
---@param session table
---@param value any
---@return string
function M.value(session, value)
  local class = getmetatable(value)
  local special = class and SHOW[class] -- for values of Lucena, `class` is the name of their class
  if special then
    return special(session, value)
  elseif type(value) == "string" then
    return escape.terminal_lines(value)
  elseif type(value) == "function" then
    return escape.terminal_lines(function_text(value))
  end
  local names = type(value) == "table" and library_names(value)
  if names then
    return library_text(session, value, names)
  elseif type(value) == "table" and not has_text(value) then
    local settings = session.settings
    return table_text({ seen = {}, depth = settings.depth, items = settings.items, width = settings.width }, value, 0)
  end
  return escape.terminal_lines(tostring(value))
end

return M
