--- Plays typed moves. Moves are read from the current position, with variations, comments and signs. If a move cannot
-- be read, none of the input is played.
-- @module lucena.repl.moves

local chess = require("lucena")
local lexicon = require("lucena.lexicon")
local tokens = require("lucena.notation.tokens")

local M = {}

-- ---- where the moves begin -----------------------------------------------------------------------

-- Return the node of the current line after which the move with this number is played.
local function find_number(node, number, is_black)
  local function fits(at)
    local position = at.position
    return position.fullmove_number == number and (position.turn == "black") == is_black
  end
  local at = node
  while at do
    if fits(at) then
      return at
    end
    at = at.parent
  end
  at = node[1]
  while at and not fits(at) do
    at = at[1]
  end
  return at
end

-- Return the number of token `i`, and whether it is one of Black: "12...", or "12." with "..." after it.
local function number_at(list, i)
  local number, is_black = tokens.number(list[i].text)
  local after = list[i + 1]
  return number, is_black or after ~= nil and after.kind == "dots" and #after.text > 1
end

-- Add the difference between move 1 and the number of the current position to all numbers, if the input begins with
-- move 1 of the side to move: books number the moves after a diagram so. Returns whether this was done.
local function renumber(session, list)
  local number, is_black = number_at(list, 1)
  local position = session.position
  local more = position.fullmove_number - 1
  if number ~= 1 or is_black ~= (position.turn == "black") then
    return false
  end
  for _, token in ipairs(list) do
    if token.kind == "number" then
      token.text = token.text:gsub("^%d+", function(digits) return ("%d"):format(tonumber(digits) + more) end)
    end
  end
  session:note(("move 1 is read as move %d"):format(more + 1))
  return true
end

-- If the input begins with a move number, as in "12... Nf6", return the node before that move, else the current node.
local function begin_at(session, list)
  local first = list[1]
  if first.kind ~= "number" or not session.node.position then
    return session.node
  end
  local number, is_black = number_at(list, 1)
  local node = number and find_number(session.node, number, is_black)
  if not node and not session.game.root[1] and renumber(session, list) then
    return session.node
  elseif not node then
    session:fail(("the game has no move %s here; it is %s"):format(first.text, session:prompt():match("^(.-)>")))
  end
  return node
end

-- ---- reading -------------------------------------------------------------------------------------

local function is_en_passant(position, move)
  local is_pawn = position:piece(move.from):lower() == "p"
  return is_pawn and position.ep == move.to and move.from:sub(1, 1) ~= move.to:sub(1, 1)
end

-- Return whether a text has the sign of a capture before a square: Nxc3, N:c3, N×c3.
local function has_capture_sign(text)
  return text:find("[x:][a-h][1-8]") ~= nil or text:find("×", 1, true) ~= nil
end

