--- Writes games in the order of the input, and keeps the text between them where possible.
-- A sink has the methods `add`, `finish_file`, `finish` and `abandon`. For ranges it also has `be_part` and `join`. For
-- parts it has `piece`, which returns plain data, and `splice`, which writes such data. `lucena.run.filter.sink` has
-- the same methods. Commands that change the order of the games use `lucena.run.game_file`.
-- @module lucena.run.sink

local joining = require("lucena.run.joining")
local output = require("lucena.run.output")
local parts = require("lucena.core").parts

local M = {}

local BEGINNING = 320 -- number of bytes that show how a game begins
local line_end_of = joining.line_end_of

-- ---- games and the text between them -------------------------------------------------------------

-- A Copier's state after the last game:
--
-- - `number`: the number of the last written game of this file, or nil.
-- - `owed`: the number of line ends needed for a blank line.
-- - `is_whole`: every byte so far was copied.
-- - `ending`: ending() of the last game.
-- - `tail`: the text after the last game of a file.
local Copier = {}
Copier.__index = Copier

--- Create a Copier, which writes games and the text between them. If two written games are adjacent in a file, the text
-- between them is written, so that a complete copy equals the file. Other games are separated by one blank line.
-- Fields: `is_stream`: the output is a stream; `unread`: the number of games written without being examined.
---@param path string
---@param text_of? function (reader, game, what): returns the text that replaces a game, or nil to copy the game.
-- Without it, `what` is that text
---@return table
function M.copier(path, text_of)
  local writer = output.open(path)
  return setmetatable({
    writer = writer, is_stream = writer.is_stream, path = path, text_of = text_of, line_end = "\n", owed = 0,
    is_empty = true, is_whole = true, tail = "", unread = 0,
  }, Copier)
end

-- Return the text between two games, to be written before a game that starts with `text`. If a game has no tags, a
-- reader would read the text before it as part of the game, so the text is omitted.
local function between(gap, owed, text, line_end)
  if gap:find("%S") and not text:find(joining.TAG) then
    gap, owed = "", 2
  end
  return gap .. line_end:rep(owed)
end

-- Return the text to write before game `number` of a file, which starts with `text`. If the game written last is the
-- previous game of the file, this is the original text between the two games, else a blank line. `line_end` is the line
-- end of a rewritten game.
function Copier:lead(number, gap, text, line_end)
  local is_next = number == (self.number or 0) + 1 and (self.number or self.is_empty)
  local is_as_read = is_next and not line_end and not self.last_is_anew
  local closing = is_as_read and "" or joining.closing(self.ending, text)
  if not is_next then
    self.is_whole = self.is_whole and self.is_continued
    gap = between(self.tail, self.owed, text, line_end_of(gap))
    self.tail = ""
  elseif line_end then
    gap = between(gap, 0, text, line_end)
  end
  -- The original game may start inside a text line. A rewritten game starts with a tag, which must be at the start of a
  -- text line.
  local may_begin = not line_end or not is_next or gap:find("[\r\n]$")
    or self.is_empty and (gap == "" or gap == "\u{FEFF}")
  return closing .. (may_begin and gap or gap .. line_end:rep(2))
end

--- Copy a game unchanged, or write `text` instead. `text` must start a line and has no line end at its end.
---@param reader lucena.Reader
---@param game lucena.Game
---@param text? string the replacement, or the argument of `text_of`
function Copier:add(reader, game, text)
  if self.text_of then
    text = self.text_of(reader, game, text)
  end
  local number, gap, line_end = game.number, parts.gap(reader), text and line_end_of(game.text)
  local lead = ""
  if self.is_piece and not self.first then
    local begins = (text or game.text):sub(1, BEGINNING)
    self.first = { number = number, gap = gap, line_end = line_end, begins = begins }
  else
    -- For speed, create the text of a copied game only if its beginning is needed.
    local begins = text or (self.ending or self.tail ~= "") and game.text or ""
    lead = self:lead(number, gap, begins, line_end)
  end
  -- A script may change a game and not select it. Such a game is written as it was read.
  output.check(self.writer:write(lead, text or game.is_edited and game.text or game))
  self.number, self.owed, self.ending = number, 2, joining.ending(text or game)
  self.is_empty, self.is_continued = false, false
  self.last, self.last_is_anew = game, text ~= nil
  self.unread = self.unread + (game:was_examined() and 0 or 1)
