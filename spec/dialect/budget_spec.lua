-- The functions of a dialect file may not make a game or a run slow: their calls have a budget of instructions and of
-- time together. The limits of one call are tested in functions_spec.lua.

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local INSTRUCTIONS = "the calls take more than 5000 instructions on average (shorten the function)"
local TIME = "the calls take more than 0.2 ms on average (shorten the function)"

-- A dialect that is slow, except in the initial position: each call repeats `body`.
local function slow(body, before)
  return ("%s\nreturn { print = function(san, uci, fen)\n  if fen:sub(-12) ~= ' KQkq - 0 1' then\n%s\n"
    .. "  end\n  return san\nend }\n")
    :format(before or "", body)
end

local LOOP = slow "for _ = 1, 100000 do local n = 1 end" -- 200,000 instructions

-- Return a message as if the limit of instructions were met first. On a slow machine, the limit of time is.
local function of_instructions(message)
  return message and (message:gsub("0%.2 ms", "5000 instructions", 1))
end

-- Games of one move, each from another position.
local function short_games(count)
  local games = {}
  for i = 1, count do
    games[i] = ('[FEN "k7/8/8/8/8/8/8/K7 w - - 0 %d"]\n\n%d. Kb1 *\n'):format(i, i)
  end
  return table.concat(games, "\n")
end

