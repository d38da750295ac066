/*
** players - see players.h.
*/
#include "players.h"

/* Subtract a number from the remaining one. If it is larger, the index is damaged, and the function returns false. */
LC_MUST_USE static bool take(lc_IndexFile *file, uint64_t *left, uint64_t number) {
  bool is_enough = number <= *left;
  if (is_enough) *left -= number;
  else file->problem = LC_INDEX_DAMAGED;
  return is_enough;
}

/* Return the bytes that the texts of all names have if each name is found by each of its words. */
static uint64_t most_bytes(const lc_IndexHead *head) {
  const lc_IndexRange *texts = &head->part[LC_INDEX_NAMES];
  return LC_NAME_WORDS * (texts->end - texts->begin);
}

/* ---- names ---- */

/* Expect the ends or the bytes that each of the names has in a part. Returns false on failure. */
static bool expect_names(lc_Players *it, lc_IndexPart part, lc_IndexPart ends, bool has_ends) {
  uint64_t bytes_left = it->bytes_left;
  lc_IndexWord word;
  lc_IndexRange range;
  for (uint64_t i = it->words.begin; i < it->words.end; i++) {
    if (!lc_index_get_word(it->file, i, &word)) return false;
    if (!has_ends) {
      lc_index_expect_record(it->file, ends, (uint64_t)word.name - 1, 8);
    } else if (!lc_index_find_bytes(it->file, part, ends, (uint64_t)word.name - 1, &range) ||
               !take(it->file, &bytes_left, range.end - range.begin)) {
      return false;
    } else {
      lc_index_expect(it->file, range);
    }
  }
  lc_index_expect_end(it->file);
  return true;
}

/* Expect the texts of the names. */
static bool expect_texts(lc_Players *it) {
  if (it->words.end - it->words.begin < 2) return true;
  return expect_names(it, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, false) &&
         expect_names(it, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, true);
}

bool lc_players_begin(lc_IndexFile *file, const char *text, size_t size, bool is_prefix, char *folded,
                      lc_Players *out) {
  const lc_IndexHead *head = &file->head;
  *out = (lc_Players){.file = file, .is_prefix = is_prefix, .bytes_left = most_bytes(head),
                      .games_left = 2 * head->games};
  lc_name_split(folded, lc_fold_name(text, size, folded), &out->wanted);
  if (out->wanted.count == 0) return true;
  size_t length = out->wanted.size[0];
  uint64_t first = lc_index_word(out->wanted.word[0], length), last = first;
  if (is_prefix && length < 8) last |= ~UINT64_C(0) >> 8 * length;
  return lc_index_find_words(file, first, last, &out->words) && expect_texts(out);
}

uint32_t lc_players_next(lc_Players *it, lc_IndexRange *text) {
  lc_IndexWord word;
  if (it->words.begin == it->words.end || !lc_index_get_word(it->file, it->words.begin++, &word)) return 0;
  if (!lc_index_find_bytes(it->file, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, (uint64_t)word.name - 1, text)) return 0;
  return take(it->file, &it->bytes_left, text->end - text->begin) ? word.name : 0;
}

bool lc_players_agree(const lc_Players *it, const char *text, size_t size, char *scratch) {
  return it->is_prefix || lc_name_agrees(&it->wanted, text, size, scratch);
}

/* ---- games ---- */

bool lc_players_games(lc_Players *it, uint32_t name, lc_IndexRange *out) {
  return lc_index_find_bytes(it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)name - 1, out) &&
         take(it->file, &it->games_left, (out->end - out->begin) / LC_PLAYED);
}

bool lc_players_read(lc_Players *it, lc_IndexRange games, unsigned color, uint32_t *out, size_t *count) {
  enum { SOME = 256 };
  unsigned char bytes[SOME * LC_PLAYED];
  while (games.end - games.begin >= LC_PLAYED) {
    size_t size = games.end - games.begin < sizeof bytes ? (size_t)(games.end - games.begin) : sizeof bytes;
    size -= size % LC_PLAYED;
    if (!lc_index_get(it->file, games.begin, bytes, size)) return false;
    games.begin += size;
    for (size_t i = 0; i < size; i += LC_PLAYED) {
      uint32_t entry = lc_get32(bytes + i);
      if (entry / 2 >= it->file->head.games) {
        it->file->problem = LC_INDEX_DAMAGED;
        return false;
      }
      if (color == LC_EITHER_COLOR || entry % 2 == color) out[(*count)++] = entry / 2 + 1;
    }
  }
  return true;
}
