-- Finds results of calls that `and` and `or` lose in the Lua files of lua/. Two rules:
--
-- 1. `return a and f() or b` returns one value, even if f() has several. Reported if somebody takes several results of
--    the function around it: `local x, y = g()`, also through `return g()`. Likewise, `local x, y = a and f() or b` is
--    reported, and `g(a and f() or b)` if g has more parameters. Write an `if`, or `(f())` if one result is meant.
-- 2. `a and f() or b` is b if f() fails. So a failure becomes a value that nobody gave, without a message. Reported if
--    f returns nil and a message, or converts text to a number, and b is neither nil nor false nor an error.
--
-- A function is found by its name in the same file, or in the module that `local x = require(...)` names; for other
-- calls, all functions of that name are considered. A line with the comment `results: REASON` is not reported.
-- Usage: lua5.4 scripts/dev/results.lua [FILE]...      (from the top of the tree; default: all files of lua/)

local syntax = require "scripts.dev.syntax"
local tree = require "scripts.dev.tree"

-- ---- what functions return -----------------------------------------------------------------------

local function set(words)
  local out = {}
  for word in words:gmatch("%a+") do
    out[word] = true
  end
  return out
end

-- Functions of Lua: those with several results, and those that return nil for text that is no number.
local SEVERAL = set [[find gsub unpack pcall xpcall load loadfile modf read write close seek flush open popen lines
                      rename remove]]
local NUMBERS = set [[tonumber tointeger whole decimal]]

-- Return whether an expression is nil or false.
local function is_nothing(it)
  return it == nil or it.kind == "constant" and (it.text == "nil" or it.text == "false")
end

-- The functions of all files by name, and the files by the name of their module.
local by_name, by_module = {}, {}

local function define(file, f)
  f.file = file
  for _, list in ipairs(f.returns) do
    f.has_several = f.has_several or #list > 1
    f.can_fail = f.can_fail or #list > 1 and is_nothing(list[1])
  end
  for _, names in ipairs { file.functions, by_name } do
    names[f.name] = names[f.name] or {}
    table.insert(names[f.name], f)
  end
end

