-- Which modules `lucena -e` loads for a few moves: none of the line editor, game sheets, engines, opening books and
-- tablebases. Each would cost its time at every start.
local run = require("spec.support.run")

local COUNT = [[
local modules = setmetatable({}, { __gc = function()
  for name in pairs(package.loaded) do io.stderr:write(name:find "^lucena" and name .. "\n" or "") end
end })
_G.at_exit = modules]]

local NOT_NEEDED = { "book", "engine", "notation.detect", "notation.explain", "query", "render.words", "repl.complete",
  "repl.edit", "repl.history", "repl.pretty", "repl.reference", "repl.shelf", "report", "sheet.heading", "tablebase" }

describe("the prompt's modules", function()
  it("are loaded when they are needed", function()
    local r = run { "-e", "e4 e5 Nf3", env = { LUA_INIT_5_4 = COUNT } }
    assert.equal(0, r.code)
    local count = select(2, r.err:gsub("\n", ""))
    assert.is_true(count > 10 and count <= 52, count .. " modules:\n" .. r.err)
    for _, name in ipairs(NOT_NEEDED) do
      assert.is_nil(("\n" .. r.err):find("\nlucena." .. name .. "\n", 1, true), name)
    end
  end)
end)
