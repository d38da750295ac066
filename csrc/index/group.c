#include "group.h"

#define TOO_MANY UINT32_MAX /* row_count after more moves than rows: the entries are of several positions */

void lc_group_begin(lc_IndexGroup *group, const lc_IndexCount *counts, uint32_t flags) {
  group->counts = counts;
  group->is_full = flags & LC_INDEX_IS_FULL;
  group->is_shared = flags & LC_INDEX_IS_SHARED;
  group->positions = group->games = 0;
  group->places = group->moves = (lc_IndexTable){0};
  group->held_count = group->row_count = 0;
  group->is_long = false;
  group->places_size = group->moves_size = 0;
}

static bool is_same(const lc_IndexEntry *a, const lc_IndexEntry *b) { return a->key == b->key && a->check == b->check; }

static void count_game(lc_IndexGroup *group, uint16_t move, const lc_IndexCount *count) {
  uint32_t i = 0;
  if (group->row_count == TOO_MANY) return;
  while (i < group->row_count && group->rows[i].move != move) i++;
  if (i == LC_INDEX_ROWS) {
    group->row_count = TOO_MANY;
    return;
  }
  lc_IndexMove *row = &group->rows[i];
  if (i == group->row_count) {
    *row = (lc_IndexMove){.move = move};
    group->row_count++;
  }
  lc_index_count(row, count);
}

/* Count the games of the entries held. A game with several entries counts once, with its first one. */
static void count_held(lc_IndexGroup *group) {
  for (uint32_t i = 0; i < group->held_count; i++) {
    lc_IndexPlace place = lc_index_unpack(group->held[i].where);
    if (group->games > 0 && place.game == group->last_game) continue;
    count_game(group, place.move, &group->counts[place.game]);
    group->last_game = place.game;
    group->games++;
  }
}

static uint32_t games_held(const lc_IndexGroup *group) {
  uint32_t games = 1;
  for (uint32_t i = 1; i < group->held_count; i++)
    games += group->held[i].where >> 32 != group->held[i - 1].where >> 32;
  return games;
}

static void write_places(lc_IndexGroup *group) {
  const lc_IndexEntry *first = group->held;
  unsigned char *out = group->places_bytes;
  size_t size = lc_index_begin_item(&group->places, first->key, out, group->place_fence, &group->has_place_fence);
  bool is_single = group->held_count == 1 && !group->is_long && !group->is_full;
  size += lc_put_varint(out + size, is_single ? 0 : group->held_count);
  if (!is_single) {
    lc_index_put_rest(out + size, first->key, first->check);
    size += LC_INDEX_REST;
  }
  uint32_t before = 0;
  for (uint32_t i = 0; i < group->held_count; i++) {
    lc_IndexPlace place = lc_index_unpack(group->held[i].where);
    size += lc_put_varint(out + size, place.game - before);
    size += lc_put_varint(out + size, place.ply);
    lc_put16(out + size, place.move);
    size += 2;
    before = place.game;
  }
  group->places.size += size;
  group->places_size = size;
}

static void write_moves(lc_IndexGroup *group) {
  const lc_IndexEntry *first = group->held;
  unsigned char *out = group->moves_bytes;
  size_t size = lc_index_begin_item(&group->moves, first->key, out, group->move_fence, &group->has_move_fence);
  size += lc_put_varint(out + size, group->row_count);
  lc_index_put_rest(out + size, first->key, first->check);
  size += LC_INDEX_REST;
  for (uint32_t i = 0; i < group->row_count; i++) size += lc_index_put_move(&group->rows[i], out + size);
  group->moves.size += size;
  group->moves_size = size;
}

void lc_group_end(lc_IndexGroup *group) {
  group->places_size = group->moves_size = 0;
  if (group->held_count == 0) return;
  uint32_t games = games_held(group);
  if (group->is_long || games >= LC_INDEX_MANY_GAMES) count_held(group);
  /* A position of one game that has several items is written, because the first of them was. */
  if (!group->is_shared || games > 1 || group->is_long) write_places(group);
  if (group->games >= LC_INDEX_MANY_GAMES && group->row_count != TOO_MANY) write_moves(group);
  group->held_count = group->row_count = 0;
  group->is_long = false;
  group->games = 0;
}

void lc_group_add(lc_IndexGroup *group, const lc_IndexEntry *entry) {
  group->places_size = group->moves_size = 0;
  if (group->held_count > 0 && !is_same(&group->held[0], entry)) {
    lc_group_end(group);
  } else if (group->held_count == LC_INDEX_ITEM_PLACES) {
    count_held(group);
    write_places(group);
    group->is_long = true;
    group->held_count = 0;
  }
  if (group->held_count == 0 && !group->is_long) group->positions++;
  group->held[group->held_count++] = *entry;
}
