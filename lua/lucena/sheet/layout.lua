--- Arranges a game sheet as a list of blocks in the order of the page. All formats are written from this list. Kinds of
-- blocks:
--
--     {kind = "comment", text =} comments before the first move; with the layout "columns", all comments of the
--     mainline {kind = "main", items =} consecutive moves of the mainline
--     {kind = "rows", rows = {{number =, white =, black =}}}    the same in columns, nodes by number
--     {kind = "variation", items =, opens =, closes =} a variation with the variations inside it; before and after a
--     diagram, it is two blocks {kind = "diagram", node =, side =} node 0 is the start; `side` is at the bottom
--
-- An item is {node =, number = "12." or "12..." or nil}, {text =}, {open = true} or {close = true}. The last two
-- enclose a variation inside a variation. No function recurses, because variations may be nested deeply.
-- @module lucena.sheet.layout

local M = {}

local Layout = {}
Layout.__index = Layout

local function put(self, block)
  self.blocks[#self.blocks + 1] = block
  self.open = block.items and block or nil
  self.needs_number = true
  return block
end

-- Return the block to which items at a depth are added. If the last block is of another kind, a new block is made.
local function run_of(self, depth)
  local kind = depth == 0 and "main" or "variation"
  if not self.open or self.open.kind ~= kind then
    put(self, { kind = kind, items = {}, opens = depth > 0 and not self.in_variation or nil })
    self.in_variation = depth > 0
  end
  return self.open.items
end

local function put_text(self, text, depth)
  if depth == 0 and self.options.layout == "columns" then
    put(self, { kind = "comment", text = text })
  else
    local items = run_of(self, depth)
    items[#items + 1] = { text = text }
  end
  self.needs_number = true
end

-- Put a move into a table of two columns.
local function put_cell(self, node, number)
  local block = self.blocks[#self.blocks]
  if not block or block.kind ~= "rows" then
    block = put(self, { kind = "rows", rows = {} })
  end
  local row = block.rows[#block.rows]
  if node.side == "white" or not row or row.black then
    row = { number = node.move_number }
    block.rows[#block.rows + 1] = row
  end
  row[node.side] = number
end

local function put_move(self, node, number)
  if node.depth == 0 and self.options.layout == "columns" then
    put_cell(self, node, number)
    return
  end
  local items = run_of(self, node.depth)
  local dots = node.side == "white" and "." or self.needs_number and "..." or nil
  items[#items + 1] = { node = number, number = dots and node.move_number .. dots or nil }
  self.needs_number = false
end

-- Close the variations that are deeper than `depth`. The block in which the outermost one ends gets the field `closes`.
local function close_to(self, depth)
  while self.depth > depth do
    if self.depth > 1 then
      local items = run_of(self, self.depth)
      items[#items + 1] = { close = true }
    else
      run_of(self, 1)
      self.open.closes = true
      self.open, self.in_variation = nil, false
    end
    self.last[self.depth] = nil
    self.depth = self.depth - 1
    self.needs_number = true
  end
end

-- Continue the line whose last move is the parent of `node`. If there is no such line, start a new one.
local function enter(self, node)
  local goes_on = node.depth <= self.depth and self.last[node.depth] == node.parent
  close_to(self, goes_on and node.depth or node.depth - 1)
  if not goes_on and node.depth > 0 then
    self.depth = node.depth
    local items = run_of(self, node.depth)
    if node.depth > 1 then
      items[#items + 1] = { open = true }
    end
    self.needs_number = true
  end
end

local INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

-- Return the side at the bottom of a diagram after a node; nil or false if there is no diagram. A game that begins in
-- another position than usual begins with a diagram, unless the page has a board.
local function wants_diagram(self, node)
  if node.diagram then
    return node.diagram
  elseif node.ply == 0 then
    return node.has_position and node.fen ~= INITIAL and not self.options.has_board and "white"
  elseif node.depth == 0 then
    local every, named = self.options.every, self.options.diagrams
    return (every and node.ply % every == 0 or named and named[node.move_number .. node.side:sub(1, 1)]) and "white"
  end
end

local function put_diagram(self, node, number)
  local side = wants_diagram(self, node)
  if side then
    if self.options.flip then
      side = side == "white" and "black" or "white"
    end
    put(self, { kind = "diagram", node = number, side = side })
  end
end

--- Return the blocks of a sheet.
---@param sheet table made by lucena.sheet.model
---@param options {layout?: string, every?: integer, diagrams?: table, flip?: boolean, comments?: boolean,
-- variations?: boolean, has_board?: boolean}
-- `layout`: "text" (default) or "columns"; `every`: a diagram after every N plies, in addition to marked ones;
-- `diagrams`: a set of moves, such as {["12b"] = true}, after which there is a diagram
---@return table[] blocks
-- @usage #require("lucena.sheet.layout").blocks(require("lucena.sheet.model").of(chess.game "1. e4 *"), {})  --> 1
function M.blocks(sheet, options)
  local self = setmetatable({ blocks = {}, options = options, depth = 0, last = { [0] = 0 } }, Layout)
  local has_comments = options.comments ~= false
  if has_comments and sheet.start.comment then
    put(self, { kind = "comment", text = sheet.start.comment })
  end
  put_diagram(self, sheet.start, 0)
  self.needs_number = true
  for number, node in ipairs(sheet.nodes) do
    if node.depth == 0 or options.variations ~= false then
      enter(self, node)
      if has_comments and node.before then
        put_text(self, node.before, node.depth)
      end
      put_move(self, node, number)
      self.last[node.depth] = number
      if has_comments and node.comment then
        put_text(self, node.comment, node.depth)
      end
      put_diagram(self, node, number)
    end
  end
  close_to(self, 0)
  return self.blocks
end

-- ---- signs ---------------------------------------------------------------------------------------

--- Return the signs of a move. "!?" follows the move directly, and other signs follow after a blank. A NAG without a
-- sign is written in words.
---@param node table
---@param lang string "en" or "fr"
---@param is_plain? boolean use the ASCII forms of signs
---@return string
-- @usage require("lucena.sheet.layout").signs({nags = {1, 16}}, "en")  --> ! ±
function M.signs(node, lang, is_plain)
  local out = {}
  for _, number in ipairs(node.nags) do
    local nag = require("lucena").nag(number)
    local sign = is_plain and nag.ascii or nag.symbol
    if not sign or sign == "" then
      local name = (lang == "fr" and nag.french or nag.english or ""):gsub("^%[[^%]]*%] ", "")
      sign = nag.is_known and name ~= "" and "[" .. name .. "]" or "$" .. number
    end
    out[#out + 1] = (sign:find("^[!?]+$") and "" or " ") .. sign
  end
  return table.concat(out)
end

--- Return a move as text in the requested notation. Without one, the piece letters of the page's language are used.
---@param san string
---@param before string the FEN before the move
---@param page table as for lucena.report: `lang`, `moves`
---@return string
-- @usage require("lucena.sheet.layout").written("Nf3", chess.position():fen(), {lang = "fr"}) --> Cf3
function M.written(san, before, page)
  if page.moves then
    return page.moves(san, before)
  elseif page.lang == "fr" then
    local position = require("lucena").position(before)
    local move = position and position:parse(san)
    return move and position:write(move, "french") or san -- results: it is legal
  end
  return san
end

--- Return a move of a sheet as text in the requested notation.
---@param sheet table
---@param number integer of the node
---@param page table as for written()
---@return string
function M.move(sheet, number, page)
  local node = sheet.nodes[number]
  return M.written(node.san, (sheet.nodes[node.parent] or sheet.start).fen, page)
end

--- Return every move of a sheet as text in the requested notation.
---@param sheet table
---@param page table as for written()
---@return string[] texts by number
function M.moves(sheet, page)
  local out = {}
  for number = 1, #sheet.nodes do
    out[number] = M.move(sheet, number, page)
  end
  return out
end

return M
