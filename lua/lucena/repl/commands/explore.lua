--- The command `explore`: lists the moves that the games of the loaded file played in the current position.
-- @module lucena.repl.commands.explore

local MOST_SHOWN = 20

local function found_here(session)
  if not session.shelf then
    session:fail("No file is loaded. To load one: load FILE, or type its name.")
  elseif session.shelf.is_records then
    session:fail("The loaded file has positions; explore needs games.")
  end
  return require("lucena.repl.explorer").find(session, session.position)
end

-- Play the move in row `number` of the table.
local function play(session, number)
  local row = found_here(session).moves[number]
  if not row then
    session:fail(("explore lists %d moves here"):format(#found_here(session).moves))
  end
  session:remember()
  session:go(session.node:add(row.move))
end

local function explore(session, rest)
  local number = rest:find("^%d+$") and math.tointeger(tonumber(rest))
  if number then
    return play(session, number)
  elseif rest ~= "" then
    session:fail("usage: explore, or explore N to play the move with that number")
  end
  local found, explorer = found_here(session), require("lucena.repl.explorer")
  if found.games == 0 then
    return session:say("No game of the file reached this position.")
  elseif #found.moves == 0 then
    return session:say(found.games == 1 and "One game of the file ends in this position."
      or ("%d games of the file end in this position."):format(found.games))
  end
  session:say(table.concat(explorer.lines(session, found, MOST_SHOWN), "\n"))
  if #found.moves > MOST_SHOWN then
    session:say(("and %d more moves"):format(#found.moves - MOST_SHOWN))
  end
end

return {
  title = "The loaded file", order = 35,
  { name = "explore", usage = "[N]", summary = "list the moves that games of the file played here; N plays one",
    run = explore, lua = true,
    call = function(session, number)
      if number ~= nil then
        return explore(session, tostring(number))
      end
      return found_here(session)
    end,
    more = "A game counts once, with its move after the first occurrence of this position. Transpositions count. The "
      .. "score is given for the side to move. The rating is the average of both players. Last is the year of the "
      .. "latest game. :set explorer on shows the moves beside the board." },
}
