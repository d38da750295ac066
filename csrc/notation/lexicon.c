/*
** lexicon - see lexicon.h.
*/
#include "lexicon.h"

#include <string.h>

static const lc_ResultSpelling spellings[] = {
#define LC_SPELLING(text, result, white, black, is_forfeit, use) \
  {text, LC_RESULT_##result, white, black, is_forfeit, LC_RESULT_##use},
#include "lexicon.def"
};
enum { SPELLINGS = sizeof spellings / sizeof spellings[0] };

static const char *const dashes[] = {
#define LC_DASH(text) text,
#include "lexicon.def"
};

static size_t skip_blanks(const char *text, size_t size, size_t at) {
  while (at < size && (text[at] == ' ' || text[at] == '\t')) at++;
  return at;
}

static bool begins(const char *text, size_t size, size_t at, const char *prefix) {
  size_t length = strlen(prefix);
  return size - at >= length && memcmp(text + at, prefix, length) == 0;
}

/* Return the length of a dash at `at`. Blanks around it belong to it, except at the beginning of the text. */
static size_t dash_length(const char *text, size_t size, size_t at) {
  size_t dash = at > 0 ? skip_blanks(text, size, at) : at;
  for (unsigned i = 0; i < sizeof dashes / sizeof dashes[0]; i++) {
    if (!begins(text, size, dash, dashes[i])) continue;
    size_t end = dash + strlen(dashes[i]);
    return (at > 0 ? skip_blanks(text, size, end) : end) - at;
  }
  return 0;
}

/* Return the length of the text that is read as a spelling, or 0. */
static size_t match(const char *spelling, const char *text, size_t size) {
  size_t at = 0;
  for (; *spelling; spelling++) {
    size_t length = *spelling == '-' ? dash_length(text, size, at) : at < size && text[at] == *spelling;
    if (length == 0) return 0;
    at += length;
  }
  return at;
}

const lc_ResultSpelling *lc_result_spelling(size_t i) { return i < SPELLINGS ? &spellings[i] : NULL; }

const lc_ResultSpelling *lc_result_begin(const char *text, size_t size, size_t *length) {
  const lc_ResultSpelling *best = NULL;
  *length = 0;
  for (unsigned i = 0; i < SPELLINGS; i++) {
    size_t found = match(spellings[i].text, text, size);
    if (found <= *length) continue;
    *length = found;
    best = &spellings[i];
  }
  return best;
}

const lc_ResultSpelling *lc_result_word(const char *text, size_t size) {
  const lc_ResultSpelling *best = NULL;
  for (unsigned i = 0; i < SPELLINGS; i++) {
    bool is_longer = !best || strlen(spellings[i].text) > strlen(best->text);
    if (is_longer && begins(text, size, 0, spellings[i].text)) best = &spellings[i];
  }
  return best;
}

const lc_ResultSpelling *lc_result_find(const char *text, size_t size) {
  size_t length, begin = skip_blanks(text, size, 0);
  while (size > begin && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
  const lc_ResultSpelling *found = lc_result_begin(text + begin, size - begin, &length);
  return found && length == size - begin ? found : NULL;
}

lc_Result lc_result_of(const char *text, size_t size) {
  lc_Result marker = lc_result_marker(text, size);
  const lc_ResultSpelling *found = marker == LC_RESULT_NONE ? lc_result_find(text, size) : NULL;
  return found ? (lc_Result)found->result : marker;
}

const char *lc_result_text(unsigned result, size_t *length) {
  static const char *const texts[LC_RESULT_COUNT] = {
      [LC_RESULT_NONE] = "",        [LC_RESULT_WHITE] = "1-0",    [LC_RESULT_BLACK] = "0-1",
      [LC_RESULT_DRAW] = "1/2-1/2", [LC_RESULT_UNKNOWN] = "*",    [LC_RESULT_BOTH_LOST] = "0-0",
      [LC_RESULT_WHITE_HALF] = "1/2-0", [LC_RESULT_BLACK_HALF] = "0-1/2"};
  *length = strlen(texts[result]);
  return texts[result];
}

static const lc_CastlingSpelling castlings[] = {
#define LC_CASTLING(text, is_long, use) {text, sizeof text - 1, is_long, LC_CASTLING_##use},
#include "castling.def"
};
enum { CASTLINGS = sizeof castlings / sizeof castlings[0] };

const lc_CastlingSpelling *lc_castling_spelling(size_t i) { return i < CASTLINGS ? &castlings[i] : NULL; }

const lc_CastlingSpelling *lc_castling_find(const char *text, size_t size) {
  for (const lc_CastlingSpelling *it = castlings; it < castlings + CASTLINGS; it++) {
    if (it->size == size && memcmp(it->text, text, size) == 0) return it;
  }
  return NULL;
}

const lc_CastlingSpelling *lc_castling_written(bool is_long) {
  const lc_CastlingSpelling *it = castlings;
  while (it->use != LC_CASTLING_WRITTEN || it->is_long != is_long) it++;
  return it;
}

static const struct {
  const char *text;
  uint8_t kind;
} castling_words[] = {
#define LC_CASTLES(text, is_alone) {text, is_alone ? LC_CASTLES_ALONE : LC_CASTLES_WITH_SIDE},
#define LC_SIDE(text, is_long) {text, is_long ? LC_SIDE_LONG : LC_SIDE_SHORT},
#include "castling.def"
};

const char *lc_castling_word(size_t i, lc_CastlingWord *kind) {
  if (i >= sizeof castling_words / sizeof castling_words[0]) return NULL;
  *kind = (lc_CastlingWord)castling_words[i].kind;
  return castling_words[i].text;
}

static const lc_SuffixSpelling suffixes[] = {
#define LC_SUFFIX(kind, text, place) {text, LC_SUFFIX_OF_##kind, LC_SUFFIX_##place},
#include "suffixes.def"
};

const lc_SuffixSpelling *lc_suffix_spelling(size_t i) {
  return i < sizeof suffixes / sizeof suffixes[0] ? &suffixes[i] : NULL;
}

static const lc_NumberSign number_signs[] = {
#define LC_NUMBER_SIGN(text, periods) {text, periods},
#include "numbers.def"
};

const lc_NumberSign *lc_number_spelling(size_t i) {
  return i < sizeof number_signs / sizeof number_signs[0] ? &number_signs[i] : NULL;
}

size_t lc_number_sign(const char *text, size_t size) {
  for (size_t i = 0; i < sizeof number_signs / sizeof number_signs[0]; i++) {
    size_t length = strlen(number_signs[i].text);
    if (size >= length && memcmp(text, number_signs[i].text, length) == 0) return length;
  }
  return 0;
}

const lc_PromotionSpelling lc_promotions[] = {
#define LC_PROMOTION(before, after, use) {before, after, LC_PROMOTION_##use},
#include "promotion.def"
};
