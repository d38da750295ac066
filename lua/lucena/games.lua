--- Games: functions that read them from text and files. The core parses and stores games.
-- @module lucena.games

local argument = require("lucena.argument")
local core = require("lucena.core")
-- Load the methods that Lua adds to Position.
require("lucena.position")

-- The modules of other methods are loaded on first use, so that programs start faster.
local METHODS = {
  [core.Game] = {
    clocks = "lucena.time", explode = "lucena.merge", nodes = "lucena.tree",
    opening = "lucena.eco", proofread = "lucena.proof", remove_if = "lucena.tree", transform = "lucena.tree",
    visit = "lucena.visit", walk = "lucena.tree",
  },
  [core.Node] = {
    graft = "lucena.graft", judgement = "lucena.node_judgement", loss = "lucena.node_judgement",
    move_to = "lucena.tree", path = "lucena.tree",
  },
}
for class, methods in pairs(METHODS) do
  for name, module in pairs(methods) do
    class[name] = class[name] or function(...)
      require(module)
      return class[name](...)
    end
  end
end

local M = {
  open = core.open,
  writer = core.writer,
}

local Game = core.Game

-- An item of `game.diagnostics`, `record.diagnostics` and `reader:take_diagnostics()`.
---@class lucena.Diagnostic
---@field code string the code; `lucena explain CODE` explains it
---@field severity string "error", "warning" or "repair"
---@field file string? the file or source
---@field line integer? the line, from 1
---@field column integer the column in bytes, from 1
---@field offset integer? the offset in bytes of the decompressed stream, from 0
---@field game integer? the game's number in the file, from 1
---@field ply integer? the ply of the wrong move
---@field token string? the wrong token, shortened
---@field size integer? number of bytes of the text that the diagnostic is about, from `offset` on
---@field fen string? the position before a move that cannot be played
---@field message string the problem
---@field text string? the complete line to print. For a FEN alone, only `code`, `severity`, `column` and `message`
-- exist

-- ---- arguments -----------------------------------------------------------------------------------

-- Functions that raise errors about arguments, on the line that called the public function.
local check_argument = argument.check

local function check_game(value, name)
  if getmetatable(value) ~= "lucena.Game" then
    error(("calling '%s' on bad self (lucena.Game expected, got %s)"):format(name, argument.kind(value)), 3)
  end
end

-- ---- games of a text -----------------------------------------------------------------------------

local TEXT_OPTIONS = { allow = true, dialect = true, illegal_moves = true, limits = true, repair = true, skip = true }

-- Return the reading options from the second argument of the function `name`.
local function reading_options(opts, name)
  if type(opts) ~= "table" then
    argument.bad(3, 2, name, "table expected, got %s", argument.kind(opts))
  end
  for key in pairs(opts) do
    if not TEXT_OPTIONS[key] then
      local hint = require("lucena.suggestion").hint(key, TEXT_OPTIONS)
      hint = hint == "" and name == "games_in" and "; chess.games{text = ...} has more options" or hint
      argument.bad(3, 2, name, "unknown option '%s'%s", argument.shown(key), hint)
    end
  end
  for _, key in ipairs { "illegal_moves", "repair", "skip" } do
    if opts[key] ~= nil and type(opts[key]) ~= "boolean" then
      argument.bad(3, 2, name, "option '%s': boolean expected, got %s", key, argument.kind(opts[key]))
    end
  end
  local options = argument.call(3, 2, name, core.reading_options, opts.dialect, opts.limits, opts.skip,
    opts.illegal_moves, opts.allow)
  return options -- no tail call, so that error messages name the caller
end

-- Return an iterator of the next game (nil at the end) and the text before it that belongs to no game.
local function split(text, options)
  local number, at, line, column = 1, 0, 1, 1
  return function()
    local first, last
    while at >= 0 do
      local from, game, is_stray = at
      game, at, line, column, is_stray = core.game_in(text, number, at, line, column, options)
      if is_stray then
        first, last = first or from + 1, at
      elseif game or at < 0 then
        number = number + 1
        return game, first and text:sub(first, last):match("^%s*(.*)$")
      end
    end
  end
