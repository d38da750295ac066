--- The code of a diagnostic, such as illegal_move.
-- @module lucena.explain.diagnostic

local core = require("lucena.core")

local function read(text)
  local sentence = text:find("^%l[%l%d_]+$") and text ~= "none" and core.code_sentence(text)
  if not sentence then
    return nil
  end
  local severity, cause, example = table.unpack(require("lucena.language.causes")[text] or {})
  local sections = {}
  for _, row in ipairs { { "Severity", severity }, { "Cause", cause }, { "Example", example } } do
    sections[#sections + 1] = (row[2] or "") ~= "" and { title = row[1], { nil, row[2] } } or nil
  end
  return {
    headline = ("A diagnostic: %s."):format(sentence), sections = sections,
    where = "In the messages of commands, in brackets.", source = "The page Diagnostics of the documentation.",
  }
end

return { title = "diagnostic", examples = "illegal_move", read = read }
