/*
** reached - see reached.h.
*/
#include "reached.h"

#include "../match/value.h"

static bool has_failed(const lc_IndexFile *file) {
  return file->is_stale || file->has_collision || file->problem != LC_INDEX_SOUND;
}

/* Store a contradiction: both hashes of two positions are equal, or the index is damaged. */
static bool collide(lc_IndexFile *file) { return !(file->has_collision = true); }

bool lc_reached_begin(lc_IndexFile *file, const lc_Position *position, lc_IndexPart table, lc_Reached *out) {
  out->file = file;
  out->position = *position;
  out->table = table;
  out->is_within = out->is_each_compared = out->has_item = out->has_last = false;
  out->replays = 0;
  lc_index_hashes(position, out->hashes);
  return lc_index_seek(file, table, out->hashes[0], &out->cursor);
}

/* ---- places ---- */

/* Report whether a game reaches the position at the cursor's place. Returns false on failure, too. */
static bool is_at_place(lc_Reached *it, lc_PlaceTest test) {
  if (++it->replays <= LC_INDEX_REPLAYS) return test.is_at(test.state, &it->position, it->cursor.place);
  it->file->problem = LC_INDEX_DAMAGED;
  return false;
}

/* Find the first place of the next item of the position. */
static bool next_item(lc_Reached *it, lc_PlaceTest test) {
  while (lc_index_match(&it->cursor, it->table, it->hashes[0], it->hashes[1])) {
    bool is_full = it->file->head.flags & LC_INDEX_IS_FULL;
    it->is_each_compared = !is_full && it->cursor.has_check && it->cursor.left <= LC_INDEX_COMPARED;
    if (!lc_index_next_place(&it->cursor)) return false;
    /* Without a check, the item may be of another position. With one, the first item is compared, to find a collision
    ** of all 128 bits. In a full index, games cannot be read. */
    bool is_compared = !is_full && (!it->cursor.has_check || !it->has_item);
    bool is_same = !is_compared || is_at_place(it, test);
    if (has_failed(it->file)) return false;
    if (!is_same && it->cursor.has_check) return collide(it->file);
    if (is_same) return it->has_item = true;
  }
  return false;
}

/* Find the next place of the item, in game `least` or a later one. Returns false at its end and on failure. */
static bool next_place(lc_Reached *it, lc_PlaceTest test, uint32_t least) {
  if (!it->is_each_compared) return lc_index_next_place_from(&it->cursor, least);
  if (!lc_index_next_place(&it->cursor)) return false;
  if (is_at_place(it, test)) return true;
  return has_failed(it->file) ? false : collide(it->file);
}

bool lc_reached_next(lc_Reached *it, lc_PlaceTest test, uint32_t least) {
  enum { FAR = 512 }; /* a skip takes the time of reading 20 places */
  for (;;) {
    bool is_far = it->is_within && it->has_last && least > it->last && least - it->last > FAR;
    if (is_far && lc_index_skip_places(&it->cursor, least)) it->is_within = false;
    if (it->is_within && !next_place(it, test, least)) it->is_within = false;
    if (has_failed(it->file)) return false;
    if (!it->is_within && !next_item(it, test)) return false;
    it->is_within = true;
    /* the places of a position are in the order of the games; callers rely on it */
    if (it->has_last && it->cursor.place.game < it->last) return collide(it->file);
    bool is_same = it->has_last && it->cursor.place.game == it->last;
    it->has_last = true;
    it->last = it->cursor.place.game;
    if (!is_same && it->last >= least) return true;
  }
}

/* ---- moves ---- */

/* Return the row of a move; NULL if there are more moves than a position can have. */
static lc_IndexMove *row_of(lc_MoveRows *rows, uint16_t move) {
  for (uint32_t i = 0; i < rows->count; i++) {
    if (rows->row[i].move == move) return &rows->row[i];
  }
  if (rows->count == LC_MAX_MOVES + 2) return NULL;
  rows->row[rows->count] = (lc_IndexMove){.move = move};
  return &rows->row[rows->count++];
}

