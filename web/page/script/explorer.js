// The moves that the games of the file play in the position on the board.

let exploring = null;
function explore() {
  clearTimeout(exploring);
  if (!$("explorer").open || view !== "game" || !list) return;
  exploring = setTimeout(async () => {
    const at = sheet.at(), found = await send("explore", {}, true);
    if (!found || !found.ok || at !== sheet.at()) return;
    const head = ["Move", "Games", "White", "Draw", "Black"].map((name) => element("th", { scope: "col",
      textContent: t(name), className: name === "Move" ? "" : "number" }));
    const rows = found.moves.slice(0, 30).map((row) => {
      const share = (part) => Math.round(100 * part / Math.max(1, row.white + row.draw + row.black)) + " %";
      const button = element("button", { type: "button", textContent: row.san });
      button.addEventListener("click", () => send("play", { at: sheet.at(), uci: row.uci }));
      return element("tr", {}, element("td", {}, button), ...[count(row.games), share(row.white), share(row.draw),
        share(row.black)].map((text) => element("td", { className: "number", textContent: text })));
    });
    $("explored").replaceChildren(element("p", { className: "note",
      textContent: fill("Games of the file that reach this position: %s", count(found.games)) }),
      element("table", { className: "report list" }, element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows)));
  }, 150);
}
$("explorer").addEventListener("toggle", explore);
