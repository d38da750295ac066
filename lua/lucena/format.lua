--- Output formats of games: a list, and functions that write games in any of them. `lucena convert`,
-- `Writer:export` and `Game:export` share them.
-- @module lucena.format

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {}

-- ---- which formats -------------------------------------------------------------------------------

--- The formats, with descriptions.
---@type table[] {name, description}
M.FORMATS = {
  { "pgn", "PGN in export format" },
  { "json", "an array of games; see Game:json" },
  { "jsonl", "JSON, one game per line" },
  { "csv", "one line per game: tags and computed columns" },
  { "tsv", "the same with tabs" },
  { "fen", "the FEN of each position" },
  { "epd", "the same with its first four fields" },
  { "uci", "the moves as UCI, one game per line" },
  { "san", "the moves as SAN, one game per line" },
}

--- Names of the formats, in this order.
---@type string[]
M.NAMES = {}

local IS_FORMAT = {}
for i, row in ipairs(M.FORMATS) do
  M.NAMES[i] = row[1]
  IS_FORMAT[row[1]] = true
end

-- Other suffixes than the names of the formats.
local SUFFIX = { ndjson = "jsonl", tab = "tsv" }
local PACKED = { gz = true, zst = true, bz2 = true }

--- Return the format that a file name indicates, or nil.
---@param path string
---@return string?
function M.of_path(path)
  local stem, suffix = path:match("^(.*)%.([^./]+)$")
  suffix = suffix and suffix:lower()
  if PACKED[suffix] then
    return M.of_path(stem)
  end
  return SUFFIX[suffix] or IS_FORMAT[suffix] and suffix or nil
end

-- ---- text ----------------------------------------------------------------------------------------

--- Convert text to UTF-8. Text that is not UTF-8 is read as Latin-1 or Windows-1252.
---@param text string
---@return string
function M.to_utf8(text)
  -- Most text is ASCII.
  return text:find("[\x80-\xFF]") and require("lucena").to_utf8(text) or text
end

--- Remove the characters of a set from the end of a text, in linear time. `gsub("[set]+$", "")` takes quadratic time if
-- the text has long runs of these characters.
---@param text string
---@param set string as inside the brackets of a Lua pattern
---@return string
-- @usage require("lucena.format").trim("1858.??.??", ".?") --> 1858
function M.trim(text, set)
  return text:match("^.*[^" .. set .. "]") or ""
end

--- Encode the user's UTF-8 text for a game: a game in Latin-1 stays in Latin-1.
---@param text string
---@param game lucena.Game
---@return string? text nil when the game's encoding lacks a character
---@return string? err
function M.fit_encoding(text, game)
  if not text:find("[\x80-\xFF]") then
    return text
  end
  local encoding, chess = game.encoding, require("lucena")
  if encoding == "ascii" or encoding == "utf-8" then
    return M.to_utf8(text)
  end
  -- Code page 1252 has all letters of Latin-1, and more.
  local fitted = chess.from_utf8(M.to_utf8(text), "cp1252")
  if not fitted then
    return nil, ("'%s' cannot be written in %s, which this game is in"):format(text, encoding)
  end
  return fitted
end

-- Options that write only the moves of the mainline, and options that write everything.
local BARE = {
  width = 0, no_comments = true, no_nags = true, no_variations = true, no_numbers = true, no_results = true,
}
local FULL = { width = 0, no_numbers = true, no_results = true }

--- Report whether a game has only a mainline: no comments, NAGs, variations or unreadable text. The game is written
-- twice and compared, which takes a tenth of the time of visiting its nodes.
---@param game lucena.Game
---@return boolean
function M.is_plain(game)
  return not game.rest and game:movetext(BARE) == game:movetext(FULL)
end

--- Return the mainline in SAN, separated by blanks.
---@param game lucena.Game
---@return string
function M.san_moves(game)
  if not game.rest then
    return game:movetext(BARE):sub(1, -2)
  end
  local words = {}
  for node in game:mainline() do
    words[#words + 1] = node.san
  end
  return table.concat(words, " ")
end

--- Return the mainline in UCI notation, separated by blanks.
---@param game lucena.Game
---@return string
function M.uci_moves(game)
  local line = game:export("uci")
  -- The moves of a game from a set-up position follow "fen FEN moves".
  return line:byte() == 102 and line:match("^fen .- moves ?(.*)\n$") or line:sub(1, -2)
end

-- ---- one game -------------------------------------------------------------------------------------

local TABLE_OPTIONS = { columns = "table", functions = "table", raw = "boolean" }
local WRITER_OPTIONS = {
  columns = "table", functions = "table", raw = "boolean", no_header = "boolean", bom = "boolean",
}

local function rows_of(format, opts)
  return require("lucena").csv {
    columns = opts.columns, functions = opts.functions, raw = opts.raw, tsv = format == "tsv",
  }
end

--- Return a game as text with a line end, in any format: for a table one line, without its header.
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
    return game:json(opts) .. "\n"
  elseif format == "san" then
    return M.san_moves(game) .. "\n"
  elseif format == "csv" or format == "tsv" then
    return rows_of(format, argument.options(opts, 2, "export", TABLE_OPTIONS)):row(game)
  end
  return game:export(format, opts)
end

-- ---- many games -----------------------------------------------------------------------------------

local NOTHING = { "", "", "" }

--- Return the text before the first game, between games, and after the last game.
---@param to string format
---@param rows? table of chess.csv
---@param opts table `no_header`, `bom`
---@return string[]
-- @usage require("lucena.format").around("json")[1] --> [
function M.around(to, rows, opts)
  if to == "json" then
    return { "[\n", ",\n", "\n]\n" }
  elseif rows then
    return { (opts.bom and "\u{FEFF}" or "") .. (opts.no_header and "" or rows:header()), "", "" }
  end
  return NOTHING
end

--- Return a function that formats a game with its line end, without the texts of around(). It returns nil, message and
-- code if the game cannot be written.
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
      text = M.to_utf8(text)
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

--- Return a function that writes a game to a Writer, with the text around games, and a function that returns the text
-- to write after the last game.
---@param writer lucena.Writer
---@param to string format
---@param opts? table of the format
---@param form {around: string[], rows?: table, to_utf8?: boolean}
---@return fun(game: lucena.Game): boolean?, string?, string? write true, or nil, a message and a code
---@return fun(): string rest
function M.exporter(writer, to, opts, form)
  local around, is_first = form.around, true
  -- Games without text around them, in their own encoding, are written without creating a Lua string.
  local text_of = (form.rows or to == "json" or form.to_utf8) and M.text_of(to, opts, form.to_utf8, form.rows)
  local function write(game)
    if not text_of then
      return write_game(writer, game, to, opts)
    end
    local text, message, code = text_of(game)
    if not text then
      return nil, message, code
    end
    local before = around[is_first and 1 or 2]
    is_first = false
    return writer:write(before .. text)
  end
  local function rest()
    return (is_first and around[1] or "") .. around[3]
  end
  return write, rest
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

--- Write a game in a format that the core does not write, with the text around games. `Writer:export` calls this
-- function.
---@param writer lucena.Writer
---@param game lucena.Game
---@param to string format
---@param opts? table of the format
---@return boolean? true
---@return string? err
---@return string? code of the game, or cannot_write, closed_pipe
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
