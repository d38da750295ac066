-- Measures the browser page of `make web` in headless Chromium: loading, the first move, opening and searching 20 MB of
-- games, and perft next to the native one.
-- Usage: LUCENA_DATA=FOLDER scripts/dev/with-build lua5.4 bench/web.lua, from the top folder, on a quiet machine
--
-- The limits of the last column are those of the project. All times are wall-clock times of the page, the least of
-- three; a busy machine makes them longer. Needs `make web`,
-- Chromium, zstd and LuaSocket.

local chess = require "lucena"
local gettime = require("socket").gettime
local web_page = require "spec.support.web_page"
local folder <close> = require "spec.support.folder" ()

local BYTES, ROUNDS = 20000000, 3

local source = assert(os.getenv "LUCENA_DATA", "LUCENA_DATA is not set") .. "/throughput/otb.pgn.zst"
assert(folder:run(("zstd -dqc '%s' | head -c %d >otb.pgn; zstd -q otb.pgn"):format(source, BYTES)))

-- Runs a script of the page until a condition holds, and returns the seconds.
local function seconds(page, script, condition)
  return page:eval(([[new Promise((done) => { const start = performance.now();
    const poll = () => { if (%s) done((performance.now() - start) / 1000);
      else if (performance.now() - start > 60000) done(-1); else setTimeout(poll, 2); };
    %s; poll(); })]]):format(condition, script))
end

local function search(page, query)
  return seconds(page, ([[document.getElementById("count").textContent = "";
    document.getElementById("sought").value = '%s'; document.getElementById("query").requestSubmit()]]):format(query),
    [[document.getElementById("count").textContent.includes("match the query")]])
end

local least = {}
local function keep(name, value)
  assert(value >= 0, name .. ": no result after a minute")
  least[name] = math.min(least[name] or math.huge, value)
end

local function measure()
  local page = web_page.open()
  -- The body is marked when the first position is on the board and the worker waits for messages.
  local ready = page:eval "Number(document.body.dataset.ready) / 1000"
  local move = seconds(page, [[document.getElementById("moves").value = "e4";
    document.getElementById("play").requestSubmit()]], [[document.querySelector("#sheet a[data-n]")]])
  keep("ready", ready)
  keep("first move", ready + move)
  page:drop(folder:path "otb.pgn.zst")
  keep("open", seconds(page, "0", [[document.querySelector("#list tbody tr")]]))
  keep("search", search(page, "checkmate"))
  page:view "prompt"
  keep("perft", seconds(page, [[document.getElementById("line").value = "return chess.position():perft(6)";
    document.getElementById("line-form").requestSubmit()]],
    [[document.getElementById("log").textContent.includes("119060324")]]))
  local start = gettime()
  assert(chess.position():perft(6) == 119060324)
  keep("native", gettime() - start)
end

for _ = 1, ROUNDS do
  measure()
end
web_page.close()

print(("ready after loading        %6.2f s"):format(least.ready))
print(("first move after loading   %6.2f s        at most 1.5 s"):format(least["first move"]))
print(("open %d MB, compressed     %6.2f s"):format(BYTES // 1000000, least.open))
print(("search for checkmates      %6.1f MB/s     at least 25 MB/s"):format(BYTES / 1e6 / least.search))
print(("perft 6, native = 1        %6.2f          at least 0.25"):format(least.native / least.perft))
