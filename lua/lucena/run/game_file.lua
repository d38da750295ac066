--- Writing games in an order of the command's own: each byte for byte, with one blank line between.
-- Where the order of the input is kept, and with it what stands between games, use sinks.copier().
-- @module lucena.run.game_file

local output = require("lucena.run.output")
local sinks = require("lucena.run.sink")

local GameFile = {}
GameFile.__index = GameFile

local M = {}

--- A file of games; ends the command when it cannot be written.
---@param path string "-" is standard output
---@param around? string[] what stands before the first, between two and behind the last, where it is not PGN
---@return table file `ending`: of the last game, as sinks.ending() tells it; `is_stream`: it goes to a stream
function M.open(path, around)
  local writer = output.open(path)
  return setmetatable({ writer = writer, write = writer.write, path = path, is_stream = writer.is_stream,
    around = around, between = around and around[1] or "", count = 0 }, GameFile)
end

local BLANK_LINE = { ["\n"] = "\n\n", ["\r\n"] = "\r\n\r\n" }

--- Write a game.
---@param game string|lucena.Game
function GameFile:add(game)
  local between = self.between
  if self.ending then
    between = sinks.closing(self.ending, type(game) == "string" and game or game.text) .. between
  end
  local done, message, code = self.write(self.writer, between, game)
  if not done then
    output.check(done, message, code)
  end
  self.between = self.around and self.around[2]
    or BLANK_LINE[type(game) == "string" and sinks.line_end_of(game) or game.line_end]
  self.ending = not self.around and sinks.ending(game) or nil
  self.count = self.count + 1
end

--- What stands before the first game is written by another.
function GameFile:leave_out_header()
  if self.around then
    self.around = { "", self.around[2], self.around[3] }
    self.between = ""
  end
end

--- Write the last line end, and give the file its name unless the reading failed.
---@param status integer of the reading
function GameFile:finish(status)
  output.finish(self.writer, self.path, status, function()
    if self.around then
      output.check(self.writer:write(self.count == 0 and self.around[1] or "", self.around[3]))
    elseif self.count > 0 then
      output.check(self.writer:write((self.between:gsub("^(\r?\n).*$", "%1"))))
    end
  end)
end

--- After an error: a file stays as it was, what was written to a stream is delivered.
function GameFile:abandon()
  output.abandon(self.writer)
end

return M
