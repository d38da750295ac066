---@meta _
-- Written by scripts/dev/gen_luacats.lua (`make library`): do not edit.

--- A legal position, which never changes.
---@class lucena.Position
--- Castling rights as in FEN (X-FEN), "-" for none.
--- ```lua
--- chess.position().castling  --> KQkq
--- ```
---@field castling string
--- The older name of `is_chess960`.
--- ```lua
--- chess.position().chess960  --> false
--- ```
---@field chess960 boolean
--- The en passant square, even if no capture there is legal: the square that the last double step of a pawn crossed, or
--- the square in the FEN; nil for none. `==` and `p.key` use it only if an en passant capture is legal.
--- ```lua
--- chess.position():play("e4").ep  --> e3
--- ```
---@field ep string?
--- The number of the next move.
--- ```lua
--- chess.position():play("e4 e5").fullmove_number  --> 2
--- ```
---@field fullmove_number integer
--- Plies since the last capture or pawn move.
--- ```lua
--- chess.position():play("Nf3").halfmove_clock  --> 1
--- ```
---@field halfmove_clock integer
--- Whether the side to move is in check.
--- ```lua
--- chess.position():play("e4 f6 d4 g5 Qh5").is_check  --> true
--- ```
---@field is_check boolean
--- Whether UCI writes castling as king takes rook, as required in Chess960.
--- ```lua
--- chess.position().is_chess960  --> false
--- ```
---@field is_chess960 boolean
--- Whether the side to move could capture the king, or a pawn is on rank 1 or 8. Only an illegal move or the option `allow`
--- leads to such a position. Its legal moves are those that do not capture the king; engines and tablebases refuse it.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", {allow = {"opposite_check"}}).is_irregular  --> true
--- ```
---@field is_irregular boolean
--- 64-bit hash of the fields that `==` compares: placement, side to move, castling rooks, legal en passant square; in King
--- of the Hill and Three-check also the variant and the checks given. Equal positions have equal keys. Different positions
--- may have equal keys too, so confirm with `==`. A FEN also has the half-move clock and the move number, so only the key
--- is the same after other moves (a transposition).
--- ```lua
--- chess.position():play("Nf3 Nf6 Ng1 Ng8").key == chess.position().key  --> true
--- ```
---@field key integer
--- The side to move, "white" or "black".
--- ```lua
--- chess.position().turn  --> white
--- ```
---@field turn string
--- The variant, as lichess writes it in the Variant tag: "Standard", "Chess960", "King of the Hill" or "Three-check".
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0").variant  --> Three-check
--- ```
---@field variant string
local Position = {}

--- Return the squares of the pieces of a colour that attack a square; pinned pieces count.
--- ```lua
--- table.concat(chess.position():attackers("f3", "white"), " ")  --> g1 e2 g2
--- ```
---@param square string # "a1" to "h8"
---@param color string # "white" or "black"
---@return string[]
function Position:attackers(square, color) end

--- Return the squares that the piece on a square attacks, or that a side attacks, including squares of pieces of the same
--- color. Pinned pieces count.
--- ```lua
--- table.concat(chess.position():attacks("g1"), " ")  --> e2 f3 h3
--- ```
---@param from string a square, or "white" or "black"
---@return string[] # squares in the order a1 to h8; empty for an empty square
function Position:attacks(from) end

--- Return the squares of the pieces of one or more kinds as an integer with one bit for each square: a1 is bit 0, b1 bit 1,
--- h8 bit 63.
--- ```lua
--- ("%x"):format(chess.position():bits("P"))  --> ff00
--- chess.position():bits("white") & 1 << 4 ~= 0  --> true
--- ```
---@param pieces string as for squares()
---@return integer
function Position:bits(pieces) end

--- The older name of `draw`.
--- ```lua
--- print(chess.position():board())
--- ```
---@deprecated
---@param opts? lucena.Position.draw.Options the options of `Position:draw`
---@return string drawing
function Position:board(opts) end

--- Return the piece that a legal move captures, including a pawn captured en passant.
--- ```lua
--- local p = chess.position():play("e4 d5"); return p:captured(p:parse("exd5"))  --> p
--- ```
---@param move lucena.Move
---@return string? # piece "n" for a black knight; nil if the move captures nothing
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Position:captured(move) end

--- Return the number of checks that a side has given, 0 to 3; nil in variants other than Three-check.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0"):checks_given("white")  --> 2
--- ```
---@param color string # "white" or "black"
---@return integer?
function Position:checks_given(color) end

--- Return the number of pieces of one or more kinds. Faster than the length of squares().
--- ```lua
--- chess.position():count("P")  --> 8
--- chess.position():play("e4 d5 exd5"):count("black")  --> 15
--- ```
---@param pieces string as for squares()
---@return integer
function Position:count(pieces) end

---@class lucena.Position.draw.Options
--- figurines instead of letters
---@field unicode? boolean
--- Black at the bottom
---@field flip? boolean
--- ranks on the left and files below, default true
---@field coordinates? boolean
--- coloured squares (ECMA-48 escapes)
---@field color? boolean
--- piece letters of a language, "french"
---@field alphabet? string
--- squares to draw in brackets or in another colour, such as those of the last move. With `marks` (also an empty list), each square is three columns wide
---@field marks? string[]

--- Draw the board as text: eight lines, White at the bottom, "." for an empty square, without a line end after the
--- last line.
--- ```lua
--- print(chess.position():draw{unicode = true})
--- ```
---@param opts? lucena.Position.draw.Options # `unicode`: figurines instead of letters; `flip`: Black at the bottom; `coordinates`: ranks on the left and files below, default true; `color`: coloured squares (ECMA-48 escapes); `alphabet`: piece letters of a language, "french"; `marks`: squares to draw in brackets or in another colour, such as those of the last move. With `marks` (also an empty list), each square is three columns wide
---@return string # drawing lines separated by a newline
function Position:draw(opts) end

--- Explain the text of a move: its parts, the dialects that can read it, why it is legal or not, why it is written
--- this way, and how other dialects write it. tostring() of the result is a page of text.
--- ```lua
--- chess.position():explain("Ke3").headline  --> White cannot play that.
--- ```
---@param text string one move
---@param dialect? string|lucena.Dialect the dialect of the text, by default "pgn", as for `parse`; "auto": all are tried
---@return lucena.Explanation? explanation
---@return string? err # for an unknown dialect
---@return string? code # bad_dialect
function Position:explain(text, dialect) end

---@class lucena.Position.fen.Options
--- "legal" (default: only if an e.p. capture is legal), "xfen" (if a pawn could capture, even if pinned) or "always" (after every double step)
---@field ep? string
--- "xfen" (default: KQkq, file letters where needed) or "shredder" (always file letters)
---@field castling? string

--- Return the FEN with all six fields, on one line. In Three-check, a seventh field has the checks that White and Black
--- have given, as in lichess.
--- ```lua
--- chess.position("k7/8/8/8/8/8/P7/K7"):play("a4"):fen{ep = "always"}:sub(-8)  --> - a3 0 1
--- ```
---@param opts? lucena.Position.fen.Options # `ep`: "legal" (default: only if an e.p. capture is legal), "xfen" (if a pawn could capture, even if pinned) or "always" (after every double step); `castling`: "xfen" (default: KQkq, file letters where needed) or "shredder" (always file letters)
---@return string
function Position:fen(opts) end

--- Return the same pieces on the reflected board: "horizontal" exchanges the files a and h, "vertical" the ranks 1 and 8,
--- "diagonal" reflects at a1-h8, "antidiagonal" at h1-a8. Unlike `mirror`, pieces keep their color, and the side to move
--- stays. Castling rights and the en passant square stay only if they are possible afterwards.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/P7/4K2R w"):flip("horizontal"):fen()  --> 3k4/8/8/8/8/8/7P/R2K4 w - - 0 1
--- ```
---@param direction string # "horizontal", "vertical", "diagonal" or "antidiagonal"
---@return lucena.Position? position
---@return string? err # `not a legal position: ` and all reasons
---@return string? code # invalid_position
function Position:flip(direction) end

--- Report whether a legal move gives check.
--- ```lua
--- local p = chess.position(); return p:gives_check(p:parse("e4"))  --> false
--- ```
---@param move lucena.Move
---@return boolean? check
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Position:gives_check(move) end

--- Return whether a piece of one of these kinds is on a square.
--- ```lua
--- chess.position():has("N", "g1")  --> true
--- ```
---@param pieces string as for squares()
---@param square string # "a1" to "h8"
---@return boolean
function Position:has(pieces, square) end

--- Report whether the side to move is in check; the same as `p.is_check`.
--- ```lua
--- chess.position():in_check()  --> false
--- ```
---@return boolean
function Position:in_check() end

--- Report whether a legal move captures a piece. An en passant capture counts.
--- ```lua
--- local p = chess.position(); return p:is_capture(p:parse("e4"))  --> false
--- ```
---@param move lucena.Move
---@return boolean? capture
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Position:is_capture(move) end

--- Report whether a side can no longer mate by any sequence of legal moves, judged by material alone.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4KN2 w"):is_insufficient("white")  --> true
--- ```
---@param color string # "white" or "black"
---@return boolean
function Position:is_insufficient(color) end

--- Report whether a move is legal. The null move is not legal, although Position:play accepts it if the side to move is
--- not in check.
--- ```lua
--- local p = chess.position(); return p:is_legal(p:parse("e4"))  --> true
--- ```
---@param move lucena.Move
---@return boolean
function Position:is_legal(move) end

--- Return the square of a side's king.
--- ```lua
--- chess.position():king("black")  --> e8
--- ```
---@param color string # "white" or "black"
---@return string square
function Position:king(color) end

--- Return a table with the number of a side's pieces of each kind, by capital letter; 0 if the side has none.
--- ```lua
--- chess.position():material("white").P  --> 8
--- ```
---@param color string # "white" or "black"
---@return table<string, integer> counts # {K = 1, Q = 1, R = 2, B = 2, N = 2, P = 8}
function Position:material(color) end

--- Return the same position with the colors exchanged: each piece changes its color, and rank 1 becomes rank 8, rank 2
--- becomes rank 7, and so on. Side to move, castling rights, en passant square and the checks given are exchanged, too; the
--- counters stay.
--- ```lua
--- chess.position():play("e4"):mirror():fen()  --> rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
--- ```
---@return lucena.Position
function Position:mirror() end

---@class lucena.Position.moves.Options
--- squares (castling goes to the king's g or c file)
---@field from? string
--- squares (castling goes to the king's g or c file)
---@field to? string
--- kind of piece, "N" and "n" alike
---@field piece? string
--- true only captures, false no captures
---@field captures? boolean

--- Return all legal moves, or those selected by the options: an array in a fixed order (king first, pawns last).
--- ```lua
--- #chess.position():moves{piece = "N"}  --> 4
--- ```
---@param opts? lucena.Position.moves.Options # `from` and `to`: squares (castling goes to the king's g or c file); `piece`: kind of piece, "N" and "n" alike; `captures`: true only captures, false no captures
---@return lucena.Move[]
function Position:moves(opts) end

--- Return the opening with this position in Lucena's own table; the same as `chess.eco.lookup(position)`.
--- ```lua
--- chess.position():play("e4 e6"):opening().name --> French Defence
--- ```
---@return lucena.Opening? opening # nil if no line of the table has the position
function Position:opening() end

--- Return why the game is over in this position, or nil: {reason = "checkmate", winner = "white"|"black"}, or {reason =
--- "stalemate"|"insufficient_material"|"seventyfive_moves"} (FIDE Laws 5.1, 5.2, 9.6.2). In King of the Hill, the reason is
--- "king_in_center" after a king has reached d4, e4, d5 or e5; in Three-check "three_checks" after the third check. Both
--- have a winner. Draws that must be claimed depend on the whole game: see Node:outcome.
--- ```lua
--- chess.position():play("f3 e5 g4 Qh4"):outcome().winner  --> black
--- ```
---@return lucena.Outcome?
function Position:outcome() end

--- Read one move. Only a legal move is returned; nothing is guessed.
--- ```lua
--- chess.position():parse("Nf3").to  --> f3
--- ```
---@param text string one move, "Nf3"; tolerances: 0-0, e8Q, e.p., long forms, wrong or missing x + #, ! and ? marks
---@param dialect? string|lucena.Dialect the notation, as a name or a Dialect; default "pgn"
---@return lucena.Move? move
---@return string? err # `illegal move Nf6 (move 1, White)`
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
function Position:parse(text, dialect) end

--- Read one move as engines write it: "e2e4", "e7e8q", castling as e1g1 or king takes rook, "0000" for the null move.
--- ```lua
--- chess.position():parse_uci("g1f3").to  --> f3
--- ```
---@param text string
---@return lucena.Move? move
---@return string? err # `illegal move e2e5 (move 1, White)`
---@return string? code # bad_move or illegal_move
function Position:parse_uci(text) end

--- Return the position after passing the turn (a null move). This is not possible in check.
--- ```lua
--- chess.position():pass().turn  --> black
--- ```
---@return lucena.Position? position
---@return string? err
---@return string? code # illegal_move
function Position:pass() end

--- Count the leaf positions of the tree of all legal moves, `depth` plies deep.
--- ```lua
--- chess.position():perft(3)  --> 8902
--- ```
---@param depth integer 0 to 12
---@return integer
function Position:perft(depth) end

--- Return the piece on a square: "N" for a white knight, "n" for a black one, nil for none.
--- ```lua
--- chess.position():piece("g8")  --> n
--- ```
---@param square string # "a1" to "h8"
---@return string?
function Position:piece(square) end

--- Return the squares of the pieces of a colour that are pinned to their own king.
--- ```lua
--- chess.position("4k3/8/8/8/1b6/8/3N4/4K3 w"):pinned("white")[1]  --> d2
--- ```
---@param color string # "white" or "black"
---@return string[]
function Position:pinned(color) end

--- Return the position after a move or several moves. Several moves are a string, separated by blanks, or an array. Move
--- numbers are allowed in a string, results are not. The position itself does not change.
--- ```lua
--- chess.position():play("1. e4 e5 2. Nf3").turn  --> black
--- ```
---@param moves string|lucena.Move|(string|lucena.Move)[] moves in PGN notation, or a Move, or an array of single moves and Moves
---@param dialect? string|lucena.Dialect the notation of the texts, as a name or a Dialect; default "pgn"
---@return lucena.Position? position
---@return string? err # `moves:COL: illegal move Nf6 (move 1, White)`; without a column for a Move; `move N: ...` for an array
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
function Position:play(moves, dialect) end

--- Return the key of Polyglot opening books, a 64-bit integer. Use it only for books: its rules for en passant and
--- castling differ from those of `p.key` and `==`.
--- ```lua
--- string.format("%016x", chess.position():polyglot_key())  --> 463b96181691fc9c
--- ```
---@return integer
function Position:polyglot_key() end

--- Return the same pieces on the board turned clockwise: with 90, a1 becomes a8. Pieces keep their color, and the side to
--- move stays. Castling rights and the en passant square stay only if they are possible afterwards.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/R3K3 w"):rotate(90):fen()  --> R7/8/8/8/K6k/8/8/8 w - - 0 1
--- ```
---@param degrees integer 90, 180 or 270
---@return lucena.Position? position
---@return string? err # `not a legal position: ` and all reasons
---@return string? code # invalid_position
function Position:rotate(degrees) end

--- Return a legal move in Standard Algebraic Notation, with + and #; "--" for the null move.
--- ```lua
--- local p = chess.position(); return p:san(p:parse_uci("g1f3"))  --> Nf3
--- ```
---@param move lucena.Move
---@return string? san
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Position:san(move) end

--- Return an editable copy.
--- ```lua
--- local s = chess.position():setup(); s:put("e2"); return s:piece("e2")  --> nil
--- ```
---@return lucena.Setup
function Position:setup() end

