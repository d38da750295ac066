--- Translates conditions as programs write them to a query: `!castled(white) && !castled(black)`,
-- `count(checks) >= 10 and not mate`, `moves[0] == "e4"`, `WhiteElo - BlackElo < -150`. Each part of the result is a
-- query that was tested. Parts that are not understood are returned.
-- @module lucena.query.condition

local catalogue = require("lucena.query.catalogue")
local habits = require("lucena.query.habits")
local numbers = require("lucena.query.condition_numbers")
local syntax = require("lucena.query.condition_syntax")
local words_of = require("lucena.query.condition_words").of

local M = {}

local function parsed(query)
  return query and require("lucena.query.source").plain(query) or nil
end

-- Return the first text that is a query.
local function first_query(...)
  for i = 1, select("#", ...) do
    local query = select(i, ...)
    if query and parsed(query) then
      return query
    end
  end
end

local function enclosed(query)
  return query:find(" [&|] ") and "(" .. query .. ")" or query
end

-- ---- words -----------------------------------------------------------------------------------------

-- Return the query for some words: "checkmate", "white castled queenside".
local function of_phrase(text)
  local query, is_example = catalogue.say(text)
  if query and not is_example then
    return query
  end
  local read, _, is_whole = require("lucena.query.wording").read(text)
  return is_whole and read or nil
end

local LETTERS = { pawn = "P", knight = "N", bishop = "B", rook = "R", queen = "Q", king = "K" }

-- Return the query for the call of a name: `castled(white)`, `promotion(knight)`, `king_on(g1)`.
local function of_words(words)
  local name, first = words[1], words[2]
  if not first then
    return of_phrase(name)
  end
  local whole, rest = table.concat(words, " "), table.concat(words, " ", 2)
  local is_of_side = first == "white" or first == "black" -- castled(white, kingside)
  return first_query(not words[3] and ('%s "%s"'):format(name, first),
    is_of_side and of_phrase(("%s %s %s"):format(first, name, table.concat(words, " ", 3))), of_phrase(whole),
    of_phrase(rest .. " " .. name))
end

-- ---- comparisons of texts ----------------------------------------------------------------------------

local RESULTS = { white = "1-0", black = "0-1", draw = "draw", ["white wins"] = "1-0", ["black wins"] = "0-1",
  ["1"] = "1-0", ["0"] = "0-1", ["0.5"] = "draw", ["white won"] = "1-0", ["black won"] = "0-1", ["1/2"] = "draw" }
local OPPOSITE = { ["1-0"] = "0-1", ["0-1"] = "1-0" }

local function won(value)
  local result = RESULTS[value:lower()]
  return result and ('result "%s"'):format(result) or ('won "%s"'):format(value)
end

local function lost(value)
  local result = OPPOSITE[RESULTS[value:lower()]]
  return result and ('result "%s"'):format(result) or ('lost "%s"'):format(value)
end

local function last_move(value)
  return ('at_end(played "%s")'):format(value)
end

-- Queries for a comparison of some words with a text.
local OF_TEXT = {
  winner = won, loser = lost, ["last move"] = last_move, final_move = last_move,
  result = function(value) return ('result "%s"'):format(RESULTS[value:lower()] or value) end,
  ["first move"] = function(value) return ('line "%s"'):format(value) end,
}

