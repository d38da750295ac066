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
}
$("save-game").addEventListener("click", () => save({ what: "game", format: $("game-format").value }));
$("save-games").addEventListener("click", () => save({ what: "games", format: $("games-format").value }));
$("save-read").addEventListener("click", () => save({ what: "games", format: "pgn" }));
$("save-report").addEventListener("click", () => save({ what: "report", format: $("report-format").value }));
$("save-translated").addEventListener("click", () => download("translated.txt", $("translated").value));
