--- The output of `lucena filter` if games are listed, converted, sorted or sampled. Each game is converted to text. The
--- texts of sorted or sampled games stay in memory. For whole databases, `lucena sort` and `lucena sample` need less
--- memory.
-- @module lucena.run.filter.gathered

local texts = require("lucena.run.filter.text")

local M = {}

local Gathered = {}
Gathered.__index = Gathered

-- Return a function (reader, game, node) that makes the text of a game. If it fails, it reports a problem and returns
-- nil.
local function text_maker(request, input, width)
  if request.positions then
    return require("lucena.run.filter.position").maker(request)
  elseif request.list then
    local line_of = require("lucena.run.filter.list").lines(width, request.show)
    return function(_, game, node)
      return line_of(game, texts.move(node))
    end
  elseif request.to == "pgn" then
    local pgn = texts.pgn(request)
    return function(reader, game, node)
      return pgn(reader, game, node) or game.text
    end
  end
  local text_of = require("lucena.export").text_of(request.to, request.layout, request.to_utf8, request.rows)
  return function(reader, game)
    local text, message = text_of(game)
    if not text then
      input:complain(reader, game, "cannot be written: " .. message)
    end
    return text
  end
end

-- Return the index at which to store a game; nil if it is not in the sample.
local function next_place(self)
  self.seen = self.seen + 1
  return not self.draw and self.seen or self.draw and self.draw() or nil
end

function Gathered:add(reader, game, node)
  local place = next_place(self)
  local text = place and self.text_of(reader, game, node)
  if not text then
    self.missing = self.missing + (place and 1 or 0)
    return
  end
  local item = { text = text, number = self.seen, is_unread = not game:was_examined() }
  if self.order then
    item.key = require("lucena.run.ordering").key(game, self.order)
    item.movetext = self.order.by_text and game.text
  end
  self:put(item, place)
end

function Gathered:put(item, place)
  if self.is_held then
    self.items[place] = item
  else
    self:write(item)
  end
end

function Gathered:write(item)
  self.file:add(item.text)
  self.unread = self.unread + (item.is_unread and 1 or 0)
end

-- Write the header of a table once.
function Gathered:be_part(is_first)
  if not is_first then
    self.file:leave_out_header()
  end
end

-- called after a file; it does nothing, because the text between games is not copied
function Gathered.finish_file() end

-- Return the text of each game; false for a game without one.
function Gathered:piece()
  local all = {}
  for i = 1, self.seen do
    all[i] = self.items[i] or false
  end
  return all
end

function Gathered:splice(all)
  for _, item in ipairs(all) do
    local place = next_place(self)
    if place and item then
      item.number = self.seen
      self:put(item, place)
    elseif place then
      self.missing = self.missing + 1
    end
  end
end

-- Return the games to write: all games, or the range of sorted games that --skip and --limit select.
local function in_order(self)
  local items, held = {}, {}
  for _, item in pairs(self.items) do
    items[#items + 1] = item
  end
  table.sort(items, function(a, b) return a.number < b.number end)
  if not self.order then
    return items
  end
  local keys = {}
  for i, item in ipairs(items) do
    keys[i] = item.key
  end
  local store = { text = function(_, id) return items[id].movetext end }
  for _, id in ipairs(require("lucena.run.ordering").sorted(keys, store, self.order.by_text)) do
    held[#held + 1] = items[id]
  end
  return table.move(held, self.first, math.min(self.last, #held), 1, {})
end

function Gathered:finish(status)
  for _, item in ipairs(in_order(self)) do
    self:write(item)
  end
  self.file:finish(status)
end

function Gathered:abandon()
  self.file:abandon()
end

local function open_file(request, path)
  if request.positions == "svg" then
    return require("lucena.run.pictures").open(path)
  end
  local is_lines = request.list or request.positions
  local around = is_lines and { "", "", "" } or request.around
  return require("lucena.run.game_file").open(path, (is_lines or request.to ~= "pgn") and around or nil)
end

--- Create a sink.
---@param request table of `lucena.run.filter.request`
---@param input table
---@param width integer the columns of a line of --list
---@param path? string the output file; nil: the texts are stored for piece()
---@return table sink `missing`: the number of games without a text
function M.new(request, input, width, path)
  local file, draw
  if path then
    file = open_file(request, path)
    draw = request.draw and require("lucena.run.sampling").reservoir(request.draw)
  end
  return setmetatable({
    text_of = text_maker(request, input, width), file = file, is_stream = file and file.is_stream,
    is_held = not path or request.order ~= nil or draw ~= nil, order = request.order, first = request.first,
    last = request.last, draw = draw, seen = 0, missing = 0, unread = 0, items = {},
  }, Gathered)
end

return M
