-- `make static` builds one file that needs no other. Each test runs it in a folder that has nothing else but the sample
-- database, as the root folder, and compares it with the command of this source tree, or with the README.

local folder = require "spec.support.folder"
local need = require "spec.support.need"
local page = require "spec.support.page"
local run = require "spec.support.run"
local traps = require "spec.support.traps"

local TREE = require("lfs").currentdir()

-- The usual build, also when the specs run with another one: a sanitizer cannot be linked statically.
local MAKE = "env -u LD_PRELOAD -u MAKEFLAGS -u CFLAGS -u LUCENA_BUILD make -s static BUILD=build"

-- Return the command that makes a folder the root folder, with or without the rights of root.
local function way_in()
  for _, way in ipairs { "chroot", "unshare --user --map-root-user chroot" } do
    if os.execute("LD_PRELOAD= " .. way .. " / true 2>/dev/null") then
      return way
    end
  end
  need.program "chroot that may be used"
end

-- Return a folder with the program and the sample database. The examples of the README have a command `lucena` there.
local function new_root()
  local root = folder()
  assert(root:run(("LD_PRELOAD= cp '%s/build/static/lucena' program"):format(TREE)))
  assert(root:run(("LD_PRELOAD= cp '%s/spec/data/sample/sample.pgn' ."):format(TREE)))
  return root
end

describe("the program of one file", function()
  local root, way

  setup(function()
    assert(os.execute(MAKE .. " >/dev/null 2>&1"), "make static fails")
    root = new_root()
  end)

  teardown(function()
    local _ <close> = root
  end)

  local function lucena(request)
    way = way or way_in()
    local at, words = request.root or root, {}
    for i, word in ipairs(request) do
      words[i] = "'" .. word:gsub("'", "'\\''") .. "'"
    end
    at:write("input", request.stdin or "")
    local line = "env -u LD_PRELOAD %s '%s' /program %s <'%s' >'%s' 2>'%s'"
    local _, _, code = os.execute(line:format(way, at.root, table.concat(words, " "), at:path "input",
      at:path "out", at:path "err"))
    return { out = at:read "out", err = at:read "err", code = code }
  end

  for _, request in ipairs {
    { "--version" },
    { "help", "--all" },
    { "filter", "--help" },
    { "-e", "return e4 e5, #chess.reports(), #chess.dialects(), chess.has 'json'" },
    { stdin = "e4 e5 Nf3\n:help chess.merge\nshow e5\n1. e4 *\nreports\n" },
    { "filter", "-e", "checkmate & plies{max = 60}", "sample.pgn" },
    { "filter", "--jobs", "2", "-e", "checkmate", "sample.pgn" },
    { "filter", "--list-filters" },
    { "check", "--style", "sample.pgn" },
    { "convert", "-t", "json", "sample.pgn" },
    { "report", "summary", "sample.pgn" },
    { "report", "sheet", "--format", "html", "--limit", "2", "sample.pgn" },
    { "explore", "sample.pgn", "e4 c5" },
    { "translate", "--from", "french", stdin = "1. e4 e5 2. Cf3 Cc6 3. Fb5\n" },
    { "check", "nowhere.pgn", },
  } do
    local name = table.concat(request, " ")
    it("does the same as the command of the source tree: " .. (name == "" and "the prompt" or name), function()
      local result = lucena(request)
      request.cwd = "spec/data/sample"
      assert.same(run(request), result)
    end)
  end

  page.runs("README.md", { installed = function()
    way = way or way_in()
    return root.root, ("env -u LD_PRELOAD %s '%s' /program"):format(way, root.root)
  end })

  it("writes files", function()
    assert.equal(0, lucena({ "filter", "-e", "checkmate", "-o", "mates.pgn", "sample.pgn" }).code)
    assert.equal(run({ "filter", "-e", "checkmate", "spec/data/sample/sample.pgn" }).out, root:read "mates.pgn")
  end)

  it("runs no module of the current folder", function()
    local place <close> = new_root()
    traps.set(place.root, { "lucena/command/chek", "lucena/extension/nosuch" }, "")
    assert.equal(2, lucena({ "chek", "sample.pgn", root = place }).code)
    assert.equal(2, lucena({ "filter", "-e", "nosuch", "sample.pgn", root = place }).code)
    assert.equal(0, lucena({ "filter", "--jobs", "2", "-e", "checkmate", "sample.pgn", root = place }).code)
    assert.equal("", traps.sprung(place.root))
  end)

  it("says which other program is missing", function()
    local result = lucena { "annotate", "--engine", "stockfish", "sample.pgn" }
    assert.equal("lucena: stockfish: cannot be started: No such file or directory\n", result.err)
    assert.equal(3, result.code)
  end)
end)
