#!/usr/bin/env lua5.4
--- Write the documentation as HTML pages: the README, docs/, and the API from the doc comments.
-- Usage: lua5.4 scripts/dev/gen_site.lua FOLDER [PAGE]   (`make docs`; from the top of the tree; needs cmark-gfm)
-- PAGE is the browser page (`make web`). It is copied, and each example that it can run gets a button that opens it.
-- Pages have the list of all pages beside them, and a search over all headings, which also works from disk.
-- Each page has the same path as its text in the tree, except for the ending ".html". So links between texts need only
-- this new ending. Linked files are copied. Broken links are printed, and the exit status is then 1.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local anchors = require("anchors")
local doc_comments = require("doc_comments")
local tree = require("tree")

local folder = assert(arg[1], "usage: gen_site.lua FOLDER [PAGE]")
local browser_page = arg[2]

local STYLE = [[
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #1f2328; --faint: #5c636b; --line: #d8d5cc;
  --shade: #f2efe7; --accent: #1d5fa3; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191c; --ink: #e4e2dc; --faint: #a2a8b0; --line: #3a3e44;
  --shade: #222529; --accent: #86b7ee; } }
html { background: var(--paper); color: var(--ink); }
body { background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 76rem;
  padding: 0 1rem 4rem; overflow-wrap: break-word; }
a { color: var(--accent); }
header { border-bottom: 1px solid var(--line); padding: .8rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem;
  align-items: center; }
header search { margin-left: auto; position: relative; }
input { font: inherit; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 5px; max-width: 100%; }
#found { list-style: none; margin: 0; padding: 0; position: absolute; right: 0; z-index: 2; width: min(32rem, 90vw);
  background: var(--paper); border: 1px solid var(--line); border-radius: 6px; max-height: 70vh; overflow-y: auto; }
#found:empty { display: none; }
#found a { display: block; padding: .35rem .8rem; text-decoration: none; }
#found a:hover, #found a:focus { background: var(--shade); }
#found small { display: block; color: var(--faint); }
nav summary { padding: .5rem 0; font-weight: 600; cursor: pointer; }
nav ul { list-style: none; padding: 0; margin: 0 0 1rem; font-size: .92rem; }
nav li { padding: .12rem 0; }
nav a[aria-current] { font-weight: 700; text-decoration: none; }
main { min-width: 0; max-width: 50rem; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .8rem; }
h2 code, h3 code { background: none; padding: 0; font-size: 1rem; }
pre, code { font-family: ui-monospace, monospace; font-size: .875rem; background: var(--shade); border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: .8rem 1rem; overflow-x: auto; line-height: 1.4; }
pre code { background: none; padding: 0; }
p.try { margin: -.6rem 0 1rem; text-align: right; font-size: .88rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
td, th { overflow-wrap: normal; }
img, svg { max-width: 100%; height: auto; }
@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
}
@media print { header, nav, p.try { display: none; } }
]]

-- The search: all words of the input must begin words of a heading, of its page's title or of the text below it.
local SEARCH = [[
"use strict";
(() => {
  const input = document.getElementById("search"), found = document.getElementById("found");
  const up = document.body.dataset.up;
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const all = PAGES.map(([address, title, heading, text]) =>
    ({ address, title, heading, head: " " + fold(title + " " + heading), text: " " + fold(text) }));
  input.addEventListener("input", () => {
    const words = fold(input.value).split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
    const scored = words.length === 0 ? [] : all.map((part) => ({ part, score: words.reduce((sum, word) =>
      sum < 0 ? sum : part.head.includes(word) ? sum + 5 : part.text.includes(word) ? sum + 1 : -1, 0) }));
    const best = scored.filter((one) => one.score > 0).sort((a, b) => b.score - a.score).slice(0, 12);
    found.replaceChildren(...best.map(({ part }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const page = document.createElement("small");
      link.href = up + part.address;
      link.textContent = part.heading;
      page.textContent = part.title;
      link.append(page);
      item.append(link);
      return item;
    }));
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") found.replaceChildren();
    else if (event.key === "/" && !event.target.closest("input, textarea")) {
      event.preventDefault();
      input.focus();
    }
  });
  // Beside the page on wide windows, the list is always open.
  const list = document.querySelector("nav details");
  if (matchMedia("(min-width: 62rem)").matches) list.open = true;
})();
]]

