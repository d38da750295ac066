-- Dialect files with the functions `print` and `read`, which run in a sandbox. Such dialects work like any other.
-- Harmful functions are stopped soon, with a message of one text line.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local read_file = require("spec.support.file").read
local run = require "spec.support.run"

local SECONDS = 2 -- limit of a file's processor time, also under a sanitizer

-- Load a file whose functions have the given bodies.
local function load_file(folder, print_body, read_body)
  local text = ("return {\n  print = function(san, uci, fen) %s end,\n%s}\n"):format(print_body,
    read_body and ("  read = function(text, fen) %s end,\n"):format(read_body) or "")
  local start = os.clock()
  local dialect, message, code = chess.dialect(folder:write("mine.lua", text))
  assert.is_true(os.clock() - start < SECONDS, "it took too long: " .. print_body)
  return dialect, message, code
end

local TO = [[return uci:sub(1, 2) .. " to " .. uci:sub(3)]]

describe("a dialect file with a print function", function()
  it("is tested until the function fails", function()
    local folder <close> = new_folder()
    local path = folder:write("late.lua", "return { print = function(san)\n"
      .. "  if san:sub(-1) == '#' then san = san .. x end\n  return san\nend }\n")
    local r = run { "dialect", "test", path }
    assert.same({ 1, "", "lucena: late.lua:2: attempt to concatenate a nil value (global 'x') "
      .. "(for a move of the position 6k1/5ppp/8/8/8/8/8/3RR1K1 w - - 0 1)\n" }, { r.code, r.out, r.err })
  end)

  it("writes moves, and reads a text by comparing it with all moves", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, TO))
    local position = chess.position()
    assert.equal("g1 to f3", dialect:write(position, position:parse "Nf3"))
    assert.equal(position:parse "Nf3", (dialect:read(position, "g1 to f3")))
    assert.equal(position:parse "Nf3", (dialect:read(position, " g1 to f3!? ")))
    assert.same({ nil, "not a move \"g1 to f4\" (move 1, White)", "bad_move" }, { dialect:read(position, "g1 to f4") })
    assert.is_true(dialect.has_functions)
    assert.is_true(dialect:check { positions = 60 }.good)
  end)

  it("writes the first text that no other move has, and reads all texts", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, "return san:sub(-2), san, uci"))
    local position = chess.position()
    assert.equal("f4", dialect:write(position, position:parse "f4"))
    assert.equal("Nf3", dialect:write(position, position:parse "Nf3")) -- the text f3 is also a pawn's move
    assert.same({ "g1f3", "f2f3" }, { tostring(dialect:candidates(position, "f3")[1]),
      tostring(dialect:candidates(position, "f3")[2]) })
    assert.equal("ambiguous_move", select(3, dialect:read(position, "f3")))
    assert.equal(position:parse "Nf3", (dialect:read(position, "g1f3")))
  end)

  it("cannot write a move for which it returns nothing", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, "if san ~= 'e4' then return san end"))
    local position = chess.position()
    assert.same({ nil, "mine has no text for the move e4", "unsayable_move" },
      { dialect:write(position, position:parse "e4") })
    assert.equal("d4", dialect:write(position, position:parse "d4"))
  end)

  it("reads games, writes them, and translates texts", function()
    local folder <close> = new_folder()
    load_file(folder, TO)
    local path, there, back = folder:path "mine.lua", folder:path "there.pgn", folder:path "back.pgn"
    local sample = "spec/data/sample/sample.pgn"
    local written = run { "convert", "-q", "--games", "1-40", "--to-dialect", path, sample, "-o", there }
    assert.same({ 0, "" }, { written.code,
      run({ "convert", "-q", "--strict", "--dialect", path, there, "-o", back }).err })
    assert.is_truthy(read_file(there):find("1. e2_to_e4 e7_to_e5", 1, true))
    local plain = run { "convert", "-q", "--games", "1-40", sample }
    assert.is_true(plain.out == read_file(back))
    assert.equal("1. e4 e5 2. Nf3 *", (chess.translate(
      "1. e2 to e4 e7 to e5 2. g1 to f3 *", { from = path, to = "pgn" })))
    local played = run { "-e", ":dialect " .. path, "-e", "e2 to e4 e7 to e5 g1 to f3", "-e", "=print(board:fen())" }
    assert.is_truthy(played.out:find("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", 1, true))
    assert.equal(0, run({ "explain", "--dialect", path, "e2 to e4" }).code)
  end)
end)