--- Return the squares of the pieces of one or more kinds, from a1 to h8, rank by rank.
--- ```lua
--- table.concat(chess.position():squares("N"), " ")  --> b1 g1
--- table.concat(chess.position():squares("Kk"), " ")  --> e1 e8
--- ```
---@param pieces string letters as in queries: "N" white knights, "n" black ones, "Nn" both, "A" and "a" all pieces and pawns of White or Black; "white" or "black"
---@return string[]
function Position:squares(pieces) end

---@class lucena.Position.svg.Options
---@field size? number
---@field flip? boolean
---@field coordinates? boolean
---@field last_move? lucena.Move|string
---@field arrows? table[]
---@field marks? table[]
---@field theme? "brown"|"blue"|"green"|"grey"|"print"
---@field title? string
---@field desc? string
---@field symbols? boolean

--- Draw a picture of the board.
--- ```lua
--- chess.position():svg{size = 200}:match("^<svg") --> <svg
--- ```
---@param opts? lucena.Position.svg.Options # `arrows` and `marks` as those of a Node
---@return string # svg without a line end at the end
function Position:svg(opts) end

--- Look up an ending in Syzygy tablebases. The result depends on the half-move clock. `chess.tablebase` opens the
--- files.
--- ```lua
--- chess.position():tablebase()
--- ```
---@return lucena.TablebaseResult? found # {wdl = "win", "cursed_win", "draw", "blessed_loss" or "loss"; dtz, plies to the next capture or pawn move; winner; moves, an array of {move, san, wdl, dtz}, best first}, from the point of view of the side to move
---@return string? err
---@return string? code # `no_tablebase`, `not_in_tablebase`
function Position:tablebase() end

--- The older name of `write`.
--- ```lua
--- local p = chess.position(); return p:text(p:parse("Nf3"), "german")  --> Sf3
--- ```
---@deprecated
---@param move lucena.Move
---@param dialect string|lucena.Dialect a name or a Dialect
---@return string? text
---@return string? err # if the move is illegal, or the notation cannot write it
---@return string? code # illegal_move or unsayable_move
function Position:text(move, dialect) end

--- Return a legal move as engines expect it: castling is written as e1g1, in Chess960 positions as king takes rook.
--- ```lua
--- local p = chess.position(); return p:uci(p:parse("Nf3"))  --> g1f3
--- ```
---@param move lucena.Move
---@return string? uci
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Position:uci(move) end

--- Return a legal move in any notation.
--- ```lua
--- local p = chess.position(); return p:write(p:parse("Nf3"), "french")  --> Cf3
--- ```
---@param move lucena.Move
---@param dialect string|lucena.Dialect a name or a Dialect
---@return string? text
---@return string? err # if the move is illegal, or the notation cannot write it
---@return string? code # illegal_move or unsayable_move
function Position:write(move, dialect) end

--- A position that is changed in place: play and undo. It has the methods and properties of a Position.
---@class lucena.Board
--- Castling rights as in FEN (X-FEN), "-" for none.
--- ```lua
--- chess.position().castling  --> KQkq
--- ```
---@field castling string
--- The older name of `is_chess960`.
--- ```lua
--- chess.position().chess960  --> false
--- ```
---@field chess960 boolean
--- The en passant square, even if no capture there is legal: the square that the last double step of a pawn crossed, or
--- the square in the FEN; nil for none. `==` and `p.key` use it only if an en passant capture is legal.
--- ```lua
--- chess.position():play("e4").ep  --> e3
--- ```
---@field ep string?
--- The number of the next move.
--- ```lua
--- chess.position():play("e4 e5").fullmove_number  --> 2
--- ```
---@field fullmove_number integer
--- Plies since the last capture or pawn move.
--- ```lua
--- chess.position():play("Nf3").halfmove_clock  --> 1
--- ```
---@field halfmove_clock integer
--- Whether the side to move is in check.
--- ```lua
--- chess.position():play("e4 f6 d4 g5 Qh5").is_check  --> true
--- ```
---@field is_check boolean
--- Whether UCI writes castling as king takes rook, as required in Chess960.
--- ```lua
--- chess.position().is_chess960  --> false
--- ```
---@field is_chess960 boolean
--- Whether the side to move could capture the king, or a pawn is on rank 1 or 8. Only an illegal move or the option `allow`
--- leads to such a position. Its legal moves are those that do not capture the king; engines and tablebases refuse it.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", {allow = {"opposite_check"}}).is_irregular  --> true
--- ```
---@field is_irregular boolean
--- 64-bit hash of the fields that `==` compares: placement, side to move, castling rooks, legal en passant square; in King
--- of the Hill and Three-check also the variant and the checks given. Equal positions have equal keys. Different positions
--- may have equal keys too, so confirm with `==`. A FEN also has the half-move clock and the move number, so only the key
--- is the same after other moves (a transposition).
--- ```lua
--- chess.position():play("Nf3 Nf6 Ng1 Ng8").key == chess.position().key  --> true
--- ```
---@field key integer
--- Number of moves played and not taken back. In a Board that a query passes to a function, the earlier moves of the game
--- count too, but undo() does not take them back.
--- ```lua
--- chess.board().ply  --> 0
--- ```
---@field ply integer
--- The side to move, "white" or "black".
--- ```lua
--- chess.position().turn  --> white
--- ```
---@field turn string
--- The variant, as lichess writes it in the Variant tag: "Standard", "Chess960", "King of the Hill" or "Three-check".
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0").variant  --> Three-check
--- ```
---@field variant string
local Board = {}

--- Return the squares of the pieces of a colour that attack a square; pinned pieces count.
--- ```lua
--- table.concat(chess.position():attackers("f3", "white"), " ")  --> g1 e2 g2
--- ```
---@param square string # "a1" to "h8"
---@param color string # "white" or "black"
---@return string[]
function Board:attackers(square, color) end

--- Return the squares that the piece on a square attacks, or that a side attacks, including squares of pieces of the same
--- color. Pinned pieces count.
--- ```lua
--- table.concat(chess.position():attacks("g1"), " ")  --> e2 f3 h3
--- ```
---@param from string a square, or "white" or "black"
---@return string[] # squares in the order a1 to h8; empty for an empty square
function Board:attacks(from) end

--- Return the squares of the pieces of one or more kinds as an integer with one bit for each square: a1 is bit 0, b1 bit 1,
--- h8 bit 63.
--- ```lua
--- ("%x"):format(chess.position():bits("P"))  --> ff00
--- chess.position():bits("white") & 1 << 4 ~= 0  --> true
--- ```
---@param pieces string as for squares()
---@return integer
function Board:bits(pieces) end

--- The older name of `draw`.
--- ```lua
--- print(chess.position():board())
--- ```
---@deprecated
---@param opts? lucena.Position.draw.Options the options of `Position:draw`
---@return string drawing
function Board:board(opts) end

--- Return the piece that a legal move captures, including a pawn captured en passant.
--- ```lua
--- local p = chess.position():play("e4 d5"); return p:captured(p:parse("exd5"))  --> p
--- ```
---@param move lucena.Move
---@return string? # piece "n" for a black knight; nil if the move captures nothing
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Board:captured(move) end

--- Return the number of checks that a side has given, 0 to 3; nil in variants other than Three-check.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0"):checks_given("white")  --> 2
--- ```
---@param color string # "white" or "black"
---@return integer?
function Board:checks_given(color) end

--- Return the number of pieces of one or more kinds. Faster than the length of squares().
--- ```lua
--- chess.position():count("P")  --> 8
--- chess.position():play("e4 d5 exd5"):count("black")  --> 15
--- ```
---@param pieces string as for squares()
---@return integer
function Board:count(pieces) end

--- Draw the board as text: eight lines, White at the bottom, "." for an empty square, without a line end after the
--- last line.
--- ```lua
--- print(chess.position():draw{unicode = true})
--- ```
---@param opts? lucena.Position.draw.Options # `unicode`: figurines instead of letters; `flip`: Black at the bottom; `coordinates`: ranks on the left and files below, default true; `color`: coloured squares (ECMA-48 escapes); `alphabet`: piece letters of a language, "french"; `marks`: squares to draw in brackets or in another colour, such as those of the last move. With `marks` (also an empty list), each square is three columns wide
---@return string # drawing lines separated by a newline
function Board:draw(opts) end

--- Explain the text of a move: its parts, the dialects that can read it, why it is legal or not, why it is written
--- this way, and how other dialects write it. tostring() of the result is a page of text.
--- ```lua
--- chess.position():explain("Ke3").headline  --> White cannot play that.
--- ```
---@param text string one move
---@param dialect? string|lucena.Dialect the dialect of the text, by default "pgn", as for `parse`; "auto": all are tried
---@return lucena.Explanation? explanation
---@return string? err # for an unknown dialect
---@return string? code # bad_dialect
function Board:explain(text, dialect) end

--- Return the FEN with all six fields, on one line. In Three-check, a seventh field has the checks that White and Black
--- have given, as in lichess.
--- ```lua
--- chess.position("k7/8/8/8/8/8/P7/K7"):play("a4"):fen{ep = "always"}:sub(-8)  --> - a3 0 1
--- ```
---@param opts? lucena.Position.fen.Options # `ep`: "legal" (default: only if an e.p. capture is legal), "xfen" (if a pawn could capture, even if pinned) or "always" (after every double step); `castling`: "xfen" (default: KQkq, file letters where needed) or "shredder" (always file letters)
---@return string
function Board:fen(opts) end

--- Return the same pieces on the reflected board: "horizontal" exchanges the files a and h, "vertical" the ranks 1 and 8,
--- "diagonal" reflects at a1-h8, "antidiagonal" at h1-a8. Unlike `mirror`, pieces keep their color, and the side to move
--- stays. Castling rights and the en passant square stay only if they are possible afterwards.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/P7/4K2R w"):flip("horizontal"):fen()  --> 3k4/8/8/8/8/8/7P/R2K4 w - - 0 1
--- ```
---@param direction string # "horizontal", "vertical", "diagonal" or "antidiagonal"
---@return lucena.Position? position
---@return string? err # `not a legal position: ` and all reasons
---@return string? code # invalid_position
function Board:flip(direction) end

--- Report whether a legal move gives check.
--- ```lua
--- local p = chess.position(); return p:gives_check(p:parse("e4"))  --> false
--- ```
---@param move lucena.Move
---@return boolean? check
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Board:gives_check(move) end

--- Return whether a piece of one of these kinds is on a square.
--- ```lua
--- chess.position():has("N", "g1")  --> true
--- ```
---@param pieces string as for squares()
---@param square string # "a1" to "h8"
---@return boolean
function Board:has(pieces, square) end

--- Report whether the side to move is in check; the same as `p.is_check`.
--- ```lua
--- chess.position():in_check()  --> false
--- ```
---@return boolean
function Board:in_check() end

--- Report whether a legal move captures a piece. An en passant capture counts.
--- ```lua
--- local p = chess.position(); return p:is_capture(p:parse("e4"))  --> false
--- ```
---@param move lucena.Move
---@return boolean? capture
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Board:is_capture(move) end

--- Report whether a side can no longer mate by any sequence of legal moves, judged by material alone.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4KN2 w"):is_insufficient("white")  --> true
--- ```
---@param color string # "white" or "black"
---@return boolean
function Board:is_insufficient(color) end

--- Report whether a move is legal. The null move is not legal, although Position:play accepts it if the side to move is
--- not in check.
--- ```lua
--- local p = chess.position(); return p:is_legal(p:parse("e4"))  --> true
--- ```
---@param move lucena.Move
---@return boolean
function Board:is_legal(move) end

--- Return the square of a side's king.
--- ```lua
--- chess.position():king("black")  --> e8
--- ```
---@param color string # "white" or "black"
---@return string square
function Board:king(color) end

--- Return a table with the number of a side's pieces of each kind, by capital letter; 0 if the side has none.
--- ```lua
--- chess.position():material("white").P  --> 8
--- ```
---@param color string # "white" or "black"
---@return table<string, integer> counts # {K = 1, Q = 1, R = 2, B = 2, N = 2, P = 8}
function Board:material(color) end

--- Return the same position with the colors exchanged: each piece changes its color, and rank 1 becomes rank 8, rank 2
--- becomes rank 7, and so on. Side to move, castling rights, en passant square and the checks given are exchanged, too; the
--- counters stay.
--- ```lua
--- chess.position():play("e4"):mirror():fen()  --> rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
--- ```
---@return lucena.Position
function Board:mirror() end

--- Return all legal moves, or those selected by the options: an array in a fixed order (king first, pawns last).
--- ```lua
--- #chess.position():moves{piece = "N"}  --> 4
--- ```
---@param opts? lucena.Position.moves.Options # `from` and `to`: squares (castling goes to the king's g or c file); `piece`: kind of piece, "N" and "n" alike; `captures`: true only captures, false no captures
---@return lucena.Move[]
function Board:moves(opts) end

--- Return the opening with this position in Lucena's own table; the same as `chess.eco.lookup(position)`.
--- ```lua
--- chess.position():play("e4 e6"):opening().name --> French Defence
--- ```
---@return lucena.Opening? opening # nil if no line of the table has the position
function Board:opening() end

--- Return why the game is over in this position, or nil: {reason = "checkmate", winner = "white"|"black"}, or {reason =
--- "stalemate"|"insufficient_material"|"seventyfive_moves"} (FIDE Laws 5.1, 5.2, 9.6.2). In King of the Hill, the reason is
--- "king_in_center" after a king has reached d4, e4, d5 or e5; in Three-check "three_checks" after the third check. Both
--- have a winner. Draws that must be claimed depend on the whole game: see Node:outcome.
--- ```lua
--- chess.position():play("f3 e5 g4 Qh4"):outcome().winner  --> black
--- ```
---@return lucena.Outcome?
function Board:outcome() end

--- Read one move. Only a legal move is returned; nothing is guessed.
--- ```lua
--- chess.position():parse("Nf3").to  --> f3
--- ```
---@param text string one move, "Nf3"; tolerances: 0-0, e8Q, e.p., long forms, wrong or missing x + #, ! and ? marks
---@param dialect? string|lucena.Dialect the notation, as a name or a Dialect; default "pgn"
---@return lucena.Move? move
---@return string? err # `illegal move Nf6 (move 1, White)`
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
function Board:parse(text, dialect) end

--- Read one move as engines write it: "e2e4", "e7e8q", castling as e1g1 or king takes rook, "0000" for the null move.
--- ```lua
--- chess.position():parse_uci("g1f3").to  --> f3
--- ```
---@param text string
---@return lucena.Move? move
---@return string? err # `illegal move e2e5 (move 1, White)`
---@return string? code # bad_move or illegal_move
function Board:parse_uci(text) end

--- Pass the turn: play a null move, which is not possible in check.
--- ```lua
--- local b = chess.board(); b:pass(); return b.turn  --> black
--- ```
---@return lucena.Move? move # the null move
---@return string? err
---@return string? code # illegal_move
function Board:pass() end

--- Count the leaf positions of the tree of all legal moves, `depth` plies deep.
--- ```lua
--- chess.position():perft(3)  --> 8902
--- ```
---@param depth integer 0 to 12
---@return integer
function Board:perft(depth) end

--- Return the piece on a square: "N" for a white knight, "n" for a black one, nil for none.
--- ```lua
--- chess.position():piece("g8")  --> n
--- ```
---@param square string # "a1" to "h8"
---@return string?
function Board:piece(square) end

--- Return the squares of the pieces of a colour that are pinned to their own king.
--- ```lua
--- chess.position("4k3/8/8/8/1b6/8/3N4/4K3 w"):pinned("white")[1]  --> d2
--- ```
---@param color string # "white" or "black"
---@return string[]
function Board:pinned(color) end

--- Play one move or several, as for Position:play(). If one of them cannot be played, none is played.
--- ```lua
--- tostring(chess.board():play("e4 e5"))  --> e7e5
--- ```
---@param moves string|lucena.Move|(string|lucena.Move)[]
---@param dialect? string|lucena.Dialect the notation of the string, as a name or a Dialect; default "pgn"
---@return lucena.Move? move # the last move; nothing is returned for an empty array
---@return string? err
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
function Board:play(moves, dialect) end

--- Return the key of Polyglot opening books, a 64-bit integer. Use it only for books: its rules for en passant and
--- castling differ from those of `p.key` and `==`.
--- ```lua
--- string.format("%016x", chess.position():polyglot_key())  --> 463b96181691fc9c
--- ```
---@return integer
function Board:polyglot_key() end

--- Return the current position as a value that does not change.
--- ```lua
--- chess.board():position() == chess.position()  --> true
--- ```
---@return lucena.Position
function Board:position() end

--- Start again from a position, with no moves to take back.
--- ```lua
--- local b = chess.board(); b:play("e4"); b:reset(); return b.turn  --> white
--- ```
---@param position? lucena.Position default the initial position
function Board:reset(position) end

--- Return the same pieces on the board turned clockwise: with 90, a1 becomes a8. Pieces keep their color, and the side to
--- move stays. Castling rights and the en passant square stay only if they are possible afterwards.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/R3K3 w"):rotate(90):fen()  --> R7/8/8/8/K6k/8/8/8 w - - 0 1
--- ```
---@param degrees integer 90, 180 or 270
---@return lucena.Position? position
---@return string? err # `not a legal position: ` and all reasons
---@return string? code # invalid_position
function Board:rotate(degrees) end

