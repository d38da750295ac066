-- Unusual files that caused errors in earlier versions, and the correct results.
local chess = require("lucena")
local new_folder = require("spec.support.folder")

local function games_of(path, options)
  local reader <close> = assert(chess.open(path, options))
  local list = {}
  for g in function() return (reader:read()) end do
    list[#list + 1] = g
  end
  return list, reader:take_diagnostics(), reader
end

local function codes(diagnostics)
  local list = {}
  for i, d in ipairs(diagnostics) do
    list[i] = ("%d:%d %s"):format(d.line, d.column, d.code)
  end
  return list
end

describe("odd files", function()
  it("with a tag larger than the buffer keep the games around it", function()
    local folder <close> = new_folder()
    local big = ('[Event "%s"]\n[White "b"]\n\n1. e4 *\n\n'):format(("x"):rep(700000))
    local path = folder:write("a.pgn", '[Event "a"]\n\n1. e4 *\n\n' .. big .. '[Event "c"]\n\n1. d4 *\n')
    local list, diagnostics, reader = games_of(path, { max_game = 262144 })
    assert.equal(2, #list)
    assert.equal(3, reader.read_count)
    assert.equal("c", list[2].tags.Event)
    assert.same({ "5:1 game_too_large" }, codes(diagnostics))
  end)

  it("with a comment that is never closed are reported at its brace, for any size", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '1. e4 *\n\n1. d4\n {' .. ("open "):rep(120000))
    local list, diagnostics = games_of(path, { max_game = 262144 })
    assert.equal(1, #list)
    assert.same({ "3:1 game_too_large", "4:2 unclosed_comment" }, codes(diagnostics))
  end)

  it("in UTF-16 without a byte order mark are recognized", function()
    local folder <close> = new_folder()
    for _, pattern in ipairs { "%0\0", "\0%0" } do
      local text = ('[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 *\n'):gsub(".", pattern)
      local list, diagnostics, reader = games_of(folder:write("a.pgn", text))
      assert.equal(0, #list)
      assert.same({ "1:1 utf16" }, codes(diagnostics))
      assert.equal(1, reader.errors)
    end
  end)

  it("on one line have correct columns", function()
    local folder <close> = new_folder()
    local list = games_of(folder:write("a.pgn", " 1. e4 * 1. d4 *\n1. c4 * *"))
    local places = {}
    for i, g in ipairs(list) do
      g = chess.game(g.text) and g
      places[i] = g.line .. ":" .. #g.text
    end
    assert.same({ "1:7", "1:7", "2:9" }, places)
    local path = folder:write("b.pgn", "1. e4 * 1. Ke3 *")
    local _, diagnostics = games_of(path, { check = true })
    assert.same({ "1:12 illegal_move" }, codes(diagnostics))
  end)

  it("with control characters are reported by a checking reader as by the game", function()
    local folder <close> = new_folder()
    local list, diagnostics = games_of(folder:write("a.pgn", '[White "a"]\n\n1. e4 {\7} *\n'), { check = true })
    assert.same({ "3:8 control_character" }, codes(diagnostics))
    assert.same({ "3:8 control_character" }, codes(list[1].diagnostics))
  end)
end)

describe("unreadable text", function()
  local function rewritten(text)
    return (assert(assert(chess.game(text)):movetext { width = 0 }):gsub("\n$", ""))
  end

  it("is kept in variations", function()
    assert.equal("1. e4 (1. d4 Nf9 2. c4 {lost?} e6) 1... e5 *",
      rewritten("1. e4 (1. d4 Nf9 2. c4 {lost?} e6) 1... e5 *"))
    assert.equal("1. e4 (1. Sf3 d5) 1... e5 *", rewritten("1. e4 (1. Sf3 d5) 1... e5 *"))
    assert.equal("(1. d4) 1. e4 *", rewritten("(1. d4) 1. e4 *"))
  end)

  it("becomes a comment if the game ends inside it", function()
    assert.equal("1. e4 (1. d4 {Nf9 (2. c4 *}) *", rewritten("1. e4 (1. d4 Nf9 (2. c4 *"))
  end)

  it("becomes a comment if moves are added after it", function()
    local g = chess.game("1. e4 Ke9 Nf3 *")
    assert(g.root[1]:add("e5"))
    assert.equal("1. e4 {Ke9 Nf3} 1... e5 *\n", g:movetext())
  end)

  it("is read back as that comment, also if variations follow the move", function()
    local function is_written(expected, edit)
      local g = chess.game("1. e4 (1. d4) 1... e5 (1... c5) Ke9 Nf3 *")
      edit(g.root[1])
      assert.equal(expected .. "\n", g:movetext())
      assert.equal(expected, rewritten(expected))
    end
    is_written("1. e4 (1. d4) 1... e5 {Ke9 Nf3} (1... c5) 2. Nf3 *", function(e4) e4[1]:add "Nf3" end)
    is_written("1. e4 (1. d4) 1... c5 (1... e5 {Ke9 Nf3}) *", function(e4) e4[1]:demote() end)
    is_written("1. e4 {Ke9 Nf3} (1. d4) *", function(e4)
      e4[2]:remove()
      e4[1]:remove()
    end)
    is_written("1. d4 {Ke9 Nf3} *", function(e4) e4:remove() end)
  end)
end)

describe("an iterator over a mainline", function()
  it("accepts only nodes of its game", function()
    local a, b = chess.game("1. e4 e5 *"), chess.game("1. d4 d5 2. c4 *")
    local step = a:mainline()
    assert.equal("d4", step(b, nil).san)
    assert.has_error(function() step(a, b.root[1]) end, "bad argument #2 to 'step' (node of another game)")
    assert.has_error(function() step(a, io.stdout) end)
  end)
end)

describe("large trees", function()
  -- Each of these took minutes in earlier versions, because lists were searched to the end for each move.
  it("with many notes, siblings and plies are read without delay", function()
    local notes = chess.game("1. e4 " .. ("{c} $1 "):rep(100000) .. "*")
    assert.equal(100000, #notes.root[1].comments)
    local siblings = chess.game("1. e4 " .. ("(1. d4) "):rep(20000) .. "*")
    assert.equal(20001, #siblings.root)
    local plies = chess.game("1. Nf3 Nf6 2. Ng1 Ng8 " .. ("Nf3 Nf6 Ng1 Ng8 "):rep(25000) .. "*")
    local last
    for node in plies:mainline() do
      last = node
    end
    assert.equal(100004, last.ply)
    assert.equal(chess.START_FEN:match("^%S+"), last.position:fen():match("^%S+"))
  end)
end)