-- Return the sentence on a sign of a move that is wrong: "Bc4 gives no check". Missing signs are not wrong.
local function wrong_sign(dialect, text, move, before, after)
  local plain, mark = text:match("^(%S+)%s*(.*)$")
  local ending = (mark ~= "" and mark or plain):lower()
  local san = (dialect:write(before, move) or before:san(move)):gsub("[+#]$", "")
  local kind = lexicon.suffix(ending)
  if (kind == "mate" or ending:find("#$")) and not (after.is_check and #after:moves() == 0) then
    return ("%s is not mate"):format(san)
  elseif (kind == "check" or ending:find("%+$") or ending:find("†$")) and not after.is_check then
    return ("%s gives no check"):format(san)
  elseif ending:find("e%.?p%.?%)?$") and not is_en_passant(before, move) then
    return ("%s is not en passant"):format(san)
  elseif has_capture_sign(plain) and not before:captured(move) then
    return ("%s captures nothing"):format(san)
  end
end

-- Read one move. A null move is read in every spelling: dialects have one or two of their own (UCI: 0000), and none
-- reads "null" and "pass".
local function read_move(dialect, position, text)
  local move, err, code = dialect:read(position, text)
  if not move and lexicon.is_null(text) then
    move, err, code = position:parse(lexicon.null_moves()[1].text)
  end
  return move, err, code
end

-- Return whether the token at `i` opens parentheses with only marks, "(!)".
local function opens_marks(list, i)
  local mark, close = list[i + 1], list[i + 2]
  return close and list[i].kind == "open" and close.kind == "close" and mark.text:find("^[!?]+$") ~= nil
end

-- Return whether a sign or a result is at a place where a move must be: a sign as the first word of a variation, or a
-- result before a move of the mainline.
local function is_misplaced(list, i)
  if list[i].kind == "nag" then
    return i > 1 and list[i - 1].kind == "open" and not opens_marks(list, i - 1)
  end
  local depth = 0
  for k = i + 1, #list do
    depth = depth + (list[k].kind == "open" and 1 or list[k].kind == "close" and -1 or 0)
    if list[k].kind == "move" and depth == 0 then
      return true
    end
  end
  return false
end

--- Read a list of tokens in a dialect.
---@param dialect lucena.Dialect
---@param start lucena.Position
---@param list table[] tokens of rule.chess()
---@return table[]? steps {"move", move, token}, {"open"}, {"close"}, {"comment", text}, {"nag", sign},
-- {"result", text}, {"note", sentence on a wrong or missing sign}; nil if a token is not read
---@return table? token that is not read
---@return lucena.Position? position before that token
---@return string? code
function M.read(dialect, start, list)
  local steps, stack, position, before = {}, {}, start, nil
  for i, token in ipairs(list) do
    local kind = token.kind
    if kind == "move" then
      local mark = list[i + 1] and list[i + 1].kind == "mark" and " " .. list[i + 1].text or ""
      local move, _, code = read_move(dialect, position, token.text .. mark)
      if not move and mark ~= "" then
        move, _, code = read_move(dialect, position, token.text)
      end
      if not move then
        return nil, token, position, code
      end
      steps[#steps + 1] = { "move", move, token }
      before = position
      if move.is_null then
        position = position:pass()
      else
        position = position:play(move)
      end
      if not position then
        return nil, token, before, "illegal_move"
      end
      local wrong = not move.is_null and wrong_sign(dialect, token.text .. mark, move, before, position)
      if wrong then
        steps[#steps + 1] = { "note", wrong }
      end
    elseif kind == "number" then
      local number, is_black = number_at(list, i)
      if number ~= position.fullmove_number or is_black and position.turn == "white" then
        return nil, token, position, "move_number"
      end
    elseif (kind == "nag" or kind == "result") and is_misplaced(list, i) then
      return nil, token, position, "misplaced"
    elseif opens_marks(list, i) then
      stack[#stack + 1] = {}
    elseif kind == "open" then
      stack[#stack + 1] = { position = position, before = before }
      if before then -- without a move before it, a variation replaces nothing, and its bracket is ignored
        steps[#steps + 1] = { "open" }
        position, before = before, nil
      end
    elseif kind == "close" and #stack > 0 then
      local saved = table.remove(stack)
      if saved.before then
        position, before = saved.position, saved.before
        steps[#steps + 1] = { "close" }
      end
    elseif kind == "offer" then
      steps[#steps + 1] = { "comment", "{" .. token.text .. "}" }
    elseif kind == "comment" or kind == "nag" or kind == "result" then
      steps[#steps + 1] = { kind, token.text }
    end
    if token.tail and kind ~= "open" then
      steps[#steps + 1] = { "nag", token.tail }
    end
  end
  if stack[1] and stack[#stack].before then
    steps[#steps + 1] = { "note", "the variation was closed at the end of the line" }
  end
  return steps
end

-- ---- playing -------------------------------------------------------------------------------------

local function add_nag(node, sign)
  local nag = chess.nag(sign)
  if nag then
    require("lucena.nag").put(node, nag.number)
  end
end

local function inside(comment)
  local text = comment:match("^{%s*(.-)%s*}?$") or comment:match("^;%s*(.-)%s*$")
  return text ~= "" and text or nil
end

-- Perform the steps, starting at a node. Returns the last node, and the first node of a new variation, if any.
local function do_steps(session, node, steps)
  local stack, count, variation = {}, session.game.node_count, nil
  for _, step in ipairs(steps) do
    local kind, value = step[1], step[2]
    if kind == "move" then
      node = node:add(value)
      session.spelled[node.id] = step[3].text
      local is_new = session.game.node_count > count
      if is_new and not variation and #stack == 0 and node ~= node.parent[1] then
        variation = node
      end
      count = session.game.node_count
    elseif kind == "open" then
      stack[#stack + 1] = node
      node = node.parent
    elseif kind == "close" then
      node = table.remove(stack)
    elseif kind == "comment" then
      local list = node.comments
      list[#list + 1] = inside(value)
      node.comments = list
    elseif kind == "nag" then
      add_nag(node, value)
    elseif kind == "note" then
      session:note(value)
    else
      session.game.result = lexicon.read_result(value) or value
    end
  end
  return stack[1] or node, variation
end

local function place_of(position)
  return ("%d%s %s"):format(position.fullmove_number, position.turn == "white" and "." or "...",
    position.turn == "white" and "White" or "Black")
end

-- Read the tokens after a node. With the dialect "auto", another notation is detected if necessary. An error is
-- explained.
local function read_all(session, list, node)
  if not node.position then
    session:fail(require("lucena.repl.show").NO_POSITION)
  end
  local steps, token, position, code = M.read(session.language, node.position, list)
  if code == "move_number" then
    session:fail(("%s: the move number is wrong here, it is %s\nNothing of the line was played."):format(token.text,
      place_of(position)))
  elseif code == "misplaced" then
    session:fail(("%s: a move is expected here, it is %s\nNothing of the line was played."):format(token.text,
      place_of(position)))
  elseif not steps then
    local detection = require("lucena.repl.detection")
    steps = session.is_auto and detection.read(session, list, node)
      or detection.fail(session, list, node, token, position)
  end
  return steps
end

--- Return the first move of an input, without playing it.
---@param session table
---@param list table[] tokens of rule.chess()
---@param from? lucena.Node the node before the move. Default: given by the move number, else the current node
---@return lucena.Move
function M.first(session, list, from)
  for _, step in ipairs(read_all(session, list, from or begin_at(session, list))) do
    if step[1] == "move" then
      return step[2]
    end
  end
  session:fail("There is no move in that.")
end

--- Play an input of moves.
---@param session table
---@param list table[] tokens of rule.chess()
---@param from? lucena.Node the node to start from. Default: given by the first move number, else the current node. If
-- the node is in another game, that game replaces the current one once all moves have been read
function M.play(session, list, from)
  local node = from or begin_at(session, list)
  local steps = read_all(session, list, node)
  session:remember()
  if node.game ~= session.game then
    session:set_game(node.game)
  end
  local last, variation = do_steps(session, node, steps)
  if variation then
    local main = variation.parent[1]
    session:note(("a variation: the game has %s here"):format(session:move_text(main)))
  end
  if #steps == 1 and steps[1][1] == "result" then
    session:note(("Result: %s"):format(session.game.result))
  end
  session:go(last)
end

return M
