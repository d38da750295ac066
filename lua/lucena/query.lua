--- Queries: tests on games, composed in Lua with `&` (and), `|` (or), `~` (not), and run in C.
-- `chess.query` is a table of names. A name is a Query (`q.checkmate`), or becomes one when it is called
-- (`q.player "Carlsen"`); some are both (`q.castled`, `q.castled{side = "white"}`). Queries combine with each other and
-- with Lua functions of a game.
--
-- **Levels.** A query is about the game (`q.player`, `q.castled`) or about one position and the move that led to it
-- (`q.check`, `q.played "Nxf7"`). Two queries of positions combine to a query of positions: `q.played "Nxf7" &
-- q.check` is a move Nxf7 that gives check. When a query of positions is tested on a game, or combined with a query of
-- games, it means "at some position of the mainline". So `~q.check` means "some position without check", and
-- `q.never(q.check)` means "no position with check".
--
-- **Match position.** Each query that matches has a match position. For a query of positions it is the first position
-- where the query holds. For `held` and `seq` it is the position where the sequence begins. For a query of the end of
-- the game it is the last position. For `commented` it is the position of the comment. For other queries of tags or
-- text, and for negated queries, it is the start of the game.
-- For `a & b` it is the later of the two match positions, for `a | b` the earlier.
--
-- **Order.** Tags are tested first, on the raw bytes; then the text; then positions and moves, in one replay; then Lua
-- functions. Testing ends as soon as the result is known. So a Lua function may not be called for every game.
-- Each group of names has a file in lua/lucena/query/.
-- @module lucena.query

local argument = require("lucena.query.argument")
local arguments = require("lucena.argument")
local expression = require("lucena.query.expression")
local suggestion = require("lucena.suggestion")
local plan = require("lucena.query.plan")

local M = {}

local Query, methods = expression.Query, expression.methods

-- ---- tests of a game -----------------------------------------------------------------------------

-- Return the plan of a query. It is made on first use.
local function plan_of(query)
  local it = rawget(query, "plan")
  if not it then
    it = plan.compile(query)
    rawset(query, "plan", it)
  end
  return it
end

-- Return a game whose text C can read. For an edited game, it is a new game, made from the current PGN.
local function as_text(game)
  if not game.is_edited then
    return game
  end
  local text, problem = game:pgn()
  if not text then
    error("the changed game cannot be tested: " .. problem, 0)
  end
  return assert(require("lucena.games").game(text))
end

-- Raise an error about the value of a function.
local function refuse(value, question)
  local wanted = rawget(question, "tags") and "a function of tags returns true, false, nil,"
    or "a query's function returns true, false, nil, a Node,"
  error(("%s returned %s; %s a text or a number other than 0"):format(question.text, arguments.no_answer(value),
    wanted), 0)
end

-- Raise an error about the value of a function that the core has called.
local function refuse_value(functions, number, value)
  return refuse(value, functions.questions[number])
end

-- Interpret a function's result. Returns whether the game passes, and the ply if the function returned a Node.
local function truth_of(value, question, game)
  local truth = arguments.truth(value)
  if truth ~= nil then
    return truth
  elseif getmetatable(value) ~= "lucena.Node" or rawget(question, "tags") then
    refuse(value, question)
  elseif value.game ~= game then
    error(question.text .. " returned a Node of another game", 0)
  end
  return true, value.ply
end

-- Return the result of a function that the program asks for. `made` stores values between the calls for one game.
local function answer_of(question, run, game, made)
  local gather = rawget(question, "gather")
  if not gather then
    return question.ask(game)
  end
  made[gather] = made[gather] or gather(game)
  return question.ask(made[gather], run:ply())
end

-- Run a query. Returns whether the game passes, the ply of the match position, and the Node if a function returned one.
local function ask(query, game)
  local it = plan_of(query)
  local answer, place, what = it.program:run(as_text(game), game.is_edited and game or nil)
  if not math.type(answer) then
    return answer, place
  end
  local made, said = {}, {}
  repeat
    local number, run, question = answer, place, it.questions[answer + 1]
    said[number] = what
    if what == nil then
      said[number] = answer_of(question, run, game, made)
    end
    answer, place, what = run:answer(truth_of(said[number], question, game))
  until not math.type(answer)
  local node = said[what]
  return answer, place, getmetatable(node) == "lucena.Node" and node or nil
end

local function check_game(value, name)
  if getmetatable(value) ~= "lucena.Game" then
    error(("bad argument #1 to '%s' (lucena.Game expected, got %s)"):format(name, arguments.kind(value)), 3)
  end
end

