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

/* Read record `number` of a part with records of `size` bytes. */
static bool get_record(lc_IndexFile *file, lc_IndexPart part, uint64_t number, void *out, size_t size) {
  const lc_IndexRange *range = &file->head.part[part];
  if (number >= (range->end - range->begin) / size) return fail(file, LC_INDEX_DAMAGED);
  return lc_index_get(file, range->begin + number * size, out, size);
}

bool lc_index_get_game(lc_IndexFile *file, uint64_t number, lc_IndexGame *out) {
  unsigned char bytes[LC_INDEX_GAME];
  if (!get_record(file, LC_INDEX_GAMES, number, bytes, sizeof bytes)) return false;
  lc_index_read_game(bytes, out);
  return true;
}

bool lc_index_find_bytes(lc_IndexFile *file, lc_IndexPart part, lc_IndexPart ends, uint64_t number, lc_IndexRange *out) {
  unsigned char bytes[8];
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
  out->file = file;
  out->offset = range->begin;
  out->end = range->end;
  out->held = out->left = out->prefix = 0;
  out->is_at_fence = true;
  if (range->begin == range->end) return true;
  if (!get_record(file, fences_of(table), low > 0 ? low - 1 : 0, fence, sizeof fence)) return false;
  out->prefix = lc_get64(fence);
  if (lc_get64(fence + 8) >= range->end - range->begin) return fail(file, LC_INDEX_DAMAGED);
  out->offset += lc_get64(fence + 8);
  return true;
}

static bool next_byte(lc_IndexCursor *cursor, unsigned char *out) {
  uint64_t number = cursor->offset / LC_INDEX_PAYLOAD;
  if (cursor->offset >= cursor->end) return fail(cursor->file, LC_INDEX_DAMAGED);
  if (cursor->held != number + 1) {
    const unsigned char *page = page_of(cursor->file, number);
    if (!page) return false;
    memcpy(cursor->page, page, LC_INDEX_PAGE);
    cursor->held = number + 1;
  }
  *out = cursor->page[cursor->offset++ % LC_INDEX_PAYLOAD];
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

bool lc_index_next_place(lc_IndexCursor *cursor) {
  uint64_t game, ply;
  unsigned char move[2];
  if (cursor->left == 0 || cursor->file->problem != LC_INDEX_SOUND) return false;
  if (!next_varint(cursor, &game) || !next_varint(cursor, &ply) || !next_bytes(cursor, move, 2)) return false;
  game += cursor->is_first ? 0 : cursor->place.game;
  if (game >= cursor->file->head.games || ply > LC_INDEX_MAX_PLY) return fail(cursor->file, LC_INDEX_DAMAGED);
  cursor->place = (lc_IndexPlace){(uint32_t)game, (uint16_t)ply, lc_get16(move)};
  cursor->is_first = false;
  cursor->left--;
  return true;
}

bool lc_index_next_move(lc_IndexCursor *cursor, lc_IndexMove *out) {
  unsigned char move[2];
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
