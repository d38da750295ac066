/*
** fold - see fold.h.
*/
#include "fold.h"

#include <stdint.h>
#include <string.h>

/* The folded form of each letter from U+00C0 on. It has two characters; the second one is a blank if the folded form
** has one character. */
static const char latin[] =
    "a a a a a a aec e e e e i i i i d n o o o o o   o u u u u y thss"
    "a a a a a a aec e e e e i i i i d n o o o o o   o u u u u y thy "
    "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g "
    "g g g g h h h h i i i i i i i i i i ijijj j k k k l l l l l l l "
    "l l l n n n n n n n n n o o o o o o oeoer r r r r r s s s s s s "
    "s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s ";

enum { LATIN_FIRST = 0xc0, LATIN_COUNT = (int)(sizeof latin - 1) / 2 };

/* Return the Unicode code point of a Windows-1252 byte. Letters from 0xc0 on have the same code point as their byte. */
static unsigned of_windows(unsigned char c) {
  switch (c) {
    case 0x8a: return 0x160;
    case 0x8c: return 0x152;
    case 0x8e: return 0x17d;
    case 0x9a: return 0x161;
    case 0x9c: return 0x153;
    case 0x9e: return 0x17e;
    case 0x9f: return 0x178;
    default: return c;
  }
}

/* Read the character at `at`: a valid UTF-8 sequence of two bytes, else one byte. Longer sequences are copied byte by
** byte, because such characters are not folded. */
static unsigned next_char(const unsigned char *text, size_t size, size_t *at) {
  unsigned char c = text[(*at)++];
  if (c < 0x80) return c;
  if (c >= 0xc2 && c <= 0xdf && *at < size && (text[*at] & 0xc0) == 0x80) {
    return (unsigned)(c & 31) << 6 | (text[(*at)++] & 63u);
  }
  return of_windows(c);
}

/* Report whether a text has a UTF-8 sequence of more than two bytes. In such a text, no byte is read as
** Windows-1252. */
static bool has_long_sequence(const unsigned char *text, size_t size) {
  for (size_t i = 0; i + 2 < size; i++) {
    if (text[i] >= 0xe0 && text[i] < 0xf5 && (text[i + 1] & 0xc0) == 0x80 && (text[i + 2] & 0xc0) == 0x80) return true;
  }
  return false;
}

static size_t put(char *out, size_t length, char c) {
  char before = length > 0 ? out[length - 1] : ' ';
  bool is_second = (c == 'e' && (before == 'a' || before == 'o' || before == 'u')) || (c == 'a' && before == 'a');
  out[length] = c;
  return length + !is_second;
}

/* Append the folded form of the bytes from `at` to `end`. Returns the new length of `out`. */
static size_t fold_part(const char *text, size_t at, size_t end, bool is_long, char *out, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  while (at < end) {
    size_t begin = at;
    unsigned c = next_char(bytes, end, &at);
    if (c < 0x80) {
      length = put(out, length, (char)(c >= 'A' && c <= 'Z' ? c + 32 : c));
    } else if (c - LATIN_FIRST < LATIN_COUNT && !(is_long && at - begin == 1)) {
      const char *letters = latin + 2 * (c - LATIN_FIRST);
      length = put(out, length, letters[0]);
      if (letters[1] != ' ') length = put(out, length, letters[1]);
    } else {
      for (; begin < at; begin++) out[length++] = text[begin];
    }
  }
  return length;
}

size_t lc_fold(const char *text, size_t size, char *out) {
  return fold_part(text, 0, size, has_long_sequence((const unsigned char *)text, size), out, 0);
}

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

enum { INITIALS_AFTER_COMMA = 4, INITIALS_ELSEWHERE = 2 }; /* at most */

/* Find the next word of initials from `*at` on. Returns its length, and stores its place; 0 if there is none. */
static size_t find_initials(const char *text, size_t size, size_t *at) {
  const char *comma = memchr(text, ',', size);
  for (size_t i = *at; i < size;) {
    size_t begin = i;
    bool is_whole = begin == 0 || !is_word(text[begin - 1]);
    while (i < size && is_capital(text[i])) i++;
    size_t count = i - begin, most = comma ? INITIALS_AFTER_COMMA : INITIALS_ELSEWHERE;
    is_whole = is_whole && (i == size || !is_word(text[i])) && (!comma || text + begin > comma);
    if (is_whole && count > 1 && count <= most) {
      *at = begin;
      return count;
    }
    i += count == 0;
  }
  return 0;
}

