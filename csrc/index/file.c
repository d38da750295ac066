#include "file.h"

/* Store a problem, unless there is an earlier one. Returns false. */
static bool fail(lc_IndexFile *file, lc_IndexProblem problem) {
  if (file->problem == LC_INDEX_SOUND) file->problem = problem;
  return false;
}

bool lc_index_check_page(lc_IndexFile *file, uint64_t number, unsigned char page[LC_INDEX_PAGE]) {
  if (file->problem != LC_INDEX_SOUND) return false;
  if (!file->read(file->state, number, page)) return fail(file, LC_INDEX_UNREADABLE);
  return lc_index_is_sealed(page, number) || fail(file, LC_INDEX_DAMAGED);
}

/* Return a page, or NULL on failure. It is valid until the next call. */
static const unsigned char *page_of(lc_IndexFile *file, uint64_t number) {
  size_t slot = number & (LC_INDEX_CACHE - 1);
  if (file->problem != LC_INDEX_SOUND) return NULL;
  if (file->cached[slot] == number + 1) return file->cache[slot];
  file->cached[slot] = 0;
  if (!lc_index_check_page(file, number, file->cache[slot])) return NULL;
  file->cached[slot] = number + 1;
  return file->cache[slot];
}

bool lc_index_open(lc_IndexFile *file, uint64_t size) {
  unsigned char page[LC_INDEX_PAGE];
  file->pages = file->expected = file->expected_end = 0;
  file->problem = LC_INDEX_SOUND;
  file->is_stale = file->has_collision = false;
  memset(file->cached, 0, sizeof file->cached);
  if (size < LC_INDEX_PAGE) return fail(file, LC_INDEX_IS_FOREIGN);
  if (!file->read(file->state, 0, page)) return fail(file, LC_INDEX_UNREADABLE);
  switch (lc_index_read_mark(page)) {
    case LC_INDEX_GOOD: break;
    case LC_INDEX_FOREIGN: return fail(file, LC_INDEX_IS_FOREIGN);
    case LC_INDEX_NEWER: return fail(file, LC_INDEX_IS_NEWER);
    case LC_INDEX_READ_OTHERWISE: return fail(file, LC_INDEX_IS_OLDER);
  }
  file->pages = size / LC_INDEX_PAGE;
  if (size % LC_INDEX_PAGE) return fail(file, LC_INDEX_DAMAGED);
  const unsigned char *last = page_of(file, file->pages - 1);
  if (last && file->pages > 1 && lc_index_has_segments(last)) return fail(file, LC_INDEX_IS_OLDER);
  return last && (lc_index_read_head(last, file->pages, &file->head) || fail(file, LC_INDEX_DAMAGED));
}

bool lc_index_get(lc_IndexFile *file, uint64_t offset, void *out, size_t size) {
  unsigned char *to = out;
  while (size > 0) {
    const unsigned char *page = page_of(file, offset / LC_INDEX_PAYLOAD);
    if (!page) return false;
    size_t at = offset % LC_INDEX_PAYLOAD, part = LC_INDEX_PAYLOAD - at < size ? LC_INDEX_PAYLOAD - at : size;
    memcpy(to, page + at, part);
    to += part;
    offset += part;
    size -= part;
  }
  return true;
}

void lc_index_expect_end(lc_IndexFile *file) {
  if (file->expect && file->expected < file->expected_end) {
    file->expect(file->state, file->expected, file->expected_end - file->expected);
  }
  file->expected = file->expected_end = 0;
}

void lc_index_expect_games(lc_IndexFile *file, const uint32_t *games, size_t count) {
  for (size_t i = 0; i < count; i++) lc_index_expect_record(file, LC_INDEX_GAMES, games[i] - 1, LC_INDEX_GAME);
  lc_index_expect_end(file);
}

