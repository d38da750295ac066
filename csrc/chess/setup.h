/*
** setup - any arrangement of pieces, legal or not, and the only way to a Position.
**
** A Setup is what a FEN, an EPD or an editor holds while it is being made: any pieces anywhere, any
** castling rooks, any e.p. square. lc_setup_problems() names every reason at once why it is no legal
** position; lc_position_from_setup() opens the door when only waived reasons are left. 8 bytes per
** square would be wasteful and bitboards could disagree with each other, so the board is a mailbox.
**
** Castling. With `chess960` unset only a king on e1 or e8 and rooks in the corners may hold rights;
** set, a king anywhere on its back rank may hold one right a side. The kings of the two sides
** need not share a file (Double Chess960).
** En passant. The target must be empty, the square behind it too, the pawn in front of it; and no knight
** or pawn but that one may give check, since no double step uncovers a leaper (lila#19199: exd6 in
** k7/8/8/3pP3/8/7n/5K2/8). A slider's check that the double step cannot have opened is another matter:
** the capture may well be legal, so it stays, and the check is called impossible. That is python-chess's
** rule: in 8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 Black has 6 moves, exd3 among them (Stockfish says 5).
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
  uint8_t chess960; /* castling is printed with file letters and played king-takes-rook in UCI */
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
  LC_PROBLEM_BAD_CASTLING = 1 << 11,     /* a right without its king or rook in place */
  LC_PROBLEM_BAD_EP = 1 << 12,           /* no pawn can just have made that double step */
  LC_PROBLEM_IMPOSSIBLE_CHECK = 1 << 13, /* checkers that no last move can have given */
  LC_PROBLEM_COUNT = 14
} lc_Problem;

/* Problems that make the rules meaningless or break move generation: never waived. */
#define LC_PROBLEMS_HARD                                                                              \
  (LC_PROBLEM_EMPTY_BOARD | LC_PROBLEM_NO_WHITE_KING | LC_PROBLEM_NO_BLACK_KING |                     \
   LC_PROBLEM_TOO_MANY_KINGS | LC_PROBLEM_PAWN_ON_LAST_RANK | LC_PROBLEM_OPPOSITE_CHECK |             \
   LC_PROBLEM_BAD_CASTLING | LC_PROBLEM_BAD_EP)
/* Problems a position may have and still be played: every reader accepts these unless strict.
** Triple checks and aligned double checks occur in composed problems and old test suites. */
#define LC_PROBLEMS_SOFT (LC_PROBLEM_IMPOSSIBLE_CHECK)

/* An empty board, White to move, no castling, no e.p., clocks 0 and 1. */
void lc_setup_clear(lc_Setup *setup);
/* The initial position of standard chess. */
void lc_setup_start(lc_Setup *setup);
/* All reasons at once: a sum of lc_Problem bits, 0 when the setup is a legal position. */
unsigned lc_setup_problems(const lc_Setup *setup);
/* Take out castling rights and an e.p. square that cannot be; returns the lc_Problem bits it cured. */
unsigned lc_setup_repair(lc_Setup *setup);
/* The castling rook of one side: the outermost rook on that side of the king on the back rank, or
** LC_NO_SQUARE (X-FEN: K and Q mean the outermost rook). */
unsigned lc_setup_outer_rook(const lc_Setup *setup, unsigned color, bool king_side);
/* The square of the only king of a colour, or LC_NO_SQUARE. */
unsigned lc_setup_king(const lc_Setup *setup, unsigned color);

#endif
