/*
** position_pieces - the pieces of a position or board: their squares, attacks and captures. Also the mirrored,
** flipped and rotated position.
*/
#include <string.h>

#include "../chess/attacks.h"
#include "../chess/checks.h"
#include "binding.h"

static const lc_Position *self(lua_State *L) { return lcb_self_position(L); }

/* ---- where the pieces are ---- */

/***
Return the piece on a square: "N" for a white knight, "n" for a black one, nil for none.
@function Position:piece
@param square string "a1" to "h8"
@return string?
@usage chess.position():piece("g8")  --> n
*/
static int pieces_piece(lua_State *L) {
  const lc_Position *p = self(L);
  unsigned color, piece = lc_position_piece_at(p, lcb_check_square(L, 2), &color);
  lcb_push_piece(L, piece == LC_NO_PIECE ? 0 : lc_setup_code(color, piece));
  return 1;
}

static lc_Bits of_code(const lc_Position *p, unsigned code) { return lc_position_of(p, code >> 3, (code & 7) - 1); }

/* Return the squares of the pieces that a text of several letters names, as in queries; of a side for "white" and
** "black". */
static lc_Bits check_letters(lua_State *L, const lc_Position *p, int arg) {
  static const char expected[] = "piece letters (PNBRQK, pnbrqk, A, a), \"white\" or \"black\"";
  unsigned color;
  if (lcb_to_color(L, arg, &color)) return p->sets[LC_BY_COLOR + color];
  size_t size = 0;
  const char *letters = lua_type(L, arg) == LUA_TSTRING ? lua_tolstring(L, arg, &size) : NULL;
  lc_Bits set = 0;
  if (size == 0) lcb_expected(L, arg, expected);
  for (size_t i = 0; i < size; i++) {
    unsigned char letter = (unsigned char)letters[i];
    unsigned code = letter < sizeof lcb_piece_codes ? lcb_piece_codes[letter] : 0;
    if (!code && letter != 'A' && letter != 'a') lcb_expected(L, arg, expected);
    set |= code ? of_code(p, code) : p->sets[LC_BY_COLOR + (letter == 'A' ? LC_WHITE : LC_BLACK)];
  }
  return set;
}

/* Return the set that is named at argument `arg`. Mostly it is one letter. */
static inline lc_Bits check_set(lua_State *L, const lc_Position *p, int arg) {
  unsigned code = lcb_to_piece(L, arg);
  return code ? of_code(p, code) : check_letters(L, p, arg);
}

/***
Return the squares of the pieces of one or more kinds, from a1 to h8, rank by rank.
@function Position:squares
@param pieces string letters as in queries: "N" white knights, "n" black ones, "Nn" both, "A" and "a" all pieces and
pawns of White or Black; "white" or "black"
@return string[]
@usage table.concat(chess.position():squares("N"), " ")  --> b1 g1
@usage table.concat(chess.position():squares("Kk"), " ")  --> e1 e8
*/
static int pieces_squares(lua_State *L) {
  lcb_push_squares(L, check_set(L, self(L), 2));
  return 1;
}

/***
Return the number of pieces of one or more kinds. Faster than the length of squares().
@function Position:count
@param pieces string as for squares()
@return integer
@usage chess.position():count("P")  --> 8
@usage chess.position():play("e4 d5 exd5"):count("black")  --> 15
*/
static int pieces_count(lua_State *L) {
  const lc_Position *p = self(L);
  return lcb_return_count(L, lc_count(check_set(L, p, 2)));
}

/***
Return the squares of the pieces of one or more kinds as an integer with one bit for each square: a1 is bit 0, b1 bit 1,
h8 bit 63.
@function Position:bits
@param pieces string as for squares()
@return integer
@usage ("%x"):format(chess.position():bits("P"))  --> ff00
@usage chess.position():bits("white") & 1 << 4 ~= 0  --> true
*/
static int pieces_bits(lua_State *L) {
  const lc_Position *p = self(L);
  return lcb_return_count(L, check_set(L, p, 2));
}

/***
Return whether a piece of one of these kinds is on a square.
@function Position:has
@param pieces string as for squares()
@param square string "a1" to "h8"
@return boolean
@usage chess.position():has("N", "g1")  --> true
*/
static int pieces_has(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Bits set = check_set(L, p, 2);
  return lcb_return_boolean(L, lc_has(set, lcb_check_square(L, 3)));
}