-- Classes that the method `test` accepts, but a call of the query does not.
local TESTED = { ["lucena.Node"] = true, ["lucena.Position"] = true, ["lucena.Board"] = true }

--- Return whether a game matches, like `query:test(game)`. Without arguments, return the query itself.
---@param ... lucena.Game|any a Game, or the arguments of the name (`q.castled "white"`); nil raises an error
---@return boolean|lucena.Query
-- @usage chess.query.checkmate(chess.game("1. f3 e5 2. g4 Qh4# *")) --> true
function Query:__call(...)
  local value = ...
  if select("#", ...) == 0 then
    return self
  elseif getmetatable(value) == "lucena.Game" then
    return (ask(self, value))
  elseif rawget(self, "apply") and value ~= nil and not TESTED[getmetatable(value)] then
    expression.check_count(tostring(self), self.apply, 1, 2, ...)
    return self.apply(value)
  end
  error(("'%s' takes a Game, got %s%s"):format(tostring(self), arguments.kind(value),
    TESTED[getmetatable(value)] and "; use query:test(...)" or ""), 2)
end

-- Modules that few programs need are loaded on first use.
for _, name in ipairs { "places", "test", "find_all", "count" } do
  methods[name] = function(...)
    require("lucena.query.places")
    return methods[name](...)
  end
end

-- Return the node of the mainline after N plies, or the last node. (An edited game is parsed again as PGN. Then text
-- that was unreadable may be read as moves.)
local function node_at(game, ply)
  return game:node_at(ply) or game:node_at(game.plies)
end

-- Return whether a comment may be the match position.
local function has_comment(query)
  if query.kind ~= "and" or query.level ~= "game" then
    return rawget(query, "comment_text") ~= nil
  end
  for _, part in ipairs(query) do
    if has_comment(part) then
      return true
    end
  end
  return false
end

--- Return the match position of a game.
---@param game lucena.Game
---@return lucena.Node? node the root if the query is not about moves; nil if the game does not match
-- @usage chess.query.check:find(chess.game("1. e4 f5 2. Qh5+ *")).san --> Qh5+
function methods:find(game)
  check_game(game, "find")
  local answer, place, node = ask(self, game)
  if not answer then
    return nil
  end
  node = node or node_at(game, place)
  return has_comment(self) and require("lucena.query.comments").later(node, self, game) or node
end

--- Describe the order of the tests.
---@return string lines
-- @usage print((chess.query.checkmate & chess.query.player "Morphy"):describe())
function methods:describe()
  return plan.describe(self)
end

--- Explain the result of a query: test each of its operands separately, and list where it first matches. For `seq` and
-- `follow`, each part is tested together with the parts before it. For `any_line`, the inner query is tested on the
-- matching line; without a match, on the mainline.
---@param game lucena.Game
---@return string lines "yes" or "no", the operand, and the move
-- @usage print((chess.query.check & chess.query.capture):explain(chess.game("1. e4 f5 2. Qh5+ *")))
function methods:explain(game)
  check_game(game, "explain")
  return require("lucena.query.explanation").text(self, game)
end

-- Return whether one of the functions was written by the user, not by the library.
local function has_foreign(questions)
  for _, question in ipairs(questions) do
    local inner = rawget(question, "inner")
    local is_foreign = not inner and not rawget(question, "gather")
    if is_foreign or inner and has_foreign(plan_of(inner).questions) then
      return true
    end
  end
  return false
end

--- Return the program of a query; whether it calls Lua functions that take a game or a position, without which a reader
--- may not find the result; and whether some of its functions are the user's. (`accuracy`, `blunders`, `any_line` and
--- others call functions of the library.)
---@param query lucena.Query
---@return lucena.Program program
---@return boolean has_functions
---@return boolean has_own
-- @usage require("lucena.query").compiled(chess.query.checkmate)
local function compiled(query)
  local it = plan_of(query)
  return it.program, it.needs_game, has_foreign(it.questions)
end

--- Return the compiled program as text, to show the cost of a query: one line for each node of the tree, each leaf (a
-- test of the game) and each step (a test of a position). csrc/match/steps.def explains them.
---@return string
-- @usage print((chess.query.check "black" & chess.query.capture):program())
function methods:program()
  return require("lucena.query.listing").text(plan_of(self).program)
end

-- ---- from positions to games ---------------------------------------------------------------------

-- Check the argument of `ever`, `held` and similar functions. It must be a query of positions.
local function position_query(name, value)
  local query = expression.operand(value, 3, name)
  if query.level ~= "position" then
    -- Queries such as `held` search the whole game themselves, so they are not queries of positions.
    local help = name == "ever" and "; omit ever" or ""
    error(("'%s' is about positions; %s is about the game%s"):format(name, tostring(query), help), 3)
  end
  return query
