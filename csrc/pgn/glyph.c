/*
** glyph - see glyph.h.
*/
#include "glyph.h"

#include <string.h>

#include "text.h"

static const lc_Sign signs[] = {
#define LC_SIGN(text, nag, use) {text, sizeof text - 1, nag, LC_SIGN_##use, false},
#define LC_FIGURE(text, nag, use) {text, sizeof text - 1, nag, LC_SIGN_##use, true},
#include "../notation/signs.def"
};
enum { SIGNS = sizeof signs / sizeof *signs };

const lc_Sign *lc_sign(size_t i) { return i < SIGNS ? &signs[i] : NULL; }

static bool is_high(char c) { return (unsigned char)c >= 0x80; }

/* Report whether movetext may have the sign as a separate word. Marks are tokens of their own. */
static bool is_word_sign(const lc_Sign *sign) {
  return sign->use == LC_SIGN_WORD || sign->use == LC_SIGN_GLUED || sign->use == LC_SIGN_LETTER;
}

/* Report whether a sign begins with this byte. The compiler folds the chain of comparisons into a few tests of bits. */
static bool begins_sign(char c) {
  return false
#define LC_SIGN(text, nag, use) || c == text[0]
#include "../notation/signs.def"
    ;
}

/* Return the longest sign at the beginning of a text, or NULL. U+2640 to U+267F have the figurines, which begin most
** moves of some notations, but no signs. */
static const lc_Sign *find(const char *text, size_t size, bool only_figures) {
  const lc_Sign *best = NULL;
  if (!begins_sign(text[0]) || (size >= 2 && text[0] == '\xe2' && text[1] == '\x99')) return NULL;
  for (const lc_Sign *it = signs; it < signs + SIGNS; it++) {
    if (it->text[0] != text[0] || it->size > size || it->text[it->size - 1] != text[it->size - 1]) continue;
    if (!is_word_sign(it) || (only_figures && !it->is_figure)) continue;
    if ((!best || it->size > best->size) && memcmp(it->text, text, it->size) == 0) best = it;
  }
  return best;
}

static const lc_Sign *find_unicode(const char *text, size_t size) { return size > 0 ? find(text, size, true) : NULL; }

/* Whether movetext may have a sign of this use as a separate word: see is_word_sign(). */
enum { IN_MARK, IN_NAME = 0, IN_SYMBOL = 0, IN_OFFER = 0, IN_WORD = 1, IN_GLUED = 1, IN_LETTER = 1 };

/* The compiler folds the chain of comparisons into a few tests of bits. */
static bool may_be_first(char c) {
  return is_high(c)
#define LC_SIGN(text, nag, use) || (IN_##use && c == text[0])
#include "../notation/signs.def"
    ;
}

