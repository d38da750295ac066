// Elements and words of the page. t() translates a text to the language of the page, fill() puts values into one.
// remember() and recall() keep a value for the next visit, if the browser allows it. later() calls a function after a
// delay, and only the last one of several. choose() and question() ask in a dialog.

const $ = (id) => document.getElementById(id);
const element = (name, fields, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
};
const french = JSON.parse($("french").textContent);

const t = (text) => (state.lang === "fr" && french[text]) || text;
const fill = (text, ...values) => t(text).replace(/%s/g, () => values.shift());
const count = (number) => number.toLocaleString(state.lang);

function later(delay) {
  let timer = null, waiting = null;
  const run = () => {
    const call = waiting;
    cancel();
    if (call) call();
  };
  const cancel = () => {
    clearTimeout(timer);
    waiting = null;
  };
  return { cancel, now: run, start(call) {
    cancel();
    waiting = call;
    timer = setTimeout(run, delay);
  } };
}

function remember(key, value) {
  try { localStorage.setItem("lucena-" + key, value); } catch { /* the browser keeps nothing for this page */ }
}
function recall(key) {
  try { return localStorage.getItem("lucena-" + key); } catch { return null; }
}

function label() {
  document.documentElement.lang = state.lang;
  for (const it of document.querySelectorAll("[data-t]")) {
    it.dataset.t = it.dataset.t || it.textContent;
    it.textContent = t(it.dataset.t);
  }
  for (const it of document.querySelectorAll("[data-l]")) it.setAttribute("aria-label", t(it.dataset.l));
  for (const it of document.querySelectorAll("[data-p]")) it.placeholder = t(it.dataset.p);
}

// Open a dialog with some buttons. Returns the value of the one that is pressed; "" if the user cancels.
function choose(box, buttons) {
  return new Promise((done) => {
    box.querySelector(".row").replaceChildren(...buttons);
    for (const button of buttons) button.addEventListener("click", () => done(button.value));
    box.addEventListener("cancel", () => done(""), { once: true });
    box.showModal();
  });
}

// Ask a question with some answers: [[value, text]...]. Returns the value, as choose() does.
function question(text, answers) {
  $("question").querySelector("p").textContent = text;
  return choose($("question"), answers.map(([value, words]) => element("button", { value, textContent: words })));
}