describe("a dialect file with a print and a read function", function()
  it("reads with this function, and writes only texts that it reads", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, TO, [[
      local a, b = text:sub(1, 2), text:sub(-2)
      return text:lower() ~= "nothing" and text:sub(3, -3) == " to " and a .. b or nil]]))
    local position = chess.position()
    assert.equal(position:parse "Nf3", (dialect:read(position, "g1 to f3")))
    assert.equal("g1 to f3", dialect:write(position, position:parse "Nf3"))
    assert.equal("bad_move", select(3, dialect:read(position, "nothing")))
    local promotion = chess.position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert.equal("unsayable_move", select(3, dialect:write(promotion, promotion:parse "a8=Q")))
  end)

  it("requires a print function", function()
    local folder <close> = new_folder()
    assert.same({ nil, "mine.lua: read: a print function is needed as well", "bad_dialect" },
      { chess.dialect(folder:write("mine.lua", "return {read = function() end}")) })
  end)
end)

-- Bodies of `print`, each with the end of its message.
local ATTACKS = {
  { "while true do end", "this takes more than 10 million instructions" },
  { "repeat until false", "this takes more than 10 million instructions" },
  { "for i = 1, math.tointeger(2^53) do end", "this takes more than 10 million instructions" },
  { "::a:: goto a", "this takes more than 10 million instructions" },
  { "local function f() return f() end return f()", "this takes more than 10 million instructions" },
  { "local function f(n) return 1 + f(n + 1) end return f(1)", "this takes more than 16 MiB of memory" },
  { "return ('x'):rep(1e9)", "this takes more than 16 MiB of memory" },
  { "local s = 'x' while true do s = s .. s end", "this takes more than 16 MiB of memory" },
  { "local t = {} for i = 1, 1e9 do t[i] = i end", "this takes more than 16 MiB of memory" },
  { "local t = {} while true do t = {t} end", "this takes more than 16 MiB of memory" },
  { "Keep = Keep or {} for i = 1, 1e9 do Keep[#Keep + 1] = {} end", "this takes more than 16 MiB of memory" },
  { "local s = ('x'):rep(4e6) for i = 1, 1e9 do local t = s .. i end", "this takes more than a second" },
  { "local s, t = ('x'):rep(4e6), ('x'):rep(4e6) for i = 1, 1e9 do local b = s < t end",
    "this takes more than a second" },
  { "return table.concat({}, 'x', 1, 1e9)", "invalid value (nil) at index 1 in table for 'concat'" },
  { "return table.unpack({}, 1, 1e7)", "too many results to unpack" },
  { "return (''):rep(1e9, '-')", "this takes more than 16 MiB of memory" },
  { "return ('ab'):rep(math.tointeger(2^62), '-')", "the text is too large" },
  { "return ('%99999d'):format(1)", "invalid conversion specification: '%99999d'" },
  { "return ('x'):rep(300)", "print returned a text of more than 255 bytes" },
  { "return ''", "print returned an empty text" },
  { "return '  '", "print returned an empty text" },
  { "return 'a\\nb'", "print returned a control character" },
  { "return 'a\\0b'", "print returned a control character" },
  { "return '\\27[2J'", "print returned a control character" },
  { "return '\\xff\\xfe'", "print returned text that is not UTF-8" },
  { "return 42", "print returned a number, it must return texts or nil" },
  { "return true", "print returned a boolean, it must return texts or nil" },
  { "return {}", "print returned a table, it must return texts or nil" },
  { "return print", "print returned a nil, it must return texts or nil", "no error" }, -- the global is nil
  { "return string.sub", "print returned a function, it must return texts or nil" },
  { "return 'a','b','c','d','e','f','g','h','i','j','k','l','m','n','o','p','q'", "print returned more than 16 texts" },
  { "error('stop')", "stop" },
  { "error({})", "the error is a table" },
  { "error()", "the error is a nil" },
  { "error('two\\nlines')", "two lines" },
  { "assert(false)", "assertion failed!" },
  { "io.open('/etc/passwd')", "attempt to index a nil value (global 'io')" },
  { "os.execute('touch x')", "attempt to index a nil value (global 'os')" },
  { "os.exit(0)", "attempt to index a nil value (global 'os')" },
  { "require 'lucena'", "attempt to call a nil value (global 'require')" },
  { "load('return 1')()", "attempt to call a nil value (global 'load')" },
  { "dofile('/etc/passwd')", "attempt to call a nil value (global 'dofile')" },
  { "debug.sethook()", "attempt to index a nil value (global 'debug')" },
  { "debug.getregistry()", "attempt to index a nil value (global 'debug')" },
  { "coroutine.wrap(function() end)()", "attempt to index a nil value (global 'coroutine')" },
  { "pcall(error)", "attempt to call a nil value (global 'pcall')" },
  { "setmetatable({}, {__gc = error})", "attempt to call a nil value (global 'setmetatable')" },
  { "getmetatable('').__index = {}", "attempt to call a nil value (global 'getmetatable')" },
  { "collectgarbage('stop')", "attempt to call a nil value (global 'collectgarbage')" },
  { "return ('a'):rep(30):find(('a?'):rep(30))", "attempt to call a nil value (method 'find')" },
  { "return san:gsub('.', '%0%0')", "attempt to call a nil value (method 'gsub')" },
  { "return string.dump(error)", "attempt to call a nil value (field 'dump')" },
  { "package.loadlib('x', 'y')", "attempt to index a nil value (global 'package')" },
  { "return nil .. san", "attempt to concatenate a nil value" },
  { "return utf8.char(-1)", "value out of range" },
}