/***
Return the squares of the pieces of a colour that attack a square; pinned pieces count.
@function Position:attackers
@param square string "a1" to "h8"
@param color string "white" or "black"
@return string[]
@usage table.concat(chess.position():attackers("f3", "white"), " ")  --> g1 e2 g2
*/
static int pieces_attackers(lua_State *L) {
  const lc_Position *p = self(L);
  unsigned square = lcb_check_square(L, 2), color = lcb_check_color(L, 3);
  lcb_push_squares(L, lc_position_attackers(p, square, color, lc_position_occupied(p)));
  return 1;
}

/***
Return the squares of the pieces of a colour that are pinned to their own king.
@function Position:pinned
@param color string "white" or "black"
@return string[]
@usage chess.position("4k3/8/8/8/1b6/8/3N4/4K3 w"):pinned("white")[1]  --> d2
*/
static int pieces_pinned(lua_State *L) {
  const lc_Position *p = self(L);
  lcb_push_squares(L, lc_position_pinned(p, lcb_check_color(L, 2)));
  return 1;
}

/***
Return the square of a side's king.
@function Position:king
@param color string "white" or "black"
@return string square
@usage chess.position():king("black")  --> e8
*/
static int pieces_king(lua_State *L) {
  const lc_Position *p = self(L);
  lcb_push_square(L, lc_position_king(p, lcb_check_color(L, 2)));
  return 1;
}

/***
Return a table with the number of a side's pieces of each kind, by capital letter; 0 if the side has none.
@function Position:material
@param color string "white" or "black"
@return table<string, integer> counts {K = 1, Q = 1, R = 2, B = 2, N = 2, P = 8}
@usage chess.position():material("white").P  --> 8
*/
static int pieces_material(lua_State *L) {
  const lc_Position *p = self(L);
  unsigned color = lcb_check_color(L, 2), counts[LC_KING + 1];
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) counts[piece] = lc_count(lc_position_of(p, color, piece));
  lua_createtable(L, 0, 6); /* from here on, a finalizer may change the position of a Board */
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    lcb_push_piece(L, lc_setup_code(LC_WHITE, piece));
    lua_pushinteger(L, (lua_Integer)counts[piece]);
    lua_settable(L, -3);
  }
  return 1;
}

/* ---- attacks ---- */

static lc_Bits attacks_from(const lc_Position *p, unsigned square) {
  unsigned color, piece = lc_position_piece_at(p, square, &color);
  if (piece == LC_NO_PIECE) return 0;
  return piece == LC_PAWN ? lc_pawn_attacks[color][square]
                          : lc_piece_attacks(piece, square, lc_position_occupied(p));
}

/***
Return the squares that the piece on a square attacks, or that a side attacks, including squares of pieces of the same
color. Pinned pieces count.
@function Position:attacks
@param from string a square, or "white" or "black"
@return string[] squares in the order a1 to h8; empty for an empty square
@usage table.concat(chess.position():attacks("g1"), " ")  --> e2 f3 h3
*/
static int pieces_attacks(lua_State *L) {
  const lc_Position *p = self(L);
  unsigned from;
  lc_Bits attacked = 0;
  if (lcb_to_color(L, 2, &from)) {
    for (lc_Bits left = p->sets[LC_BY_COLOR + from]; left; left &= left - 1)
      attacked |= attacks_from(p, lc_first(left));
  } else if (lcb_to_square(L, 2, &from)) {
    attacked = attacks_from(p, from);
  } else {
    return lcb_expected(L, 2, "square, \"white\" or \"black\"");
  }
  lcb_push_squares(L, attacked);
  return 1;
}

/***
Return the piece that a legal move captures, including a pawn captured en passant.
@function Position:captured
@param move Move
@return string? piece "n" for a black knight; nil if the move captures nothing
@return string? err for a move that is not legal here
@return string? code illegal_move
@usage local p = chess.position():play("e4 d5"); return p:captured(p:parse("exd5"))  --> p
*/
static int pieces_captured(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  if (move == LC_NULL_MOVE || !lc_position_is_capture(p, move)) return lua_pushnil(L), 1;
  unsigned color, piece = lc_position_piece_at(p, lc_move_to(move), &color);
  lcb_push_piece(L, lc_setup_code(p->turn ^ 1u, piece == LC_NO_PIECE ? LC_PAWN : piece));
  return 1;
}

/* ---- the mirrored position ---- */