static bool passes(const lc_MoveFilter *filter, const lc_IndexGame *game) {
  if (filter->elo > 0) {
    bool is_strong = false;
    for (unsigned i = 0; i < 2; i++) is_strong |= game->elo[i] != LC_INDEX_NO_NUMBER && game->elo[i] >= filter->elo;
    if (!is_strong) return false;
  }
  return (filter->from == 0 && filter->to == 0) ||
         (game->date > 0 && lc_date_within(game->date, filter->from, filter->to));
}

/* Count a game if it passes. Returns false on failure. */
static bool count_game(lc_IndexFile *file, const lc_MoveFilter *filter, lc_IndexPlace place, lc_MoveRows *rows) {
  lc_IndexGame game;
  if (!lc_index_get_game(file, place.game, &game)) return false;
  if (!passes(filter, &game)) return true;
  lc_IndexMove *row = row_of(rows, place.move);
  lc_IndexCount count = lc_index_count_of(&game);
  if (!row) return collide(file);
  lc_index_count(row, &count);
  return true;
}

/* Find the statistics that were written. Returns false if there are none, and on failure. */
static bool find_rows(lc_IndexFile *file, const lc_Position *position, lc_Reached *it, lc_MoveRows *rows) {
  lc_IndexMove row;
  rows->count = 0;
  if (!lc_reached_begin(file, position, LC_INDEX_MOVES, it)) return false;
  if (!lc_index_match(&it->cursor, LC_INDEX_MOVES, it->hashes[0], it->hashes[1])) return false;
  while (lc_index_next_move(&it->cursor, &row)) {
    lc_IndexMove *to = row_of(rows, row.move);
    if (!to) return collide(file);
    *to = row;
  }
  return !has_failed(it->file);
}

static bool are_legal(const lc_Position *position, const lc_MoveRows *rows) {
  for (uint32_t i = 0; i < rows->count; i++) {
    lc_Move move = rows->row[i].move;
    if (move != LC_INDEX_NO_MOVE && move != LC_NULL_MOVE && !lc_is_legal(position, move)) return false;
  }
  return true;
}

/* Count the games of the set that have the position. */
static bool count_listed(const lc_MoveFilter *filter, lc_PlaceTest test, lc_Reached *it, lc_MoveRows *rows) {
  for (size_t i = 0; i < filter->game_count; i++) {
    uint32_t wanted = filter->games[i] - 1;
    bool is_there = it->has_last && it->last >= wanted;
    if (!is_there && !lc_reached_next(it, test, wanted)) return !has_failed(it->file);
    if (it->last == wanted && !count_game(it->file, filter, it->cursor.place, rows)) return false;
  }
  return true;
}

static bool count_all(const lc_MoveFilter *filter, lc_PlaceTest test, lc_Reached *it, lc_MoveRows *rows) {
  while (lc_reached_next(it, test, 0)) {
    if (!count_game(it->file, filter, it->cursor.place, rows)) return false;
  }
  return !has_failed(it->file);
}

/* Count the games with the position that pass. Returns false on failure. */
static bool count_games(const lc_MoveFilter *filter, lc_PlaceTest test, lc_Reached *it, lc_MoveRows *rows) {
  lc_IndexFile *file = it->file;
  lc_Position position = it->position;
  if (filter->has_games && rows->count > 0) lc_index_expect_games(file, filter->games, filter->game_count);
  rows->count = 0;
  if (!lc_reached_begin(file, &position, LC_INDEX_PLACES, it)) return false;
  return filter->has_games ? count_listed(filter, test, it, rows) : count_all(filter, test, it, rows);
}

bool lc_reached_moves(lc_IndexFile *file, const lc_Position *position, const lc_MoveFilter *filter, lc_PlaceTest test,
                      lc_Reached *it, lc_MoveRows *out) {
  bool is_plain = !filter->from && !filter->to && !filter->elo && !filter->has_games;
  bool has_rows = find_rows(file, position, it, out);
  if (has_failed(it->file)) return false;
  if (!(is_plain && has_rows) && !count_games(filter, test, it, out)) return false;
  return are_legal(position, out) || collide(file);
}

uint64_t lc_reached_written(lc_IndexFile *file, const lc_Position *position, lc_Reached *it, lc_MoveRows *rows) {
  uint64_t games = 0;
  find_rows(file, position, it, rows);
  for (uint32_t i = 0; i < rows->count; i++) games += rows->row[i].games;
  return games < file->head.games ? games : file->head.games;
}
