-- Runs the examples of a page of documentation: writes the files that it shows, runs its commands and Lua programs,
-- and compares their output with the page.
--   ```LANGUAGE file=NAME   a file that later examples use
--   ```console              `$ command`, then its output, including errors
--   ```lua                  a program; each line that it prints is after a `-->`, with blanks for tabs

-- busted gives these functions only to spec files, so a module must fetch them itself.
local assert = require "luassert"
local busted = require "busted"
local describe, it, teardown = busted.describe, busted.it, busted.teardown

local read = require("spec.support.file").read
local write = require("spec.support.file").write

local function output_of(command)
  local pipe = assert(io.popen(command, "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end

local function blocks_of(text)
  local blocks = {}
  for info, body in text:gmatch("\n```(%w[^\n]*)\n(.-)\n```") do
    blocks[#blocks + 1] = { language = info:match("^%w+"), file = info:match("file=(%S+)"), body = body .. "\n" }
  end
  return blocks
end

-- The commands of a console block, each with its expected output.
local function sessions_of(body)
  local sessions = {}
  for line in body:gmatch("(.-)\n") do
    local command = line:match("^%$ (.*)")
    if command then
      sessions[#sessions + 1] = { command = command, expected = "" }
    else
      local session = assert(sessions[#sessions], "a console block begins with a command")
      session.expected = session.expected .. line .. "\n"
    end
  end
  return sessions
end

local root = output_of("pwd"):gsub("\n", "")

local M = { blocks_of = blocks_of, sessions_of = sessions_of }

-- The values that the `-->` comments of a program show.
local function shown_in(program)
  local expected = {}
  for text in program:gmatch("%-%-> ([^\n]*)") do
    expected[#expected + 1] = text
  end
  return expected
end

-- Make the command `lucena` of a page's folder, which runs in this source tree or in a copy of it.
local function link_tree(folder, changes_tree)
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  local tree = changes_tree and folder or root
  write(folder .. "/lucena", ("#!/bin/sh\nexec '%s' '%s/scripts/lucena' \"$@\"\n"):format(lua, tree))
  if changes_tree then
    assert(os.execute(("LD_PRELOAD= cp -R lua scripts '%s'"):format(folder)))
  else
    assert(os.execute(("ln -s '%s/scripts' '%s/scripts'"):format(root, folder)))
  end
  assert(os.execute(("ln -s '%s/spec' '%s/spec'"):format(root, folder)))
end

-- The same for an installed command, with a copy of the sample database instead of the tree.
local function copy_sample(folder, command)
  write(folder .. "/lucena", "#!/bin/sh\nexec " .. command .. " \"$@\"\n")
  local sample = "spec/data/sample"
  local line = "LD_PRELOAD= mkdir -p '%s/%s' && LD_PRELOAD= cp %s/sample.pgn '%s/%s'"
  assert(os.execute(line:format(folder, sample, sample, folder, sample)))
end

--- Defines a test for each command and each program of a page.
---@param page string path of a Markdown file
---@param options? { changes_tree: boolean?, prepare: function?, installed: function? } `changes_tree`: put the files
--- into a copy of lua/, from which the commands then run; `prepare(folder)` is called before each command and may skip
--- the test; `installed()` prepares an installed command, and returns the folder of the test and what a shell executes
--- there for `lucena`, which then runs the programs, too
function M.runs(page, options)
  options = options or {}
  describe(page, function()
    local blocks = blocks_of(read(page))
    local folder

    -- Make the folder of the page, in the first test: only a test may skip itself for want of a program.
    local function prepare()
      if not folder then
        local command
        if options.installed then
          folder, command = options.installed()
          copy_sample(folder, command)
        else
          folder = output_of("mktemp -d"):gsub("\n", "")
          link_tree(folder, options.changes_tree)
        end
        assert(os.execute(("chmod +x '%s/lucena'"):format(folder)))
        for _, block in ipairs(blocks) do
          if block.file then
            write(folder .. "/" .. block.file, block.body)
          end
        end
      end
      if options.prepare then
        options.prepare(folder)
      end
    end

    teardown(function()
      if folder and not options.installed then
        os.execute("rm -r '" .. folder .. "'")
      end
    end)

    -- Run a line of a shell in the folder, and return what it prints, errors included.
    local function shell(line)
      local place = ("cd '%s' && export LC_ALL=C.UTF-8"):format(folder)
      return output_of(("%s && PATH=\"$PWD:$PATH\" && { %s ; } 2>&1"):format(place, line))
    end

    local commands, programs = 0, 0

    for _, block in ipairs(blocks) do
      for _, session in ipairs(block.language == "console" and sessions_of(block.body) or {}) do
        commands = commands + 1
        it("shows what `" .. session.command .. "` prints", function()
          prepare()
          assert.equal(session.expected, shell(session.command))
        end)
      end

      if block.language == "lua" and not block.file then
        programs = programs + 1
        it(("shows what Lua program %d prints"):format(programs), function()
          local expected = shown_in(block.body)
          if options.installed then
            prepare()
            write(folder .. "/program.lua", block.body)
            assert.equal(table.concat(expected, "\n") .. "\n", (shell("lucena program.lua"):gsub("\t", " ")))
            return
          end
          local printed = {}
          local environment = setmetatable({
            print = function(...)
              local values = table.pack(...)
              for i = 1, values.n do
                values[i] = tostring(values[i])
              end
              printed[#printed + 1] = table.concat(values, " ")
            end,
          }, { __index = _G })
          assert(load(block.body, "=" .. page, "t", environment))()
          assert.same(expected, printed)
        end)
      end
    end

    it("has examples", function()
      assert.is_true(commands + programs >= 3)
    end)
  end)
end

return M
