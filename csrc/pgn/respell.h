/*
** respell - writes the moves of a game's text in another dialect, and copies all other bytes.
**
** It reads only games in which nothing is doubtful: tags of one line, legal moves that end at a blank, a bracket or
** signs such as !?, move numbers, $ NAGs, comments, escapes, variations, and one result. For all other games it returns
** false, and the caller reads them with lucena.notation.walk, whose output for these games has the same bytes.
** Cost: one pass of the lexer; each move is read and written once.
*/
#ifndef LC_RESPELL_H
#define LC_RESPELL_H

#include "lexer.h"
#include "start.h"

enum { LC_RESPELL_DEPTH = 32 }; /* variations inside each other */

typedef struct lc_Respelling {
  const lc_Dialect *from; /* NULL: PGN */
  const lc_Dialect *to;
  char *out;              /* has `room` bytes, those of lc_respell_room() */
  size_t room;
  size_t length;          /* bytes written */
  uint32_t moves;         /* of the mainline and the variations */
  uint32_t plies;         /* of the mainline */
  unsigned pieces;        /* the kinds of pieces that move in the mainline: 1 << LC_KNIGHT ...; castling excluded */
  unsigned repairs[LC_REPAIR_COUNT]; /* moves that needed a repair, by its bit number */
  unsigned restyled;      /* moves whose spelling is not that of PGN, if `from` is NULL */
} lc_Respelling;

/* Return the maximum size of the output for a text of `size` bytes. Each move has two bytes or more. */
static inline size_t lc_respell_room(size_t size, const lc_Dialect *to) {
  return size + (size / 2 + 1) * to->longest + LC_DIALECT_TEXT;
}

/* Write the text of one game, which starts from `start`. Returns false for games with other text than the above, and if
** `to` cannot write a move. */
LC_MUST_USE bool lc_respell(const char *text, size_t size, const lc_Position *start, lc_Respelling *it);

#endif
