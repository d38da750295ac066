// The game on the board: moves with mouse and keyboard, changes, comments, signs and tags.

// Show a game. `isSame`: its nodes have the same numbers as before, and the page stays at the node to which the reader
// has gone since the request.
function showGame(given, isSame) {
  const old = state.sheet, had = old && old.root.contains(document.activeElement) && document.activeElement;
  const onBoard = had && had.closest("svg.board"), flipped = old && old.board.isFlipped();
  const field = $("edit").contains(document.activeElement) && document.activeElement;
  const at = isSame && old && state.game.id === given.id ? old.at() : given.at;
  closeSheet();
  state.game = given;
  $("sheet").after($("facts"), $("edit"));
  $("sheet").innerHTML = given.html;
  const root = $("sheet").querySelector("article");
  root.querySelector(".body").append($("edit"));
  root.querySelector(".status").append($("facts"));
  for (const tool of $("take").querySelectorAll("[data-copy]")) tool.remove();
  $("take").append(...root.querySelectorAll(".tools [data-copy]:not([data-copy=link])"));
  if (field) field.focus({ preventScroll: true });
  nameGame(root);
  showPlace(given);
  state.sheet = window.lucenaSheet(root, { show: follow, listens: () => state.view === "game" });
  if (flipped) state.sheet.go("flip");
  listen();
  state.sheet.show(at, true);
  if (onBoard) state.sheet.board.svg.focus({ preventScroll: true });
  else if (had) root.querySelector("[data-go=next]").focus({ preventScroll: true });
  showTags();
  $("game-problems").replaceChildren(...given.problems.map((problem) =>
    element("li", { textContent: fill("line %s: %s", problem.line, problem.message) })));
  showChanges(given);
}

// Show new notes of a node: its comment, signs and drawings. The rest of the article stays.
function showNoted(view) {
  const { sheet } = state, paragraph = element("p");
  state.game.is_edited = view.is_edited;
  paragraph.innerHTML = view.paragraph; // the library has escaped it
  sheet.change(view.at, JSON.parse(view.data), paragraph, view.pgn);
  showPlace(view);
  if (sheet.at() !== view.at) follow(sheet.at());
  showChanges(view);
}

// Name the game in its heading and in the tab. A game without names has those of the sides.
function nameGame(root) {
  const { title } = state.game, isNamed = !title.startsWith("? – ?");
  document.title = isNamed ? title + " · Lucena" : "Lucena";
  if (!isNamed) root.querySelector("h2").textContent = t("New game");
  for (const [side, name] of [["white", t("White")], ["black", t("Black")]]) {
    const shown = root.querySelector(`.player[data-side=${side}] bdi`);
    if (shown.textContent === "?") shown.textContent = name;
  }
  root.querySelector(".moves").dataset.empty = t("Move a piece on the board, or type moves below.");
}

function showChanges(given) {
  document.querySelector("[data-edit=undo]").disabled = !given.has_undo;
  document.querySelector("[data-edit=redo]").disabled = !given.has_redo;
  markRows();
}

function closeSheet() {
  steps.cancel();
  if (state.sheet) state.sheet.close();
}

function listen() {
  const { sheet } = state, { board } = sheet;
  board.words.names = { P: t("pawn"), N: t("knight"), B: t("bishop"), R: t("rook"), Q: t("queen"), K: t("king") };
  const movesOf = (from, to = "") => {
    const castling = state.place.castling.find(([squares]) => squares === from + to);
    return castling ? [castling[1]] : state.place.legal.filter((uci) => uci.startsWith(from + to));
  };
  const isBehind = () => state.place.at !== sheet.at(); // the facts about the node are under way
  state.input = lucenaBoard.listen(board, {
    targets: (from) => isBehind() ? [] : [...new Set([...movesOf(from),
      ...state.place.castling.map(([squares]) => squares).filter((squares) => squares.startsWith(from))]
      .map((uci) => uci.slice(2, 4)))],
    move: async (from, to) => {
      const moves = movesOf(from, to), uci = moves.length > 1 ? await promote(moves, to) : moves[0];
      if (uci) edit("play", { uci });
    },
    say: (text) => { $("status").textContent = text; },
    draw: (from, to, color) => { edit("draw", { from, to, color }); },
  });
  board.svg.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    sheet.go(event.deltaY > 0 ? "next" : "previous");
  }, { passive: false });
}

