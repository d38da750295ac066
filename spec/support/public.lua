--- The public API: an object of each class, and all functions and methods by name.

local chess = require "lucena"
local core = require "lucena.core"
local fake_engine = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"

local GAME = '[White "x"]\n\n1. e4 {a [%clk 0:01:00] [%eval 0.3]} e5 (1... c5 2. Nf3) 2. Nf3 $1 *'
local GAMES = "spec/data/engine/engine.pgn"

local engine
local function running()
  engine = engine and not engine.wire.trouble and engine or assert(chess.engine(fake_engine()))
  return engine
end

-- The index keeps its file open, so the folder can be removed.
local function new_index()
  local folder <close> = new_folder()
  local path = folder:write("a.pgn", "1. e4 *\n\n1. d4 *\n")
  assert(chess.write_index(path))
  return assert(chess.index(path))
end

-- Class -> function that creates an object of it.
local MAKE = {
  Position = function() return chess.position() end,
  Bits = function() return chess.bits end,
  Json = function() return chess.json end,
  Setup = function() return chess.setup(chess.START_FEN) end,
  Board = function() return chess.board() end,
  Move = function() return chess.position():parse "e4" end,
  Game = function() return chess.game(GAME) end,
  Node = function() return chess.game(GAME).root[1] end,
  Tags = function() return chess.game(GAME).tags end,
  List = function() return chess.game(GAME).root[1].comments end,
  Dialect = function() return chess.dialect "french" end,
  Query = function() return chess.query.checkmate end,
  QueryNumber = function() return chess.query.count(chess.query.check) end,
  Index = new_index,
  EpdRecord = function() return chess.epd(chess.position()) end,
  EpdReader = function() return assert(chess.open_epd "spec/data/epd/suite.epd") end,
  Reader = function() return assert(chess.open(GAMES)) end,
  Writer = function() return assert(chess.writer(function() end)) end,
  Book = function() return assert(chess.book "spec/data/books/small.bin") end,
  Engine = running,
  Score = function() return chess.score(1) end,
  Date = function() return chess.date "1992.11.04" end,
  TimeControl = function() return chess.time_control "40/7200:3600" end,
  Report = function() return chess.report "summary" end,
  Csv = function() return chess.csv() end,
  Nag = function() return chess.nag(1) end,
  Opening = function() return chess.game("1. e4 c5 *"):opening() end,
  EcoTable = function() return chess.eco end,
  Explanation = function() return chess.position():explain "e4" end,
  Diagnostic = function() return chess.game("1. e4 e5 2. Ke3 *").diagnostics[1] end,
  Analysis = function() return running():analyse(chess.position(), { depth = 1 }) end,
  Error = function() return select(2, pcall(chess.games, "none")) end,
}

-- Methods that are neither in the core nor in a table __index.
local ELSEWHERE = { Query = require("lucena.query.expression").methods, EcoTable = chess.eco, Bits = chess.bits,
  Json = chess.json }

-- The prefix of names in tables of functions.
local PREFIX = { EcoTable = "chess.eco.", Bits = "chess.bits.", Json = "chess.json." }

-- The methods of a class, by name.
local function methods_of(class, object)
  local index = debug.getmetatable(object).__index
  local out = {}
  for name, value in pairs(ELSEWHERE[class] or core[class] or type(index) == "table" and index or {}) do
    if type(value) == "function" and not name:find "^__" then
      out[name] = value
    end
  end
  return out
end

-- Name -> function, for every public function and method. Names are those of `:help`, such as "Position:play".
local function functions()
  local out = {}
  for name, value in pairs(chess) do
    if type(value) == "function" then
      out["chess." .. name] = value
    end
  end
  for name, value in pairs(chess.query) do
    out["query." .. name] = value
  end
  for class, make in pairs(MAKE) do
    for name, value in pairs(methods_of(class, make())) do
      out[(PREFIX[class] or class .. ":") .. name] = value
    end
  end
  return out
end

return { GAMES = GAMES, make = MAKE, functions = functions }
