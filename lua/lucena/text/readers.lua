--- Chooses the reader of moves for a dialect: the reader of descriptive notation or the reader of algebraic notation.
-- A reader has two functions: read(text, at, is_expected) for moves that begin with a letter, and digits(text, at) for
-- moves that begin with a digit. They return a mention (a printed move, {shape} or {token}) and its last byte.
-- @module lucena.text.readers

local algebraic = require("lucena.text.algebraic")
local descriptive = require("lucena.text.descriptive")

local M = {}

local Descriptive = {}
Descriptive.__index = Descriptive

function Descriptive:read(text, at, is_expected) -- luacheck: no self
  local shape, last, marks = descriptive.read(text, at, is_expected)
  if shape then
    return { shape = shape, marks = marks }, last
  end
end

function Descriptive:digits(text, at)
  if text:find("^0%s?%-", at) then
    return self:read(text, at, true)
  end
end

-- Return whether a text in algebraic notation writes pawn moves with P, as in "P-e4". If so, "e4" alone is not a move.
-- In Dutch, P is a knight.
local function has_pawn_letters(dialect, folded)
  local letters = dialect.info.letters or {}
  for _, piece in ipairs { "K", "Q", "R", "B", "N" } do
    if letters[piece] == "P" then
      return false
    end
  end
  local with = select(2, folded:gsub("%f[%w]P[a-h]?[1-8]?[-x]\1*%s?[a-h][1-8]", ""))
  local without = select(2, folded:gsub("%d[.)]%s?[a-h][1-8]%f[^%w]", ""))
  return with > without
end

--- Return the reader for a dialect.
---@param dialect lucena.Dialect
---@param folded string the text
---@return table reader
function M.of(dialect, folded)
  if dialect.name == "descriptive" then
    return setmetatable({}, Descriptive)
  end
  local reader = algebraic.new(dialect)
  reader.has_pawn_letters = has_pawn_letters(dialect, folded)
  return reader
end

return M
