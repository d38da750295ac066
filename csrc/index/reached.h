/*
** reached - the games of an index in which a position occurs, and the moves that they played there.
**
** A position that occurs once has only 48 bits of its key in the index, so its game is read and replayed up to the
** place. Positions that occur more often have 128 bits. Each place of a position with few places is replayed, too, and
** the first place of any other. So a collision of all 128 bits is detected there. Each move counted must be legal. If
** more than LC_INDEX_REPLAYS games are replayed for a position, the index is damaged.
**
** To count the games of a player in a position of many games, the items between these games are skipped: an item has up
** to 512 places and begins at a fence.
** Cost: 3 ns per place, 4 us per game replayed.
*/
#ifndef LC_INDEX_REACHED_H
#define LC_INDEX_REACHED_H

#include "../chess/movegen.h"
#include "file.h"

/* Replays games: `is_at` reports whether a game reaches the position at a place. If the game cannot be read, it returns
** false and sets file->is_stale or file->problem. */
typedef struct lc_PlaceTest {
  bool (*is_at)(void *state, const lc_Position *position, lc_IndexPlace place);
  void *state;
} lc_PlaceTest;

/* The places of a position. */
typedef struct lc_Reached {
  lc_IndexCursor cursor; /* cursor.place is the place in game `last` */
  lc_IndexFile *file;
  lc_Position position;
  uint64_t hashes[2];
  lc_IndexPart table;
  bool is_within;        /* an item of the position is being read */
  bool is_each_compared; /* each place of this item is replayed */
  bool has_item, has_last;
  uint32_t last;         /* the last game returned */
  uint32_t replays;      /* number of games replayed */
} lc_Reached;

/* Set `out` before the first place of a position in the table PLACES or MOVES. Returns false on failure. */
LC_MUST_USE bool lc_reached_begin(lc_IndexFile *file, const lc_Position *position, lc_IndexPart table,
                                  lc_Reached *out);
/* Find the next game, `least` or a later one, with its first occurrence of the position. Returns false at the end and
** on failure. */
LC_MUST_USE bool lc_reached_next(lc_Reached *it, lc_PlaceTest test, uint32_t least);

/* ---- moves ---- */

typedef struct lc_MoveFilter {
  uint32_t from, to; /* dates as in lc_IndexGame; 0: no limit */
  uint32_t elo;      /* the least Elo of at least one player; 0: any */
  bool has_games;    /* count only these games: numbers from 1, sorted */
  const uint32_t *games;
  size_t game_count;
} lc_MoveFilter;

typedef struct lc_MoveRows {
  uint32_t count;
  lc_IndexMove row[LC_MAX_MOVES + 2];
} lc_MoveRows;

/* Count the moves that games played in a position. `it` is memory for reading. Returns false on failure. */
LC_MUST_USE bool lc_reached_moves(lc_IndexFile *file, const lc_Position *position, const lc_MoveFilter *filter,
                                  lc_PlaceTest test, lc_Reached *it, lc_MoveRows *out);
/* Return the number of games that reached the position, if it was written, or 0. */
uint64_t lc_reached_written(lc_IndexFile *file, const lc_Position *position, lc_Reached *it, lc_MoveRows *rows);

#endif
