--- Reads the heading of a game: players, event, place, date, round and opening become tags. The heading is the last
-- group of short lines between the previous game and the first move; lucena.text.heading_line reads each of them.
-- Unrecognized text gives no tag.
--
-- Titles of a page and sentences before the heading give the tags that it lacks, see `lucena.text.introduction`.
-- @module lucena.text.heading

local dates = require("lucena.text.dates")
local introduction = require("lucena.text.introduction")
local lines_of = require("lucena.text.heading_line")
local occasion = require("lucena.text.occasion")
local player_tables = require("lucena.text.player_tables")
local player_tags = require("lucena.text.player_tags")
local players = require("lucena.text.players")
local result_lists = require("lucena.text.result_lists")
local rounds = require("lucena.text.rounds")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub
local plain, is_markup, is_event = lines_of.plain, lines_of.is_markup, words.is_event
local opening_in, number_in = lines_of.opening_in, lines_of.number_in

local LARGEST = 1500 -- bytes before the first move that may be a heading
local LONGEST_LINE = 120

-- ---- the heading ---------------------------------------------------------------------------------

local FEWEST_LOWER = 3 -- words in lower case of a sentence
local MOST_LINES = 12 -- of a heading

-- Return whether the first line of a paragraph names the players, although sentences follow.
local function names_players(line)
  local pair = players.pair(line)
  return pair ~= nil and (pair.white_elo ~= nil or players.is_heading(line))
end

local FEWEST_NUMBERS = 3

-- Return whether a line has moves: those of a game that was not read.
local function is_score(line)
  return select(2, line:gsub("%f[%d]%d+[.)]%s*%f[%w]", "")) >= FEWEST_NUMBERS
end

local MOST_TITLES = 3 -- lines before the names of the players in their paragraph