end

local function lift(name, how, value, plies)
  local query = position_query(name, value)
  local text = plies and ("%s(%s, %d)"):format(name, tostring(query), plies) or ("%s(%s)"):format(name, tostring(query))
  return expression.lift(how, query, plies, text)
end

--- Match at some position of the mainline. A query of positions means this by default. `ever` is needed if two queries
-- may match at different positions: `q.ever(q.check) & q.ever(q.capture)`.
---@param query lucena.Query of positions
---@return lucena.Query
-- @usage chess.query.ever(chess.query.check)(chess.game("1. e4 e5 *")) --> false
function M.ever(query)
  return lift("ever", "ever", query)
end

--- Match if the query holds at no position.
---@param query lucena.Query of positions
---@return lucena.Query
-- @usage chess.query.never(chess.query.check)(chess.game("1. e4 e5 *")) --> true
function M.never(query)
  local it = position_query("never", query)
  return expression.named(~expression.lift("ever", it, nil, tostring(it)), ("never(%s)"):format(tostring(it)))
end

--- Match at every position, from the start of the game to its end.
---@param query lucena.Query of positions
---@return lucena.Query
-- @usage chess.query.always(~chess.query.check)(chess.game("1. e4 e5 *")) --> true
function M.always(query)
  local it = position_query("always", query)
  local text = ("always(%s)"):format(tostring(it))
  return expression.named(~expression.lift("ever", ~it, nil, text), text)
end

--- Match at the last position. Does not match games that cannot be read to their end.
---@param query lucena.Query of positions
---@return lucena.Query
-- @usage chess.query.at_end(chess.query.check)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
function M.at_end(query)
  return lift("at_end", "at_end", query)
end

--- Match at this number of consecutive positions.
---@param query lucena.Query of positions
---@param plies integer number of positions, 1 or more
---@return lucena.Query
-- @usage chess.query.held(chess.query.bishop_pair "white", 3)(chess.game("1. e4 e5 *")) --> true
function M.held(query, plies)
  local it = position_query("held", query)
  if math.type(plies) ~= "integer" or plies < 1 then
    error("bad argument #2 to 'held' (a number of positions, 1 or more)", 2)
  end
  return lift("held", "held", it, math.min(plies, argument.MOST_PLIES))
end

--- Match at some position after a move whose number is in a range.
---@param query lucena.Query of positions
---@param first integer move number
---@param last? integer default: first
---@return lucena.Query
-- @usage chess.query.within(chess.query.check, 1, 2)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
function M.within(query, first, last)
  local it = position_query("within", query)
  last = last or first
  if math.type(first) ~= "integer" or math.type(last) ~= "integer" or first > last then
    error("bad argument #2 to 'within' (two move numbers, the first not above the last)", 2)
  end
  local text = ("within(%s, %d, %d)"):format(tostring(it), first, last)
  local number = expression.step("", { op = "number", lo = argument.clamp(first), hi = argument.clamp(last) })
  return expression.lift("ever", expression.all_of { number, it }, nil, text)
end

-- ---- Lua functions -------------------------------------------------------------------------------

local function check_function(accepts, name)
  if type(accepts) ~= "function" then
    error(("bad argument #1 to '%s' (function expected, got %s)"):format(name, arguments.kind(accepts)), 3)
  end
  expression.check_arguments(accepts, 3)
end

--- Make a query of a Lua function that takes a Game. As an operand of another query, the function needs no `where`.
---@param accepts fun(game: lucena.Game): boolean|lucena.Node|nil
---@return lucena.Query
-- @usage chess.query.where(function(g) return g.plies > 1 end)(chess.game("1. e4 e5 *")) --> true
function M.where(accepts)
  check_function(accepts, "where")
  return expression.operand(accepts)
end

