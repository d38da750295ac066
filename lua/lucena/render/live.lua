--- The scripts and styles of live tables, boards and game sheets: web/live as texts.
-- scripts/dev/gen_live.lua writes this file; `make library` starts it.
-- @module lucena.render.live

local M = {}

M.table_style = [=[
button.sort { font: inherit; color: inherit; background: none; border: 0; padding: 0; margin: 0; cursor: pointer; }
button.sort::after { content: "\2195"; opacity: .35; font-size: .8em; padding-left: .15em; }
th[aria-sort=ascending] button.sort::after { content: "\2191"; opacity: 1; }
th[aria-sort=descending] button.sort::after { content: "\2193"; opacity: 1; }
label.filter { display: block; margin: .3rem 0 .5rem; color: var(--faint); font-size: .9rem; }
label.filter input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint);
  border-radius: 4px; padding: .15rem .4rem; margin-left: .4rem; max-width: 100%; }
button.fold { display: none; font: inherit; color: var(--faint); background: none; border: 0; padding: 0;
  width: 1.1em; text-indent: 0; text-align: left; cursor: pointer; }
button.fold::before { content: "+"; }
tr.open button.fold::before { content: "\2212"; }
@media print {
  label.filter { display: none; }
  button.fold { display: none !important; }
  button.sort { display: contents; } /* Chromium does not repeat a button on the next page of paper */
  button.sort::after { content: none; }
}
]=]

M.table_script = [=[
"use strict";
const isFrench = () => document.documentElement.lang === "fr";
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
function valueOf(row, column) {
  const text = row.cells[column].textContent.trim();
  let number = text.replace(/\u00bd/, ".5").replace(/[%\s\u202f]/g, "");
  number = isFrench() ? number.replace(",", ".") : number.replace(/,/g, "");
  if (/^[+-]?(\d+(\.\d+)?|\.\d+)(-\d+)?$/.test(number)) return parseFloat(number);
  return text === "" ? null : plain(text);
}
function compare(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
function sort(table, head, column) {
  const body = table.tBodies[0], rows = [...body.rows].filter((row) => !row.classList.contains("total"));
  const totals = [...body.rows].filter((row) => row.classList.contains("total"));
  const values = new Map(rows.map((row) => [row, valueOf(row, column)]));
  // The first click sorts words from A to Z, and numbers from the greatest.
  const before = head.getAttribute("aria-sort");
  const isUp = before ? before === "descending" : [...values.values()].some((value) => typeof value === "string");
  const sign = isUp ? 1 : -1;
  rows.sort((a, b) => {
    const x = values.get(a), y = values.get(b);
    return x === null || y === null ? compare(x, y) : sign * compare(x, y);
  });
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
  body.append(...rows, ...totals);
}
function addFilter(table) {
  const label = document.createElement("label"), input = document.createElement("input");
  label.className = "filter";
  input.type = "search";
  label.append(table.dataset.filter, input);
  const rows = [...table.tBodies[0].rows];
  input.addEventListener("input", () => {
    const wanted = plain(input.value.trim());
    for (const row of rows) row.hidden = wanted !== "" && !plain(row.textContent).includes(wanted);
  });
  table.parentElement.before(label);
}
// Makes the rows of a table open and close on a narrow screen.
function addFolds(table) {
  table.classList.add("folds");
  for (const row of table.tBodies[0].rows) {
    const name = row.querySelector("th"), button = document.createElement("button");
    if (!name) continue;
    button.type = "button";
    button.className = "fold";
    button.setAttribute("aria-label", name.textContent);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      button.setAttribute("aria-expanded", String(row.classList.toggle("open")));
    });
    name.prepend(button);
  }
}
// Makes the tables of a part of the page live.
function lucenaTables(root) {
  for (const table of root.querySelectorAll("table.foldable")) addFolds(table);
  for (const table of root.querySelectorAll("table.report:not(.tree)")) {
    const rows = table.tBodies[0].rows.length;
    if (table.tHead && rows > 2) {
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        if (head.classList.contains("cell") || head.textContent === "") return;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sort";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => sort(table, head, column));
      });
    }
    if (rows > 15 && !table.closest("section.card")) addFilter(table);
  }
}
lucenaTables(document);
]=]

M.board_style = [=[
svg.board.input { touch-action: none; cursor: pointer; }
svg.board .hints { pointer-events: none; }
svg.board .lifted { pointer-events: none; opacity: .92; }
]=]

