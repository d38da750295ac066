-- The build that the tests use must be the build of this source tree, and `make install` must install all of it.

local run = require "spec.support.run"
local read = require("spec.support.file").read

local function lines_of(command)
  local pipe = assert(io.popen(command, "r"))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  pipe:close()
  return lines
end

local function load_rockspec(path)
  local values = {}
  assert(loadfile(path, "t", values))()
  return values
end

describe("the build", function()
  it("runs on Lua 5.4", function()
    assert.equal("Lua 5.4", _VERSION)
  end)

  it("loads the module and the Lua files of this checkout", function()
    local build = os.getenv("LUCENA_BUILD") or "./build"
    assert.equal(build .. "/lucena/core.so", package.searchpath("lucena.core", package.cpath))
    local init = package.searchpath("lucena", package.path)
    assert.equal(read("lua/lucena/init.lua"), read(init))
    assert.is_truthy(init:find("lua/lucena/init.lua", 1, true))
  end)

  describe("in a child process", function()
    -- Plain busted sets no paths for child processes, so they use the build in build/.
    local build = os.getenv("LUCENA_BUILD")
    local prefix = build and "" or "scripts/dev/with-build "
    build = build or lines_of("pwd")[1] .. "/build"

    -- Runs a Lua program and returns the lines it prints.
    local function child(program)
      return lines_of(("%s%s -e '%s'"):format(prefix, os.getenv("LUCENA_LUA") or "lua5.4", program))
    end

    it("is the same module for the command", function()
      -- Runs the launcher with a replacement of the command module. It prints the path from which the core would be
      -- loaded.
      local found = child [[
        package.preload["lucena.command"] = function()
          print(package.searchpath("lucena.core", package.cpath))
          os.exit(0, true)
        end
        arg = { [0] = "scripts/lucena", "--version" }
        dofile "scripts/lucena"]]
      assert.same({ build .. "/lucena/core.so" }, found)
    end)

    it("defines no globals", function()
      assert.same({}, child [[
        local before = {}
        for name in pairs(_G) do before[name] = true end
        require "lucena"
        for name in pairs(_G) do
          if not before[name] then print(name) end
        end]])
    end)
  end)
end)

