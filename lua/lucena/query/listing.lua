--- Formats a query's program for Query:program().
-- @module lucena.query.listing

local codes = require("lucena.query.instruction").codes

local M = {}

local function target(step, name)
  local to = step[name]
  local text = to == codes.YES and "yes" or to == codes.NO and "no" or ("step %d"):format(to)
  return ("%s -> %s"):format(name == "yes" and "yes" or "no", text)
end

local FIELDS = { -- of steps: format, and the default, which is not shown
  { "color", "%d", 0 }, { "kinds", "0x%x", 0 }, { "others", "0x%x", 0 }, { "count", "%d", 0 }, { "lo", "%d", 0 },
  { "hi", "%d", 0 }, { "a", "0x%x", 0 }, { "b", "0x%x", 0 },
}

local function step_line(step, number)
  local words = { ("step %d"):format(number), step.op, target(step, "yes"), target(step, "no") }
  words[#words + 1] = step.entry and ("tests from step %d"):format(step.entry)
  for _, field in ipairs(FIELDS) do
    local name, format, hidden = table.unpack(field)
    if step[name] ~= hidden then
      words[#words + 1] = ("%s=" .. format):format(name, step[name])
    end
  end
  return table.concat(words, "  ")
end

local function leaf_line(leaf, number)
  local words = { ("leaf %d"):format(number), leaf.op }
  words[#words + 1] = leaf.name
  words[#words + 1] = leaf.text and ("%q"):format(leaf.text)
  words[#words + 1] = leaf.entry and ("from step %d"):format(leaf.entry)
  words[#words + 1] = leaf.lo and ("lo=%d"):format(leaf.lo)
  words[#words + 1] = leaf.hi and ("hi=%d"):format(leaf.hi)
  return table.concat(words, "  ")
end

local function node_line(node, number)
  local of = ("node %d"):format(node.first)
  if node.kind == "leaf" then
    of = ("leaf %d"):format(node.first)
  elseif node.count > 1 then
    of = ("nodes %d to %d"):format(node.first, node.first + node.count - 1)
  end
  return ("node %d  %s"):format(number, node.kind == "leaf" and of or node.kind .. " of " .. of)
end

--- List a program: one line for each node of the tree, each leaf and each step. They are numbered from 0. The text line
--- of a step shows the steps at which the test continues, and the fields of the step that are not 0. Sets of squares
--- and kinds are
-- hexadecimal.
---@param program lucena.Program
---@return string
-- @usage print(require("lucena.query.listing").text((require("lucena.query").compiled(chess.query.check))))
function M.text(program)
  local it, lines = program:instructions(), {}
  for _, list in ipairs { { it.nodes, node_line }, { it.leaves, leaf_line }, { it.steps, step_line } } do
    for i, entry in ipairs(list[1]) do
      lines[#lines + 1] = list[2](entry, i - 1)
    end
  end
  return table.concat(lines, "\n")
end

return M
