-- `make deb` builds the Debian packages, and lintian accepts them. In a bare Debian that has only the packages on which
-- they depend, dpkg installs them, and the examples of the README run. This takes more than a minute.

local folder = require "spec.support.folder"
local need = require "spec.support.need"
local page = require "spec.support.page"

local CLEAN = "env -u LD_PRELOAD -u MAKEFLAGS -u CFLAGS -u LUCENA_BUILD "
local MAINTAINER = "DEBFULLNAME='The packager' DEBEMAIL=packager@lucena.example "

-- Run a line of a shell, and return what it prints. Errors raise an error with the whole of it.
local function sh(line, ...)
  local pipe = io.popen(CLEAN .. "sh -c '{ " .. line:format(...) .. " ; } 2>&1'")
  local text = pipe:read("a")
  assert(pipe:close(), text)
  return text
end

-- Build the packages and return their paths.
local function packages()
  for _, program in ipairs { "dpkg-buildpackage", "dh", "lintian", "debootstrap", "chroot" } do
    need.program(program)
  end
  if sh("id -u") ~= "0\n" then
    need.program "chroot that may be used"
  end
  sh("%s make -s deb", (MAINTAINER:gsub("'", "\"")))
  return sh("ls build/deb/lucena_*.deb build/deb/lua-lucena_*.deb"):gsub("\n", " ")
end

describe("the Debian packages", function()
  local place

  -- Build, and install in the bare system, once.
  local function installed()
    if not place then
      local files = packages()
      local depends = sh("for f in %s; do dpkg-deb -f $f Depends; done", files)
        :gsub("%b()", ""):gsub("lua%-lucena", ""):gsub("[,\n]", " ")
      place = folder()
      sh("scripts/dev/bare-debian \"%s\" %s", place.root, depends)
      sh("mkdir \"%s/packages\" && cp %s \"%s/packages\"", place.root, files, place.root)
      sh("chroot \"%s\" env -i PATH=$PATH:/usr/sbin:/sbin sh -c \"dpkg -i /packages/*.deb\"", place.root)
    end
    return place
  end

  teardown(function()
    local _ <close> = place
  end)

  it("can be installed with dpkg alone", function()
    local list = sh("chroot \"%s\" dpkg -l lucena lua-lucena", installed().root)
    assert.truthy(list:find("\nii  lua-lucena ", 1, true) and list:find("\nii  lucena ", 1, true), list)
  end)

  page.runs("README.md", { installed = function()
    local at = installed()
    return at.root, ("env -i LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot '%s' lucena"):format(at.root)
  end })

  it("give the module to Lua", function()
    local at = installed()
    at:write("program.lua", "print(#require('lucena').position():moves())")
    assert.equal("20\n", sh("chroot \"%s\" lua5.4 /program.lua", at.root))
  end)
end)
