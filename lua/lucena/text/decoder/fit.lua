--- Scores the legal moves of a position against a token: the cost of reading the printed word as each move. The word is
-- compared with the move part by part: destination, sign of a capture, letter of the piece, origin, check, promotion.
-- Results are cached by position, token and alphabet.
-- Cost: the number of legal moves for each new position, and for each new token of it the moves to its square.
-- @module lucena.text.decoder.fit

local alphabets = require("lucena.text.decoder.alphabet")
local corrections = require("lucena.text.corrections")
local costs = require("lucena.text.decoder.costs")
local token_of = require("lucena.text.decoder.token")

local M = {}

local MOST_POSITIONS = 5000
local NONE = {}

-- Return the legal moves by what a token must have: their square, "castle", or "short" (captures by pawns).
local function describe(position)
  local groups = {}
  local function add(name, one)
    groups[name] = groups[name] or {}
    table.insert(groups[name], one)
  end
  for _, move in ipairs(position:moves()) do
    local from, to = move.from, move.to
    local one = { move = move, piece = position:piece(from):upper(), promotion = move.promotion,
      castle = move.is_castling and (to > from and "short" or "long") or nil,
      is_capture = position:captured(move) ~= nil,
      from_file = from:sub(1, 1), from_rank = from:sub(2, 2), file = to:sub(1, 1), rank = to:sub(2, 2) }
    add(to, one)
    if one.castle then
      add("castle", one)
    end
    if one.piece == "P" and one.is_capture then
      add("short", one)
    end
  end
  return groups
end

local memory, count = {}, 0

local function entry_of(position)
  local entry = memory[position.key]
  if not entry then
    count = count + 1
    if count > MOST_POSITIONS then
      memory, count = {}, 1
    end
    entry = { groups = describe(position), found = {} }
    memory[position.key] = entry
  end
  return entry
end

-- Return the cost of reading a character as another one. `twins`: the characters that may be misread.
local function same(char, wanted, twins)
  if char == wanted then
    return 0
  elseif token_of.confusions[char] == wanted or token_of.others[char] == wanted then
    return costs.confused
  end
  return twins[char] == wanted and costs.misread or nil
end

-- Return the cost of the characters from `first` to `last` as the origin of a move.
local function origin(one, chars, first, last, twins)
  local cost = 0
  for _, wanted in ipairs { one.from_file, one.from_rank } do
    local found = first <= last and same(chars[first], wanted, twins)
    if found then
      cost, first = cost + found, first + 1
    end
  end
  return first > last and cost or nil
end

-- Return whether a character is scanned for the letter of a piece.
local function is_lookalike(char, piece, alphabet)
  for _, letter in ipairs(token_of.letters[char] or NONE) do
    if alphabet.pieces[letter] == piece then
      return true
    end
  end
  return false
end

-- Return the cost of the letter of a piece, the number of its characters, and the spelling to bind. `twins`: whether
-- the letter may be that of another piece.
local function letter(one, chars, last, alphabet, twins)
  if last == 0 then
    return costs.no_letter, 0
  end
  local piece, size = alphabets.piece_of(alphabet, chars)
  if piece and (piece == one.piece or twins == NONE) then
    return piece == one.piece and size <= last and 0 or nil, size
  elseif is_lookalike(chars[1], one.piece, alphabet) then
    return costs.confused, 1
  elseif chars[1]:find("^[a-h1-8]$") then
    return nil
  elseif alphabets.other_case(alphabet, chars[1]) == one.piece then
    return costs.other_case, 1
  elseif alphabet.is_open and not alphabet.has[one.piece] then
    return costs.bound_letter, 1, chars[1]
  end
  return twins ~= NONE and costs.other_letter or nil, size or 1
end

-- Return whether characters are two squares, without the letter of a piece: "g1f3".
local function are_squares(chars)
  return #chars == 4 and chars[1]:find("^[a-h]$") ~= nil and chars[2]:find("^[1-8]$") ~= nil
end

-- Return the cost of the characters before the destination, and the spelling to bind.
local function head(one, token, last, alphabet, twins)
  local chars = token.chars
  if are_squares(chars) then
    return origin(one, chars, 1, last, twins)
  end
  if one.piece == "P" then
    local is_named = last > 0 and alphabets.piece_of(alphabet, chars) == "P"
    local first = is_named and 2 or 1
    local cost = origin(one, chars, first, last, twins)
    return cost and one.is_capture and first > last and not is_named and cost + costs.no_letter or cost
  end
  local cost, size, spelling = letter(one, chars, last, alphabet, twins)
  local rest = cost and origin(one, chars, size + 1, last, twins)
  return rest and cost + rest or nil, spelling
end

-- Return the cost of the sign of a capture. A printed capture excludes moves that capture nothing.
local function capture(one, token)
  if token.has_capture and not one.is_capture then
    return nil
  end
  return one.is_capture and not token.has_capture and costs.no_capture or 0
end

