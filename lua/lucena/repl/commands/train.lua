--- Commands for training: `quiz`, and `show`, which marks squares on the board.
-- @module lucena.repl.commands.train

return {
  title = "Training", order = 45,
  { name = "show", usage = "[SQUARE]", summary = "mark the moves of a piece; also: show pins, show hanging", lua = true,
    run = function(session, rest) require("lucena.repl.marking").show(session, rest) end,
    more = "show e4 marks the squares to which the piece on e4 may move. If its side is not to move, it marks the "
      .. "attacked squares; if e4 is empty, the attackers. show N g1 names the piece, too. show hanging marks the "
      .. "attacked pieces that no piece guards, show pins the pieces pinned to their king." },
  { name = "quiz", usage = "[WORD]", summary = "guess the moves of the game or the solution of the EPD record",
    run = function(session, rest) require("lucena.repl.quiz").command(session, rest) end,
    more = "quiz begins at the current position, with the side to move. Type the move in any notation. The prompt "
      .. "explains a wrong move and counts the right ones. quiz hint names the piece, quiz skip plays the move, quiz "
      .. "end ends the quiz." },
}
