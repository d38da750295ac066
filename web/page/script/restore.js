// Stop, and the new worker after it. Without a shared flag (from disk), stop() ends the worker; restore() gives the new
// one the file, the list, the game and the undo steps again. The last answer clears the shared flag.

const journal = []; // the newest games of the session, for a new worker
let opened = null; // the number of the game of the file that is on the board without changes
let loaded = null; // how the list was loaded: {path, name}, {text, name} or {read: request}

async function stop() {
  if (shared) {
    if (waiting.size > 0) Atomics.store(shared, 0, 1);
    return;
  }
  worker.terminate();
  const answers = [...waiting.values()];
  waiting.clear();
  await restore();
  for (const answer of answers) answer({ ok: false, error: t("Stopped."), code: "stopped" });
}

async function restore() {
  const at = sheet ? sheet.at() : 0, number = opened, was = loaded;
  await startWorker();
  for (const [path, file] of files) await post({ file, path });
  await post({ message: hello() });
  if (was && was.path) await post({ message: { do: "open", path: was.path, name: was.name } });
  else if (was) await post({ message: { do: was.read ? "read" : "paste", ...was } });
  let reply = null;
  if (journal.length) reply = await post({ message: { do: "resume", entries: journal } });
  if (number) reply = await post({ message: { do: "game", number } });
  if (reply && reply.game) showGame(reply.game);
  if (sheet && sheet.has(at)) sheet.show(at);
  if (was) showList((await post({ message: { do: "list", first: 1 } })).list);
}

function hello() {
  return { do: "hello", lang, width: Math.max(40, Math.min(100, Math.floor(innerWidth / 9))), board: true };
}
