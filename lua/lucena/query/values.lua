--- Queries of games whose comments have clocks or evaluations.
-- @module lucena.query.values

local codes = require("lucena.query.instruction").codes
local expression = require("lucena.query.expression")

local function with(name, bits)
  return expression.leaf(name, { op = "values", lo = bits })
end

return {
  clocks = with("clocks", codes.HAS_CLOCK),
  times = with("has_clocks", codes.HAS_CLOCK | codes.HAS_ELAPSED),
  evaluations = with("has_evaluations", codes.HAS_EVAL),
}