end

-- Return the text after the last game of a file. The file was read in this process or in parts.
local function tail_of(reader)
  return type(reader) == "table" and reader.tail or parts.gap(reader)
end

--- End a file, which was read to its end or to the last game needed. The text after its last game is copied later, when
--- it is known whether other text follows.
---@param reader lucena.Reader|table a table {games =, tail =} for a file that was read as parts
---@param is_cut boolean? whether reading stopped before the end
function Copier:finish_file(reader, is_cut)
  if self.number and self.number == reader.read_count and not is_cut then
    self.tail = tail_of(reader)
    self.owed = self.tail:find("\n\r?\n$") and 0 or self.tail:find("[\r\n]$") and 1 or 2
  elseif reader.read_count > 0 then
    self.is_whole = false
    self.line_end = line_end_of(self.last and self.last.text or tail_of(reader))
  end
  self.number, self.last = nil, nil
end

--- Write the last line end and close the file. The file gets its name unless reading failed.
---@param status integer
function Copier:finish(status)
  output.finish(self.writer, self.path, status, function()
    if self.goes_on then
      output.check(self.writer:write(joining.closing(self.ending) .. self.tail, self.line_end:rep(self.owed)))
      return
    end
    output.check(self.writer:write(self.tail))
    if self.owed == 2 and not self.is_whole then
      output.check(self.writer:write(self.line_end))
    end
  end)
end

-- ---- parts of an input ---------------------------------------------------------------------------

--- Make the output a part of a larger one, to be concatenated with the parts before and after it.
---@param is_first boolean whether no part comes before it
---@param is_last boolean whether no part comes after it
function Copier:be_part(is_first, is_last)
  self.is_empty, self.is_continued, self.goes_on = is_first, not is_first, not is_last
end

--- Write the text before the first game of the next part, which another process writes.
---@param reader lucena.Reader
---@param game lucena.Game
---@param text? string the text that replaces this game in the next part
function Copier:join(reader, game, text)
  if self.number and game.number == self.number + 1 then
    if self.text_of then
      text = self.text_of(reader, game, text)
    end
    local line_end = text and line_end_of(game.text)
    output.check(self.writer:write(self:lead(game.number, parts.gap(reader), text or game.text, line_end)))
    self.owed, self.ending = 0, nil
  end
end

--- Create a Copier that stores its output for piece().
---@param text_of? function as for copier()
---@return table
function M.piece(text_of)
  return setmetatable({ writer = require("lucena.core").memory_writer(), line_end = "\n", owed = 0,
    is_empty = true, is_whole = true, tail = "", unread = 0, is_piece = true, text_of = text_of }, Copier)
end

--- Return the output for a part of one file as plain data; nil if there are no games.
---@return table?
function Copier:piece()
  local last = self.last
  return last and { first = self.first, number = self.number, text = require("lucena.core").take_text(self.writer),
    is_whole = self.is_whole, is_anew = self.last_is_anew, line_end = line_end_of(last.text),
    ending = self.ending, unread = self.unread }
end

--- Write the data of piece(), as if its games had been added here.
---@param piece table?
function Copier:splice(piece)
  if not piece then
    return
  end
  local first = piece.first
  output.check(self.writer:write(self:lead(first.number, first.gap, first.begins, first.line_end), piece.text))
  self.number, self.owed, self.ending = piece.number, 2, piece.ending
  self.is_empty, self.is_continued = false, false
  self.is_whole = self.is_whole and piece.is_whole
  self.last_is_anew, self.unread = piece.is_anew, self.unread + piece.unread
  self.last = { text = piece.line_end } -- finish_file() needs the line end of the last game
end

--- Close the output after an error: an old file is kept; a stream gets the games found so far and a line end.
function Copier:abandon()
  if self.writer.is_stream then
    self.writer:write(self.tail, self.owed == 2 and self.line_end or "")
  end
  output.abandon(self.writer)
end

return M
