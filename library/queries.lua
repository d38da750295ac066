---@meta _
-- Written by scripts/dev/gen_luacats.lua (`make library`): do not edit.

--- Queries, and functions that return queries: `&`, `|` and `~` combine them.
---@class lucena.Queries
--- Matches if there is a comment, a NAG (also signs such as `!`) or a variation.
--- ```lua
--- chess.query.annotated(chess.game("1. e4! *")) --> true
--- ```
---@field annotated lucena.Query
--- Matches if a piece is attacked by an enemy piece. Takes a side (that of the piece), or {side =, piece = letters as
--- for `piece` or "mover", on =, min =, max =, xray = true: a line piece also attacks the square through another
--- line piece that attacks it}. The next four queries have the same arguments.
--- ```lua
--- chess.query.attacked{piece = "n", on = "c6"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
--- ```
---@field attacked lucena.Query
--- Matches if there is a backward pawn: all own pawns on the adjacent files are ahead of it (at least one), and an
--- enemy pawn attacks the square in front of it.
--- ```lua
--- chess.query.backward "white"(chess.game("1. e4 *")) --> false
--- ```
---@field backward lucena.Query
--- Matches if a side has a battery: two pieces on a rank, file or diagonal along which both can move (queen and rook,
--- queen and bishop, two rooks), with no piece between them. Three such pieces are two batteries. Takes a side, or
--- {side =,
--- pieces = "RR", "QR" or "QB", line = "file", "rank" or "diagonal", on = squares of both pieces, at = squares on that
--- line of which the pieces attack one, min =, max = the number of batteries}.
--- ```lua
--- chess.query.battery{pieces = "QB", at = "h7"}(chess.game("1. d4 d5 2. Qd3 e6 3. Qc3 *")) --> false
--- ```
---@field battery lucena.Query
--- Matches if a side has bishops on squares of both colors; `bishop_pair "white"`.
--- ```lua
--- chess.query.bishop_pair "white"(chess.game("1. e4 *")) --> true
--- ```
---@field bishop_pair lucena.Query
--- Matches if the move was a blunder: it lost at least 15 points, or missed or allowed a mate (except when the
--- position was already decided).
--- ```lua
--- chess.query.blunder(chess.game("1. f3 e5 {[%eval -0.8]} 2. g4 {[%eval #-1]} *")) --> true
--- ```
---@field blunder lucena.Query
--- Matches if a side still has castling rights. Takes a side, or {side =, kind = "short" or "long"}.
--- ```lua
--- chess.query.never(chess.query.can_castle "white")(chess.game("1. e4 *")) --> false
--- ```
---@field can_castle lucena.Query
--- Matches a capture: {piece =, takes =, from =, to =, side =}, as for `move`; a string is the side.
--- ```lua
--- chess.query.capture{takes = "p"}(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@field capture lucena.Query
--- Matches if a side castled; `castled "white"`, `castled{side = "black", kind = "long"}`.
--- ```lua
--- chess.query.castled{kind = "short"}(chess.game("1. e4 e5 2. Nf3 d6 3. Bc4 a6 4. O-O *")) --> true
--- ```
---@field castled lucena.Query
--- Matches if there is a pawn chain: at least three pawns on one diagonal, each guarding the next. Takes a number
--- (`chain(4)`: at least four pawns), a side, or {side =, min =, max = the number of pawns, on = squares of the foremost
--- pawn}.
--- ```lua
--- chess.query.chain "white"(chess.game("1. e4 e6 2. d4 d5 3. e5 c5 4. c3 *")) --> true
--- ```
---@field chain lucena.Query
--- Matches if the side to move is in check; `check "white"`: if White is.
--- ```lua
--- chess.query.check "black"(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- ```
---@field check lucena.Query
--- Matches if the game ends with checkmate; `checkmate "white"`: White mates.
--- ```lua
--- chess.query.checkmate "black"(chess.game("1. f3 e5 2. g4 Qh4# *")) --> true
--- ```
---@field checkmate lucena.Query
--- Matches if there is a comment; `commented "novelty"`: a comment that contains this text, ignoring the case of ASCII
--- letters. The match position is that of the first such comment, also in a variation.
--- ```lua
--- chess.query.commented "best"(chess.game("1. e4 {Best by test} *")) --> true
--- ```
---@field commented lucena.Query
--- Matches if the last move uncovered an attack: a bishop, rook or queen attacks an enemy piece through a square that
--- the move left (after a capture en passant, also the square of the captured pawn). Takes {piece = letters of the
--- attackers, target = letters of the attacked pieces, from = squares of the attackers, on = squares of the attacked
--- pieces, min =, max = the number of attackers}, or the letters of the attacked pieces: `discovered "Kk"` is a
--- discovered check.
--- ```lua
--- chess.query.discovered "Pp"(chess.game("1. a3 h5 2. e3 *")) --> true
--- ```
---@field discovered lucena.Query
--- Matches if the side to move is in check by two pieces; `double_check "white"`: if White is.
--- ```lua
--- chess.query.double_check(chess.game("1. e4 e5 2. Nf3 f5 3. Nxe5 Qe7 4. Ng6 Qxe4+ *")) --> false
--- ```
---@field double_check lucena.Query
--- Matches if there are doubled pawns: two or more own pawns on a file. Each of these pawns counts.
--- ```lua
--- chess.query.doubled "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@field doubled lucena.Query
--- Matches an en passant capture; a string is the side.
--- ```lua
--- chess.query.en_passant(chess.game("1. e4 a6 2. e5 d5 3. exd6 *")) --> true
--- ```
---@field en_passant lucena.Query
--- Matches if a piece is hanging, or is attacked by a less valuable piece. Ascending values: pawn, knight or bishop,
--- rook, queen. This one has no `xray`.
--- ```lua
--- chess.query.en_prise{piece = "q"}(chess.game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *")) --> true
--- ```
---@field en_prise lucena.Query
--- Matches if a bishop is in a fianchetto: White's on g2 with a pawn on g3, or on b2 with a pawn on b3; Black's
--- likewise on g7 or b7. Takes a side, or {side =, wing = "short" (the g-file) or "long" (the b-file)}.
--- ```lua
--- chess.query.fianchetto{side = "white", wing = "short"}(chess.game("1. g3 e5 2. Bg2 *")) --> true
--- ```
---@field fianchetto lucena.Query
--- Matches if fifty moves of each side were played without a capture or a pawn move.
--- ```lua
--- chess.query.fifty(chess.game("1. e4 *")) --> false
--- ```
---@field fifty lucena.Query
--- Matches if a position occurred five times.
--- ```lua
--- chess.query.fivefold(chess.game("1. e4 *")) --> false
--- ```
---@field fivefold lucena.Query
--- Matches if a piece is guarded: another piece of its side attacks its square.
--- ```lua
--- chess.query.guarded{piece = "N", on = "f3"}(chess.game("1. Nf3 *")) --> true
--- ```
---@field guarded lucena.Query
--- Matches if a file is half open for a side: it has no pawn of the side and at least one of the opponent. Takes a
--- side, or {side =, on =, min =, max =}.
--- ```lua
--- chess.query.half_open_file "white"(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@field half_open_file lucena.Query
--- Matches if a piece other than the king is attacked and not guarded.
--- ```lua
--- chess.query.hanging "black"(chess.game("1. e4 e5 2. Nf3 *")) --> true
--- ```
---@field hanging lucena.Query
--- Matches every position after a side has castled: `has_castled "white"`, `has_castled{side =, kind = "short" or
--- "long"}`. `castled` is the query of games. In a game from a set-up position, only castling in the game counts.
--- ```lua
--- chess.query.at_end(chess.query.has_castled "white")(chess.game("1. e4 *")) --> false
--- ```
---@field has_castled lucena.Query
--- Matches if a comment has the time left or the time spent: [%clk], [%emt], or a time in an engine match.
--- ```lua
--- chess.query.has_clocks(chess.game("1. e4 {[%clk 0:00:21]} *")) --> true
--- ```
---@field has_clocks lucena.Query
--- Matches if a comment has an evaluation: [%eval], or the score of a program that plays matches of engines.
--- ```lua
--- chess.query.has_evaluations(chess.game("1. e4 {+0.32/12 1.5s} *")) --> true
--- ```
---@field has_evaluations lucena.Query
--- Matches if there is a variation.
--- ```lua
--- chess.query.has_variations(chess.game("1. e4 (1. d4) *")) --> true
--- ```
---@field has_variations lucena.Query
--- Matches if the player with the higher Elo won; `higher_won(100)`: by at least 100 points.
--- ```lua
--- chess.query.higher_won(chess.game('[WhiteElo "2500"]\n[BlackElo "2400"]\n\n1. e4 1-0')) --> true
--- ```
---@field higher_won lucena.Query
--- Matches if the move was an inaccuracy: it lost 5 to 10 points of win percentage. Takes a side, or {side =, drop =
--- points}. With `drop`, any move that lost at least that many points matches.
--- ```lua
--- chess.query.inaccuracy "white"(chess.game("1. f4 {[%eval -0.5]} *")) --> true
--- ```
---@field inaccuracy lucena.Query
--- Matches if in the last position neither side can mate by any sequence of moves.
--- ```lua
--- chess.query.insufficient(chess.game("1. e4 *")) --> false
--- ```
---@field insufficient lucena.Query
--- Matches if there is an isolated pawn: no own pawn is on the adjacent files.
--- ```lua
--- chess.query.isolated{side = "black", on = "d"}(chess.game("1. e4 *")) --> false
--- ```
---@field isolated lucena.Query
--- Matches if enemy pieces other than the king attack the king's square or a square next to it. Takes a side (that of
--- the king), or {side =, piece = letters as for `piece`, on = squares of the attackers, min =, max = the number of
--- attackers}.
--- ```lua
--- chess.query.king_attackers{side = "black", min = 2}(chess.game("1. e4 e5 2. Bc4 a6 3. Qh5 *")) --> true
--- ```
---@field king_attackers lucena.Query
--- Matches if the king's side has no pawn on the king's file or on an adjacent one. Takes a side, or {side =, kind =
--- "open" (no pawns of either side), min =, max = the number of such files}.
--- ```lua
--- chess.query.king_files "white"(chess.game("1. e4 e5 2. f4 exf4 *")) --> true
--- ```
---@field king_files lucena.Query
--- Matches if a piece other than the king is not guarded.
--- ```lua
--- chess.query.loose{piece = "P", on = "e4"}(chess.game("1. e4 *")) --> true
--- ```
---@field loose lucena.Query
--- Matches if the player with the lower Elo won; `lower_won(100)`: by at least 100 points.
--- ```lua
--- chess.query.lower_won(chess.game('[WhiteElo "2500"]\n[BlackElo "2400"]\n\n1. e4 1-0')) --> false
--- ```
---@field lower_won lucena.Query
--- Matches if the move was a mistake: it lost 10 to 15 points.
--- ```lua
--- chess.query.mistake(chess.game("1. g4 {[%eval -1.2]} *")) --> true
--- ```
---@field mistake lucena.Query
--- Matches if a side gives odds: the game starts from the initial position without some pieces or pawns of that side.
--- Castling rights and the side to move do not matter. `odds "white"`, or {side =}.
--- ```lua
--- local start = chess.position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
---   return chess.query.odds "white"(chess.game(start)) --> true
--- ```
---@field odds lucena.Query
--- Matches if a file is open: it has no pawn. {on = "d e", min =, max = the number of files}.
--- ```lua
--- chess.query.open_file{on = "e"}(chess.game("1. e4 *")) --> false
--- ```
---@field open_file lucena.Query
--- Matches if each side has one bishop, on squares of different colors.
--- ```lua
--- chess.query.opposite_bishops(chess.game("1. e4 *")) --> false
--- ```
---@field opposite_bishops lucena.Query
--- Matches if both sides castled, to different wings.
--- ```lua
--- chess.query.opposite_castling(chess.game("1. e4 *")) --> false
--- ```
---@field opposite_castling lucena.Query
--- Matches if a knight or bishop is on an outpost: a square on its side's fifth to seventh rank that an own pawn guards
--- and that no enemy pawn can ever attack. Takes a side, or {side =, piece = letters as for `piece`, on =, min =, max
--- =}.
--- ```lua
--- chess.query.outpost{piece = "N"}(chess.game("1. e4 e5 2. Nf3 *")) --> false
--- ```
---@field outpost lucena.Query
--- Matches if there is a passed pawn: no enemy pawn is ahead of it on its file or an adjacent one. Takes a side
--- ("white"), or {side =, on = squares as for `piece`, min =, max = the number of pawns}.
--- ```lua
--- chess.query.passed{side = "white", on = "7"}(chess.game("1. e4 *")) --> false
--- ```
---@field passed lucena.Query
--- Matches if a piece is pinned against its own king. Takes a side (that of the piece), or {side =, piece = letters as
--- for `piece`, on =, min =, max =}.
--- ```lua
--- chess.query.pinned{piece = "n"}(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 *")) --> true
--- ```
---@field pinned lucena.Query
--- Matches a promotion: {becomes = "N", side =, to =}; a string is the side.
--- ```lua
--- chess.query.promotion{becomes = "Q"}(chess.game("1. e4 *")) --> false
--- ```
---@field promotion lucena.Query
--- Matches if the last move sacrificed material. The conditions are:
---
--- - the reply captures a piece;
--- - after the reply, and after each further move of the opponent within `plies` (default 6) plies of the sacrifice, the
---   side's material minus the opponent's is at least `points` (default 2) lower than before the sacrifice (pawn 1,
---   knight and bishop 3, rook 5, queen 9);
--- - the opponent promotes no pawn in these plies;
--- - the game has that many more plies, or the side mates or wins earlier;
--- - the side could have kept the piece: it could capture as much, or make a move after which no piece of at least this
---   value is attacked by a piece of lower value, or attacked and not protected. So a queen that is lost to a fork is no
---   sacrifice. `voluntary = false` omits this condition.
---
--- The query does not judge whether the move is good: a piece that is overlooked counts, too.
--- A number sets `points`, a string the side. Options: {side =, points =, plies =, piece = letters of the captured
--- piece, as for `piece`, on = squares of the capture, exchange = true, voluntary = false}. With `exchange`, the side
--- must finally have given a rook for a knight or bishop, and perhaps pawns; the default of `points` is then 1.
--- ```lua
--- chess.query.sacrifice{points = 1, plies = 2}(chess.game("1. e4 e5 2. f4 exf4 3. Nf3 *")) --> true
--- ```
---@field sacrifice lucena.Query
--- Matches if the game starts from a set-up position: it has a FEN tag. Values without ranks (`?`) do not match.
--- ```lua
--- chess.query.setup(chess.game("1. e4 *")) --> false
--- ```
---@field setup lucena.Query
--- Matches if seventy-five moves of each side were played without a capture or a pawn move.
--- ```lua
--- chess.query.seventyfive(chess.game("1. e4 *")) --> false
--- ```
---@field seventyfive lucena.Query
--- Matches if the king has own pawns in front of it: one or two ranks ahead, on its file or an adjacent one. Takes a
--- side, or {side =, on =, min =, max = the number of pawns}. `shield{side = "white", max = 0}` matches a white king
--- without such pawns.
--- ```lua
--- chess.query.shield{side = "white", min = 3}(chess.game("1. e4 *")) --> true
--- ```
---@field shield lucena.Query
--- Matches if the game ends with stalemate.
--- ```lua
--- chess.query.stalemate(chess.game("1. e4 *")) --> false
--- ```
---@field stalemate lucena.Query
--- Matches if the move gave away a result: it turned a win into a draw or loss, or a draw into a loss. Takes a side, or
--- {side =}.
--- ```lua
--- tostring(chess.query.tablebase_mistake "white") --> tablebase_mistake "white"
--- ```
---@field tablebase_mistake lucena.Query
--- Matches if a position occurred three times (FIDE Laws 9.2: with the same castling and en passant rights).
--- ```lua
--- chess.query.threefold(chess.game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *")) --> true
--- ```
---@field threefold lucena.Query
--- Matches if a side is in time trouble: its last known clock time is below 60 seconds. Takes a side, or {side =,
--- under = seconds}.
--- ```lua
--- chess.query.time_trouble "black"(chess.game("1. e4 e5 {[%clk 0:00:59]} *")) --> true
--- ```
---@field time_trouble lucena.Query
--- Matches if a pawn was promoted to a knight, bishop or rook.
--- ```lua
--- chess.query.underpromotion(chess.game("1. e4 *")) --> false
--- ```
---@field underpromotion lucena.Query
--- Matches if the game's result contradicts the tablebase value of its last position: it is a draw and a side won, or
--- it is won and this side did not win. If the win takes more than 50 moves, both results are accepted.
--- ```lua
--- tostring(chess.query.wrong_result) --> wrong_result
--- ```
---@field wrong_result lucena.Query
local query = {}

---@class lucena.query.accuracy.Options
---@field side? "white"|"black"|"either"
---@field min? number
---@field max? number

--- Matches if a side's accuracy by Lichess's formula, in percent, is in a range. Every position between the first and
--- the last evaluation of the game must have an evaluation.
--- ```lua
--- chess.query.accuracy(95)(chess.game("1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} *")) --> true
--- ```
---@param range lucena.query.accuracy.Options|number the minimum, or a range
---@return lucena.Query
function query.accuracy(range) end

--- Match at every position, from the start of the game to its end.
--- ```lua
--- chess.query.always(~chess.query.check)(chess.game("1. e4 e5 *")) --> true
--- ```
---@param query lucena.Query of positions
---@return lucena.Query
function query.always(query) end

--- Match if the query matches the mainline or a variation. A variation is tested as a game that begins with the moves
--- before it. The match position is a node of that line. A Lua function of a game gets the line as a Game.
--- ```lua
--- chess.query.any_line(chess.query.played "d4")(chess.game("1. e4 (1. d4 d5) *")) --> true
--- ```
---@param query lucena.Query|function
---@return lucena.Query
function query.any_line(query) end

--- Matches if any tag contains a text: `*` is any characters, `?` is one character. The case of ASCII letters is
--- ignored.
--- ```lua
--- chess.query.any_tag "blitz"(chess.game('[Event "Rated Blitz game"]\n\n*')) --> true
--- ```
---@param text string
---@return lucena.Query
function query.any_tag(text) end

--- Make a query of positions from a Lua function that takes a Board and the ply. It is called at each position where
--- all other tests hold. The function may play on the Board, which is reset for the next position; to keep a position,
--- use `board:position()`. For the cheapest functions, see `bits`.
--- ```lua
--- chess.query.at(function(b) return #b:moves() == 1 end)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- chess.query.at(function(b, ply) return ply > 60 and b:count "q" == 2 end)(chess.game("1. e4 *")) --> false
--- ```
---@param accepts fun(board: lucena.Board, ply: integer): boolean|nil
---@return lucena.Query
function query.at(accepts) end

--- Match at the last position. Does not match games that cannot be read to their end.
--- ```lua
--- chess.query.at_end(chess.query.check)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- ```
---@param query lucena.Query of positions
---@return lucena.Query
function query.at_end(query) end

---@class lucena.query.attacks.Options
--- squares
---@field from? string
--- squares
---@field to? string
--- attacking pieces
---@field min? integer
--- attacking pieces
---@field max? integer
--- attacked by each, at least
---@field targets? integer

--- Matches if pieces attack other pieces of either side: `attacks("N", "qr")` is a white knight that attacks a black
--- queen or rook. "?" is any square, with or without a piece: `attacks("N", "?", {to = "f5"})`. `min` and `max` limit
--- the number of attacking pieces. With several groups, separated by blanks, one piece must attack a piece of each
--- group: a fork of king and rook is `attacks("N", "k r")`. With `targets = 2`, one piece must attack at least two
--- pieces. "mover" is the piece that the last move moved, as attacker or as target.
--- ```lua
--- chess.query.attacks("B", "n", {to = "c6"})(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")) --> true
--- chess.query.attacks("N", "k r")(chess.game("1. Nc3 e5 2. Nd5 d6 3. Nxc7+ *")) --> true
--- chess.query.attacks("mover", "k r")(chess.game("1. Nc3 e5 2. Nd5 d6 3. Nxc7+ *")) --> true
--- ```
---@param by string letters as for `piece`, or "mover"
---@param target string groups of letters, or "?", or "mover"
---@param opts? lucena.query.attacks.Options # `from` and `to`: squares; `min` and `max`: attacking pieces; `targets`: attacked by each, at least
---@return lucena.Query
function query.attacks(by, target, opts) end

---@class lucena.query.between.Options
--- the pieces between them that are counted (default: all)
---@field piece? string
--- their number (default: none)
---@field min? integer
--- their number (default: none)
---@field max? integer
--- squares of the two pieces
---@field from? string
--- squares of the two pieces
---@field to? string

--- Matches if two pieces are on one line, with pieces between them: `between("R", "k", {piece = "n", min = 1})` is
--- a white rook and the black king on one rank or file, with a black knight between them. The line is a rank, file or
--- diagonal along which the first piece moves; for a king, knight or pawn, any of them.
--- ```lua
--- chess.query.between("Q", "p", {to = "h5"})(chess.game("1. a3 h5 2. e3 *")) --> true
--- chess.query.between("B", "q", {piece = "n", min = 1, max = 1})(chess.game("1. d4 Nf6 2. Bg5 e6 *")) --> true
--- ```
---@param first string letters as for `piece`, or "mover"
---@param second string letters, or "mover"
---@param opts? lucena.query.between.Options # `piece`: the pieces between them that are counted (default: all); `min` and `max`: their number (default: none); `from` and `to`: squares of the two pieces
---@return lucena.Query
function query.between(first, second, opts) end

--- Make a query of positions from a Lua function of sets of squares. A set is an integer with one bit for each square:
--- a1 is bit 0, b1 bit 1, h8 bit 63. No Board is made, so this is the fastest form of a function. The sets of pieces
--- have both colors: `pawns & white` has the white pawns. It is called at the same positions as `at`.
--- ```lua
--- chess.query.bits(function(_, _, _, _, queens) return queens == 0 end)(chess.game("1. e4 *")) --> false
--- ```
---@param accepts fun(pawns: integer, knights: integer, bishops: integer, rooks: integer, queens: integer, kings: integer, white: integer, black: integer, ply: integer): boolean|nil
---@return lucena.Query
function query.bits(accepts) end

--- Matches the player of the black pieces.
--- ```lua
--- chess.query.black "Morphy"(chess.game('[White "Morphy, Paul"]\n\n*')) --> false
--- ```
---@param name any
---@return lucena.Query
function query.black(name) end

--- Matches if a side made N blunders.
--- ```lua
--- chess.query.blunders{max = 0}(chess.game("1. e4 {[%eval 0.2]} *")) --> true
--- ```
---@param range lucena.query.inaccuracies.Options|integer the options of `query.inaccuracies`, or the number
---@return lucena.Query
function query.blunders(range) end

--- Matches if a tag contains a text, ignoring the case of ASCII letters.
--- ```lua
--- chess.query.contains("Event", "open")(chess.game('[Event "Lucena Open"]\n\n*')) --> true
--- ```
---@param tag any
---@param text any
---@return lucena.Query
function query.contains(tag, text) end

---@class lucena.query.controls.Options
---@field min? integer
---@field max? integer

--- Matches if any piece of a side attacks at least one of some squares: `controls("white", "d5 e5")`.
--- ```lua
--- chess.query.controls("white", "d5 f5", 2)(chess.game("1. e4 *")) --> true
--- ```
---@param side string # "white" or "black"
---@param squares string as for `piece`
---@param range? lucena.query.controls.Options|integer the number of the squares, or a range
---@return lucena.Query
function query.controls(side, squares, range) end

---@class lucena.query.count.Options
---@field min? integer
---@field max? integer

--- The number of positions of the mainline at which a query holds.
--- ```lua
--- chess.query.count(chess.query.check)(chess.game "1. e4 f5 2. Qh5+ g6 3. Qxg6+ *") --> 2
--- ```
---@param query lucena.Query of positions
---@param range? lucena.query.count.Options|integer the number, or a range: then it is a query
---@return lucena.QueryNumber|lucena.Query
function query.count(query, range) end

---@class lucena.query.date.Options
--- the first date
---@field from? string
--- the last date
---@field to? string
--- the name of another tag than Date
---@field tag? string

--- Matches if the date in the Date tag can be in a range: "1972.??.??" can be any day of 1972.
--- ```lua
--- chess.query.date{from = "1972.07.11", to = "1972.08"}(chess.game('[Date "1972.08.31"]\n\n*')) --> true
--- ```
---@param range string|lucena.query.date.Options # "1972.07", or a range; `from`: the first date; `to`: the last date; `tag`: the name of another tag than Date
---@return lucena.Query
function query.date(range) end

---@class lucena.query.deviates.Options
--- the side that leaves the lines
---@field side? "white"|"black"

--- Matches a move that leaves the lines of moves in `lines`: the position before the move occurs there, but only with
--- other moves. All mainlines and variations count. Positions are compared, so the order of moves does not matter. A
--- move after the end of a line does not match. The match position is the first deviation.
--- ```lua
--- chess.query.deviates(chess.game("1. e4 e5 2. Nf3 *")):find(chess.game("1. e4 e5 2. f4 *")).san --> f4
--- ```
---@param lines string|lucena.Game|(string|lucena.Game)[] the path of a PGN file, a Game, or an array of these
---@param opts? lucena.query.deviates.Options # `side`: the side that leaves the lines
---@return lucena.Query # of positions
function query.deviates(lines, opts) end

--- Matches an ECO code, the beginning of a code, a range, or several of them: "B90", "B9", "B90-B99", "B90 C40-C49".
--- ```lua
--- chess.query.eco "B90-B99"(chess.game('[ECO "B92"]\n\n*')) --> true
--- ```
---@param codes string
---@return lucena.Query
function query.eco(codes) end

---@class lucena.query.elo.Options
---@field min? integer
---@field max? integer
---@field side? "either"|"both"|"white"|"black"

--- Matches if an Elo is in a range.
--- ```lua
--- chess.query.elo{min = 2700, side = "both"}(chess.game('[WhiteElo "2800"]\n\n*')) --> false
--- ```
---@param range lucena.query.elo.Options|integer a number is the minimum
---@return lucena.Query
function query.elo(range) end

---@class lucena.query.elo_diff.Options
---@field min? integer
---@field max? integer
---@field side? "white"|"black"

--- Matches if the difference of the players' Elo is in a range. With `side`, the difference is that side's Elo minus
--- the other's.
--- ```lua
--- chess.query.elo_diff(200)(chess.game('[WhiteElo "2500"]\n[BlackElo "2750"]\n\n*')) --> true
--- ```
---@param range lucena.query.elo_diff.Options|integer a number is the minimum
---@return lucena.Query
function query.elo_diff(range) end

---@class lucena.query.eval.Options
---@field side? "white"|"black"
---@field min? number
---@field max? number
---@field mate? integer

--- Matches if the evaluation of the position, in pawns from a side's view (default: White's), is in a range. A mate is
--- greater than any number. `mate = 3` means that this side mates in at most 3 moves.
--- ```lua
--- chess.query.eval{side = "black", min = 3}(chess.game("1. f3 e5 2. g4 {[%eval #-1]} *")) --> true
--- ```
---@param opts lucena.query.eval.Options|number the minimum, or a range
---@return lucena.Query
function query.eval(opts) end

--- Matches if the move changed the evaluation by N pawns in favor of a side. Evaluations are limited to 10 pawns, and a
--- mate counts as 10 pawns.
--- ```lua
--- chess.query.eval_swing(2)(chess.game("1. e4 {[%eval 0.2]} g5 {[%eval 2.6]} *")) --> true
--- ```
---@param opts lucena.query.accuracy.Options|number the minimum, or a range
---@return lucena.Query
function query.eval_swing(opts) end

--- Match at some position of the mainline. A query of positions means this by default. `ever` is needed if two queries
--- may match at different positions: `q.ever(q.check) & q.ever(q.capture)`.
--- ```lua
--- chess.query.ever(chess.query.check)(chess.game("1. e4 e5 *")) --> false
--- ```
---@param query lucena.Query of positions
---@return lucena.Query
function query.ever(query) end

--- Return the same query with the colors exchanged: White's pieces become Black's, and the ranks are reversed. So `x |
--- flipped(x)` matches if x holds for either side. A Lua function gets the exchanged position. The argument may be a
--- query of
--- positions, `held`, `at_end`, `castled`, a sequence, `follow`, or a combination of these with `&`, `|` and `~`.
--- ```lua
--- local q = chess.query; return q.flipped(q.piece("N", "f3"))(chess.game("1. e4 Nf6 *")) --> true
--- ```
---@param query lucena.Query
---@return lucena.Query
function query.flipped(query) end

---@class lucena.query.follow.Options
---@field from? string
---@field piece? string
---@field taken? boolean
---@field any_order? boolean
---@field start? boolean

--- Matches if one piece does several things in sequence, with any moves between them. A part is a text of squares that
--- the piece reaches, or a query of the position after a move of the piece. Fields besides the parts: {from = home
--- squares, piece = its kind on the home square, as for `piece`, taken = true: it is captured afterwards, any_order =
--- true: the parts may happen in any order, start = true: its home square counts as reached}. The match position is
--- after the last of these moves.
--- ```lua
--- chess.query.follow{from = "g1", "e5", taken = true}(chess.game("1. Nf3 d6 2. Ne5 dxe5 *")) --> true
--- ```
---@param opts lucena.query.follow.Options and the parts
---@return lucena.Query # of games
function query.follow(opts) end

--- Any positions, as a part of `seq`: `gap(2)` is two or more positions, `gap(0, 5)` is at most five.
--- ```lua
--- local q = chess.query; return q.seq(q.ply(1), q.gap(0), q.check)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- ```
---@param lo integer
---@param hi? integer default: no limit
---@return lucena.Query
function query.gap(lo, hi) end

--- Matches if the complete value of a tag matches a pattern: `*` is any characters, `?` is one character. The case of
--- ASCII letters is ignored.
--- ```lua
--- chess.query.glob("Site", "*london*")(chess.game('[Site "Simpson, London ENG"]\n\n*')) --> true
--- ```
---@param tag any
---@param pattern any
---@return lucena.Query
function query.glob(tag, pattern) end

--- Match at this number of consecutive positions.
--- ```lua
--- chess.query.held(chess.query.bishop_pair "white", 3)(chess.game("1. e4 e5 *")) --> true
--- ```
---@param query lucena.Query of positions
---@param plies integer number of positions, 1 or more
---@return lucena.Query
function query.held(query, plies) end

--- Matches if White's material minus Black's, in pawns (knight and bishop 3, rook 5, queen 9), is in a range. With
--- `side`, it is the material of that side minus the material of the opponent. A string names the extra pieces of White
--- and of Black, as in Scoutfish: "BvN" is a bishop against a knight, "PPv" two extra white pawns, "v" equal numbers of
--- every kind.
--- ```lua
--- chess.query.imbalance{min = 1}(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@param range lucena.query.elo_diff.Options|integer|string a number is the minimum
---@return lucena.Query
function query.imbalance(range) end

---@class lucena.query.inaccuracies.Options
---@field side? "white"|"black"|"either"
---@field min? integer
---@field max? integer
--- as for `inaccuracy`
---@field drop? number

--- Matches if a side made N inaccuracies. Only moves with an evaluation before and after them are counted.
--- ```lua
--- chess.query.inaccuracies(1)(chess.game("1. f4 {[%eval -0.5]} *")) --> true
--- ```
---@param range lucena.query.inaccuracies.Options|integer the number, or a range; `drop`: as for `inaccuracy`
---@return lucena.Query
function query.inaccuracies(range) end

---@class lucena.query.instead.Options
--- "piece": only moves of the piece that moved; "squares": only moves from and to the same squares, which differ in the promotion
---@field same? "piece"|"squares"

--- Matches if another legal move than the played one would satisfy a query. `played "Nf3" & instead(checkmate)` is a
--- missed mate. The query is tested after the other move, as if it had been played; `stalemate`, `checkmate` and
--- `castled` are tested on this move and the position after it. Lua functions, clocks, evaluations, `repeated`,
--- `sacrifice`, `motif`, `has_castled` and queries of one piece are rejected.
--- ```lua
--- chess.query.instead(chess.query.checkmate)(chess.game("1. f3 e5 2. g4 d6 *")) --> true
--- ```
---@param query lucena.Query of positions
---@param opts? lucena.query.instead.Options # `same`: "piece": only moves of the piece that moved; "squares": only moves from and to the same squares, which differ in the promotion
---@return lucena.Query # of positions
function query.instead(query, opts) end

--- Matches positions with this key: Lucena's `Position.key`. Different positions may share a key; `position` compares
--- completely.
--- ```lua
--- chess.query.key(chess.position():play("e4").key)(chess.game("1. e4 *")) --> true
--- ```
---@param key integer|string the number, or hexadecimal digits
---@return lucena.Query
function query.key(key) end

---@class lucena.query.king_wing.Options
---@field [1] string
---@field side? "white"|"black"|"either"

--- Matches if a king is on a wing, whether it castled or not: "short" (files f to h), "long" (a to c) or "center" (d
--- and e). For one side: {wing, side = "white"}.
--- ```lua
--- chess.query.king_wing{"short", side = "white"}(chess.game("1. f4 e5 2. Kf2 *")) --> true
--- ```
---@param wing string|lucena.query.king_wing.Options
---@return lucena.Query
function query.king_wing(wing) end

---@class lucena.query.line.Options
---@field any_order? boolean

--- Matches if the game begins with these moves: "e4 c5 * Nc3". Moves are written as for `played`. `*` is any move,
--- `d4|d3` one of two moves, `!Nf3` any other move. A ` | ` with blanks separates alternative lines. With any_order =
--- true, each side may play its moves in any order. The match position is after the last move. To find a position
--- reached by any moves, use `position`.
--- ```lua
--- chess.query.line "e4 c5 * Nc6 | e4 e6"(chess.game("1. e4 c5 2. Nf3 Nc6 *")) --> true
--- ```
---@param text string
---@param opts? lucena.query.line.Options
---@return lucena.Query
function query.line(text, opts) end

--- The length of the longest run of consecutive positions of the mainline at which a query holds.
--- ```lua
--- chess.query.longest(chess.query.bishop_pair)(chess.game "1. e4 e5 2. Bb5 a6 3. Bc6 dxc6 *") --> 7
--- ```
---@param query lucena.Query of positions
---@param range? lucena.query.count.Options|integer the number, or a range: then it is a query
---@return lucena.QueryNumber|lucena.Query
function query.longest(query, range) end

--- Matches if a player lost: a name, or {name, side = "white"|"black"}.
--- ```lua
--- chess.query.lost{"Morphy", side = "black"}(chess.game('[Black "Morphy"]\n\n1. e4 1-0')) --> true
--- ```
---@param name any
---@return lucena.Query
function query.lost(name) end

---@class lucena.query.man.Options
---@field from? string
---@field on? string
---@field piece? string
---@field moved? boolean

--- Matches if a piece from a home square is now on some square: {from = home squares, on = current squares, piece =
--- its current kind (letters as for the query `piece`), moved = true: it made the last move}. A string is the home
--- square.
--- ```lua
--- chess.query.man{from = "g1", on = "e5"}(chess.game("1. Nf3 d6 2. Ne5 *")) --> true
--- ```
---@param opts lucena.query.man.Options|string
---@return lucena.Query # of positions
function query.man(opts) end

---@class lucena.query.material.Options
--- the side of the first material; default: either
---@field first? "white"|"black"

--- Matches if the two sides have this material. It is given without kings: "R v BN", "QR v QR"; with kings, as in
--- Scoutfish: "KRPKR"; or as in pgn-extract: "q*r+l*p+ q=r1<=l2>=p1<".
--- A letter (PNBRQ, or L for knight or bishop; capitals or small letters) is followed by its count: a number, `*` any,
--- `+` one or more, `2+` at least two, `2-` at most two. A comparison with the opponent may follow: `=` equal, `#`
--- unequal, `>` more, `2>` at least two more, `2>=` exactly two more; `<` likewise. Pieces that are not named must be
--- absent. A side without pieces is a bare king: "BP v". A number at the start is the number of consecutive positions
--- with the material: "10 R v BN". In the form of pgn-extract, without a `v`, the material must last for two half-moves,
--- which are three positions; a number at the start replaces the two: "10 R2P+ R=P*".
--- ```lua
--- chess.query.material "QR2B2N2P8 v QR2B2N2P8"(chess.game("*")) --> true
--- ```
---@param text string
---@param opts? lucena.query.material.Options # `first`: the side of the first material; default: either
---@return lucena.Query
function query.material(text, opts) end

---@class lucena.query.mean_elo.Options
---@field min? number
---@field max? number

--- Matches if the average of the players' Elo is in a range. It can be a half: {min = 2500.5}.
--- ```lua
--- chess.query.mean_elo{max = 2650}(chess.game('[WhiteElo "2500"]\n[BlackElo "2750"]\n\n*')) --> true
--- ```
---@param range lucena.query.mean_elo.Options|number a number is the minimum
---@return lucena.Query
function query.mean_elo(range) end

--- Matches if a side made N mistakes.
--- ```lua
--- chess.query.mistakes{side = "black", min = 1}(chess.game("1. g4 {[%eval -1.2]} *")) --> false
--- ```
---@param range lucena.query.inaccuracies.Options|integer the options of `query.inaccuracies`, or the number
---@return lucena.Query
function query.mistakes(range) end

---@class lucena.query.mobility.Options
---@field min? integer
---@field max? integer

--- Matches if the side to move has a number of legal moves: `mobility(1)` is a forced move. With options {piece =
--- letters as for `piece`, on = squares, min =, max =}, the moves of these pieces are counted, and the side to move must
--- have such a piece there.
--- ```lua
--- chess.query.mobility{piece = "q", max = 0}(chess.game("1. e4 e5 *")) --> true
--- ```
---@param range lucena.query.mobility.Options|integer
---@return lucena.Query
function query.mobility(range) end

---@class lucena.query.motif.Options
---@field [1] string
---@field side? "white"|"black"|"either"
---@field gain? boolean
---@field plies? integer

--- Matches a tactical motif of the side that has just moved. The motifs are "fork", "pin", "skewer", "discovered
--- attack", "double check", "hanging piece", "trapped piece", "sacrifice", "back-rank mate" and "smothered mate", as
--- lichess defines them for puzzles. A skewer, a discovered attack without check, a hanging and a trapped piece match at
--- the capture. A motif must gain: within `plies` (default 8) plies, the side mates or the game ends with its win; or
--- the side has more material at their end than before. `gain = false` omits this condition. In a puzzle, a line from a
--- set-up position without a result, the motifs of the side with the last move gain. {name, side =, gain =, plies =}.
--- ```lua
--- chess.query.motif "fork"(chess.game('[FEN "r3k3/8/8/3N4/8/8/8/4K3 w - -"]\n\n1. Nc7+ Kd7 2. Nxa8 *')) --> true
--- chess.query.motif{"smothered mate"}(chess.game "1. e4 Nc6 2. Ne2 Nd4 3. g3 Nf3# 0-1") --> true
--- ```
---@param motif string|lucena.query.motif.Options
---@return lucena.Query
function query.motif(motif) end

---@class lucena.query.move.Options
---@field piece? string
---@field from? string
---@field to? string
---@field takes? string
---@field becomes? string
---@field side? "white"|"black"
---@field quiet? boolean
---@field check? boolean
---@field mate? boolean

--- Matches a move by its properties: {piece = letters as for `piece`, from =, to = squares, takes = letters, or "mover"
--- for the piece that made the move before, becomes = letters of NBRQ, side =, quiet = true: no capture, check = true:
--- gives check, mate = true: gives mate}. All given properties must hold.
--- ```lua
--- chess.query.move{piece = "P", takes = "p", to = "d5"}(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@param opts lucena.query.move.Options
---@return lucena.Query
function query.move(opts) end

---@class lucena.query.move_number.Options
---@field min? integer
---@field max? integer

--- Matches if the number of the last move is in a range.
--- ```lua
--- (chess.query.move_number(2) & chess.query.capture)(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@param range lucena.query.move_number.Options|integer the number, or a range
---@return lucena.Query
function query.move_number(range) end

--- Matches if the number of moves of the mainline is in a range. A last move by White alone counts.
--- ```lua
--- chess.query.moves(2)(chess.game("1. e4 e5 2. Nf3 *")) --> true
--- ```
---@param range lucena.query.move_number.Options|integer the number, or a range
---@return lucena.Query
function query.moves(range) end

---@class lucena.query.moves_made.Options
---@field from? string
---@field on? string
---@field piece? string
---@field min? integer
---@field max? integer

--- Matches if a piece has made a number of moves: {from = its home squares, on = its current squares, piece = its
--- current kind (letters as for the query `piece`), min =, max = the number of moves}. Castling is a move of the king
--- and of the rook. For
--- moves in sequence, use `streak`.
--- ```lua
--- chess.query.moves_made{piece = "K", min = 2}(chess.game("1. e4 e5 2. Ke2 d6 3. Ke3 *")) --> true
--- ```
---@param opts lucena.query.moves_made.Options
---@return lucena.Query # of positions
function query.moves_made(opts) end

--- Match if the query holds at no position.
--- ```lua
--- chess.query.never(chess.query.check)(chess.game("1. e4 e5 *")) --> true
--- ```
---@param query lucena.Query of positions
---@return lucena.Query
function query.never(query) end

---@class lucena.query.number.Options
---@field min? integer
---@field max? integer

--- Matches if the value of a tag begins with a number in a range. The number of a query is `number(pinned)`: the
--- greatest number of pieces (pawns, squares, moves) that the query counts at one position.
--- ```lua
--- chess.query.number("PlyCount", {min = 2})(chess.game('[PlyCount "7"]\n\n*')) --> true
--- ```
---@param tag string|lucena.Query
---@param range? lucena.query.number.Options|integer the number, or a range; without it, the number of a query is a function of a Game
---@return lucena.Query|lucena.QueryNumber
function query.number(tag, range) end

--- Matches if the name of the game's opening contains a text, in English or French. The opening is that of the last
--- position of the mainline that is in Lucena's table, so no ECO tag is needed, and the order of moves does not matter.
--- Case, accents and punctuation are ignored. The name of a family without "Defence", "Opening" or "Game" means the
--- family: "King's Indian" is not the King's Indian Attack. If no name contains the text, its words may be anywhere in
--- the name: "Sicilian Najdorf".
--- ```lua
--- chess.query.opening "caro kann"(chess.game "1. e4 c6 2. d4 d5 *") --> true
--- ```
---@param name string # "Najdorf", "Caro-Kann", "défense sicilienne"
---@return lucena.Query # of games
function query.opening(name) end

--- Return the query written in a text, as in `lucena filter -e`. The text is Lua code: accept it only from users who
--- may run programs.
--- ```lua
--- chess.query.parse('player "Fischer" & checkmate')(chess.game "*") --> false
--- ```
---@param text string an expression of names of chess.query, `&`, `|`, `~` and functions
---@return lucena.Query? query
---@return string? err # an error of Lua begins with "query:LINE:"
---@return string? code # "bad_query"
function query.parse(text) end

---@class lucena.query.pattern.Options
--- also match with the colors exchanged
---@field colors? boolean
--- also with left and right exchanged
---@field mirror? boolean
--- also elsewhere on the board
---@field shift? boolean

--- Matches if the board matches a pattern, written like the first field of a FEN in pgn-extract's syntax. `?` is any
--- square, `!` any piece, `A` a white piece, `a` a black one, `*` any number of any squares, `[QRq]` one of these
--- pieces, `[^Pp]` any other piece or an empty square. `/` separates ranks, the eighth first. A digit is a number of
--- empty squares.
--- With `shift`, the pattern may be anywhere on the board: all its squares except those of `?` and `*` are moved by the
--- same number of files and ranks. The options can be combined.
--- ```lua
--- chess.query.pattern "*/*/*/*/4P3/*/*/*"(chess.game("1. e4 *")) --> true
--- ```
---@param text string
---@param opts? lucena.query.pattern.Options # `colors`: also match with the colors exchanged; `mirror`: also with left and right exchanged; `shift`: also elsewhere on the board
---@return lucena.Query
function query.pattern(text, opts) end

--- Matches in a phase of the game, as lichess divides it: "opening", "middlegame" or "endgame".
--- ```lua
--- chess.query.at_end(chess.query.phase "opening")(chess.game "1. e4 e5 2. Nf3 *") --> true
--- ```
---@param phase string
---@return lucena.Query
function query.phase(phase) end

---@class lucena.query.piece.Options
---@field min? integer
---@field max? integer

--- Matches if pieces are on squares: `piece("N", "f5")` is a white knight on f5, `piece("Rr", "7")` a rook of either
--- side on the seventh rank, `piece("P", "e", {min = 2})` two white pawns on the e-file.
--- ```lua
--- chess.query.piece("N", "f3")(chess.game("1. Nf3 *")) --> true
--- ```
---@param pieces string letters: PNBRQK White's, pnbrqk Black's, A and a any piece of White or Black
---@param squares? string squares, files and ranks, separated by blanks; nil: anywhere
---@param range? lucena.query.piece.Options|integer the number, or a range; nil: one or more
---@return lucena.Query
function query.piece(pieces, squares, range) end

---@class lucena.query.piece_count.Options
---@field min? integer
---@field max? integer
--- the letters of the pieces
---@field of? string
--- the pieces of a side, a number or {min =, max =}
---@field white? integer|{min?: integer, max?: integer}
--- the pieces of a side, a number or {min =, max =}
---@field black? integer|{min?: integer, max?: integer}

--- Matches if the number of pieces on the board, including pawns and kings, is in a range: `piece_count{max = 7}`. `of`
--- names the pieces to count, in the letters of `piece`: "NBRQ" are White's pieces without pawns and king, "Aa" (the
--- default) all. `white` and `black` limit the pieces of each side: `piece_count{white = 2, black = {max = 3}}`.
--- ```lua
--- chess.query.piece_count{of = "nbrq", max = 6}(chess.game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *")) --> false
--- chess.query.piece_count{white = 16, black = 15}(chess.game("1. e4 d5 2. exd5 *")) --> true
--- ```
---@param range integer|lucena.query.piece_count.Options a number, or a range; `of`: the letters of the pieces; `white`, `black`: the pieces of a side, a number or {min =, max =}
---@return lucena.Query
function query.piece_count(range) end

---@class lucena.query.pieces.Options
--- from letters to numbers or {min =, max =}
---@field white? table<string, integer|{min?: integer, max?: integer}>
--- from letters to numbers or {min =, max =}
---@field black? table<string, integer|{min?: integer, max?: integer}>

--- Matches if the sides have these numbers of pieces: `pieces{white = {q = 1, r = {min = 1}}, black = {p = 8}}`.
--- Pieces that are not named are ignored.
--- ```lua
--- chess.query.pieces{white = {q = 0}}(chess.game("1. e4 *")) --> false
--- ```
---@param sides lucena.query.pieces.Options # `white`, `black`: from letters to numbers or {min =, max =}
---@return lucena.Query
function query.pieces(sides) end

--- Matches this placement of pieces, with either side to move and any castling rights.
--- ```lua
--- chess.query.placement "e4 e5 Nf3"(chess.game("1. Nf3 e6 2. e4 e5 *")) --> true
--- ```
---@param position string|lucena.Position as for `position`
---@return lucena.Query
function query.placement(position) end

--- Matches if a move was played by either side: "Nf7", or one of several: "Nf7 Nxf7 Bxf7". Omitted parts match
--- anything: "Nf7" is also Ngxf7+; "Nxf7" captures, "Ngf7" comes from the g-file, "Nf7+" gives check, "e8=Q" promotes to
--- a queen.
--- ```lua
--- chess.query.played "Qh5+"(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- ```
---@param moves string in SAN, English letters
---@return lucena.Query
function query.played(moves) end

---@class lucena.query.player.Options
---@field [1] string
---@field side? "white"|"black"|"either"|"both"

--- Matches a player on either side. Accents, the case of letters, and spellings of ø ö oe, æ ä ae, ü ue, å aa are
--- ignored. The surname is the words before a comma; without a comma, the last word. The complete surname must be equal.
--- The first names are compared in their order, up to the end of the shorter list. Of each pair, one must be the
--- beginning of the other: "Carlsen, M" matches "Carlsen, Magnus", "Magnus Carlsen" and "Carlsen,Mag", and "Fischer,
--- Robert James" matches "Fischer, Robert" and "Fischer,RJ", but not "Fischer". A later first name is found if it is
--- complete.
--- ```lua
--- chess.query.player "Carlsen, M"(chess.game('[Black "Magnus Carlsen"]\n\n*')) --> true
--- ```
---@param name string|lucena.query.player.Options the name, or {name, side = "white"}
---@return lucena.Query
function query.player(name) end

--- Matches if the number of readable plies of the mainline is in a range.
--- ```lua
--- chess.query.plies{max = 3}(chess.game("1. e4 e5 2. Nf3 *")) --> true
--- ```
---@param range lucena.query.move_number.Options|integer the number, or a range
---@return lucena.Query
function query.plies(range) end

--- Matches after N plies of the game; 0 is the start position.
--- ```lua
--- (chess.query.ply(2) & chess.query.capture)(chess.game("1. e4 d5 2. exd5 *")) --> false
--- ```
---@param range lucena.query.move_number.Options|integer the number, or a range
---@return lucena.Query
function query.ply(range) end

--- Matches positions with this key of Polyglot's opening books, as other programs print it.
--- ```lua
--- chess.query.polyglot_key "463b96181691fc9c"(chess.game("*")) --> true
--- ```
---@param key integer|string the number, or hexadecimal digits
---@return lucena.Query
function query.polyglot_key(key) end

--- Matches this position, reached by any moves. The pieces, the side to move, castling rights, and a legal en passant
--- capture must be equal, as in FIDE Laws 9.2. Clocks are ignored.
--- ```lua
--- chess.query.position "e4 e5 Nf3"(chess.game("1. Nf3 e5 2. e4 *")) --> true
--- ```
---@param position string|lucena.Position a FEN, a Position, or the moves that lead there
---@return lucena.Query
function query.position(position) end

--- Matches if a tag begins with a text, ignoring the case of ASCII letters.
--- ```lua
--- chess.query.prefix("ECO", "B9")(chess.game('[ECO "B92"]\n\n*')) --> true
--- ```
---@param tag any
---@param text any
---@return lucena.Query
function query.prefix(tag, text) end

---@class lucena.query.quiet_plies.Options
---@field min? integer
---@field max? integer

--- Matches if the number of plies since the last capture or pawn move is in a range.
--- ```lua
--- chess.query.quiet_plies(2)(chess.game("1. Nf3 Nf6 *")) --> true
--- ```
---@param range lucena.query.quiet_plies.Options|integer a number is the minimum
---@return lucena.Query
function query.quiet_plies(range) end

--- Matches if this position has occurred N times so far.
--- ```lua
--- chess.query.repeated(2)(chess.game("1. Nf3 Nf6 2. Ng1 Ng8 *")) --> true
--- ```
---@param times integer 2 or more
---@return lucena.Query
function query.repeated(times) end

--- Matches a result: "1-0", "0-1", "1/2-1/2", "*", "0-0" (a loss for both), "decisive" or "draw". The Result tag is
--- compared, in any spelling: "½-½" is "1/2-1/2", and "+/-" is "1-0". In a game without this tag, the result after the
--- moves is compared.
--- ```lua
--- chess.query.result "decisive"(chess.game("1. e4 1-0")) --> true
--- ```
---@param result string
---@return lucena.Query
function query.result(result) end

---@class lucena.query.ring.Options
---@field of? string
---@field on? string
---@field squares? integer|{min?: integer, max?: integer}
---@field own? integer|{min?: integer, max?: integer}
---@field enemy? integer|{min?: integer, max?: integer}
---@field empty? integer|{min?: integer, max?: integer}
---@field attacked? integer|{min?: integer, max?: integer}
---@field free? integer|{min?: integer, max?: integer}

--- Matches by the squares beside a piece, one king's step away: {of = letters of the piece as for `piece`, or "mover";
--- default "Kk", on = its squares, and the number of such squares that are: squares = on the board, own = occupied by
--- its side, enemy = occupied by the other side, empty = not occupied, attacked = attacked by the other side, free =
--- neither occupied by its side nor attacked}. A number is a number or {min =, max =}. All must hold for the same piece.
--- `checkmate & ring{of = "k", empty = 0, enemy = 0}` is a mate in which own pieces occupy all squares beside the king.
--- ```lua
--- chess.query.ring{of = "k", own = 4, empty = 1}(chess.game("1. e4 e5 2. Qh5 *")) --> true
--- ```
---@param opts lucena.query.ring.Options
---@return lucena.Query
function query.ring(opts) end

--- Matches if the pawns of both sides are exactly on these squares.
--- ```lua
--- chess.query.same_pawns "e4 e5 Nf3"(chess.game("1. e4 e5 2. Bc4 *")) --> true
--- ```
---@param position string|lucena.Position as for `position`
---@return lucena.Query
function query.same_pawns(position) end

--- Matches consecutive positions: each part matches the next position. A part is a query of positions, a number (of
--- arbitrary positions), `gap`, `streak`, another sequence, or alternatives of these with `|`. As in LPeg, `a * b` is
--- `seq(a, b)`, `a^2` is `streak(a, 2)` and `a^-2` is `streak(a, 0, 2)`.
--- The last argument may be a table of options: {within = n: at most n plies from the first position to the last,
--- from_start = true: the sequence begins at the start of the game, at_end = true: it ends at the last position}. The
--- match position is the first position of the sequence. If several sequences match, the one that ends first is used. If
--- several end there, the shortest of them is used.
--- ```lua
--- local q = chess.query; return q.seq(q.played "Bxh7+", 1, q.played "Ng5+"):describe()
--- ```
---@param ... lucena.Query|integer|table
---@return lucena.Query
function query.seq(...) end

--- Repeat a query of positions or a sequence. The result is a query, or a part of `seq`. `streak(x, 3)` matches three
--- or more consecutive positions at which x holds. With 0, the part is optional.
--- ```lua
--- local q = chess.query; return q.streak(q.capture, 2)(chess.game("1. e4 d5 2. exd5 Qxd5 *")) --> true
--- ```
---@param query lucena.Query of positions, or a sequence
---@param lo integer
---@param hi? integer default: no limit
---@return lucena.Query
function query.streak(query, lo, hi) end

--- Matches a pawn structure of a side: "isolani", "hanging pawns", "Carlsbad", "Maroczy", "hedgehog", "stonewall",
--- "minority attack", "tripled". The side is that with the isolated pawn, the hedgehog, the minority attack and so on;
--- {name, side = "black"}. A query that a program registers is a structure of White, too.
--- ```lua
--- chess.query.structure "stonewall"(chess.game "1. d4 d5 2. e3 e6 3. f4 *") --> true
--- ```
---@param structure string|lucena.query.king_wing.Options
---@return lucena.Query
function query.structure(structure) end

---@class lucena.query.tablebase.Options
---@field [1] string
---@field side? "white"|"black"

--- Matches if the position has this tablebase value, computed with the 50-move rule. The words are those of
--- `Position:tablebase`.
--- ```lua
--- tostring(chess.query.tablebase { "win", side = "white" }) --> tablebase{"win", side = "white"}
--- ```
---@param opts string|lucena.query.tablebase.Options # "win", "cursed_win", "draw", "blessed_loss" or "loss", for either side, or for a side
---@return lucena.Query
function query.tablebase(opts) end

--- Matches if the game has a tag, or if the tag has exactly this value.
--- ```lua
--- chess.query.tag("Event", "Linares")(chess.game('[Event "Linares"]\n\n*')) --> true
--- ```
---@param name string
---@param value? string
---@return lucena.Query
function query.tag(name, value) end

--- Make a query from a Lua function of the values of tags. A value is a string, as in `game.tags`; nil without the tag.
--- No Game is made, so this is the fastest form of a function that reads only tags. It is called after the other tests
--- of tags, and before the text and the moves are read.
--- ```lua
--- chess.query.tags("White", "Black", function(w, b) return w == b end)(chess.game "*") --> true
--- ```
---@param ... string|fun(...: string?): boolean|nil up to 64 names of tags, and last the function
---@return lucena.Query
function query.tags(...) end

---@class lucena.query.time_class.Options
---@field [1] string
---@field by? "fide"|"lichess"

--- Matches the class of the TimeControl tag. FIDE's classes use the time for 60 moves (blitz, rapid, standard). Those
--- of lichess.org use the time for 40 moves (ultrabullet, bullet, blitz, rapid, classical). If this time is a day or
--- more, the class is correspondence.
--- ```lua
--- chess.query.time_class "blitz"(chess.game('[TimeControl "180+2"]\n\n*')) --> true
--- ```
---@param class string|lucena.query.time_class.Options the class, or {class, by = "lichess"}
---@return lucena.Query
function query.time_class(class) end

--- Matches if the last known clock time of a side, in seconds, is in a range.
--- ```lua
--- chess.query.time_left{side = "white", max = 30}(chess.game("1. e4 {[%clk 0:00:21]} *")) --> true
--- ```
---@param opts lucena.query.accuracy.Options|number the minimum, or a range
---@return lucena.Query
function query.time_left(opts) end

---@class lucena.query.time_spent.Options
--- whose moves
---@field side? "white"|"black"|"either"
---@field min? number
---@field max? number

--- Matches if the time spent on the move, in seconds, is in a range; `Game:clocks` explains how it is computed.
--- ```lua
--- chess.query.time_spent(600)(chess.game("1. e4 {[%emt 0:12:00]} *")) --> true
--- ```
---@param opts lucena.query.time_spent.Options|number the minimum, or a range; `side`: whose moves
---@return lucena.Query
function query.time_spent(opts) end

--- Matches if this side is to move.
--- ```lua
--- chess.query.to_move "black"(chess.game("1. e4 *")) --> true
--- ```
---@param side string # "white" or "black"
---@return lucena.Query
function query.to_move(side) end

--- Make a query of a Lua function that takes a Game. As an operand of another query, the function needs no `where`.
--- ```lua
--- chess.query.where(function(g) return g.plies > 1 end)(chess.game("1. e4 e5 *")) --> true
--- ```
---@param accepts fun(game: lucena.Game): boolean|lucena.Node|nil
---@return lucena.Query
function query.where(accepts) end

--- Matches the player of the white pieces.
--- ```lua
--- chess.query.white "Morphy"(chess.game('[White "Morphy, Paul"]\n\n*')) --> true
--- ```
---@param name any
---@return lucena.Query
function query.white(name) end

--- Matches if the move lost N points of Lichess's win percentage, as `Node:loss` gives it.
--- ```lua
--- chess.query.win_drop(20)(chess.game("1. e4 {[%eval 0.2]} g5 {[%eval 2.6]} *")) --> true
--- ```
---@param opts lucena.query.time_spent.Options|number the minimum, or a range; `side`: whose moves
---@return lucena.Query
function query.win_drop(opts) end

--- Match at some position after a move whose number is in a range.
--- ```lua
--- chess.query.within(chess.query.check, 1, 2)(chess.game("1. e4 f5 2. Qh5+ *")) --> true
--- ```
---@param query lucena.Query of positions
---@param first integer move number
---@param last? integer default: first
---@return lucena.Query
function query.within(query, first, last) end

--- Matches if a player won: a name, or {name, side = "white"|"black"}.
--- ```lua
--- chess.query.won "Morphy"(chess.game('[White "Morphy"]\n\n1. e4 1-0')) --> true
--- ```
---@param name any
---@return lucena.Query
function query.won(name) end

---@class lucena.query.year.Options
---@field min? integer
---@field max? integer

--- Matches the year of the Date tag. For other tags use `number("EventDate", 1858)`.
--- ```lua
--- chess.query.year(1858)(chess.game('[Date "1858.??.??"]\n\n*')) --> true
--- ```
---@param range lucena.query.year.Options|integer the year, or a range
---@return lucena.Query
function query.year(range) end
