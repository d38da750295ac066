-- Follows the section "A test of positions in C" of docs/dev/adding.md in a copy of the tree: its changes are applied,
-- the copy is built, and the commands must print the output that the page shows. This is not done under a sanitizer,
-- because the build would take minutes.

local new_folder = require "spec.support.folder"
local page = require "spec.support.page"
local read = require("spec.support.file").read

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
-- The maximum number of files that a new test of positions may change, not counting its documentation and its spec.
local MOST_FILES = 4

local section = assert(read("docs/dev/adding.md"):match("\n## A test of positions in C\n(.*)"))

local function blocks_in(language)
  local list = {}
  for _, block in ipairs(page.blocks_of(section)) do
    if block.language == language then
      list[#list + 1] = block.body
    end
  end
  return list
end

local function changed_files(patch)
  local names = {}
  for name in patch:gmatch("\n%+%+%+ b/(%S+)") do
    names[#names + 1] = name
  end
  return names
end

local function new_copy()
  local folder = new_folder()
  assert(folder:run('cd "$OLDPWD" && LD_PRELOAD= cp -R csrc lua scripts Makefile "$OLDPWD"'))
  assert(folder:run('ln -s "$OLDPWD/spec" spec'))
  return folder
end

local function make(folder)
  return folder:run("env -u MAKEFLAGS -u MAKELEVEL make -s -j2 BUILD=build CFLAGS=-O0 >log 2>&1"), folder:read("log")
end

local function output_of(folder, command)
  local shell = "cd '%s' && env -u LUCENA_BUILD -u LUA_PATH_5_4 -u LUA_CPATH_5_4 '%s' scripts/lucena %s 2>&1"
  local pipe = assert(io.popen(shell:format(folder.root, LUA, command:match("^lucena (.*)"))))
  local text = pipe:read("a")
  pipe:close()
  return text
end

if not os.getenv("PRELOAD") then
  describe("a test of positions in C", function()
    local patch = table.concat(blocks_in("diff"))

    it("changes at most four files", function()
      local names = changed_files("\n" .. patch)
      assert.is_true(#names >= 3 and #names <= MOST_FILES, table.concat(names, " "))
    end)

    it("works as described in docs/dev/adding.md", function()
      local folder <close> = new_copy()
      folder:write("patch", patch)
      assert.is_true(folder:run("patch -s -p1 <patch >log 2>&1"), folder:read("log"))
      assert.is_true(make(folder))
      local sessions = page.sessions_of(blocks_in("shell")[1])
      assert.is_true(#sessions >= 3)
      for _, session in ipairs(sessions) do
        assert.equal(session.expected, output_of(folder, session.command))
      end
    end)

    it("does not compile without a test in steps.def", function()
      local folder <close> = new_copy()
      local steps = folder:read("csrc/match/steps.def")
      local line = 'LC_STEP_CALLED(KING_STEPS, "king_steps", 12, 0)\n'
      folder:write("csrc/match/steps.def", (steps:gsub("\nLC_STEP_CALLED", "\n" .. line .. "%0", 1)))
      assert.is_false(folder:run("gcc -std=c11 -fsyntax-only csrc/match/query.c 2>log"))
      assert.matches("LC_STEP_CALLED", folder:read("log"), 1, true)
    end)
  end)
end
