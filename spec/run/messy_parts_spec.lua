-- --jobs with random files, in which the beginnings of games are hard to find: the output, the messages, the written
-- files and the exit status are those of one process. The parts are small, so that each file has many.

local core = require "lucena.core"
local messy = require "spec.support.messy_games"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local small_parts = require "spec.support.small_parts"

local SEED = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or os.time() % 1000000
local COUNT = os.getenv "LUCENA_LONG" == "1" and 100 or 2 -- files per request

-- Runs a request of words separated by blanks. OUT is a folder; the result has all files in it.
local function result_of(folder, request, paths, jobs)
  local words = { env = jobs and small_parts(folder, math.random(50, 2000), math.random(200, 8000)) }
  for word in request:gmatch "%S+" do
    words[#words + 1] = word:gsub("^OUT", folder:path "out")
  end
  words[#words + 1] = jobs and "--jobs=" .. jobs
  folder:run "mkdir out"
  local result = run(table.move(paths, 1, #paths, #words + 1, words))
  result.err = result.err:gsub("lucena: %-%-jobs: reading in one process:[^\n]*\n", "")
  result.files = {}
  for _, name in ipairs(core.list_folder(folder:path "out")) do
    result.files[name] = folder:read("out/" .. name)
  end
  folder:run "rm -r out"
  return result
end

-- Writes one, two or three random files, of which one may be empty.
local function write_files(folder)
  local paths = { folder:write("a.pgn", messy(math.random(40000))) }
  if math.random(5) == 1 then
    paths[2] = folder:write("b.pgn", messy(math.random(5000)))
  end
  if math.random(10) == 1 then
    paths[#paths + 1] = folder:write("empty.pgn", "")
  end
  return paths
end

describe("parts of messy files", function()
  for _, request in ipairs {
    "filter --check --count", "filter --check -e checkmate --rest OUT/rest.pgn", "filter -t Result=1-0 -v",
    "filter -e check --mark M --no-skip", "filter -e check --limit 7 --rest OUT/r.pgn", "filter --strict --check",
    "convert", "convert --no-comments --split-variations", "convert -t san --strict -q", "convert -t json",
    "convert -t csv --columns White,errors,id", "convert -t tsv --columns number,line,file", "convert -t csv --per ply",
    "convert --encoding utf-8 --allow positions", "convert --dialect auto -o OUT/a.pgn",
    "convert --allow comment=20 --allow tag=9 --allow tags=3",
    "tag --plycount", "tag --plycount -o OUT/a.pgn", "tag --fix results,dates,roster --drop Nix -o OUT/a.pgn",
    "tag --fix results,plycount,roster", "tag --line-numbers Lines -o -", "tag --rename Event=Ev --drop ECO",
    "sort", "sort --by=-plies,White -o OUT/a.pgn", "sort --by ECO,-movetext --strict",
    "split --by White,Black --into OUT", "split --by Date:4 --into OUT --strict",
    "merge", "merge --unique -o OUT/a.pgn", "merge --no-comments",
    "dedup", "dedup --by players --list", "dedup --by exact --duplicates OUT/b.pgn",
    "dedup --keep longest -o OUT/a.pgn",
    "dedup --contained --list", "dedup --games 3-50", "report summary",
    "book make --min 1",
  } do
    it(("give the same result as one process, seed %d: %s"):format(SEED, request), function()
      local folder <close> = new_folder()
      math.randomseed(SEED)
      for i = 1, COUNT do
        local paths = write_files(folder)
        local alone = result_of(folder, request, paths)
        assert.is_true(alone.code < 2)
        assert.same(alone, result_of(folder, request, paths, 1 + i % 3))
      end
    end)
  end
end)
