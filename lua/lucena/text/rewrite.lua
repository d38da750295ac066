--- Rewrites the moves of a text with prose in another notation. The text is read as by chess.read_text. Each move whose
-- position is known is replaced; all other bytes stay. Moves that a sentence only names are rewritten if all moves of
-- their list are legal near the latest move. So a list is translated as a whole or not at all.
--
-- Cost: linear in the text.
-- @module lucena.text.rewrite

local boards = require("lucena.text.boards")
local core = require("lucena.core")
local fold = require("lucena.text.fold")
local judge = require("lucena.text.judge")
local letters = require("lucena.notation.letters")
local parts = require("lucena.text.parts")
local resolve = require("lucena.text.resolve")
local unplaced = require("lucena.text.unplaced")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

local LONGEST_GAP = 20 -- bytes between two moves of a list
local MOST_BACK = 4 -- plies before the latest move in which a named move may be legal

-- ---- moves ---------------------------------------------------------------------------------------

local function token_of(self, mention)
  return (sub(self.text, mention.first, mention.last):gsub("%s+", " "))
end

-- Replace a move. Marks after it and a line break inside it stay.
local function replace(self, mention, new)
  local old = sub(self.text, mention.first, mention.last)
  local marks = old:match("%s*[!?]+$") or ""
  local wrap = old:match("[ \t]*\r?\n[ \t]*") or ""
  self.edits[#self.edits + 1] = { first = mention.first, last = mention.last, text = wrap .. new .. marks }
  self.moves = self.moves + 1
end

local function leave(self, list, mention, code, message)
  list[#list + 1] = { offset = mention.first - 1, token = token_of(self, mention), code = code, message = message }
end

-- Write a move that is placed, and count the repairs of its text.
local function write_placed(self, mention, record)
  local new, message, code = self.to:write(record.before, record.move)
  if not new then
    return leave(self, self.left, mention, code, message)
  end
  replace(self, mention, new)
  local token = mention.token
  local _, repairs = nil, nil
  if token then
    _, repairs = token.dialect:read(record.before, token.text)
  end
  for _, name in ipairs(type(repairs) == "table" and repairs or {}) do
    self.repairs[name] = (self.repairs[name] or 0) + 1
  end
end

-- ---- named moves ---------------------------------------------------------------------------------

-- Return the text of a named move in a position, or nil.
local function text_in(self, position, mention, matcher)
  local move
  if mention.token then
    local found, repairs = mention.token.dialect:read(position, mention.token.text)
    for _, name in ipairs(found and repairs or {}) do
      found = name == "check_sign" and found or nil
    end
    move = found
  else
    local readings = matcher:readings(position, mention)
    move = #readings == 1 and readings[1].move or nil
  end
  return move and self.to:write(position, move) or nil
end

-- Return the text of a named move: legal for either side after the latest move, or in one of the positions before.
local function named_text(self, record, mention, matcher)
  local now = text_in(self, record.position, mention, matcher)
  local other = not record.position:in_check() and record.position:pass()
  other = other and text_in(self, other, mention, matcher)
  if now and other and now ~= other then
    return nil
  end
  local found, one = now or other, record
  for _ = 1, MOST_BACK do
    if found or not one.before then
      break
    end
    found, one = text_in(self, one.before, mention, matcher), one.parent
  end
  return found
end

local CASTLING = core.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")

-- Return whether both notations write a move alike, because it has no piece letter.
local function is_alike(self, mention)
  local text = mention.token and mention.token.text
  if text == nil or find(text, "[=(]") then
    return false
  elseif find(text, "^[O0o]%-") then
    return self.to:write(CASTLING, (mention.token.dialect:read(CASTLING, "O-O"))) == "O-O"
  end
  local is_short = find(text, "^[a-h][1-8][+#]*$") or find(text, "^[a-h]x[a-h][1-8][+#]*$")
  return is_short ~= nil and self.to:is_shaped(text) == true
end

-- Return a token with the letters of another language, or nil.
local function with_letters(self, mention)
  local row = self.rows
  local text = mention.token and mention.token.text
  if not row or not text then
    return nil
  end
  for _, kind in ipairs { "K", "Q", "R", "B", "N" } do
    for _, spelling in ipairs(row.from.white[kind]) do
      if sub(text, 1, #spelling) == spelling and find(text, "[a-h][1-8]") then
        return row.to.white[kind][1] .. sub(text, #spelling + 1)
      end
    end
  end
  for _, kind in ipairs { "Q", "R", "B", "N" } do
    local spelling = row.from.white[kind][1]
    local head = text:match("^([a-hx1-8]+=?)" .. spelling)
    if head then
      return head .. row.to.white[kind][1] .. sub(text, #head + #spelling + 1)
    end
  end
end

local UNKNOWN = "the text does not give its position"

-- Write the moves of a list that a sentence names, all or none.
local function write_named(self, list, record, matcher)
  local texts = {}
  for i, mention in ipairs(list) do
    texts[i] = record and named_text(self, record, mention, matcher) or nil
  end
  local is_whole = #list > 0
  for i = 1, #list do
    is_whole = is_whole and texts[i] ~= nil
  end
  for i, mention in ipairs(list) do
    local new = is_whole and texts[i] or with_letters(self, mention)
    if new then
      replace(self, mention, new)
    elseif mention.number or not is_alike(self, mention) then
      leave(self, self.named, mention, mention.number and "unknown_position" or "illegal_move",
        ("%s: %s"):format(token_of(self, mention), UNKNOWN))
    else
      self.alike = self.alike + 1
    end
  end
end

-- ---- the text ------------------------------------------------------------------------------------

-- Return whether two named moves belong to one list: only blanks, commas, or a word such as "or" are between them.
local function is_listed(self, before, mention)
  if before.run == mention.run then
    return true
  elseif mention.first - before.last > LONGEST_GAP then
    return false
  end
  local word = sub(self.text, before.last + 1, mention.first - 1):match("^[%s,;]*(%l*)%s*$")
  return word ~= nil and (word == "" or words.is_or[word] or words.is_and[word] or false)
end

-- Leave a move of a score whose position is not known, because a word before it could not be read.
local function leave_lost(self, mention)
  local new = with_letters(self, mention)
  if new then
    replace(self, mention, new)
  else
    leave(self, self.left, mention, "unknown_position",
      token_of(self, mention) .. ": the position before it is not known")
  end
end

-- Return the set of the moves that belong to a score but are in no game.
local function lost_among(mentions)
  local set = {}
  for _, group in ipairs(unplaced.groups(mentions, false)) do
    for _, mention in ipairs(group) do
      set[mention] = true
    end
  end
  return set
end

-- Write the mentions of a game, or mentions before the first game.
local function write(self, mentions, matcher, record)
  local list, latest, lost = {}, record, lost_among(mentions)
  local function flush()
    write_named(self, list, latest, matcher)
    list = {}
  end
  for _, mention in ipairs(mentions) do
    local placed = mention.target or mention.repeats and mention.repeats.target
    local state, code, message = judge.of(mention, token_of(self, mention), false)
    if #list > 0 and (state ~= "no_position" or not is_listed(self, list[#list], mention)) then
      flush()
    end
    if placed then
      write_placed(self, mention, placed)
      latest = placed
    elseif state == "no_position" and lost[mention] then
      flush()
      leave_lost(self, mention)
      latest = nil
    elseif state == "no_position" then
      list[#list + 1] = mention
      -- The position at this move number is not known, so the next moves belong to another line of play.
      latest = not mention.number and latest or nil
    else
      leave(self, self.left, mention, code, message)
    end
  end
  flush()
  return latest
end

-- Return the text with its edits.
local function edited(self)
  table.sort(self.edits, function(a, b) return a.first < b.first end)
  local out, at = {}, 1
  for _, edit in ipairs(self.edits) do
    out[#out + 1] = sub(self.text, at, edit.first - 1)
    out[#out + 1] = edit.text
    at = edit.last + 1
  end
  out[#out + 1] = sub(self.text, at)
  return table.concat(out)
end

local function row_of(dialect)
  local name = dialect.info and dialect.info.has_letters and dialect.info.alphabet
  return name and letters.find(name) or nil
end

--- Rewrite the moves of a text.
---@param text string UTF-8, or bytes whose offsets stay
---@param from lucena.Dialect
---@param to lucena.Dialect
---@param start lucena.Position where games begin
---@param opts {letters?: boolean} `letters`: moves without a position get the letters of the language
---@return {text: string, moves: integer, left: table[], named: table[], alike: integer, repairs: table} `named`: moves
-- without a position; `alike`: those that both notations write alike
function M.rewrite(text, from, to, start, opts)
  local self = { text = text, to = to, edits = {}, left = {}, named = {}, moves = 0, alike = 0,
    repairs = {} }
  local rows = opts.letters and { from = row_of(from), to = row_of(to) }
  self.rows = rows and rows.from and rows.to and rows or nil
  local hidden, list_of_boards = boards.hide(fold.fold(text))
  local latest
  parts.each(hidden, list_of_boards, from, start, function(game, mentions, _, matcher)
    local root
    if game then
      local position = game.root.states[1].position
      root = { position = position, ply = 2 * position.fullmove_number - (position.turn == "white" and 2 or 1) }
      resolve.game(game, matcher, function(parent, move, _)
        return { parent = parent, before = parent.position, position = parent.position:play(move), move = move,
          ply = parent.ply + 1 }
      end, root)
    end
    latest = write(self, mentions, matcher, root or latest)
  end)
  return { text = edited(self), moves = self.moves, left = self.left, named = self.named, alike = self.alike,
    repairs = self.repairs }
end

return M
