#include "format.h"

static const char name[8] = {'L', 'U', 'C', 'E', 'N', 'A', 'I', '\n'};

void lc_index_put_mark(unsigned char out[LC_INDEX_MARK]) {
  memcpy(out, name, sizeof name);
  lc_put32(out + 8, LC_INDEX_VERSION);
  lc_put32(out + 12, LC_READING_VERSION);
}

lc_IndexMarkKind lc_index_read_mark(const unsigned char *bytes) {
  if (memcmp(bytes, name, sizeof name) != 0) return LC_INDEX_FOREIGN;
  if (lc_get32(bytes + 8) != LC_INDEX_VERSION) return LC_INDEX_NEWER;
  return lc_get32(bytes + 12) == LC_READING_VERSION ? LC_INDEX_GOOD : LC_INDEX_READ_OTHERWISE;
}

/* The fields of the head that are 64-bit integers, in the order of the file. */
enum { NUMBERS = 9 };
static void list_numbers(const lc_IndexHead *head, uint64_t out[NUMBERS]) {
  const uint64_t list[NUMBERS] = {head->source.size,   head->source.seconds, head->source.nanoseconds,
                                  head->source.sample, head->games,          head->places,
                                  head->positions,     head->names,          head->events};
  memcpy(out, list, sizeof list);
}

void lc_index_put_head(const lc_IndexHead *head, unsigned char page[LC_INDEX_PAGE]) {
  uint64_t numbers[NUMBERS];
  unsigned char *at = page + LC_INDEX_MARK;
  memset(page, 0, LC_INDEX_PAYLOAD);
  lc_index_put_mark(page);
  lc_put32(at, head->flags);
  lc_put32(at + 4, head->max_ply);
  at += 8;
  list_numbers(head, numbers);
  for (unsigned i = 0; i < NUMBERS; i++, at += 8) lc_put64(at, numbers[i]);
  memcpy(at, head->options, LC_INDEX_OPTIONS);
  at += LC_INDEX_OPTIONS;
  at += 8; /* of segments, which are no longer written */
  for (unsigned i = 0; i < LC_INDEX_PARTS; i++, at += 16) {
    lc_put64(at, head->part[i].begin);
    lc_put64(at + 8, head->part[i].end);
  }
}

static uint64_t size_of(const lc_IndexHead *head, lc_IndexPart part) {
  return head->part[part].end - head->part[part].begin;
}

static bool is_consistent(const lc_IndexHead *head, uint64_t pages) {
  uint64_t end = LC_INDEX_MARK;
  for (unsigned i = 0; i < LC_INDEX_PARTS; i++) {
    if (head->part[i].begin != end || head->part[i].end < end) return false;
    end = head->part[i].end;
  }
  if (pages < 2 || end > (pages - 1) * LC_INDEX_PAYLOAD || end <= (pages - 2) * LC_INDEX_PAYLOAD) return false;
  if (head->games > LC_INDEX_MAX_GAMES || size_of(head, LC_INDEX_GAMES) != head->games * LC_INDEX_GAME) return false;
  if (head->names > UINT32_MAX || size_of(head, LC_INDEX_NAME_ENDS) != head->names * 8) return false;
  if (head->events > UINT32_MAX || size_of(head, LC_INDEX_EVENT_ENDS) != head->events * 8) return false;
  if (size_of(head, LC_INDEX_PLAYED_ENDS) != head->names * 8 || size_of(head, LC_INDEX_PLAYED) % 4) return false;
  if (size_of(head, LC_INDEX_WORDS) % LC_INDEX_WORD || size_of(head, LC_INDEX_UNREAD) % 4) return false;
  if (size_of(head, LC_INDEX_MARKS) % LC_INDEX_MARK_BYTES) return false;
  return size_of(head, LC_INDEX_PLACE_FENCES) % LC_INDEX_FENCE == 0 &&
         size_of(head, LC_INDEX_MOVE_FENCES) % LC_INDEX_FENCE == 0;
}

bool lc_index_has_segments(const unsigned char page[LC_INDEX_PAGE]) {
  bool is_head = lc_index_read_mark(page) == LC_INDEX_GOOD;
  return is_head && lc_get64(page + LC_INDEX_MARK + 8 + 8 * NUMBERS + LC_INDEX_OPTIONS) != 0;
}

