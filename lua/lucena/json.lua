--- Writes games as JSON (RFC 8259). lucena.json_reader reads them.
--
-- A game is an object:
--
--     {
--       "tags": {"Event": "Linares", ..., "Result": "1-0"},   in the order of the text
--       "start": "8/8/...",              the FEN of a set-up position
--       "result": "1-0",                 the game termination marker, or the Result tag
--       "duplicate_tags": [["White", "A. Karpov"]],            tags with the name of an earlier tag
--       "comments": ["..."], "nags": [1], "notes": ["<...>"],  before the first move
--       "moves": [MOVE, ...],            the mainline
--       "rest": "2. Ke3 Nf6 0-1",        the unreadable end of the mainline, unchanged
--       "repairs": [{"code": "san_style", "ply": 1, "text": "e2-e4"}],    the unusual forms of the text
--       "encoding": "latin-1"            if the text was converted to UTF-8
--     }
--
-- and a MOVE is
--
--     {"san": "e4", "uci": "e2e4", "illegal": true,         if the illegal move was played: see `chess.open`
--      "comments_before": ["..."], "comments": ["..."], "nags": [1, 14],
--      "clock": 5400, "elapsed": 3.5, "eval": 0.25, "mate": -3,
--      "notes": ["<best>", "$300"],                  uninterpreted text, unchanged: see Node.notes
--      "unread": ["(Ke3 d5)"],                       unreadable variations, unchanged
--      "variations": [[MOVE, ...], ...]}             instead of this move, as in PGN
--
-- Empty arrays and unknown values are omitted. `clock` and `elapsed` are in seconds, `eval` in pawns and `mate` in
-- moves, all as in the commands inside comments. The comments contain these commands, too. If they differ, the reader
-- takes the values in the comments. A move is read from `san`, or from `uci` if there is no `san`. Fields that are not
-- listed here are ignored and reported (`unknown_field`). If an object has a field twice, the last value is read, and
-- the field is reported (`duplicate_field`). The relative order of NAGs and comments of one move is lost.
--
-- Variations can be nested deeply, so only the decoder, dkjson, is recursive.
-- @module lucena.json

local argument = require("lucena.argument")
local core = require("lucena.core")
local format = require("lucena.format")
local reader = require("lucena.json_reader")

local M = {}

local ROSTER = reader.ROSTER

-- ---- writing -------------------------------------------------------------------------------------

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escape(char)
  return ESCAPES[char] or ("\\u%04X"):format(char:byte())
end

--- Quote a string for JSON. Text that is not UTF-8 is converted; control characters are escaped.
---@param text string
---@return string
function M.quote(text)
  return '"' .. format.to_utf8(text):gsub('[%c"\\\127]', escape) .. '"'
end

local quote = M.quote

-- Format a number for JSON.
local function number(value)
  return math.type(value) == "integer" and ("%d"):format(value) or ("%.14g"):format(value)
end

local function strings(list)
  local out = {}
  for i, text in ipairs(list) do
    out[i] = quote(text)
  end
  return "[" .. table.concat(out, ",") .. "]"
end

