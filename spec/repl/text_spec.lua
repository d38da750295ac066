-- Pasted text with prose: posts and pages with games.

local chess = require "lucena"
local rule = require "lucena.repl.rule"
local session = require "lucena.repl.session"

local FRENCH = require "spec.support.french_game"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local function paste(text)
  local out = {}
  local s = session.new { out = function(line) out[#out + 1] = line end }
  s.settings.board = false
  local done = s:line(text)
  return s, table.concat(out, "\n"), done
end

describe("the prompt", function()
  it("reads a post with a game, tags and prose around them", function()
    local post = "Le fichier PGN d'une partie est composé de deux parties.\nExemple:\nCode : Tout\n" .. FRENCH
      .. "\nOn note e4, Cf6, Da5. La promotion se note a8=D, et C1c3.\n"
    local s, out, done = paste(post)
    assert.is_true(done)
    assert.equal(85, s.game.plies)
    assert.equal("Re6", s.node.san)
    assert.is_truthy(out:find("5 moves are only named in the text", 1, true), out)
    assert.is_nil(out:find("syntax error", 1, true))
  end)

  it("prints the right spelling of a move that is not read", function()
    for moves, spelling in pairs {
      ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 1-O Nf6"] = "1-O (move 4, White): the move is written O-O",
      ["1. e4 d6 2. e5 f5 3. exf6/ep exf6"] = "exf6/ep (move 3, White): the move is written exf6",
    } do
      local _, out = paste(moves)
      assert.is_truthy(out:find("line 1: not a move " .. spelling, 1, true), out)
    end
  end)

  it("loads a file with a post as if it were pasted, and rejects a file without moves", function()
    local folder <close> = new_folder()
    local post = folder:write("post.txt", "Hier au club :\n1. e4 e5 2. Cf3 Cc6 3. Fb5\nMerci !\n")
    local s, out, done = paste("load " .. post)
    assert.is_true(done)
    assert.equal("Bb5", s.node.san, out)
    local path = folder:write("prose.txt", "Merci beaucoup, et au revoir.\n")
    local _, message, is_done = paste("load " .. path)
    assert.is_false(is_done)
    assert.is_truthy(message:find(path .. ": line 1: this is not a PGN file", 1, true), message)
  end)

  it("keeps the words of a post as comments, as lucena read does", function()
    local s, out = paste("A post: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (and White is better)")
    assert.equal("(and White is better)", s.node.comment)
    assert.is_truthy(out:find("from the text; game:strip \"comments\" removes them", 1, true), out)
    s:line('game:strip "comments"')
    assert.is_nil(s.game:pgn():find("better", 1, true))
    local _, plain = paste("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6")
    assert.is_nil(plain:find("from the text", 1, true), plain)
  end)

  it("lists the positions of a page", function()
    local s, out, done = paste("La position initiale est « " .. chess.START_FEN .. " ».\nElle sert de référence.")
    assert.is_true(done)
    assert.equal(0, s.game.plies)
    assert.is_truthy(out:find(chess.START_FEN, 1, true), out)
  end)

  it("reports moves in prose that are not legal", function()
    local _, out = paste("My game went 1. e4 e5 2. Nf3 Nc6 and now 3. Bxa8 won.")
    assert.is_truthy(out:find("line 1: 3. Bxa8 is not legal here", 1, true), out)
  end)

  it("still reports errors of Lua", function()
    local _, out, done = paste("local x = 1.5 +* 2 y z")
    assert.is_false(done)
    assert.is_truthy(out:find("Lua: ", 1, true), out)
  end)

  it("reads a page from standard input as a whole", function()
    local r = run { stdin = "Here is a game of mine.\nIt was short: 1. f3 e5\n2. g4 Qh4 mate.\nShe laughed.\n" }
    assert.equal(0, r.code)
    assert.equal("", r.err)
    assert.is_truthy(r.out:find("2 moves", 1, true), r.out)
  end)

  it("recommends a file for prose on a terminal that passes each pasted line alone", function()
    for term, is_there in pairs { dumb = true, xterm = false } do
      local r = run { "-e", "Salut à tous, voici ma partie", env = { TERM = term } }
      assert.equal(is_there, r.err:find("save it in a file, and run load FILE", 1, true) ~= nil, r.err)
    end
  end)

  it("does not take incomplete Lua for prose", function()
    assert.is_false(rule.is_prose "for i = 1, 3 do")
    assert.is_true(rule.is_prose "the move was good")
  end)
end)
