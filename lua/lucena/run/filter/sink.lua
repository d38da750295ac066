--- Writes the games that `lucena filter` selects: copies them with the text between them, or passes them to
-- `lucena.run.filter.gathered`.
-- @module lucena.run.filter.sink

local position_files = require("lucena.run.position_files")
local terminal = require("lucena.run.terminal")

local M = {}

--- Whether a request writes games in the order of the input as PGN.
---@param request table of `lucena.run.filter.request`
---@return boolean
function M.is_copying(request)
  return request.to == "pgn" and not (request.list or request.positions or request.order or request.draw)
end

local function copied_text(request)
  return require("lucena.run.filter.text").pgn(request)
end

--- Create a sink for a part of a file. Its methods are `add`, and `piece()`, which returns plain data for
-- `splice(piece)` of another sink.
---@param request table of `lucena.run.filter.request`
---@param input table
---@param width integer columns of a line
---@return table sink
function M.piece(request, input, width)
  if M.is_copying(request) then
    return require("lucena.run.sink").piece(copied_text(request))
  end
  return require("lucena.run.filter.gathered").new(request, input, width)
end

--- Return the width of the lines of --list for an output file.
---@param path string
---@return integer
function M.width(path)
  return path == "-" and terminal.text_width() or 79
end

--- Create the sink for a request. It has `add(reader, game, node)`, `finish_file(reader, is_cut)`, `finish(status)`
-- and `abandon()`; `is_stream`: the output is a stream; `unread`: the number of games written without being examined.
---@param request table of `lucena.run.filter.request`
---@param input table
---@param path string
---@param paths string[] the files to read; if they all have positions, records are copied in place of games
---@return table sink
function M.open(request, input, path, paths)
  local is_in_order = not (request.list or request.positions or request.order or request.draw)
  local may_be_records = is_in_order and (request.to == "pgn" or request.to == "epd") and #paths > 0
  if may_be_records and #position_files.divide(paths) == 0 then
    return require("lucena.run.positions").sink(path)
  elseif M.is_copying(request) then
    return require("lucena.run.sink").copier(path, copied_text(request))
  end
  return require("lucena.run.filter.gathered").new(request, input, M.width(path), path)
end

return M
