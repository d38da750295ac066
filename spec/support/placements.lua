--- Games with a marker word in each kind of text, at each place. Specs look for the marker in the output.
--
-- A shape is {construct of docs/pgn.md, text}, with @ in the text for the marker. A place is a game, with #
-- for the text. `files(folder)` writes games with one shape each, and `pairs_file(folder, count)` writes games with two
-- shapes each. Both return placements: {construct, marker, file, line, column (of the text on the marker's line), last
-- (the marker's column), text, before (in pairs, the placement of the first shape)}.

local file = require("spec.support.file")

local M = {}

M.MOVETEXT = {
  { "comments", "{a@}" }, { "comments", ";a@\n" }, { "commands", "{x [%clk a@] y}" }, { "comments", "{[%x a@}" },
  { "commands", "{[%eval a@]}" }, { "comments", ";a@ }\n" }, { "comments", "{\na@\n}" }, { "comments", '{"a@" \\}' },
  { "comments", "({a@})" },
  { "notes", "<a@>" }, { "notes", "$7@" }, { "notes", "\n%a@\n" }, { "notes", "0.@" }, { "notes", "[%a@]" },
  { "unreadable moves", "a@" }, { "unreadable moves", '"a@"' }, { "unreadable moves", '\\"a@\\"' },
  { "unreadable moves", "=a@" }, { "unreadable moves", "!a@" }, { "unreadable moves", "a@*x" },
  { "unreadable moves", "&a@&" }, { "unreadable moves", "[a@]" }, { "unreadable moves", "Ke9/@" },
  { "unreadable moves", "e4a@" },
  { "unreadable variations", "($a@)" }, { "unreadable variations", "(a@)" },
  { "unreadable variations", "($1 {a@} zz)" }, { "unreadable variations", "((a@) zz)" },
  { "unreadable variations", "(a@ 1-0)" },
}

M.TAGS = {
  { "tags", '[T "a@"]' }, { "tags", "[T a@]" }, { "tags", "[T 'a@']" }, { "tags", "[T \u{201C}a@\u{201D}]" },
  { "tags", "[T \u{201E}a@\u{201C}]" }, { "tags", "[T \u{AB}a@\u{BB}]" }, { "tags", '[T "x" a@ "y"]' },
  { "tags", '[T "a@' }, { "tags", '[T\n"a@"]' }, { "tags", '[a@ "x"]' }, { "duplicate tags", "[a@]" },
  { "tags", '[T "x\\"a@\\\\"]' },
  { "duplicate tags", '[White "a@"]' }, { "duplicate tags", "[White a@]" }, { "duplicate tags", '[ "a@"]' },
  { "duplicate tags", "[(a@)]" },
}

local PLACES = {
  "1. e4 # e5 *", '# [White "A"]\n\n1. e4 e5 *',
  '[White "A"] #\n[Black "B"]\n\n1. e4 e5 *', '[White "A"]\n#\n\n1. e4 e5 *', "# 1. e4 e5 *",
  '[White "A"]\n\n# 1. e4 e5 *', '[White "A"]\n\n#\n\n1. e4 e5 *', '[White "A"]\n\n1. # e4 e5 *',
  '[White "A"]\n\n1. e4 # e5 *', '[White "A"]\n\n1. e4 1... # e5 *', '[White "A"]\n\n1. e4 e5 # 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5\n#\n2. Nf3 *', '[White "A"]\n\n1. e4 e5 (# 1... c5) 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... # c5) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 (1... c5 # 2. Nf3) 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... c5 #) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 (1... c5) # 2. Nf3 *',
  '[White "A"]\n\n1. e4 e5 (1... c5 2. Nf3 (# 2. d4)) 2. Nf3 *', '[White "A"]\n\n1. e4 e5 # *',
  '[White "A"]\n\n1. e4 e5 #\n\n*', '[White "A"]\n\n1. e4 e5 1-0 #', '[White "A"]\n\n1. e4 e5 1-0\n#',
  '[White "A"]\n\n1. e4 e5 1-0\n\n#', '[White "A"]\n\n1. e4 e5 #',
}
local TAG_PLACES = {
  '#\n[White "A"]\n\n1. e4 *', '[White "A"]\n#\n\n1. e4 *', '[White "A"]\n#\n[Black "B"]\n\n1. e4 *',
  '[White "A"]\n{c}\n#\n\n1. e4 *', '[White "A"]\n\n#\n\n1. e4 *',
}

-- Unreadable moves in a variation are text of that variation. Unreadable moves after a result are comments. A word in
-- brackets before the moves is a tag without a name.
local function construct_at(construct, text, before)
  if construct ~= "unreadable moves" then
    return construct
  elseif before:find("1-0", 1, true) then
    return text:find("^%[") and "commands" or "comments"
  end
  if text:find("^%[") and not before:find("1.", 1, true) then
    return "duplicate tags"
  end
  return before:find("%([^)]*$") and "unreadable variations" or construct
end

-- The games of one file, until they are written.
local Games = {}
Games.__index = Games

local numbered = 0

-- Adds a game: `form` with the next shape in place of each #.
function Games:add(form, ...)
  local shapes, i = { ... }, 0
  local markers, texts = {}, {}
  local game = form:gsub("#", function()
    i = i + 1
    numbered = numbered + 1
    markers[i] = ("%06d7"):format(numbered)
    texts[i] = shapes[i][2]:gsub("@", markers[i])
    return texts[i]
  end) .. "\n\n"
  local before = ""
  for k = 1, i do
    before = before .. form:match("^[^#]*", #before + k)
    local from, at = game:find(texts[k], 1, true), game:find(markers[k], 1, true)
    local line_begin = #(game:sub(1, at):match("^.*\n") or "")
    self.placements[#self.placements + 1] = {
      construct = construct_at(shapes[k][1], texts[k], before), marker = markers[k], text = game, file = self.name,
      marker_from = self.size + at, marker_to = self.size + at + #markers[k] - 1,
      text_from = self.size + from, text_to = self.size + from + #texts[k] - 1,
      game_from = self.size + 1, game_to = self.size + #game,
      before = k > 1 and self.placements[#self.placements] or nil,
      line = self.line + select(2, game:sub(1, at):gsub("\n", "")), column = math.max(1, from - line_begin),
      last = at - line_begin,
    }
  end
  self.out[#self.out + 1] = game
  self.size = self.size + #game
  self.line = self.line + select(2, game:gsub("\n", ""))
end

function Games:finish()
  file.write(self.name, table.concat(self.out))
  return self.name
end

local function games(name, placements)
  return setmetatable({ name = name, placements = placements, out = {}, line = 1, size = 0 }, Games)
end

-- Shapes per file. With unreadable moves in many files, commands would spend most of their time on guesses of the
-- dialect, because the first games of each file are guessed.
local SHAPES = 10

--- Write each shape at each place, into a few files or into one file.
function M.files(folder, is_one)
  local names, placements, gathered = {}, {}, nil
  local count = 0
  for _, kind in ipairs { { M.MOVETEXT, PLACES }, { M.TAGS, TAG_PLACES } } do
    for _, shape in ipairs(kind[1]) do
      if count % SHAPES == 0 and not (is_one and gathered) then
        gathered = games(folder:path(("%d.pgn"):format(#names + 1)), placements)
        names[#names + 1] = gathered.name
      end
      for _, form in ipairs(kind[2]) do
        gathered:add(form, shape)
      end
      gathered:finish()
      count = count + 1
    end
  end
  return names, placements
end

-- Both shapes at one place, and the shapes at two places.
local PAIRS = {
  '[White "A"]\n\n1. e4 # # e5 2. Nf3 *', '[White "A"]\n\n# 1. e4 e5 # *', '[White "A"]\n\n1. e4 (1. d4 # #) e5 *',
  '[White "A"]\n\n1. e4 # (# 1. d4) e5 *', '[White "A"]\n\n1. e4 e5 1-0 # #', '[White "A"]\n\n1. e4 # e5 1-0\n#',
}

--- Write pairs of shapes of movetext: `count` pairs chosen by math.random, but not pairs that an earlier call with the
-- same table `rest` has written. Without a count, write all pairs.
function M.pairs_file(folder, count, rest)
  local placements = {}
  rest = rest or {}
  if #rest == 0 then
    for _, form in ipairs(PAIRS) do
      for _, a in ipairs(M.MOVETEXT) do
        for _, b in ipairs(M.MOVETEXT) do
          rest[#rest + 1] = { form, a, b }
        end
      end
    end
  end
  local gathered = games(folder:path "pairs.pgn", placements)
  for _ = 1, math.min(count or #rest, #rest) do
    local it = table.remove(rest, count and math.random(#rest) or #rest)
    gathered:add(it[1], it[2], it[3])
  end
  return { gathered:finish() }, placements
end

return M
