--- A tag pair, such as [WhiteElo "2300"]. The reader of games finds its errors.
-- @module lucena.explain.tag_pair

local tag = require("lucena.explain.tag")

-- The tags whose value is a token itself, and its readers.
local VALUES = {
  FEN = require("lucena.explain.fen").meaning, Result = require("lucena.explain.result").read,
  ECO = require("lucena.explain.opening").read,
}

-- Return the sections on the value, and the code of its error.
local function value_sections(name, value)
  if value == "" or value == "?" then
    return { { title = "Its value", { nil, "unknown (PGN 8.1.1)" } } }
  end
  local meaning = VALUES[name] and VALUES[name](value)
  if not meaning then
    return {}
  end
  return { { title = "Its value", { nil, meaning.headline } }, table.unpack(meaning.sections or {}) }, meaning.code
end

local function fault_section(note)
  return { title = "Its faults", { note.code, note.message } }
end

-- Return the first diagnostic of a game that has only this tag pair. The game has no result.
local function first_fault(game)
  for _, note in ipairs(game.diagnostics) do
    if note.code ~= "result_mismatch" then
      return note
    end
  end
end

local function read(text)
  if not text:find("^%[[^%%#\n][^\n]*%]$") then
    return nil
  end
  local name = text:match("^%[%s*([^%s\"%]]+)") or ""
  local game = require("lucena").game(text .. "\n\n*")
  local value, note = game.tags[name], first_fault(game)
  if not value or value == "" and not text:find('""') then
    return { headline = "This is not a tag pair: a name, a blank and a text in quotation marks.", code = "bad_tag",
      source = "PGN 8.1." }
  end
  local meaning = tag.read(name) or { headline = "a tag that Lucena does not know; it is kept." }
  local sections, code = value_sections(name, value)
  if note then
    table.insert(sections, fault_section(note))
    code = code or note.code
  end
  return {
    headline = ("The tag %s has the value %s. %s"):format(name, value,
      meaning.headline:gsub("^A tag: ", "It is "):gsub("^%l", string.upper)),
    sections = sections, code = code, where = "In the tag section, before the moves; one pair per line.",
    source = ("PGN 8.1; %s"):format(meaning.source or "not in PGN."),
  }
end

return { title = "tag pair", examples = '[WhiteElo "2300"]', read = read }
