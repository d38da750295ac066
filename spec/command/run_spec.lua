local run = require "spec.support.run"

local folder

local function script(name, text)
  local path = folder .. "/" .. name
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
  return path
end

describe("lucena run", function()
  setup(function()
    local pipe = assert(io.popen("mktemp -d", "r"))
    folder = pipe:read("l")
    pipe:close()
  end)

  teardown(function()
    os.execute("rm -r '" .. folder .. "'")
  end)

  it("passes arguments to a script, including options", function()
    local path = script("args.lua", "print(arg[0], #arg, arg[1], arg[2], ...)")
    assert.same({ code = 0, out = path .. "\t2\t-h\tb c\t-h\tb c\n", err = "" }, run { "run", path, "-h", "b c" })
  end)

  it("allows the script to require lucena", function()
    local path = script("fen.lua", "print(require('lucena').position():play('e4').turn)")
    assert.equal("black\n", run { "run", path }.out)
  end)

  it("reads a script from standard input", function()
    assert.same({ code = 0, out = "1\t2\n", err = "" }, run { "run", "-", "2", stdin = "print(1, ...)" })
  end)

  it("exits with the status of os.exit, after printing all output", function()
    local path = script("exit.lua", "io.write('a', 1, '\\n') print(nil, true) os.exit(7)")
    assert.same({ code = 7, out = "a1\nnil\ttrue\n", err = "" }, run { "run", path })
  end)

  it("prints an error with its place and the callers", function()
    local path = script("error.lua", "local function f(x) return x.y.z end\nprint('so far')\nprint(f({}))\n")
    assert.same({ code = 2, out = "so far\n", err = ([[
lucena: %s:1: attempt to index a nil value (field 'y')
called from:
  %s:1: in upvalue 'f'
  %s:3: in main chunk
]]):gsub("%%s", path):gsub("upvalue", "local") }, run { "run", path })
  end)

  it("prints an error of the main chunk in one line", function()
    local path = script("error1.lua", "local x = nil\nx.y = 1\n")
    assert.same({ code = 2, out = "", err = ("lucena: %s:2: attempt to index a nil value (local 'x')\n"):format(path) },
      run { "run", path })
  end)

  it("prints only the message of error() and assert()", function()
    assert.same({ code = 2, out = "", err = "lucena: stdin:1: stop\n" }, run { "run", "-", stdin = "error('stop')" })
    assert.same({ code = 2, out = "", err = "lucena: stdin:1: no\n" }, run { "run", "-", stdin = "assert(nil, 'no')" })
  end)

  it("prints errors that are not strings", function()
    assert.is_truthy(run { "run", "-", stdin = "error({})" }.err:find("^lucena: the error is a table\n"))
    assert.is_truthy(run { "run", "-", stdin = "error(setmetatable({}, {__tostring = function() return 'mine' end}))" }
      .err:find("^lucena: mine\n"))
  end)

  it("refuses a script with a syntax error, bytecode, and a missing one", function()
    local path = script("syntax.lua", "x = = 1")
    assert.same({ code = 2, out = "", err = ("lucena: %s:1: unexpected symbol near '='\n"):format(path) },
      run { "run", path })
    local bytecode = run { "run", script("code.lua", string.dump(function() end)) }
    assert.equal(2, bytecode.code)
    assert.is_truthy(bytecode.err:find("attempt to load a binary chunk", 1, true))
    assert.same({ code = 3, out = "", err = "lucena: no/such.lua: cannot open: No such file or directory\n" },
      run { "run", "no/such.lua" })
    assert.equal(3, run { "run", "spec" }.code)
    assert.equal(2, run { "run" }.code)
  end)

  describe("lucena run, if the output cannot be written,", function()
    local shell = require("spec.support.shell")

    it("exits with status 3, whichever function writes", function()
      for name, text in pairs {
        print = "for i = 1, 1e5 do print(i) end", write = "io.write('x')", exit = "print(1) os.exit(0)",
      } do
        local path = script(name .. ".lua", text)
        assert.equal("lucena: cannot write standard output: No space left on device\n3\n",
          shell("lucena run " .. path .. " 2>&1 >/dev/full; echo $?"), name)
      end
    end)

    it("ends silently at a closed pipe", function()
      local path = script("much.lua", "for i = 1, 1e5 do print(i) end")
      assert.equal("1\n141\n", shell("lucena run " .. path .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
      -- The same test if the parent process ignores SIGPIPE.
      assert.equal("1\n141\n",
        shell("trap \"\" PIPE; lucena run " .. path .. " 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"))
    end)
  end)
end)