void lc_index_expect(lc_IndexFile *file, lc_IndexRange range) {
  enum { NEAR = 8, MOST = 32 }; /* pages: between two that are read together, and of one call */
  if (!file->expect || range.begin >= range.end) return;
  uint64_t first = range.begin / LC_INDEX_PAYLOAD, end = (range.end - 1) / LC_INDEX_PAYLOAD + 1;
  for (uint64_t page = first; page < end && page < file->pages; page++) {
    bool is_near = file->expected < file->expected_end && page >= file->expected && page <= file->expected_end + NEAR;
    if (!is_near || page - file->expected >= MOST) {
      lc_index_expect_end(file);
      file->expected = page;
    }
    if (page >= file->expected_end) file->expected_end = page + 1;
  }
}

void lc_index_expect_record(lc_IndexFile *file, lc_IndexPart part, uint64_t number, size_t size) {
  const lc_IndexRange *range = &file->head.part[part];
  if (number >= (range->end - range->begin) / size) return;
  lc_index_expect(file, (lc_IndexRange){range->begin + number * size, range->begin + (number + 1) * size});
}

/* Read record `number` of a part with records of `size` bytes. */
static bool get_record(lc_IndexFile *file, lc_IndexPart part, uint64_t number, void *out, size_t size) {
  const lc_IndexRange *range = &file->head.part[part];
  if (number >= (range->end - range->begin) / size) return fail(file, LC_INDEX_DAMAGED);
  return lc_index_get(file, range->begin + number * size, out, size);
}

/* Report whether a game is in the file of games. If that is compressed, the size of its text is unknown. */
static bool is_within(const lc_IndexHead *head, const lc_IndexGame *game) {
  uint64_t size = head->flags & LC_INDEX_IS_FULL ? INT64_MAX : head->source.size;
  return game->offset <= size && game->size <= size - game->offset;
}

bool lc_index_get_game(lc_IndexFile *file, uint64_t number, lc_IndexGame *out) {
  unsigned char bytes[LC_INDEX_GAME];
  if (!get_record(file, LC_INDEX_GAMES, number, bytes, sizeof bytes)) return false;
  lc_index_read_game(bytes, out);
  return is_within(&file->head, out) || fail(file, LC_INDEX_DAMAGED);
}

bool lc_index_find_bytes(lc_IndexFile *file, lc_IndexPart part, lc_IndexPart ends, uint64_t number,
                         lc_IndexRange *out) {
  unsigned char bytes[sizeof(uint64_t)];
  const lc_IndexRange *range = &file->head.part[part];
  uint64_t begin = 0;
  if (number > 0) {
    if (!get_record(file, ends, number - 1, bytes, sizeof bytes)) return false;
    begin = lc_get64(bytes);
  }
  if (!get_record(file, ends, number, bytes, sizeof bytes)) return false;
  uint64_t end = lc_get64(bytes), size = range->end - range->begin;
  if (begin > end || end > size) return fail(file, LC_INDEX_DAMAGED);
  *out = (lc_IndexRange){range->begin + begin, range->begin + end};
  return true;
}

bool lc_index_get_word(lc_IndexFile *file, uint64_t number, lc_IndexWord *out) {
  unsigned char bytes[LC_INDEX_WORD];
  if (!get_record(file, LC_INDEX_WORDS, number, bytes, sizeof bytes)) return false;
  *out = (lc_IndexWord){lc_get64(bytes), lc_get32(bytes + 8)};
  return true;
}

static bool get_mark(lc_IndexFile *file, uint64_t number, lc_IndexMark *out) {
  unsigned char bytes[LC_INDEX_MARK_BYTES];
  if (!get_record(file, LC_INDEX_MARKS, number, bytes, sizeof bytes)) return false;
  *out = (lc_IndexMark){lc_get64(bytes), lc_get64(bytes + 8)};
  return true;
}

