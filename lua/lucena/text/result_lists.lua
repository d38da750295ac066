--- Reads the lists of results of a bulletin, and finds the row of a game in them:
--
--     Results of group A (round 4):
--        Karl Abel   -  Otto Berg     1/2-1/2
--        Ida Cobb    -  Emil Dorn     1-0
--
-- A list has FEWEST rows with two names and a result. The row of a game has the surnames of its heading, or is the only
-- one of which the paragraph before the moves has both names. It gives the full names and the result, and the game has
-- the event, the date and the round of the text before the list.
-- Cost: linear in the text before the first list, of which LARGEST bytes are read.
-- @module lucena.text.result_lists

local players = require("lucena.text.players")

local M = {}

local FEWEST = 2
local LARGEST = 6000 -- bytes

-- Return the names and the result of a line, or nil.
local function row_of(line)
  local pair = line:find("%d%s*$") and players.pair(line) or line:find("\u{BD}%s*$") and players.pair(line)
  return pair and pair.result and #pair.white > 1 and { white = pair.white, black = pair.black, result = pair.result }
end

--- Return the rows of the lists of results in a text.
---@param text string
---@return {white: string, black: string, result: string}[]
function M.rows(text)
  local rows, latest = {}, {}
  for line in (text:sub(1, LARGEST) .. "\n"):gmatch("([^\n]*)\n") do
    local row = row_of((line:gsub("\r$", "")))
    if row then
      latest[#latest + 1] = row
    else
      table.move(latest, 1, #latest >= FEWEST and #latest or 0, #rows + 1, rows)
      latest = {}
    end
  end
  return rows
end

-- Return the last word of a name.
local function surname(name)
  return (name:gsub("[%s.,]+$", ""):match("(%S+)$"))
end

local function is_same(name, other)
  return surname(name) == surname(other)
end

-- Return whether a text has a name, or its surname.
local function has(text, name)
  local word = surname(name):gsub("%p", "%%%0")
  return text:find("%f[%w\x80-\xFF]" .. word .. "%f[^%w\x80-\xFF]") ~= nil
end

--- Return the row of a game.
---@param rows table[] of `rows`
---@param white? string the name in its heading
---@param black? string
---@param paragraph string before its first move
---@return table? row
function M.find(rows, white, black, paragraph)
  local found
  for _, row in ipairs(rows) do
    local is_its = white and black and is_same(white, row.white) and is_same(black, row.black)
      or not white and not black and has(paragraph, row.white) and has(paragraph, row.black)
    if is_its and found then
      return nil
    end
    found = is_its and row or found
  end
  return found
end

return M
