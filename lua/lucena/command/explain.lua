--- lucena explain: explains the text of a move.
-- @module lucena.command.explain

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "explain the text of a move, in any notation",
  group = "Look at games", order = 12, is_common = true,
}

local EXAMPLES = [[
Without --fen, the position is the initial position. If the move is not legal
there, only its parts are explained.

The moves before TEXT are played first: `lucena explain e4 e5 Nf3` explains the
last word.

Examples:
  lucena explain exd6ep
  lucena explain e4 e5 Cf3
  lucena explain exd6ep --fen "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
  lucena explain --dialect french C1c3

Exit status:
  0  success
  1  the text is not a move, or the move is not legal
  2  wrong usage, or a wrong FEN or dialect]]

function M.parser()
  local parser = arguments.parser("lucena explain", "Explain the text of a move.",
    "[OPTION]... [MOVE]... TEXT", EXAMPLES)
  parser:argument("TEXT", "The text to explain. The moves before it are in PGN's notation."):target("words"):args("+")
  parser:option("--fen", "The position before the first move."):argname("FEN")
  parser:option("--dialect", "The dialect of TEXT. Default: any dialect that can read it."):argname("NAME")
  parser:option("--color", "auto (the default), always or never."):choices({ "auto", "always", "never" })
    :argname("WHEN"):default("auto"):show_default(false)
  arguments.language(parser)
  parser:option("--width", "Width of the text. Default: the width of the terminal, else 79."):argname("N")
  return parser
end

-- Return the position before the last word of the command line.
local function find_position(args, parser)
  local chess = require("lucena")
  local position, message = chess.position(args.fen)
  if not position then
    parser:error("--fen: " .. message:gsub("^fen:%d*:? ?", ""))
  end
  if #args.words == 1 then
    return position
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

local function parse_width(text, parser)
  local width = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not (width and width >= 20) then
    parser:error(("--width takes a number from 20, not '%s'"):format(text))
  end
  return width or terminal.text_width()
end

function M.run(args, parser)
  join_marks(args.words)
  local text = args.words[#args.words]
  local width, has_color = parse_width(args.width, parser), terminal.has_color(args.color)
  local position = find_position(args, parser)
  local explanation, message = position:explain(text, args.dialect)
  if not explanation then
    parser:error(message)
  end
  -- Explain a text without a position. The initial position is tried first.
  local dialect = args.dialect and require("lucena").dialect(args.dialect)
  if not explanation.move and not args.fen and #args.words == 1 and explanation.code ~= "ambiguous_move"
    and (not dialect or dialect:is_shaped(text)) then
    explanation = require("lucena.notation.explain").shape(text) or explanation
  end
  explanation.text = phrase.safe(text)
  local function heading(title)
    return has_color and "\27[1m" .. title .. "\27[0m" or title
  end
  local page = explanation:page(width, heading, require("lucena.language").choose(args.lang))
  stdio.write(page, "\n")
  return explanation.code and exit.DATA or exit.OK
end

return M
