-- lucena board: output formats, positions from arguments, files and games, and error messages.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local ENDGAME = "8/8/1KP5/3r4/8/8/8/k7"

local DRAWN = [[
8 . . . . . . . .
7 . . . . . . . .
6 . K P . . . . .
5 . . . r . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . . . .
1 k . . . . . . .
  a b c d e f g h
]]

local function board(...)
  return run { "board", env = { LC_ALL = "C" }, ... }
end

describe("lucena board", function()
  it("draws a FEN given as one word, as several, as an EPD line, and from standard input", function()
    assert.same({ code = 0, out = DRAWN, err = "" }, board(ENDGAME .. " w - - 0 1"))
    assert.equal(DRAWN, board(ENDGAME, "w", "-", "-", "0", "1").out)
    assert.equal(DRAWN, board(ENDGAME .. " w - - bm c7; id \"Saavedra\";").out)
    assert.equal(DRAWN .. "\n" .. DRAWN,
      run { "board", "-", env = { LC_ALL = "C" }, stdin = ENDGAME .. " w - -\r\n\n" .. ENDGAME .. " b - - 0 1\n" }.out)
  end)

  it("draws illegal positions", function()
    assert.equal("8 k k k k k k k k\n", board("kkkkkkkk/8/8/8/8/8/8/8").out:match("^.-\n"))
    local r = board("kkkkkkkk/8/8/8/8/8/8/8", "--moves", "e4")
    assert.same({ 1, "position 1: the position is not legal, so no move can be played\n" }, { r.code, r.err })
  end)

  it("has figurines, letters of languages, and Black's view", function()
    assert.equal("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n", board("--unicode").out:match("^.-\n"))
    assert.equal("R D T\n", board("--alphabet", "french", "4k3/8/8/8/8/8/8/K2Q3R").out:match("\n1 (.-)\n")
      :gsub("[. ]+", " ") .. "\n")
    assert.equal("1 R N B K Q B N R\n", board("--moves", "e4", "--mover").out:match("^.-\n"))
    assert.equal("R N B K Q B N R\n", board("--flip", "--no-coordinates").out:match("^.-\n"))
  end)

  it("plays moves in any dialect, and draws the last position", function()
    local svg = board("--svg", "--dialect", "french", "--moves", "1. e4 e5 2. Cf3").out
    local chess = require "lucena"
    local position = chess.position():play "e4 e5 Nf3"
    assert.equal(position:svg { last_move = "g1f3" } .. "\n", svg)
    local r = board("--moves", "e4 e5 Ke3")
    assert.same({ 1, "position 1: illegal move Ke3 (move 2, White)\n" }, { r.code, r.err })
  end)

  it("draws arrows and marks in the syntax of games", function()
    local svg = board("--svg", "--arrows", "Re2e4,d2d4", "--marks", "Ya1").out
    local position = require("lucena").position()
    assert.equal(position:svg { arrows = { { from = "e2", to = "e4", color = "red" }, "d2d4" },
      marks = { { square = "a1", color = "yellow" } } } .. "\n", svg)
  end)

  it("draws a position of a game, with the marks of its comment", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", "1. d4 *\n\n1. e4 {[%csl Ge4]} (1. c4) e5 *\n")
    assert.equal(board("--moves", "e4 e5").out, board(path, "--game", "2").out)
    assert.is_truthy(board(path, "--game", "2", "--ply", "1", "--svg").out:find('fill="#2e8b3d"', 1, true))
    assert.equal(path .. ": there is no game 3, only 2\n", board(path, "--game", "3").err)
    assert.equal(path .. ": game 1 has no ply 2, only 1\n", board(path, "--ply", "2").err)
    local r = board(folder:write("b.pgn", "1. e4 e5 Ke3 Nf6 *\n"))
    assert.same({ 1, board("--moves", "e4 e5").out }, { r.code, r.out })
    assert.is_truthy(r.err:find("b.pgn:1:10: illegal move Ke3", 1, true))
  end)

  it("writes each of several pictures to its own file", function()
    local folder <close> = new_folder()
    local path = folder:write("a.fen", ENDGAME .. " w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - -\n")
    assert.equal(0, board(path, "-o", folder:path "b-%d.svg").code)
    assert.same({ "a.fen", "b-1.svg", "b-2.svg" }, folder:names())
    local r = board(path, "--svg")
    assert.same({ 2, "lucena: more than one position; to write each to its own file: -o NAME-%d.svg\n" },
      { r.code, r.err })
    assert.equal("", r.out)
    assert.equal(0, board(path, "-o", folder:path "c-%02d.svg").code)
    assert.same({ "a.fen", "b-1.svg", "b-2.svg", "c-01.svg", "c-02.svg" }, folder:names())
  end)

  it("leaves no file if the number of pictures does not fit the name", function()
    local folder <close> = new_folder()
    local path = folder:write("a.fen", ENDGAME .. " w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - -\n")
    local name = folder:path "d-%s.svg"
    for message, out in pairs {
      [("-o %s: the number of the picture is %%d, or %%02d for two digits"):format(name)] = name,
      ["more than one position; to write each to its own file: -o NAME-%d.svg"] = folder:path "one.svg",
    } do
      local r = board(path, "-o", out)
      assert.same({ 2, "lucena: " .. message .. "\n" }, { r.code, r.err:match("[^\n]*\n$") })
    end
    assert.same({ "a.fen" }, folder:names())
  end)

  it("writes PNG if a program for it is installed", function()
    local need = require "spec.support.need"
    local folder <close> = new_folder()
    need.program "rsvg-convert"
    local path = folder:path "a.png"
    assert.same({ code = 0, out = "", err = "" }, board("-o", path, "--size", "80"))
    local width, height = (">I4I4"):unpack(folder:read("a.png"):match("^\x89PNG\r\n\x1a\n....IHDR(........)"))
    assert.same({ 80, 80 }, { width, height })
    -- The PATH contains only Lua.
    local lua = os.getenv("LUCENA_LUA") or "lua5.4"
    assert.is_true(folder:run(("mkdir bin && ln -s \"$(command -v '%s')\" bin"):format(lua)))
    local r = run { "board", "--png", env = { PATH = folder:path "bin" } }
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("lucena: PNG is made by rsvg-convert (Debian: librsvg2-bin)", 1, true))
    assert.equal("", r.out)
  end)

  it("reports wrong options", function()
    for text, arguments in pairs {
      ["--svg and --ascii exclude each other"] = { "--svg", "--ascii" },
      ["--arrows takes arrows such as Gf3e5,Rd6e5, not 'e2'"] = { "--arrows", "e2" },
      ["--arrows takes arrows such as Gf3e5,Rd6e5, not 'e2e2'"] = { "--arrows", "e2e2" },
      ["--marks takes squares such as Re5,Gd4, not 'Xe4'"] = { "--marks", "Xe4" },
      ["--size takes an integer from 1 to 10000, not '0'"] = { "--size", "0" },
      ["unknown format: 'a.gif'; give --svg, --png, --unicode or --ascii"] = { "-o", "a.gif" },
    } do
      local r = board(table.unpack(arguments))
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("lucena: " .. text .. "\n", 1, true), r.err)
    end
    local r = board("9/8/8/8/8/8/8/8")
    assert.same({ 1, "", "position 1: bad piece placement\n" }, { r.code, r.out, r.err })
    assert.equal(3, board("nofile").code)
  end)

  it("draws the other inputs if one cannot be read", function()
    local folder <close> = new_folder()
    local path = folder:write("a.fen", ENDGAME .. " w - - 0 1\n")
    local r = board(path, "nofile.fen", "nofile.pgn", folder.root, path)
    assert.same({ 3, DRAWN .. "\n" .. DRAWN }, { r.code, r.out })
    assert.is_truthy(r.err:find("nofile.fen: ", 1, true) and r.err:find("nofile.pgn: ", 1, true), r.err)
    r = board(path, "nofile.fen", "-o", folder:path "new.svg")
    assert.same({ 3, nil }, { r.code, folder:read "new.svg" })
    assert.is_truthy(r.err:find("new.svg: not written, because not all input could be read\n", 1, true), r.err)
  end)
end)
