-- Runs the examples of the help pages in a folder that has the files that they name. Each must exit with status 0.

local file = require "spec.support.file"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local PLAYERS = "# players\nFischer,R = Fischer, Robert James\nSite: Reykjavik = Reykjavik ISL\n"
local MINIATURE = "return function(game) return game.plies <= 50 end\n"
local OPENINGS = 'for g in require("lucena").games(arg[1]) do print(g.tags.ECO) end\n'

-- A program in place of an engine, for examples that start one: it answers with a legal move.
local ENGINE = [[
local chess = require "lucena"
io.stdout:setvbuf "line"
local position
for line in io.lines() do
  local word = line:match "^%w+"
  if word == "uci" then
    print "id name Stand-in\noption name UCI_Chess960 type check default false\nuciok"
  elseif word == "isready" then
    print "readyok"
  elseif word == "position" then
    position = chess.position(line:match "fen (.-) moves" or line:match "fen (.+)")
    for move in (line:match " moves (.+)" or ""):gmatch "%S+" do
      position = position:play(position:parse(move, "uci"))
    end
  elseif word == "go" then
    local move = tostring(position:moves()[1])
    print(("info depth 9 score cp 20 pv %s\nbestmove %s"):format(move, move))
  elseif word == "quit" then
    break
  end
end
]]
-- Examples with these texts run on the first FEW games of the sample, and with fewer random positions. On all games,
-- engines would take minutes and the others seconds.
local SLOW = { "--engine", "lucena translate", "dialect test", "jsonl" }
local FEW = 8

local function output_of(command)
  local pipe = assert(io.popen(command, "r"))
  local text = pipe:read("a")
  local _, how, code = pipe:close()
  return text, how == "exit" and code
end

