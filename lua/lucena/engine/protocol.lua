--- Parses the lines of the Universal Chess Interface that an engine sends, and converts the values of its options.
-- Follows the UCI specification of April 2006. Lines of an engine are untrusted data: malformed values are omitted,
-- and no line raises an error.
-- @module lucena.engine.protocol

local argument = require("lucena.argument")
local suggestion = require("lucena.suggestion")

local M = {}

-- ---- options -------------------------------------------------------------------------------------

local function integer(text)
  return text and text:find("^%-?%d+$") and math.tointeger(tonumber(text)) or nil
end

local READ = {}

function READ.check(rest)
  return { default = rest:find("default%s+true") ~= nil }
end

function READ.spin(rest)
  return { default = integer(rest:match("default%s+(%S+)")), min = integer(rest:match("min%s+(%S+)")),
    max = integer(rest:match("max%s+(%S+)")) }
end

function READ.combo(rest)
  local choices, first = {}, nil
  for word in (rest .. " var "):gsub("%s+var%s", "\0"):gmatch("([^\0]*)\0") do
    if not first then
      first = word
    else
      choices[#choices + 1] = word:match("^%s*(.-)%s*$")
    end
  end
  return { default = first and first:match("default%s+(.-)%s*$"), choices = choices }
end

function READ.string(rest)
  local default = rest:match("default%s(.*)$") or ""
  return { default = default == "<empty>" and "" or default }
end

function READ.button()
  return {}
end

--- Replace each run of white space in a line by one blank, which has the same meaning in UCI. Otherwise, a line of a
--- million blanks could take quadratic time, because some patterns test at each blank whether the text ends.
---@param line string
---@return string
-- @usage require("lucena.engine.protocol").spaced("id\t name  X")  --> id name X
function M.spaced(line)
  return (line:gsub("%s+", " "))
end

--- Parse an option that an engine declares.
---@param line string
---@return table? option {name, kind = "check", "spin", "combo", "string" or "button", default, min, max, choices}
-- @usage require("lucena.engine.protocol").option("option name Hash type spin default 16 min 1 max 64").max  --> 64
function M.option(line)
  local name, kind, rest = M.spaced(line):match("^ ?option name (.-) type (%a+)(.*)$")
  local read = READ[kind]
  if not read or name:find("%c") then
    return nil
  end
  local option = read(rest)
  option.name, option.kind = name, kind
  return option
end

local CHECK = {}

function CHECK.check(_, value)
  return type(value) == "boolean" and tostring(value) or nil, "is true or false"
end

function CHECK.spin(option, value)
  local low, high = option.min or math.mininteger, option.max or math.maxinteger
  local fits = math.type(value) == "integer" and value >= low and value <= high
  return fits and tostring(value) or nil, ("is an integer from %d to %d"):format(low, high)
end

function CHECK.combo(option, value)
  for _, choice in ipairs(option.choices) do
    if type(value) == "string" and choice:lower() == value:lower() then
      return choice
    end
  end
  return nil, "is one of " .. argument.shown(table.concat(option.choices, ", "))
end

function CHECK.string(_, value)
  local fits = type(value) == "string" and not value:find("%c")
  return fits and (value == "" and "<empty>" or value) or nil, "is text without control characters"
end

function CHECK.button(_, value)
  return value == true and "" or nil, "is a button: true presses it"
end

--- Convert a value to an option's type.
---@param option table
---@param value any
---@return string? text
---@return string? problem a description of the valid values
function M.value(option, value)
  return CHECK[option.kind](option, value)
end

--- Find an option by its name, ignoring case.
---@param options table name -> option
---@param name string
---@return table? option
---@return string? problem
function M.find(options, name)
  local names = {}
  for declared, option in pairs(options) do
    if declared:lower() == name:lower() then
      return option
    end
    if suggestion.is_near(name:lower(), declared:lower()) then
      names[#names + 1] = declared
    end
  end
  table.sort(names)
  local meant = names[1] and ("; did you mean '%s'?"):format(argument.shown(names[1])) or ""
  return nil, ("it has no option '%s'%s"):format(argument.shown(name), meant)
end

-- ---- info ----------------------------------------------------------------------------------------

local NUMBERS = { depth = true, seldepth = true, multipv = true, nodes = true, time = true, nps = true,
  hashfull = true, tbhits = true }
-- Words that end a list of moves.
local WORDS = { score = true, wdl = true, pv = true, string = true, currmove = true, currmovenumber = true,
  cpuload = true, refutation = true, currline = true, sbhits = true }

local BOUNDS = { lowerbound = "lower", upperbound = "upper" }

local LARGEST = 1000000 -- greater scores are ignored

local function read_score(words, i, info)
  local kind, value = words[i + 1], integer(words[i + 2])
  if not (kind == "cp" or kind == "mate") or not value or value > LARGEST or value < -LARGEST then
    return
  end
  info.score = { kind = kind, value = value, bound = BOUNDS[words[i + 3]] or BOUNDS[words[i + 4]] }
end

local function read_wdl(words, i, info)
  local win, draw, loss = integer(words[i + 1]), integer(words[i + 2]), integer(words[i + 3])
  if win and draw and loss then
    info.wdl = { win, draw, loss }
  end
end

local function read_line(words, i, info)
  info.pv = {}
  for j = i + 1, #words do
    if NUMBERS[words[j]] or WORDS[words[j]] then
      break
    end
    info.pv[#info.pv + 1] = words[j]
  end
end

local PARTS = { score = read_score, wdl = read_wdl, pv = read_line }

--- Parse an info line.
---@param line string
---@return table info depth, seldepth, multipv, nodes, time (milliseconds), nps, hashfull, tbhits: integers; score:
-- {kind, value, bound}; wdl: {win, draw, loss}, in 1/1000; pv: words. Each may be missing
-- @usage require("lucena.engine.protocol").info("info depth 3 score cp 31 pv e2e4").score.value  --> 31
function M.info(line)
  local words, info = {}, {}
  for word in line:gmatch("[^%s\0]+") do
    words[#words + 1] = word
  end
  for i, word in ipairs(words) do
    if word == "string" then
      break
    elseif NUMBERS[word] then
      local value = integer(words[i + 1])
      info[word] = value and value >= 0 and value or info[word]
    elseif PARTS[word] then
      PARTS[word](words, i, info)
    end
  end
  return info
end

return M