describe("a big-endian processor", function()
  it("is rejected by the compiler, which names the files to port", function()
    local output = table.concat(lines_of("cc -std=c11 -fsyntax-only -U__BYTE_ORDER__ "
      .. "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ csrc/notation/san.c 2>&1; echo status $?"), "\n")
    assert.truthy(output:find("needs a little-endian processor", 1, true), output)
    assert.truthy(output:find("status [^0]"), output)
    -- names each file that has a copy of words of text
    local named = {}
    for path in output:gmatch("csrc/[%w_/]+%.[ch]%f[^%w]") do
      named[path] = true
    end
    local files = lines_of("grep -lE 'memcpy\\((&(word|begin|start.bytes)|word|out, &(san|word).bytes),?' -r csrc")
    assert.is_true(#files > 5)
    for _, path in ipairs(files) do
      assert.is_true(named[path] or path == "csrc/binding/keys.c", path) -- its checksum is used nowhere else
    end
  end)
end)

describe("an installation", function()
  local plan -- the lines that make prints; the folder contains no build, so they only install files
  setup(function()
    plan = lines_of "make -n install BUILD=build/none DESTDIR=/nowhere PREFIX=/p 2>&1"
  end)

  it("contains every Lua file", function()
    local text = table.concat(plan, "\n")
    local files = lines_of("find lua/lucena -name '*.lua'")
    assert.is_true(#files > 0)
    for _, path in ipairs(files) do
      local name = path:gsub("^lua/", "")
      assert.is_truthy(text:find(" " .. name .. "[ ;]"), path .. " is not installed")
    end
  end)

  it("has the same files if LuaRocks makes it", function()
    for _, path in ipairs(lines_of("ls rockspec/*.rockspec")) do
      local values = load_rockspec(path)
      local build = values.build
      assert.equal("make", build.type)
      assert.equal("$(LIBDIR)", build.install_variables.LIBDIR)
      assert.equal("$(LUADIR)", build.install_variables.LUADIR)
      assert.equal("$(BINDIR)", build.install_variables.BINDIR)
      assert.is_nil(build.install)
      assert.is_false(values.deploy.wrap_bin_scripts)
    end
    local text = table.concat(lines_of("make -n install-rock BUILD=build/none DESTDIR=/nowhere 2>&1"), "\n")
    for _, path in ipairs(lines_of("find lua/lucena -name '*.lua'")) do
      assert.is_truthy(text:find(" " .. path:gsub("^lua/", "") .. "[ ;]"), path .. " is not installed")
    end
  end)

  it("leaves no file when it is uninstalled", function()
    local added, removed = {}, table.concat(lines_of "make -n uninstall DESTDIR=/nowhere PREFIX=/p", "\n")
    for _, line in ipairs(plan) do
      added[#added + 1] = line:match('^install %-m.*"(/nowhere/p/[^"$]+)"$')
    end
    assert.is_true(#added >= 2)
    for _, path in ipairs(added) do
      assert.is_truthy(removed:find(path, 1, true) or removed:find(path:match("^(.*)/") .. '"', 1, true), path)
    end
  end)
end)

describe("an installation outside Lua's path", function()
  it("ends with the lines that make it usable, and leaves nothing when it is uninstalled", function()
    local folder <close> = require "spec.support.folder"()
    -- The usual build, because this would replace one with other flags (`make coverage`) by one without them.
    local bare = "env -u BUILD -u LUA_PATH -u LUA_PATH_5_4 -u LUA_CPATH -u LUA_CPATH_5_4 -u MAKEFLAGS -u LD_PRELOAD "
    local make = ("%smake -s PREFIX='%s/a prefix' "):format(bare, folder.root)
    local lines = lines_of(make .. "install 2>&1")
    assert.equal("installed: ", lines[1]:sub(1, 11), table.concat(lines, "\n"))
    assert.equal("add to ~/.profile, so that the shell and lua5.4 find them:", lines[2])
    local exports = table.concat(lines, "\n", 3)
    assert.equal(3, select(2, exports:gsub("export ", "")))
    folder:write("use.sh", "unset LUA_PATH_5_4 LUA_CPATH_5_4 LUA_PATH LUA_CPATH LUCENA_BUILD\n" .. exports .. [[

      cd / && lua5.4 -e 'print(#require("lucena").position():moves())' && lucena perft 1
    ]])
    local used = lines_of("env -u LD_PRELOAD sh '" .. folder.root .. "/use.sh' 2>&1")
    assert.equal("20", used[1], table.concat(used, "\n"))
    assert.is_truthy(table.concat(used, "\n", 2):find "20")
    lines_of(make .. "uninstall")
    assert.same({}, lines_of("find '" .. folder.root .. "' -name 'a prefix*'"))
  end)

  it("has each page of docs/ that a comment of the library names", function()
    local names = {}
    for _, line in ipairs(lines_of "grep -rhoE 'docs/[a-z-]+[.]md' lua library") do
      names[line] = true
    end
    assert.is_not_nil(next(names))
    for name in pairs(names) do
      assert.is_truthy(io.open(name), name)
    end
  end)
end)

describe("the version", function()
  local version = require "lucena"._VERSION:match("%d+%.%d+%.%d+")

  it("is the newest in the changelog", function()
    assert.is_truthy(version, "lucena._VERSION holds a version")
    assert.equal(version, read("CHANGELOG.md"):match("\n## %[?(%d+%.%d+%.%d+)"))
  end)

  it("is printed by the command", function()
    local r = run { "--version" }
    assert.equal(0, r.code)
    assert.equal("", r.err)
    assert.is_truthy(r.out:find(version, 1, true), r.out)
  end)

  it("has a rockspec", function()
    assert.same({ ("rockspec/lucena-%s-1.rockspec"):format(version), "rockspec/lucena-scm-1.rockspec" },
      lines_of("ls rockspec/*.rockspec"))
  end)

  it("agrees with the name and text of each rockspec", function()
    for _, path in ipairs(lines_of("ls rockspec/*.rockspec")) do
      local rock = load_rockspec(path)
      assert.equal(("rockspec/%s-%s.rockspec"):format(rock.package, rock.version), path)
      assert.is_true(rock.version == "scm-1" or rock.version:match("^(.-)%-%d+$") == version, path)
    end
  end)
end)

describe("an installed file", function()
  -- The file of one program has no pages. A comment of a source file that is not part of the API may name one.
  local function texts_of(path)
    local text = "\n" .. read(path)
    return path:find "^lua/" and text:gsub("\n%s*%-%-[^\n]*", "") or text
  end

  local pages = {}
  for _, path in ipairs(lines_of "ls docs/*.md") do
    pages[path:match "([^/]+)$"] = true
  end
  pages["README.md"] = nil

  it("names no page of docs/ in messages, help and doc comments", function()
    local files = lines_of "ls lua/lucena/*.lua lua/lucena/*/*.lua lua/lucena/*/*/*.lua library/*.lua npm/*.ts"
    assert.is_true(#files > 400, #files)
    for _, path in ipairs(files) do
      for name in texts_of(path):gmatch "[%w-]+%.md" do
        assert.is_nil(pages[name], path .. " names " .. name)
      end
    end
  end)
end)