// Ask for the piece of a promotion, at the square. Returns the move; undefined if the user cancels.
async function promote(moves, square) {
  const isWhite = state.place.turn === "white", box = $("promotion"), { board } = state.sheet;
  const kinds = ["q", "r", "b", "n"].filter((kind) => moves.some((uci) => uci[4] === kind));
  const chosen = choose(box, kinds.map((kind) => {
    const button = element("button", { value: kind });
    button.setAttribute("aria-label", board.words.names[kind.toUpperCase()]);
    button.append(drawing(kind.toUpperCase(), isWhite));
    return button;
  }));
  const frame = board.svg.getBoundingClientRect(), [x, y] = board.place(square), unit = frame.width / 800;
  const { width, height } = box.getBoundingClientRect();
  const inside = (at, size, room) => Math.max(0, Math.min(at, room - size)) + "px";
  box.style.left = inside(frame.left + (x + 50) * unit - width / 2, width, innerWidth);
  box.style.top = inside(frame.top + y * unit, height, innerHeight);
  const kind = await chosen;
  return moves.find((uci) => uci[4] === kind);
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

// The reader stepped to another node: the session follows. The comment that was typed belongs to the node before.
const steps = later(60);
function follow(at) {
  if (state.input) state.input.clear();
  saveComment();
  lockComment(0);
  allowChanges(at);
  if (at === state.heading) return;
  state.heading = at;
  const { id } = state.game;
  steps.start(async () => {
    if (state.moving > 0) return; // the reply decides where to go
    const reply = await send("go", { id, at }, true);
    if (reply.ok && state.game.id === id && state.sheet.at() === at) showPlace(reply.place);
  });
}

// Send the step that was made during a message that did not change the game.
function catchUp() {
  state.heading = state.place.at;
  follow(state.sheet.at());
}

// Allow the changes of lines that are possible at a node.
function allowChanges(at) {
  const nodes = state.sheet.data.n;
  let n = at;
  while (n > 0 && nodes[nodes[n].p].k[0] === n) n = nodes[n].p;
  document.querySelector("[data-edit=remove]").disabled = at === 0;
  for (const name of ["raise", "promote"]) document.querySelector("[data-edit=" + name + "]").disabled = n === 0;
}

function showPlace(place) {
  state.place = place;
  state.heading = place.at;
  $("facts").textContent = [place.opening, place.outcome && t(place.outcome)].filter(Boolean).join(" · ");
  if (!state.typed && $("comment").value !== (place.comment || "")) $("comment").value = place.comment || "";
  lockComment(0);
  $("prompt-sign").textContent = place.prompt.trim();
  for (const button of $("signs").children) {
    button.setAttribute("aria-pressed", String(place.nags.includes(button.value)));
  }
  explore();
}

// Send the comment that was typed.
function saveComment() {
  if (!state.typed) return;
  const typed = state.typed;
  state.typed = null;
  send("comment", typed, "errors");
}

function showTags() {
  const rows = state.game.tags.map(([name, value]) => element("div", { dir: "auto", textContent: name + ": " + value }));
  $("tag-list").replaceChildren(...rows);
}

for (const sign of ["!", "?", "!!", "??", "!?", "?!", "□", "=", "∞", "⩲", "⩱", "±", "∓", "+−", "−+", "N"]) {
  // Many fonts do not have two of the signs.
  const button = element("button", { type: "button", value: sign, textContent: { "⩲": "+=", "⩱": "=+" }[sign] || sign });
  button.addEventListener("click", () => edit("sign", { sign }));
  $("signs").append(button);
}
for (const button of document.querySelectorAll("[data-edit]")) {
  button.addEventListener("click", () => edit(button.dataset.edit));
}
$("play").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await edit("play", { moves: $("moves").value })) $("moves").value = "";
});
$("comment").addEventListener("input", () => {
  state.typed = { id: state.game.id, at: state.sheet.at(), text: $("comment").value };
});
$("comment").addEventListener("blur", saveComment);
$("annotate").addEventListener("submit", (event) => {
  event.preventDefault();
  saveComment();
});
$("tag-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await edit("tag", { name: $("tag-name").value, value: $("tag-value").value })) {
    $("tag-value").value = "";
  }
});
$("new").addEventListener("click", () => send("new", {}));
$("previous-game").addEventListener("click", () => openGame({ number: state.around.previous }));
$("next-game").addEventListener("click", () => openGame({ number: state.around.next }));

// Ctrl+Z and Ctrl+Y, or Shift+Ctrl+Z, where no text is edited.
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase(), isUndo = key === "z" && !event.shiftKey;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || key !== "z" && key !== "y" || state.view !== "game") return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  event.preventDefault();
  edit(isUndo ? "undo" : "redo");
});
