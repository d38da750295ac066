-- lua/lucena/games.lua: the text between the games in a text, and calls with wrong arguments.

local chess = require "lucena"

-- Every game of a text, with the text and the diagnostics between games.
local function split(text)
  local found = {}
  for game, before, behind in chess.games_in(text) do
    found[#found + 1] = { game.text, before or false, behind or false }
  end
  return found
end

describe("chess.games_in", function()
  it("returns text outside games", function()
    assert.same({ { '[Event "x"]\n\n1. e4 *', "Dear reader,\n\nhere it is:", false } },
      split 'Dear reader,\n\nhere it is:\n\n[Event "x"]\n\n1. e4 *\n')
    assert.same({ { "1. e4 *", false, false }, { '[Event "x"]\n\n*', "and then", "Yours" } },
      split '1. e4 *\n\nand then\n[Event "x"]\n\n*\n\nYours\n')
    assert.same({ { "1. e4 *", false, "thanks!" } }, split "1. e4 *\nthanks!")
    assert.same({ { "1. e4 *", false, "{never closed" } }, split "1. e4 *\n\n{never closed")
  end)

  it("includes comments before text outside games", function()
    assert.same({ { "1. e4 *", false, "{c} and text" } }, split "1. e4 *\n\n{c} and text")
    assert.same({ { "1. e4 *", false, "{c} % no line" } }, split "1. e4 *\n\n{c} % no line")
  end)

  it("omits white space, byte order marks and comments outside games", function()
    for _, behind in ipairs {
      "", "\n\n", "\n\n{c}", "\n\n{c}\n{d\ne} ; f\n% g\n", "\r\n% g\r\n;h", "\n  % g",
      "\u{FEFF}{c}", " \u{FEFF} \t\v\f",
    } do
      assert.same({ { "1. e4 *", false, false } }, split("1. e4 *" .. behind))
    end
    assert.same({ { "% line\n1. e4 *", false, false } }, split "\u{FEFF}% line\n1. e4 *")
  end)

  it("is not slow if there are many comments", function()
    local started = os.clock()
    assert.same({ { "*", false, false } }, split("*\n\n" .. ("{c} ; d\n% e\n"):rep(20000)))
    local after = "*" .. ("\n{c} ; d"):rep(20000)
    assert.same({ { after, false, false } }, split(after))
    assert.is_true(os.clock() - started < 5)
  end)
end)

describe("chess.game", function()
  local function refusal(text)
    local game, message, code = chess.game(text)
    assert.is_nil(game)
    return message, code
  end

  it("refuses text next to the game, on either side", function()
    local message, code = refusal 'Dear reader,\n\n[Event "x"]\n\n1. e4 *\n'
    assert.equal("there is text before the game that does not belong to it, use chess.games_in", message)
    assert.equal("stray_text", code)
    message, code = refusal "1. e4 *\nthanks!"
    assert.equal("there is text after the game that does not belong to it, use chess.games_in", message)
    assert.equal("stray_text", code)
  end)

  it("reports a FEN with too few or too many ranks as an invalid FEN", function()
    for _, ranks in ipairs { "4k3/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/9", "4k3/8/8/8/8/8/8/8/4K3" } do
      assert.equal("bad_board", select(2, refusal(ranks .. " w - - 0 1")), ranks)
    end
    assert.equal("4k3/8/8/8/8/4K3 w -", chess.game("4k3/8/8/8/8/4K3 w -").text)
  end)

  it("has separate errors for no game and for several, with and without text", function()
    for _, text in ipairs { "", " ", "{c}", "Hello world", "{never closed" } do
      assert.equal("no_game", select(2, refusal(text)), text)
    end
    assert.equal("more_games", select(2, refusal '1. e4 *\n\nHello\n[Event "x"]\n\n*'))
  end)

  it("allows comments around it", function()
    assert.equal("1. e4 * {c}\n; d", chess.game("1. e4 * {c}\n; d\n\n{e}").text)
  end)
end)

describe("wrong use", function()
  local game = chess.game "1. e4 *"
  local HERE = debug.getinfo(1, "S").short_src

  -- The error message must name the line of this file on which the call is.
  local function blames(message, call)
    local good, err = pcall(function()
      call() -- not a tail call, which would remove this line from the stack
    end)
    assert.is_false(good)
    local line = debug.getinfo(call, "S").linedefined
    assert.equal(("%s:%d: %s"):format(HERE, line, message), err)
  end

  it("of chess.games names the function and the caller's line", function()
    local source = "path, function, {text = string} or object with read expected, got"
    blames(("bad argument #1 to 'games' (%s number)"):format(source), function() local _ = chess.games(5) end)
    blames(("bad argument #1 to 'games' (%s nil)"):format(source), function() local _ = chess.games() end)
    blames("bad argument #2 to 'games' (table expected, got number)", function() local _ = chess.games("x", 1) end)
    blames("bad argument #2 to 'games' (table of options expected, got lucena.Query)",
      function() local _ = chess.games("x", chess.query.check) end)
    blames("bad argument #2 to 'open' (table of options expected, got lucena.Query)",
      function() local _ = chess.open("x", chess.query.check) end)
    blames("bad argument #1 to 'json' (table of options expected, got lucena.Query)",
      function() local _ = game:json(chess.query.check) end)
    blames("bad argument #2 to 'games' (unknown option 'foo')", function() local _ = chess.games("x", { foo = 1 }) end)
    blames("bad argument #2 to 'games' (option 'where': function expected, got string)",
      function() local _ = chess.games("x", { where = "White" }) end)
    blames("bad argument #2 to 'games' (option 'tags': item 1 is no table {name, operator, value})",
      function() local _ = chess.games("x", { tags = { 1 }, where = print }) end)
  end)

  it("of chess.open, game and games_in too", function()
    blames("bad argument #1 to 'open' (path, function, {text = string} or object with read expected, got nil)",
      function() local _ = chess.open(nil) end)
    blames("bad argument #1 to 'game' (string, lucena.Position or nil expected, got table)",
      function() local _ = chess.game({}) end)
    blames("bad argument #1 to 'games_in' (string expected, got nil)", function() local _ = chess.games_in(nil) end)
  end)

  it("of a Game's methods too", function()
    blames("bad argument #1 to 'pgn' (unknown option 'foo')", function() local _ = game:pgn { foo = 1 } end)
    blames("bad argument #1 to 'pgn' (table expected, got number)", function() local _ = game:pgn(1) end)
    blames("bad argument #1 to 'pgn' (lucena.Game expected, got string)", function() local _ = game.pgn("x") end)
    blames("bad argument #1 to 'walk' (function expected, got nil)", function() local _ = game:walk() end)
    blames("calling 'walk' on bad self (lucena.Game expected, got table)", function() local _ = game.walk({}) end)
    blames("bad argument #1 to 'boards' (lucena.Game expected, got nil)", function() local _ = game.boards(nil) end)
  end)

  it("differs from the error of a file that cannot be opened", function()
    local good, message = pcall(chess.games, "no/such.pgn")
    assert.is_false(good)
    assert.equal("no/such.pgn: cannot open: No such file or directory", tostring(message))
  end)
end)
