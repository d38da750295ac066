-- Extensions by programs and rocks: registered names, methods of classes, user values of a game; and using the
-- dialect of a game again. `make rock` installs and tests the rock of scripts/examples/rock.

local chess = require "lucena"
local core = require "lucena.core"
local run = require "spec.support.run"

local GAME = "1. e4 e5 2. Nf3 *"
local SAMPLE = "spec/data/sample/sample.pgn"
local EXTENSIONS = "scripts/examples/rock/?.lua;;"

local function refused(text, func, ...)
  local done, message = pcall(func, ...)
  assert.is_false(done)
  assert.matches(text, tostring(message), 1, true)
end

-- A report that counts games.
local function counter(name)
  return {
    name = name,
    new = function()
      return {
        games = 0, add = function(self) self.games = self.games + 1 end,
        sections = function(self)
          local rows = { { n = self.games } }
          return { { title = "Games", columns = { { key = "n", title = "N" } }, rows = rows, notes = {} } }
        end,
      }
    end,
  }
end

describe("a property that is written in Lua", function()
  local function with(class, property, f)
    core[class].spec_property = property
    local done, message = pcall(f)
    core[class].spec_property = nil
    assert(done, message)
  end

  it("is read by its function", function()
    with("Position", { get = function(position) return position:count "Q" end }, function()
      assert.equal(1, chess.position().spec_property)
      assert.equal(0, chess.position("4k3/8/8/8/8/8/8/4K3 w - -").spec_property)
    end)
  end)

  it("is set by its function", function()
    local property = {
      get = function(node) return node.comments[1] end,
      set = function(node, text) node.comments = { text } end,
    }
    with("Node", property, function()
      local node = chess.game("1. e4 {a} *").root[1]
      node.spec_property = node.spec_property .. "b"
      assert.same({ "ab" }, { table.unpack(node.comments) })
    end)
  end)

  it("cannot be set without one", function()
    with("Game", { get = function() return 1 end }, function()
      local game = chess.game(GAME)
      refused("lucena.Game field 'spec_property' cannot be set", function() game.spec_property = 2 end)
      assert.equal(1, game.spec_property)
    end)
  end)

  it("passes errors of its functions on", function()
    with("Move", { get = function() error("broken", 0) end }, function()
      refused("broken", function() return chess.position():moves()[1].spec_property end)
    end)
  end)
end)

describe("the dialect of a game", function()
  local LETTERS = { name = "letters", extend = "pgn", pieces = { K = "R", Q = "D", R = "T", B = "F", N = "C" } }

  it("can be used by name while the game exists", function()
    local game = chess.game("1. e4 e5 2. Cf3 *", { dialect = LETTERS })
    assert.equal("letters", game.dialect)
    assert.equal("1. e4 e5 2. Cf3 *\n", game:movetext { dialect = game.dialect })
    assert.equal("Cf3", chess.position():write(chess.position():parse "Nf3", game.dialect))
    local other = chess.game("1. e4 e5 2. Cc3 *", { dialect = LETTERS }) -- with an equal definition
    assert.equal("1. e4 e5 2. Cc3 *\n", other:movetext { dialect = game.dialect })
  end)

  it("is not chosen if several dialects have the name", function()
    local game = chess.game("1. e4 *", { dialect = { name = "twice", extend = "lan" } })
    local other = chess.game("1. e4 *", { dialect = { name = "twice", extend = "fide" } })
    local _, err, code = chess.dialect(game.dialect)
    assert.equal("several dialects are named 'twice'; pass the Dialect itself", err)
    assert.equal("bad_dialect", code)
    assert.equal("twice", other.dialect)
  end)

  it("can be a table wherever it can be a name", function()
    local lan = { extend = "lan" }
    assert.equal("1. e2-e4 e7-e5 2. Ng1-f3 *\n", chess.game(GAME):movetext { dialect = lan })
    assert.equal("Ng1-f3", chess.position():write(chess.position():parse "Nf3", lan))
    refused("unknown dialect 'lann'; did you mean 'lan'?", chess.game, GAME, { dialect = { extend = "lann" } })
  end)
end)

