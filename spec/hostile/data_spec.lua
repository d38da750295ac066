-- Data is never executed and never reaches a terminal unescaped: compiled Lua is rejected everywhere, and every command
-- escapes the content of files, names and messages. Other specs test dialect files (spec/dialect/sandbox_spec.lua),
-- pages and tables (spec/render/escape_spec.lua), file names (split_spec.lua and output_spec.lua) and large compressed
-- files (spec/io).

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local function lines_of(command)
  local list = {}
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

-- Functions of a program that become those of a dialect are copied into the sandbox as the compiled code of functions
-- that run already: lua/lucena/notation/closure.lua writes it, load_dump() of csrc/binding/sandbox.c reads it.
describe("compiled Lua", function()
  it("is refused at every place that loads source code", function()
    local found = 0
    for _, line in ipairs(lines_of "grep -rnE '\\<(load|loadfile|loadstring|dofile)\\(' lua/lucena --include=*.lua") do
      local code = line:match "^[^:]+:%d+:(.*)$":gsub("%-%-.*", ""):gsub("%f[%w][%w_]+[.:]load%(", "")
      local call = code:match "%f[%w](load%w*%(.*)$" or code:match "%f[%w](dofile%(.*)$"
      if call and not code:find "function [%w_.:]*load" and not code:find "local function load" then
        found = found + 1
        assert.is_truthy(call:find('"t"', 1, true) or line:find("^lua/lucena/notation/closure%.lua:"), line)
      end
    end
    assert.is_true(found >= 5, found .. " found")
    local in_c = "grep -rnE 'luaL_(loadbuffer|loadfile|loadstring|dofile|dostring)|lua_load\\(' csrc"
    for _, line in ipairs(lines_of(in_c)) do
      local is_text = line:find('luaL_loadbufferx(', 1, true) and line:find('"t")', 1, true)
      assert.is_truthy(is_text or line:find("^csrc/binding/sandbox%.c:.*, \"=dialect\", \"b\"%)"), line)
    end
  end)

  it("is not accepted as a script by any command", function()
    local folder <close> = new_folder()
    local code = folder:write("code.lua", string.dump(function() return function() return true end end))
    local games = folder:write("a.pgn", "1. e4 *\n")
    for _, words in ipairs {
      { "run", code }, { code }, { "filter", code, games }, { "split", "--into", folder:path "out", "-s", code, games },
      { "dedup", "--keep", code, games }, { "convert", "-t", "csv", "-s", code, games }, { "report", code, games },
      { "filter", "--dialect", code, "-c", "-t", "White~a", games }, { "dialect", "show", code },
    } do
      local r = run(words)
      assert.is_true(r.code == 2 or r.code == 1, table.concat(words, " ") .. ": " .. r.code)
      assert.equal("", r.out)
      assert.is_truthy(r.err:find("binary chunk", 1, true) or r.err:find("compiled Lua is not read", 1, true), r.err)
    end
  end)
end)

describe("an endless device", function()
  it("is not accepted as a script", function()
    local r = run { "filter", "-s", "/dev/zero", "spec/data/pgn/none.pgn" }
    assert.same({ 3, "lucena: /dev/zero: cannot read: it is larger than 64 MiB\n" }, { r.code, r.err })
    local said = shell("head -c 70000000 /dev/zero | lucena run - 2>&1; echo $?")
    assert.equal("lucena: standard input: cannot read: it is larger than 64 MiB\n3\n", said)
  end)
end)

-- Escape sequences, C1 control characters as UTF-8 and as bytes, bidirectional controls, line and paragraph separators,
-- BEL, NUL.
local EVIL = "\27[2J\u{9B}31m\x9b1m\u{202E}\u{2066}\u{2028}\u{2029}\7\8\127\0\r"

local function check_visible(text, words)
  for _, bad in ipairs {
    "\27", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\7", "\8", "\127", "\0", "\r",
  } do
    assert.is_nil(text:find(bad, 1, true), ("%s: %q in %q"):format(table.concat(words, " "), bad, text:sub(1, 300)))
  end
  assert.is_nil(text:gsub("[\xC2-\xF4][\x80-\xBF]+", ""):find "[\x80-\x9F]", table.concat(words, " "))
end

