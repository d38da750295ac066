--- Makes LuaCATS classes of tables of options, for gen_luacats.lua. The options are a type in a doc comment, with their
-- descriptions after it:
--
--     ---@param opts? {ep?: string, castling?: string} `ep`: "legal" or "xfen"; `castling`: "xfen" or "shredder"
--
-- This is written as the class lucena.Position.fen.Options with two fields. A comment may name a function: "and the
-- options of `chess.open`" makes its class the parent of this one; "the options of `chess.open`" after the type `table`
-- is that class itself.
-- @module option_classes

local M = {}

local names = {} -- names of classes by their fields and descriptions: methods of Board are those of Position

-- Split a list at the signs `mark` outside brackets and quotation marks.
local function split(text, mark)
  local parts, depth, from = {}, 0, 1
  for at, sign in text:gmatch("()([%(%)%[%]{}<>" .. mark .. "])") do
    if sign:find("[%(%[{<]") then
      depth = depth + 1
    elseif sign:find("[%)%]}>]") then
      depth = depth - 1
    elseif depth == 0 then
      parts[#parts + 1], from = text:sub(from, at - 1), at + 1
    end
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

-- Return the description of each option: the text after its name and a colon, up to the next name.
local function descriptions(said)
  local found = {}
  for part in ("; " .. said:gsub("; (`[%w_]+`[^:;]*:)", "\0%1")):gsub("^; ", ""):gmatch("[^%z]+") do
    local head, text = part:match("^.-(`[%w_]+`[^:;]-): (.+)$")
    local setting = head and head:match("` (= .+)$")
    for name in (head or ""):gmatch("`([%w_]+)`") do
      found[name] = setting and setting .. ": " .. text or text
    end
  end
  return found
end

local function class_of(name)
  local owner, method = name:match("^([%w_.]+)[.:]([%w_]+)$")
  return ("lucena.%s%s.Options"):format(owner == "chess" and "" or owner .. ".", method)
end

-- Return the class of another function whose options a description names, and whether these are all.
local function parent_of(said)
  local other = said:match("options of `([%w_.:]+)`")
  return other and class_of(other), other and said:find("^the options of `") ~= nil
end

local function add_class(lines, title, fields, said, type_of)
  local texts, parent = descriptions(said), parent_of(said)
  lines[#lines + 1] = ("---@class %s%s"):format(title, parent and ": " .. parent or "")
  for _, field in ipairs(split(fields, ",")) do
    local name, sign, kind = field:match("^%s*(%[?[%w_]+%]?)(%??)%s*:%s*(.-)%s*$")
    assert(name, title .. ": " .. field)
    if texts[name] then
      lines[#lines + 1] = "--- " .. texts[name]
    end
    lines[#lines + 1] = ("---@field %s%s %s"):format(name, sign, type_of(kind))
  end
  lines[#lines + 1] = ""
end

--- Add the class of a parameter that is a table of options.
---@param lines string[] to which the class is added
---@param entry DocEntry the function
---@param param table {name, type, text}
---@param type_of fun(text: string): string
---@return string? type nil if the parameter is no table of options
function M.take(lines, entry, param, type_of)
  local parent, is_all = parent_of(param.text)
  if param.type:find("^table") and is_all then
    return (param.type:gsub("^table", (parent:gsub("%%", "%%%%"))))
  end
  local fields = param.type:match("%b{}")
  if not fields or not fields:find("^{%[?[%w_]+%]?%??%s*:") then
    return nil
  end
  local key = fields .. param.text
  local title = names[key] or class_of(entry.owner .. ":" .. entry.name)
  if not names[key] then
    names[key] = title
    add_class(lines, title, fields:sub(2, -2), param.text, type_of)
  end
  local at = param.type:find(fields, 1, true)
  return type_of(param.type:sub(1, at - 1)):gsub("^any$", "") .. title .. param.type:sub(at + #fields)
end

return M
