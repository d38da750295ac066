--- A command that programs write in comments, such as [%clk 0:01:52]. The reader of comments checks its operand.
-- @module lucena.explain.command

-- {meaning, form of the operand, source}
local COMMANDS = {
  clk = { "the time left on the clock of the player who moved", "h:mm:ss", "supplement to PGN" },
  emt = { "the time that the move took", "h:mm:ss, or seconds", "supplement to PGN" },
  egt = { "the time that the game has taken", "h:mm:ss, or seconds", "supplement to PGN" },
  mct = { "the time on a mechanical clock", "h:mm:ss", "supplement to PGN" },
  eval = { "the evaluation of an engine, in pawns from White's side; # is moves to mate", "pawns, or pawns,depth",
    "files of Lichess and engines" },
  evp = { "the evaluations of a whole game, in hundredths of a pawn", "first ply, last ply, evaluations",
    "files of ChessBase" },
  csl = { "coloured squares", "a colour and a square, such as Re4; several with commas", "files of ChessBase" },
  cal = { "coloured arrows", "a colour and two squares, such as Ge2e4; several with commas", "files of ChessBase" },
  illegal = { "a move against the rules, which is read with --allow illegal-moves", "none", "Lucena" },
}

local function node_of(text)
  return require("lucena").game("1. e4 {" .. text .. "} *"):node(1)
end

local WHERE = "In a comment of PGN, {...}, after the move. Other programs show it as text, or hide it."

local function read(text)
  local name = text:match("^%[%%([%w_]+)[^%]]*%]$")
  if not name or text:find("[{}]") then
    return nil
  end
  local known = COMMANDS[name]
  if not known then
    return { headline = ("The command %s of a comment, which has no meaning in Lucena. It is kept."):format(name),
      where = WHERE }
  end
  local is_good = (node_of(text).remark or "") == ""
  return {
    headline = is_good and ("A command of a comment: %s."):format(known[1])
      or ("The operand of %s is wrong, so this is a text of a comment."):format(name),
    code = not is_good and "bad_token" or nil,
    sections = { { title = "Its operand", { nil, known[2] } } }, where = WHERE, source = known[3] .. ".",
  }
end

return { title = "command", examples = "[%clk 0:01:52], [%eval 0.25]", read = read }
