--- Write the manual pages into a folder: lucena(1), and one page per command. The text comes from the parsers of
-- --help. Usage: scripts/dev/with-build lua5.4 scripts/dev/gen_man.lua FOLDER      (`make docs`, `make install`)
-- Pages are in man(7) format, which groff and mandoc read. The date is SOURCE_DATE_EPOCH or today.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local model = require("command_pages")

local folder = assert(arg[1], "give the folder to write to")
local version = require("lucena")._VERSION
local date = os.date("!%Y-%m-%d", math.tointeger(tonumber(os.getenv("SOURCE_DATE_EPOCH"))))

-- ---- roff ----------------------------------------------------------------------------------------

local NAMED = { ["\\"] = "\\e", ["-"] = "\\-", ["'"] = "\\(aq", ["`"] = "\\(ga", ["^"] = "\\(ha", ["~"] = "\\(ti" }

-- Escape a text for roff. No output line may begin with a sign that roff reads as a request.
local function plain(text)
  text = text:gsub("[\\%-'`^~]", NAMED):gsub("[\xC2-\xF4][\x80-\xBF]+", function(character)
    return ("\\[u%04X]"):format(utf8.codepoint(character))
  end)
  return (("\n" .. text):gsub("\n%.", "\n\\&."):sub(2))
end

