/*
** recover - finds the meaning of a token that is not a legal move, if only one meaning is possible.
**
** These meanings are tried in this order:
**   - a result in another spelling, if only comments follow it: 1:0, 1 - 0, 0.5-0.5, dashes of word processors;
**   - a move with the result directly after it, if only comments follow: "Qg20-1";
**   - a move with the right number of the next move directly after it: "e52. Nf3";
**   - text that cannot change the game: skip.h;
**   - a move that is broken over two text lines, if neither part alone is a move or a sign.
** Results are recovered only in the mainline. They never end a game, because the scanner, which finds the ends of
** games, does not recover results.
** Cost: called only for tokens that would end the mainline or variation, and for numbers that may be part of a result
** or of a value.
*/
#ifndef LC_RECOVER_H
#define LC_RECOVER_H

#include "lexer.h"
#include "spelling.h"

typedef enum lc_RecoveryKind {
  LC_RECOVERED_NONE,
  LC_RECOVERED_SIGN,  /* text to skip */
  LC_RECOVERED_VALUE, /* text that is no move and is kept unchanged */
  LC_RECOVERED_MOVE,  /* see `move` and `glyph` */
  LC_RECOVERED_RESULT /* see `result` */
} lc_RecoveryKind;

typedef struct lc_Recovery {
  uint8_t kind;
  uint8_t result; /* lc_Result */
  lc_Code code;   /* the diagnostic; LC_D_RESULT_STYLE for a result */
  size_t end;     /* offset at which reading continues */
  lc_Reading reading;
} lc_Recovery;

/* Find the meaning of a token in the position `p`. Returns false if the token has no meaning, or if the lexer's
** tolerance does not include LC_SKIPS. */
LC_MUST_USE bool lc_recover(const lc_Lexer *lexer, const lc_Position *p, const lc_Token *token, bool is_mainline,
                            lc_Recovery *out);

/* Report whether a number or result may be part of a longer result, value or date. The caller must then call
** lc_recover(). */
bool lc_recover_may_be_part(const lc_Lexer *lexer, const lc_Token *token);

#endif
