--- Reads games from JSON. `lucena.json` describes the object.
--
-- The object is converted to PGN, and the PGN is read. So only the PGN reader decides which moves are legal. Variations
-- can be nested deeply, so only the decoder, dkjson, is recursive.
-- @module lucena.json_reader

local argument = require("lucena.argument")
local core = require("lucena.core")
local fields = require("lucena.json_fields")
local lexicon = require("lucena.lexicon")
local plugin = require("lucena.plugin")
local system = require("lucena.system")

local M = {
  -- PGN 8.1.1.
  ROSTER = { "Event", "Site", "Date", "Round", "White", "Black", "Result" },
  -- Values that commands in comments can hold.
  VALUES = { "clock", "elapsed", "eval", "mate" },
}

local ROSTER, VALUES = M.ROSTER, M.VALUES

-- The error object that stops reading.
local Problem = {}

local function fail(code, message, ...)
  error(setmetatable({ code = code, message = message:format(...) }, Problem))
end

local function check_type(value, wanted, path)
  local found = type(value)
  if found ~= wanted then
    fail("bad_json", "%s: %s expected, found %s", path, wanted == "table" and "array or object" or wanted,
      found == "table" and "array or object" or found)
  end
  return value
end

-- Check that a value is an array without nulls: the elements after a null would be lost.
local function check_array(list, path)
  check_type(list, "table", path)
  local count, last = 0, 0
  for i, _ in pairs(list) do
    if math.type(i) ~= "integer" then
      fail("bad_json", "%s: array expected, found object", path)
    end
    count, last = count + 1, math.max(last, i)
  end
  if count < last then
    fail("bad_json", "%s: an element is null", path)
  end
  return list
end

-- Return an array field, or {} if it is missing.
local function array_of(object, key, path)
  local list = object[key]
  return list == nil and {} or check_array(list, path .. "." .. key)
end

-- The PGN text under construction. `size` is its length, so that offsets of errors can be mapped to fields of the
-- object.
local Text = {}
Text.__index = Text

