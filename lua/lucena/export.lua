--- Writes games in any output format. `lucena convert`, `Writer:export` and `Game:export` share this module.
-- @module lucena.export

local argument = require("lucena.argument")
local core = require("lucena.core")
local formats = require("lucena.format")

local M = {}

local IS_BUILT_IN = {}
for _, name in ipairs(formats.NAMES) do
  IS_BUILT_IN[name] = true
end

-- ---- one game -------------------------------------------------------------------------------------

local TABLE_OPTIONS = { columns = "table", functions = "table", raw = "boolean" }
local WRITER_OPTIONS = {
  columns = "table", functions = "table", raw = "boolean", bom = "boolean",
  header = "boolean", no_header = "boolean",
}

-- Errors about the options do not name a line of the caller. argument.call() in the public function adds the line.
local function rows_of(format, opts)
  return argument.call(0, nil, "csv", require("lucena").csv, {
    columns = opts.columns, functions = opts.functions, raw = opts.raw, tsv = format == "tsv",
  })
end

local function checked_rows(format, opts)
  return (rows_of(format, argument.options(opts, 2, "export", TABLE_OPTIONS)))
end

-- Call the function of a format that is registered, or given as a function. The message of an error gives the file and
-- line where this function is defined.
local function call_own(format, game, opts)
  local write = formats.find(format)
  local text, err, code = write(game, opts)
  if type(text) == "string" then
    return text
  elseif text == nil and type(err) == "string" then
    return nil, err, code or "bad_format"
  end
  local place = debug.getinfo(write, "S")
  error(("%s:%d: the format%s returned %s; it must return text, or nil and a message"):format(place.short_src,
    place.linedefined, type(format) == "string" and (" '%s'"):format(format) or "",
    text == nil and err == nil and "nothing" or argument.kind(text)), 0)
end

--- Return a game as text with a line end, in any format; for a table, one line without the header.
---@param game lucena.Game
---@param format string
---@param opts? table of the format
---@return string? text
---@return string? err
---@return string? code
function M.export(game, format, opts)
  if format == "pgn" then
    return game:pgn(opts)
  elseif format == "json" or format == "jsonl" then
    return argument.call(3, 2, "export", game.json, game, opts) .. "\n"
  elseif format == "san" then
    return formats.san_moves(game) .. "\n"
  elseif format == "csv" or format == "tsv" then
    return argument.call(3, 2, "export", checked_rows, format, opts):row(game)
  elseif not IS_BUILT_IN[format] then
    return call_own(format, game, opts)
  end
  return game:export(format, opts)
end

-- ---- many games -----------------------------------------------------------------------------------

local NOTHING = { "", "", "" }

--- Return the text before the first game, between games, and after the last game.
---@param to string format
---@param rows? table of chess.csv
---@param opts table `header` (default true), `bom`
---@return string[]
-- @usage require("lucena.export").around("csv", chess.csv(), {header = false})[1] == "" --> true
function M.around(to, rows, opts)
  if to == "json" then
    return { "[\n", ",\n", "\n]\n" }
  elseif rows then
    return { (opts.bom and "\u{FEFF}" or "") .. (argument.holds(opts, "header") and rows:header() or ""), "", "" }
  end
  return NOTHING
end

--- Return a function that formats a game with its line end, without the text around games. If a game cannot be written,
-- the function returns nil, a message and a code.
---@param to string format
---@param opts? table of the format
---@param to_utf8 boolean?
---@param rows? table of chess.csv
---@return fun(game: lucena.Game): string?, string?, string?
function M.text_of(to, opts, to_utf8, rows)
  if rows then
    return function(game)
      return rows:row(game)
    end
  elseif to == "json" then
    return function(game)
      return game:json(opts)
    end
  end
  return function(game)
    local text, message, code = M.export(game, to, opts)
    if text and to_utf8 then
      text = formats.game_to_utf8(text)
    end
    return text and text .. (to == "pgn" and "\n" or ""), message, code
  end
end

-- Formats that the core writes without creating a string.
local IN_CORE = { pgn = true, fen = true, epd = true, uci = true }

local function write_game(writer, game, to, opts)
  if IN_CORE[to] then
    return writer:export(game, to, opts)
  end
  local text, err, code = M.export(game, to, opts)
  if not text then
    return nil, err, code
  end
  return writer:write(text)
end

-- Return the function that formats the games of an exporter, or nil if they are written without creating a Lua string:
-- no text around them, and no conversion of the encoding.
local function formatter(to, opts, form)
  if form.text_of then
    return form.text_of
  elseif form.rows or to == "json" or form.to_utf8 then
    return M.text_of(to, opts, form.to_utf8, form.rows)
  end
end

--- Return three functions. The first writes a game to a Writer, with the text around games. The second returns the text
-- to write after the last game. The third writes games that are already formatted, with the text between them.
---@param writer lucena.Writer
---@param to string format
---@param opts? table of the format
---@param form {around: string[], rows?: table, to_utf8?: boolean, text_of?: function} text_of: replaces the format
---@return fun(game: lucena.Game): boolean?, string?, string? write true, or nil, a message and a code
---@return fun(): string rest
---@return fun(text: string): boolean?, string?, string? put
function M.exporter(writer, to, opts, form)
  local around, is_first = form.around, true
  local function rest()
    return (is_first and around[1] or "") .. around[3]
  end
  local function lead()
    local before = around[is_first and 1 or 2]
    is_first = false
    return before
  end
  local function put(text) -- a text may be a Text of a worker
    return writer:write(lead(), text)
  end
  local text_of = formatter(to, opts, form)
  if not text_of then
    if IN_CORE[to] then -- without the call of write_game, for speed
      return function(game) return writer:export(game, to, opts) end, rest, put
    end
    return function(game) return write_game(writer, game, to, opts) end, rest, put
  end
  return function(game)
    local text, message, code = text_of(game)
    if not text then
      return nil, message, code
    end
    return writer:write(lead() .. text)
  end, rest, put
end

-- ---- Writer:export --------------------------------------------------------------------------------

-- Formats with text around the games.
local HAS_AROUND = { json = true, csv = true, tsv = true }

-- Maps a Writer to the state of its array or table: the format, and the functions write and rest of exporter().
local states = setmetatable({}, { __mode = "k" })

local function begin(writer, to, opts)
  local rows
  if to ~= "json" then
    opts = argument.options(opts, 3, "export", WRITER_OPTIONS)
    rows = rows_of(to, opts)
  end
  local write, rest = M.exporter(writer, to, opts, { rows = rows, around = M.around(to, rows, opts) })
  return { format = to, write = write, rest = rest }
end

--- Write a game, with the text around games, in a format that the core does not write. Called by `Writer:export`.
---@param writer lucena.Writer
---@param game lucena.Game
---@param to string format
---@param opts? table of the format
---@return boolean? true
---@return string? err
---@return string? code a code of the game, or cannot_write, closed_pipe
function M.write(writer, game, to, opts)
  local state = states[writer]
  if state and state.format ~= to then
    argument.bad(3, 2, "export", "this Writer has games in %s", state.format)
  elseif not HAS_AROUND[to] then
    return write_game(writer, game, to, opts)
  end
  state = state or argument.call(3, 3, "export", begin, writer, to, opts)
  states[writer] = state
  local done, err, code = state.write(game)
  if done then
    core.writer_end(writer, state.rest())
  end
  return done, err, code
end

return M
