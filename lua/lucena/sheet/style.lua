--- The style sheet of a game sheet: the board beside the moves on wide screens, above them on narrow ones, and a layout
-- for print. Colours of text and paper are those of lucena.render.page.
-- @module lucena.sheet.style

local M = {}

M.page = [[
.sheet { margin-bottom: 3rem; }
.sheet :is(h1, h2) { font-size: 1.45rem; margin: .4rem 0 .2rem; }
.result { white-space: nowrap; }
.sheet .result { padding-left: .5em; color: var(--accent); }
.contents ol { margin: 0 0 1.5rem; padding-left: 2.2rem; }
.meta { color: var(--faint); margin: 0 0 1rem; }
.tags { color: var(--faint); font-size: .85rem; margin: 1rem 0 0; }
.tags dt { float: left; clear: left; margin-right: .5em; }
.tags dt::after { content: ":"; }
.tags dd { margin: 0; }
.stage { background: var(--paper); }
.stage .row { display: flex; gap: .35rem; }
.stage svg.board { display: block; flex: 1; min-width: 0; height: auto; border-radius: 4px; }
.stage svg.bar { width: .7rem; flex: none; align-self: stretch; height: auto; border-radius: 3px; }
.stage svg.bar.unknown { opacity: .25; }
.player { display: flex; justify-content: space-between; gap: 1em; margin: .15rem 0; font-weight: 650; }
.player bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.player .clock { font-variant-numeric: tabular-nums; font-weight: 400; }
.player .clock.running { font-weight: 650; }
[hidden] { display: none !important; }
.controls { display: none; gap: .3rem; margin: .5rem 0 .3rem; }
.live .controls { display: flex; }
.tools { display: none; gap: .4rem 1rem; flex-wrap: wrap; margin: .3rem 0; font-size: .9rem; align-items: center; }
.live .tools { display: flex; }
.moves .tools a { text-decoration: underline; }
.tools button { padding: .2rem .6rem; }
.controls button[aria-pressed=true] { background: var(--mark); }
.controls button { flex: 1; min-height: 2.6rem; }
button { font: inherit; color: var(--ink); background: var(--shade); border: 1px solid var(--line); border-radius: 6px;
  cursor: pointer; }
button:hover { border-color: var(--accent); }
button:disabled { opacity: .4; cursor: default; }
button svg { display: block; margin: auto; width: 1.25rem; height: 1.25rem; fill: currentColor; }
.status { min-height: 1.5em; margin: .2rem 0; display: flex; gap: .8em; justify-content: space-between; }
.status b { font-weight: 650; }
.status span { color: var(--faint); font-variant-numeric: tabular-nums; }
.choices { display: flex; flex-wrap: wrap; gap: .3rem; margin: .2rem 0 .4rem; }
.choices button { padding: .2rem .6rem; }
svg.graph { display: block; width: 100%; height: 4.6rem; margin: .4rem 0; border: 1px solid var(--line);
  border-radius: 4px; cursor: pointer; }
svg.clocks { height: 3.6rem; background: var(--shade); }
.legend { color: var(--faint); font-size: .85rem; margin: 0; }
.legend svg { width: 1.5rem; height: .5rem; }
.contents input { font: inherit; margin: 0 0 .6rem; padding: .3rem .5rem; width: min(100%, 24rem); color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: 4px; display: none; }
.contents.live input { display: block; }
.moves { font-size: 1.05rem; line-height: 1.75; }
.moves p { margin: 0 0 .5rem; }
.moves a { color: inherit; text-decoration: none; padding: .08em .18em; margin: 0 -.1em;
  border-radius: 4px; white-space: nowrap; }
.moves a:hover { background: var(--shade); text-decoration: underline; }
.moves a[aria-current] { background: var(--mark); }
.moves .main a, .moves table a { font-weight: 650; }
.moves svg.sign { height: .78em; width: .55em; overflow: visible; fill: none; stroke: currentColor; stroke-width: 1.6; }
.moves .num { color: var(--faint); font-weight: 400; font-variant-numeric: tabular-nums; }
.moves .var { margin-left: 1rem; padding-left: .7rem; border-left: 3px solid var(--line); font-size: .95em; }
.moves .var .sub { color: var(--faint); }
.moves .comment { color: var(--ink); }
.moves .main .comment { font-weight: 400; }
.moves .end { font-weight: 650; }
.moves .rest { color: #c8322b; }
.moves table { border-collapse: collapse; margin: 0 0 .5rem; }
.moves table th { text-align: right; padding: 0 .5rem 0 0; font-weight: 400; color: var(--faint); min-width: 2.6rem; }
.moves table td { min-width: 6.5rem; padding: 0; }
.diagram { margin: .6rem 0 .9rem; max-width: 17rem; }
.diagram svg { width: 100%; height: auto; }
.keys { color: var(--faint); font-size: .85rem; display: none; }
.contents span:not(.result) { color: var(--faint); font-size: .9em; }
@media screen and (min-width: 56rem) {
  .body { display: grid; grid-template-columns: minmax(20rem, 31rem) minmax(0, 1fr); gap: 2rem; align-items: start; }
  .stage { position: sticky; top: .8rem; }
  .stage .square { width: min(100%, calc(100vh - 20rem)); min-width: 18rem; }
  .contents ~ .sheet .body { grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr); }
  .live .keys { display: block; }
  .live .moves { position: sticky; top: .8rem; max-height: calc(100vh - 1.6rem); overflow: hidden auto;
    padding-left: .2rem; }
}
@media screen and (max-width: 55.99rem) {
  main { padding: .6rem .6rem 3rem; }
  .sheet :is(h1, h2) { font-size: 1.15rem; }
  .live .stage { position: sticky; top: 0; z-index: 1; padding-bottom: .3rem; border-bottom: 1px solid var(--line);
    margin-bottom: .8rem; }
  .stage .square { width: min(100%, 44vh); margin: 0 auto; }
  .stage svg.graph { height: 2.2rem; margin: .25rem 0; }
  .stage svg.clocks { height: 1.5rem; }
  .player { font-size: .9rem; margin: 0; }
  .legend { display: none; }
  .moves a { scroll-margin: 72vh 0 3rem; padding: .2em .25em; }
}
@media screen and (min-width: 34rem) and (max-width: 55.99rem) and (orientation: landscape) {
  .body { display: grid; grid-template-columns: minmax(13rem, calc(100vh - 7rem)) minmax(0, 1fr); gap: 1rem;
    align-items: start; }
  .live .stage { border: 0; }
  .stage .square { width: 100%; }
  .moves a { scroll-margin: 3rem 0; }
}
@media print {
  .controls, .tools, .choices, .keys, .cursor, .contents, .stage svg.bar { display: none !important; }
  .live .stage { display: none; }
  .stage { float: right; width: 6.5cm; margin: 0 0 .5cm .6cm; }
  .live .stage:has(svg.graph) { display: block; float: none; width: auto; margin: 0 0 .3cm; }
  .live .square > :not(svg.graph, .legend) { display: none; }
  .stage svg.graph { height: 1.6cm; margin: .15cm 0; print-color-adjust: exact; }
  .stage svg.clocks { height: 1.2cm; }
  .sheet { margin-bottom: .8cm; }
  .sheet .meta { margin-bottom: .2cm; break-after: avoid; }
  .moves { font-size: 10.5pt; line-height: 1.45; }
  .live .moves { columns: 2; column-gap: .8cm; }
  .tags dt { float: none; display: inline; }
  .tags dd { display: inline; }
  .tags dd::after { content: "\A"; white-space: pre; }
  .moves a { white-space: normal; padding: 0; margin: 0; outline: none; }
  .moves .comment { font-style: italic; }
  .diagram { max-width: 5.5cm; margin: .2cm auto .3cm; break-inside: avoid; }
  .diagram figcaption { font-size: 8.5pt; font-weight: 400; }
  .diagram svg.board { border: .5pt solid #777; border-radius: 0; }
  .diagram .light { fill: #fff; }
  .diagram .dark { fill: #d0d0d0; }
  .diagram :is(.names, .unames) path { stroke: #444; }
}
]]

--- The style of games that are parts of another page, in which the reader opens them.
M.parts = [[
details.game { border-bottom: 1px solid var(--line); padding: .2rem 0; }
details.game > summary { cursor: pointer; padding: .2rem 0; }
details.game[open] > summary { font-weight: 650; }
details.game .sheet:not(.live) .stage { display: none; }
@media print { details.game:not([open]) { display: none; } }
]]

return M
