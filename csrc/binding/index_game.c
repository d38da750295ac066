/*
** index_game - reads the fields of a game's entry in an index from its tags.
**
** Each field has the value that another part of Lucena sees, so that an index gives the same results as reading the
** games: numbers and dates those of queries (csrc/match), ratings, years and outcomes those of lua/lucena/explore.lua.
** The usual spellings are read here; for others, the Lua function is called.
*/
#include <string.h>

#include "../match/value.h"
#include "../pgn/lexer.h"
#include "index.h"

bool lcb_index_find_tag(const lc_TagSection *section, const char *name, char *scratch, lcb_IndexValue *out) {
  lc_Tag tag;
  if (!lc_tag_find(section, name, strlen(name), &tag)) return false;
  *out = (lcb_IndexValue){section->text + tag.value, tag.value_size};
  if (tag.has_escapes) *out = (lcb_IndexValue){scratch, lc_tag_unescape(section->text, &tag, scratch)};
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void read_elo(const lc_TagSection *section, unsigned color, char *scratch, lc_IndexGame *out) {
  lcb_IndexValue value;
  int64_t number;
  out->elo[color] = LC_INDEX_NO_NUMBER;
  if (!lcb_index_find_tag(section, color == LC_WHITE ? "WhiteElo" : "BlackElo", scratch, &value)) return;
  if (value.size > 0 && lc_tag_number(value.text, value.size, &number)) {
    out->elo[color] = (uint16_t)(number < 0 ? 0 : number < LC_INDEX_NO_NUMBER ? number : LC_INDEX_NO_NUMBER - 1);
  }
  out->rating[color] = lcb_rating(value.text, value.size);
}

static void read_date(const lc_TagSection *section, char *scratch, lc_IndexGame *out) {
  lcb_IndexValue value;
  int64_t date;
  if (!lcb_index_find_tag(section, "Date", scratch, &value)) return;
  if (lc_value_date(value.text, value.size, &date)) out->date = (uint32_t)date;
  if (value.size < 4) return;
  for (unsigned i = 0; i < 4; i++) {
    if (!is_digit(value.text[i])) return;
  }
  for (unsigned i = 0; i < 4; i++) out->year = (uint16_t)(out->year * 10 + (value.text[i] - '0'));
}

static uint8_t outcome_of(lc_Result result) {
  if (result == LC_RESULT_WHITE) return LC_WINNER_WHITE;
  if (result == LC_RESULT_BLACK) return LC_WINNER_BLACK;
  return result == LC_RESULT_DRAW ? LC_WINNER_DRAW : LC_WINNER_NONE;
}

/* Return the outcome of a game whose movetext must be read to find it. The Reader is at stack index 1. */
static uint8_t unusual_outcome(lua_State *L, lcb_Reader *reader) {
  lcb_push_function(L, "lucena.result", "of");
  lcb_reader_push_game(L, reader);
  lua_call(L, 1, 1);
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  uint8_t outcome = text ? outcome_of(lc_result_of(text, size)) : LC_WINNER_NONE;
  lua_pop(L, 1);
  return outcome;
}

static void read_result(lua_State *L, lcb_Reader *reader, const lc_TagSection *section, char *scratch,
                        lc_IndexGame *out) {
  lcb_IndexValue value;
  lc_Result movetext = (lc_Result)reader->scan.result;
  bool has_tag = lcb_index_find_tag(section, "Result", scratch, &value);
  lc_Result result = has_tag ? lc_result_of(value.text, value.size) : movetext;
  out->sign = (uint8_t)result;
  if (result == LC_RESULT_NONE || result == LC_RESULT_UNKNOWN) {
    out->outcome = movetext != LC_RESULT_NONE ? outcome_of(movetext) : unusual_outcome(L, reader);
  } else {
    out->outcome = outcome_of(result);
  }
}

void lcb_index_read_tags(lua_State *L, lcb_Reader *reader, char *scratch, lc_IndexGame *out) {
  lc_TagSection section = lcb_section(reader);
  lcb_IndexValue value;
  read_elo(&section, LC_WHITE, scratch, out);
  read_elo(&section, LC_BLACK, scratch, out);
  read_date(&section, scratch, out);
  read_result(L, reader, &section, scratch, out);
  if (lcb_index_find_tag(&section, "ECO", scratch, &value))
    memcpy(out->eco, value.text, value.size < 4 ? value.size : 4);
}
