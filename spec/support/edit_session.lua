-- A program for spec.support.pty: it reads lines with the line editor and prints each line. A line that begins with !
-- is Lua code, which runs under guard(). EDIT_PLAINLY=1: without readline. EDIT_HISTORY: path of the history file.

if os.getenv "EDIT_PLAINLY" then
  package.preload["lucena.readline"] = function()
    error "not built"
  end
end

local edit = require "lucena.repl.edit"
local chess = require "lucena"

local WORDS = { "Nc3 ", "Nf3 ", "Élan ", "Échec " }

local editor = edit.new {
  history = os.getenv "EDIT_HISTORY",
  complete = function(line)
    local start = line:find("%S*$")
    local candidates = {}
    for _, word in ipairs(WORDS) do
      if word:sub(1, #line - start + 1) == line:sub(start) then
        candidates[#candidates + 1] = word
      end
    end
    if line:find("fail", 1, true) then
      error "no idea"
    end
    return start, candidates, { ["Échec "] = "Échec: check" }
  end,
}

local environment = setmetatable({ chess = chess }, { __index = _G })
local count = 0
repeat
  count = count + 1
  local line, why = editor:read(("\27[1m%d\27[0m> "):format(count))
  print(("[%s|%s|%d]"):format(line and line:gsub("\n", "/") or "nil", why, editor.width))
  if line and line:sub(1, 1) == "!" then
    print("result", edit.guard(assert(load(line:sub(2), "=line", "t", environment))))
  end
until why == "eof"
editor:close()
