--- Shows output that is longer than the screen in a pager: the program in the environment variable PAGER, else less,
-- else more. The first screenful is printed as it arrives, so a slow line shows progress. If more follows, the rest is
-- kept, and the pager gets the whole output at the end of the line.
--
-- Output that ends with the board is not paged: the user wants to see the board, and to type the next move.
--
-- A line of Lua may print without end, so at most 4 MiB are kept. After that, everything is printed without the pager.
-- @module lucena.repl.pager

local shell = require("lucena.repl.shell")
local width = require("lucena.render.width")

local M = {}

-- With other locales, less may show the bytes of letters beyond ASCII. -R keeps colours. -P sets the prompt of less, in
-- which a colon has a backslash before it.
local UTF8 = "LESSCHARSET=utf-8 "
local LESS = [[less -R -P'Space\: more, q\: back']]

local MOST = 4 << 20

-- The screen also shows the input and the next prompt.
local OTHER_ROWS = 2

--- Return the command of the pager.
---@return string? command nil if PAGER is `cat` or empty, or if no pager is installed
-- @usage (require("lucena.repl.pager").command() or "") ~= "cat" --> true
function M.command()
  local chosen = os.getenv("PAGER")
  if chosen then
    return chosen:find("%S") and chosen ~= "cat" and chosen or nil
  end
  -- A user's own variable LESS is used instead.
  return shell.has("less") and UTF8 .. (os.getenv("LESS") and "less" or LESS) or shell.has("more") and "more" or nil
end

-- Return the number of rows that a text without a line end takes.
local function rows_of(line, columns)
  if #line <= columns then
    return 1
  end
  local shown = width.of((line:gsub("\27%[[%d;]*m", "")))
  return math.max(1, (shown + columns - 1) // columns)
end

-- Count the rows of the complete lines of a text. Returns the count and the incomplete line at the end.
local function count_rows(text, columns)
  local count, from = 0, 1
  local at = text:find("\n", 1, true)
  while at do
    count, from = count + rows_of(text:sub(from, at - 1), columns), at + 1
    at = text:find("\n", from, true)
  end
  return count, text:sub(from)
end

local function give_up(pager)
  pager.write(table.concat(pager.parts, "", pager.printed + 1))
  pager.is_over = true
end

-- Receive a part of the output.
local function receive(pager, part)
  if pager.is_over then
    return pager.write(part)
  end
  if pager.rows <= pager.most_rows then
    local count
    count, pager.rest = count_rows(pager.rest .. part, pager.columns)
    pager.rows = pager.rows + count
  end
  pager.bytes = pager.bytes + #part
  pager.parts[#pager.parts + 1] = part
  if pager.bytes > MOST then
    give_up(pager)
  elseif pager.rows <= pager.most_rows and pager.printed == #pager.parts - 1 then
    pager.write(part)
    pager.printed = #pager.parts
  end
end

--- Call a function, and show its output in the pager if it is longer than the screen.
---@param opts {divert: function, write: fun(text: string), shown: fun(text: string): string, command: string,
-- rows: integer, columns: integer, is_board: fun(): boolean} `divert`: as in lucena.repl.session.new; `write` prints a
-- text at once; `shown` returns the text as the terminal can show it; the size of the screen; `is_board`: whether the
-- output ends with the board
---@param f function its errors are raised again after the output is shown
---@return any ... the results of the function
function M.call(opts, f)
  local pager = {
    parts = {}, printed = 0, rows = 0, rest = "", bytes = 0, write = opts.write, columns = opts.columns,
    most_rows = opts.rows - OTHER_ROWS,
  }
  local before = opts.divert(function(part) receive(pager, part) end)
  local results = table.pack(pcall(f))
  opts.divert(before)
  if not pager.is_over and pager.printed < #pager.parts then
    if opts.is_board() or not shell.feed(opts.shown(table.concat(pager.parts)), opts.command) then
      give_up(pager)
    end
  end
  if not results[1] then
    error(results[2], 0)
  end
  return table.unpack(results, 2, results.n)
end

return M
