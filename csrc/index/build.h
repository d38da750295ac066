/*
** build - writes an index of a file of games from parts (part.h).
**
** The parts come in the order of the games. The numbers of games and names are changed to those of the whole file. The
** positions of a part are a sorted run in a temporary file (runs.h). At the end, the runs are merged and the tables are
** written. So the memory does not grow with the number of games, except for the names: a table finds the number of a
** name that came before. The index does not depend on where one part ends and the next begins.
*/
#ifndef LC_INDEX_BUILD_H
#define LC_INDEX_BUILD_H

#include "part.h"
#include "runs.h"

enum { LC_SORTER_PLACES, LC_SORTER_PLAYED, LC_SORTER_WORDS, LC_SORTERS };
/* The temporary files of the store. LC_FILE_COUNTS has an lc_IndexCount for each game. */
enum {
  LC_FILE_NAME_TEXT, LC_FILE_NAME_ENDS, LC_FILE_EVENT_TEXT, LC_FILE_EVENT_ENDS, LC_FILE_COUNTS,
  LC_FILE_PLAYED_ENDS, LC_FILE_PLACE_FENCES, LC_FILE_MOVES, LC_FILE_MOVE_FENCES, LC_FILE_UNREAD,
  LC_FILE_RUNS, LC_INDEX_FILES = LC_FILE_RUNS + LC_SORTERS * LC_RUN_LEVELS
};

typedef struct lc_IndexBuilder {
  lc_IndexStore *store;
  lc_Sorter sorters[LC_SORTERS]; /* that of LC_SORTER_PLACES has no memory: the parts are sorted */
  lc_KeySet names, events;
  uint64_t sizes[LC_FILE_RUNS];  /* of the temporary files */
  lc_IndexPages pages;
  lc_IndexHead head;
  void *block;                   /* the memory of the sorters */
  size_t block_size;
  char *text;                    /* for folded names */
  size_t text_room;
  uint32_t *numbers;             /* for each name of the part, its number in the index */
  size_t numbers_room;
} lc_IndexBuilder;

/* The functions below return false after a failure: see store->fault. Then the caller calls lc_build_free(). */

/* Begin an index. The store must stay valid. `memory`: bytes for sorting, at least LC_INDEX_LEAST_MEMORY. `seed` is
** random: see lc_Keys (match/keys.h). */
LC_MUST_USE bool lc_build_begin(lc_IndexBuilder *it, lc_IndexStore *store, const lc_IndexSource *source, size_t memory,
                                uint32_t max_ply, uint32_t flags, uint64_t seed);
/* Add the next part. */
LC_MUST_USE bool lc_build_add(lc_IndexBuilder *it, const lc_PartView *part);
/* Write all tables and the head of the index. `marks`: the members of a compressed file, LC_INDEX_MARK_BYTES each. */
LC_MUST_USE bool lc_build_finish(lc_IndexBuilder *it, const char *marks, size_t marks_size);
/* Free the memory. A second call has no effect. */
void lc_build_free(lc_IndexBuilder *it);

#endif
