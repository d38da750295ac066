-- lucena dialects: the printed table.

local run = require "spec.support.run"

local function lines(...)
  local r = run { "dialects", ... }
  assert.equal(0, r.code)
  assert.equal("", r.err)
  local list = {}
  for line in r.out:gmatch("([^\n]*)\n") do
    list[#list + 1] = line
  end
  return list, r.out
end

describe("lucena dialects", function()
  it("lists styles and alphabets, each with moves", function()
    local list, text = lines()
    assert.is_true(#list >= 26 + 64 + 3)
    assert.is_truthy(text:find("^Styles\n  braille"))
    assert.is_truthy(text:find("\n\nAlphabets %(K Q R B N P%)\n  english "))
    assert.is_truthy(text:find("\n  fide +FIDE Laws of 2023 +Nf3  Nxe4  0%-0  a8Q%+  exd6 e%.p%.\n"))
    assert.is_truthy(text:find("\n  french +R D T F C P +Cf3  Cxe4  O%-O  a8=D%+  exd6\n"))
    assert.is_nil(text:find("\27"))
  end)

  it("marks dialects without a source", function()
    local _, text = lines()
    assert.is_truthy(text:find("\n  armenian +%? Ա"))
    assert.is_truthy(text:find("\n  uedemann +%? "))
    assert.is_nil(text:find("\n  german +%?"))
  end)

  it("lists one kind, or the dialects whose row contains a word", function()
    local _, styles = lines("--styles")
    assert.is_nil(styles:find("Alphabets"))
    local _, alphabets = lines("--alphabets")
    assert.is_nil(alphabets:find("Styles"))
    assert.equal("Alphabets (K Q R B N P)\n  spanish   R D T A C P  Cf3  Cxe4  O-O  a8=D+  exd6\n",
      select(2, lines("Spanish")))
    assert.equal(3, #lines("--styles", "telegraph"))
  end)

  it("accepts names of combinations that it does not list", function()
    assert.equal("fide:french  FIDE Laws of 2023  Cf3  Cxe4  0-0  a8D+  exd6 e.p.\n", select(2, lines("fide:french")))
    assert.is_truthy(select(2, lines("deutsch")):find("^german "))
  end)

  it("reports that no dialect has the word", function()
    assert.same({ code = 1, out = "", err = "lucena: no dialect has 'frnch' in its name; did you mean 'french'?\n" },
      run { "dialects", "frnch" })
    assert.equal(1, run({ "dialects", "/etc/passwd" }).code)
    assert.equal(2, run({ "dialects", "--styles", "--alphabets" }).code)
  end)

  it("fits a terminal, with colors unless NO_COLOR is set", function()
    local script = require("spec.support.need").terminal()
    local function on_terminal(environment)
      local lua = os.getenv("LUCENA_LUA") or "lua5.4"
      -- The sanitizer library is loaded only into the interpreter, because script(1) itself has memory leaks.
      local command = "%s env TERM=xterm COLUMNS=60 LD_PRELOAD= '%s' -qec "
        .. "\"LD_PRELOAD='$LD_PRELOAD' '%s' scripts/lucena dialects --styles\" /dev/null"
      local pipe = assert(io.popen(command:format(environment, script, lua), "r"))
      local text = pipe:read("a"):gsub("\r", "")
      pipe:close()
      return text
    end
    local plain = on_terminal "NO_COLOR=1"
    assert.is_nil(plain:find("\27"))
    assert.is_truthy(plain:find("…"))
    for line in plain:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) < 60, line)
    end
    assert.is_truthy(on_terminal("env -u NO_COLOR"):find("\27[1mStyles\27[0m\n", 1, true))
  end)
end)
