-- Does the two exercises of docs/dialects.md in a copy of the tree. The row and the file are copied from the page, and
-- the commands on the page must print the output that the page shows. With LUCENA_LONG=1, `make test-dialect` runs in
-- the copy as well.

local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local sessions_of = require("spec.support.page").sessions_of

local PAGE = "docs/dialects.md"

local function block(text, info)
  local from = assert(text:find("\n```" .. info .. "\n", 1, true), info .. " is on the page")
  return (text:match("\n```[^\n]*\n(.-\n)```", from))
end

-- The commands in the ```shell block after a heading of the page.
local function exercise(text, heading)
  local at = assert(text:find("\n## " .. heading .. "\n", 1, true), heading)
  return sessions_of(block(text:sub(at), "shell"))
end

local function copy_tree(folder)
  assert(folder:run('LD_PRELOAD= cp -R "$OLDPWD/lua" "$OLDPWD/scripts" .'))
end

local function lucena(folder, arguments)
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  local path = ("%s/lua/?.lua;%s/lua/?/init.lua;"):format(folder.root, folder.root)
  local command = ("cd '%s' && LUA_PATH_5_4='%s'\"$LUA_PATH_5_4\" '%s' scripts/lucena %s 2>&1")
    :format(folder.root, path, lua, arguments)
  local pipe = assert(io.popen(command, "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end

local function follow(folder, list)
  assert.is_true(#list >= 2)
  for _, session in ipairs(list) do
    assert.equal(session.expected, lucena(folder, session.command:gsub("^lucena ", "")))
  end
end

describe("a new contributor", function()
  local page = read(PAGE)

  local function add_row(folder)
    local path = "lua/lucena/dialect/alphabets.lua"
    local text = folder:read(path)
    folder:write(path, (text:gsub("}\n$", function() return block(page, "lua file=row.lua") .. "}\n" end)))
  end

  it("adds an alphabet as one row", function()
    local folder <close> = new_folder()
    copy_tree(folder)
    assert.equal("lucena: unknown dialect 'klingon'; `lucena dialects` lists them\n",
      lucena(folder, "dialect test klingon"))
    add_row(folder)
    follow(folder, exercise(page, "Add an alphabet"))
  end)

  it("adds a style as one file", function()
    local folder <close> = new_folder()
    copy_tree(folder)
    folder:write("lua/lucena/dialect/letters.lua", block(page, "lua file=letters.lua"))
    follow(folder, exercise(page, "Write a style"))
  end)

  if os.getenv("LUCENA_LONG") == "1" then
    it("passes `make test-dialect` after both", function()
      local folder <close> = new_folder()
      copy_tree(folder)
      assert(folder:run('LD_PRELOAD= cp -R "$OLDPWD/spec" "$OLDPWD/.busted" "$OLDPWD/docs" "$OLDPWD/csrc" .'))
      add_row(folder)
      folder:write("lua/lucena/dialect/letters.lua", block(page, "lua file=letters.lua"))
      assert.is_true(folder:run('LUCENA_LONG=0 BUILD="$LUCENA_BUILD" scripts/dev/spec dialect >log 2>&1'),
        folder:read("log"))
      assert.is_truthy(folder:read("log"):find("%d+ passed, 0 failed"))
    end)
  end
end)
