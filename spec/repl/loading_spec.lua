-- The modules that a command line loads. Each module makes the start slower. The prompt loads the line editor, engines
-- and books only when they are needed. The commands do not load other formats, scripts and tablebases.
local run = require("spec.support.run")

local COUNT = [[
local modules = setmetatable({}, { __gc = function()
  for name in pairs(package.loaded) do io.stderr:write(name:find "^lucena" and name .. "\n" or "") end
end })
_G.at_exit = modules]]

local GAMES = "spec/data/pgn/plain.pgn"
local UNUSED = { "book", "engine", "notation.attempt", "notation.candidates", "notation.detect", "notation.explain",
  "render.words", "repl.complete", "repl.edit", "repl.history", "repl.pretty", "repl.reference", "repl.shelf",
  "report", "sheet.heading", "tablebase" }

-- Command line, maximum number of modules, and modules that must not be loaded (in addition to UNUSED).
local LINES = {
  { { "-e", "e4 e5 Nf3" }, 32,
    { "about", "eco.a", "language.fr", "query", "notation.letters", "notation.shape", "repl.commands", "repl.failure",
      "repl.journal", "repl.library", "repl.refused_move", "repl.unfinished", "run.arguments", "run.script",
      "suggestion" } },
  { { "check", "-q", GAMES }, 27, { "games", "query", "run.endings", "run.positions", "run.workers" } },
  { { "convert", "-q", GAMES }, 31, { "games", "query", "csv", "json", "registry", "run.script" } },
  { { "filter", "-q", "-t", "Result=1-0", GAMES }, 37,
    { "definitions", "field", "games", "query", "run.conversion", "run.filter.gathered", "run.filter.named_options",
      "run.filter.parser", "run.script" } },
  { { "filter", "-q", "-e", "checkmate", GAMES }, 48, { "games", "query.listing", "run.conversion", "run.script" } },
}

describe("modules are loaded only when needed, by", function()
  for _, line in ipairs(LINES) do
    it(table.concat(line[1], " "), function()
      local r = run { env = { LUA_INIT_5_4 = COUNT }, table.unpack(line[1]) }
      local list = r.err:match("\n?(lucena.*)$")
      local count = select(2, list:gsub("\n", ""))
      assert.is_true(count > 10 and count <= line[2], count .. " modules:\n" .. list)
      for _, name in ipairs(table.move(line[3], 1, #line[3], #UNUSED + 1, { table.unpack(UNUSED) })) do
        assert.is_nil(("\n" .. list):find("\nlucena." .. name .. "\n", 1, true), name)
      end
    end)
  end
end)

it("a line of Lua loads no notation", function()
  local list = "\n" .. run({ env = { LUA_INIT_5_4 = COUNT }, "-e", "print(1)" }).err
  assert.is_truthy(list:find("\nlucena.repl.rule\n", 1, true))
  for _, name in ipairs { "dialect", "dialect.alphabets", "nag", "notation.compile", "notation.letters",
    "notation.shape" } do
    assert.is_nil(list:find("\nlucena." .. name .. "\n", 1, true), name)
  end
end)

describe("a command line of filter with common options only", function()
  it("is read without the parser, with the same result", function()
    local command = require "lucena.command.filter"
    for _, argv in ipairs { {}, { "a.pgn", "b.pgn" }, { "-q", "-t", "White=x", "a.pgn", "-t", "Black~y" },
      { "-e", "draw", "-c" }, { "--check", "--count", "a" }, { "-v", "--list", "a b.pgn" } } do
      assert.same(command.parser(argv):parse(argv), command.plain(argv))
    end
    for _, argv in ipairs {
      { "-e" }, { "-t" }, { "-e", "-1" }, { "--jobs", "2" }, { "-" }, { "" }, { "miniature", "a" },
      { "-q", "-q" }, { "-e", "a", "-e", "b" }, { "-c", "--count" }, { "--", "a" }, { "-qc" }, { "--tag=x" },
      { "-e", "" } } do
      assert.is_nil(command.plain(argv))
    end
    local r = run { "filter", "-t", "Whte=x", GAMES }
    assert.same({ 2, r.err }, { r.code, run({ "filter", "--limit", "1", "-t", "Whte=x", GAMES }).err })
    assert.matches("WhiteTeam\n?", run({ "filter", "-t", "WhiteTeem=x", GAMES }).err)
  end)
end)

describe("a command line of the prompt without options other than -e", function()
  it("is read without the parser, with the same result", function()
    local command = require "lucena.command.repl"
    for _, argv in ipairs { {}, { "games.pgn" }, { "-e", "e4" }, { "-e", "e4 e5", "-e", "fen", "a.lua" } } do
      assert.same(command.parser():parse(argv), command.plain(argv))
    end
    for _, argv in ipairs { { "-e" }, { "-e", "-1" }, { "--ascii" }, { "-" }, { "" }, { "a.pgn", "b.pgn" },
      { "a.pgn", "--ascii" }, { "--", "a.pgn" } } do
      assert.is_nil(command.plain(argv))
    end
    assert.matches("\nlucena: only one FILE can be loaded\n$", run { "a.pgn", "b.pgn" }.err)
  end)
end)
