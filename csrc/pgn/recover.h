/*
** recover - gives a meaning to a token that is no move, if only one meaning is possible.
**
** In this order:
**   - a result in another spelling, if only comments follow it: 1:0, 1 - 0, 0.5-0.5, dashes of word processors;
**   - a move with the result glued to it, if only comments follow: "Qg20-1";
**   - text that cannot change the game: skip.h;
**   - a move that is broken over two lines, if neither part is a move or a sign.
** Results are recovered only in the mainline. They never end a game for the scanner, which depends on bytes alone.
** Cost: consulted only where reading would stop, and for numbers that look like parts of a result or of a value.
*/
#ifndef LC_RECOVER_H
#define LC_RECOVER_H

#include "lexer.h"
#include "spelling.h"

typedef enum lc_RecoveryKind {
  LC_RECOVERED_NONE,
  LC_RECOVERED_SIGN,  /* text to skip */
  LC_RECOVERED_VALUE, /* text to keep, but no move */
  LC_RECOVERED_MOVE,  /* see `move` and `glyph` */
  LC_RECOVERED_RESULT /* see `result` */
} lc_RecoveryKind;

typedef struct lc_Recovery {
  uint8_t kind;
  uint8_t result; /* lc_Result */
  lc_Code code;   /* the diagnostic; for a result LC_D_RESULT_STYLE */
  size_t end;     /* where reading goes on */
  lc_Reading reading;
} lc_Recovery;

/* Find the meaning of a token in the position `p`. Returns false if the token has none, or the lexer's tolerance lacks
** LC_SKIPS. */
bool lc_recover(const lc_Lexer *lexer, const lc_Position *p, const lc_Token *token, bool is_mainline, lc_Recovery *out);

/* Report whether a token that the lexer reads as a number or a result may be a part of something else, so that
** lc_recover() must be asked. */
bool lc_recover_may_be_part(const lc_Lexer *lexer, const lc_Token *token);

#endif
