-- Changes to games are not lost: the warning before a changed game is replaced, the journal, and saving.

local chess = require "lucena"
local file = require "spec.support.file"
local journals = require "lucena.repl.journal"
local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"
local sessions = require "lucena.repl.session"
local shell = require "spec.support.shell"

local ROSTER = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
local GAMES = '[White "A"]\n[Result "1-0"]\n\n1. e4   e5 1-0\n\n\n[White "B"]\n[Result "*"]\n\n1. d4 {x}\n   *\n\n'
  .. '[White "C"]\n[Result "*"]\n\n1. c4 *\n'

-- Returns a session that prints warnings, and a function that types an input and returns its output without the board.
local function new(options)
  local written = {}
  options = options or {}
  options.asks = true
  options.out = function(text) written[#written + 1] = text end
  local session = sessions.new(options)
  session.settings.board = false
  return session, function(line)
    written = {}
    local done, why = session:line(line)
    return table.concat(written):gsub("\n$", ""), done, why
  end
end

local WARNING = "The game has changes that are not saved: "

describe("leaving a changed game", function()
  it("prints a warning, and leaves the game if the line is repeated", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES)
    for _, line in ipairs { "open 3", "next", "prev", "first", "last", "find white \"C\"", "new", "new 5", path,
      "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "quit", ":quit", ":960", "load " .. path } do
      local session, type_line = new()
      type_line(path)
      type_line "open 2"
      type_line "comment mine"
      local text, done = type_line(line)
      local way = line:find "quit" and "`lucena --resume` restores it" or "undo returns to it"
      assert.equal(WARNING .. "`save` writes it to " .. path .. "; repeat the input to leave it (" .. way .. ").", text)
      assert.is_false(done)
      assert.equal("B", session.game.tags.White)
      type_line "fen" -- after another input, the warning is printed again
      assert.is_truthy(type_line(line):find(WARNING, 1, true), line)
      local _, _, why = type_line(line)
      assert.is_true(why == "quit" or session.game.tags.White ~= "B", line)
      if why ~= "quit" then
        type_line "undo"
        assert.equal("mine", session.game.root.comment or session.node.comment, line)
      end
    end
  end)

  it("checks the arguments of a command before it prints the warning", function()
    local session, type_line = new()
    type_line "e4"
    for line, text in pairs { ["find White=Anand"] = 'write white "Anand"', ["find"] = "usage: find",
      ["new 8/8"] = "placement", next = "No file is loaded", last = "No file is loaded", load = "usage: load FILE",
      ["load none.pgn"] = "none.pgn: cannot open", open = "usage: open N", ["open 2"] = "No file is loaded",
      ["open none.pgn"] = "none.pgn: cannot open" } do
      assert.is_truthy(type_line(line):find(text, 1, true), line)
    end
    assert.equal(WARNING, type_line("new game"):sub(1, #WARNING))
    type_line "new game"
    assert.is_nil(session.game.root[1])
  end)

  it("prints a warning at the end about a changed game that another one replaced", function()
    local folder <close> = new_folder()
    for i, line in ipairs { 'game = chess.game "1. d4 *"', 'board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"' } do
      local _, type_line = new()
      type_line "e4 e5"
      type_line(line)
      type_line("save " .. folder:path(i .. ".pgn"))
      local text, done = type_line "quit"
      assert.equal("An earlier game has changes that are not saved: undo returns to it; repeat the input to leave "
        .. "(`lucena --resume` restores it).", text)
      assert.is_false(done)
      assert.equal("quit", select(3, type_line "quit"))
    end
  end)

  it("prints no warning without changes, after saving, and for pasted games", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES)
    local session, type_line = new()
    type_line(path)
    assert.is_truthy(type_line("next"):find("^Game 2"))
    type_line "comment mine"
    type_line "undo"
    assert.is_truthy(type_line("next"):find("^Game 3"))
    type_line "comment mine"
    type_line "save"
    assert.is_truthy(type_line("prev"):find("^Game 2"))
    type_line "comment mine"
    assert.equal("X - ?: 1 tag, 1 move", (type_line '[White "X"]\n\n1. a4 *\n'))
    type_line "undo"
    assert.equal("mine", session.node.comment)
    assert.is_truthy(type_line("next"):find(WARNING, 1, true))
  end)

  it("prints no warning in sessions that scripts start", function()
    local _, type_line = new()
    local session = sessions.new { out = function() end }
    session:line "e4 e5"
    assert.is_true(session:line "new")
    type_line "e4"
    assert.equal(WARNING .. "`save FILE.pgn` saves it; repeat the input to leave it (undo returns to it).",
      (type_line "new"))
  end)
end)

describe("save", function()
  it("replaces the game in its file, keeps all other bytes, and can be repeated", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES)
    folder:run("chmod 640 a.pgn; ln -s a.pgn link.pgn")
    local _, type_line = new()
    local link = folder:path "link.pgn"
    type_line(link)
    type_line "open 2"
    type_line "goto end"
    type_line "Nf6 {good}"
    assert.equal("saved in " .. link, (type_line "save"))
    -- The saved game has all tags of the roster.
    local expected = GAMES:gsub('%[White "B"%]\n', ROSTER .. '%0[Black "?"]\n')
      :gsub("1%. d4 {x}\n   %*", "1. d4 {x} 1... Nf6 {good} *")
    assert.equal(expected, file.read(path))
    assert.equal("no change to save", (type_line "save"))
    type_line "next"
    type_line "comment last"
    assert.equal("saved in " .. link, (type_line "save"))
    assert.equal((expected:gsub('%[White "C"%]\n', ROSTER .. '%0[Black "?"]\n')
      :gsub("1%. c4 %*", "{last} 1. c4 *")), file.read(path))
    type_line "open 1"
    type_line "nag !"
    assert.equal("-rw-r-----", shell(("ls -l '%s'"):format(path)):sub(1, 10))
    assert.equal("l", shell(("ls -l '%s'"):format(link)):sub(1, 1))
  end)

  it("keeps the line ends of the file", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", (GAMES:gsub("\n", "\r\n")))
    local _, type_line = new()
    type_line(path)
    type_line "comment x"
    type_line "save"
    assert.is_nil(file.read(path):find("[^\r]\n"))
    assert.is_truthy(file.read(path):find("{x} 1. e4 e5 1-0\r\n\r\n\r\n[White \"B\"]", 1, true))
  end)

  it("writes nothing if the file changed, or is compressed, in UTF-16 or read-only", function()
    local folder <close> = new_folder()
    local function refused(path, change, why)
      local _, type_line = new()
      type_line(path)
      type_line "comment mine"
      change()
      local before = file.read(path)
      local text, done = type_line "save"
      assert.is_false(done)
      assert.equal(why .. ": nothing was written; save FILE.pgn appends the game to another file", text)
      assert.equal(before, file.read(path))
      assert.is_truthy(type_line("next"):find(WARNING, 1, true))
    end
    local path = folder:write("a.pgn", GAMES)
    refused(path, function() folder:write("a.pgn", GAMES .. "\n") end,
      path .. " has changed since the game was loaded")
    refused(path, function() folder:run "chmod 444 a.pgn" end, path .. " is read-only")
    folder:run "chmod 644 a.pgn; gzip -k a.pgn"
    refused(folder:path "a.pgn.gz", function() end,
      folder:path "a.pgn.gz" .. " is compressed, in UTF-16 or not a regular file")
    local wide = folder:write("w.pgn", "\255\254" .. GAMES:gsub(".", "%0\0"))
    refused(wide, function() end, wide .. " is compressed, in UTF-16 or not a regular file")
  end)

  it("appends to a PGN file once, and rejects other existing files", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", GAMES:sub(1, -2))
    local _, type_line = new()
    type_line "b3"
    assert.equal("appended to " .. path, (type_line("save " .. path)))
    assert.equal(GAMES:sub(1, -2) .. "\n\n", file.read(path):sub(1, #GAMES + 1))
    local count = 0
    for _ in chess.games(path) do
      count = count + 1
    end
    assert.equal(4, count)
    local once = file.read(path)
    assert.equal("no change to save", (type_line("save " .. path)))
    type_line "b6"
    assert.equal("saved in " .. path, (type_line "save"))
    assert.equal((once:gsub("1%. b3 %*", "1. b3 b6 *")), file.read(path))
    local other = folder:write("mymod.lua", "return 1\n")
    assert.equal(other .. " exists and is not named .pgn; nothing was written", (type_line("save " .. other)))
    assert.equal("return 1\n", file.read(other))
    local prose = folder:write("prose.pgn", "no chess here\n")
    assert.is_false(select(2, type_line("save " .. prose)))
    assert.equal("no chess here\n", file.read(prose))
    folder:run "gzip -k a.pgn"
    assert.is_false(select(2, type_line("save " .. folder:path "a.pgn.gz")))
  end)
end)

-- Inputs that set the comment to 1, 2, ... and print each number after the change. With `save`, they also save.
local function feed(folder, count, line)
  local lines = { ":set board off", folder:path "a.pgn", "open 2" }
  for i = 1, count do
    lines[#lines + 1] = ("comment %d"):format(i)
    lines[#lines + 1] = line
    lines[#lines + 1] = ("=print('made', %d)"):format(i)
  end
  folder:write("lines", table.concat(lines, "\n") .. "\n")
end

-- Runs a prompt on these inputs, kills it some milliseconds after its first change (on a busy machine, it takes seconds
-- to start), and returns the last number that it printed.
local function killed(folder, milliseconds)
  folder:run(([[
    cd '%s'
    HOME='%s' XDG_STATE_HOME= stdbuf -oL %s scripts/lucena --no-init -i <'%s/lines' >'%s/out' 2>&1 & pid=$!
    n=0
    until grep -q made '%s/out' || [ $n -ge 200 ]; do sleep 0.05; n=$((n + 1)); done
    sleep %.3f
    kill -KILL $pid
    wait $pid 2>/dev/null; true]]):format(os.getenv "PWD", folder.root, os.getenv("LUCENA_LUA") or "lua5.4",
    folder.root, folder.root, folder.root, milliseconds / 1000))
  local last = 0
  for number in file.read(folder:path "out"):gmatch("made\t(%d+)\n") do
    last = tonumber(number)
  end
  return last
end

describe("a prompt that is killed", function()
  local SEED = 1851
  it("loses at most the last change, and leaves either the old or the new file, seed " .. SEED, function()
    math.randomseed(SEED)
    local restored = 0
    for round = 1, tonumber(os.getenv "LUCENA_KILLS" or 4) do
      local folder <close> = new_folder()
      folder:write("a.pgn", GAMES)
      local saves = round % 2 == 0
      feed(folder, 3000, saves and "save" or "fen")
      local last = killed(folder, math.random(60, 500))
      local number
      if saves then
        local list = {}
        for game in chess.games(folder:path "a.pgn") do
          list[#list + 1] = game
        end
        assert.same({ "A", "B", "C", 3 }, { list[1].tags.White, list[2].tags.White, list[3].tags.White, #list })
        number = tonumber(list[2].text:match("{(%d+)}") or 0)
      else
        local text = shell(("HOME='%s' XDG_STATE_HOME= lucena --resume --no-init -e '=node.comment' 2>/dev/null")
          :format(folder.root))
        number = tonumber(text:match("(%d+)%s*$") or 0)
      end
      assert.is_true(number >= last and number <= last + 1, ("%d after %d"):format(number, last))
      restored = restored + (number > 0 and 1 or 0)
    end
    assert.is_true(restored > 0)
  end)
end)

describe("the journal", function()
  it("restores games, current moves and undo steps, and is removed when all games are saved", function()
    local folder <close> = new_folder()
    local path, place = folder:write("a.pgn", GAMES), folder:path "journal"
    local _, type_line = new { journal = place }
    type_line(path)
    type_line "open 2"
    assert.is_nil(journals.last(place))
    type_line "goto end"
    type_line "Nf6"
    type_line "comment good"
    folder:run "mv journal/*.journal journal/000000000001-99999999.journal" -- of an ended process
    local entries, time = journals.last(place)
    assert.same({ 2, 1 }, { #entries, time })
    assert.equal("-rw-------", shell(("ls -l '%s' | tail -n 1"):format(place)):sub(1, 10))
    local session, again = new { journal = folder:path "other" }
    session:resume(entries)
    assert.same({ "good", "Nf6", 2 }, { session.node.comment, session.node.san, session.number })
    assert.equal("saved in " .. path, (again "save"))
    assert.is_truthy(file.read(path):find("1... Nf6 {good} *", 1, true))
    again "undo"
    assert.equal("Nf6", session.node.san)
    assert.is_nil(session.node.comment)
  end)

  it("ends with the changed game although the user went on to another game without changing it", function()
    local folder <close> = new_folder()
    local path, place = folder:write("a.pgn", GAMES), folder:path "journal"
    local _, type_line = new { journal = place }
    local function last()
      folder:run "cd journal && rm -rf ../copy && mkdir ../copy && cp *.journal ../copy/000000000001-99999999.journal"
      local entries = journals.last(folder:path "copy")
      return entries[#entries]
    end
    type_line(path)
    type_line "open 2"
    type_line "comment mine"
    type_line "next"
    type_line "next"
    type_line "c4"
    assert.is_truthy(last().text:find("mine", 1, true))
    type_line "open 2"
    assert.is_nil(last().text:find("mine", 1, true))
  end)

  it("ignores an incomplete entry", function()
    local folder <close> = new_folder()
    folder:run "mkdir j"
    folder:write("j/000000000001-99999999.journal", "game 9 1 - -\n1. e4 *\n\n\ngame 500 1,1 - -\n1. e4 e")
    assert.equal("1. e4 *\n\n", journals.last(folder:path "j")[1].text)
    assert.is_nil(journals.last(folder:path "j")[2])
  end)

  it("reports a session that was killed, not one whose user left the changes", function()
    local folder <close> = new_folder()
    local place = folder:path "journal"
    local _, type_line = new { journal = place }
    type_line "e4"
    type_line "comment good"
    assert.is_nil(journals.crashed(place)) -- the process runs
    folder:run "mkdir copy && cp journal/*.journal copy/000000000001-99999999.journal"
    assert.equal(1, journals.crashed(folder:path "copy"))
    folder:run "printf 'end\\n' >> copy/000000000001-99999999.journal"
    assert.is_nil(journals.crashed(folder:path "copy"))
    assert.is_truthy(journals.last(folder:path "copy")) -- --resume still restores it
    assert.is_nil(journals.crashed(folder:path "missing"))
    for interrupted, is_reported in pairs { [true] = true, [false] = false } do
      local other = folder:path(tostring(interrupted))
      local s, type_there = new { journal = other }
      type_there "e4"
      type_there "comment good"
      require("lucena.repl.keeping").finish(s, interrupted)
      folder:run(("mv %s/*.journal %s/000000000001-99999999.journal"):format(interrupted, interrupted))
      assert.equal(is_reported, journals.crashed(other) ~= nil)
    end
  end)

  it("is offered at the next start until the session is restored, and ends when the user leaves the changes", function()
    local folder <close> = new_folder()
    folder:run "mkdir -p state/lucena/journal"
    folder:write("state/lucena/journal/000000000001-99999999.journal", "game 16 1 - -\n1. e4 {good} *\n\n\n")
    local function start(argument, steps)
      table.insert(steps, { send = "quit\rquit\r" })
      return select(2, pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena", argument },
        steps, { env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
          XDG_STATE_HOME = folder:path "state", XDG_CONFIG_HOME = folder:path "config" } }))
    end
    assert.is_truthy(start(nil, { { expect = "lucena --resume" }, { expect = "White> " } }))
    local seen = start("--resume", { { expect = "undo goes back" }, { expect = "Black> " } })
    assert.is_falsy(seen:find("was interrupted", 1, true), seen)
    assert.is_truthy(seen:find("^.-lucena %d.-resumed the session"), seen)
    assert.is_falsy(start(nil, { { expect = "White> " } }):find("was interrupted", 1, true))
  end)
end)
