-- Time must be linear in the length of the text for readers that are written in Lua: text with prose, HTML, JSON and
-- tournament report files. A text of twice the length may take at most 2.8 times as long.

local chess = require "lucena"
local shapes = require "spec.support.shapes"
local trf_reader = require "lucena.tournament.trf_reader"

-- Reads all values of a JSON text, up to the first one that is not a game.
local function read_json(text)
  for _, game in require("lucena.json").each(text) do
    if not game then
      return
    end
  end
end

local READERS = {
  { "text with prose", shapes.prose, function(text) chess.read_text(text) end, 1 << 12 },
  { "JSON", shapes.json, read_json, 1 << 13 },
  { "a tournament report file", shapes.trf, function(text) trf_reader.read(text, "a.trf") end, 1 << 13 },
}

for _, reader in ipairs(READERS) do
  local name, list, read, small = table.unpack(reader)
  describe("twice the text takes at most 2.8 times as long in " .. name .. ":", function()
    for _, shape in ipairs(list) do
      it(shape[1], function()
        shapes.check_growth(function(text) return shapes.seconds(read, text) end, shape[2], small)
      end)
    end
  end)
end
