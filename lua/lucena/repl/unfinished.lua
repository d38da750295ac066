--- Decides whether an input needs more lines. It does if it is incomplete Lua code, if a comment among moves is open,
-- or if it is a game without its end.
-- @module lucena.repl.unfinished

local lexicon = require("lucena.lexicon")

local M = {}

-- Return whether the compiler reports an error at the end of the code. Such messages end with "<eof>".
-- The message "<eof> expected near 'end'" is another case: the code continues after a complete block, so more lines
-- cannot complete it.
local function ends_early(code)
  -- In pcall, because load() gives the message of deeply nested code to the message handler of an outer xpcall.
  local _, _, message = pcall(load, code, "=line", "t")
  return message ~= nil and message:find("<eof>$") ~= nil
end

-- Return whether code is only a name and ends after a method's name or a dot: its author forgot the parentheses, or the
-- rest of the name.
local function ends_with_name(code)
  return not code:find("[^%w_.:%s]") and (code:find("%w:[%a_][%w_]*%s*$") or code:find("%w[.:]%s*$")) ~= nil
end

-- Return whether Lua code is incomplete. A table is not a statement, so it is compiled as an expression.
local function is_incomplete_lua(code)
  local expression = "return " .. code
  if load(expression, "=line", "t") then
    return false
  end
  return ends_early(code) or code:find("^%s*{") ~= nil and ends_early(expression)
end

-- Patterns of the results that end a game.
local RESULTS = {}
for _, entry in ipairs(lexicon.entries()) do
  RESULTS[#RESULTS + 1] = entry.use == "marker" and entry.text:gsub("[%-*]", "%%%0") or nil
end

-- Return whether a text certainly ends in the middle of a game: its last word is neither a result nor the end of a
-- comment or tag. This test reads only the last bytes of the text. It saves a scan of the whole game after each typed
-- line.
local function ends_in_moves(text)
  local word = text:sub(-20):match("(%S+)[ \t\r]*\n$")
  if not word or word:find("[%]}]$") then
    return false
  end
  for _, result in ipairs(RESULTS) do
    if word:find(result .. "$") then
      return false
    end
  end
  return true
end

-- Return whether a game is incomplete: it has an open comment, or neither a result nor an empty line after the moves.
-- Two empty lines always end the input.
local function is_incomplete_pgn(text)
  if ends_in_moves(text) then
    return true
  end
  local bare = text:gsub("{[^}]*}", " "):gsub("%[[^\n]*%]", "")
  if text:find("\n%s*\n%s*\n$") then
    return false
  elseif bare:find("{", 1, true) or not bare:find("%S") then
    return true
  end
  for _, result in ipairs(RESULTS) do
    if bare:find("%f[%S]" .. result .. "%s*$") then
      return false
    end
  end
  return not bare:find("\n%s*\n$")
end

-- Return whether a line of moves ends inside a comment.
local function has_open_comment(list)
  local last = list[#list]
  return last.kind == "comment" and last.text:sub(1, 1) == "{" and last.text:sub(-1) ~= "}"
end

--- Return whether an input needs more lines.
---@param kind string the meaning of the input, as lucena.repl.rule returns it
---@param what any
---@return boolean
function M.wants_more(kind, what)
  if kind == "pgn" then
    return is_incomplete_pgn(what)
  elseif kind == "chess" then
    return has_open_comment(what)
  end
  return kind == "lua" and not ends_with_name(what) and is_incomplete_lua(what)
end

return M
