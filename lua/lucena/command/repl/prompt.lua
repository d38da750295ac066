--- The prompt of `lucena repl`: the greeting, the line editor, step mode, the pager, the end of the session.
-- @module lucena.command.repl.prompt

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {}

-- Print on the terminal at once, even if a pager or a file receives the output of the line.
local function write_now(...)
  local before = stdio.divert(nil)
  stdio.write(...)
  stdio.flush()
  stdio.divert(before)
end

-- Replace the last `lines` lines on the terminal with a text. The terminal may have shown ^C, so the cursor first goes
-- to the first column.
local function redraw(text, lines)
  write_now(lines > 0 and ("\r\27[%dA\27[J"):format(lines) or "", text, text ~= "" and "\n" or "")
end

local function can_redraw()
  return terminal.is_terminal(1) and (os.getenv("TERM") or "dumb") ~= "dumb"
end

--- Return the function that replaces lines on the terminal, or nil if the terminal cannot do this.
---@return function?
function M.redraw()
  return can_redraw() and redraw or nil
end

local MINUTE = "%Y-%m-%d %H:%M"

--- Restore the last session that ended with unsaved changes. The old journal is removed, because this session writes
--- the entries to its own journal.
---@param session table
---@param is_prompt boolean
function M.resume(session, is_prompt)
  local journal = require("lucena.repl.journal")
  local entries, time, path = journal.last(journal.folder())
  if not entries then
    exit.fail(exit.DATA, "there is no session to resume: all changes were saved")
  end
  session:resume(entries)
  local note = ("resumed the session of %s: %d change%s; undo goes back through them"):format(
    os.date(MINUTE, time), #entries, #entries == 1 and "" or "s")
  if is_prompt then
    session:say(note)
  else
    messages.note(note)
  end
  session:line("board")
  if session.journal and session.journal.path then
    os.remove(path)
  end
end

-- ---- reading lines -------------------------------------------------------------------------------

local function new_editor(session)
  return require("lucena.repl.edit").new {
    name = "lucena", history = require("lucena.repl.history").path("lucena"),
    complete = function(line, cursor)
      require("lucena.repl.environment").fill(session)
      return require("lucena.repl.complete").complete(line, cursor, session)
    end,
  }
end

-- The functions take a table {session, editor}.

-- Use the current width of the window, except if the user has set a width.
local function follow_width(self, before)
  local width = math.max(20, math.min(self.editor.width - 1, 100))
  if self.session.settings.width == before then
    self.session.settings.width = width
  end
  return width
end

-- Return the warning about unsaved changes, if there are any. Without a terminal there is no warning, because the user
-- cannot end the input a second time.
local function may_leave(self)
  local keeping = require("lucena.repl.keeping")
  keeping.begin(self.session, "quit")
  return terminal.is_terminal(0) and keeping.warning(self.session, true)
end

-- Run step mode. `follow` adapts the session to the width of the window.
local function step_through(self, first, follow)
  self.session.wants_steps = false
  local screen = { write = write_now, is_dumb = not can_redraw(), follow = follow }
  local key = require("lucena.repl.stepping").run(self.session, self.editor, first, screen)
  self.session:check_tour("", true)
  return key
end

-- Run an input. Output that is longer than the screen is shown in a pager.
local function run_input(self, text)
  if not self.editor.readline then
    return self.session:line(text)
  end
  local rows, columns = self.editor.readline.size()
  self.session.rows = rows
  local command = self.session.settings.pager and self.session.pager
  if not command then
    return self.session:line(text)
  end
  local opts = {
    divert = stdio.divert, write = write_now, shown = stdio.shown, command = command, rows = rows, columns = columns,
    is_board = function() return self.session.has_shown end,
  }
  return require("lucena.repl.pager").call(opts, function() return self.session:line(text) end)
end

-- Return whether an input continues in the next line. After a pasted tag pair, the next line of the game is waiting
-- already. A typed tag pair is complete.
local function continues(self, text)
  if not self.session:wants_more(text .. "\n") then
    return false
  end
  local readline = self.editor.readline
  return not readline or not require("lucena.repl.tag_input").is_only_tags(text) or readline.is_waiting()
end

local function read_all(self)
  local text, ahead
  local width = self.session.settings.width
  local function follow()
    width = follow_width(self, width)
  end
  self.session.can_step = self.editor.readline ~= nil
  while true do
    local line, why = self.editor:read(text and "... " or self.session:prompt(), not text, ahead, text)
    ahead = nil
    follow()
    if line then
      text = text and text .. "\n" .. line or line
      if not continues(self, text) then
        local _, quit = run_input(self, text)
        text = nil
        if quit == "quit" then
          return
        elseif self.session.wants_steps then
          ahead = step_through(self, nil, follow)
        end
      end
    elseif why == "left" or why == "right" then
      ahead = step_through(self, why, follow)
    elseif why == "eof" then
      stdio.write("\n")
      local warning = may_leave(self)
      if not warning then
        return
      end
      self.session:note(warning)
      text = nil
    else
      text = nil -- after Ctrl-C, the line is dropped
    end
    stdio.flush()
  end
end

--- Read lines until the user leaves.
---@param session table
---@return integer status
function M.run(session)
  if terminal.is_terminal(1) and not terminal.is_utf8() then
    stdio.narrow()
  end
  local editor = new_editor(session)
  session.history = editor.is_terminal and editor.history or nil
  local done, failure = xpcall(read_all, debug.traceback, { session = session, editor = editor })
  editor:close()
  if not done then
    error(failure, 0)
  end
  require("lucena.repl.keeping").finish(session, not terminal.is_terminal(0)) -- no terminal: its window was closed
  return exit.OK
end

-- ---- the greeting --------------------------------------------------------------------------------

local BANNER = [[
%s. Type moves, paste games, or write Lua.
:tour is a short course, :help lists the commands, Ctrl-D leaves.
]]

--- Print the lines before the first prompt, and run init.lua.
---@param session table
---@param args table
---@param run_file function (session, path, arguments, is_optional)
function M.greet(session, args, run_file)
  stdio.write(session:fold(session:translate(BANNER:format(require("lucena")._VERSION))))
  local journal = require("lucena.repl.journal")
  local time = not args.resume and journal.crashed(journal.folder())
  if time then
    local note = "The session of %s was interrupted with unsaved changes. To restore it: quit, and run lucena --resume"
    session:say(note:format(os.date(MINUTE, time)))
  end
  local config = not args.no_init and require("lucena.user_folder").path("config")
  if config then
    run_file(session, config .. "/lucena/init.lua", nil, true)
  end
end

return M
