--- Read csrc/notation/diag.def: the diagnostics in order, with their sections, explanations and examples.

local PATH = "csrc/notation/diag.def"

--- An example: its kind (`pgn`, `fen`, `epd`, `move`) and its text, with `\n` for line ends.
local function example_of(comment)
  local prose, kind, text = comment:match "^(.-)%s*@(%l+) (.*)$"
  if prose then
    return prose, { kind = kind, text = text }
  end
  return comment
end

local M = {}

---@return { title: string, text: string, codes: table[] }[] sections
function M.sections()
  local file <close> = assert(io.open(PATH))
  local sections, section, entry = {}, nil, nil
  for line in file:read("a"):gsub("\n +", " "):gmatch "[^\n]+" do
    local title, text = line:match "^/%* == (.-) == (.*) ?%*/$"
    local code, severity, sentence = line:match 'LC_DIAG%([%u%d_]+, "([%l%d_]+)", LC_(%u+), "([^"]*)"%)'
    if title then
      section = { title = title, text = text:gsub(" $", ""), codes = {} }
      sections[#sections + 1] = section
    elseif code and section then
      entry = { code = code, severity = severity:lower(), sentence = sentence, text = "" }
      section.codes[#section.codes + 1] = entry
    elseif entry then
      local comment = assert(line:match "^/%* (.-) %*/$", line)
      entry.text, entry.example = example_of(comment)
    end
  end
  return sections
end

return M