local function fill(folder)
  local root = output_of("pwd"):gsub("\n", "")
  local sample = file.read("spec/data/sample/sample.pgn")
  folder:write("players.txt", PLAYERS)
  folder:write("miniature.lua", MINIATURE)
  folder:write("openings.lua", OPENINGS)
  folder:write("mine.lua", "return {extend = 'lan', quiet = '~'}\n")
  folder:write("positions.txt", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n")
  folder:write("suite.epd", file.read("spec/data/epd/suite.epd"))
  folder:write("perft.epd", "4k3/8/8/8/8/8/8/R3K3 w Q - ;D1 16 ;D2 71\n")
  for _, name in ipairs { "book.txt", "column.txt" } do
    folder:write(name, file.read("spec/data/pages/descriptive.txt"))
  end
  folder:write("bulletin.txt", "1. e4 e5 A common reply. 2. Nf3 Nc6\n")
  folder:write("standard_rating_list.txt", "ID Number      Name      Fed Sex Tit  JAN23 Gms\n")
  folder:write("eco.tsv", file.read("spec/data/eco/small.tsv"))
  for _, name in ipairs { "games.pgn", "a.pgn", "b.pgn", "games.pgn.zst" } do
    folder:write(name, sample)
  end
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  folder:write("lucena", ("#!/bin/sh\nexec '%s' '%s/scripts/lucena' \"$@\"\n"):format(lua, root))
  folder:write("stockfish", ("#!/bin/sh\nexec '%s' '%s'\n"):format(lua, folder:write("engine.lua", ENGINE)))
  assert(os.execute(("cd '%s' && chmod +x lucena stockfish && gzip -k games.pgn"):format(folder.root)))
end

-- Files with games in other notations. Each exists only while an example that names it runs, so that *.pgn in other
-- examples does not match it.
local FRENCH = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *\n"
local FOREIGN = { ["parties.pgn"] = FRENCH, ["mixed.pgn"] = FRENCH .. "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n" }

local function is_slow(command)
  for _, text in ipairs(SLOW) do
    if command:find(text, 1, true) and not command:find("annotated.pgn --engine", 1, true) then
      return true
    end
  end
  return false
end

local function run_example(folder, command)
  for name, text in pairs(FOREIGN) do
    os.remove(folder:path(name))
    if command:find(" " .. name, 1, true) then
      folder:write(name, text)
    end
  end
  if is_slow(command) then
    local games, at = file.read("spec/data/sample/sample.pgn"), 1
    for _ = 1, FEW do
      at = games:find("\n[Event ", at + 1, true)
    end
    folder:write("games.pgn", games:sub(1, at))
    command = command:gsub("%-%-positions 9000", "--positions 900")
  end
  return output_of(("cd '%s' && PATH=\"$PWD:$PATH\" && %s 2>&1"):format(folder.root, command))
end

-- The commands after "Examples:", without the descriptions on the same text line.
local function examples_of(page)
  local list = {}
  for line in (page:match("\nExamples:\n(.-)\n\n") .. "\n"):gmatch("  ([^\n]*)\n") do
    list[#list + 1] = line:gsub("   +%S.*$", "")
  end
  return list
end

local names = {}
for name in run({ "help", "--all" }).out:match("^(.-)\nExamples:"):gmatch("\n  (%l[%l-]*)  ") do
  names[#names + 1] = name
end

describe("the help of", function()
  it("check has an example of tablebases that works", function()
    need.module "lucena.syzygy"
    local tables = need.data("tablebases/3-4-men/KQvK.rtbw"):gsub("/[^/]*$", "")
    local folder <close> = new_folder()
    fill(folder)
    for _, command in ipairs(examples_of(run({ "help", "check" }).out)) do
      if command:find("~/syzygy", 1, true) then
        local text, code = run_example(folder, command:gsub("~/syzygy", "'" .. tables .. "'"))
        assert.equal(0, code, text)
        return
      end
    end
    error "no such example"
  end)

  it("lucena has examples that work", function()
    local folder <close> = new_folder()
    fill(folder)
    for _, command in ipairs(examples_of(run({ "help", "--all" }).out)) do
      local text, code = run_example(folder, command)
      assert.same({ 0, command }, { code, command }, text)
    end
  end)

  for _, name in ipairs(names) do
    local page = run({ "help", name }).out
    if page:find("\nExamples:\n") then
      it(name .. " has examples that work", function()
        local folder <close> = new_folder()
        fill(folder)
        local has_png = output_of("command -v rsvg-convert") ~= ""
        for _, command in ipairs(examples_of(page)) do
          local has_all = not command:find("~/syzygy", 1, true) and (has_png or not command:find("%.png"))
          if has_all then
            local text, code = run_example(folder, command)
            assert.same({ 0, command }, { code, command }, text)
          end
        end
      end)
    end

    it(name .. " keeps the line breaks of the text", function()
      local epilog = require("lucena.command").find(name).parser()._epilog
      assert.is_true(not epilog or page:find(epilog, 1, true) ~= nil)
    end)
  end

  it("all commands is tested", function()
    assert.is_true(#names >= 11)
  end)
end)

describe("names of fields", function()
  local function message(...)
    local r = run { stdin = '[Event "x"]\n\n1. e4 *\n', ... }
    return r.code, r.err:match("([^\n]*)\n$")
  end

  local LIST = " (`lucena help fields` lists them; write any other tag as tag:NAME)"

  for _, row in ipairs {
    { "--columns: there is no field 'Whit'; did you mean 'White'?", "convert", "-t", "csv", "--columns", "Whit,plies" },
    { "--columns: there is no field 'Foo'", "convert", "-t", "csv", "--columns", "Foo" },
    { "--columns: there is no field 'Pleis'; did you mean 'plies'?", "filter", "--to", "csv", "--columns", "Pleis" },
    { "--by: there is no field 'Dat'; did you mean 'Date'?", "sort", "--by", "Dat" },
    { "--sort: there is no field 'plise'; did you mean 'plies'?", "filter", "--sort", "plise" },
    { "--by: there is no field 'Foo'", "split", "--into", "none", "--by", "Foo" },
    { "-t: there is no field 'WhiteEl'; did you mean 'WhiteElo'?", "filter", "-t", "WhiteEl>=2500" },
    { "there is no field 'Yearr'; did you mean 'Year'?", "report", "table", "--rows", "Yearr" },
    { "there is no field 'foo'", "report", "table", "--rows", "ECO", "--columns", "foo" },
  } do
    it(("are checked by %s: %s"):format(row[2], row[1]), function()
      assert.same({ 2, "lucena: " .. row[1] .. LIST }, { message(table.unpack(row, 2)) })
    end)
  end

  it("may be those of other tags after tag:", function()
    assert.equal("Foo,plies\n,1\n", run({ "convert", "-q", "-t", "csv", "--columns", "tag:Foo,plies",
      stdin = "1. e4 *\n" }).out)
    assert.equal("1\n", run({ "filter", "-q", "--count", "-t", "tag:Foo=a", stdin = '[Foo "a"]\n\n1. e4 *\n' }).out)
    assert.equal(0, run({ "sort", "-q", "--by", "tag:Foo,-Date", stdin = '[Foo "a"]\n\n1. e4 *\n' }).code)
  end)

  for call, problem in pairs {
    ['tag "WhiteEl"'] = "'tag' (there is no field 'WhiteEl'; did you mean 'WhiteElo'?",
    ['prefix("Eco", "B")'] = "'prefix' (there is no field 'Eco'; did you mean 'ECO'?",
    ['contains("Evnt", "x")'] = "'contains' (there is no field 'Evnt'; did you mean 'Event'?",
    ['glob("Sitee", "*")'] = "'glob' (there is no field 'Sitee'; did you mean 'Site'?",
    ['number("PlyCont", 7)'] = "'number' (there is no field 'PlyCont'; did you mean 'PlyCount'?",
    ['date { from = "1972", tag = "EventDat" }'] = "'date' (there is no field 'EventDat'; did you mean 'EventDate'?",
  } do
    it("are checked in queries: " .. call, function()
      local r = run { "filter", "-e", call, "spec/data/sample/sample.pgn" }
      assert.same({ 2, "lucena: -e: bad argument #1 to " .. problem .. LIST .. ")\n" }, { r.code, r.err })
    end)
  end

  it("may be private in queries with tag:NAME", function()
    local game = '[Event "?"]\n[MyTag "7 x"]\n[MyDate "1972.07.11"]\n\n1. e4 *\n'
    local query = [[tag "tag:MyTag" & tag("tag:MyTag", "7 x") & prefix("tag:MyTag", "7") & contains("tag:MyTag", "X")
      & glob("tag:MyTag", "7*") & number("tag:MyTag", 7) & date { from = "1972", tag = "tag:MyDate" }]]
    assert.same({ code = 0, err = "", out = "1\n" }, run { "filter", "-q", "--count", "-e", query, stdin = game })
    assert.equal("0\n", run({ "filter", "-q", "--count", "-e", 'tag("tag:MyTag", "8")', stdin = game }).out)
  end)

  it("are listed by lucena help fields", function()
    local page = run({ "help", "fields" }).out
    for _, name in ipairs { "Event", "WhiteFideId", "final_fen", "EloBand", "movetext" } do
      assert.is_truthy(page:find("%f[%w_]" .. name .. "%f[^%w_]"), name)
    end
    for line in page:gmatch("[^\n]+") do
      assert.is_true(#line <= 79, line)
    end
  end)
end)
