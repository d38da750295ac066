-- Runs commands with and without the index of a file, in this process.

local assert = require "luassert"
local messages = require "lucena.run.messages"

local M = {}

--- Run a command in this process. Returns the bytes of its output file, its messages and its exit status.
function M.run(folder, command, words)
  local argv, lines, out = { command }, {}, nil
  local path = folder:path(command == "book" and "out.epd" or "out") -- the name of a book tells its format
  table.move(words, 1, #words, 2, argv)
  table.move({ "-o", path }, 1, 2, #argv + 1, argv)
  os.remove(path)
  messages.divert(function(line) lines[#lines + 1] = line end)
  local done, status = pcall(require("lucena.command").main, argv)
  messages.divert(nil)
  assert(done, status)
  local file = io.open(path, "rb")
  if file then
    out = file:read("a")
    file:close()
  end
  return { out = out, lines = lines, status = status }
end

--- Compare the results with and without the index of games.pgn. Returns the result.
function M.compare(folder, command, words, what)
  local with = M.run(folder, command, words)
  local index = folder:path "games.pgn.lci"
  assert(os.rename(index, folder:path "away"))
  local without = M.run(folder, command, words)
  assert(os.rename(folder:path "away", index))
  assert.same(without.lines, with.lines, what)
  assert.equal(without.status, with.status, what)
  assert.is_true(without.out == with.out, what)
  return with
end

return M
