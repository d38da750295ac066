--- Helpers and objects that several files of rows use.

local chess = require "lucena"

local M = {}

M.method = function(name, ...)
  local arguments = table.pack(...)
  return function(object)
    return object[name](object, table.unpack(arguments, 1, arguments.n))
  end
end

--- Return all values of an iterator, in sequence.
function M.drain(step, state, control)
  local out = {}
  for a, b in step, state, control do
    out[#out + 1], out[#out + 2] = a, b
  end
  return out
end

--- The error of an object that a finalizer uses while a method keeps addresses in it.
M.REFUSED = "a finalizer (__gc) cannot use an object during one of its methods"

-- ---- positions -----------------------------------------------------------------------------------

M.MIDDLE = "r3k2r/pp3ppp/2n1bn2/1B1pP3/8/2N2N2/PPP2PPP/R1BQR1K1 b kq - 0 12"
M.AFTER_E4 = chess.position():play "e4"
M.E4, M.KNIGHT, M.ND7 = chess.position():parse "e4", chess.position():parse "Nf3", chess.position(M.MIDDLE):parse "Nd7"

local SHUFFLE = ("Nf3 Nf6 Ng1 Ng8 "):rep(20)
M.PLIES = 80 -- of SHUFFLE

--- Play moves that need more room. Returns nothing if they cannot be played.
function M.play(board) return board:play(SHUFFLE) end

--- Play moves, and take them back.
function M.shuffle(board)
  local before = board.ply
  M.play(board)
  while board.ply > before do
    board:undo()
  end
end

--- Put a Board at another position, or back at the first one.
local OTHER = chess.position():play "d4 d5 c4 Nc6 Nc3 e5 dxe5 d4"
function M.toggle_board(board) board:reset(board:piece "e2" and board:piece "d2" and OTHER or nil) end

-- ---- games ---------------------------------------------------------------------------------------

M.GAME = [[
[Event "x"]
[White "a\"b"]
[Black "c"]
[Result "*"]

1. e4 {a [%clk 0:01:00] [%csl Ra1]} {b [%eval 0.3,12] [%cal Gd1h5]} e5 (1... c5 $6 2. Nf3 {q} d6) 2. Nf3 $1
{[%evp 0,1,3,4]} Nc6 {one
two} ({first} 2... d6 Ke3 c5) 3. Bb5 <odd> a6 $300 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *
]]

--- Return an edited game, in which use_game() leaves no trace, its first move and a late one.
function M.new_game()
  local game = assert(chess.game(M.GAME))
  game.tags.Round = "1"
  return game, game.root[1], game:node_at(8)
end

local function copy(list) return table.move(list, 1, #list, 1, {}) end

--- Properties are read to be an argument.
function M.look() end

--- Use the whole game, and leave it as it was.
function M.use_game(game)
  local root = game.root
  local e4 = root[1]
  local added = root:add_line "d4! d5 c4 e6 Nc3 Nf6"
  local comments, nags = copy(e4.comments), copy(e4.nags)
  e4.comments = { ("x"):rep(300), "y" }
  e4.comments_before = { "z" }
  e4.nags = { 1, 2, 3 }
  e4.clock = 7
  game.tags.Site = "s"
  M.look(added.position, game:node_at(5).position, game:pgn(), game.final, game.diagnostics)
  game.tags.Site = nil
  e4.comments, e4.comments_before, e4.nags = comments, nil, nags
  root[2]:remove()
end

function M.state_of_game(game) return game:pgn(), game.result, game.plies, game.final end

-- ---- files ---------------------------------------------------------------------------------------

M.RECORD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
  .. 'bm Nf3 e4; id "one"; Words a b "c\\"d"; pv e4 e5 Nf3; acd 12;'
M.EPD_TEXT = ("# comment\n%s\n%s\nbad record\n"):format(M.RECORD, M.RECORD:gsub("one", "two")):rep(4)

M.PAGE = ([[
x
[Event "a"]

1. e4 e5 2. Ke3 *
[Event "b"]

1. d4 $300 *
y
[Event "c"]
[Event "d"]

1. c4 1-0
]]):rep(2)

--- What the finalizer does with a reader. The records that it gets are in `taken`.
function M.steal(reader, taken)
  taken[#taken + 1] = reader:read()
  return reader:take_diagnostics()
end

--- Return the numbers of the records read by the call, by the finalizer, and after both: each is read once.
function M.numbers_of(reader, taken, results)
  local numbers = {}
  local function note(record)
    if type(record) == "userdata" then
      numbers[#numbers + 1] = record.number
    end
  end
  note(results[2])
  for _, record in ipairs(taken) do
    note(record)
  end
  for record in reader.read, reader do
    note(record)
  end
  reader:close()
  table.sort(numbers)
  return numbers
end

return M
