// The moves that the games of the file play in the position on the board.

const exploring = later(150);
function explore() {
  exploring.cancel();
  if (!$("explorer").open || state.view !== "game" || !state.list) return;
  exploring.start(async () => {
    const place = state.place, found = await send("explore", {}, true);
    if (!found.ok || place !== state.place) return;
    const head = ["Move", "Games", "White – draw – Black"].map((name) => element("th", { scope: "col",
      textContent: t(name), className: name === "Games" ? "number" : "" }));
    const rows = found.moves.slice(0, 30).map((row) => {
      const share = (part) => Math.round(100 * part / Math.max(1, row.white + row.draw + row.black)) + " %";
      const button = element("button", { type: "button", textContent: row.san });
      button.addEventListener("click", () => edit("play", { uci: row.uci }));
      const bar = element("div", { className: "share" }, ...[row.white, row.draw, row.black].map((part) => {
        const made = element("span", { textContent: share(part) });
        made.style.flex = part + " 0 " + (part ? "2.4rem" : "0");
        if (!part) made.textContent = "";
        return made;
      }));
      return element("tr", {}, element("td", {}, button), element("td", { className: "number",
        textContent: count(row.games) }), element("td", {}, bar));
    });
    $("explored").replaceChildren(element("p", { className: "note",
      textContent: fill("Games of the file that reach this position: %s", count(found.games)) }),
      element("table", { className: "report list" }, element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows)));
  });
}
$("explorer").addEventListener("toggle", explore);