describe("a harmful print function", function()
  for i, attack in ipairs(ATTACKS) do
    it(("is stopped (%d): %s"):format(i, attack[1]), function()
      local folder <close> = new_folder()
      local dialect, message, code = load_file(folder, attack[1])
      if attack[3] == "no error" then
        assert.equal("unsayable_move", select(3, dialect:write(chess.position(), chess.position():parse "e4")))
        return
      end
      assert.is_nil(dialect)
      assert.equal("bad_dialect", code)
      assert.is_nil(message:find("\n"))
      assert.equal("mine.lua:", message:sub(1, 9))
      assert.is_truthy(message:find(attack[2], 1, true), message)
    end)
  end

  it("is stopped in a later position, and not called again", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, "if fen:sub(1, 4) ~= 'rnbq' then while true do end end return san"))
    local position, other = chess.position(), chess.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    local problem = "mine.lua:2: this takes more than 10 million instructions"
    assert.equal("e4", dialect:write(position, position:parse "e4"))
    assert.same({ nil, problem, "bad_dialect" }, { dialect:write(other, other:parse "Ke2") })
    local start = os.clock()
    for _ = 1, 100 do
      assert.same({ nil, problem, "bad_dialect" }, { dialect:read(other, "Ke2") })
    end
    assert.is_true(os.clock() - start < 0.5)
    assert.same({ nil, problem, "bad_dialect" },
      { chess.game('[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke2 *'):pgn { dialect = dialect } })
  end)

  it("stays within the memory limit over all calls", function()
    local folder <close> = new_folder()
    local dialect, message = load_file(folder, "Kept = Kept or {} Kept[#Kept + 1] = ('x'):rep(1e5) .. #Kept return san")
    local position, problem = chess.position(), nil
    for _ = 1, dialect and 40 or 0 do
      position = position:play(position:moves()[1])
      problem = problem or select(2, dialect:write(position, position:moves()[1]))
    end
    assert.is_truthy((message or problem):find("mine.lua:2: this takes more than 16 MiB of memory", 1, true))
  end)

  it("cannot change the state of a program, or of another file", function()
    local folder <close> = new_folder()
    assert(load_file(folder, "string.sub = nil Shared = 1 return san"))
    assert.equal("x", ("xy"):sub(1, 1))
    assert.is_nil(rawget(_G, "Shared"))
    assert(load_file(folder, "if Shared == 2 then return end Shared = 1 return san:sub(1)"))
  end)
end)

