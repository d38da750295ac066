/*
** lines - lucena.Lines and lucena.OpeningTree: the first moves of games, and the tree of positions that they lead to.
**
** Memory per line: about 120 bytes, two per move, and the players' names. A tree adds about ten bytes for each position
** of the lines, and 220 for each position with enough games.
*/
#ifndef LCB_LINES_H
#define LCB_LINES_H

#include "game.h"

/* The sums of games. For each colour: the games in which it has a rating and the game has a result, the sum of these
** ratings, and the half points that the opponent scored in these games. */
typedef struct lcb_Sums {
  uint64_t ratings[2];
  uint32_t games, won[2], drawn, rated[2], halves[2];
  uint16_t year; /* the last year, or 0 */
} lcb_Sums;

/* Add sums. */
void lcb_sums_add(lcb_Sums *into, const lcb_Sums *from);

/* The name of a file; the string is in a table of the Lines. */
typedef struct lcb_LineFile {
  const char *name;
  size_t size;
} lcb_LineFile;

typedef struct lcb_Line {
  lcb_Sums sums;
  int32_t best;           /* the most notable game: the sum of both ratings, or 0 */
  uint32_t file;          /* its file, an index of `files` */
  uint64_t offset;
  char *label;            /* its players, result and year */
  uint32_t label_size, label_room;
  uint16_t plies;
  lc_Move moves[];
} lcb_Line;

/* Memory for lines. */
typedef struct lcb_LineBlock {
  struct lcb_LineBlock *next;
  size_t used, size; /* bytes */
  _Alignas(8) char bytes[];
} lcb_LineBlock;

/* User value of a Lines: a table of the files, name -> index. */
enum { LCB_LINES_NAMES = 1, LCB_LINES_VALUES = LCB_LINES_NAMES };

typedef struct lcb_Lines {
  lc_Position root;
  uint32_t depth;    /* plies of a line */
  bool is_closed;    /* the garbage collector has freed the lines */
  bool only_results; /* ratings, years and notable games are not stored */
  bool has_foreign;  /* lines were added by Lines:merge, so that their moves may be illegal */
  uint64_t seed;
  lcb_Line **slots;  /* a hash table; room is 0 or a power of two */
  size_t room, count;
  lcb_LineBlock *block; /* the last one */
  lcb_LineFile *files;
  uint32_t file_count, file_room;
} lcb_Lines;

/* Allocate memory that the garbage collector neither frees nor counts. If it counted such large objects, it would let
** as much garbage pile up. Raises Lua's memory error. Allocating may run finalizers. */
void *lcb_allocate(lua_State *L, size_t size);
void lcb_free(lua_State *L, void *memory, size_t size);
/* Report whether the notable game of `a` comes before that of `b`: its ratings are higher, or it is earlier in the
** input. */
bool lcb_line_is_first(const lcb_Lines *lines, const lcb_Line *a, const lcb_Line *b);
/* Return the slot of a line, or the empty slot for it. The table is never full. */
lcb_Line **lcb_lines_find(const lcb_Lines *lines, const lc_Move *moves, size_t plies);
/* Return the index of a file's name, which is on top of the stack. Pops the name. The Lines is at stack index 1. */
uint32_t lcb_lines_file(lua_State *L, lcb_Lines *lines);
/* Make room for one more line and a label of this size. */
void lcb_lines_reserve(lua_State *L, lcb_Lines *lines, size_t plies, size_t label);
/* Add a line with its sums and its notable game: all fields of `one` but its moves. Memory is reserved. */
void lcb_lines_add(lcb_Lines *lines, const lcb_Line *one, const lc_Move *moves, size_t plies, const char *label,
                   size_t size);
/* Free all lines, and close the Lines. */
void lcb_lines_free(lua_State *L, lcb_Lines *lines);
/* Push an array of the lines, at stack index 2. Lines are never freed while the Lines exists. */
lcb_Line **lcb_push_lines(lua_State *L, const lcb_Lines *lines, size_t *count);
/* Lines:tree */
int lcb_lines_tree(lua_State *L);
/* Create the class of trees. */
void lcb_open_opening_tree(lua_State *L);

#endif
