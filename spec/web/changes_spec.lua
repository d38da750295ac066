-- The session of the browser page: changed games of a file, which are kept until they are downloaded.

local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local web_session = require "spec.support.web_session"
local write = require("spec.support.file").write

local good, moves_in, new = web_session.good, web_session.moves_in, web_session.new

describe("the changes of a file", function()
  local text = '[White "A"]\n\n1. e4 e5   2. Nf3 *\n\n\n[White "B"]\n\n1.d4 {queens} d5 *\n; a remark\n'
    .. '[White "C"]\n\n1. c4 $1 *\n\n'

  local function opened(folder)
    write(folder:path "three.pgn", text)
    local call, web = new()
    good(call("open", { path = folder:path "three.pgn" }))
    return call, web
  end

  it("are kept when another game is opened, and undo returns to it", function()
    local folder <close> = new_folder()
    local call = opened(folder)
    call("game", { number = 2 })
    good(call("play", { at = 2, uci = "c2c4" }))
    local kept = good(call("comment", { text = "MY NOTE" })).kept
    assert.same({ 2, 2 }, { kept.number, kept.entry.number })
    assert.equal("e4 e5 Nf3", moves_in(good(call("game", { number = 1 })).game))
    local view = good(call("game", { number = 2 })).game
    assert.same({ "d4 d5 c4", "MY NOTE", true, 3 }, { moves_in(view), view.comment, view.is_edited, view.at })
    good(call("game", { number = 3 }))
    view = good(call "undo").game
    assert.same({ "MY NOTE", 2 }, { view.comment, view.number })
    assert.equal("e4 e5 Nf3", moves_in(good(call "undo").game))
    assert.equal("MY NOTE", good(call "undo").game.comment)
    assert.is_nil(good(call "undo").game.comment)
    local reply = good(call "undo")
    assert.same({ 2 }, { reply.kept.number, reply.kept.entry })
    assert.equal("d4 d5", moves_in(reply.game))
    for _ = 1, 5 do
      view = good(call "redo").game
    end
    assert.same({ "c4", 3 }, { (moves_in(view):gsub("%W", "")), view.number })
    assert.equal("There is nothing to redo.", call "redo".error)
  end)

  for name, replace in pairs {
    ["a file is opened"] = function(call, path)
      good(call("open", { path = path }))
      return good(call("game", { number = 1 }))
    end,
    ["a game is pasted"] = function(call)
      good(call("paste", { text = "1. b3 *" }))
      return good(call("game", { number = 1 }))
    end,
    ["a text is read"] = function(call)
      good(call("read", { text = "It began 1. b3 e5." }))
      return good(call("game", { number = 1 }))
    end,
    ["a new game begins"] = function(call) return good(call "new") end,
  } do
    it("are not lost if " .. name, function()
      local folder <close> = new_folder()
      local call = opened(folder)
      call("game", { number = 2 })
      good(call("comment", { text = "MY NOTE" }))
      local other = replace(call, folder:write("other.pgn", "1. g3 *\n")).game
      assert.is_false(other.is_edited)
      local view = good(call "undo").game
      assert.same({ "d4 d5", "MY NOTE" }, { moves_in(view), view.comment })
      assert.equal(moves_in(other), moves_in(good(call "redo").game))
    end)
  end

  it("are kept in the games of a pasted text, whose originals stay as they are", function()
    local call, web = new()
    good(call("paste", { text = "1. d4 *\n\n1. c4 *\n" }))
    for _ = 1, 2 do
      good(call("game", { number = 1 }))
      good(call("play", { at = 1, moves = "d5" }))
      assert.equal("d4 d5", moves_in(good(call("game", { number = 1 })).game))
      good(call("prompt", { line = "next" }))
      good(call("prompt", { line = "comment TWO" }))
      assert.is_truthy(web.changed[2])
    end
    assert.equal("TWO", good(call("game", { number = 2 })).game.comment)
    local folder <close> = new_folder()
    good(call("save", { what = "games", path = folder:path "out.pgn" }))
    assert.equal("1. d4 d5 *", read(folder:path "out.pgn"):match "1%. d4[^\n]*")
  end)

  it("belong to the file in which the game is", function()
    local folder <close> = new_folder()
    local call = opened(folder)
    call("game", { number = 2 })
    good(call("open", { path = folder:write("other.pgn", "1. g3 *\n\n1. h3 *\n") }))
    local reply = good(call("comment", { text = "OLD" }))
    assert.is_nil(reply.kept)
    assert.same({}, { reply.game.number, reply.journal.number, reply.around.number })
    assert.equal("g3", moves_in(good(call("game", { number = 1 })).game))
    assert.equal("h3", moves_in(good(call("game", { number = 2 })).game))
  end)

  it("are in the list, in searches, in reports and in a new session", function()
    local folder <close> = new_folder()
    local call = opened(folder)
    call("game", { number = 3 })
    good(call("comment", { text = "MY NOTE" }))
    local entry = good(call("tag", { name = "White", value = "Zukertort" })).kept.entry
    local function check(ask)
      assert.equal("Zukertort", good(ask "list").list.rows[3][2])
      assert.same({ 3 }, { good(ask("list", { query = "zukertort" })).list.rows[1][1] })
      assert.equal(1, good(ask("list", { query = 'commented "MY NOTE"' })).list.matches)
      assert.is_truthy(good(ask("report", { name = "sheet" })).html:find("MY NOTE", 1, true))
      good(ask("list", { query = "" }))
    end
    check(call)
    local other = new()
    good(other("open", { path = folder:path "three.pgn" }))
    assert.equal("no file is loaded", other("resume", { changed = { { number = 9 } } }).error)
    good(other("resume", { changed = { entry } }))
    check(other)
    assert.equal("MY NOTE", good(other("game", { number = 3 })).game.comment)
  end)

  it("are downloaded with the file, whose other bytes stay", function()
    local folder <close> = new_folder()
    local call = opened(folder)
    local function saved()
      return read(good(call("save", { what = "games", path = folder:path "out.pgn" })).path)
    end
    assert.equal(text, saved())
    for number, note in pairs { [3] = "THREE", [1] = "ONE" } do
      call("game", { number = number })
      good(call("comment", { text = note }))
    end
    call("game", { number = 2 })
    local out = saved()
    assert.is_truthy(out:find("^%[.-{ONE}.-{THREE}.-%*\n\n$"), out)
    assert.is_truthy(out:find('*\n\n\n[White "B"]\n\n1.d4 {queens} d5 *\n; a remark\n[', 1, true), out)
    good(call("list", { query = "c" }))
    out = saved()
    assert.is_truthy(out:find("{THREE}", 1, true) and not out:find("{ONE}", 1, true))
    good(call("list", { query = "" }))
    for _ = 1, 5 do
      call "undo"
    end
    assert.equal(text, saved())
  end)

  it("of a compressed file and of a pasted text are downloaded, too", function()
    local folder <close> = new_folder()
    local call = new()
    local gz = "spec/data/compressed/three.pgn.gz"
    for _, load in ipairs { { "open", { path = gz } }, { "paste", { text = text } } } do
      good(call(load[1], load[2]))
      call("game", { number = 2 })
      good(call("comment", { text = "NOTE" }))
      local out = read(good(call("save", { what = "games", path = folder:path "out.pgn" })).path)
      assert.is_truthy(out:find("{NOTE}", 1, true))
      assert.equal(3, good(call("open", { path = folder:path "out.pgn" })).list.total)
    end
  end)
end)
