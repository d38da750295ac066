--- The text of `query:explain`: which operands of a query match a game, and where.
-- @module lucena.query.explanation

local M = {}

-- Format a move as "12...Nxf7"; nil for the start of a game.
local function move_text(node)
  if not node.move then
    return nil
  end
  local before = node.parent.position
  return before.fullmove_number .. (before.turn == "white" and "." or "...") .. node.san
end

local function is_in_variation(node)
  while node.parent and node.parent[1] == node do
    node = node.parent
  end
  return node.parent ~= nil
end

-- Add one indented line: yes or no, the operand, and the move.
local function add_line(lines, depth, node, text)
  local place = node and move_text(node)
  if place and is_in_variation(node) then
    place = place .. ", in a variation"
  end
  lines[#lines + 1] = ("%s%-4s%s%s"):format(("  "):rep(depth), node and "yes" or "no", text,
    place and "  (" .. place .. ")" or "")
end

-- Explain the parts of a sequence, up to the first one without a match.
local function explain_beginnings(query, game, depth, lines)
  for _, beginning in ipairs(query.beginnings()) do
    local node = beginning[1]:find(game)
    add_line(lines, depth, node, beginning[2])
    if not node then
      return
    end
  end
end

-- Return the queries whose text is not empty and differs from that of the whole query.
local function with_texts(queries, whole)
  local list = {}
  for _, query in ipairs(queries) do
    local text = tostring(query)
    list[#list + 1] = text ~= "" and text ~= whole and query or nil
  end
  return list
end

-- Return the operands of a query, if they have texts of their own, and the game to test them on.
local function parts_of(query, game)
  local along = rawget(query, "along")
  if along then
    local inner, line = along(game)
    return { inner }, line
  end
  local is_sequence = query.kind == "lift" and query.how == "sequence"
  local inner = query.kind == "lift" and not is_sequence and query[1] or query
  local is_list = is_sequence or inner.kind == "and" or inner.kind == "or" or inner.kind == "not"
  if not is_list then
    return {}, game
  end
  local is_named = inner ~= query and rawget(inner, "text")
  return with_texts(is_named and { inner } or inner, tostring(query)), game
end

local function explain(query, game, depth, lines)
  local is_plain = query.kind == "and" and query.level == "position" and not rawget(query, "text")
  local how = is_plain and " at one position" or ""
  add_line(lines, depth, query:find(game), tostring(query) .. how)
  if rawget(query, "beginnings") then
    return explain_beginnings(query, game, depth + 1, lines)
  end
  local parts, of = parts_of(query, game)
  for _, part in ipairs(parts) do
    explain(part, of, depth + 1, lines)
  end
end

--- Return the explanation, one line for each operand.
---@param query lucena.Query
---@param game lucena.Game
---@return string
function M.text(query, game)
  local lines = {}
  explain(query, game, 0, lines)
  return table.concat(lines, "\n")
end

return M
