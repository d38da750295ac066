--- Drives the browser page of `make web` in headless Chromium, from a file: address.
--
--     local web_page = require "spec.support.web_page"
--     local page = web_page.open "#fen=..."      -- builds the page if it is not built
--     page:drop "spec/data/sample/sample.pgn"
--     page:wait "document.querySelectorAll('#list tbody tr').length === 100"
--     page:fill("sought", "checkmate"); page:submit "query"
--     page:finish()      -- no message on the console, no request
--     web_page.close()   -- at the end
--
-- Skips the test if emscripten or Chromium is missing. LUCENA_PAGE names another page than that of `make web`.

local json = require "dkjson"
local lfs = require "lfs"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local open_chromium = require "spec.support.chromium"

local M = {}

local Page = {}
Page.__index = Page

local function path_of_page()
  local given = os.getenv "LUCENA_PAGE"
  if given then
    return given
  end
  require "spec.support.wasm" "web"
  return lfs.currentdir() .. "/build/web/lucena.html"
end

function Page:eval(script)
  return self.browser:eval(script)
end

--- Waits up to a minute, because the machine may be busy.
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

--- Returns the number of elements that a selector finds.
function Page:count(selector)
  return self:eval(("document.querySelectorAll(%s).length"):format(json.encode(selector)))
end

function Page:press(selector)
  self:eval(("document.querySelector(%s).click()"):format(json.encode(selector)))
end

--- Sets a field as if the user had typed.
function Page:fill(id, text)
  self:eval(([[(() => { const it = document.getElementById(%s); it.value = %s;
    it.dispatchEvent(new Event("input", { bubbles: true })); })()]]):format(json.encode(id), json.encode(text)))
end

function Page:submit(id)
  self:eval(("document.getElementById(%s).requestSubmit()"):format(json.encode(id)))
end

--- Presses a button of the view that is shown, and waits for the view.
function Page:view(name)
  self:press("#tab-" .. name)
  self:wait(("!document.getElementById(%s).hidden"):format(json.encode(name)))
end

--- Drops a file on the page.
function Page:drop(path)
  self:eval [[document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "dropped",
    hidden: true })); 0]]
  self.browser:choose("#dropped", { path:find "^/" and path or lfs.currentdir() .. "/" .. path })
  self:eval [[(() => { const data = new DataTransfer(), it = document.getElementById("dropped");
    data.items.add(it.files[0]); it.remove();
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()]]
end

--- Selects the games that match, and waits for the list.
function Page:search(query)
  self:eval "document.getElementById('count').textContent = ''"
  self:fill("sought", query)
  self:submit "query"
  self:wait "document.getElementById('count').textContent !== '' || !document.getElementById('error').hidden"
  return self:text "count"
end

local MOVES = [=[[...document.querySelectorAll("#sheet a[data-n]")].map((link) => link.textContent).join(" ")]=]

--- Returns the moves of the game, as the reader sees them.
function Page:moves()
  return self:eval(MOVES)
end

function Page:wait_for_moves(moves)
  self:wait(MOVES .. " === " .. json.encode(moves))
end

--- Waits until the browser has the newest state of the page, for a reload.
function Page:wait_until_kept()
  self:wait "document.body.dataset.kept === 'all'"
end

--- Returns the middle of a square of the board in the window. `view`: "#sheet" (default) or "#position".
function Page:square(name, view)
  local box = self:eval(([[(() => { const it = document.querySelector("%s svg.board");
    it.scrollIntoView({ block: "center" });
    const { x, y, width } = it.getBoundingClientRect(); return { x, y, size: width }; })()]]):format(view or "#sheet"))
  local column, row = name:byte(1) - ("a"):byte(), ("8"):byte() - name:byte(2)
  return box.x + box.size * (column + 0.5) / 8, box.y + box.size * (row + 0.5) / 8
end

--- Raises an error if the page wrote to the console, or requested anything but itself and its worker.
function Page:finish()
  assert(not self.browser.said[1], self.browser.said[1])
  for i, address in ipairs(self.browser.requests) do
    local is_page = i == 1 and (address:find "^file://" or address == self.address)
    assert(is_page or address:find "^blob:", address)
  end
end

local browser -- one for all pages, because starting takes longer than a page

local function visit(address, script)
  browser = browser or open_chromium()
  if script then
    browser:prepare(script)
  end
  browser:resize(1280, 800)
  browser:media "light"
  -- Another page first, so that a change of the fragment alone loads the page, too.
  browser:open(lfs.currentdir() .. "/LICENSE")
  browser:eval "localStorage.clear()"
  browser:open(address)
  local self = setmetatable({ browser = browser, address = address }, Page)
  self:wait "document.body.dataset.ready"
  return self
end

--- Opens the page, as in a new window.
---@param fragment? string of the address
---@param script? string a script that runs before the page's own
function M.open(fragment, script)
  return visit(path_of_page() .. (fragment or ""), script)
end

-- Serves one file with the headers that isolate a page, and prints the port.
local SERVER = [[
const [path] = process.argv.slice(2);
const server = require("http").createServer((request, response) => {
  const isPage = request.url === "/";
  response.writeHead(isPage ? 200 : 204, { "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" });
  response.end(isPage ? require("fs").readFileSync(path) : undefined);
}).listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.on("end", () => process.exit()).resume();
]]

--- Opens the page from a server that sends the isolation headers. The server ends when `server` is closed.
---@return table page
---@return table server
function M.serve()
  local path, folder = path_of_page(), new_folder()
  need.program "node"
  local line = "LD_PRELOAD= node '%s' '%s' >'%s' 2>&1"
  local server = assert(io.popen(line:format(folder:write("server.js", SERVER), path, folder:path "port"), "w"))
  local port
  for _ = 1, 600 do
    port = (folder:read "port" or ""):match "^(%d+)\n"
    if port then
      break
    end
    os.execute "sleep 0.1"
  end
  local page = visit(("http://127.0.0.1:%s/"):format(assert(port, "no server")))
  return page, setmetatable({}, { __close = function()
    server:close()
    folder:__close()
  end })
end

--- Ends the browser.
function M.close()
  if browser then
    browser:__close()
    browser = nil
  end
end

return M
