--- Checks the links of the pages: each link must lead to a file of the tree and, with #, to a heading of that file.
-- Usage: lua5.4 scripts/dev/links.lua [FILE.md...]      (from the top of the tree; default: *.md and docs/*.md)
-- Links to the web are not checked.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local anchors = require("anchors")
local tree = require("tree")

-- Return the text without code, because code may look like a link or a heading.
local function without_code(text)
  text = ("\n" .. text):gsub("\n```.-\n```", function(code)
    return (code:gsub("[^\n]+", ""))
  end)
  return (text:sub(2):gsub("`[^`\n]+`", function(code)
    return (code:gsub("[%[%]]", " "))
  end))
end

-- The anchors of a text.
local function anchors_of(text)
  local found, anchor_of = {}, anchors.new()
  for title in ("\n" .. without_code(text)):gmatch("\n#+ +([^\n]+)") do
    found[anchor_of((title:gsub("%[([^%]]*)%]%b()", "%1")))] = true
  end
  for name in text:gmatch('<a [^>]-name="([^"]+)"') do
    found[name] = true
  end
  return found
end

local faults, checked = 0, 0

local function check(path, line, target)
  local file, anchor = target:match("^([^#]*)#?(.*)$")
  local to = file == "" and path or ((path:match("^(.*/)") or "") .. file):gsub("[^/]+/%.%./", "")
  local text, why = tree.read(to), nil
  if not text and not os.rename(to, to) then
    why = "there is no " .. to
  elseif text and anchor ~= "" and not anchors_of(text)[anchor] then
    why = ("%s has no heading #%s"):format(to, anchor)
  end
  checked = checked + 1
  if why then
    io.stderr:write(("%s:%d: %s\n"):format(path, line, why))
    faults = faults + 1
  end
end

local paths = table.move(arg, 1, #arg, 1, {})
if #paths == 0 then
  paths = tree.list("ls *.md docs/*.md docs/dev/*.md")
end
for _, path in ipairs(paths) do
  local number = 0
  for line in (without_code(assert(tree.read(path), path)) .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    for target in line:gmatch("%]%(<?([^)%s>]+)") do
      if not target:find("^%a[%w+.-]*:") then
        check(path, number, target)
      end
    end
  end
end
if faults > 0 then
  os.exit(1)
end
print(("links: %d, all lead somewhere"):format(checked))
