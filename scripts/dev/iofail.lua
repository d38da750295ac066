-- Runs every command several times, each time with another call of input or output that fails.
-- Usage: scripts/dev/iofail.lua [--quick] [NAME]
-- `make iofail` runs it after building ctest/iofail.c, the library that makes call n fail. --quick tests fewer calls.
--
-- A command runs once without a failure, to get the list of its calls. Then it runs once for each call and each kind of
-- failure. The result must be the same as without the failure, or status 3 with a message that names the file. The
-- command must not crash. An output file must be either the old file or the complete new file, and no other files may
-- be left. After each rename(), the folder must be synced, so that the new name survives a crash of the system. EINTR
-- and short counts must not change the result. Only inside C's stdio, EINTR may be reported as a failure.
--
-- With NAME, only that command runs, and the result of each failure is printed.

local command_lines = require "scripts.dev.command_lines"
local core = require "lucena.core"
local tree_files = require "scripts.dev.tree"

local root = assert(os.getenv "IOFAIL_FOLDER", "run `make iofail`")
local library = assert(os.getenv "IOFAIL_LIBRARY", "run `make iofail`")
local tree = assert(os.getenv "PWD")
local is_quick, only = false, nil
for _, word in ipairs(arg) do
  if word == "--quick" then is_quick = true else only = word end
end
local POINTS = is_quick and 200 or math.huge -- number of failures to test for each command

-- ---- files --------------------------------------------------------------------------------------

local read, write = tree_files.read, tree_files.write

local function shell(command)
  assert(os.execute(command), command)
end

-- Return all files in a folder and its subfolders: name -> text.
local function snapshot(folder, prefix, out)
  prefix, out = prefix or "", out or {}
  for _, name in ipairs(assert(core.list_folder(folder))) do
    local path = folder .. "/" .. name
    if core.is_folder(path) then
      snapshot(path, prefix .. name .. "/", out)
    else
      out[prefix .. name] = read(path)
    end
  end
  return out
end

-- ---- running ------------------------------------------------------------------------------------

local lua = os.getenv "LUA" or "lua5.4"

-- The shell command that runs a command line in a separate folder, with the variables of ctest/iofail.c.
local function line_of(command, name, at, how)
  local words, input = command[2]:match "^(.-) < (.*)$"
  -- The copies keep the times of their files, because an index holds the time of its source.
  return ("cp -Rp base '%s' && (cd '%s' && timeout 20 env IOFAIL_AT=%d IOFAIL_HOW=%s %s HOME=. LD_PRELOAD='%s' %s"
    .. " '%s/scripts/lucena' %s <%s >../%s.out 2>../%s.err; echo $? >../%s.code)\n"):format(name, name, at, how,
    at == 0 and ("IOFAIL_LOG='%s/%s.log'"):format(root, name) or "", library, lua, tree, words or command[2],
    input or "/dev/null", name, name, name)
end

local function result_of(name)
  local path = root .. "/" .. name
  return { code = tonumber(read(path .. ".code")), out = read(path .. ".out"), err = read(path .. ".err"),
    files = snapshot(path) }
end

-- Run the shell commands, two at a time.
local function run_all(lines)
  local halves = { {}, {} }
  for i, line in ipairs(lines) do
    table.insert(halves[i % 2 + 1], line)
  end
  local pipes = {}
  for i, half in ipairs(halves) do
    write(("%s/half%d"):format(root, i), table.concat(half))
    pipes[i] = assert(io.popen(("cd '%s' && sh ./half%d 2>&1"):format(root, i)))
  end
  for _, pipe in ipairs(pipes) do
    local said = pipe:read "a"
    pipe:close()
    if said ~= "" then io.stderr:write(said) end
  end
end

-- ---- points -------------------------------------------------------------------------------------

local WAYS = {
  open = { "EIO", "EINTR" }, create = { "EIO", "ENOSPC", "EINTR" }, read = { "EIO", "DEAD", "EINTR" },
  write = { "EIO", "ENOSPC", "EINTR" }, fsync = { "EIO", "EINTR" }, rename = { "EIO", "ENOSPC" },
  close = { "EIO", "EINTR" }, mkdir = { "EIO", "ENOSPC" },
}

