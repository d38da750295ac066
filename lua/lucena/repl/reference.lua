--- Finds the doc comment of a name, for `:help position.san`, `:help san` and `:help query.player`. Comments of Lua
-- modules are read from their source files. Comments of the C core are read from lucena.core_help, which
-- scripts/dev/gen_core_help.lua generates.
-- @module lucena.repl.reference

local widths = require("lucena.render.width")

local M = {}

-- The prefix of the function names of a module. Modules that are not in this table have the prefix `chess.`.
local PREFIX = {
  ["lucena.eco"] = "chess.eco.", ["lucena.position"] = "Position:", ["lucena.notation.trial"] = "Dialect:",
  ["lucena.query"] = "query.", ["lucena.plain_json"] = "chess.json.",
}

--- The modules whose comments are read.
M.MODULES = {
  "lucena", "lucena.position", "lucena.games", "lucena.new_game", "lucena.epd", "lucena.eco", "lucena.dialect",
  "lucena.tree", "lucena.time", "lucena.failure",
  "lucena.nag", "lucena.chess960", "lucena.merge", "lucena.query", "lucena.text.translate", "lucena.read_text",
  "lucena.notation.detect", "lucena.notation.diagram", "lucena.notation.trial", "lucena.notation.explain",
  "lucena.explain",
  "lucena.book", "lucena.engine", "lucena.tablebase",
  "lucena.annotate", "lucena.csv", "lucena.json_reader", "lucena.plain_json", "lucena.report", "lucena.about",
  "lucena.visit",
  "lucena.graft", "lucena.node_judgement", "lucena.query.places", "lucena.score",
  "lucena.registry", "lucena.extend", "lucena.explore", "lucena.index", "lucena.proof",
}
local QUERIES = {
  "moves", "position", "tags", "game", "material", "clocks", "annotation", "structure", "judgement", "sequence",
  "tablebase", "control", "king", "pieces", "sacrifice", "lines", "deviates", "count", "instead", "opening", "odds",
  "motif", "structures", "phase",
}
for _, name in ipairs(QUERIES) do
  M.MODULES[#M.MODULES + 1] = "lucena.query." .. name
  PREFIX["lucena.query." .. name] = "query."
end

-- ---- collecting ----------------------------------------------------------------------------------

-- Return the name that a doc comment documents: the name in its @function tag, else the name in the line of code after
-- the comment.
local function name_of(line, module, block)
  local said = block:match("@function (chess%.[%w_.]+)") or block:match("@function (%u%w*:[%w_]+)")
  if said then
    return said
  end
  local prefix = PREFIX[module] or "chess."
  local class, method = line:match("^function [%w_.]-(%u%w*):([%w_]+)%(")
  if class then
    return class .. ":" .. method
  end
  method = line:match("^function methods:([%w_]+)%(")
  if method then
    return "Query:" .. method
  end
  local name = line:match("^function [MT]%w*%.([%w_]+)%(") or line:match("^M%.([%w_]+) = ")
    or prefix == "query." and line:match('^[%w_]+%("([%w_]+)"')
    or prefix:find(":$") and line:match("^local function ([%w_]+)%(self")
    or prefix == "query." and line:match("^local function ([%w_]+)%(")
    or module == "lucena" and line:match("^([%w_]+) = ")
  return name and prefix .. name
end

-- Return whether a function belongs to the public API. Modules also have functions for Lucena's own use.
local function is_public(name)
  local chess = require("lucena")
  local home, field = name:match("^(%l+)%.([%w_]+)$")
  if home == "chess" then
    local meta = debug.getmetatable(chess)
    return rawget(meta.__index, field) ~= nil or meta.__fields[field] ~= nil
  elseif home == "query" then
    return rawget(debug.getmetatable(chess.query).__index, field) ~= nil
  end
  return true
end

-- The fields of classes. They need their class: `:help french` is the page of the dialect, not of Nag.french.
local is_of_class = {}

-- Add the fields of a class to entries: lines such as "@field eco string its code" in a comment with "@class".
local function collect_fields(block, entries)
  local class = ("\n" .. block):match("\n@?class lucena%.(%u%w*)") -- the first line has lost its sign
  for field in (class and block or ""):gmatch("@field ([%a_][^\n]*)") do
    local name, rest = field:match("^([%w_]+)%?? ?(.*)$")
    local type = rest:match("^%w*%b<>%S*") or rest:match("^%S+")
    is_of_class[class .. "." .. name] = true
    entries[class .. "." .. name] = ("%s\n@type %s"):format(rest:sub(#type + 2):gsub("^%l", string.upper), type)
  end
end

-- Add the methods that a Setup has, too: core.Setup.draw, core.Setup.svg = draw, svg.
local function share_methods(line, entries)
  for name in (line:match("^core%.[^=]* =") or ""):gmatch("core%.Setup%.([%w_]+)") do
    entries["Setup:" .. name] = entries["Position:" .. name]
  end
end

-- Add the comments of a Lua file to entries.
local function collect(module, entries)
  local block
  for line in require("lucena.plugin").lines(module) do
    line = module == "lucena" and line:gsub("^  ", "") or line -- constants are inside a table
    if line:find("^%-%-%-[^-]") then
      block = block and block .. "\n" .. line:sub(4) or line:sub(5)
    elseif block and line:find("^%-%-") then
      block = block .. "\n" .. line:sub(4)
    elseif block then
      collect_fields(block, entries)
      local name = name_of(line, module, block)
      if name and is_public(name) then
        entries[name] = entries[name] or block:gsub("@function[^\n]*\n", "")
      end
      block = nil
    end
    share_methods(line, entries)
  end
end

local all

-- Return the doc comments by name.
local function entries()
  if not all then
    all = {}
    for name, text in pairs(require("lucena.core_help")) do
      all[name] = text
    end
    pairs(require("lucena").query) -- loads all its names
    for _, module in ipairs(M.MODULES) do
      collect(module, all)
    end
  end
  return all
end

-- ---- looking up ----------------------------------------------------------------------------------

-- Prefixes with the same meaning: "Position:san", "position.san" and "board:san".
local ALIASES = { board = "position", q = "query", moves = "move", ecotable = "eco" }

local function key_of(name)
  local key = name:lower():gsub("^chess%.", ""):gsub(":", ".")
  local class, rest = key:match("^([%w_]+)%.(.+)$")
  return class and (ALIASES[class] or class) .. "." .. rest or key
end

local WORDS = { param = "takes", ["return"] = "gives", usage = "example:", type = "is" }

-- Split a comment into paragraphs: the text, and each tag. Examples keep their line breaks.
local function paragraphs(text)
  local list, is_example = {}, false
  for line in text:gmatch("[^\n]+") do
    local tag, rest = line:match("^@(%l+) ?(.*)$")
    line = line:match("^%s*(.*)$")
    if tag then
      is_example = tag == "usage"
      list[#list + 1] = { indent = "    ", text = (WORDS[tag] or tag) .. " " .. rest }
    elseif is_example or #list == 0 then
      list[#list + 1] = { indent = is_example and "    " or "  ", text = line }
    else
      list[#list].text = list[#list].text .. " " .. line
    end
  end
  return list
end

local function laid_out(name, text, width)
  local lines = { name }
  for _, paragraph in ipairs(paragraphs(text)) do
    lines[#lines + 1] = "  " .. widths.fold(paragraph.text, width, paragraph.indent)
  end
  return table.concat(lines, "\n")
end

-- Return two lists of names: those that equal the word or end in it as their last part, and those that begin with it.
local function find(word)
  local key, exact, last, within = key_of(word), {}, {}, {}
  for name in pairs(entries()) do
    local own = key_of(name)
    if own == key then
      exact[#exact + 1] = name
    elseif word:find("^%u") and own:find(key .. ".", 1, true) == 1 then
      within[#within + 1] = name -- Opening.opening is a member of the class
    elseif own:match("[^.]*$") == key and not is_of_class[name] then
      last[#last + 1] = name
    elseif own:find((ALIASES[key] or key) .. ".", 1, true) == 1 then
      within[#within + 1] = name
    end
  end
  table.sort(exact)
  table.sort(last)
  table.sort(within)
  local is_class = within[1] and word:find("^%u")
  return (exact[1] or is_class) and exact or last, within
end

-- Return the names of the fields of `chess` that have a help page or are tables.
local function names_of_chess()
  local chess, names = require("lucena"), {}
  for name in pairs(chess) do
    names[#names + 1] = "chess." .. name
  end
  table.sort(names)
  return names
end

-- ---- the members of a class -----------------------------------------------------------------------

local ROWS = 20 -- of a list in one column
local LEAST = 38 -- columns of one of two columns

-- Words at the beginning of comments that say nothing about the member.
local OPENINGS = { "^The ", "^An? ", "^Return the ", "^Return an? ", "^Return ", "^Whether the ", "^Whether " }

-- Return a member as it is written after the object, with its parameters: ".tags", ":node_at(ply)".
local function call_of(name)
  local sign, member = name:match("([.:])([%w_]+)$")
  local params = {}
  for param in entries()[name]:gmatch("@param ([%w_.]+%??)") do
    params[#params + 1] = param
  end
  if member == "__len" then
    return "#"
  end
  return sign .. member .. (sign == ":" and "(" .. table.concat(params, ", ") .. ")" or "")
end

-- Return the first words of the comment of a name, in at most N columns.
local function summary(name, columns)
  local text = paragraphs(entries()[name])[1].text
  for _, opening in ipairs(OPENINGS) do
    text = text:gsub(opening, "")
  end
  text = text:match("^(.-)[.;:]%f[%s\0]") or text
  if widths.of(text) <= columns then
    return text
  end
  local short = ""
  for word in text:gmatch("%S+") do
    local longer = short == "" and word or short .. " " .. word
    if widths.of(longer) >= columns then
      break
    end
    short = longer
  end
  return short .. "…"
end

-- Return the lines of one column of the list. `is_aligned`: the comments begin below each other.
local function column_of(names, first, last, columns, is_aligned)
  local left = 0
  for i = first, is_aligned and last or 0 do
    left = math.max(left, #call_of(names[i]))
  end
  local lines = {}
  for i = first, last do
    local call = call_of(names[i])
    call = call .. (" "):rep(left - #call)
    lines[#lines + 1] = call .. "  " .. summary(names[i], columns - #call - 2)
  end
  return lines
end

-- Return the list of the members of a class, each with its parameters and the first words of its comment. A long list
-- has two columns, which are read downwards: the 43 members of Game fit 80x24.
local function members(class, names, width)
  local count = #names > ROWS and width >= 2 * LEAST and 2 or 1
  local rows, column = (#names + count - 1) // count, width // count - count
  local left = column_of(names, 1, rows, column, #names <= ROWS)
  local right = column_of(names, rows + 1, #names, column)
  local heading = ("%s has (:help %s shows the help on a member):"):format(class, names[1])
  local lines = { widths.fold(heading, width, "  ") }
  for i, line in ipairs(left) do
    lines[#lines + 1] = "  " .. (right[i] and widths.fit(line, column) .. "  " .. right[i] or line)
  end
  return table.concat(lines, "\n")
end

-- Return the classes of a list of members, and the members of each: that of the word first. A Board has the members of
-- Position, too. Also return the names that are in no class, such as query.player.
local function classes_of(word, names)
  local classes, plain = {}, {}
  for _, name in ipairs(names) do
    local class = name:match("^(%u%w*)[.:]")
    if not class then
      plain[#plain + 1] = name
    elseif class ~= "Board" or word:lower() == "board" then
      if not classes[class] then
        classes[#classes + 1], classes[class] = class, {}
      end
      table.insert(classes[class], name)
    end
  end
  return classes, plain
end

--- Return the help page of a name.
---@param word string "position.san", "san", or "position", which lists its members; "chess" lists the library's names
---@param width? integer columns, default 79
---@return string? page nil if the name is unknown
-- @usage require("lucena.repl.reference").page("eco.line"):match("[^\n]+")  --> chess.eco.line
function M.page(word, width)
  width = (width or 79) - 2
  local found, within = find(word)
  if key_of(word) == "chess" then
    within = names_of_chess()
  end
  local classes, plain = classes_of(word, within)
  if classes[1] == word then
    found = {} -- Game is the class, and game the function of that name, too
  end
  local pages = {}
  for i, name in ipairs(found) do
    pages[i] = laid_out(name, entries()[name], width)
  end
  for _, class in ipairs(classes) do
    pages[#pages + 1] = members(class, classes[class], width)
  end
  if plain[1] and classes[1] ~= word then
    pages[#pages + 1] = widths.fold(("%s has: %s"):format(word, table.concat(plain, ", ")), width, "  ")
  end
  return #pages > 0 and table.concat(pages, "\n\n") or nil
end

--- Return all names that have a help page, and the classes, sorted, for completion.
---@return string[]
-- @usage table.concat(require("lucena.repl.reference").names(), " "):find(" position.san ", 1, true) ~= nil  --> true
function M.names()
  local list, seen = {}, {}
  local function add(name)
    if name and not seen[name] then
      seen[name], list[#list + 1] = true, name
    end
  end
  for name in pairs(entries()) do
    local word = name:find("^chess%.") and name or key_of(name)
    add(word)
    add(word:match("^(.*)%."))
  end
  table.sort(list)
  return list
end

--- Return the names of `chess.query` in order, and the first sentence of the doc comment of each.
---@return string[] names
---@return table<string, string> sentences
-- @usage select(2, require("lucena.repl.reference").queries()).ever  --> Match at some position of the mainline.
function M.queries()
  local names, sentences = {}, {}
  for name, text in pairs(entries()) do
    local query = name:match("^query%.([%w_]+)$")
    if query then
      names[#names + 1] = query
      local sentence = paragraphs(text)[1].text
      sentences[query] = sentence:match("^.-%.%f[%s\0]") or sentence
    end
  end
  table.sort(names)
  return names, sentences
end

-- Return the documented names that a name means: the name itself, else those with the same last part.
local function named(name)
  local exact, last = {}, {}
  local key = key_of(name)
  for known in pairs(entries()) do
    local own = key_of(known)
    exact[#exact + 1] = own == key and known or nil
    last[#last + 1] = own:match("[^.]*$") == key:match("[^.]*$") and known or nil
  end
  return exact[1] and exact or last
end

-- Add the options that a comment lists: the fields of its parameters' types, such as {ep?: string, castling?: string},
-- and those of the functions that it names: "options of `chess.open`".
local function add_options(name, into, depth)
  local text = entries()[name]:gsub("\n%s*([^@%s])", " %1")
  for param in text:gmatch("@param [^\n]+") do
    for fields in param:gmatch("%b{}") do
      for option in fields:sub(2, -2):gsub("%b{}", ""):gmatch("([%a_][%w_]*)%??%s*[:=]") do
        into[option] = true
      end
    end
    for other in param:gmatch("options of `([%w_.:]+)`") do
      if entries()[other] and depth < 3 then
        add_options(other, into, depth + 1)
      end
    end
  end
end

--- Return the options of a function, sorted.
---@param name string such as "chess.games", "q.elo" or "game:movetext"; the last part is enough
---@return string[]
-- @usage reference.options("board:fen")[1] --> castling
function M.options(name)
  local set, list = {}, {}
  for _, known in ipairs(named(name)) do
    add_options(known, set, 1)
  end
  for option in pairs(set) do
    list[#list + 1] = option
  end
  table.sort(list)
  return list
end

return M
