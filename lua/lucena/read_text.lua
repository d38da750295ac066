--- Reads the games in a text: a chapter of a book, a bulletin, a page of a forum, a newspaper column.
--
-- The work has four stages:
--
-- 1. events.lua finds moves, numbers, brackets and results in the text. A move as printed is called a *mention*.
-- 2. runs.lua joins consecutive mentions to runs.
-- 3. place.lua attaches the runs to trees. A printed move may still mean several legal moves.
-- 4. resolve.lua decides between these: later moves must be legal. A move is never guessed. If a mention can still mean
--    two moves, the line ends before it, and it is reported.
--
-- These files are in lua/lucena/text/. If this reading leaves moves of a score unread, lucena.text.decoder reads the
-- text, too, and lucena.text.arbiter takes one of the two answers. A text with games in descriptive and in algebraic
-- notation is divided by lucena.text.zones, and each zone is read as a text of its own.
--
-- Cost: linear in the text.
-- @module lucena.read_text

local argument = require("lucena.argument")
local boards = require("lucena.text.boards")
local central_european = require("lucena.text.central_european")
local choose = require("lucena.text.choose")
local comment = require("lucena.text.comment")
local corrections = require("lucena.text.corrections")
local core = require("lucena.core")
local dashes = require("lucena.text.dashes")
local dialects = require("lucena.dialect")
local arbiter = require("lucena.text.arbiter")
local cursor = require("lucena.text.cursor")
local decoded = require("lucena.text.decoded")
local doubtful = require("lucena.text.doubtful")
local endings = require("lucena.text.endings")
local flow = require("lucena.text.flow")
local fold = require("lucena.text.fold")
local forum = require("lucena.text.forum")
local heading = require("lucena.text.heading")
local heading_line = require("lucena.text.heading_line")
local html = require("lucena.text.html")
local hyphens = require("lucena.text.hyphens")
local judge = require("lucena.text.judge")
local latex = require("lucena.text.latex")
local notes = require("lucena.text.notes")
local odds = require("lucena.text.odds")
local parts = require("lucena.text.parts")
local piece_lists = require("lucena.text.piece_lists")
local speakers = require("lucena.text.speakers")
local resolve = require("lucena.text.resolve")
local sample = require("lucena.text.sample")
local scanned = require("lucena.text.scanned")
local signs = require("lucena.text.signs")
local spaced = require("lucena.text.spaced")
local spelled = require("lucena.text.spelled")
local tables = require("lucena.text.tables")
local times = require("lucena.text.times")
local treatise = require("lucena.text.treatise")
local unplaced = require("lucena.text.unplaced")
local words = require("lucena.text.words")
local zones = require("lucena.text.zones")

local M = {}

-- ---- games ---------------------------------------------------------------------------------------

