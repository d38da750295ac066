/*
** san - Standard Algebraic Notation: reads a text into an lc_San or a move, and writes moves.
**
** An lc_San is only syntax: "Nbd7" can be parsed without a position. lc_san_resolve() finds the move in a position.
** Only this function decides whether a move is illegal or ambiguous.
** Follows: PGN standard 8.2.3. These deviations are also accepted, each with a flag:
**   - 0-0 with zeros (FIDE writes so);
**   - e8Q, e8(Q), e8/Q without the = sign (FIDE, older programs);
**   - e.p. or ep after the move (printed books);
**   - long forms Ng1f3, Ng1-f3, e2e4, e2-e4 (chess servers);
**   - unnecessary disambiguation, missing or wrong x + #, and ! and ? at the end;
**   - null moves: -- Z0 @@@@ 0000 null pass <> (ChessBase, Chess Assistant, UCI).
** These errors are never accepted: lower-case piece letters (b is a file), letters of other languages, figurines, and a
** pawn move to the last rank without a promotion piece. A move is never guessed.
** Cost: parsing is linear in the token. Resolving compares with all legal moves; san_impl.h is faster.
*/
#ifndef LC_SAN_H
#define LC_SAN_H

#include "../chess/movegen.h"
#include "diag.h"

enum { LC_SAN_MAX = 16 }; /* maximum size of a SAN in bytes, NUL included: "Qa1xb2+" has 7 characters */

/* Further information of a token, and its differences from canonical SAN. */
enum {
  LC_SAN_CAPTURE = 1 << 0,  /* x */
  LC_SAN_CHECK = 1 << 1,    /* + */
  LC_SAN_MATE = 1 << 2,     /* # or ++ */
  LC_SAN_STYLE = 1 << 3,    /* spelling that differs from PGN 8.2.3: zeros, no =, e.p., hyphen */
  LC_SAN_GLYPH = 1 << 4     /* ! or ? at the end: `glyph` has the NAG */
};

typedef enum lc_SanKind { LC_SAN_NORMAL, LC_SAN_CASTLE_SHORT, LC_SAN_CASTLE_LONG, LC_SAN_NULL } lc_SanKind;

typedef struct lc_San {
  uint8_t kind;
  uint8_t piece;     /* LC_PAWN..LC_KING; LC_NO_PIECE if only two squares are given (g1f3) */
  uint8_t to;
  uint8_t promotion; /* 0 or LC_KNIGHT..LC_QUEEN */
  uint8_t file;      /* origin file 0..7, or 8 if not given */
  uint8_t rank;      /* origin rank 0..7, or 8 if not given */
  uint8_t flags;
  uint8_t glyph;     /* NAG 1..6 of ! ? !! ?? !? ?!, or 0 */
} lc_San;

/* Parse text into syntax. Returns LC_D_NONE or LC_D_BAD_MOVE. Only lc_san_resolve() reports a missing promotion
** piece. */
LC_MUST_USE lc_Code lc_san_parse(const char *text, size_t length, lc_San *out);

/* Find the legal move that the syntax means. Returns LC_D_NONE, LC_D_ILLEGAL_MOVE, LC_D_AMBIGUOUS_MOVE or
** LC_D_MISSING_PROMOTION. Returns LC_D_GAME_OVER if no move is legal. */
LC_MUST_USE lc_Code lc_san_resolve(const lc_Position *p, const lc_San *san, lc_Move *out);
/* Find the pseudo-legal move (lc_pseudo_legal_moves()) that the syntax means. Call this only if lc_san_resolve() found
** no legal move. Returns false if none or several moves match, or if a promotion piece is missing. */
LC_MUST_USE bool lc_san_resolve_illegal(const lc_Position *p, const lc_San *san, lc_Move *out);
/* List all legal moves that match the syntax, in the order of lc_legal_moves(). They are the possible meanings of an
** ambiguous token. */
void lc_san_candidates(const lc_Position *p, const lc_San *san, lc_MoveList *out);

/* Parse and resolve. */
LC_MUST_USE lc_Code lc_san_read(const lc_Position *p, const char *text, size_t length, lc_Move *out);

/* A spelling of the null move: signs.def. */
typedef struct lc_NullSpelling {
  const char *text;
  bool is_sign; /* dialects have it */
} lc_NullSpelling;

/* Return spelling `i` of the null move, or NULL after the last one. The first one is written. */
const lc_NullSpelling *lc_null_spelling(size_t i);
/* Write a legal or pseudo-legal move or the null move ("--") as canonical SAN with + and #. Returns the length. */
size_t lc_san_write(const lc_Position *p, lc_Move move, char out[LC_SAN_MAX]);
/* Report whether `text`, with its check marks but without ! and ?, is exactly the text that lc_san_write() writes. */
bool lc_san_is_canonical(const lc_Position *p, lc_Move move, const char *text, size_t length);

#endif
