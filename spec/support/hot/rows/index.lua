--- Rows of indexes of games, and of readers that need a file.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"
local core = require "lucena.core"

local AFTER_E4, method = common.AFTER_E4, common.method

local rows = {}

local INDEXED = ([[
[Event "one"]
[White "Anna Berg"]
[Black "Carl Dorn"]
[WhiteElo "2400"]
[ECO "C60"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "two"]
[White "Emil Berg"]
[Black "Anna Berg"]
[Result "odd"]

1. e4 c5 2. Nf3 d6 3. Ke8 *

]]):rep(8)

-- Write a file of games and its index, once, because the index has the time of the file. Returns the file's path.
local games_path
local function games_file(folder)
  if games_path then return games_path end
  games_path = folder .. "/games.pgn"
  local file = assert(io.open(games_path, "wb"))
  file:write(INDEXED)
  file:close()
  assert(chess.write_index(games_path))
  return games_path
end

local function part_of(reader)
  local part = core.index_part(1 << 20, 100)
  assert(core.indexing.add(reader, part, 4) ~= nil)
  return part
end

local function read_part(reader, part)
  local is_over, is_full = core.indexing.add(reader, part, 1000)
  return is_over, is_full, part:take()
end

rows.IndexPart = {
  make = function(folder)
    local reader = assert(core.parts.open(games_file(folder), {}))
    return part_of(reader), reader
  end,
  use = function(part, reader)
    part:clear()
    return core.indexing.add(reader, part, 1)
  end,
  refuses = common.REFUSED,
  calls = {
    clear = { method "clear" },
    mark_stray = { method "mark_stray" },
    take = { method "take", function(part, reader) return read_part(reader, part) end },
  },
}

local function builder_of(folder, path)
  local source = assert(core.index_source(path))
  return assert(core.index_builder(folder .. "/built.lci", source, 1 << 20, 100, false, false)), source
end

rows.IndexBuilder = {
  make = function(folder)
    local path = games_file(folder)
    local builder, source = builder_of(folder, path)
    local reader = assert(core.parts.open(path, {}))
    return builder, part_of(reader), reader, source
  end,
  use = function(builder, part, reader)
    pcall(part.clear, part) -- each of these is refused during absorb() and finish()
    pcall(core.indexing.add, reader, part, 1)
    pcall(builder.absorb, builder, part)
    builder:close()
  end,
  refuses = common.REFUSED,
  calls = {
    absorb = { function(builder, part) return builder:absorb(part), builder.places end },
    close = { method "close" },
    finish = { function(builder, part, _, source) return builder:absorb(part), builder:finish(source, 4, "") end },
    mark_stray = { method "mark_stray" },
  },
}

rows.IndexFile = {
  make = function(folder)
    local path = games_file(folder)
    return assert(core.open_index(path .. ".lci", path)), path
  end,
  use = function(index)
    return index:find(AFTER_E4), index:moves(AFTER_E4), index:names("berg", true), index:played "Anna Berg",
      index:game(3),
      index:reached(AFTER_E4, 100), index:unread(), index:has_texts(core.index_games { 1, 2, 16 }), index:spot(1)
  end,
  calls = {
    close = { method "close" },
    find = { method("find", AFTER_E4) },
    game = { method("game", 2), method("game", 1) },
    has_texts = { method("has_texts", core.index_games { 1, 3 }) },
    info = { method "info" },
    is_text = { method("is_text", 1, "1. e4 *") },
    mark = { method("mark", 0) },
    moves = { method("moves", AFTER_E4), method("moves", AFTER_E4, { elo = 2300 }),
              method("moves", AFTER_E4, nil, core.index_games { 1, 2 }) },
    names = { method("names", "b", true), method("names", "Berg, Anna") },
    next_place = { function(index)
      local places, out = index:places(AFTER_E4), {}
      for number, ply, move in function() return index:next_place(places) end do
        out[#out + 1], out[#out + 2], out[#out + 3] = number, ply, move
      end
      return out
    end },
    places = { method("places", AFTER_E4) },
    played = { method("played", "Anna Berg"), method("played", "Berg", "White") },
    reached = { method("reached", AFTER_E4, 100), method("reached", AFTER_E4, 1) },
    select = { method("select", { { { op = "begins", name = "ECO", text = "C6" } } }),
               method("select", { { { op = "number", name = "WhiteElo", lo = 2300, hi = 2500 } } },
                 core.index_games { 1, 2, 3 }) },
    spot = { method("spot", 2) },
    unread = { method "unread" },
    verify = { method("verify", 0, 100) },
  },
}

-- ---- functions of the core -----------------------------------------------------------------------

rows["core, index"] = {
  class = "functions",
  make = function(folder) return games_file(folder), folder end,
  use = function(path) return core.index_source(path) end,
  calls = {
    index_builder = { function(path, folder) return builder_of(folder, path) end },
    index_marks = { core.index_marks },
    index_source = { core.index_source },
    open_index = { function(path) return core.open_index(path, path) end },
  },
}

return rows
