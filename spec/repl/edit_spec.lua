-- Lines typed on a real terminal: with readline, and without it.

local pty = require "spec.support.pty"
local new_folder = require "spec.support.folder"

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
local SESSION = { "scripts/dev/with-build", LUA, "spec/support/edit_session.lua" }

-- Sends texts, waits for the expected texts, and sends Ctrl-D at the end. Colours and terminal modes are not tested.
local function session(steps, env, size)
  steps[#steps + 1] = { expect = "> " } -- before the prompt appears, Ctrl-D would only end the line
  steps[#steps + 1] = { send = "\4" }
  steps[#steps + 1] = { expect = "nil|eof" }
  local all = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8" }
  for name, value in pairs(env or {}) do
    all[name] = value
  end
  local code, seen = pty(SESSION, steps, { env = all, columns = size and size[1], rows = size and size[2] })
  assert.equal(0, code, seen)
  return seen
end

describe("a line", function()
  it("can be edited, with characters of any width", function()
    session {
      { expect = "> " }, { send = "e5\1♘\22\9\5\127\127g♞4\r" }, { expect = "[♘\9g♞4|nil|80]" },
      { expect = "> " }, { send = "é日本\127x\27[D\27[D\127y\r" }, { expect = "[y日x|nil|80]" },
    }
  end)

  it("is cancelled by Ctrl-C, and a new line begins", function()
    session {
      { expect = "1\27[0m> " }, { send = "abc" }, { expect = "abc" },
      { send = "\3" }, { expect = "[nil|interrupt|80]" },
      { expect = "2\27[0m> " }, { send = "\3" }, { expect = "[nil|interrupt|80]" },
      { expect = "3\27[0m> " }, { send = "e4\r" }, { expect = "[e4|nil|80]" },
    }
  end)

  it("is cancelled during a search, a numeric argument or an incomplete key sequence", function()
    session {
      { expect = "1\27[0m> " }, { send = "\18a" }, { expect = "i-search" },
      { send = "\3" }, { expect = "interrupt" }, { expect = "2\27[0m> " }, { send = "a\r" }, { expect = "[a|nil|80]" },
      { expect = "3\27[0m> " }, { send = "\0275" }, { expect = "arg: 5" },
      { send = "\3" }, { expect = "interrupt" }, { expect = "4\27[0m> " }, { send = "b\r" }, { expect = "[b|nil|80]" },
      { expect = "5\27[0m> " }, { send = "c\27" }, { expect = "c" },
      { send = "\3" }, { expect = "interrupt" }, { expect = "6\27[0m> " }, { send = "d\27[De\r" },
      { expect = "[ed|nil|80]" },
    }
  end)

  it("is cancelled if Ctrl-C and other keys arrive together, and during an unfinished paste", function()
    session {
      { expect = "1\27[0m> " }, { send = "ab" }, { expect = "ab" }, { send = "\3cd\r" },
      { expect = "[nil|interrupt|80]" }, { expect = "2\27[0m> " }, { expect = "[cd|nil|80]" },
      { expect = "3\27[0m> " }, { send = "\27[200~ef" }, { insist = { "[gh|nil|80]", "\21gh\r" } },
    }
  end)

  it("ends a search at a key of several bytes, which then has its usual effect", function()
    session {
      { expect = "1\27[0m> " }, { send = "abc\r" }, { expect = "[abc|nil|80]" },
      { expect = "2\27[0m> " }, { send = "\18b\27[Hd\r" }, { expect = "[dabc|nil|80]" },
      { expect = "3\27[0m> " }, { send = "\18c\27éx\5\21e\24ef\r" }, { expect = "[ef|nil|80]" },
      { expect = "4\27[0m> " }, { send = "\18c\24eg\7h\29\27[9\7\5\21i\r" }, { expect = "[i|nil|80]" },
    }
  end)

  -- Readline would free an edit list twice here, and the program would end.
  it("can be left for a search in the history that finds nothing, and typed again", function()
    session {
      { expect = "1\27[0m> " }, { send = "abc\r" }, { expect = "[abc|nil|80]" },
      { expect = "2\27[0m> " }, { send = ")\27[A\27[5~0\27[B\7\5\21ef\r" }, { expect = "[ef|nil|80]" },
      { expect = "3\27[0m> " }, { send = "a\27[5~\r" }, { expect = "[abc|nil|80]" },
      { expect = "4\27[0m> " }, { send = "x\27[5~y\r" }, { expect = "[xy|nil|80]" },
    }
  end)

  it("is followed by its output, also after a search in the history that finds nothing", function()
    local seen = session { { expect = "1\27[0m> " }, { send = "abc\27[5~\27[6~\r" }, { expect = "[abc|nil|80]" },
      { expect = "2\27[0m> " }, { send = "d\r" }, { expect = "[d|nil|80]" } }
    assert.is_truthy(seen:find("\27[?2004l\r[abc|nil|80]", 1, true), seen)
    assert.is_truthy(seen:find("\27[?2004l\r[d|nil|80]", 1, true), seen)
  end)

  it("keeps edits of history lines only until it is entered", function()
    -- The program does not free the edit lists, because readline may have freed them.
    local folder <close> = new_folder()
    folder:write("suppressions", "leak:libreadline\n")
    session({
      { expect = "1\27[0m> " }, { send = "abc\r" }, { expect = "[abc|nil|80]" },
      { expect = "2\27[0m> " }, { send = "def\r" }, { expect = "[def|nil|80]" },
      { expect = "3\27[0m> " }, { send = "\27[Ax\27[Ay\27[B\r" }, { expect = "[defx|nil|80]" },
      { expect = "4\27[0m> " }, { send = "\27[A\27[A\r" }, { expect = "[def|nil|80]" },
      { expect = "5\27[0m> " }, { send = "\27[A\27[A\27[A\r" }, { expect = "[abc|nil|80]" },
    }, { LSAN_OPTIONS = "print_suppressions=0:suppressions=" .. folder:path "suppressions" })
  end)

  -- Readline would free an edit list twice here, too.
  it("may use Ctrl-R, and the search for its beginning, after a history line was edited", function()
    session {
      { expect = "1\27[0m> " }, { send = "abc\r" }, { expect = "[abc|nil|80]" },
      { expect = "2\27[0m> " }, { send = "\27[Ax\18\27[5~\5\21ef\r" }, { expect = "[ef|nil|80]" },
      { expect = "3\27[0m> " }, { send = "\27[A\27[A\r" }, { expect = "[abc|nil|80]" },
    }
  end)

  it("is shown again after Ctrl-Z and fg", function()
    local command = "set -m; " .. table.concat(SESSION, " ") .. "; printf '%s%s\\n' stop ped; fg >/dev/null; echo $?"
    local _, seen = pty({ "bash", "-c", command }, {
      { expect = "1\27[0m> " }, { send = "abc" }, { expect = "abc" }, { send = "\26" }, { expect = "stopped" },
      { expect = "1\27[0m> abc" }, { send = "d\r" }, { expect = "[abcd|nil|80]" }, { expect = "2\27[0m> " },
      { send = "\4" }, { expect = "nil|eof" }, { expect = "0" },
    }, { env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8" } })
    assert.is_truthy(seen:find("stopped", 1, true))
  end)

  it("may be several lines, if they are pasted", function()
    session {
      { expect = "> " }, { send = "\27[200~1. e4 e5\n\n2. Nf3\27[201~" }, { expect = "Nf3" }, { send = " *\r" },
      { expect = "[1. e4 e5//2. Nf3 *|nil|80]" },
    }
  end)

  it("is completed by Tab up to the first difference between candidates", function()
    session {
      { expect = "> " }, { send = "e4 N\9\9" }, { expect = "Nc3   Nf3" }, { send = "f\9e5\r" },
      { expect = "[e4 Nf3 e5|nil|80]" },
      -- É and é begin with the same byte, but completion must not stop inside a character.
      { expect = "> " }, { send = "É\9l\9\r" }, { expect = "[Élan |nil|80]" },
      { expect = "> " }, { send = "É\9\9" }, { expect = "Échec: check" }, { send = "\21x\9\r" },
      { expect = "[x|nil|80]" },
      { expect = "> " }, { send = "fail\9" }, { expect = "no idea" }, { send = "\r" }, { expect = "[fail|nil|80]" },
    }
  end)

  it("is wrapped at the width of the window, which may change", function()
    session({
      { expect = "> " }, { send = "a" }, { expect = "a" }, { resize = "33 10" }, { send = "b\r" },
      { expect = "[ab|nil|33]" },
    }, nil, { 60, 20 })
  end)

  it("follows inputrc, and its settings for lucena", function()
    local folder <close> = new_folder()
    local inputrc = folder:write("inputrc", '$if lucena\n"\\C-t": "Qh5#"\n$endif\n$if Bash\n"\\C-g": "no"\n$endif\n')
    session({ { expect = "> " }, { send = "\20\7\r" }, { expect = "[Qh5#|nil|80]" } }, { INPUTRC = inputrc })
  end)

  it("is read from a terminal that supports no escape sequences", function()
    session({ { expect = "> " }, { send = "e4\r" }, { expect = "[e4|nil|80]" } }, { TERM = "dumb" })
  end)

  it("is read without readline", function()
    session({
      { expect = "1\27[0m> " }, { send = "e4 é\r" }, { expect = "[e4 é|nil|80]" },
      { expect = "2\27[0m> " }, { send = "ab\3" }, { expect = "[nil|interrupt|80]" },
      { expect = "3\27[0m> " }, { send = "e5\r" }, { expect = "[e5|nil|80]" },
    }, { EDIT_PLAINLY = "1" })
  end)
end)

describe("the history", function()
  it("is kept for the next session, without duplicates, and with several lines as one entry", function()
    local folder <close> = new_folder()
    local path = folder:path "state/lucena/history"
    session({
      { expect = "> " }, { send = "e4\r" }, { expect = "[e4" },
      { expect = "> " }, { send = "d4\r" }, { expect = "[d4" },
      { expect = "> " }, { send = "\27[200~x \\n\ny\27[201~\r" }, { expect = "[x \\n/y" },
      { expect = "> " }, { send = " secret\r" }, { expect = "[ secret" }, { expect = "> " }, { send = "e4\r" },
      { expect = "[e4" }, { expect = "> " }, { send = "\27[A\27[A\27[A\r" }, { expect = "[d4" },
    }, { EDIT_HISTORY = path })
    assert.equal("e4\nd4\nx \\\\n\\ny\ne4\nd4\n", folder:read "state/lucena/history")
    local pipe = assert(io.popen(("ls -l '%s'"):format(path)))
    assert.equal("-rw-------", pipe:read("a"):sub(1, 10))
    pipe:close()
    session({
      { expect = "> " }, { send = "\27[A\27[A\27[A\r" }, { expect = "[x \\n/y" },
      { expect = "> " }, { send = "\18d\r" }, { expect = "[d4" },
    }, { EDIT_HISTORY = path })
  end)
end)
