-- The documentation as HTML: the content of the pages, and messages for dead links.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

-- Writes the site into a folder that has links to the source tree and the test's own texts. Returns the error messages
-- or nil.
local function site_of(folder, readme)
  need.program "cmark-gfm"
  for _, name in ipairs { "lua", "csrc", "scripts" } do
    assert(folder:run(("ln -s \"$OLDPWD/%s\" ."):format(name)))
  end
  assert(folder:run "mkdir docs")
  folder:write("README.md", readme)
  folder:write("docs/filters.md", "# A *guide*: `x = 1` & more\n\n## Twice\n\n## Twice\n\n[home](../README.md)\n")
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  local done = folder:run("LD_PRELOAD= " .. lua .. " scripts/dev/gen_site.lua site 2> errors")
  return not done and folder:read "errors" or nil
end

describe("the site", function()
  it("has pages with links to pages and headings, and the API", function()
    local folder <close> = new_folder()
    assert.is_nil(site_of(folder, "# Top\n\n[second](docs/filters.md#twice-1), [code](scripts/dev/tree.lua)\n\n"
      .. "| a | b |\n|---|---|\n| 1 | 2 |\n"))
    local home = folder:read "site/README.html"
    assert.is_truthy(home:find('<a href="docs/filters.html#twice-1">second</a>', 1, true))
    assert.is_truthy(home:find("<td>1</td>", 1, true))
    assert.is_truthy(folder:read "site/scripts/dev/tree.lua")
    local guide = folder:read "site/docs/filters.html"
    assert.is_truthy(guide:find("<title>A guide: x = 1 &amp; more</title>", 1, true))
    assert.is_truthy(guide:find('<h2 id="twice-1">Twice</h2>', 1, true))
    assert.is_truthy(guide:find('<a href="../README.html">home</a>', 1, true))
    assert.is_truthy(guide:find('href="../style.css"', 1, true))
    assert.is_truthy(folder:read "site/api/Position.html":find("position:san(move)", 1, true))
    assert.is_truthy(folder:read "site/api/query.html":find("query.checkmate", 1, true))
  end)

  it("reports a broken link", function()
    local folder <close> = new_folder()
    assert.same("README.md: there is no docs/filters.md#thrice\nREADME.md: there is no docs/none.md#\n",
      site_of(folder, "# Top\n\n[a](docs/filters.md#thrice) [b](docs/none.md) [c](https://example.org/)\n"))
  end)
end)