-- Read a file. `calls` and `assigned` are kept for the rules; `all` has also the functions without names.
local function read(path)
  local text = tree.read(path)
  local file = { path = path, functions = {}, aliases = {}, calls = {}, assigned = {}, all = {}, lines = {} }
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    file.lines[#file.lines + 1] = line
  end
  syntax.read(text, {
    call = function(call) file.calls[#file.calls + 1] = call end,
    assign = function(list, targets) file.assigned[#file.assigned + 1] = { list = list, targets = targets } end,
    alias = function(name, expression) file.aliases[name] = file.aliases[name] or expression end,
    define = function(f)
      file.all[#file.all + 1] = f
      if f.name then
        define(file, f)
      end
    end,
  })
  by_module[path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")] = file
  return file
end

-- Add the functions of the C core, whose help lists their results.
local function define_core(help)
  for name, text in pairs(help) do
    local _, results = text:gsub("\n@return ", "")
    local last = name:match("[%w_]+$")
    by_name[last] = by_name[last] or {}
    table.insert(by_name[last], { name = last, file = {}, is_method = name:find(":", 1, true) ~= nil,
      parameters = math.huge, returns = {}, has_several = results > 1,
      can_fail = results > 1 and text:find("\n@return [%w.|]+%? ") ~= nil })
  end
end

-- Return the file of the module that an expression requires, or nil.
local function module_of(file, it)
  local alias = it.kind == "name" and not it.owner and file.aliases[it.name] or it
  local name = alias.kind == "call" and alias.name == "require" and (alias.arguments[1] or {}).text
  return name and by_module[name:sub(2, -2)]
end

-- Return the functions of a list that are called with a colon, or without one.
local function called(list, is_method)
  local out = {}
  for _, f in ipairs(list or {}) do
    out[#out + 1] = f.is_method == is_method and f or nil
  end
  return out
end

-- Return whether an expression is the object of a method, or the table of functions, that this file defines.
local function is_own(file, owner)
  local alias = file.aliases[owner.name]
  return owner.kind == "name" and not owner.owner and (owner.name == "self" or alias and alias.kind == "table")
end

-- Return the functions that a call may mean, and the name by which Lua's own are known.
local function meant(file, call)
  local alias = not call.owner and not file.functions[call.name] and file.aliases[call.name]
  if alias and alias.kind == "name" and alias.name ~= call.name then
    return meant(file, { name = alias.name, owner = alias.owner, is_method = false })
  elseif not call.owner then
    return called(file.functions[call.name], false), call.name
  end
  local module = module_of(file, call.owner) or is_own(file, call.owner) and file.functions[call.name] and file
  local is_text = call.owner.kind == "parentheses" and call.owner.inner.kind ~= "call"
  local list = module and module.functions[call.name] or not module and not is_text and by_name[call.name]
  return called(list, call.is_method), call.name
end

-- Return the number of captures of match(), if its pattern is written there.
local function captures(call)
  local pattern = call.arguments[call.is_method and 1 or 2]
  local text = pattern and pattern.kind == "constant" and pattern.text:gsub("%%.", "")
  return text and select(2, text:gsub("%(", ""))
end

-- Return whether a call may have several results. Calls after `return` are followed.
local function has_several(file, call, seen)
  local list, name = meant(file, call)
  if name == "match" then
    return (captures(call) or 2) > 1
  elseif SEVERAL[name] and (#list == 0 or call.is_method) then
    return true
  end
  for _, f in ipairs(list) do
    if not seen[f] then
      seen[f] = true
      local found = f.has_several
      for _, values in ipairs(f.returns) do
        found = found or #values == 1 and values[1].kind == "call" and has_several(f.file, values[1], seen)
      end
      if found then
        return true
      end
    end
  end
  return false
end

local function can_fail(file, call)
  local list, name = meant(file, call)
  if NUMBERS[name] then
    return true
  end
  for _, f in ipairs(list) do
    if f.can_fail then
      return true
    end
  end
  return false
end

-- ---- whose results are taken ---------------------------------------------------------------------

-- Mark a function whose results somebody takes, and the functions whose results it returns.
local function mark(f)
  if f.is_wanted then
    return
  end
  f.is_wanted = true
  for _, values in ipairs(f.returns) do
    local last = values[#values]
    for _, other in ipairs(last and last.kind == "call" and f.file.path and meant(f.file, last) or {}) do
      mark(other)
    end
  end
end

local function mark_wanted(file)
  for _, it in ipairs(file.assigned) do
    local last = it.list[#it.list]
    for _, f in ipairs(it.targets > #it.list and last.kind == "call" and meant(file, last) or {}) do
      mark(f)
    end
  end
end

-- ---- the rules -----------------------------------------------------------------------------------

local faults = 0
local function fault(file, line, text, ...)
  if not file.lines[line]:find("%-%- results: %a") then
    io.stderr:write(("%s:%d: %s\n"):format(file.path, line, text:format(...)))
    faults = faults + 1
  end
end

-- Return whether an expression is a call that raises an error.
local function is_error(it)
  return it.kind == "call" and (it.name == "error" or it.name == "fail")
end

-- Report the calls with several results whose value an expression with `and` and `or` may have.
local function check_lost(file, it, place)
  if it.kind == "and" then
    check_lost(file, it.right, place)
  elseif it.kind == "or" then
    check_lost(file, it.left, place)
    check_lost(file, it.right, place)
  elseif it.kind == "call" and not is_error(it) and has_several(file, it, {}) then
    fault(file, it.line, "`and` and `or` keep one result of %s(), but %s (write an `if`)", it.name, place)
  end
end

local function is_choice(it)
  return it and (it.kind == "and" or it.kind == "or")
end

local function check_returns(file)
  for _, f in ipairs(file.all) do
    for _, values in ipairs(f.returns) do
      if f.is_wanted and is_choice(values[#values]) then
        check_lost(file, values[#values], ("callers of %s() take several"):format(f.name))
      end
    end
  end
end

local function check_assigned(file)
  for _, it in ipairs(file.assigned) do
    if it.targets > #it.list and is_choice(it.list[#it.list]) then
      check_lost(file, it.list[#it.list], "several are assigned")
    end
  end
end

local function check_arguments(file)
  for _, call in ipairs(file.calls) do
    local last = call.arguments[#call.arguments]
    for _, f in ipairs(is_choice(last) and meant(file, call) or {}) do
      if f.parameters ~= math.huge and f.parameters > #call.arguments then
        check_lost(file, last, ("%s() has more parameters"):format(call.name))
        break
      end
    end
  end
end

-- Report failures that become another value.
local function check_hidden(file, it)
  if not is_choice(it) then
    return
  end
  local call = it.kind == "or" and it.left.kind == "and" and it.left.right
  if call and call.kind == "call" and not is_nothing(it.right) and not is_error(it.right) and can_fail(file, call) then
    fault(file, call.line, "if %s() fails, the value after `or` hides it (write an `if`)", call.name)
  end
  check_hidden(file, it.left)
  check_hidden(file, it.right)
end

local function each_list(file, f)
  for _, it in ipairs(file.assigned) do
    f(it.list)
  end
  for _, it in ipairs(file.all) do
    for _, values in ipairs(it.returns) do
      f(values)
    end
  end
  for _, call in ipairs(file.calls) do
    f(call.arguments)
  end
end

local function check(file)
  check_returns(file)
  check_assigned(file)
  check_arguments(file)
  each_list(file, function(list)
    for _, it in ipairs(list) do
      check_hidden(file, it)
    end
  end)
end

local files = {}
define_core(dofile "lua/lucena/core_help.lua")
for _, path in ipairs(#arg > 0 and arg or tree.list("find lua -name '*.lua'")) do
  files[#files + 1] = read(path)
end
for _, file in ipairs(files) do
  mark_wanted(file)
end
for _, file in ipairs(files) do
  check(file)
end
if faults > 0 then
  os.exit(1)
end
print(("results: %d files, no fault"):format(#files))
