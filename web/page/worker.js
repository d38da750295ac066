// The worker of the page: it holds the core and the session, and answers one message at a time.
//   {start, wasm, shared}   starts the core; shared is an Int32Array whose first item is set to stop a call, or null
//   {id, file, path}        copies a File into the memory file system, in slices; the folder is made
//   {id, remove}            removes such a file and its folder
//   {id, message}           calls the session
// Answers: {id, reply}, {ready}, {progress: [done, total]}, {print: text}.
"use strict";
let core = null, queue = Promise.resolve(), told = 0;
const SLICE = 1 << 20;

function progress(done, total) {
  const now = Date.now();
  if (now - told < 100) return;
  told = now;
  postMessage({ progress: [done, total] });
}

async function start(data) {
  const options = {
    wasmBinary: data.wasm, onProgress: progress,
    print: (text) => postMessage({ print: text }), printErr: (text) => postMessage({ print: text }),
  };
  if (data.shared) options.isStopped = () => Atomics.load(data.shared, 0) === 1;
  core = await createLucena(options);
  for (const folder of ["/files", "/out"]) core.FS.mkdir(folder);
  postMessage({ ready: true });
}

const folderOf = (path) => path.slice(0, path.lastIndexOf("/"));

function remove(data) {
  core.FS.unlink(data.remove);
  core.FS.rmdir(folderOf(data.remove));
  postMessage({ id: data.id, reply: { ok: true } });
}

async function copy(data) {
  core.FS.mkdir(folderOf(data.path));
  const to = core.FS.open(data.path, "w");
  for (let at = 0; at < data.file.size; at += SLICE) {
    const bytes = new Uint8Array(await data.file.slice(at, at + SLICE).arrayBuffer());
    core.FS.write(to, bytes, 0, bytes.length);
    progress(at, data.file.size);
  }
  core.FS.close(to);
  postMessage({ id: data.id, reply: { ok: true } });
}

function call(data) {
  const reply = JSON.parse(core.lucenaCall(JSON.stringify(data.message)));
  if (reply.path) {
    reply.blob = new Blob([core.FS.readFile(reply.path)], { type: reply.type });
    core.FS.unlink(reply.path);
  }
  postMessage({ id: data.id, reply });
}

async function handle(data) {
  try {
    await (data.start ? start(data) : data.file ? copy(data) : data.remove ? remove(data) : call(data));
  } catch (failure) {
    postMessage({ id: data.id, reply: { ok: false, error: String(failure.message || failure), code: "failure" } });
  }
}

onmessage = (event) => { queue = queue.then(() => handle(event.data)); };
