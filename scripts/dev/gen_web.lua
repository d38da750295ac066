#!/usr/bin/env lua5.4
--- Write the browser page as one file, which works from disk and makes no request.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/gen_web.lua FOLDER     (`make web`)
-- FOLDER has core.js and core.wasm (`make web-core`); the page is FOLDER/lucena.html. The same input gives the same
-- bytes.
--
-- The page is lucena.render.page with the scripts of reports and game sheets, and web/page/: page.html, page.css and
-- the files of script/. These are one function, in the order of SCRIPTS, and share their names. The worker's script,
-- core.js and worker.js, and core.wasm are inside the page, compressed (gzip).
--
-- The page's script has no rules of chess and reads no games: a worker does, and its session answers messages
-- (lua/lucena/web/). Text of games is set with textContent; the only HTML that is inserted comes from the session,
-- which escapes all text of games as in reports.

local pages = require("lucena.render.page")
local live = require("lucena.render.live")
local pieces = require("lucena.render.pieces")
local sha256 = require("lucena.render.sha256")

local folder = assert(arg[1], "usage: gen_web.lua FOLDER")

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function part(name)
  return read("web/page/" .. name)
end

local SCRIPTS = { "state", "language", "messages", "restore", "reload", "views", "games", "game", "explorer",
  "downloads", "address", "check", "translate", "read", "reports", "position", "prompt", "start" }

-- Return a script without indentation and lines of comments. No text of the scripts has several lines.
local function compact(text)
  local out = {}
  for line in text:gmatch "[^\n]+" do
    local code = line:match "^%s*(.*)$"
    assert(select(2, code:gsub("`", "")) % 2 == 0, "a text of several lines: " .. code)
    out[#out + 1] = code ~= "" and code:sub(1, 2) ~= "//" and code or nil
  end
  return table.concat(out, "\n") .. "\n"
end

local function script()
  local out = {}
  for i, name in ipairs(SCRIPTS) do
    out[i] = part("script/" .. name .. ".js")
  end
  return compact('"use strict";\n(() => {\n' .. table.concat(out, "\n") .. "})();\n")
end

-- Compress a file without its name and time.
local function packed(path)
  local pipe <close> = assert(io.popen("gzip -9n <'" .. path:gsub("'", "'\\''") .. "'", "r"))
  local bytes = pipe:read("a")
  assert(#bytes > 0, "gzip failed")
  return bytes
end

local function data(id, type, text)
  return ('<script id="%s" type="%s">%s</script>\n'):format(id, type, text)
end

-- The empty board of the editor.
local function board()
  local report = require("lucena").report "sheet"
  report:add(require("lucena").game())
  return (assert(report:format("html", { fragment = true }):match('<svg [^>]*class="board".-</svg>'))
    :gsub("<title>.-</title>", ""))
end

-- A knight, for the tab of the browser.
local function icon()
  local svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="18"'
    .. ' fill="#b98b62"/><g fill="#fff" stroke="#1b1b1b" color="#1b1b1b">' .. pieces.symbols("N") .. "</g></svg>"
  return "data:image/svg+xml," .. svg:gsub("[%%#<>\"]", function(sign) return ("%%%02X"):format(sign:byte()) end)
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

write(folder .. "/worker.js", read(folder .. "/core.js") .. "\n" .. compact(part("worker.js")))
local body = part("page.html"):gsub("%$(%u+)", { BOARD = board(), SYMBOLS = pieces.symbols() })
body = body .. data("french", "application/json", (part("fr.json"):gsub("<", "\\u003C")))
  .. data("worker", "text/plain", sha256.base64(packed(folder .. "/worker.js")))
  .. data("core", "text/plain", sha256.base64(packed(folder .. "/core.wasm")))

local html = pages.render {
  title = "Lucena", body = body, worker = true, icon = icon(),
  style = require("lucena.sheet.style").page .. live.table_style .. live.board_style .. part("page.css"),
  script = compact(live.table_script .. live.board_script .. live.sheet_script) .. script(),
}
write(folder .. "/lucena.html", html)
print(("%s/lucena.html: %d KB, core.wasm %d KB compressed"):format(folder, #html // 1024,
  #packed(folder .. "/core.wasm") // 1024))