--- Return a legal move in Standard Algebraic Notation, with + and #; "--" for the null move.
--- ```lua
--- local p = chess.position(); return p:san(p:parse_uci("g1f3"))  --> Nf3
--- ```
---@param move lucena.Move
---@return string? san
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Board:san(move) end

--- Return an editable copy.
--- ```lua
--- local s = chess.position():setup(); s:put("e2"); return s:piece("e2")  --> nil
--- ```
---@return lucena.Setup
function Board:setup() end

--- Return the squares of the pieces of one or more kinds, from a1 to h8, rank by rank.
--- ```lua
--- table.concat(chess.position():squares("N"), " ")  --> b1 g1
--- table.concat(chess.position():squares("Kk"), " ")  --> e1 e8
--- ```
---@param pieces string letters as in queries: "N" white knights, "n" black ones, "Nn" both, "A" and "a" all pieces and pawns of White or Black; "white" or "black"
---@return string[]
function Board:squares(pieces) end

--- Draw a picture of the board.
--- ```lua
--- chess.position():svg{size = 200}:match("^<svg") --> <svg
--- ```
---@param opts? lucena.Position.svg.Options # `arrows` and `marks` as those of a Node
---@return string # svg without a line end at the end
function Board:svg(opts) end

--- Look up an ending in Syzygy tablebases. The result depends on the half-move clock. `chess.tablebase` opens the
--- files.
--- ```lua
--- chess.position():tablebase()
--- ```
---@return lucena.TablebaseResult? found # {wdl = "win", "cursed_win", "draw", "blessed_loss" or "loss"; dtz, plies to the next capture or pawn move; winner; moves, an array of {move, san, wdl, dtz}, best first}, from the point of view of the side to move
---@return string? err
---@return string? code # `no_tablebase`, `not_in_tablebase`
function Board:tablebase() end

--- The older name of `write`.
--- ```lua
--- local p = chess.position(); return p:text(p:parse("Nf3"), "german")  --> Sf3
--- ```
---@deprecated
---@param move lucena.Move
---@param dialect string|lucena.Dialect a name or a Dialect
---@return string? text
---@return string? err # if the move is illegal, or the notation cannot write it
---@return string? code # illegal_move or unsayable_move
function Board:text(move, dialect) end

--- Return a legal move as engines expect it: castling is written as e1g1, in Chess960 positions as king takes rook.
--- ```lua
--- local p = chess.position(); return p:uci(p:parse("Nf3"))  --> g1f3
--- ```
---@param move lucena.Move
---@return string? uci
---@return string? err # for a move that is not legal here
---@return string? code # illegal_move
function Board:uci(move) end

--- Take back the last move.
--- ```lua
--- chess.board():undo()  --> false
--- ```
---@return boolean # false if there is none
function Board:undo() end

--- Return a legal move in any notation.
--- ```lua
--- local p = chess.position(); return p:write(p:parse("Nf3"), "french")  --> Cf3
--- ```
---@param move lucena.Move
---@param dialect string|lucena.Dialect a name or a Dialect
---@return string? text
---@return string? err # if the move is illegal, or the notation cannot write it
---@return string? code # illegal_move or unsayable_move
function Board:write(move, dialect) end

--- Sets of squares as integers: a1 is bit 0, h8 bit 63. Combine them with & | ~ << >>.
---@class lucena.Bits
local Bits = {}

--- Return the squares that a piece on a square attacks. Rooks, bishops and queens attack the first occupied square of each
--- line, and no square after it. For pawns, the result is the squares of their captures.
--- ```lua
--- table.concat(chess.bits.squares(chess.bits.attacks("p", "e5")), " ")  --> d4 f4
--- chess.bits.attacks("R", "a1", chess.bits.of "a3 b1") == chess.bits.of "a2 a3 b1"  --> true
--- ```
---@param piece string # "N" a white knight, "n" a black one; the color matters only for pawns
---@param square string # "a1" to "h8"
---@param occupied? integer set of occupied squares; default 0, an empty board
---@return integer set
function Bits.attacks(piece, square, occupied) end

--- Return the squares between two squares of a rank, file or diagonal, without these two. The set is empty if the squares
--- are not on one line.
--- ```lua
--- table.concat(chess.bits.squares(chess.bits.between("a1", "d4")), " ")  --> b2 c3
--- ```
---@param from string # "a1" to "h8"
---@param to string # "a1" to "h8"
---@return integer set
function Bits.between(from, to) end

--- Return the number of squares of a set.
--- ```lua
--- chess.bits.count(chess.position():bits "white")  --> 16
--- ```
---@param set integer
---@return integer
function Bits.count(set) end

--- Return a set with its ranks exchanged: rank 1 becomes rank 8, rank 2 becomes rank 7, and so on, as Position:mirror()
--- does.
--- ```lua
--- chess.bits.mirror(chess.bits.of "a1 e2") == chess.bits.of "a8 e7"  --> true
--- ```
---@param set integer
---@return integer set
function Bits.mirror(set) end

--- Return the set of some squares. A text names squares, files or ranks, separated by blanks: "e4 f5", "e", "7". An array
--- of such texts is accepted, too, as squares() and Position:attacks() return it.
--- ```lua
--- ("%x"):format(chess.bits.of("a1 b1", "h8"))  --> 8000000000000003
--- chess.bits.of{"a1", "a2"} == 1 | 1 << 8  --> true
--- chess.bits.of "e" & chess.bits.of "4" == chess.bits.of "e4"  --> true
--- ```
---@param ... string|string[]
---@return integer set
function Bits.of(...) end

--- Return the whole rank, file or diagonal through two squares, from edge to edge. The set is empty if the squares are not
--- on one line, or if they are the same square.
--- ```lua
--- table.concat(chess.bits.squares(chess.bits.ray("b3", "c4")), " ")  --> a2 b3 c4 d5 e6 f7 g8
--- ```
---@param from string # "a1" to "h8"
---@param to string # "a1" to "h8"
---@return integer set
function Bits.ray(from, to) end

--- Return the squares of a set, from a1 to h8, rank by rank.
--- ```lua
--- table.concat(chess.bits.squares(chess.bits.of "e" & ~chess.bits.of "2 3 4 5 6 7"), " ")  --> e1 e8
--- ```
---@param set integer
---@return string[]
function Bits.squares(set) end

--- Any arrangement of pieces, legal or not, which can be edited and repaired.
---@class lucena.Setup
--- Castling rights as in FEN, "-" for none. Assignable, with KQkq or with file letters; K and Q mean the outermost rook on
--- the current board. Assigning also sets `chess960`, as reading a FEN does.
--- ```lua
--- chess.setup("4k3/8/8/8/8/8/8/4K2R w K").castling  --> K
--- ```
---@field castling string
--- Whether castling follows Chess960: kings and rooks need not be on their standard squares, and UCI writes king takes
--- rook. Assignable.
--- ```lua
--- chess.setup("bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w GCgc - 0 1").chess960  --> true
--- ```
---@field chess960 boolean
--- The tolerances used in reading the text: a read-only list of {code, severity = "warning" or "repair", column, message},
--- in the order of the text; then castling_dropped and ep_dropped if chess.position() would drop castling rights or the en
--- passant square. Columns count bytes from 1. Empty for a setup that was not read from text.
--- ```lua
--- chess.setup("8/8/8/8/8/8/8/8").diagnostics[1].code  --> fen_fields
--- ```
---@field diagnostics lucena.Diagnostic[]
--- The en passant square, as given; nil for none. Squares of ranks 3 and 6 can be assigned.
--- ```lua
--- chess.setup("4k3/8/8/8/8/8/8/4K3 w - e6").ep  --> e6
--- ```
---@field ep string?
--- The number of the next move, 1 to 65535. Assignable.
--- ```lua
--- chess.setup().fullmove_number  --> 1
--- ```
---@field fullmove_number integer
--- Plies since the last capture or pawn move, 0 to 65535. Assignable.
--- ```lua
--- chess.setup().halfmove_clock  --> 0
--- ```
---@field halfmove_clock integer
--- The side to move, "white" or "black". Assignable.
--- ```lua
--- chess.setup().turn  --> white
--- ```
---@field turn string
--- The variant, as in the Variant tag: "Standard", "Chess960", "King of the Hill" or "Three-check". Assignable, with any
--- spelling that the tag may have. Assigning "Three-check" keeps the checks given, if there are any.
--- ```lua
--- local s = chess.setup(chess.START_FEN); s.variant = "3-check"; return s:fen():sub(-8)  --> 0 1 +0+0
--- ```
---@field variant string
local Setup = {}

--- The older name of `draw`.
--- ```lua
--- print(chess.position():board())
--- ```
---@deprecated
---@param opts? lucena.Position.draw.Options the options of `Position:draw`
---@return string drawing
function Setup:board(opts) end

--- Draw the board as text: eight lines, White at the bottom, "." for an empty square, without a line end after the
--- last line.
--- ```lua
--- print(chess.position():draw{unicode = true})
--- ```
---@param opts? lucena.Position.draw.Options # `unicode`: figurines instead of letters; `flip`: Black at the bottom; `coordinates`: ranks on the left and files below, default true; `color`: coloured squares (ECMA-48 escapes); `alphabet`: piece letters of a language, "french"; `marks`: squares to draw in brackets or in another colour, such as those of the last move. With `marks` (also an empty list), each square is three columns wide
---@return string # drawing lines separated by a newline
function Setup:draw(opts) end

--- Return the FEN with all six fields, with castling rights and en passant square as given, possible or not.
--- ```lua
--- chess.setup():fen()  --> 8/8/8/8/8/8/8/8 w - - 0 1
--- ```
---@return string
function Setup:fen() end

--- Return the piece on a square: "N" for a white knight, "n" for a black one, nil for none.
--- ```lua
--- chess.position():setup():piece("e8")  --> k
--- ```
---@param square string # "a1" to "h8"
---@return string?
function Setup:piece(square) end

---@class lucena.Setup.position.Options
--- the names of problems to accept: too_many_..._pieces, too_many_..._pawns, too_much_material, pawn_on_last_rank (a pawn on the last rank of its side has no move), opposite_check, touching_kings (each king then also attacks the other: allow opposite_check, too). Too many pieces or pawns and impossible_check are accepted unless `strict` is set
---@field allow? string[]
---@field strict? boolean

--- Return the legal position of this setup. Nothing is repaired: call s:repair() first.
--- ```lua
--- chess.setup("4k3/8/8/8/8/8/8/4K3 w"):position().turn  --> white
--- #chess.position("P3k3/8/8/8/8/8/8/4K2P w", {allow = {"pawn_on_last_rank"}}):moves{from = "h1"}  --> 1
--- ```
---@param opts? lucena.Setup.position.Options # `allow`: the names of problems to accept: too_many_..._pieces, too_many_..._pawns, too_much_material, pawn_on_last_rank (a pawn on the last rank of its side has no move), opposite_check, touching_kings (each king then also attacks the other: allow opposite_check, too). Too many pieces or pawns and impossible_check are accepted unless `strict` is set
---@return lucena.Position? position
---@return string? err # `not a legal position: ` and all reasons
---@return string? code # invalid_position
function Setup:position(opts) end

--- Return the names of all reasons why this is not a legal position; empty if it is legal: empty_board, no_white_king,
--- no_black_king, too_many_kings, too_many_white_pieces, too_many_black_pieces, too_many_white_pawns,
--- too_many_black_pawns, too_much_material, pawn_on_last_rank, opposite_check, bad_castling, bad_ep, impossible_check,
--- touching_kings.
--- ```lua
--- #chess.position():setup():problems()  --> 0
--- ```
---@return string[]
function Setup:problems() end

--- Put a piece on a square, in place of the piece that is there; nil empties the square. Castling rights do not
--- change.
--- ```lua
--- local s = chess.setup(); s:put("e1", "K"); return s:piece("e1")  --> K
--- ```
---@param square string # "a1" to "h8"
---@param piece? string # "N" white, "n" black
function Setup:put(square, piece) end

--- Remove impossible castling rights and an impossible en passant square.
--- ```lua
--- chess.setup("4k3/8/8/8/8/8/8/4K3 w K - 0 1"):repair()[1]  --> bad_castling
--- ```
---@return string[] # names of the problems repaired: bad_castling, bad_ep
function Setup:repair() end

--- Draw a picture of the board.
--- ```lua
--- chess.position():svg{size = 200}:match("^<svg") --> <svg
--- ```
---@param opts? lucena.Position.svg.Options # `arrows` and `marks` as those of a Node
---@return string # svg without a line end at the end
function Setup:svg(opts) end

--- A move; tostring() is UCI. Equal moves are one value, so it can be a key of a table.
---@class lucena.Move
--- The move as an integer of 16 bits, for files and databases: bits 0-5 origin, 6-11 destination (for castling the rook's
--- square), 12-14 promotion (1 N, 2 B, 3 R, 4 Q), 15 castling. Squares are numbered from 0 (a1, b1, ...) to 63 (h8).
--- chess.move(code) returns the Move of a code.
--- ```lua
--- chess.move(chess.position():parse("e4").code)  --> e2e4
--- ```
---@field code integer
--- The origin square; for castling, that of the king. nil for the null move.
--- ```lua
--- chess.position():parse("Nf3").from  --> g1
--- ```
---@field from string?
--- Whether the move castles.
--- ```lua
--- chess.position():parse("e4").is_castling  --> false
--- ```
---@field is_castling boolean
--- Whether the move only passes the turn.
--- ```lua
--- chess.position():parse("--").is_null  --> true
--- ```
---@field is_null boolean
--- The promotion piece: "N", "B", "R" or "Q" (upper case for both sides); nil for other moves.
--- ```lua
--- chess.position("8/P7/8/8/8/8/8/K1k5 w"):parse("a8=Q").promotion  --> Q
--- ```
---@field promotion string?
--- The origin square of the castling rook; nil for other moves.
--- ```lua
--- chess.position("4k3/8/8/8/8/8/8/4K2R w K"):parse("O-O").rook  --> h1
--- ```
---@field rook string?
--- The destination square; for castling, that of the king, on the g or c file, also in Chess960. nil for the null move.
--- ```lua
--- chess.position():parse("Nf3").to  --> f3
--- ```
---@field to string?
local Move = {}

