--- Sets of squares as integers, `chess.bits`: a1 is bit 0, h8 bit 63. The functions are in csrc/binding/bits.c.
-- @module lucena.bits

local argument = require("lucena.argument")
local core = require("lucena.core")

local Bits = {
  __name = "lucena.Bits", __metatable = "lucena.Bits",
  __tostring = function()
    return "lucena.Bits: sets of squares as integers"
  end,
}

local function unknown(_, name)
  error(require("lucena.suggestion").unknown("lucena.Bits", name, core.bits), 2)
end

return { bits = argument.sealed("chess.bits", setmetatable(core.bits, { __index = unknown }), Bits) }
