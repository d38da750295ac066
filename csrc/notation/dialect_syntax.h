/*
** dialect_syntax - a reading of a token: its elements, without regard to the position. Only the files dialect*.c use
** it.
*/
#ifndef LC_DIALECT_SYNTAX_H
#define LC_DIALECT_SYNTAX_H

#include "dialect.h"
#include "san_write_impl.h"

/* The forms in which a word and a token are compared: as written, folded (folding.h), and folded in lower case. */
enum { LC_FORM_WRITTEN, LC_FORM_FOLDED, LC_FORM_LOWER, LC_FORMS };

enum { LC_SYNTAX_MOVE, LC_SYNTAX_SHORT, LC_SYNTAX_LONG, LC_SYNTAX_NULL };
/* The sign between origin and destination, or after the destination. */
enum { LC_SIGN_NONE, LC_SIGN_QUIET, LC_SIGN_CAPTURE };
/* Meanings of a sign at the end of a token. A sign that the dialect does not have also has LC_SAYS_FOREIGN. */
enum { LC_SAYS_CHECK = 1, LC_SAYS_MATE = 2, LC_SAYS_DOUBLE = 4, LC_SAYS_FOREIGN = 8 };
enum { LC_EVERY_PIECE = 63, LC_NOT_GIVEN = 8 };

typedef struct lc_Syntax {
  uint8_t kind;
  uint8_t pieces;      /* set of bits 1 << LC_PAWN..LC_KING: pieces that may move */
  uint8_t file, rank;  /* of the origin, or LC_NOT_GIVEN */
  uint8_t to_file, to_rank; /* to_rank is LC_NOT_GIVEN in "exd" */
  uint8_t sign;        /* LC_SIGN_ */
  uint8_t victims;     /* set of pieces that may be captured; 0 if the token names none */
  uint8_t becomes;     /* set of promotion pieces; 0 if the token names none */
  uint8_t check;       /* LC_SAYS_ bits; 0 without a sign */
  uint8_t wing;        /* wing of the origin: 1 files a to d, 2 files e to h, 0 if the token names none */
  uint8_t part;        /* number of parts of lc_Dialect.order that have been parsed */
  uint8_t mark;        /* sign of castling in Smith notation: LC_SYNTAX_SHORT, LC_SYNTAX_LONG or 0 */
  bool is_named;       /* a word names the piece */
  bool has_quiet_word; /* the token has the dialect's sign for moves without capture, or the dialect has no such sign */
  bool has_capture_word; /* the same for captures */
  bool has_ep;         /* marked as en passant */
  bool takes_ep;       /* the captured piece is a word of LC_WORDS_EP_VICTIM */
  uint8_t last;        /* set of elements after the destination that have been parsed */
  uint32_t repairs;
} lc_Syntax;

enum { LC_SYNTAX_MOST = 64 };

typedef struct lc_SyntaxList {
  unsigned count;
  bool is_incomplete; /* the parser reached its limit of readings or steps, so the list must not be used */
  uint8_t glyph;
  lc_Syntax items[LC_SYNTAX_MOST];
} lc_SyntaxList;

/* Append the readings of a token in one form. `color` is the side to move, or 2 for both. */
void lc_dialect_parse(const lc_Dialect *d, unsigned color, unsigned form, const char *text, size_t size,
                      lc_SyntaxList *out);

/* Write the first text that lc_dialect_write() tries, with signs of check. Returns the length. */
size_t lc_dialect_first_text(const lc_Dialect *d, const lc_Position *p, lc_Move move, char out[LC_DIALECT_TEXT]);

/* Remove ! ? !! ?? !? or ?! (PGN 8.2.3.8) from the end of a text. Returns the NAG, or 0 if there is none. */
uint8_t lc_dialect_strip_suffix(const char *text, size_t *size);

/* Report whether a list has an empty word. The element may then be omitted. */
bool lc_dialect_has_empty(const lc_Dialect *d, unsigned list);

#endif
