--- An engine of a few lines of Lua. This function returns an argv for chess.engine; its words can also follow --engine.
-- The engine answers `uci` and `isready`, and answers `go` with e2e4 at once. `changes` is Lua code that replaces
-- functions in the table `on`, whose keys are the first words of commands. say(line) writes a line; sleep() does
-- nothing until the input ends.
--
--     chess.engine(fake [[ function on.go() say "bestmove d2d4" end ]])

local BASE = [[
local on = {}
io.stdout:setvbuf "line"
local function say(text) io.write(text, "\n") end
local function sleep() while true do if not io.read() then os.exit(9) end end end
function on.uci()
  say "id name Fake 1"
  say "id author Nobody"
  say "option name Hash type spin default 16 min 1 max 64"
  say "option name MultiPV type spin default 1 min 1 max 3"
  say "option name UCI_Chess960 type check default false"
  say "option name Style of Play type combo default Quite Solid var Quite Solid var Risky"
  say "option name Book type string default <empty>"
  say "option name Clear Hash type button"
  say "uciok"
end
function on.isready() say "readyok" end
function on.go()
  say "info depth 1 seldepth 2 nodes 7 time 3 score cp 20 wdl 300 600 100 pv e2e4 e7e5"
  say "bestmove e2e4 ponder e7e5"
end
function on.quit() os.exit(0) end
CHANGES
for line in io.lines() do
  local act = on[line:match "^%w+"]
  if act then act(line) end
end
]]

---@param changes? string
---@return string[] argv
return function(changes)
  return { os.getenv("LUCENA_LUA") or "lua5.4", "-e", (BASE:gsub("CHANGES", function() return changes or "" end)) }
end
