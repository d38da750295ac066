-- A session of the prompt without a terminal.

local sessions = require "lucena.repl.session"

-- Returns a session, and a function that types an input and returns its output without the board.
return function()
  local written = {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end }
  session.settings.board = false
  return session, function(line)
    written = {}
    local done = session:line(line)
    return table.concat(written):gsub("\n$", ""), done
  end
end