--- A game: its text, tags and tree of moves.
---@class lucena.Game
--- A table for the program's own values about the game. The table is not written to files, and Game:copy does not copy it.
--- ```lua
--- local g = chess.game("1. e4 *"); g.data.seen = 3; return g.data.seen  --> 3
--- ```
---@field data table<any, any>
--- The first 100 diagnostics of the text: a read-only list of records {code, severity, file, line, column, offset, size,
--- game, ply, token, fen, message, text}. It is empty if there are none. Field `total` is the number of all diagnostics.
--- ```lua
--- chess.game("1. e4 e5 2. Ke3 *").diagnostics[1].code  --> illegal_move
--- ```
---@field diagnostics lucena.Diagnostic[]
--- The name of the notation in which the moves are read: that of the option `dialect`, or the notation detected.
--- ```lua
--- chess.game("1. e4 e5 2. Cf3 *", {dialect = "french"}).dialect  --> french
--- ```
---@field dialect string
--- A read-only list of the tags that repeat the name of an earlier tag, as {name, value}, and of the lines in brackets
--- that have no name, as {"", line}. Game.tags has only the first tag of each name. When the game is written, this list
--- follows the tags of Game.tags. Setting or removing a tag removes the duplicates of its name.
--- nearly always empty
--- ```lua
--- chess.game('[White "A"]\n[White "B"]\n\n1. e4 *').duplicate_tags[1][2]  --> B
--- ```
---@field duplicate_tags string[][]
--- The encoding of the game's text: "ascii", "utf-8", "latin-1" (ISO 8859-1), or "cp1252" (Windows: like latin-1, with
--- characters for bytes 80 to 9F). Each game has its own encoding, because a file may be merged from several files.
--- Reading does not convert the text; chess.to_utf8 does.
--- ```lua
--- chess.game("[White \"J\xf6rg\"]\n\n1. e4 *").encoding  --> latin-1
--- ```
---@field encoding string
--- The file from which the game was read, or nil.
--- ```lua
--- chess.game("1. e4 *").file  --> nil
--- ```
---@field file string?
--- The position at the end of the mainline; nil if there is no start position.
--- ```lua
--- tostring(chess.game("1. e4 *").final)  --> rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
--- ```
---@field final lucena.Position?
--- Whether the game was changed. `text` is still the original text; pgn() writes the changed game.
--- ```lua
--- chess.game("1. e4 *").is_edited  --> false
--- ```
---@field is_edited boolean
--- The line of the file on which the game begins, from 1.
--- ```lua
--- chess.game("\n1. e4 *").line  --> 2
--- ```
---@field line integer
--- The line end of the text's first line: "\r\n" or "\n"; "\n" if the text has no line end.
--- ```lua
--- #chess.game("1. e4\r\n*").line_end  --> 2
--- ```
---@field line_end string
--- Number of node ids given so far: those of the root and of all moves, also removed ones. Ids count from 0. `Game:nodes`
--- iterates over the nodes that are left.
--- ```lua
--- chess.game("1. e4 (1. d4) *").node_count  --> 3
--- ```
---@field node_count integer
--- The game's number in its file, from 1.
--- ```lua
--- chess.game("1. e4 *").number  --> 1
--- ```
---@field number integer
--- Offset of the game's first byte in the decompressed file, or in the text passed to `chess.games_in`.
--- ```lua
--- chess.game("  1. e4 *").offset  --> 2
--- ```
---@field offset integer
--- Number of plies of the mainline, up to its end or to the first move that cannot be played.
--- ```lua
--- chess.game("1. e4 e5 2. Nf3 *").plies  --> 3
--- ```
---@field plies integer
--- The unreadable part of the movetext, as written: from the first bad move of the mainline, with its number, to the
--- result; nil if all moves are readable.
--- ```lua
--- chess.game("1. e4 e5 2. Ke3 Nf6 *").rest  --> 2. Ke3 Nf6 *
--- ```
---@field rest string?
--- The result at the end of the movetext: "1-0", "0-1", "1/2-1/2", "*", or nil if there is none. With a Result tag of the
--- same meaning, it may also be "0-0", "1/2-0" or "0-1/2". Assigning a result, in any spelling, also sets the Result tag.
--- Assigning `tags.Result` sets the tag alone.
--- ```lua
--- chess.game("1. e4 e5 1/2-1/2").result  --> 1/2-1/2
--- ```
---@field result string?
--- The root of the tree: the node of the start position.
--- ```lua
--- #chess.game("1. e4 (1. d4) *").root  --> 2
--- ```
---@field root lucena.Node
--- The start position: the initial position, or the position of the FEN tag; nil if the FEN is wrong or the variant is not
--- supported. No move of such a game can be played.
--- ```lua
--- chess.game("1. e4 *").start == chess.position()  --> true
--- chess.game('[FEN "x"]\n\n1. e4 *').start  --> nil
--- ```
---@field start lucena.Position?
--- The tags of a game, by name. Reading gives the value with its escapes resolved, or nil; assigning changes the game (nil
--- removes the tag); pairs() returns the tags in the order of the text.
--- ```lua
--- chess.game('[White "Lucena, Luis"]\n\n*').tags.White  --> Lucena, Luis
--- ```
---@field tags lucena.Tags
--- The game's text, byte for byte as it was read, without the white space around it.
--- ```lua
--- chess.game("  1. e4 *  ").text  --> 1. e4 *
--- ```
---@field text string
local Game = {}

--- Replay the mainline on one Board, which is reused for every move. The loop may play, undo or reset on the Board, because
--- each step sets it up again. `game:node_at(ply)` is the Node of a step.
--- ```lua
--- for board, ply in chess.game("1. e4 e5 *"):boards() do print(ply, board:fen()) end
--- local n = 0; for b in chess.game("1. e4 e5 *"):boards() do n = n + b:count("p") end; return n  --> 16
--- ```
---@return fun(): lucena.Board, integer # iterator the Board after the move, and the number of plies since the start
function Game:boards() end

--- Check the whole text, including unusual spellings of moves.
--- ```lua
--- select("#", chess.game("1. e4 *"):check())  --> 2
--- ```
---@return boolean # good whether there are no errors
---@return lucena.Diagnostic[] diagnostics
function Game:check() end

---@class lucena.Game.clocks.Options
---@field time_control? string

--- Return the clocks of the mainline and the time spent on each move. The time spent is the side's clock before the
--- move (initially the seconds of the time control) minus its clock after the move, plus the increment, plus the
--- seconds of a period that begins. If there is a command [%emt], its value is used. Without a time control with clock
--- and increment, only [%emt] is used.
--- ```lua
--- local g = chess.game('[TimeControl "60+1"]\n\n1. e4 {[%clk 0:00:58]} *'); return g:clocks()[1].spent --> 3.0
--- ```
---@param opts? lucena.Game.clocks.Options replaces the tag TimeControl
---@return lucena.ClockEntry[] # array with an entry per ply: {ply, color, clock, spent}, in seconds; unknown values are nil, and so is the time spent if the clock gained more than it should
function Game:clocks(opts) end

--- Return the moves of the mainline as bytes, two per ply. Games with the same moves from the same start have the same
--- bytes, and a longer game begins with those of a shorter one. Compare them only inside one process, because the byte
--- order depends on the machine.
--- ```lua
--- #chess.game("1. e4 e5 2. Nf3 *"):codes()  --> 6
--- ```
---@return string # codes up to the first move that cannot be played (see Game.rest)
function Game:codes() end

--- Return a copy of the game that can be edited without changing this one: text, tags, moves, comments, result, reading
--- options. Nodes have the same ids. `game.data` is not copied.
--- ```lua
--- local a = chess.game("1. e4 e5 *"); local b = a:copy(); b.root[1]:remove(); return a.plies - b.plies  --> 2
--- ```
---@return lucena.Game
function Game:copy() end

--- Make a game of each line of the tree: first the mainline, then the variations. Comments and NAGs stay with their
--- moves, and tags are copied. The first game has the result, the others have "*". Unreadable text becomes a comment.
--- ```lua
--- #chess.game("1. e4 (1. d4) (1. c4) *"):explode() --> 3
--- ```
---@return lucena.Game[] # games at least one
function Game:explode() end

---@class lucena.Game.export.Options: lucena.Game.pgn.Options
--- for "fen" and "epd", see `Position:fen`; for "json" and "jsonl" the options of `Game:json`
---@field ep? "legal"|"xfen"|"always"
--- for "csv" and "tsv", see `chess.csv`
---@field columns? string[]
--- for "csv" and "tsv", see `chess.csv`
---@field functions? table<string, function>
--- for "csv" and "tsv", see `chess.csv`
---@field raw? boolean

--- Return the game in a format of `lucena convert`, with a line end: "pgn"; "fen" or "epd", one line for the start position
--- and for the position after each move of the mainline; "uci" or "san", the moves of the mainline on one line ("fen FEN
--- moves ..." in UCI if the game starts from a set-up position); "json" or "jsonl", one line; "csv" or "tsv", one line
--- without a header.
--- ```lua
--- chess.game("1. e4 e5 *"):export("uci"):sub(1, -2)  --> e2e4 e7e5
--- chess.game("1. e4 e5 *"):export("san"):sub(1, -2)  --> e4 e5
--- ```
---@param format string|function one of these, a registered name, or a function(game, options) that returns text
---@param options? lucena.Game.export.Options for "pgn" the options of `Game:pgn`; `ep`: for "fen" and "epd", see `Position:fen`; for "json" and "jsonl" the options of `Game:json`; `columns`, `functions` and `raw`: for "csv" and "tsv", see `chess.csv`
---@return string? text
---@return string? err
---@return string? code # unwritable_comment
function Game:export(format, options) end

---@class lucena.Game.json.Options
--- = false: omit them
---@field comments? boolean
--- = false: omit them
---@field nags? boolean
--- = false: omit them
---@field variations? boolean
--- = false: omit them
---@field results? boolean
--- as for `Game:pgn`
---@field tags? "all"|"roster"|"none"|string[]

--- Return the game as JSON, on one line without a line end: tags, result, moves with their comments, NAGs, clocks,
--- evaluations and variations. `chess.from_json` reads the text.
--- ```lua
--- chess.game("1. e4 *"):json() --> {"tags":{},"result":"*","moves":[{"san":"e4","uci":"e2e4"}]}
--- ```
---@param opts? lucena.Game.json.Options # `comments`, `nags`, `variations` and `results` = false: omit them; `tags`: as for `Game:pgn`
---@return string text
function Game:json(opts) end

--- Iterate over the nodes of the mainline, without the root.
--- ```lua
--- for node in chess.game("1. e4 e5 *"):mainline() do print(node.san) end
--- local n = 0; for node in chess.game("1. e4 e5 *"):mainline() do n = n + node.ply end; return n  --> 3
--- ```
---@return fun(): lucena.Node iterator
function Game:mainline() end

--- Iterate over the moves of the mainline, without Boards and Nodes.
--- ```lua
--- for move, ply in chess.game("1. e4 e5 *"):moves() do print(ply, move) end
--- local n = 0; for m in chess.game("1. e4 e5 *"):moves() do n = n + (m.to == "e5" and 1 or 0) end; return n  --> 1
--- ```
---@return fun(): lucena.Move, integer # iterator the Move, and its ply: 1 for the first move
function Game:moves() end

---@class lucena.Game.movetext.Options
--- characters per line, default 79; 0: one line
---@field width? integer
--- omit them
---@field comments? boolean
--- omit them
---@field nags? boolean
--- omit them
---@field variations? boolean
--- omit them
---@field numbers? boolean
--- omit them
---@field results? boolean
--- omit them
---@field checks? boolean
--- default true
---@field wrap_comments? boolean
--- "refuse" (default), or "replace": a } in a comment becomes a )
---@field braces? "refuse"|"replace"
--- a comment after every move: its FEN, its Position.key ("hash") or its material
---@field ply_comments? "none"|"fen"|"hash"|"material"
--- the notation of the moves; default PGN, even if the game was read in another notation
---@field dialect? string|lucena.Dialect

--- Return the movetext in export format, with the result and a line end.
--- ```lua
--- chess.game("1. e4 {best by test} *"):movetext{comments = false}:sub(1, -2)  --> 1. e4 *
--- ```
---@param options? lucena.Game.movetext.Options # `width`: characters per line, default 79; 0: one line; `comments`, `nags`, `variations`, `numbers`, `results` and `checks` (+ and #) = false: omit them; `wrap_comments`: default true; `braces`: "refuse" (default), or "replace": a } in a comment becomes a ); `ply_comments`: a comment after every move: its FEN, its Position.key ("hash") or its material; `dialect`: the notation of the moves; default PGN, even if the game was read in another notation
---@return string? text
---@return string? err
---@return string? code # unwritable_comment; unsayable_move (the dialect cannot write a move as one word); unencodable (its letters are not in the encoding of the game's text)
function Game:movetext(options) end

--- Return the node with an id, or nil if it does not exist or was removed.
--- ```lua
--- chess.game("1. e4 (1. d4) *"):node(2).san  --> d4
--- ```
---@param id integer
---@return lucena.Node?
function Game:node(id) end

--- Return the node of the mainline after a number of plies: the root for 0; nil if the mainline is shorter.
--- ```lua
--- chess.game("1. e4 (1. d4) e5 *"):node_at(2).san  --> e5
--- ```
---@param ply integer as in Node.ply, and in the loops over `boards()` and `moves()`
---@return lucena.Node?
function Game:node_at(ply) end

---@class lucena.Game.nodes.Options
---@field order? string

--- Iterate over all nodes except the root, in an order of `Game:walk`. Nodes that the loop adds or removes are
--- skipped.
--- ```lua
--- for node in chess.game("1. e4 (1. d4) e5 *"):nodes() do print(node.san) end -- e4, d4, e5
--- ```
---@param opts? lucena.Game.nodes.Options as for `Game:walk`
---@return fun(): lucena.Node iterator
function Game:nodes(opts) end

--- Return the opening of the game in Lucena's own table; the same as `chess.eco.classify(game)`.
--- ```lua
--- chess.game("1. e4 c5 2. Nf3 d6 *"):opening().eco --> B50
--- ```
---@return lucena.Opening? opening # nil if no position of the mainline is in the table
function Game:opening() end

---@class lucena.Game.pgn.Options: lucena.Game.movetext.Options
--- "all" (default), "roster" (the seven), "none", or an array of names that are written in that order, "*" meaning all others; if the game starts from a set-up position, FEN, SetUp and Variant are always written
---@field tags? "all"|"roster"|"none"|string[]

--- Return the game in PGN export format (PGN 3.2): the seven tags of the roster, the other tags in ASCII order, an empty
--- line, the movetext, and a line end.
--- ```lua
--- chess.game('[White "L"]\n\n1. e4 *'):pgn{tags = {"White"}}:gsub("\n", "|")  --> [White "L"]||1. e4 *|
--- ```
---@param options? lucena.Game.pgn.Options and the options of `Game:movetext`; `tags`: "all" (default), "roster" (the seven), "none", or an array of names that are written in that order, "*" meaning all others; if the game starts from a set-up position, FEN, SetUp and Variant are always written
---@return string? text
---@return string? err
---@return string? code # unwritable_comment
function Game:pgn(options) end

---@class lucena.Game.proofread.Options
---@field today? string

--- Check what the tags and clocks of the game say: dates, ratings, titles, the ECO code, the number of plies ...
--- ```lua
--- chess.game('[Date "25.12.1978"]\n\n*'):proofread()[2].fix.Date --> 1978.12.25
--- ```
---@param opts? lucena.Game.proofread.Options dates after this day are in the future; default: tomorrow
---@return lucena.Diagnostic[] # diagnostics in the order of the text's tags and moves; one with a sure correction has a field `fix`, a table from tag names to values
function Game:proofread(opts) end

--- Call a function for every node except the root, in the order of movetext, and remove the nodes for which it returns
--- true, with all moves after them. The function may also change comments, NAGs and the order of moves.
--- ```lua
--- chess.game("1. e4 e5 2. Nf3 *"):remove_if(function(node) return node.ply > 2 end) --> 1
--- ```
---@param is_unwanted fun(node: lucena.Node): boolean?
---@return integer # count of nodes for which it returned true
function Game:remove_if(is_unwanted) end

