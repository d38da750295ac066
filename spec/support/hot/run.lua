-- Calls every method, property and function of the core while a finalizer uses the same object.
-- Usage: lua5.4 spec/support/hot/run.lua FOLDER [ROW]...
-- FOLDER is an empty folder for files. Prints a line for each row, and a line for each wrong answer.

local classes = require "spec.support.hot.classes"
local finalizer = require "spec.support.hot.finalizer"
local rows = require "spec.support.hot.rows".rows
local show = require "spec.support.hot.show"

local names = classes.names()
local folder = ...
local wanted = {}
for _, name in ipairs { select(2, ...) } do
  wanted[name] = true
end

local wrong = 0
local function fault(...)
  wrong = wrong + 1
  print("wrong: " .. string.format(...))
end

-- ---- calling -------------------------------------------------------------------------------------

local function make(row) return table.pack(row.make(folder)) end

local function apply(f, made, ...)
  for i = 1, select("#", ...) do
    made[made.n + i] = (select(i, ...))
  end
  return f(table.unpack(made, 1, made.n + select("#", ...)))
end

-- The answer of a call, and what it has changed, as text.
local function answer_of(row, made, results)
  local text = row.check and show(table.pack(pcall(apply, row.check, made, results))) or show(results)
  if row.state then
    text = text .. "\nstate: " .. show(table.pack(pcall(row.state, table.unpack(made, 1, made.n))))
  end
  return text
end

local function cold(row, f, is_toggled)
  local made = make(row)
  if is_toggled then
    row.toggle(table.unpack(made, 1, made.n))
  end
  return answer_of(row, made, table.pack(pcall(f, table.unpack(made, 1, made.n))))
end

-- Returns the answer, how often the finalizer ran, its errors, and the error of the call.
local function hot(row, f, disturb)
  local made = make(row)
  local results, runs, failures = finalizer.call(function() return disturb(table.unpack(made, 1, made.n)) end, f,
    table.unpack(made, 1, made.n))
  return answer_of(row, made, results), runs, failures, not results[1] and tostring(results[2])
end

local function check_failures(what, row, failures)
  for _, message in ipairs(failures) do
    local is_expected = row.refuses and (message:find(row.refuses, 1, true) or message:find("is closed", 1, true))
    if not is_expected then
      fault("%s: the finalizer failed: %s", what, message)
      return
    end
  end
end

local counts = { calls = 0, runs = 0, inside = 0 }

local function count(runs)
  counts.calls, counts.runs, counts.inside = counts.calls + 1, counts.runs + runs, counts.inside + (runs > 0 and 1 or 0)
end

local function check_use(what, row, name, f)
  local expected = cold(row, f)
  local answer, runs, failures, message = hot(row, f, row.use)
  count(runs)
  check_failures(what, row, failures)
  local overtaken = row.overtaken and row.overtaken[name]
  if answer ~= expected and not (overtaken and message and message:find(overtaken, 1, true)) then
    fault("%s: %s\n  instead of %s", what, answer, expected)
  end
  return runs
end

-- The object changes to another state and back at each allocation. An answer that mixes the states is wrong. Calls that
-- change the object are only made.
local function check_toggle(what, row, f, is_reading)
  local one = { make = row.make, toggle = row.toggle }
  local first, second = cold(one, f), cold(one, f, true)
  local answer, runs, failures = hot(one, f, row.toggle)
  count(runs)
  if is_reading then
    check_failures(what, row, failures)
    if answer ~= first and answer ~= second then
      fault("%s, toggled: %s\n  instead of %s\n  or %s", what, answer, first, second)
    end
  end
end

-- Functions to call, by name: those of the row, the properties of the class, and the setters.
local function calls_of(label, row)
  local out = {}
  for name, list in pairs(row.calls) do
    if type(list) == "table" then
      out[name] = list
    end
  end
  for name, kind in pairs(names[row.class or label] or {}) do
    if kind == "property" and not (row.skip or {})[name] then
      out[name] = { function(object) return object[name] end }
    end
  end
  for name, values in pairs(row.set or {}) do
    out["=" .. name] = {}
    for i, value in ipairs(values) do
      out["=" .. name][i] = function(object) object[name] = value or nil end
    end
  end
  return out
end

-- Methods that change the object.
local CHANGES = {}
for word in ([[play pass undo reset put repair add add_line add_nag demote make_main promote remove remove_nag
               remove_variations set_command set_text strip]]):gmatch "%S+" do
  CHANGES[word] = true
end

-- An iteration has steps, between which the object may change.
local function is_reading(name)
  return not CHANGES[name] and not name:find "^=" and not name:find "^set" and name ~= "__pairs"
end

local function run_row(label, row)
  local before, idle = wrong, {}
  counts = { calls = 0, runs = 0, inside = 0 }
  for name, list in pairs(calls_of(label, row)) do
    local runs = 0
    for i, f in ipairs(list) do
      local what = ("%s, %s #%d"):format(label, name, i)
      runs = runs + check_use(what, row, name, f)
      if row.toggle then
        check_toggle(what, row, f, is_reading(name))
      end
    end
    if runs == 0 then
      idle[#idle + 1] = name
    end
  end
  table.sort(idle)
  print(("%s: %d calls, %d with the finalizer inside, it ran %d times, %d wrong; not in %s"):format(label, counts.calls,
    counts.inside, counts.runs, wrong - before, table.concat(idle, " ")))
end

local labels = {}
for label in pairs(rows) do
  if not next(wanted) or wanted[label] then
    labels[#labels + 1] = label
  end
end
table.sort(labels)
for _, label in ipairs(labels) do
  run_row(label, rows[label])
end
print(("%d wrong"):format(wrong))
