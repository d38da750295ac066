--- Writes lua/lucena/render/live.lua to standard output: the scripts and styles of web/live as texts, because pages are
-- written by Lua and must need no other file. The comment at the beginning of a script stays in web/live.
-- Usage: lua5.4 scripts/dev/gen_live.lua

local function read(name)
  local file <close> = assert(io.open("web/live/" .. name, "rb"))
  return file:read("a")
end

-- Return the text without the comment at its beginning.
local function without_head(text)
  local at = 1
  while text:sub(at, at + 1) == "//" do
    at = text:find("\n", at, true) + 1
  end
  return (text:sub(at):gsub("^\n+", ""))
end

local function quoted(text)
  assert(not text:find("]=]", 1, true))
  return "[=[\n" .. text .. "]=]"
end

io.write([[
--- The scripts and styles of live tables, boards and game sheets: web/live as texts.
-- scripts/dev/gen_live.lua writes this file; `make library` starts it.
-- @module lucena.render.live

local M = {}
]])
for _, name in ipairs { "table.css", "table.js", "board.css", "board.js", "sheet.js", "address.js" } do
  local part, kind = name:match("^(.-)%.(.*)$")
  io.write(("\nM.%s_%s = %s\n"):format(part, kind == "css" and "style" or "script", quoted(without_head(read(name)))))
end
io.write("\nreturn M\n")
