-- Filters games for other programs. A client sends one text line with a query and then games, and gets back the games
-- that match. The script needs LuaSocket (Debian: lua-socket). Only one game at a time is in memory.
-- Usage: lucena run scripts/examples/server.lua [PORT [CLIENTS]]

local chess = require "lucena"
local socket = require "socket"

local server = assert(socket.bind("127.0.0.1", tonumber(arg[1] or 0)))
print(("listening on %s:%d"):format(server:getsockname()))
io.stdout:flush()

-- Return a function for chess.games that returns the next part of the text, "" at the end, or nil and a message.
local function source_of(client)
  return function()
    local piece, problem, rest = client:receive(1 << 16)
    if problem == "closed" then
      return rest
    end
    return piece, problem
  end
end

local function serve(client)
  local query, problem = chess.query.parse(client:receive "*l" or "")
  if not query then
    return client:send("% " .. problem .. "\n")
  end
  for game in chess.games(source_of(client), { query = query }) do
    client:send(game:pgn() .. "\n")
  end
end

for _ = 1, tonumber(arg[2]) or math.huge do
  local client = server:accept()
  client:settimeout(60)
  local done, problem = pcall(serve, client)
  client:close()
  if not done then
    io.stderr:write(tostring(problem), "\n")
  end
end
