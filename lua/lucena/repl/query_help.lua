--- The page of queries, for `lucena help queries`, `:help queries` and docs/filters.md: an example and the meaning of
-- each query, by subject, and the words of chess.
-- @module lucena.repl.query_help

local catalogue = require("lucena.query.catalogue")
local reference = require("lucena.repl.reference")
local widths = require("lucena.render.width")

local M = {}

-- Return whether one of the texts begins a word of a row.
local function holds(row, wanted)
  local text = " " .. (catalogue.folded(row[1]) .. " " .. catalogue.folded(row[2])):gsub("[^%w\128-\255]", " ")
  for _, one in ipairs(wanted) do
    if text:find(" " .. one, 1, true) then
      return true
    end
  end
  return false
end

-- Return the words of a phrase without plurals.
local function single_words(phrase)
  local words = {}
  for word in phrase:gmatch("%S+") do
    word = #word > 3 and word:gsub("s$", "") or word
    words[#words + 1] = not catalogue.is_empty(word) and word or nil
  end
  return words
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

-- Add the rows with one of the words: all rows for an empty word.
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

-- Return the lines of the rows with one of the words, by group; with the words of chess, if `has_words`.
local function lines_with(wanted, has_words, width)
  local lines = {}
  for _, group in ipairs(catalogue.GROUPS) do
    add_group(lines, group[1], group, 2, wanted, width)
  end
  if has_words then
    add_group(lines, "Words of chess", catalogue.WORDS, 1, wanted, width)
  end
  return lines
end

--- Return the page of all queries, or the rows that contain a word. If no row has a whole phrase, the rows that contain
-- one of its words are returned.
---@param word? string
---@param width? integer columns, default 79
---@return string? page nil if no row contains the word
-- @usage require("lucena.repl.query_help").page("novelty"):match("novelty\" +(.-)\n") --> a comment contains a text
function M.page(word, width)
  local phrase = catalogue.folded(word or ""):match("^ *(.-) *$")
  local words = single_words(phrase)
  local lines = {}
  for _, wanted in ipairs { { phrase }, { table.concat(words, " ") }, words } do
    lines = lines[1] and lines or lines_with(wanted, word ~= nil, width or 79)
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