-- Return the code before or after another.
local function next_code(code, steps)
  local number = (code:byte() - 65) * 100 + tonumber(code:sub(2)) + steps
  return ("%s%02d"):format(string.char(65 + number // 100), number % 100)
end

-- Return the query for an order of ECO codes.
local function of_code(operator, code)
  code = code:upper()
  if not code:find("^[A-E]%d%d$") then
    return nil
  elseif operator:find("^>") then
    return ('eco "%s-E99"'):format(operator == ">" and next_code(code, 1) or code)
  end
  return ('eco "A00-%s"'):format(operator == "<" and next_code(code, -1) or code)
end

local VALUES = { ["true"] = true, ["false"] = false, ["True"] = true, ["False"] = false }

-- Return the text of a value: "Tal", `white`.
local function text_of(node)
  return node.kind == "text" and node.value or node.kind == "name" and node.name
    or node.kind == "number" and tostring(node.value) or nil
end

-- Return the square and the piece of `piece_at(d5) == "N"`.
local function on_square(words, value)
  local square = words[#words]:match("^[a-h][1-8]$")
  local is_place = square and (#words == 1 or words[1] == "piece" or words[1] == "board")
  local side, name = value:lower():match("^(%a-) ?(%a+)$")
  local letter = value:match("^[PNBRQKpnbrqk]$") or LETTERS[name]
  if is_place and letter and #value > 1 then
    letter = side == "white" and letter or side == "black" and letter:lower() or letter .. letter:lower()
  end
  return is_place and letter and ('piece("%s", "%s")'):format(letter, square)
end

-- Return the number of the half-move of `moves[0]`, from 0; -1 is the last.
local function move_index(node)
  local words = node.kind == "index" and words_of(node[1])
  local index = words and (node[2].kind == "number" and node[2].value
    or node[2].kind == "sum" and node[2][1].value == 0 and -node[2][2].value)
  return words and #words == 1 and words[1]:find("^moves?$") and math.tointeger(index) or nil
end

local function of_move(index, value)
  if index == 0 then
    return ('line "%s"'):format(value)
  end
  return index == -1 and last_move(value) or ('ever(played "%s" & ply(%d))'):format(value, index + 1)
end

local function of_text(operator, node, value)
  local index, words = move_index(node), words_of(node)
  if index and operator == "==" then
    return of_move(index, value)
  elseif not (words and words[1]) then
    return nil
  end
  local name = table.concat(words, " ")
  if name == "eco" and operator:find("^[<>]") then
    return of_code(operator, value)
  end
  local tag = require("lucena.tag_names").usual((name:gsub(" ", "")))
  local is_tag = require("lucena.tag_names").is_known(tag)
  return operator == "==" and (OF_TEXT[name] and OF_TEXT[name](value) or on_square(words, value))
    or habits.comparison(is_tag and OF_TEXT[name] == nil and tag or (name:gsub(" ", "_")), operator, value)
end

-- ---- the tree --------------------------------------------------------------------------------------

local condition

-- Return the query for `a in [b, c]`, or for a pattern.
local function of_list(node, list, unknown)
  local parts = {}
  for i, value in ipairs(list) do
    parts[i] = condition({ kind = "compare", operator = "==", node, value }, unknown)
  end
  return #parts == #list and #parts > 0 and table.concat(parts, " | ") or nil
end

local METHODS = { startswith = "prefix", ["starts with"] = "prefix", startsWith = "prefix", contains = "contains",
  includes = "contains", has = "contains" }

-- Return the query for a text in a tag or in the moves.
local function contains(how, node, value)
  local words = words_of(node)
  local name = words and table.concat(words, "")
  local tag = name and require("lucena.tag_names").usual(name)
  if name == "moves" then
    return how == "contains" and ('played "%s"'):format(value)
  elseif name == "opening" then
    return ('opening "%s"'):format(value)
  end
  return tag and require("lucena.tag_names").is_known(tag) and ('%s("%s", "%s")'):format(how, tag, value)
end

local MIRRORED = { ["<"] = ">", [">"] = "<", ["<="] = ">=", [">="] = "<=", ["=="] = "==", ["!="] = "!=" }

local function compared(node, unknown)
  local operator, left, right = node.operator, node[1], node[2]
  if operator == "in" then
    return right.kind == "list" and of_list(left, right, unknown)
      or left.kind == "text" and contains("contains", right, left.value)
  end
  if operator == "contains" or operator == "prefix" then
    return right.kind == "text" and contains(operator, left, right.value)
  end
  local is_number = numbers.query(operator, left, right)
  if is_number then
    return is_number
  elseif left.kind == "text" or left.kind == "number" then
    left, right, operator = right, left, MIRRORED[operator]
  end
  local value = text_of(right)
  if value == nil then
    return nil
  elseif VALUES[value] ~= nil then
    local query = condition(left, {})
    return query and (VALUES[value] == (operator == "==")) and query or query and M.negated(query)
  end
  local is_negative = operator == "!="
  local query = of_text(is_negative and "==" or operator, left, value)
  return query and (is_negative and "~" .. enclosed(query) or query)
end

--- Return the opposite of a query. For a query of positions: that no position has it.
---@param query string
---@return string
-- @usage require("lucena.query.condition").negated "check" --> never(check)
function M.negated(query)
  return query:match("^~([^&|]+)$") or require("lucena.query.wording").negated(query)
end

-- Return two queries of ranges as one: `year{min = 1990}` and `year{max = 1999}`.
local function merged(a, b)
  local name, least = a:match("^(.*){(min = [%d.-]+)}%)?$")
  local other, most = b:match("^(.*){(max = [%d.-]+)}%)?$")
  if name and name == other then
    return ("%s{%s, %s}%s"):format(name, least, most, a:match("%)$") or "")
  end
  local first, last = a:match('^eco "(%u%d%d)%-E99"$'), b:match('^eco "A00%-(%u%d%d)"$')
  if first and last then
    return ('eco "%s-%s"'):format(first, last)
  end
  local line, move = a:match('^line "(.*)"$'), b:match('^ever%(played "([^"]*)" & ply%(%d+%)%)$')
  if line and move then
    local _, count = line:gsub("%S+", "")
    return tonumber(b:match("ply%((%d+)%)")) == count + 1 and ('line "%s %s"'):format(line, move) or nil
  end
end

-- Return the level of some queries if they are combined: "position" if all of them are about positions.
local function is_of_positions(query)
  local it = parsed(query)
  return it and it.level == "position"
end

local function of_all(node, unknown)
  local list, denied, has_moment = {}, {}, false
  for _, part in ipairs(node) do
    local is_denied = part.kind == "not"
    local query = condition(is_denied and part[1] or part, unknown)
    if query then
      list[#list + 1] = query
      denied[#list] = is_denied
      has_moment = has_moment or not is_denied and is_of_positions(query)
    end
  end
  local parts = {}
  for i, query in ipairs(list) do
    if denied[i] then
      query = has_moment and is_of_positions(query) and "~" .. enclosed(query) or M.negated(query)
    end
    local one = parts[1] and merged(parts[#parts], query)
    parts[one and #parts or #parts + 1] = one or query
  end
  for i, query in ipairs(parts) do
    parts[i] = #parts > 1 and query:find(" | ", 1, true) and "(" .. query .. ")" or query
  end
  return parts[1] and table.concat(parts, " & ") or nil
end

local function of_any(node, unknown)
  local parts = {}
  for _, part in ipairs(node) do
    parts[#parts + 1] = condition(part, unknown)
  end
  return parts[1] and table.concat(parts, " | ") or nil
end

-- Return the query for a node that is neither a combination nor a comparison.
local function of_leaf(node, raw)
  if node.kind == "call" and METHODS[node.name] and node.of and #node == 1 and node[1].kind == "text" then
    return contains(METHODS[node.name], node.of, node[1].value)
  elseif node.kind == "field" or node.kind == "call" and node.of then
    local words = words_of(node)
    return words and words[1] and of_words(words)
  end
  local words = words_of(node)
  local query = first_query(raw) or words and words[1] and of_words(words)
  local is_name = not query and node.kind == "name" and node.name:find("^%u%l[%a\128-\255'-]*$")
    and not require("lucena.tag_names").is_known(node.name)
  return query or is_name and ('player "%s"'):format(node.name) or nil
end

-- Return the query for a node. Adds the texts that are not understood to `unknown`.
function condition(node, unknown)
  if node.kind == "and" then
    return of_all(node, unknown)
  elseif node.kind == "or" then
    return of_any(node, unknown)
  elseif node.kind == "not" then
    local query = condition(node[1], unknown)
    return query and M.negated(query)
  end
  local raw = unknown.text and node.from and unknown.text:sub(node.from, node.to)
  local query
  if node.kind == "compare" then
    query = compared(node, unknown)
  else
    query = of_leaf(node, raw)
  end
  if not parsed(query) then
    unknown[#unknown + 1] = raw
    return nil
  end
  return query
end

--- Return the query for a text, and the parts of the text that are not understood.
---@param text string
---@return string? query of the parts that are understood; nil if there is none, or if the text is no condition
---@return string[]? unknown
-- @usage require("lucena.query.condition").query "len(moves) > 99 && !mate" --> moves{min = 100} & ~checkmate
function M.query(text)
  local tree = syntax.tree(text)
  if tree then
    local unknown = { text = text }
    local query = condition(tree, unknown)
    return parsed(query) and query or nil, unknown
  end
end

return M
