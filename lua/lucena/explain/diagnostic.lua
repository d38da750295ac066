--- The code of a diagnostic, such as illegal_move.
-- @module lucena.explain.diagnostic

local core = require("lucena.core")

local function read(text)
  local sentence = text:find("^%l[%l%d]*_[%l%d_]+$") and core.code_sentence(text)
  return sentence and {
    headline = ("A diagnostic: %s."):format(sentence), where = "In the messages of commands, in brackets.",
    source = "The page Diagnostics of the documentation.",
  }
end

return { title = "diagnostic", examples = "illegal_move", read = read }
