/*
** setup - any arrangement of pieces, legal or not. Each start position is made from a Setup.
**
** A Setup stores a position while it is read from FEN or EPD, or while it is edited. It may have any pieces on any
** squares, any castling rooks and any en passant square. lc_setup_problems() reports all reasons why the Setup is not a
** legal position. lc_position_from_setup() converts it if it has no hard problems. The board has one byte per square,
** because bitboards could contradict one another.
**
** Castling. Without `chess960`, only a king on e1 or e8 and rooks in the corners may have rights. With `chess960`, a
** king anywhere on its back rank may have one right on each side. The two kings need not be on the same file (Double
** Chess960).
** En passant. The target square and the origin of the double step must be empty. The pawn must be on the square after
** the target square. No other pawn and no knight may give check, since a double step cannot discover such a check
** (lila#19199: exd6 in k7/8/8/3pP3/8/7n/5K2/8). Some checks by a slider cannot be the result of the double step. If
** there is such a check, it is reported as impossible. But the en passant square stays, because the capture may be
** legal. python-chess has the same rule: in 8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 Black has 6 moves, including exd3 (5 in
** Stockfish).
*/
#ifndef LC_SETUP_H
#define LC_SETUP_H

#include "bits.h"

/* board[square]: 0 empty, else 1 + piece + 8 * color (so `code & 8` is the colour bit). */
typedef struct lc_Setup {
  uint8_t board[64];
  lc_Bits castling;        /* squares of the rooks that may still castle */
  uint32_t halfmove_clock; /* plies since the last capture or pawn move */
  uint32_t fullmove_number;
  uint8_t turn;
  uint8_t ep;       /* en passant square as given, or LC_NO_SQUARE */
  uint8_t chess960; /* castling is written with file letters in FEN, and as king takes rook in UCI */
  uint8_t rules;    /* variant and checks given: rules.h */
} lc_Setup;

static inline uint8_t lc_setup_code(unsigned color, unsigned piece) { return (uint8_t)(1u + piece + 8u * color); }

/* Reasons why a setup is not a legal position; several may hold at once. Names: lc_problem_name(). */
typedef enum lc_Problem {
  LC_PROBLEM_EMPTY_BOARD = 1 << 0,
  LC_PROBLEM_NO_WHITE_KING = 1 << 1,
  LC_PROBLEM_NO_BLACK_KING = 1 << 2,
  LC_PROBLEM_TOO_MANY_KINGS = 1 << 3,
  LC_PROBLEM_TOO_MANY_WHITE_PIECES = 1 << 4, /* more than 16 */
  LC_PROBLEM_TOO_MANY_BLACK_PIECES = 1 << 5,
  LC_PROBLEM_TOO_MANY_WHITE_PAWNS = 1 << 6, /* more than 8 */
  LC_PROBLEM_TOO_MANY_BLACK_PAWNS = 1 << 7,
  LC_PROBLEM_TOO_MUCH_MATERIAL = 1 << 8, /* more promoted pieces than missing pawns */
  LC_PROBLEM_PAWN_ON_LAST_RANK = 1 << 9, /* on rank 1 or 8 */
  LC_PROBLEM_OPPOSITE_CHECK = 1 << 10,   /* the side not to move is in check */
  LC_PROBLEM_BAD_CASTLING = 1 << 11,     /* a castling right without the king or rook on its square */
  LC_PROBLEM_BAD_EP = 1 << 12,           /* no pawn can have made that double step on the last move */
  LC_PROBLEM_IMPOSSIBLE_CHECK = 1 << 13, /* a check that cannot be the result of any last move */
  LC_PROBLEM_TOUCHING_KINGS = 1 << 14,   /* the kings are on neighbouring squares */
  LC_PROBLEM_COUNT = 15
} lc_Problem;

/* Problems with which no position can exist. Such a Setup is always rejected: each side needs exactly one king, and a
** wrong castling right or en passant square must be removed. */
#define LC_PROBLEMS_HARD                                                                              \
  (LC_PROBLEM_EMPTY_BOARD | LC_PROBLEM_NO_WHITE_KING | LC_PROBLEM_NO_BLACK_KING |                     \
   LC_PROBLEM_TOO_MANY_KINGS | LC_PROBLEM_BAD_CASTLING | LC_PROBLEM_BAD_EP)
/* Problems of counting: no game can reach the position, but the rules of movement apply. Such positions occur in
** studies of lichess and in published perft suites. */
#define LC_PROBLEMS_UNREACHABLE                                                                       \
  (LC_PROBLEM_TOO_MANY_WHITE_PIECES | LC_PROBLEM_TOO_MANY_BLACK_PIECES |                              \
   LC_PROBLEM_TOO_MANY_WHITE_PAWNS | LC_PROBLEM_TOO_MANY_BLACK_PAWNS | LC_PROBLEM_TOO_MUCH_MATERIAL)
/* Problems that a playable position may have. Only strict reading rejects them. Triple checks and double checks along
** one line occur in composed problems and old test suites. */
#define LC_PROBLEMS_SOFT (LC_PROBLEM_IMPOSSIBLE_CHECK | LC_PROBLEMS_UNREACHABLE)

/* Set an empty board: White to move, no castling rights, no en passant square, half-move clock 0, move number 1. */
void lc_setup_clear(lc_Setup *setup);
/* The initial position of standard chess. */
void lc_setup_start(lc_Setup *setup);
/* Return all problems as a sum of lc_Problem bits; 0 if the setup is a legal position. */
unsigned lc_setup_problems(const lc_Setup *setup);
/* Remove impossible castling rights and an impossible en passant square. Returns the lc_Problem bits that were
** repaired. */
unsigned lc_setup_repair(lc_Setup *setup);
/* Return the square of the outermost rook on one side of the king, on the king's back rank, or LC_NO_SQUARE. In X-FEN,
** K and Q mean this rook. */
unsigned lc_setup_outer_rook(const lc_Setup *setup, unsigned color, bool king_side);
/* Return the square of the king of `color`, or LC_NO_SQUARE if there is not exactly one king. */
unsigned lc_setup_king(const lc_Setup *setup, unsigned color);

#endif
