-- Shell completion and manual pages are generated from the parsers of options. To test the completion, bash is asked
-- for its candidates.

local new_folder = require "spec.support.folder"

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
local folder = new_folder()
teardown(function() folder:__close() end)

-- The output of a shell command. LD_PRELOAD is cleared, so that no sanitizer runs inside other programs.
local function output_of(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read("a")
  return text, (pipe:close())
end

local function written(shell)
  local path = folder:path(shell)
  local text, done = output_of(("%s scripts/dev/gen_completion.lua %s > '%s'"):format(LUA, shell, path))
  assert(done, text)
  return path
end

-- The candidates that bash offers for the last word of a command line.
local function offered(...)
  local words = { ... }
  local path = folder:write("ask", ([[
. '%s'
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_lucena
echo "${COMPREPLY[@]}"
]]):format(folder:path("bash")))
  for i, word in ipairs(words) do
    words[i] = "'" .. word .. "'"
  end
  return (output_of(("LD_PRELOAD= bash '%s' lucena %s"):format(path, table.concat(words, " "))):gsub("\n$", ""))
end

describe("completion for bash", function()
  setup(function()
    written("bash")
  end)

  it("offers commands, and scripts if no command fits", function()
    assert.equal("filter", offered("fil"))
    assert.equal("sort split", table.concat({ offered("so"), offered("sp") }, " "))
    assert.equal("scripts/lucena", offered("scripts/luc"))
  end)

  it("offers the arguments of a command, and its options", function()
    assert.equal("make merge", offered("book", "m"))
    assert.equal("isolani", offered("filter", "iso"))
    assert.equal("opening openings", offered("report", "open"))
    assert.equal("translate", offered("help", "tr"))
    assert.equal("--elo", offered("filter", "isolani", "--el"))
    assert.equal("", offered("filter", "miniature", "--el"))
    assert.equal("--depth --dialect", offered("book", "make", "--d"))
  end)

  it("offers the values of an option", function()
    assert.equal("json jsonl", offered("convert", "--to", "j"))
    assert.equal("csv", offered("convert", "--to", "=", "c"))
    assert.equal("french", offered("check", "--dialect", "fre"))
    assert.equal("LICENSE", offered("check", "--dialect", "LICE"))
    assert.equal("auto always never", offered("--color", ""))
    assert.equal("", offered("filter", "--limit", ""))
  end)
end)

describe("completion", function()
  for _, shell in ipairs { "zsh", "fish" } do
    it("for " .. shell .. " names every command, and has no syntax errors", function()
      local path = written(shell)
      local text = output_of("cat '" .. path .. "'")
      for _, name in ipairs(require("lucena.command").names()) do
        assert.is_truthy(text:find(name, 1, true), name)
      end
      assert.equal("", (output_of(("! command -v %s >/dev/null || LD_PRELOAD= %s -n '%s'"):format(shell, shell, path))))
    end)
  end
end)

describe("manual pages", function()
  it("exist for each command, without errors in groff or mandoc", function()
    assert.equal("", (output_of(("%s scripts/dev/gen_man.lua '%s'"):format(LUA, folder.root))))
    local text = output_of(("cat '%s/lucena.1'"):format(folder.root))
    for _, name in ipairs(require("lucena.command").names()) do
      assert.is_truthy(text:find("lucena\\-" .. name .. " (1)", 1, true), name)
      local page = output_of(("cat '%s/lucena-%s.1'"):format(folder.root, name))
      assert.is_truthy(page:find("\n.SH OPTIONS\n", 1, true), page)
    end
    for program, options in pairs { groff = "-ww -man -Tutf8 -z", mandoc = "-T lint" } do
      assert.equal("", (output_of(("cd '%s' && { ! command -v %s >/dev/null || LD_PRELOAD= %s %s *.1; }")
        :format(folder.root, program, program, options))))
    end
  end)
end)
