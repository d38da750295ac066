--- Help on words that are neither commands nor functions: dialects, ECO codes, NAGs, codes of diagnostics.
-- @module lucena.repl.topics

local chess = require("lucena")
local core = require("lucena.core")

local M = {}

local function dialect_page(word)
  local dialect = word:find("^[%l_:]+$") and word ~= "auto" and chess.dialect(word)
  if not dialect then
    return nil
  end
  local info, letters = dialect.info, {}
  for _, piece in ipairs { "K", "Q", "R", "B", "N" } do
    letters[#letters + 1] = info.has_letters and info.letters and info.letters[piece] or nil
  end
  return ("%s, a notation: %s%s\n  :dialect %s uses it; `lucena dialects %s` shows an example"):format(word,
    info.title, #letters == 5 and ("; the pieces are " .. table.concat(letters, " ")) or "", word, word)
end

local function opening_page(word)
  local code = word:upper():match("^[A-E]%d%d$")
  local moves = code and chess.eco.moves(code)
  return moves and ("%s, an ECO code: %s\n  %s\n  eco %s shows it"):format(code, (chess.eco.names(code)), moves, code)
end

local function nag_page(word)
  local nag = word:find("^[%$!?+=-]") and chess.nag(word)
  return nag and ("%s, a NAG: %s\n  nag %s adds it to the last move"):format(word,
    tostring(nag):gsub("^lucena%.Nag: ", ""), word)
end

local function diagnostic_page(word)
  local sentence = word:find("^%l[%l_]+$") and core.code_sentence(word)
  return sentence and ("%s, a diagnostic: %s"):format(word, sentence)
end

--- Return the help on a word.
---@param word string
---@return string? page nil if there is no help on it
-- @usage require("lucena.repl.topics").page("bad_tag"):match("^[^:]+") --> bad_tag, a diagnostic
function M.page(word)
  return diagnostic_page(word) or opening_page(word) or nag_page(word) or dialect_page(word) or nil
end

return M
