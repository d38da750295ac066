/*
** annotation - commands that programs write in comments: [%clk 0:01:52] [%eval -0.25,20] [%cal Ge2e4,Rd1d8].
**
** Follows: the supplement to PGN, 3.2, and the files of common programs. A command has a name of letters and digits, a
** blank, and operands up to the closing bracket. An operand in quotation marks may contain a bracket. The name need not
** be known. A command with an invalid operand is treated as ordinary text.
** Tolerated: any white space in place of the blank and after commas, because programs break lines there; _ in names
** (chess.com); seconds without minutes in emt and egt (engine matches: [%emt 1.45]). The functions return offsets and
** copy nothing. Cost: one pass over the comment, with memchr() up to the first bracket.
*/
#ifndef LC_ANNOTATION_H
#define LC_ANNOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../chess/bits.h"

typedef struct lc_Command {
  size_t at, end;               /* the whole command with its brackets */
  size_t name, name_size;
  size_t operand, operand_size; /* without white space at both ends */
} lc_Command;

/* Find the first command from `at` on. Returns false if there is none. */
LC_MUST_USE bool lc_command_next(const char *text, size_t size, size_t at, lc_Command *out);
bool lc_command_is(const char *text, const lc_Command *command, const char *name, size_t name_size);
/* Report whether the command has a valid operand. If its name is unknown, every operand is valid. */
bool lc_command_is_good(const char *text, const lc_Command *command);
/* Copy a comment without its valid commands. White space around them and at both ends of the comment is not copied.
** `out` has room for `size` bytes. Returns the number of bytes written. */
size_t lc_command_strip(const char *text, size_t size, char *out);
/* Copy a comment without the commands called `name` and the blanks around them. Unless `with` is NULL, it replaces the
** first of these commands. `out` has room for both texts. Returns the number of bytes written. */
size_t lc_command_replace(const char *text, size_t size, const char *name, size_t name_size, const char *with,
                          size_t with_size, char *out);
/* Copy a comment and insert the command `with` after its last command, or before its words if it has none. `out` has
** room for both texts and a blank. Returns the number of bytes written. */
size_t lc_command_insert(const char *text, size_t size, const char *with, size_t with_size, char *out);

/* ---- operands ---- */

enum { LC_CLOCK_MAX = 32, LC_EVAL_MAX = 32 }; /* maximum output of lc_clock_write() and lc_eval_write(), in bytes */

/* Read "1:02:03.5" as 3723.5. With `bare_seconds`, also read "3.5" as 3.5. */
LC_MUST_USE bool lc_clock_read(const char *text, size_t size, bool bare_seconds, double *out);
/* Write milliseconds, 0 to 10^12, as h:mm:ss. The hours may have several digits. Parts of a second are added as a
** decimal fraction if they are not zero. */
size_t lc_clock_write(uint64_t milliseconds, char *out);

/* An evaluation of a position, from White's point of view. */
typedef struct lc_Eval {
  double pawns;  /* valid if is_mate is false */
  int32_t mate;  /* valid if is_mate is true: moves to mate, negative if Black mates */
  int32_t depth; /* plies, or -1 if not given */
  bool is_mate;
} lc_Eval;

/* Read "0.25", "-1.3,20" or "#-3". With `centipawns`, an integer means hundredths of a pawn, as ChessBase writes it. */
LC_MUST_USE bool lc_eval_read(const char *text, size_t size, bool centipawns, lc_Eval *out);
/* Write thousandths of a pawn, at most 10^12, with two digits after the point, or three if needed. */
size_t lc_eval_write(int64_t thousandths, char *out);

/* A coloured square (from == to) or an arrow. */
typedef struct lc_Mark {
  char color; /* R G Y B, as ChessBase and lichess write; other programs also write O C M P */
  uint8_t from, to;
} lc_Mark;

/* Read the next item of a list of squares (csl) or, with `is_arrow`, of arrows (cal). Moves `*at` after the item and
** its comma. Returns 1 for an item, 0 at the end of the list, and -1 for any other text. */
LC_MUST_USE int lc_mark_next(const char *text, size_t size, size_t *at, bool is_arrow, lc_Mark *out);
/* Return the name of a mark's colour, for example "red" for R, or NULL for other letters. */
const char *lc_mark_color(char letter);
/* Return the letter of a colour, or 0. */
char lc_mark_letter(const char *name, size_t size);

/* Read the next integer of an evp list: the first ply, the last ply, and an evaluation in centipawns for each ply.
** ChessBase writes such lists. Returns 1, 0 or -1, as lc_mark_next() does. */
LC_MUST_USE int lc_number_next(const char *text, size_t size, size_t *at, int32_t *out);

#endif