local function points_of(log)
  local list, n = { { at = 1, how = "SHORT", call = "any", by = "direct", file = "all" } }, 0
  for call, by, file in log:gmatch "(%l+) (%l+) ([^\n]*)\n" do
    n = n + 1
    for _, how in ipairs(WAYS[call]) do
      -- A file that is kept is synced. The others are deleted when they are opened, and hold data between two passes.
      local is_kept = log:find("fsync direct " .. file .. "\n", 1, true) ~= nil
      list[#list + 1] = { at = n, how = how, call = call, by = by, file = file, is_kept = is_kept }
    end
  end
  local step, out = math.max(1, #list / POINTS), {}
  for i = 1, #list, step do
    out[#out + 1] = list[math.floor(i)]
  end
  return out, n
end

-- Return the files that were renamed with rename(), but whose folder was not synced afterwards. Their new names would
-- not survive a crash of the system.
local function unsynced(log)
  local waiting = {}
  for call, file in log:gmatch "(%l+) direct ([^\n]*)\n" do
    if call == "rename" then
      waiting[file:match "^.*/" or "(folder)"] = file
    elseif call == "fsync" then
      waiting[file] = nil
    end
  end
  return waiting
end

-- ---- evaluation ---------------------------------------------------------------------------------

local function same_files(a, b)
  for name, text in pairs(a) do
    if b[name] ~= text then return false end
  end
  for name in pairs(b) do
    if a[name] == nil then return false end
  end
  return true
end

-- Replace decimal numbers by 0, because an engine's times differ from run to run.
local function timeless(text)
  return (text:gsub("%d+%.%d+", "0"))
end

-- Return whether a message names the file of the failed call.
local function is_named(point, err, base, clean)
  if point.how == "DEAD" then return err:find("Input/output error", 1, true) ~= nil end -- any call may be the first to
                                                                                        -- fail
  if point.file == "stdout" then return err:find("standard output", 1, true) ~= nil end
  if point.file == "stdin" then return err:find("standard input", 1, true) or err:find("%-:") end
  if err:find(point.file, 1, true) then return true end
  for name, text in pairs(clean.files) do
    if base[name] ~= text and err:find(name, 1, true) then return true end
  end
  -- If a folder cannot be created, the message may have only the last name of its path.
  return point.call == "mkdir" and err:find(point.file:match "[^/]+$", 1, true) ~= nil
end

-- Return whether the command must fail. There are two exceptions: a folder that cannot be synced, and a single failed
-- read after which the bytes are read again.
local function must_be_refused(point)
  local is_folder = point.file:find "/$" or point.file == "(folder)"
  local is_output = point.is_kept and point.file:find(".lucena-", 1, true)
  return not is_folder and (point.how == "EIO" or point.how == "ENOSPC" or point.how == "DEAD")
    and (point.call == "write" or point.call == "fsync" or point.call == "rename" or point.call == "create"
      or point.call == "close" and is_output or point.how == "DEAD")
end

-- Check a result. Returns nil or the fault, and whether the command succeeded in spite of the failure.
local function judge(point, got, clean, base, refusal)
  if got.code >= 124 or got.err:find "internal error" or got.err:find "Sanitizer" then
    return "crash: status " .. got.code
  end
  for name, text in pairs(got.files) do
    local is_journal = name:find "%.unfinished$" -- annotate keeps its finished games for the next attempt
    if text ~= base[name] and text ~= clean.files[name] and not is_journal then
      return (base[name] or clean.files[name]) and "half-written: " .. name or "left over: " .. name
    end
  end
  for name in pairs(base) do
    if got.files[name] == nil then return "lost: " .. name end
  end
  local is_same = got.code == clean.code and timeless(got.out) == timeless(clean.out)
    and same_files(got.files, clean.files)
  if is_same then
    return must_be_refused(point) and "ignored silently" or nil, true
  end
  if point.how == "SHORT" or point.how == "EINTR" and point.by == "direct" then
    return ("%s makes a difference: status %d"):format(point.how, got.code)
  end
  if got.code ~= 3 and got.code ~= refusal then return "status " .. got.code end
  if not is_named(point, got.err, base, clean) then return "the message does not name the file" end
  return nil, false
end

-- ---- full disks, closed pipes, closed descriptors -------------------------------------------------

-- The command begins when the other process has closed the pipe. Otherwise a short output could be written before.
local CLOSED_PIPE = "mkfifo ../end.closed; { read word <../end.closed; %s; echo $? >../end.code; } | "
  .. "{ exec <&-; echo closed >../end.closed; }"

-- The redirection of standard output, and the expected status and message. With a closed pipe, there is no message.
local ENDINGS = {
  { "full disk", "%s >/dev/full", 3, "standard output" },
  { "closed output", "%s >&-", 3, "standard output" },
  { "closed pipe", CLOSED_PIPE, 141, nil },
  { "closed errors", "%s 2>&- >../end.out", 0, nil },
  { "closed input, output and errors", "%s <&- >&- 2>&-", 3, nil },
}

local function try_ending(command, ending, clean, base)
  local words, input = command[2]:match "^(.-) < (.*)$"
  local run = ("HOME=. timeout 20 %s '%s/scripts/lucena' %s <%s"):format(lua, tree, words or command[2],
    input or "/dev/null")
  os.execute(("cd '%s' && rm -rf end* && cp -Rp base end && cd end && { %s; echo $? >../end.last; } 2>../end.err")
    :format(root, ending[2]:format(run)))
  local code = tonumber(read(root .. "/end.code") or read(root .. "/end.last"))
  local err, files = read(root .. "/end.err"), snapshot(root .. "/end")
  local is_to_stdout = clean.out ~= ""
  local wanted = is_to_stdout and ending[3] or 0
  local problem
  if code ~= wanted and not (code == 3 and ending[1]:find "closed input" and input) then
    problem = ("status %d, not %d"):format(code, wanted)
  elseif wanted == 3 and ending[4] and not err:find(ending[4], 1, true) then
    problem = "no message"
  elseif wanted == 141 and err:find "rror" then
    problem = "a message"
  elseif err:find "internal error" then
    problem = "an internal error"
  elseif code == clean.code and not same_files(files, clean.files) then
    problem = "other files"
  elseif ending[1] == "closed errors" and timeless(read(root .. "/end.out")) ~= timeless(clean.out) then
    problem = "other output"
  end
  for name, text in pairs(files) do
    if text ~= base[name] and text ~= clean.files[name] then problem = "half-written: " .. name end
  end
  if problem or only then
    print(("%s: %s: %s\n%s"):format(command[1], ending[1], problem or "as it should be", err))
  end
  return problem == nil
end

-- ---- kills --------------------------------------------------------------------------------------

-- Kill a command while it writes, at several times during its run. Its output must be either the old file or the
-- complete new file. The next run must remove the temporary files.
local function try_kills(count)
  local folder = root .. "/kill"
  shell(("mkdir -p '%s'"):format(folder))
  write(folder .. "/in.pgn", command_lines.GAMES:rep(4000))
  local run = ("%s '%s/scripts/lucena' merge -q in.pgn in.pgn -o out.pgn"):format(lua, tree)
  shell(("cd '%s' && %s"):format(folder, run))
  local new, seen, leftovers, damaged = read(folder .. "/out.pgn"), { old = 0, new = 0 }, 0, 0
  for i = 1, count do
    write(folder .. "/out.pgn", "old")
    os.execute(("cd '%s' && { %s & sleep %.4f; kill -9 $!; wait; } 2>/dev/null"):format(folder, run, 0.16 * i / count))
    local text = read(folder .. "/out.pgn")
    local which = text == "old" and "old" or text == new and "new"
    damaged = damaged + (which and 0 or 1)
    seen[which or "old"] = seen[which or "old"] + 1
    leftovers = leftovers + #core.list_folder(folder) - 2
  end
  shell(("cd '%s' && %s"):format(folder, run))
  local still = #core.list_folder(folder) - 2
  print(("iofail: %d kills: the old file %d times, the new one %d, %d damaged; %d files left over, %d after a run")
    :format(count, seen.old, seen.new, damaged, leftovers, still))
  return damaged + still
end

-- ---- main ---------------------------------------------------------------------------------------

local function sweep(command, base, totals)
  shell(("cd '%s' && rm -rf p* clean*"):format(root))
  run_all { line_of(command, "clean", 0, "none") }
  local clean = result_of "clean"
  if clean.code ~= 0 then
    error(("%s: status %d undisturbed: %s"):format(command[1], clean.code, clean.err))
  end
  local log = read(root .. "/clean.log") or ""
  for folder, file in pairs(unsynced(log)) do
    print(("%s: %s is renamed, and its folder %s not synced"):format(command[1], file, folder))
    totals.bad = totals.bad + 1
  end
  local points, calls = points_of(log)
  local lines = {}
  for i, point in ipairs(points) do
    lines[i] = line_of(command, "p" .. i, point.at, point.how)
  end
  run_all(lines)
  for _, ending in ipairs(ENDINGS) do
    totals.endings = totals.endings + 1
    totals.bad = totals.bad + (try_ending(command, ending, clean, base) and 0 or 1)
  end
  local survived = 0
  for i, point in ipairs(points) do
    local got = result_of("p" .. i)
    local problem, is_survived = judge(point, got, clean, base, command.refuses)
    survived = survived + (is_survived and 1 or 0)
    if problem or only then
      print(("%s: call %d, %s (%s) of %s, %s: %s"):format(command[1], point.at, point.call, point.by, point.file,
        point.how, problem or is_survived and "no difference" or "refused"))
      if got.err ~= "" then print("    " .. got.err:gsub("\n(.)", "\n    %1")) end
    end
    totals.bad = totals.bad + (problem and 1 or 0)
  end
  totals.calls, totals.points = totals.calls + calls, totals.points + #points
  totals.survived = totals.survived + survived
end

command_lines.make_files(root .. "/base", tree)
command_lines.compress(root .. "/base")
local base = snapshot(root .. "/base")
local totals = { calls = 0, points = 0, survived = 0, endings = 0, bad = 0 }
local count, is_there = 0, {}
for _, command in ipairs(command_lines.LINES) do
  is_there[command[2]:match "^[%a-]+"] = true
  if not only or command[1] == only then
    count = count + 1
    sweep(command, base, totals)
  end
end
if not only then
  totals.bad = totals.bad + try_kills(is_quick and 40 or 1000)
end
assert(count > 0, "no such command")
for _, name in ipairs(require("lucena.command").names()) do
  assert(only or is_there[name], "no line here for the command " .. name)
end
print(("iofail: %d commands, %d calls; %d faults: %d without a difference, the others refused; %d endings; %d bad")
  :format(count, totals.calls, totals.points, totals.survived, totals.endings, totals.bad))
os.exit(totals.bad == 0 and 0 or 1, true)