describe("a dialect whose calls are slow", function()
  it("is refused when it is loaded, or tested", function()
    local folder <close> = new_folder()
    local path = folder:write("slow.lua", "return { print = function(san)\n"
      .. "  for _ = 1, 3000000 do local n = 1 end\n  return san\nend }\n")
    local dialect, err, code = chess.dialect(path)
    assert.same({ nil, "slow.lua:2: " .. INSTRUCTIONS, "bad_dialect" }, { dialect, of_instructions(err), code })
    local result = run { "dialect", "test", path }
    result.err = of_instructions(result.err)
    assert.same({ code = 1, out = "", err = "lucena: slow.lua:2: " .. INSTRUCTIONS .. "\n" }, result)
    local late = run { "dialect", "test", folder:write("late.lua", LOOP) }
    assert.equal(1, late.code)
    assert.truthy(of_instructions(late.err):find("lucena: late.lua:4: " .. INSTRUCTIONS, 1, true), late.err)
  end)

  it("is stopped after some positions of a game", function()
    local folder <close> = new_folder()
    local dialect, position, written = assert(chess.dialect(folder:write("slow.lua", LOOP))), chess.position(), 0
    local text, err, code
    for _ = 1, 100 do
      local moves = position:moves()
      text, err, code = dialect:write(position, moves[#moves])
      if not text then break end
      position, written = position:play(moves[#moves]), written + 1
    end
    assert.same({ "slow.lua:4: " .. INSTRUCTIONS, "bad_dialect" }, { of_instructions(err), code })
    assert.is_true(written > 5 and written < 20, written)
  end)

  it("is stopped after some games", function()
    local folder <close> = new_folder()
    local games = folder:write("games.pgn", short_games(200))
    local path = folder:write("slow.lua", LOOP)
    local result = run { "convert", "-q", "--to-dialect", path, games }
    local first = result.err:match("game (%d+) cannot be written: slow.lua:4: the calls take more")
    assert.equal(1, result.code)
    assert.equal("79", first)
    assert.equal(78, select(2, result.out:gsub("Kb1", "")))
    -- Each worker has its own budget, and gets about half of the games.
    local shared = run { "convert", "-q", "--jobs", "2", "--to-dialect", path, games }
    assert.equal(1, shared.code)
    local refused = "cannot be written: slow.lua:4: " .. INSTRUCTIONS
    assert.truthy(of_instructions(shared.err):find(refused, 1, true), shared.err)
    local checked = run { "check", "--dialect", path, games }
    assert.equal(1, checked.code)
    local said = of_instructions(checked.out .. checked.err)
    assert.truthy(said:find("slow.lua:4: " .. INSTRUCTIONS, 1, true), said)
  end)

  it("is stopped at the prompt", function()
    local folder <close> = new_folder()
    local path = folder:write("slow.lua", LOOP)
    local result = run { "-e", ":dialect " .. path, "-e", ("Nf3 Nf6 Ng1 Ng8 "):rep(10) }
    local said = of_instructions(result.err)
    assert.truthy(said:find("slow.lua:4: " .. INSTRUCTIONS, 1, true), said .. result.out)
  end)

  it("is stopped if its instructions are few, but slow", function()
    local folder <close> = new_folder()
    local body = "for _ = 1, 40 do local b = one < two end"
    local before = "local one, two = ('x'):rep(3e6), ('x'):rep(3e6)"
    local dialect, err = chess.dialect(folder:write("slow.lua", slow(body, before)))
    local position = chess.position()
    for _ = 1, dialect and 3000 or 0 do -- on a slow machine, it is already refused when it is loaded
      local moves = position:moves()
      local text, problem = dialect:write(position, moves[#moves])
      err = problem
      if not text then break end
      position = position:play(moves[#moves])
    end
    assert.truthy(err and err:find(TIME, 1, true), err)
    assert.equal("slow.lua:", err:sub(1, 9))
  end)
end)

describe("a dialect with sixteen long texts for each move", function()
  local LONG = [[return { print = function(san)
    local list = {}
    for i = 1, 16 do list[i] = san .. ("abcdefghijklmnop"):sub(i, i):rep(240) end
    return table.unpack(list)
  end }]]

  -- Writes moves in 150 positions of 218 moves. Prints by how many KiB the process has grown.
  local WRITE = [[
    local chess = require "lucena"
    local function kilobytes()
      local file <close> = assert(io.open "/proc/self/status")
      return tonumber(file:read("a"):match "VmRSS:%s+(%d+) kB")
    end
    local dialect, before = assert(chess.dialect(arg[1])), kilobytes()
    for i = 1, 150 do
      local position = chess.position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 " .. i)
      assert(dialect:write(position, position:moves()[1]))
    end
    print(kilobytes() - before)]]

  it("takes no more than 16 MiB for the texts", function()
    need.file "/proc/self/status"
    local folder <close> = new_folder()
    local path, script = folder:write("long.lua", LONG), folder:write("write.lua", WRITE)
    -- AddressSanitizer keeps freed memory for a while.
    local command = ("ASAN_OPTIONS=$ASAN_OPTIONS:quarantine_size_mb=1 '%s' '%s' '%s'"):format(LUA, script, path)
    local pipe = assert(io.popen(command))
    local grown = tonumber(pipe:read "a")
    pipe:close()
    assert.is_true(grown < 64 * 1024, grown)
  end)
end)

describe("a dialect that sets up the board in each call", function()
  local BOARD = [[
local NAMES = { K = "king", Q = "queen", R = "rook", B = "bishop", N = "knight", P = "pawn" }
return { print = function(san, uci, fen)
  local squares, file, rank = {}, 1, 8
  for i = 1, #fen do
    local c = fen:sub(i, i)
    if c == " " then break end
    local blanks = tonumber(c)
    if c == "/" then file, rank = 1, rank - 1 end
    for _ = 1, blanks or c == "/" and 0 or 1 do
      squares[("abcdefgh"):sub(file, file) .. rank] = not blanks and c or nil
      file = file + 1
    end
  end
  local from, to = uci:sub(1, 2), uci:sub(3)
  return NAMES[squares[from]:upper()] .. " " .. from .. (squares[uci:sub(3, 4)] and " takes " or " to ") .. to
end }]]

  it("passes", function()
    local folder <close> = new_folder()
    local path = folder:write("board.lua", BOARD)
    local result = run { "convert", "-q", "--games", "1-15", "--to-dialect", path, "spec/data/sample/sample.pgn" }
    assert.same({ 0, "" }, { result.code, result.err })
    assert.truthy(result.out:find("1. pawn_e2_to_e4", 1, true))
    assert.is_true(chess.dialect(path):check { positions = 100 }.good)
  end)
end)