--- Make a query of positions from a Lua function that takes a Board and the ply. It is called at each position where
-- all other tests hold. The function may play on the Board, which is reset for the next position; to keep a position,
-- use `board:position()`. For the cheapest functions, see `bits`.
---@param accepts fun(board: lucena.Board, ply: integer): boolean|nil
---@return lucena.Query
-- @usage chess.query.at(function(b) return #b:moves() == 1 end)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
-- @usage chess.query.at(function(b, ply) return ply > 60 and b:count "q" == 2 end)(chess.game("1. e4 *")) --> false
function M.at(accepts)
  check_function(accepts, "at")
  return expression.ask(expression.function_text(accepts), "position", accepts)
end

--- Make a query of positions from a Lua function of sets of squares. A set is an integer with one bit for each square:
-- a1 is bit 0, b1 bit 1, h8 bit 63. No Board is made, so this is the fastest form of a function. The sets of pieces
-- have both colors: `pawns & white` has the white pawns. It is called at the same positions as `at`.
---@param accepts fun(pawns: integer, knights: integer, bishops: integer, rooks: integer, queens: integer,
-- kings: integer, white: integer, black: integer, ply: integer): boolean|nil
---@return lucena.Query
-- @usage chess.query.bits(function(_, _, _, _, queens) return queens == 0 end)(chess.game("1. e4 *")) --> false
function M.bits(accepts)
  check_function(accepts, "bits")
  local form = require("lucena.query.instruction").codes.ASK_BITS
  return expression.ask(expression.function_text(accepts), "position", accepts, { form = form })
end

-- ---- families ------------------------------------------------------------------------------------

-- The modules are loaded in this order until one has the name, so that a query of tags loads only the first.
local waiting = { "tags", "game", "moves", "position", "material", "structure", "control", "king", "sacrifice",
  "sequence", "pieces", "count", "instead", "deviates", "lines", "opening", "odds", "clocks", "tablebase", "motif",
  "structures", "phase" }

-- Add a name. A name that is a function needs arguments: without them it is no function of a game.
local function add(name, value)
  if type(value) == "function" then
    value = name == "parse" and value or expression.counted(name, value)
    expression.functions[value] = name
  end
  M[name] = value
end

local function load_next()
  for name, value in pairs(require("lucena.query." .. table.remove(waiting, 1))) do
    assert(rawget(M, name) == nil, name)
    add(name, value)
  end
end

--- Return the value of a name of chess.query.
---@param name any
---@return any value nil if the name is unknown
-- @usage require("lucena.query").find("chekmate") --> nil
local function find(name)
  while rawget(M, name) == nil and waiting[1] do
    load_next()
  end
  local value = rawget(M, name)
  if value == nil and type(name) == "string" then
    return require("lucena.query.own").value(name, require("lucena.registry").find("query", name))
  end
  return value
end

-- Check a query that a program registers. Called by lucena.registry.
local function adopt(name, value)
  while waiting[1] do
    load_next()
  end
  if rawget(M, name) ~= nil then
    return nil, { is_name = true, text = ("'%s' is a built-in query"):format(name) }
  elseif not expression.is_query(value) and type(value) ~= "function" then
    return nil, ("query or function expected, got %s"):format(arguments.kind(value))
  end
  return value
end

--- Return advice about an unknown name.
---@param name any
---@return string
-- @usage require("lucena.query").advice("chekmate") --> did you mean 'checkmate'?
local function advice(name)
  local said = require("lucena.query.catalogue").say(tostring(name))
  if said then
    return ("write %s"):format(said)
  end
  local names = {}
  for known in pairs(M) do
    names[#names + 1] = known
  end
  table.sort(names)
  local hint = suggestion.find(tostring(name), names)
  if hint then
    return ("did you mean '%s'?"):format(hint)
  end
  local opening = type(name) == "string" and require("lucena.query.phrase").opening_of(name)
  return opening and "write " .. opening or "`lucena help queries` lists the names"
end

setmetatable(M, {
  __index = function(_, name)
    local value = find(name)
    if value == nil then
      error(("chess.query has no '%s'; %s"):format(tostring(name), advice(name)), 2)
    end
    return value
  end,
  __pairs = function()
    while waiting[1] do
      load_next()
    end
    return next, M, nil
  end,
})

--- Return the query written in a text, as in `lucena filter -e`. The text is Lua code: accept it only from users who
-- may run programs.
---@param text string an expression of names of chess.query, `&`, `|`, `~` and functions
---@return lucena.Query? query
---@return string? err an error of Lua begins with "query:LINE:"
---@return string? code "bad_query"
-- @usage chess.query.parse('player "Fischer" & checkmate')(chess.game "*") --> false
function M.parse(text)
  arguments.check(text, 1, "parse", "string")
  local value, problem = require("lucena.query.source").evaluate(text, "query")
  if type(value) == "function" then
    value = M.where(value)
  elseif value ~= nil and not expression.is_query(value) then
    problem = "expected a query: got " .. (getmetatable(value) == "lucena.QueryMaker" and tostring(value)
      or "a " .. type(value))
  end
  if problem or value == nil then
    return nil, problem or "expected a query, not an empty expression", "bad_query"
  end
  return value
end

for name, value in next, M do
  add(name, value)
end

return { query = arguments.sealed("chess.query", M), find = find, advice = advice, as_text = as_text,
  compiled = compiled, adopt = adopt, refuse = refuse_value }