--- Remove annotations from the whole game: without arguments all comments, NAGs and variations, with arguments only the
--- named ones.
--- ```lua
--- local g = chess.game("1. e4! {best} (1. d4) *"); g:strip "variations"; return #g.root  --> 1
--- ```
---@param ... string # "comments"; "nags"; "variations", including unreadable ones; "commands": [%clk ...] and the like inside comments, whose words stay. A table {comments = true, ...} is accepted, too
---@return boolean # false if there was nothing to remove
function Game:strip(...) end

--- An older method: like `remove_if`, but removes the nodes for which the function returns false.
--- ```lua
--- chess.game("1. e4 e5 2. Nf3 *"):transform(function(node) return node.ply <= 2 end) --> 1
--- ```
---@deprecated
---@param change fun(node: lucena.Node): boolean?
---@return integer # count of nodes for which it returned false
function Game:transform(change) end

--- Call the functions of a visitor for all parts of the game, in the order of PGN: tags, comments, moves, NAGs,
--- variations, result.
--- ```lua
--- local out = {}
--- chess.game("1. e4 (1. d4) e5 *"):visit{ move = function(_, node) out[#out + 1] = node.san end }
--- return table.concat(out, " ") --> e4 d4 e5
--- ```
---@param visitor lucena.Visitor functions by name, all optional: begin_game(v, game), tag(v, name, value), end_tags(v), comment(v, text, node), move(v, node), nag(v, number, node), begin_variation(v, node), end_variation(v, node), result(v, text), end_game(v, game); `v` is the visitor. If begin_game, move or begin_variation returns false, the game, the rest of the line or the variation is skipped
---@return lucena.Visitor visitor
function Game:visit(visitor) end

---@class lucena.Game.walk.Options
---@field order? string

--- Call a function for every node except the root. The function may change the tree; nodes that it adds or removes are
--- not visited.
--- ```lua
--- chess.game("1. e4 (1. d4) e5 *"):walk(function(node) print(node.san) end) -- e4, d4, e5
--- ```
---@param visit fun(node: lucena.Node) returns false to skip the nodes after it
---@param opts? lucena.Game.walk.Options # "written" (default: a move, its variations, the moves after it), "depth" (a move, the moves after its main continuation, then its variations), "breadth" (ply by ply), "mainline" (the mainline to its end, then each variation to its end)
function Game:walk(visit, opts) end

--- Report which parts of the game have been read, and whether they had errors. Reads nothing more.
--- ```lua
--- chess.game("1. e4 *"):was_examined()  --> false
--- ```
---@return boolean # examined whether the moves were read
---@return boolean has_errors
function Game:was_examined() end

--- The tags of a game, by name; pairs() has their order. nil removes one.
---@class lucena.Tags
---@field [string] string?
local Tags = {}

