--- Queries for comparisons of numbers in conditions: `WhiteElo - BlackElo < -150`, `min(WhiteElo, BlackElo) >= 2500`,
-- `len(moves) > 100`, `pieces(white, bishop) == 2`. Both sides of a comparison are a sum of variables with factors. One
-- variable is compared with a number; sums of tags become a Lua function of tags.
-- @module lucena.query.condition_numbers

local tag_names = require("lucena.tag_names")
local habits = require("lucena.query.habits")
local words_of = require("lucena.query.condition_words").of

local M = {}

local LETTERS = { pawn = "P", knight = "N", bishop = "B", rook = "R", queen = "Q", king = "K" }
local COUNTED = { check = "check", capture = "capture", promotion = "promotion", move = "moves", ply = "plies",
  plies = "plies", halfmove = "plies", fullmove = "moves", moves = "moves",
  movenumber = "move_number", comment = "commented",
  ["en passant"] = "en_passant", sacrifice = "sacrifice", fork = 'motif "fork"', pin = 'motif "pin"' }
local ELOS = { ["white elo"] = "WhiteElo", ["black elo"] = "BlackElo", ["elo white"] = "WhiteElo",
  ["elo black"] = "BlackElo" }
local BOTH = { ["black elo"] = "white elo", ["white elo"] = "black elo" }
local MIRRORED = { ["<"] = ">", [">"] = "<", ["<="] = ">=", [">="] = "<=", ["=="] = "==", ["!="] = "!=" }

-- ---- one variable --------------------------------------------------------------------------------

-- Each kind of variable is a function that returns the query for a comparison with a number: `operator` is one of
-- < > <= >= ==, `range` its fields such as {min = 3}.

local function fields(range, more)
  return range:sub(1, -2) .. more .. "}"
end

local function of_query(query)
  return function(range)
    return ("count(%s, %s)"):format(query, range)
  end
end

local function of_name(name)
  return function(range, operator, value)
    return habits.comparison(name, operator, value) or name .. range
  end
end

-- The smaller or greater rating: both are at least its minimum, or one is.
local function of_extreme(is_least)
  return function(range, operator)
    if operator == "==" then
      return nil
    end
    local is_both = is_least == (operator:sub(1, 1) == ">")
    return "elo" .. (is_both and fields(range, ', side = "both"') or range)
  end
end

local function of_pieces(side, letter)
  return function(range)
    if not side then
      return ('piece("%s%s", nil, %s)'):format(letter, letter:lower(), range)
    end
    return ('piece("%s", nil, %s)'):format(side == "white" and letter or letter:lower(), range)
  end
end

-- The mean of two ratings is a multiple of a half.
local function mean(operator, value)
  local steps = operator == ">" and 0.5 or operator == "<" and -0.5 or 0
  local range = habits.range(operator:sub(1, 1) .. "=", ("%.10g"):format(tonumber(value) + steps), "points")
  return range and "mean_elo" .. range
end

local AVERAGES = { average = true, avg = true, mean = true }
local DIFFERENCES = { diff = true, difference = true, gap = true }

