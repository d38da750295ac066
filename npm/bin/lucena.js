#!/usr/bin/env node
"use strict";
// The lucena command under node: the files, standard input and output, and the exit status are those of the process.
const load = require("../load.js");

// On Windows, a path may begin with C:\, .\, ..\ or \\server. In other arguments \ has other meanings.
const words = process.argv.slice(2).map((word) =>
  process.platform === "win32" && /^([A-Za-z]:|\.{0,2})\\/.test(word) ? word.replace(/\\/g, "/") : word);

load({ thisProgram: "lucena" }).then((module) => {
  module.callMain(words);
}).catch((error) => {
  process.stderr.write(`lucena: ${error.message}\n`);
  process.exit(1);
});