--- A move in the tree of a game. node[1] continues the line; node[2] and so on are variations.
---@class lucena.Node
---@field [integer] lucena.Node
---@operator len: integer
--- Arrows ([%cal Ge2e4]): an array of {color, from, to}. Assignable, like `marks`.
--- ```lua
--- chess.game("1. e4 {[%cal Ge2e4]} *").root[1].arrows[1].to  --> e4
--- ```
---@field arrows lucena.Arrow[]
--- Seconds left on the clock after the move ([%clk], or `tl` in the comments of engine matches); nil if not given.
--- Assignable; nil removes the command.
--- ```lua
--- chess.game("1. e4 {[%clk 0:01:52.5]} *").root[1].clock  --> 112.5
--- ```
---@field clock number?
--- All commands in the comments after the move, in the order of the text.
--- ```lua
--- chess.game("1. e4 {[%clk 0:01:52] fast [%foo a,b]} *").root[1].commands[2].operand  --> a,b
--- ```
---@field commands {name: string, operand: string}[]
--- All comments after the move as one text, with one blank between them; nil without comments. Assigning a text replaces
--- all comments; nil removes them.
--- ```lua
--- chess.game("1. e4 {a} {b} *").root[1].comment  --> a b
--- ```
---@field comment string?
--- Comments after the move (for the root: before the game), each as written between its braces, with LF as line end.
--- Assignable: an array of strings, or nil for none.
--- empty without comments
--- ```lua
--- chess.game("1. e4 {a} {b} *").root[1].comments[2]  --> b
--- ```
---@field comments string[]
--- Comments before the move: between its number and the move, at the start of a variation, or after a variation of the
--- previous move. Assignable, like `comments`; the root cannot have any.
--- ```lua
--- chess.game("1. {a} e4 *").root[1].comments_before[1]  --> a
--- ```
---@field comments_before string[]
--- Seconds spent on the move ([%emt], or the time in a comment of an engine match); nil if not given. Assignable.
--- ```lua
--- chess.game("1. e4 {[%emt 0:00:12]} *").root[1].elapsed  --> 12.0
--- chess.game("1. e4 {+0.32/12 1.5s} *").root[1].elapsed  --> 1.5
--- ```
---@field elapsed number?
--- Seconds that the player has spent on the game so far ([%egt]); nil if not given. Assignable.
--- ```lua
--- chess.game("1. e4 {[%egt 0:10:00]} *").root[1].elapsed_game  --> 600.0
--- ```
---@field elapsed_game number?
--- The evaluation in pawns from White's point of view ([%eval], or the score in a comment of an engine match); nil if
--- there is none, or if it is a mate. Assignable; nil removes the command.
--- ```lua
--- chess.game("1. e4 {[%eval 0.25,20]} *").root[1].eval  --> 0.25
--- chess.game("1. e4 e5 {+0.32/12 1.5s} *").root[1][1].eval  --> -0.32
--- ```
---@field eval number?
--- The depth of the evaluation in plies; nil if not given.
--- ```lua
--- chess.game("1. e4 {[%eval 0.25,20]} *").root[1].eval_depth  --> 20
--- ```
---@field eval_depth integer?
--- The game to which the node belongs.
--- ```lua
--- chess.game("1. e4 *").root.game.plies  --> 1
--- ```
---@field game lucena.Game
--- The node's number in its game; the root has 0.
--- ```lua
--- chess.game("1. e4 *").root.id  --> 0
--- ```
---@field id integer
--- The node's number among its siblings: 1 is the main continuation, 2 the first variation. Nil for the root. Cost:
--- proportional to that number.
--- ```lua
--- chess.game("1. e4 (1. d4) *").root[2].index  --> 2
--- ```
---@field index integer?
--- Whether the move is illegal, but was played: see the option `illegal_moves` of chess.open.
--- ```lua
--- chess.game("1. e4 e5 2. Qh5 Ke7 3. Nf3 f6 *", {illegal_moves = true}).root[1].is_illegal  --> false
--- ```
---@field is_illegal boolean
--- Whether the node is in the mainline; the root is. Cost: proportional to its ply.
--- ```lua
--- chess.game("1. e4 (1. d4 d5) *").root[2][1].is_main  --> false
--- ```
---@field is_main boolean
--- Whether the node was removed from its game. A removed node has no other field.
--- ```lua
--- local n = chess.game("1. e4 *").root[1]; n:remove(); return n.is_removed  --> true
--- ```
---@field is_removed boolean
--- Coloured squares ([%csl Ge4,Rd5]): an array of {color, square}; colours are red, green, yellow, blue, and orange, cyan,
--- magenta, purple. Assignable (default colour: green); nil and the empty array remove the command.
--- ```lua
--- chess.game("1. e4 {[%csl Re4]} *").root[1].marks[1].color  --> red
--- ```
---@field marks lucena.Mark[]
--- Moves to mate ([%eval #-3]), negative if Black mates; nil without an evaluation, or if it is not a mate. Assignable;
--- nil removes the command.
--- ```lua
--- chess.game("1. e4 {[%eval #-3]} *").root[1].mate  --> -3
--- ```
---@field mate integer?
--- The time shown by a mechanical clock ([%mct]), in seconds after twelve; nil if not given. Assignable.
--- ```lua
--- chess.game("1. e4 {[%mct 01:00:00]} *").root[1].mechanical_clock  --> 3600.0
--- ```
---@field mechanical_clock number?
--- The move that leads to this node; nil for the root.
--- ```lua
--- tostring(chess.game("1. e4 *").root[1].move)  --> e2e4
--- ```
---@field move lucena.Move?
--- The NAGs of the move as numbers, in the order of the text, including ! and ? directly after the move. Assignable: an
--- array of integers from 0 to 255, or nil for none.
--- 0..255
--- ```lua
--- chess.game("1. e4! $14 *").root[1].nags[2]  --> 14
--- ```
---@field nags integer[]
--- The main continuation, `node[1]`; nil at the end of a line.
--- ```lua
--- chess.game("1. e4 (1. d4) e5 *").root.next.next.san  --> e5
--- ```
---@field next lucena.Node?
--- Other text after the move, as written: `<...>`, a NAG that does not exist ("$300"), a text line that begins with %.
--- nearly always empty
--- ```lua
--- chess.game("1. e4 <best> e5 *").root[1].notes[1]  --> <best>
--- ```
---@field notes string[]
--- The parent node; nil for the root.
--- ```lua
--- chess.game("1. e4 *").root[1].parent.id  --> 0
--- ```
---@field parent lucena.Node?
--- Plies from the start of the game: 1 after the first move.
--- ```lua
--- chess.game("1. e4 *").root[1].ply  --> 1
--- ```
---@field ply integer
--- The position after the move; nil for the root of a game that has no start position.
--- ```lua
--- chess.game("1. e4 *").root[1].position.turn  --> black
--- chess.game('[FEN "x"]\n\n1. e4 *').root.position  --> nil
--- ```
---@field position lucena.Position?
--- ChessBase's profile of a game ([%evp], on the root): an array of evaluations in centipawns from White's point of view,
--- one for each ply. Field `first` of the array is the ply of the first evaluation (0: before the first move). nil if
--- there is no profile.
--- ```lua
--- chess.game("{[%evp 0,2,19,38,-30]} 1. e4 e5 *").root.profile[3]  --> -30
--- ```
---@field profile lucena.Profile?
--- The comments after the move as text for readers: without commands and the blanks around them, with one blank between
--- comments; nil if nothing is left. A malformed command is part of the text. Assignable: the new text replaces the old
--- text, and the commands are kept before it, in one comment; nil removes the text.
--- ```lua
--- chess.game("1. e4 { [%clk 0:01:52] A classic. } *").root[1].remark  --> A classic.
--- ```
---@field remark string?
--- The move that leads to this node, in canonical SAN; nil for the root.
--- ```lua
--- chess.game("1. Ng1f3 *").root[1].san  --> Nf3
--- ```
---@field san string?
--- The evaluation as a Score: pawns or a mate, with `of(color)`, `<` and tostring. nil without one. Assignable: a Score,
--- or an argument of chess.score(); nil removes the command.
--- ```lua
--- chess.game("1. e4 {[%eval #-3]} *").root[1].score.mate  --> black
--- ```
---@field score lucena.Score?
--- The next variation of the same parent: the sibling of `parent[i]` is `parent[i + 1]`. Nil if there is none.
--- ```lua
--- chess.game("1. e4 (1. d4) *").root[1].sibling.san  --> d4
--- ```
---@field sibling lucena.Node?
--- The older name of `remark`.
--- ```lua
--- chess.game("1. e4 {best} *").root[1].text  --> best
--- ```
---@field text string?
--- The move as it is written in the text, or nil for the root and for moves that were added.
--- ```lua
--- chess.game("1. Ng1f3! *").root[1].token  --> Ng1f3!
--- ```
---@field token string?
--- Unreadable text after the move, as written: the tail of a variation from its first bad move on, or a whole variation.
--- (For the mainline, see `game.rest`.)
--- nearly always empty
--- ```lua
--- chess.game("1. e4 (1. d4 Ke3 c5) *").root[2].unread[1]  --> Ke3 c5
--- ```
---@field unread string[]
local Node = {}

--- Add a move after this node: as the main continuation if there is none yet, else as a variation. If the move exists
--- already, its node is returned. Marks such as `!?` after the move become its NAG.
--- ```lua
--- chess.game("1. e4 *").root[1]:add("e5!").nags[1]  --> 1
--- ```
---@param move string|lucena.Move in the notation of the game (SAN, or that of Game.dialect), or a Move
---@return lucena.Node? node
---@return string? err
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over; invalid_position if the game has no start position
function Node:add(move) end

--- Add consecutive moves, each as with `add`. If one of them is illegal, none is added.
--- ```lua
--- chess.game("1. e4 *").root[1]:add_line("1... e5 2. Nf3").ply  --> 3
--- ```
---@param moves string|(string|lucena.Move)[] moves separated by blanks, move numbers allowed; or an array of texts and Moves
---@return lucena.Node? node # of the last move
---@return string? err # `moves:COL: illegal move ...`; for an array, `move N: illegal move ...`
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over; invalid_position if the game has no start position
function Node:add_line(moves) end

--- Add a NAG after the existing ones.
--- ```lua
--- local n = chess.game("1. e4 *").root[1]; n:add_nag(1); return n.nags[1]  --> 1
--- local n = chess.game("1. e4 *").root[1]; n:add_nag("!?"); return n.nags[1]  --> 5
--- ```
---@param nag integer|string 0..255, or a sign as for chess.nag
---@return boolean # false if the move has it already
function Node:add_nag(nag) end

--- Return the operand of the first command with a name, or nil.
--- ```lua
--- chess.game("1. e4 {[%foo a,b]} *").root[1]:command("foo")  --> a,b
--- ```
---@param name string
---@return string? operand
function Node:command(name) end

--- Swap this variation with the one after it. If this is the main continuation, the first variation takes its place.
--- ```lua
--- local g = chess.game("1. e4 (1. d4) *"); g.root[1]:demote(); return g.root[1].san  --> d4
--- ```
---@return boolean # false if it is the last variation already
function Node:demote() end

---@class lucena.Node.evaluation.Options
---@field centipawns? boolean

--- Return the evaluation with all its values. ChessBase writes centipawns where others write pawns, and the text does not
--- show which unit is meant. With `centipawns`, a number without a point is in centipawns.
--- ```lua
--- chess.game("1. e4 {[%eval 14,24]} *").root[1]:evaluation{centipawns = true}  --> 0.14
--- ```
---@param opts? lucena.Node.evaluation.Options
---@return number? # pawns from White's point of view
---@return integer? mate
---@return integer? depth
function Node:evaluation(opts) end

--- Add a copy of another node's move and of all moves after it, with variations, comments and NAGs.
--- To move a part of the tree, graft it and remove the original.
--- ```lua
--- local g = chess.game "1. e4 *"; g.root:graft(chess.game("1. d4 d5 *").root[1])
--- return g.root[2][1].san --> d5
--- ```
---@param node lucena.Node of this game or another one
---@return lucena.Node? node # the copy of the move
---@return string? err
---@return string? code # illegal_move: a move is not legal here; nothing was added
function Node:graft(node) end

--- Return the moves that lead to this node: an array of Nodes from the first move of the game to this one, empty for the
--- root.
--- ```lua
--- chess.game("1. e4 (1. d4 d5) *").root[2][1]:history()[1].san  --> d4
--- ```
---@return lucena.Node[]
function Node:history() end

--- Return Lichess's judgement of a move.
--- ```lua
--- chess.game("1. e4 {[%eval 0.3]} f6 {[%eval 3.5]} *").root.next.next:judgement()  --> blunder
--- ```
---@return string? # judgement "inaccuracy", "mistake" or "blunder"; nil for other moves, and if an evaluation is missing; if that of the initial position is missing, it is 0.15
function Node:judgement() end

--- The older name of `history`.
--- ```lua
--- chess.game("1. e4 e5 *"):node(2):line()[1].san  --> e4
--- ```
---@deprecated
---@return lucena.Node[]
function Node:line() end

--- Return how much win percentage a move lost for the side that made it.
--- ```lua
--- ("%.0f"):format(chess.game("1. e4 {[%eval 0.3]} f6 {[%eval 3.5]} *").root.next.next:loss())  --> 26
--- ```
---@return number? # points negative for a gain; nil if an evaluation is missing; if that of the initial position is missing, it is 0.15, as on Lichess
function Node:loss() end

--- Make the line through this move the mainline of the game: the moves to it, this move, and its main continuation.
--- ```lua
--- local g = chess.game("1. e4 (1. d4 d5 (1... f5)) *"); g.root[2][2]:make_main(); return g.final.turn  --> white
--- ```
---@return boolean # false if it is in the mainline already
function Node:make_main() end

--- Move the node, with all moves after it, to another place among its siblings.
--- ```lua
--- local g = chess.game "1. e4 (1. d4) (1. c4) *"; g.root[3]:move_to(1)
--- return g.root[1].san --> c4
--- ```
---@param index integer 1: the main continuation, 2: the first variation, ...
---@return boolean # false if the node is there already
function Node:move_to(index) end

---@class lucena.Node.outcome.Options
---@field claims? boolean
--- includes `claims`
---@field intended? boolean

--- Return why the game is over in this position, or nil: checkmate, stalemate, insufficient_material, seventyfive_moves,
--- fivefold_repetition; king_in_center in King of the Hill, three_checks in Three-check. With `claims`, also the draws that
--- the player to move may claim: fifty_moves, threefold_repetition (field claim = true). With `intended`, also those that
--- the player may claim by an intended move (FIDE 9.2.1, 9.3.1); the field `move` is then the first such move in the order
--- of Position:moves.
--- ```lua
--- chess.game("1. f3 e5 2. g4 Qh4# *").root[1][1][1][1]:outcome().reason  --> checkmate
--- ```
---@param options? lucena.Node.outcome.Options # `intended`: includes `claims`
---@return lucena.Outcome? # {reason, winner, claim, move}
function Node:outcome(options) end

--- Return the moves that lead to a node as text with move numbers; "" for the root.
--- ```lua
--- chess.game("1. e4 e5 (1... c5 2. Nf3) *").root[1][2][1]:path() --> 1. e4 c5 2. Nf3
--- ```
---@return string
function Node:path() end

--- Swap this variation with the one before it; the first variation becomes the main continuation.
--- ```lua
--- local g = chess.game("1. e4 (1. d4) *"); g.root[2]:promote(); return g.root[1].san  --> d4
--- ```
---@return boolean # false if it is the main continuation already
function Node:promote() end

--- Remove this move and all moves after it from the game. Using a removed node raises an error.
--- ```lua
--- local g = chess.game("1. e4 e5 *"); g.root[1][1]:remove(); return g:movetext():sub(1, -2)  --> 1. e4 *
--- ```
function Node:remove() end

--- Remove all occurrences of a NAG.
--- ```lua
--- chess.game("1. e4! *").root[1]:remove_nag(1)  --> true
--- ```
---@param nag integer|string 0..255, or a sign as for chess.nag
---@return boolean # false if the move does not have it
function Node:remove_nag(nag) end

--- Remove all variations after this node; only its main continuation is left.
--- ```lua
--- local g = chess.game("1. e4 (1. d4) e5 (1... c5) *"); g.root:remove_variations(); return #g.root  --> 1
--- ```
---@return boolean # false if there were none
function Node:remove_variations() end

--- Return how often this position has occurred on the path from the root to this node, including the node itself.
--- ```lua
--- chess.game("1. Nf3 Nf6 2. Ng1 Ng8 *").root[1][1][1][1]:repetitions()  --> 2
--- ```
---@return integer
function Node:repetitions() end

--- Set a command in the comments, in place of those with the same name; nil removes it. A new command is inserted after
--- the other commands, or before the words of the comment.
--- ```lua
--- local n = chess.game("1. e4 {best} *").root[1]; n:set_command("foo", "1"); return n.comment  --> [%foo 1] best
--- ```
---@param name string letters, digits and _
---@param operand? string
function Node:set_command(name, operand) end

--- A problem in a text, with its place.
---@class lucena.Diagnostic
---
--- the code; `lucena explain CODE` explains it
---@field code string
---
--- the column in bytes, from 1
---@field column integer
---
--- the position before a move that cannot be played
---@field fen string?
---
--- the file or source
---@field file string?
---
--- the game's number in the file, from 1
---@field game integer?
---
--- the line, from 1
---@field line integer?
---
--- the problem
---@field message string
---
--- the offset in bytes of the decompressed stream, from 0
---@field offset integer?
---
--- the ply of the wrong move
---@field ply integer?
---
--- "error", "warning" or "repair"
---@field severity string
---
--- number of bytes of the text that the diagnostic is about, from `offset` on
---@field size integer?
---
--- the complete line to print. For a FEN alone, only `code`, `severity`, `column` and `message` exist
---@field text string?
---
--- the wrong token, shortened
---@field token string?
local Diagnostic = {}

--- An error raised by a loop; tostring() is its message.
---@class lucena.Error
---
--- the value that the source raised, if it is not a text
---@field cause? any
---
--- the code, such as "cannot_open"; functions return it after nil and the message
---@field code string
---
--- the problem
---@field message string
local Error = {}

--- A file of games that is being read.
---@class lucena.Reader
--- Bytes read so far.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").bytes  --> 0
--- ```
---@field bytes integer
--- Number of games and other texts with errors so far.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").errors  --> 0
--- ```
---@field errors integer
--- Number of games that `check` has replayed so far.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").examined  --> 0
--- ```
---@field examined integer
--- Older name of `read_count`.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").games  --> 0
--- ```
---@field games integer
--- The line on which the last game read begins; at the end of input, the line on which it ends.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").line  --> 1
--- ```
---@field line integer
--- The path that the reader was opened with; "(function)", "(stream)" or "(text)" for other sources.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").name  --> spec/data/sample/sample.pgn
--- ```
---@field name string
--- Number of games that have passed the tag tests and the query so far.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").passed  --> 0
--- ```
---@field passed integer
--- Number of plies of the mainlines that `check` has replayed so far.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn").plies  --> 0
--- ```
---@field plies integer
--- Number of games read so far.
--- ```lua
--- local r = chess.open("spec/data/sample/sample.pgn"); r:read(); return r.read_count  --> 1
--- ```
---@field read_count integer
local Reader = {}

--- Close the file. Closing again does nothing.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn"):close()
--- ```
function Reader:close() end

--- Read without creating Games: to the end of input, or `most` games.
--- ```lua
--- chess.open("spec/data/sample/sample.pgn", {tags = {{"WhiteElo", ">=", "2700"}}}):count()
--- ```
---@param most? integer read at most this number of games. If the list of diagnostics is nearly full, fewer are read: call take_diagnostics(), and count() again
---@return integer? # games that passed the tag tests and the query
---@return boolean|string|nil # at_end with `most`, whether the input has ended; or an error message if reading failed
---@return string? code # cannot_read unsupported_compression
function Reader:count(most) end

--- Read the next game that passes the tag tests and the query.
--- ```lua
--- local r = chess.open("spec/data/sample/sample.pgn"); local g = r:read()
--- ```
---@return lucena.Game? game # nil at the end of input
---@return string? err # if reading failed (after all earlier games were returned)
---@return string? code # cannot_read unsupported_compression
function Reader:read() end

--- Return the diagnostics found since the last call: about text outside games and games that are too large; with `check`,
--- the diagnostics of all games are included. At most 1000 are stored between two calls.
--- ```lua
--- for _, d in ipairs(chess.open("spec/data/sample/sample.pgn"):take_diagnostics()) do print(d.text) end
--- ```
---@return lucena.Diagnostic[] diagnostics
---@return integer # lost number of further diagnostics that were not stored
function Reader:take_diagnostics() end

--- A file of games that is being written; close() puts it in its place.
---@class lucena.Writer
--- Whether the Writer writes to a stream (standard output, a pipe, a device, an open descriptor such as /dev/fd/N, a
--- function, an object) and not a file that gets its name at the end.
--- ```lua
--- assert(chess.writer "-").is_stream  --> true
--- ```
---@field is_stream boolean
local Writer = {}

--- Finish writing: the file gets its name, or the stream is flushed. Closing again does nothing.
--- ```lua
--- assert(chess.writer "-"):close()  --> true
--- ```
---@return boolean? # true
---@return string? err
---@return string? code # cannot_write, closed_pipe
function Writer:close() end

--- Give up writing: the old file is kept and the new one removed. For a stream, the text still in the buffer is dropped.
--- ```lua
--- assert(chess.writer "-"):discard()
--- ```
function Writer:discard() end

---@class lucena.Writer.export.Options: lucena.Game.export.Options
--- = false: no header of "csv" and "tsv"
---@field header? boolean
--- begin "csv" and "tsv" with a byte order mark. For both, the options of the first call apply to all games
---@field bom? boolean

--- Write a Game in one of the formats of `lucena convert`. A game in PGN is followed by an empty line. "csv" and "tsv"
--- begin with a header; "json" is an array, which close() ends. After one of these three formats, a Writer accepts no
--- other format. "pgn", "fen", "epd" and "uci" are written without creating a string.
--- ```lua
--- local w = chess.writer("-"); w:export(chess.game("1. e4 *"), "uci"); w:close()
--- local w = chess.writer("-"); w:export(chess.game("1. e4 *"), "csv", {columns = {"White", "moves"}}); w:close()
--- ```
---@param game lucena.Game
---@param format string|function # "pgn", "json", "jsonl", "csv", "tsv", "fen", "epd", "uci", "san", a registered name, or a function of a Game that returns the text
---@param options? lucena.Writer.export.Options and the options of `Game:export`; `header` = false: no header of "csv" and "tsv"; `bom`: begin "csv" and "tsv" with a byte order mark. For both, the options of the first call apply to all games
---@return boolean? # true
---@return string? err
---@return string? code # unwritable_comment, unsayable_move, unencodable (nothing was written), cannot_write, closed_pipe
function Writer:export(game, format, options) end

--- Pass everything written so far to the system.
--- ```lua
--- assert(chess.writer "-"):flush()  --> true
--- ```
---@return boolean? # true
---@return string? err
---@return string? code # cannot_write, closed_pipe
function Writer:flush() end

--- Write strings and Games. A Game is written as its text, byte for byte; if it was edited (tags, moves, comments, result),
--- it is written as Game:pgn() writes it.
--- ```lua
--- local w = chess.writer("-"); w:write("e4", "\n"); w:close()
--- ```
---@param ... string|lucena.Game
---@return boolean? # true
---@return string? err
---@return string? code # cannot_write, closed_pipe (the reader has gone); for an edited game also unwritable_comment (the values before the game were written)
function Writer:write(...) end

--- A notation that moves are read and written in.
---@class lucena.Dialect
--- The alphabet's name.
--- ```lua
--- chess.dialect("fide:fr").alphabet  --> french
--- ```
---@field alphabet string
--- Whether the functions `print` and `read` of a file or a program write and read its moves.
--- ```lua
--- chess.dialect("french").has_functions  --> false
--- ```
---@field has_functions boolean
--- Whether `hooks` read and write the dialect. Such a dialect cannot be used inside PGN files.
--- ```lua
--- chess.dialect("french").has_hooks  --> false
--- ```
---@field has_hooks boolean
--- The Lua functions that read and write a built-in style that tables cannot describe, such as "descriptive"; else nil.
--- ```lua
--- chess.dialect("french").hooks  --> nil
--- ```
---@field hooks lucena.Hooks?
--- Further fields of the dialect's files: title, source, note, example, verified ...
--- ```lua
--- type(chess.dialect("french").info)  --> table
--- ```
---@field info table<string, any>?
--- Whether the dialect differs from PGN only in its piece letters. Files in such a dialect are read as fast as English
--- ones.
--- ```lua
--- chess.dialect("french").is_plain  --> true
--- ```
---@field is_plain boolean
--- Name, style and alphabet: "fide:french", "fide", "french".
--- ```lua
--- chess.dialect("fide:fr").name  --> fide:french
--- ```
---@field name string
--- The style's name.
--- ```lua
--- chess.dialect("french").style  --> pgn
--- ```
---@field style string
local Dialect = {}

--- Return all moves that an ambiguous text can mean. If the text needs repairs, only the moves with the smallest repairs
--- are returned.
--- ```lua
--- #chess.dialect("french"):candidates(chess.position(), "Ca3")  --> 1
--- ```
---@param position lucena.Position|lucena.Board
---@param text string
---@return lucena.Move[]
---@return string[] # repairs of the first move
function Dialect:candidates(position, text) end

---@class lucena.Dialect.check.Options
---@field positions? integer
---@field seed? integer
---@field games? string

--- Write every legal move of many positions and read it back. The result must be the same move, without any tolerance.
--- The positions are those of random games, and positions with rare kinds of moves.
--- ```lua
--- chess.dialect("french"):check{positions = 20}.good  --> true
--- ```
---@param opts? lucena.Dialect.check.Options the number of positions, default 3000; the seed of random games, default 1; a file of games, whose moves are tested as well
---@return lucena.DialectCheck? # report good (boolean), positions, games, moves, seed; kinds: the number of moves by kind; collisions: array of {fen, text, move, other} for moves with the same text; faults: array of {fen, move, text, err} for moves that are not read back; unsayable: number of moves that the dialect cannot write; unwritten: these moves as {fen, move}; unsayable_example; hidden: array of {field, word, text, fen, move} for spellings that are mostly not read; outside_pgn: array of {fen, move, text} for texts that PGN does not read as one move; notes: array of sentences; problem: the error of a function of the dialect's file, after which the test ended
---@return string? err # if the games cannot be read
function Dialect:check(opts) end

--- Report whether a text could be a move in some position. Returns nil for a dialect with hooks or functions, because such
--- a dialect needs a position.
--- ```lua
--- chess.dialect("french"):is_shaped("Dxh8=C")  --> false
--- ```
---@param text string
---@return boolean?
function Dialect:is_shaped(text) end

--- Read one move. Accepted deviations from the dialect are returned as repairs: the codes of their diagnostics.
--- ```lua
--- select(2, chess.dialect("french"):read(chess.position(), "cf3"))[1]  --> letter_case
--- ```
---@param position lucena.Position|lucena.Board
---@param text string
---@return lucena.Move? move
---@return string[]|string # repairs codes, empty for text in the dialect's exact form; or the error message
---@return string? code # bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
function Dialect:read(position, text) end

--- Read and play consecutive moves, up to the first text that is not a legal move. This is faster than reading and playing
--- each move separately, and creates no error messages. Dialects with hooks are not supported.
--- ```lua
--- chess.dialect("french"):replay(chess.position(), {"e4", "e5", "Cf3", "Nc6"})  --> 3
--- ```
---@param position lucena.Position|lucena.Board the position before the first move
---@param texts string[]
---@return integer # count number of moves that were read
---@return table<string, integer> # repairs number of moves that needed a repair, by its code; empty for "pgn"
function Dialect:replay(position, texts) end

--- Return the same dialect with other tolerances, the repairs that are allowed in reading.
--- ```lua
--- chess.position():parse("ng1f3", chess.dialect("english"):tolerating{})  --> nil
--- ```
---@param list string[]|string codes of repairs; "all": all repairs, even those that guess; {}: none
---@return lucena.Dialect
function Dialect:tolerating(list) end

--- Write a legal move in the dialect.
--- ```lua
--- local p = chess.position(); return chess.dialect("french"):write(p, p:parse("Nf3"))  --> Cf3
--- ```
---@param position lucena.Position|lucena.Board
---@param move lucena.Move
---@return string? text
---@return string? err # if the move is illegal, or the dialect has no text for it
---@return string? code # illegal_move or unsayable_move
function Dialect:write(position, move) end

--- An explanation of a move's text; tostring() is a page.
---@class lucena.Explanation
---
--- if it is not a legal move, the reason: bad_move, illegal_move, ambiguous_move
---@field code string?
---
--- the dialect in which it was read
---@field dialect string?
---
--- all dialects that read it as this move
---@field dialects string[]?
---
--- the explanation in one line
---@field headline string
---
--- the kind of text: "move", or the name of a file of lua/lucena/explain/
---@field kind string
---
--- the move, if it is legal
---@field move lucena.Move?
---
--- what was repaired
---@field repairs string[]?
---
--- the sections of the page: {title, {text or nil, sentence}...}
---@field sections lucena.ExplanationSection[]
---
--- the move in other notations
---@field spellings lucena.ExplanationSection?
---
--- the text that is explained
---@field text string
local Explanation = {}

--- Format the explanation as text.
--- ```lua
--- chess.position():explain("e5"):page(60):match("[^\n]+") --> e5: White cannot play that.
--- ```
---@param width? integer columns, default 79
---@param heading? fun(title: string): string formats the titles
---@param lang? string # "en" (default) or "fr"
---@return string # without a line end after the last line
function Explanation:page(width, heading, lang) end

--- A record of an EPD file. The operands of its operations are fields: record.bm, record.id.
---@class lucena.EpdRecord
---@field [string] any
--- A read-only list of all diagnostics of the record, including repairs. The field `total` of the list is the number of
--- diagnostics found.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;").diagnostics[1].code  --> illegal_move
--- ```
---@field diagnostics lucena.Diagnostic[]
--- The name of the notation in which the moves are read.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm Tg1;", {dialect = "french"}).dialect  --> french
--- ```
---@field dialect string
--- The line of the file that holds the record, from 1.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").line  --> 1
--- ```
---@field line integer
--- The record's number in its file, from 1.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").number  --> 1
--- ```
---@field number integer
--- Offset of the record's first byte in the decompressed stream, from 0.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K3 w - -").offset  --> 0
--- ```
---@field offset integer
--- A read-only list of all operations, with duplicates, in the order of the text. Each is a table {opcode, operands,
--- text}. `operands` is an array of strings without quotation marks; `text` has the operands as written.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";").ops[2].opcode  --> id
--- ```
---@field ops lucena.EpdOperation[]
--- The position, with the values of `hmvc` and `fmvn`; nil if the four fields are invalid (see `diagnostics`).
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K - hmvc 3;").position.halfmove_clock  --> 3
--- ```
---@field position lucena.Position?
--- The original line, without its line end.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K -  bm O-O").text  --> 4k3/8/8/8/8/8/8/4K2R w K -  bm O-O
--- ```
---@field text string
local EpdRecord = {}

---@class lucena.EpdRecord.epd.Options
--- see Position:fen
---@field ep? string
--- see Position:fen
---@field castling? string
--- the notation of the moves, "uci" or any that tables describe
---@field dialect? string|lucena.Dialect

--- Return the record in canonical form, as tostring() does: one space between words, operations in ASCII order, moves as
--- SAN, the moves of `bm` and `am` in ASCII order, strings in quotation marks. Unreadable text is kept unchanged. Source:
--- PGN standard 16.2; EPD text of 1995, 7.1.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K - id  x ;bm e1g1"):epd()  --> 4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "x";
--- ```
---@param opts? lucena.EpdRecord.epd.Options # `ep` and `castling`: see Position:fen; `dialect`: the notation of the moves, "uci" or any that tables describe
---@return string
function EpdRecord:epd(opts) end

--- Return the value of an operation, or nil if the record does not have it.
---  `bm am`: an array of Moves; `pv sv`: an array of consecutive Moves; `pm sm`: a Move.
---  `acd acn acs ce dm fmvn hmvc rc tcgs`: an integer. `id c0`-`c9 v0`-`v9 eco nic`: a string.
---  `draw_...`, `resign`: true. `cc`: {white = seconds, black = seconds}.
---  `ts`: {year, month, day, hour, min, sec} in UTC. `ptp`: a table from tag to value. `tcri tcsi noop`: an array.
---  Any other opcode: true (no operands), a string or an integer (one operand), or an array (several operands). If an
--- operation cannot be read, its value is the text of its operands. A move that cannot be read is omitted; in `pv` and
--- `sv`, the moves after it are omitted too. `record.bm` is the same as `record:get("bm")`, for standard opcodes and for
--- private opcodes, which begin with a capital.
--- ```lua
--- chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; Ae \"mine\";"):get("Ae")  --> mine
--- ```
---@param opcode string
---@return any value
function EpdRecord:get(opcode) end

--- Remove all operations with a name.
--- ```lua
--- local r = chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;"); r:remove("bm")
---  return r.text  --> 4k3/8/8/8/8/8/8/4K2R w K -
--- ```
---@param opcode string
---@return boolean # whether the record had such an operation
function EpdRecord:remove(opcode) end

--- Set an operation, or add one. The value has the type that `record:get` returns; moves may also be strings. For an
--- opcode that the standard does not define, the value is a string, an integer, an array of these, or true. nil and
--- false remove the operation. The rest of the record is unchanged.
--- ```lua
--- local r = chess.epd(chess.position()); r:set("bm", { "e4", "d4" }); return tostring(r):sub(-9) --> bm d4 e4;
--- ```
---@param opcode string
---@param value any
---@return any? # value as `record:get` returns it; true if the operation was removed
---@return string? err
---@return string? code # why it cannot be written: `operand_range`, `unwritable_operand`, `illegal_move` or another code of moves
function EpdRecord:set(opcode, value) end

--- Set the operands of an operation, or add the operation. The operands are written as in a record: `record:set_text("bm",
--- "Nf3 d4")`. Duplicate operations of that name are removed. All other bytes of the line stay. EpdRecord:set takes a
--- value instead of a text.
--- ```lua
--- local r = chess.epd("4k3/8/8/8/8/8/8/4K2R w K -"); r:set_text("bm", "O-O")
---  return r.text  --> 4k3/8/8/8/8/8/8/4K2R w K - bm O-O;
--- ```
---@param opcode string
---@param operands string
---@return any? # value as returned by EpdRecord:get
---@return string? err
---@return string? code # unwritable_operand (a line end, NUL, or a semicolon outside a string), or the error in the operands; then nothing was changed
function EpdRecord:set_text(opcode, operands) end

--- A file of EPD records that is being read.
---@class lucena.EpdReader
--- Bytes read so far.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").bytes  --> 0
--- ```
---@field bytes integer
--- Number of lines with errors so far: examined records, and lines that are not records.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").errors  --> 0
--- ```
---@field errors integer
--- The path that the reader was opened with; "(function)", "(stream)" or "(text)" for other sources.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").name  --> spec/data/nasty/epd/e05_bm_uci.epd
--- ```
---@field name string
--- Number of records read so far.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").records  --> 0
--- ```
---@field records integer
local EpdReader = {}

--- Close the file. Closing again does nothing.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):close()
--- ```
function EpdReader:close() end

--- Read and examine up to `most` records without creating EpdRecords. Stops earlier if the list of diagnostics is nearly
--- full: take_diagnostics() empties it.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e01_semicolon_in_string.epd"):count(10)  --> 1
--- ```
---@param most integer
---@return integer? records
---@return boolean|string # at_end whether the input has ended; or an error message if reading failed
---@return string? code # cannot_read unsupported_compression
function EpdReader:count(most) end

