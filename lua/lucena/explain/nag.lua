--- A NAG: its number, a sign of the annotator, or its name in English or French.
-- @module lucena.explain.nag

local nags = require("lucena.nag")

local number_of

-- Map the names of a NAG to its number, unless an earlier NAG has the name. Remarks in brackets, dots and the side may
-- be omitted.
local function add_names(nag)
  local plain = nag.english:lower():gsub("^%[.-%] ", ""):gsub(" ?%.+$", "")
  for _, name in ipairs { plain, (plain:gsub(" ?%(.-%)", "")), (plain:gsub("^%l+: ", "")), nag.french:lower() } do
    number_of[name] = number_of[name] or nag.number
  end
end

local function by_name(text)
  if not number_of then
    number_of = {}
    for number = 0, 255 do
      local nag = nags.nag(number)
      if nag.is_known then
        add_names(nag)
      end
    end
  end
  return number_of[text:lower()]
end

local function spellings_section(nag)
  local section = { title = "Written", { "PGN", ("$%d"):format(nag.number) } }
  local signs = nags.signs(nag.number)
  if #signs > 0 then
    section[2] = { "signs", table.concat(signs, ", ") }
  end
  return section
end

local function where(nag)
  return "After a move, or after another NAG; also before the first move. "
    .. (nag.number >= 1 and nag.number <= 6 and "As a sign, it may follow the move without a blank (PGN 8.2.3.8)."
      or "In PGN as a number (PGN 8.2.4); Lucena reads the signs, too.")
end

local function source(nag)
  local program = nag.english:match("^%[(.-)%]")
  return nag.number < 140 and "PGN 10." or program and program:gsub("^non%-standard$", "Chess Informant and programs")
    .. "; not in PGN 10." or "PGN 10 has no such number."
end

-- ChessBase's request for a diagram is a text of a comment.
local REQUEST = {
  headline = "The request for a diagram in a comment, which means the NAG $220.",
  where = "In a comment of PGN, {...}, after the move. Other programs show it as text.",
  source = "Files of ChessBase.",
}

local function read(text)
  if text == nags.DIAGRAM then
    return REQUEST
  end
  local digits = text:match("^%$(%d+)$")
  local nag = nags.nag(text) or not digits and nags.nag(by_name(text) or -1)
  if not nag then
    return digits and { headline = ("There is no NAG %s: they are $0 to $255."):format(text), code = "bad_nag",
      source = "PGN 8.2.4." } or nil
  end
  local english = nag.english:gsub("^%[.-%] ", ""):gsub(" ?%.+$", "")
  return {
    headline = nag.is_known and ("A NAG: %s."):format(english)
      or ("The NAG %s has no known meaning."):format(text),
    sections = nag.is_known and { { title = "French", { nil, nag.french } }, spellings_section(nag) } or {},
    where = where(nag), source = source(nag), french = nag.is_known and { [english] = nag.french } or nil,
  }
end

return { title = "NAG", examples = "$14, !?, ±, N, blunder", read = read }
