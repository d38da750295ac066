-- HTML pages and charts. The content security policy must contain the hash of the page's script. Text must be escaped.
-- Charts must be well-formed and show the right values.

local chart = require "lucena.render.chart"
local page = require "lucena.render.page"
local sha256 = require "lucena.render.sha256"

local function hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

describe("SHA-256", function()
  -- Hashes from FIPS 180-2, appendix B; the hash of the empty text; and texts whose length is near that of a block.
  local KNOWN = {
    [""] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ["abc"] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"] =
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    [("a"):rep(1000)] = "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    [("x"):rep(55)] = "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072",
    [("x"):rep(64)] = "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c",
  }

  it("gives the results of the standard", function()
    for text, digest in pairs(KNOWN) do
      assert.equal(digest, hex(sha256.digest(text)))
    end
  end)

  it("is written in base64", function()
    assert.same({ "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==" },
      { sha256.base64 "", sha256.base64 "f", sha256.base64 "fo", sha256.base64 "foo", sha256.base64 "foob" })
  end)
end)

describe("a page", function()
  it("allows only its own script, by its hash", function()
    local html = page.render { title = "T", body = "", script = "\n  console.log(1 < 2)\n" }
    local script = html:match("<script>(.-)</script>")
    assert.equal("\n  console.log(1 < 2)\n", script)
    assert.equal("default-src 'none'; script-src 'sha256-" .. sha256.base64(sha256.digest(script))
      .. "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
      html:match('Content%-Security%-Policy" content="([^"]*)"'))
  end)

  it("may start workers from its own text", function()
    local html = page.render { title = "T", body = "", script = "1", worker = true }
    assert.is_truthy(html:find(" 'wasm-unsafe-eval'; worker-src blob:; style-src", 1, true))
    assert.is_truthy(html:find("default-src 'none'; script-src 'sha256-", 1, true))
  end)

  it("allows no scripts if it has none", function()
    local html = page.render { title = "T", body = "" }
    assert.is_truthy(html:find("script-src 'none'", 1, true))
    assert.is_nil(html:find("<script", 1, true))
  end)

  it("may be a part of another page", function()
    assert.equal("<style>\nb {}</style>\n<p>x</p>\n", page.render { title = "T", body = "<p>x</p>", style = "b {}",
      script = "1", fragment = true })
    local report = require("lucena").report "summary"
    local part = report:format("html", { fragment = true })
    assert.is_truthy(part:find "^<style>\n")
    assert.is_nil(part:find("<script", 1, true))
    assert.is_truthy(report:format("html"):find(part:match "</style>\n(.*)\n$", 1, true))
  end)

  it("escapes its title and language", function()
    local html = page.render { title = "</title><b>", lang = '"><b>', body = "" }
    assert.is_nil(html:find("<b>", 1, true))
  end)

  it("refuses a script or a style with a closing tag, and unknown options", function()
    assert.has_error(function() page.render { script = "'</script>'" } end,
      "bad argument #1 to 'render' (option 'script': holds '</' or '<!--')")
    assert.has_error(function() page.render { style = "</style>" } end)
    assert.has_error(function() page.render { titel = "x" } end,
      "bad argument #1 to 'render' (unknown option 'titel'; did you mean 'title'?)")
  end)
end)

describe("a chart", function()
  local function bars(options)
    options.title = "T"
    return chart.bars(options)
  end

  it("is SVG with all elements closed", function()
    local need = require "spec.support.need"
    local folder <close> = require "spec.support.folder" ()
    local tool = need.program "rsvg-convert"
    local evil = [["'><script>&amp;]] .. "é\u{202E}"
    for number, svg in ipairs {
      bars { labels = { evil, "b" }, series = { { name = evil, values = { 1, 2 } }, { values = { false, -1 } } } },
      bars { labels = { ("long name "):rep(9), "b" }, series = { { values = { 1, 2 } } } },
      bars { labels = {}, series = {} },
      chart.line { labels = { evil, 2, 3 }, series = { { name = evil, values = { 1, false, 2 } } } },
    } do
      folder:write(number .. ".svg", svg)
      assert.is_true(folder:run(("LD_PRELOAD= '%s' %d.svg -o %d.png"):format(tool, number, number)))
    end
  end)

  it("has bars with the height of their values", function()
    local svg = bars { labels = { "a", "b" }, series = { { values = { 5, 10 } } } }
    local heights = {}
    for height, text in svg:gmatch('<rect[^>]* height="([%d.]+)"[^>]*><title>(.-)</title>') do
      heights[text] = tonumber(height)
    end
    assert.is_true(math.abs(heights["b: 10"] / heights["a: 5"] - 2) < 0.01)
  end)

  it("stacks bars without gaps", function()
    local svg = bars { stacked = true, labels = { "a" }, series = { { values = { 3 } }, { values = { 4 } } } }
    local found = {}
    for y, height in svg:gmatch('<rect[^>]* y="([%d.]+)"[^>]* height="([%d.]+)"[^>]*><title>') do
      found[#found + 1] = { tonumber(y), tonumber(height) }
    end
    assert.equal(2, #found)
    assert.is_true(math.abs(found[2][1] + found[2][2] - found[1][1]) <= 0.2)
  end)

  it("interrupts the line where a value is missing", function()
    local svg = chart.line { labels = { 1, 2, 3, 4 }, series = { { values = { 1, 2, false, 3 } } } }
    local _, starts = svg:match('d="(M[^"V]*L[^"]*)"'):gsub("M", "")
    assert.equal(2, starts)
  end)

  it("describes its values in text", function()
    local svg = bars { labels = { 1999, 2000 }, series = { { name = "Games", values = { 3, 0.5 } } } }
    assert.equal("1999: Games 3; 2000: Games 0.5", svg:match("<desc>(.-)</desc>"))
  end)
end)