describe("chess.register", function()
  it("adds a dialect", function()
    chess.register("dialect", "spec-club", { extend = "fide:german", title = "A club" })
    assert.equal("Sf3", chess.position():write(chess.position():parse "Nf3", "spec-club"))
    assert.equal("spec-club", chess.game("1. Sf3 *", { dialect = "Spec Club" }).dialect)
    assert.equal("1. e4 e5 2. Sf3 *\n", chess.game(GAME):movetext { dialect = "spec-club" })
    local listed
    for _, row in ipairs(chess.dialects()) do
      listed = listed or row.name == "spec-club" and row.title
    end
    assert.equal("A club", listed)
    chess.register("dialect", "spec-lan", chess.dialect "lan")
    assert.equal("Ng1-f3", chess.position():write(chess.position():parse "Nf3", "spec-lan"))
  end)

  it("adds a format", function()
    chess.register("format", "spec_plies", function(game, options)
      return game.plies .. (options and "!" or "") .. "\n"
    end)
    local game = chess.game(GAME)
    assert.equal("3\n", game:export "spec_plies")
    assert.equal("3!\n", game:export("spec_plies", {}))
    local out = {}
    local writer = chess.writer(function(text) out[#out + 1] = text end)
    writer:export(game, "spec_plies")
    writer:export(game, function(other) return other.plies .. ";" end)
    writer:close()
    assert.equal("3\n3;", table.concat(out))
    refused("there is no format 'spec_pliess'; did you mean 'spec_plies'? The formats are pgn, json,",
      game.export, game, "spec_pliess")
  end)

  it("adds a format whose function must return text, or nil and a message", function()
    local game = chess.game(GAME)
    chess.register("format", "spec_nothing", function() end)
    local place = "spec/lua/extension_spec.lua:" .. debug.getinfo(1, "l").currentline - 1
    refused(place .. ": the format 'spec_nothing' returned nothing; it must return text, or nil and a message",
      game.export, game, "spec_nothing")
    refused("the format returned number; it must return text, or nil and a message", game.export, game,
      function() return 5 end)
    refused("the format returned boolean", game.export, game, function() return false end)
    local function failing() return nil, "no players", "no_players" end
    assert.same({ nil, "no players", "no_players" }, { game:export(failing) })
    local writer <close> = chess.writer(function() end)
    assert.same({ nil, "no players", "no_players" }, { writer:export(game, failing) })
    assert.same({ nil, "no players", "bad_format" }, { game:export(function() return nil, "no players" end) })
  end)

  it("adds a query, also to the language of -e", function()
    chess.register("query", "spec_short", chess.query.plies { max = 3 })
    chess.register("query", "spec_at_most", function(plies) return chess.query.plies { max = plies } end)
    local game = chess.game(GAME)
    assert.is_true(chess.query.spec_short(game))
    assert.is_false(chess.query.spec_at_most(2)(game))
    assert.is_true(chess.query.parse "spec_short & ~spec_at_most(2)"(game))
  end)

  it("adds a query as a function: without parameters, the bare name is the query", function()
    local q, game, mate = chess.query, chess.game(GAME), chess.game "1. f3 e5 2. g4 Qh4# *"
    chess.register("query", "spec_mated", function() return q.checkmate end)
    chess.register("query", "spec_up_to", function(...) return q.plies { max = ... or 3 } end)
    chess.register("query", "spec_from", function(plies) return q.plies { min = plies } end)
    chess.register("query", "spec_empty", function() end)
    chess.register("query", "spec_lua", function() return function(g) return g.plies == 4 end end)
    assert.is_false((q.spec_mated & q.player "X")(mate))
    assert.is_true((q.spec_mated & q.plies { max = 4 })(mate))
    assert.is_true((q.plies { max = 4 } & q.spec_mated())(mate))
    assert.is_false((q.spec_mated | q.player "X")(game))
    assert.is_true((~q.spec_mated)(game))
    assert.is_true(q.spec_mated(mate))
    assert.is_true((q.spec_lua & q.checkmate)(mate))
    assert.is_true(q.parse "spec_mated & spec_lua"(mate))
    assert.is_false(q.spec_up_to(mate))
    assert.is_true(q.spec_up_to(4)(mate))
    refused("spec_from needs arguments: call spec_from(...)", function() return q.spec_from & q.checkmate end)
    refused("spec_from needs arguments: call spec_from(...)", function() return q.checkmate & q.spec_from end)
    assert.same({ nil, "query:1: spec_from needs arguments: call spec_from(...)", "bad_query" },
      { q.parse "spec_from & checkmate" })
    assert.is_true((q.spec_from(4) & q.checkmate)(mate))
    refused("registered as the query 'spec_empty', returned nothing; it must return a query",
      function() return q.spec_empty end)
  end)

  it("adds a report; a table is a report without a name", function()
    chess.register("report", "spec_counter", counter())
    for _, report in ipairs { chess.report "spec_counter", chess.report(counter "mine") } do
      report:add(chess.game(GAME))
      report:add(chess.game(GAME))
      assert.equal(2, report:rows()[1].n)
    end
    assert.equal("spec_counter", chess.report("spec_counter").name)
    assert.equal("mine", chess.report(counter "mine").name)
    assert.is_truthy(table.concat(chess.reports(), " "):find "spec_counter")
    assert.same({ nil, "report: field 'new' is missing", "bad_report" }, { chess.report {} })
  end)

  it("checks the fields of a report and of its options", function()
    local function problem(changes)
      local kind = counter()
      for name, value in pairs(changes) do
        kind[name] = value
      end
      local report, message, code = chess.report(kind)
      assert.is_nil(report)
      assert.equal("bad_report", code)
      refused(("x: %s)"):format(message:gsub("^report: ", "")), chess.register, "report", "x", kind)
      return message
    end
    assert.equal("report: unknown field 'columnz'; did you mean 'columns'?", problem { columnz = {} })
    assert.equal("report: field 'query' must be a function, not a boolean", problem { query = true })
    assert.equal("report: option 1: a table with a name expected", problem { options = { "top" } })
    assert.equal("report: option 1: unknown field 'defaultz'; did you mean 'default'?",
      problem { options = { { name = "top", kind = "integer", defaultz = 1 } } })
    assert.equal("report: option 2: the kind is integer, number, string, boolean, choice, file or side, not 'word'",
      problem { options = { { name = "top", kind = "integer" }, { name = "least", kind = "word" } } })
    assert.equal("report: option 1: the kind 'choice' needs an array 'choices'",
      problem { options = { { name = "top", kind = "choice" } } })
    for kind, value in pairs { integer = "x", string = 5, file = true, boolean = "no" } do
      assert.equal(("report: option 1: the default: %s expected, got %s"):format(kind == "file" and "string" or kind,
        type(value) == "number" and value or type(value)),
        problem { options = { { name = "a", kind = kind, default = value } } })
    end
    assert.equal("report: option 1: the default: integer expected, got 2.5",
      problem { options = { { name = "a", kind = "integer", default = 2.5 } } })
    assert.equal("report: option 1: the default is none of the choices",
      problem { options = { { name = "a", kind = "choice", choices = { "x" }, default = "y" } } })
  end)

  it("names the function of a report that returns nothing", function()
    local function message_of(kind, method)
      local report, message, code = chess.report(kind)
      if report then
        report, message, code = report[method](report, "csv")
      end
      assert.is_nil(report)
      assert.equal("bad_report", code)
      return (message:gsub("^spec/lua/extension_spec.lua:%d+: ", ""):gsub("^report 'own': ", ""))
    end
    assert.equal("new() returned nothing; it must return an object, or nil and a message",
      message_of { new = function() end })
    assert.equal("new() returned number; it must return an object, or nil and a message",
      message_of { new = function() return 5 end })
    assert.equal("the object of new() has no method 'add'", message_of { new = function() return { ad = print } end })
    assert.equal("the object of new() has no method 'merge'",
      message_of { state = { "n" }, new = function() return { add = print, sections = print } end })
    for _, method in ipairs { "sections", "rows", "format" } do
      assert.equal("sections() returned nothing; it must return an array of sections, or nil and a message",
        message_of({ new = function() return { add = print, sections = function() end } end }, method))
    end
    local function report_with(sections)
      return { new = function() return { add = print, sections = function() return sections end } end }
    end
    for text, sections in pairs {
      ["sections() returned string; it must return an array of sections, or nil and a message"] = "x",
      ["sections() returned one section; it must return an array of sections"] = { columns = {}, rows = {} },
      ["section 1 is a number, not a table"] = { 1 },
      ["section 1 has no array 'columns'"] = { { rows = {} } },
      ["section 'A' has no array 'rows'"] = { { title = "A", columns = {} } },
      ["section 1 has an unknown field 'rowz'; did you mean 'rows'?"] = { { columns = {}, rowz = {} } },
      ["column 1 of section 1 has no key"] = { { columns = { { title = "A" } }, rows = {} } },
      ["column 'a' of section 1 has an unknown field 'titel'; did you mean 'title'?"] =
        { { columns = { { key = "a", titel = "A" } }, rows = {} } },
      ["column 'a' of section 1 has the unknown kind 'n'; the kinds are date, decimal, graph, integer, moves, points,"
        .. " share, text, year"] = { { columns = { { key = "a", kind = "n" } }, rows = {} } },
      ["the chart of section 1 has the unknown kind 'pie'; the kinds are bars, line, stacked"] =
        { { columns = {}, rows = {}, chart = { kind = "pie" } } },
    } do
      assert.equal(text, message_of(report_with(sections), "format"))
      assert.equal(text, message_of(report_with(sections), "rows"))
    end
    local report = chess.report(report_with {})
    refused("the report 'own' has no method 'merge'", report.merge, report, chess.report(report_with {}))
    assert.same({ nil, "not now", "bad_option" }, { chess.report { new = function() return nil, "not now" end } })
  end)

  it("does not replace an earlier value without {replace = true}", function()
    local q = chess.query
    chess.register("query", "spec_twice", q.check)
    chess.register("query", "spec_twice", q.check) -- the same value again
    refused("the query 'spec_twice' is already registered; {replace = true} replaces it", chess.register, "query",
      "spec_twice", q.checkmate)
    assert.equal(tostring(q.check), tostring(q.spec_twice))
    chess.register("query", "spec_twice", q.checkmate, { replace = true })
    assert.equal(tostring(q.checkmate), tostring(q.spec_twice))
    refused("unknown option 'replcae'; did you mean 'replace'?", chess.register, "query", "spec_twice", q.check,
      { replcae = true })
    refused("'checkmate' is a built-in query", chess.register, "query", "checkmate", q.check, { replace = true })
    chess.register("dialect", "spec-twice", { extend = "fide" })
    refused("the dialect 'spec-twice' is already registered", chess.register, "dialect", "spec-twice",
      { extend = "lan" })
    chess.register("dialect", "spec-twice", { extend = "lan" }, { replace = true })
    assert.equal("e2-e4", chess.position():write(chess.position():parse "e4", "spec-twice"))
  end)

  it("does not replace built-in parts, and checks its arguments", function()
    refused("'french' is the name of a built-in dialect", chess.register, "dialect", "french", {})
    refused("'csv' is a built-in format", chess.register, "format", "csv", print)
    refused("'checkmate' is a built-in query", chess.register, "query", "checkmate", chess.query.check)
    refused("'summary' is a built-in report", chess.register, "report", "summary", counter())
    refused("unknown dialect 'fiede'; did you mean 'fide'?", chess.register, "dialect", "x", { extend = "fiede" })
    refused("table or lucena.Dialect expected, got number", chess.register, "dialect", "x", 5)
    refused("function expected, got table", chess.register, "format", "x", {})
    refused("query or function expected, got string", chess.register, "query", "x", "checkmate")
    refused("x: field 'new' is missing", chess.register, "report", "x", {})
    refused("dialect, report, format, reader or query expected, got 'dialekt'; did you mean 'dialect'?",
      chess.register, "dialekt", "x", {})
    refused("name expected, got 'Two words'", chess.register, "query", "Two words", chess.query.check)
  end)
end)

describe("a package's module lucena.extension.NAME", function()
  local function lucena(words)
    words.env = { LUA_PATH_5_4 = EXTENSIONS, LUA_PATH = EXTENSIONS, LC_ALL = "C" }
    return run(words)
  end

  it("is found by commands", function()
    local r = lucena { "report", "short_wins", "-q", "--moves", "25", "-t", "csv", SAMPLE }
    assert.equal(0, r.code, r.err)
    assert.matches('^player,wins\r?\n.*"Morphy, Paul",%d+', r.out)
    local jobs = lucena { "report", "short_wins", "-q", "--jobs", "2", "--moves", "25", "-t", "csv", SAMPLE }
    assert.equal(r.out, jobs.out)
    r = lucena { "filter", "-q", "-e", "short_win(20)", SAMPLE }
    assert.equal(0, r.code, r.err)
    local list = lucena { "convert", "-q", "-t", "players", "-", stdin = r.out }
    assert.equal(0, list.code, list.err)
    assert.equal(select(2, r.out:gsub("%[Event ", "")), select(2, list.out:gsub("\n", "")))
    assert.matches("^.- %- .-, %d+ moves\n", list.out)
    r = lucena { "translate", "-q", "--from", "pgn", "--to", "club", "-", stdin = "1. e4 d5 2. exd5 Qxd5 3. Nc3\n" }
    assert.equal("1. e4 d5 2. e:d5 D:d5 3. Sc3\n", r.out)
    assert.matches("club .*S:e4", lucena({ "dialects", "club" }).out)
    assert.matches("club +German, captures with a colon\n", lucena({ "dialects", "--styles" }).out)
    assert.matches("short_wins +who won the most short games", lucena({ "report" }).out)
  end)

  -- A package whose modules write their names to standard error when they run.
  local function new_package()
    local folder = require "spec.support.folder" ()
    folder:run "mkdir -p lucena/extension"
    folder:write("lucena/extension/tagged.lua", [[
-- Names for a test.
-- @registers report tagged_report a report
-- @registers dialect tagged-dialect
-- @registers format tagged_format
--- @registers query tagged_query
local chess = require "lucena"
io.stderr:write("tagged runs\n")
chess.register("report", "tagged_report", { state = {}, new = function()
  return { add = function() end, merge = function() end, sections = function() return {} end }
end })
chess.register("dialect", "tagged-dialect", { extend = "lan" })
chess.register("format", "tagged_format", function() return "formatted\n" end)
chess.register("query", "tagged_query", chess.query.checkmate)
]])
    folder:write("lucena/extension/plain_name.lua", [[
io.stderr:write("plain runs\n")
require("lucena").register("dialect", "plain-name", { extend = "lan" })
-- @registers report too_late, since this is not in the first comment
]])
    folder:write("lucena/extension/false_tag.lua", "-- @registers report promised\nio.stderr:write('false runs\\n')")
    return folder
  end

  it("runs when a name that it registers is asked for, and for nothing else", function()
    local folder <close> = new_package()
    local function ran(words, stdin)
      words.env = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;", LC_ALL = "C" }
      words.stdin = stdin
      local r = run(words)
      return r.err:match("%l+ runs\n"), r
    end
    for _, words in ipairs {
      { "report" }, { "report", "tagged_repor", SAMPLE }, { "dialects" }, { "dialects", "french" },
      { "dialects", "tagged" }, { "help" }, { "help", "tagged_report" }, { "tagged_report" }, { "tagged", SAMPLE },
      { "filter", "-e", "nosuch", SAMPLE },
      { "filter", "-e", "tagged_qery", SAMPLE }, { "convert", "-t", "nosuch", SAMPLE },
      { "check", "--dialect", "tagged-dilect", SAMPLE }, { "check", "--dialect", "tagged", SAMPLE },
      { "-e", ":help tagged_query" }, { "-e", ":dialect tagged" }, { "-e", "tagged_report" }, { "-e", "report" },
      { "-e", "=#chess.reports() + #chess.dialects()" }, { "report", "too_late", SAMPLE },
      { "-e", "=require('lucena.repl.complete').complete(':dialect tag', 13, {commands = {'dialect'}})" },
      { "-e", "=require('lucena.repl.complete').complete('report tag', 11, {commands = {'report'}})" },
    } do
      assert.is_nil(ran(words), table.concat(words, " "))
    end
    for words, expected in pairs {
      [{ "report", "tagged_report", SAMPLE }] = "tagged",
      [{ "dialects", "tagged-dialect" }] = "tagged",
      [{ "filter", "--count", "-e", "tagged_query", SAMPLE }] = "tagged",
      [{ "convert", "-t", "tagged_format", "-" }] = "tagged",
      [{ "check", "--dialect", "tagged-dialect", "-" }] = "tagged",
      [{ "check", "--dialect", "plain-name", "-" }] = "plain",
    } do
      local found, r = ran(words, "1. e2-e4 *\n")
      assert.equal(expected .. " runs\n", found, table.concat(words, " "))
      assert.equal(0, r.code, r.err)
    end
  end)

  it("is reported if it does not register what its first comment says", function()
    local folder <close> = new_package()
    local env = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;" }
    local r = run { "report", "promised", SAMPLE, env = env }
    assert.equal(2, r.code)
    local message = "false runs\nlucena: %s: it does not register the report 'promised', as its first comment says\n"
    assert.equal(message:format(folder:path "lucena/extension/false_tag.lua"), r.err)
    folder:write("lucena/extension/false_tag.lua", "-- @registers reports promised\n")
    r = run { "report", env = env }
    assert.equal(("lucena: %s: @registers: unknown kind 'reports'; did you mean 'report'?\n"):format(
      folder:path "lucena/extension/false_tag.lua"), r.err)
  end)

  it("does not exist without the package", function()
    local r = run { "report", "short_wins", SAMPLE }
    assert.equal(2, r.code)
    assert.matches("there is no report 'short_wins'", r.err, 1, true)
  end)

  it("with an error in its file gives one line of error", function()
    local folder <close> = require "spec.support.folder" ()
    folder:run "mkdir -p lucena/extension"
    for _, text in ipairs { "local x = nil + 1", "local = 3" } do
      folder:write("lucena/extension/broken.lua", text)
      local r = run { "report", "broken", SAMPLE,
        env = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;", LUA_PATH = folder:path "?.lua" .. ";;" } }
      assert.is_true(r.code ~= 0)
      assert.equal(1, select(2, r.err:gsub("broken.lua", "")), r.err)
      assert.is_nil(r.err:find "stack traceback")
      assert.equal(1, select(2, r.err:gsub("\n", "")))
    end
  end)

  it("with an error in its file is not taken for a word of chess", function()
    local folder <close> = require "spec.support.folder" ()
    folder:run "mkdir -p lucena/extension"
    local path = folder:write("lucena/extension/broken.lua", "-- @registers query queenless\nlocal x = nil + 1\n")
    for _, text in ipairs { "queenless", "queenless & check" } do
      local r = run { "filter", "-e", text, SAMPLE, env = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;" } }
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find(("lucena: -e: %s:2: attempt to perform arithmetic on a nil value"):format(path), 1,
        true), r.err)
    end
  end)

  it("with an error in its file gives the same error again", function()
    local folder <close> = require "spec.support.folder" ()
    folder:run "mkdir -p lucena/extension"
    folder:write("lucena/extension/broken.lua", "-- @registers query queenless\nlocal x = nil + 1\n")
    local program = "for i = 1, 2 do print(select(2, pcall(function() return chess.query.queenless end))) end"
    local r = run { "-e", program, env = { LUA_PATH_5_4 = folder:path "?.lua" .. ";;" } }
    assert.equal(2, select(2, r.out:gsub("broken%.lua:2: attempt to perform arithmetic", "")), r.out .. r.err)
  end)
end)

describe("chess.extend", function()
  it("adds methods to a class, but does not replace any", function()
    chess.extend("Game", { spec_white = function(game) return game.tags.White or "?" end })
    assert.equal("x", chess.game('[White "x"]\n\n*'):spec_white())
    local function again() return "again" end
    refused("'spec_white' was already added; {replace = true} replaces it",
      chess.extend, "Game", { spec_white = again })
    assert.equal("?", chess.game("*"):spec_white())
    chess.extend("Game", { spec_white = again }, { replace = true })
    chess.extend("Game", { spec_white = again }) -- the same function again
    assert.equal("again", chess.game("*"):spec_white())
    refused("the class already has 'plies'", chess.extend, "Game", { plies = print }, { replace = true })
    refused("unknown option 'replce'; did you mean 'replace'?", chess.extend, "Game", {}, { replce = true })
    refused("the class already has 'plies'", chess.extend, "Game", { plies = print })
    refused("the class already has 'copy'", chess.extend, "Game", { other = print, copy = print })
    refused("lucena.Game has no field 'other'", function() return chess.game("*").other end)
    refused("'x': function expected, got number", chess.extend, "Node", { x = 1 })
    refused("'a b' is not a valid method name", chess.extend, "Node", { ["a b"] = print })
    refused("Setup or Writer expected, got 'Gmae'; did you mean 'Game'?", chess.extend, "Gmae", {})
    refused("Setup or Writer expected, got 'Score'", chess.extend, "Score", {})
    core.Game.spec_white = nil
  end)
end)

describe("game.data", function()
  it("is a table for the program's use", function()
    local game = chess.game(GAME)
    game.data.seen = 3
    collectgarbage()
    assert.equal(3, game.data.seen)
    assert.equal(game.data, game.root.game.data)
    assert.is_nil(game:copy().data.seen)
    assert.is_nil(chess.game(GAME).data.seen)
    assert.equal("1. e4 e5 2. Nf3 *\n", game:movetext())
    refused("lucena.Game field 'data' cannot be set", function() game.data = {} end)
  end)
end)
