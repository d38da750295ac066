// The worker and its messages: send() asks the session, shows the progress and the error, and draws the game of the
// reply.

const waiting = new Map(); // the functions that take the replies, by number of the message
const shared = window.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
  $(id).remove();
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function startWorker() {
  const worker = new Worker(state.address);
  state.worker = worker;
  state.ready = new Promise((done, fail) => {
    worker.onmessage = (event) => receive(event.data, done, fail);
    worker.onerror = (event) => fail(new Error(event.message));
  });
  worker.postMessage({ start: true, wasm: state.wasm, shared });
  return state.ready;
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
    data.id = ++state.last;
    waiting.set(data.id, done);
    state.worker.postMessage(data);
  });
}

// The same, but a reply that is an error is raised.
async function must(data) {
  const reply = await post(data);
  if (!reply.ok) throw new Error(reply.error);
  return reply;
}

const bar = later(250);
function busy(text) {
  state.busy++;
  bar.start(() => {
    $("bar").hidden = false;
    $("progress").removeAttribute("value");
    $("doing").textContent = text || "";
  });
}
function idle() {
  state.busy--;
  if (state.busy > 0) return;
  bar.cancel();
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

// These messages can change the numbers of the nodes or put another game on the board. Until their replies are there, no
// comment is typed and no step is sent, because they would belong to another node.
const MOVING = new Set(["game", "new", "open", "paste", "play", "prompt", "promote", "raise", "read", "redo", "remove",
  "undo"]);
function lockComment(step) {
  state.moving += step;
  $("comment").readOnly = state.moving > 0 || state.sheet !== null && state.sheet.at() !== state.place.at;
}

// Send a message, after the comment that was typed and the step that was made. If it failed, its error is shown and null
// returned. `quiet`: true: a reply with its error is returned, and neither the error nor the bar of progress is shown;
// "errors": they are shown.
async function send(name, fields, quiet) {
  if (name !== "comment") saveComment();
  if (name !== "go" && name !== "comment") steps.now();
  await state.ready;
  if (!quiet) complain("");
  if (quiet !== true) busy();
  lockComment(MOVING.has(name) ? 1 : 0);
  const reply = await post({ message: { ...fields, do: name } });
  lockComment(MOVING.has(name) ? -1 : 0);
  if (quiet !== true) idle();
  note(reply);
  if (MOVING.has(name) && !reply.game) catchUp();
  if (!reply.ok) {
    if (quiet !== true) complain(reply.code === "stopped" ? t("Stopped.") : reply.error);
    return quiet ? reply : null;
  }
  if (reply.game) showGame(reply.game, !MOVING.has(name));
  else if (reply.noted) showNoted(reply.noted);
  return reply;
}

// Send a change of the game on the board at its current node.
const edit = (name, fields, quiet) => send(name, { id: state.game.id, at: state.sheet.at(), ...fields }, quiet);