-- Return the words without some, as one text, and whether there were such words.
local function without(words, set)
  local rest, found = {}, false
  for _, word in ipairs(words) do
    found = found or set[word] == true
    rest[#rest + 1] = not set[word] and word or nil
  end
  return table.concat(rest, " "), found
end

local SIDES = { white = true, black = true }
local PIECES = { piece = true, pieces = true }

-- Return the side among some words, if there is one, and the rest without the words for pieces.
local function sided(words)
  local side
  for _, word in ipairs(words) do
    side = side or SIDES[word] and word
  end
  local rest = without(words, { white = true, black = true, piece = true, pieces = true })
  return side, rest, select(2, without(words, PIECES))
end

-- Return the key and the kind of a variable.
local function variable(words)
  local text = table.concat(words, " "):gsub("rating", "elo")
  local rest, is_average = without(words, AVERAGES)
  if is_average and rest:gsub("rating", "elo"):find("^elos?$") then
    return text, function(_, operator, value) return mean(operator, value) end
  end
  rest = without(words, DIFFERENCES)
  if rest ~= text and rest:gsub("rating", "elo") == "elo" then
    return text, function(range) return "elo_diff" .. range end
  elseif ELOS[text] then
    return ELOS[text], of_name(ELOS[text])
  elseif text == "min elo" or text == "max elo" then
    return text, of_extreme(text == "min elo")
  end
  local side, what, is_piece = sided(words)
  local letter = LETTERS[what:match("^(%a-)s?$")]
  if letter then
    return text, of_pieces(side, letter)
  elseif is_piece and what == "" and not side then
    return text, function(range) return "piece_count" .. range end
  end
  local counted = COUNTED[text:match("^(.-)s?$")] or COUNTED[text]
  if counted then
    local is_length = counted == "moves" or counted == "plies" or counted == "move_number"
    return text, is_length and of_name(counted) or of_query(counted)
  end
  local name = tag_names.usual((text:gsub(" ", "")))
  name = tag_names.is_known(name) and name or table.concat(words, "_")
  return name, #words > 0 and habits.comparison(name, ">", "1") and of_name(name) or nil
end

-- ---- sums ----------------------------------------------------------------------------------------

-- A sum is {constant =, [key] = factor}; `kinds` has the kind of each key.
local sum_of

local function combined(a, b, factor)
  local sum = {}
  for key, value in pairs(a) do
    sum[key] = value
  end
  for key, value in pairs(b) do
    sum[key] = (sum[key] or 0) + factor * value
  end
  return sum
end

local function scaled(sum, factor)
  return combined({ constant = 0 }, sum, factor)
end

local function constant_of(sum)
  local key = next(sum)
  return key == "constant" and next(sum, key) == nil and sum.constant
end

local FUNCTIONS = { min = "min elo", max = "max elo", abs = "elo difference", average = "average elo",
  avg = "average elo", mean = "average elo" }

-- Return the words for a function of both ratings: `min(WhiteElo, BlackElo)`, `abs(WhiteElo - BlackElo)`.
local function of_ratings(node)
  local name = node.kind == "call" and FUNCTIONS[(node.name or ""):lower():gsub("^math", "")]
  local arguments = name and (#node == 1 and (node[1].kind == "sum" or node[1].kind == "list") and node[1] or node)
  local first = arguments and #arguments == 2 and words_of(arguments[1])
  local second = first and words_of(arguments[2])
  if second and BOTH[table.concat(first, " ")] == table.concat(second, " ") then
    return name:gmatch("%a+")
  end
end

-- Return whether a node is the name of a function of both ratings, such as "max elo".
local function is_rating(node, name)
  local words = {}
  for word in of_ratings(node) or function() end do
    words[#words + 1] = word
  end
  return table.concat(words, " ") == name
end

local function of_sum(node, kinds)
  if node.operator == "-" and is_rating(node[1], "max elo") and is_rating(node[2], "min elo") then
    local key, kind = variable { "elo", "difference" }
    kinds[key] = kind
    return { constant = 0, [key] = 1 }
  end
  local a, b = sum_of(node[1], kinds), sum_of(node[2], kinds)
  if not (a and b) then
    return nil
  elseif node.operator == "+" or node.operator == "-" then
    return combined(a, b, node.operator == "+" and 1 or -1)
  end
  local left, right = constant_of(a), constant_of(b)
  if right then
    return right ~= 0 and scaled(a, node.operator == "*" and right or 1 / right)
  end
  return left and node.operator == "*" and scaled(b, left)
end

function sum_of(node, kinds)
  if node.kind == "number" then
    return { constant = node.value }
  elseif node.kind == "sum" then
    return of_sum(node, kinds)
  end
  local words = {}
  for word in of_ratings(node) or function() end do
    words[#words + 1] = word
  end
  words = words[1] and words or words_of(node)
  local key, kind = nil, nil
  if words and words[1] then
    key, kind = variable(words)
  end
  if kind then
    kinds[key] = kind
    return { constant = 0, [key] = 1 }
  end
end

-- ---- comparisons ---------------------------------------------------------------------------------

local function number_text(value)
  return value == math.floor(value) and ("%d"):format(value) or ("%.10g"):format(value)
end

-- Return a Lua function of tags for a sum; nil if it has other variables.
local function of_tags(sum, keys, operator)
  local parts, names, checks = {}, {}, {}
  for i, key in ipairs(keys) do
    if not tag_names.is_known(key) then
      return nil
    end
    local letter = string.char(96 + i)
    local factor = sum[key]
    local sign = factor < 0 and (i > 1 and " - " or "-") or i > 1 and " + " or ""
    local size = math.abs(factor)
    parts[i] = sign .. (size ~= 1 and number_text(size) .. " * " or "") .. letter
    names[i], checks[i] = ('"%s"'):format(key), letter
  end
  local operators = operator == "!=" and "~=" or operator
  local list = table.concat(checks, ", ")
  return ("tags(%s, function(%s) return tonumber(%s) and %s %s %s end)"):format(table.concat(names, ", "), list,
    table.concat(checks, ") and tonumber("), table.concat(parts), operators, number_text(-sum.constant))
end

-- Return the query for sums of both ratings.
local function of_both(sum, operator)
  local white, black, limit = sum.WhiteElo, sum.BlackElo, -sum.constant
  if white == -black and operator ~= "!=" then
    if white < 0 then
      operator = MIRRORED[operator]
    end
    local range = habits.range(operator, number_text(limit / white))
    return range and "elo_diff" .. fields(range, ', side = "white"')
  elseif white == black and white > 0 and operator ~= "!=" then
    return mean(operator, number_text(limit / white / 2))
  end
end

local function compared(sum, operator, kinds)
  local keys = {}
  for key in pairs(sum) do
    keys[#keys + 1] = key ~= "constant" and sum[key] ~= 0 and key or nil
  end
  table.sort(keys, function(a, b) return a > b end) -- WhiteElo before BlackElo
  if #keys == 1 then
    local factor = sum[keys[1]]
    operator = factor < 0 and MIRRORED[operator] or operator
    local value = number_text(-sum.constant / factor)
    local range = habits.range(operator, value, value:find(".", 1, true) and "points" or nil)
    return range and kinds[keys[1]](range, operator, value)
  end
  return keys[2] == "BlackElo" and keys[1] == "WhiteElo" and not keys[3] and of_both(sum, operator)
    or keys[1] and of_tags(sum, keys, operator) or nil
end

--- Return the query for a comparison of numbers, or nil.
---@param operator string "<", ">", "<=", ">=", "==" or "!="
---@param left table a node of lucena.query.condition_syntax
---@param right table
---@return string? query
-- @usage local tree = require("lucena.query.condition_syntax").tree "len(moves) > 100"
--   return require("lucena.query.condition_numbers").query(">", tree[1], tree[2]) --> moves{min = 101}
function M.query(operator, left, right)
  local kinds = {}
  local a, b = sum_of(left, kinds), sum_of(right, kinds)
  if not (a and b) then
    return nil
  elseif operator == "!=" then
    local query = compared(combined(a, b, -1), "==", kinds)
    return query and "~" .. query
  end
  return compared(combined(a, b, -1), operator, kinds)
end

return M
