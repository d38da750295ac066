-- The selected games of a file: filter, and the commands that use the selection.

local chess = require "lucena"
local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local new = require "spec.support.prompt"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/sample/sample.pgn"

-- The numbers of the games that `lucena filter` selects.
local function numbers(query)
  local list = {}
  for game in chess.games(SAMPLE, { query = query }) do
    list[#list + 1] = game.number
  end
  return list
end

describe("filter", function()
  it("selects the games that next, prev, first, last and find use", function()
    local session, type_line = new()
    type_line(SAMPLE)
    assert.equal("13 of 314 games match; games lists them, filter alone ends it", (type_line 'filter player "Morphy"'))
    local hits = numbers(chess.query.player "Morphy")
    local seen = {}
    repeat
      local _, done = type_line "next"
      seen[#seen + 1] = done and session.number or nil
    until not done
    assert.same(hits, seen)
    type_line "prev"
    assert.equal(hits[#hits - 1], session.number)
    type_line "first"
    assert.equal(hits[1], session.number)
    assert.equal("This is the first one.", (type_line "prev"))
    type_line "last"
    assert.equal(hits[#hits], session.number)
    type_line "first"
    type_line "find checkmate"
    assert.equal(4, session.number)
    type_line "open 5" -- not selected
    type_line "prev"
    assert.equal(4, session.number)
    assert.equal("the filter is off", (type_line "filter"))
    type_line "next"
    assert.equal(5, session.number)
  end)

  it("selects games for explore, report and save all", function()
    local folder <close> = new_folder()
    local session, type_line = new()
    type_line(SAMPLE)
    type_line 'filter player "Morphy"'
    type_line "new"
    assert.equal(13, require("lucena.repl.explorer").find(session, session.position).games)
    assert.is_truthy(type_line("report summary"):find("Games +13\n"))
    for _, input in ipairs { "report player Morphy", 'report player "Morphy"', "report player name=Morphy" } do
      assert.is_truthy(type_line(input):find("Morphy, Paul", 1, true), input)
    end
    assert.equal("usage: report player NAME, such as: report player Carlsen", (type_line "report player"))
    for input, word in pairs { ["report summary x"] = "x", ["report summary player=x"] = "player=x" } do
      assert.equal(("'%s' is not an option of the report summary; write OPTION=VALUE; the options: top"):format(word),
        (type_line(input)))
    end
    for word, expected in pairs { ["depth=0x4"] = "an integer from 1 to 200, not '0x4'",
      ["depth=1e0"] = "an integer from 1 to 200, not '1e0'", ["min=-1"] = "an integer from 0, not '-1'" } do
      assert.equal(word:match("%l+") .. " takes " .. expected, (type_line("report openings " .. word)))
    end
    assert.is_truthy(type_line('report openings position="e4 e5" depth=1'):find("\n2. Nf3 ", 1, true))
    assert.is_nil(type_line('report crosstable keep_duplicates=yes'):find('expected', 1, true))
    local path = folder:path "out.pgn"
    assert.equal("13 games written to " .. path, (type_line("save all " .. path)))
    local texts = {}
    for game in chess.games(SAMPLE, { query = chess.query.player "Morphy" }) do
      texts[#texts + 1] = game.text .. "\n\n"
    end
    assert.equal(table.concat(texts), file.read(path))
    assert.equal(path .. " exists; save all needs a new file", (type_line("save all " .. path)))
    assert.equal(table.concat(texts), file.read(path))
  end)

  it("accepts functions and variables, and keeps the old selection if nothing matches", function()
    local session, type_line = new()
    type_line(SAMPLE)
    assert.is_truthy(type_line("filter(function(game) return game.plies < 50 end)"):find("^%d+ of 314 games match"))
    local count = #session.shelf.hits
    local short = 0
    for game in chess.games(SAMPLE) do
      short = short + (game.plies < 50 and 1 or 0)
    end
    assert.equal(short, count)
    assert.equal("None of 314 games matches; the selection is unchanged.", (type_line 'filter player "Nobody"'))
    assert.equal(count, #session.shelf.hits)
    type_line "won = chess.query.result '1-0'"
    assert.is_truthy(type_line("filter won"):find("^107 of 314"))
    assert.is_truthy(type_line("filter checkmatee"):find("there is no 'checkmatee'", 1, true))
  end)

  it("prints a hint for conditions that hold in nearly every game", function()
    local _, type_line = new()
    type_line(SAMPLE)
    local text = type_line "filter checkmate & move_number{max = 12}"
    assert.equal(1, text:find("(move_number holds at some position of nearly every game: within(QUERY, FIRST, LAST) "
      .. "requires QUERY in a range of moves, plies{max = N} a short game)", 1, true))
    assert.is_nil(type_line("filter checkmate & within(capture, 1, 12)"):find("holds at", 1, true))
  end)

  it("is printed as a shell command that selects the same games", function()
    local session, type_line = new()
    type_line(SAMPLE)
    assert.equal("There is no filter. To select games: filter QUERY.", (type_line ":script"))
    type_line [[filter player "O'Kelly" | player "Morphy" & result "1-0"]]
    local command = type_line ":script"
    assert.equal(#session.shelf.hits, tonumber(shell(command:gsub("^lucena filter", "lucena filter -q --count"))))
    type_line "filter(chess.query.checkmate)"
    assert.is_truthy(type_line(":script"):find("Lua values of this session", 1, true))
  end)

  it("combines queries with the user's functions, which no shell command can express", function()
    local session, type_line = new()
    type_line(SAMPLE)
    type_line "function short(g) return g.plies < 40 end"
    type_line 'filter short & player "Morphy"'
    assert.same({ 4, 18, 24 }, session.shelf.hits)
    assert.is_truthy(type_line(":script"):find("Lua values of this session", 1, true))
    type_line 'find short & opening "Sicilian"'
    assert.equal(24, session.number)
    assert.is_truthy(type_line("find shortest & checkmate"):find("there is no 'shortest'", 1, true))
  end)

  it("reports the illegal moves of games that it rejects, once", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", "1. e4 e5 *\n\n1. e4 e5 2. Ke5 Nc6 *\n\n1. e4 Nf5 *\n")
    for _, query in ipairs { "checkmate", "function(g) return g.plies > 100 end" } do
      local _, type_line = new()
      type_line(folder:path "a.pgn")
      assert.equal("game 2, line 3: illegal move Ke5 (move 2, White)\n"
        .. "game 3, line 5: illegal move Nf5 (move 1, Black)\n"
        .. "None of 3 games matches; the selection is unchanged.", (type_line("filter " .. query)))
      assert.equal("None of 3 games matches; the selection is unchanged.", (type_line("filter " .. query)))
      assert.is_truthy(type_line("problems"):find("illegal move Ke5", 1, true))
    end
  end)

  it("selects pasted games, too", function()
    local session, type_line = new()
    type_line '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n\n[White "A"]\n\n1. c4 *\n'
    assert.equal("2 of 3 games match; games lists them, filter alone ends it", (type_line 'filter white "A"'))
    type_line "next"
    assert.equal("1. c4 *\n", session.game:movetext())
  end)

  it("needs a file of games", function()
    local _, type_line = new()
    assert.equal("No file is loaded. To load one: load FILE, or type its name.", (type_line "filter checkmate"))
    type_line "spec/data/epd/suite.epd"
    assert.equal("The loaded file has positions, no games.", (type_line "filter checkmate"))
  end)
end)

describe("games", function()
  it("lists the selected games in pages", function()
    local _, type_line = new()
    type_line(SAMPLE)
    type_line 'filter result "1-0"'
    local text = type_line "games"
    assert.is_truthy(text:find("\nMore %(107%): games 21$"))
    assert.equal(20, select(2, text:gsub("\n", "")))
    assert.is_nil(type_line("games 101"):find("More", 1, true))
    assert.equal("there are 107 games", (type_line "games 108"))
  end)

  it("sorts them", function()
    local _, type_line = new()
    type_line(SAMPLE)
    local text = type_line "games by moves"
    local last = math.huge
    for number in text:gmatch("%s(%d+)  ") do
      local game
      for each in chess.games(SAMPLE) do
        game = each.number == tonumber(number) and each or game
      end
      assert.is_true(game.plies <= last)
      last = game.plies
    end
    assert.is_truthy(text:find("\nMore %(314%): games 21 by moves$"))
    assert.is_truthy(type_line("games 21 by moves"):find("games 41 by moves", 1, true))
    assert.is_truthy(type_line("games by colour"):find("^usage: games.*%]$"))
    assert.is_truthy(type_line("games Morphy"):find('\nTo select the games of a player: filter player "NAME"', 1, true))
  end)
end)