local PAGE = [[
<!DOCTYPE html>
<html lang="$LANGUAGE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$TITLE</title>
<link rel="stylesheet" href="$UPstyle.css">
<link rel="icon" href="data:,">
</head>
<body data-up="$UP">
<header>
<a href="$UPREADME.html">Lucena</a> <a href="$UPdocs/README.html">Guides</a>
<a href="$UPapi/index.html">API</a> <a href="$UPCHANGELOG.html">Changes</a>$TRY
<search><label>Search <input type="search" id="search" autocomplete="off"></label><ul id="found"></ul></search>
</header>
<div class="columns">
<nav aria-label="Pages"><details><summary>Pages</summary>
$NAVIGATION</details></nav>
<main>
$BODY</main>
</div>
<script src="$UPsearch.js"></script>
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
  html = assert(done and html, "cmark-gfm failed")
  return (html:gsub("<th></th>", "<td></td>")) -- a header without words is none
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
  lines[#lines + 1] = ("\n## %s\n\n%s\n"):format("`" .. signature(entry, prefix) .. "`", entry.text)
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
    -- cmark-gfm escapes letters outside ASCII.
    anchor = anchor:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end)
    links[#links + 1] = { path = path, to = to, anchor = anchor }
    return ('%s="%s"'):format(name, texts[to] and target:gsub("%.md", ".html", 1) or target)
  end))
end

-- ---- examples -------------------------------------------------------------------------------------

local function encoded(text)
  return (text:gsub("[^%w%-._~]", function(c) return ("%%%02X"):format(c:byte()) end))
end

-- Return the lines of an example that the prompt of the browser page can run: Lua without files and programs, or the
-- first `lucena -e` of a console. Returns nil for other examples.
local function runnable(language, code)
  if language == "console" or language == "shell" then
    return code:match("^%$ lucena %-e '([^'\n]*)'\n")
  elseif language ~= "lua" or code:find("spec/data", 1, true) or code:find("%f[%w]io%.") or code:find("%.pgn")
    or code:find("^return") or code:find("\nreturn {", 1, true) or code:find("%f[%w]os%.") then
    return nil
  end
  return (code:gsub("%s+$", ""))
end

-- Add a button after each example that the browser page can run.
local function with_buttons(html, up)
  if not browser_page then
    return html
  end
  return (html:gsub('<pre tabindex="0"><code class="language%-(%l+)">(.-)</code></pre>', function(language, code)
    local line = runnable(language, plain(code))
    return line and ('%%0\n<p class="try"><a href="%slucena.html#line=%s">Open in the browser page</a></p>'):format(up,
      encoded(line)):gsub("^%%0", function()
      return ('<pre tabindex="0"><code class="language-%s">%s</code></pre>'):format(language, code)
    end) or nil
  end))
end

-- ---- navigation and search ------------------------------------------------------------------------

-- Return the paths of the pages in the order of docs/README.md, then the others.
local function ordered(texts, sorted)
  local list, seen = { "README.md" }, { ["README.md"] = true }
  local function add(path)
    if texts[path] and not seen[path] then
      seen[path], list[#list + 1] = true, path
    end
  end
  for name in (texts["docs/README.md"] or ""):gmatch("%]%(([%w_/-]+%.md)%)") do
    add("docs/" .. name)
  end
  for _, path in ipairs(sorted) do
    add(path)
  end
  return list
end

local function title_of(html)
  return plain(html:match("<h1[^>]*>(.-)</h1>") or "Lucena")
end

local function escaped(text)
  return (text:gsub("[<>&\"]", { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;" }))
end

local function navigation(path, order, titles, up)
  local out = { "<ul>" }
  for _, other in ipairs(order) do
    out[#out + 1] = ('<li><a href="%s%s"%s>%s</a></li>'):format(up, other:gsub("%.md$", ".html"),
      other == path and ' aria-current="page"' or "", escaped(titles[other]))
  end
  out[#out + 1] = "</ul>\n"
  return table.concat(out, "\n")
end

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end):gsub("<", "\\u003c") .. '"'
end

-- Return the script with the sections of all pages: address, title of the page, heading, text.
local function index_of(order, bodies, titles)
  local index, out = {}, {}
  for _, path in ipairs(order) do
    -- A section ends before the next heading.
    local html = bodies[path]:gsub("<(h%d id=)", "\0<%1") .. "\0"
    for section in html:gmatch("(<h%d id=[^%z]*)") do
      local id, heading, text = section:match('^<h%d id="([^"]*)">(.-)</h%d>(.*)$')
      if id then
        index[#index + 1] = { path:gsub("%.md$", ".html") .. "#" .. id, titles[path], plain(heading), plain(text) }
      end
    end
  end
  for i, part in ipairs(index) do
    for j, text in ipairs(part) do
      part[j] = quote((text:gsub("%s+", " ")))
    end
    out[i] = "[" .. table.concat(part, ",") .. "]"
  end
  return "const PAGES = [\n" .. table.concat(out, ",\n") .. "\n];\n"
end

local function finished(path, html, order, titles)
  local up = path:find("/") and "../" or ""
  local values = {
    TITLE = escaped(titles[path]), BODY = with_buttons(html, up), UP = up,
    NAVIGATION = navigation(path, order, titles, up),
    TRY = browser_page and ('\n<a href="%slucena.html">Try it</a>'):format(up) or "",
    LANGUAGE = (path:find("%.fr%.md$") or path:find("dialectes")) and "fr" or "en",
  }
  return (PAGE:gsub("%$(UP)", values):gsub("%$(%u+)", values))
end

-- ---- the whole site ------------------------------------------------------------------------------

local texts, pages, links, faults, paths = {}, {}, {}, 0, {}
for _, path in ipairs(tree.list("ls *.md docs/*.md docs/dev/*.md 2>/dev/null")) do
  texts[path] = tree.read(path)
end
api_pages(texts)

for path in pairs(texts) do
  paths[#paths + 1] = path
end
table.sort(paths)
local bodies, titles, order = {}, {}, ordered(texts, paths)
for _, path in ipairs(paths) do
  local html, ids = with_anchors(to_html(texts[path]))
  html = html:gsub("<table>", '<div class="table" tabindex="0"><table>'):gsub("</table>", "</table></div>")
    :gsub("<pre><code", '<pre tabindex="0"><code')
  pages[path], titles[path] = ids, title_of(html)
  bodies[path] = with_links(html, path, texts, links)
end
for _, path in ipairs(paths) do
  write(path:gsub("%.md$", ".html"), finished(path, bodies[path], order, titles))
end
write("style.css", STYLE)
write("search.js", index_of(order, bodies, titles) .. SEARCH)
if browser_page then
  write("lucena.html", assert(tree.read(browser_page), browser_page .. ": cannot read"))
end
write("index.html", '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Lucena</title>\n'
  .. '<meta http-equiv="refresh" content="0; url=README.html">\n<a href="README.html">Lucena</a>\n')

for _, link in ipairs(links) do
  local ids, text = pages[link.to], tree.read(link.to)
  local is_folder = not ids and not text and link.anchor == "" and #tree.list("ls -d " .. quoted(link.to .. "/.")
    .. " 2>/dev/null") > 0
  if not ids and text then
    write(link.to, text)
  elseif is_folder then
    assert(os.execute(("mkdir -p %s && cp -R %s %s"):format(quoted(folder .. "/" .. link.to), quoted(link.to .. "/."),
      quoted(folder .. "/" .. link.to))))
  elseif not ids or link.anchor ~= "" and not ids[link.anchor] then
    io.stderr:write(("%s: there is no %s#%s\n"):format(link.path, link.to, link.anchor))
    faults = faults + 1
  end
end
if faults > 0 then
  os.exit(1)
end
