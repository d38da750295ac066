--- lucena sort: games in order, by their tags, their length or their text.
-- What is compared is one string a game, made so that comparing bytes compares the keys one after the other; the games
-- themselves stay on a shelf. Cost: that string, and some 130 bytes a game; the collector lets memory
-- grow to twice that.
-- The default order is that of PGN, section 12.
-- @module lucena.command.sort

local pile = require("lucena.command.pile")
local reading = require("lucena.command.reading")
local section = require("lucena.command.section")
local shelves = require("lucena.command.shelf")
local support = require("lucena.command.support")

local M = {
  summary = "put games in order, by tags, length or text",
  order = 15.4,
}

local EXAMPLES = [[
Games are written byte for byte, a blank line between them. --by names what is
compared first, second and so on; a - before it turns its order around: tags,
`plies` (the length of the mainline) and, as the last one, `movetext`. Dates,
times, rounds, boards, ratings and PlyCount are compared as numbers, part by
part, with ? in a date as 0, and a round ? before - before numbers; all other
tags as text, byte by byte in UTF-8. A missing tag comes before all others.
Games that are the same in all that is compared stay in the order they had.

The default is the order of the PGN standard: Date, Event, Site, Round, White,
Black, Result, movetext.

Of games in plain files only the keys and places are kept in memory, some 500
bytes a game, and the files are read twice: they may be larger than memory.
Of pipes, standard input and compressed files all is kept in memory; so are,
while they are compared, games that differ in nothing but their movetext.

Examples:
  lucena sort games.pgn -o sorted.pgn
  lucena sort --by ECO,-WhiteElo games.pgn
  lucena sort --by=-plies a.pgn b.pgn | lucena filter --limit 10 -

Exit status: 0, 1 errors in the games that were looked into, 2 usage, 3 a file
could not be read or written.]]

local STANDARD = "Date,Event,Site,Round,White,Black,Result,movetext"

function M.parser()
  local parser = support.parser("lucena sort", "Put games in order.", "[OPTION]... [FILE]...", EXAMPLES)
  reading.argument(parser)
  parser:option("-b --by", "What is compared: tags, plies, movetext; - before one turns it around.")
    :argname("KEY,KEY"):default(STANDARD):show_default(false)
  parser:option("-o --output", "Write to FILE, whole or not at all; it may be one of the files read.")
    :argname("FILE")
  reading.options(parser)
  return parser
end

-- ---- keys ----------------------------------------------------------------------------------------

-- Each part of a key ends in a zero byte and holds no other, so that a value comes before one that goes on longer.
local ESCAPES = { ["\0"] = "\1\1", ["\1"] = "\1\2" }

local function text_part(value)
  local text = require("lucena.format").to_utf8(value)
  return (text:find("[\0\1]") and text:gsub("[\0\1]", ESCAPES) or text) .. "\0"
end

-- A number, so that comparing bytes compares numbers: how many digits it has, then the digits.
local function number_part(digits)
  digits = digits:gsub("^0+", "")
  return string.char(4 + math.min(#digits, 200)) .. digits
end

-- The numbers of a value one after the other: nothing, then ?, then -, then numbers, then what has none.
local function numbers_part(value)
  if value == "" then
    return "\0"
  elseif value == "?" then
    return "\2\0"
  elseif value == "-" then
    return "\3\0"
  end
  local parts = {}
  for digits in value:gmatch("%d+") do
    parts[#parts + 1] = number_part(digits)
  end
  return #parts > 0 and table.concat(parts) .. "\0" or "\255" .. text_part(value)
end

local function date_part(value)
  return numbers_part((value:gsub("%?", "0")))
end

local function part_of(name)
  if name:find("Date$") then
    return date_part
  elseif name:find("Elo$") or name:find("USCF$") or name:find("Time$") or name == "Round" or name == "Board"
    or name == "PlyCount" then
    return numbers_part
  end
  return text_part
end

-- The bytes turned around: what came first comes last.
local function turned(text)
  return (text:gsub(".", function(byte) return string.char(255 - byte:byte()) end))
end

-- One word of --by: a function of a game that gives its part of the key.
local function parse_word(word, parser)
  local sign, name = word:match("^(%-?)([%a_][%w_]*)$")
  if not name then
    parser:error(("--by takes names of tags, plies and movetext, not '%s'"):format(word))
  end
  local part = part_of(name)
  local function value_of(game)
    if name == "plies" then
      return number_part(tostring(game.plies))
    end
    return part(game.tags[name] or "")
  end
  if sign == "-" then
    return name, true, function(game) return turned(value_of(game)) end
  end
  return name, false, value_of
end

--- What --by says: functions of a game, and how its text is compared when these are the same.
local function parse_by(spec, parser)
  local plan = {}
  for word in (spec .. ","):gmatch("([^,]*),") do
    local name, is_turned, value_of = parse_word(word, parser)
    if plan.by_text then
      parser:error("--by: movetext is the last thing to be compared")
    elseif name == "movetext" then
      plan.by_text = is_turned and "down" or "up"
    else
      plan[#plan + 1] = value_of
    end
  end
  return plan
end

local function key_of(game, plan)
  local parts = {}
  for i = 1, #plan do
    parts[i] = plan[i](game)
  end
  return table.concat(parts)
end

-- ---- order ---------------------------------------------------------------------------------------

-- The games first to last of `order`, which have the same key, by their movetext.
local function sort_by_text(order, first, last, shelf, direction)
  local texts, run = {}, table.move(order, first, last, 1, {})
  for _, id in ipairs(run) do
    local text = shelf:text(id)
    local _, at = section.read(text)
    texts[id] = text:sub(at):match("^%s*(.*)$")
  end
  table.sort(run, function(a, b)
    local x, y = texts[a], texts[b]
    if x == y then
      return a < b
    elseif direction == "down" then
      x, y = y, x
    end
    return x < y
  end)
  table.move(run, 1, #run, first, order)
end

-- The games in order.
local function sorted(keys, shelf, direction)
  local order = {}
  for id = 1, #keys do
    order[id] = id
  end
  table.sort(order, function(a, b)
    local x, y = keys[a], keys[b]
    if x == y then
      return a < b
    end
    return x < y
  end)
  local first = 1
  for i = 2, direction and #order + 1 or 1 do
    if keys[order[i]] ~= keys[order[first]] then
      if i - first > 1 then
        sort_by_text(order, first, i - 1, shelf, direction)
      end
      first = i
    end
  end
  return order
end

-- ---- the command ---------------------------------------------------------------------------------

function M.run(args, parser)
  local job = reading.new(args, parser)
  local plan = parse_by(args.by, parser)
  local paths = support.inputs(args.files, parser)
  local out, shelf, keys, last = pile.open(args.output or "-"), shelves.new(), {}, nil
  job.keeps_much = true
  function job.visit(game, reader)
    keys[shelf:put(reader, game, true)] = key_of(game, plan)
    last = game
  end
  function job.finish()
    if last then
      shelf:finish_file(shelf.count, last)
      last = nil
    end
  end
  function job.abandon()
    out:abandon()
  end
  reading.files(job, paths)
  for _, id in ipairs(sorted(keys, shelf, plan.by_text)) do
    shelf:write(id, out)
  end
  shelf:close()
  out:finish(job.status)
  reading.summary(job, support.group(out.count) .. " sorted")
  return job.status
end

return M