static bool has_small_letter(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (text[i] >= 'a' && text[i] <= 'z') return true;
  }
  return false;
}

size_t lc_fold_name(const char *text, size_t size, char *out) {
  size_t length = 0, done = 0, at = 0, count;
  bool is_long = has_long_sequence((const unsigned char *)text, size);
  while (size > 0 && has_small_letter(text, size) && (count = find_initials(text, size, &at)) > 0) {
    length = fold_part(text, done, at, is_long, out, length);
    for (done = at + count; at < done; at++) {
      if (at > done - count) out[length++] = ' ';
      out[length++] = (char)(text[at] + 32);
    }
  }
  return fold_part(text, done, size, is_long, out, length);
}

/* Move a word to the beginning. */
static void move_first(lc_Name *name, unsigned from) {
  const char *word = name->word[from];
  size_t size = name->size[from];
  memmove(name->word + 1, name->word, from * sizeof *name->word);
  memmove(name->size + 1, name->size, from * sizeof *name->size);
  name->word[0] = word;
  name->size[0] = size;
}

void lc_name_split(const char *folded, size_t size, lc_Name *out) {
  out->count = out->surnames = 0;
  for (size_t at = 0; at < size && out->count < LC_NAME_WORDS;) {
    if (!is_word(folded[at])) {
      if (folded[at] == ',' && out->surnames == 0) out->surnames = out->count;
      at++;
      continue;
    }
    size_t begin = at;
    while (at < size && is_word(folded[at])) at++;
    out->word[out->count] = folded + begin;
    out->size[out->count++] = at - begin;
  }
  if (out->surnames > 0 || out->count == 0) return;
  unsigned last = out->count - 1;
  while (last > 0 && out->size[last] < 2) last--;
  move_first(out, last);
  out->surnames = 1;
}

static bool is_equal(const lc_Name *a, unsigned i, const lc_Name *b, unsigned j) {
  return a->size[i] == b->size[j] && memcmp(a->word[i], b->word[j], a->size[i]) == 0;
}

static bool fits(const lc_Name *a, unsigned i, const lc_Name *b, unsigned j) {
  size_t shorter = a->size[i] < b->size[j] ? a->size[i] : b->size[j];
  return memcmp(a->word[i], b->word[j], shorter) == 0;
}

/* Find each word of the wanted surname in a name. `rest` gets the indices of the name's other words: first names, then
** words of the surname. Returns false if a word is missing. */
static bool find_surname(const lc_Name *asked, const lc_Name *name, unsigned *rest, unsigned *count) {
  uint32_t used = 0;
  for (unsigned i = 0; i < asked->surnames; i++) {
    unsigned j = 0;
    while (j < name->count && (used >> j & 1 || !is_equal(asked, i, name, j))) j++;
    if (j == name->count) return false;
    used |= UINT32_C(1) << j;
  }
  for (unsigned i = 0; i < name->count; i++) {
    unsigned j = (i + name->surnames) % name->count;
    if (!(used >> j & 1)) rest[(*count)++] = j;
  }
  return true;
}

/* Return the next index in `rest` after the word that a wanted word fits, or 0 if there is none. */
static unsigned find_first_name(const lc_Name *asked, unsigned word, const lc_Name *name, const unsigned *rest,
                                unsigned at, unsigned count) {
  if (fits(asked, word, name, rest[at])) return at + 1;
  while (++at < count) {
    if (is_equal(asked, word, name, rest[at])) return at + 1;
  }
  return 0;
}

static bool words_agree(const lc_Name *asked, const lc_Name *name) {
  unsigned rest[LC_NAME_WORDS], count = 0, at = 0;
  if (asked->count == 0 || !find_surname(asked, name, rest, &count)) return false;
  if (count == 0) return asked->count == asked->surnames;
  for (unsigned i = asked->surnames; i < asked->count && at < count; i++) {
    at = find_first_name(asked, i, name, rest, at, count);
    if (at == 0) return false;
  }
  return true;
}

bool lc_name_may_begin(char first, const char *text, size_t size) {
  char before = ' ';
  for (size_t i = 0; i < size; i++) {
    char c = text[i];
    if ((unsigned char)c >= 0x80) return true;
    c = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    if (c == first && !is_word(before)) return true;
    before = c;
  }
  return false;
}

bool lc_name_agrees(const lc_Name *asked, const char *text, size_t size, char *scratch) {
  lc_Name name;
  lc_name_split(scratch, lc_fold_name(text, size, scratch), &name);
  return words_agree(asked, &name);
}
