--- Writes the reading of a text as an HTML page: the text at the left, the games at the right. Printed moves are marked
-- with their states. Each doubt has two links: from the text to its explanation, and back.
--
-- Reading: {name, text, games = {{title, result, line, movetext}}, mentions, diagnostics, rest}, with the records of
-- `chess.read_text`. The page needs no other file, and no script.
-- Cost: linear in the text and the moves.
-- @module lucena.render.reading

local escape = require("lucena.render.escape")
local page_of = require("lucena.render.page").render
local signs_of = require("lucena.nag").signs

local M = {}

local STYLE = [[
:root { --main: #e3efdb; --side: #e2e9f7; --doubt: #ffe9a8; --fault: #ffc9c2; }
@media (prefers-color-scheme: dark) {
  :root { --main: #2c4023; --side: #28344d; --doubt: #57470d; --fault: #6b2620; }
}
main { max-width: 96rem; }
.both { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; align-items: start;
  margin-top: .8rem; }
pre { margin: 0; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap;
  font: .95rem/1.6 ui-monospace, "DejaVu Sans Mono", monospace; }
pre span { white-space: nowrap; }
pre .rest { white-space: inherit; }
pre a { color: inherit; text-decoration: underline dotted var(--faint); text-underline-offset: .2em; }
section { border-top: 1px solid var(--line); padding: .6rem 0; overflow-wrap: anywhere; break-inside: avoid; }
section:first-child { border-top: 0; padding-top: 0; }
h2 { margin: 0 0 .3rem; }
p { margin: .2rem 0; }
ul { margin: .3rem 0; padding-left: 1.2rem; }
.main { background: var(--main); }
.side { background: var(--side); }
.doubt { background: var(--doubt); border-bottom: 2px solid; }
.fault { background: var(--fault); border-bottom: 2px dotted; }
.rest { color: var(--faint); font-style: italic; }
:target { outline: 3px solid var(--accent); }
@media (max-width: 50rem) {
  .both { grid-template-columns: minmax(0, 1fr); }
  pre { font-size: min(.95rem, 3vw); padding: .5rem; }
}
@media print { .main, .side, .doubt, .fault { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
]]

local CLASSES = { mainline = "main", variation = "side" }

-- Return the marks of a text in their order: {first, last, class, doubt: the number of its diagnostic, game}.
local function marks_of(reading)
  local doubts, marks = {}, {}
  for number, diagnostic in ipairs(reading.diagnostics) do
    doubts[diagnostic.offset] = doubts[diagnostic.offset] or number
  end
  for _, mention in ipairs(reading.mentions) do
    local doubt = doubts[mention.offset]
    local is_fault = mention.state == "unread" or mention.state == "ambiguous"
    local class = is_fault and "fault" or doubt and "doubt" or CLASSES[mention.state]
    marks[#marks + 1] = class and { first = mention.offset + 1, last = mention.offset + mention.length, class = class,
      doubt = doubt, game = mention.game }
  end
  return marks
end

-- Escape a text, but keep its lines.
local function html_of(text)
  return (text:gsub("\r", ""):gsub("[^\n]+", escape.html))
end

local function counted(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

-- Return a part of a text as HTML. Text outside of games has a class of its own.
local function plain(text, first, last, rest)
  local out = {}
  for _, part in ipairs(rest) do
    local from, to = math.max(first, part.offset + 1), math.min(last, part.offset + part.length)
    if from <= to then
      out[#out + 1] = html_of(text:sub(first, from - 1))
      out[#out + 1] = '<span class="rest">' .. html_of(text:sub(from, to)) .. "</span>"
      first = to + 1
    end
  end
  out[#out + 1] = html_of(text:sub(first, last))
  return table.concat(out)
end

local function mark(one, text)
  local label = html_of(text)
  local target = one.doubt and ("r%d"):format(one.doubt) or one.game and ("g%d"):format(one.game)
  local linked = target and ('<a href="#%s">%s</a>'):format(target, label) or label
  return ('<span class="%s"%s>%s</span>'):format(one.class, one.doubt and (' id="d%d"'):format(one.doubt) or "", linked)
end

local function left(reading)
  local out, at, text = {}, 1, reading.text
  for _, one in ipairs(marks_of(reading)) do
    if one.first >= at then
      out[#out + 1] = plain(text, at, one.first - 1, reading.rest)
      out[#out + 1] = mark(one, text:sub(one.first, one.last))
      at = one.last + 1
    end
  end
  out[#out + 1] = plain(text, at, #text, reading.rest)
  return table.concat(out)
end

local function item(number, diagnostic)
  return ('<li id="r%d"><a href="#d%d">%d:%d</a> <span class="%s">%s</span></li>'):format(number, number,
    diagnostic.line, diagnostic.column, diagnostic.severity == "error" and "fault" or "doubt",
    escape.html((diagnostic.message:gsub("; %-%-misprints corrects it", ""))))
end

-- Return moves with signs in place of numbers of NAGs, and comments in italics without their braces.
local function moves_html(movetext)
  return (escape.html(movetext):gsub(" %$(%d+)", function(number)
    local sign = signs_of(tonumber(number))[1]
    return sign and escape.html(sign)
  end):gsub("{([^}]*)}", "<i>%1</i>"))
end

-- Return the doubts from a number on as a list, up to those at a line or after it; and the next number.
local function items(reading, number, line)
  local out = {}
  while reading.diagnostics[number] and reading.diagnostics[number].line < line do
    out[#out + 1], number = item(number, reading.diagnostics[number]), number + 1
  end
  return #out > 0 and "<ul>\n" .. table.concat(out, "\n") .. "\n</ul>\n" or "", number
end

local function right(reading)
  local out, number = {}, 1
  for i, game in ipairs(reading.games) do
    out[#out + 1], number = items(reading, number, game.line)
    out[#out + 1] = ('<section id="g%d">\n<h2>%s</h2>\n<p>%s</p>\n'):format(i, escape.html(game.title),
      moves_html(game.movetext))
    out[#out + 1], number = items(reading, number, reading.games[i + 1] and reading.games[i + 1].line or math.huge)
    out[#out + 1] = "</section>\n"
  end
  out[#out + 1] = (items(reading, number, math.huge))
  for _, part in ipairs(reading.rest) do
    out[#out + 1] = ('<p class="rest">%d:%d: in no game: %s</p>\n'):format(part.line, part.column,
      counted(part.words, "word"))
  end
  return table.concat(out)
end

local BODY = [[
<h1>%s</h1>
<p>%s, %s. Moves: <span class="main">game</span>, <span class="side">variation</span>, <span
class="doubt">choice</span>, <span class="fault">not read</span>. <span class="rest">Words in no game.</span></p>
<div class="both">
<pre>%s</pre>
<div>
%s</div>
</div>]]

--- Return the page of a reading.
---@param reading table
---@return string html
function M.html(reading)
  local name = reading.name:match("[^/\\]+$") or reading.name
  return page_of { title = name, style = STYLE, body = BODY:format(escape.html(name),
    counted(#reading.games, "game"), counted(#reading.diagnostics, "doubt"), left(reading), right(reading)) }
end

return M
