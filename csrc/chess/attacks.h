/*
** attacks - the squares that a piece attacks from a given square.
**
** Knights, kings and pawns have a table indexed by square. A slider (bishop, rook or queen) moves along at most four
** lines: file, rank and two diagonals. If the file is compiled for BMI2, one table of 512 bytes is enough for all
** lines: PEXT turns the occupied squares of a line into 8 bits that index the table, and PDEP maps the table's result
** back to the line. Otherwise a subtraction finds the nearest blockers: see lc_line_through().
** Large tables ("magic bitboards", 700 KB) are a few percent faster in a loop that does nothing else. In a program that
** also reads text, they are slower, because text and tables compete for the cache. All tables are constant; nothing is
** initialised at run time.
*/
#ifndef LC_ATTACKS_H
#define LC_ATTACKS_H

#include "bits.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

/* The lines through a square, including the square itself. The two indexes give the square's place (0..7) on its
** diagonals, counted from the lowest rank. */
typedef struct lc_Lines {
  lc_Bits file, diagonal, antidiagonal;
  uint8_t diagonal_place, antidiagonal_place;
} lc_Lines;

extern const lc_Bits lc_knight_attacks[64];
extern const lc_Bits lc_king_attacks[64];
extern const lc_Bits lc_pawn_attacks[2][64]; /* squares that a pawn of this colour attacks from this square */
extern const lc_Bits lc_reach[6][64];        /* squares that a piece attacks on an empty board; empty for pawns */
/* squares between two squares of one line, without these two; empty if the squares have no common line */
extern const lc_Bits lc_between[64][64];
extern const lc_Lines lc_lines[64];
extern const uint8_t lc_line_attacks[8][64]; /* [place on the line][occupied squares among the six inner squares of the
                                             ** line] */

static inline lc_Bits lc_rank_attacks(unsigned square, lc_Bits occupied) {
  unsigned shift = square & 56;
  return (lc_Bits)lc_line_attacks[square & 7][(occupied >> (shift + 1)) & 63] << shift;
}

#if defined(__BMI2__)

static inline lc_Bits lc_line_through(lc_Bits line, unsigned place, lc_Bits occupied) {
  return _pdep_u64(lc_line_attacks[place][(_pext_u64(occupied, line) >> 1) & 63], line);
}
static inline lc_Bits lc_rook_attacks(unsigned square, lc_Bits occupied) {
  return lc_rank_attacks(square, occupied) |
         lc_line_through(LC_FILE_A << (square & 7), square >> 3, occupied);
}
static inline lc_Bits lc_bishop_attacks(unsigned square, lc_Bits occupied) {
  const lc_Lines *lines = &lc_lines[square];
  return lc_line_through(lines->diagonal, lines->diagonal_place, occupied) |
         lc_line_through(lines->antidiagonal, lines->antidiagonal_place, occupied);
}

#else

/* The slider's bit is subtracted from the occupied squares. The borrow changes all bits up to the first blocker above
** the slider. With the bytes in reverse order, the subtraction finds the first blocker below. This works for files and
** diagonals, because their squares are on different ranks. */
static inline lc_Bits lc_line_through(lc_Bits line, unsigned square, lc_Bits occupied) {
  lc_Bits self = lc_bit(square), rest = line ^ self;
  lc_Bits up = (occupied & rest) - self;
  lc_Bits down = __builtin_bswap64(__builtin_bswap64(occupied & rest) - __builtin_bswap64(self));
  return (up ^ down) & rest;
}
static inline lc_Bits lc_rook_attacks(unsigned square, lc_Bits occupied) {
  return lc_rank_attacks(square, occupied) | lc_line_through(lc_lines[square].file, square, occupied);
}
static inline lc_Bits lc_bishop_attacks(unsigned square, lc_Bits occupied) {
  return lc_line_through(lc_lines[square].diagonal, square, occupied) |
         lc_line_through(lc_lines[square].antidiagonal, square, occupied);
}

#endif

static inline lc_Bits lc_queen_attacks(unsigned square, lc_Bits occupied) {
  return lc_rook_attacks(square, occupied) | lc_bishop_attacks(square, occupied);
}

/* Return the attacks of any piece except a pawn. */
static inline lc_Bits lc_piece_attacks(unsigned piece, unsigned square, lc_Bits occupied) {
  switch (piece) {
    case LC_KNIGHT: return lc_knight_attacks[square];
    case LC_BISHOP: return lc_bishop_attacks(square, occupied);
    case LC_ROOK: return lc_rook_attacks(square, occupied);
    case LC_QUEEN: return lc_queen_attacks(square, occupied);
    default: return lc_king_attacks[square];
  }
}

#endif
