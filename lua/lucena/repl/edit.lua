--- Reads lines that the user types at the prompt. GNU readline is used if it was built in and standard input and output
-- are terminals; otherwise io.read is used.
--
--     local editor = edit.new { history = history.path "lucena", complete = complete }
--     local line, why = editor:read "> "
--
-- With or without readline, `read` returns a line, or nil and "eof" (Ctrl-D) or "interrupt" (Ctrl-C). Lines that were
-- pasted together are returned together. An inputrc file can have a section `$if lucena`.
-- @module lucena.repl.edit

local core = require "lucena.core"
local history = require "lucena.repl.history"

local M = {}

--- Call a function that Ctrl-C can interrupt: guard() of lucena.core.
---@param f function
---@param ... any
---@return boolean done
---@return any ... the function's results; or false and the error; or false and "interrupted"
-- @usage require("lucena.repl.edit").guard(tostring, 5) --> true
M.guard = core.guard

local Editor = {}

function Editor.__index(_, name)
  -- The width is read from the terminal at each use, because the user may resize the window.
  if name == "width" then
    return core.terminal_columns(1) or 80
  end
  return Editor[name]
end

-- Return the greatest length, at most `size`, to which a string can be cut without splitting a UTF-8 character.
local function whole(text, size)
  while size > 0 and (text:byte(size + 1) or 0) & 0xC0 == 0x80 do
    size = size - 1
  end
  return size
end

-- Return the longest prefix that all strings have in common.
local function common(strings)
  local first, size = strings[1], #strings[1]
  for _, text in ipairs(strings) do
    while text:sub(1, size) ~= first:sub(1, size) do
      size = size - 1
    end
  end
  return first:sub(1, whole(first, size))
end

--- Make a completer for lucena.readline. It returns whole lines: first the input with the common prefix of all
-- candidates, then one line per candidate.
---@param complete function(line, cursor) start, candidates, lines by candidate
---@return function(line) table?, integer?, table?
function M.completer(complete)
  return function(line)
    local start, candidates, texts = complete(line, #line + 1)
    if not start or #candidates == 0 then
      return nil
    end
    local before, word = line:sub(1, start - 1), line:sub(start)
    local shared = common(candidates)
    -- If the candidates differ from the typed word itself, for example in case, the typed text is kept.
    local lines = { before .. (#candidates > 1 and #shared < #word and word or shared) }
    for i, candidate in ipairs(#candidates > 1 and candidates or {}) do
      lines[i + 1] = before .. candidate
    end
    return lines, #before, texts
  end
end

-- Put escape sequences for colours between \1 and \2, so that readline does not count them as columns.
local function mark(prompt)
  return (prompt:gsub("\27%[[%d;]*m", "\1%0\2"))
end

local function read_edited(self, prompt, steps, ahead)
  return self.readline.read(mark(prompt), self.complete, steps, ahead)
end

local function ask(prompt)
  io.write(prompt)
  io.flush()
  return io.read("l")
end

local function read_plainly(_, prompt)
  local done, line = M.guard(ask, prompt)
  if not done then
    io.write("\n")
    return nil, line == "interrupted" and "interrupt" or "error"
  elseif not line then
    return nil, "eof"
  end
  return line
end

--- Make a line editor. After that, Ctrl-C on a terminal has an effect only in code called by guard(), and while the
-- user types a line.
---@param options? table `complete`: function(line, cursor) -> start, candidates (see lucena.repl.complete); `history`:
-- path of the history file; `name`: program name for inputrc, default "lucena"
---@return table editor with `is_terminal`; `width`, columns; `problem`, why the history is not saved, or nil
-- @usage require("lucena.repl.edit").new().width >= 1 --> true
function M.new(options)
  options = options or {}
  local is_terminal = core.is_terminal(0) and core.is_terminal(1)
  local found, readline = pcall(require, "lucena.readline")
  local self = setmetatable({ is_terminal = is_terminal, read_line = read_plainly }, Editor)
  self.history = history.open(is_terminal and options.history or nil)
  self.problem = self.history.problem
  if is_terminal then
    core.shield()
  end
  if found and is_terminal then
    self.readline, self.read_line = readline, read_edited
    self.complete = options.complete and M.completer(options.complete)
    readline.name(options.name or "lucena")
    for _, line in ipairs(self.history.lines) do
      readline.remember(line)
    end
  end
  return self
end

--- Read a line.
---@param prompt string may contain colours
---@param steps? boolean the arrows Left and Right on an empty line end the reading
---@param ahead? string keys to read before those that the user types
---@param block? string the lines that this line continues. In the history, the longer block replaces them
---@return string? line without its newline
---@return string? why "eof", "interrupt" or "error"; "left" or "right" for an arrow
function Editor:read(prompt, steps, ahead, block)
  local line, why = self:read_line(prompt, steps, ahead)
  if self.is_terminal then
    core.shield()
  end
  local entry = line and block and block .. "\n" .. line or line
  if entry and self.history:add(entry) and self.readline then
    self.readline.remember(entry:gsub("%s+$", ""), block and (block:gsub("%s+$", "")) or nil)
  end
  return line, why
end

--- Begin to read single keys. The terminal then no longer shows typed characters. Only with readline.
function Editor:begin_keys()
  self.readline.keys(true)
end

--- Wait for a single key. Call `begin_keys` before the first one and `end_keys` after the last one.
---@return string? key the bytes that the terminal sends
---@return string? why "eof", "interrupt", or "resize": the screen must be drawn again
function Editor:key()
  return self.readline.key()
end

--- End the reading of single keys.
function Editor:end_keys()
  self.readline.keys(false)
end

--- Return the size of the terminal. Only with readline.
---@return integer rows
---@return integer columns
function Editor:size()
  return self.readline.size()
end

--- Stop using the editor. The history file needs no closing, because each line is written when it is typed.
function Editor:close()
  self.read_line = function()
    return nil, "eof"
  end
end

return M
