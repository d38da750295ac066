-- Randomly damaged files. The games must be the same from memory and from a file, for any end of the reader's window. A
-- full copy must be identical. The text of each game must be one game. A written game must be the same when it is read.

local chess = require "lucena"
local damage = require "spec.support.damage"
local parts = require("lucena.core").parts

local SEED, ROUNDS = 860, 400
local WINDOW = 262144 -- bytes that the reader has in memory at a time

local function check_game(text)
  local g = assert(chess.game(text))
  assert.equal(text, g.text)
  local written = g:pgn()
    -- Not inserted: 1/2 among the moves is not written, so the text after it would be read as moves.
  if written and not (text:find "1/2" or text:find "\u{bd}") then
    local again = assert(chess.game(written))
    assert.equal(g.plies, again.plies, written)
    assert.equal(tostring(g.final), tostring(again.final), written)
    assert.equal(g.rest == nil, again.rest == nil, written)
  end
end

local function check_file(path, text, wanted, opts)
  local reader <close> = assert(chess.open(path, opts))
  local copy, number = {}, 0
  for g in function() return (reader:read()) end do
    number = number + 1
    assert.equal(wanted[number], g.text)
    local plies = 0
    for _ in g:mainline() do
      plies = plies + 1
    end
    assert.equal(plies, g.plies)
    copy[#copy + 1] = parts.gap(reader)
    copy[#copy + 1] = g.text
  end
  copy[#copy + 1] = parts.gap(reader)
  assert.equal(#wanted, number)
  assert.is_true(table.concat(copy) == text)
end

describe("damaged files", function()
  it(("have the same games when they are read, copied and written (%d files, seed %d)"):format(ROUNDS, SEED), function()
    math.randomseed(SEED)
    local list, path, games = damage.sources(), os.tmpname(), 0
    for _ = 1, ROUNDS do
      local text = damage.damaged(list[math.random(#list)], list)
      local front = "1. e4 {" .. ("x"):rep(WINDOW - math.random(math.max(1, #text)) - 12) .. "} *\n\n"
      local whole, wanted = front .. text, {}
      for g in chess.games_in(whole) do
        wanted[#wanted + 1] = g.text
      end
      local file = assert(io.open(path, "wb"))
      file:write(whole)
      file:close()
      local good, message = pcall(function()
        check_file(path, whole, wanted)
        check_file(path, whole, wanted, { check = true })
        for i = 2, #wanted do
          check_game(wanted[i])
        end
      end)
      if not good then
        os.remove(path)
        error(("%s\nin %q behind %d bytes"):format(tostring(message), text, #front), 0)
      end
      games = games + #wanted - 1
    end
    os.remove(path)
    assert.is_true(games > ROUNDS, games .. " games")
  end)
end)
