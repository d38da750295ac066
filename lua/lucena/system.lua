--- The operating system, for features that start programs and measure time: engines.
-- @module lucena.system

local core = require("lucena.core")

local M = {}

--- Start a program: core.process.
-- @usage require("lucena.system").process({"echo", "e4"}):read_line() --> e4
M.process = core.process

--- Seconds on a clock that never goes back: core.monotonic.
-- @usage require("lucena.system").monotonic() > 0 --> true
M.monotonic = core.monotonic

return M
