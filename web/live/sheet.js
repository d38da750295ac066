// The script of a game sheet, with which the reader steps through the game on the board.
//
// The script contains no rules of chess. All positions, arrows and names are computed in advance and are in the page as
// data. The script moves pieces and a cursor, and follows links between nodes. It has no dependencies and requests no
// other files. It creates elements only with createElementNS and text only with textContent, so text of a game is never
// parsed as HTML.
//
// The data of a game is JSON in <script type="application/json">, which browsers do not run: {"n": [node...],
// "pgn": text, "w": {words}}. Node 0 is the start. A node is {"p": parent, "k": [children], "f": FEN, "m": [from, to],
// "l": name, "v": values shown after the name, "e": White's chances in percent, "c": [White's clock, Black's],
// "a": [[path, colour]...] (arrows), "q": [[square, colour]...], "h": 1 if in check, "x": column in the graphs}.
// If a page has many games that the reader opens, the board, its buttons and the words are in one <template>, and are
// copied into a game when it is opened.
//
// Keys: left and right arrow, Home, End; up and down select another variation of a move; f turns the board around.
// A position has an address, such as page.html#g1m24 for node 24 of the first game.
// The board is that of board.js.

(() => {
  const sheets = [];
  let active = null; // the sheet that the reader used last

  // Adds the parts of the stage that the games of the page share.
  function complete(root, data) {
    const shared = document.querySelector("template.stage"), copy = shared.content.cloneNode(true);
    const part = (name) => copy.querySelector("." + name), square = root.querySelector(".square");
    data.w = JSON.parse(shared.dataset.words);
    square.querySelector(".row").append(part("board"));
    [...square.querySelectorAll(".player")].pop().after(part("controls"), part("status"), part("choices"));
    square.append(part("keys"));
    root.querySelector(".moves").append(part("tools"));
  }

  // `hooks`: functions of a page that embeds the sheet; show(node number) is called after each step, listens() returns
  // whether keys step through the game. Such a page keeps its own address, and closes the sheet before it removes it.
  function Sheet(root, number, hooks) {
    const data = JSON.parse(root.querySelector("script").textContent);
    const find = (selector) => root.querySelector(selector);
    if (!data.w) complete(root, data);
    const links = new Map();
    for (const link of root.querySelectorAll("a[data-n]")) links.set(Number(link.dataset.n), link);
    const buttons = {};
    for (const button of root.querySelectorAll(".controls button")) buttons[button.dataset.go] = button;
    const board = lucenaBoard.open(find(".board"), data.w);
    let timer, at = 0;

    function draw(glides) {
      const node = data.n[at], pieces = board.draw(node, glides);
      placePlayers();
      showClocks(node);
      showBar(node);
      find(".board").setAttribute("aria-label", node.l + ". " + pieces);
    }

    // The player whose pieces are below stands below the board.
    function placePlayers() {
      const row = find(".row"), black = find(".player[data-side=black]"), white = find(".player[data-side=white]");
      const flipped = board.isFlipped();
      row.before(flipped ? white : black);
      row.after(flipped ? black : white);
    }

    // The clock of the side to move is running.
    function showClocks(node) {
      const mover = node.f.split(" ")[1];
      ["white", "black"].forEach((side, i) => {
        const clock = find(".player[data-side=" + side + "] .clock");
        clock.textContent = node.c ? node.c[i] : "";
        clock.classList.toggle("running", side[0] === mover);
      });
    }

    function showBar(node) {
      const bar = find(".bar");
      if (!bar) return;
      bar.classList.toggle("unknown", node.e === undefined);
      const share = node.e === undefined ? 50 : node.e;
      bar.querySelector(".white").setAttribute("d",
        board.isFlipped() ? "M0 0h10v" + share + "h-10z" : "M0 " + (100 - share) + "h10v" + share + "h-10z");
    }

    function showChoices(node) {
      const box = find(".choices");
      const had = box.contains(document.activeElement);
      box.replaceChildren();
      box.hidden = node.k.length < 2;
      for (const child of box.hidden ? [] : node.k) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = data.n[child].l;
        button.addEventListener("click", () => show(child));
        box.appendChild(button);
      }
      if (had) (box.firstChild || buttons.next).focus();
    }

    function mark(link) {
      for (const old of root.querySelectorAll("a[aria-current]")) {
        old.removeAttribute("aria-current");
        old.tabIndex = -1;
      }
      if (!link) return;
      link.setAttribute("aria-current", "true");
      link.tabIndex = 0;
      if (root.contains(document.activeElement) && document.activeElement.matches("a[data-n]")) {
        link.focus({ preventScroll: true });
      }
      scrollTo(link);
    }

    // Only the moves are scrolled if they have a scroller, so that the board stays where it is.
    function scrollTo(link) {
      const box = find(".moves");
      if (getComputedStyle(box).overflowY === "visible") return link.scrollIntoView({ block: "nearest" });
      const frame = box.getBoundingClientRect(), it = link.getBoundingClientRect();
      box.scrollTop += Math.min(0, it.top - frame.top - 8) + Math.max(0, it.bottom - frame.bottom + 8);
    }

    // Shows the node again, without a step.
    function redraw() {
      const node = data.n[at];
      draw();
      showChoices(node);
      mark(links.get(at));
      showName(node);
    }

    function showName(node) {
      find(".status b").textContent = node.l;
      find(".status span").textContent = node.v || "";
    }

    // Pieces glide if the reader makes a step, but not to the first node that is shown.
    function show(n, isFirst) {
      const isStep = !isFirst && (data.n[n].p === at || data.n[at].p === n);
      at = n;
      active = sheet;
      const node = data.n[at];
      draw(isStep);
      showChoices(node);
      mark(links.get(at));
      showName(node);
      buttons.start.disabled = buttons.previous.disabled = at === 0;
      buttons.next.disabled = buttons.end.disabled = node.k.length === 0;
      for (const graph of root.querySelectorAll("svg.graph")) {
        const x = at === 0 ? 0 : (node.x - 0.5) * 600 / graph.dataset.plies;
        graph.querySelector(".cursor").setAttribute("transform", "translate(" + x + ")");
      }
      // Not at every step: browsers allow some hundred changes of the address in half a minute.
      clearTimeout(timer);
      if (hooks) hooks.show(at);
      else timer = setTimeout(() => history.replaceState(null, "", address()), 250);
    }

    function end(n) {
      while (data.n[n].k.length) n = data.n[n].k[0];
      return n;
    }

    function beside(step) {
      const node = data.n[at];
      if (at === 0) return at;
      const lines = data.n[node.p].k;
      return lines[(lines.indexOf(at) + step + lines.length) % lines.length];
    }

    const goes = {
      start: () => 0,
      previous: () => at === 0 ? 0 : data.n[at].p,
      next: () => data.n[at].k.length ? data.n[at].k[0] : at,
      end: () => end(at),
      up: () => beside(-1),
      down: () => beside(1),
    };

    function go(where) {
      if (where === "play") return play();
      if (player !== null && where !== "flip") stop();
      if (where === "flip") {
        board.flip();
        active = sheet;
        draw();
      } else show(goes[where]());
    }

    function address() {
      return location.href.replace(/#.*/, "") + "#g" + number + "m" + at;
    }

    // Copies without the permission that navigator.clipboard would ask for.
    function copy(text) {
      const area = document.createElement("textarea");
      area.value = text;
      root.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      find(".status span").textContent = data.w.copied;
    }

    let player = null;
    function stop() {
      clearInterval(player);
      player = null;
      buttons.play.setAttribute("aria-pressed", "false");
    }

    // One move in 1.2 seconds, from the start if the line is at its end.
    function play() {
      if (player !== null) return stop();
      if (!data.n[at].k.length) show(0);
      buttons.play.setAttribute("aria-pressed", "true");
      player = setInterval(() => {
        if (data.n[at].k.length) show(goes.next());
        if (!data.n[at].k.length) stop();
      }, 1200);
    }
    // Sets the PGN that the reader copies and saves.
    function setGame(pgn) {
      data.pgn = pgn;
      find("a[data-save]").href = "data:application/x-chess-pgn;charset=utf-8," + encodeURIComponent(pgn);
    }

    // Shows other notes of a node: its data, whose clocks stay, and the contents of the paragraph with its move.
    function change(n, node, paragraph, pgn) {
      const old = links.get(n).closest("p"), had = old.contains(document.activeElement);
      data.n[n] = { ...node, c: data.n[n].c };
      old.replaceChildren(...paragraph.childNodes);
      for (const link of old.querySelectorAll("a[data-n]")) links.set(Number(link.dataset.n), link);
      setGame(pgn);
      redraw();
      if (had) links.get(at).focus({ preventScroll: true });
    }

    // On paper, diagrams take the place of the board. If the game asks for none, there is one at a start position of
    // its own, and one every 12 moves.
    function drawDiagrams() {
      if (find(".diagram")) return;
      if (!data.n[0].f.startsWith(INITIAL)) find(".moves").prepend(diagram(0));
      for (let n = 0, ply = 1; data.n[n].k.length; ply++) {
        n = data.n[n].k[0];
        if (ply % 24 !== 0 || !data.n[n].k.length) continue;
        const table = links.get(n).closest("table");
        if (table) table.before(diagram(n));
        else links.get(n).after(diagram(n));
      }
    }

    function diagram(n) {
      const figure = document.createElement("figure"), name = document.createElement("figcaption");
      const svg = find("svg.board").cloneNode(true);
      for (const layer of svg.querySelectorAll(".hints, .lifted")) layer.remove();
      lucenaBoard.open(svg, data.w).draw({ f: data.n[n].f, a: data.n[n].a, q: data.n[n].q });
      figure.className = "diagram printed";
      name.textContent = data.n[n].l;
      figure.append(svg, name);
      return figure;
    }

    function removeDiagrams() {
      for (const figure of root.querySelectorAll(".printed")) figure.remove();
    }

    function close() {
      stop();
      clearTimeout(timer);
      sheets.splice(sheets.indexOf(sheet), 1);
      if (active === sheet) active = null;
    }

    const sheet = { root, go, show, change, data, board, close, drawDiagrams, removeDiagrams,
      listens: hooks ? hooks.listens : () => true,
      at: () => at, has: (n) => n >= 0 && n < data.n.length };
    root.addEventListener("focusin", () => { active = sheet; });
    root.addEventListener("click", (event) => {
      const link = event.target.closest("[data-n]"), button = event.target.closest(".controls button");
      const graph = event.target.closest("svg.graph"), tool = event.target.closest("[data-copy]");
      if (link) {
        event.preventDefault();
        show(Number(link.dataset.n));
      } else if (tool) {
        copy({ fen: () => data.n[at].f, pgn: () => data.pgn, link: address }[tool.dataset.copy]());
        tool.focus();
      } else if (button) {
        go(button.dataset.go);
        if (button.disabled) (buttons.next.disabled ? buttons.previous : buttons.next).focus();
      } else if (graph) {
        const box = graph.getBoundingClientRect();
        const ply = Math.floor((event.clientX - box.left) / box.width * graph.dataset.plies);
        let n = 0;
        for (let i = 0; i <= ply && data.n[n].k.length; i++) n = data.n[n].k[0];
        show(n);
      }
    });
    root.classList.add("live");
    setGame(data.pgn);
    draw();
    showChoices(data.n[0]);
    find(".status b").textContent = data.n[0].l;
    buttons.start.disabled = buttons.previous.disabled = true;
    buttons.play.disabled = data.n[0].k.length === 0;
    buttons.next.disabled = buttons.end.disabled = data.n[0].k.length === 0;
    sheets.push(sheet);
    active = active || sheet;
    return sheet;
  }

  const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ";
  window.addEventListener("beforeprint", () => { for (const sheet of sheets) sheet.drawDiagrams(); });
  window.addEventListener("afterprint", () => { for (const sheet of sheets) sheet.removeDiagrams(); });

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "start", End: "end", ArrowUp: "up", ArrowDown: "down",
    f: "flip" };
  document.addEventListener("keydown", (event) => {
    const where = KEYS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !where) return;
    const sheet = active && active.listens() ? active : sheets.find((one) => one.listens());
    if (!sheet || event.target.closest("input, textarea, select")) return;
    // Up and down scroll the page, unless somebody is at work in the game.
    if ((where === "up" || where === "down") && !sheet.root.contains(document.activeElement)) return;
    event.preventDefault();
    sheet.go(where);
  });

  // The articles of the page, and by number the sheets of those that are open.
  const articles = [...document.querySelectorAll("article.sheet")], ofArticle = [];
  const open = (i) => ofArticle[i] = ofArticle[i] || Sheet(articles[i], i + 1);

  function follow() {
    const place = /^#g(\d+)m(\d+)$/.exec(location.hash), at = place && Number(place[1]) - 1;
    const sheet = place && articles[at] && open(at);
    if (sheet && sheet.has(Number(place[2]))) sheet.show(Number(place[2]));
  }

  // Shows the games whose line has all words of the filter.
  function filter(contents) {
    const input = contents.querySelector("input");
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      contents.querySelectorAll("li").forEach((line, i) => {
        const text = line.textContent.toLowerCase(), isHidden = !words.every((word) => text.includes(word));
        line.hidden = isHidden;
        articles[i].hidden = isHidden;
      });
    });
    contents.classList.add("live");
  }

  articles.forEach((root, i) => {
    const game = root.closest("details.game");
    if (game) game.addEventListener("toggle", () => { if (game.open) active = open(i); });
    else open(i);
  });
  // For a page that shows games one by one: opens the sheet of an article that was added to the page.
  window.lucenaSheet = (root, hooks) => Sheet(root, 1, hooks);
  document.querySelectorAll(".contents.games").forEach(filter);
  window.addEventListener("hashchange", follow);
  follow();
})();
