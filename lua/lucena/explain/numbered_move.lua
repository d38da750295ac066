--- The number of a move, alone or with its move: 12. 12... 1.e4 12... Nf6
-- @module lucena.explain.numbered_move

local core = require("lucena.core")
local lexicon = require("lucena.lexicon")
local numbers = require("lucena.number")

local MOST_BARE = 999 -- a number without a period that can be the number of a move

local function side_of(periods)
  if periods >= 2 then
    return "Black"
  end
  return periods == 0 and "either side" or "White"
end

-- Explain the move. In the initial position, it may be a move of another position.
local function explain_move(text, asked)
  local moves = require("lucena.notation.explain")
  local found = moves.of(asked.position, text, asked.dialect)
  if found.move or asked.position ~= core.position() then
    return found
  end
  return found.kind == "move" and found.code ~= "bad_move" and moves.shape(text) or found
end

local WHERE = "Before a move of White with one period, and before a move of Black with three if text comes between. "
  .. "Reading ignores periods and wrong numbers; both are repaired in writing."
local SOURCE = "PGN 8.2.2."

local function section(digits, signs, periods)
  return { title = "Its number", { digits .. signs, ("move %s of %s"):format(digits, side_of(periods)) } }
end

local function read(text, asked)
  local digits = text:match("^%d*")
  local stop, periods = lexicon.number_signs_end(text, #digits + 1)
  local signs, rest = text:sub(#digits + 1, stop), text:match("^%s*(.*)$", stop + 1)
  if digits == "" and signs ~= "" and rest == "" then
    return { headline = "The sign after the number of a move.", where = WHERE, source = SOURCE }
  end
  local number = not digits:find("^0") and numbers.whole(digits, 1, numbers.MOST)
  if not number or periods == 0 and (rest ~= "" or number > MOST_BARE) then
    return nil
  elseif rest == "" then
    return { headline = ("The number of a move: move %d of %s."):format(number, side_of(periods)),
      where = WHERE, source = SOURCE }
  end
  local move = explain_move(rest, asked)
  if move.kind ~= "move" or move.code == "bad_move" then
    return nil
  end
  local sections = { section(digits, signs, periods), table.unpack(move.sections) }
  return { headline = move.headline, code = move.code, move = move.move, dialect = move.dialect,
    sections = sections, source = SOURCE }
end

return { title = "numbered move", examples = "1.e4, 12... Nf6, 12.", read = read }
