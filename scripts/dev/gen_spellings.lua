#!/usr/bin/env lua5.4
--- Write docs/spellings.md from the tables of the core: results, castling, check, mate, en passant, promotion, move
-- numbers, null moves, signs, comments of engine matches and refused spellings.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/gen_spellings.lua > docs/spellings.md     (`make library`)

local core = require "lucena.core"
local lexicon = require "lucena.lexicon"

local function code(text)
  return "`" .. text:gsub("|", "\\|") .. "`"
end

-- Return the texts of the entries of a list in groups, in the order of the first entry of each group.
local function grouped(list, key_of)
  local groups, by_key = {}, {}
  for _, entry in ipairs(list) do
    local key = key_of(entry)
    if not by_key[key] then
      by_key[key] = { entry = entry }
      groups[#groups + 1] = by_key[key]
    end
    table.insert(by_key[key], code(entry.text))
  end
  return groups
end

local function write_table(head, rows)
  print(("| %s |\n|%s"):format(table.concat(head, " | "), ("---|"):rep(#head)))
  for _, row in ipairs(rows) do
    print(("| %s |"):format(table.concat(row, " | ")))
  end
end

local PLACES = {
  marker = "anywhere", word = "as a whole word", last = "at the end of a game",
  tagged = "at the end, if the Result tag agrees", written = "always; PGN writes this",
  typed = "always", repaired = "as a repair, `castling_sign`; O, o and 0 may be mixed",
}

print [[
<!-- Written by scripts/dev/gen_spellings.lua (`make library`) from the tables in csrc/notation/: do not edit. -->
# Spellings

This page lists the spellings that files, commands, `lucena read`, the prompt and the library read alike. To add a
spelling, add one line to the file that is named below.

## Results

From `csrc/notation/lexicon.def`. Any dash may replace the hyphen, with spaces around it.
]]
local rows = {}
for _, group in ipairs(grouped(lexicon.entries(), function(it) return it.result .. it.use end)) do
  rows[#rows + 1] = { code(group.entry.result), table.concat(group, " "), PLACES[group.entry.use] }
end
write_table({ "result", "spellings", "read" }, rows)

print "\n## Castling\n\nFrom `csrc/notation/castling.def`.\n"
rows = {}
for _, group in ipairs(grouped(lexicon.castlings(), function(it) return tostring(it.is_long) .. it.use end)) do
  rows[#rows + 1] = { group.entry.is_long and "long" or "short", table.concat(group, " "), PLACES[group.entry.use] }
end
write_table({ "castling", "spellings", "read" }, rows)

local WORDS = {
  { "castling", { with_side = true, alone = true } }, { "short side", { short = true } },
  { "long side", { long = true } },
}
print "\nTexts have castling in words, a word for castling before or after a word for the side:\n"
rows = {}
for _, row in ipairs(WORDS) do
  local texts = {}
  for _, entry in ipairs(lexicon.castling_words()) do
    texts[#texts + 1] = row[2][entry.kind] and code(entry.text) or nil
  end
  rows[#rows + 1] = { row[1], table.concat(texts, " ") }
end
write_table({ "meaning", "words" }, rows)

print "\n## Check, mate, en passant\n\nFrom `csrc/notation/suffixes.def`, which says where each is read.\n"
rows = {}
local KINDS = { ep = "en passant", check = "check", mate = "mate" }
for _, group in ipairs(grouped(lexicon.suffixes(), function(it) return it.kind end)) do
  rows[#rows + 1] = { KINDS[group.entry.kind], table.concat(group, " ") }
end
write_table({ "meaning", "words and signs" }, rows)

print "\n## Promotion\n\nFrom `csrc/notation/promotion.def`; the piece is Q here.\n"
rows = {}
local READ = { written = "always; so it is written in PGN", typed = "always",
  repaired = "in dialects, as a repair, `promotion_sign`" }
for _, group in ipairs(grouped(lexicon.promotions(), function(it) return it.use end)) do
  rows[#rows + 1] = { table.concat(group, " "), READ[group.entry.use] }
end
write_table({ "signs", "read" }, rows)

print "\n## Move numbers\n\nFrom `csrc/notation/numbers.def`: the signs after the digits.\n"
print(table.concat(grouped(lexicon.number_signs(), function() return "" end)[1], " "))

local nulls = grouped(lexicon.null_moves(), function() return "" end)[1]
print(("\n## The null move\n\nFrom `csrc/notation/signs.def`: %s.\nDialects, which also read prose, have only the"
  .. " signs."):format(table.concat(nulls, " ")))

print "\n## Signs after moves\n\nFrom `csrc/notation/signs.def`. `lucena explain` explains each NAG.\n"
rows = {}
for _, group in ipairs(grouped(lexicon.signs(), function(it) return it.nag end)) do
  local number = group.entry.nag
  rows[#rows + 1] = { number == 0 and "none: the offer of a draw" or code("$" .. number), table.concat(group, " ") }
end
write_table({ "NAG", "signs" }, rows)

print [[

## Comments of engine matches

From `csrc/pgn/match_comment.def`. A comment that is one of these as a whole gives a node its evaluation, depth, time
and clock; it stays a text. The score is that of the player who moved, and `M5` is a mate in 5 plies.
]]
rows = {
  { code("+0.32/12 1.5s"), "score, depth and time; also `3`, `1500ms` and `0:01:05`; a comma and any text may follow" },
  { code("(Bb5) +0.45/20 3"), "the same after the move that was expected" },
}
for _, field in ipairs(lexicon.match_fields()) do
  rows[#rows + 1] = { code(field.name .. "="), field.meaning .. "; in a list with commas" }
end
write_table({ "comment", "meaning" }, rows)

print [[

## Refused spellings

From `csrc/notation/refused.def`. They have one meaning, but each spelling that is read hides errors. The message has
the right spelling.
]]
rows = {}
for _, entry in ipairs(core.refused()) do
  rows[#rows + 1] = { code(entry.text), entry.written == "" and "the move without it"
    or entry.written:find(" ") and entry.written or code(entry.written) }
end
write_table({ "spelling", "right" }, rows)
