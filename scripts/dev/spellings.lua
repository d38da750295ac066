-- Finds lists of spellings outside the lexicon. The tables in csrc/notation (lexicon.def, castling.def, signs.def,
-- suffixes.def, promotion.def) have every spelling of a result, of castling, of the null move, of a sign, of check,
-- mate and en passant, and of a promotion, so that all readers agree. A file that names
-- two spellings of one meaning within three lines has a list of its own, and is reported. Use lucena.lexicon, or
-- csrc/notation/lexicon.h and csrc/pgn/glyph.h. A line with the comment `lexicon: REASON` is not reported.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/spellings.lua [FILE]...  (default: csrc and lua; from the top of the
-- tree)

local lexicon = require "lucena.lexicon"
local tree = require "scripts.dev.tree"

local NEAR = 3 -- lines

-- Text -> meaning: "result 1-0", "castling long", "NAG 14", "null".
local meanings = {}
for _, entry in ipairs(lexicon.entries()) do
  meanings[entry.text] = "result " .. entry.result
end
for _, entry in ipairs(lexicon.castlings()) do
  meanings[entry.text] = "castling " .. tostring(entry.is_long)
end
for _, entry in ipairs(lexicon.null_moves()) do
  meanings[entry.text] = "null move"
end
-- Signs of one or two characters of ASCII are also operators of queries, of Lua and of C.
for _, entry in ipairs(lexicon.signs()) do
  local is_usual = entry.text:find("^[\x20-\x7E]+$") and #entry.text < 3
  meanings[entry.text] = meanings[entry.text] or not is_usual and "NAG " .. entry.nag or nil
end

-- These words are also names in programs: of queries, columns and sides.
local NAMES = { check = true, mate = true, checkmate = true, short = true, long = true, ep = true, p = true, g = true,
  castling = true }
local function add_words(entries, meaning_of)
  for _, entry in ipairs(entries) do
    local is_sign = entry.text:find("^[\x20-\x40]+$") and #entry.text < 3
    meanings[entry.text] = meanings[entry.text] or not NAMES[entry.text] and not is_sign and meaning_of(entry) or nil
  end
end
add_words(lexicon.suffixes(), function(entry) return "word for " .. entry.kind end)
add_words(lexicon.castling_words(), function(entry)
  return (entry.kind == "short" or entry.kind == "long") and "side " .. entry.kind or "word for castling"
end)
add_words(lexicon.promotions(), function() return "promotion" end)

-- Files that hold the tables, and data of notations.
local function is_lexicon(path)
  return path:find("^csrc/notation/lexicon") or path:find("core_help", 1, true) or path:find("^lua/lucena/dialect/")
end

local function is_comment(line)
  return line:find("^%s*%-%-") or line:find("^%s*%*%*") or line:find("^%s*/%*")
end

local faults = 0

local function check(path)
  local seen, number = {}, 0 -- meaning -> {text, line}
  for line in (tree.read(path) .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    if not is_comment(line) and not line:find("lexicon: %a") then
      for text in line:gmatch('"([^"]*)"') do
        text = text:gsub("\\x(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end)
        local meaning = meanings[text]
        local before = meaning and seen[meaning]
        if before and before.text ~= text and number - before.line < NEAR then
          io.stderr:write(("%s:%d: '%s' and '%s' are spellings of one meaning: use the lexicon\n")
            :format(path, number, before.text, text))
          faults = faults + 1
        end
        if meaning then
          seen[meaning] = { text = text, line = number }
        end
      end
    end
  end
end

local count = 0
for _, path in ipairs(#arg > 0 and arg or tree.list("find csrc lua -name '*.c' -o -name '*.h' -o -name '*.lua'")) do
  if not is_lexicon(path) then
    count = count + 1
    check(path)
  end
end
if faults > 0 then
  os.exit(1)
end
print(("spellings: %d files, no list outside the lexicon"):format(count))
