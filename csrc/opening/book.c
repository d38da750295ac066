/*
** book - see book.h.
*/
#include "book.h"

bool lc_book_move(const lc_Edge *edge, unsigned turn, uint32_t min, lc_BookMove *out) {
  const lc_Sums *sums = &edge->stats.sums;
  unsigned promotion = lc_move_is_castle(edge->move) ? 0 : lc_move_promotion(edge->move);
  out->weight = (uint64_t)sums->games + sums->won[turn] - sums->won[!turn];
  out->raw = promotion << 12 | lc_move_from(edge->move) << 6 | lc_move_to(edge->move);
  return sums->games >= min && out->weight > 0;
}

bool lc_book_has(const lc_OpeningTree *tree, uint32_t vertex, uint32_t min) {
  lc_BookMove move;
  unsigned turn = tree->vertices[vertex].position.turn;
  uint32_t edge = tree->vertices[vertex].edges;
  while (edge != LC_NOWHERE && !lc_book_move(&tree->edges[edge], turn, min, &move)) edge = tree->edges[edge].next;
  return edge != LC_NOWHERE;
}

void lc_book_keys(const lc_OpeningTree *tree, lc_BookKey *out) {
  for (uint32_t i = 0; i < tree->vertex_count; i++) {
    out[i] = (lc_BookKey){lc_position_polyglot_key(&tree->vertices[i].position), i};
  }
}

int lc_book_order(const void *one, const void *other) {
  const lc_BookKey *a = one, *b = other;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Report whether `a` comes before `b` in a book: by weight, greatest first, then by bits. */
static bool is_before(const lc_BookMove *a, const lc_BookMove *b) {
  return a->weight != b->weight ? a->weight > b->weight : a->raw < b->raw;
}

/* Collect the moves of a vertex, sorted. Returns their number. */
static size_t book_moves(const lc_OpeningTree *tree, const lc_Vertex *vertex, uint32_t min, lc_BookMove *moves) {
  size_t count = 0;
  lc_BookMove move;
  for (uint32_t edge = vertex->edges; edge != LC_NOWHERE && count < LC_BOOK_MOVES; edge = tree->edges[edge].next) {
    if (!lc_book_move(&tree->edges[edge], vertex->position.turn, min, &move)) continue;
    size_t at = count++;
    for (; at > 0 && is_before(&move, &moves[at - 1]); at--) moves[at] = moves[at - 1];
    moves[at] = move;
  }
  return count;
}

static char *put_big(char *out, uint64_t value, unsigned size) {
  for (unsigned i = size; i-- > 0; value >>= 8) out[i] = (char)(value & 0xff);
  return out + size;
}

size_t lc_book_text(const lc_OpeningTree *tree, const lc_BookKey *key, uint32_t min, char out[LC_BOOK_TEXT]) {
  enum { MOST_WEIGHT = 0xffff };
  lc_BookMove moves[LC_BOOK_MOVES];
  size_t count = book_moves(tree, &tree->vertices[key->vertex], min, moves);
  uint64_t most = count > 0 ? moves[0].weight : 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t weight = moves[i].weight;
    if (most > MOST_WEIGHT) weight = weight * MOST_WEIGHT / most;
    out = put_big(out, key->key, 8);
    out = put_big(out, moves[i].raw, 2);
    out = put_big(out, weight > 0 ? weight : 1, 2);
    out = put_big(out, 0, 4);
  }
  return count;
}
