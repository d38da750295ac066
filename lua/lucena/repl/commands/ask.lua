--- Commands that analyze the position. When called from Lua, they return values instead of printing them.
-- @module lucena.repl.commands.ask

local chess = require("lucena")
local show = require("lucena.repl.show")
local widths = require("lucena.render.width")

local MOST_DEPTH = 8
local MOST_OPENINGS = 20 -- the maximum number of openings that eco lists

local function is_square(text)
  return type(text) == "string" and text:find("^[a-h][1-8]$") ~= nil
end

-- Return the legal moves in the session's dialect: all of them, or those from the square `from`.
local function move_list(session, from)
  if from and not is_square(from) then
    session:fail("usage: moves(square)")
  end
  local position, list = session.position, {}
  for i, move in ipairs(position:moves(from and { from = from } or nil)) do
    list[i] = session.language:write(position, move) or position:san(move)
  end
  return list
end

-- Return why there are no legal moves, from a square or from any.
local function why_none(position, from)
  if from == "" then
    return ("%s has no legal move."):format(position.turn == "white" and "White" or "Black")
  end
  local piece = position:piece(from)
  if not piece then
    return ("There is no piece on %s."):format(from)
  elseif (piece:upper() == piece) ~= (position.turn == "white") then
    return position.turn == "white" and ("The piece on %s is Black's, and White is to move."):format(from)
      or ("The piece on %s is White's, and Black is to move."):format(from)
  end
  return ("The piece on %s has no legal move."):format(from)
end

local function moves(session, rest)
  if rest ~= "" and not is_square(rest) then
    session:fail("usage: moves [SQUARE]")
  end
  local list = move_list(session, rest ~= "" and rest or nil)
  table.sort(list)
  session:say(#list == 0 and why_none(session.position, rest)
    or widths.fold(table.concat(list, " "), session.settings.width))
end

local function opening_text(opening)
  return ("%s %s: %s"):format(opening.eco, opening.name, opening.moves)
end

-- Print the openings with an ECO code or a name. Tab completes the names.
local function say_openings(session, word)
  local line, err = chess.eco.moves(word:upper())
  if line then
    return session:say(opening_text { eco = word:upper(), name = (chess.eco.names(word:upper())), moves = line })
  elseif word:find("^%a%d%d$") then
    session:fail(err)
  end
  local whole, parts = {}, {}
  for opening in chess.eco.openings() do
    local name = opening.name:lower()
    local list = name == word:lower() and whole or name:find(word:lower(), 1, true) and parts
    if list then
      list[#list + 1] = opening_text(opening)
    end
  end
  local found = #whole > 0 and whole or parts
  for i = 1, math.min(#found, MOST_OPENINGS) do
    session:say(found[i])
  end
  if #found > MOST_OPENINGS then
    session:say(("and %d more"):format(#found - MOST_OPENINGS))
  elseif #found == 0 then
    session:fail(("no opening has the name or code '%s'; Tab completes names, codes are A00 to E99"):format(word))
  end
end

local function eco(session, rest)
  if rest ~= "" then
    return say_openings(session, rest)
  end
  local opening = show.opening(session.node)
  session:say(opening and opening_text(opening) or "This position is in no line of the table of openings.")
end

local function perft(session, rest)
  local depth = rest:find("^%d$") and math.tointeger(tonumber(rest))
  if not depth or depth < 1 or depth > MOST_DEPTH then
    session:fail(("usage: perft N, with N from 1 to %d"):format(MOST_DEPTH))
  end
  local begun = os.clock()
  local count = session.position:perft(depth)
  local seconds = os.clock() - begun
  session:say(("%d positions after %d plies, in %.2f s"):format(count, depth, seconds))
end

local function attackers(session, rest)
  if not is_square(rest) then
    session:fail("usage: attackers SQUARE")
  end
  local position = session.position
  for _, color in ipairs { "white", "black" } do
    local names = {}
    for i, from in ipairs(position:attackers(rest, color)) do
      names[i] = position:piece(from):upper():gsub("P", "") .. from
    end
    session:say(("%s: %s"):format(color == "white" and "White" or "Black",
      #names > 0 and table.concat(names, ", ") or "none"))
  end
end

-- The Lua function attackers(): return the attackers of one color. Without a color, return two lists, for White and
-- for Black.
local function call_attackers(session, square, color)
  local position = session.position
  if not is_square(square) then
    session:fail("usage: attackers(square, color)")
  end
  if color then
    return position:attackers(square, color)
  end
  return position:attackers(square, "white"), position:attackers(square, "black")
end

local function call_perft(session, depth)
  local plies = math.tointeger(depth)
  if not plies or plies < 0 or plies > MOST_DEPTH then
    session:fail(("usage: perft(N), with N from 0 to %d"):format(MOST_DEPTH))
  end
  return session.position:perft(plies)
end

local function fen(session, rest)
  if rest ~= "" then
    require("lucena.repl.keeping").check(session)
    return require("lucena.repl.paste").fen(session, rest)
  end
  session:say_exactly(tostring(session.position))
end

local function pgn(session)
  local text, err = session.game:pgn()
  session:say_exactly(text and text:gsub("\n$", "") or session:fail(err))
end

local function explain(session, rest)
  if rest == "" then
    session:fail("usage: explain TEXT")
  end
  local dialect = not session.is_auto and session.language or nil
  local explanation = chess.explain(rest, { position = session.node.position, dialect = dialect })
  session:say(explanation:page(session.settings.width, nil, session.lang))
end

local function board(session)
  session:print(show.page(session))
end

-- Write the board as a picture. A file of another kind is never replaced.
local function diagram(session, rest)
  local path = require("lucena.repl.rule").path(rest)
  if not path:find("%.svg$") then
    session:fail("usage: diagram FILE.svg")
  end
  local move = session.node.move
  local file, err = io.open(path, "wb")
  local done = file
  if file then
    done, err = file:write(session.position:svg { flip = session.settings.flip, last_move = move }, "\n")
  end
  if done then
    done, err = file:close()
  end
  session:say(done and "written: " .. path or session:fail("cannot write " .. err))
end

local function sheet(session)
  session:print(require("lucena.repl.pretty").game(session, session.game))
end

return {
  title = "The position and the game", order = 40,
  { name = "moves", usage = "[SQUARE]", summary = "list the legal moves, of all pieces or one", run = moves, lua = true,
    call = function(session, from) return move_list(session, from) end },
  { name = "eco", usage = "[CODE]", summary = "name the opening, or list those of an ECO code or name",
    run = eco, lua = true,
    call = function(session, word)
      if word ~= nil then
        return say_openings(session, tostring(word))
      end
      return show.opening(session.node)
    end },
  { name = "perft", usage = "N", summary = "count the positions after N plies", run = perft, lua = true,
    call = call_perft },
  { name = "attackers", usage = "SQUARE", summary = "list the pieces that attack a square", run = attackers, lua = true,
    call = call_attackers },
  { name = "explain", usage = "TEXT", summary = "explain a move, sign, result, FEN or other token",
    takes_signs = true, run = explain, lua = true,
    call = function(session, text) return chess.explain(tostring(text), { position = session.node.position }) end },
  { name = "board", usage = "", summary = "show the board", run = board },
  { name = "diagram", usage = "FILE.svg", summary = "write the board as a picture", run = diagram, lua = true },
  { name = "game", usage = "", summary = "show the game with comments and variations", run = sheet },
  { name = "fen", usage = "[FEN]", summary = "show the position as FEN, or set up a FEN", run = fen },
  { name = "pgn", usage = "", summary = "show the game as PGN", run = pgn },
}
