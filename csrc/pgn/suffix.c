/*
** suffix - see suffix.h.
*/
#include "suffix.h"

#include <string.h>

#include "text.h"

typedef struct Word {
  const char *text;
  lc_Suffix kind;
} Word;

/* Longer words before those they begin with. */
static const Word words[] = {
    {"e.p.", LC_SUFFIX_EP}, {"ep.", LC_SUFFIX_EP}, {"e.p", LC_SUFFIX_EP}, {"ep", LC_SUFFIX_EP}, {"e. p.", LC_SUFFIX_EP},
    {"++", LC_SUFFIX_CHECK}, {"+", LC_SUFFIX_CHECK}, {"#", LC_SUFFIX_CHECK},
    {"\xe2\x80\xa0\xe2\x80\xa0", LC_SUFFIX_CHECK}, {"\xe2\x80\xa0", LC_SUFFIX_CHECK}, /* U+2020 dagger */
    {"\xe2\x80\xa1", LC_SUFFIX_CHECK},                                              /* U+2021 double dagger */
    {"ch.", LC_SUFFIX_CHECK}, {"ch", LC_SUFFIX_CHECK},                                /* English and French */
    {"mate", LC_SUFFIX_CHECK}, {"matt", LC_SUFFIX_CHECK}, {"mat", LC_SUFFIX_CHECK}};

/* The first words are those that PGN files have. */
enum { WORDS = sizeof words / sizeof *words, PGN_WORDS = 4 };

/* What is looked at: PGN's symbols, which the lexer has cut out, or a dialect's text. */
typedef struct Place {
  const char *text;
  size_t size, at;
  bool is_foreign;
} Place;

static bool is_word(const Place *place, const char *word, size_t n) {
  size_t end = place->at + n;
  if (n == 0 || place->size < end || memcmp(place->text + place->at, word, n) != 0) return false;
  if (end == place->size) return true;
  char next = place->text[end];
  return place->is_foreign && (lc_is_space(next) || (next != '\0' && strchr("{};()$*[!?", next)));
}

/* The length of a dialect's word of a list that stands here, 0 for none. */
static size_t own_length(const lc_Dialect *dialect, unsigned list, const Place *place, bool *is_own) {
  const lc_DialectWord *word = dialect->words + dialect->lists[list].first;
  for (unsigned i = 0; i < dialect->lists[list].count; i++, word++) {
    const char *text = dialect->pool + word->at[0];
    size_t blanks = 0, n = word->size[0];
    while (blanks < n && lc_is_space(text[blanks])) blanks++;
    if (!is_word(place, text + blanks, n - blanks)) continue;
    *is_own = blanks > 0;
    return n - blanks;
  }
  return 0;
}

static lc_Suffix find_own(const lc_Dialect *dialect, const Place *place, size_t *length, bool *is_own) {
  static const struct {
    uint8_t list;
    lc_Suffix kind;
  } lists[] = {{LC_WORDS_EP, LC_SUFFIX_EP}, {LC_WORDS_MATE, LC_SUFFIX_CHECK}, {LC_WORDS_DOUBLE, LC_SUFFIX_CHECK},
               {LC_WORDS_CHECK, LC_SUFFIX_CHECK}};
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
    *length = own_length(dialect, lists[i].list, place, is_own);
    if (*length) return lists[i].kind;
  }
  return LC_SUFFIX_NONE;
}

lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length, bool *is_own) {
  const Place place = {text, size, at, dialect != NULL};
  *is_own = false;
  lc_Suffix own = dialect ? find_own(dialect, &place, length, is_own) : LC_SUFFIX_NONE;
  if (own != LC_SUFFIX_NONE) return own;
  for (unsigned i = 0; i < (dialect ? WORDS : PGN_WORDS); i++) {
    *length = strlen(words[i].text);
    if (is_word(&place, words[i].text, *length)) return words[i].kind;
  }
  return LC_SUFFIX_NONE;
}
