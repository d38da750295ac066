--- Output files of a command. A file is written completely or not at all. On a terminal, control characters in the text
-- are escaped.
-- @module lucena.run.output

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {}

--- End the command if a method of a Writer failed. If the program that reads the pipe has exited, there is no message.
---@param done any the result of a method of the Writer
---@param message string?
---@param code string?
function M.check(done, message, code)
  if code == "closed_pipe" then
    exit.fail(exit.PIPE)
  elseif not done then
    exit.fail(exit.IO, (message:gsub("^%-:", "standard output:")))
  end
end

local check = M.check

-- Standard output on a terminal. Characters that move the cursor or change the terminal's state are escaped.
local Screen = { is_stream = true }
Screen.__index = Screen

local function visible(text)
  text = require("lucena.format").game_to_utf8(text):gsub("\r\n", "\n")
  return require("lucena.render.escape").terminal_lines(text)
end

function Screen:write(...)
  for _, text in ipairs { ... } do
    stdio.write(visible(type(text) == "string" and text or text.text))
  end
  return self
end

--- Add a game in a format, as `Writer:export` writes it.
---@param game lucena.Game
---@param format string
---@param opts? table of the format
---@return table? writer nil if the game cannot be written
---@return string? err
---@return string? code
function Screen:export(game, format, opts)
  local text, err, code = game:export(format, opts)
  if not text then
    return nil, err, code
  end
  return self:write(text, format == "pgn" and "\n" or "")
end

--- The method `export` for other Writers with a method `write`.
M.export = Screen.export

function Screen:close()
  stdio.flush()
  return self
end

function Screen.discard()
  stdio.flush()
end

--- Open a Writer, or a Screen if the output is a terminal. Ends the command if the file cannot be written.
---@param path string
---@param options? table of chess.writer
---@return lucena.Writer
function M.open(path, options)
  local suffix = path:lower():match("%.gz$") or path:lower():match("%.zst$") or path:lower():match("%.bz2$")
  if suffix then
    exit.fail(exit.USAGE, ("%s: output is not compressed, name it %s"):format(path,
      path:sub(1, -1 - #suffix)))
  elseif path == "-" and terminal.is_terminal(1) then
    return setmetatable({}, Screen)
  end
  local writer, message = require("lucena.core").writer(path, options)
  return writer or exit.fail(exit.IO, message)
end

--- Close the output after an error: the old file is kept; a stream gets the text written so far.
---@param writer lucena.Writer
function M.abandon(writer)
  if writer.is_stream then
    writer:close()
  else
    writer:discard()
  end
end

-- Return why a file cannot be written after reading with this status, or nil. After an internal error, a game may be
-- missing: a new file may lack it, but the only copy of the game may not be replaced.
local function obstacle(path, status)
  if status == exit.IO then
    return "not all input could be read"
  end
  local inputs = status == exit.INTERNAL and require("lucena.run.arguments").files
  for _, input in ipairs(inputs or {}) do
    if input ~= "-" and require("lucena.core").is_same_file(path, input) then
      return "it is also an input, and a game may be missing after the internal error: write to another file"
    end
  end
end

--- Finish the file after reading, and replace the old file by it. If reading failed, the old file is unchanged.
---@param writer lucena.Writer
---@param path string
---@param status integer of the reading
---@param finish? function writes the last text
function M.finish(writer, path, status, finish)
  local reason = not writer.is_stream and obstacle(path, status)
  if reason then
    writer:discard()
    messages.note(("%s: not written, because %s"):format(path, reason))
    return
  end
  if finish then
    finish()
  end
  check(writer:close())
end

return M
