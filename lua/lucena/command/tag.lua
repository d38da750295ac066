--- lucena tag: edits the tags of games.
-- @module lucena.command.tag

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local exit = require("lucena.run.exit")
local file = require("lucena.file")
local fixes = require("lucena.run.fixes")
local format = require("lucena.format")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local options = require("lucena.run.options")
local parsers = require("lucena.run.parsers")
local phrase = require("lucena.run.phrase")
local section = require("lucena.run.tag_section")
local tag_names = require("lucena.tag_names")
local joining = require("lucena.run.joining")
local rows = require("lucena.run.rows")
local sinks = require("lucena.run.sink")
local stdio = require("lucena.run.stdio")
local core = require("lucena.core")

local to_utf8 = format.to_utf8

local M = {
  summary = "edit the tags of games: set, drop, rename, correct names",
  group = "Write games", order = 36, is_common = true,
}

local EXAMPLES = [[
Without -o, the changes are printed as a diff. With -o, all games are written
(with --games, only the selected ones). Only the edited tags change. The output
may replace an input file, except with --games. `-o -` writes to standard
output.

The edits are made in this order: --rename, --drop, --names, --set, --ratings,
--plycount, --total-plycount, --line-numbers, --hashcode, --eco, --fix.
--rename skips games that already have the new tag. A new Result also changes
the result after the moves. A file for --names has one
correction per line: `wrong = right`, or two columns separated by a TAB. A
correction applies to White, Black and Annotator. To correct another tag, begin
the line with its name and a colon:

  # players
  Fischer,R = Fischer, Robert James
  Site: Reykjavik = Reykjavik ISL

A new tag cannot have a name that looks like a misspelled known tag, such as
Whit for White. To write such a name, use tag:Whit. --drop and the old name of
--rename accept any name.

The file is in UTF-8. Values are written in UTF-8; in a game whose other tags
are in Latin-1, they are written in Latin-1.

--fix corrects errors that `lucena check --tags` reports, if there is only one
correction; the others stay as they are:
  results   the Result tag and the result after the moves: checkmate and
            stalemate decide, else the result after the moves, unless it is *
  dates     dates in another form: 25.12.1978, 1978-12-25 (not 04.05.1978)
  plycount  a PlyCount tag that does not fit the moves
  eco       an ECO tag that does not exist or does not fit the moves
  roster    tags of the roster that are missing or empty

--ratings sets FideId, Elo, Title and FED of both players from a rating list of
FIDE: the text file with columns, unpacked. It is given once for each list. The
list in force at the start of the event (EventDate, or Date) is used: the
latest one of that month or before. The combined list has no month, and is used
for all games. The time control decides between its standard, rapid and blitz
ratings. Only missing tags are set: to replace ratings, also give --drop
WhiteElo --drop BlackElo. A player is found by FideId, otherwise by name. If
the name fits several players, and FED does not tell them apart, nothing is
set.

--eco uses the last position of the game that is in the table of openings. So
the order of moves does not matter. A game without such a position keeps its
tags. --opening-names also sets Opening and Variation to the name of the
opening. A Variation or SubVariation of another opening is removed.

Examples:
  lucena tag --names players.txt games.pgn
  lucena tag --names players.txt games.pgn -o games.pgn
  lucena tag --ratings standard_rating_list.txt games.pgn
  lucena tag --fix results,dates games.pgn
  lucena tag --set Annotator=me --drop Opening games.pgn -o mine.pgn
  lucena tag --rename Elo=WhiteElo games.pgn -o - | lucena check
  lucena tag --plycount games.pgn -o counted.pgn
  lucena tag --eco --opening-names fr games.pgn -o classified.pgn
  lucena tag --eco --eco-file eco.tsv games.pgn

Exit status:
  0  success
  1  errors in the games, or a game cannot be edited (it is kept unchanged)
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena tag", "Edit the tags of games.", "[OPTION]... [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("--set", "Set a tag in every game; repeat for more."):argname("NAME=VALUE"):count("*")
  parser:option("--drop", "Remove a tag."):argname("NAME"):count("*")
  parser:option("--rename", "Rename a tag."):argname("OLD=NEW"):count("*")
  parser:option("--names", "Correct names with the list in FILE."):argname("FILE")
  parser:option("--ratings", "Set IDs, ratings, titles and federations from FILE, a rating list of FIDE; repeat for"
    .. " more.")
    :argname("FILE"):count("*")
  parser:option("--fix", "Correct errors that have one correction: a list of results, dates, plycount, eco, roster.")
    :argname("LIST")
  parser:flag("--plycount", "Set PlyCount to the plies of the mainline.")
  parser:flag("--total-plycount", "Set TotalPlyCount to the plies of the mainline and of all variations.")
  parser:option("--line-numbers", "Set the tag NAME to the lines of the game in its file, such as 12-27.")
    :argname("NAME")
  parser:flag("--hashcode", "Set HashCode to Lucena's 64-bit hash of the last position.")
  parser:flag("--eco", "Set ECO to the code of the opening.")
  parser:option("--opening-names", "With --eco, also set Opening and Variation, in this language."):argname("en|fr")
    :choices { "en", "fr" }
  parser:option("--eco-file", "With --eco, take openings and names from FILE: Lichess's TSV, eco.pgn, scid.eco; "
    .. "repeat for more."):argname("FILE"):count("*")
  parser:option("-o --output", "Write the games to FILE, completely or not at all."):argname("FILE")
  declare.reading(parser, nil, true)
  parsers.common(parser, "--set", "--drop", "--rename", "--names", "--ratings", "--fix", "--eco",
    "--opening-names", "-o", "--games")
  return parser
end

-- ---- options -------------------------------------------------------------------------------------

-- Return the tag that an option writes, from its name.
local function written_tag(name, parser, option)
  local tag, err = tag_names.to_write(name)
  return tag or parser:error(option .. ": " .. err)
end

-- Return the tag that --drop or --rename removes, from its name. It may be misspelled, as in the games.
local function read_tag(name, parser, option)
  return written_tag("tag:" .. name:gsub("^tag:", ""), parser, option)
end

-- Parse NAME=VALUE. `tag_of` returns the tag of a name.
local function parse_pairs(words, parser, option, tag_of)
  local list = {}
  for i, word in ipairs(words) do
    local name, value = word:match("^([^=]*)=(.*)$")
    if not name then
      parser:error(("%s: '%s' has no ="):format(option, word))
    end
    name = tag_of(name, parser, option)
    if value:find("[\r\n]") then
      parser:error(("%s %s: a tag's value cannot hold a line end"):format(option, name))
    end
    list[i] = { name, value }
  end
  return list
end

local PEOPLE = { "White", "Black", "Annotator" }

local function trim(text)
  return text:match("^%s*(.-)%s*$")
end

-- Read the corrections of a file: a table from tag names to tables from wrong to right values.
local function load_names(path)
  local text, err = file.read(path)
  if not text then
    exit.fail(exit.IO, err)
  end
  local names, number = {}, 0
  for line in (text:gsub("^\u{FEFF}", "") .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    if line:find("%S") and not line:find("^%s*#") then
      local tag, wrong, right = nil, line:match("^([^\t]*)\t([^\t]*)")
      if not wrong then
        wrong, right = line:match("^(.-)%s=%s(.*)$")
        wrong, right = wrong or line:match("^([^=]*)="), right or line:match("=(.*)$")
      end
      local name, rest = (wrong or ""):match("^%s*(%a[%w_:]*):%s+(.*)$")
      if name then
        local problem
        tag, problem = tag_names.to_write(name)
        wrong = tag and rest or exit.fail(exit.USAGE, ("%s:%d: %s"):format(path, number, problem))
      end
      if not wrong or trim(wrong) == "" or trim(right) == "" then
        exit.fail(exit.USAGE, ("%s:%d: a correction is `wrong = right`"):format(path, number))
      end
      for _, of in ipairs(tag and { tag } or PEOPLE) do
        names[of] = names[of] or {}
        names[of][to_utf8(trim(wrong))] = to_utf8(trim(right))
      end
    end
  end
  return names
end

-- ---- a game's new tags ---------------------------------------------------------------------------

-- The edits of a game. `values` has the new values by name, false to remove a tag; `order` has the names in order;
-- `renamed` has the new names of renamed tags; `problem` is an error message.
local Edits = {}
Edits.__index = Edits

function Edits:get(name)
  if self.values[name] ~= nil then
    return self.values[name] or nil
  end
  return self.game.tags[name]
end

function Edits:put(name, value)
  if self.values[name] == nil then
    self.order[#self.order + 1] = name
  end
  self.values[name] = value
end

-- Set a value given by the user, in the encoding of the game's tags. `is_new`: ignore the encoding of the old value.
function Edits:put_own(name, value, is_new)
  local fitted, message = format.fit_tag(value, self.game, is_new and name)
  self.problem = self.problem or message
  self:put(name, fitted or value)
end

function Edits:rename(old, new)
  local value = self:get(old)
  if value and not self:get(new) then
    self:put(old, false)
    self:put(new, value)
    self.renamed[old] = new
  end
end

-- Return the names of the edits that change something.
function Edits:names()
  local list = {}
  for _, name in ipairs(self.order) do
    if (self.values[name] or nil) ~= self.game.tags[name] then
      list[#list + 1] = name
    end
  end
  table.sort(list)
  return list
end

-- Set the tags of the game's opening. ECO, Opening and Variation together name one opening, so values of other openings
-- are removed.
function Edits:put_opening(plan)
  local found = plan.openings.classify(self.game)
  if not found then
    return
  end
  self:put("ECO", found.eco)
  if plan.opening_names then
    local is_french = plan.opening_names == "fr"
    local variation = is_french and found.variation_fr or not is_french and found.variation
    self:put_own("Opening", is_french and found.opening_fr or found.opening)
    if variation then
      self:put_own("Variation", variation)
    else
      self:put("Variation", false)
    end
    self:put("SubVariation", false)
  end
end

-- Return the number of plies of the mainline and of all variations.
local function total_plies(game)
  local count = 0
  game:walk(function(node)
    count = count + (node.parent and 1 or 0)
  end)
  return count
end

local function edits_of(game, plan)
  local edits = setmetatable({ game = game, values = {}, order = {}, renamed = {} }, Edits)
  for _, pair in ipairs(plan.rename) do
    plan.found[pair[1]] = plan.found[pair[1]] or edits:get(pair[1]) ~= nil or nil
    edits:rename(pair[1], pair[2])
  end
  for _, name in ipairs(plan.drop) do
    if edits:get(name) then
      plan.found[name] = true
      edits:put(name, false)
    end
  end
  for name, corrections in pairs(plan.names) do
    local value = edits:get(name)
    local right = value and corrections[to_utf8(value)]
    if right then
      edits:put_own(name, right)
    end
  end
  for _, pair in ipairs(plan.set) do
    edits:put_own(pair[1], pair[2], true)
  end
  fixes.follow(edits, game)
  if plan.ratings then
    plan.ratings:apply(edits, game)
  end
  if plan.plycount and not game.rest then
    edits:put("PlyCount", ("%d"):format(game.plies))
  end
  if plan.total_plycount and not game.rest then
    edits:put("TotalPlyCount", ("%d"):format(total_plies(game)))
  end
  if plan.line_numbers then
    edits:put(plan.line_numbers, ("%d-%d"):format(game.line, game.line + select(2, game.text:gsub("\n", ""))))
  end
  if plan.hashcode and not game.rest and game.final then
    edits:put("HashCode", ("%016x"):format(game.final.key))
  end
  if plan.openings and not game.rest then
    edits:put_opening(plan)
  end
  if plan.fix then
    fixes.apply(edits, game, plan.fix)
  end
  return edits
end

-- ---- the text ------------------------------------------------------------------------------------

-- Return the bytes to remove for a tag. If nothing else is on its line, remove the complete line.
local function drop_span(text, tag)
  local first, last = tag.first, tag.last
  local begins = first == 1 or text:find("^[\r\n]", first - 1)
  local _, line_end = text:find("^[ \t]*\r?\n", last + 1)
  if begins and line_end then
    return first, line_end
  end
  return first, last
end

-- Return the change that adds tags: after the line of the last tag, or at the start of a game without tags.
local function addition(text, has_tags, at, lines, line_end)
  if not has_tags then
    return { 1, 0, lines .. line_end:rep(2) }
  end
  local _, stop = text:find("^[ \t]*\r?\n", at)
  if stop then
    return { stop + 1, stop, lines .. line_end }
  end
  return { at, at - 1, line_end .. lines }
end

-- Return the text with the changes made. `changes` is an array of {first byte, last byte, new text} in order.
local function replace_spans(text, changes)
  local texts, from = {}, 1
  for _, change in ipairs(changes) do
    texts[#texts + 1] = text:sub(from, change[1] - 1)
    texts[#texts + 1] = change[3]
    from = change[2] + 1
  end
  texts[#texts + 1] = text:sub(from)
  return table.concat(texts)
end

-- Return the game's text with the edits. If a tag occurs several times, an edit changes the first one; a removal
-- removes all.
local function edit_text(text, names, edits, renamed, line_end)
  local changes, done, is_edit = {}, {}, {}
  for _, name in ipairs(names) do
    is_edit[name] = true
  end
  local tags, at, has_tags = section.read(text, is_edit)
  for _, tag in ipairs(tags) do
    local name = tag.name
    local new = renamed[name]
    if edits[name] == false then
      if new and edits[new] and not done[new] then
        done[new] = true
        changes[#changes + 1] = { tag.first, tag.last, ('[%s "%s"]'):format(new, section.escape(edits[new])) }
      else
        local first, last = drop_span(text, tag)
        changes[#changes + 1] = { first, last, "" }
      end
    elseif not done[name] then
      done[name] = true
      changes[#changes + 1] = { tag.value, tag.stop, section.escape(edits[name]) }
    end
  end
  local added = {}
  for _, name in ipairs(names) do
    if edits[name] and not done[name] then
      added[#added + 1] = ('[%s "%s"]'):format(name, section.escape(edits[name]))
    end
  end
  if #added > 0 then
    changes[#changes + 1] = addition(text, has_tags, at, table.concat(added, line_end), line_end)
  end
  return replace_spans(text, changes)
end

-- Return whether a text parses as the same game with the new tags and the new result, if any. This check
-- finds tag sections that edit_text() has misread.
local function is_edited_well(text, game, edits, result)
  local edited, at, _, _, is_stray = core.game_in(text, 1, 0, 1, 1)
  if is_stray or text:find("%S", at + 1) then -- more text, which may be an escape or another game
    edited = require("lucena").game(text)
  end
  if not edited or result and edited.result ~= result then
    return false
  end
  for name, value in pairs(edits) do
    if edited.tags[name] ~= (value or nil) then
      return false
    end
  end
  return core.has_same_tags(game, edited, edits)
end

-- ---- the command ---------------------------------------------------------------------------------

-- Return the heading of the changes of a game.
local function heading(name, line, number, players)
  return phrase.safe(to_utf8(("@@ %s:%d: game %d: %s"):format(name, line, number, players))) .. "\n"
end

-- Return who played a game, and its changes as lines.
local function changes_of(game, names, edits, renamed, result)
  local lines = {}
  local function say(line)
    lines[#lines + 1] = phrase.safe(to_utf8(line)) .. "\n"
  end
  local tags, is_target = game.tags, {}
  for old, new in pairs(renamed) do
    is_target[new] = edits[old] == false
  end
  for _, name in ipairs(names) do
    if tags[name] then
      say(('-[%s "%s"]'):format(name, section.escape(tags[name])))
    end
    -- A renamed tag is listed under its old name.
    local new = not edits[name] and renamed[name] or name
    if edits[new] and (new ~= name or not is_target[name]) then
      say(('+[%s "%s"]'):format(new, section.escape(edits[new])))
    end
  end
  if result then
    say("-" .. game.result)
    say("+" .. result)
  end
  return ("%s - %s"):format(to_utf8(tags.White or "?"), to_utf8(tags.Black or "?")), table.concat(lines)
end

-- Return the table of openings for --eco.
local function openings_of(args, parser)
  if not args.eco then
    if args.opening_names or #args.eco_file > 0 then
      parser:error((args.opening_names and "--opening-names" or "--eco-file") .. " needs --eco")
    end
    return nil
  end
  local own = require("lucena").eco
  if #args.eco_file == 0 then
    return own
  elseif args.opening_names == "fr" then
    parser:error("the names of --eco-file are not French: use --opening-names en")
  end
  local openings, message, code = own.load(table.unpack(args.eco_file))
  if not openings then
    exit.fail(code == "cannot_open" and exit.IO or exit.USAGE, message)
  end
  return openings
end

local function make_plan(args, parser)
  local plan = {
    set = parse_pairs(args.set, parser, "--set", written_tag),
    rename = parse_pairs(args.rename, parser, "--rename", read_tag), drop = {}, found = {},
    fix = args.fix and fixes.parse(args.fix, parser), plycount = args.plycount,
    total_plycount = args.total_plycount, hashcode = args.hashcode,
    line_numbers = args.line_numbers and written_tag(args.line_numbers, parser, "--line-numbers"),
    openings = openings_of(args, parser), opening_names = args.opening_names,
  }
  for i, name in ipairs(args.drop) do
    plan.drop[i] = read_tag(name, parser, "--drop")
  end
  for _, pair in ipairs(plan.rename) do
    pair[2] = written_tag(pair[2], parser, "--rename")
  end
  local has_edit = #plan.set + #plan.rename + #plan.drop > 0 or plan.plycount or plan.hashcode or plan.openings
    or plan.total_plycount or plan.line_numbers or args.names or plan.fix or #args.ratings > 0
  if not has_edit then
    parser:error("give an edit: --set, --drop, --rename, --names, --ratings, --fix, --plycount, --hashcode or --eco")
  end
  plan.names = args.names and load_names(args.names) or {}
  plan.ratings = #args.ratings > 0 and require("lucena.run.ratings").read(args.ratings) or nil
  return plan
end

local function edit_game(input, reader, game, plan)
  if (plan.plycount or plan.total_plycount or plan.hashcode or plan.openings) and game.rest then
    local name = plan.plycount and "PlyCount" or plan.total_plycount and "TotalPlyCount"
      or plan.hashcode and "HashCode" or "ECO"
    input:complain(reader, game, ("gets no %s: its moves cannot be read to the end"):format(name))
  end
  local edits = edits_of(game, plan)
  local names = edits:names()
  if edits.problem then
    input:complain(reader, game, "is kept unchanged: " .. edits.problem)
    return nil
  elseif #names == 0 and not edits.result then
    return nil
  end
  local source = game.text
  local line_end = joining.line_end_of(source)
  line_end = line_end == "\n" and joining.line_end_of(core.parts.gap(reader)) or line_end
  local text = not edits.result and not next(edits.renamed)
    and core.edit_tags(game, names, edits.values, line_end)
  if text then -- only values of plain tags have changed
    return text, names, edits
  end
  text = edit_text(source, names, edits.values, edits.renamed, line_end)
  text = edits.result and fixes.with_result(text, game.result, edits.result) or not edits.result and text
  if not text then
    input:complain(reader, game, "is kept unchanged: text follows its result")
    return nil
  elseif not is_edited_well(text, game, edits.values, edits.result) then
    input:complain(reader, game, "is kept unchanged: its tags cannot be edited without changing other text")
    return nil
  end
  return text, names, edits
end

-- Print a hint for each tag of --rename and --drop that no game has: the edit had no effect.
local function hint(plan)
  local names = table.move(plan.drop, 1, #plan.drop, 1, {})
  for _, pair in ipairs(plan.rename) do
    names[#names + 1] = pair[1]
  end
  for _, name in ipairs(names) do
    if not plan.found[name] then
      local meant = tag_names.meant(name)
      messages.say(("no game has the tag '%s'%s"):format(name, meant and ("; did you mean '%s'?"):format(meant) or ""))
    end
  end
end

-- The client. `copier` writes the games; without it, the changes are printed, or added to `changes`. This array has
-- rows of the file's name, the game's line and number, its players and its changes.
local Tagging = {}
Tagging.__index = Tagging

function Tagging:visit(game, reader)
  local text, names, edits = edit_game(self.input, reader, game, self.plan)
  self.changed = self.changed + (text and 1 or 0)
  if self.copier then
    self.copier:add(reader, game, text)
  elseif text then
    self:show(reader.name, game.line, game.number, changes_of(game, names, edits.values, edits.renamed, edits.result))
  end
end

-- Print the changes of a game, or store them for another process.
function Tagging:show(name, line, number, players, changes)
  if self.changes then
    self.changes[#self.changes + 1] = rows.pack(name, tostring(line), tostring(number), players, changes)
  else
    stdio.write(heading(name, line, number, players), changes)
  end
end

function Tagging:finish_file(reader, is_cut)
  if self.copier then
    self.copier:finish_file(reader, is_cut)
  end
end

function Tagging:abandon()
  if self.copier then
    self.copier:abandon()
  end
end

function Tagging:restart()
  self.changed, self.plan.found = 0, {}
  if self.has_output then
    self.copier = sinks.piece()
  else
    self.changes = {}
  end
end

function Tagging:answer()
  return { changed = self.changed, found = self.plan.found, piece = self.copier and self.copier:piece(),
    changes = self.changes and table.concat(self.changes) }
end

function Tagging:absorb(answer)
  self.changed = self.changed + answer.changed
  for name in pairs(answer.found) do
    self.plan.found[name] = true
  end
  if self.copier then
    self.copier:splice(answer.piece)
    return
  end
  for name, line, number, players, row in rows.each(answer.changes, 5) do
    self:show(name, tonumber(line), tonumber(number), players, row[5])
  end
end

function Tagging:conclude()
  local input = self.input
  if self.copier then
    self.copier:finish(input.tally.status)
  else
    stdio.flush()
  end
  input:summary(phrase.group(self.changed) .. (self.copier and " changed" or " would change; -o FILE writes them"))
  if not input.options.quiet then
    hint(self.plan)
    if self.plan.ratings then
      self.plan.ratings:report()
    end
  end
  return input.tally.status
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local input = inputs.new(options.read(args, parser))
  local plan = make_plan(args, parser)
  local paths = arguments.inputs(args.files, parser)
  input.options:check_replaced(args.output, paths, parser)
  return input, setmetatable({ input = input, plan = plan, changed = 0,
    has_output = args.output ~= nil, alone = plan.ratings and "the rating list is read once" or nil }, Tagging), paths
end

--- Open a client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, self, paths = M.work(args, parser)
  self.copier = args.output and sinks.copier(args.output)
  self.has_data = not self.copier or self.copier.writer.is_stream or false
  return input, self, paths
end

function M.run(args, parser)
  return require("lucena.run.parts").run(M, args, parser)
end

return M
