--- Finds the correction of a misprinted move: the printed text with one character replaced, removed, or put before it,
-- or without its check sign. A correction counts only if LEAST later plies of the score are legal after it, and if no
-- other correction with another move has as many. `self` is a placer of lucena.text.place: {matcher, items, index,
-- reader, folded}.
-- Cost: some hundred spellings are read for a misprint, and at most MOST misprints of a text are examined. A text
-- without illegal moves has no extra cost.
-- @module lucena.text.misprints

local ahead = require("lucena.text.ahead")
local line = require("lucena.text.line")

local M = {}

local LEAST = 6
local MOST = 100

-- Return the characters that a misprint may have replaced.
local function alphabet_of(dialect)
  if dialect.name:find("^descriptive") then
    return { "K", "Q", "R", "B", "N", "P", "t", "1", "2", "3", "4", "5", "6", "7", "8", "x", "-" }
  end
  -- Pieces come before files: of "Ba4" and "ba4", the message shows the first.
  local list = {}
  for _, piece in ipairs { "K", "Q", "R", "B", "N" } do
    list[#list + 1] = (dialect.info.letters or {})[piece]
  end
  for char in ("abcdefgh12345678x"):gmatch(".") do
    list[#list + 1] = char
  end
  return list
end

-- Return the possible corrections of a printed move.
local function spellings(text, alphabet)
  local list = { (text:gsub("%s*ch%.?$", "")), (text:gsub("[+#]$", "")) }
  for _, char in ipairs(alphabet) do
    list[#list + 1] = char .. text
  end
  for at, char in text:gmatch("()([%w%-])") do
    local before, after = text:sub(1, at - 1), text:sub(at + #char)
    list[#list + 1] = before .. after
    for _, other in ipairs(alphabet) do
      list[#list + 1] = before .. other .. after
    end
  end
  return list
end

-- Return the move that a corrected mention means if enough later plies are legal after it: its code, or false if it is
-- ambiguous.
local function move_of(self, parent, mention, moves, from)
  local node = line.extend(self.matcher, parent, mention)
  if not node then
    return nil
  end
  local nodes = ahead.try(self, node, moves, from + 1)
  local tip, count = nodes[#nodes] or node, #nodes
  if count < LEAST and from + count == #moves then
    count = count + ahead.count_ahead(self, tip, self.index, parent)
  end
  if count < LEAST then
    return nil
  end
  local move = line.move(line.decide(tip, parent)[1])
  return move and move.code or false
end

--- Return the only correction of a move of a score.
---@param self table placer
---@param parent table the node before the move
---@param moves table[] the mentions of a run
---@param from integer the index of the misprinted move
---@return table? mention the corrected shape or token
---@return string? text the corrected text
function M.find(self, parent, moves, from)
  self.misprints = (self.misprints or 0) + 1
  if not self.reader or self.misprints > MOST then
    return nil
  end
  local mention = moves[from]
  local printed = self.folded:sub(mention.first, mention.last):gsub("[\1\r\n]", ""):gsub("[%s!?.]+$", "")
  self.alphabet = self.alphabet or alphabet_of(self.dialect)
  local seen, code, best, text = {}, nil, nil, nil
  for _, spelling in ipairs(spellings(printed, self.alphabet)) do
    local made, last = self.reader:read(spelling, 1, true, true)
    local key = made and last == #spelling and (made.shape and made.shape.key or made.token.text)
    if key and not seen[key] then
      seen[key] = true
      local found = move_of(self, parent, made, moves, from)
      if found == false or found and code and found ~= code then
        return nil
      elseif found and not code then
        code, best, text = found, made, spelling
      end
    end
  end
  return best, text
end

return M