describe("control characters", function()
  it("are escaped in the output of all commands, from tags, moves, comments and file names", function()
    local folder <close> = new_folder()
    local bad = EVIL:gsub("\r", "")
    local games = folder:write("a\27[2J\u{202E}.pgn",
      ('[White "%s"]\n[%s "x"]\n[Result "%s"]\n[FEN "%s"]\n\n1. %s'
      .. ' e4 %s {%s} Nf9%s $999999 (%s *\n\n[Event "%s\n\n1. e4 Ke3%s *\n'):format(bad, bad, bad, bad, bad, bad, bad,
      bad, bad, bad, bad))
    local epd = folder:write("b.epd", ("%s\n4k3/8/8/8/8/8/8/R3K3 w Q - bm %s; id \"%s\"; %s 1;\n"):format(bad, bad, bad,
      bad))
    local script = folder:write("raise.lua", ("error(%q, 0)"):format(EVIL))
    local safe = bad:gsub("%z", "")
    for _, words in ipairs {
      { "check", games }, { "check", "--style", games }, { "check", "--format", "tsv", games },
      { "check", "--format", "json", games }, { "filter", "-c", "--check", "-t", "White", games },
      { "convert", "-t", "uci", games }, { "tag", "--plycount", games }, { "report", "summary", games },
      { "merge", "--tree", games }, { "sort", "--by", safe, games }, { "epd", "check", epd }, { "epd", "stats", epd },
      { "fen", safe }, { "explain", safe }, { "perft", safe }, { "perft", "1", safe }, { "dialect", "show", safe },
      { "board", safe }, { "run", script }, { "filter", script, games }, { "check", safe }, { safe }, { "help", safe },
      { "filter", "-e", safe, games }, { "filter", "--" .. safe }, { "report", safe, games }, { "book", "show", safe },
      { "book", safe }, { "translate", "--to", safe, games }, { "convert", "-t", safe, games }, { "-e", "e4 " .. safe },
    } do
      local r = run(words)
      check_visible(r.err, words)
      if words[1] == "check" and words[2] ~= "--format" then check_visible(r.out, words) end
    end
  end)

  it("in a file name do not start a second line in a message", function()
    local folder <close> = new_folder()
    local odd = "/no\nlucena: all went well"
    local name = folder.root .. odd
    for _, words in ipairs {
      { "check", name }, { "merge", "-o", name .. "/x", SAMPLE }, { "run", name .. ".lua" }, { "epd", "check", name },
      { "filter", "-s", name .. ".lua", SAMPLE }, { "book", "show", name }, { "dialect", "test", name .. ".lua" },
      { "epd", "test", "--engine", name, "spec/data/epd/suite.epd" },
      { "split", "--every", "9", "--into", SAMPLE .. odd, SAMPLE },
      { "sort", name }, { "convert", "-f", "json", name },
    } do
      local r = run(words)
      assert.is_truthy(r.err:find("no\\x0[Aa]lucena: a"), table.concat(words, " ") .. ": " .. r.err)
      assert.is_nil(("\n" .. r.err):find("\nlucena: all went well", 1, true), table.concat(words, " "))
    end
  end)

  it("are escaped in messages of the library that quote them", function()
    local p, path = chess.position(), "no/" .. EVIL:gsub("%z", "") .. "/x"
    for _, result in ipairs {
      table.pack(p:parse(EVIL)), table.pack(chess.position(EVIL)), table.pack(chess.dialect(EVIL)),
      table.pack(chess.epd(EVIL)), table.pack(p:play("e4 " .. EVIL)), table.pack(chess.open(path)),
      table.pack(chess.open_epd(path)), table.pack(chess.writer(path)), table.pack(chess.book(path)),
      table.pack(chess.dialect(path)), table.pack(chess.engine(path)), table.pack(chess.tablebase(path)),
    } do
      assert.is_nil(result[1])
      check_visible(result[2], { "library" })
    end
    local game = chess.game(("[White \"x\"]\n\n1. e4 Nf9%s *"):format(EVIL:gsub("[\r%z]", "")))
    for _, record in ipairs(game and game.diagnostics or {}) do
      check_visible(record.text or record.message, { record.code })
    end
  end)
end)

describe("an engine", function()
  it("gets one line per command, for any text in a name or an option", function()
    local folder <close> = new_folder()
    local fake = require "spec.support.fake_engine"
    local log = folder:path "log"
    local engine = assert(chess.engine(fake(([[
      local log = io.open(%q, "w")
      log:setvbuf "no"
      function on.position(line) log:write(line, "\n") end
      function on.setoption(line) log:write(line, "\n") end
    ]]):format(log))))
    for _, value in ipairs { "x\nquit", "x\rquit", "x\0quit", "\27[2J" } do
      local done, result, message = pcall(function() return engine:set("Book", value) end)
      assert.is_true(not done or result == nil or result == false, tostring(result))
      assert.is_string(done and message or result)
    end
    engine:quit()
    assert.is_nil((folder:read "log" or ""):find("quit", 1, true))
  end)
end)

describe("a tag of blanks or dots", function()
  it("does not make commands slow", function()
    -- If a pattern searches for the end of the text from each blank, the time is quadratic: more than ten seconds.
    -- Linear time is half a second.
    local folder <close> = new_folder()
    for _, run_of in ipairs { (" "):rep(60000), (". "):rep(30000) } do
      local value = "x" .. run_of .. "x"
      local games = folder:write("long.pgn", ([==[
[Event "%s"]
[Site "%s"]
[Date "%s"]
[White "%s"]

1. e4 *
]==]):format(value, value, value, value))
      for _, command in ipairs { "split --force --by White --into " .. folder:path "out", "filter --list",
        "report table --rows White", "report sheet" } do
        assert.equal("0\n", shell(("ulimit -t 4; lucena %s -q %s >/dev/null 2>&1; echo $?"):format(command, games)),
          command)
      end
    end
  end)
end)