/***
Return the same position with the colors exchanged: each piece changes its color, and rank 1 becomes rank 8, rank 2
becomes rank 7, and so on. Side to move, castling rights, en passant square and the checks given are exchanged, too; the
counters stay.
@function Position:mirror
@return Position
@usage chess.position():play("e4"):mirror():fen()  --> rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
*/
static int pieces_mirror(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Setup from, to;
  lc_position_to_setup(p, &from);
  to = from;
  to.castling = 0;
  for (unsigned square = 0; square < 64; square++) {
    uint8_t code = from.board[square];
    to.board[square ^ 56] = code ? code ^ 8 : 0;
    if (lc_has(from.castling, square)) to.castling |= lc_bit(square ^ 56);
  }
  to.turn ^= 1;
  if (to.ep != LC_NO_SQUARE) to.ep ^= 56;
  if (lc_rules_kind(from.rules) == LC_RULES_THREE_CHECK)
    to.rules = lc_rules_three_check(lc_rules_checks(from.rules, LC_BLACK), lc_rules_checks(from.rules, LC_WHITE));
  lc_position_from_setup(&to, lcb_new_position(L));
  return 1;
}

/* ---- symmetries of the board ---- */

/* Push the position with each piece on another square: its file and rank are exchanged if `transposed`, then `mask`
** reverses files (7), ranks (56) or both (63). Colors and side to move stay, so pawns now go another way, and the
** result may be no legal position. */
static int push_moved(lua_State *L, bool transposed, unsigned mask) {
  lc_Setup from, to;
  lc_position_to_setup(self(L), &from);
  to = from;
  to.castling = 0;
  to.ep = LC_NO_SQUARE;
  for (unsigned square = 0; square < 64; square++) {
    unsigned target = (transposed ? lc_file(square) << 3 | lc_rank(square) : square) ^ mask;
    to.board[target] = from.board[square];
    if (lc_has(from.castling, square)) to.castling |= lc_bit(target);
    if (square == from.ep) to.ep = (uint8_t)target;
  }
  lc_setup_repair(&to);
  unsigned problems = lc_setup_problems(&to) & ~(lc_setup_problems(&from) | LC_PROBLEMS_SOFT);
  if (problems) return lcb_fail_problems(L, "", problems);
  lc_position_from_setup(&to, lcb_new_position(L));
  return 1;
}

/***
Return the same pieces on the reflected board: "horizontal" exchanges the files a and h, "vertical" the ranks 1 and 8,
"diagonal" reflects at a1-h8, "antidiagonal" at h1-a8. Unlike `mirror`, pieces keep their color, and the side to move
stays. Castling rights and the en passant square stay only if they are possible afterwards.
@function Position:flip
@param direction string "horizontal", "vertical", "diagonal" or "antidiagonal"
@return Position? position
@return string? err `not a legal position: ` and all reasons
@return string? code invalid_position
@usage chess.position("4k3/8/8/8/8/8/P7/4K2R w"):flip("horizontal"):fen()  --> 3k4/8/8/8/8/8/7P/R2K4 w - - 0 1
*/
static int pieces_flip(lua_State *L) {
  static const char *const names[] = {"horizontal", "vertical", "diagonal", "antidiagonal"};
  static const uint8_t masks[] = {7, 56, 0, 63};
  self(L);
  for (unsigned i = 0; lua_type(L, 2) == LUA_TSTRING && i < 4; i++) {
    if (strcmp(lua_tostring(L, 2), names[i]) == 0) return push_moved(L, i >= 2, masks[i]);
  }
  return lcb_expected(L, 2, "\"horizontal\", \"vertical\", \"diagonal\" or \"antidiagonal\"");
}

/***
Return the same pieces on the board turned clockwise: with 90, a1 becomes a8. Pieces keep their color, and the side to
move stays. Castling rights and the en passant square stay only if they are possible afterwards.
@function Position:rotate
@param degrees integer 90, 180 or 270
@return Position? position
@return string? err `not a legal position: ` and all reasons
@return string? code invalid_position
@usage chess.position("4k3/8/8/8/8/8/8/R3K3 w"):rotate(90):fen()  --> R7/8/8/8/K6k/8/8/8 w - - 0 1
*/
static int pieces_rotate(lua_State *L) {
  int is_integer = 0;
  self(L);
  lua_Integer degrees = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &is_integer) : 0;
  if (is_integer && degrees == 90) return push_moved(L, true, 56);
  if (is_integer && degrees == 180) return push_moved(L, false, 63);
  if (is_integer && degrees == 270) return push_moved(L, true, 7);
  return lcb_expected(L, 2, "90, 180 or 270");
}

const luaL_Reg lcb_piece_methods[] = {
    {"attackers", pieces_attackers},
    {"attacks", pieces_attacks},
    {"bits", pieces_bits},
    {"captured", pieces_captured},
    {"count", pieces_count},
    {"flip", pieces_flip},
    {"has", pieces_has},
    {"king", pieces_king},
    {"material", pieces_material},
    {"mirror", pieces_mirror},
    {"piece", pieces_piece},
    {"pinned", pieces_pinned},
    {"rotate", pieces_rotate},
    {"squares", pieces_squares},
    {NULL, NULL},
};