M.board_script = [=[
"use strict";
const lucenaBoard = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  function make(parent, name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.appendChild(element);
    return element;
  }

  // Left upper corner of a square, White below.
  function corner(square) {
    return [(square.charCodeAt(0) - 97) * 100, (56 - square.charCodeAt(1)) * 100];
  }

  function nameOf(column, row) {
    return String.fromCharCode(97 + column) + (8 - row);
  }

  function field(parent, square, color, opacity) {
    const [x, y] = corner(square);
    make(parent, "path", { fill: color, "fill-opacity": opacity, d: "M" + x + " " + y + "h100v100h-100z" });
  }

  // `words`: {white, black: names of the sides; pieces: letters; last: the colour of the last move's squares}.
  function open(svg, words) {
    const layers = {};
    for (const name of ["fields", "white", "black", "arrows", "names", "unames"]) {
      layers[name] = svg.querySelector("." + name);
    }
    const pieces = new Map();
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    let flipped = svg.dataset.flip === "1", last = null;

    function putPieces(placement) {
      const lists = [[], []];
      layers.white.replaceChildren();
      layers.black.replaceChildren();
      pieces.clear();
      let x = 0, y = 0;
      for (const sign of placement) {
        if (sign === "/") { x = 0; y += 100; } else if (sign >= "1" && sign <= "8") x += 100 * sign;
        else {
          const kind = sign.toUpperCase(), isWhite = sign === kind, square = nameOf(x / 100, y / 100);
          const element = make(isWhite ? layers.white : layers.black, "use",
            { href: "#lc-" + kind, x: flipped ? 700 - x : x, y: flipped ? 700 - y : y });
          pieces.set(square, { sign, element });
          lists[isWhite ? 0 : 1].push((kind === "P" ? "" : words.pieces[kind]) + square);
          x += 100;
        }
      }
      return words.white + ": " + lists[0].join(" ") + ". " + words.black + ": " + lists[1].join(" ") + ".";
    }

    // Let the pieces that are on other squares than before glide there.
    function glide(before) {
      for (const [square, man] of pieces) {
        if (before.get(square) === man.sign) continue;
        const start = [...before.keys()].find((from) => before.get(from) === man.sign
          && !(pieces.has(from) && pieces.get(from).sign === man.sign));
        if (!start) continue;
        before.delete(start);
        const [x, y] = place(square), [fromX, fromY] = place(start);
        man.element.parentNode.appendChild(man.element);
        man.element.animate([{ transform: "translate(" + (fromX - x) + "px," + (fromY - y) + "px)" },
          { transform: "none" }], { duration: 180, easing: "ease-out" });
      }
    }

    // Marks the king of the side to move.
    function markCheck(fen) {
      const king = fen.split(" ")[1] === "w" ? "K" : "k";
      for (const [square, man] of pieces) {
        if (man.sign !== king) continue;
        const [x, y] = corner(square);
        make(layers.fields, "circle", { class: "check", cx: x + 50, cy: y + 50, r: 47, fill: "#d3201a",
          "fill-opacity": 0.75 });
      }
    }

    // Returns the list of pieces, for screen readers.
    function draw(position, glides) {
      const before = new Map([...pieces].map(([square, man]) => [square, man.sign]));
      last = position;
      layers.fields.replaceChildren();
      layers.arrows.replaceChildren();
      for (const square of position.m || []) field(layers.fields, square, words.last, 0.65);
      for (const [square, color] of position.q || []) field(layers.fields, square, color, 0.6);
      for (const [path, color] of position.a || []) make(layers.arrows, "path", { d: path, fill: color });
      for (const name of ["fields", "arrows"]) {
        layers[name].setAttribute("transform", flipped ? "rotate(180 400 400)" : "");
      }
      layers.names.toggleAttribute("hidden", flipped);
      layers.unames.toggleAttribute("hidden", !flipped);
      const list = putPieces(position.f.split(" ")[0]);
      if (position.h) markCheck(position.f);
      if (glides && !calm.matches) glide(before);
      return list;
    }

    // The left upper corner of a square as drawn.
    function place(square) {
      const [x, y] = corner(square);
      return flipped ? [700 - x, 700 - y] : [x, y];
    }

    return {
      svg, draw, words, place,
      redraw: () => draw(last),
      man: (square) => pieces.get(square),
      isFlipped: () => flipped,
      flip() {
        flipped = !flipped;
        if (last) draw(last);
      },
      // The square at a point of the window; null outside the board.
      at(x, y) {
        const matrix = svg.getScreenCTM();
        if (!matrix) return null;
        const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
        const column = Math.floor(point.x / 100), row = Math.floor(point.y / 100);
        if (column < 0 || column > 7 || row < 0 || row > 7) return null;
        return flipped ? nameOf(7 - column, 7 - row) : nameOf(column, row);
      },
    };
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  // Read moves. `options`: targets(from): squares; move(from, to); say(text): announce the square at the cursor;
  // drop(from): optional, a piece was dragged off the board.
  function listen(board, options) {
    const svg = board.svg, hints = make(svg, "g", { class: "hints" }), lifted = make(svg, "g", { class: "lifted" });
    svg.insertBefore(hints, svg.querySelector(".white"));
    let from = null, targets = [], cursor = null, drag = null, drawn = null;

    function show() {
      hints.replaceChildren();
      const frame = (square, width) => {
        const [x, y] = board.place(square);
        make(hints, "rect", { x: x + 4, y: y + 4, width: 92, height: 92, fill: "none", stroke: "#1d5fa3",
          "stroke-width": width });
      };
      if (from) frame(from, 8);
      for (const square of targets) {
        const [x, y] = board.place(square), taken = board.man(square);
        make(hints, "circle", taken
          ? { cx: x + 50, cy: y + 50, r: 44, fill: "none", stroke: "#1d5fa3", "stroke-opacity": 0.6, "stroke-width": 9 }
          : { cx: x + 50, cy: y + 50, r: 15, fill: "#1d5fa3", "fill-opacity": 0.6 });
      }
      if (cursor && document.activeElement === svg) frame(cursor, 5);
    }

    function select(square) {
      const found = square ? options.targets(square) : [];
      from = found.length || (square && board.man(square) && options.drop) ? square : null;
      targets = from ? found : [];
      show();
      return from !== null;
    }

    // A click or Enter on a square: the second square of a move, or the first.
    function touch(square) {
      if (from && square !== from && (targets.includes(square) || options.isFree)) {
        const first = from;
        select(null);
        options.move(first, square);
        return false;
      }
      return select(square === from ? null : square);
    }

    function lift(event) {
      const man = board.man(drag.square), matrix = svg.getScreenCTM();
      if (!man || !matrix) return;
      const inverse = matrix.inverse();
      const a = new DOMPoint(drag.x, drag.y).matrixTransform(inverse);
      const b = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
      if (man.element.parentNode !== lifted) {
        // Above all other pieces, in the colours of its side.
        for (const { name, value } of man.element.parentNode.attributes) {
          if (name !== "class") lifted.setAttribute(name, value);
        }
        lifted.replaceChildren(man.element);
      }
      man.element.setAttribute("transform", "translate(" + (b.x - a.x) + " " + (b.y - a.y) + ")");
    }

    function putDown() {
      drag = null;
      lifted.replaceChildren();
      board.redraw();
    }

    // The arrow under way, in the colour that the keys choose.
    function sketch(event) {
      drawn.color = event.shiftKey ? event.altKey ? "yellow" : "red" : event.altKey ? "blue" : "green";
      const [x, y] = board.place(drawn.square), to = board.at(event.clientX, event.clientY);
      const [toX, toY] = board.place(to || drawn.square);
      lifted.replaceChildren();
      make(lifted, "path", { d: "M" + (x + 50) + " " + (y + 50) + "L" + (toX + 50) + " " + (toY + 50), fill: "none",
        stroke: { green: "#2e8b3d", red: "#c8322b", blue: "#2a67c4", yellow: "#d9a900" }[drawn.color],
        "stroke-width": 18, "stroke-linecap": "round" });
    }

    svg.addEventListener("contextmenu", (event) => { if (options.draw) event.preventDefault(); });
    svg.addEventListener("pointerdown", (event) => {
      const square = board.at(event.clientX, event.clientY);
      if (event.button === 2 && options.draw && square) {
        drawn = { square };
        svg.setPointerCapture(event.pointerId);
        sketch(event);
      }
      if (event.button !== 0 || !square) return;
      event.preventDefault();
      cursor = null;
      if (touch(square)) {
        drag = { square, x: event.clientX, y: event.clientY, moved: false };
        svg.setPointerCapture(event.pointerId);
      }
    });
    svg.addEventListener("pointermove", (event) => {
      if (drawn) sketch(event);
      if (!drag) return;
      if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      drag.moved = true;
      lift(event);
    });
    svg.addEventListener("pointerup", (event) => {
      const dragged = drag, square = board.at(event.clientX, event.clientY);
      if (drawn) {
        const { square: start, color } = drawn;
        drawn = null;
        lifted.replaceChildren();
        if (square) options.draw(start, square === start ? undefined : square, color);
      }
      drag = null;
      if (!dragged || !dragged.moved) return;
      putDown();
      if (!square && options.drop) {
        select(null);
        options.drop(dragged.square);
      } else if (square && square !== dragged.square) touch(square);
    });
    svg.addEventListener("pointercancel", () => {
      if (drawn) lifted.replaceChildren();
      drawn = null;
      if (drag) putDown();
    });
    svg.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (step) {
        const sign = board.isFlipped() ? -1 : 1, now = cursor || from || "e2";
        const column = now.charCodeAt(0) - 97 + sign * step[0], rank = Number(now[1]) + sign * step[1];
        if (cursor && (column < 0 || column > 7 || rank < 1 || rank > 8)) return event.preventDefault();
        cursor = cursor ? String.fromCharCode(97 + column) + rank : now;
        const man = board.man(cursor);
        options.say(cursor + (man ? ", " + (man.sign === man.sign.toUpperCase() ? board.words.white : board.words.black)
          + " " + (board.words.names || board.words.pieces)[man.sign.toUpperCase()] : ""));
        show();
      } else if ((event.key === "Enter" || event.key === " ") && cursor) touch(cursor);
      else if (event.key === "Escape") { cursor = null; select(null); } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    svg.addEventListener("blur", show);
    svg.classList.add("input");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    return { clear: () => { select(null); }, show };
  }

  return { open, listen, make };
})();
]=]

M.sheet_script = [=[
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
]=]

M.address_script = [=[
(() => {
  function reveal() {
    const place = /^#(g\d+)(m\d+)?$/.exec(location.hash), game = place && document.getElementById(place[1]);
    if (!game) return;
    game.closest("details").open = true;
    game.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  reveal();
})();
]=]

return M
