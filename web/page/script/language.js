// Elements and words of the page. lang is the language; t() translates a text, fill() puts values into one.
// remember() and recall() keep a value for the next visit, if the browser allows it.

const $ = (id) => document.getElementById(id);
const element = (name, fields, ...children) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
};
const french = JSON.parse($("french").textContent);

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
