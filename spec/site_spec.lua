-- The documentation as HTML: the content of the pages, and messages for dead links.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

-- Writes the site into a folder that has links to the source tree and the test's own texts. Returns the error messages
-- or nil.
local function site_of(folder, readme, page)
  need.program "cmark-gfm"
  for _, name in ipairs { "lua", "csrc", "scripts" } do
    assert(folder:run(("ln -s \"$OLDPWD/%s\" ."):format(name)))
  end
  assert(folder:run "mkdir docs")
  folder:write("README.md", readme)
  folder:write("docs/filters.md", "# A *guide*: `x = 1` & more\n\n## Twice\n\n## Twice\n\n[home](../README.md)\n")
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  local done = folder:run("LD_PRELOAD= " .. lua .. " scripts/dev/gen_site.lua site " .. (page or "") .. " 2> errors")
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

  it("lists all pages beside each page, and has a search that finds their headings", function()
    local folder <close> = new_folder()
    assert.is_nil(site_of(folder, "# Top\n\n[guide](docs/filters.md), [code](scripts/dev)\n\n"
      .. "## Caf\u{e9} & <b>\n\nbody\n"))
    local guide = folder:read "site/docs/filters.html"
    assert.is_truthy(guide:find('<li><a href="../README.html">Top</a></li>', 1, true))
    assert.is_truthy(guide:find('<a href="../docs/filters.html" aria-current="page">A guide: x = 1 &amp; more</a>', 1,
      true))
    assert.is_truthy(folder:read "site/scripts/dev/tree.lua")
    local search = folder:read "site/search.js"
    assert.is_truthy(search:find('["docs/filters.html#twice-1","A guide: x = 1 & more","Twice","', 1, true))
    assert.is_truthy(search:find('"Top","Caf\u{e9} & '))
    assert.is_truthy(search:find('"chess.position', 1, true))
    assert.is_nil(guide:find("lucena.html#", 1, true))
  end)

  it("has buttons that open examples in the browser page", function()
    local folder <close> = new_folder()
    folder:write("page.html", "the page")
    assert.is_nil(site_of(folder, "# Top\n\n```lua\nprint(1 < 2)\n```\n\n"
      .. "```console\n$ lucena -e 'e4 e5'\nboard\n```\n\n"
      .. "```lua\nio.open('x.pgn')\n```\n\n```console\n$ lucena check x.pgn\n```\n", "page.html"))
    local home = folder:read "site/README.html"
    assert.is_truthy(home:find('<a href="lucena.html#line=print%281%20%3C%202%29">', 1, true))
    assert.is_truthy(home:find("print(1 &lt; 2)\n</code></pre>", 1, true))
    assert.is_truthy(home:find('<a href="lucena.html#line=e4%20e5">', 1, true))
    assert.equal(2, select(2, home:gsub('class="try"', "")))
    assert.equal("the page", folder:read "site/lucena.html")
  end)

  it("reports a broken link", function()
    local folder <close> = new_folder()
    assert.same("README.md: there is no docs/filters.md#thrice\nREADME.md: there is no docs/none.md#\n",
      site_of(folder, "# Top\n\n[a](docs/filters.md#thrice) [b](docs/none.md) [c](https://example.org/)\n"))
  end)
end)