bool lc_index_read_head(const unsigned char page[LC_INDEX_PAGE], uint64_t pages, lc_IndexHead *out) {
  const unsigned char *at = page + LC_INDEX_MARK;
  lc_IndexHead head = {.version = lc_get32(page + 8), .reading_version = lc_get32(page + 12)};
  head.flags = lc_get32(at);
  head.max_ply = lc_get32(at + 4);
  at += 8;
  uint64_t *const fields[NUMBERS] = {&head.source.size,   &head.source.seconds, &head.source.nanoseconds,
                                     &head.source.sample, &head.games,          &head.places,
                                     &head.positions,     &head.names,          &head.events};
  for (unsigned i = 0; i < NUMBERS; i++, at += 8) *fields[i] = lc_get64(at);
  memcpy(head.options, at, LC_INDEX_OPTIONS);
  at += LC_INDEX_OPTIONS;
  at += 8;
  for (unsigned i = 0; i < LC_INDEX_PARTS; i++, at += 16) {
    head.part[i] = (lc_IndexRange){lc_get64(at), lc_get64(at + 8)};
  }
  if (lc_index_read_mark(page) != LC_INDEX_GOOD || !is_consistent(&head, pages)) return false;
  *out = head;
  return true;
}

/* ---- games ---- */

void lc_index_put_game(const lc_IndexGame *game, unsigned char out[LC_INDEX_GAME]) {
  lc_put64(out, game->offset);
  const uint32_t words[] = {game->size, game->line, game->sum, game->white, game->black, game->event, game->date};
  memcpy(out + 8, words, sizeof words);
  const uint16_t halves[] = {game->elo[0], game->elo[1], game->rating[0], game->rating[1], game->year};
  memcpy(out + 36, halves, sizeof halves);
  out[46] = game->sign;
  out[47] = game->outcome;
  memcpy(out + 48, game->eco, sizeof game->eco);
  lc_put16(out + 52, game->column);
  lc_put16(out + 54, game->plies);
}

void lc_index_read_game(const unsigned char bytes[LC_INDEX_GAME], lc_IndexGame *out) {
  *out = (lc_IndexGame){
      .offset = lc_get64(bytes), .size = lc_get32(bytes + 8), .line = lc_get32(bytes + 12), .sum = lc_get32(bytes + 16),
      .white = lc_get32(bytes + 20), .black = lc_get32(bytes + 24), .event = lc_get32(bytes + 28),
      .date = lc_get32(bytes + 32), .elo = {lc_get16(bytes + 36), lc_get16(bytes + 38)},
      .rating = {lc_get16(bytes + 40), lc_get16(bytes + 42)}, .year = lc_get16(bytes + 44), .sign = bytes[46],
      .outcome = bytes[47], .column = lc_get16(bytes + 52), .plies = lc_get16(bytes + 54)};
  memcpy(out->eco, bytes + 48, sizeof out->eco);
}

uint64_t lc_index_word(const char *word, size_t size) {
  uint64_t start = 0;
  for (size_t i = 0; i < 8; i++) start = start << 8 | (i < size ? (unsigned char)word[i] : 0);
  return start;
}

/* ---- tables ---- */

size_t lc_index_begin_item(lc_IndexTable *table, uint64_t key, unsigned char *out, unsigned char fence[LC_INDEX_FENCE],
                           bool *is_fenced) {
  uint64_t prefix = lc_index_prefix(key);
  *is_fenced = table->size == 0 || table->size - table->fenced >= LC_INDEX_SPACING;
  if (*is_fenced) {
    lc_put64(fence, prefix);
    lc_put64(fence + 8, table->size);
    table->fenced = table->size;
  }
  size_t size = lc_put_varint(out, prefix - table->prefix);
  table->prefix = prefix;
  return size;
}

lc_IndexCount lc_index_count_of(const lc_IndexGame *game) {
  return (lc_IndexCount){.ratings = (uint16_t)(game->rating[0] + game->rating[1]), .year = game->year,
                         .rated = (uint8_t)((game->rating[0] > 0) + (game->rating[1] > 0)), .outcome = game->outcome};
}

void lc_index_count(lc_IndexMove *row, const lc_IndexCount *count) {
  row->games++;
  if (count->outcome >= LC_WINNER_WHITE && count->outcome <= LC_WINNER_BLACK) row->outcome[count->outcome - 1]++;
  row->ratings += count->ratings;
  row->rated += count->rated;
  if (count->year > row->year) row->year = count->year;
}

size_t lc_index_put_move(const lc_IndexMove *row, unsigned char out[LC_INDEX_MOVE_BYTES]) {
  const uint64_t numbers[] = {row->games, row->outcome[0], row->outcome[1], row->outcome[2],
                              row->ratings, row->rated, row->year};
  lc_put16(out, row->move);
  size_t size = 2;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) size += lc_put_varint(out + size, numbers[i]);
  return size;
}
