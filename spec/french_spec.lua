-- The French texts. README.fr.md must correspond to README.md: the same examples in the same order, and the
-- same number of sections and table rows. The specs of the English pages run the examples.

local read = require("spec.support.file").read

local PAGES = { ["README.fr.md"] = "README.md" }

-- The parts of a page that do not depend on the language: headings, examples, first cells of table rows.
local function frame(text)
  local list = {}
  local prose = text:gsub("\n(```%w[^\n]*\n.-\n```)", function(block)
    list[#list + 1] = block
    return "\n{block}"
  end)
  for line in prose:gmatch "[^\n]+" do
    -- Of a table row, keep only the first cell, and only if it is code: other cells are translated.
    if line:find("^#+ ") or line == "{block}" then
      list[#list + 1] = line:match "^#+" or line
    elseif line:find("^|") then
      list[#list + 1] = "| " .. (line:match "^| (`[^|]*`) |" or "")
    end
  end
  return list
end

describe("a page in French", function()
  for french, english in pairs(PAGES) do
    it(french .. " has the examples, headings and rows of " .. english, function()
      local theirs, ours = frame(read(english)), frame(read(french))
      assert.is_true(#theirs > 10)
      for i = 1, math.max(#theirs, #ours) do
        assert.equal(theirs[i], ours[i], ("part %d of %s"):format(i, french))
      end
    end)
  end
end)

describe("the page for browsers", function()
  it("has a French text for each report, option and choice", function()
    local french = require("dkjson").decode((read "web/page/fr.json"))
    local missing = {}
    local function need(text)
      if not french[text] then
        missing[#missing + 1] = text
      end
    end
    for _, report in ipairs(require("lucena.web.report").list()) do
      need(report.name)
      need(report.summary)
      for _, option in ipairs(report.options) do
        need(option.help)
        for _, choice in ipairs(option.choices or {}) do
          need(choice)
        end
      end
    end
    assert.same({}, missing)
  end)
end)