---@class lucena.EpdReader.format.Options
---@field ep? string
---@field castling? string
---@field dialect? string|lucena.Dialect

--- Read like count(), and return the records in canonical form, one per line; comment lines between records are kept.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):format(1):sub(-8, -2)  --> bm Nc3;
--- ```
---@param most integer
---@param opts? lucena.EpdReader.format.Options see EpdRecord:epd
---@return string? text
---@return boolean|string # at_end whether the input has ended; or an error message if reading failed
---@return string? code # cannot_read unsupported_compression
function EpdReader:format(most, opts) end

--- Read the next record. Every line is a record, except blank lines and comments (#); record.diagnostics has its errors.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e01_semicolon_in_string.epd"):read().c0  --> ERET.095; Queen sacrifice
--- ```
---@return lucena.EpdRecord? record # nil at the end of input
---@return string? err # if reading failed (after all earlier records were returned)
---@return string? code # cannot_read unsupported_compression
function EpdReader:read() end

--- Return the diagnostics found since the last call: lines that are too long, and compressed input that is truncated or
--- damaged. With `check`, and after count() and format(), the diagnostics of records are included. At most 1000 are stored
--- between two calls.
--- ```lua
--- #chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):take_diagnostics()  --> 0
--- ```
---@return lucena.Diagnostic[] diagnostics
function EpdReader:take_diagnostics() end

--- A test of games. Queries combine with & | ~ and * (in sequence).
---@class lucena.Query
---@overload fun(game: lucena.Game): boolean
---@overload fun(options: string|number|table): lucena.Query
---@operator band(lucena.Query|function): lucena.Query
---@operator bor(lucena.Query|function): lucena.Query
---@operator mul(lucena.Query|integer): lucena.Query
---@operator pow(integer): lucena.Query
---@operator bnot: lucena.Query
local Query = {}

--- Return the number of positions of the mainline where a query of positions holds.
--- ```lua
--- chess.query.check:count(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
--- ```
---@param game lucena.Game
---@return integer
function Query:count(game) end

--- Describe the order of the tests.
--- ```lua
--- print((chess.query.checkmate & chess.query.player "Morphy"):describe())
--- ```
---@return string lines
function Query:describe() end

--- Explain the result of a query: test each of its operands separately, and list where it first matches. For `seq` and
--- `follow`, each part is tested together with the parts before it. For `any_line`, the inner query is tested on the
--- matching line; without a match, on the mainline.
--- ```lua
--- print((chess.query.check & chess.query.capture):explain(chess.game("1. e4 f5 2. Qh5+ *")))
--- ```
---@param game lucena.Game
---@return string # lines "yes" or "no", the operand, and the move
function Query:explain(game) end

--- Return the match position of a game.
--- ```lua
--- chess.query.check:find(chess.game("1. e4 f5 2. Qh5+ *")).san --> Qh5+
--- ```
---@param game lucena.Game
---@return lucena.Node? node # the root if the query is not about moves; nil if the game does not match
function Query:find(game) end

--- Return an array of all positions of the mainline where a query of positions holds. See places().
--- ```lua
--- #chess.query.check:find_all(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
--- ```
---@param game lucena.Game
---@return lucena.Node[] nodes
function Query:find_all(game) end

--- Iterate over all positions of the mainline where a query of positions holds. The iterator returns the Nodes of the
--- moves that lead to these positions, in order; the root for the start position.
--- ```lua
--- for node in chess.query.check:places(chess.game "1. e4 f5 2. Qh5+ g6 *") do print(node.san) end
--- ```
---@param game lucena.Game
---@return fun(): lucena.Node iterator
function Query:places(game) end

--- Return the compiled program as text, to show the cost of a query: one line for each node of the tree, each leaf (a
--- test of the game) and each step (a test of a position). csrc/match/steps.def explains them.
--- ```lua
--- print((chess.query.check "black" & chess.query.capture):program())
--- ```
---@return string
function Query:program() end

--- Test a Game, Node or Position. A query of positions holds for a Node if it holds exactly at that Node; a query of
--- games is tested on the moves up to the Node. In both cases, the tags and the result are those of the Node's game. A
--- Position is tested as a game that starts there and has neither moves nor tags.
--- ```lua
--- chess.query.check:test(chess.position "4k3/8/8/8/8/8/8/4R1K1 b - -") --> true
--- ```
---@param x lucena.Game|lucena.Node|lucena.Position|lucena.Board
---@return boolean
function Query:test(x) end

--- A number of a game that a query counts; called with a game, it returns the number.
---@class lucena.QueryNumber
---@overload fun(game: lucena.Game): integer?
local QueryNumber = {}

--- Counts over many games, printed as tables.
---@class lucena.Report
---
--- the report's name
---@field name string
---
--- the given options, and the defaults of the others
---@field options table<string, string|number|boolean>
local Report = {}

--- Count a game.
--- ```lua
--- chess.report("summary"):add(chess.game "1. e4 *")
--- ```
---@param game lucena.Game
function Report:add(game) end

---@class lucena.Report.csv_files.Options
--- replaces that of the report
---@field title? string

--- Return the report as one CSV file per section, and a file datapackage.json with the type of each column. Rows with
--- totals are omitted.
--- ```lua
--- chess.report("summary"):csv_files()[1].name --> 1-overview.csv
--- ```
---@param opts? lucena.Report.csv_files.Options # `title`: replaces that of the report
---@return {name: string, text: string}[]? files # {name =, text =}
---@return string? err
---@return string? code # as for format()
function Report:csv_files(opts) end

---@class lucena.Report.format.Options
---@field lang? "en"|"fr"
---@field title? string
--- columns of text, nil: as many as needed
---@field width? integer
--- the number or title of the only section to write
---@field section? string|integer
--- the notation of moves
---@field dialect? string|lucena.Dialect
--- for HTML, only style and content, for a page that has Lucena's scripts
---@field fragment? boolean
--- called with the text, in pieces if the report is long. Then format() returns ""
---@field write? function

--- Return the report as text in a format, with a line end.
--- ```lua
--- chess.report("summary"):format("csv", {section = "1"}):match("^[^\n]+") --> name,value,share
--- ```
---@param format string # "text", "markdown", "csv", "json", "html" or "latex"; for the report "crosstable" also "trf"
---@param opts? lucena.Report.format.Options # `width`: columns of text, nil: as many as needed; `section`: the number or title of the only section to write; `dialect`: the notation of moves; `fragment`: for HTML, only style and content, for a page that has Lucena's scripts; `write`: called with the text, in pieces if the report is long. Then format() returns ""
---@return string? text
---@return string? err
---@return string? code # `unknown_section`, `unknown_event`, `unknown_player`, `several_events`, `bad_report`; for "trf" also `no_game`, `not_writable`
function Report:format(format, opts) end

--- Add the counts of another report with the same name and options.
--- ```lua
--- chess.report("summary"):merge(chess.report "summary")
--- ```
---@param other lucena.Report|table a report, or its state(), which may not be used afterwards
function Report:merge(other) end

--- Return the query that games must match to be counted; nil if all games are counted. A reader with this query skips
--- the other games.
--- ```lua
--- chess.report("summary"):query() --> nil
--- ```
---@return lucena.Query?
function Report:query() end

--- Return the rows of the first section.
--- ```lua
--- chess.report("summary"):rows()[1].value --> 0
--- ```
---@return lucena.ReportRow[]? rows # {[key of the column] = value}
---@return string? err
---@return string? code # see Report:sections()
function Report:rows() end

--- Return the sections of the games added so far.
--- ```lua
--- #chess.report("summary"):sections() > 1 --> true
--- ```
---@return lucena.ReportSection[]? sections
---@return string? err
---@return string? code # `unknown_event`, `unknown_player`, `several_events`, `bad_report`
function Report:sections() end

--- Return the counts as plain data, for merge() in another process or on another machine.
--- ```lua
--- chess.report("summary"):state().counts.games --> 0
--- ```
---@return table? # state shares tables with the report; nil if the report's file has no `state`
function Report:state() end

--- A table of games, line by line.
---@class lucena.Csv
local Csv = {}

--- Return the line with the names of the columns.
--- ```lua
--- chess.csv{columns = {"White", "plies"}}:header():match("[^\r\n]+") --> White,plies
--- ```
---@return string
function Csv:header() end

--- Return the line of a game, with its line end.
--- ```lua
--- chess.csv{columns = {"plies"}}:row(chess.game "1. e4 e5 *"):match("%d+") --> 2
--- ```
---@param game lucena.Game
---@return string
function Csv:row(game) end

--- An index of a file of games.
---@class lucena.Index
---
--- number of games
---@field count integer
---
--- the index
---@field file string
---
--- a game has positions after that ply, which are not found
---@field is_cut boolean
---
--- only positions that at least two games reach are found
---@field is_shared boolean
---
--- the last ply whose positions are indexed
---@field max_ply integer
---
--- number of different names of players
---@field names integer
---
--- the file of games
---@field path string
---
--- number of positions in all games
---@field places integer
---
--- number of different positions
---@field positions integer
local Index = {}

--- Close the index. Closing again does nothing.
--- ```lua
--- -- index:close()
--- ```
function Index:close() end

