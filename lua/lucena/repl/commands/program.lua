--- Commands for programmers: edit an input or a file, load changed code again, measure code, run shell commands.
-- @module lucena.repl.commands.program

local rule = require("lucena.repl.rule")
local shell = require("lucena.repl.shell")

-- ---- :edit ---------------------------------------------------------------------------------------

local function quoted(path)
  return "'" .. path:gsub("'", "'\\''") .. "'"
end

-- Open a file in the user's editor.
local function open_editor(session, path)
  local editor = os.getenv("VISUAL") or os.getenv("EDITOR") or "vi"
  if not shell.run(("%s %s"):format(editor, quoted(path))) then
    session:fail(("the editor failed: %s (set EDITOR to choose another)"):format(editor))
  end
end

local function read_file(session, path)
  local text, err = require("lucena.file").read(path)
  return text or session:fail(err)
end

local function run_file(session, path)
  session.reloaded = path -- even if it fails: the user corrects the file and types :reload
  local library = require("lucena.repl.library")
  require("lucena.repl.environment").fill(session)
  local text = read_file(session, path)
  local chunk, err = require("lucena.chunk").compile(text:gsub("^#[^\n]*", ""), "@" .. path, session.environment)
  require("lucena.beside").add(path)
  library.call(chunk or session:fail(err))
  session:say("run: " .. path)
end

local function edit_input(session)
  local path, err = require("lucena.file").temporary(session:previous_input() .. "\n")
  if not path then
    session:fail(err)
  end
  local done, failure = pcall(open_editor, session, path)
  local text = done and read_file(session, path)
  os.remove(path)
  if not done then
    error(failure, 0)
  end
  text = text:gsub("%s+$", "")
  if text ~= "" then
    session:say(text)
    session:again(text)
  end
end

local function edit(session, rest)
  if rest == "" then
    return edit_input(session)
  end
  local path = rule.path(rest)
  open_editor(session, path)
  if path:find("%.lua$") then
    run_file(session, path)
  end
end

-- ---- :reload -------------------------------------------------------------------------------------

-- Load a module again. The new functions are stored in the same module table, so that variables that hold the table see
-- them.
local function reload_module(session, name)
  local old = package.loaded[name]
  package.loaded[name] = nil
  local done, new = pcall(require("lucena.repl.library").call, require, name)
  if not done then
    package.loaded[name] = old
    if tostring(new):find("module '.-' not found:") then
      session:fail(("there is no Lua module '%s' in package.path"):format(name))
    end
    error(new, 0)
  elseif type(old) == "table" and type(new) == "table" then
    for key in pairs(old) do
      old[key] = new[key]
    end
    for key, value in pairs(new) do
      old[key] = value
    end
    package.loaded[name] = old
  end
  session:say("loaded again: " .. name)
end

local function reload(session, rest)
  local name = rest ~= "" and rule.path(rest) or session.reloaded
  if not name then
    session:fail("usage: :reload MODULE, or :reload FILE.lua; after that, :reload alone loads the same again")
  elseif name:find("%.lua$") then
    return run_file(session, name)
  elseif name:find("^lucena%f[.\0]") then
    session:fail("modules of Lucena cannot be loaded again")
  end
  session.reloaded = name
  reload_module(session, name)
end

-- ---- :timeit -------------------------------------------------------------------------------------

local ENOUGH = 0.2 -- seconds of processor time
local UNITS = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "µs" }, { 0, "ns" } }

local function duration(seconds)
  for _, unit in ipairs(UNITS) do
    if seconds >= unit[1] then
      return ("%.3g %s"):format(seconds / (unit[1] > 0 and unit[1] or 1e-9), unit[2])
    end
  end
end

local function timeit(session, rest)
  if rest == "" then
    session:fail("usage: :timeit LUA")
  end
  local chunk, err = require("lucena.repl.run").compile(session, (rest:gsub("^=", "")))
  if not chunk then
    session:fail(require("lucena.repl.failure").without_chunk(err, "Lua"))
  end
  local clock, count, seconds = os.clock, 1, nil
  local function run()
    local began = clock()
    for _ = 1, count do
      chunk()
    end
    seconds = clock() - began
  end
  require("lucena.repl.library").call(run)
  while seconds < ENOUGH do
    count = count * (seconds > ENOUGH / 50 and 2 or 10)
    require("lucena.repl.library").call(run)
  end
  local plural = count == 1 and "" or "s"
  session:say(("%s per run (%d run%s, processor time)"):format(duration(seconds / count), count, plural))
end

-- ---- the shell -----------------------------------------------------------------------------------

local function run_shell(session, rest)
  if rest == "" then
    session:fail("usage: !COMMAND")
  elseif rest:find("^%d+$") then
    session:fail(("To run line %s of :history again: :history %s"):format(rest, rest))
  end
  local done, why, status = shell.run(rest)
  if not done then
    session:say(("(%s %d)"):format(why == "signal" and "signal" or "exit status", status))
  end
end

return {
  title = "Programming", order = 62,
  { name = "edit", usage = "[FILE]", summary = "edit the last input, or a file, in $EDITOR, and run it", run = edit,
    is_setting = true, more = "A FILE that does not end in .lua is not run." },
  { name = "reload", usage = "[NAME]", summary = "load a Lua module or file again", run = reload, is_setting = true,
    more = "The table of a module stays the same and gets the new fields, so variables need no new value. "
      .. "Without NAME, reload loads again what was loaded last by reload, edit or the name of a file." },
  { name = "timeit", usage = "LUA", summary = "run Lua code many times, and show the time of a run", run = timeit,
    is_setting = true },
  { name = "shell", usage = "COMMAND", summary = "run a shell command; !COMMAND does the same", run = run_shell,
    is_setting = true, more = "LINE | COMMAND passes the output of a line to a shell command, LINE > FILE writes it "
      .. "to a file, LINE >> FILE appends it." },
}
