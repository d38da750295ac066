// Runs before the browser page in spec/support/page_walk.lua: counts the messages without a reply and the short timers,
// and asks the session. isSettled(): nothing is under way; look(): what the page and the session have.

"use strict";
(() => {
  const spy = window.spy = { open: new Set(), timers: new Set(), answers: new Map(), worker: null };
  const Real = Worker, set = setTimeout, clear = clearTimeout;
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      spy.worker = this;
      spy.open.clear();
      this.addEventListener("message", ({ data: { id, reply } }) => {
        if (typeof id === "string") spy.answers.get(id)(reply);
        spy.open.delete(id);
      });
    }
    postMessage(data) {
      if (data.id !== undefined) spy.open.add(data.id);
      super.postMessage(data);
    }
  };
  window.setTimeout = (f, delay, ...more) => {
    if (delay > 150) return set(f, delay, ...more);
    const timer = set(() => { spy.timers.delete(timer); f(); }, delay, ...more);
    spy.timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { spy.timers.delete(timer); clear(timer); };
  spy.isSettled = () => spy.open.size === 0 && spy.timers.size === 0 && document.body.dataset.ready !== undefined;
  let last = 0;
  const ask = (message) => new Promise((done) => {
    const id = "spy" + ++last;
    spy.answers.set(id, done);
    spy.worker.postMessage({ id, message });
  });
  const dataOf = (root) => JSON.parse(root.querySelector("article > script").textContent);
  const placeOf = () => {
    const shown = document.querySelector("#sheet a[aria-current]");
    return shown ? Number(shown.dataset.n) : 0;
  };
  // The reader's input may arrive during a look, and a game that plays makes steps.
  spy.look = async () => {
    let found, at;
    do {
      while (!spy.isSettled()) await new Promise((done) => set(done, 10));
      at = placeOf();
      found = await lookOnce();
    } while (!spy.isSettled() || at !== found.page.at || at !== placeOf());
    return found;
  };
  const lookOnce = async () => {
    const { game, kept } = await ask({ do: "view" });
    const inPage = dataOf(document.getElementById("sheet"));
    const row = document.querySelector("#list tr.current");
    const holder = document.createElement("div");
    holder.innerHTML = game.html;
    const sheet = document.getElementById("sheet");
    const movesOf = (root) => [...root.querySelectorAll(".moves > p:not(.tools)")].map((it) => it.textContent).join();
    const found = { at: game.at, number: game.number, pgn: dataOf(holder).pgn, moves: movesOf(holder),
      kept: kept && kept.number,
      legal: game.legal, castling: game.castling, comment: game.comment || "", fen: game.fen, edited: game.is_edited,
      page: { at: placeOf(), moves: movesOf(sheet), nodes: inPage.n.length,
        pgn: decodeURIComponent(sheet.querySelector("a[data-save]").href.replace(/^[^,]*,/, "")),
        row: row ? Number(row.dataset.number) : null, comment: document.getElementById("comment").value,
        tag: document.getElementById("tag-value").value, isTyping: document.activeElement.id === "comment",
        undo: !document.querySelector("[data-edit=undo]").disabled,
        redo: !document.querySelector("[data-edit=redo]").disabled,
        asks: !dispatchEvent(new Event("beforeunload", { cancelable: true })),
        changed: [...document.querySelectorAll("#list tr.changed")].map((it) => Number(it.dataset.number)),
        error: document.getElementById("error").textContent,
        question: document.getElementById("question").open, promotion: document.getElementById("promotion").open } };
    const list = await ask({ do: "list", first: 1 });
    if (!list.ok) return found;
    const query = list.list.query || "";
    await ask({ do: "list", query: "", first: 1 });
    const { blob } = await ask({ do: "save", what: "games", format: "pgn", path: "/out/spy" });
    await ask({ do: "list", query, first: 1 });
    return { ...found, file: list.list.name, total: list.list.total, query, games: await blob.text() };
  };
})()
