#!/usr/bin/env lua5.4
--- Write the documentation as HTML pages: the README, docs/, and the API from the doc comments.
-- Usage: lua5.4 scripts/dev/gen_site.lua FOLDER      (`make docs`; from the top of the tree; needs cmark-gfm)
-- Each page has the same path as its text in the tree, except for the ending ".html". So links between texts need only
-- this new ending. Linked files are copied. Broken links are printed, and the exit status is then 1.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local anchors = require("anchors")
local doc_comments = require("doc_comments")
local tree = require("tree")

local folder = assert(arg[1], "usage: gen_site.lua FOLDER")

local STYLE = [[
:root { color-scheme: light dark; --line: #8886; --shade: #8882; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 0 1rem 4rem;
  overflow-wrap: break-word; }
nav { border-bottom: 1px solid var(--line); padding: .8rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .8rem; }
h3 code { background: none; padding: 0; font-size: 1rem; }
pre, code { font-family: ui-monospace, monospace; font-size: .875rem; background: var(--shade); border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: .8rem 1rem; overflow-x: auto; line-height: 1.4; }
pre code { background: none; padding: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
td, th { overflow-wrap: normal; }
img, svg { max-width: 100%; height: auto; }
]]

local PAGE = [[
<!DOCTYPE html>
<html lang="$LANGUAGE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$TITLE</title>
<link rel="stylesheet" href="$UPstyle.css">
</head>
<body>
<nav>
<a href="$UPREADME.html">Lucena</a> <a href="$UPREADME.html#pages">Guides</a>
<a href="$UPapi/index.html">API</a> <a href="$UPCHANGELOG.html">Changes</a>
</nav>
<main>
$BODY</main>
</body>
</html>
]]

-- ---- files ---------------------------------------------------------------------------------------

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function write(path, text)
  path = folder .. "/" .. path
  assert(os.execute("mkdir -p " .. quoted(path:match("^(.*)/"))))
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

-- Convert a text to HTML with cmark-gfm. Raw HTML is kept (--unsafe), because all texts are part of Lucena.
local function to_html(text)
  local source = os.tmpname()
  local file <close> = assert(io.open(source, "wb"))
  assert(file:write(text))
  file:close()
  local pipe <close> = assert(io.popen("cmark-gfm --unsafe -e table " .. quoted(source)))
  local html = pipe:read("a")
  local done = pipe:close()
  os.remove(source)
  return assert(done and html, "cmark-gfm failed")
end

-- ---- the API -------------------------------------------------------------------------------------

local function signature(entry, prefix)
  if entry.is_field then
    return prefix .. "." .. entry.name
  end
  local names = {}
  for i, param in ipairs(entry.params) do
    names[i] = param.name
  end
  return ("%s%s%s(%s)"):format(prefix, entry.is_dotted and "." or ":", entry.name, table.concat(names, ", "))
end

-- Add a line about a parameter or a result.
local function add_line(lines, type, name, text)
  local said = text ~= "" and ": " .. text or ""
  lines[#lines + 1] = ("* %s`%s`%s"):format(name and "`" .. name .. "` " or "", type, said)
end

local function add_entry(lines, entry, prefix)
  lines[#lines + 1] = ("\n### %s\n\n%s\n"):format("`" .. signature(entry, prefix) .. "`", entry.text)
  if entry.is_field and entry.type then
    lines[#lines + 1] = "`" .. entry.type .. "`"
  end
  for _, param in ipairs(entry.params) do
    add_line(lines, param.type, param.name, param.text)
  end
  if #entry.returns > 0 then
    lines[#lines + 1] = "\nReturns\n"
    for _, result in ipairs(entry.returns) do
      add_line(lines, result.type, nil, result.text)
    end
  end
  if entry.usage ~= "" then
    lines[#lines + 1] = ("\n```lua\n%s\n```"):format(entry.usage)
  end
end

local function api_page(title, text, prefix, entries)
  local lines = { ("# %s\n\n%s\n"):format(title, text) }
  for _, entry in ipairs(entries) do
    add_entry(lines, entry, prefix)
  end
  return table.concat(lines, "\n") .. "\n"
end

-- Add the pages of the API to the texts by path, as if they were files of the tree.
local function api_pages(texts)
  local owners = doc_comments.by_owner()
  local index = { "# API\n", "* [lucena](lucena.md): `local chess = require \"lucena\"`",
    "* [chess.query](query.md): tests on games; the [guide](../docs/filters.md) tells how they are combined" }
  texts["api/lucena.md"] = api_page("lucena", "Bad data returns `nil, message, code`; wrong use raises.", "chess",
    owners.chess)
  texts["api/query.md"] = api_page("chess.query", "A fact is a Query; a function makes one. " ..
    "The [guide](../docs/filters.md) tells how they are combined.", "query", owners.query)
  for _, class in ipairs(doc_comments.CLASSES) do
    local name, text = class[1], class[2]
    index[#index + 1] = ("* [%s](%s.md): %s"):format(name, name, text)
    texts[("api/%s.md"):format(name)] = api_page(name, text, name:lower(), owners[name])
  end
  texts["api/index.md"] = table.concat(index, "\n") .. "\n"
end

-- ---- pages ---------------------------------------------------------------------------------------

local ENTITIES = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }

local function plain(html)
  return (html:gsub("<[^>]*>", ""):gsub("&%l+;", ENTITIES))
end

-- Add an id to each heading. Also returns the ids as a set.
local function with_anchors(html)
  local ids, anchor_of = {}, anchors.new()
  html = html:gsub("<(h%d)>(.-)</h%d>", function(tag, inner)
    local id = anchor_of(plain(inner))
    ids[id] = true
    return ('<%s id="%s">%s</%s>'):format(tag, id, inner, tag)
  end)
  for id in html:gmatch('<a [^>]-name="([^"]+)"') do
    ids[id] = true
  end
  return html, ids
end

local function resolve(from, target)
  local path = (from:match("^(.*/)") or "") .. target
  return (path:gsub("[^/]+/%.%./", ""):gsub("^%./", ""))
end

-- Change the links of a page to the generated HTML files. Each link is recorded, and is checked after all pages are
-- written.
local function with_links(html, path, texts, links)
  return (html:gsub('(%l+)="([^"]*)"', function(name, target)
    if name ~= "href" and name ~= "src" or target:find("^%a[%w+.-]*:") then
      return nil
    end
    local file, anchor = target:match("^([^#]*)#?(.*)$")
    local to = file == "" and path or resolve(path, file)
    links[#links + 1] = { path = path, to = to, anchor = anchor }
    return ('%s="%s"'):format(name, texts[to] and target:gsub("%.md", ".html", 1) or target)
  end))
end

local function finished(path, html)
  local values = {
    TITLE = html:match("<h1[^>]*>(.-)</h1>") or "Lucena", BODY = html,
    LANGUAGE = (path:find("%.fr%.md$") or path:find("dialectes")) and "fr" or "en", UP = path:find("/") and "../" or "",
  }
  values.TITLE = plain(values.TITLE):gsub("[<>&]", { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;" })
  return (PAGE:gsub("%$(UP)", values):gsub("%$(%u+)", values))
end

-- ---- the whole site ------------------------------------------------------------------------------

local texts, pages, links, faults, paths = {}, {}, {}, 0, {}
for _, path in ipairs(tree.list("ls *.md docs/*.md")) do
  texts[path] = tree.read(path)
end
api_pages(texts)

for path in pairs(texts) do
  paths[#paths + 1] = path
end
table.sort(paths)
for _, path in ipairs(paths) do
  local html, ids = with_anchors(to_html(texts[path]))
  html = html:gsub("<table>", '<div class="table"><table>'):gsub("</table>", "</table></div>")
  pages[path] = ids
  write(path:gsub("%.md$", ".html"), finished(path, with_links(html, path, texts, links)))
end
write("style.css", STYLE)
write("index.html", '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Lucena</title>\n'
  .. '<meta http-equiv="refresh" content="0; url=README.html">\n<a href="README.html">Lucena</a>\n')

for _, link in ipairs(links) do
  local ids, text = pages[link.to], tree.read(link.to)
  if not ids and text then
    write(link.to, text)
  elseif not ids or link.anchor ~= "" and not ids[link.anchor] then
    io.stderr:write(("%s: there is no %s#%s\n"):format(link.path, link.to, link.anchor))
    faults = faults + 1
  end
end
if faults > 0 then
  os.exit(1)
end
