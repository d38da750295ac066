/*
** group - writes the items of the tables of positions, from the sorted entries of an index.
**
** The entries of a position come in sequence. They are written in items of up to LC_INDEX_ITEM_PLACES places, so that
** no position needs more memory than another. If many games reached the position, its moves are counted, too. Cost:
** about 20 ns per entry.
*/
#ifndef LC_INDEX_GROUP_H
#define LC_INDEX_GROUP_H

#include "format.h"
#include "sort.h"

/* Moves of a position that are counted. No legal position has more, see LC_MAX_MOVES. */
enum { LC_INDEX_ROWS = 640 };
/* Maximum bytes of an item, for the buffers below. */
enum { LC_INDEX_PLACES_BYTES = 2 * LC_VARINT_MOST + LC_INDEX_REST + LC_INDEX_ITEM_PLACES * LC_INDEX_PLACE_BYTES,
       LC_INDEX_MOVES_BYTES = 2 * LC_VARINT_MOST + LC_INDEX_REST + LC_INDEX_ROWS * LC_INDEX_MOVE_BYTES };

typedef struct lc_IndexGroup {
  const lc_IndexCount *counts; /* for each game */
  bool is_full, is_shared;     /* see LC_INDEX_IS_FULL and LC_INDEX_IS_SHARED */
  uint64_t positions;          /* number of positions so far */
  lc_IndexTable places, moves;
  /* the position in progress */
  lc_IndexEntry held[LC_INDEX_ITEM_PLACES];
  uint32_t held_count;
  bool is_long;                /* places were written already */
  uint64_t games;              /* number of games of the entries counted */
  uint32_t last_game, row_count;
  lc_IndexMove rows[LC_INDEX_ROWS];
  /* the items written by the last call; sizes of 0: none */
  size_t places_size, moves_size;
  bool has_place_fence, has_move_fence;
  unsigned char place_fence[LC_INDEX_FENCE], move_fence[LC_INDEX_FENCE];
  unsigned char places_bytes[LC_INDEX_PLACES_BYTES], moves_bytes[LC_INDEX_MOVES_BYTES];
} lc_IndexGroup;

void lc_group_begin(lc_IndexGroup *group, const lc_IndexCount *counts, uint32_t flags);
/* Add the next entry. The caller then writes the bytes of the items that were completed. */
void lc_group_add(lc_IndexGroup *group, const lc_IndexEntry *entry);
/* Complete the last position. */
void lc_group_end(lc_IndexGroup *group);

#endif
