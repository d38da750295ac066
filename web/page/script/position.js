// The board editor.

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const CHOICES = ["", "P", "N", "B", "R", "Q", "K", "x", "p", "n", "b", "r", "q", "k"];

function startEditor() {
  state.editor = lucenaBoard.open($("position").querySelector("svg.board"), { ...state.sheet.data.w });
  lucenaBoard.listen(state.editor, {
    isFree: true,
    targets: () => [],
    drop: (from) => put(from, null),
    move: (from, to) => {
      const sign = state.editor.man(from).sign;
      put(from, null, true);
      put(to, sign);
    },
    say: (text) => { $("status").textContent = text; },
  });
  // A click on a square puts the chosen piece, or removes it if it is there; dragging moves a piece.
  state.editor.svg.addEventListener("click", (event) => {
    const square = state.editor.at(event.clientX, event.clientY);
    if (!square || state.piece === "") return;
    const there = state.editor.man(square);
    put(square, state.piece === "x" || there && there.sign === state.piece ? null : state.piece);
  });
  $("palette").replaceChildren(...CHOICES.map((sign) => {
    const button = element("button", { type: "button", value: sign });
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", sign === state.piece);
    const kind = sign.toUpperCase();
    button.append(sign === "" ? "✥" : sign === "x" ? "✕" : drawing(kind, sign === kind));
    button.addEventListener("click", () => {
      state.piece = sign;
      for (const other of $("palette").children) other.setAttribute("aria-checked", String(other.value === state.piece));
    });
    return button;
  }));
  nameChoices();
  $("fen").value = START + " w KQkq - 0 1";
}

// Name the choices in the language of the page.
function nameChoices() {
  Object.assign(state.editor.words, state.sheet.data.w, { names: state.sheet.board.words.names });
  for (const button of $("palette").children) {
    const sign = button.value, side = sign === sign.toUpperCase() ? "White" : "Black";
    button.title = sign === "" ? t("Move pieces") : sign === "x" ? t("Remove pieces")
      : t(side) + " " + state.editor.words.names[sign.toUpperCase()];
    button.setAttribute("aria-label", button.title);
  }
}

// Put a piece on a square of the FEN; null empties the square.
function put(square, sign, isQuiet) {
  const fields = $("fen").value.split(" ");
  const rows = fields[0].split("/").map((row) => [...row.replace(/\d/g, (digit) => ".".repeat(digit))]);
  while (rows.length < 8) rows.push([..."........"]);
  rows[8 - square[1]][square.charCodeAt(0) - 97] = sign || ".";
  fields[0] = rows.map((row) => row.join("").replace(/\.+/g, (empty) => empty.length)).join("/");
  $("fen").value = fields.join(" ");
  state.editor.draw({ f: fields[0] });
  if (!isQuiet) setup();
}

const setting = later(120);
function setup() {
  const fields = $("fen").value.trim().split(/\s+/);
  const turn = document.querySelector("[name=turn][value=" + (fields[1] === "b" ? "b" : "w") + "]");
  turn.checked = true;
  for (const box of document.querySelectorAll("[name=castling]")) box.checked = (fields[2] || "").includes(box.value);
  $("ep").value = fields[3] && fields[3] !== "-" ? fields[3] : "";
  setting.start(async () => {
    const fen = $("fen").value.trim(), reply = await send("setup", { fen }, true);
    if (fen !== $("fen").value.trim()) return; // pieces were put meanwhile
    const isLegal = reply.ok && reply.is_legal;
    $("validity").className = isLegal ? "good" : "bad";
    $("validity").textContent = [isLegal ? t("This position is legal.") : reply.problem || reply.error,
      ...(reply.notes || []), reply.outcome && t(reply.outcome)].filter(Boolean).join(" · ");
    $("use").disabled = $("share-position").disabled = !isLegal;
    if (reply.ok) state.editor.draw({ f: reply.fen.split(" ")[0] });
  });
}

function setFen(fen) {
  $("fen").value = fen;
  setup();
}
function changeFields() {
  const fields = ($("fen").value.trim() + " w - - 0 1").split(/\s+/).slice(0, 6);
  while (fields.length < 6) fields.push(fields.length === 5 ? "1" : "0");
  fields[1] = document.querySelector("[name=turn]:checked").value;
  fields[2] = [...document.querySelectorAll("[name=castling]:checked")].map((box) => box.value).join("") || "-";
  fields[3] = $("ep").value.trim() || "-";
  setFen(fields.join(" "));
}
$("fen").addEventListener("input", setup);
for (const box of document.querySelectorAll("[name=turn], [name=castling], #ep")) {
  box.addEventListener("change", changeFields);
}
$("set-start").addEventListener("click", () => setFen(START + " w KQkq - 0 1"));
$("set-empty").addEventListener("click", () => setFen("8/8/8/8/8/8/8/8 w - - 0 1"));
$("set-game").addEventListener("click", () => setFen(state.place.fen));
$("set-flip").addEventListener("click", () => state.editor.flip());
$("use").addEventListener("click", async () => {
  if (await send("new", { fen: $("fen").value.trim() })) show("game");
});
