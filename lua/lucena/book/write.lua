--- Writes books, position by position in the order of the keys. `lucena.book.edit` describes a place, that is, a
-- position with its moves. The file is written completely or not at all.
-- @module lucena.book.write

local edit = require("lucena.book.edit")
local epd = require("lucena.book.epd")
local polyglot = require("lucena.book.polyglot")

local M = {}

-- Functions by format. Each returns the text of a place, the number of its moves, and the omitted moves.
local WRITE = {}

function WRITE.polyglot(place)
  local texts, moves = {}, edit.fitted(place.moves)
  for i, move in ipairs(moves) do
    texts[i] = polyglot.pack(place.key, move)
  end
  return table.concat(texts), #moves
end

function WRITE.epd(place, positions)
  local position = place.position or positions and positions[place.key]
  if not position then
    return nil, 0
  end
  place.position = position
  edit.fitted(place.moves)
  local text, illegal = epd.record(place)
  return text, #place.moves - (illegal and #illegal or 0), illegal
end

--- Write a book.
---@param places function iterator, see `lucena.book.edit`; or an iterator of texts in the format, with their numbers of
-- moves
---@param writer lucena.Writer stays open
---@param format string "polyglot" or "epd"
---@param positions? table Polyglot key -> Position, for places without a position: EPD needs them
---@return table? done {positions, moves, unknown = positions omitted because only their keys are known, illegal =
-- omitted moves}
---@return string? err
---@return string? code of the Writer
-- @usage require("lucena.book.write").write(function() end, assert(chess.writer "/dev/null"), "epd").moves --> 0
function M.write(places, writer, format, positions)
  local done = { positions = 0, moves = 0, unknown = 0, illegal = 0 }
  local write = WRITE[format]
  for place, moves in places do
    local text, count, illegal = place, moves, nil
    if not moves then
      text, count, illegal = write(place, positions)
    end
    if not text then
      done.unknown = done.unknown + 1
    elseif count > 0 then
      local written, err, code = writer:write(text)
      if not written then
        return nil, err, code
      end
      done.positions, done.moves = done.positions + 1, done.moves + count
    end
    done.illegal = done.illegal + (illegal and #illegal or 0)
  end
  return done
end

return M