--- Return what the index has about a game, without reading the game.
--- ```lua
--- -- index:entry(1).white
--- ```
---@param number integer from 1
---@return lucena.IndexEntry? entry # number, offset, size, line, column, plies; and white, black, event, white_elo, black_elo, date, eco, result, as far as the game has them
---@return string? err
---@return string? code
function Index:entry(number) end

--- Find the games that reach a position.
--- ```lua
--- -- #index:find(chess.position():play "e4")
--- ```
---@param position lucena.Position
---@return integer[]? # numbers of games, sorted
---@return integer[]|string # plies of the first occurrence; or the error's message
---@return string? code
function Index:find(position) end

--- Read a game.
--- ```lua
--- -- index:game(17)
--- ```
---@param number integer from 1
---@return lucena.Game? game
---@return string? err
---@return string? code
function Index:game(number) end

--- Iterate over the games that reach a position, in the order of the file. If reading fails, the loop raises a
--- lucena.Error.
--- ```lua
--- -- for game, ply in index:games(chess.position():play "d4 f5") do print(game.number, ply) end
--- ```
---@param position lucena.Position
---@return fun(): lucena.Game, integer # iterator of (Game, ply of the first occurrence)
function Index:games(position) end

--- Return whether the index has all games that reach a position: always, except if `is_cut`, or if `is_shared` and
--- fewer than two games reach it.
--- ```lua
--- -- index:is_complete(chess.position():play "e4")
--- ```
---@param position lucena.Position
---@return boolean?
---@return string? err
---@return string? code
function Index:is_complete(position) end

---@class lucena.Index.moves.Options
---@field player? string
---@field since? string
---@field elo? integer

--- Count the moves that games played in a position. A game counts once, with its move after the first occurrence of
--- the position. Only mainlines count.
--- ```lua
--- -- index:moves(chess.position():play "e4", {since = "2020"}).moves[1].san
--- ```
---@param position? lucena.Position default: the initial position
---@param opts? lucena.Index.moves.Options count only games of a player, of a date ("1972", "1972.07.11") or later, with a player of at least this Elo; each means the same as the query `player`, `date` or `elo`
---@return lucena.Explored? # found the same as that of chess.explore
---@return string? err
---@return string? code
function Index:moves(position, opts) end

---@class lucena.Index.players.Options
---@field prefix? boolean

--- List players: those whose name agrees with a name, as in the query `player`; or with `prefix`, those with a word
--- that begins with a text (its first eight letters).
--- ```lua
--- -- index:players("carl", {prefix = true})
--- ```
---@param name string
---@param opts? lucena.Index.players.Options
---@return {name: string, games: integer}[]? players # {name, games}, most games first
---@return string? err
---@return string? code
function Index:players(name, opts) end

---@class lucena.Index.verify.Options
---@field games? boolean
---@field progress? function

--- Compare all checksums of the index. With `games`, also read the file of games, and compare the text of each game.
--- ```lua
--- -- assert(index:verify())
--- ```
---@param opts? lucena.Index.verify.Options # `progress` is called now and then
---@return boolean? # true
---@return string? err
---@return string? code
function Index:verify(opts) end

--- A table of openings.
---@class lucena.EcoTable
local EcoTable = {}

--- Return the opening of a game: that of the last mainline position that is in the table. The order of moves does not
--- matter. Returns nil if there is none, for example if the game has no moves or starts from a set-up position.
--- ```lua
--- chess.eco.classify(chess.game "1. Nf3 d5 2. d4 *").eco --> D02
--- ```
---@param game lucena.Game
---@return lucena.Opening? opening
function EcoTable.classify(game) end

--- Return the moves that define an ECO code: the older name of `moves`.
--- ```lua
--- chess.eco.line "C65" --> 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6
--- ```
---@deprecated
---@param code string
---@return string? moves
---@return string? err
---@return string? code
function EcoTable.line(code) end

--- Load another table, with the same functions, from files in the formats of Lichess (TSV), pgn-extract (eco.pgn) or
--- Scid (scid.eco). Several files make one table. If several lines lead to the same position, the first is used.
--- ```lua
--- select(2, chess.eco.load "none.tsv") --> none.tsv: cannot open: No such file or directory
--- ```
---@param ... string paths
---@return lucena.EcoTable? table
---@return string? err # with file and line
---@return string? code # `cannot_open`, `bad_eco`, or the code of a bad move
function EcoTable.load(...) end

--- Return the opening with this position.
--- ```lua
--- chess.eco.lookup(chess.position():play "e4 e6").name --> French Defence
--- ```
---@param position lucena.Position|lucena.Board
---@return lucena.Opening? opening # nil if no line of the table has the position
function EcoTable.lookup(position) end

--- Return the moves that define an ECO code.
--- ```lua
--- chess.eco.moves "C65" --> 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6
--- ```
---@param code string # "A00" to "E99"
---@return string? moves
---@return string? err
---@return string? code # `unknown_eco`
function EcoTable.moves(code) end

--- Return the names of an ECO code, from the row of the table that defines the code.
--- ```lua
--- select(2, chess.eco.names "C65") --> Partie espagnole, défense berlinoise
--- ```
---@param code string # "A00" to "E99"
---@return string? # name English; for a loaded table, the name in the file
---@return string? # name_fr French, only for Lucena's own table; or an error message if there is no name
---@return string? code # `unknown_eco`
function EcoTable.names(code) end

--- Iterate over all openings of the table, in the order of the table.
--- ```lua
--- chess.eco.openings()().moves --> 1. a3
--- ```
---@return fun(): lucena.Opening iterator
function EcoTable.openings() end

--- A line of a table of openings.
---@class lucena.Opening
---
--- code, "B90"
---@field eco string
---
--- the older name of `moves`
---@field line string
---
--- the moves in the table, with their numbers
---@field moves string
---
--- English, "Sicilian Defence: Najdorf Variation"; for a loaded table, the name in the file
---@field name string
---
--- French, "Défense sicilienne, variante Najdorf"; nil for a loaded table
---@field name_fr string?
---
--- the first part of the name, for the tag Opening
---@field opening string
---
--- the first part of the French name
---@field opening_fr string?
---
--- the ply of the game at which the position occurs; only from classify()
---@field ply integer?
---
--- the rest of the name, for the tag Variation
---@field variation string?
---
--- the rest of the French name
---@field variation_fr string?
local Opening = {}

--- An opening book.
---@class lucena.Book
---@operator len: integer
---
--- the format: "polyglot" or "epd"
---@field format string
---
--- the file
---@field path string
---
--- messages about unreadable lines of an EPD book
---@field problems string[]
local Book = {}

--- Close the file. Closing it again does nothing.
--- ```lua
--- local book = chess.book "spec/data/books/small.bin"; book:close()
--- ```
function Book:close() end

--- Iterate over all moves of the book, as they are stored. They are sorted by key if the book is sorted.
--- ```lua
--- local b = chess.book "spec/data/books/small.bin"; return b:entries()().uci --> e2e4
--- ```
---@return function # iterator of {key (Polyglot's), position (nil in a Polyglot book), uci ("e1h1" for castling), raw, weight, learn}
function Book:entries() end

--- Return the book moves of a position, greatest weight first.
--- ```lua
--- local b = chess.book "spec/data/books/small.epd"; return b:moves(chess.position())[1].san --> e4
--- ```
---@param position lucena.Position
---@return lucena.BookMove[] moves # {move, san, weight, share, learn, raw}. `share` is the weight divided by the sum of all weights (0 if the sum is 0). EPD books with game counts also give games, won, drawn, lost and score, for the side to move; `score` is its share of the points, from 0 to 1. Empty if the position is not in the book
---@return string[] # illegal the book's moves that are not legal in the position, such as e2e4
function Book:moves(position) end

--- Iterate over the positions, sorted by key as unsigned numbers. For Polyglot books, this takes constant memory.
--- ```lua
--- #chess.book "spec/data/books/small.bin":places()().moves --> 2
--- ```
---@return function # iterator of {key, position (nil in a Polyglot book), moves = array of {raw, weight, learn, ...}}
function Book:places() end

--- Return the positions that the lines of the book reach, nearest first.
--- ```lua
--- chess.book("spec/data/books/small.bin"):reached(nil, 1)[2].position.turn --> black
--- ```
---@param from? lucena.Position default: the initial position
---@param depth? integer plies; default: no limit
---@return {position: lucena.Position, ply: integer, moves: lucena.BookMove[]}[] # reached array of {position, ply, moves = as of Book:moves}
function Book:reached(from, depth) end

--- A running engine.
---@class lucena.Engine
---
--- the authors that the engine reports
---@field author string?
---
--- the name that the engine reports
---@field name string
---
--- the engine's options by name: {name, kind, default, min, max, choices, value}
---@field options table<string, lucena.EngineOption>
local Engine = {}

---@class lucena.Engine.analyse.Options
--- in plies
---@field depth? integer
---@field nodes? integer
--- in seconds
---@field time? number
--- the number of lines
---@field multipv? integer
--- the first moves to search, as Moves or texts
---@field searchmoves? (string|lucena.Move)[]
--- called for every line of output; it stops the search by returning true
---@field each? function

--- Analyse a position, or a game's node with the moves before it.
--- ```lua
--- engine:analyse(chess.position(), { depth = 8 }).score
--- ```
---@param what lucena.Position|lucena.Node
---@param opts lucena.Engine.analyse.Options at least one limit; `depth`: in plies; `time`: in seconds; `multipv`: the number of lines; `searchmoves`: the first moves to search, as Moves or texts; `each`: called for every line of output; it stops the search by returning true
---@return lucena.Analysis? result # {move, ponder, score, wdl, depth, seldepth, nodes, time, pv, lines}. `score` is a lucena.Score from White's point of view; `wdl` is {white, draw, black} in 1/1000, if the engine sends it; `pv` is an array of Moves; `time` is in seconds; `lines[n]` has the same fields for the n-th best line. Values that the engine does not send are nil. If no move is legal, `move` is nil and `outcome` has the reason.
---@return string? err
---@return string? code # an error of the engine; `bad_option`; for `searchmoves`, `illegal_move` and other codes of moves
function Engine:analyse(what, opts) end

--- Stop a search: one that still runs after an error or Ctrl-C, or (called in the function `each`) the current one.
--- ```lua
--- engine:cancel()  --> true
--- ```
---@return boolean? done
---@return string? err
---@return string? code
function Engine:cancel() end

--- Tell the engine that the next position belongs to another game, so that it clears its hash table.
--- ```lua
--- engine:new_game()  --> true
--- ```
---@return boolean? done
---@return string? err
---@return string? code
function Engine:new_game() end

---@class lucena.Engine.play.Options
---@field depth? integer
---@field nodes? integer
---@field time? number
---@field searchmoves? (string|lucena.Move)[]
---@field each? function
---@field white_time? number
---@field black_time? number
---@field white_increment? number
---@field black_increment? number
---@field moves_to_go? integer

--- Choose a move.
--- ```lua
--- engine:play(chess.position(), { nodes = 1000 })
--- ```
---@param what lucena.Position|lucena.Node
---@param opts lucena.Engine.play.Options a limit as for analyse(), or clocks in seconds
---@return lucena.Move? move
---@return lucena.Analysis|string|nil # result as returned by analyse(); or err
---@return string? code # an error of the engine, or `game_over`
function Engine:play(what, opts) end

--- Ask the engine to quit, and kill it after a second. Calling it again does nothing.
--- ```lua
--- engine:quit()
--- ```
function Engine:quit() end

--- Wait until the engine has processed all earlier commands.
--- ```lua
--- engine:ready()  --> true
--- ```
---@return boolean? ready
---@return string? err
---@return string? code
function Engine:ready() end

--- Set an option that the engine declares (`engine.options`: by name {name, kind, default, min, max, choices}).
--- ```lua
--- engine:set("Hash", 64)  --> true
--- ```
---@param name string ignoring case
---@param value boolean|integer|string of the option's kind; true presses a button
---@return boolean? done
---@return string? err # the valid values, or a suggestion for the name
---@return string? code # `bad_option`, or an error of the engine
function Engine:set(name, value) end

--- The result of a search, with its lines.
---@class lucena.Analysis
---
--- plies that were searched completely
---@field depth integer?
---
--- the best lines, if several were requested
---@field lines lucena.Analysis[]?
---
--- the best move
---@field move lucena.Move?
---
--- number of positions that were searched
---@field nodes integer?
---
--- how the game has ended, if no move is legal
---@field outcome lucena.Outcome?
---
--- the reply that the engine expects
---@field ponder lucena.Move?
---
--- the principal variation
---@field pv lucena.Move[]?
---
--- the evaluation from White's view
---@field score lucena.Score?
---
--- plies of the longest line that was searched
---@field seldepth integer?
---
--- seconds of the search
---@field time number?
---
--- the chances {white, draw, black} in 1/1000
---@field wdl {white: integer, draw: integer, black: integer}?
local Analysis = {}

--- An engine's evaluation of a position; tostring() writes it as [%eval] does.
---@class lucena.Score
---
--- "lower" or "upper" if the engine reported only that the score is at least or at most this for the side to move
---@field bound string?
---
--- the side that mates: "white" or "black"
---@field mate string?
---
--- number of moves until the mate; 0 if it is on the board
---@field moves integer?
---
--- the evaluation in pawns from White's view; nil for a mate
---@field pawns number?
local Score = {}

--- Return the score in pawns from a side's point of view; a mate is infinite.
--- ```lua
--- chess.score(0.5):of("black")  --> -0.5
--- ```
---@param color string # "white" or "black"
---@return number
function Score:of(color) end

--- A time control; tostring() gives its text.
---@class lucena.TimeControl
---
---@field [integer] {kind: string, moves: integer?, seconds: number?, increment: number?}
---
--- the kind of the first period: "clock", "sandclock", "unknown" or "none"
---@field kind string
local TimeControl = {}

--- A date, compared with == < <=; tostring() is YYYY.MM.DD.
---@class lucena.Date
---
--- the day, 1 to 31
---@field day integer?
---
--- whether the text had another form
---@field is_repaired boolean
---
--- the month, 1 to 12
---@field month integer?
---
--- the date as YYYY.MM.DD
---@field text string
---
--- the year; nil if it is not completely known
---@field year integer?
local Date = {}

--- Compare two dates; unknown digits count as 0.
--- ```lua
--- chess.date("1999.??.??"):compare(chess.date("2000.01.01")) --> -1
--- ```
---@param other lucena.Date
---@return integer # -1, 0 or 1
function Date:compare(other) end

--- The meaning of a NAG.
---@class lucena.Nag
---
--- the typed form
---@field ascii string?
---
--- the meaning in English
---@field english string
---
--- the meaning in French
---@field french string
---
--- false for numbers without a known meaning
---@field is_known boolean
---
--- the number, 0 to 255
---@field number integer
---
--- the printed form
---@field symbol string?
local Nag = {}

--- JSON for scripts: decode and encode.
---@class lucena.Json
local Json = {}

--- Decode JSON text. Null in an object or array becomes nil.
--- ```lua
--- chess.json.decode('{"white": {"rating": 2100}}').white.rating --> 2100
--- ```
---@param text string
---@return any value
---@return string? err
---@return string? code # bad_json
function Json.decode(text) end

--- Encode a value as JSON text. A table whose keys are positive integers becomes an array, with null for missing ones,
--- unless the last key is above 10 and above twice the number of values. So does an empty table, unless object() has
--- marked it. Another table becomes an object with its keys in order.
--- ```lua
--- chess.json.encode({name = "Morphy"}) --> {"name":"Morphy"}
--- ```
---@param value any a table, string, number or boolean; tables may contain these
---@return string? text
---@return string? err # the value contains another type, or itself
---@return string? code # bad_json
function Json.encode(value) end

--- Mark a table as an object: an empty one is encoded as `{}`, where other empty tables are `[]`. The objects that
--- decode() returns are marked.
--- ```lua
--- chess.json.encode { moves = chess.json.object {} } --> {"moves":{}}
--- ```
---@param value table without a metatable; it is changed
---@return table value
function Json.object(value) end
