-- The user's dialect files, which are found by name: their folders, `lucena dialect new`, `lucena dialects`,
-- --dialect-path.

local new_folder = require "spec.support.folder"
local read_file = require("spec.support.file").read
local run = require "spec.support.run"

-- A folder with dialect files, for $XDG_DATA_HOME.
local function home(files)
  local folder = new_folder()
  local env = { XDG_DATA_HOME = folder.root }
  assert(os.execute(("mkdir -p '%s/lucena/dialects'"):format(folder.root)))
  for name, text in pairs(files) do
    folder:write("lucena/dialects/" .. name, text)
  end
  return folder, env
end

describe("a dialect file in the user's folder", function()
  it("is found by its name", function()
    local folder <close>, env = home { ["club.lua"] = 'return {pieces = {N = "X"}}' }
    local r = run { "translate", "-q", "--from", "pgn", "--to", "club", stdin = "1. Nf3 *\n", env = env }
    assert.same({ 0, "1. Xf3 *\n" }, { r.code, r.out })
    assert.is_truthy(run({ "dialects", "club", env = env }).out:find("^Your own\n  club   club  Xf3  Xxe4"))
    assert.equal(0, run({ "dialect", "test", "club", "--positions", "20", env = env }).code)
    assert.equal(2, run({ "dialect", "test", "club", "--positions", "20" }).code)
    assert.is_truthy(folder.root)
  end)

  it("does not replace a built-in dialect, and can be used by its path", function()
    local folder <close>, env = home { ["basque.lua"] = 'return {extend = "french"}' }
    local path = folder.root .. "/lucena/dialects/basque.lua"
    local function knight(name)
      return run({ "translate", "-q", "--from", "pgn", "--to", name, stdin = "1. Nf3 *\n", env = env }).out
    end
    assert.same({ "1. Zf3 *\n", "1. Cf3 *\n" }, { knight "basque", knight(path) })
    assert.is_truthy(run({ "dialects", "basque", env = env }).out:find(path, 1, true))
  end)

  it("is listed with its error message", function()
    local folder <close>, env = home { ["slip.lua"] = "return {promoton = 1}" }
    assert.is_truthy(run({ "dialects", "slip", env = env }).out:find("slip.lua: unknown field 'promoton'", 1, true))
    assert.is_truthy(folder.root)
  end)
end)

describe("--dialect-path", function()
  it("adds a folder that is searched before the user's folder", function()
    local folder <close>, env = home { ["club.lua"] = 'return {pieces = {N = "X"}}' }
    local other <close> = new_folder()
    other:write("club.lua", 'return {pieces = {N = "Y"}}')
    for _, words in ipairs { { "--dialect-path", other.root }, { "--dialect-path=" .. other.root } } do
      local r = run { "translate", "-q", "--from", "pgn", "--to", "club", words[1], words[2], stdin = "1. Nf3 *\n",
        env = env }
      assert.same({ 0, "1. Yf3 *\n" }, { r.code, r.out })
    end
    assert.is_truthy(run({ "dialects", "--dialect-path" }).err:find("a folder is expected", 1, true))
    assert.is_truthy(folder.root)
  end)
end)

describe("lucena dialect new", function()
  it("writes a file that changes nothing until its comments are removed", function()
    local folder <close>, env = home {}
    local r = run { "dialect", "new", "club", "--from", "french", env = env }
    local path = folder.root .. "/lucena/dialects/club.lua"
    assert.same({ 0, path .. "\n", "" }, { r.code, r.out, r.err })
    local text = read_file(path)
    local pieces = '  extend = "french",\n  -- pieces = { K = "R", Q = "D", R = "T", B = "F", N = "C" },'
    assert.is_truthy(text:find(pieces, 1, true))
    assert.is_truthy(run({ "dialects", "club", env = env }).out:find("Cf3  Cxe4  O-O  a8=D+", 1, true))
    folder:write("lucena/dialects/club.lua", (text:gsub("\n  %-%- ", "\n  "):gsub('N = "C"', 'N = "X"')))
    assert.is_truthy(run({ "dialects", "club", env = env }).out:find("Xf3  Xxe4  O-O  a8=D+", 1, true))
    local again = run { "dialect", "new", "club", env = env }
    assert.same({ 2, "lucena: " .. path .. " exists already\n" }, { again.code, again.err })
  end)

  it("rejects names of built-in dialects and invalid names", function()
    local folder <close>, env = home {}
    local r = run { "dialect", "new", "basque", env = env }
    assert.same({ 2, "lucena: 'basque' is the name of a built-in dialect; choose another name\n" },
      { r.code, r.err })
    assert.equal(2, run({ "dialect", "new", "../x", env = env }).code)
    assert.is_truthy(folder.root)
  end)
end)