bool lc_index_find_mark(lc_IndexFile *file, uint64_t offset, lc_IndexMark *out) {
  const lc_IndexRange *range = &file->head.part[LC_INDEX_MARKS];
  uint64_t low = 0, high = (range->end - range->begin) / LC_INDEX_MARK_BYTES;
  lc_IndexMark mark;
  *out = (lc_IndexMark){0, 0};
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (!get_mark(file, middle, &mark)) return false;
    if (mark.offset <= offset) {
      *out = mark;
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return true;
}

/* Find the first word whose start is at least `start`. */
static bool find_word(lc_IndexFile *file, uint64_t start, uint64_t *out) {
  const lc_IndexRange *range = &file->head.part[LC_INDEX_WORDS];
  uint64_t low = 0, high = (range->end - range->begin) / LC_INDEX_WORD;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    lc_IndexWord word;
    if (!lc_index_get_word(file, middle, &word)) return false;
    if (word.start < start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *out = low;
  return true;
}

bool lc_index_find_words(lc_IndexFile *file, uint64_t first, uint64_t last, lc_IndexRange *out) {
  if (!find_word(file, first, &out->begin)) return false;
  if (last < UINT64_MAX) return find_word(file, last + 1, &out->end);
  out->end = (file->head.part[LC_INDEX_WORDS].end - file->head.part[LC_INDEX_WORDS].begin) / LC_INDEX_WORD;
  return true;
}

/* ---- tables ---- */

static lc_IndexPart fences_of(lc_IndexPart table) {
  return table == LC_INDEX_PLACES ? LC_INDEX_PLACE_FENCES : LC_INDEX_MOVE_FENCES;
}

bool lc_index_seek(lc_IndexFile *file, lc_IndexPart table, uint64_t key, lc_IndexCursor *out) {
  const lc_IndexRange *range = &file->head.part[table], *fences = &file->head.part[fences_of(table)];
  uint64_t prefix = lc_index_prefix(key), low = 0, high = (fences->end - fences->begin) / LC_INDEX_FENCE;
  unsigned char fence[LC_INDEX_FENCE];
  /* On failure, the cursor is at the end of the table. */
  *out = (lc_IndexCursor){.file = file, .offset = range->end, .end = range->end, .is_at_fence = true};
  /* Items with the same prefix may begin before a fence, so find the last fence with a lower one. */
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (!get_record(file, fences_of(table), middle, fence, sizeof fence)) return false;
    if (lc_get64(fence) < prefix) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out->fence = low > 0 ? low - 1 : 0;
  if (range->begin == range->end) return true;
  if (!get_record(file, fences_of(table), out->fence, fence, sizeof fence)) return false;
  if (lc_get64(fence + 8) >= range->end - range->begin) return fail(file, LC_INDEX_DAMAGED);
  out->prefix = lc_get64(fence);
  out->offset = range->begin + lc_get64(fence + 8);
  return true;
}

/* Return the number of bytes of the table that are in memory, from `offset` on. */
static inline size_t bytes_held(const lc_IndexCursor *cursor) {
  bool is_held = cursor->offset >= cursor->held && cursor->offset < cursor->held_end;
  return is_held ? (size_t)(cursor->held_end - cursor->offset) : 0;
}

static inline const unsigned char *bytes_at(const lc_IndexCursor *cursor) {
  return cursor->page + (cursor->offset - cursor->held);
}

/* Read the page of the next byte. Returns false at the end of the table and on failure. */
static bool hold_page(lc_IndexCursor *cursor) {
  uint64_t number = cursor->offset / LC_INDEX_PAYLOAD;
  if (cursor->offset >= cursor->end) return fail(cursor->file, LC_INDEX_DAMAGED);
  const unsigned char *page = page_of(cursor->file, number);
  if (!page) return false;
  memcpy(cursor->page, page, LC_INDEX_PAGE);
  cursor->held = number * LC_INDEX_PAYLOAD;
  cursor->held_end = cursor->end - cursor->held < LC_INDEX_PAYLOAD ? cursor->end : cursor->held + LC_INDEX_PAYLOAD;
  return true;
}

static bool next_byte(lc_IndexCursor *cursor, unsigned char *out) {
  if (bytes_held(cursor) == 0 && !hold_page(cursor)) return false;
  *out = *bytes_at(cursor);
  cursor->offset++;
  return true;
}

static bool next_bytes(lc_IndexCursor *cursor, unsigned char *out, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (!next_byte(cursor, &out[i])) return false;
  }
  return true;
}

static bool next_varint(lc_IndexCursor *cursor, uint64_t *out) {
  uint64_t value = 0;
  unsigned char byte;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (!next_byte(cursor, &byte)) return false;
    value |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) {
      *out = value;
      return true;
    }
  }
  return fail(cursor->file, LC_INDEX_DAMAGED);
}

