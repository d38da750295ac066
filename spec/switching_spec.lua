-- docs/switching.md names commands, options, queries and functions for users of other programs. Each of them must
-- exist, and the page must have a row for each option of pgn-extract.

local chess = require "lucena"
local commands = require "lucena.command"
local need = require "spec.support.need"
local read = require("spec.support.file").read

local PAGE = read "docs/switching.md"

-- The rows of the tables: left cell, right cell.
local function rows_of(text)
  local rows = {}
  for left, right in text:gmatch "\n| ([^\n]-) | ([^\n]-) |%f[\n]" do
    rows[#rows + 1] = { left = left, right = right }
  end
  return rows
end

local function code_in(cell)
  return cell:gmatch "`([^`]+)`"
end

local function options_of(name, verb)
  local known = {}
  for _, option in ipairs(commands.find(name).parser(verb and { verb })._options) do
    for _, alias in ipairs(option._aliases) do
      known[alias] = true
    end
  end
  return known
end

-- Checks the options in a code text. `command` is the last command in the row, for options without a command.
local function check_options(code, command)
  local known = options_of(command, code:match "^lucena report (%l+)")
  for option in (" " .. code):gmatch "%s(%-%-?%a[%w-]*)" do
    assert.is_true(known[option] == true, ("lucena %s has no option %s: %s"):format(command, option, code))
  end
end

local QUERIES = {}
for name in pairs(chess.query) do
  QUERIES[name] = true
end

-- The names of all methods, from the definitions for editors.
local function methods_of(folder)
  local methods = {}
  for _, file in ipairs(require("lucena.core").list_folder(folder)) do
    for name in read(folder .. "/" .. file):gmatch "\nfunction %u%w*:([%w_]+)%(" do
      methods[name] = true
    end
  end
  return methods
end

describe("docs/switching.md", function()
  it("names commands and options that exist", function()
    local count = 0
    for _, row in ipairs(rows_of(PAGE)) do
      local command
      for code in code_in(row.right) do
        local name = code:match "^lucena (%l[%l-]*)"
        if name and not code:find "^lucena games%.pgn" then
          assert.is_table(commands.find(name), code)
          command, count = name, count + 1
          check_options(code:gsub("'[^']*'", "X"), command)
        elseif code:find "^%-%-%l" and command then
          check_options(code, command)
        end
      end
    end
    assert.is_true(count > 40, tostring(count))
  end)

  it("names queries and functions that exist", function()
    local methods, count = methods_of "library", 0
    for _, row in ipairs(rows_of(PAGE)) do
      for code in code_in(row.right) do
        local query = code:match "^~?(%l[%l_]*)[%s({]" or code:match "^~?(%l[%l_]*)$"
        if query and not code:find "^lucena" and not code:find "^for " then
          assert.is_true(QUERIES[query] == true, code)
          count = count + 1
        end
        for name in code:gmatch ":(%l[%w_]*)%f[(%s{]" do
          assert.is_true(methods[name] == true, code)
          count = count + 1
        end
        for name in code:gmatch "%f[%w]chess%.([%l_][%w_]*)" do
          assert.is_not_nil(chess[name], code)
          count = count + 1
        end
      end
    end
    assert.is_true(count > 80, tostring(count))
  end)

  it("names queries that compile, with their arguments", function()
    local count = 0
    for _, row in ipairs(rows_of(PAGE)) do
      for code in code_in(row.right) do
        local query = code:match "^~?(%l[%l_]*)%f[(%s{]"
        if QUERIES[query] and code:find '[%("{]' and not code:find "[.][.][.]" and not code:find "HASH" then
          code = code:gsub("%f[%w]N%f[%W]", "30"):gsub(' "FEN"', "(chess.START_FEN)")
          local value, problem = require("lucena.query.source").evaluate(code)
          assert.is_truthy(value, ("%s: %s"):format(code, problem))
          count = count + 1
        end
      end
    end
    assert.is_true(count > 20, tostring(count))
  end)

  -- The options that pgn-extract 26-05 has and 19-04 lacks.
  local NEWER = [[--50 --75 --addelotags --addfencastling --addfideidtags --btm --commented --deletesamesetup --detag
    --fencommentformat --fenpattern --fenpatterni --firstgame --fixtagstrings --gamelimit --higherratedwinner
    --insufficient --lichesscommentfix --linenumbers --lowerratedwinner --materialy --materialz --maxmoves --maxply
    --minmoves --minply --odds --piececount --repetition5 --seventyfive --startply --summary --suppressmatched
    --vanywhere --wtm -y]]

  it("has each option of pgn-extract 26-05 that is newer", function()
    local section = PAGE:match "\n## pgn%-extract\n(.-)\n## "
    for option in NEWER:gmatch "%S+" do
      assert.is_truthy(section:find("`" .. option .. "%f[^%w]"), option)
    end
  end)

  it("has each option of pgn-extract", function()
    local pipe = assert(io.popen("'" .. need.program "pgn-extract" .. "' --help 2>&1"))
    local help = pipe:read "a"
    pipe:close()
    local section, missing, count = PAGE:match "\n## pgn%-extract\n(.-)\n## ", {}, 0
    for line in help:gmatch "[^\n]+" do
      local option = line:match "^(%-%-%l+)" or line:match "^(%-[%w#])"
      if option then
        count = count + 1
        if not section:find("`" .. option .. "%f[^%w]") and not section:find("`" .. option, 1, true) then
          missing[#missing + 1] = option
        end
      end
    end
    assert.is_true(count > 60, tostring(count))
    assert.same({}, missing)
  end)
end)
