--- The comment of a program that plays matches of engines, such as +0.32/12 1.5s, or a part of it.
-- @module lucena.explain.match_comment

local lexicon = require("lucena.lexicon")

local WHERE = "As a whole comment of PGN, {...}, after the move. It stays a text; nodes, queries and reports have its "
  .. "values. The score is that of the player who moved; wv is White's."

local MATE = "a mate, with the number of plies from the position before the move"

local function score_of(node)
  if node.mate then
    return node.mate == 0 and "the move gives mate" or ("mate in %d for %s"):format(math.abs(node.mate),
      node.mate > 0 and "White" or "Black")
  end
  return node.eval and ("%+.2f pawns"):format(node.eval)
end

local function seconds(value)
  return value and ("%g s"):format(value)
end

-- Return the rows of the values that a comment has.
local function values_of(text)
  local game = not text:find("[{}]") and require("lucena").game("1. e4 {" .. text .. "} *")
  local node, rows = game and game:node(1), {}
  if not node or #node.commands > 0 then
    return rows
  end
  for _, row in ipairs { { "score", score_of(node) }, { "depth", node.eval_depth and node.eval_depth .. " plies" },
    { "time", seconds(node.elapsed) }, { "clock", seconds(node.clock) } } do
    rows[#rows + 1] = row[2] and row or nil
  end
  return rows
end

-- Return the meaning of a part of a comment, or nil.
local function part_of(text)
  local name = text:match("^(%l+)=[^,]+$")
  for _, field in ipairs(name and lexicon.match_fields() or {}) do
    if field.name == name then
      return field.meaning
    end
  end
  return text == "book" and "the move is from an opening book" or text:find("^[+-]?M%d+$") and MATE or nil
end

local function read(text)
  local rows, part = values_of(text), part_of(text)
  if #rows == 0 and not part then
    return nil
  end
  return {
    headline = part and ("In a comment of an engine match: %s."):format(part)
      or "A comment of a program that plays matches of engines.",
    sections = #rows > 0 and { { title = "Its values", table.unpack(rows) } } or {}, where = WHERE,
    source = "Files of cutechess, fastchess, XBoard, Arena, c-chess-cli and TCEC.",
  }
end

return { title = "engine match", examples = "+0.32/12 1.5s, M5, book, wv=0.62", read = read }
