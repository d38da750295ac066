-- Runs the examples in the guides, like those of the README: they must print the output that the page shows.

local page = require "spec.support.page"
local read = require("spec.support.file").read

local GUIDES = {
  "docs/cookbook.md",
  "docs/tutorial-explore.md",
  "docs/tutorial-filter.md",
  "docs/tutorial-report.md",
  "docs/tutorial-book.md",
  "docs/extending.md",
  "docs/dialectes.md",
  "docs/performance.md",
  "docs/dev/adding.md",
}

for _, path in ipairs(GUIDES) do
  page.runs(path, { changes_tree = path == "docs/dev/adding.md" })

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
  local chess = require "lucena"

  -- The moves of the table of standards: position and move.
  local MOVES = {
    { nil, "g1f3" }, { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1" }, { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q" },
    { "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n" }, { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6" },
    { "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5" }, { "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2" },
    { "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3" }, { "6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "a1b2" },
    { "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8" },
    { "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7" },
  }

  it("has a table with the moves that Lucena writes", function()
    local in_table, written = {}, {}
    for row in read("docs/notations.md"):match("\n### Moves.-\n\n[^|]"):gmatch("\n|([^\n]+)|") do
      in_table[#in_table + 1] = row:match("| (`[^|]+`) $")
    end
    for i, row in ipairs(MOVES) do
      local position, texts = chess.position(row[1]), {}
      for j, dialect in ipairs { "fide", "pgn", "fide:french", "french" } do
        texts[j] = "`" .. position:write(position:parse_uci(row[2]), dialect) .. "`"
      end
      written[i] = table.concat(texts, " ")
    end
    assert.same(written, in_table)
  end)

  -- The traps: dialect, text, the move, the repairs.
  local TRAPS = {
    { "pgn", "0-0", "e1g1", "san_style" }, { "french", "0-0", "e1g1", "castling_sign" }, { "fide", "0-0", "e1g1", "" },
    { "pgn", "a8Q", "a7a8q", "san_style" }, { "french", "a8=D", "a7a8q", "" },
    { "french", "axb8(C)", "a7b8n", "promotion_sign" }, { "french", "a8" }, { "french", "exd6ep", "e5d6", "ep_mark" },
    { "french", "e5xd6ep", "e5d6", "ep_mark, superfluous_origin" }, { "french", "exd5" },
    { "french", "Cbd2", "b1d2", "superfluous_origin" }, { "french", "Cd2+", "b1d2", "check_sign" },
    { "english", "Rf1", "h1f1", "" }, { "french", "Rf1", "e1f1", "" },
  }

  it("has traps that Lucena reads as the page says", function()
    local position = chess.position "1n2k3/P7/8/3pP3/8/8/8/1N2K2R w K d6 0 2"
    for _, row in ipairs(TRAPS) do
      local move, repairs = chess.dialect(row[1]):read(position, row[2])
      assert.equal(row[3], move and tostring(move), row[2])
      assert.equal(row[4], move and table.concat(repairs, ", "), row[2])
    end
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

  it("open with a sentence that says what they are for", function()
    for _, folder in ipairs { "docs/", "docs/dev/" } do
      for _, name in ipairs(require("lucena.core").list_folder(folder)) do
        local text = name:find "%.md$" and read(folder .. name):gsub("^<!%-%-[^\n]*\n", "")
        local first = text and text:match "^# [^\n]*\n\n([^\n]*)"
        local is_purpose = not text or first and (first:find "^This page " or first:find "^This tutorial "
          or first:find "^Cette page ")
        assert.is_truthy(is_purpose or name == "README.md", name .. ": " .. tostring(first))
      end
    end
  end)

  -- The paragraphs and list items of a page, without its examples.
  local function paragraphs(text)
    return (text:gsub("\n```.-\n```", ""):gsub("\n%- ", "\n\n- ") .. "\n\n"):gmatch "(.-)\n%s*\n"
  end

  it("name a test of each promise in README and SECURITY", function()
    local count = 0
    for _, path in ipairs { "README.md", "SECURITY.md" } do
      for paragraph in paragraphs(read(path)) do
        local words = " " .. paragraph:lower():gsub("[%s%p]+", " ") .. " "
        if words:find " nothing " or words:find " never " or words:find " always " then
          count = count + 1
          local is_tested = paragraph:find("spec/", 1, true) or paragraph:find("#promises", 1, true)
          assert.is_truthy(is_tested or paragraph:find "^A query is a program", path .. ": " .. paragraph)
        end
      end
    end
    assert.is_true(count >= 3)
  end)

  it("name specs that exist", function()
    local count = 0
    for _, path in ipairs { "README.md", "SECURITY.md", "docs/dev/maintaining.md" } do
      for name in read(path):gmatch "`(spec/[%w_/]+_spec%.lua)`" do
        count = count + 1
        assert.is_truthy(io.open(name), path .. ": " .. name)
      end
    end
    assert.is_true(count > 30)
  end)

  it("have links to existing files and headings", function()
    local pages = { "README.md", "README.fr.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md" }
    for _, folder in ipairs { "docs/", "docs/dev/" } do
      for _, name in ipairs(require("lucena.core").list_folder(folder)) do
        pages[#pages + 1] = name:find("%.md$") and folder .. name or nil
      end
    end
    assert.is_true(#pages > 15)
    for _, path in ipairs(pages) do
      assert.same({}, dead_links(path))
    end
  end)
end)
