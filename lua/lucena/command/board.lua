--- lucena board: draws positions as pictures or text.
-- @module lucena.command.board

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local pictures = require("lucena.run.pictures")
local position_file = require("lucena.position_file")
local stdio = require("lucena.run.stdio")
local tallies = require("lucena.run.tally")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "draw positions: SVG, PNG, figurines or letters",
  group = "Look at games", order = 13,
}

local EXAMPLES = [[
A position is a FEN (one argument, or one argument per field) or an EPD line
(one argument). A FILE of games gives the last position of its first game. A
FILE of positions (EPD or FEN), and - for standard input, has one position per
line. The default is the initial position.

The default format is text, with figurines if the terminal shows them. The
suffix of the -o file also selects the format. To write several pictures, put
%d in the file name: it becomes the number of the picture, with %02d in two
digits, such as 07.

Arrows and marks are written as in comments of games ([%cal], [%csl]): a letter
for the colour, then two squares for an arrow or one for a mark. The colours
are G green, R red, Y yellow, B blue, O orange, C cyan, M magenta, P purple.

Examples:
  lucena board
  lucena board --moves "e4 e5 Nf3" --svg > ruy.svg
  lucena board "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1" -o saavedra.png --size 600
  lucena board --marks Re5 --arrows Gf3e5,Rd6e5 --moves "e4 e5 Nf3 d6" -o a.svg
  lucena board games.pgn --game 17 --ply 24 --flip
  lucena board --theme print -o diagram-%d.svg suite.epd

Exit status:
  0  success
  1  a position or move is wrong
  2  wrong usage
  3  a file could not be read or written, or PNG cannot be made]]

local FORMATS = { "svg", "png", "unicode", "ascii" }
local ENDINGS = { svg = "svg", png = "png", txt = "unicode" }

function M.parser()
  local parser = parsers.new("lucena board", "Draw positions.", "[OPTION]... [FEN|FILE]...", EXAMPLES)
  parser:argument("FEN", "A FEN or EPD line, or a file of positions or games."):target("words"):args("*")
  parser:flag("--svg", "Draw an SVG picture.")
  parser:flag("--png", "Draw a PNG picture; needs rsvg-convert (Debian: librsvg2-bin).")
  parser:flag("--unicode", "Draw with figurines (Unicode pieces).")
  parser:flag("--ascii", "Draw with letters.")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parsers.end_group(parser, "Format")
  parser:option("--moves", "Play these moves first: \"e4 e5 Nf3\"."):argname("MOVES")
  parser:option("--dialect", "The notation of the moves: french, uci ... Default: PGN for --moves, auto for FILE.")
    :argname("NAME")
  parser:option("--game", "Number of the game in FILE. Default: 1."):argname("N")
  parser:option("--ply", "Draw the position after N plies. Default: the last position of the game."):argname("N")
  parsers.end_group(parser, "Position")
  parser:flag("--flip", "Show Black at the bottom.")
  parser:flag("--mover", "Show the side to move at the bottom.")
  parser:flag("--no-coordinates", "Omit the letters of files and the numbers of ranks.")
  parser:option("--alphabet", "The piece letters of a language: french, german ... (with --ascii)."):argname("NAME")
  parser:option("--size", "Width of pictures in pixels. Default: 360."):argname("N")
  parser:option("--theme", "Colours of pictures: brown, blue, green, grey, or print (black and white)."):argname("NAME")
    :choices({ "brown", "blue", "green", "grey", "print" })
  parser:option("--arrows", "Draw arrows in pictures, such as Gf3e5,Rd6e5."):argname("LIST")
  parser:option("--marks", "Colour squares in pictures, such as Re5,Gd4."):argname("LIST")
  parser:option("--title", "Title of pictures, for screen readers."):argname("TEXT")
  parsers.end_group(parser, "Drawing")
  parsers.common(parser, "--moves", "--game", "--ply", "-o", "--flip", "--theme", "--arrows", "--marks")
  return parser
end

-- ---- options -------------------------------------------------------------------------------------

