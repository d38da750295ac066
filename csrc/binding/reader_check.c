/*
** reader_check - whether the game in the window is one about which nothing is to be said.
**
** A replay of the mainline and a few looks at the bytes answer for nearly all games of a clean file, and nothing is
** made for them. What is not plain here (variations, comments among the tags, rare spellings) need not be wrong: it is
** left to the full reading of game_diagnostics, which decides. It must never be plain here and found fault with there.
*/
#include <string.h>

#include "../pgn/encoding.h"
#include "reader_box.h"

/* Eight bytes of a tag's name as a number: what is behind the name is left out. */
static uint64_t name_word(const char *at, bool *is_end) {
  uint64_t word, ones = UINT64_C(0x0101010101010101);
  memcpy(&word, at, sizeof word);
  /* The first byte below #, the least a name is made of: a blank or a quotation mark. */
  uint64_t below = (word - '#' * ones) & ~word & 0x80 * ones;
  *is_end = below != 0;
  return below ? word & ((below & -below) - 1) >> 7 : word;
}

/* Whether two tags of a plain section may have one name, or there are more than `most`. Eight bytes behind it can be
** read. */
static bool may_repeat(const char *text, size_t tags_end, uint32_t most) {
  enum { MOST = 40 };
  if (most > MOST) most = MOST;
  uint64_t seen[16] = {0}, keys[MOST];
  unsigned count = 0;
  for (size_t at = 0;;) {
    uint64_t key = 0;
    bool is_end = false;
    for (size_t i = at + 1; !is_end && i < tags_end; i += 8) {
      key = (key ^ name_word(text + i, &is_end)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    if (count == most) return true;
    uint64_t *word = &seen[key >> 60], bit = UINT64_C(1) << (key >> 54 & 63);
    for (unsigned i = 0; *word & bit && i < count; i++) {
      if (keys[i] == key) return true;
    }
    *word |= bit;
    keys[count++] = key;
    const char *end = memchr(text + at, '\n', tags_end - at);
    if (!end) return false;
    at = (size_t)(end - text) + 1;
  }
}

/* Whether a full reading of the text would find more to say than the replay did. */
static bool is_plain(const lcb_Reader *reader, const char *text, size_t size, size_t tags) {
  lc_Cpu cpu = reader->window.cpu;
  bool has_comment = reader->scan.comment > 0; /* one at offset 0 stands before the tags: not plain */
  unsigned before = lc_text_traits(cpu, text, tags, false);
  unsigned behind = lc_text_traits(cpu, text + tags, size - tags, has_comment);
  lc_Encoded encoded;
  const lcb_Limits *limits = reader->limits;
  if ((before | behind) & LC_TRAIT_CONTROL || tags > limits->tag || size - tags > limits->comment) return false;
  if (behind & LC_TRAIT_BRACKET && lc_section_find(text, size, tags) != SIZE_MAX) return false;
  if ((before | behind) & LC_TRAIT_HIGH) {
    lc_encoding_of(text, size, &encoded);
    if (encoded.is_mixed) return false;
  }
  return tags == 0 || !may_repeat(text, tags, limits->tags);
}

bool lcb_reader_is_clean(const lcb_Reader *reader, lc_Replay *replay) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, tags = lcb_tags_size(scan), slack = reader->window.room + LCB_SLACK - scan->at;
  lc_Start start;
  lc_start_find(text, scan->has_setup ? tags : 0, &start);
  lc_replay_begin(replay, text, size, slack, tags, reader->dialect, &start);
  lc_replay_run(replay, reader->window.cpu, NULL, 0);
  if (replay->code != LC_D_NONE || start.repaired != LC_D_NONE || scan->has_open_comment || replay->is_odd) return false;
  if (scan->has_variation || !scan->has_plain_tags || scan->result == LC_RESULT_NONE || start.setup_end) return false;
  if (reader->is_strict || !is_plain(reader, text, size, tags)) return false; /* unusual spellings count, too */
  lc_TagSection section = lcb_section(reader);
  lc_Tag tag;
  if (!lc_tag_find(&section, "Result", 6, &tag)) return true;
  size_t length;
  const char *sign = lc_result_text(scan->result, &length);
  return tag.is_good && tag.value_size == length && memcmp(text + tag.value, sign, length) == 0;
}
