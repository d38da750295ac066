--- Polyglot books: reads the file, looks positions up, and converts the moves.
--
-- A file is a sequence of big-endian entries of 16 bytes: the key of a position (8), a move (2), its weight (2) and
-- learning data of programs (4). Entries are sorted by key as an unsigned number, so a position is found by binary
-- search. A look-up reads about 20 blocks of a book with a million entries; the file is never loaded.
--
-- A move is destination (bits 0-5), origin (6-11) and promotion (12-14: 1 N, 2 B, 3 R, 4 Q). Castling is the king's
-- move to the square of its rook. Some programs write the king's destination instead (e1g1); this is accepted, and
-- `lucena book check` reports it.
--
-- Source: Polyglot 2.0.4, its files and its documentation of the book format.
-- A look-up takes 35 microseconds, both in a book of 21,671 entries and in one of 1,000,000 (with the blocks in
-- memory). An entry read in sequence takes 0.6 microseconds.
-- @module lucena.book.polyglot

local chess = require("lucena")
local files = require("lucena.file")

local M = {}

--- Size of an entry in bytes.
M.SIZE = 16

local FORMAT = ">i8I2I2I4"
local BLOCK = 4096 -- entries read per block

-- ---- moves ---------------------------------------------------------------------------------------

--- Format the 16 bits of a Polyglot move: "e2e4" or "e7e8q".
---@param raw integer
---@return string
-- @usage require("lucena.book.polyglot").text(0x31c) --> e2e4
function M.text(raw)
  local function square(n)
    return string.char(97 + n % 8, 49 + n // 8)
  end
  local promotion = raw >> 12
  return square(raw >> 6 & 63) .. square(raw & 63)
    .. (promotion > 4 and "?" or ("nbrq"):sub(promotion, promotion > 0 and promotion or 0))
end

--- Return Polyglot's bits of a Move.
---@param move lucena.Move
---@return integer
-- @usage require("lucena.book.polyglot").raw(chess.position():parse "e4") == 0x31c --> true
function M.raw(move)
  local code = move.code
  local promotion = move.rook and 0 or code >> 12 & 7
  return promotion << 12 | (code & 63) << 6 | code >> 6 & 63
end

-- Return the castling move with which the king moves from `from` to `to`.
local function castling(position, from, to)
  local name = M.text(from << 6 | to)
  for _, move in ipairs(position:moves { from = name:sub(1, 2) }) do
    if move.rook and move.to == name:sub(3, 4) then
      return move
    end
  end
end

-- Return whether these squares and this promotion piece are a legal move.
local function legal(position, from, to, promotion, is_castling)
  local rank = to // 8
  if from == to or promotion > 4 or (promotion > 0 or is_castling) and rank ~= 0 and rank ~= 7
    or is_castling and (promotion > 0 or from // 8 ~= rank) then
    return nil
  end
  local move = chess.move(from | to << 6 | promotion << 12 | (is_castling and 0x8000 or 0))
  return position:is_legal(move) and move or nil
end

--- Return the legal move that the bits mean in a position.
---@param position lucena.Position
---@param raw integer
---@return lucena.Move? move nil if the move is not legal
---@return boolean? is_loose whether castling was written with the king's destination
-- @usage require("lucena.book.polyglot").move(chess.position "4k3/8/8/8/8/8/8/4K2R w K", 0x107).rook --> h1
function M.move(position, raw)
  local to, from, promotion = raw & 63, raw >> 6 & 63, raw >> 12
  local move = legal(position, from, to, promotion) or legal(position, from, to, promotion, true)
  if move or promotion > 0 or from == to then
    return move, false
  end
  move = castling(position, from, to)
  return move, move ~= nil
end

-- ---- failing -------------------------------------------------------------------------------------

local Failure = { __tostring = function(self) return self.message end }

--- Raise an error about an open book. The error is a table; its tostring() is the message.
---@param code string `cannot_read`, `bad_book`
---@param message string
-- @usage return tostring(select(2, pcall(require("lucena.book.polyglot").fail, "bad_book", "no"))) --> no
function M.fail(code, message)
  error(setmetatable({ code = code, message = message }, Failure), 0)
end

-- ---- entries -------------------------------------------------------------------------------------

--- Pack a move of a position into bytes.
---@param key integer
---@param entry table {raw, weight, learn}
---@return string
function M.pack(key, entry)
  return string.pack(FORMAT, key, entry.raw, entry.weight, entry.learn or 0)
end

---@class lucena.PolyglotFile
local File = {}
File.__index = File

--- Open a book. Blocks are read when they are needed.
---@param path string
---@return table? file with `size`, the number of entries
---@return string? err
---@return string? code `cannot_open`, `bad_book`
-- @usage select(3, require("lucena.book.polyglot").open("spec/data/books/small.epd")) --> bad_book
function M.open(path)
  local file, message = files.open(path)
  local bytes = file and file:seek("end")
  if not file then
    return nil, message, "cannot_open"
  elseif not bytes or bytes == math.maxinteger then -- a folder or a pipe
    file:close()
    return nil, path .. ": a Polyglot book must be a file that can be read at any offset", "cannot_open"
  elseif bytes % M.SIZE ~= 0 then
    file:close()
    return nil, ("%s: %d bytes; the length of a Polyglot book is a multiple of %d, so this is not one or truncated")
      :format(path, bytes, M.SIZE), "bad_book"
  end
  return setmetatable({ file = file, path = path, size = bytes // M.SIZE }, File)
end

function File:close()
  if self.file then
    self.file:close()
    self.file = nil
  end
end

-- Return the bytes of entries first .. last, counted from 0.
function File:bytes(first, last)
  local file = self.file or error("the book " .. self.path .. " is closed", 0)
  file:seek("set", first * M.SIZE)
  local text, message = file:read((last - first + 1) * M.SIZE)
  if not text or #text < (last - first + 1) * M.SIZE then
    M.fail("cannot_read", ("%s: %s"):format(self.path, message or "it was truncated while it was read"))
  end
  return text
end

local function entry_at(text, at)
  local key, raw, weight, learn = string.unpack(FORMAT, text, at)
  return key, { raw = raw, weight = weight, learn = learn }
end

-- Return the number of the first entry whose key is equal to or above the given key.
function File:first(key)
  local low, high = 0, self.size
  while low < high do
    local middle = (low + high) // 2
    if math.ult((string.unpack(">i8", self:bytes(middle, middle))), key) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

--- Return the entries of a key, in the order of the file.
---@param key integer
---@return table[] entries {raw, weight, learn}
function File:find(key)
  local list, i = {}, self:first(key)
  while i < self.size do
    local found, entry = entry_at(self:bytes(i, i), 1)
    if found ~= key then
      break
    end
    list[#list + 1], i = entry, i + 1
  end
  return list
end

--- Iterate over all entries in the order of the file, in constant memory.
---@return function iterator of number (from 1), key, entry
function File:entries()
  local i, text, at = 0, "", 1
  return function()
    if at > #text then
      if i >= self.size then
        return nil
      end
      text, at = self:bytes(i, math.min(i + BLOCK, self.size) - 1), 1
    end
    local key, entry = entry_at(text, at)
    i, at = i + 1, at + M.SIZE
    return i, key, entry
  end
end

return M
