// The script of the browser page. It has no rules of chess and reads no games: a worker does, and its session answers
// messages (lua/lucena/web/). Text of games is set with textContent; the only HTML that is inserted comes from the
// session, which escapes all text of games as in reports.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const element = (name, fields, ...children) => {
    const made = Object.assign(document.createElement(name), fields);
    made.append(...children.filter((child) => child !== undefined && child !== null));
    return made;
  };
  const french = JSON.parse($("french").textContent);

  // ---- language --------------------------------------------------------------------------------------------------

  let lang = "en";
  const t = (text) => (lang === "fr" && french[text]) || text;
  const fill = (text, ...values) => t(text).replace(/%s/g, () => values.shift());
  const count = (number) => number.toLocaleString(lang);

  function remember(key, value) {
    try { localStorage.setItem("lucena-" + key, value); } catch { /* the browser keeps nothing for this page */ }
  }
  function recall(key) {
    try { return localStorage.getItem("lucena-" + key); } catch { return null; }
  }

  function label() {
    document.documentElement.lang = lang;
    for (const it of document.querySelectorAll("[data-t]")) {
      it.dataset.t = it.dataset.t || it.textContent;
      it.textContent = t(it.dataset.t);
    }
    for (const it of document.querySelectorAll("[data-l]")) it.setAttribute("aria-label", t(it.dataset.l));
    for (const it of document.querySelectorAll("[data-p]")) it.placeholder = t(it.dataset.p);
  }

  // ---- the worker ------------------------------------------------------------------------------------------------

  let worker = null, wasm = null, ready = null, address = null, last = 0, isBusy = false;
  const waiting = new Map(), files = new Map();
  const shared = window.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  async function unpack(id) {
    const bytes = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
    $(id).remove();
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  function startWorker() {
    address = address || URL.createObjectURL(new Blob([JSON.parse($("worker").textContent)], { type: "text/javascript" }));
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

  // Send a message. If it failed, its error is shown and null returned. `quiet`: without the bar of progress, and a reply
  // with its error is returned; "errors" shows the error nevertheless.
  async function send(name, fields, quiet) {
    await ready;
    if (!quiet) {
      complain("");
      busy();
    }
    const reply = await post({ message: { ...fields, do: name } });
    if (!quiet) idle();
    if (reply.journal) {
      journal.push(reply.journal);
      if (journal.length > 50) journal.shift();
      opened = null;
    }
    if (!reply.ok) {
      if (!quiet || quiet === "errors") complain(reply.error);
      return quiet ? reply : null;
    }
    if (reply.game) showGame(reply.game);
    return reply;
  }

  // ---- stop and restore ------------------------------------------------------------------------------------------

  const journal = []; // the newest games of the session, for a new worker
  let opened = null; // the number of the game of the file that is on the board without changes
  let loaded = null; // how the list was loaded: {path, name}, {text, name} or {read: request}

  async function stop() {
    if (shared) {
      Atomics.store(shared, 0, 1);
      await Promise.all([...waiting.values()].map(() => null));
      setTimeout(() => Atomics.store(shared, 0, 0), 300);
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

  // ---- views -----------------------------------------------------------------------------------------------------

  const tabs = [...document.querySelectorAll("[role=tab]")];
  const viewOf = (tab) => tab.getAttribute("aria-controls");
  let view = "game";

  function show(name, isFocused) {
    view = name;
    for (const tab of tabs) {
      const isShown = viewOf(tab) === name;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      $(viewOf(tab)).hidden = !isShown;
      if (isShown && isFocused) tab.focus();
      if (isShown) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (name === "game") explore();
    if (name === "position") setup();
    if (name === "prompt") $("line").focus({ preventScroll: true });
  }
  for (const tab of tabs) {
    tab.addEventListener("click", () => show(viewOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = tabs.indexOf(tab);
      const to = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1
        : step && (at + step + tabs.length) % tabs.length;
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      show(viewOf(tabs[to]), true);
    });
  }

  // ---- files and the list ----------------------------------------------------------------------------------------

  let list = null;

  async function openFile(file) {
    await ready;
    complain("");
    const path = "/files/" + file.name.replace(/[^\w.-]/g, "_").slice(-80);
    busy(file.name);
    await post({ file, path });
    idle();
    files.clear();
    files.set(path, file);
    const reply = await send("open", { path, name: file.name });
    if (!reply) return;
    if (reply.kind === "text") {
      const text = await send("text", { path });
      if (!text) return;
      $("book").value = text.text;
      show("read");
      return readText();
    }
    loaded = { path, name: file.name };
    journal.length = 0;
    showList(reply.list);
    show("games");
    if (reply.list.total === 1) openGame(1);
  }

  async function paste(text, name) {
    let reply = await send("paste", { text, name }, "errors");
    if (reply && reply.ok) loaded = { text, name };
    else {
      $("book").value = text;
      show("read");
      return readText();
    }
    complain("");
    showList(reply.list);
    if (reply.list.total === 1) openGame(1);
    else show("games");
  }

  const COLUMNS = {
    games: [["#", "number"], ["White", "name"], ["Black", "name"], ["Result", ""], ["Date", "less"], ["Event", "name less"],
      ["ECO", "less"]],
    positions: [["#", "number"], ["Position", "name"], ["Name", "name"]],
  };

  function playerOf(row, at, elo) {
    return row[at] + (row[elo] ? " (" + row[elo] + ")" : "");
  }

  function showList(given) {
    list = given;
    $("empty").hidden = true;
    $("full").hidden = false;
    $("file-name").textContent = list.name;
    $("count").textContent = list.query ? fill("%s of %s", count(list.matches), count(list.total))
      + " · " + t(list.is_words ? "with these words" : "match the query") : fill("%s in all", count(list.total));
    const columns = COLUMNS[list.kind];
    const head = element("tr", {}, ...columns.map(([name, kind]) =>
      element("th", { scope: "col", className: kind.replace("name", ""), textContent: t(name) })));
    const body = list.rows.map((row) => {
      const cells = list.kind === "games"
        ? [null, playerOf(row, 1, 7), playerOf(row, 2, 8), row[3], row[4].replace(/[.?]+$/, ""), row[5], row[6]]
        : [null, row[1], row[2]];
      const made = element("tr", {}, ...cells.map((text, i) => i === 0
        ? element("td", { className: "number" }, element("button", { type: "button", textContent: row[0] }))
        : element("td", { className: columns[i][1], textContent: text === "1/2-1/2" ? "½-½" : text, dir: "auto" })));
      made.dataset.number = row[0];
      return made;
    });
    $("list").className = "report list";
    $("list").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
    $("earlier").disabled = list.first === 1;
    $("later").disabled = list.first + list.rows.length > list.matches;
    $("skipped").replaceChildren(...list.problems.map((text) => element("li", { textContent: text })));
    markRow();
  }

  function markRow() {
    for (const row of $("list").querySelectorAll("tr[data-number]")) {
      row.classList.toggle("current", game !== null && Number(row.dataset.number) === game.number);
    }
  }

  async function turnPage(fields) {
    const reply = await send("list", fields);
    if (reply) showList(reply.list);
  }

  async function openGame(number) {
    const reply = await send("game", { number });
    if (!reply) return;
    opened = number;
    show("game");
  }

  $("file").addEventListener("change", () => {
    if ($("file").files[0]) openFile($("file").files[0]);
    $("file").value = "";
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    const file = event.dataTransfer.files[0], text = event.dataTransfer.getData("text/plain");
    if (file) openFile(file);
    else if (text) paste(text, t("Text"));
  });
  $("paste").addEventListener("click", () => paste($("pasted").value, t("Text")));
  $("query").addEventListener("submit", (event) => {
    event.preventDefault();
    turnPage({ query: $("sought").value.trim(), first: 1 });
  });
  $("earlier").addEventListener("click", () => turnPage({ first: Math.max(1, list.first - 100) }));
  $("later").addEventListener("click", () => turnPage({ first: list.first + 100 }));
  $("list").addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-number]");
    if (row) openGame(Number(row.dataset.number));
  });

  // ---- the game --------------------------------------------------------------------------------------------------

  let game = null, sheet = null, place = null, input = null;

  function showGame(given) {
    const had = sheet && sheet.root.contains(document.activeElement) && document.activeElement;
    const onBoard = had && had.closest("svg.board"), flipped = sheet && sheet.board.isFlipped();
    const field = $("edit").contains(document.activeElement) && document.activeElement;
    game = place = given;
    $("sheet").after($("edit"));
    $("sheet").innerHTML = given.html;
    const root = $("sheet").querySelector("article");
    root.querySelector(".body").append($("edit"));
    if (field) field.focus({ preventScroll: true });
    if (given.title.startsWith("? – ?")) root.querySelector("h2").hidden = true;
    sheet = window.lucenaSheet(root, { show: follow, listens: () => view === "game" });
    if (flipped) sheet.go("flip");
    sheet.show(given.at);
    listen();
    if (onBoard) sheet.board.svg.focus({ preventScroll: true });
    else if (had) root.querySelector("[data-go=next]").focus({ preventScroll: true });
    showPlace(given);
    showTags();
    $("game-problems").replaceChildren(...given.problems.map((problem) =>
      element("li", { textContent: fill("line %s: %s", problem.line, problem.message) })));
    $("prompt-sign").textContent = given.prompt.trim();
    markRow();
    const isListed = list !== null && given.number !== undefined;
    $("previous-game").disabled = !isListed || given.number <= 1;
    $("next-game").disabled = !isListed || given.number >= list.total;
  }

  function listen() {
    const words = { P: t("pawn"), N: t("knight"), B: t("bishop"), R: t("rook"), Q: t("queen"), K: t("king") };
    sheet.board.words.names = words;
    input = lucenaBoard.listen(sheet.board, {
      targets: (from) => place.at !== sheet.at() ? []
        : [...new Set(place.legal.filter((uci) => uci.startsWith(from)).map((uci) => uci.slice(2, 4)))],
      move: async (from, to) => {
        const moves = place.legal.filter((uci) => uci.startsWith(from + to));
        const uci = moves.length > 1 ? await promote(moves) : moves[0];
        if (uci) send("play", { at: sheet.at(), uci });
      },
      say: (text) => { $("status").textContent = text; },
    });
  }

  // Ask for the piece of a promotion.
  function promote(moves) {
    return new Promise((done) => {
      const isWhite = place.turn === "white", box = $("promotion");
      $("choices").replaceChildren(...["q", "r", "b", "n"].filter((kind) => moves.some((uci) => uci[4] === kind))
        .map((kind) => {
          const button = element("button", { value: kind });
          button.setAttribute("aria-label", kind.toUpperCase());
          button.append(drawing(kind.toUpperCase(), isWhite));
          return button;
        }));
      box.returnValue = "";
      box.addEventListener("close", () => done(moves.find((uci) => uci[4] === box.returnValue)), { once: true });
      box.showModal();
    });
  }

  function drawing(kind, isWhite) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("aria-hidden", "true");
    const group = lucenaBoard.make(svg, "g", isWhite ? { fill: "#ffffff", stroke: "#1b1b1b", color: "#1b1b1b" }
      : { fill: "#35322f", stroke: "#0e0e0e", color: "#f3f0ea" });
    lucenaBoard.make(group, "use", { href: "#lc-" + kind });
    return svg;
  }

  // The reader stepped to another node.
  let following = null;
  function follow(at) {
    if (place.at === at) return;
    if (input) input.clear();
    clearTimeout(following);
    following = setTimeout(async () => {
      const reply = await send("go", { at }, true);
      if (reply && reply.ok && sheet && sheet.at() === at) showPlace(reply.place);
    }, 60);
  }

  function showPlace(given) {
    place = given;
    $("facts").textContent = [given.opening, given.outcome && t(given.outcome)].filter(Boolean).join(" · ");
    $("comment").value = given.comment || "";
    $("prompt-sign").textContent = given.prompt.trim();
    for (const button of $("signs").children) {
      button.setAttribute("aria-pressed", given.nags.includes(button.textContent));
    }
    for (const name of ["remove", "promote"]) document.querySelector("[data-edit=" + name + "]").disabled = given.at === 0;
    explore();
  }

  let exploring = null;
  function explore() {
    clearTimeout(exploring);
    if (!$("explorer").open || view !== "game" || !list) return;
    exploring = setTimeout(async () => {
      const at = sheet.at(), found = await send("explore", {}, true);
      if (!found || !found.ok || at !== sheet.at()) return;
      const head = ["Move", "Games", "White", "Draw", "Black"].map((name) => element("th", { scope: "col", textContent: t(name),
        className: name === "Move" ? "" : "number" }));
      const rows = found.moves.slice(0, 30).map((row) => {
        const share = (part) => Math.round(100 * part / Math.max(1, row.white + row.draw + row.black)) + " %";
        const button = element("button", { type: "button", textContent: row.san });
        button.addEventListener("click", () => send("play", { at: sheet.at(), uci: row.uci }));
        return element("tr", {}, element("td", {}, button), ...[count(row.games), share(row.white), share(row.draw),
          share(row.black)].map((text) => element("td", { className: "number", textContent: text })));
      });
      $("explored").replaceChildren(element("p", { className: "note",
        textContent: fill("Games of the file that reach this position: %s", count(found.games)) }),
        element("table", { className: "report list" }, element("thead", {}, element("tr", {}, ...head)),
          element("tbody", {}, ...rows)));
    }, 150);
  }
  $("explorer").addEventListener("toggle", explore);

  function showTags() {
    const rows = game.tags.map(([name, value]) => element("div", { dir: "auto", textContent: name + ": " + value }));
    $("tag-list").replaceChildren(...rows);
  }

  for (const sign of ["!", "?", "!!", "??", "!?", "?!", "±", "∓", "="]) {
    const button = element("button", { type: "button", textContent: sign });
    button.addEventListener("click", () => send("sign", { at: sheet.at(), sign }));
    $("signs").append(button);
  }
  for (const button of document.querySelectorAll("[data-edit]")) {
    button.addEventListener("click", () => send(button.dataset.edit, { at: sheet.at() }));
  }
  $("play").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await send("play", { at: sheet.at(), moves: $("moves").value })) $("moves").value = "";
  });
  $("annotate").addEventListener("submit", (event) => {
    event.preventDefault();
    send("comment", { at: sheet.at(), text: $("comment").value });
  });
  $("tag-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await send("tag", { at: sheet.at(), name: $("tag-name").value, value: $("tag-value").value })) {
      $("tag-value").value = "";
    }
  });
  $("new").addEventListener("click", () => send("new", {}));
  $("previous-game").addEventListener("click", () => openGame(game.number - 1));
  $("next-game").addEventListener("click", () => openGame(game.number + 1));

  // ---- downloads and links ---------------------------------------------------------------------------------------

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

  function base64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }

  async function pack(text) {
    return base64(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
  }

  async function unpackText(text) {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  }

  // Put a link into the address, and copy it.
  function setAddress(fragment) {
    history.replaceState(null, "", "#" + fragment);
    const area = element("textarea", { value: location.href });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    $("status").textContent = t("The link is in the address of the page, and copied.");
    complain("");
  }
  $("share").addEventListener("click", async () => {
    const reply = await send("save", { what: "game", format: "pgn" });
    if (reply) setAddress("game=" + await pack(reply.text) + "&at=" + sheet.at());
  });
  $("share-position").addEventListener("click", () => setAddress("fen=" + encodeURIComponent($("fen").value)));

  // Open what the address names: #fen=FEN, #game=PACKED&at=NODE, #line=TEXT for the prompt.
  async function openAddress() {
    const fields = new URLSearchParams(location.hash.slice(1));
    if (fields.has("fen")) {
      if (await send("new", { fen: fields.get("fen") })) show("game");
    } else if (fields.has("game")) {
      const text = await unpackText(fields.get("game")).catch(() => null);
      if (text === null) return complain(t("The address of the page holds no game."));
      await paste(text, t("Game"));
      const at = Number(fields.get("at"));
      if (sheet && sheet.has(at)) sheet.show(at);
    } else if (fields.has("line")) {
      $("line").value = fields.get("line");
      grow();
      show("prompt");
    } else if (fields.has("view") && tabs.some((tab) => viewOf(tab) === fields.get("view"))) show(fields.get("view"));
  }
  addEventListener("hashchange", openAddress);

  // ---- check -----------------------------------------------------------------------------------------------------

  // Select a place of a text: the line and column in bytes, both from 1.
  function select(area, line, column, size) {
    const lines = area.value.split("\n");
    let start = 0;
    for (let i = 0; i < line - 1 && i < lines.length; i++) start += lines[i].length + 1;
    const bytes = new TextEncoder().encode(lines[line - 1] || "");
    const before = new TextDecoder().decode(bytes.slice(0, column - 1)).length;
    const length = new TextDecoder().decode(bytes.slice(column - 1, column - 1 + (size || 1))).length;
    area.focus();
    area.setSelectionRange(start + before, start + before + length);
    area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
  }

  function problemLine(problem, area) {
    const text = fill("line %s: %s", problem.line || "?", problem.message);
    if (!area || !problem.line) return element("li", {}, text);
    const button = element("button", { type: "button", textContent: text });
    button.addEventListener("click", () => select(area, problem.line, problem.column || 1,
      problem.size || (problem.token && new TextEncoder().encode(problem.token).length)));
    return element("li", {}, button, problem.severity === "error"
      ? element("span", { className: "error-mark", textContent: " · " + t("error") }) : null);
  }

  async function check(fields) {
    const reply = await send("check", { ...fields, style: $("check-style").checked, tags: $("check-tags").checked });
    if (!reply) return;
    if (reply.text !== undefined) $("check-source").value = reply.text;
    const hasText = fields.text !== undefined || reply.text !== undefined;
    $("checked").textContent = fill("Games: %s · plies: %s · errors: %s · warnings: %s · repairs: %s", count(reply.games),
      count(reply.plies), count(reply.counts.error), count(reply.counts.warning), count(reply.counts.repair));
    $("problems").replaceChildren(...reply.problems.map((problem) => problemLine(problem, hasText && $("check-source"))));
  }
  $("check-text").addEventListener("click", () => check({ text: $("check-source").value }));
  $("check-file").addEventListener("click", () => {
    if (loaded && loaded.path) check({ path: loaded.path });
    else if (loaded && loaded.text) {
      $("check-source").value = loaded.text;
      check({ text: loaded.text });
    } else complain(t("No file is open."));
  });

  // ---- translate -------------------------------------------------------------------------------------------------

  let translating = null;
  function translate() {
    clearTimeout(translating);
    translating = setTimeout(async () => {
      const text = $("source").value;
      const reply = await send("translate", { text, from: $("from").value, to: $("to").value,
        comments: $("in-comments").checked }, "errors");
      if (!reply || !reply.ok || text !== $("source").value) return;
      complain("");
      $("translated").value = reply.text;
      const from = reply.dialects.length ? " · " + fill("read as %s", reply.dialects.join(", ")) : "";
      $("translated-count").textContent = fill("Moves translated: %s · left unchanged: %s", count(reply.moves),
        count(reply.total_left)) + from;
      $("left").replaceChildren(...reply.left.map((problem) => problemLine(problem, $("source"))));
    }, 200);
  }
  for (const id of ["source", "from", "to", "in-comments"]) $(id).addEventListener("input", translate);

  // ---- read ------------------------------------------------------------------------------------------------------

  async function readText() {
    const text = $("book").value, request = { text, misprints: $("misprints").checked, name: t("Text") };
    const reply = await send("read", request);
    if (!reply) return;
    loaded = { read: true, ...request };
    journal.length = 0;
    showList(reply.list);
    const parts = reply.parts.map(([words, state, number]) => {
      if (!state) return words;
      const button = element("button", { type: "button", className: state, textContent: words, title: t(state) });
      if (number > 0) button.addEventListener("click", () => openGame(number));
      return button;
    });
    $("prose").replaceChildren(...parts);
    $("prose").hidden = $("edit-text").hidden = $("save-read").hidden = false;
    $("reading").hidden = true;
    const counts = reply.counts;
    $("read-count").textContent = fill("Games: %s · moves: %s · in variations: %s · unread: %s · ambiguous: %s",
      count(reply.list.total), count(counts.mainline), count(counts.variation), count(counts.unread),
      count(counts.ambiguous));
    $("read-problems").replaceChildren(...reply.problems.map((problem) => problemLine(problem)));
    openSilently();
  }
  // Show the first game without leaving the text.
  async function openSilently() {
    await send("game", { number: 1 });
    opened = 1;
  }
  $("read-text").addEventListener("click", readText);
  $("edit-text").addEventListener("click", () => {
    $("prose").hidden = $("edit-text").hidden = true;
    $("reading").hidden = false;
    $("book").focus();
  });

  // ---- reports ---------------------------------------------------------------------------------------------------

  let reports = [];
  function showOptions() {
    const report = reports.find((one) => one.name === $("report").value);
    if (!report) return;
    $("report-summary").textContent = report.summary;
    $("report-options").replaceChildren(...report.options.map((option) => {
      const id = "option-" + option.name;
      let field;
      if (option.kind === "choice") {
        field = element("select", { id }, ...option.choices.map((choice) => element("option", { textContent: choice })));
        field.value = option.default;
      } else if (option.kind === "boolean") field = element("input", { id, type: "checkbox", checked: option.default === true });
      else field = element("input", { id, type: option.kind === "integer" ? "number" : "text",
        placeholder: option.default === undefined ? "" : String(option.default) });
      field.dataset.option = option.name;
      return element("div", {}, element("label", { htmlFor: id, textContent: option.name + " " }), field,
        element("small", { textContent: option.help }));
    }));
  }
  $("report").addEventListener("input", showOptions);
  $("report-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = {};
    for (const field of $("report-options").querySelectorAll("[data-option]")) {
      options[field.dataset.option] = field.type === "checkbox" ? field.checked : field.value;
    }
    const reply = await send("report", { name: $("report").value, options, of: list ? "games" : "game" });
    if (!reply) return;
    $("report-shown").innerHTML = reply.html;
    lucenaTables($("report-shown"));
    $("report-shown").querySelectorAll("article.sheet").forEach((root) => {
      window.lucenaSheet(root, { show() { /* the report has no address */ }, listens: () => view === "reports" });
    });
    $("save-report").disabled = false;
  });

  // ---- the board editor ------------------------------------------------------------------------------------------

  const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  let editor = null, man = "P";

  function startEditor() {
    editor = lucenaBoard.open($("position").querySelector("svg.board"), { ...sheet.data.w });
    editor.words.names = sheet.board.words.names;
    lucenaBoard.listen(editor, {
      isFree: true,
      targets: () => [],
      drop: (from) => put(from, null),
      move: (from, to) => {
        const sign = editor.man(from).sign;
        put(from, null, true);
        put(to, sign);
      },
      say: (text) => { $("status").textContent = text; },
    });
    // A click on a square puts the chosen piece; dragging moves a piece.
    editor.svg.addEventListener("click", (event) => {
      const square = editor.at(event.clientX, event.clientY);
      if (square && man !== "") put(square, man === "x" ? null : editor.man(square) && editor.man(square).sign === man ? null : man);
    });
    const choices = ["", "P", "N", "B", "R", "Q", "K", "x", "p", "n", "b", "r", "q", "k"];
    $("palette").replaceChildren(...choices.map((sign) => {
      const button = element("button", { type: "button", value: sign });
      const isWhite = sign === sign.toUpperCase();
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", sign === man);
      button.setAttribute("aria-label", sign === "" ? t("Move pieces") : sign === "x" ? t("Remove pieces")
        : (isWhite ? editor.words.white : editor.words.black) + " " + editor.words.names[sign.toUpperCase()]);
      button.title = button.getAttribute("aria-label");
      button.append(sign === "" ? "✥" : sign === "x" ? "✕" : drawing(sign.toUpperCase(), isWhite));
      button.addEventListener("click", () => {
        man = sign;
        for (const other of $("palette").children) other.setAttribute("aria-checked", other.value === man);
      });
      return button;
    }));
    $("fen").value = START + " w KQkq - 0 1";
  }

  // Put a piece on a square of the FEN; null empties the square.
  function put(square, sign, isQuiet) {
    const fields = $("fen").value.split(" ");
    const rows = fields[0].split("/").map((row) => [...row.replace(/\d/g, (digit) => ".".repeat(digit))]);
    while (rows.length < 8) rows.push([..."........"]);
    rows[8 - square[1]][square.charCodeAt(0) - 97] = sign || ".";
    fields[0] = rows.map((row) => row.join("").replace(/\.+/g, (empty) => empty.length)).join("/");
    $("fen").value = fields.join(" ");
    editor.draw({ f: fields[0] });
    if (!isQuiet) setup();
  }

  let setting = null;
  function setup() {
    const fields = $("fen").value.trim().split(/\s+/);
    const turn = document.querySelector("[name=turn][value=" + (fields[1] === "b" ? "b" : "w") + "]");
    turn.checked = true;
    for (const box of document.querySelectorAll("[name=castling]")) box.checked = (fields[2] || "").includes(box.value);
    $("ep").value = fields[3] && fields[3] !== "-" ? fields[3] : "";
    clearTimeout(setting);
    setting = setTimeout(async () => {
      const reply = await send("setup", { fen: $("fen").value.trim() }, true);
      const isLegal = reply.ok && reply.is_legal;
      $("validity").className = isLegal ? "good" : "bad";
      $("validity").textContent = [isLegal ? t("This position is legal.") : reply.problem || reply.error,
        ...(reply.notes || []), reply.outcome && t(reply.outcome)].filter(Boolean).join(" · ");
      $("use").disabled = $("share-position").disabled = !isLegal;
      if (reply.ok) editor.draw({ f: reply.fen.split(" ")[0] });
    }, 120);
  }

  function setFen(fen) {
    $("fen").value = fen;
    setup();
  }
  function changeFields() {
    const fields = ($("fen").value.trim() + " w - - 0 1").split(/\s+/).slice(0, 6);
    while (fields.length < 6) fields.push(fields.length === 5 ? "1" : "0");
    fields[1] = document.querySelector("[name=turn]:checked").value;
    fields[2] = [...document.querySelectorAll("[name=castling]:checked")].map((box) => box.value).join("") || "-";
    fields[3] = $("ep").value.trim() || "-";
    setFen(fields.join(" "));
  }
  $("fen").addEventListener("input", setup);
  for (const box of document.querySelectorAll("[name=turn], [name=castling], #ep")) box.addEventListener("change", changeFields);
  $("set-start").addEventListener("click", () => setFen(START + " w KQkq - 0 1"));
  $("set-empty").addEventListener("click", () => setFen("8/8/8/8/8/8/8/8 w - - 0 1"));
  $("set-game").addEventListener("click", () => setFen(place.fen));
  $("set-flip").addEventListener("click", () => editor.flip());
  $("use").addEventListener("click", async () => { if (await send("new", { fen: $("fen").value.trim() })) show("game"); });

  // ---- the prompt ------------------------------------------------------------------------------------------------

  const lines = [];
  let recalled = 0, leaves = false;

  function print(text, className) {
    $("log").append(element("div", { className: className || "", textContent: text.replace(/\n$/, "") }));
    while ($("log").childNodes.length > 2000) $("log").firstChild.remove();
    $("log").scrollTop = $("log").scrollHeight;
  }
  function grow() {
    $("line").rows = Math.min(12, $("line").value.split("\n").length);
  }

  async function run() {
    const text = $("line").value;
    if (text.trim() === "") return;
    const reply = await send("prompt", { line: text, is_last: false }, "errors");
    if (!reply || !reply.ok) return reply && reply.code === "stopped" && complain(reply.error);
    if (reply.more) {
      $("line").value = text + "\n";
      return grow();
    }
    if (lines[lines.length - 1] !== text) lines.push(text);
    recalled = lines.length;
    print($("prompt-sign").textContent + " " + text, "input");
    if (reply.output) print(reply.output, reply.done ? "" : "failed");
    $("prompt-sign").textContent = reply.prompt.trim();
    $("line").value = "";
    $("completions").textContent = "";
    grow();
  }

  async function complete() {
    const area = $("line"), before = area.value.slice(0, area.selectionStart), after = area.value.slice(area.selectionStart);
    const bytes = new TextEncoder().encode(before);
    const reply = await send("complete", { line: before + after, cursor: bytes.length + 1 }, true);
    if (!reply.ok || !reply.words.length) return;
    let common = reply.words[0];
    for (const word of reply.words) while (!word.startsWith(common)) common = common.slice(0, -1);
    const kept = new TextDecoder().decode(bytes.slice(0, reply.start - 1));
    if (kept.length + common.length >= before.length) {
      area.value = kept + common + after;
      area.setSelectionRange((kept + common).length, (kept + common).length);
    }
    $("completions").textContent = reply.words.length > 1 ? reply.words.slice(0, 30).join("  ") : "";
  }

  function recallLine(step) {
    const to = recalled + step;
    if (to < 0 || to > lines.length) return;
    recalled = to;
    $("line").value = lines[to] || "";
    grow();
  }

  $("line-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  $("line").addEventListener("input", grow);
  $("line").addEventListener("keydown", (event) => {
    const area = $("line"), isOneLine = !area.value.includes("\n");
    if (event.key === "Enter" && !event.shiftKey) run();
    else if (event.key === "Tab" && !event.shiftKey && !leaves && area.value.trim() !== "") complete();
    else if (event.key === "ArrowUp" && isOneLine) recallLine(-1);
    else if (event.key === "ArrowDown" && isOneLine) recallLine(1);
    else {
      leaves = event.key === "Escape";
      return;
    }
    leaves = false;
    event.preventDefault();
  });

  // ---- start -----------------------------------------------------------------------------------------------------

  $("stop").addEventListener("click", stop);
  $("lang").addEventListener("input", async () => {
    lang = $("lang").value;
    remember("lang", lang);
    label();
    await send("hello", hello(), true).then(fillMenus);
    startEditor();
    if (list) showList(list);
    show(view);
  });

  function fillMenus(reply) {
    if (!reply || !reply.ok) return;
    $("version").textContent = reply.version;
    const chosen = [$("from").value || "auto", $("to").value || (lang === "fr" ? "french" : "english"), $("report").value];
    const options = reply.dialects.map((dialect) => element("option", { value: dialect.name, textContent: dialect.name }));
    $("from").replaceChildren(element("option", { value: "auto", textContent: t("detected") }),
      ...options.map((option) => option.cloneNode(true)));
    $("to").replaceChildren(...options);
    [$("from").value, $("to").value] = chosen;
    reports = reply.reports;
    $("report").replaceChildren(...reports.map((report) => element("option", { textContent: report.name })));
    $("report").value = chosen[2] || "summary";
    showOptions();
  }

  async function start() {
    lang = recall("lang") || (navigator.language.startsWith("fr") ? "fr" : "en");
    $("lang").value = lang;
    label();
    show("game");
    wasm = await unpack("core");
    await startWorker();
    fillMenus(await send("hello", hello(), true));
    startEditor();
    await openAddress();
    document.body.dataset.ready = "1";
  }
  start().catch((failure) => complain(t("The page cannot start:") + " " + failure.message));
})();
