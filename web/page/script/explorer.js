// The moves that the games of the file play in the position on the board.

const exploring = later(150);
function explore() {
  exploring.cancel();
  if (!$("explorer").open || state.view !== "game" || !state.list) return;
  exploring.start(async () => {
    const place = state.place, found = await send("explore", {}, true);
    if (!found.ok || place !== state.place) return;
    const head = ["Move", "Games", "White", "Draw", "Black"].map((name) => element("th", { scope: "col",
      textContent: t(name), className: name === "Move" ? "" : "number" }));
    const rows = found.moves.slice(0, 30).map((row) => {
      const share = (part) => Math.round(100 * part / Math.max(1, row.white + row.draw + row.black)) + " %";
      const button = element("button", { type: "button", textContent: row.san });
      button.addEventListener("click", () => edit("play", { uci: row.uci }));
      return element("tr", {}, element("td", {}, button), ...[count(row.games), share(row.white), share(row.draw),
        share(row.black)].map((text) => element("td", { className: "number", textContent: text })));
    });
    $("explored").replaceChildren(element("p", { className: "note",
      textContent: fill("Games of the file that reach this position: %s", count(found.games)) }),
      element("table", { className: "report list" }, element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows)));
  });
}
$("explorer").addEventListener("toggle", explore);