local function put_list(out, key, list, text_of)
  if #list > 0 then
    out[#out + 1] = (',"%s":%s'):format(key, text_of(list))
  end
end

local function numbers(list)
  return "[" .. table.concat(list, ",") .. "]"
end

local VALUES = reader.VALUES

local function put_notes(out, node, opts)
  if opts.comments then
    put_list(out, "comments", node.comments, strings)
    put_list(out, "notes", node.notes, strings)
  end
  if opts.nags then
    put_list(out, "nags", node.nags, numbers)
  end
end

-- Write a move without its closing brace.
local function put_move(out, node, opts, uci)
  local flag = node.is_illegal and ',"illegal":true' or ""
  out[#out + 1] = ('{"san":"%s","uci":"%s"%s'):format(node.san, uci(node), flag)
  if opts.comments then
    put_list(out, "comments_before", node.comments_before, strings)
  end
  put_notes(out, node, opts)
  if opts.comments and node.comment then
    for _, name in ipairs(VALUES) do
      local value = node[name]
      if value then
        out[#out + 1] = (',"%s":%s'):format(name, number(value))
      end
    end
  end
  if opts.variations then
    put_list(out, "unread", node.unread, strings)
  end
end

-- Write the mainline and its variations, with an explicit stack. An entry is an unfinished line: `node` is its last
-- move, `variation` the next variation on that move, `has_begun` whether a variation was written before.
local function put_moves(out, root, opts, uci)
  local stack = { { node = root } }
  out[#out + 1] = "["
  while #stack > 0 do
    local line = stack[#stack]
    local node, variation = line.node, line.variation
    if variation then
      out[#out + 1] = line.has_begun and ",[" or ',"variations":[['
      line.variation, line.has_begun = variation.sibling, true
      put_move(out, variation, opts, uci)
      stack[#stack + 1] = { node = variation }
    else
      -- close the move and its list of variations
      if node ~= root then
        out[#out + 1] = line.has_begun and "]}" or "}"
      end
      local main = node[1]
      if main then
        out[#out + 1] = node ~= root and "," or ""
        put_move(out, main, opts, uci)
        line.node, line.has_begun = main, false
        line.variation = opts.variations and main.sibling or nil
      else
        out[#out + 1] = "]"
        stack[#stack] = nil
      end
    end
  end
end

-- Return the tags to write as {name, value}, in the order of the text or of `wanted`.
local function tags_to_write(game, wanted)
  local others, seen = {}, {}
  if wanted == "roster" then
    wanted = ROSTER
  end
  local is_list = type(wanted) == "table"
  for _, name in ipairs(is_list and wanted or {}) do
    seen[name] = true
  end
  for name, value in pairs(game.tags) do
    others[#others + 1] = not seen[name] and { name, value } or nil
  end
  if not is_list then
    return others
  end
  table.sort(others, function(a, b) return a[1] < b[1] end)
  local list = {}
  for _, name in ipairs(wanted) do
    if name == "*" then
      table.move(others, 1, #others, #list + 1, list)
    else
      list[#list + 1] = game.tags[name] and { name, game.tags[name] } or nil
    end
  end
  return list
end

local function put_tags(out, game, wanted)
  if wanted == "none" then
    return
  end
  local parts = {}
  for i, tag in ipairs(tags_to_write(game, wanted)) do
    parts[i] = quote(tag[1]) .. ":" .. quote(tag[2])
  end
  out[#out + 1] = '"tags":{' .. table.concat(parts, ",") .. "},"
  local duplicates = {}
  for i, tag in ipairs(game.duplicate_tags) do
    duplicates[i] = strings(tag)
  end
  if #duplicates > 0 then
    out[#out + 1] = '"duplicate_tags":[' .. table.concat(duplicates, ",") .. "],"
  end
end

-- Write the comments, NAGs and unreadable text before the first move.
local function put_root(out, root, opts)
  local notes = {}
  put_notes(notes, root, opts)
  put_list(notes, "unread", root.unread, strings)
  for _, note in ipairs(notes) do
    out[#out + 1] = note:sub(2) .. ","
  end
end

local function uci_of(node)
  return tostring(node.move)
end

-- Return the move in UCI. In Chess960, the text of castling depends on the position.
local function uci_960(node)
  return node.parent.position:uci(node.move)
end

--- Return the result of a game: that of the movetext, else that of the Result tag, as in PGN (8.2.6).
---@param game lucena.Game
---@return string? result
-- @usage require("lucena.json").result(chess.game '[Result "1:0"]\n\n1. e4') --> 1-0
function M.result(game)
  local tag = not game.result and game.tags.Result
  return game.result or tag and core.read_result(tag) or nil
end

-- Write the code, the ply and the text of each repair; the message, if it concerns the whole game.
local function put_repairs(out, game)
  local _, list = game:check()
  local parts = {}
  for _, found in ipairs(list) do
    if found.severity == "repair" then
      local ply = found.ply and (',"ply":%d'):format(found.ply) or ""
      local name = found.token and "text" or "message"
      parts[#parts + 1] = ('{"code":"%s"%s,"%s":%s}'):format(found.code, ply, name, quote(found.token or found.message))
    end
  end
  if #parts > 0 then
    out[#out + 1] = ',"repairs":[' .. table.concat(parts, ",") .. "]"
  end
end

-- The encoding of each word is detected on its own, as in PGN. After moves, a bracket does not begin a tag.
local function rest_as_utf8(game)
  local before = game.plies > 0 and "1. " or ""
  return format.game_to_utf8(before .. game.rest):sub(#before + 1)
end

--- Return a game as JSON text, on one line without a line end. Called by `Game:json`.
---@param game lucena.Game
---@param opts? table comments, nags, variations, results: false omits them; tags = "all", "roster", "none" or {names}
---@return string text
function M.encode(game, opts)
  local given = opts or {}
  opts = { tags = given.tags or "all" }
  for _, name in ipairs { "comments", "nags", "variations", "results" } do
    opts[name] = argument.holds(given, name)
  end
  local out = { "{" }
  put_tags(out, game, opts.tags)
  local start = game.start
  if start and tostring(start) ~= require("lucena").START_FEN then
    out[#out + 1] = ('"start":"%s",'):format(start)
  end
  local result = opts.results and M.result(game)
  if result then
    out[#out + 1] = ('"result":"%s",'):format(result)
  end
  local moves, is_standard = core.json_moves(game)
  if moves then
    out[#out + 1] = '"moves":' .. moves
  else
    put_root(out, game.root, opts)
    out[#out + 1] = '"moves":'
    put_moves(out, game.root, opts, start and start.chess960 and uci_960 or uci_of)
  end
  if game.rest then
    out[#out + 1] = ',"rest":' .. quote(rest_as_utf8(game))
  end
  if not (moves and is_standard) and not game.is_edited then
    put_repairs(out, game)
  end
  local encoding = game.encoding
  if encoding ~= "ascii" and encoding ~= "utf-8" then
    out[#out + 1] = ',"encoding":' .. quote(encoding)
  end
  out[#out + 1] = "}"
  return table.concat(out)
end

M.decode, M.from_json, M.from_table, M.each = reader.decode, reader.decode, reader.from_table, reader.each

return M
