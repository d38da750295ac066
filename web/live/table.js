// The script of report pages. It filters tables, and sorts them by a click on a title. Pages are complete without it.

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
// Makes the rows of a table open and close on a narrow screen.
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
    name.prepend(button);
  }
}
// Makes the tables of a part of the page live.
function lucenaTables(root) {
  for (const table of root.querySelectorAll("table.foldable")) addFolds(table);
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
    if (rows > 15 && !table.closest("section.card")) addFilter(table);
  }
}
lucenaTables(document);
