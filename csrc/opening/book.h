/*
** book - the moves of an opening tree as an opening book: see lua/lucena/book/make.lua.
**
** The weight of a move is the number of half points that it scored: two for each win, one for each draw.
*/
#ifndef LC_BOOK_H
#define LC_BOOK_H

#include "tree.h"

typedef struct lc_BookMove {
  uint64_t weight;
  uint32_t raw; /* Polyglot's bits */
} lc_BookMove;

/* Set `out` to a move of a book; `turn` is the side to move. Returns false if the move is omitted: it has fewer than
** `min` games, or no weight. */
bool lc_book_move(const lc_Edge *edge, unsigned turn, uint32_t min, lc_BookMove *out);
/* Report whether any move of a vertex is in a book. */
bool lc_book_has(const lc_OpeningTree *tree, uint32_t vertex, uint32_t min);

/* The key of a vertex. */
typedef struct lc_BookKey {
  uint64_t key;
  uint32_t vertex;
} lc_BookKey;

/* Write the keys of all vertices. `out` has room for tree->vertex_count. */
void lc_book_keys(const lc_OpeningTree *tree, lc_BookKey *out);
/* The order of a book's positions, for qsort(). */
int lc_book_order(const void *one, const void *other);

enum { LC_BOOK_MOVES = 256, LC_POLYGLOT_ENTRY = 16, LC_BOOK_TEXT = LC_BOOK_MOVES * LC_POLYGLOT_ENTRY };

/* Write the entries of a vertex in a Polyglot book, by weight, greatest first. Returns the number of moves. */
size_t lc_book_text(const lc_OpeningTree *tree, const lc_BookKey *key, uint32_t min, char out[LC_BOOK_TEXT]);

#endif
