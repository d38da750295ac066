-- Texts on terminals of different widths: messages are wrapped between words, texts to copy are not.

local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"

-- Types lines at a prompt of this width. Returns the lines that the terminal showed.
local function shown(columns, lines)
  local folder <close> = new_folder()
  local steps = { { expect = "White> " } }
  for _, line in ipairs(lines) do
    steps[#steps + 1] = { send = line .. "\r" }
    steps[#steps + 1] = { expect = "> " }
  end
  steps[#steps + 1] = { send = "\21quit\rquit\r" }
  local _, seen = pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena" }, steps, {
    columns = columns, env = { INPUTRC = "/dev/null", TERM = "dumb", LC_ALL = "C.UTF-8", HOME = folder.root,
      XDG_STATE_HOME = folder:path "state", XDG_CONFIG_HOME = folder:path "config" } })
  return (seen:gsub("\r", ""))
end

describe("on a narrow terminal", function()
  it("messages are wrapped between words", function()
    local seen = shown(40, { ":set board off", "eco Najdorf", "e4", "new", "Ke3" })
    for _, text in ipairs {
      "B90 Sicilian Defence: Najdorf\n  Variation: 1. e4 c5 2. Nf3 d6 3. d4\n  cxd4 4. Nxd4 Nf6 5. Nc3 a6\n",
      "The game has changes that are not\n  saved: `save FILE.pgn` saves it;\n  repeat the input "
        .. "to leave it (undo\n  returns to it).\n",
      "Type moves, paste games,\n  or write Lua.\n",
    } do
      assert.is_truthy(seen:find(text, 1, true), seen)
    end
  end)

  it("FENs and games in PGN are not wrapped", function()
    local seen = shown(30, { ":set board off", "fen", "pgn" })
    assert.is_truthy(seen:find("\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 1, true), seen)
    assert.is_truthy(seen:find('\n[Date "????.??.??"]\n', 1, true), seen)
  end)
end)
