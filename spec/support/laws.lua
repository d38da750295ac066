--- Laws that hold for every file of games, however damaged. The commands run in this process, as a user calls them, so
-- that a law takes milliseconds; the law of --jobs starts processes. scripts/dev/laws.lua tests many files, and writes
-- and shortens those for which a law does not hold.
--
--     for _, law in ipairs(require("spec.support.laws").list) do
--       law.name, law.starts_processes
--       laws.broken(law, seed)             --> nil, or { what was done, expected, found }
--     end

local chess = require "lucena"
local command = require "lucena.command"
local messages = require "lucena.run.messages"
local messy_file = require "spec.support.messy_file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local small_parts = require "spec.support.small_parts"

-- Run a command in this process. Its output must go to files. Returns the exit status and the messages.
local function call(...)
  local lines = {}
  local write, print = io.write, _G.print -- the command replaces both
  messages.divert(function(line) lines[#lines + 1] = line end)
  local status = command.main { ... }
  messages.divert(nil)
  io.write, _G.print = write, print -- luacheck: ignore
  return status, table.concat(lines, "\n")
end

-- Run a command that must not fail for any data.
local function must(...)
  local status, err = call(...)
  if status > 1 then
    error(("%s: status %d: %s"):format(table.concat({ ... }, " "), status, err), 0)
  end
  return status, err
end

local function differ(words, before, after)
  if before ~= after then
    return { words, before, after }
  end
end

-- Call a function for each game of a file, and return the list of the results.
local function map_games(path, f, opts)
  local list = {}
  local reader <close> = assert(chess.open(path, opts))
  for game in function() return (reader:read()) end do
    list[#list + 1] = f(game)
  end
  return list
end

local RESULTS = { "*", "1-0", "0-1", "1/2-1/2" }

-- Return a text without the results and closing signs at its end.
local function stem(text)
  local before
  repeat
    before, text = text, text:gsub("[%s}%)]+$", "")
    for _, result in ipairs(RESULTS) do
      text = text:sub(-#result) == result and text:sub(1, -#result - 1) or text
    end
  until text == before
  return text
end

-- The texts of all games of a file. Commands that copy a game that another game would continue end it: they close its
-- comment and variations, and add a result (lucena.run.joining). So the ends of games are omitted.
local function games_of(path)
  return map_games(path, function(game)
    return stem(game.text)
  end)
end

local function joined(list)
  return table.concat(list, "\n-----\n")
end

local function sorted(list)
  table.sort(list)
  return joined(list)
end

local LAYOUTS = { {}, {}, { "--width=0" }, { "--no-wrap-comments" }, { "--replace-braces" }, { "--width=30" } }

local function convert_twice(folder, name)
  local layout = LAYOUTS[math.random(#LAYOUTS)]
  local once, twice = folder:path "once.pgn", folder:path "twice.pgn"
  must("convert", "-q", folder:path(name), "-o", once, table.unpack(layout))
  must("convert", "-q", once, "-o", twice, table.unpack(layout))
  return differ("convert twice " .. (layout[1] or ""), folder:read "once.pgn", folder:read "twice.pgn")
end

local QUERIES = { "plies { min = 4 }", "check", "checkmate" }

local function filter_and_rest(folder, name)
  local query = QUERIES[math.random(3)]
  local path, yes, no = folder:path(name), folder:path "yes.pgn", folder:path "no.pgn"
  must("filter", "-q", "-e", query, path, "-o", yes)
  must("filter", "-q", "-v", "-e", query, path, "-o", no)
  local both = games_of(yes)
  local rest = games_of(no)
  return differ("filter + -v: " .. query, sorted(games_of(path)),
    sorted(table.move(rest, 1, #rest, #both + 1, both)))
end

local function split_and_merge(folder, name)
  local path, into = folder:path(name), folder:path "into"
  must("split", "-q", "--every=2", path, "--into", into)
  local parts = {}
  for _, part in ipairs(require("lucena.core").list_folder(into) or {}) do
    parts[#parts + 1] = into .. "/" .. part
  end
  table.sort(parts)
  local merged = {}
  if #parts > 0 then
    must("merge", "-q", "-o", folder:path "merged.pgn", table.unpack(parts))
    merged = games_of(folder:path "merged.pgn")
  end
  return differ("split and merge", joined(games_of(path)), joined(merged))
end

local function sort_permutes(folder, name)
  local key = ({ "White", "-plies", "ECO,-movetext", "Date" })[math.random(4)]
  must("sort", "-q", "--by=" .. key, folder:path(name), "-o", folder:path "sorted.pgn")
  return differ("sort " .. key, sorted(games_of(folder:path(name))), sorted(games_of(folder:path "sorted.pgn")))
end

local function dedup_divides(folder, name)
  must("dedup", "-q", folder:path(name), "-o", folder:path "unique.pgn", "--duplicates", folder:path "doubles.pgn")
  local both, rest = games_of(folder:path "unique.pgn"), games_of(folder:path "doubles.pgn")
  return differ("dedup", sorted(games_of(folder:path(name))), sorted(table.move(rest, 1, #rest, #both + 1, both)))
end

-- Describe the tree of a game. Line ends in comments are blanks there: comments are broken into text lines.
local function tree_of(game)
  local list = {}
  local function put(sign, texts)
    for _, text in ipairs(texts) do
      list[#list + 1] = sign .. tostring(text):gsub("%s+", " ")
    end
  end
  local stack = { game.root }
  while #stack > 0 do
    local node = table.remove(stack)
    list[#list + 1] = node.ply .. (node.move and node.san or "") .. " " .. #node
    put("<", node.comments_before)
    put("$", node.nags)
    put("{", node.comments)
    put("{", node.unread) -- may be written as a comment
    put("?", node.notes)
    for i = #node, 1, -1 do
      stack[#stack + 1] = node[i]
    end
  end
  list[#list + 1] = "rest " .. (game.rest or ""):gsub("%s+", " ")
  return table.concat(list, "\n")
end

-- Describe the tags and the tree of a game.
local function contents_of(game)
  local list = {}
  for name, value in pairs(game.tags) do
    list[#list + 1] = name .. " " .. value
  end
  table.sort(list)
  for _, tag in ipairs(game.duplicate_tags) do
    list[#list + 1] = tag[1] .. " " .. tag[2]
  end
  return joined(list) .. tree_of(game) .. (game.result or "")
end

-- JSON is in UTF-8, so the game is written in UTF-8, too.
-- In JSON, a variation does not say whether it was written inside another one, so the trees are compared, and not the
-- bytes. A half in Latin-1 becomes a result in UTF-8, so files with it are omitted.
local function json_and_back(folder, name)
  local json, back, once = folder:path "a.json", folder:path "back.pgn", folder:path "once.pgn"
  local texts = joined(games_of(folder:path(name)))
  if texts:find("\xBD", 1, true) and not utf8.len(texts) then
    return nil
  end
  must("convert", "-q", folder:path(name), "-o", json)
  must("convert", "-q", "--encoding=utf-8", folder:path(name), "-o", once)
  local _, err = must("convert", "-q", json, "-o", back)
  return differ("JSON and back: " .. err, joined(map_games(once, contents_of)), joined(map_games(back, contents_of)))
end

local function trees_stay(folder, name)
  local status = must("convert", "-q", folder:path(name), "-o", folder:path "once.pgn")
  if status == 1 then
    return nil
  end
  return differ("trees after convert", joined(map_games(folder:path(name), tree_of)),
    joined(map_games(folder:path "once.pgn", tree_of)))
end

local DIALECTS = { "french", "german", "russian", "fide", "iccf", "lan", "figurine", "smith" }

-- Text that cannot be read in one notation may be a move in another, so only games without such text are compared.
-- Moves of another length would break the lines of comments at other blanks, so each game is one line. Returns what was
-- done, what was expected and found, if they differ; or the reason why the dialect has no text for a move.
local function game_and_back(game, dialect)
  local text, problem, code = game:pgn { dialect = dialect, width = 0 }
  if code == "unsayable_move" then
    return nil, problem
  end
  local again = text and assert(chess.game(text, { dialect = dialect })):pgn { width = 0 } or problem
  return differ("dialect " .. dialect .. " and back", game:pgn { width = 0 }, again)
end

-- A game that the dialect cannot write is reported with its place, and all other games are written.
local function refusals_are_reported(folder, name, dialect, refused)
  local path, out = folder:path(name), folder:path "out.pgn"
  local status, err = must("convert", "-q", "--to-dialect=" .. dialect, path, "-o", out)
  local _, count = err:gsub("cannot be written:", "")
  local lines = {}
  for line in (err .. "\n"):gmatch "[^\n]*\n" do
    lines[line] = true
  end
  for i, it in ipairs(refused) do
    local line = ("%s:%d: game %d cannot be written: %s\n"):format(path, it.line, it.number, it.problem)
    refused[i] = lines[line] and "" or line
  end
  local expected = ("status 1, %d games\n"):format(#games_of(path) - count)
  local found = ("status %d, %d games\n"):format(status, #games_of(out))
  return differ("dialect " .. dialect .. ": refused games", table.concat(refused) .. expected, found)
end

local function dialect_and_back(folder, name)
  local dialect, refused = DIALECTS[math.random(#DIALECTS)], {}
  local reader <close> = assert(chess.open(folder:path(name), { check = true }))
  for game in function() return (reader:read()) end do
    if #game.diagnostics == 0 and utf8.len(game.text) then
      local found, problem = game_and_back(game, dialect)
      if found then
        return found
      end
      refused[#refused + 1] = problem and { line = game.line, number = reader.read_count, problem = problem }
    end
  end
  return refused[1] and refusals_are_reported(folder, name, dialect, refused) or nil
end

local REQUESTS = {
  { "convert", "FILE", "-o", "out" }, { "convert", "-t", "json", "FILE", "-o", "out" }, { "sort", "FILE", "-o", "out" },
  { "tag", "--fix", "results,dates,roster,plycount", "FILE", "-o", "out" }, { "dedup", "FILE", "-o", "out" },
  { "filter", "-e", "check", "FILE", "-o", "out" }, { "filter", "--check", "--count", "FILE" },
  { "report", "summary", "FILE" },
  { "split", "--by", "White", "--into", "into", "FILE" }, { "convert", "--strict", "FILE", "-o", "out" },
}

local function outcome(folder, request)
  local result = run(request)
  result.err = result.err:gsub("lucena: %-%-jobs: reading in one process:[^\n]*\n", "")
  result.files = {}
  for _, name in ipairs(folder:names()) do
    if name == "out" then
      result.files[#result.files + 1] = folder:read(name)
    elseif name == "into" then
      for _, file in ipairs(require("lucena.core").list_folder(folder:path "into")) do
        result.files[#result.files + 1] = file .. "\n" .. folder:read("into/" .. file)
      end
    end
  end
  folder:run "rm -rf out into"
  return ("status %d\n%s\n%s\n%s"):format(result.code, result.err, result.out, table.concat(result.files, "\n"))
end

local function jobs_are_equal(folder, name)
  local request = { cwd = folder.root }
  for i, word in ipairs(REQUESTS[math.random(#REQUESTS)]) do
    request[i] = word == "FILE" and name or word
  end
  local alone = outcome(folder, request)
  local jobs = ({ 2, 3, 7 })[math.random(3)]
  request[#request + 1] = "--jobs=" .. jobs
  request.env = small_parts(folder, math.random(50, 500), math.random(200, 2000))
  return differ(table.concat(request, " "), alone, outcome(folder, request))
end

local M = {}

-- In `check(folder, name)`, `name` is the name of a file in the folder. It returns nil, or what was done, what was
-- expected, and what was found.
M.list = {
  { name = "convert twice is convert once", check = convert_twice },
  { name = "games come back from JSON", check = json_and_back },
  { name = "filter and its opposite have all games", check = filter_and_rest },
  { name = "merge undoes split", check = split_and_merge },
  { name = "sort is a permutation", check = sort_permutes },
  { name = "dedup divides the games", check = dedup_divides },
  { name = "trees are the same after convert, or the difference is reported", check = trees_stay },
  { name = "games come back from a dialect", check = dialect_and_back },
  { name = "--jobs changes nothing", check = jobs_are_equal, starts_processes = true },
}

--- Test a law with the bytes of a file. The seed decides which options are used.
---@param law table of M.list
---@param seed integer
---@param name string
---@param bytes string
---@return table? broken
function M.test(law, seed, name, bytes)
  local folder <close> = new_folder()
  folder:write(name, bytes)
  math.randomseed(seed)
  local done, found = pcall(law.check, folder, name)
  return done and found or not done and { tostring(found), "", "" } or nil
end

--- Test a law with the file of a seed.
function M.broken(law, seed)
  return M.test(law, seed, messy_file(seed))
end

return M
