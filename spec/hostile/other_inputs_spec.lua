-- One input never costs the output of the others. Every command that takes several files gets one that does not exist,
-- a folder, and bytes without games: the output is that of the other files. Then an internal error is planted: the
-- client of the command fails at one game. The output is that of the other games, the message has the place of the
-- game, and the exit status is 4. The commands come from the registry; a command without a line here fails.

local commands = require "lucena.command"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

-- ---- the files -----------------------------------------------------------------------------------

local function game(white, date, moves)
  return ('[Event "Open"]\n[Site "Paris"]\n[Date "%s"]\n[Round "1"]\n[White "%s"]\n[Black "Beta"]\n'
    .. '[Result "1-0"]\n\n%s\n'):format(date, white, moves)
end

local A, B = game("Alpha", "1990.01.01", "1. e4 e5 2. Nf3 1-0"), game("Gamma", "1990.01.02", "1. d4 d5 2. c4 1-0")
local C, D = game("Delta", "1990.01.03", "1. c4 e5 2. Nc3 1-0"), game("Kappa", "1990.01.04", "1. b3 e5 2. Bb2 1-0")
local BOOM = game("Boom", "1990.01.05", "1. g3 g6 2. Bg2 1-0")
local FEN = "4k3/8/8/8/8/8/8/R3K3 w Q - "

