-- Makes the pictures of the game sheet in docs/pictures: a game of the sample with clocks and evaluations, on a wide
-- light screen and on a dark phone.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/sheet_pictures.lua, from the top folder

local chess = require "lucena"

local browser <close> = require "spec.support.chromium" ()
local folder <close> = require "spec.support.folder" ()

local q = chess.query
local query = q.blunder & q.moves { min = 30, max = 45 }
local report = assert(chess.report "sheet")
for game in chess.games "spec/data/sample/sample.pgn" do
  if query(game) then
    report:add(game)
    break
  end
end
local path = folder:write("game.html", (report:format "html"))

-- Opens the page at a node and saves the window.
local function save(name, width, height, scheme, node)
  browser:resize(width, height)
  browser:media(scheme)
  browser:open(("%s#g1m%d"):format(path, node))
  browser:screenshot("docs/pictures/" .. name .. ".png")
end

save("sheet-desktop", 1280, 900, "light", 24)
save("sheet-phone", 360, 740, "dark", 40)
