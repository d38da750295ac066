--- Lucena's own table of openings as an index for lucena.eco. It loads a volume when one of its rows is needed.
--
-- A position is found by its key in lucena.eco.keys, which has the keys of all rows in order, so the moves of the table
-- need not be played. That list is generated; a spec compares it with the volumes. The moves of a row are played when
-- its position is compared. So a list that is not up to date gives no wrong opening, only none.
--
-- The prompt looks up few positions, so the list is first searched as text. A table of all keys is made after
-- FEW_SEARCHES, and for the first whole game.
-- @module lucena.eco.own

local M = {}

--- The letters of the volumes, in the order of the table.
M.VOLUMES = { "A", "B", "C", "D", "E" }

-- Most rows are never compared, so their moves are put together when they are needed. `text` has the moves as in the
-- volume, and `first` the first row of each code.
local Row = {}

function Row.__index(row, name)
  if name ~= "moves" then
    return nil
  end
  local code, rest = row.text:match("^ *([A-E]%d%d) (.*)$")
  local moves = (rest or row.text):match("^%s*(.-)%s*$")
  local from = code and row.first[code]
  row.moves = from and from.moves .. " " .. moves or moves
  return row.moves
end

local function add_family(rows, family, first)
  for i = 3, #family do
    local eco, texts, variation, variation_fr = table.unpack(family[i])
    for text in texts:gmatch("[^|]+") do
      local row = setmetatable({
        eco = eco, opening = family[1], variation = variation, opening_fr = family[2], variation_fr = variation_fr,
        text = text, first = first,
      }, Row)
      first[eco] = first[eco] or row
      rows[#rows + 1] = row
    end
  end
end

--- Return the rows of a volume, in order, and the first row of each of its codes.
---@param volume string "A" to "E"
---@return table[] rows
---@return table<string, table> first
-- @usage #require("lucena.eco.own").volume "A" > 200 --> true
function M.volume(volume)
  local rows, first = {}, {}
  for _, family in ipairs(require("lucena.eco." .. volume:lower())) do
    add_family(rows, family, first)
  end
  return rows, first
end

-- The bytes of a key in the list, with the blank after it; and the number of searches that cost as much as a table.
local KEY_BYTES, FEW_SEARCHES = 17, 64

-- Return the numbers of the rows by key, and a function that completes this table. Until then, a number is searched for
-- when it is needed.
local function numbers_of(list)
  local by_key, absent, searches = {}, {}, 0

  local function complete()
    setmetatable(by_key, nil)
    local count = 0
    for key in list:gmatch("%x+") do
      count = count + 1
      by_key[tonumber(key, 16)] = count
    end
  end

  setmetatable(by_key, {
    __index = function(_, key)
      if absent[key] then
        return nil
      end
      searches = searches + 1
      if searches > FEW_SEARCHES then
        complete()
        return by_key[key]
      end
      local at = list:find(("%016x"):format(key), 1, true)
      by_key[key], absent[key] = at and at // KEY_BYTES + 1, not at
      return by_key[key]
    end,
  })
  return by_key, complete
end

--- Return the index of the table, with the fields that lucena.eco describes.
---@return {rows: table[], by_key: table<integer, integer>, by_code: table<string, table>, complete: function} index
-- @usage require("lucena.eco.own").index().by_code.C65.moves --> e4 e5 Nf3 Nc6 Bb5 Nf6
function M.index()
  local keys = require("lucena.eco.keys")
  local by_key, complete = numbers_of(keys.keys)
  local count = #keys.keys // KEY_BYTES
  local rows, by_code = {}, {}
  local is_loaded = {}

  local function load_volume(volume)
    is_loaded[volume] = true
    local list, first = M.volume(volume)
    local following = volume < "E" and keys.first[string.char(volume:byte() + 1)] or count + 1
    if #list ~= following - keys.first[volume] then
      error(("lucena/eco/keys.lua does not fit lucena/eco/%s.lua; run `make library`"):format(volume:lower()))
    end
    table.move(list, 1, #list, keys.first[volume], rows)
    for code, row in pairs(first) do
      by_code[code] = row
    end
  end

  local function volume_of(number)
    for i = #M.VOLUMES, 1, -1 do
      if number >= keys.first[M.VOLUMES[i]] then
        return M.VOLUMES[i]
      end
    end
  end

  setmetatable(rows, {
    __index = function(_, number)
      local volume = number and number <= count and volume_of(number)
      if volume and not is_loaded[volume] then
        load_volume(volume)
        return rawget(rows, number)
      end
    end,
  })
  setmetatable(by_code, {
    __index = function(_, code)
      local volume = code:sub(1, 1)
      if keys.first[volume] and not is_loaded[volume] then
        load_volume(volume)
        return rawget(by_code, code)
      end
    end,
  })
  return { rows = rows, by_key = by_key, by_code = by_code, complete = complete }
end

return M
