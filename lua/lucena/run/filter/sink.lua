--- Where the games that `lucena filter` takes go: copied at once with what stands between them, or as lines, in another
-- format, in an order, or drawn at random.
-- Games that are put in order or drawn are held in memory, as the texts that will be written; `lucena sort` and `lucena
-- sample` hold less, of whole databases.
-- @module lucena.run.filter.sink

local conversion = require("lucena.run.conversion")
local output = require("lucena.run.output")
local reading = require("lucena.run.reading")
local terminal = require("lucena.run.terminal")
local texts = require("lucena.run.filter.text")

local M = {}

-- ---- at once -------------------------------------------------------------------------------------

local Copied = {}
Copied.__index = Copied

function Copied:add(reader, game, node)
  self.copier:add(reader, game, texts.pgn(self.job, reader, game, node))
  self.unread = self.unread + (game:was_examined() and 0 or 1)
end

function Copied:join(reader, game, node)
  self.copier:join(reader, game, texts.pgn(self.job, reader, game, node))
end

function Copied:be_part(is_first, is_last)
  self.copier:be_part(is_first, is_last)
end

function Copied:piece()
  return { copied = self.copier:piece(), unread = self.unread }
end

function Copied:splice(piece)
  self.copier:splice(piece.copied)
  self.unread = self.unread + piece.unread
end

function Copied:finish_file(reader, is_cut)
  self.copier:finish_file(reader, is_cut)
end

function Copied:finish(status)
  self.copier:finish(status)
end

function Copied:abandon()
  self.copier:abandon()
end

-- ---- as texts of their own -----------------------------------------------------------------------

local Gathered = {}
Gathered.__index = Gathered

-- A function (reader, game, node) that gives what is written for a game, or nil after saying what is wrong.
local function text_maker(job, width)
  if job.list then
    local line_of = require("lucena.run.filter.list").lines(width)
    return function(_, game, node)
      return line_of(game, texts.move(node))
    end
  elseif job.to == "pgn" then
    return function(reader, game, node)
      return texts.pgn(job, reader, game, node) or game.text
    end
  end
  local text_of = conversion.text_of(job.to, job.switches, job.to_utf8, job.rows)
  return function(reader, game)
    local text, message = text_of(game)
    if not text then
      reading.complain(job, reader, game, "cannot be written: " .. message)
    end
    return text
  end
end

-- The place of a game among those held; nil when it is not drawn.
local function next_place(self)
  self.seen = self.seen + 1
  return not self.draw and self.seen or self.draw and self.draw() or nil
end

function Gathered:add(reader, game, node)
  local place = next_place(self)
  local text = place and self.text_of(reader, game, node)
  if not text then
    return
  end
  local item = { text = text, number = self.seen, is_unread = not game:was_examined() }
  if self.plan then
    item.key = require("lucena.run.ordering").key(game, self.plan)
    item.movetext = self.plan.by_text and game.text
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
  self.pile:add(item.text)
  self.unread = self.unread + (item.is_unread and 1 or 0)
end

-- A table has its header once.
function Gathered:be_part(is_first)
  if not is_first then
    self.pile:leave_out_header()
  end
end

-- What stands between games is not written.
function Gathered.finish_file() end

-- For each game seen, what would be written; false for none.
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
    end
  end
end

-- The games held, first to last; of those put in order, what --skip and --limit leave.
local function in_order(self)
  local items, held = {}, {}
  for _, item in pairs(self.items) do
    items[#items + 1] = item
  end
  table.sort(items, function(a, b) return a.number < b.number end)
  if not self.plan then
    return items
  end
  local keys = {}
  for i, item in ipairs(items) do
    keys[i] = item.key
  end
  local shelf = { text = function(_, id) return items[id].movetext end }
  for _, id in ipairs(require("lucena.run.ordering").sorted(keys, shelf, self.plan.by_text)) do
    held[#held + 1] = items[id]
  end
  return table.move(held, self.job.first, math.min(self.job.last, #held), 1, {})
end

function Gathered:finish(status)
  for _, item in ipairs(in_order(self)) do
    self:write(item)
  end
  self.pile:finish(status)
end

function Gathered:abandon()
  self.pile:abandon()
end

-- ---- which ---------------------------------------------------------------------------------------

local function is_copying(job)
  return job.to == "pgn" and not (job.list or job.plan or job.draw)
end

--- A sink for a part of a file: `add`, and `piece()`, which hands out as plain data what a sink of open() takes over by
-- its `splice(piece)`.
---@param job table
---@param width integer columns of a line
---@return table sink
function M.piece(job, width)
  if is_copying(job) then
    return setmetatable({ job = job, copier = output.piece(), unread = 0 }, Copied)
  end
  return setmetatable({ text_of = text_maker(job, width), is_held = true,
    plan = job.plan, seen = 0, unread = 0, items = {} }, Gathered)
end

--- The columns that lines for a path may have.
---@param path string
---@return integer
function M.width(path)
  return path == "-" and terminal.text_width() or 79
end

--- The sink that a job asks for: `add(reader, game, node)`, `finish_file(reader, is_cut)`, `finish(status)`,
-- `abandon()`; `is_stream`: it goes to a stream; `unread`: how many games were written that nobody has looked into.
---@param job table `to`, `list`, `plan` (an order, of which `first` to `last` are written), `draw` (a reservoir),
-- `rows`, and what filter_text reads
---@param path string
---@return table sink
function M.open(job, path)
  if is_copying(job) then
    local copier = output.copier(path)
    return setmetatable({ job = job, copier = copier, is_stream = copier.writer.is_stream, unread = 0 }, Copied)
  end
  local is_pgn = job.to == "pgn" and not job.list
  local around = not is_pgn and (job.list and { "", "", "" } or job.around) or nil
  local made = require("lucena.run.game_file").open(path, around)
  return setmetatable({
    text_of = text_maker(job, M.width(path)), pile = made, is_stream = made.is_stream,
    is_held = job.plan ~= nil or job.draw ~= nil, plan = job.plan, draw = job.draw,
    job = job, seen = 0, unread = 0, items = {},
  }, Gathered)
end

return M
