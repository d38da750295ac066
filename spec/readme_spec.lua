-- Runs the examples in the README and in pages of docs/ (see spec/support/page.lua). guides_spec runs the tutorials and
-- the cookbook.

local need = require "spec.support.need"
local pages = require "spec.support.page"
local read = require("spec.support.file").read

local PAGES = {
  "README.md",
  "docs/README.md",
  "docs/library.md",
  "docs/pgn.md",
  "docs/notations.md",
  "docs/dialects.md",
  "docs/reports.md",
  "docs/filters.md",
  "docs/epd.md",
  "docs/openings.md",
  "docs/indexes.md",
  "docs/pictures.md",
  "docs/repl.md",
  "docs/engine.md",
  "docs/data.md",
  "docs/many-machines.md",
  "docs/tablebases.md",
  "docs/switching.md",
}

-- The page whose commands need a folder `syzygy`. They run if tablebases and the module for them are installed.
local TABLES = "docs/tablebases.md"

local function link_tables(folder)
  need.module "lucena.syzygy"
  local tables = need.data("tablebases/3-4-men/KQvK.rtbw"):gsub("/[^/]*$", "")
  os.execute(("ln -sfn '%s' '%s/syzygy'"):format(tables, folder))
end

for _, page in ipairs(PAGES) do
  pages.runs(page, { prepare = page == TABLES and link_tables or nil })
end

describe("docs/filters.md and spec/match/sample_spec.lua", function()
  it("have an example of each name in chess.query", function()
    local programs = {}
    for _, block in ipairs(pages.blocks_of(read("docs/filters.md"))) do
      programs[#programs + 1] = block.body
    end
    local text = table.concat(programs) .. read("spec/match/sample_spec.lua")
    for name in pairs(require("lucena").query) do
      assert.is_truthy(text:find("q%." .. name .. "%f[^%w_]"), name)
    end
  end)
end)
