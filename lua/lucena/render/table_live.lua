--- The script of report pages. It filters tables, and sorts them by a click on a title. Pages are complete without it.
-- @module lucena.render.table_live

local M = {}

M.style = [[
button.sort { font: inherit; color: inherit; background: none; border: 0; padding: 0; margin: 0; cursor: pointer; }
button.sort::after { content: "\2195"; opacity: .35; font-size: .8em; padding-left: .15em; }
th[aria-sort=ascending] button.sort::after { content: "\2191"; opacity: 1; }
th[aria-sort=descending] button.sort::after { content: "\2193"; opacity: 1; }
label.filter { display: block; margin: .3rem 0 .5rem; color: var(--faint); font-size: .9rem; }
label.filter input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint);
  border-radius: 4px; padding: .15rem .4rem; margin-left: .4rem; max-width: 100%; }
button.fold { display: none; font: inherit; color: var(--faint); background: none; border: 0; padding: 0 .4em;
  cursor: pointer; }
button.fold::before { content: "+"; }
tr.open button.fold::before { content: "\2212"; }
@media print {
  label.filter { display: none; }
  button.fold { display: none !important; }
  button.sort::after { content: none; }
}
]]

M.script = [[
"use strict";
const isFrench = () => document.documentElement.lang === "fr";
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
function valueOf(row, column) {
  const text = row.cells[column].textContent.trim();
  let number = text.replace(/\u00bd/, ".5").replace(/[%\s\u202f]/g, "");
  number = isFrench() ? number.replace(",", ".") : number.replace(/,/g, "");
  if (/^[+-]?(\d+(\.\d+)?|\.\d+)(-\d+)?$/.test(number)) return parseFloat(number);
  return text === "" ? null : plain(text);
}
function compare(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
function sort(table, head, column) {
  const body = table.tBodies[0], rows = [...body.rows].filter((row) => !row.classList.contains("total"));
  const totals = [...body.rows].filter((row) => row.classList.contains("total"));
  const values = new Map(rows.map((row) => [row, valueOf(row, column)]));
  // The first click sorts words from A to Z, and numbers from the greatest.
  const before = head.getAttribute("aria-sort");
  const isUp = before ? before === "descending" : [...values.values()].some((value) => typeof value === "string");
  const sign = isUp ? 1 : -1;
  rows.sort((a, b) => {
    const x = values.get(a), y = values.get(b);
    return x === null || y === null ? compare(x, y) : sign * compare(x, y);
  });
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
  body.append(...rows, ...totals);
}
function addFilter(table) {
  const label = document.createElement("label"), input = document.createElement("input");
  label.className = "filter";
  input.type = "search";
  label.append(table.dataset.filter, input);
  const rows = [...table.tBodies[0].rows];
  input.addEventListener("input", () => {
    const wanted = plain(input.value.trim());
    for (const row of rows) row.hidden = wanted !== "" && !plain(row.textContent).includes(wanted);
  });
  table.parentElement.before(label);
}
// Makes the rows of a crosstable open and close on a narrow screen.
function addFolds(table) {
  table.classList.add("folds");
  for (const row of table.tBodies[0].rows) {
    const name = row.querySelector("th"), button = document.createElement("button");
    if (!name) continue;
    button.type = "button";
    button.className = "fold";
    button.setAttribute("aria-label", name.textContent);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      button.setAttribute("aria-expanded", String(row.classList.toggle("open")));
    });
    name.append(button);
  }
}
// Makes the tables of a part of the page live.
function lucenaTables(root) {
  for (const table of root.querySelectorAll("table.report:not(.tree)")) {
    const rows = table.tBodies[0].rows.length;
    if (table.tHead && rows > 2) {
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        if (head.classList.contains("cell") || head.textContent === "") return;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sort";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => sort(table, head, column));
      });
    }
    if (table.tHead && table.tHead.querySelector(".cell")) addFolds(table);
    if (rows > 15 && !table.closest("section.card")) addFilter(table);
  }
}
lucenaTables(document);
]]

return M
