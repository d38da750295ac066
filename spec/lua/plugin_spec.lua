-- Plug-ins of every kind are checked when they are loaded. If a required field is missing, the message names the file
-- and the field.

local plugin = require "lucena.plugin"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local REQUIRED = {
  filter = { summary = "''", options = "{}", examples = "{}", make = "print" },
  report = { summary = "''", state = "{}", new = "print" },
  own_report = { new = "print" },
  command = { summary = "''", parser = "print", run = "print" },
  prompt = { name = "''", usage = "''", summary = "''", run = "print" },
  sheet = { odd = "print" },
}
local WRONG = { ["''"] = "a string", ["{}"] = "a table", print = "a function" }

-- The text of a plug-in in which one field is missing or has another value.
local function text_of(fields, name, value)
  local lines = {}
  for field, text in pairs(fields) do
    lines[#lines + 1] = ("%s = %s"):format(field, field == name and value or text)
  end
  return "return { " .. table.concat(lines, ", ") .. " }"
end

local function load_text(folder, kind, text)
  folder:write("odd.lua", text)
  package.loaded.odd = nil
  local done, message = pcall(plugin.load, kind, "odd")
  package.loaded.odd = nil
  return done or tostring(message)
end

describe("a plug-in", function()
  local path = package.path
  after_each(function() package.path = path end)

  for kind, fields in pairs(REQUIRED) do
    it("that is a " .. kind .. " names its file and the field that is missing or wrong", function()
      local folder <close> = new_folder()
      package.path = folder.root .. "/?.lua;" .. path
      local place = folder:path "odd.lua" .. ": "
      assert.is_true(load_text(folder, kind, text_of(fields)))
      for name, text in pairs(fields) do
        assert.equal(place .. ("field '%s' is missing"):format(name),
          load_text(folder, kind, text_of(fields, name, "nil")))
        assert.equal(place .. ("field '%s' must be %s, not a number"):format(name, WRONG[text]),
          load_text(folder, kind, text_of(fields, name, "1")))
      end
    end)
  end

  it("must be a table", function()
    local folder <close> = new_folder()
    package.path = folder.root .. "/?.lua;" .. path
    assert.equal(folder:path "odd.lua" .. ": a dialect must be a table, not a number",
      load_text(folder, "dialect", "return 1"))
  end)

  it("with an error ends the command with one line", function()
    local folder <close> = new_folder()
    assert.is_true(os.execute(("mkdir -p '%s/lucena/filter' '%s/lucena/report' '%s/lucena/command' '%s/lucena/dialect'")
      :format(folder.root, folder.root, folder.root, folder.root)))
    folder:write("lucena/filter/odd.lua", "return { summary = '' }")
    folder:write("lucena/report/odd.lua", "return { summary = '' }")
    folder:write("lucena/command/odd.lua", "return { summary = '' }")
    folder:write("lucena/dialect/odd.lua", "return { pieces = 1 }")
    for words, fault in pairs {
      ["filter odd x.pgn"] = "filter/odd.lua: field 'options' is missing",
      ["report odd x.pgn"] = "report/odd.lua: field 'state' is missing",
      ["odd"] = "command/odd.lua: field 'parser' is missing",
      ["dialect show odd"] = "dialect/odd.lua: pieces: ",
    } do
      local argv = {}
      for word in words:gmatch("%S+") do
        argv[#argv + 1] = word
      end
      argv.env = { LUA_PATH_5_4 = folder.root .. "/?.lua;;" }
      local r = run(argv)
      assert.equal(2, r.code, r.err)
      assert.equal(1, select(2, r.err:gsub("\n", "")), r.err)
      assert.is_truthy(r.err:find(fault, 1, true), r.err)
    end
  end)
end)
