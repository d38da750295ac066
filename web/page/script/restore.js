// Stop, and the new worker after it. Without a shared flag (from disk), stop() ends the worker; restore() gives the new
// one the file, the list, the changed games, the game and the undo steps again. The last answer clears the shared flag.

async function stop() {
  if (shared) {
    if (waiting.size > 0) Atomics.store(shared, 0, 1);
    return;
  }
  state.worker.terminate();
  const answers = [...waiting.values()];
  waiting.clear();
  try {
    await startWorker();
    await restore(state.source, work());
  } catch (failure) {
    complain(failure.message);
  } finally {
    for (const answer of answers) answer({ ok: false, error: t("Stopped."), code: "stopped" });
  }
}

// What a new worker needs beside the source.
function work() {
  const { game, sheet, around } = state;
  return { changed: [...state.changed.values()], journal: state.journal, unsaved: [...state.unsaved],
    number: around.number, isEdited: game.is_edited, pgn: sheet.data.n.length > 1 ? sheet.data.pgn : null,
    at: sheet.at(), view: state.view };
}

async function restore(source, kept) {
  await must({ message: hello() });
  let list = null;
  if (source) {
    if (source.file) await must({ file: source.file, path: source.request.path });
    list = (await must({ message: source.request })).list;
  }
  let reply = await must({ message: { do: "resume", entries: kept.journal, changed: source ? kept.changed : [] } });
  // An edited game is the last one of the journal.
  if (kept.number !== undefined && !kept.isEdited) reply = await must({ message: { do: "game", number: kept.number } });
  else if (!kept.isEdited && kept.pgn) {
    reply = await must({ message: { do: "resume", entries: [{ text: kept.pgn, path: [] }] } });
  }
  state.around = reply.around;
  showGame(reply.game);
  if (state.sheet.has(kept.at)) state.sheet.show(kept.at);
  if (list) showList(list);
}

function hello() {
  return { do: "hello", lang: state.lang, width: Math.max(40, Math.min(100, Math.floor(innerWidth / 9))), board: true };
}
