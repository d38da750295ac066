// The state of the page. All files share it, and no file has another variable that is assigned. Its fields are set by
// the functions of this file and by the file that has the part.

const state = {
  lang: "en", view: "game", // the part of the page that is shown
  // The worker: its program, the address of its script, the promise of its start, and the number of the last message.
  worker: null, wasm: null, address: null, ready: null, last: 0,
  // The number of messages under way that show their progress, and of those that can change the numbers of the nodes.
  busy: 0, moving: 0,
  // The open file or text: the message that opens it, and the File. It is set when the session has opened it.
  source: null, // {request, file}
  list: null, isListOld: false, // the part of the list that is shown, and whether a game in it has changed
  changed: new Map(), // the changed games of the source, by number: entries of the session's journal
  journal: [], // the newest games of the session, for a new worker
  unsaved: new Set(), // the changes that no download has: numbers of games, "game" for one that is not of the list
  // The board: the view of the game, the facts about the node of the session, the node to which the session goes, the
  // game's place in the list, the sheet that shows the game, and the reader of moves.
  game: null, place: null, heading: 0, around: {}, sheet: null, input: null,
  typed: null, // a comment that was typed and not sent: {id, at, text}
  sheets: [], // of the report that is shown
  reports: [], // that the session has
  editor: null, piece: "P", // the board of the view Position, and the piece that a click puts
  lines: [], recalled: 0, leaves: false, // the prompt: earlier lines, the line that is shown, and whether Tab leaves
};

const nameOfSource = () => state.source ? state.source.request.name : "";

// A new source is open. The games of the old one are not of the list any more.
function accept(source, list) {
  const old = state.source;
  state.source = source;
  state.changed.clear();
  for (const number of [...state.unsaved]) if (number !== "game") state.unsaved.delete(number);
  for (const entry of state.journal) delete entry.number, delete entry.file;
  release(old);
  keepSource();
  showList(list);
}

// Remove the file of a source from the worker's memory.
function release(source) {
  if (source && source.request.path) post({ remove: source.request.path });
}

// Note the changes that a reply of the session reports.
function note(reply) {
  if (reply.journal) {
    state.journal.push(reply.journal);
    if (state.journal.length > 50) state.journal.shift();
  }
  if (reply.kept) {
    const { number, entry } = reply.kept;
    if (entry) state.changed.set(number, entry);
    else state.changed.delete(number);
    setUnsaved(number, entry !== undefined);
    state.isListOld = true;
  }
  const changed = reply.game || reply.noted;
  if (!reply.kept && changed && reply.around.number === undefined) setUnsaved("game", changed.is_edited);
  if (reply.around) state.around = reply.around;
  if (changed || reply.kept) keepWork();
}

function setUnsaved(key, isUnsaved) {
  if (isUnsaved) state.unsaved.add(key);
  else state.unsaved.delete(key);
}

const keyOfGame = () => state.around.number === undefined ? "game" : state.around.number;
const unsavedOfSource = () => [...state.unsaved].filter((key) => key !== "game");

// The browser asks before it leaves the page.
addEventListener("beforeunload", (event) => { if (state.typed || state.unsaved.size > 0) event.preventDefault(); });
