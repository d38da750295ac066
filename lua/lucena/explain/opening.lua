--- A code of the Encyclopaedia of Chess Openings, such as C65.
-- @module lucena.explain.opening

local eco = require("lucena.eco").eco

local function read(text)
  local code = text:upper():match("^[A-E]%d%d$")
  local moves = code and eco.moves(code)
  if not moves then
    return nil
  end
  local english, french = eco.names(code)
  return {
    headline = ("An opening: %s."):format(english),
    sections = { { title = "French", { nil, french } }, { title = "Its moves", { nil, moves } } },
    where = "In the tag ECO of a game (PGN 9.3), and with the opcode eco of EPD.",
    french = { [english] = french }, source = "Encyclopaedia of Chess Openings: codes A00 to E99.",
  }
end

return { title = "ECO code", examples = "C65", read = read }