-- Return the mentions of the mainline in the order of the moves.
local function mainline_of(game)
  local list, node = {}, game.root.best
  while node and node.mention.target and node.mention.is_main do
    list[#list + 1] = node.mention
    node = node.best
  end
  return list
end

-- Decide the moves of a game. Returns records {move, mentions, parent}, parents first; `target` of a mention is its
-- record. A move with two spellings after the same move has one record with two mentions; the `same` of the second
-- mention is the first.
local function decide(game, matcher)
  if game.records then
    return game.records -- of the decoder
  end
  local records, known = {}, {}
  resolve.game(game, matcher, function(parent, move, mention)
    local moves = known[parent] or {}
    known[parent] = moves
    local record = moves[move.code]
    if record then
      mention.same, record.mentions[#record.mentions + 1] = record.mentions[1], mention
      return record
    end
    record = { move = move, mentions = { mention }, parent = parent }
    records[#records + 1], moves[move.code] = record, record
    return record
  end, false)
  return records
end

-- Return the result of the last position if the game is over there; otherwise that of the words after the last move.
local function result_after(position, said)
  local outcome, side = position:outcome(), position.turn == "white" and "0-1" or "1-0"
  if outcome and outcome.winner then
    return outcome.winner == "white" and "1-0" or "0-1"
  end
  if said == "wins" then
    return position.turn == "white" and "0-1" or "1-0"
  end
  return outcome and "1/2-1/2" or said == "resigns" and side or said or "*"
end

-- Return the offset of the first mention after an offset, or nil.
local function first_after(mentions, offset)
  for _, mention in ipairs(mentions) do
    if mention.first > offset then
      return mention.first
    end
  end
end

local FEWEST_REST = 3 -- moves of a score that was not read
local NEAR_REST = 30 -- bytes between the last move and one that was not read

-- Return the last position of a game, and the last offset of its moves; nil without moves.
local function end_of(game, records)
  local position, last = game.root.states[1].position, nil
  for _, record in ipairs(records) do
    local mention = record.mentions[1]
    if mention.is_main then
      position, last = position:play(record.move), math.max(last or 0, mention.last) -- results: it is legal
    end
  end
  return position, last
end

-- Return the mentions after an offset whose numbers do not begin another game.
local function rest_of_score(mentions, offset)
  local list = {}
  for _, mention in ipairs(mentions) do
    if mention.first > offset then
      if mention.number and mention.number.value == 1 then
        break
      end
      list[#list + 1] = mention
    end
  end
  local is_next = list[1] and list[1].first - offset <= NEAR_REST
  return #list >= FEWEST_REST and list or is_next and { list[1] } or {}
end

-- Return the result in the score or the heading; otherwise the result of the last position; otherwise that of the words
-- after the last move. `to`: the last byte before the next game.
local function result_of(self, game, records, tags, mentions, to)
  local printed = game.result or tags.Result
  if printed then
    return printed
  end
  local position, last = end_of(game, records)
  local result = result_after(position, last
    and endings.find(self.text, last + 1, to, first_after(mentions, last), tags))
  if result ~= "*" or not last then
    return result
  end
  local rest = rest_of_score(mentions, last)
  return endings.after_score(self.text, rest, to, tags) or result
end

local LONGEST_END = 100 -- bytes

-- Return whether only the result of the tags follows a move: "4. Ba4 +/-" of a game with [Result "+/-"].
local function ends_with_result(self, mention, result, to)
  return result ~= nil and to - mention.last < LONGEST_END
    and self.text:sub(mention.last + 1, to):match("^%s*(%S*)%s*$") == result
end

-- Return a game with tags and result, and without moves.
local function skeleton(game, tags, result)
  local lines = {}
  tags.Result = result
  local fen = game.root.states[1].position:fen()
  local is_setup = game.is_setup or fen ~= core.position():fen()
  tags.SetUp, tags.FEN = is_setup and "1" or nil, is_setup and fen or nil -- the text may have an invalid FEN
  for name, value in pairs(tags) do
    lines[#lines + 1] = ('[%s "%s"]'):format(name, (value:gsub('[\\"]', "\\%0"):gsub("%c", " ")))
  end
  table.sort(lines)
  return assert(require("lucena.games").game(table.concat(lines, "\n") .. "\n\n" .. result .. "\n"))
end

-- Return the number of choices of a game: mainline moves after whose parent another move is printed first.
local function count_choices(records)
  local others, count = {}, 0 -- from a parent to the offset of its first variation; false is the start of the game
  for _, record in ipairs(records) do
    local mention, parent = record.mentions[1], record.parent or false
    if not mention.is_main then
      others[parent] = math.min(others[parent] or mention.first, mention.first)
    end
  end
  for _, record in ipairs(records) do
    local mention = record.mentions[1]
    count = count + (mention.is_main and mention.first > (others[record.parent or false] or mention.first) and 1 or 0)
  end
  return count
end

-- Return the records of a game without the variations after its last move, which would be the mainline.
local function without_last_variations(records)
  local last, kept, dropped = nil, {}, {}
  for _, record in ipairs(records) do
    last = record.mentions[1].is_main and record or last
  end
  for _, record in ipairs(records) do
    if last and not record.mentions[1].is_main and (record.parent == last or dropped[record.parent]) then
      dropped[record] = true
      for _, mention in ipairs(record.mentions) do
        mention.state, mention.reason, mention.number = nil, nil, nil
      end
    else
      kept[#kept + 1] = record
    end
  end
  return kept
end

-- Return the mentions of the mainline of records.
local function played_of(records)
  local list = {}
  for _, record in ipairs(records) do
    list[#list + 1] = record.mentions[1].is_main and record.mentions[1] or nil
  end
  return list
end

-- Make the moves of a game only named.
local function forget(records)
  for _, record in ipairs(records) do
    for _, mention in ipairs(record.mentions) do
      mention.target, mention.is_main, mention.state, mention.same = nil, nil, nil, nil
    end
  end
end

local LEAST_FOOT = 8 -- bytes of a label with a result

-- Make a Game. Returns nil if no move can be played and the text gives no position, or if the text only names the
-- moves. `to`: the last byte before the next game. The second result is the number of choices.
local function make_game(self, game, mentions, to, matcher)
  local records = without_last_variations(decide(game, matcher))
  if #records == 0 and not game.is_setup then
    return nil
  elseif #records > 0 and doubtful.is(self.text, game, mainline_of(game)) then
    forget(records)
    return nil
  end
  local tags = heading.tags(self.text, self.before, game.first - 1, self.headings)
  for name, value in pairs(game.tags) do
    tags[name] = value
  end
  local last = game.last or game.first
  for name, value in pairs(to - last >= LEAST_FOOT and heading_line.foot(self.text, last + 1, to) or {}) do
    tags[name] = tags[name] or value
  end
  speakers.add(tags, self.text, played_of(records), game.root.states[1].position.turn == "black")
  tags.SourceLine = tostring((self.lines_of_games:seek(game.first)))
  local made = skeleton(game, tags, result_of(self, game, records, tags, mentions, to))
  for _, record in ipairs(records) do
    local parent = record.parent and record.parent.node or made.root
    record.node = parent:add(record.move)
    for _, mention in ipairs(record.mentions) do
      mention.target, mention.san = record.node, (mention.alternatives or mention.is_corrected or mention.is_repaired)
        and record.node.san
      mention.is_unchecked = mention.token ~= nil and mention.token.check and not record.node.san:find("[+#]$")
      if mention.is_corrected then
        record.node.comments = { "printed: " .. comment.of(self.text:sub(mention.first, mention.last)) }
      end
    end
    if not ends_with_result(self, record.mentions[1], tags.Result, to) then
      signs.add(record.node, self.text, record.mentions[1])
    end
  end
  local mainline = mainline_of(game)
  game.end_of_text = game.last or game.first
  if self.prose then
    notes.add_before(made.root, heading.without(self.text, self.kept, game.first - 1, tags))
  end
  -- If the first move is ambiguous, the game is a position with a comment.
  if self.prose and #game.root.children > 0 then
    game.end_of_comments = notes.add(self.words, mainline, game, to, made.root, mentions)
    game.end_of_text = math.max(game.end_of_text, game.end_of_comments)
  end
  return made, count_choices(records)
end

-- ---- the report ----------------------------------------------------------------------------------

-- Return the offset in the page of a byte of the text.
local function offset_of(self, first)
  return (self.order and self.order:map(first) or first) - 1
end

-- Return the line and column of a byte of the text in the page, and its offset.
local function place_of(self, lines, first)
  local line, start = lines:seek(first)
  return line, first - start + 1, offset_of(self, first)
end

-- Report mentions. `game`: the game before or around them, or nil; `number`: its number.
local function tell(self, mentions, game, number)
  for _, event in ipairs(mentions) do
    local earlier = event.repeats or event.same
    local token = self.text:sub(event.first, event.last):gsub("\1", ""):gsub("%s+", " ")
    local line, column, offset = place_of(self, self.lines, event.first)
    local is_inside = game and event.first >= game.first and event.first <= game.end_of_text
    local is_comment = is_inside and event.first <= (game.end_of_comments or 0)
    local state, code, message = judge.of(event, token, is_comment)
    local is_of_game = is_inside and (event.reason ~= "in_no_game" or is_comment)
    self.sink.mention { token = token, line = line, column = column, offset = offset,
      length = event.last - event.first + 1, state = state,
      game = is_of_game and number or nil, number = event.number and event.number.value or nil,
      repeats = earlier and offset_of(self, earlier.first) or nil }
    if code then
      self.sink.diagnostic { code = code, message = message,
        severity = event.target and "repair" or "error",
        token = token, line = line, column = column, offset = offset, read = event.target and event.san or nil,
        rivals = event.alternatives or event.correction, follows = event.reason == "no_position" or nil }
    end
  end
end

-- ---- the two readers -----------------------------------------------------------------------------

-- Return the last byte of a game without comments: that of its moves and result.
local function last_of(game)
  local last = game.result_event and game.result_event.last or game.first
  for _, mention in ipairs(mainline_of(game)) do
    last = math.max(last, mention.last)
  end
  return last
end

-- Report the text after the last game, which is in no comment.
local function tell_rest(self)
  local count, first = 0, nil
  if not self.prose then
    return
  end
  words.each(self.text, self.kept, function(_, at) count, first = count + 1, first or at end)
  if first then
    local line, column, offset = place_of(self, self.new_cursor(), first) -- the words may be before the last moves
    self.sink.rest { line = line, column = column, offset = offset, length = #self.text - first + 1,
      words = count }
  end
end

-- Return a function that makes the games of a reader and calls those of the sink, and a function to call after them.
local function maker(source, sink)
  local self = { text = source.text, words = source.words, prose = source.opts.prose ~= "none",
    order = source.order, new_cursor = source.new_cursor, lines_of_games = source.new_cursor(),
    lines = source.new_cursor(), sink = sink, before = 1, kept = 1, headings = heading.memory(source.headings) }
  local number = source.number -- of the game before the zone
  source.next_headings = self.headings
  return function(game, mentions, to, matcher)
    local made, choices
    if game then
      made, choices = make_game(self, game, mentions, to, matcher)
    end
    if made then
      number, self.before = number + 1, (game.last or game.first) + 1
      self.kept = math.max(self.kept, (game.end_of_comments or last_of(game)) + 1)
      sink.game(made, { choices = choices, kept = self.kept, skipped = game.skipped, reach = game.reach })
    end
    unplaced.mark(mentions, #source.page)
    tell(self, mentions, made and game, number)
  end, function()
    tell_rest(self)
  end
end

-- Read a text with the reader of lucena.text.place. Returns the name of the dialect, or false.
local function read_placed(source, sink)
  local make, finish = maker(source, sink)
  if source.dialect then
    parts.each(source.folded, source.boards, source.dialect, source.start, make,
      source.opts.misprints and "correct" or "find", source.forced)
  end
  finish()
  return source.dialect and source.dialect.name or false
end

-- Read a text with the decoder. Returns the name of the language, or "other" for letters of no language.
local function read_decoded(source, sink)
  local make, finish = maker(source, sink)
  local name = decoded.each(source.folded, source.start, source.opts.misprints == true, source.forced, make)
  finish()
  return name or "other"
end

local NOT_PLAYED = "%s: this correction cannot be played here"
local NO_SUCH_TEXT = "%s: the text has other words here (make the corrections from a new review)"

-- ---- the public function -------------------------------------------------------------------------

local OPTIONS = { corrections = "string", dialect = true, fen = "string", misprints = "boolean",
  prose = { comments = true, none = true } }

local function find_dialect(value)
  if value == nil or value == "auto" then
    return nil
  elseif type(value) == "string" then
    return dialects.find(value)
  elseif argument.kind(value) ~= "lucena.Dialect" then
    argument.bad(4, 2, "read_text", "option 'dialect': string or lucena.Dialect expected, got %s", argument.kind(value))
  end
  return value
end

-- Read a zone of a text. Games of the zones before it are counted in `source.number`.
local function read_zone(source, sink, text, folded, dialect)
  source.text, source.dialect = text, dialect or choose.dialect(folded, text, sample.reader(source.start))
  source.folded, source.boards = piece_lists.hide(folded)
  source.words = boards.without_drawings(text, source.boards)
  source.text = source.words -- a list of pieces is no heading
  source.boards = odds.add(source.folded, source.boards)
  local counted = setmetatable({ game = function(game)
    source.next = source.next + 1
    sink.game(game)
  end }, { __index = sink })
  source.next = source.number
  local name = arbiter.read(source, counted, read_placed, read_decoded)
  source.number, source.headings = source.next, source.next_headings
  return name
end

-- Return the forms of a text, all of the same length: {page, printed: without markup, plain: in the order of reading,
-- folded: with ASCII signs, order: of lucena.text.flow, or nil}.
local function prepared(text)
  local page = central_european.to_utf8(text) or core.to_utf8(text) or text
  page = page:gsub("^\u{FEFF}", "   ") -- a byte order mark is no text
  local is_html = html.is(page)
  local printed = is_html and html.plain(page) or page
  local order = not is_html and flow.of(printed) or nil
  local plain = tables.hide(order and order:apply(printed) or printed)
  local folded = treatise.rewrite(times.hide(latex.hide(forum.hide(fold.fold(plain)))))
  return { page = page, printed = printed, plain = plain, order = order,
    folded = scanned.rewrite(spelled.rewrite(spaced.join(hyphens.separate(dashes.rewrite(folded))))) }
end

-- Return corrections by their offsets in the order of reading.
local function in_order(forced, order)
  local moved = {}
  for first, one in pairs(order and forced or {}) do
    local at = order:back(first)
    moved[at] = setmetatable({ first = at, last = at + one.last - first }, { __index = one })
  end
  return order and moved or forced
end

-- Return the corrections of a text by their offsets. Those whose printed text is not at its place are reported.
local function forced_moves(source, text, sink)
  if not source.opts.corrections then
    return {}
  end
  local list, err = corrections.parse(source.opts.corrections)
  if not list then
    return nil, err
  end
  local forced, missing = corrections.locate(list, source.page, text)
  for _, one in ipairs(missing) do
    sink.diagnostic { code = "unknown_position", severity = "error", message = NO_SUCH_TEXT:format(one.printed),
      token = one.printed, line = one.line, column = one.column, offset = 0 }
  end
  return forced
end

local PLAYED = { mainline = true, variation = true, comment = true }

-- Return a sink that notes which corrections are played, and a function that reports the others.
local function watched(forced, sink)
  local waiting = {}
  for first, one in pairs(forced) do
    waiting[first] = one.move ~= "-" and one or nil
  end
  local function mention(it)
    if PLAYED[it.state] then
      waiting[it.offset + 1] = nil
    end
    sink.mention(it)
  end
  return setmetatable({ mention = mention }, { __index = sink }), function()
    local list = {}
    for _, one in pairs(waiting) do
      list[#list + 1] = one
    end
    table.sort(list, function(a, b) return a.first < b.first end)
    for _, one in ipairs(list) do
      sink.diagnostic { code = "illegal_move", severity = "error", message = NOT_PLAYED:format(one.move),
        token = one.move, line = one.line, column = one.column, offset = one.first - 1 }
    end
  end
end

--- Read a text, and call functions with the games, moves and diagnostics as soon as they are known. So memory does not
-- grow with the text.
---@param text string
---@param opts? table of read_text
---@param sink {game: function(game), mention: function(mention), diagnostic: function(diagnostic),
-- rest: function(part)} `rest` gets the parts of the text that are in no game: {line, column, offset, length, words}
---@return string|false|nil dialect its name; false if none was found; nil on errors
---@return string? err
---@return string? code
function M.scan(text, opts, sink)
  local start, err, code = core.position(opts.fen)
  if not start then
    return nil, err, code
  end
  local dialect
  dialect, err, code = find_dialect(opts.dialect)
  if err then
    return nil, err, code
  end
  local made = prepared(text)
  local source = { page = made.page, start = start, opts = opts, number = 0, order = made.order }
  function source.new_cursor()
    return made.order or cursor.new(made.page)
  end
  local forced
  forced, err = forced_moves(source, made.printed, sink)
  if not forced then
    return nil, err, "bad_corrections"
  end
  source.forced, text = in_order(forced, made.order), made.plain
  local folded = corrections.hide(made.folded, source.forced)
  local report
  sink, report = watched(forced, sink)
  local list = dialect and {} or zones.list(folded)
  local name = false
  if #list <= 1 then
    name = read_zone(source, sink, text, folded, dialect)
  end
  for i = 1, #list > 1 and #list or 0 do
    name = read_zone(source, sink, zones.only(text, list[i]), zones.only(folded, list[i])) or name
  end
  report()
  return name
end

--- Explain how the decoder reads a line of a text.
---@param text string
---@param opts table of read_text
---@param number integer of the line
---@return string[]? lines nil if the line is in no game that the decoder reads
function M.explain_line(text, opts, number)
  local made = prepared(text)
  local page, order = made.page, made.order
  local source = { page = page, opts = opts }
  local forced = in_order(forced_moves(source, made.printed, { diagnostic = function() end }) or {}, order)
  local folded = corrections.hide(made.folded, forced)
  local at = 1
  for _ = 2, number do
    at = at and page:find("\n", at, true)
    at = at and at + 1
  end
  local last = at and (page:find("\n", at, true) or #page)
  if at and order then
    at, last = order:back(at)
  end
  return at and require("lucena.text.decoder.explain").lines(folded, core.position(opts.fen), forced, at, last)
end

--- Read the games in a text with prose: books, bulletins, posts, newspaper columns. Moves in sentences become
-- variations if the position in which they are played is certain. The prose becomes comments, and headings become tags.
-- Moves that cannot be read are reported. A move is never guessed.
---@param text string UTF-8, Latin-1 or Windows-1252
---@param opts? {corrections?: string, dialect?: string|lucena.Dialect, fen?: string, misprints?: boolean, prose?:
-- string} `corrections`: a table of `lucena read --review`; `dialect`: the notation of the moves, default "auto";
-- `fen`: where games begin; `misprints`: correct misprinted moves, default false; `prose`: "comments" (the default)
-- or "none"
---@return lucena.Game[]? games
---@return table|string report {dialect, mentions = {token, line, column, offset, length, state,
-- game, repeats}, counts = {mainline, variation, comment, no_position, unread, ambiguous}, diagnostics,
-- rest = {line, column, offset, length, words}: text in no game}; `repeats`: the offset of an earlier mention of the
-- same move of the game; or the error message
---@return string? code bad_fen, bad_corrections, ...
-- @usage chess.read_text("After 1. e4 e5 2. Nf3 White attacks the pawn e5.")[1].plies  --> 3
function M.read_text(text, opts)
  argument.check(text, 1, "read_text", "string")
  opts = argument.options(opts, 2, "read_text", OPTIONS)
  local _, unknown = find_dialect(opts.dialect)
  if unknown then
    argument.bad(2, 2, "read_text", "option 'dialect': %s", unknown)
  end
  local games, mentions, diagnostics, rest = {}, {}, {}, {}
  local counts = { mainline = 0, variation = 0, comment = 0, no_position = 0, unread = 0, ambiguous = 0 }
  local dialect, err, code = M.scan(text, opts, {
    game = function(game) games[#games + 1] = game end,
    diagnostic = function(diagnostic) diagnostics[#diagnostics + 1] = diagnostic end,
    rest = function(part) rest[#rest + 1] = part end,
    mention = function(mention)
      mentions[#mentions + 1] = mention
      counts[mention.state] = counts[mention.state] + 1
    end,
  })
  if dialect == nil then
    return nil, err, code
  end
  return games, { dialect = dialect or nil, mentions = mentions, diagnostics = diagnostics, counts = counts,
    rest = rest }
end

return M
