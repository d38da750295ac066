--- Commands that move through the game without changing it.
-- @module lucena.repl.commands.walk

local widths = require("lucena.render.width")

-- Parse the argument of a command as a number of steps. The default is 1.
local function steps(session, rest, usage)
  local count = rest == "" and 1 or rest:find("^%d+$") and math.tointeger(tonumber(rest))
  return count or session:fail("usage: " .. usage)
end

local function back(session, rest)
  local node = session.node
  if not node.parent then
    session:fail("This is the beginning of the game.")
  end
  for _ = 1, steps(session, rest, "back [N]") do
    node = node.parent or node
  end
  session:go(node)
end

local function forward(session, rest)
  local node = session.node
  if not node[1] then
    session:fail("This is the end of the line.")
  end
  for _ = 1, steps(session, rest, "forward [N]") do
    node = node[1] or node
  end
  session:go(node)
end

local function last_of(node)
  while node[1] do
    node = node[1]
  end
  return node
end

-- Return the node after the move of one side with this number, on the current line or on its continuation.
local function find_move(session, number, side)
  local function fits(node)
    local before = node.parent and node.parent.position
    return before and before.fullmove_number == number and (side == "" or before.turn:sub(1, 1) == side)
  end
  for _, node in ipairs(session.node:history()) do
    if fits(node) then
      return node
    end
  end
  local node = session.node[1]
  while node and not fits(node) do
    node = node[1]
  end
  return node
end

-- Go to the position after White's 12th move ("12", "12w" or "12.") or after Black's ("12b" or "12...").
local function jump(session, rest)
  local word = rest:lower()
  local number, side = word:match("^(%d+)([wb]?)$")
  if not number and word:find("^%d+%.+$") then
    number, side = word:match("^%d+"), word:find("%.%.") and "b" or "w"
  end
  local node
  if word == "start" or number and tonumber(number) == 0 then
    node = session.game.root
  elseif word == "end" then
    node = last_of(session.node)
  elseif number then
    node = find_move(session, math.tointeger(tonumber(number)), side)
    if not node then
      session:fail(("the line has no move %s"):format(rest))
    end
  elseif session.words[word] then
    session:fail(("Did you mean the command '%s'?"):format(word)) -- go back
  else
    session:fail("usage: goto 12, goto 12b, goto start, goto end")
  end
  session:go(node)
end

local function line(session)
  local node = session.node
  if node.ply == 0 and not node[1] then
    session:fail("No move was played yet.")
  end
  local words = {}
  local path, ahead = node:history(), node[1]
  local function add(at, is_first)
    local text = session:move_text(at)
    words[#words + 1] = (is_first or at.parent.position.turn == "white") and text or text:match("^%S+ (.*)$")
  end
  for i, at in ipairs(path) do
    add(at, i == 1)
  end
  words[#words + 1] = "*"
  while ahead do
    add(ahead, words[#words] == "*")
    ahead = ahead[1]
  end
  session:say(widths.fold(table.concat(words, " "), session.settings.width) .. "\n(* marks the current position)")
end

local MOST_INDENT = 0.5 -- the maximum indentation, as a fraction of the terminal's width

-- Return the text of the moves from `node` to the first move that has alternatives, the last node of the text, and the
-- column below which the alternatives are printed. The text begins at `column`.
local function segment(session, node, column)
  local text, width, at = "", session.settings.width, column
  while true do
    local word = session:move_text(node)
    if text ~= "" and node.parent.position.turn == "black" then
      word = word:match("^%S+ (.*)$")
    end
    word = word .. require("lucena.repl.show").signs(session, node) .. (node == session.node and " <--" or "")
    local is_fit = text == "" or at + 1 + widths.of(word) <= width
    local begin = is_fit and at + (text == "" and 0 or 1) or column + 2
    text = text .. (text == "" and "" or is_fit and " " or "\n" .. (" "):rep(column + 2)) .. word
    at = begin + widths.of(word)
    if node.index == 1 and node.sibling or not node[1] then
      return text, node, math.min(math.max(begin, column + 2), math.floor(width * MOST_INDENT))
    end
    node = node[1]
  end
end

-- Print the tree. An explicit stack replaces recursion, because variations may be nested deeper than Lua can recurse.
local function tree(session)
  local first = session.game.root[1]
  if not first then
    session:fail("No move was played yet.")
  end
  local lines, stack = {}, { { node = first, column = 0 } }
  while #stack > 0 do
    local entry = table.remove(stack)
    local text, last, below = segment(session, entry.node, entry.column)
    lines[#lines + 1] = (" "):rep(entry.column) .. text
    if last[1] then
      stack[#stack + 1] = { node = last[1], column = entry.column }
    end
    -- The alternatives are printed in order, before the continuation.
    local others = {}
    local other = last.index == 1 and last.sibling or nil
    while other do
      others[#others + 1], other = other, other.sibling
    end
    for i = #others, 1, -1 do
      stack[#stack + 1] = { node = others[i], column = below }
    end
  end
  session:say(table.concat(lines, "\n"))
end

local function step(session)
  if not session.can_step then
    session:fail("step needs a terminal and readline; use forward and back")
  end
  session.wants_steps = true
end

return {
  title = "Moving through the game", order = 10,
  { name = "back", usage = "[N]", summary = "go back one move, or N moves", run = back, lua = true },
  { name = "forward", usage = "[N]", summary = "go forward one move, or N moves", run = forward, lua = true },
  { name = "goto", usage = "MOVE", summary = "go to a move: 12, 12b (Black's), start or end",
    run = jump, lua = "jump" },
  { name = "step", usage = "", summary = "step through the game with the arrow keys", run = step,
    more = "Left or Right on an empty line does the same. Left and Right go back and forward, Up and Down choose a "
      .. "variation, Page Up and Page Down open another game of the file, Home and End go to the first and last move, "
      .. "Ctrl-F turns the board, ? lists the keys. Esc ends step mode. Any other key ends it, too, and is typed." },
  { name = "line", usage = "", summary = "show the moves of the current line", run = line, lua = true },
  { name = "tree", usage = "", summary = "show all lines of the game", run = tree, lua = true },
}
