--- Candidates of completion that are options: those of a report, of a table of options in Lua, of a command of the
-- prompt, and the programs of the system. Nothing is run: a report that is not built in has no candidates.
-- @module lucena.repl.candidates

local argument = require("lucena.argument")

local M = {}

-- ---- programs ------------------------------------------------------------------------------------

local ENGINES = { "stockfish", "lc0", "gnuchess", "crafty", "fruit", "toga2", "glaurung", "sjeng", "phalanx" }
local FOLDERS = { "/usr/games" } -- Debian's folder of engines, which is not in the PATH of root

-- Return the folders of PATH, without relative ones.
local function program_folders()
  local list = {}
  for folder in (os.getenv("PATH") or ""):gmatch("[^:]+") do
    list[#list + 1] = folder:sub(1, 1) == "/" and folder or nil
  end
  return list
end

--- Return the names of the programs in the folders of PATH that begin with a word. Without a letter there are none,
-- because there are thousands.
---@param word string
---@return string[] names sorted
-- @usage require("lucena.repl.candidates").programs "" [1] --> nil
function M.programs(word)
  local list, core = {}, require("lucena.core")
  for _, folder in ipairs(word ~= "" and program_folders() or {}) do
    for _, name in ipairs(core.list_folder(folder) or {}) do
      list[#list + 1] = name:sub(1, #word) == word and argument.printable(name) == name and name or nil
    end
  end
  table.sort(list)
  return list
end

--- Return the usual engines that are installed, and after a letter the programs that begin with it.
---@param word string
---@return string[] names
function M.engines(word)
  local list = M.programs(word)
  local has = require("lucena.repl.shell").has
  for _, name in ipairs(ENGINES) do
    local is_there = has(name)
    for _, folder in ipairs(FOLDERS) do
      is_there = is_there or require("lucena.file").exists(folder .. "/" .. name)
    end
    list[#list + 1] = is_there and name or nil
  end
  return list
end

-- ---- reports -------------------------------------------------------------------------------------

local VALUES = { boolean = { "false", "true" }, side = { "black", "either", "white" } }

-- Return the options of a built-in report.
local function report_options(name)
  local module = "lucena.report." .. name
  return require("lucena.plugin").is_there(module) and require(module).options or {}
end

--- Return the candidates for the words after `report NAME`: options, and their values.
---@param name string the report
---@param word string the last word
---@return integer skip the bytes of the word before the candidates
---@return string[] list
---@return string? ending text after a single candidate
-- @usage select(2, require("lucena.repl.candidates").report("openings", "dep"))[1] --> depth=
function M.report(name, word)
  local list = {}
  local asked = word:match("^([%l_]+)=")
  for _, option in ipairs(report_options(name)) do
    if option.name == asked then
      return #asked + 1, option.choices or VALUES[option.kind] or {}, " "
    end
    list[#list + 1] = option.name .. "="
  end
  return 0, asked and {} or list
end

-- ---- tables of options ---------------------------------------------------------------------------

-- Return the place of the last open brace of a line, the place of the parenthesis around it, and whether the line ends
-- in a string.
local function open_brace(line)
  local open, mark = {}, nil
  for at, sign in line:gmatch("()([%(%)%[%]{}\"'])") do
    if mark then
      mark = sign ~= mark and mark or nil
    elseif sign == '"' or sign == "'" then
      mark = sign
    elseif sign:find("[%(%[{]") then
      open[#open + 1] = { at, sign }
    else
      open[#open] = nil
    end
  end
  local last, outer = open[#open], open[#open - 1]
  if not mark and last and last[2] == "{" then
    return last[1], outer and outer[2] == "(" and outer[1]
  end
end

--- Return the name of the function whose table of options a line ends in, and the word of the option.
---@param line string the text before the cursor
---@return string? name nil if the line does not end where an option is written
---@return string? word
-- @usage require("lucena.repl.candidates").option_word 'chess.games("x", {di' --> chess.games
function M.option_word(line)
  local brace, parenthesis = open_brace(line)
  local word = brace and line:sub(brace + 1):gsub("%b{}", ""):match("^%s*([%a_]*[%w_]*)$")
    or brace and line:sub(brace + 1):match(",%s*([%a_]*[%w_]*)$")
  local before = word and line:sub(1, brace - 1)
  local name = before and (before:match("([%a_][%w_.:]*)%s*$")
    or parenthesis and before:sub(1, parenthesis - 1):match("([%a_][%w_.:]*)%s*$"))
  return name, word
end

return M
