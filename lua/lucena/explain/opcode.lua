--- An opcode of EPD. The core knows the kinds of operands (csrc/notation/epd_value.c).
-- @module lucena.explain.opcode

local core = require("lucena.core")

-- The meaning of each opcode of the standard (PGN 16.2.5, and Edwards' text of 1995).
local MEANINGS = {
  acd = "depth of the analysis, in plies", acn = "number of positions in the analysis",
  acs = "time of the analysis, in seconds", am = "moves to avoid", bm = "best moves",
  c = "comment number %s, from 0 to 9", cc = "clocks of both sides",
  ce = "evaluation in hundredths of a pawn, from the side to move", dm = "moves to mate",
  draw_accept = "the side to move accepts a draw", draw_claim = "the side to move claims a draw",
  draw_offer = "the side to move offers a draw", draw_reject = "the side to move rejects a draw", eco = "ECO code",
  fmvn = "number of the move", hmvc = "half-moves since the last capture or move of a pawn",
  id = "identification of the position", nic = "code of New in Chess", noop = "no operation",
  pm = "predicted move, which is expected now", ptp = "tags of PGN with their values",
  pv = "predicted variation: the expected moves", rc = "how often the position has occurred",
  refcom = "command to the referee program", refreq = "request of the referee program",
  resign = "the side to move resigns", sm = "supplied move, which is played now", sv = "supplied variation",
  tcgs = "selector of the time control", tcri = "time control of the referee", tcsi = "time control of the side",
  ts = "date and time in UTC", v = "name of variation number %s, from 0 to 9",
}

local OPERANDS = {
  any = "anything", flag = "none", moves = "moves of the position", line = "consecutive moves", move = "one move",
  number = "a number", string = "a string", strings = "two strings", pairs = "tags and strings",
  word = "a word of the standard", clocks = "two times, ddd:hh:mm:ss", time = "YYYY.MM.DD HH:MM:SS",
}

local function read(text)
  local kind = core.epd_kind(text)
  if not kind then
    return nil
  end
  local family, digit = text:match("^([cv])(%d)$")
  local meaning = MEANINGS[text] or MEANINGS[family]:format(digit)
  return {
    headline = ("An opcode of EPD: %s."):format(meaning),
    sections = { { title = "Its operands", { nil, OPERANDS[kind] } } },
    where = "In a record of EPD, after the four fields of the position; a semicolon ends the operation.",
    source = "PGN 16.2.5 and Edwards' text on EPD of 1995.",
  }
end

return { title = "EPD opcode", examples = "bm, pv, ce, c0", read = read }