end

-- The codes of text outside games.
local OUTSIDE = {
  fragment = true, no_game = true, not_pgn = true, stray_moves = true, stray_tag = true, stray_text = true,
  unclosed_comment = true,
}

-- The same as split() for a text to be repaired. The iterator also returns the diagnostics of the repairs.
local function split_repaired(text, opts)
  local reader = core.open({ text = text }, opts)
  return function()
    local game = reader:read()
    local repairs, is_stray = {}, false
    for _, record in ipairs(reader:take_diagnostics()) do
      is_stray = is_stray or OUTSIDE[record.code] or false
      if record.code == "repaired_text" then
        repairs[#repairs + 1] = record
      end
    end
    return game, is_stray and core.parts.gap(reader):match("^%s*(.-)%s*$") or nil, repairs
  end
end

-- The iterator of games_in().
local function each(text, options, opts)
  local next_game = opts and opts.repair and split_repaired(text, opts) or split(text, options)
  local game, before, repairs = next_game()
  return function()
    if not game then
      return nil
    end
    local found, stray, changes = game, before, repairs
    game, before, repairs = next_game()
    if repairs and not game then -- the repairs of the text after the last game
      table.move(repairs, 1, #repairs, #changes + 1, changes)
    end
    return found, stray, not game and before or nil, changes
  end
end

--- Iterate over the games of a text. Text outside games is returned, too: with each game the text before it, and with
-- the last game also the text after it. (`chess.game` returns an error for a text without a game.)
---@param text string any number of games
---@param opts? {dialect?: string|Dialect, allow?: string[], illegal_moves?: boolean,
-- limits?: {comment?: integer, nesting?: integer, tag?: integer, tags?: integer}, repair?: boolean,
-- skip?: boolean} as for `chess.open`; `dialect`: the notation of the moves, a name, a Dialect, or "auto": detect the
-- notation of each game that cannot be read as PGN (default "auto", and "pgn" with skip = false)
---@return fun(): lucena.Game, string?, string?, table? iterator of (Game, text before it or nil, text after the last
-- game or nil, with `repair` the diagnostics of the repairs before the end of the game)
-- @usage for g, before in chess.games_in("1. e4 * 1. d4 *") do print(g.root[1].san, before) end
function M.games_in(text, opts)
  check_argument(text, 1, "games_in", "string")
  return each(text, opts == nil and core.reading_options() or reading_options(opts, "games_in"), opts)
end

-- Return the message and the code of the error for a text without a game.
local function without_game(text)
  local at, line, column, is_fragment, _ = 0, 1, 1, false, nil
  while at >= 0 and not is_fragment do
    _, at, line, column, _, is_fragment = core.game_in(text, 1, at, line, column)
  end
  if is_fragment then
    return "the text is a fragment: its moves do not start at move 1 (add a FEN tag with the position before them)",
      "fragment"
  end
  local is_path = text:find("^[^\n]*%.%a+$")
  return "no game in the text" .. (is_path and " (chess.games reads files)" or ""), "no_game"
end

-- Return whether a text is a FEN on one line. A FEN with one rank too many or too few counts, too, so that its error is
-- that of a bad FEN.
local function is_fen(text)
  local first = text:match("^%s*(%S+)%s")
  return first and select(2, first:gsub("/", "")) >= 6 and first:find("^[%w/~]+$") and not text:find("\n.*%S")
end

-- Return a game without moves.
local function empty_game(start, options)
  local text = "*"
  local variant = start.variant
  local tag = variant ~= "Standard" and ('[Variant "%s"]\n'):format(variant) or ""
  if start.chess960 or tostring(start) ~= tostring(core.position(nil, { variant = variant })) then
    text = ('%s[SetUp "1"]\n[FEN "%s"]\n\n*'):format(tag, start:fen())
  elseif tag ~= "" then
    text = tag .. "\n*"
  end
  local game = core.game_in(text, 1, 0, 1, 1, options)
  if game.start ~= start then
    return nil, "no game can start from this position", "invalid_position"
  end
  game.result = "*"
  return game
end

--- Read the only game of a text. Comments and white space around the game are allowed. Without arguments, or with a
-- Position or a FEN, create a game without moves from that position or the initial position. Then add moves to
-- `game.root`, and set tags and the result. A text in UTF-16 with a byte order mark is read, too; offsets are then
-- those of the text in UTF-8.
---@param text? string|lucena.Position
---@param opts? {dialect?: string|Dialect, allow?: string[], illegal_moves?: boolean,
-- limits?: {comment?: integer, nesting?: integer, tag?: integer, tags?: integer}, repair?: boolean,
-- skip?: boolean} as for `chess.open`; `dialect`: the notation of the moves in the text and of moves added later; a
-- name, a Dialect, or "auto": detect the notation if the game cannot be read as PGN (default "auto", and "pgn" with
-- skip = false)
---@return lucena.Game? game
---@return string|table|nil err the message; or, for a game read with the option `repair`, the diagnostics of
-- the repairs
---@return string? code `no_game`, `fragment`, `more_games`, `stray_text`, `bad_utf16`,
-- `utf32`; for a FEN, a code of `chess.position`
-- @usage chess.game("1. e4 e5 2. Nf3 *").plies --> 3
-- @usage chess.game("1. e4 e5 2. Cf3 *", {dialect = "french"}).root[1][1][1].san --> Nf3
function M.game(text, opts)
  local options = opts ~= nil and reading_options(opts, "game") or nil
  if text == nil or getmetatable(text) == "lucena.Position" then
    return empty_game(text or core.position(), options)
  end
  if type(text) ~= "string" then
    argument.bad(2, 1, "game", "string, lucena.Position or nil expected, got %s", argument.kind(text))
  end
  if text:find("^[\xFE\xFF][\xFE\xFF]") then
    local decoded, err, code = require("lucena.utf16").to_utf8(text)
    if not decoded then
      return nil, err, code
    end
    text = decoded
  end
  if is_fen(text) then
    local start, err, code = core.position(text, opts and { allow = opts.allow })
    if not start then
      return nil, err, code
    end
    return empty_game(start, options)
  end
  local next_game = each(text, options, opts)
  local game, before, after, repairs = next_game()
  if not game then
    return nil, without_game(text)
  elseif next_game() then
    return nil, "more than one game in the text, use chess.games_in", "more_games"
  elseif before or after then
    local where = before and "before" or "after"
    return nil, ("there is text %s the game that does not belong to it, use chess.games_in"):format(where), "stray_text"
  end
  if repairs then
    return game, repairs
  end
  return game -- return exactly one value, because the call may be an argument of another call
end

-- ---- games of a file -----------------------------------------------------------------------------

local function is_query(value)
  return getmetatable(value) == "lucena.Query"
end

-- Replace the query in the options by the compiled program that the reader runs. If the query has Lua functions, also
-- return the query, to test each game that the reader returns.
local function with_program(opts)
  local query = opts and opts.query
  if not is_query(query) then
    return opts, nil
  end
  local program, has_functions = require("lucena.query").compiled(query)
  local rest = {}
  for key, value in pairs(opts) do
    rest[key] = value
  end
  rest.query = program
  return rest, has_functions and query or nil
end

-- Split the options of chess.games into the reader's options and the function that tests the games it returns.
local function split_options(opts)
  local where = opts and opts.where
  if where ~= nil and type(where) ~= "function" then
    argument.bad(3, 2, "games", "option 'where': function expected, got %s", argument.kind(where))
  end
  local rest, query = with_program(opts)
  if where then
    local without = {}
    for name, value in pairs(rest) do
      without[name] = name ~= "where" and value or nil
    end
    rest = without
  end
  if query then
    return rest, function(game) return query(game) and (not where or where(game)) end
  end
  return rest, where
end

-- Return an iterator over the games that a function accepts. The core calls the function, which takes up to 10 % less
-- time than a loop in Lua. If the reader's list of diagnostics is full, the core does not call it.
local function each_where(reader, where)
  local search, most = core.parts.search, math.maxinteger
  return function()
    local game, answer, code
    repeat
      game, answer, code = search(reader, where, most)
      if game == false then
        game, answer, code = reader:read()
        answer = game and where(game) or answer
      end
    until game == nil or answer
    if game == nil and answer then
      require("lucena.failure").raise(answer, code)
    end
    return game
  end
end

--- Iterate over the games of a file; "-" is standard input. The file is closed at the end of the loop, also after a
-- break. Bad data does not end the loop. If reading fails, the loop raises a lucena.Error after the games before the
-- failure.
---@param path string|function|table|userdata a path or a source, as `chess.open` takes it: a function that returns the
-- next block of text, an object with the method read(n), or {text = string}
---@param opts? {query?: Query, where?: fun(game: Game): boolean} and the options of `chess.open`; `query`: any query of
-- `chess.query`; `where`: a function of a Game that returns whether to include the game
---@return fun(): lucena.Game iterator
---@return nil second not used; a `for` loop takes four values
---@return nil third not used
---@return lucena.Reader reader a `for` loop closes it
-- @usage for g in chess.games("games.pgn", {where = function(g) return g.plies > 100 end}) do print(g) end
-- @usage for g in chess.games({text = "1. e4 f6 * 1. d4 *"}, {query = chess.query.plies{max = 1}}) do print(g) end
function M.games(path, opts)
  if opts ~= nil then
    check_argument(opts, 2, "games", "table")
    if argument.kind(opts) ~= "table" then -- such as a Query
      argument.bad(2, 2, "games", "table of options expected, got %s", argument.kind(opts))
    end
  end
  local reader_opts, where = split_options(opts)
  local reader, err, code = argument.call(2, nil, "games", core.open, path, reader_opts)
  if not reader then
    local is_text = type(path) == "string" and (path:find("^%s*%[%a") or (" " .. path):find("%s1%.+%s*%a+[1-8]"))
    local hint = code == "cannot_open" and is_text and "; for games in a string, write chess.games{text = ...}" or ""
    require("lucena.failure").raise(err .. hint, code)
  end
  if where then
    return each_where(reader, where), nil, nil, reader
  end
  local function next_game()
    local game, message, why, cause = reader:read()
    if message then
      require("lucena.failure").raise(message, why, cause)
    end
    return game
  end
  return next_game, nil, nil, reader
end

-- ---- methods of Game -----------------------------------------------------------------------------

local TAG_LISTS = { all = true, roster = true, none = true }
local JSON_OPTIONS = {
  comments = "boolean", nags = "boolean", variations = "boolean", results = "boolean", tags = true,
  no_comments = "boolean", no_nags = "boolean", no_variations = "boolean", no_results = "boolean",
}

--- Return the game as JSON, on one line without a line end: tags, result, moves with their comments, NAGs, clocks,
-- evaluations and variations. `chess.from_json` reads the text.
---@param opts? {comments?: boolean, nags?: boolean, variations?: boolean, results?: boolean,
-- tags?: "all"|"roster"|"none"|string[]} `comments`, `nags`, `variations` and `results` = false: omit them; `tags`: as
-- for `Game:pgn`
---@return string text
-- @usage chess.game("1. e4 *"):json() --> {"tags":{},"result":"*","moves":[{"san":"e4","uci":"e2e4"}]}
function Game:json(opts)
  check_game(self, "json")
  opts = argument.options(opts, 1, "json", JSON_OPTIONS)
  if opts.tags ~= nil and type(opts.tags) ~= "table" and not TAG_LISTS[opts.tags] then
    argument.bad(2, 1, "json", "option 'tags': all, roster, none or an array of names expected, got '%s'",
      tostring(opts.tags))
  end
  return require("lucena.json").encode(self, opts)
end

return M
