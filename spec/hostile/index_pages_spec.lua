-- An index with a damaged page, one page at a time. Every question gives its usual result, or a message. The questions
-- are asked in a child process, because a pointer that was never set may end the process.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"

-- Changes a byte of each page in turn, and asks for several positions. Usage: asks.lua FILE INDEX COPY. Prints the
-- number of pages, and of those with other results.
local ASKS = [[
local chess = require "lucena"
local PAGE = 4096
local results

local function say(name, result, message, code)
  if result == nil then
    assert(type(message) == "string" and type(code) == "string", name)
    result = code
  end
  results[#results + 1] = name .. " " .. (type(result) == "table" and #result or type(result) == "userdata" and "games"
    or tostring(result))
end

local function count(iterator)
  local n = 0
  for _ in iterator do n = n + 1 end
  return n
end

local function ask(bytes)
  local file <close> = assert(io.open(arg[3], "wb"))
  file:write(bytes)
  file:close()
  results = {}
  local index, err, code = chess.index(arg[1], { file = arg[3] })
  if not index then
    say("index", nil, err, code)
    return table.concat(results, "\n")
  end
  for _, moves in ipairs { "", "e4", "d4 Nf6 c4", "e4 c5 Nf3 d6", "a3 a6 a4 a5" } do
    local position = chess.position()
    if moves ~= "" then position = position:play(moves) end
    say("moves", index:moves(position))
    say("moves of strong players", index:moves(position, { elo = 2600 }))
    say("moves of a player", index:moves(position, { player = "Kasparov", since = "1990" }))
    say("find", index:find(position))
    say("complete", index:is_complete(position))
    say("reached", index.own:reached(position, 1000))
    local ok, result = pcall(function() return count(index:games(position)) end)
    say("games", ok and result or nil, tostring(result), "error")
  end
  for _, name in ipairs { "Kasparov", "a", "zz" } do say("players", index:players(name, { prefix = true })) end
  index:close()
  return table.concat(results, "\n")
end

local file <close> = assert(io.open(arg[2], "rb"))
local bytes = file:read "a"
local whole, pages, damaged = ask(bytes), #bytes // PAGE, 0
for page = 1, pages - 1 do
  local at = page * PAGE + 1 + page * 37 % PAGE
  local changed = bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ (1 << page % 8)) .. bytes:sub(at + 1)
  damaged = damaged + (ask(changed) ~= whole and 1 or 0)
end
print(pages, damaged)
]]

describe("an index with a damaged page", function()
  it("answers every question, or returns a message", function()
    local folder <close> = folder_of()
    local games = folder:write("games.pgn", read "spec/data/sample/sample.pgn")
    assert(chess.write_index(games))
    local _, how, code = os.execute(("'%s' '%s' '%s' '%s.lci' '%s' >'%s' 2>&1"):format(LUA,
      folder:write("asks.lua", ASKS), games, games, folder:path "copy.lci", folder:path "out"))
    local out = folder:read "out"
    assert.equal("exit 0", how .. " " .. code, out)
    local pages, damaged = out:match "^(%d+)\t(%d+)\n$"
    assert.is_true(tonumber(damaged) > 10 and tonumber(pages) > 20, out)
  end)
end)
