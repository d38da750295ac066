"use strict";
// Loads the WebAssembly module. The file is read here, because emscripten would fetch it.
const fs = require("fs");
const path = require("path");
const createLucena = require("./core.js");

module.exports = function load(options) {
  return createLucena({ wasmBinary: fs.readFileSync(path.join(__dirname, "core.wasm")), ...options });
};