function Text:put(...)
  for i = 1, select("#", ...) do
    local piece = select(i, ...)
    self[#self + 1] = piece
    self.size = self.size + #piece
  end
end

function Text:put_comment(comment, path)
  check_type(comment, "string", path .. ".comments")
  local from = self.size
  if not comment:find("}", 1, true) then
    self:put("{", comment, "} ")
  elseif comment:find("[\r\n]") then
    fail("unwritable_comment", "%s: a comment with a closing brace and a line end", path)
  else
    self:put(";", comment, "\n")
  end
  self.raw[#self.raw + 1] = { from, self.size } -- text like a tag section and a brace would be reported
end

-- Add unreadable text as comments. No comment can contain a closing brace and a line end, so each line is a comment.
function Text:put_as_comments(unread)
  local lines = unread:find("}", 1, true) and "[^\r\n]+" or ".+"
  for part in unread:gmatch(lines) do
    self:put_comment(part, "")
  end
end

-- Add text that is no move, so that its errors are not reported again.
function Text:put_unread(written, needs_line)
  local begins_line = self.size == 0 or self[#self]:find("\n$")
  self:put(needs_line and not begins_line and "\n" or "")
  local from = self.size
  self:put(written, needs_line and "\n" or " ")
  self.raw[#self.raw + 1] = { from, self.size }
end

-- Return a note as text in PGN, if the PGN reader reads it as this note. Only the PGN reader decides what a note is.
local function note_text(note)
  local written = note ~= "" and core.unread_text(note, true)
  local game = written and require("lucena").game("1. e4\n" .. written .. "\n*")
  local notes = game and game.plies == 1 and not game.rest and game.root[1].notes or {}
  local is_same = #notes == 1 and core.unread_text(notes[1], true) == written
  return is_same and written or nil
end

function Text:put_note(note, path)
  check_type(note, "string", path .. ".notes")
  local written = note_text(note) or fail("bad_json", "%s.notes: %q is no note", path, note)
  self:put_unread(written, note:byte() == 0x25) -- %
end

function Text:put_raw(raw)
  local written = core.unread_text(raw, false)
  self:put_unread(written, raw:find("[;\r\n]"))
  return written
end

function Text:is_raw(offset)
  for _, span in ipairs(self.raw) do
    if offset >= span[1] and offset < span[2] then
      return true
    end
  end
  return false
end

local function clock_text(seconds)
  local whole = seconds // 1 | 0
  local text = ("%d:%02d:%02d"):format(whole // 3600, whole // 60 % 60, whole % 60)
  return seconds == whole and text or text .. ("%.3f"):format(seconds - whole):sub(2):gsub("0+$", "")
end

-- The formats of values as commands in comments.
local COMMANDS = {
  clock = { "clk", clock_text }, elapsed = { "emt", clock_text },
  eval = { "eval", function(pawns) return ("%.2f"):format(pawns) end },
  mate = { "eval", function(moves) return ("#%d"):format(moves) end },
}

-- Return a move with these comments. It has the values that the PGN reader finds in them.
local function move_with(comments)
  local words = {}
  for i, comment in ipairs(comments) do
    words[i] = "{" .. comment:gsub("}", ")") .. "}"
  end
  return assert(require("lucena").game("1. e4 " .. table.concat(words, " ") .. " *")).root[1]
end

-- Return whether comments have a value: in a command, or in the form of engine matches, such as "+0.32/12 1.5s".
local function have_value(comments, name)
  if #comments == 0 or table.concat(comments, " "):find("[%" .. COMMANDS[name][1], 1, true) then
    return #comments > 0
  end
  return move_with(comments)[name] ~= nil
end

local function put_values(text, move, comments, path)
  for _, name in ipairs(VALUES) do
    local value = move[name]
    if value ~= nil then
      check_type(value, "number", path .. "." .. name)
      local is_good = value == value and value > -1e9 and value < 1e9 and (value >= 0 or COMMANDS[name][1] == "eval")
      if not is_good or name == "mate" and value % 1 ~= 0 then
        fail("bad_json", "%s.%s: out of range", path, name)
      end
      if not have_value(comments, name) then
        text:put("{[%", COMMANDS[name][1], " ", (COMMANDS[name][2](value)), "]} ")
      end
    end
  end
end

-- Return whether the PGN reader reads a text as an unreadable variation, after a move or before the first one (if the
-- path is "game"). For example, "(+)" is a sign, and "()" after a move is an empty variation.
local function is_unread_variation(text, path)
  local before = path == "game" and "1." or "1. e4"
  local game = require("lucena").game(before .. "\n" .. core.unread_text(text, false) .. "\n*")
  local node = game and (game.root[1] or game.root)
  return node and #node.unread == 1
end

-- Divide the unreadable texts of a move. Moves after the unreadable end of a variation would be unreadable, too. So if
-- text of the variation follows, this end becomes a comment, as in written PGN.
local function divide_unread(object, path, is_followed)
  local list, comments, texts = array_of(object, "unread", path), {}, {}
  for i, unread in ipairs(list) do
    if check_type(unread, "string", path .. ".unread") == "" then
      fail("bad_json", "%s.unread: a text is empty", path)
    end
    local may_stay = not (is_followed or i < #list)
    if unread:find("^%(") then
      may_stay = is_unread_variation(unread, path)
    end
    table.insert(may_stay and texts or comments, unread)
  end
  return comments, texts
end

local function put_nags(text, object, path)
  for _, nag in ipairs(array_of(object, "nags", path)) do
    if math.type(nag) ~= "integer" or nag < 0 or nag > 255 then
      fail("bad_json", "%s.nags: a NAG is a number from 0 to 255", path)
    end
    text:put("$", ("%d"):format(nag), " ")
  end
end

local function put_comments(text, object, path)
  local comments = array_of(object, "comments", path)
  for _, comment in ipairs(comments) do
    text:put_comment(comment, path)
  end
  put_values(text, object, comments, path)
end

local function put_unread(text, object, path, is_followed)
  local comments, unread = divide_unread(object, path, is_followed)
  for _, comment in ipairs(comments) do
    text:put_as_comments(comment)
  end
  for _, note in ipairs(array_of(object, "notes", path)) do
    text:put_note(note, path)
  end
  for _, raw in ipairs(unread) do
    text:put_raw(raw)
  end
end

-- Write the text before the first move. Without tags, only a move, its number, unreadable text or a result begins a
-- game. After a number, a comment would belong to the first move.
local function put_first_notes(text, object)
  local has_end = #array_of(object, "moves", "game") > 0 or object.rest or object.result
  local needs_number = text.size == 0
    and (object.nags or object.notes or object.unread or (object.comments or object.tags) and not has_end)
  if not needs_number then
    put_nags(text, object, "game")
  end
  put_comments(text, object, "game")
  if needs_number then
    text:put("1. ")
    put_nags(text, object, "game")
  end
  put_unread(text, object, "game", false)
end

-- Return whether a word can only be a move, not a result, number, comment or NAG.
local function is_move_word(word)
  return word:find("^%a[%w=+#-]*$") or word:find("^0%-0[%-0+#]*$")
    or lexicon.is_null(word) and word ~= "<>" -- "<>" is a move only beside a move number
end

local function put_read_move(text, move, path, is_followed)
  check_type(move, "table", path)
  local word = move.san or move.uci
  check_type(word, "string", path .. ".san")
  if not is_move_word(word) then
    fail("bad_move", "%s: not a move %q", path, word)
  end
  local before = array_of(move, "comments_before", path)
  if #before > 0 then
    text:put("1. ") -- without a number, the comments would belong to the previous move
    for _, comment in ipairs(before) do
      text:put_comment(comment, path)
    end
  end
  text.places[#text.places + 1] = text.size
  text:put(word, " ")
  if move.illegal == true then
    text:put("{[%illegal]} ") -- as in written PGN
  elseif move.illegal ~= nil and move.illegal ~= false then
    fail("bad_json", "%s.illegal: true or false expected", path)
  end
  put_nags(text, move, path)
  put_comments(text, move, path)
  put_unread(text, move, path, is_followed)
end

-- Return the path of a line of moves, such as "moves[3].variations[1][2]".
local function path_of(stack)
  local parts = { "moves" }
  for _, line in ipairs(stack) do
    parts[#parts + 1] = line.is_list and (".variations[%d]"):format(line.at) or ("[%d]"):format(line.at)
  end
  return table.concat(parts)
end

-- Write the move at the top of the stack. Its path is computed only for an error.
-- Return whether text of the same variation follows the move at the top of the stack.
local function is_followed(item, stack)
  local line = stack[#stack]
  return #stack > 1 and (line.list[line.at + 1] ~= nil or #array_of(item, "variations", "moves") > 0)
end

local function put_read_item(text, item, stack)
  if type(item) == "table" then
    fields.collect(text.unread, item, fields.MOVE, path_of, stack)
  end
  local done, problem = pcall(put_read_move, text, item, "", type(item) == "table" and is_followed(item, stack))
  if not done then
    if getmetatable(problem) == Problem then
      problem.message = path_of(stack) .. problem.message
    end
    error(problem, 0)
  end
end

-- Write lines of moves, with an explicit stack of lines and lists of variations. With `wanted`, return the path of the
-- move with that number instead.
local function put_read_moves(text, moves, wanted)
  local stack = { { list = moves, at = 0 } }
  local count = 0
  while #stack > 0 do
    local top = stack[#stack]
    top.at = top.at + 1
    local item = top.list[top.at]
    if item == nil then
      stack[#stack] = nil
      if not top.is_list and #stack > 0 then
        text:put(") ")
      end
    elseif top.is_list then
      check_array(item, "variations")
      if #item > 0 then
        text:put("( ")
        stack[#stack + 1] = { list = item, at = 0 }
      end
    else
      count = count + 1
      if count == wanted then
        return path_of(stack)
      end
      put_read_item(text, item, stack)
      local variations = array_of(item, "variations", "moves")
      if #variations > 0 then
        stack[#stack + 1] = { list = variations, at = 0, is_list = true }
      end
    end
  end
end

-- Return whether the PGN reader reads a name as the name of a tag.
local function is_tag_name(name)
  if type(name) ~= "string" or name:find("^[%w_]+$") then
    return type(name) == "string"
  end
  local game = require("lucena").game(('[Event "?"]\n[%s "x"]\n\n*'):format(name))
  return game ~= nil and game.tags[name] == "x"
end

local function put_read_tag(text, name, value)
  if not is_tag_name(name) then
    fail("bad_json", "tags: '%s' is not a tag name", tostring(name))
  elseif math.type(value) == "integer" then
    value = ("%d"):format(value)
  end
  check_type(value, "string", "tags." .. name)
  if value:find("[\r\n]") then
    fail("bad_json", "tags.%s: a line end in a tag's value", name)
  end
  text:put("[", name, ' "', (value:gsub('[\\"]', "\\%0")), '"]\n')
end

-- Return whether the PGN reader reads a line among the tags as a line in brackets without a name.
local function is_bare_line(line)
  local game = line:find("^%[[^\r\n]*$") and require("lucena").game('[Event "?"]\n' .. line .. "\n\n*")
  local tags = game and game.duplicate_tags or {}
  return #tags == 1 and tags[1][1] == "" and tags[1][2] == line
end

-- Write the lines in brackets without a name. After a lone bracket, the next line would belong to the same tag.
local function put_bare_lines(text, lines)
  for _, line in ipairs(lines) do
    if not is_bare_line(line) then
      fail("bad_json", "duplicate_tags: %q is not a line in brackets", line)
    end
    text:put(line:find("^%[%s*$") and "[]" or line, "\n")
  end
end

-- Return the values of duplicate tags by name. The lines in brackets without a name have the name "".
local function read_duplicates(object)
  local by_name = { [""] = {} }
  for _, tag in ipairs(array_of(object, "duplicate_tags", "game")) do
    check_type(tag, "table", "duplicate_tags")
    local name = check_type(tag[1], "string", "duplicate_tags")
    by_name[name] = by_name[name] or {}
    table.insert(by_name[name], check_type(tag[2], "string", "duplicate_tags"))
  end
  return by_name
end

-- Write a tag and its duplicates. After other tags, a second Event tag would begin another game.
local function put_read_tag_group(text, name, value, duplicates)
  put_read_tag(text, name, value)
  for _, other in ipairs(duplicates[name] or {}) do
    put_read_tag(text, name, other)
  end
  duplicates[name] = nil
end

-- Write the duplicates of tags that are not in `tags`.
local function put_lone_duplicates(text, duplicates)
  local names = {}
  for name in pairs(duplicates) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    put_read_tag_group(text, name, table.remove(duplicates[name], 1), duplicates)
  end
end

-- Return the tags of a game by name, with those of its start position. Duplicate names are added to `unread`.
local function read_tags(object, unread)
  local given, tags = check_type(object.tags == nil and {} or object.tags, "table", "tags"), {}
  fields.collect(unread, given, nil, tostring, "tags")
  for name, value in pairs(given) do
    tags[name] = value
  end
  if object.start ~= nil and tags.FEN == nil then
    tags.FEN = check_type(object.start, "string", "start")
    tags.SetUp = tags.SetUp == nil and "1" or tags.SetUp
  end
  return tags
end

-- Write the seven roster tags first and the others in ASCII order, because JSON objects have no order.
local function put_read_tags(text, object)
  local tags = read_tags(object, text.unread)
  local names, seen = {}, {}
  for _, name in ipairs(ROSTER) do
    names[#names + 1] = tags[name] ~= nil and name or nil
    seen[name] = true
  end
  local known = #names
  for name in pairs(tags) do
    if not seen[name] then
      names[#names + 1] = name
    end
  end
  local others = table.move(names, known + 1, #names, 1, {})
  table.sort(others, function(a, b) return tostring(a) < tostring(b) end)
  table.move(others, 1, #others, known + 1, names)
  local duplicates = read_duplicates(object)
  for _, name in ipairs(names) do
    put_read_tag_group(text, name, tags[name], duplicates)
  end
  local lines = duplicates[""]
  duplicates[""] = nil
  put_lone_duplicates(text, duplicates)
  put_bare_lines(text, lines)
  if text.size > 0 then
    text:put("\n")
  end
  text.tags_size = text.size
end

-- Return whether movetext can end in a result: it is one of PGN, or the Result tag has the same.
local function is_result(result, tag)
  local found, _, _, _, use = core.read_result(result)
  return found == result and (use == "marker" or type(tag) == "string" and core.read_result(tag) == result)
end

-- Return whether the comments before the moves and an unreadable rest begin a game without tags.
local function begins_game(text, rest)
  return require("lucena").game(table.concat(text) .. core.unread_text(rest, false)) ~= nil
end

local function put_end(text, object)
  local rest, result = object.rest, object.result
  local tags = type(object.tags) == "table" and object.tags or {}
  if result ~= nil and not (type(result) == "string" and is_result(result, tags.Result)) then
    fail("bad_json", "result: %q is none", tostring(result))
  end
  local is_rest = rest and check_type(rest, "string", "rest") ~= ""
  if is_rest and text.tags_size == 0 and #text.places == 0 and not begins_game(text, rest) then
    text:put("1. ")
  end
  local written = is_rest and text:put_raw(rest) or ""
  -- The unreadable rest of a game may end with the game's result.
  if result and written:sub(-#result) ~= result then
    text:put(result, "\n")
  end
end

-- `duplicates`: the names of duplicate fields by object, as `lucena.json_fields` finds them.
local function new_text(duplicates, opts)
  return setmetatable({ options = opts, size = 0, places = {}, raw = {}, unread = { duplicates = duplicates } }, Text)
end

-- Return the first error in the moves.
local function check_moves(game, text, object)
  local root = game.root
  local _, has_errors = game:was_examined()
  for _, record in ipairs(has_errors and game.diagnostics or {}) do
    -- in a game with a bad start position, all moves are in `rest`, if there are any
    local has_no_moves = object.rest or #text.places == 0
    local is_known = text:is_raw(record.offset) or has_no_moves and record.offset < text.tags_size
    if record.severity == "error" and not is_known and record.code ~= "played_illegal_move" then
      local path = record.ply and "moves" or "start"
      for i, place in ipairs(text.places) do
        if place == record.offset then
          path = put_read_moves(new_text(), object.moves, i)
        end
      end
      fail(record.code, "%s: %s", path, record.message)
    end
  end
  -- Text that was unreadable may be readable now. This must not change which of the moves after it are read.
  if root and game.node_count < #text.places + 1 then
    fail("bad_json", "there are moves after unreadable text")
  end
end

local function path_of_game()
  return ""
end

local function read_object(object, text, cursor, at)
  if type(object) ~= "table" or #object > 0 then
    fail("bad_json", "not an object")
  end
  fields.collect(text.unread, object, fields.GAME, path_of_game)
  put_read_tags(text, object)
  put_first_notes(text, object)
  put_read_moves(text, array_of(object, "moves", "game"))
  put_end(text, object)
  local game, message = require("lucena").game(table.concat(text), text.options)
  if not game then
    fail("bad_json", "not a game: %s", message)
  end
  check_moves(game, text, object)
  if #text.unread > 0 then
    core.set_unread_fields(game, fields.remarks(text.unread, cursor, at))
  end
  return game
end

--- Make a game from a decoded object.
---@param object table
---@param cursor? table made by `lucena.json_fields`: the text, for the places of diagnostics
---@param at? integer offset of the object in it, from 1
---@param duplicates? table the names of duplicate fields by object, as `lucena.json_fields` finds them
---@param opts? table options of `chess.game`
---@return lucena.Game? game
---@return string? err
---@return string? code
function M.from_table(object, cursor, at, duplicates, opts)
  local text = new_text(duplicates, opts)
  local done, result = pcall(read_object, object, text, cursor, at)
  if done then
    return result
  elseif getmetatable(result) ~= Problem then
    error(result, 0)
  end
  -- the cause may be a misspelled field name, so add the last unread field
  local last = text.unread[#text.unread]
  return nil, last and ("%s (%s)"):format(result.message, fields.describe(last)) or result.message, result.code
end

-- Decode the value that begins at `at`. Returns the value, the index after it, and the duplicate fields; or nil and a
-- message.
local function decode_value(text, at)
  local dkjson, missing = system.module("dkjson", "lua-dkjson")
  if not dkjson then
    plugin.refuse(missing)
  end
  local metatable, finish = fields.watch()
  local done, value, behind, message = require("lucena.argument").attempt(dkjson.decode, text, at, nil, metatable, nil)
  if not done then
    -- the recursive decoder has exhausted Lua's stack
    return nil, "nested too deeply"
  elseif message then
    return nil, message
  end
  return value, behind, finish()
end

local function is_blank(text, at)
  return not text:find("%S", at)
end

--- Read a game from JSON text. `game.diagnostics` reports fields that the JSON of games does not have
-- (`unknown_field`) and fields that an object has twice (`duplicate_field`), with line and column.
-- @function chess.from_json
---@param text string one object
---@param opts? {allow?: string[], illegal_moves?: boolean} as for `chess.open`
---@return lucena.Game? game
---@return string? err
---@return string? code `bad_json`, a code of moves such as `illegal_move`, or `unwritable_comment`
-- @usage chess.from_json('{"moves":[{"san":"e4"}]}').plies --> 1
function M.decode(text, opts)
  argument.check(text, 1, "from_json", "string")
  opts = argument.options(opts, 2, "from_json", { allow = "table", illegal_moves = "boolean" })
  local value, behind, duplicates = decode_value(text, 1)
  if value == nil then
    return nil, "not JSON: " .. (behind or "null"), "bad_json"
  elseif not is_blank(text, behind) then
    return nil, "text after the object", "bad_json"
  end
  return M.from_table(value, fields.cursor(text), 1, duplicates, opts)
end

-- ---- many games ----------------------------------------------------------------------------------

-- A stream of values in a text: `at` is the current offset; `in_array`: an array is open.
local Stream = {}
Stream.__index = Stream

function Stream:skip_blanks()
  self.at = self.text:match("^%s*()", self.at)
  return self.text:sub(self.at, self.at)
end

-- End the iteration with an error. Returns the values that the iterator then returns.
function Stream:fail(message)
  local place = self.at
  self.at, self.in_array = #self.text + 1, false
  return place, nil, message, "bad_json"
end

-- Skip to the next value. Returns true if there is one; else false and the result of the iterator: nothing at the end,
-- or an error.
function Stream:reach_value()
  local sign = self:skip_blanks()
  if not self.in_array then
    return sign ~= ""
  elseif sign == "" then
    return false, "the array is never closed"
  elseif sign == "]" then
    self.in_array = false
    self.at = self.at + 1
    return false, self:skip_blanks() ~= "" and "text after the array" or nil
  elseif self.has_value and sign ~= "," then
    return false, "a comma or ] expected"
  elseif self.has_value then
    self.at = self.at + 1
    self:skip_blanks()
  end
  return true
end

function Stream:next()
  local goes_on, problem = self:reach_value()
  if problem then
    return self:fail(problem)
  elseif not goes_on then
    return nil
  end
  local place = self.at
  local value, behind, duplicates = decode_value(self.text, place)
  if value == nil then
    return self:fail("not JSON: " .. (behind or "null"))
  end
  self.at, self.has_value = behind, true
  return place, M.from_table(value, self.cursor, place, duplicates, self.options)
end

--- Iterate over the games of a text: an array, a single game, or several games in sequence. Each game is decoded when
-- the loop reaches it.
---@param text string
---@param opts? table as for `chess.from_json`
---@return function iterator of (offset, Game) or (offset, nil, err, code); offsets count from 1
function M.each(text, opts)
  local stream = setmetatable({ text = text, options = opts, at = text:find("^\u{FEFF}") and 4 or 1,
    cursor = fields.cursor(text) }, Stream)
  stream.in_array = stream:skip_blanks() == "["
  stream.at = stream.in_array and stream.at + 1 or stream.at
  return function()
    return stream:next()
  end
end

return M
