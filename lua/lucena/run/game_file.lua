--- Writes games in an order chosen by the command. Each game is copied byte for byte, with one blank line between
-- games. Commands that keep the order of the input use sink.copier(), which also keeps the text between games.
-- @module lucena.run.game_file

local output = require("lucena.run.output")
local joining = require("lucena.run.joining")

local GameFile = {}
GameFile.__index = GameFile

local M = {}

--- Open a file of games. Ends the command if it cannot be written.
---@param path string "-" is standard output
---@param around? string[] text before the first game, between games and after the last, for other formats than PGN
---@return table file `ending`: joining.ending() of the last game; `is_stream`: the output is a stream
function M.open(path, around)
  local writer = output.open(path)
  return setmetatable({ writer = writer, write = writer.write, path = path, is_stream = writer.is_stream,
    around = around, between = around and around[1] or "", count = 0 }, GameFile)
end

local BLANK_LINE = { ["\n"] = "\n\n", ["\r\n"] = "\r\n\r\n" }

-- Return the line end of the first line, as Game.line_end does.
local function line_end_of(text)
  local at = text:find("\n", 1, true)
  return at and text:byte(at - 1) == 13 and "\r\n" or "\n"
end

--- Write a game.
---@param game string|lucena.Game
function GameFile:add(game)
  local between = self.between
  if self.ending then
    between = joining.closing(self.ending, type(game) == "string" and game or game.text) .. between
  end
  local done, message, code = self.write(self.writer, between, game)
  if not done then
    output.check(done, message, code)
  end
  self.between = self.around and self.around[2]
    or BLANK_LINE[type(game) == "string" and line_end_of(game) or game.line_end]
  self.ending = not self.around and joining.ending(game) or nil
  self.count = self.count + 1
end

--- Omit the text before the first game: another part of the output has this text.
function GameFile:leave_out_header()
  if self.around then
    self.around = { "", self.around[2], self.around[3] }
    self.between = ""
  end
end

--- Write the last line end and close the file. If reading has not failed, the file replaces the old file.
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

--- Close the file after an error: the old file is kept; a stream gets the text written so far.
function GameFile:abandon()
  output.abandon(self.writer)
end

return M
