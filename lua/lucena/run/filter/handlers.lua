--- Handlers of a filter script by kind of element. A handler keeps, replaces or deletes an element by its result: nil
-- or true keeps it, false deletes it, and another value of the right type replaces it.
--
--     Tag        {White = f, ...}: f(value, game); or f(name, value, game) for all tags. A string replaces the value.
--     Comment    f(text, node): a string replaces the comment. Commands such as [%clk] are in the text.
--     NAG        f(number, node): an integer replaces the NAG.
--     Variation  f(variation): {node = its first Node, plies = length of its own line, depth = 1 for a variation of the
--                mainline}. It cannot be replaced.
--     Move       f(node): false removes the move and all that follows. It cannot be replaced.
--
-- The elements come in the order of the text: the tags, then each move with its NAGs and comments, then the variations
-- instead of this move. Handlers of a removed part are not called. A game that no handler changes is copied byte for
-- byte.
-- @module lucena.run.filter.handlers

local M = {}

--- The names of the handlers.
---@type string[]
M.NAMES = { "Tag", "Comment", "NAG", "Variation", "Move" }

-- Return the name of a handler for messages.
local function label(handlers, name)
  return handlers.script .. name
end

-- Return the result of a handler: nil to keep the element, false to delete it, or its replacement, for which `is_good`
-- is true.
local function answer(name, expected, is_good, value)
  if value == nil or value == true then
    return nil
  elseif value ~= false and not is_good(value) then
    error(("%s must return %s, not %s"):format(name, expected, require("lucena.argument").shown(value)), 0)
  end
  return value
end

local function is_string(value)
  return type(value) == "string" and not value:find("\0", 1, true)
end

local function is_nag(value)
  return math.type(value) == "integer" and value >= 0 and value <= 255
end

local function is_nothing()
  return false
end

-- The results of a handler whose element cannot be replaced.
local CUT = "nothing, true or false"

-- ---- tags ------------------------------------------------------------------------------------------

local NAG = "nothing, true, false or an integer from 0 to 255"
local TAG = "nothing, true, false or a string"

-- Return what the handler of a tag returns.
local function tag_answer(handlers, name, value, game)
  local handler = handlers.Tag
  if type(handler) ~= "table" then
    return answer(label(handlers, "Tag"), TAG, is_string, handler(name, value, game))
  end
  local f = handler[name]
  return f and answer(label(handlers, "Tag." .. name), TAG, is_string, f(value, game))
end

local function edit_tags(handlers, game)
  local names = {}
  for name in pairs(game.tags) do
    names[#names + 1] = name
  end
  for _, name in ipairs(names) do
    local value = game.tags[name]
    local result
    if value then -- a handler before may have deleted it
      result = tag_answer(handlers, name, value, game)
    end
    if result == false then
      game.tags[name] = nil
    elseif result and result ~= value then
      game.tags[name] = result
    end
  end
end

-- ---- nodes -----------------------------------------------------------------------------------------

-- Set a list of a node to what the handler returns for its elements.
local function edit_list(node, field, name, expected, is_good, handler)
  local list, changed = {}, false
  for _, element in ipairs(node[field]) do
    local result = answer(name, expected, is_good, handler(element, node))
    if result ~= false then
      list[#list + 1] = result or element
    end
    changed = changed or result ~= nil and result ~= element
  end
  if changed then
    node[field] = list
  end
end

local function edit_comments(handlers, node, field)
  if handlers.Comment then
    edit_list(node, field, label(handlers, "Comment"), "nothing, true, false or a string", is_string, handlers.Comment)
  end
end

-- Call the handlers of a move. Returns whether the move is still there.
local function edit_move(handlers, node)
  if handlers.Move and node.move then
    local result = answer(label(handlers, "Move"), CUT, is_nothing, handlers.Move(node))
    if result == false and not node.is_removed then
      node:remove()
    end
    if node.is_removed then -- here, or by the handler itself
      return false
    end
  end
  edit_comments(handlers, node, "comments_before")
  if handlers.NAG then
    edit_list(node, "nags", label(handlers, "NAG"), NAG, is_nag, handlers.NAG)
  end
  edit_comments(handlers, node, "comments")
  return true
end

local function plies_of(node)
  local count = 0
  while node do
    count, node = count + 1, node.next
  end
  return count
end

-- Call the handler of the variations of a node. Returns those that are kept.
local function kept_variations(handlers, parent, depth)
  local kept = {}
  for i = 2, #parent do
    kept[#kept + 1] = parent[i]
  end
  for i = handlers.Variation and #kept or 0, 1, -1 do
    local first = kept[i]
    local result = handlers.Variation({ node = first, plies = plies_of(first), depth = depth })
    if answer(label(handlers, "Variation"), CUT, is_nothing, result) == false and not first.is_removed then
      first:remove()
    end
    if first.is_removed then
      table.remove(kept, i)
    end
  end
  return kept
end

-- Visit the nodes of a game in the order of the text. `stack` has lines that are not finished, and not recursion, since
-- variations can be nested deeply.
local function edit_nodes(handlers, game)
  edit_move(handlers, game.root)
  local stack = { { parent = game.root, depth = 1 } }
  while #stack > 0 do
    local line = table.remove(stack)
    local node = line.first or line.parent[1]
    if node then
      local variations = not line.first and kept_variations(handlers, line.parent, line.depth) or {}
      if edit_move(handlers, node) then
        stack[#stack + 1] = { parent = node, depth = line.depth }
      end
      for i = #variations, 1, -1 do
        stack[#stack + 1] = { first = variations[i], depth = line.depth + 1 }
      end
    end
  end
end

-- ---- scripts ---------------------------------------------------------------------------------------

--- Return a message about a wrong handler, or nil.
---@param value table of a script
---@return string?
-- @usage require("lucena.run.filter.handlers").problem({NAG = 1}) --> the handler NAG is a number, not a function
function M.problem(value)
  for _, name in ipairs(M.NAMES) do
    local handler = value[name]
    local is_table = name == "Tag" and type(handler) == "table"
    if handler ~= nil and not is_table and type(handler) ~= "function" then
      return ("the handler %s is a %s, not a function%s"):format(name, type(handler),
        name == "Tag" and " or a table of functions" or "")
    end
    for tag, f in pairs(is_table and handler or {}) do
      if type(f) ~= "function" then
        return ("the handler Tag.%s is a %s, not a function"):format(tostring(tag), type(f))
      end
    end
  end
end

--- Return a function that calls the handlers of a script for a game; nil if it has none.
---@param value table of a script
---@param script? string its path, for messages
---@return fun(game: lucena.Game)?
-- @usage local edit = require("lucena.run.filter.handlers").make {NAG = function() return false end}
-- local game = chess.game "1. e4! *"
-- edit(game)
-- return #game.root.next.nags --> 0
function M.make(value, script)
  local handlers, has_nodes = {}, false
  for _, name in ipairs(M.NAMES) do
    handlers[name] = value[name]
    has_nodes = has_nodes or name ~= "Tag" and value[name] ~= nil
  end
  if not next(handlers) then
    return nil
  end
  handlers.script = script and script .. ": " or ""
  return function(game)
    if handlers.Tag then
      edit_tags(handlers, game)
    end
    if has_nodes then
      edit_nodes(handlers, game)
    end
  end
end

return M
