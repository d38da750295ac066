// The worker and its messages: send() asks the session, shows the progress and the error, and draws the game of the
// reply.

let worker = null, wasm = null, ready = null, address = null, last = 0, isBusy = false;
const waiting = new Map(), files = new Map();
const shared = window.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
  $(id).remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function startWorker() {
  address = address
    || URL.createObjectURL(new Blob([JSON.parse($("worker").textContent)], { type: "text/javascript" }));
  worker = new Worker(address);
  ready = new Promise((done, fail) => {
    worker.onmessage = (event) => receive(event.data, done, fail);
    worker.onerror = (event) => fail(new Error(event.message));
  });
  worker.postMessage({ start: true, wasm, shared });
  return ready;
}

function receive(data, done, fail) {
  if (data.ready) done();
  else if (data.progress) showProgress(...data.progress);
  else if (data.print !== undefined) print(data.print + "\n");
  else if (data.id === undefined) fail(new Error(data.reply.error));
  else {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if (shared && waiting.size === 0) Atomics.store(shared, 0, 0);
    if (answer) answer(data.reply);
  }
}

function post(data) {
  return new Promise((done) => {
    data.id = ++last;
    waiting.set(data.id, done);
    worker.postMessage(data);
  });
}

let timer = null;
function busy(text) {
  isBusy = true;
  clearTimeout(timer);
  timer = setTimeout(() => {
    $("bar").hidden = false;
    $("progress").removeAttribute("value");
    $("doing").textContent = text || "";
  }, 250);
}
function idle() {
  isBusy = false;
  clearTimeout(timer);
  $("bar").hidden = true;
}
function showProgress(done, total) {
  if (total > 0 && done <= total) $("progress").value = done / total;
  else $("progress").removeAttribute("value");
  $("doing").textContent = total > 0 && done <= total ? Math.round(100 * done / total) + " %" : count(done);
}

function complain(text) {
  $("error").textContent = text || "";
  $("error").hidden = !text;
}

// Send a message. If it failed, its error is shown and null returned. `quiet`: true: a reply with its error is returned,
// and neither the error nor the bar of progress is shown; "errors": they are shown.
async function send(name, fields, quiet) {
  await ready;
  if (!quiet) complain("");
  if (quiet !== true) busy();
  const reply = await post({ message: { ...fields, do: name } });
  if (quiet !== true) idle();
  if (reply.journal) {
    journal.push(reply.journal);
    if (journal.length > 50) journal.shift();
    opened = null;
  }
  if (!reply.ok) {
    if (quiet !== true) complain(reply.code === "stopped" ? t("Stopped.") : reply.error);
    return quiet ? reply : null;
  }
  if (reply.game) showGame(reply.game);
  return reply;
}
