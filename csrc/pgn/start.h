/*
** start - the position that a game starts from, according to its tags FEN, SetUp and Variant.
**
** The names of chess, Chess960, King of the Hill and Three-check that servers and programs write are recognised.
** These faults of a FEN are repaired: an impossible castling right or en passant square, a wrong counter, a semicolon
** at the end. Without its castling field, a FEN is read without castling rights, and this is reported. The values "",
** "?" and "-" mean that the FEN is unknown (PGN 8.1.1), as if there were no tag. A position with too many pieces or
** pawns is played, and reported. Other positions that are not legal are rejected, unless the tolerance allows them.
** Then the moves of the game cannot be played.
** Follows: PGN 9.7.
*/
#ifndef LC_START_H
#define LC_START_H

#include "../notation/fen.h"

/* The variants that Lucena plays. LC_VARIANT_OTHER is any other name. */
typedef enum lc_Variant {
  LC_VARIANT_CHESS,
  LC_VARIANT_CHESS960,
  LC_VARIANT_KING_OF_THE_HILL,
  LC_VARIANT_THREE_CHECK,
  LC_VARIANT_OTHER
} lc_Variant;

/* Return the variant with this name. Case, blanks and punctuation do not matter: "3-check" is "3 Check". Sources of the
** names: lichess, chess.com, FICS, python-chess. */
lc_Variant lc_variant_of(const char *name, size_t size);
/* Return the name of the variant that a position is played in, as lichess writes it in the Variant tag. */
const char *lc_variant_name(unsigned rules, bool chess960);
/* Set the rules (rules.h) of a variant. A FEN with numbers of checks has already set the rules of Three-check. They are
** kept if the variant is chess or Three-check; for any other variant, the function returns false. */
bool lc_variant_apply(lc_Variant variant, uint8_t *rules);

enum { LC_START_REPAIRS = 6 }; /* fields, en passant square (twice), counter, semicolon, castling, unreachable */

/* How a game starts, from its FEN and Variant tags. */
typedef struct lc_Start {
  lc_Position position;
  lc_Code code;     /* LC_D_NONE, or the reason why the moves cannot be played, such as LC_D_BAD_FEN or
                    ** LC_D_UNSUPPORTED_VARIANT */
  unsigned repair_count; /* number of repairs of the FEN that a reader has to know */
  lc_Code repairs[LC_START_REPAIRS];
  unsigned fields;   /* number of fields of the FEN; 0 without a FEN */
  unsigned problems; /* lc_Problem bits of LC_D_INVALID_POSITION or LC_D_UNREACHABLE_POSITION */
  unsigned checks;   /* column of the numbers of checks in the FEN, or 0 */
  unsigned column;   /* column of the error in the FEN, in bytes from 1 */
  size_t at, end;    /* the tag with the error */
  bool is_setup;     /* there is a FEN tag with a value */
  size_t setup_at, setup_end; /* offsets of the SetUp tag if it is wrong (0 with a FEN, 1 without a FEN); otherwise both
                              ** are 0 */
} lc_Start;

/* Return the bits of the tolerance that allow problems of a position; 0 for all others. */
unsigned lc_start_tolerance(unsigned problems);

/* Find the start position from the tags of a game. With the tolerances LC_ILLEGAL and LC_ALLOW_... (lexer.h), the
** position may be illegal. Cost: one pass over the tag section. */
void lc_start_find(const char *text, size_t size, unsigned tolerance, lc_Start *out);

#endif