/* Read a varint of at most `most` bytes from memory. Returns the byte after it, or NULL if it is longer. */
static inline const unsigned char *read_varint(const unsigned char *at, unsigned most, uint64_t *out) {
  uint64_t value = *at & 0x7F;
  for (unsigned shift = 7; *at++ >= 0x80; shift += 7) {
    if (shift == 7 * most) return NULL;
    value |= (uint64_t)(*at & 0x7F) << shift;
  }
  *out = value;
  return at;
}

/* Read the beginning of an item, up to its identity. Returns false at the end and on failure. */
static bool begin_item(lc_IndexCursor *cursor) {
  uint64_t difference, count;
  unsigned char rest[LC_INDEX_REST];
  if (cursor->file->problem != LC_INDEX_SOUND || cursor->offset >= cursor->end) return false;
  if (!next_varint(cursor, &difference) || !next_varint(cursor, &count)) return false;
  cursor->prefix += cursor->is_at_fence ? 0 : difference;
  cursor->is_at_fence = false;
  cursor->is_first = true;
  cursor->has_check = count > 0;
  cursor->left = count > 0 ? count : 1;
  if (!cursor->has_check) return true;
  if (!next_bytes(cursor, rest, sizeof rest)) return false;
  cursor->key = lc_get16(rest);
  cursor->check = lc_get64(rest + 2);
  return true;
}

bool lc_index_next_places(lc_IndexCursor *cursor) {
  while (lc_index_next_place(cursor)) {}
  return begin_item(cursor);
}

bool lc_index_next_moves(lc_IndexCursor *cursor) {
  lc_IndexMove row;
  while (lc_index_next_move(cursor, &row)) {}
  return begin_item(cursor);
}

bool lc_index_match(lc_IndexCursor *cursor, lc_IndexPart table, uint64_t key, uint64_t check) {
  uint64_t prefix = lc_index_prefix(key);
  while (table == LC_INDEX_PLACES ? lc_index_next_places(cursor) : lc_index_next_moves(cursor)) {
    if (cursor->prefix > prefix) return false;
    if (cursor->prefix < prefix) continue;
    if (!cursor->has_check || (cursor->key == (uint16_t)key && cursor->check == check)) return true;
  }
  return false;
}

/* Read a place whose bytes may be in two pages, or are damaged. */
static bool read_place(lc_IndexCursor *cursor, uint64_t *game, uint64_t *ply, unsigned char move[2]) {
  return next_varint(cursor, game) && next_varint(cursor, ply) && next_bytes(cursor, move, 2);
}

/* Read a place of the usual size whose bytes are in memory. Returns false if it is another one; nothing was read
** then. */
static inline bool read_place_quickly(lc_IndexCursor *cursor, uint64_t *game, uint64_t *ply, unsigned char move[2]) {
  if (bytes_held(cursor) < LC_INDEX_PLACE_BYTES) return false;
  const unsigned char *begin = bytes_at(cursor), *at = begin;
  if (!(at = read_varint(at, 5, game)) || !(at = read_varint(at, 3, ply))) return false;
  memcpy(move, at, 2);
  cursor->offset += (size_t)(at - begin) + 2;
  return true;
}