-- Return the line of a paragraph that names the players, although sentences follow it.
local function line_of_players(paragraph)
  for i = 1, math.min(#paragraph, MOST_TITLES) do
    if names_players(paragraph[i]) then
      return paragraph[i]
    end
  end
end

-- Return the lines before a game that belong to its heading.
local function lines_before(text, from, to)
  local lines, latest, is_table = {}, "", false
  local block = text:sub(math.max(from, to - LARGEST), to):gsub("\1", ""):gsub("{%s*%d+%s*}", "")
  for line in block:gmatch("([^\r\n]*)\r?\n?") do
    line = is_markup(line) and "" or plain(line)
    if #line > LONGEST_LINE and players.is_heading(latest) then
      latest = "" -- an introduction after the names
    elseif line:find("^%s*|") or line:find("^%s*%+%-") then
      is_table = true -- that of another game, if text follows
    elseif #line > LONGEST_LINE or line:find('^%[%a+%s+"') or line:find("^[%s*]+%*[%s*]*$") or is_score(line)
      or is_table and line:find("%S") then
      lines, is_table = {}, false
    else
      lines[#lines + 1] = line
      latest = line:find("%S") and line or latest
    end
  end
  -- A long paragraph or a paragraph of sentences is not a heading. Keep only the paragraphs after the last such one.
  -- The names of the players are kept before an introduction of one paragraph.
  local kept, paragraph = {}, {}
  local function close()
    local all = table.concat(paragraph, " ")
    local others = occasion.count_lower(all)
    local is_short = #paragraph <= 4 and #all < 260 or #paragraph <= MOST_LINES and others < #paragraph
    local is_sentence = #paragraph > 1 and all:find("%l%l%l%.%s*$") and others >= FEWEST_LOWER
    if #paragraph > 0 and (not is_short or is_sentence) then
      kept = players.is_heading(kept[#kept] or "") and kept or {}
      kept[#kept + 1] = line_of_players(paragraph)
    else
      table.move(paragraph, 1, #paragraph, #kept + 1, kept)
    end
    paragraph = {}
  end
  for _, line in ipairs(lines) do
    if line:find("%S") then
      paragraph[#paragraph + 1] = line
    else
      close()
    end
  end
  close()
  return kept
end

local MOST_OTHER = 4 -- lines between the names of the players and the first move

-- Return whether a line before the names is part of the heading: the event, the place and date, or the number.
local function is_mark(line)
  if opening_in(line) then
    return true
  elseif line:find("[!?:]%s*$") then
    return false
  end
  local is_sentence = line:find("[%l%)]%.%s*$") ~= nil -- not "Round 6, 20 July 1912, Breslau."
  return occasion.is_listed(line)
    or not is_sentence and (number_in(line) ~= nil or lines_of.eco_in(line) ~= nil or is_event(line))
end

-- Return whether a line may be between the names of the players and the first move: the opening, or a place.
local function is_free(line)
  return not line:find("^%s*%l") and not line:find("%l%l[.!?]%s*$")
end

-- Return whether a line names the players, the game by its number, or an opening before a colon.
local function is_beginning(line)
  return players.is_heading(line) or players.is_labelled(line) or number_in(line) ~= nil and is_mark(line)
    or line:find(":%s*$") ~= nil and opening_in(line:match("^(.*):")) ~= nil
end

--- Return the offset at which the heading of a game begins; nil if the lines before the first move are not a heading.
---@param text string
---@param from integer the first byte after the moves of the previous game
---@param to integer the last byte before the first move
---@return integer? first
function M.first(text, from, to)
  -- Only these bytes are searched: a search of the whole text would make the cost quadratic.
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to)
  local at = start == 1 and 0 or find(block, "\n", 1, true)
  local lines = {}
  while at and at < #block do
    local stop = find(block, "\n", at + 1, true) or #block + 1
    lines[#lines + 1] = { first = start + at, text = plain(sub(block, at + 1, stop - 1)) }
    at = stop
  end
  local first, others = nil, 0
  for i = #lines, 1, -1 do
    local line = lines[i].text
    if not find(line, "%S") then
      goto continue
    elseif #line > LONGEST_LINE then
      break
    elseif is_beginning(line) or first and is_mark(line) then
      first = lines[i].first
    elseif first or others == MOST_OTHER or not is_free(line) then
      break
    else
      others = others + 1
    end
    ::continue::
  end
  return first
end

--- Return whether the line that ends at an offset is a heading, "Martin - Petit 1-0", or ends with a game in a list of
-- results: "Marić - Csáky 1 : 0, Hofer - Radan ½ : ½".
---@param text string folded
---@param last integer
---@return boolean
function M.ends_at(text, last)
  local line = sub(text, math.max(1, last - LONGEST_LINE), last):match("\n([^\n]+)$")
  return line ~= nil and players.is_heading(plain(line:match("^.*,%s*([^,]+)$") or line))
end

-- ---- titles and introductions --------------------------------------------------------------------

local MOST_TOP = 3 -- lines of a page that may be its title

-- Return the tags of the parts of a title, or nil if the line is something else: a sentence, or the players.
local function tags_of_title(line)
  if #line > LONGEST_LINE or find(line, "%l%l[.:?!]%s*$")
    or not find(line, "%s\u{2013}%s%l") and players.pair(line) then
    return nil
  end
  return occasion.tags(line) or {}
end

-- Return the tags of the title of a page or section: "MEMORIAL R. KANDELAKI   BULLETIN 7   12.VIII.1986", or nil.
local function title_in(line)
  local tags = tags_of_title(line)
  return tags and tags.Event and tags or nil
end

-- Return the round of a line with nothing else but a date in brackets: "ROUND 1  (3 May)".
local function round_line(line)
  local text = line:gsub("%s*%b()%s*$", ""):gsub("[%s.:=*#-]+$", "")
  return find(text, "^%S+%s+%S+$") and rounds.find(text) or nil
end

-- Return whether the names of the players are in a line.
local function has_players(line)
  return players.is_labelled(line) or players.is_heading(line)
end

local MOST_DATED = 6 -- lines of a page that may have the date on which it is printed

-- Note the date of a page: that of its first lines, if it has a month.
local function note_page(memory, text)
  local count = 0
  for line in sub(text, 1, LARGEST):gmatch("[^\n]*%w[^\n]*") do
    line, count = plain(line), count + 1
    local date = dates.find(line)
    if has_players(line) or count > MOST_DATED then
      return
    elseif date and find(date, "^%d+%.%d%d") then
      memory.printed = date
      return
    end
  end
end

-- Note the title of the page, which holds for all games of the text. The line after it has no words, or the place and
-- the date: "Guildford, 2 June 1991", "Guildford 1991".
local function note_title(memory, text)
  local count, title = 0, nil
  for line in (sub(text, 1, LARGEST) .. "\n"):gmatch("([^\n]*)\n") do
    line = plain(line)
    local more = title and tags_of_title(line)
    if more and (more.Date and not more.Event or not find(line, "%w")) then
      players.set(title, "Site", (find(line, ",") or find(more.Date or "", "??.??", 1, true)) and more.Site or nil)
      players.set(title, "Date", more.Date)
      memory.title, memory.date = title, title.Date
    end
    count = count + (find(line, "%S") and 1 or 0)
    if title and find(line, "%w") or count > MOST_TOP or has_players(line) then
      return
    end
    title = title or title_in(line)
  end
end

-- Note the lines with a round above the names of the players: they hold for all games up to the next one.
local function note_rounds(memory, block)
  local lines = {}
  for line in block:gmatch("[^\r\n]+") do
    line = plain(line)
    local pair = find(line, ":", 1, true) and players.pair(line)
    local title = pair and pair.before or line
    local round = round_line(title)
    for _, before in ipairs(round and lines or {}) do
      if has_players(before) then
        return
      end
    end
    lines[#lines + 1] = line
    memory.date = memory.date or dates.find(line)
    if round then
      memory.round = { Round = round, Date = dates.with_year(title, memory.date) }
    end
  end
end

-- Return the tags of a title that is a line of its own before the last paragraph of an introduction.
local function title_before(paragraphs)
  local title = paragraphs[#paragraphs - 1]
  return title and find(paragraphs[#paragraphs], ":%s*$") and title_in(title) or {}
end

-- Return a paragraph with a sign after each short line before a capital letter, which is a title.
local function with_breaks(text)
  local longest = 0
  for line in text:gmatch("[^\n]+") do
    longest = math.max(longest, #line)
  end
  return (text:gsub("([^\n]+)\n%f[%u]", function(line)
    return #line < longest // 2 and line .. " | " or nil
  end))
end

-- Return the paragraphs of a block as lines without breaks.
local function paragraphs_of(block)
  local list = {}
  for paragraph in (block:gsub("\r", "") .. "\n\n"):gmatch("(.-)\n[ \t]*\n") do
    local text = paragraph:gsub("[^\n]+", plain):gsub("(%l)%-[ \t]*\n[ \t]*(%l)", "%1%2")
    text = with_breaks(text):gsub("%s+", " ")
    list[#list + 1] = find(text, "%S") and text or nil
  end
  return list
end

-- Return the paragraph at the end of a text, if it follows a line with the number of a game: "GAME No. 188."
local function after_number(text)
  local at
  for first, printed in text:gmatch("()([^\r\n]+)") do
    at = number_in(plain(printed)) and first + #printed or at
  end
  local paragraph = at and sub(text, at):match("^%s*(.-)%s*$")
  return paragraph and paragraph ~= "" and not find(paragraph, "\n[ \t]*\r?\n") and paragraph or nil
end

-- Return the text that may introduce a game: that before the first game, or from its heading on, with a paragraph
-- before it that ends with a colon.
local function before_heading(text, from, to)
  local start = math.max(from, to - LARGEST)
  if from == 1 then
    return (start > LARGEST and sub(text, 1, LARGEST) .. "\n\n" or sub(text, 1, start - 1)) .. sub(text, start, to)
  end
  local first = M.first(text, from, to)
  if not first then
    return sub(text, start, to):match(".*\n[ \t]*\r?\n(.*%w.*)$") or "" -- the paragraph of the first move
  end
  local numbered = after_number(sub(text, start, first - 1))
  if numbered then
    return numbered .. "\n\n" .. sub(text, first, to)
  end
  local before = sub(text, start, first - 1):match("([^\n]+[^\n].-:)%s*$")
  before = before and before:match(".*\n[ \t]*\r?\n(.*)$") or before
  return (before and before .. "\n\n" or "") .. sub(text, first, to)
end

local INHERITED = { "Event", "Site", "Date", "Round" }

--- Return what the headings of a text note for later ones.
---@param earlier? table the memory of the zone before it
---@return table memory
function M.memory(earlier)
  local memory = {}
  for name, value in pairs(earlier or {}) do
    memory[name] = value
  end
  memory.players = {} -- the readers of a zone do not share it
  for word in pairs(earlier and earlier.players or {}) do
    memory.players[word] = true
  end
  return memory
end

-- Call a function for each word of the names of the players.
local function each_name(tags, visit)
  for _, name in ipairs { "White", "Black" } do
    words.each(tags[name] or "", 1, function(word) visit(word) end)
  end
end

-- Take the day of a round, if the date of the heading is that of its month or year.
local function refine(tags, round)
  local known = tags.Date and tags.Date:gsub("[.?]+$", "")
  local date = known and round and round.Date
  tags.Date = date and sub(date, 1, #known) == known and date or tags.Date
end

-- Return the fuller of two names, if they are the same: "P. Abel" and "Paul Abel".
local function fuller(name, other)
  local initial, surname = (name or ""):match("^(%u)[%l\x80-\xFF]?%.%s*(%S+)$")
  local is_same = other and initial and find(other, "^" .. initial) and sub(other, -#surname - 1) == " " .. surname
  return is_same and other or name
end

-- Add the tags of the introduction and of titles. Tags of an earlier introduction hold for the next games of its
-- players.
local function add_introduction(tags, text, from, to, memory)
  local block = sub(text, math.max(from, to - LARGEST), to)
  note_rounds(memory, block)
  local names, is_known = {}, false
  each_name(tags, function(word) names[word], is_known = true, is_known or memory.players[word] ~= nil end)
  local paragraphs = paragraphs_of(player_tags.without_ratings(before_heading(text, from, to), tags))
  local found = introduction.tags(paragraphs, names, memory)
  if next(found.general) then
    memory.prose, memory.players = found.general, {}
  elseif not is_known then
    memory.prose, memory.players = nil, {}
  end
  if found.own.Date and tags.Date == memory.printed then
    tags.Date = nil -- that of the page
  end
  for _, name in ipairs { "White", "Black" } do
    tags[name] = fuller(tags[name], found.own[name])
  end
  for name, value in pairs(found.own) do
    players.set(tags, name, value)
  end
  for i = #paragraphs, tags.White and #paragraphs + 1 or 1, -1 do
    local white, black = players.labelled(paragraphs[i])
    if white then
      tags.White, tags.Black = white, black
      break
    end
  end
  if tags.Round and memory.round and tags.Round ~= memory.round.Round then
    memory.round = nil
  end
  refine(tags, memory.round)
  local before = title_before(paragraphs)
  local year = tags.Date and sub(tags.Date, 1, 4)
  for _, source in ipairs { before, memory.round or {}, memory.prose or {}, memory.title or {} } do
    if year and source.Date and sub(source.Date, 1, 4) ~= year then
      source = {} -- a game of another year: "the immortal game"
    end
    for _, name in ipairs(INHERITED) do
      players.set(tags, name, source[name])
    end
  end
  each_name(tags, function(word) memory.players[word] = true end)
end

-- Return the lines with those between bars as lines of their own: "Town Open, round 2 | Abel - Cobb | highlights".
local function with_cells(lines)
  local list = {}
  for _, line in ipairs(lines) do
    for cell in line:gsub("%s|%s", "\n"):gmatch("[^\n]+") do
      list[#list + 1] = cell
    end
  end
  return list
end

-- Add the tags of the first line of a page, if it names the players: "Abel vs Cobb: a sharp game | Chess Today".
local function add_first_line(tags, text)
  local cells = with_cells { text:match("[^\r\n]*%w[^\r\n]*") }
  for _, cell in ipairs(cells) do
    cell = plain(cell:match("^([^:]+):%s") or cell)
    local pair = players.is_heading(cell) and players.pair(cell)
    if pair then
      tags.White, tags.Black = pair.white, pair.black
    end
  end
  for _, cell in ipairs(tags.White and cells or {}) do
    for name, value in pairs(occasion.tags(plain(cell)) or {}) do
      players.set(tags, name, value)
    end
  end
end

-- Return whether a line is a row of a table with two ratings.
local function is_row(line)
  return find(line, "%f[%d]%d%d%d%d%f[%D].*%s%s%s.*%f[%d]%d%d%d%d%f[%D]") ~= nil
end

-- A heading with a round but without an event belongs to the event of the game before, if that has a round, too. A game
-- on another board belongs to the same round.
local function continue_event(tags, memory, is_board)
  local latest = memory.latest
  if latest and is_board and not tags.Event and not tags.Round and not tags.Date then
    for _, name in ipairs(INHERITED) do
      players.set(tags, name, latest[name])
    end
  elseif latest and tags.Round and latest.Round and not tags.Event and (tags.Site or latest.Site) == latest.Site
    and sub(tags.Date or latest.Date or "", 1, 4) == sub(latest.Date or tags.Date or "", 1, 4) then
    players.set(tags, "Event", latest.Event)
    players.set(tags, "Site", latest.Site)
  end
  memory.latest = { Event = tags.Event, Site = tags.Site, Date = tags.Date, Round = tags.Round }
end

-- Add the names and the result of the row of a game in the lists of results before the first game, and the occasion of
-- the text before the list.
local function add_row(tags, text, from, to, memory)
  memory.rows = memory.rows or from == 1 and result_lists.rows(text:sub(1, to)) or {}
  local paragraph = sub(text, math.max(from, to - LARGEST), to):match(".*\n[ \t]*\r?\n(.*%w.*)$") or ""
  local row = result_lists.find(memory.rows, tags.White, tags.Black, paragraph)
  if not row then
    return
  end
  for side, name in pairs { White = row.white, Black = row.black } do
    tags[side] = tags[side] and #tags[side] > #name and tags[side] or name
  end
  players.set(tags, "Result", row.result)
  memory.occasion = memory.occasion or { Event = tags.Event, Site = tags.Site, Date = tags.Date, Round = tags.Round }
  for name, value in pairs(memory.occasion) do
    players.set(tags, name, value)
  end
end

--- Return the tags that a heading contains.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@param memory? table of `memory`, for all games of a text in their order
---@return table<string, string> tags
function M.tags(text, from, to, memory)
  local tags = {}
  memory = memory or M.memory()
  if from == 1 then
    note_page(memory, text)
    note_title(memory, text)
  end
  local lines = lines_before(text, from > 1 and M.first(text, from, to) or from, to)
  lines = with_cells(lines)
  player_tags.add(tags, table.concat(lines, "\n"), lines)
  for _, line in ipairs(lines) do
    players.set(tags, "ECO", lines_of.eco_in(line))
    for name, value in pairs(lines_of.labels_in(line)) do
      players.set(tags, name, value)
    end
  end
  for i = #lines, 1, -1 do -- the lines next to the score are its own, the first ones may be those of the page
    local line = is_row(lines[i]) and "" or lines[i]
    for cell in line:gsub("%s%s%s+", "\n"):gmatch("[^\n]+") do
      for name, value in pairs(lines_of.tags_in(cell, memory.date or memory.printed, tags)) do
        players.set(tags, name, value)
      end
    end
  end
  local block = sub(text, math.max(from, to - LARGEST), to)
  if from == 1 and not tags.White then
    add_first_line(tags, block)
  end
  for name, value in pairs(not tags.White and player_tables.tags(block) or {}) do
    players.set(tags, name, value)
  end
  add_introduction(tags, text, from, to, memory)
  add_row(tags, text, from, to, memory)
  continue_event(tags, memory, words.has_board(before_heading(text, from, to)))
  return tags
end

-- Return whether each word of a line is in a set.
local function has_all(known, line)
  local is_known = true
  words.each(line, 1, function(word) is_known = is_known and known[word] ~= nil end)
  return is_known
end

--- Return the text before a game without the lines of its heading whose words are all in its tags.
---@param text string
---@param from integer the first byte after the previous game
---@param to integer the last byte before the first move
---@param tags table<string, string>
---@return string
-- @usage heading.without(text, 1, #text, { White = "Martin" })
function M.without(text, from, to, tags)
  local known = {}
  for name, value in pairs(tags) do
    words.each(name .. " " .. value, 1, function(word) known[word] = true end)
  end
  local start = math.max(from, to - LARGEST)
  local block = sub(text, start, to):gsub("[^\r\n]+", function(line)
    return has_all(known, (line:gsub("\1", ""))) and "" or nil
  end)
  return sub(text, from, start - 1) .. block
end

return M
