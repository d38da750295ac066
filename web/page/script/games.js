// Files and texts that are opened, the list of games, and the search.

let list = null;

async function openFile(file) {
  await ready;
  complain("");
  const path = "/files/" + file.name.replace(/[^\w.-]/g, "_").slice(-80);
  busy(file.name);
  await post({ file, path });
  idle();
  files.clear();
  files.set(path, file);
  const reply = await send("open", { path, name: file.name });
  if (!reply) return;
  if (reply.kind === "text") {
    const text = await send("text", { path });
    if (!text) return;
    $("book").value = text.text;
    show("read");
    return readText();
  }
  loaded = { path, name: file.name };
  journal.length = 0;
  showList(reply.list);
  show("games");
  if (reply.list.total === 1) openGame(1);
}

async function paste(text, name) {
  const reply = await send("paste", { text, name }, "errors");
  if (reply.ok) loaded = { text, name };
  else if (reply.code === "stopped") return;
  else {
    $("book").value = text;
    show("read");
    return readText();
  }
  complain("");
  showList(reply.list);
  if (reply.list.total === 1) openGame(1);
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

function showList(given) {
  list = given;
  $("empty").hidden = true;
  $("full").hidden = false;
  $("file-name").textContent = list.name;
  $("count").textContent = list.query ? fill("%s of %s", count(list.matches), count(list.total))
    + " · " + t(list.is_words ? "with these words" : "match the query") : fill("%s in all", count(list.total));
  const columns = COLUMNS[list.kind];
  const head = element("tr", {}, ...columns.map(([name, kind]) =>
    element("th", { scope: "col", className: kind.replace("name", ""), textContent: t(name) })));
  const body = list.rows.map((row) => {
    const cells = list.kind === "games"
      ? [null, playerOf(row, 1, 7), playerOf(row, 2, 8), row[3], row[4].replace(/[.?]+$/, ""), row[5], row[6]]
      : [null, row[1], row[2]];
    const made = element("tr", {}, ...cells.map((text, i) => i === 0
      ? element("td", { className: "number" }, element("button", { type: "button", textContent: row[0] }))
      : element("td", { className: columns[i][1], textContent: text === "1/2-1/2" ? "½-½" : text, dir: "auto" })));
    made.dataset.number = row[0];
    return made;
  });
  $("list").className = "report list";
  $("list").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  $("earlier").disabled = list.first === 1;
  $("later").disabled = list.first + list.rows.length > list.matches;
  $("skipped").replaceChildren(...list.problems.map((text) => element("li", { textContent: text })));
  markRow();
}

function markRow() {
  for (const row of $("list").querySelectorAll("tr[data-number]")) {
    row.classList.toggle("current", game !== null && Number(row.dataset.number) === game.number);
  }
}

async function turnPage(fields) {
  const reply = await send("list", fields);
  if (reply) showList(reply.list);
}

// Open a game, and show it unless the user has chosen another view meanwhile.
async function openGame(number) {
  const before = view;
  const reply = await send("game", { number });
  if (!reply) return;
  opened = number;
  if (view === before) show("game");
}

$("file").addEventListener("change", () => {
  if ($("file").files[0]) openFile($("file").files[0]);
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
  const file = event.dataTransfer.files[0], text = event.dataTransfer.getData("text/plain");
  if (file) openFile(file);
  else if (text) paste(text, t("Text"));
});
$("paste").addEventListener("click", () => paste($("pasted").value, t("Text")));
$("query").addEventListener("submit", (event) => {
  event.preventDefault();
  turnPage({ query: $("sought").value.trim(), first: 1 });
});
$("earlier").addEventListener("click", () => turnPage({ first: Math.max(1, list.first - 100) }));
$("later").addEventListener("click", () => turnPage({ first: list.first + 100 }));
$("list").addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-number]");
  if (row) openGame(Number(row.dataset.number));
});