static inline bool next_place(lc_IndexCursor *cursor) {
  uint64_t game, ply;
  unsigned char move[sizeof(uint16_t)];
  if (cursor->left == 0 || cursor->file->problem != LC_INDEX_SOUND) return false;
  if (!read_place_quickly(cursor, &game, &ply, move) && !read_place(cursor, &game, &ply, move)) return false;
  game += cursor->is_first ? 0 : cursor->place.game;
  if (game >= cursor->file->head.games || ply > LC_INDEX_MAX_PLY) return fail(cursor->file, LC_INDEX_DAMAGED);
  cursor->place = (lc_IndexPlace){(uint32_t)game, (uint16_t)ply, lc_get16(move)};
  cursor->is_first = false;
  cursor->left--;
  return true;
}

bool lc_index_next_place(lc_IndexCursor *cursor) { return next_place(cursor); }

bool lc_index_next_place_from(lc_IndexCursor *cursor, uint32_t game) {
  while (next_place(cursor)) {
    if (cursor->place.game >= game) return true;
  }
  return false;
}

/* Report whether a fence is at a later item of the cursor's position whose first place is in a game before `game`. */
static bool is_fence_before(lc_IndexCursor *cursor, uint64_t number, uint32_t game, lc_IndexCursor *item) {
  const lc_IndexRange *range = &cursor->file->head.part[LC_INDEX_PLACES];
  unsigned char fence[LC_INDEX_FENCE];
  if (!get_record(cursor->file, LC_INDEX_PLACE_FENCES, number, fence, sizeof fence)) return false;
  if (lc_get64(fence) != cursor->prefix) return false;
  if (lc_get64(fence + 8) >= range->end - range->begin) return fail(cursor->file, LC_INDEX_DAMAGED);
  item->offset = range->begin + lc_get64(fence + 8);
  if (item->offset <= cursor->offset) return true;
  item->prefix = cursor->prefix;
  item->is_at_fence = true;
  if (!begin_item(item) || !item->has_check || item->key != cursor->key || item->check != cursor->check) return false;
  return lc_index_next_place(item) && item->place.game < game;
}

bool lc_index_skip_places(lc_IndexCursor *cursor, uint32_t game) {
  const lc_IndexRange *fences = &cursor->file->head.part[LC_INDEX_PLACE_FENCES];
  uint64_t count = (fences->end - fences->begin) / LC_INDEX_FENCE, low = cursor->fence, step = 1;
  lc_IndexCursor item = {.file = cursor->file, .end = cursor->end};
  if (!cursor->has_check) return false;
  while (low + step < count && is_fence_before(cursor, low + step, game, &item)) {
    low += step;
    step *= 2;
  }
  for (step /= 2; step > 0; step /= 2) {
    if (low + step < count && is_fence_before(cursor, low + step, game, &item)) low += step;
  }
  unsigned char fence[LC_INDEX_FENCE];
  if (low == cursor->fence || !get_record(cursor->file, LC_INDEX_PLACE_FENCES, low, fence, sizeof fence)) return false;
  cursor->fence = low;
  uint64_t offset = cursor->file->head.part[LC_INDEX_PLACES].begin + lc_get64(fence + 8);
  if (offset <= cursor->offset) return false;
  cursor->offset = offset;
  cursor->is_at_fence = true;
  cursor->left = 0;
  return true;
}

bool lc_index_next_move(lc_IndexCursor *cursor, lc_IndexMove *out) {
  unsigned char move[sizeof(uint16_t)];
  uint64_t year;
  if (cursor->left == 0 || cursor->file->problem != LC_INDEX_SOUND) return false;
  if (!next_bytes(cursor, move, 2)) return false;
  uint64_t *const numbers[] = {&out->games, &out->outcome[0], &out->outcome[1], &out->outcome[2],
                               &out->ratings, &out->rated, &year};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (!next_varint(cursor, numbers[i])) return false;
  }
  if (out->games > cursor->file->head.games || year > UINT16_MAX) return fail(cursor->file, LC_INDEX_DAMAGED);
  out->move = lc_get16(move);
  out->year = (uint16_t)year;
  cursor->left--;
  return true;
}
