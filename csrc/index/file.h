/*
** file - reads an index file: its pages, the items of its tables, and the entries of games and names.
**
** `read` gets pages from the file. Each page is checked, and the last few are kept. The first failure is stored in
** `problem`, and every later call fails, too. No byte of the file is trusted: numbers and offsets are compared with the
** size of their part, and every step of a loop reads at least one byte.
** Cost: a lookup reads about log2(size / 512 KiB) + 3 pages.
*/
#ifndef LC_INDEX_FILE_H
#define LC_INDEX_FILE_H

#include "format.h"

typedef enum lc_IndexProblem {
  LC_INDEX_SOUND,
  LC_INDEX_UNREADABLE, /* `read` failed */
  LC_INDEX_IS_FOREIGN, /* not an index */
  LC_INDEX_IS_NEWER,   /* another version of the format */
  LC_INDEX_IS_OLDER,   /* another version of reading */
  LC_INDEX_DAMAGED
} lc_IndexProblem;

/* Number of pages kept, a power of two: the entries of a player with a few thousand games. */
enum { LC_INDEX_CACHE = 512 };

typedef struct lc_IndexFile {
  /* Read one page. Returns false on failure. */
  bool (*read)(void *state, uint64_t number, unsigned char page[LC_INDEX_PAGE]);
  /* Begin to read pages that will be needed soon, without waiting; NULL: not supported. */
  void (*expect)(void *state, uint64_t first, uint64_t count);
  void *state;
  uint64_t pages;
  lc_IndexProblem problem;
  bool is_stale;      /* set by the caller: the text of a game was not the one that was indexed */
  bool has_collision; /* two positions have the same hashes, or the places of a position contradict its games */
  lc_IndexHead head;
  uint64_t expected, expected_end; /* pages for the next call of `expect` */
  uint64_t cached[LC_INDEX_CACHE]; /* number of the page plus one; 0: free */
  unsigned char cache[LC_INDEX_CACHE][LC_INDEX_PAGE];
} lc_IndexFile;

/* Open a file of `size` bytes. The caller has set `read`, `expect` and `state`; the cache may have any bytes. Returns
** false on failure. */
LC_MUST_USE bool lc_index_open(lc_IndexFile *file, uint64_t size);
/* Read bytes of the stream. Returns false on failure. */
LC_MUST_USE bool lc_index_get(lc_IndexFile *file, uint64_t offset, void *out, size_t size);
/* Announce that bytes of a part, or a record of it, will be read. Slow disks then read many pages at once. Offsets come
** in ascending order; nearby pages are read together. lc_index_expect_end() ends a sequence of calls. */
void lc_index_expect(lc_IndexFile *file, lc_IndexRange range);
void lc_index_expect_record(lc_IndexFile *file, lc_IndexPart part, uint64_t number, size_t size);
void lc_index_expect_end(lc_IndexFile *file);
/* Announce the entries of games: numbers from 1, sorted. */
void lc_index_expect_games(lc_IndexFile *file, const uint32_t *games, size_t count);
/* Read a page and compare its checksum. Returns false on failure. The page is not kept. */
LC_MUST_USE bool lc_index_check_page(lc_IndexFile *file, uint64_t number, unsigned char page[LC_INDEX_PAGE]);
/* Read the entry of a game, from 0. Returns false on failure; a number that is too large is damage. */
LC_MUST_USE bool lc_index_get_game(lc_IndexFile *file, uint64_t number, lc_IndexGame *out);
/* Find the bytes that belong to item `number` (from 0) of a part whose ends are in the part `ends`. */
LC_MUST_USE bool lc_index_find_bytes(lc_IndexFile *file, lc_IndexPart part, lc_IndexPart ends, uint64_t number,
                                     lc_IndexRange *out);
/* Find the words of names with starts first..last, as numbers of words. */
LC_MUST_USE bool lc_index_find_words(lc_IndexFile *file, uint64_t first, uint64_t last, lc_IndexRange *out);
/* Find the last mark that is not after `offset`; the beginning of the file if there is none. Returns false on
** failure. */
LC_MUST_USE bool lc_index_find_mark(lc_IndexFile *file, uint64_t offset, lc_IndexMark *out);
LC_MUST_USE bool lc_index_get_word(lc_IndexFile *file, uint64_t number, lc_IndexWord *out);

/* ---- tables ---- */

/* An item of a table, and a place in its bytes. The page is a copy, so any other function may be called in between. */
typedef struct lc_IndexCursor {
  lc_IndexFile *file;
  uint64_t offset, end; /* in the stream: the next byte, and the end of the table */
  uint64_t fence;       /* number of a fence that is not after `offset` */
  uint64_t held, held_end; /* offsets of the bytes in `page`; equal: none */
  uint64_t prefix;      /* of the item */
  bool is_at_fence;     /* `prefix` is that of the next item, so its difference does not count */
  uint64_t key, check;  /* of the item: lower bits of the key, and the check; valid if has_check */
  bool has_check;
  uint64_t left;        /* places or moves of the item that have not been read yet */
  lc_IndexPlace place;  /* the last place read */
  bool is_first;        /* no place of the item was read yet */
  unsigned char page[LC_INDEX_PAGE];
} lc_IndexCursor;

/* Set the cursor before the first item of the table PLACES or MOVES whose prefix may be that of `key`. Returns false on
** failure. */
LC_MUST_USE bool lc_index_seek(lc_IndexFile *file, lc_IndexPart table, uint64_t key, lc_IndexCursor *out);
/* Read on to the next item of PLACES or MOVES. Returns false at the end and on failure. Unread places are skipped. */
LC_MUST_USE bool lc_index_next_places(lc_IndexCursor *cursor);
LC_MUST_USE bool lc_index_next_moves(lc_IndexCursor *cursor);
/* Read on to the next item of a position, after lc_index_seek(). In an item without a check, the place must be compared
** with the position by replay. Returns false if there is none, and on failure. */
LC_MUST_USE bool lc_index_match(lc_IndexCursor *cursor, lc_IndexPart table, uint64_t key, uint64_t check);
/* Read the next place of the item; false after the last one, and on failure. */
LC_MUST_USE bool lc_index_next_place(lc_IndexCursor *cursor);
/* Read on to the first place of the item in game `game` or a later one; false if there is none, and on failure. */
LC_MUST_USE bool lc_index_next_place_from(lc_IndexCursor *cursor, uint32_t game);
/* In an item of PLACES, skip to a later item of the same position, if all places before it are of games before `game`.
** The next call of lc_index_match() finds this item. Returns false if nothing was skipped, and on failure. */
LC_MUST_USE bool lc_index_skip_places(lc_IndexCursor *cursor, uint32_t game);
/* Read the next move of the item; false after the last one, and on failure. */
LC_MUST_USE bool lc_index_next_move(lc_IndexCursor *cursor, lc_IndexMove *out);

#endif
