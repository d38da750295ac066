--- The instructions of compiled queries, from csrc/match/steps.def. `steps` maps names to costs. `leaves` maps names to
-- stages (1 tags, 2 text, 3 moves, 4 Lua). `codes` has the numeric constants of their fields. Reading an unknown name
-- raises an error. Otherwise, nil would be used as a default without a message.
-- @module lucena.query.instruction

local core = require("lucena.core")

local M = {}

local function strict(list, what)
  return setmetatable(list, {
    __index = function(_, name)
      error(("csrc/match/steps.def has no %s '%s'"):format(what, tostring(name)), 2)
    end,
  })
end

local instructions = core.query_instructions()
M.steps = strict(instructions.steps, "step")
M.leaves = strict(instructions.leaves, "leaf")
M.codes = strict(instructions.codes, "code")

return M
