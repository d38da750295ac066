--- Converts values of any class to text, so that answers can be compared.

local show

local function show_node(node)
  local path = {}
  for _, step in ipairs(node:line()) do
    path[#path + 1] = step.san
  end
  return ("node %s {%s}"):format(table.concat(path, " "), table.concat(node.comments, "|"))
end

local function show_list(list)
  local out = {}
  for _, item in ipairs(list) do
    out[#out + 1] = show(item)
  end
  return "list [" .. table.concat(out, ", ") .. "]"
end

-- Class -> function that returns the text of an object. Other objects are shown by their class.
local BY_CLASS = {
  Position = function(p) return "position " .. p:fen() end,
  Board = function(b) return ("board %d %s"):format(b.ply, b:fen()) end,
  Move = function(move) return "move " .. tostring(move) end,
  Setup = function(setup) return "setup " .. setup:fen() end,
  Game = function(game) return "game " .. game:pgn() end,
  Node = show_node,
  List = show_list,
  EpdRecord = function(record) return "epd " .. record:epd() end,
  IndexGames = function(games) return show(games:list()) end,
  Tags = function(tags)
    local out = {}
    for name, value in pairs(tags) do
      out[#out + 1] = name .. "=" .. value
    end
    return "tags " .. table.concat(out, ", ")
  end,
}

local seen = {} -- tables that are being shown

local function show_table(value)
  local out = {}
  if seen[value] then
    return "{...}"
  end
  seen[value] = true
  for key, inner in pairs(value) do
    out[#out + 1] = ("[%s] = %s"):format(show(key), show(inner))
  end
  table.sort(out)
  seen[value] = nil
  return "{" .. table.concat(out, ", ") .. "}"
end

function show(value)
  local kind = type(value)
  if kind == "string" then
    return ("%q"):format(value)
  elseif kind == "table" then
    return show_table(value)
  elseif kind ~= "userdata" then
    return kind == "function" and kind or tostring(value)
  end
  local class = tostring(getmetatable(value)):match "^lucena%.(%a+)$"
  local by_class = BY_CLASS[class]
  return by_class and by_class(value) or "object of " .. tostring(class)
end

--- Return the text of the results of a protected call.
return function(results)
  local out = {}
  for i = 1, results.n do
    out[i] = show(results[i])
  end
  return table.concat(out, "; ")
end
