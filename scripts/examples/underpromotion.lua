-- Games in which a pawn became a rook, bishop or knight.
-- Usage: lucena filter scripts/examples/underpromotion.lua games.pgn > modest.pgn

return require("lucena").query.underpromotion
