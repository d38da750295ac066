/*
** suffix - see suffix.h.
*/
#include "suffix.h"

#include <string.h>

#include "text.h"

typedef struct Word {
  const char *text;
  size_t size;
  lc_Suffix kind;
} Word;

/* The words of suffixes.def that may be separate. Those for en passant that PGN has come first. */
#define LC_APART_EP LC_SUFFIX_EP
#define LC_APART_CHECK LC_SUFFIX_CHECK
#define LC_APART_MATE LC_SUFFIX_CHECK
#define LC_APART_ANY(kind, text) {text, sizeof text - 1, LC_APART_##kind},
#define LC_APART_BOTH LC_APART_ANY
#define LC_APART_APART LC_APART_ANY
#define LC_APART_GLUED(kind, text)
#define LC_APART_TEXT(kind, text)
static const Word words[] = {
#define LC_SUFFIX(kind, text, place) LC_APART_##place(kind, text)
#include "../notation/suffixes.def"
};

/* In PGN, only the first PGN_WORDS words are read; in a dialect, all of them. */
#define LC_PGN_EP_ANY +1
#define LC_PGN_EP_APART
#define LC_PGN_EP_GLUED
#define LC_PGN_EP(place) LC_PGN_EP_##place
#define LC_PGN_CHECK(place)
#define LC_PGN_MATE(place)
enum {
  WORDS = sizeof words / sizeof *words,
  PGN_WORDS = 0
#define LC_SUFFIX(kind, text, place) LC_PGN_##kind(place)
#include "../notation/suffixes.def"
};

/* The text to compare. In PGN, it is a symbol that the lexer has found; in a dialect, it is the text of the game. */
typedef struct Place {
  const char *text;
  size_t size, at;
  const lc_Dialect *dialect;
} Place;

typedef struct Found {
  size_t length; /* 0: not found */
  lc_Suffix kind;
  bool is_own;
} Found;

static bool ends_at(const Place *place, size_t at) {
  if (at == place->size) return true;
  char next = place->text[at];
  return place->dialect && (lc_is_space(next) || (next != '\0' && strchr("{};()$*[!?", next)));
}

static bool is_word_at(const Place *place, size_t at, const char *word, size_t n) {
  return n > 0 && place->size - at >= n && memcmp(place->text + at, word, n) == 0;
}

/* Return the length of a check sign at `at`, directly after a word of en passant, as in "e.p.+". */
static size_t glued_check(const Place *place, size_t at) {
  for (unsigned i = PGN_WORDS; place->dialect && i < WORDS; i++) {
    size_t n = words[i].size;
    bool is_check = words[i].kind == LC_SUFFIX_CHECK && is_word_at(place, at, words[i].text, n);
    if (is_check && ends_at(place, at + n)) return n;
  }
  return 0;
}

/* Return the length of `word` and a check sign directly after it. Returns 0 if the word is not at the offset of
** `place`. */
static size_t length_of(const Place *place, const char *word, size_t n, lc_Suffix kind) {
  if (!is_word_at(place, place->at, word, n)) return 0;
  if (ends_at(place, place->at + n)) return n;
  size_t more = kind == LC_SUFFIX_EP ? glued_check(place, place->at + n) : 0;
  return more ? n + more : 0;
}

/* Find one of the dialect's own words. Blanks at the beginning of the word are ignored. */
static Found find_own(const Place *place) {
  static const struct {
    uint8_t list;
    lc_Suffix kind;
  } lists[] = {{LC_WORDS_EP, LC_SUFFIX_EP}, {LC_WORDS_MATE, LC_SUFFIX_CHECK}, {LC_WORDS_DOUBLE, LC_SUFFIX_CHECK},
               {LC_WORDS_CHECK, LC_SUFFIX_CHECK}};
  const lc_Dialect *dialect = place->dialect;
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
    const lc_DialectList *list = &dialect->lists[lists[i].list];
    for (unsigned k = 0; k < list->count; k++) {
      const lc_DialectWord *word = &dialect->words[list->first + k];
      const char *text = dialect->pool + word->at[0];
      size_t blanks = 0;
      while (blanks < word->size[0] && lc_is_space(text[blanks])) blanks++;
      size_t length = length_of(place, text + blanks, word->size[0] - blanks, lists[i].kind);
      if (length) return (Found){length, lists[i].kind, blanks > 0};
    }
  }
  return (Found){0};
}

lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length,
                       bool *is_own) {
  const Place place = {text, size, at, dialect};
  Found found = {0};
  if (dialect) found = find_own(&place);
  for (unsigned i = 0; found.length == 0 && i < (dialect ? WORDS : PGN_WORDS); i++) {
    if (at == size || words[i].text[0] != text[at]) continue; /* most words are moves: a call for each is dear */
    found.length = length_of(&place, words[i].text, words[i].size, words[i].kind);
    found.kind = words[i].kind;
  }
  *length = found.length;
  *is_own = found.is_own;
  return found.length ? found.kind : LC_SUFFIX_NONE;
}
