/*
** lines - the first moves of games, each with the sums of its games and the most notable of them.
**
** Of several games, the most notable one has the highest sum of both ratings, or comes first by file and offset.
** Memory per line: about 120 bytes, two per move, and the players' names.
*/
#ifndef LC_LINES_H
#define LC_LINES_H

#include "../base/memory.h"
#include "../chess/movegen.h"

enum { LC_LINE_LONGEST = 1000 };

/* The sums of games. For each colour: the games in which it has a rating and the game has a result, the sum of these
** ratings, and the half points that the opponent scored in these games. */
typedef struct lc_Sums {
  uint64_t ratings[2];
  uint32_t games, won[2], drawn, rated[2], halves[2];
  uint16_t year; /* the last year, or 0 */
} lc_Sums;

/* Add sums. */
void lc_sums_add(lc_Sums *into, const lc_Sums *from);

/* A text of the caller. */
typedef struct lc_LineText {
  const char *text;
  size_t size;
} lc_LineText;

typedef struct lc_Line {
  lc_Sums sums;
  int32_t best;           /* the most notable game: the sum of both ratings, or 0 */
  uint32_t file;          /* its file, an index of `files` */
  uint64_t offset;
  char *label;            /* its players, result and year */
  uint32_t label_size, label_room;
  uint16_t plies;
  lc_Move moves[];
} lc_Line;

/* Memory for lines. */
typedef struct lc_LineBlock {
  struct lc_LineBlock *next;
  size_t used, size; /* bytes */
  _Alignas(8) char bytes[];
} lc_LineBlock;

typedef struct lc_LineSet {
  lc_Position root;
  uint32_t depth;   /* plies of a line, at most LC_LINE_LONGEST */
  bool has_foreign; /* lines of another process were added, so that their moves may be illegal */
  uint64_t seed;    /* random, so that nobody can make games whose lines all have the same hash */
  lc_Line **slots;  /* a hash table; room is 0 or a power of two */
  size_t room, count;
  lc_LineBlock *block; /* the last one */
  lc_LineText *files;  /* names of files */
  uint32_t file_count, file_room;
} lc_LineSet;

/* Free the memory of all lines, and forget them. */
void lc_lines_free(const lc_Memory *memory, lc_LineSet *lines);
/* Report whether the notable game of `a` comes before that of `b`: its ratings are higher, or it is earlier in the
** input. */
bool lc_line_is_first(const lc_LineSet *lines, const lc_Line *a, const lc_Line *b);
/* Return the slot of a line, or the empty slot for it. There is room for one more line. */
lc_Line **lc_lines_find(const lc_LineSet *lines, const lc_Move *moves, size_t plies);
/* Make room for one more file. Returns false if there is no memory. */
LC_MUST_USE bool lc_lines_reserve_file(const lc_Memory *memory, lc_LineSet *lines);
/* Add a file, and return its index. Its name must stay valid. */
uint32_t lc_lines_add_file(lc_LineSet *lines, lc_LineText name);
/* Make room for one more line and a label of this size. Returns false if there is no memory. */
LC_MUST_USE bool lc_lines_reserve(const lc_Memory *memory, lc_LineSet *lines, size_t plies, size_t label);
/* Add a line with its sums and its notable game: all fields of `one` but its moves. There is room for it. */
void lc_lines_add(lc_LineSet *lines, const lc_Line *one, const lc_Move *moves, size_t plies, lc_LineText label);
/* Write all lines to `out`, which has room for lines->count. Lines stay where they are until lc_lines_free(). */
void lc_lines_list(const lc_LineSet *lines, lc_Line **out);
/* The order of lines by the bytes of their moves: lines with the same beginning are adjacent. For qsort(), with
** elements of type lc_Line *. */
int lc_lines_order(const void *one, const void *other);

/* ---- lines as bytes, for another process ---- */

size_t lc_line_size(const lc_LineSet *lines, const lc_Line *line);
/* Write a line without its moves: lc_line_size() bytes. */
void lc_line_put(const lc_LineSet *lines, const lc_Line *line, char *out);
/* Read such bytes. The texts are parts of them. Returns false if they are damaged. */
LC_MUST_USE bool lc_line_read(const char *bytes, size_t size, lc_Line *out, lc_LineText *file, lc_LineText *label);

#endif
