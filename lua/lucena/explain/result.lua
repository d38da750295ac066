--- The result of a game, in all spellings of csrc/notation/lexicon.def.
-- @module lucena.explain.result

local lexicon = require("lucena.lexicon")

local HEADLINES = {
  ["1-0"] = "White wins.", ["0-1"] = "Black wins.", ["1/2-1/2"] = "The game is a draw.",
  ["*"] = "The game is not finished, or its result is unknown.", ["0-0"] = "Both players lose.",
  ["1/2-0"] = "White gets half a point, Black none.", ["0-1/2"] = "Black gets half a point, White none.",
}

-- {where movetext may have the spelling, source} by the use of lexicon.def
local USES = {
  marker = { "At the end of a game, outside variations, and in the tag Result.", "PGN 8.2.6 and 8.1.1.7." },
  word = { "Lucena reads it at the end of a game and in the tag Result. PGN writes %s.",
    "Files of Scid and pgn-extract; not in PGN 8.2.6." },
  last = { "Lucena reads it as the last word of a game and in the tag Result. PGN writes %s.",
    "Bulletins and tables; not in PGN 8.2.6." },
  tagged = { "In the tag Result; as the last word of a game only if the tag Result agrees. PGN has no such marker.",
    "FIDE C.05 and C.04, crosstables and report files; not in PGN 8.2.6." },
}

local function other_spellings(text, result, is_forfeit)
  local spellings = {}
  for _, entry in ipairs(lexicon.entries()) do
    local _, _, _, forfeit = lexicon.read_result(entry.text)
    if entry.result == result and forfeit == is_forfeit and entry.text ~= text then
      spellings[#spellings + 1] = entry.text
    end
  end
  return spellings
end

local function points(halves)
  return halves == 1 and "½" or tostring(halves // 2)
end

local function read(text)
  local result, white, black, is_forfeit, use = lexicon.read_result(text)
  if not result then
    return nil
  end
  local sections = {}
  if white then
    sections[1] = { title = "Points", { "White", points(white) }, { "Black", points(black) } }
  end
  local others = other_spellings(text, result, is_forfeit)
  if #others > 0 then
    sections[#sections + 1] = { title = "Other spellings", { nil, table.concat(others, ", ") } }
  end
  return {
    headline = is_forfeit and HEADLINES[result]:gsub("%.$", " by forfeit.") or HEADLINES[result],
    sections = sections, where = USES[use][1]:format(result), source = USES[use][2],
  }
end

return { title = "result", examples = "1-0, ½-½, *, 1:0, +/-", read = read }
