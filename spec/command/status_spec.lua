-- The exit status if a message cannot be written, if the input is truncated or only partly read, and if a query is
-- nested too deeply.

local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local GAMES = '[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 d5 0-1\n'

describe("a query that is nested too deeply", function()
  local DEEP = 60000
  local LOOP = "(function() local q = checkmate for _ = 1, %d do q = %s end return q end)()"
  -- expression, message
  local ROWS = {
    { "parentheses that are not closed", ("("):rep(DEEP) .. "checkmate", "-e: nested too deeply" },
    { "parentheses", ("("):rep(DEEP) .. "checkmate" .. (")"):rep(DEEP), "-e: nested too deeply" },
    { "~", ("~"):rep(DEEP) .. "checkmate", "-e: nested too deeply" },
    { "tables", ("{"):rep(DEEP), "-e: nested too deeply" },
    { "queries made by a loop", LOOP:format(DEEP, "~q"), "-e: query is nested too deeply" },
    { "queries of two made by a loop", LOOP:format(DEEP, "~(q & check)"), "-e: query is nested too deeply" },
  }
  for _, row in ipairs(ROWS) do
    it("is a usage error: " .. row[1], function()
      assert.same({ code = 2, out = "", err = "lucena: " .. row[3] .. "\n" },
        run { "filter", "-e", row[2], stdin = GAMES })
      local r = run { "report", "summary", "-e", row[2], stdin = GAMES }
      assert.same({ 2, "" }, { r.code, r.out })
      assert.truthy(r.err:find("^Usage: [^\n]+\nlucena: %-%-query: .*nested too deeply\n$"))
    end)
  end

  it("is an error at the prompt and in a script", function()
    local folder <close> = new_folder()
    local path, script = folder:write("a.pgn", GAMES), folder:write("a.lua", "return " .. ("("):rep(DEEP))
    local r = run { path, stdin = "find " .. ("("):rep(DEEP) .. "check\n" }
    assert.equal(1, r.code)
    assert.truthy(r.err:find("nested too deeply\n$"))
    assert.same({ code = 2, out = "", err = "lucena: a.lua: nested too deeply\n" },
      run { "run", "a.lua", cwd = script:match("^(.*)/") })
  end)

  it("is accepted with fifty levels", function()
    assert.equal(0, run({ "filter", "-e", ("~("):rep(50) .. "checkmate" .. (")"):rep(50), stdin = GAMES }).code)
  end)
end)

describe("messages that cannot be written", function()
  local probe = io.open("/dev/full", "r")
  if not probe then
    return pending "no /dev/full"
  end
  probe:close()

  local COMMANDS = { "check", "filter --check", "filter --check --jobs 2", "convert", "report summary", "sort", "merge",
    "sample -n 1", "tag --plycount", "translate --from pgn --to german", "dedup -o /dev/null" }
  for _, command in ipairs(COMMANDS) do
    it("change to 3 the exit status of " .. command, function()
      local folder <close> = new_folder()
      local path = folder:write("a.pgn", GAMES)
      local line = ("lucena %s %s >/dev/null 2>%%s; echo $?"):format(command, path)
      assert.equal("3\n", shell(line:format("/dev/full")))
      assert.equal("0\n", shell(line:format("/dev/null")))
      assert.equal("0\n", shell(line:format("&-")))
    end)
  end

  it("do not change another status, and matter only if there are messages", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES)
    assert.equal("0\n", shell(("lucena check -q %s 2>/dev/full; echo $?"):format(path)))
    assert.equal("2\n", shell("lucena check --nosuch 2>/dev/full; echo $?"))
    assert.equal("3\n", shell("lucena check none.pgn 2>/dev/full; echo $?"))
  end)

  it("end the command silently if their reader has exited", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES)
    local line = "{ sleep 0.5; lucena check %s 2>&1 >/dev/null; echo $? >&3; } 3>%s | true; cat %s"
    assert.equal("141\n", shell(line:format(path, folder:path "status", folder:path "status")))
  end)
end)

-- Writes a compressed file that is truncated in its last game.
local function cut_off(folder, name)
  local whole = packed.gz(GAMES .. ('\n[White "C"]\n\n1. c4 c5 {%s} *\n'):format(("x"):rep(3000)))
  return folder:write(name, whole:sub(1, -1000))
end

describe("a truncated compressed file", function()
  local MESSAGE = "compressed input is cut off, games may be missing"

  for _, command in ipairs { "check", "filter --games 1-", "convert", "report summary", "sort", "merge",
    "sample -n 2", "tag --plycount", "filter --check --jobs 2" } do
    it("is reported with status 1 by " .. command, function()
      local folder <close> = new_folder()
      local words = {}
      for word in command:gmatch("%S+") do
        words[#words + 1] = word
      end
      words[#words + 1] = cut_off(folder, "a.pgn")
      local r = run(words)
      assert.equal(1, r.code)
      assert.truthy((r.out .. r.err):find(MESSAGE, 1, true))
    end)
  end

  -- typed lines, number of occurrences of the message
  for _, row in ipairs {
    { "load a.pgn\ngames\n", 1 }, { "load a.pgn\nnext\nnext\nnext\n", 1 }, { "load a.pgn\nopen 4\n", 1 },
    { "load a.pgn\nfind player \"nobody\"\n", 1 }, { "load a.pgn\ngames\nopen 2\ngames\n", 1 }, { "load b.pgn\n", 1 },
  } do
    it("is reported at the prompt: " .. row[1]:gsub("\n", "; "), function()
      local folder <close> = new_folder()
      cut_off(folder, "a.pgn")
      folder:write("b.pgn", packed.gz(GAMES):sub(1, 11))
      local r = run { stdin = row[1], cwd = folder:path "." }
      assert.equal(row[2], select(2, (r.out .. r.err):gsub(MESSAGE, "")))
    end)
  end

  it("is not accepted as a list of lines for a filter, or as an opening book", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", packed.gz(GAMES):sub(1, -9)) -- without checksum and size
    local r = run { "filter", "repertoire", "--lines", path, stdin = GAMES }
    assert.same({ 2, true }, { r.code, r.err:find(MESSAGE, 1, true) ~= nil })
    r = run { "report", "repertoire", "--repertoire", path, stdin = GAMES }
    assert.same({ true, true }, { r.code > 0, r.err:find(MESSAGE, 1, true) ~= nil })
    local epd = folder:write("a.epd", packed.gz(("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n"):rep(20)):sub(1, -100))
    r = run { "board", epd }
    assert.same({ 1, true }, { r.code, r.err:find(MESSAGE, 1, true) ~= nil })
    local _, problems = require("lucena.book.epd").read(epd)
    assert.truthy(problems[#problems]:find(MESSAGE, 1, true))
  end)
end)

describe("the prompt", function()
  it("reports text outside games once, before the game that follows it", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", 'junk\n\n[White "A"]\n\n1. e4 *\n\n1st round\nno moves\n\n[White "B"]\n\n1. c4 *\n\ntail\n')
    local r = run { stdin = "load a.pgn\nnext\nopen 1\nopen 2\nnext\n", cwd = folder:path "." }
    local list = {}
    for line in (r.out .. r.err):gmatch("[^\n]+") do
      list[#list + 1] = line:match("^Game %d") or line:match("^line %d+")
    end
    assert.same({ "line 1", "Game 1", "line 7", "Game 2", "Game 1", "Game 2", "line 14" }, list)
  end)
end)
