// The game on the board: moves with mouse and keyboard, changes, comments, signs and tags.

let game = null, sheet = null, place = null, input = null;

function showGame(given) {
  const had = sheet && sheet.root.contains(document.activeElement) && document.activeElement;
  const onBoard = had && had.closest("svg.board"), flipped = sheet && sheet.board.isFlipped();
  const field = $("edit").contains(document.activeElement) && document.activeElement;
  game = place = given;
  $("sheet").after($("edit"));
  $("sheet").innerHTML = given.html;
  const root = $("sheet").querySelector("article");
  root.querySelector(".body").append($("edit"));
  if (field) field.focus({ preventScroll: true });
  if (given.title.startsWith("? – ?")) root.querySelector("h2").hidden = true;
  sheet = window.lucenaSheet(root, { show: follow, listens: () => view === "game" });
  if (flipped) sheet.go("flip");
  sheet.show(given.at);
  listen();
  if (onBoard) sheet.board.svg.focus({ preventScroll: true });
  else if (had) root.querySelector("[data-go=next]").focus({ preventScroll: true });
  showPlace(given);
  showTags();
  $("game-problems").replaceChildren(...given.problems.map((problem) =>
    element("li", { textContent: fill("line %s: %s", problem.line, problem.message) })));
  $("prompt-sign").textContent = given.prompt.trim();
  markRow();
  const isListed = list !== null && given.number !== undefined;
  $("previous-game").disabled = !isListed || given.number <= 1;
  $("next-game").disabled = !isListed || given.number >= list.total;
}

function listen() {
  const words = { P: t("pawn"), N: t("knight"), B: t("bishop"), R: t("rook"), Q: t("queen"), K: t("king") };
  sheet.board.words.names = words;
  input = lucenaBoard.listen(sheet.board, {
    targets: (from) => place.at !== sheet.at() ? []
      : [...new Set(place.legal.filter((uci) => uci.startsWith(from)).map((uci) => uci.slice(2, 4)))],
    move: async (from, to) => {
      const moves = place.legal.filter((uci) => uci.startsWith(from + to));
      const uci = moves.length > 1 ? await promote(moves) : moves[0];
      if (uci) send("play", { at: sheet.at(), uci });
    },
    say: (text) => { $("status").textContent = text; },
  });
}

// Ask for the piece of a promotion.
function promote(moves) {
  return new Promise((done) => {
    const isWhite = place.turn === "white", box = $("promotion");
    $("choices").replaceChildren(...["q", "r", "b", "n"].filter((kind) => moves.some((uci) => uci[4] === kind))
      .map((kind) => {
        const button = element("button", { value: kind });
        button.setAttribute("aria-label", kind.toUpperCase());
        button.append(drawing(kind.toUpperCase(), isWhite));
        return button;
      }));
    box.returnValue = "";
    box.addEventListener("close", () => done(moves.find((uci) => uci[4] === box.returnValue)), { once: true });
    box.showModal();
  });
}

function drawing(kind, isWhite) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const group = lucenaBoard.make(svg, "g", isWhite ? { fill: "#ffffff", stroke: "#1b1b1b", color: "#1b1b1b" }
    : { fill: "#35322f", stroke: "#0e0e0e", color: "#f3f0ea" });
  lucenaBoard.make(group, "use", { href: "#lc-" + kind });
  return svg;
}

// The reader stepped to another node.
let following = null;
function follow(at) {
  if (place.at === at) return;
  if (input) input.clear();
  clearTimeout(following);
  following = setTimeout(async () => {
    const reply = await send("go", { at }, true);
    if (reply && reply.ok && sheet && sheet.at() === at) showPlace(reply.place);
  }, 60);
}

function showPlace(given) {
  place = given;
  $("facts").textContent = [given.opening, given.outcome && t(given.outcome)].filter(Boolean).join(" · ");
  $("comment").value = given.comment || "";
  $("prompt-sign").textContent = given.prompt.trim();
  for (const button of $("signs").children) {
    button.setAttribute("aria-pressed", given.nags.includes(button.textContent));
  }
  for (const name of ["remove", "promote"]) {
    document.querySelector("[data-edit=" + name + "]").disabled = given.at === 0;
  }
  explore();
}

function showTags() {
  const rows = game.tags.map(([name, value]) => element("div", { dir: "auto", textContent: name + ": " + value }));
  $("tag-list").replaceChildren(...rows);
}

for (const sign of ["!", "?", "!!", "??", "!?", "?!", "±", "∓", "="]) {
  const button = element("button", { type: "button", textContent: sign });
  button.addEventListener("click", () => send("sign", { at: sheet.at(), sign }));
  $("signs").append(button);
}
for (const button of document.querySelectorAll("[data-edit]")) {
  button.addEventListener("click", () => send(button.dataset.edit, { at: sheet.at() }));
}
$("play").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("play", { at: sheet.at(), moves: $("moves").value })) $("moves").value = "";
});
$("annotate").addEventListener("submit", (event) => {
  event.preventDefault();
  send("comment", { at: sheet.at(), text: $("comment").value });
});
$("tag-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("tag", { at: sheet.at(), name: $("tag-name").value, value: $("tag-value").value })) {
    $("tag-value").value = "";
  }
});
$("new").addEventListener("click", () => send("new", {}));
$("previous-game").addEventListener("click", () => openGame(game.number - 1));
$("next-game").addEventListener("click", () => openGame(game.number + 1));
