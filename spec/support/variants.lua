--- Commands that together use all time-critical loops of the core, and their input. All compiled variants of these
--- loops must give the same output.
--
--     local folder <close> = require "spec.support.folder" ()
--     variants.write_input(folder)
--     for _, command in ipairs(variants.commands) do
--       local line = command.line:format(folder.root)     -- the arguments of lucena; %s is the folder
--       command.name                                      -- the line without its files

local chess = require "lucena"
local damage = require "spec.support.damage"
local read = require("spec.support.file").read

local M = {}

local SEED, FILES = 4096, 60
local PGN = " spec/data/engine/engine.pgn spec/data/nasty/pgn/*.pgn spec/data/pgn/*.pgn %s/damaged*.pgn"

M.commands = {}
for _, row in ipairs {
  { "check", PGN }, -- scanner, replay
  { "convert --to pgn", PGN }, -- rewriting games
  { "convert --to-dialect french", PGN },
  { "convert --dialect french", " %s/french.pgn" },
  { "convert --to epd", PGN }, -- EPD records
  { "convert --to uci", PGN },
  { "convert --repair --to jsonl", PGN },
  { "epd fmt", " %s/positions.epd" }, -- reading and writing FEN
  { "epd fmt", " %s/damaged.epd" },
  { "filter --count -e 'material \"R v BN\"'", PGN }, -- the loop of queries
  { "filter -e 'played \"O-O-O\" & checkmate'", PGN },
  { "filter --check -e 'commented \"e\" | player \"a\"'", PGN },
  { "perft 4", "" },
} do
  M.commands[#M.commands + 1] = { name = row[1], line = row[1] .. row[2] }
end

-- One byte of a line is replaced by another byte of the same line, or removed.
local function damaged_line(line)
  local at, from = math.random(#line), math.random(#line)
  return line:sub(1, at - 1) .. (math.random(3) > 1 and line:sub(from, from) or "") .. line:sub(at + 1)
end

--- Write the files in a folder of spec.support.folder. They are the same each time.
---@param folder table
function M.write_input(folder)
  math.randomseed(SEED)
  local engine, french, positions, damaged = read "spec/data/engine/engine.pgn", {}, {}, {}
  for game in chess.games_in(engine) do
    french[#french + 1] = game:pgn { dialect = "french" }
    for node in game:mainline() do
      positions[#positions + 1] = node.position:fen()
      damaged[#damaged + 1] = damaged_line(positions[#positions])
    end
  end
  folder:write("french.pgn", table.concat(french, "\n"))
  folder:write("positions.epd", table.concat(positions, "\n") .. "\n")
  folder:write("damaged.epd", table.concat(damaged, "\n") .. "\n")

  local sources = damage.sources()
  for i = 1, FILES do
    local texts = {}
    for n = 1, math.random(8) do
      texts[n] = damage.damaged(sources[math.random(#sources)], sources)
    end
    folder:write(("damaged%02d.pgn"):format(i), table.concat(texts, "\n\n"))
  end
end

return M
