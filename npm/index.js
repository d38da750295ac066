"use strict";
const load = require("./load.js");

/** An error that Lucena reports: bad arguments, a query that cannot be read. */
class LucenaError extends Error {
  constructor(message, code) {
    super(message);
    this.name = "LucenaError";
    this.code = code;
  }
}

let loaded; // a promise of the module, which all calls share

async function call(name, fields) {
  if (!loaded) loaded = load({});
  const module = await loaded;
  const reply = JSON.parse(module.lucenaCall(JSON.stringify({ ...fields, do: name }), "lucena.web.functions"));
  if (!reply.ok) throw new LucenaError(reply.error, reply.code);
  delete reply.ok;
  return reply;
}

function text(value, name) {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return new TextDecoder("utf-8").decode(value);
  throw new TypeError(`${name}: the text is a string or a Uint8Array`);
}

/** The games of a PGN text. */
async function parse(pgn, options) {
  return call("parse", { ...options, text: text(pgn, "parse") });
}

/** The problems of a PGN text. */
async function check(pgn, options) {
  return call("check", { ...options, text: text(pgn, "check") });
}

/** A text with its moves in another notation. */
async function translate(input, options) {
  return call("translate", { ...options, text: text(input, "translate") });
}

/** The games of a PGN text that match a query. */
async function filter(pgn, query, options) {
  if (typeof query !== "string") throw new TypeError("filter: the query is a string");
  return call("filter", { ...options, query, text: text(pgn, "filter") });
}

/** The games in prose. */
async function read(input, options) {
  return call("find", { ...options, text: text(input, "read") });
}

module.exports = { parse, check, translate, filter, read, LucenaError };
