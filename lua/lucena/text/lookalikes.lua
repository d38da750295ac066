--- Latin letters that printers and typists use for the Cyrillic letters of pieces: "Kf3" for "Кf3", "Cb5" for "Сb5",
-- "Kpf1" for "Крf1". They mean Cyrillic letters only in a text whose other letters are Cyrillic.
-- @module lucena.text.lookalikes

local M = {}

local CYRILLIC = { K = "К", C = "С" }

--- Return a printed move with Cyrillic letters in place of Latin ones.
---@param token string
---@return string
-- @usage lookalikes.cyrillic("Kpf1")  --> Крf1
function M.cyrillic(token)
  return (token:gsub("^([KC])(p?)", function(letter, second)
    return CYRILLIC[letter] .. (second == "p" and "р" or "")
  end))
end

--- Return whether the letters of a dialect are Cyrillic.
---@param dialect lucena.Dialect
---@return boolean
function M.has(dialect)
  local letters = dialect.info.letters or {}
  return letters.N ~= nil and letters.N:find("^[\xD0\xD1]") ~= nil
end

return M