local function promotes(one, token, alphabet)
  if not token.promotion then
    return one.promotion == nil or one.promotion:upper() == "Q"
  end
  local plain = are_squares(token.chars) and token.promotion:match("^[qrbn]$")
  if plain then
    return one.promotion == plain
  end
  return one.promotion ~= nil and alphabets.piece_of(alphabet, { token.promotion }) == one.promotion:upper()
end

local function short_capture(one, token)
  local chars = token.chars
  local is_fit = one.piece == "P" and one.is_capture and chars[1] == one.from_file and chars[#chars] == one.file
  return is_fit and costs.short_capture or nil
end

-- Return the cost of a token as a move, and the spelling to bind; nil if the token cannot be this move.
local function cost_of(one, token, alphabet, twins)
  if token.castle or one.castle and not are_squares(token.chars) then
    return token.castle == one.castle and 0 or nil
  elseif not promotes(one, token, alphabet) then
    return nil
  elseif token.is_short then
    return short_capture(one, token)
  end
  local chars, size = token.chars, #token.chars
  local file, rank = same(chars[size - 1], one.file, twins), same(chars[size], one.rank, twins)
  if not file or not rank then
    return nil
  end
  local sign = capture(one, token)
  local cost, spelling = head(one, token, size - 2, alphabet, twins)
  local pair = token.is_confused and costs.confused or 0
  return cost and sign and cost + file + rank + sign + pair or nil, spelling
end

-- Return the cost of the sign of check. As in lucena.text.match, a printed check excludes moves that give none.
local function check(position, one, token)
  if one.gives_check == nil then
    one.gives_check = position:gives_check(one.move) and true or false
  end
  if token.has_check and not one.gives_check then
    return nil
  end
  return one.gives_check and not token.has_check and costs.no_check or 0
end

-- Add the cost of two moves of the same, lowest cost.
local function weigh_choice(list)
  table.sort(list, function(a, b) return a.cost < b.cost end)
  if list[2] and list[2].cost == list[1].cost then
    for _, row in ipairs(list) do
      row.cost = row.cost + costs.two_moves
    end
  end
  return list
end

-- Return the characters that a character may stand for.
local function meanings(char, twins)
  local list = { char }
  for _, other in ipairs { token_of.confusions, token_of.others, twins } do
    list[#list + 1] = other[char]
  end
  return list
end

-- Return the names of the groups of moves that a token may mean.
local function groups_of(token, twins)
  if token.castle or token.is_short then
    return { token.castle and "castle" or "short" }
  end
  local chars, size, names = token.chars, #token.chars, {}
  for _, file in ipairs(meanings(chars[size - 1], twins)) do
    for _, rank in ipairs(meanings(chars[size], twins)) do
      names[#names + 1] = file .. rank
    end
  end
  return names
end

local function find(position, entry, token, alphabet, twins)
  local list = {}
  for _, name in ipairs(groups_of(token, twins)) do
    for _, one in ipairs(entry.groups[name] or NONE) do
      local cost, spelling = cost_of(one, token, alphabet, twins)
      local sign = cost and check(position, one, token)
      if sign then
        one.after = one.after or position:play(one.move) -- results: it is legal
        list[#list + 1] = { move = one.move, after = one.after, cost = cost + sign, spelling = spelling,
          piece = one.piece, is_misread = twins ~= NONE }
      end
    end
  end
  return weigh_choice(list)
end

-- Return whether the four last characters of a token are two squares, of which one character may be a misprint.
local function has_two_squares(token)
  local chars, known = token.chars, 0
  for i, pattern in ipairs { "^[a-h]$", "^[1-8]$", "^[a-h]$", "^[1-8]$" } do
    local char = chars[#chars - 4 + i]
    known = known + (char and char:find(pattern) and 1 or 0)
  end
  return known >= 3
end

-- A move in long notation says everything twice: with one character misprinted, the others leave one legal move.
local function trust(list, token)
  if #list == 1 and list[1].cost < 2 * costs.misread and has_two_squares(token) then
    list[1].is_misread = false
  end
  return list
end

-- Return the legal moves that a correction means.
local function forced(position, token)
  local list = {}
  for i, move in ipairs((corrections.dialect():candidates(position, token.move))) do
    list[i] = { move = move, after = position:play(move), cost = 0, is_misread = false } -- results: it is legal
  end
  return list
end

--- Return the legal moves that a token may mean, with their costs.
---@param position lucena.Position
---@param token table of lucena.text.decoder.token
---@param alphabet table of lucena.text.decoder.alphabet
---@return table[] readings {move, after: the position after it, cost, spelling: the letter to bind, piece: its meaning,
-- is_misread: whether a character is a misprint, and the others leave a choice; only if no other move fits}
function M.moves(position, token, alphabet)
  local entry = entry_of(position)
  local found = entry.found[alphabet.id] or {}
  entry.found[alphabet.id] = found
  local list = found[token.text]
  if not list then
    list = token.move and forced(position, token) or find(position, entry, token, alphabet, NONE)
    list = (#list > 0 or token.move) and list
      or trust(find(position, entry, token, alphabet, token_of.twins), token)
    found[token.text] = list
  end
  return list
end

return M
