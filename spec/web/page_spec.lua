-- The browser page in headless Chromium, from a file: address. LUCENA_PAGE names another page than that of `make web`.
-- The page needs emscripten, which the specs do not require. So without a page, and without LUCENA_PAGE, the file has
-- one test, which says so.

local french = require "spec.support.french_game"
local json = require "dkjson"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local open_chromium = require "spec.support.chromium"
local read = require("spec.support.file").read

local function top()
  local pipe <close> = io.popen "pwd"
  return pipe:read "l"
end

local PAGE = os.getenv "LUCENA_PAGE" or top() .. "/build/web/lucena.html"

local function is_built()
  local file = io.open(PAGE, "rb")
  if file then
    file:close()
  end
  return file ~= nil or os.getenv "LUCENA_PAGE" ~= nil
end

local Page = {}
Page.__index = Page

-- Opens the page in a new browser.
local function open(fragment)
  local self = setmetatable({ browser = open_chromium() }, Page)
  self.browser:resize(1280, 800)
  self.browser:open(PAGE .. (fragment or ""))
  self:wait "document.body.dataset.ready"
  return self
end

function Page:eval(script)
  return self.browser:eval(script)
end

-- Waits up to a minute, because the machine may be busy.
function Page:wait(condition)
  for _ = 1, 12 do
    if pcall(self.browser.wait, self.browser, condition) then
      return
    end
  end
  error(("still false: %s; the page says: %s"):format(condition, self:text "error"), 2)
end

function Page:text(id)
  return self:eval(("document.getElementById(%s).textContent"):format(json.encode(id)))
end

function Page:value(id)
  return self:eval(("document.getElementById(%s).value"):format(json.encode(id)))
end

function Page:press(selector)
  self:eval(("document.querySelector(%s).click()"):format(json.encode(selector)))
end

-- Sets a field as if the user had typed.
function Page:fill(id, text)
  self:eval(([[(() => { const it = document.getElementById(%s); it.value = %s;
    it.dispatchEvent(new Event("input", { bubbles: true })); })()]]):format(json.encode(id), json.encode(text)))
end

function Page:submit(id)
  self:eval(("document.getElementById(%s).requestSubmit()"):format(json.encode(id)))
end

-- Drops a file on the page.
function Page:drop(path, name)
  local bytes = {}
  for byte in read(path):gmatch "." do
    bytes[#bytes + 1] = byte:byte()
  end
  self:eval(([[(() => { const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(%s)], %s));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()]])
    :format("[" .. table.concat(bytes, ",") .. "]", json.encode(name)))
end

function Page:moves()
  return self:eval [[[...document.querySelectorAll("#sheet a[data-n]")].map((link) => link.textContent).join(" ")]]
end

function Page:wait_for_moves(moves)
  self:wait(([=[[...document.querySelectorAll("#sheet a[data-n]")].map((it) => it.textContent).join(" ") === %s]=])
    :format(json.encode(moves)))
end

-- Returns the middle of a square of the board in the window.
function Page:square(name)
  local box = self:eval [[(() => { const it = document.querySelector("#sheet svg.board");
    it.scrollIntoView({ block: "center" });
    const box = it.getBoundingClientRect(); return { x: box.x, y: box.y, size: box.width }; })()]]
  local column, row = name:byte(1) - ("a"):byte(), ("8"):byte() - name:byte(2)
  return box.x + box.size * (column + 0.5) / 8, box.y + box.size * (row + 0.5) / 8
end

-- Saves what the page offers for download, instead of a file: the page's links are not clicked.
function Page:watch_downloads()
  self:eval [[window.saved = []; HTMLAnchorElement.prototype.click = function () {
    fetchless(this.href).then((text) => saved.push({ name: this.download, text })); };
    window.blobs = new Map(); const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { const href = make(blob); blobs.set(href, blob); return href; };
    window.fetchless = (href) => blobs.get(href).text(); 0]]
end

