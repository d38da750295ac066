-- Runs the examples in the guides, like those of the README: they must print the output that the page shows.

local page = require "spec.support.page"
local read = require("spec.support.file").read

local GUIDES = {
  "docs/cookbook.md",
  "docs/tutorial-explore.md",
  "docs/tutorial-filter.md",
  "docs/tutorial-report.md",
  "docs/tutorial-book.md",
  "docs/tutorial-dialect.md",
  "docs/tutorial-rock.md",
  "docs/programs.md",
  "docs/extending.md",
  "docs/dialectes.md",
  "docs/performance.md",
  "docs/adding.md",
}

for _, path in ipairs(GUIDES) do
  page.runs(path, { changes_tree = path == "docs/adding.md" })

  describe(path, function()
    it("names the files for its examples in its text", function()
      local text = read(path)
      local prose = text:gsub("\n```%w[^\n]*\n.-\n```", "")
      for _, block in ipairs(page.blocks_of(text)) do
        assert.is_truthy(not block.file or prose:find("`" .. block.file .. "`", 1, true), block.file)
      end
    end)
  end)
end

describe("docs/notations.md", function()
  it("has a table with the output of its first program", function()
    local text = read("docs/notations.md")
    local in_table, printed = {}, {}
    for row in text:match("\n### Moves.-\n```"):gmatch("\n|([^\n]+)|") do
      in_table[#in_table + 1] = row:match("| (`[^|]+`) $")
    end
    for line in text:match("\nrow%b().-\n```"):gmatch("%-%-> ([^\n]+)") do
      printed[#printed + 1] = "`" .. line:gsub(" ", "` `"):gsub("` `e%.p%.", " e.p.") .. "`"
    end
    assert.is_true(#printed > 8)
    assert.same(printed, in_table)
  end)
end)

describe("docs/performance.md", function()
  it("has the numbers of bench/results.md", function()
    local results, rows = read("bench/results.md"), 0
    for row in read("docs/performance.md"):match("## Figures(.-)\n## "):gmatch("\n(| %l[^\n]*)") do
      if not row:find("^| task ") then
        rows = rows + 1
        assert.is_truthy(results:find(row, 1, true), row)
      end
    end
    assert.is_true(rows > 5)
  end)
end)

describe("the pages", function()
  -- Whether a heading has this anchor. GitHub makes anchors in lower case, with hyphens for blanks, with accents, and
  -- without punctuation.
  local function has_heading(text, anchor)
    for heading in ("\n" .. text):gmatch("\n#+ ([^\n]+)") do
      if heading:lower():gsub("[^%w%s_\x80-\xFF-]", ""):gsub(" ", "-") == anchor then
        return true
      end
    end
  end

  local function dead_links(path)
    local text, dead = read(path), {}
    local folder = path:match("^.*/") or ""
    for target in text:gsub("\n```.-\n```", ""):gmatch("%]%(([^%s)]+)%)") do
      local name, anchor = target:match("^([^#]*)#?(.*)$")
      local there = not target:find("^%a+:") and (name == "" and path or folder .. name)
      local handle = there and io.open(there)
      if there and not (handle and (anchor == "" or has_heading(read(there), anchor))) then
        dead[#dead + 1] = path .. ": " .. target
      end
      if handle then
        handle:close()
      end
    end
    return dead
  end

  it("have links to existing files and headings", function()
    local pages = { "README.md", "README.fr.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md" }
    for _, name in ipairs(require("lucena.core").list_folder("docs")) do
      pages[#pages + 1] = name:find("%.md$") and "docs/" .. name or nil
    end
    assert.is_true(#pages > 15)
    for _, path in ipairs(pages) do
      assert.same({}, dead_links(path))
    end
  end)
end)