-- Creates the files. In clean.*, the game Boom of boom.* is missing.
local function files()
  local folder = new_folder()
  local function write(name, text)
    folder:write(name, text)
  end
  write("a.pgn", A .. "\n" .. B)
  write("b.pgn", D)
  write("boom.pgn", B:gsub("Gamma", "Sigma") .. "\n" .. BOOM .. "\n" .. C)
  write("clean.pgn", B:gsub("Gamma", "Sigma") .. "\n" .. C)
  write("a.epd", FEN .. 'bm Ra8+; id "one";\n')
  write("b.epd", FEN .. 'bm O-O-O; id "four";\n')
  write("boom.epd", FEN .. 'bm Kd2; id "two";\n' .. FEN .. 'bm Rb1; id "Boom";\n' .. FEN .. 'bm Ke2; id "three";\n')
  write("clean.epd", FEN .. 'bm Kd2; id "two";\n' .. FEN .. 'bm Ke2; id "three";\n')
  write("a.txt", "White: Alpha. Black: Beta.\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
  write("b.txt", "White: Kappa. Black: Beta.\n\n1. c4 e5 2. Nc3 Nf6 1-0\n")
  write("boom.txt", "White: Boom. Black: Beta.\n\n1. d4 d5 2. c4 e6 1-0\n")
  for _, name in ipairs { "a", "b", "boom", "clean" } do
    local out = run { "convert", "-q", "-t", "jsonl", folder:path(name .. ".pgn") }.out
    write(name .. ".jsonl", out)
  end
  local bytes = {}
  for i = 0, 4095 do
    bytes[i + 1] = string.char((i * i // 3 + i) % 256)
  end
  write("garbage", table.concat(bytes))
  write("zeros", ("\0"):rep(5000))
  write("empty", "")
  folder:renew "folder"
  return folder
end

-- Modules whose clients fail at the game, record, line or text with the word Boom.
local PLANT = [[
local load = require
local function plant(object, name, is_boom)
  local f = object[name]
  object[name] = f and function(...)
    if is_boom(...) then error("planted", 0) end
    return f(...)
  end
end
local function of_new(module, method, change)
  local new = module.new
  function module.new(...)
    local it = new(...)
    local f = it[method]
    it[method] = function(self, ...) change(...) return f(self, ...) end
    return it
  end
end
local CHANGE = {}
CHANGE["lucena.run.input"] = function(module)
  of_new(module, "serve", function(client)
    plant(client, "visit", function(_, game) return game.tags.White == "Boom" end)
    plant(client, "game_test", function(game) return game.tags.White == "Boom" end)
  end)
end
CHANGE["lucena.run.records"] = function(module)
  of_new(module, "read", function(_, client)
    plant(client, "visit", function(_, record) return record.id == "Boom" end)
  end)
end
CHANGE["lucena.run.other_formats"] = function(module)
  local read = module.read
  function module.read(input, paths, reader, write)
    return read(input, paths, reader, function(game)
      if game.tags.White == "Boom" then error("planted", 0) end
      return write(game)
    end)
  end
end
CHANGE["lucena.run.texts"] = function(module)
  local each, task = module.each, module.task
  local function planted(work)
    return function(path, text, ...)
      if text:find("Boom") then error("planted", 0) end
      return work(path, text, ...)
    end
  end
  function module.each(args, parser, work, ...) return each(args, parser, planted(work), ...) end
  function module.task(work) return task(planted(work)) end
end
function require(name)
  local is_new = CHANGE[name] and not package.loaded[name]
  local module = load(name)
  if is_new then CHANGE[name](module) end
  return module
end
]]

-- ---- the commands --------------------------------------------------------------------------------

-- For each command, its arguments before the files.
-- `is_omitted`  it is not run, for the reason after it
-- `kind`        the suffix of its files
-- `into`        the output is the folder out/
-- `shows_all`   the output also has other text than games
-- `is_strict`   after a file that cannot be read, no file is written
-- `is_script`   an error belongs to the user's script, which ends the command
-- `in_core`     the core reads the games, always or with --jobs: no error can be planted in one
local LINES = {
  { "annotate", is_omitted = true }, -- needs an engine; it copies as filter does
  { "merge-parts", is_omitted = true }, -- all parts are needed
  { "book", "make", "--min", "1", "-o", "out/book.epd", into = true, is_strict = true, in_core = "--jobs" },
  { "book", "merge", is_omitted = true }, { "book", "diff", is_omitted = true }, -- the output describes all books
  { "check", "--tags", shows_all = true },
  { "convert", "-t", "csv" },
  { "convert", "-f", "jsonl", kind = "jsonl", shows_all = true },
  { "dedup" },
  { "dedup", "--keep", "longest" },
  { "epd", "check", kind = "epd", in_core = true, shows_all = true },
  { "epd", "fmt", kind = "epd", in_core = true, shows_all = true },
  { "epd", "select", "--test", "bm", kind = "epd" },
  { "epd", "stats", is_omitted = true }, -- the output is about all records
  { "epd", "sort", "--by", "id", kind = "epd", shows_all = true },
  { "epd", "perft", kind = "epd" },
  { "epd", "test", is_omitted = true }, -- needs an engine
  { "filter", "-e", "capture | ~capture" },
  { "filter", "-e", "where(function(g) return g.plies > 1 end)", is_script = true },
  { "filter", "-t", "Event=Open", "--sort", "White" },
  { "index", in_core = true },
  { "merge" },
  { "merge", "--tree" },
  { "read", kind = "txt" },
  { "read", "--json", kind = "txt", shows_all = true },
  { "report", "summary" },
  { "report", "table", "--rows", "White" },
  { "report", "player", "--name", "Beta" },
  { "report", "crosstable", "-t", "csv" },
  { "report", "sheet", "-t", "html" },
  { "sample", "--share", "1", "--seed", "1" },
  { "sort", "--by", "White" },
  { "split", "--by", "White", "--into", "out", into = true, is_strict = true },
  { "tag", "--set", "Round=7", "-o", "out/x.pgn", into = true, is_strict = true },
  { "translate", "--to", "french", kind = "txt", shows_all = true },
}

-- Runs a command. "a" is the file a.pgn, or another kind; "=x" the file x. With `into`, the output is the text of all
-- files in out/.
local function outcome(folder, line, names, plant)
  local words = table.move(line, 1, #line, 1, { cwd = folder.root })
  for _, name in ipairs(names) do
    words[#words + 1] = name:match("^=(.*)") or name:find("^-") and name or name .. "." .. (line.kind or "pgn")
  end
  words.env = plant and { LUA_INIT = "@plant.lua" } or nil
  folder:renew "out"
  local r = run(words)
  if line.into then
    local pipe = assert(io.popen(("cd '%s/out' && LC_ALL=C grep -r '' . | LC_ALL=C sort"):format(folder.root)))
    r.out = pipe:read("a")
    pipe:close()
  end
  return r
end

-- Returns the first line of a text that another text does not have, or nil.
local function missing_line(text, other)
  local has = {}
  for line in other:gmatch("[^\n]+") do
    has[line] = true
  end
  for line in text:gmatch("[^\n]+") do
    if not has[line] then
      return line
    end
  end
end

local function has_option(line, name)
  local parser = commands.find(line[1]).parser { line[2] }
  for _, option in ipairs(parser._options) do
    if option._aliases[1] == name then
      return true
    end
  end
  return false
end

-- The ways to run a command with an error planted: in one process, and with workers.
local function ways_of(line)
  if line.is_omitted or line.is_script or line.in_core == true then
    return {}
  end
  return line.in_core ~= "--jobs" and has_option(line, "--jobs") and { "-q", "--jobs=2" } or { "-q" }
end

-- Whether a command takes several files.
local function takes_files(parser)
  for _, argument in ipairs(parser._arguments) do
    if argument._maxargs == math.huge and (argument._target == "files" or argument._target == "parts") then
      return true
    end
  end
  return false
end

describe("one input never costs the output of the others:", function()
  local folder, seen = files(), {}
  folder:write("plant.lua", PLANT)

  for _, line in ipairs(LINES) do
    local name = table.concat(line, " ")
    seen[line[1]], seen[line[1] .. " " .. (line[2] or "")] = true, true
    if not line.is_omitted then
      it(name .. " with files that cannot be read", function()
        local wanted = outcome(folder, line, { "a", "b" })
        local r = outcome(folder, line, { "a", "=garbage", "missing", "=zeros", "=folder", "=empty", "b" })
        assert.equal(3, r.code, r.err)
        assert.is_truthy(r.err:find("missing.", 1, true), r.err)
        assert.is_falsy((r.out .. r.err):find("internal error"), r.err)
        if line.is_strict then -- files that are not complete are not written
          assert.is_truthy(r.err:find("not written") or r.err:find("nothing written"), r.err)
        elseif line.shows_all then
          assert.is_nil(missing_line(wanted.out, r.out), r.out)
        else
          assert.equal(wanted.out, r.out)
        end
      end)
    end
    for _, jobs in ipairs(ways_of(line)) do
      it(("%s %s with an internal error in one game"):format(name, jobs), function()
        local wanted = outcome(folder, line, { jobs, "a", "clean", "b" })
        local r = outcome(folder, line, { jobs, "a", "boom", "b" }, true)
        assert.equal(4, r.code, r.err)
        local place = ("boom.%s:?%%d*[^\n]*: internal error: planted"):format(line.kind or "pgn")
        assert.is_truthy(r.err:find(place), r.err)
        if line.shows_all then
          assert.is_nil(missing_line(wanted.out, r.out), r.out)
        else
          assert.equal(wanted.out, r.out)
        end
      end)
    end
  end

  it("an input is not replaced by an output without the game of an internal error", function()
    local before = folder:read "boom.pgn"
    for _, name in ipairs { "boom.pgn", "./folder/../boom.pgn" } do
      local r = outcome(folder, { "sort", "--by", "White", "-o", name }, { "a", "boom" }, true)
      assert.same({ 4, before }, { r.code, folder:read "boom.pgn" })
      assert.is_truthy(r.err:find(name .. ": not written, because it is also an input", 1, true), r.err)
    end
    local r = outcome(folder, { "sort", "--by", "White", "-o", "new.pgn" }, { "a", "boom" }, true)
    assert.equal(4, r.code)
    assert.is_truthy(folder:read "new.pgn":find "Delta")
    r = outcome(folder, { "sort", "--by", "White", "-o", "late.pgn" }, { "a", "boom", "missing" }, true)
    assert.same({ 3, nil }, { r.code, folder:read "late.pgn" })
  end)

  it("every command that takes several files has a line", function()
    for _, name in ipairs(commands.names()) do
      local parser = commands.find(name).parser { name == "book" and "make" or nil }
      assert.is_true(seen[name] or not takes_files(parser), name)
    end
  end)
end)
