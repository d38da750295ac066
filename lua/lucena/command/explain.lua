--- lucena explain: explains a token of chess notation: lua/lucena/explain.lua knows all kinds.
-- @module lucena.command.explain

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local option_values = require("lucena.run.option_values")
local phrase = require("lucena.run.phrase")
local position_file = require("lucena.position_file")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "explain a move, sign, result, FEN or other token",
  group = "Look at games", order = 12, is_common = true,
}

local EXAMPLES = [[
TEXT is a move in any notation, a numbered move, a result, a NAG or its sign, a
sign of a move, a FEN, a tag pair, an ECO code, a command of a comment, an
opcode of EPD, a dialect or the code of a diagnostic.

Without --fen, the position is the initial position. If a move is not legal
there, only its parts are explained.

The moves before TEXT are played first: `lucena explain e4 e5 Nf3` explains the
last word. If the first word is a file of positions (EPD or FEN), its first
record is the position, and TEXT defaults to the record's best move (bm).

Examples:
  lucena explain exd6ep
  lucena explain e4 e5 Cf3
  lucena explain exd6ep --fen "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
  lucena explain --dialect french C1c3
  lucena explain suite.epd --record 1
  lucena explain ±
  lucena explain '[%clk 0:01:52]'
  lucena explain "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

Exit status:
  0  success
  1  the text means nothing or has an error, or the move is not legal
  2  wrong usage, or a wrong FEN or dialect]]

function M.parser()
  local parser = parsers.new("lucena explain", "Explain a token of chess notation.",
    "[OPTION]... [FILE] [MOVE]... TEXT", EXAMPLES)
  parser:argument("TEXT", "The text to explain. The moves before it are in PGN's notation or in that of --dialect.")
    :target("words"):args("+")
  parser:option("--fen", "The position before the first move."):argname("FEN")
  parser:option("--record", "Number of the record in FILE. Default: 1."):argname("N")
  parser:option("--dialect", "The dialect of TEXT. Default: any dialect that can read it."):argname("NAME")
  parser:option("--color", "auto (the default), always or never."):choices({ "auto", "always", "never" })
    :argname("WHEN"):default("auto"):show_default(false)
  parsers.language(parser)
  parser:option("--width", "Width of the text. Default: the width of the terminal, else 79."):argname("N")
  return parser
end

-- Return record N of a file of positions.
local function read_record(path, number, parser)
  local reader <close>, problem = require("lucena").open_epd(path)
  local record, count = nil, 0
  if reader then
    repeat
      record, problem = reader:read()
      count = count + (record and 1 or 0)
    until not record or count == number
  end
  if problem then
    exit.fail(exit.IO, problem)
  end
  return record or parser:error(("there is no record %d in %s, only %d"):format(number, path, count))
end

-- If the first word is a file of positions, take it from the words: its record gives the FEN, and the text if there is
-- no other word.
local function take_record(args, parser)
  local path = args.words[1]
  if not (path:find("[./]") and position_file.has(path)) then
    return args.record and parser:error("--record needs a file of positions")
  elseif args.fen then
    parser:error("--fen and a file of positions exclude each other")
  end
  local number = option_values.integer(args.record, "--record", 1, nil, parser) or 1
  local record = read_record(path, number, parser)
  if not record.position then
    exit.fail(exit.DATA, ("%s:%d: %s"):format(path, record.line, record.diagnostics[1].message))
  end
  table.remove(args.words, 1)
  args.fen = record.position:fen()
  local best = record.bm and record.bm[1]
  if #args.words == 0 and not best then
    parser:error(("%s:%d has no best move (bm): give a TEXT"):format(path, record.line))
  end
  args.words[1] = args.words[1] or record.position:san(best)
end

-- Return the position after some words, all of them moves in a dialect; or nil.
local function play_in(dialect, position, words, count)
  for i = 1, count do
    local move = dialect:read(position, words[i])
    if not move then
      return nil
    end
    position = position:play(move)
  end
  return position
end

-- Return the position before the last word of the command line. The words before it are read in the dialect of TEXT. If
-- that fails, they are read in PGN's notation.
local function find_position(args, parser)
  local chess = require("lucena")
  local position, message = chess.position(args.fen)
  if not position then
    parser:error("--fen: " .. message:gsub("^fen:%d*:? ?", ""))
  end
  if #args.words == 1 then
    return position
  end
  local dialect = args.dialect and chess.dialect(args.dialect)
  local there = dialect and play_in(dialect, position, args.words, #args.words - 1)
  if there then
    return there
  end
  local after, err = position:play(table.concat(args.words, " ", 1, #args.words - 1))
  return after or parser:error(err)
end

-- Join a sign to the word before it: "exd6 e.p." is one move.
local function join_marks(words)
  local last = words[#words]
  if #words > 1 and (last:find("^%(?e%.?p%.?%)?[+#]?$") or last:find("^[+#]+$")) then
    words[#words - 1], words[#words] = words[#words - 1] .. " " .. last, nil
  end
end

local COLUMNS = { kind = "integer", least = 20, noun = "a number of columns" } -- of --width

-- Explain all words as one token that is no move: `12... Nf6`, a FEN, `1 - 0`. Returns nil if they are none.
local function explain_token(args)
  local text = table.concat(args.words, " ")
  if #args.words == 1 or args.fen then
    return nil
  end
  local explanation = require("lucena").explain(text, { dialect = args.dialect })
  return explanation and explanation.kind ~= "move" and explanation or nil
end

-- Explain the last word, in the position after the words before it.
local function explain_last(args, parser)
  local position = (args.fen or #args.words > 1) and find_position(args, parser) or nil
  local text = args.words[#args.words]
  local explanation, message = require("lucena").explain(text, { position = position, dialect = args.dialect })
  return explanation or parser:error(message)
end

function M.run(args, parser)
  take_record(args, parser)
  join_marks(args.words)
  local width = option_values.number(args.width, "--width", COLUMNS, parser) or terminal.text_width()
  local has_color = terminal.has_color(args.color)
  local explanation = explain_token(args) or explain_last(args, parser)
  explanation.text = phrase.safe(explanation.text)
  local function heading(title)
    return has_color and "\27[1m" .. title .. "\27[0m" or title
  end
  local page = explanation:page(width, heading, require("lucena.language").choose(args.lang))
  stdio.write(page, "\n")
  return explanation.code and exit.DATA or exit.OK
end

return M
