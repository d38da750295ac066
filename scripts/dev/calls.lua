-- Checks that there is no cycle of calls between the C files of a folder of csrc. Usage: lua5.4 scripts/dev/calls.lua
-- (from the top of the tree). scripts/dev/layers.lua checks the includes; but a header may declare functions of several
-- files, so the order of headers does not show which file calls which.
--
-- A file uses another if it names a function or table that is defined there. An inline function of a header counts as
-- part of each file that names it. Other folders may have cycles: in csrc/match, a query is evaluated recursively, and
-- csrc/notation and csrc/io have files that need each other.

local FOLDERS = { "binding", "chess", "index", "opening" }

local function files(pattern)
  local list = {}
  local pipe = assert(io.popen("ls " .. pattern .. " 2>/dev/null"))
  for path in pipe:lines() do
    list[#list + 1] = path
  end
  pipe:close()
  return list
end

-- Return the code of a file without its comments and strings.
local function code_of(path)
  local file <close> = assert(io.open(path))
  local code = ("\n" .. file:read "a"):gsub("/%*.-%*/", " "):gsub("//[^\n]*", " "):gsub('\\"', "")
  return (code:gsub('"[^"\n]*"', '""'))
end

local function names_in(code, skip)
  local names = {}
  for name in code:gmatch "%f[%w_](lcb?_[%w_]+)" do
    if name ~= skip then
      names[name] = true
    end
  end
  return names
end

-- Call f(head, body) for each function or table that the code defines at the beginning of a line.
local function each_definition(code, f)
  for head, body in code:gmatch "\n(%a[^\n;{}#]-[^;{}#]-)(%b{})" do
    f(head, body)
  end
end

local function name_of(head)
  return head:match "(lcb?_[%w_]+)%s*%(" or head:match "(lcb?_[%w_]+)%s*%[[^%]]*%]"
end

-- name -> the names in the body of an inline function
local inline = {}
for _, path in ipairs(files "csrc/*/*.h") do
  each_definition(code_of(path), function(head, body)
    if head:find "inline" and name_of(head) then
      inline[name_of(head)] = names_in(body, name_of(head))
    end
  end)
end

local function add_names(names, into)
  for name in pairs(names) do
    if not into[name] then
      into[name] = true
      add_names(inline[name] or {}, into)
    end
  end
end

-- Return for each file the files whose names it uses: path -> path -> one such name.
local function uses_of(paths)
  local owner, codes, uses = {}, {}, {}
  for _, path in ipairs(paths) do
    codes[path] = code_of(path)
    each_definition(codes[path], function(head)
      if not head:find "static" and name_of(head) then
        owner[name_of(head)] = path
      end
    end)
  end
  for path, code in pairs(codes) do
    local names = {}
    uses[path] = {}
    add_names(names_in(code), names)
    for name in pairs(names) do
      if owner[name] and owner[name] ~= path then
        uses[path][owner[name]] = name
      end
    end
  end
  return uses, owner
end

-- Remove the files that use no file of the list, until no file is left or each one uses another: then there is a cycle.
local function remove_ends(uses)
  local removed
  repeat
    removed = false
    for path, used in pairs(uses) do
      local is_end = true
      for other in pairs(used) do
        is_end = is_end and not uses[other]
      end
      if is_end then
        uses[path], removed = nil, true
      end
    end
  until not removed
end

-- Follow uses from any file until a file comes again. Returns the cycle as text.
local function cycle_in(uses)
  local path = next(uses)
  local at, steps = {}, {}
  while not at[path] do
    at[path] = #steps + 1
    local to, name
    for other, used in pairs(uses[path]) do
      if uses[other] then
        to, name = other, used
      end
    end
    steps[#steps + 1] = ("%s uses %s of %s"):format(path, name, to)
    path = to
  end
  return table.concat(steps, "\n  ", at[path])
end

local count = 0
for _, folder in ipairs(FOLDERS) do
  local paths = files(("csrc/%s/*.c"):format(folder))
  local uses, owner = uses_of(paths)
  assert(next(owner), "no function found in csrc/" .. folder)
  remove_ends(uses)
  if next(uses) then
    io.stderr:write("calls: C files call one another in a cycle:\n  ", cycle_in(uses), "\n")
    os.exit(1)
  end
  count = count + #paths
end
print(("calls: %d C files, no cycle"):format(count))
