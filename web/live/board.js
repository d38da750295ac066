// The script of live boards: it draws positions on a board of lucena.sheet.stage, and reads moves that the reader
// makes with the mouse, with a finger or with keys. Game sheets, reports and the browser page share it.
//
//     const board = lucenaBoard.open(svg, words);
//     board.draw({ f: FEN, m: ["e2", "e4"], q: [[square, colour]...], a: [[path, colour]...], h: in check }, glides);
//     lucenaBoard.listen(board, { targets: (from) => ["e3", "e4"], move: (from, to) => {...}, say: (text) => {...} });
//
// The script has no rules of chess: `targets` returns the squares to which a piece may move. A move is made by a click
// on both squares, by dragging, or with keys on the focused board: the arrows move a cursor, Enter selects, Escape
// cancels. With the option draw(from, to, color), the right button draws an arrow, or marks a square, for which `to` is
// undefined: green, red with Shift, blue with Alt, yellow with both.
//
// If `glides`, pieces glide to their squares, unless the reader prefers less motion. Elements are created only with
// createElementNS, and text only with textContent.

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
