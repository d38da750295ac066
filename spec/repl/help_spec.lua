-- :help: the overview, commands, and the text of the doc comments.

local chess = require "lucena"
local file = require "spec.support.file"
local reference = require "lucena.repl.reference"
local sessions = require "lucena.repl.session"
local widths = require "lucena.render.width"

local function help(line, width, lang)
  local written = {}
  local session = sessions.new { lang = lang, out = function(text) written[#written + 1] = text end }
  session.settings.width = width or 79
  local done = session:line(line)
  return table.concat(written), done
end

describe(":help", function()
  it("lists the names of the library for chess", function()
    local page = reference.page "chess"
    for name in pairs(chess) do
      assert.matches("%f[%w_]chess%." .. name .. "%f[^%w_]", page)
    end
  end)

  it("is in French if the session is, with all summaries and headings", function()
    local french = require("lucena.language").help "fr"
    local titles, names = {}, {}
    for _, family in ipairs(require("lucena.repl.commands").FAMILIES) do
      titles[family.title] = true
      assert.is_string(french.titles[family.title], family.title)
      for _, command in ipairs(family) do
        names[command.name] = not command.is_own or nil
        assert.is_true(command.is_own or type(french.summaries[command.name]) == "string", command.name)
      end
    end
    for title in pairs(french.titles) do
      assert.is_true(titles[title], title)
    end
    for name in pairs(french.summaries) do
      assert.is_true(names[name], name)
    end
    local output = help(":help", 79, "fr") .. help(":help back", 79, "fr")
    assert.is_truthy(
      output:find("Parcourir la partie\n  back [N]             reculer d’un coup, ou de N coups\n", 1, true))
    assert.is_truthy(output:find("back [N]\n  reculer d’un coup, ou de N coups\n  En Lua : back(...)\n", 1, true))
    assert.is_nil(output:find "%f[%a]the%f[%A]")
  end)

  it("names no module of Lucena, about which there is no help", function()
    for _, name in ipairs(reference.names()) do
      local page = not name:find("^core") and reference.page(name, 10000) or ""
      for line in page:gmatch("[^\n]+") do
        local module = line:match("lucena%.%l[%w_.]*")
        assert.is_true(module == nil or line:find("require", 1, true) ~= nil, ("%s: %s"):format(name, line))
      end
    end
  end)

  it("lists every command", function()
    local text = help ":help"
    local session = sessions.new { out = print }
    for _, name in ipairs(session.commands) do
      assert.is_truthy(text:find("\n  :?" .. name .. " "), name)
    end
    for line in text:gmatch("[^\n]+") do
      assert.is_true(#line < 80, line)
    end
  end)

  it("explains a command", function()
    assert.is_truthy(help(":help goto"):find("^goto MOVE\n.*In Lua: jump%(%.%.%.%)"))
    local text = help ":help tablebase"
    assert.is_truthy(text:find("^tablebase %[FOLDER%]\n.*LUCENA_TABLEBASES=FOLDER.*\n\nchess.tablebase\n"), text)
  end)

  it("fits the width, even a narrow one, and omits no word", function()
    local function words(text)
      return (text:gsub("%s+", "")) -- a word that is longer than a line is broken
    end
    for _, word in ipairs { "", "eval", "position.tablebase", "chess.open", "chess" } do
      local wide
      for _, width in ipairs { 200, 79, 62, 30 } do
        local text = help(":help " .. word, width)
        for line in text:gmatch("[^\n]+") do
          assert.is_true(#line <= width or not line:find("%S +%S"), line)
        end
        wide = wide or words(text)
        assert.equal(wide, words(text))
      end
    end
  end)

  it("joins the lines of a comment into paragraphs", function()
    local text = help(":help node.eval", 90)
    assert.is_truthy(text:find("or if it is a mate. Assignable; nil removes\n  the command.\n  is number?", 1, true),
      text)
  end)

  it("shows the doc comments of C and Lua functions", function()
    for word, wanted in pairs {
      ["position.san"] = "^Position:san\n  Return a legal move in Standard", ["board:san"] = "^Position:san\n",
      ["query.player"] = "^query.player\n  Matches a player on either side", ["chess.games"] = "^chess.games\n",
      ["game.walk"] = "^Game:walk\n", ["query.find"] = "^Query:find\n", ["node.add_line"] = "^Node:add_line\n",
    } do
      assert.is_truthy(help(":help " .. word):find(wanted), word)
    end
  end)

  it("lists the fields and methods of a class", function()
    assert.is_truthy(help(":help node"):find(" .san  ", 1, true))
    assert.is_truthy(help(":help Board"):find("^Board has .- %.ply  .-\nPosition has .- %.castling  "))
    assert.is_truthy(help(":help Position"):find("^Position has "))
    assert.is_truthy(help(":help query"):find("query.player,", 1, true))
    assert.is_truthy(help(":help Move"):find("\n  .is_null      move only passes the turn\n", 1, true))
  end)

  it("lists all members of Game with their parameters on one screen", function()
    local text, count = help(":help Game"):gsub("\n", "\n")
    assert.is_true(count < 24, count)
    for line in text:gmatch("[^\n]+") do
      assert.is_true(widths.of(line) < 80, line)
    end
    local members = 0
    for name in pairs(require "lucena.core_help") do
      local member = name:match("^Game([.:][%w_]+)$")
      members = members + (member and 1 or 0)
      assert.is_true(not member or text:find(" " .. member, 1, true) ~= nil, name)
    end
    assert.is_true(members > 30)
    for _, call in ipairs { ":node_at(ply)  ", ":export(format, options?)  ", ":walk(visit, opts?)  ",
      ":strip(...)  ", ".tags  tags of a game" } do
      assert.is_truthy(text:find(" " .. call, 1, true), call)
    end
    for line in help(":help Game", 50):gmatch("[^\n]+") do
      assert.is_true(widths.of(line) <= 50, line)
    end
  end)

  it("lists every member of every class that docs/library.md lists", function()
    local count = 0
    for class, text in file.read("docs/library.md"):gmatch "%*%*(%u%w*)%*%*: (.-)\n\n" do
      local page = reference.page(class, 300) or ""
      for member in text:gsub("\n", " "):gmatch "`([%w_]+)[^`]*`" do
        assert.is_truthy(page:find("[.:]" .. member .. "%f[^%w_]"), class .. "." .. member)
        count = count + 1
      end
    end
    assert.is_true(count > 250, count)
  end)

  it("has a text for every field of a class", function()
    for _, class in ipairs { "Analysis", "Date", "Diagnostic", "Engine", "Error", "Explanation", "Index", "Nag",
      "Opening", "Report", "Score", "TimeControl" } do
      local page = help(":help " .. class, 100)
      for line in page:gmatch "\n  (%.[^\n]+)" do
        assert.is_truthy(line:find "^%.[%w_]+%s%s+%S", class .. line)
      end
    end
    assert.is_truthy(help(":help Opening"):find("\n  .opening       first part of the name", 1, true))
    assert.is_truthy(help(":help Index.count"):find("Number of games\n  is integer", 1, true))
  end)

  it("suggests similar names", function()
    local text, done = help ":help query.playr"
    assert.equal("no help on 'query.playr'; did you mean query.player?\n", text)
    assert.is_false(done)
    assert.equal("no help on 'xyzzy'; :help lists the commands\n", (help ":help xyzzy"))
    for word, name in pairs { castlng = "castling", checkmat = "checkmate", fnd = "find", gmae = "game",
      forrk = "fork" } do
      assert.equal(("no help on '%s'; did you mean %s?\n"):format(word, name), (help(":help " .. word)))
    end
  end)

  it("names the query of a word of chess", function()
    assert.equal('fork is a query: find motif "fork"\n  :help queries fork lists the queries with this word\n',
      (help ":help fork"))
    assert.equal("no help on 'occurred'; :help queries occurred lists the queries with this word\n",
      (help ":help occurred"))
  end)
end)

describe("the names of :help", function()
  it("include those that users type", function()
    local count = 0
    for _, name in ipairs(reference.names()) do
      local home, field = name:match("^(%l+)%.([%w_]+)$")
      if home == "chess" then
        assert.is_not_nil(chess[field], name)
      elseif home == "query" and not reference.page(name):find("^Query:") then
        assert.is_not_nil(chess.query[field], name)
      end
      count = count + 1
    end
    assert.is_true(count > 300)
  end)

  it("include all of chess and chess.query", function()
    for _, name in ipairs { "version", "START_FEN" } do
      assert.is_truthy(reference.page("chess." .. name), name)
    end
    for name in pairs(getmetatable(chess).__fields) do
      assert.is_truthy(reference.page("chess." .. name), name)
    end
    for name in pairs(chess.query) do
      assert.is_truthy(reference.page("query." .. name), name)
    end
    local page = reference.page "eco.load"
    assert.is_truthy(page:find("^chess.eco.load\n  Load another table[^@]*\n  takes %.%.%. string"))
  end)
end)

describe("the copy of the core's doc comments", function()
  it("is complete; lua5.4 scripts/dev/gen_core_help.lua > lua/lucena/core_help.lua writes it", function()
    local pipe = assert(io.popen("cat csrc/binding/*.c"))
    local source = pipe:read("a")
    pipe:close()
    local copy, count = require "lucena.core_help", 0
    for block in source:gmatch("/%*%*%*(.-)%*/") do
      local name = block:match("\n@function ([%w_.:]+)") or block:match("\n@field ([%w_.:]+)")
      if name then
        count = count + 1
        assert.is_truthy(copy[name], name)
      end
    end
    assert.is_true(count > 150)
    assert.is_nil(reference.page "no_such_name")
  end)
end)
