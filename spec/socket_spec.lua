-- Sockets as sources: scripts/examples/server.lua, and a stream of many megabytes that needs little memory.

local chess = require "lucena"
local need = require "spec.support.need"

local SAMPLE = "spec/data/sample/sample.pgn"

local function lua()
  return os.getenv("LUCENA_LUA") or "lua5.4"
end

local function peak()
  return tonumber(assert(io.open("/proc/self/status")):read("a"):match "VmHWM:%s*(%d+)")
end

describe("scripts/examples/server.lua", function()
  it("sends the matching games, and errors of a query", function()
    local socket = need.module "socket"
    local server = assert(io.popen(lua() .. " scripts/lucena run scripts/examples/server.lua 0 2 2>&1", "r"))
    local port = assert(server:read("l"):match ":(%d+)$")
    local function ask(query, text)
      local client = assert(socket.connect("127.0.0.1", tonumber(port)))
      client:settimeout(20)
      assert(client:send(query .. "\n" .. text))
      client:shutdown "send"
      local answer = client:receive "*a"
      client:close()
      return answer
    end
    local text = assert(io.open(SAMPLE, "rb")):read "a"
    local expected = {}
    for game in chess.games(SAMPLE, { query = chess.query.parse "checkmate" }) do
      expected[#expected + 1] = game:pgn() .. "\n"
    end
    assert.equal(table.concat(expected), ask("checkmate", text))
    assert.is_true(#expected > 10)
    assert.matches("^%% .*chekmate.*checkmate", ask("chekmate", ""))
    assert.equal("", server:read "a") -- no error messages
    assert.is_true(server:close())
  end)
end)

describe("a socket", function()
  it("is read as a stream, with little memory", function()
    local socket = need.module "socket"
    local server = assert(socket.bind("127.0.0.1", 0))
    server:settimeout(20)
    local _, port = server:getsockname()
    local times = 100
    local sender = assert(io.popen(("%s -e %q"):format(lua(), ([[
      local client = assert(require "socket".connect("127.0.0.1", %d))
      local text = io.open("%s", "rb"):read "a"
      for _ = 1, %d do assert(client:send(text)) end
      client:close()]]):format(port, SAMPLE, times):gsub("%s+", " ")), "w"))
    local client = assert(server:accept())
    client:settimeout(20)
    local before, games, bytes = nil, 0, 0
    for game in chess.games(function()
      local piece, problem, rest = client:receive(1 << 16)
      piece, problem = piece or rest, problem ~= "closed" and problem or nil
      bytes = bytes + #piece
      return piece, problem
    end) do
      games = games + 1
      before = games == 314 and peak() or before
      assert.is_string(game.result)
    end
    sender:close()
    client:close()
    server:close()
    assert.equal(314 * times, games)
    assert.is_true(bytes > 20e6, bytes .. " bytes")
    -- Memory is not measured under a sanitizer, because it delays the release of freed memory.
    assert.is_true(os.getenv "PRELOAD" ~= nil or peak() - before < 8192, ("%d kB more"):format(peak() - before))
  end)
end)
