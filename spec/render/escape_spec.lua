-- Text from games must never become markup in a report. Whatever the tags contain, the HTML must have the same elements
-- and attributes as with ordinary names, and the other formats must have the same cells and lines.

local chess = require "lucena"
local escape = require "lucena.render.escape"

-- ---- payloads ------------------------------------------------------------------------------------

-- Texts that could end the context in which they are written, and harmful texts that could follow.
local OUT = { "", '"', "'", "`", ">", '">', "'>", "</td>", "</th></tr></table>", "</title>", "</desc></svg>",
  "</style>", "</script>", "-->", "]]>", "*/", "\\", "&quot;>", "\1\27[2J", "\u{202E}" }
local IN = { "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
  "onmouseover=alert(1) x=", "<a href=javascript:alert(1)>x</a>", "&lt;b&gt;&#60;b&#62;", "<!-- ",
  "<![CDATA[<b>]]>", "\\end{document}\\input{/x}", "|a|b| & \\\\ =1+1,\";" }

local PAYLOADS = {}
for _, out in ipairs(OUT) do
  for _, text in ipairs(IN) do
    PAYLOADS[#PAYLOADS + 1] = out .. text
  end
end

local function game_of(text)
  local game = chess.game "1. e4 e5 1-0"
  for _, tag in ipairs { "White", "Black", "Event", "Site", "Termination" } do
    game.tags[tag] = tag .. text
  end
  game.tags.Result, game.tags.Date = "1-0", "1999.01.01"
  return game
end

-- The first MOST reports show most of the tags.
local REPORTS, MOST = {
  { "summary" }, { "tournaments", { min_games = 1 } }, { "table", { rows = "White", columns = "Event" } },
  { "crosstable", { min_games = 1 } }, { "player", { name = "White" } }, { "openings", { min = 1, depth = 1 } },
  { "opening", { position = "e4", min = 1, after = 0 } }, { "endings" },
  { "repertoire", { repertoire = "spec/data/repertoire/repertoire.pgn" } },
}, 3

local function pages(text, format, count)
  local out = {}
  for i = 1, count or #REPORTS do
    local it = REPORTS[i]
    local options = it[2]
    if options and options.name then
      options = { name = options.name .. text }
    end
    local report = assert(chess.report(it[1], options))
    report:add(game_of(text))
    out[i] = assert(report:format(format, { title = "T" .. text }))
  end
  return out
end

-- ---- a strict reader of our HTML -----------------------------------------------------------------

-- Returns the names of elements and attributes, in order. Raises an error for HTML that browsers could read in another
-- way: attributes must have quotation marks, and < and & must be written as entities.
local function skeleton(html)
  local out, at = {}, html:match("^<!DOCTYPE html>()")
  while true do
    local text, behind = html:match("^([^<]*)()", at)
    assert(not text:find(">", 1, true) and not text:gsub("&[%a#]%w*;", ""):find("&", 1, true), text)
    if behind > #html then
      return table.concat(out, "\n")
    end
    local name, inner
    name, at = html:match("^<(/?%a[%w]*)()", behind)
    assert(name, html:sub(behind, behind + 80))
    inner = { name }
    while true do
      local attribute, value, next_at = html:match('^%s+([%a][%w:-]*)="([^"<>]*)"()', at)
      if not attribute then
        break
      end
      assert(value ~= nil)
      inner[#inner + 1], at = attribute, next_at
    end
    at = assert(html:match("^%s*/?>()", at), html:sub(at, at + 80))
    out[#out + 1] = table.concat(inner, " ")
    if name == "style" or name == "script" then -- Lucena's own text, without data from games
      at = html:match("</" .. name .. ">()", at)
    end
  end
end

describe("text from data", function()
  it("changes no elements or attributes of HTML", function()
    assert.equal(200, #PAYLOADS)
    local wanted = {}
    for i, page in ipairs(pages("plain", "html")) do
      wanted[i] = skeleton(page)
      assert.is_true(i > 7 or page:find("Whiteplain", 1, true) ~= nil, REPORTS[i][1])
    end
    for n, payload in ipairs(PAYLOADS) do
      for i, page in ipairs(pages(payload, "html", n % 7 > 0 and MOST or nil)) do
        assert.equal(wanted[i], skeleton(page), payload)
      end
    end
  end)

  local function count(text, pattern)
    return select(2, text:gsub(pattern, ""))
  end

  -- Calls check(page, the page with ordinary names, payload) for a third of the payloads. These payloads include every
  -- item of OUT and of IN. For most payloads, only the first MOST reports are made.
  local function each_page(format, check)
    local plain = pages("plain", format)
    for n = 1, #PAYLOADS, 3 do
      local payload = PAYLOADS[n]
      for i, page in ipairs(pages(payload, format, n % 7 > 0 and MOST or nil)) do
        assert.equal(count(plain[i], "\n"), count(page, "\n"), payload)
        check(page, plain[i], payload)
      end
    end
  end

  it("stays in its cell in Markdown, LaTeX, CSV and text", function()
    each_page("markdown", function(page, plain, payload)
      assert.equal(count(plain, "|"), count(page:gsub("\\.", ""), "|"), payload)
      assert.is_nil(page:find("<", 1, true))
    end)
    each_page("latex", function(page, plain, payload)
      assert.equal(count(plain, "\\end{document}"), count(page, "\\end{document}"), payload)
      assert.equal(count(plain, "&"), count(page:gsub("\\&", ""), "&"), payload)
      assert.is_nil(page:find("\\input", 1, true))
    end)
    each_page("text", function(page)
      assert.is_nil(page:find("\u{202E}", 1, true) or page:find("\27", 1, true))
    end)
    assert.is_truthy(pages("=1+1", "csv")[3]:find("\nWhite=1+1,1", 1, true))
  end)

  it("is escaped by the rules of each format", function()
    assert.equal("a&amp;b&lt;c&gt;\"'", escape.html "a&b<c>\"'")
    assert.equal("&quot;&#39;&lt;", escape.attribute "\"'<")
    assert.equal("'=1+1", escape.csv "=1+1")
    assert.equal("\\x1B[2J\\u{202E}", escape.terminal "\27[2J\u{202E}")
    assert.equal("a \\[x\\](y) &lt;b>", (escape.markdown "a [x](y) <b>":gsub("&gt;", ">")))
    assert.equal("\\textbackslash{}\\{\\}\\$\\&\\#\\_\\%\\textasciicircum{}\\textasciitilde{}{[}{*}",
      escape.latex "\\{}$&#_%^~[*")
    -- Latin-1 bytes become UTF-8, control characters become blanks.
    assert.equal("Réti x", escape.html "R\xE9ti\1x")
  end)

  -- A text with a control character is examined character by character.
  it("escapes the same characters in texts with and without control characters", function()
    for code = 0x20, 0x2FFF do
      local text = "½" .. utf8.char(code)
      assert.equal(escape.terminal(text) .. "\\x01", escape.terminal(text .. "\1"))
    end
    for byte = 0x80, 0xFF do
      local text = "½" .. string.char(byte)
      assert.equal(escape.terminal(text) .. "\\x01", escape.terminal(text .. "\1"))
    end
  end)
end)
