-- Requirements for every file of lua/lucena/filter/, listed in the header of lua/lucena/run/filter/named.lua: correct
-- fields, working examples, and no option that `lucena filter` already has.

local named = require "lucena.run.filter.named"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

-- The options of `lucena filter` itself.
local function common_options()
  local options = {}
  for _, option in ipairs(require("lucena.command.filter").parser()._options) do
    for _, alias in ipairs(option._aliases) do
      options[alias] = true
    end
  end
  return options
end

local function check_option(option, common)
  assert.is_truthy(option.name:find("^%l[%l_]*$"), option.name)
  assert.is_truthy(option.help:find("%.$"), option.help)
  assert.is_nil(common["--" .. option.name:gsub("_", "-")])
end

-- Splits an example into arguments as a shell does; a redirection of the output is omitted.
local function words_of(name, line)
  local words = { "filter", name }
  for word in line:gsub(" >.*", ""):gsub("'([^']*)'", function(text) return (text:gsub(" ", "\0")) end)
    :gmatch("%S+") do
    words[#words + 1] = word:gsub("%z", " ")
  end
  return words
end

-- Runs an example in a folder with the files that it needs. Returns the number of matches from its summary.
local function passing(name, example)
  local folder <close> = new_folder()
  assert.is_true(os.execute(("ln -s \"$PWD/%s\" '%s'"):format(SAMPLE, folder:path "games.pgn")))
  for file, text in pairs(example.files or {}) do
    os.remove(folder:path(file))
    folder:write(file, text)
  end
  local words = words_of(name, example[1])
  words.cwd = folder.root
  local r = run(words)
  assert.equal(0, r.code, r.err)
  return r.err:match("([%d,]+) matched")
end

describe("the filter", function()
  local common = common_options()
  local names = named.names()

  for _, name in ipairs(names) do
    it(name .. " has a description and correct examples", function()
      local filter = named.find(name)
      assert.is_truthy(filter.summary:find("^[%w]") and #filter.summary < 60, filter.summary)
      for field in pairs(filter) do
        assert.is_truthy(("summary options examples make"):find(field, 1, true), field)
      end
      assert.is_nil(require("lucena.option").problem(filter.options, name))
      for _, option in ipairs(filter.options) do
        check_option(option, common)
      end
      assert.is_true(#filter.examples > 0)
      for _, example in ipairs(filter.examples) do
        assert.equal(tostring(example.passes), passing(name, example), example[1])
      end
    end)
  end

  it("is listed, and has a help page", function()
    assert.is_true(#names >= 12)
    local list = run { "filter", "--list-filters" }
    assert.equal(0, list.code)
    assert.equal(#names, select(2, list.out:gsub("\n", "")))
    local short = run({ "filter", "isolani", "-h" }).out
    for _, option in ipairs { "plies", "elo", "moves" } do
      assert.is_truthy(short:find("\n   --" .. option .. " ", 1, true), short)
    end
    local page = run { "filter", "isolani", "--help" }
    assert.is_truthy(page.out:find("^Usage: lucena filter isolani %[OPTION%]"), page.out)
    assert.is_truthy(page.out:find("\n  lucena filter isolani --elo 2400 --moves 40 games.pgn\n", 1, true))
    assert.is_truthy(page.out:find("   --plies N   ", 1, true))
  end)

  it("lists its options if one is unknown", function()
    assert.is_truthy(run({ "filter", "upset", "--difference", "3", SAMPLE }).err:find(
      "\nlucena: unknown option '--difference'; those of upset are --by N\n", 1, true))
    assert.is_truthy(run({ "filter", "upset", "--bye", "3", SAMPLE }).err:find("did you mean '--by'?\n", 1, true))
  end)
end)
