--- Opening books in EPD: one record per position, with the data of its moves.
--
-- `Moves` has the moves in SAN, greatest weight first. `Weights` has their weights in the same order. If known, there
-- are also `Learned` (Polyglot's learning data), `Games`, `Won`, `Drawn` and `Lost`, from the view of the side that
-- moves. Games without a result are only in `Games`. For other programs, `bm` has the moves whose weight is not 0.
-- `eco` and `v0` are the code and the name of the opening. In a record that has only `bm`, as other programs write it,
-- each move gets the weight 1.
-- @module lucena.book.epd

local polyglot = require("lucena.book.polyglot")

local M = {}

-- Opcodes for numbers that belong to a move, in ASCII order.
local NUMBERS = {
  { "Drawn", "drawn" }, { "Games", "games" }, { "Learned", "learn" }, { "Lost", "lost" }, { "Weights", "weight" },
  { "Won", "won" },
}

-- ---- reading -------------------------------------------------------------------------------------

local function array_of(value)
  return type(value) == "table" and value or { value }
end

-- Return the moves of a record. Returns nil and an error if they are unreadable.
local function moves_of(record)
  local texts = record:get("Moves")
  if not texts then
    return record.bm and record.bm or {}
  end
  local moves = {}
  for i, text in ipairs(array_of(texts)) do
    local move, err = record.position:parse(tostring(text))
    if not move then
      return nil, "Moves: " .. err
    end
    moves[i] = move
  end
  return moves
end

-- Set the numbers of the entries. Returns false and an error on failure.
local function add_numbers(record, entries)
  for _, row in ipairs(NUMBERS) do
    local values = record:get(row[1])
    if values ~= nil then
      values = array_of(values)
      if #values ~= #entries then
        return false, ("%s has %d numbers for %d moves"):format(row[1], #values, #entries)
      end
      for i, value in ipairs(values) do
        if math.type(value) ~= "integer" or value < 0 or value > 0xffffffff then
          return false, ("%s: '%s' is not an integer of 0 or more"):format(row[1], tostring(value))
        end
        entries[i][row[2]] = value
      end
    end
  end
  return true
end

-- Return the place of a record; nil and a message on failure.
local function place_of(record)
  local moves, message = moves_of(record)
  if not moves then
    return nil, message
  end
  local entries = {}
  for i, move in ipairs(moves) do
    entries[i] = { raw = polyglot.raw(move), weight = 1, learn = 0 }
  end
  if record:get("Moves") then
    local done
    done, message = add_numbers(record, entries)
    if not done then
      return nil, message
    end
  end
  return { key = record.position:polyglot_key(), position = record.position, moves = entries }
end

--- Read a whole book.
---@param path string may be compressed; "-" is standard input
---@return table? places {key, position, moves}
---@return string[]|string|nil problems messages about records or operations that are ignored; or the error if reading
-- failed
---@return string? code `cannot_open`
-- @usage #require("lucena.book.epd").read("spec/data/epd/suite.epd") --> 10
function M.read(path)
  local reader <close>, err = require("lucena").open_epd(path, { check = true })
  if not reader then
    return nil, err, "cannot_open"
  end
  local places, problems = {}, {}
  local record, failure
  repeat
    record, failure = reader:read()
    for _, diagnostic in ipairs(reader:take_diagnostics()) do
      problems[#problems + 1] = diagnostic.severity == "error" and diagnostic.text or nil
    end
    if record and record.position then
      local place, message = place_of(record)
      places[#places + 1] = place
      problems[#problems + 1] = message and ("%s:%d: %s"):format(reader.name, record.line, message)
    end
  until not record
  if failure then
    return nil, failure, "cannot_open"
  end
  return places, problems
end

-- ---- writing -------------------------------------------------------------------------------------

local function joined(entries, name)
  local words = {}
  for i, entry in ipairs(entries) do
    words[i] = entry[name] and ("%d"):format(entry[name]) or nil
  end
  return #words == #entries and table.concat(words, " ") or nil
end

local function has_learned(entries)
  for _, entry in ipairs(entries) do
    if (entry.learn or 0) > 0 then
      return true
    end
  end
  return false
end

-- Return the operations with numbers, and the operation with the moves.
local function number_operations(entries, sans)
  local ops = {}
  for _, row in ipairs(NUMBERS) do
    local text = (row[2] ~= "learn" or has_learned(entries)) and joined(entries, row[2])
    if row[1] == "Weights" then
      ops[#ops + 1] = "Moves " .. table.concat(sans, " ") .. ";"
    end
    ops[#ops + 1] = text and ("%s %s;"):format(row[1], text) or nil
  end
  return ops
end

--- Return the canonical record of a place with its line end; "" if none of its moves is legal.
---@param place table {position, moves}
---@return string record
---@return string[]? illegal moves that are omitted, such as e2e4
function M.record(place)
  local position, entries, sans, best, illegal = place.position, {}, {}, {}, nil
  for _, entry in ipairs(place.moves) do
    local move = polyglot.move(position, entry.raw)
    if move then
      local san = position:san(move)
      entries[#entries + 1], sans[#sans + 1] = entry, san
      best[#best + 1] = entry.weight > 0 and san or nil
    else
      illegal = illegal or {}
      illegal[#illegal + 1] = polyglot.text(entry.raw)
    end
  end
  if #entries == 0 then
    return "", illegal
  end
  local ops = number_operations(entries, sans)
  if #best > 0 then
    table.sort(best)
    ops[#ops + 1] = "bm " .. table.concat(best, " ") .. ";"
  end
  local opening = require("lucena").eco.lookup(position)
  if opening then
    ops[#ops + 1] = ('eco "%s"; v0 "%s";'):format(opening.eco, opening.name)
  end
  -- Polyglot's key includes the en passant square even if the capturing pawn is pinned, as in X-FEN.
  local fields = position:fen({ ep = "xfen" }):match("^%S+ %S+ %S+ %S+")
  return ("%s %s\n"):format(fields, table.concat(ops, " ")), illegal
end

return M
