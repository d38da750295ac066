--- The checks of `lucena check --tags`. `Game:proofread` checks each game. Two more checks compare games: the games of
-- a file, to find duplicates, and the games of all files, to find players whose names may be spelled in two ways.
-- Memory: as much as `lucena.dedup` takes, and some 500 bytes for each name of a player.
-- @module lucena.run.proof

local core = require("lucena.core")
local dedup = require("lucena.dedup")
local names = require("lucena.tournament.names")
local spelling = require("lucena.tournament.spelling")
local to_utf8 = require("lucena.format").to_utf8
require("lucena.games")

local M = {}

local Proof = {}
Proof.__index = Proof

--- Create the checks of all files.
---@return table proof
function M.new()
  return setmetatable({ players = {}, list = {}, files = {} }, Proof)
end

--- Start a file.
---@param name string
function Proof:begin_file(name)
  self.games, self.lines, self.file = dedup.new { by = "players" }, {}, { name = name, number = #self.files + 1,
    players = {} }
  self.files[#self.files + 1] = self.file
end

-- Append a detail to the message of a record.
local function add_detail(record, detail)
  record.message, record.text = record.message .. ": " .. detail, record.text .. ": " .. detail
  return record
end

-- Return the entry of a player: the diagnostic for the first game with the name, to be reported later if necessary. The
-- same name in two encodings is one name.
local function player(self, game, side, name)
  name = to_utf8(name)
  local entry, file = self.players[name], self.file
  if not entry then
    entry = { name = name, entries = {}, games = 0, file = file, record = core.finding(game, "similar_names", side) }
    self.players[name] = entry
    self.list[#self.list + 1] = entry
  end
  if not file.players[entry] then
    file.players[entry] = true
    file.players[#file.players + 1] = entry
  end
  entry.games = entry.games + 1
  return entry
end

local function add_players(self, game)
  local white, black = game.tags.White, game.tags.Black
  if (white or "?"):find("^[%s?]*$") or (black or "?"):find("^[%s?]*$") then
    return
  end
  local one, other = player(self, game, "White", white), player(self, game, "Black", black)
  one.entries[#one.entries + 1] = { opponent = other }
  other.entries[#other.entries + 1] = { opponent = one }
end

--- Check a game.
---@param game lucena.Game
---@return table[] diagnostics
function Proof:check(game)
  local records = game:proofread()
  self.lines[game.number] = game.line
  local first = self.games:add(game.number, game)
  if first and game.plies > 0 then
    table.insert(records, 1, core.finding(game, "duplicate_game", nil,
      ("the same as game %d, line %d"):format(first, self.lines[first])))
  end
  add_players(self, game)
  return records
end

local function by_name(a, b)
  return a.name < b.name
end

-- Append the pairs of players whose names differ only in case, accents and blanks.
local function add_equal_pairs(players, found)
  local by_key = {}
  for _, entry in ipairs(players) do
    local key = names.key(entry.name)
    if by_key[key] then
      found[#found + 1] = { by_key[key].name, entry.name }
    else
      by_key[key] = entry
    end
  end
end

-- Return the pairs of names that may be one player. If there are too many names, those that differ more than in case,
-- accents and blanks are compared in each file, where they less often belong to two different players.
local function similar_pairs(self)
  table.sort(self.list, by_name)
  if spelling.can_compare(self.list) then
    return spelling.pairs(self.list)
  end
  local found = {}
  for _, file in ipairs(self.files) do
    table.sort(file.players, by_name)
    for _, pair in ipairs(spelling.pairs(file.players)) do
      found[#found + 1] = pair
    end
  end
  add_equal_pairs(self.list, found)
  return found
end

-- Return whether a spelling is kept rather than another: it has more games, or is longer.
local function is_kept(a, b)
  if a.games ~= b.games then
    return a.games > b.games
  end
  return #a.name > #b.name or #a.name == #b.name and a.name < b.name
end

-- Return the players whose name is to be replaced, in the order of the files. The field `right` is the other spelling.
local function find_corrections(self)
  local list = {}
  for _, pair in ipairs(similar_pairs(self)) do
    local right, wrong = self.players[pair[1]], self.players[pair[2]]
    if is_kept(wrong, right) then
      right, wrong = wrong, right
    end
    if not wrong.right then
      wrong.right, list[#list + 1] = right, wrong
    end
  end
  table.sort(list, function(a, b)
    return a.file.number < b.file.number or a.file == b.file and a.record.offset < b.record.offset
  end)
  return list
end

--- Return the diagnostics about players who may be spelled in two ways: at the first game with the rarer spelling.
---@return table[] files in their order: {name =, diagnostics ...}
function Proof:finish()
  local files = {}
  self.corrections = find_corrections(self)
  for _, entry in ipairs(self.corrections) do
    local last, right = files[#files], entry.right
    if not last or last.name ~= entry.file.name then
      last = { name = entry.file.name }
      files[#files + 1] = last
    end
    local place = right.file == entry.file and "" or " in " .. right.file.name
    last[#last + 1] = add_detail(entry.record, ("elsewhere \"%s\"%s"):format(right.name, place))
  end
  return files
end

-- Return the line that corrects a name, in the form that `lucena tag --names` reads.
local function correction(wrong, right)
  local is_plain = not wrong:find("^%s*#") and not wrong:find("^%s*%a[%w_:]*:%s")
  local line = wrong .. (wrong:find("=", 1, true) and "\t" or " = ") .. right
  return is_plain and line or ("White: %s\nBlack: %s"):format(line, line)
end

--- Return the corrections of names for `lucena tag --names`, after finish().
---@return string
function Proof:names()
  local lines = { "# Players with two spellings. Remove the lines that name two players. Then run:",
    "# lucena tag --names THIS_FILE GAMES" }
  for _, entry in ipairs(self.corrections) do
    local right = entry.right
    while right.right do
      right = right.right
    end
    lines[#lines + 1] = ("# %s:%d, %d of %d games"):format(entry.file.name, entry.record.line, entry.games,
      entry.games + right.games)
    lines[#lines + 1] = correction(entry.name, right.name)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
