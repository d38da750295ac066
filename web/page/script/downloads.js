// Downloads of games, reports and texts.

function download(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: "text/plain" });
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function save(fields) {
  const reply = await send("save", { path: "/out/games", ...fields });
  if (reply) download(reply.name, reply.blob || new Blob([reply.text], { type: reply.type }));
  return reply !== null;
}

// A PGN file has all changes.
async function saveGame() {
  const key = keyOfGame(), format = $("game-format").value;
  if (await save({ what: "game", format }) && format === "pgn") setUnsaved(key, false);
}
async function saveGames(format) {
  const saved = unsavedOfSource(), isWhole = !state.list.query;
  const isDone = await save({ what: "games", format });
  if (isDone && isWhole && format === "pgn") for (const number of saved) setUnsaved(number, false);
  return isDone;
}
$("save-game").addEventListener("click", saveGame);
$("save-games").addEventListener("click", () => saveGames($("games-format").value));
$("save-read").addEventListener("click", () => saveGames("pgn"));
$("save-report").addEventListener("click", () => save({ what: "report", format: $("report-format").value }));
$("save-translated").addEventListener("click", () => download("translated.txt", $("translated").value));
