// The state for a reload of this tab: the open file and the work on its games, in the browser's database, if it allows
// that. Records of tabs that were closed are removed after a week.

const LARGEST = 64 << 20; // bytes of a file that is kept
const WEEK = 7 * 24 * 3600 * 1000;

// The name of this tab's records.
function tabName() {
  const name = sessionStorage.getItem("lucena-tab") || Date.now() + "-" + Math.random();
  sessionStorage.setItem("lucena-tab", name);
  return name;
}

// Do something with the records. Returns the result of the request that `act` returns; null if nothing can be kept.
async function withRecords(act) {
  try {
    const opening = indexedDB.open("lucena", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("tabs");
    const database = await finished(opening), transaction = database.transaction("tabs", "readwrite");
    const written = new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(transaction.error);
    });
    const result = await finished(act(transaction.objectStore("tabs"), tabName()));
    await written; // a reload before this would lose the records
    database.close();
    return result;
  } catch {
    return null; // the browser keeps nothing for this page
  }
}
const finished = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

function keepSource() {
  if (!document.body.dataset.ready) return; // the state is not yet brought back
  const { source } = state, isKept = source && (!source.file || source.file.size <= LARGEST);
  withRecords((records, tab) => records.put({ time: Date.now(), source: isKept ? source : null }, tab + " source"));
  keepWork();
}

const keeping = later(200);
function keepWork() {
  if (!document.body.dataset.ready) return;
  document.body.dataset.kept = "not yet"; // for tests
  keeping.start(async () => {
    await withRecords((records, tab) => records.put({ time: Date.now(), ...work() }, tab + " work"));
    document.body.dataset.kept = "all";
  });
}
// A hidden page may be closed without another event.
document.addEventListener("visibilitychange", () => { if (document.hidden) keeping.now(); });

async function removeOld() {
  for (const key of await withRecords((records) => records.getAllKeys()) || []) {
    const record = await withRecords((records) => records.get(key));
    if (record && record.time < Date.now() - WEEK) await withRecords((records) => records.delete(key));
  }
}

// Bring the state back after a reload. Returns whether there was one.
async function bringBack() {
  const [entry] = performance.getEntriesByType("navigation");
  if (!entry || entry.type === "navigate") return false;
  const kept = await withRecords((records, tab) => records.get(tab + " work"));
  if (!kept) return false;
  const { source } = await withRecords((records, tab) => records.get(tab + " source")) || { source: null };
  try {
    await restore(source, kept);
  } catch (failure) {
    complain(failure.message);
    return false;
  }
  state.source = source;
  state.journal = kept.journal;
  // The changed games of a file that is too large to be kept have no file to belong to.
  for (const entry of source ? kept.changed : []) state.changed.set(entry.number, entry);
  for (const key of kept.unsaved) state.unsaved.add(key);
  markRows();
  show(kept.view);
  return true;
}
