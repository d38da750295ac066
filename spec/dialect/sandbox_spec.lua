-- A user's dialect file runs in a sandbox. Whatever the file does, it ends soon, with a clear message of one text line.

local core = require "lucena.core"

local SECONDS = 2 -- processor time that a file may take, also under a sanitizer

local function run(text)
  local start = os.clock()
  local data, err, code = core.sandbox(text, "mine.lua")
  assert.is_true(os.clock() - start < SECONDS, "it took too long")
  if not data then
    assert.equal("bad_dialect", code)
    assert.is_nil(err:find("\n"))
  end
  return data, err
end

local function refused(text)
  return select(2, run(text))
end

describe("the sandbox", function()
  it("copies tables, text, numbers and booleans", function()
    local text = [[
      local files = {}
      for i, name in ipairs {"A", "B"} do files[i] = name:lower() end
      return {title = "x" .. #files, deep = {files = files, on = true, off = false}, n = 1.5, i = 7, [3] = "three"}]]
    local deep = { files = { "a", "b" }, on = true, off = false }
    assert.same({ title = "x2", deep = deep, n = 1.5, i = 7, [3] = "three" }, run(text))
  end)

  it("copies a table in two places twice", function()
    local data = run "local t = {1} return {a = t, b = t}"
    assert.same({ a = { 1 }, b = { 1 } }, data)
    assert.are_not.equal(data.a, data.b)
  end)

  it("stops the creation of a text of a gigabyte", function()
    assert.equal("mine.lua:3: this takes more than 16 MiB of memory", refused '\n\nreturn {("x"):rep(1e9)}')
  end)

  it("stops an endless loop", function()
    assert.equal("mine.lua:3: this takes more than 10 million instructions", refused "\n\nwhile true do end")
  end)

  it("has no pattern functions, which could run very long", function()
    assert.equal("mine.lua:3: attempt to call a nil value (method 'find')",
      refused '\n\nreturn {("a"):rep(30):find(("a?"):rep(30) .. ("a"):rep(30))}')
  end)

  it("stops deep recursion", function()
    assert.equal("mine.lua:3: this takes more than 16 MiB of memory",
      refused "\n\nlocal function f(n) return 1 + f(n + 1) end f(1)")
  end)

  it("stops huge tables", function()
    assert.equal("mine.lua:3: this takes more than 16 MiB of memory",
      refused "\n\nlocal t = {} for i = 1, 1e9 do t[i] = i end")
    assert.equal("mine.lua: [10000]: more than 10000 values",
      refused "local t = {} for i = 1, 20000 do t[i] = i end return t")
  end)

  it("stops slow functions that need few instructions", function()
    for _, body in ipairs {
      'local s = ("x"):rep(4e6) for i = 1, 1e9 do local t = s .. i end',
      'local s, t = ("x"):rep(4e6), ("x"):rep(4e6) for i = 1, 1e9 do local b = s < t end',
    } do
      assert.equal("mine.lua:2: this takes more than a second", refused("\n" .. body))
    end
  end)

  it("has string.rep for text, but with a limit", function()
    assert.same({ "", "", "ab", "a-a", "--", "" }, run [[
      local s = "" return { s:rep(3e9), s:rep(3), ("ab"):rep(1), ("a"):rep(2, "-"), s:rep(3, "-"),
        ("a"):rep(-1) }]])
    assert.equal("mine.lua:1: the text is too large", refused 'return {("ab"):rep(math.tointeger(2^62), "-")}')
    assert.equal("mine.lua:1: this takes more than 16 MiB of memory", refused 'return {(""):rep(1e9, "-")}')
  end)

  it("refuses compiled Lua", function()
    assert.equal("mine.lua:1: compiled Lua is not read", refused(string.dump(function() return {} end)))
  end)

  it("refuses functions and cycles", function()
    assert.equal("mine.lua: a.b[2]: a function is no data; tables, texts, numbers and booleans are",
      refused "return {a = {b = {1, tostring}}}")
    assert.equal("mine.lua: a?b: a function is no data; tables, texts, numbers and booleans are",
      refused 'return {["a\\nb"] = tostring}')
    assert.equal("mine.lua: x.y: the table holds itself", refused "local t = {} t.x = {y = t} return t")
    assert.equal("mine.lua: x.x.x.x.x.x.x.x: tables are nested more than 8 deep",
      refused "local t = {} local u = t for _ = 1, 9 do u.x = {} u = u.x end return t")
    assert.equal("mine.lua: a: the text is longer than 4096 bytes", refused 'return {a = ("x"):rep(5000)}')
    assert.equal("mine.lua: a key is neither text nor an integer", refused "return {[1.5] = 1}")
  end)

  it("has no access to the outside, and cannot catch its errors", function()
    for name in ("io os debug load loadstring loadfile dofile require package coroutine pcall xpcall setmetatable "
      .. "getmetatable rawset rawget collectgarbage print"):gmatch("%S+") do
      assert.same({ name = "nil" }, run(("return {name = type(%s)}"):format(name)), name)
    end
    for name in ("gsub gmatch match find dump pack unpack"):gmatch("%S+") do
      assert.same({ name = "nil" }, run(("return {name = type(string.%s)}"):format(name)), name)
    end
    assert.equal("mine.lua:1: attempt to call a nil value (global 'setmetatable')",
      refused "return setmetatable({}, {})")
  end)

  it("reports the line of an error, in one line", function()
    assert.equal("mine.lua:2: unexpected symbol near '='", refused "return {\n =}")
    assert.equal("mine.lua:2: two lines", refused '\nerror("two\\nlines")')
    assert.equal("mine.lua:1: the error is a table", refused "error({})")
    assert.equal("mine.lua: C stack overflow", refused("return " .. ("{"):rep(300)))
  end)

  it("must return one table", function()
    assert.equal("mine.lua: the file returns nothing, it must return a table", refused "")
    assert.equal("mine.lua: the file returns number, it must return a table", refused "return 1")
  end)

  it("does not change the program's state, and frees its memory", function()
    run 'string.rep = nil _G.x = 1 ("").lower = nil return {}'
    assert.equal("xx", ("x"):rep(2))
    assert.is_nil(rawget(_G, "x"))
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, 50 do
      run "return {}"
      refused "local t = {} for i = 1, 1e5 do t[i] = i end return t"
    end
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 64)
  end)

  it("checks its arguments", function()
    assert.error_matches(function() core.sandbox(1, "x") end, "bad argument #1 to 'sandbox'")
    assert.error_matches(function() core.sandbox("", {}) end, "bad argument #2 to 'sandbox'")
  end)
end)
