--- The page of queries, for `lucena help queries`, `:help queries` and docs/filters.md: an example and the meaning of
-- each query, by subject, and the words of chess.
-- @module lucena.repl.query_help

local catalogue = require("lucena.query.catalogue")
local reference = require("lucena.repl.reference")
local widths = require("lucena.render.width")

local M = {}

local function holds(row, wanted)
  return catalogue.folded(row[1]):find(wanted, 1, true) or catalogue.folded(row[2]):find(wanted, 1, true)
end

local LEFT = 37 -- columns for the example

-- Lay a row out: in two lines if it is too wide for one.
local function laid_out(row, width)
  local is_wide = widths.of(row[1]) > LEFT
  if is_wide or width < LEFT + 42 then
    return ("  %s\n      %s"):format(row[1], row[2])
  end
  return ("  %-" .. LEFT + #row[1] - widths.of(row[1]) .. "s %s"):format(row[1], row[2])
end

-- Add the rows with a word: all rows for an empty word.
local function add_group(lines, title, rows, first, wanted, width)
  local count = #lines
  for i = first, #rows do
    if holds(rows[i], wanted) then
      lines[#lines + 1] = laid_out(rows[i], width)
    end
  end
  if #lines > count then
    table.insert(lines, count + 1, (count > 0 and "\n" or "") .. title)
  end
end

--- Return the page of all queries, or the rows that contain a word.
---@param word? string
---@param width? integer columns, default 79
---@return string? page nil if no row contains the word
-- @usage require("lucena.repl.query_help").page("novelty"):match("novelty\" +(.-)\n") --> a comment contains a text
function M.page(word, width)
  local lines, wanted = {}, catalogue.folded(word or "")
  for _, group in ipairs(catalogue.GROUPS) do
    add_group(lines, group[1], group, 2, wanted, width or 79)
  end
  if word then
    add_group(lines, "Words of chess", catalogue.WORDS, 1, wanted, width or 79)
  end
  return lines[1] and table.concat(lines, "\n") .. "\n" or nil
end

--- Return the page of `lucena help queries`: all queries; the whole help on a query; or the rows that contain a word.
---@param word? string
---@param width? integer columns, default 79
---@return string? page nil if there is no such word
-- @usage require("lucena.repl.query_help").help("chekmate") --> nil
function M.help(word, width)
  local own = word and require("lucena.query").find(word) ~= nil
    and reference.page("query." .. word, width)
  local rows = M.page(word, width)
  return own and own .. "\n" .. (rows and "\n" .. rows or "") or rows
end

return M
