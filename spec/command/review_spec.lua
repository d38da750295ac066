-- The editor's loop of `lucena read`: --review, --corrections and --report.

local folder = require "spec.support.folder"
local run = require "spec.support.run"

local PAGE = "Herr Martin - Mr. Petit, Paris, 1900\n\n"
  .. "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. B-Q4 Kt-B3 5. O-O B-K2\n\nTHE END\n\nGood bye.\n"
local HEAD = table.concat({ "line", "printed", "read", "rivals" }, "\t") .. "\n"

local function games(result)
  local list = {}
  for text in result.out:gmatch("\n\n(.-)\n\n") do
    list[#list + 1] = text:gsub("%b{} ?", ""):gsub("\n", " "):gsub(" *$", "")
  end
  return list
end

describe("lucena read --review", function()
  it("writes one line for each gap", function()
    local place <close> = folder()
    local path, notes = place:write("a.txt", PAGE), place:path "notes.tsv"
    assert.equal(1, run { "read", "-q", "--review", notes, path }.code)
    assert.equal(HEAD .. "3:49\tB-Q4\t\t\n", place:read "notes.tsv")
  end)

  it("writes the move that was read and its rivals for a choice", function()
    local place <close> = folder()
    local path = place:write("a.txt", "1. P-Q4 P-Q4 2. P-QB4 P-K3 3. Kt-QB3 Kt-KB3\n4. B-Kt5 QKt-Q2 5. P-K3 B-K2\n")
    run { "read", "-q", "--review", place:path "notes.tsv", path }
    assert.equal(HEAD .. "2:10\tQKt-Q2\tNbd7\tNfd7\n", place:read "notes.tsv")
  end)

  it("lists the correction of a misprint as a rival", function()
    local place <close> = folder()
    local path = place:write("a.txt", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Na4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n")
    run { "read", "-q", "--review", place:path "notes.tsv", path }
    assert.equal(HEAD .. "1:34\tNa4\t\tBa4\n", place:read "notes.tsv")
  end)

  it("is for one text", function()
    local r = run { "read", "--review", "notes.tsv", "a.txt", "b.txt" }
    assert.same({ 2, true }, { r.code, r.err:find("--review: one text expected, got 2", 1, true) ~= nil })
  end)
end)

describe("lucena read --corrections", function()
  local function corrected(page, rows)
    local place <close> = folder()
    return run { "read", "-q", "--corrections", place:write("notes.tsv", HEAD .. rows), place:write("a.txt", page) }
  end

  it("reads the moves of the table, in any notation of the text", function()
    local whole = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"
    local r = corrected(PAGE, "3:49\tB-Q4\tBa4\t\n")
    assert.same({ 0, { whole } }, { r.code, games(r) })
    r = corrected("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Zq9 Sf6 5. O-O Le7\n", "1:34\tZq9\tBa4\t\n")
    assert.same({ 0, { whole } }, { r.code, games(r) })
  end)

  it("reports corrections that cannot be played, are no moves, or are there twice", function()
    local r = corrected(PAGE, "3:49\tB-Q4\tQh5\t\n")
    local problem_at = r.err:find("a.txt:3:49: Qh5: this correction cannot be played here", 1, true)
    assert.same({ 1, true }, { r.code, problem_at ~= nil }, r.err)
    for move, problem in pairs { Cf3 = "'Cf3' is not a move in SAN, nor -", ["4. Nf3"] = "'4. Nf3' is not a move",
      ["Nf3 Be7"] = "'Nf3 Be7' is not a move", ["--"] = "'--' is not a move" } do
      r = corrected(PAGE, ("3:49\tB-Q4\t%s\t\n"):format(move))
      assert.same({ 2, true }, { r.code, r.err:find(problem, 1, true) ~= nil }, r.err)
    end
    r = corrected(PAGE, "3:49\tB-Q4\tBa4\t\n3:49\tB-Q4\tBb3\t\n")
    assert.same({ 2, true }, { r.code, r.err:find("a second move for 3:49", 1, true) ~= nil }, r.err)
    r = corrected(PAGE, "99999999999999999999:1\tB-Q4\tBa4\t\n")
    assert.equal(2, r.code, r.err)
  end)

  it("does not write a review or a report over another file of the command", function()
    local place <close> = folder()
    local path, notes = place:write("a.txt", PAGE), place:write("notes.tsv", HEAD)
    for _, words in ipairs { { "--review", path }, { "--report", path }, { "--corrections", notes, "--review", notes },
      { "-o", place:path "x", "--report", place:path "x" }, { "--explain", "3", "--review", place:path "y" } } do
      local r = run { "read", "-q", path, table.unpack(words) }
      assert.equal(2, r.code, r.err)
    end
    assert.same({ PAGE, HEAD }, { place:read "a.txt", place:read "notes.tsv" })
  end)

  it("reads the words of a row with a hyphen as prose", function()
    local r = corrected("1. e4 e5 2. Nf3 Nc6 (2... d6) 3. Bb5\n", "1:27\td6\t-\t\n")
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" }, games(r))
  end)

  it("changes nothing with an unedited review", function()
    local place <close> = folder()
    local path, notes = place:write("a.txt", PAGE), place:path "notes.tsv"
    local before = run { "read", "--review", notes, path }
    local after = run { "read", "--corrections", notes, path }
    assert.same({ before.code, before.out, before.err }, { after.code, after.out, after.err })
  end)

  it("reports a row whose printed text is not at its place", function()
    local r = corrected("1. e4 e5 2. Nf3\n", "1:10\tNc3\tNf3\t\n")
    assert.same({ 1, true }, { r.code, r.err:find("a.txt:1:10: Nc3: the text has other words here (make the"
      .. " corrections from a new review)\n", 1, true) ~= nil })
  end)

  it("rejects a file that is no review", function()
    local r = corrected("1. e4\n", "Hello\n")
    assert.same({ 2, true }, { r.code, r.err:find("line 2: not a row of a review", 1, true) ~= nil })
    assert.equal(3, run { "read", "--corrections", "/no/such/file", "-", stdin = "1. e4" }.code)
  end)
end)

describe("lucena read --report", function()
  it("writes the text, its games, and links between the doubts", function()
    local place <close> = folder()
    local path, page = place:write("a<b.txt", PAGE .. "1 < 2 & 3\n"), place:path "page.html"
    run { "read", "-q", "--report", page, path }
    local html = place:read "page.html"
    for _, part in ipairs { "<p>1 game, 4 doubts.", '<span class="main"><a href="#g1">P-K4</a></span>',
      '<span class="fault" id="d1"><a href="#r1">B-Q4</a></span>', '<li id="r1"><a href="#d1">3:49</a>',
      "4. B-Q4 is not legal here", "<h2>Martin – Petit</h2>", '<span class="rest">THE END\n\nGood bye.',
      "1 &lt; 2 &amp; 3", "in no game: 4 words" } do
      assert.is_truthy(html:find(part, 1, true), part)
    end
    assert.is_nil(html:find("a<b.txt", 1, true))
  end)

  it("has signs and comments as readers print them, and the name of the file", function()
    local place <close> = folder()
    local path = place:write("a.txt", "1. e4 e5 2. Nf3! Nc6\n\nA good move.\n\n3. Bb5 a6 4. Ba4\n")
    run { "read", "-q", "--report", place:path "page.html", path }
    local html = place:read "page.html"
    assert.is_truthy(html:find("<h1>a.txt</h1>", 1, true))
    assert.is_truthy(html:find("2. Nf3! Nc6 <i>A good move.</i> 3. Bb5", 1, true), html:match "<h2>.*")
  end)

  it("names games without players by their numbers", function()
    local place <close> = folder()
    local path = place:write("a.txt", "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 1-0\n")
    run { "read", "-q", "--report", place:path "page.html", path }
    assert.is_truthy(place:read "page.html":find("<h2>Game 1, 1-0</h2>", 1, true))
  end)

  it("writes a page that is accessible, and fits computers and phones", function()
    local place <close> = folder()
    local path = place:write("a.txt", PAGE .. "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n")
    run { "read", "-q", "--report", place:path "page.html", path }
    local browser <close> = require "spec.support.chromium" ()
    for width, scheme in pairs { [1280] = "light", [390] = "dark" } do
      browser:resize(width, 800)
      browser:media(scheme)
      browser:open(place:path "page.html")
      assert.same({}, browser:faults())
      assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth")
    end
  end)
end)

describe("lucena read --explain", function()
  local TEXT = "Intro\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6\n4. L a4 Kf6 5. 0-0 Le7 6. Tel b5 7. Lb3\n"

  it("prints the words of a line with their moves and costs, and the cheapest rival", function()
    local r = run { "read", "--explain", "3", "-", stdin = TEXT }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("\n  L a4: game, 4. Ba4, cost 0.0\n  Kf6: game, 4... ", 1, true), r.out)
    assert.is_truthy(r.out:find("\n  Tel: game, 6. Re1, cost 0.7\n", 1, true), r.out)
    assert.is_truthy(r.out:find("\nrival: 4... %u%w+ in place of 4... %u%w+, cost %d%.%d more\n$"), r.out)
  end)

  it("reports a line that is in no game, and a value that is no line", function()
    assert.same({ code = 1, out = "", err = "-:1: the decoder reads no game here\n" },
      run { "read", "--explain", "1", "-", stdin = TEXT })
    assert.equal(1, run { "read", "--explain", "99", "-", stdin = TEXT }.code)
    assert.equal(2, run { "read", "--explain", "x", "-", stdin = TEXT }.code)
  end)
end)