-- Break a text into lines of at most 78 bytes, as mandoc recommends. No line may begin with a sign that roff reads as a
-- request.
local function folded(text)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if line ~= "" and #line + #word + 1 > 78 then
      lines[#lines + 1] = line
      line = word:gsub("^%.", "\\&.")
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Text in which `backquotes` become bold.
local function prose(text)
  local parts, at = {}, 1
  for before, code, after in text:gmatch("(.-)`([^`]+)`()") do
    parts[#parts + 1] = plain(before) .. "\\fB" .. plain(code):gsub("\n", " ") .. "\\fR"
    at = after
  end
  parts[#parts + 1] = plain(text:sub(at))
  return folded(table.concat(parts))
end

local Page = {}
Page.__index = Page

local function new_page(name, summary)
  local self = setmetatable({}, Page)
  self:add((".TH %s 1 %s \"%s\" \"Lucena\""):format(name:upper():gsub("%-", "\\-"), date, version))
  self:add(".SH NAME", folded(plain(name) .. " \\- " .. plain(summary)))
  return self
end

function Page:add(...)
  for _, line in ipairs { ... } do
    self[#self + 1] = line
  end
end

-- Add lines that keep their line breaks, for examples and tables.
function Page:verbatim(lines)
  self:add(".PP", ".nf", ".RS 2", plain(table.concat(lines, "\n")), ".RE", ".fi")
end

-- Add a paragraph of an epilog. Indented lines are examples or tables and keep their line breaks. Other lines are
-- joined and broken again.
function Page:paragraph(text)
  local filled, indented = {}, {}
  local function flush()
    if filled[1] then
      self:add(".PP", prose(table.concat(filled, "\n")))
    end
    if indented[1] then
      self:verbatim(indented)
    end
    filled, indented = {}, {}
  end
  for line in text:gmatch("[^\n]+") do
    if line:sub(1, 2) == "  " then
      indented[#indented + 1] = line:sub(3)
    else
      if indented[1] then
        flush()
      end
      filled[#filled + 1] = line
    end
  end
  flush()
end

function Page:option(option)
  local names = {}
  for i, alias in ipairs(option.aliases) do
    names[i] = "\\fB" .. plain(alias) .. "\\fR"
  end
  local value = option.value and " \\fI" .. plain(option.label:sub(#table.concat(option.aliases, ", ") + 2)) .. "\\fR"
  self:add(".TP", table.concat(names, ", ") .. (value or ""), prose(option.help))
end

function Page:groups(groups)
  for _, group in ipairs(groups) do
    if group.title ~= "Options" then
      self:add(".SS " .. plain(group.title))
    end
    for _, option in ipairs(group) do
      self:option(option)
    end
  end
end

function Page:arguments(list)
  for _, argument in ipairs(list) do
    local more = argument.repeats and " ..." or ""
    self:add(".TP", "\\fI" .. plain(argument.name) .. "\\fR" .. more, prose(argument.help))
  end
end

function Page:write(name)
  local file = assert(io.open(("%s/%s.1"):format(folder, name), "wb"))
  assert(file:write(table.concat(self, "\n"), "\n"))
  assert(file:close())
end

-- ---- pages ---------------------------------------------------------------------------------------

local SEE = ".SH SEE ALSO"

-- Sort the paragraphs of an epilog by kind: descriptions, examples, exit status.
local function sorted_epilog(epilog)
  local kinds, fenced = { text = {}, Examples = {}, ["Exit status"] = {} }, (epilog or "") .. "\n\n"
  for paragraph in fenced:gmatch("(.-)\n\n+") do
    local title, rest = paragraph:match("^(%u%l+ ?%l*):%s+(.*)$")
    if kinds[title] then
      -- Restore the indentation of the first line, which the match removed.
      local is_list = title == "Examples" or rest:find("\n  %d")
      table.insert(kinds[title], is_list and "  " .. rest or rest)
    elseif paragraph ~= "" then
      table.insert(kinds.text, paragraph)
    end
  end
  return kinds
end

local function section(page, title, paragraphs)
  if paragraphs[1] then
    page:add(".SH " .. title)
    for i, text in ipairs(paragraphs) do
      local from = #page
      page:paragraph(text)
      if i == 1 then
        table.remove(page, from + 1) -- no .PP after a heading
      end
    end
  end
end

local function write_command(described)
  local name = "lucena-" .. described.words[1]
  local page = new_page(name, described.line)
  page:add(".SH SYNOPSIS", "\\fBlucena\\fR " .. plain(described.usage))
  local kinds = sorted_epilog(described.epilog)
  section(page, "DESCRIPTION", { described.text, table.unpack(kinds.text) })
  if described.arguments[1] then
    page:add(".SH ARGUMENTS")
    page:arguments(described.arguments)
  end
  page:add(".SH OPTIONS")
  page:groups(described.groups)
  for i, sub in ipairs(described.subpages) do
    if i == 1 then
      page:add(".SH " .. (sub.words[1] == "book" and "VERBS" or "NAMES"))
    end
    page:add(".SS lucena " .. plain(sub.usage), prose(sub.text))
    page:arguments(sub.arguments)
    for _, option in ipairs(sub.options) do
      page:option(option)
    end
  end
  section(page, "EXAMPLES", kinds.Examples)
  section(page, "EXIT STATUS", kinds["Exit status"])
  page:add(SEE, ".BR lucena (1)")
  page:write(name)
end

local function write_overview(pages)
  local help = assert(io.popen(("%s scripts/lucena help"):format(os.getenv("LUA") or "lua5.4")))
  local text = help:read("a")
  assert(help:close())
  local page = new_page("lucena", "chess notation interpreter scripted in Lua")
  page:add(".SH SYNOPSIS")
  for line in text:match("^Usage: (.-)\n\n"):gmatch("[^\n]+") do
    page:add("\\fBlucena\\fR" .. plain(line:match("lucena(.*)$")), ".br")
  end
  page[#page] = nil
  section(page, "DESCRIPTION", { (text:match("\n\n(.-)\n\nCommands:")) })
  page:add(".SH COMMANDS")
  for _, described in ipairs(pages) do
    page:add(".TP", (".BR lucena\\-%s (1)"):format(described.words[1]), prose(described.line))
  end
  page:add(".SH OPTIONS")
  for _, option in ipairs(model.top_options()) do
    page:option(option)
  end
  local kinds = sorted_epilog(text:match("\n(Examples:\n.*)$"))
  section(page, "EXAMPLES", kinds.Examples)
  section(page, "FILES AND COMPRESSION", kinds.text)
  section(page, "EXIT STATUS", kinds["Exit status"])
  section(page, "ENVIRONMENT", {
    "`NO_COLOR`: if it is set and not empty, output has no colours, except with --color=always.",
    "`XDG_CONFIG_HOME`, `XDG_STATE_HOME`: folders of the prompt's init file and of its history, if they are absolute.",
    "`LUA_PATH`, `LUA_CPATH`: folders in which Lua modules are searched, as for any Lua program. The current folder is"
      .. " searched only if it is named there.",
  })
  page:add(SEE)
  for i, described in ipairs(pages) do
    page:add((".BR lucena\\-%s (1)%s"):format(described.words[1], i < #pages and "," or ""))
  end
  page:write("lucena")
end

local pages = model.pages()
write_overview(pages)
for _, described in ipairs(pages) do
  write_command(described)
end
