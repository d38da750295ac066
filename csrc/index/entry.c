/*
** entry - see entry.h.
*/
#include "entry.h"

#include <string.h>

#include "../match/value.h"

bool lc_entry_find_tag(const lc_TagSection *section, const char *name, char *scratch, lc_EntryText *out) {
  lc_Tag tag;
  if (!lc_tag_find(section, name, strlen(name), &tag)) return false;
  *out = (lc_EntryText){section->text + tag.value, tag.value_size};
  if (tag.has_escapes) *out = (lc_EntryText){scratch, lc_tag_unescape(section->text, &tag, scratch)};
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void read_elo(const lc_TagSection *section, unsigned color, char *scratch, lc_IndexGame *out) {
  lc_EntryText value;
  int64_t number;
  out->elo[color] = LC_INDEX_NO_NUMBER;
  if (!lc_entry_find_tag(section, color == LC_WHITE ? "WhiteElo" : "BlackElo", scratch, &value)) return;
  if (value.size > 0 && lc_tag_number(value.text, value.size, &number)) {
    out->elo[color] = (uint16_t)(number < 0 ? 0 : number < LC_INDEX_NO_NUMBER ? number : LC_INDEX_NO_NUMBER - 1);
  }
  out->rating[color] = lc_rating(value.text, value.size);
}

static void read_date(const lc_TagSection *section, char *scratch, lc_IndexGame *out) {
  lc_EntryText value;
  int64_t date;
  if (!lc_entry_find_tag(section, "Date", scratch, &value)) return;
  if (lc_value_date(value.text, value.size, &date)) out->date = (uint32_t)date;
  if (value.size < 4) return;
  for (unsigned i = 0; i < 4; i++) {
    if (!is_digit(value.text[i])) return;
  }
  for (unsigned i = 0; i < 4; i++) out->year = (uint16_t)(out->year * 10 + (value.text[i] - '0'));
}

uint8_t lc_entry_outcome(lc_Result result) {
  if (result == LC_RESULT_WHITE) return LC_WINNER_WHITE;
  if (result == LC_RESULT_BLACK) return LC_WINNER_BLACK;
  return result == LC_RESULT_DRAW ? LC_WINNER_DRAW : LC_WINNER_NONE;
}

/* Returns false if only the movetext has the outcome. */
static bool read_result(const lc_TagSection *section, lc_Result movetext, char *scratch, lc_IndexGame *out) {
  lc_EntryText value;
  bool has_tag = lc_entry_find_tag(section, "Result", scratch, &value);
  lc_Result result = has_tag ? lc_result_of(value.text, value.size) : movetext;
  bool is_clear = result != LC_RESULT_NONE && result != LC_RESULT_UNKNOWN;
  out->sign = (uint8_t)result;
  out->outcome = lc_entry_outcome(is_clear ? result : movetext);
  return is_clear || movetext != LC_RESULT_NONE;
}

bool lc_entry_read_tags(const lc_TagSection *section, lc_Result movetext, char *scratch, lc_IndexGame *out) {
  lc_EntryText value;
  read_elo(section, LC_WHITE, scratch, out);
  read_elo(section, LC_BLACK, scratch, out);
  read_date(section, scratch, out);
  if (lc_entry_find_tag(section, "ECO", scratch, &value)) memcpy(out->eco, value.text, value.size < 4 ? value.size : 4);
  return read_result(section, movetext, scratch, out);
}
