--- Creates the parsers of command lines, with their pages of help.
-- @module lucena.run.parsers

local exit = require("lucena.run.exit")

local M = {}

-- Return the paragraph of a help page that lists the verbs of a command, one per line.
local function list_of_verbs(epilog)
  for paragraph in ((epilog or "") .. "\n\n"):gmatch("(.-)\n\n") do
    if paragraph:find("^ *%l+  ") then
      return paragraph .. "\n"
    end
  end
  return ""
end

-- ---- help ---------------------------------------------------------------------------------------------------------

local WIDTH, MARGIN = 79, 28
local MOST_OPTIONS, MOST_EXAMPLES = 8, 3 -- limits of the page of -h, which must fit on a screen of 24 lines

-- Wrap a text after a label; continuation lines are indented to the end of the label.
local function wrap(label, text)
  local lines, line, margin = {}, label, #label
  for word in text:gmatch("%S+") do
    if #line + 1 + #word > WIDTH and #line > margin then
      lines[#lines + 1] = line
      line = (" "):rep(margin)
    end
    line = line .. (#line > 0 and " " or "") .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Return an option with a short description: its first sentence, or if that is long, the part before a colon.
local function brief(option)
  local text = option._description:match("^(.-)[.;]%s") or option._description:gsub("%.$", "")
  text = #text > WIDTH - MARGIN and text:match("^(.-): ") or text
  return wrap(("   %-" .. MARGIN - 4 .. "s"):format(option:_get_label_lines()[1]), text .. ".")
end

-- Return the list of verbs with only the first line of each.
local function brief_verbs(epilog)
  local lines = {}
  for line in list_of_verbs(epilog):gmatch("[^\n]+") do
    lines[#lines + 1] = line:find("^ *%l+  ") and line:gsub("^ *", "   "):gsub("[:;.]$", ""):gsub("[:;.] .*", "") or nil
  end
  return lines
end

-- Return the options of the short page: those of a named filter, and those set by M.common, or else the first ones.
local function common_options(parser)
  local list = {}
  for _, option in ipairs(parser.first_options or {}) do
    list[#list + 1] = brief(option)
  end
  for _, option in ipairs(parser._options) do
    local is_wanted = not parser.common_names
    for _, alias in ipairs(option._aliases) do
      is_wanted = is_wanted or parser.common_names[alias]
    end
    local is_own = parser.first_options and parser.first_options[option]
    if is_wanted and not is_own and not option.is_help and #list < MOST_OPTIONS then
      list[#list + 1] = brief(option)
    end
  end
  return list
end

local function first_examples(epilog)
  local list = {}
  for line in ((epilog or ""):match("Examples:\n(.-)\n\n") or ""):gmatch("[^\n]+") do
    if #list < MOST_EXAMPLES then
      list[#list + 1] = line
    end
  end
  return list
end

--- Return the page of -h: what the command does, its common options, a few examples.
---@param parser table of new()
---@return string
function M.short_page(parser)
  local page = { parser._usage, "", wrap("", parser._description), "" }
  local function add(title, lines)
    if #lines > 0 then
      page[#page + 1] = title .. "\n" .. table.concat(lines, "\n") .. "\n"
    end
  end
  local options = common_options(parser)
  add("Verbs:", brief_verbs(parser._epilog))
  add("Options:", options)
  add("Examples:", first_examples(parser._epilog))
  local all = #parser._options - 2
  page[#page + 1] = ("`%s --help` shows the whole page%s."):format(parser.page or parser._name,
    all > #options and (", with all %d options"):format(all) or "")
  return table.concat(page, "\n")
end

--- Set the options that -h shows, at most eight. Without a call, -h shows the first options.
---@param parser table of new()
---@param ... string such as "-o" or "--count"
function M.common(parser, ...)
  parser.common_names = {}
  for _, name in ipairs { ... } do
    parser.common_names[name] = true
  end
end

-- Add the options -h and --help, which print different pages; argparse supports only one page for both.
local function add_help(parser)
  local function add(name, description, page)
    local flag = parser:flag(name):description(description):action(function()
      print(page(parser))
      os.exit(exit.OK)
    end)
    flag.is_help = true
  end
  add("-h", "Show only the most used options.", M.short_page)
  add("--help", "Show this page.", parser.get_help)
end

-- ---- parsers ------------------------------------------------------------------------------------------------------

-- Return the message about an unknown option. argparse suggests options that differ in one letter. This function
-- suggests the only option that begins with the word: --unique for --uniq.
local function advise(parser, word)
  local found, count
  for _, option in ipairs(parser._options) do
    for _, alias in ipairs(option._aliases) do
      if #word > 3 and alias:sub(1, #word) == word then
        found, count = alias, (count or 0) + 1
      end
    end
  end
  return ("unknown option '%s'%s"):format(word, count == 1 and ("; did you mean '%s'?"):format(found) or "")
end

-- Add the status of internal errors, which every command may have, to the list of exit statuses.
local function with_internal_error(epilog)
  local gap = epilog:match("\nExit status:\n.*\n  [123]( +)")
  if not gap then
    return epilog
  end
  local line = ("\n  %d%san internal error; other input was read"):format(exit.INTERNAL, gap)
  local at = epilog:find("\n  %d%d%d  [^\n]*$") or epilog:find("\n  130") or #epilog + 1
  return epilog:sub(1, at - 1) .. line .. epilog:sub(at)
end

--- Return an argparse parser for a command. Its usage errors go to standard error with exit status 2.
---@param name string "lucena perft"
---@param summary string one sentence
---@param usage string the rest of the usage line, after the name
---@param epilog? string
---@return table parser
function M.new(name, summary, usage, epilog)
  epilog = epilog and with_internal_error(epilog)
  local is_there, argparse = pcall(require, "argparse")
  if not is_there then
    local missing
    argparse, missing = require("lucena.system").module("argparse", "lua-argparse")
    if missing then
      exit.fail(exit.IO, missing)
    end
  end
  local parser = argparse(name, summary, epilog)
    :usage("Usage: " .. name .. " " .. usage)
    :add_help(false)
    :help_description_margin(MARGIN)
    :help_max_width(WIDTH)
  function parser:error(message)
    message = message:gsub("\nDid you mean", "; did you mean")
    message = message:gsub("^unknown option '(%-%d[^']*)'.*",
      "unknown option '%1'; a negative value follows =, as in --min=%1")
    message = message:gsub("^unknown option '(%-%-[%w-]+)'$", function(word) return advise(self, word) end)
    io.stderr:write(self:get_usage(), "\n", "lucena: ", require("lucena.run.phrase").safe(message), "\n")
    if message == "missing argument 'VERB'" then
      io.stderr:write(list_of_verbs(epilog))
    end
    os.exit(exit.USAGE, true)
  end
  -- Print "-o, --output FILE" on one line. By default, argparse prints short and long options on two lines.
  local new_option = parser.option
  function parser:option(...)
    local new = new_option(self, ...)
    function new._get_label_lines(option)
      return { table.concat(option._aliases, ", ") .. " " .. table.concat(option:_get_argument_list(), " ") }
    end
    return new
  end
  add_help(parser)
  return parser
end

--- Declare --lang, the language of the output.
---@param parser table
function M.language(parser)
  local names = require("lucena.language").NAMES
  parser:option("--lang", ("Language: %s. Default: that of the locale."):format(table.concat(names, " or ")))
    :argname("NAME"):choices(names)
end

--- In the help, put the options declared since the last call under a title.
---@param parser table of new()
---@param title string
function M.end_group(parser, title)
  local first = (parser.grouped or 0) + 1
  parser:group(title, table.unpack(parser._options, first))
  parser.grouped = #parser._options
end

return M
