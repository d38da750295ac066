-- Time must be linear in the length of the text. For some kinds of text, a program can easily need quadratic time. A
-- text of twice the length may take at most 2.8 times as long. Measured are reading from memory and from a file,
-- walking, checking, writing.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local shapes = require "spec.support.shapes"

-- If a time is too small to measure, a longer text is tested.
local SMALL, LONG = 1 << 15, 1 << 20

describe("twice the text takes at most 2.8 times as long:", function()
  for _, shape in ipairs(shapes.shapes) do
    it(shape[1], function()
      local folder <close> = new_folder()
      shapes.check_growth(function(text)
        return shapes.cost_of(text, folder:write("a.pgn", text))
      end, shape[2], SMALL, LONG)
    end)
  end
end)

describe("a pipe", function()
  it("supplies a long tag in parts, and its beginning is not read again", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[Event "' .. ("x"):rep(10 << 20))
    local file, pipe = math.huge, math.huge
    for _ = 1, 3 do
      file = math.min(file, shapes.seconds(shapes.from_file, path))
      pipe = math.min(pipe, shapes.seconds(shapes.from_pipe, path))
    end
    assert.is_true(pipe < 6 * file + 0.1, ("%.3f s, of the file %.3f s"):format(pipe, file))
  end)
end)

describe("tags after the thousandth", function()
  it("are not compared with earlier ones, and need no memory for their names", function()
    local lines = {}
    for i = 1, 1001 do
      lines[i] = ('[T%d "x"]\n'):format(i)
    end
    local game = assert(chess.game(table.concat(lines) .. '[T2 "y"]\n\n1. e4 *\n'))
    game:check()
    local codes = {}
    for i, diagnostic in ipairs(game.diagnostics) do
      codes[i] = diagnostic.code
    end
    assert.same({ "too_many_tags" }, codes)
    assert.equal("x", game.tags.T1)
  end)
end)