-- Parse "Gf3e5,Rd6e5" or "Re5" for position:svg.
local function parse_list(text, name, parser)
  local out = {}
  for word in (text or ""):gmatch("[^,%s]+") do
    local letter, from, to = word:match("^([GRYBOCMP]?)([a-h][1-8])([a-h]?[1-8]?)$")
    if not letter or (name == "arrows") ~= (#to == 2) or #to == 1 or from == to then
      parser:error(("--%s takes %s, not '%s'"):format(name, name == "arrows" and "arrows such as Gf3e5,Rd6e5"
        or "squares such as Re5,Gd4", word))
    end
    local color = require("lucena.render.board").LETTERS[letter] or "green"
    out[#out + 1] = name == "arrows" and { from = from, to = to, color = color } or { square = from, color = color }
  end
  return out
end

local function format_of(args, parser)
  local wanted
  for _, name in ipairs(FORMATS) do
    if args[name] and wanted then
      parser:error(("--%s and --%s exclude each other"):format(wanted, name))
    end
    wanted = args[name] and name or wanted
  end
  local ending = args.output and ENDINGS[args.output:match("%.(%w+)$") or ""]
  if not wanted and args.output and args.output ~= "-" and not ending then
    parser:error(("unknown format: '%s'; give --svg, --png, --unicode or --ascii"):format(args.output))
  end
  return wanted or ending or (args.alphabet and "ascii") or (terminal.is_utf8() and "unicode" or "ascii")
end

-- ---- positions -----------------------------------------------------------------------------------

local function is_placement(word)
  local _, slashes = word:gsub("/", "")
  return slashes == 7 and word:find("^[%a%d/~]+$") ~= nil
end

-- Return whether a word of the command line is the next field of a FEN. The checks of Three-check are a seventh field.
local function takes(fen, word)
  local is_checks = word:find("^%+?%d%+%d$") ~= nil
  local _, fields = fen:gsub("%s%+?%d%+%d%f[%s\0]", ""):gsub("%S+", "")
  return not fen:find(";") and (is_checks or fields < 6 and word:find("^[%w-]+$") ~= nil)
end

-- Convert the words of the command line to FENs and files: {fen =} or {path =}.
local function gather(words)
  local out = {}
  for _, word in ipairs(words) do
    local last, listed = out[#out], word:find("%s") and require("lucena.text.piece_lists").fen(word)
    if listed then
      out[#out + 1] = { fen = listed }
    elseif is_placement(word:match("^%s*(%S*)")) then
      out[#out + 1] = { fen = word }
    elseif last and last.fen and takes(last.fen, word) then
      last.fen = last.fen .. " " .. word
    else
      out[#out + 1] = { path = word }
    end
  end
  return #out > 0 and out or { { fen = require("lucena").START_FEN } }
end

local function bad(job, where, message)
  messages.say(where .. ": " .. message:gsub("^%a+:%d+: ", ""))
  job.tally:fail(exit.DATA)
end

-- Report an input that cannot be read. The next one is drawn.
local function unread(job, message)
  messages.note(message)
  job.tally:unread()
end

-- Return the Position of a FEN or EPD line. For an illegal position, return a Setup, which can also be drawn.
local function read_line(job, line, where)
  local chess = require("lucena")
  local setup, message = chess.setup(line)
  if not setup then
    local record = chess.epd(line)
    if not record then
      return bad(job, where, message)
    end
    return record.position, record.id
  end
  return (setup:position()) or setup
end

-- Play the moves of --moves, and mark the last one.
local function play(job, position, where)
  local moves = job.args.moves
  if not moves then
    return position
  elseif getmetatable(position) == "lucena.Setup" then
    return bad(job, where, "the position is not legal, so no move can be played")
  end
  local last
  for word in moves:gmatch("%S+") do
    word = word:gsub("^%d+%.+", "")
    if word ~= "" then
      local move, message = position:parse(word, job.dialect)
      if not move then
        return bad(job, where, message)
      end
      position, last = position:play(move), move
    end
  end
  return position, last
end

local function draw_line(job, line, where)
  local position, id = read_line(job, line, where)
  if position then
    local last
    position, last = play(job, position, where)
    if position then
      job.draw(position, { last_move = last, title = id })
    end
  end
end

local function say_errors(job, records)
  for _, record in ipairs(records) do
    if record.severity == "error" then
      messages.say(record.text)
      job.tally:fail(exit.DATA)
    end
  end
end

local function read_game(job, path)
  local chess = require("lucena")
  local reader, message = chess.open(path, { dialect = job.dialect })
  if not reader then
    return unread(job, message)
  end
  local done, game = true, nil
  if job.game > 1 then
    done, message = reader:count(job.game - 1)
  end
  if done then
    game, message = reader:read()
  end
  if not game and type(message) == "string" then
    return unread(job, message)
  elseif not game then
    say_errors(job, reader:take_diagnostics())
    bad(job, path, ("there is no game %d, only %d"):format(job.game, reader.read_count))
  end
  return game
end

local function draw_game(job, path)
  local game = read_game(job, path)
  if not game then
    return
  end
  -- If the moves end at unreadable text, report this: the game has further moves.
  say_errors(job, game.diagnostics)
  if not game.start then
    return
  end
  local node = game:node_at(job.ply or game.plies)
  if not node then
    return bad(job, path, ("game %d has no ply %d, only %d"):format(job.game, job.ply, game.plies))
  end
  local position, last = play(job, node.position, path)
  if position then
    local is_node = not last
    job.draw(position, { last_move = last or node.move, arrows = is_node and node.arrows or nil,
      marks = is_node and node.marks or nil })
  end
end

-- Draw the lines of a file. The EPD reader returns the text lines of any file, even of a compressed one. An error in a
-- text line is reported when the line is drawn.
local function draw_lines(job, path)
  local reader, message = require("lucena").open_epd(path)
  if not reader then
    return unread(job, message)
  end
  local record
  repeat
    record, message = reader:read()
    if record then
      draw_line(job, record.text, ("%s:%d"):format(reader.name, record.line))
    end
  until not record
  say_errors(job, reader:take_diagnostics())
  if message then
    unread(job, message)
  end
end

-- Return whether a file that does not have positions has games. A tag pair or a move number begins such a file.
local function has_games(path)
  local first = position_file.first_line(path)
  return path:lower():find("%.pgn%.?%w*$") or first:find('^%[%w+%s+"') or first:find("^%s*1%s*%.")
end

-- ---- drawings ------------------------------------------------------------------------------------

local function append(list, more)
  local out = {}
  for _, part in ipairs { list or {}, more } do
    for _, item in ipairs(part) do
      -- An arrow may begin and end on the same square; such an arrow is not drawn.
      out[#out + 1] = (not item.from or item.from ~= item.to) and item or nil
    end
  end
  return out
end

-- Convert a picture to PNG with librsvg.
local function to_png(svg)
  local process, message = require("lucena.core").process { "rsvg-convert", "--format", "png" }
  if not process then
    exit.fail(exit.IO, ("PNG is made by rsvg-convert (Debian: librsvg2-bin), which cannot be run: %s")
      :format(message))
  end
  process:write(svg)
  process:close_input()
  local parts = {}
  repeat
    local bytes = process:read()
    parts[#parts + 1] = bytes
  until not bytes
  local how, status = process:wait()
  if how ~= "exit" or status ~= 0 then
    exit.fail(exit.IO, "rsvg-convert made no PNG of the picture")
  end
  return table.concat(parts)
end

local function drawing(job, position, extra)
  local args = job.args
  local flip = args.flip or args.mover and position.turn == "black" or false
  if not job.is_picture then
    return position:draw { unicode = job.format == "unicode", flip = flip, alphabet = args.alphabet,
      coordinates = not args.no_coordinates } .. "\n"
  end
  local svg = position:svg { size = job.size, theme = args.theme, flip = flip, coordinates = not args.no_coordinates,
    title = args.title or extra.title, last_move = extra.last_move, arrows = append(extra.arrows, job.arrows),
    marks = append(extra.marks, job.marks) }
  return job.format == "png" and to_png(svg) or svg .. "\n"
end

-- Write the drawing to a file, or to standard output.
local function put(job, path, text)
  if path == "-" then
    stdio.write(job.count > 1 and "\n" or "", text)
  else
    pictures.write(path, job.count, text)
  end
end

-- Write a drawing. One that has the output to itself waits until the end: if there is a second one, nothing is written.
local function write(job, text)
  local path = job.args.output or "-"
  job.count = job.count + 1
  if path == "-" and not job.is_picture then
    return put(job, path, text)
  elseif path == "-" and job.format == "png" and terminal.is_terminal(1) then
    exit.fail(exit.USAGE, "a PNG cannot be shown on a terminal; write it to a file: -o FILE.png")
  elseif pictures.is_numbered(path) then
    return put(job, path, text)
  elseif job.count > 1 then
    exit.fail(exit.USAGE, "more than one position; to write each to its own file: -o NAME-%d." .. job.format)
  end
  job.waiting = { path = path, text = text }
end

-- Write the only drawing. A file is not written if an input could not be read, so the drawing may not be the only one.
local function put_waiting(job)
  local waiting = job.waiting
  if waiting and waiting.path ~= "-" and job.tally.status == exit.IO then
    messages.note(waiting.path .. ": not written, because not all input could be read")
  elseif waiting then
    put(job, waiting.path, waiting.text)
  end
end

-- Draw an input: a FEN, a game or the positions of a file.
local function draw(job, item, where)
  if item.fen then
    draw_line(job, item.fen, where)
  elseif not position_file.has(item.path) and has_games(item.path) then
    draw_game(job, item.path)
  else
    draw_lines(job, item.path)
  end
end

function M.run(args, parser)
  local job = { args = args, format = format_of(args, parser), tally = tallies.new(), count = 0,
    arrows = parse_list(args.arrows, "arrows", parser), marks = parse_list(args.marks, "marks", parser),
    size = option_values.integer(args.size, "--size", 1, 10000, parser),
    game = option_values.integer(args.game, "--game", 1, 10000, parser) or 1,
    ply = option_values.integer(args.ply, "--ply", 0, 10000, parser),
    dialect = require("lucena.run.options").parse_dialect(args.dialect, "--dialect", parser) }
  if args.alphabet and not require("lucena.notation.diagram").drawn(args.alphabet) then
    local hint = require("lucena.suggestion").hint(args.alphabet, require("lucena.notation.letters").names())
    parser:error(("--alphabet: there is no alphabet '%s'%s (`lucena dialects` lists them)"):format(args.alphabet, hint))
  end
  pictures.check(args.output, parser)
  job.is_picture = job.format == "svg" or job.format == "png"
  function job.draw(position, extra)
    write(job, drawing(job, position, extra))
  end
  for i, item in ipairs(gather(args.words)) do
    local where = "position " .. i
    faults.attempt(job.tally, item.path or where, draw, job, item, where)
  end
  put_waiting(job)
  return job.tally.status
end

return M
