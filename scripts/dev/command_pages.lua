--- Describes the command line, from the parsers of lua/lucena/command. Manual pages and shell completions are generated
-- from these descriptions. `lucena COMMAND --help` uses the same parsers.
-- gen_man.lua and gen_completion.lua load this file. They must be run with scripts/dev/with-build.

local commands = require("lucena.command")

local M = {}

-- Words that may follow a command, although its parser does not list them as choices.
local WORDS = {
  filter = require("lucena.run.filter.named").names,
  report = require("lucena.report").reports,
  help = commands.names,
}

local function first_sentence(text)
  text = text or ""
  return text:match("^(.-[^.])%.%s") or text:match("^(.-)[:;]%s") or (text:gsub("([^.])%.$", "%1"))
end

-- The value of an option.
local function value_of(element)
  local name = element:_get_argument_list()[1] or ""
  local value = { name = name:gsub("[<>%[%]]", "") }
  if element._choices then
    value.words, value.name = element._choices, "WORD"
  elseif element._aliases and table.concat(element._aliases, " "):find("dialect", 1, true) then
    value.is_dialect, value.takes_files = true, true
  else
    value.takes_files = name:find("FILE") or name == "DIR" or name == "PROGRAM" or nil
  end
  return value
end

local function option_of(element)
  local option = { aliases = element._aliases,
    help = element._description or "", brief = first_sentence(element._description),
    repeats = element._maxcount > 1, label = element:_get_label_lines()[1] }
  if element._maxargs > 0 then
    option.value = value_of(element)
  end
  return option
end

-- The options of a parser, except those in `but`, which another page already shows.
local function options_of(parser, but)
  local list, known = {}, {}
  for _, option in ipairs(but or {}) do
    known[option.aliases[#option.aliases]] = true
  end
  for _, element in ipairs(parser._options) do
    if not known[element._aliases[#element._aliases]] then
      list[#list + 1] = option_of(element)
    end
  end
  return list
end

-- The groups of options with their titles, as --help shows them.
local function groups_of(parser, options)
  local by_name, groups, taken = {}, {}, {}
  for _, option in ipairs(options) do
    by_name[option.aliases[#option.aliases]] = option
  end
  local function add(title, elements)
    local group = { title = title }
    for _, element in ipairs(elements) do
      local name = element._aliases and element._aliases[#element._aliases]
      if name and by_name[name] and not taken[name] then
        taken[name], group[#group + 1] = true, by_name[name]
      end
    end
    groups[#groups + 1] = group[1] and group or nil
  end
  local grouped = {}
  for _, group in ipairs(parser._groups) do
    for _, element in ipairs(group) do
      grouped[element] = true
    end
  end
  local loose = {}
  for _, element in ipairs(parser._options) do
    loose[#loose + 1] = not grouped[element] and element or nil
  end
  add("Options", loose)
  for _, group in ipairs(parser._groups) do
    add(group.name, group)
  end
  return groups
end

local function arguments_of(parser, but)
  local list, known = {}, {}
  for _, argument in ipairs(but or {}) do
    known[argument.name] = true
  end
  for _, element in ipairs(parser._arguments) do
    list[#list + 1] = not known[element._name] and { name = element._name, help = element._description or "",
      repeats = element._maxargs > 1, takes_files = element._name:find("FILE") or element._name:find("%.lua")
        or element._name == "BOOK" or nil } or nil
  end
  return list
end

-- The page of a command, or of a word after a command. For a word, `base` is the command's page.
local function page_of(command, words, base)
  local parser = command.parser(words[2] and { words[2] })
  local page = { words = words, summary = first_sentence(parser._description), text = parser._description,
    usage = parser._usage:gsub("^Usage: lucena ", ""), epilog = not base and parser._epilog or nil,
    arguments = arguments_of(parser, base and base.arguments) }
  page.options = options_of(parser, base and base.options)
  page.groups = groups_of(parser, page.options)
  return page
end

--- The page of each command, in the order of the overview. A page is a table with these fields:
--   words      of the command line
--   line       the summary in the overview
--   summary    the first sentence
--   text       the description
--   usage, epilog
--   arguments  {name, help, repeats, takes_files}
--   options    {aliases, label, help, brief, repeats, value}; `value` is {name, words, is_dialect, takes_files}
--   groups     groups of options, with `title`
--   choices    words that may come after the command
--   subpages   pages of those words that have their own options or description
---@return table[]
function M.pages()
  local pages = {}
  for i, name in ipairs(commands.names()) do
    local command = commands.find(name)
    local page = page_of(command, { name })
    local first = command.parser()._arguments[1]
    page.line, page.subpages = command.summary, {}
    page.choices = WORDS[name] and WORDS[name]() or first and first._choices or {}
    for _, word in ipairs(name ~= "help" and page.choices or {}) do
      local sub = page_of(command, { name, word }, page)
      if #sub.options > 0 or sub.text ~= page.text then
        page.subpages[#page.subpages + 1] = sub
      end
    end
    pages[i] = page
  end
  return pages
end

--- The names of dialects: the styles and the alphabets.
---@return string[]
function M.dialects()
  local names = { "auto" }
  for i, dialect in ipairs(require("lucena").dialects()) do
    names[i + 1] = type(dialect) == "table" and dialect.name or dialect
  end
  return names
end

--- Options that `lucena` itself takes.
---@return table[]
function M.top_options()
  local list = options_of(commands.find("repl").parser())
  table.insert(list, 2, { aliases = { "-V", "--version" }, label = "-V, --version", help = "Print the version.",
    brief = "Print the version" })
  return list
end

return M
