-- lucena.Reader with the option check: diagnostics of games that are read, counted or passed over.

local chess = require "lucena"
local new_folder = require "spec.support.folder"

describe("a checking reader", function()
  it("records the errors of each game, returned or not", function()
    local folder <close> = new_folder()
    local text = '[White "a"]\n\n1. e4 e5 2. Ke3 *\n\n[White "b"]\n\n1. d4 d5 *\n\n[White "c"]\n\n1. c4 (1. e9) 1-0\n'
      .. '\n[White "d"]\n[Result "1-0"]\n\n1. a3 0-1\n\n[White "e"]\n\n1. b3\n'
    local path = folder:write("a.pgn", text)
    for _, how in ipairs { "read", "count" } do
      local reader <close> = assert(chess.open(path, { check = true, tags = { { "White", "=", "b" } } }))
      if how == "read" then
        assert.equal("d4", reader:read().root[1].san)
        assert.is_nil(reader:read())
      else
        assert.equal(1, reader:count())
      end
      assert.same({ 5, 1, 5, 2 }, { reader.read_count, reader.passed, reader.examined, reader.errors })
      local found = {}
      for i, d in ipairs(reader:take_diagnostics()) do
        found[i] = ("%d %s %s"):format(d.game, d.severity, d.text:sub(#path + 2))
      end
      assert.same({
        "1 error 3:13: illegal move Ke3 (move 2, White)",
        "3 error 11:11: not a move e9 (move 1, White)",
        "4 warning 16:7: Result tag and game end disagree: the tag says 1-0, the moves end with 0-1",
        "5 warning 20:6: game ends without a result",
      }, found)
    end
  end)

  it("counts warnings as errors if strict", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[Result "1-0"]\n\n1. e4 0-1\n\n1. d4 $999 *\n\n1. c4 *\n\n1. d4 1/2\n')
    local reader <close> = assert(chess.open(path, { check = true }))
    assert.equal(4, reader:count())
    assert.equal(0, reader.errors)
    local strict <close> = assert(chess.open(path, { check = true, strict = true }))
    assert.equal(4, strict:count())
    assert.equal(3, strict.errors)
    for _, d in ipairs(strict:take_diagnostics()) do
      assert.equal("error", d.severity)
    end
  end)

  -- A game of a clean file is only replayed; its tag lines are compared in words of eight bytes. So names of these
  -- lengths have an unusual character at each place.
  it("reports tag lines with an unusual character in the name, as a full reading does", function()
    local texts = {}
    for _, length in ipairs { 0, 1, 6, 7, 8, 15, 16 } do
      for _, odd in ipairs { "", " ", "x", ".", "_", "0", "[", "`", "{", "@", "\u{E9}", "\xff", "\t", "%", '"' } do
        for at = 0, odd == "" and 0 or length do
          for _, blank in ipairs { " ", "", "  ", "\t" } do
            local name = ("a"):rep(at) .. odd .. ("Z"):rep(length - at) .. blank
            texts[#texts + 1] = ('[Event "?"]\n[%s"v"]\n\n1. e4 *\n\n'):format(name)
          end
        end
      end
    end
    local reader <close> = assert(chess.open({ text = table.concat(texts) }, { check = true }))
    local unusual = 0
    for _, text in ipairs(texts) do
      local expected, found = {}, {}
      for i, d in ipairs(chess.game(text).diagnostics) do
        expected[i] = d.code
      end
      reader:count(1)
      for i, d in ipairs(reader:take_diagnostics()) do
        found[i] = d.code
      end
      assert.same(expected, found, ("%q"):format(text))
      unusual = unusual + (expected[1] and 1 or 0)
    end
    assert.equal(#texts, reader.read_count)
    assert.is_true(unusual > 500 and unusual < #texts - 500, unusual)
  end)

  it("keeps at most 1000 records between two calls", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", ("1. e5 *\n"):rep(1500))
    local reader <close> = assert(chess.open(path, { check = true }))
    assert.equal(1500, reader:count())
    assert.equal(1500, reader.errors)
    assert.equal(1000, #reader:take_diagnostics())
    assert.equal(0, #reader:take_diagnostics())
  end)
end)