describe("a dialect of a program", function()
  local NAMES = { N = "knight", B = "bishop" }

  -- A function with variables of three kinds: a table, a function of Lua, and a function that calls itself.
  local function new_spoken(more)
    local sub, calls = string.sub, 0
    local function cut(text)
      return #text > 5 and cut(sub(text, 1, -2)) or text
    end
    local fields = {
      name = "spoken-here",
      print = function(san, uci)
        calls = calls + 1
        return cut(NAMES[sub(san, 1, 1)] or "pawn") .. "-" .. uci
      end,
    }
    for key, value in pairs(more or {}) do
      fields[key] = value
    end
    return chess.dialect(fields)
  end

  it("has the functions of a file, which work wherever a dialect is accepted", function()
    local dialect = assert(new_spoken())
    local position = chess.position()
    assert.equal("knigh-g1f3", dialect:write(position, position:parse "Nf3"))
    assert.equal("g1f3", tostring((dialect:read(position, "knigh-g1f3"))))
    assert.equal("1. pawn-e2e4 pawn-e7e5 *\n", chess.game("1. e4 e5 *"):movetext { dialect = dialect })
    assert.equal("e4", chess.game("1. pawn-e2e4 *", { dialect = "spoken-here" }).root.next.san)
    for game in chess.games({ text = "1. pawn-e2e4 pawn-e7e5 *" }, { dialect = dialect }) do
      assert.equal(2, game.plies)
    end
    assert.equal("1. pawn-e2e4", chess.translate("1. e4", { from = "pgn", to = dialect }))
    local epd = chess.epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;")
    assert.matches("bm pawn%-e2e4;", epd:epd { dialect = dialect })
    assert.is_true(dialect:check({ positions = 20 }).good)
  end)

  it("can have the function read, and be registered", function()
    chess.register("dialect", "backwards", {
      print = function(_, uci) return "<" .. uci:reverse() .. ">" end,
      read = function(text) return #text > 5 and text:sub(2, -2):reverse() or nil end,
    })
    local position = chess.position()
    assert.equal("<4e2e>", position:write(position:parse "e4", "backwards"))
    assert.equal("e2e4", tostring(position:parse("<4e2e>", "backwards")))
  end)

  it("has copies of the variables, so that its functions change nothing outside", function()
    local count, list = 0, {}
    local dialect = assert(chess.dialect { print = function(san)
      count = count + 1
      list[1] = san
      return san .. (count > 0 and "" or "x")
    end })
    local position = chess.position()
    assert.equal("e4", dialect:write(position, position:parse "e4"))
    assert.same({ 0, {} }, { count, list })
  end)

  it("shares one copy of a variable of two functions", function()
    local last = "?"
    local dialect = assert(chess.dialect {
      print = function(san) last = san return san end,
      read = function() return last end,
    })
    local position = chess.position()
    assert.equal("Nh3", dialect:write(position, position:parse "Nh3"))
  end)

  it("must not have variables that cannot be copied, and has no functions that search patterns", function()
    local position, file = chess.position(), io.stdout
    local deep = {}
    for _ = 1, 60 do
      deep = { deep }
    end
    for problem, f in pairs {
      ["print: the variable 'position' holds a lucena.Position, which cannot be copied"] =
        function() return tostring(position) end,
      ["print: the variable 'file' holds a FILE*, which cannot be copied"] = function() return tostring(file) end,
      ["print: the variable 'chess' holds a table, which cannot be copied"] = function() return chess.START_FEN end,
      ["print: the variable 'print' holds a function in C, which cannot be copied"] = os.clock,
      ["print: the variable 'deep' holds more than 10000 values, or tables that are nested more than 50 deep"] =
        function() return deep end,
    } do
      local dialect, message, code = chess.dialect { print = f }
      assert.same({ nil, problem, "bad_dialect" }, { dialect, message, code })
    end
    local dialect, message = new_spoken { print = function(san) return (san:gsub("x", "")) end }
    assert.is_nil(dialect)
    assert.matches("^spoken%-here: .*: attempt to call a nil value %(method 'gsub'%)$", message)
    assert.same({ nil, "print: function expected, got number", "bad_dialect" }, { chess.dialect { print = 1 } })
    assert.same({ nil, "read: a print function is needed as well", "bad_dialect" },
      { chess.dialect { read = function() end } })
  end)

  it("is stopped after ten million instructions", function()
    local dialect, message = chess.dialect { name = "endless", print = function() while true do end end }
    assert.is_nil(dialect)
    assert.matches("^endless: .*: this takes more than 10 million instructions$", message)
  end)
end)

describe("a harmful read function", function()
  for body, problem in pairs {
    ["while true do end"] = "this takes more than 10 million instructions",
    ["return 42"] = "read returned a number, it must return texts or nil",
    ["return {}"] = "read returned a table, it must return texts or nil",
    ["return ('x'):rep(1e9)"] = "this takes more than 16 MiB of memory",
    ["error('no')"] = "no",
  } do
    it("is stopped: " .. body, function()
      local folder <close> = new_folder()
      local dialect, message, code = load_file(folder, "return san", body)
      assert.is_nil(dialect)
      assert.equal("bad_dialect", code)
      assert.is_truthy(message:find(problem, 1, true), message)
    end)
  end

  it("cannot return an illegal move", function()
    local folder <close> = new_folder()
    local dialect = assert(load_file(folder, "return san", "return 'Ke8', 'e7e5', 'x', '0000', '--'"))
    assert.equal("bad_move", select(3, dialect:read(chess.position(), "e4")))
  end)
end)