/* A letter is a sign only as a whole word. */
bool lc_glyph_may_begin(char c, char next) {
  if (!may_be_first(c)) return false;
  bool is_alone = !lc_is_letter(next) && !lc_is_digit(next);
#define LC_SIGN(text, nag, use) \
  if (IN_##use && c == text[0] && (sizeof text > 2 ? next == text[1] : is_alone || !lc_is_letter(c))) return true;
#include "../notation/signs.def"
  return is_high(c);
}

/* Report whether a sign may end here. White space, the end of the text, the start of another token or another Unicode
** sign must follow. */
static bool ends_at(const char *text, size_t size, size_t at) {
  if (at >= size || lc_is_space(text[at])) return true;
  if (text[at] != '\0' && strchr("{};()$*[!?", text[at])) return true;
  if (size - at >= 2 && memcmp(text + at, "\xc2\xa0", 2) == 0) return true; /* a no-break space */
  return find_unicode(text + at, size - at) != NULL;
}

/* Report whether the word that ends before `end` is a move number, with or without periods. */
static bool is_number_before(const char *text, size_t end) {
  if (end > 0 && text[end - 1] == '.') return true;
  size_t at = end;
  while (at > 0 && lc_is_digit(text[at - 1])) at--;
  return at < end && (at == 0 || lc_is_space(text[at - 1]));
}

/* Report whether the text at `at` may be the rest of a move after its piece letter: a file, a rank or a capture sign,
** but not a move number. */
static bool is_square_at(const char *text, size_t size, size_t at) {
  if (at >= size) return false;
  if ((text[at] >= 'a' && text[at] <= 'h') || strchr("x:-", text[at])) return true;
  if (!lc_is_digit(text[at])) return is_high(text[at]) && !find_unicode(text + at, size - at);
  while (at < size && lc_is_digit(text[at])) at++;
  return at < size && lc_is_letter(text[at]);
}

/* Return the length of the loose dash (skip.def) that ends before `at`, or 0. */
static size_t dash_before(const char *text, size_t at) {
  size_t length = 0;
  if (at > 0 && text[at - 1] == '-') length = 1;
  if (at >= 3 && memcmp(text + at - 3, "\xe2\x80\x93", 3) == 0) length = 3;
  if (length == 0 || length == at) return length;
  char before = text[at - length - 1];
  return lc_is_space(before) || before == '.' ? length : 0;
}

/* Return the offset before the blanks and the loose dashes that end at `at`. */
static size_t skip_back(const char *text, size_t at) {
  for (;;) {
    size_t length = at > 0 && lc_is_space(text[at - 1]) ? 1 : dash_before(text, at);
    if (length == 0) return at;
    at -= length;
  }
}

/* Report whether the letters from `at` to `end` may name a piece whose square follows after a blank, as in "N f3".
** After a move number, they may do so even if there is no square ("2. N" and "2.- N"): a move is missing there. */
static bool may_be_piece(const char *text, size_t size, size_t at, size_t end) {
  at = skip_back(text, at);
  while (end < size && lc_is_space(text[end])) end++;
  return at == 0 || is_number_before(text, at) || is_square_at(text, size, end);
}

size_t lc_glyph_at(const char *text, size_t size, size_t at, unsigned *nag) {
  const lc_Sign *sign = find_unicode(text + at, size - at);
  if (!sign) sign = find(text + at, size - at, false);
  if (!sign) return 0;
  size_t length = sign->size, end = at + length;
  if (!ends_at(text, size, end)) return 0;
  if (at > 0 && text[at - 1] == '(' && end < size && text[end] == ')') return 0;
  if (sign->use == LC_SIGN_LETTER && may_be_piece(text, size, at, end)) return 0;
  *nag = sign->nag;
  return length;
}

/* Report whether text[at..end) consists only of Unicode signs. */
static bool is_all_signs(const char *text, size_t at, size_t end) {
  while (at < end) {
    const lc_Sign *sign = find_unicode(text + at, end - at);
    if (!sign) return false;
    at += sign->size;
  }
  return true;
}

static size_t glued_unicode(const char *text, size_t at, size_t end) {
  size_t first = at + 2;
  while (first < end && !is_high(text[first])) first++;
  if (first >= end) return end;
  if (first > at + 2 && strchr("+=", text[first - 1]) && is_all_signs(text, first - 1, end)) return first - 1;
  return is_all_signs(text, first, end) ? first : end;
}

static bool may_end_move(char last, bool any_letters) {
  if ((last >= '1' && last <= '8') || strchr("O0QRBN+#p", last)) return true;
  return any_letters && (lc_is_letter(last) || is_high(last));
}

/* Return the offset of the longest sign at the end of a word, or `end`. "+=" is not such a sign, because + may mean
** check and = a draw offer. */
static size_t glued_ascii(const char *text, size_t at, size_t end, bool any_letters) {
  size_t best = end;
  if (memcmp(text + end - 2, "+=", 2) == 0) return end;
  for (const lc_Sign *it = signs; it < signs + SIGNS; it++) {
    size_t n = it->size;
    if (it->use != LC_SIGN_GLUED || end - at < n + 2 || memcmp(text + end - n, it->text, n) != 0) continue;
    if (end - n < best && may_end_move(text[end - n - 1], any_letters)) best = end - n;
  }
  return best;
}

size_t lc_glyph_glued(const char *text, size_t at, size_t end, bool any_letters) {
  size_t letters = at;
  while (any_letters && letters < end && is_high(text[letters])) letters++;
  at = letters > at ? letters - 1 : at; /* the letters of a piece's name count as one character */
  if (end - at < 3) return end;
  if (letters == at && !lc_is_letter(text[at]) && memcmp(text + at, "0-0", 3) != 0) return end;
  char last = text[end - 1];
  if (is_high(last)) return glued_unicode(text, at, end);
  if (last == '=' || last == '~' || last == '-') return glued_ascii(text, at, end, any_letters);
  if (last != '+') return end;
  /* A lone plus means check, except after a Unicode minus sign. */
  if (is_high(text[end - 2])) return glued_unicode(text, at, end);
  return strchr("/-=", text[end - 2]) ? glued_ascii(text, at, end, any_letters) : end;
}

/* The compiler keeps only the comparisons with offers. */
size_t lc_offer_at(const char *text, size_t size, size_t at) {
#define LC_SIGN(sign, nag, use)                                                                    \
  if (LC_SIGN_##use == LC_SIGN_OFFER && size - at >= sizeof sign - 1 && !memcmp(text + at, sign, sizeof sign - 1)) \
    return sizeof sign - 1;
#include "../notation/signs.def"
  return 0;
}

unsigned lc_glyph_mark(const char *text, size_t size) {
  for (const lc_Sign *it = signs; it < signs + SIGNS; it++) {
    if (it->use == LC_SIGN_MARK && size == it->size && memcmp(text, it->text, size) == 0) return it->nag;
  }
  return 0;
}
