--- Makes a self-contained HTML document around a body. Every HTML report is such a page. It loads nothing from the
-- network, and a Content-Security-Policy enforces this in the browser.
--
-- The policy allows styles, pictures inside the page, and one script, which it identifies by its SHA-256. Even if
-- escaping failed, no script or event handler in the data would run. Colours follow the light or dark setting of the
-- reader's system. Printed pages are always light.
--
-- Classes for bodies: `table.report` (in a `div.wide`, which scrolls on narrow screens), `td.number`, `td.tree`,
-- `figure`, `p.note`, `nav.contents`.
-- Source: HTML Living Standard; Content Security Policy Level 3 (script hashes: section 6.7).
-- @module lucena.render.page

local argument = require("lucena.argument")
local escape = require("lucena.render.escape")
local sha256 = require("lucena.render.sha256")

local M = {}

local STYLE = [[
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #1f2328; --faint: #5c636b; --line: #d8d5cc;
  --shade: #f2efe7; --accent: #1d5fa3; --mark: #ffe9a8; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191c; --ink: #e4e2dc; --faint: #a2a8b0; --line: #3a3e44;
  --shade: #222529; --accent: #86b7ee; --mark: #5c4a12; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans",
  sans-serif; overflow-wrap: break-word; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1, h2, h3 { line-height: 1.25; font-weight: 650; }
h1 { font-size: 1.6rem; margin: .4rem 0 .6rem; }
h2 { font-size: 1.25rem; margin: 1.8rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .4rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
div.wide { overflow-x: auto; }
table.report { border-collapse: collapse; font-size: .95rem; }
table.report caption { text-align: left; color: var(--faint); padding: 0 0 .4rem; }
table.report th, table.report td { padding: .25rem .7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
table.report thead th { border-bottom: 2px solid var(--faint); white-space: nowrap; }
table.report tbody th { font-weight: 600; }
table.report tbody tr:hover { background: var(--shade); }
table.report td.number, table.report th.number { text-align: right; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption, p.note { color: var(--faint); font-size: .9rem; }
footer { color: var(--faint); font-size: .85rem; border-top: 1px solid var(--line); margin-top: 2rem;
  padding-top: .5rem; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --faint: #444; --line: #bbb; --shade: #fff; --accent: #000;
    --mark: #fff; }
  :root { font-size: 10.5pt; }
  body { font-size: 1rem; }
  main { max-width: none; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  thead { display: table-header-group; }
  div.wide { overflow: visible; }
}
]]

local OPTIONS = { title = "string", lang = "string", body = "string", style = "string", script = "string",
  fragment = "boolean", worker = "boolean", icon = "string" }

-- Return the content of <style> or <script>, in which characters cannot be escaped. Such content never has data from
-- games. So text in it that could end the element is an error of this program.
local function raw(text, name)
  if text:find("</", 1, true) or text:find("<!--", 1, true) then
    argument.bad(3, 1, "render", "option '%s': holds '</' or '<!--'", name)
  end
  return text
end

-- `has_worker`: the script starts workers that it makes from its own text, and compiles WebAssembly.
local function policy(script, has_worker)
  local allowed = script and ("'sha256-%s'"):format(sha256.base64(sha256.digest(script))) or "'none'"
  if has_worker then
    allowed = allowed .. " 'wasm-unsafe-eval'; worker-src blob:"
  end
  return ("default-src 'none'; script-src %s; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
    .. " 'none'"):format(allowed)
end

--- Write a complete HTML document.
---@param options {title: string, lang?: string, body?: string, style?: string, script?: string,
-- fragment?: boolean, worker?: boolean, icon?: string}
-- `title`: text; `lang`: "en" (the default), "fr" ...; `body`: escaped HTML for <main>; `style`: CSS added to the
-- page's own; `script`: JavaScript that runs when the page is loaded; `fragment`: write only the style and the body,
-- for a page that has this module's style and the scripts; `worker`: the script may start workers from its own text and
-- run WebAssembly; `icon`: the address of a picture inside the page ("data:image/svg+xml,..."), for the browser's tab
---@return string html ends with a line end
-- @usage require("lucena.render.page").render{title = "<1>", body = ""}:match("<title>(.-)</title>")  --> &lt;1&gt;
function M.render(options)
  options = argument.options(options, 1, "render", OPTIONS)
  local before, after = M.around(options)
  return before .. (options.body or "") .. after
end

--- Return the parts of a document before and after its body, for a body that is written in pieces.
---@param options table as for render(), without `body`
---@return string before
---@return string after
-- @usage select(2, require("lucena.render.page").around{title = "", fragment = true}) == "\n"  --> true
function M.around(options)
  if options.fragment then
    return ("<style>\n%s</style>\n"):format(raw(options.style or "", "style")), "\n"
  end
  local script = options.script and raw(options.script, "script")
  local out = {
    "<!DOCTYPE html>\n",
    ('<html lang="%s">\n<head>\n<meta charset="utf-8">\n'):format(escape.attribute(options.lang or "en")),
    ('<meta http-equiv="Content-Security-Policy" content="%s">\n'):format(policy(script, options.worker)),
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="generator" content="Lucena">\n',
    -- Without this element, browsers would request an icon from the server.
    ('<link rel="icon" href="%s">\n'):format(escape.attribute(options.icon or "data:,")),
    ("<title>%s</title>\n"):format(escape.html(options.title or "")),
    "<style>\n", STYLE, raw(options.style or "", "style"), "</style>\n</head>\n<body>\n<main>\n",
  }
  return table.concat(out), "\n</main>\n" .. (script and "<script>" .. script .. "</script>\n" or "")
    .. "</body>\n</html>\n"
end

return M