-- Ends the test: no message on the console, no request but the page and its worker, no error in the page.
function Page:finish()
  assert.same({}, self.browser.said)
  for i, address in ipairs(self.browser.requests) do
    local is_own = i == 1 and address:find("^file://") or address:find "^blob:"
    assert.is_truthy(is_own, address)
  end
  self.browser:__close()
end

-- Defines a test that needs the page.
local function test(name, f)
  if is_built() then
    it(name, f)
  end
end

if not is_built() then
  describe("the page", function()
    it("is not tested: no build/web/lucena.html (make web)", function() end)
  end)
end

describe("the page", function()
  test("opens a dropped file, filters, steps, edits and undoes", function()
    local page = open()
    page:drop("spec/data/compressed/three.pgn.zst", "three.pgn.zst")
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    assert.equal("three.pgn.zst", page:text "file-name")
    page:fill("sought", 'player "Reti"')
    page:submit "query"
    page:wait "document.querySelectorAll('#list tbody tr').length === 1"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    assert.is_truthy(page:eval "document.querySelector('#sheet h2').textContent":find "Reti")
    page.browser:key "ArrowRight"
    page.browser:key "ArrowRight"
    page:wait "document.querySelector('#sheet .status b').textContent.startsWith('1... ')"
    page:press "#new"
    page:wait_for_moves ""
    local x, y = page:square "e2"
    page.browser:drag(x, y, page:square "e4")
    page:wait_for_moves "e4"
    x, y = page:square "c7"
    page.browser:drag(x, y, x, y) -- clicks
    x, y = page:square "c5"
    page.browser:drag(x, y, x, y)
    page:wait_for_moves "e4 c5"
    page:fill("moves", "Cf3 d6")
    page:submit "play"
    page:wait_for_moves "e4 c5 Nf3 d6"
    page:fill("comment", "the <b>Sicilian</b>")
    page:submit "annotate"
    page:wait "document.querySelector('#sheet .comment')"
    assert.equal("the <b>Sicilian</b>", page:eval "document.querySelector('#sheet .comment').textContent")
    page:press "[data-edit=undo]"
    page:press "[data-edit=undo]"
    page:wait_for_moves "e4 c5"
    page:watch_downloads()
    page:press "#save-game"
    page:wait "saved.length === 1"
    assert.equal("game.pgn", page:eval "saved[0].name")
    assert.is_truthy(page:eval "saved[0].text":find("1. e4 c5 *", 1, true))
    page:finish()
  end)

  test("plays moves with the keyboard", function()
    local page = open()
    page:eval "document.querySelector('#sheet svg.board').focus()"
    page.browser:key "ArrowDown" -- the cursor appears on e2
    page.browser:key "Enter"
    page.browser:key "ArrowUp"
    page.browser:key "ArrowUp"
    assert.equal("e4", page:text "status")
    page.browser:key "Enter"
    page:wait_for_moves "e4"
    assert.is_true(page:eval "document.activeElement === document.querySelector('#sheet svg.board')")
    page:finish()
  end)

  test("translates, checks, reads and reports", function()
    local page = open()
    page:press "#tab-translate"
    page:fill("to", "english")
    page:fill("source", french)
    page:wait "document.getElementById('translated').value.includes('43. Re6')"
    assert.is_truthy(page:value "translated":find("24. Bxf7+ Rxf7\n25. Nxf7 Rxe1+", 1, true))
    page:press "#tab-check"
    page:fill("check-source", "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Ke3 *\n")
    page:press "#check-text"
    page:wait "document.querySelector('#problems button')"
    page:press "#problems button"
    assert.equal("Ke3", page:eval [[(() => { const it = document.getElementById("check-source");
      return it.value.slice(it.selectionStart, it.selectionEnd); })()]])
    page:press "#tab-read"
    page:fill("book", "After 1. e4 e5 2. Nf3 White attacks the pawn. The reply 2... Nc6 is usual.\n")
    page:press "#read-text"
    page:wait "document.querySelectorAll('#prose button.mainline').length === 4"
    page:press "#tab-reports"
    page:submit "report-form"
    page:wait "document.querySelector('#report-shown table')"
    page:finish()
  end)

  test("runs lines at the prompt, and completes names", function()
    local page = open()
    page:press "#tab-prompt"
    page:fill("line", "e4 e5 Cf3")
    page:submit "line-form"
    page:wait "document.getElementById('prompt-sign').textContent === '2... Black>'"
    page:wait_for_moves "e4 e5 Nf3"
    page:fill("line", "board:fe")
    page:eval "document.getElementById('line').setSelectionRange(8, 8)"
    page.browser:key "Tab"
    page:wait "document.getElementById('line').value.startsWith('board:fen')"
    page:fill("line", "os.exit()")
    page:submit "line-form"
    page:wait "document.getElementById('log').textContent.includes('os.exit')"
    page:finish()
  end)

  test("stops a long search, and restores the game", function()
    local page = open()
    page:drop("spec/data/compressed/three.pgn.gz", "three.pgn.gz")
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    page:fill("moves", "e4 e5")
    page:submit "play"
    page:wait_for_moves "e4 e5"
    page:fill("sought", "where(function() while true do end end)")
    page:submit "query"
    page:wait "!document.getElementById('bar').hidden"
    page:press "#stop"
    page:wait "document.getElementById('error').textContent === 'Stopped.'"
    page:wait_for_moves "e4 e5"
    page:fill("moves", "Nf3")
    page:submit "play"
    page:wait_for_moves "e4 e5 Nf3"
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    page:finish()
  end)

  test("opens the game and the position of an address", function()
    local page = open "#fen=4k3/8/8/8/8/8/4P3/4K3%20w%20-%20-%200%201"
    assert.equal("4k3/8/8/8/8/8/4P3/4K3", page:eval [[(() => {
      document.getElementById("tab-position").click(); document.getElementById("set-game").click();
      return document.getElementById("fen").value.split(" ")[0]; })()]])
    page:fill("moves", "e4 Kd7")
    page:submit "play"
    page:wait_for_moves "e4 Kd7"
    page:press "#share"
    page:wait "location.hash.startsWith('#game=')"
    local fragment = page:eval "location.hash"
    page:finish()
    page = open(fragment)
    page:wait_for_moves "e4 Kd7"
    page:finish()
  end)

  test("shows hostile text as text", function()
    local page = open()
    page:fill("pasted", '[White "<img src=x onerror=alert(1)>"]\n[Event "</script><script>alert(2)</script>"]\n\n'
      .. "1. e4 {<svg onload=alert(3)>} *\n\n1. d4 *\n")
    page:press "#paste"
    page:wait "document.querySelectorAll('#list tbody tr').length === 2"
    page:press "#list tbody button"
    page:wait_for_moves "e4"
    assert.equal(0, page:eval "document.querySelectorAll('main img, main script:not([type])').length")
    page:finish()
  end)

  test("is accessible and fits, in both languages, light and dark", function()
    local page = open()
    page:drop("spec/data/compressed/three.pgn.gz", "three.pgn.gz")
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    for _, look in ipairs { { 1280, 800, "light", "en" }, { 360, 740, "dark", "fr" } } do
      page.browser:resize(look[1], look[2])
      page.browser:media(look[3])
      page:fill("lang", look[4])
      page:wait(("document.documentElement.lang === '%s'"):format(look[4]))
      for _, view in ipairs { "games", "game", "check", "translate", "read", "reports", "position", "prompt" } do
        page:press("#tab-" .. view)
        assert.same({}, page.browser:faults(), view)
        assert.equal(0, page:eval "Math.max(0, document.documentElement.scrollWidth - innerWidth)", view)
      end
    end
    page:finish()
  end)

  test("opens 20 MB of games", function()
    local path, folder <close> = need.data "throughput/otb.pgn.zst", new_folder()
    need.program "zstd"
    assert(folder:run(("zstd -dqc '%s' | head -c 20000000 >otb.pgn; zstd -q otb.pgn"):format(path)))
    local page = open()
    page.browser:choose("#file", { folder:path "otb.pgn.zst" })
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:fill("sought", "checkmate")
    page:submit "query"
    page:wait "document.getElementById('count').textContent.includes('match the query')"
    page:finish()
  end)
end)
