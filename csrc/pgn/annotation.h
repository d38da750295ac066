/*
** annotation - commands embedded in comments: [%clk 0:01:52] [%eval -0.25,20] [%cal Ge2e4,Rd1d8].
**
** Follows: the supplement to PGN, 3.2 (a name of letters and digits, a blank, operands up to the bracket; a quoted
** operand may hold a bracket), and what programs write. A command with a wrong
** operand is ordinary text: nothing is read in part. Unknown names are commands too.
** Tolerated: white space of any kind and length where the blank is, and after commas (writers break lines there);
** _ in names (chess.com); bare seconds in emt and egt (engine matches: [%emt 1.45]).
** Texts are spans; nothing is copied. Cost: one pass over the comment, by memchr() up to the first bracket.
*/
#ifndef LC_ANNOTATION_H
#define LC_ANNOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lc_Command {
  size_t at, end;               /* the whole, brackets included */
  size_t name, name_size;
  size_t operand, operand_size; /* without white space at its ends */
} lc_Command;

/* The first command from `at` on, or false. */
bool lc_command_next(const char *text, size_t size, size_t at, lc_Command *out);
bool lc_command_is(const char *text, const lc_Command *command, const char *name, size_t name_size);
/* Whether its operand is what its name asks for; unknown names ask for nothing. */
bool lc_command_is_good(const char *text, const lc_Command *command);
/* Copy a comment without its good commands and the white space that they leave, and without white space at its
** ends, into `size` bytes of room; the number of bytes. */
size_t lc_command_strip(const char *text, size_t size, char *out);

/* ---- operands ---- */

enum { LC_CLOCK_MAX = 32, LC_EVAL_MAX = 32 }; /* bytes that the writers need at most */

/* "1:02:03.5" -> 3723.5. With `bare_seconds`, "3.5" too. */
bool lc_clock_read(const char *text, size_t size, bool bare_seconds, double *out);
/* Milliseconds, 0 to 10^12: hours as they come, two digits for the rest, a fraction only when there is one. */
size_t lc_clock_write(uint64_t milliseconds, char *out);

/* What a program thinks of a position, from White's side. */
typedef struct lc_Eval {
  double pawns;  /* when it is no mate */
  int32_t mate;  /* moves to mate, negative when Black mates */
  int32_t depth; /* plies, or -1 if not given */
  bool is_mate;
} lc_Eval;

/* "0.25", "-1.3,20", "#-3". With `centipawns`, a number without a point is hundredths, as ChessBase writes. */
bool lc_eval_read(const char *text, size_t size, bool centipawns, lc_Eval *out);
/* Thousandths of a pawn, at most 10^12, with two digits after the point, or three when needed. */
size_t lc_eval_write(int64_t thousandths, char *out);

/* A coloured square (from == to) or an arrow. */
typedef struct lc_Mark {
  char color; /* R G Y B, as ChessBase and lichess write; O C M P of others */
  uint8_t from, to;
} lc_Mark;

/* The next item of a csl list, or with `is_arrow` a cal list, and `*at` after it and its comma: 1. 0: the end;
** -1: other text. */
int lc_mark_next(const char *text, size_t size, size_t *at, bool is_arrow, lc_Mark *out);
/* Names of the colours of marks: "red" for R; NULL for other letters. */
const char *lc_mark_color(char letter);
/* The letter of a colour, or 0. */
char lc_mark_letter(const char *name, size_t size);

/* The next integer of an evp list, likewise. (ChessBase: the first ply, the last ply, and an evaluation in
** centipawns for each.) */
int lc_number_next(const char *text, size_t size, size_t *at, int32_t *out);

#endif
