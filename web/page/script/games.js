// Files and texts that are opened, the list of games, and the search.

// The changed games of a file are kept while it is open. Returns whether another file may replace it.
async function mayReplace() {
  const changes = unsavedOfSource();
  if (changes.length === 0) return true;
  const answer = await question(fill("%s has changed games that were not downloaded: %s.", nameOfSource(),
    count(changes.length)), [["save", t("Download the games")], ["leave", t("Open without them")],
    ["", t("Cancel")]]);
  if (answer !== "save") return answer === "leave";
  await turnPage({ query: "", first: 1 });
  return saveGames("pgn");
}

// Open one file, or several PGN files as one.
function openFiles(files) {
  if (files.length < 2) return files.length === 1 && openFile(files[0], files[0].name);
  if (!files.every((file) => file.name.toLowerCase().endsWith(".pgn")))
    return complain(t("Several files are opened together only if all are PGN."));
  const parts = files.flatMap((file) => [file, "\n\n"]);
  return openFile(new File(parts, "games.pgn"), fill("%s and %s more", files[0].name, count(files.length - 1)));
}

async function openFile(file, name) {
  await state.ready;
  complain("");
  if (!await mayReplace()) return;
  const path = "/files/" + Date.now() + "/" + file.name.replace(/[^\w.-]/g, "_").slice(-80);
  const request = { do: "open", path, name }, source = { request, file };
  busy(name);
  const copied = await post({ file, path });
  idle();
  const reply = copied.ok ? await send("open", request) : complain(copied.error);
  if (!reply) return release(source);
  if (reply.kind === "text") {
    const text = await send("text", { path });
    release(source);
    return text && readText(text.text);
  }
  accept(source, reply.list);
  show("games");
  if (reply.list.total === 1) openGame({ number: 1 });
}

async function paste(text, name) {
  if (!await mayReplace()) return;
  const request = { do: "paste", text, name }, reply = await send("paste", request, "errors");
  if (reply.code === "stopped") return;
  if (!reply.ok) return readText(text);
  complain("");
  accept({ request }, reply.list);
  if (reply.list.total === 1) await openGame({ number: 1 });
  else show("games");
}

const COLUMNS = {
  games: [["#", "number"], ["White", "name"], ["Black", "name"], ["Result", ""], ["Date", "less"],
    ["Event", "name less"], ["ECO", "less"]],
  positions: [["#", "number"], ["Position", "name"], ["Name", "name"]],
};

function playerOf(row, at, elo) {
  return row[at] + (row[elo] ? " (" + row[elo] + ")" : "");
}

// The title of a column. A click sorts the list by it, another click in the other direction.
function titleOf(list, name, kind, column) {
  const isSorted = list.sort && list.sort.column === column, down = isSorted && list.sort.down;
  const button = element("button", { type: "button", className: "sort", textContent: name });
  button.addEventListener("click", () => turnPage({ sort: { column, down: Boolean(isSorted) && !down }, first: 1 }));
  const title = element("th", { scope: "col", className: kind.replace("name", "") }, button);
  if (isSorted) title.setAttribute("aria-sort", down ? "descending" : "ascending");
  return title;
}

function showList(list) {
  state.list = list;
  state.isListOld = false;
  $("empty").hidden = true;
  $("full").hidden = false;
  $("file-name").textContent = list.name;
  $("count").textContent = list.query ? fill("%s of %s", count(list.matches), count(list.total))
    + " · " + t(list.is_words ? "with these words" : "match the query") : fill("%s in all", count(list.total));
  const columns = COLUMNS[list.kind];
  const head = element("tr", {}, ...columns.map(([name, kind], i) => titleOf(list, t(name), kind, i)));
  const body = list.rows.map((row) => {
    const cells = list.kind === "games"
      ? [null, playerOf(row, 1, 7), playerOf(row, 2, 8), row[3], row[4].replace(/[.?]+$/, ""), row[5], row[6]]
      : [null, row[1], row[2]];
    const made = element("tr", {}, ...cells.map((text, i) => i === 0
      ? element("td", { className: "number" }, element("button", { type: "button", textContent: row[0] }))
      : element("td", { className: columns[i][1], textContent: text === "1/2-1/2" ? "½-½" : text, dir: "auto" })));
    made.dataset.number = row[0];
    made.firstChild.prepend(element("span", { className: "changed-mark", title: t("changed"), textContent: "✎" }));
    return made;
  });
  $("list").className = "report list";
  $("list").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  $("earlier").disabled = list.first === 1;
  $("later").disabled = list.first + list.rows.length > list.matches;
  $("skipped").replaceChildren(...list.problems.map((text) => element("li", { textContent: text })));
  markRows();
}

// Mark the game on the board and the changed games in the list, and allow the steps to the games around it.
function markRows() {
  for (const row of $("list").querySelectorAll("tr[data-number]")) {
    const number = Number(row.dataset.number);
    row.classList.toggle("current", number === state.around.number);
    row.classList.toggle("changed", state.changed.has(number));
  }
  $("previous-game").disabled = state.around.previous === undefined;
  $("next-game").disabled = state.around.next === undefined;
}

async function turnPage(fields) {
  const reply = await send("list", fields);
  if (reply) showList(reply.list);
}

// Open a game by its number, or the next or previous one of the selection. Show it unless the user has chosen another
// view meanwhile.
async function openGame(fields) {
  const before = state.view;
  if (await send("game", fields) && state.view === before) show("game");
}

$("file").addEventListener("change", () => {
  openFiles([...$("file").files]);
  $("file").value = "";
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  take(event.dataTransfer);
});
// Outside fields, a pasted text is opened.
addEventListener("paste", (event) => {
  if (!event.target.closest("input, textarea, [contenteditable]")) take(event.clipboardData);
});
function take(data) {
  const files = [...data.files], text = data.getData("text/plain");
  if (files.length > 0) openFiles(files);
  else if (FEN.test(text)) send("new", { fen: text.trim() }).then((reply) => { if (reply) show("game"); });
  else if (text.trim()) paste(text, t("Text"));
}
const FEN = /^\s*([pnbrqk1-8]+\/){7}[pnbrqk1-8]+ +[wb] [^\n]*$/i;
$("paste").addEventListener("click", () => paste($("pasted").value, t("Text")));
$("query").addEventListener("submit", (event) => {
  event.preventDefault();
  turnPage({ query: $("sought").value.trim(), first: 1 });
});
$("earlier").addEventListener("click", () => turnPage({ first: Math.max(1, state.list.first - 100) }));
$("later").addEventListener("click", () => turnPage({ first: state.list.first + 100 }));
$("list").addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-number]");
  if (row) openGame({ number: Number(row.dataset.number) });
});
