-- Typed input on a terminal in locales whose character set is ASCII.

local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"

local PROMPT = { "scripts/dev/with-build", os.getenv("LUCENA_LUA") or "lua5.4", "scripts/lucena", "--no-init" }

describe("figurines and Cyrillic letters", function()
  for _, locale in ipairs { "LC_ALL=C", "LC_ALL=POSIX", "LANG=C", "LC_CTYPE=C", "LC_ALL=C.UTF-8" } do
    it("are read as typed with " .. locale, function()
      local folder <close> = new_folder()
      local name, value = locale:match("(.+)=(.+)")
      local env = { INPUTRC = "/dev/null", TERM = "xterm", HOME = folder.root, LC_ALL = "", LANG = "", LC_CTYPE = "" }
      env[name] = value
      local code = pty(PROMPT, {
        { expect = "1. White> " }, { send = "e4 e5\r" },
        { expect = "2. White> " }, { send = "♘♘\127f3\r" }, -- one key deletes a whole character
        { expect = "2... Black> " }, { send = "Кc6\r" },
        { expect = "3. White> " }, { send = "fen\r" },
        { expect = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" },
        { expect = "> " }, { send = "new\r" }, { expect = "input to leave it" },
        { expect = "> " }, { send = "new\r" }, { expect = "1. White> " }, { send = "\4" },
      }, { env = env })
      assert.equal(0, code)
    end)
  end
end)

describe("text beyond ASCII in a locale without it", function()
  it("is written in ASCII by the prompt, also in the pager, but not to a file", function()
    local folder <close> = new_folder()
    local env = { INPUTRC = "/dev/null", TERM = "xterm", HOME = folder.root, LC_ALL = "C", PAGER = "cat -v" }
    local code, seen = pty(PROMPT, {
      { expect = "1. White> " }, { send = "e4 e5\r" }, { expect = "2. White> " },
      { send = "comment Sch\u{F6}n \u{2013} \u{2658}f3\r" }, { expect = "2. White> " },
      { send = "board\r" }, { expect = "Schon - Nf3" }, { expect = "> " },
      { send = "= node.comment > " .. folder:path "out.txt" .. "\r" }, { expect = "> " },
      { send = "save " .. folder:path "d\u{FC}mb.pgn" .. "\r" }, { expect = "saved in" }, { expect = "> " },
      { send = "eco najdorf\r" }, { expect = "Opocensky" }, { expect = "> " },
      { send = "quit\rquit\r" },
    }, { env = env, columns = 60, rows = 12 })
    assert.equal(0, code, seen)
    assert.is_truthy(seen:find("d\\xC3\\xBCmb.pgn", 1, true), seen) -- dumb.pgn would be another file
    assert.is_truthy(require("spec.support.file").read(folder:path "out.txt"):find "Sch\u{F6}n \u{2013} \u{2658}f3")
  end)
end)
