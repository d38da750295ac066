-- `make npm` packs the command and five functions for node. The packed file is installed in an empty folder, and the
-- examples of its README run there.

local build = require "spec.support.wasm"
local folder = require "spec.support.folder"
local page = require "spec.support.page"
local file = require "spec.support.file"
local run = require "spec.support.run"

local CLEAN = "env -u LD_PRELOAD -u MAKEFLAGS -u CFLAGS -u LUCENA_BUILD -u LUCENA_CPU "

describe("the package for node", function()
  local place

  -- Build and install the package once. Skips the test without emscripten, node or npm.
  local function installed()
    build "npm"
    if not place then
      place = folder()
      local line = CLEAN .. "sh -c 'packed=$(ls $PWD/build/npm/*.tgz) && cd \"%s\" && "
        .. "npm install --silent --offline --no-audit --no-fund \"$packed\"' >/dev/null 2>&1"
      assert(os.execute(line:format(place.root)), "npm install fails")
    end
    return place
  end

  teardown(function()
    local _ <close> = place
  end)

  -- Run a command in the folder, and return its status and output, standard error included.
  local function sh(command)
    local at = installed()
    at:write("command", command)
    local _, _, code = os.execute((CLEAN .. "sh -c 'cd \"%s\" && sh ./command >out 2>&1'"):format(at.root))
    return code, at:read "out"
  end

  local LUCENA = "node node_modules/lucena/bin/lucena.js "

  it("runs the functions of its README", function()
    local at = installed()
    local code = file.read(at:path "node_modules/lucena/README.md"):match("```js\n(.-)```")
    at:write("example.js", code)
    local expected = {}
    for comment in code:gmatch("console%.log%b(); // ([^\n]*)") do
      expected[#expected + 1] = comment .. "\n"
    end
    assert.equal(5, #expected)
    local status, out = sh "node example.js"
    assert.equal(table.concat(expected), out)
    assert.equal(0, status)
  end)

  it("runs the commands of its README", function()
    local at = installed()
    local text = file.read(at:path "node_modules/lucena/README.md"):match("```sh\n(.-)```")
    local status, out = sh("set -e\n" .. text:gsub("npx lucena", LUCENA))
    assert.equal(0, status)
    assert.truthy(out:find("1. e4 e5 2. Cf3 Cc6 *\n", 1, true), out)
    assert.equal("1", out:match("(%d+)\n$"))
  end)

  -- The README of the whole.
  page.runs("README.md", { installed = function()
    local at = installed()
    return at.root, ("env -u LD_PRELOAD node '%s/node_modules/lucena/bin/lucena.js'"):format(at.root)
  end })

  for _, words in ipairs {
    { "check", "--summary", "sample.pgn" },
    { "filter", "-q", "-e", "checkmate", "sample.pgn" },
    { "report", "openings", "-t", "csv", "sample.pgn" },
    { "convert", "-t", "jsonl", "sample.pgn" },
    { "filter", "-q", "--count", "-e", "nonsense{", "sample.pgn" },
    { "check", "missing.pgn" },
    { "no-such-command" },
  } do
    it("does as the command of this tree: " .. table.concat(words, " "), function()
      local at = installed()
      at:write("sample.pgn", file.read "spec/data/sample/sample.pgn")
      local native = run { cwd = at.root, table.unpack(words) }
      local status, out = sh(LUCENA .. "'" .. table.concat(words, "' '") .. "' 2>err")
      assert.equal(native.out, out)
      assert.equal(native.err, at:read "err")
      assert.equal(native.code, status)
    end)
  end

  it("reads standard input and writes files whole", function()
    local at = installed()
    local status = sh("printf '1. e4 *\\n' | " .. LUCENA .. "filter -q -e 'plies{min = 1}' -o kept.pgn -")
    assert.equal(0, status)
    assert.equal("1. e4 *\n", at:read "kept.pgn")
  end)

  it("reads compressed files", function()
    local _, out = sh("printf '1. e4 *\\n' | gzip >g.pgn.gz; " .. LUCENA
      .. "filter -q --count -e 'plies{min = 1}' g.pgn.gz")
    assert.equal("1\n", out)
  end)

  it("copies bytes that are not UTF-8 to pipes and files", function()
    local at = installed()
    at:write("latin.pgn", '[White "M\xFCller"]\n\n1. e4 *\n')
    sh(LUCENA .. "filter -q -e 'plies{min = 1}' latin.pgn >kept; " .. LUCENA
      .. "filter -q -e 'plies{min = 1}' - <latin.pgn | cat >piped")
    assert.equal(at:read "latin.pgn", at:read "kept")
    assert.equal(at:read "latin.pgn", at:read "piped")
  end)

  it("reads pipes that have a name", function()
    local _, out = sh("mkfifo named.pgn; printf '1. e4 *\n' >named.pgn & " .. LUCENA
      .. "filter -q --count -e 'plies{min = 1}' named.pgn; printf '1. d4 *\n' | " .. LUCENA
      .. "filter -q -e 'plies{min = 1}' /dev/stdin")
    assert.equal("1\n1. d4 *\n", out)
  end)

  it("makes names of temporary files and measures processor time", function()
    local at = installed()
    at:write("system.lua", [[
      local names = {}
      for i = 1, 500 do names[i] = os.tmpname() end
      for _, name in ipairs(names) do os.remove(name) end
      local before = os.clock()
      os.execute "sleep 1"
      print(#names, os.clock() - before < 0.5)
    ]])
    local _, out = sh(LUCENA .. "run system.lua")
    assert.equal("500\ttrue\n", out)
  end)

  it("accepts paths of Windows there", function()
    local at = installed()
    at:write("win.js", [[
      Object.defineProperty(process, "platform", { value: "win32" });
      require("fs").mkdirSync("C:/games", { recursive: true });
      require("fs").writeFileSync("C:/games/a.pgn", "1. e4 *\n");
      process.argv = ["node", "lucena", "filter", "-q", "-e", "plies{min = 1}", "-o", "C:\\games\\b.pgn",
        "C:\\games\\a.pgn"];
      require("lucena/bin/lucena.js");
    ]])
    local status, out = sh "node win.js; cat C:/games/b.pgn"
    assert.equal("1. e4 *\n", out)
    assert.equal(0, status)
  end)

  it("rejects bad arguments with a code or a type error", function()
    local at = installed()
    at:write("bad.js", [[
      const { filter, parse, translate } = require("lucena");
      (async () => {
        for (const f of [() => filter("1. e4 *", "plies{"), () => translate("e4", { to: "klingon" }), () => parse(3)]) {
          try { await f(); console.log("no error"); } catch (e) { console.log(e.name, e.code || ""); }
        }
        console.log((await parse("1. e4 Ke5 *")).problems[0].code);
      })();
    ]])
    local _, out = sh "node bad.js"
    assert.equal("LucenaError bad_query\nLucenaError bad_dialect\nTypeError \nillegal_move\n", out)
  end)
end)
