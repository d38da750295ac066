-- The folders of the user's files: variables that are empty or relative are ignored.

local run = require "spec.support.run"

-- Each row: the variable of each kind, the home folder, and the folder. DEFAULT is the folder below the home folder.
local CASES = {
  { "/c", "/h", "/c" }, { "/c", "", "/c" }, { "", "/h", "/h/DEFAULT" }, { ".", "/h", "/h/DEFAULT" },
  { "c", "/h", "/h/DEFAULT" }, { "~/c", "/h", "/h/DEFAULT" },
  { "", "", "nil" }, { "c", "h", "nil" }, { "", ".", "nil" },
}
local DEFAULTS = { ".config", ".local/share", ".local/state" }
local ASK = "local path = require('lucena.user_folder').path; print(path 'config', path 'data', path 'state')"

describe("the user's folder", function()
  it("is an absolute path, or there is none", function()
    for _, case in ipairs(CASES) do
      local r = run { "-e", ASK,
        env = { XDG_CONFIG_HOME = case[1], XDG_DATA_HOME = case[1], XDG_STATE_HOME = case[1], HOME = case[2] } }
      local expected = {}
      for i, default in ipairs(DEFAULTS) do
        expected[i] = case[3]:gsub("DEFAULT", default)
      end
      assert.equal(table.concat(expected, "\t") .. "\n", r.out, r.err)
    end
  end)

  it("is not needed", function()
    for _, words in ipairs { { "dialects", "french" }, { "check", "--dialect", "nosuch" }, { "-e", "e4" } } do
      words.env = { XDG_CONFIG_HOME = "c", XDG_DATA_HOME = "d", XDG_STATE_HOME = "s", HOME = "" }
      assert.is_nil(run(words).err:find("internal error", 1, true))
    end
  end)
end)
