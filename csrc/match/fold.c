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

size_t lc_fold(const char *text, size_t size, char *out) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t length = 0;
  bool is_long = has_long_sequence(bytes, size);
  for (size_t at = 0; at < size;) {
    size_t begin = at;
    unsigned c = next_char(bytes, size, &at);
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

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static void swap_words(lc_Name *name, unsigned a, unsigned b) {
  const char *word = name->word[a];
  size_t size = name->size[a];
  name->word[a] = name->word[b];
  name->size[a] = name->size[b];
  name->word[b] = word;
  name->size[b] = size;
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
  swap_words(out, 0, last);
  out->surnames = 1;
}

/* Return the index of the first unused word of `name` that agrees with `word`, or `name->count` if there is none. */
static unsigned find_word(const lc_Name *name, uint32_t used, const char *word, size_t size, bool whole) {
  for (unsigned i = 0; i < name->count; i++) {
    size_t shorter = name->size[i] < size ? name->size[i] : size;
    if (used >> i & 1 || (whole && name->size[i] != size)) continue;
    if (memcmp(name->word[i], word, shorter) == 0) return i;
  }
  return name->count;
}

static bool words_agree(const lc_Name *asked, const lc_Name *name) {
  uint32_t used = 0;
  for (unsigned i = 0; i < asked->count; i++) {
    unsigned found = find_word(name, used, asked->word[i], asked->size[i], i < asked->surnames);
    if (found == name->count) return false;
    used |= UINT32_C(1) << found;
  }
  return asked->count > 0;
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
  lc_name_split(scratch, lc_fold(text, size, scratch), &name);
  return words_agree(asked, &name);
}
