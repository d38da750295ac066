#include "folding.h"

#include <string.h>

enum { DROPPED = 0xffff };

/* Ranges of code points that all become one character, or DROPPED. Sorted. */
typedef struct Range {
  uint16_t first, last, becomes;
} Range;

static const Range ranges[] = {
    {0x0009, 0x000d, DROPPED}, /* blanks, which are optional in "e8 (D)" and "exd6 e.p." */
    {0x0020, 0x0020, DROPPED},
    {0x00a0, 0x00a0, DROPPED},
    {0x00ad, 0x00ad, DROPPED}, /* soft hyphen */
    {0x00d7, 0x00d7, 'x'},     /* multiplication sign */
    {0x061c, 0x061c, DROPPED}, /* Arabic letter mark */
    {0x2000, 0x200f, DROPPED}, /* spaces, zero width, marks of direction */
    {0x2010, 0x2015, '-'},
    {0x2028, 0x202f, DROPPED},
    {0x205f, 0x206f, DROPPED},
    {0x2212, 0x2212, '-'}, /* minus */
    {0x2715, 0x2716, 'x'},
    {0x2a09, 0x2a09, 'x'},
    {0x2a2f, 0x2a2f, 'x'},
    {0x3000, 0x3000, DROPPED},
    {0xfe00, 0xfe0f, DROPPED}, /* variation selectors: text or emoji */
    {0xfe58, 0xfe58, '-'},
    {0xfe63, 0xfe63, '-'},
    {0xfeff, 0xfeff, DROPPED},
};

/* A character that means two characters ! or ?. */
typedef struct Pair {
  uint16_t code;
  char becomes[2]; /* two characters, without a NUL */
} Pair;

static const Pair pairs[] = {{0x203c, "!!"}, {0x2047, "??"}, {0x2048, "?!"}, {0x2049, "!?"}};

/* Letter, combining mark and composed letter, for the piece letters of all alphabets, in both cases. */
static const uint16_t compositions[][3] = {
    {'S', 0x0327, 0x015e}, {'s', 0x0327, 0x015f}, /* the king in Turkish and Azerbaijani */
    {'C', 0x0302, 0x0108}, {'c', 0x0302, 0x0109}, /* the knight in Esperanto */
    {'Z', 0x030c, 0x017d}, {'z', 0x030c, 0x017e}, /* the knight in Lithuanian */
    {'C', 0x030c, 0x010c}, {'c', 0x030c, 0x010d}, {'S', 0x030c, 0x0160}, {'s', 0x030c, 0x0161},
    {'C', 0x0327, 0x00c7}, {'c', 0x0327, 0x00e7}, {'A', 0x0301, 0x00c1}, {'a', 0x0301, 0x00e1},
    {'E', 0x0301, 0x00c9}, {'e', 0x0301, 0x00e9}, {'O', 0x0308, 0x00d6}, {'o', 0x0308, 0x00f6},
    {'U', 0x0308, 0x00dc}, {'u', 0x0308, 0x00fc}, {'A', 0x030a, 0x00c5}, {'a', 0x030a, 0x00e5},
    {0x0418, 0x0306, 0x0419}, {0x0438, 0x0306, 0x0439},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

uint32_t lc_folding_next(const char *text, size_t size, size_t *length) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned first = (unsigned char)text[0];
  size_t n = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  uint32_t code = n == 1 ? first : first & (0x7fu >> n);
  bool good = n > 0 && n <= size;
  for (size_t i = 1; good && i < n; i++) {
    unsigned byte = (unsigned char)text[i];
    good = byte >> 6 == 2;
    code = code << 6 | (byte & 63u);
  }
  good = good && code >= least[n] && code <= 0x10ffff && code >> 11 != 0x1b;
  *length = good ? n : 1;
  return good ? code : LC_FOLDING_BAD + first;
}

/* Append a code point below U+10000. Returns its length. */
static size_t put(uint32_t code, char *out) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xc0 | code >> 6);
    out[1] = (char)(0x80 | (code & 63));
    return 2;
  }
  out[0] = (char)(0xe0 | code >> 12);
  out[1] = (char)(0x80 | (code >> 6 & 63));
  out[2] = (char)(0x80 | (code & 63));
  return 3;
}

/* Return the folded form of a character, or the character itself if it has none. */
static uint32_t fold_one(uint32_t code) {
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xff01 + '!'; /* full-width ASCII */
  for (size_t i = 0; i < COUNT(ranges); i++) {
    if (code >= ranges[i].first && code <= ranges[i].last) return ranges[i].becomes;
  }
  return code;
}

/* Return the letter composed with the combining mark after it, or 0 if they do not compose. */
static uint32_t compose(uint32_t letter, uint32_t mark) {
  for (size_t i = 0; i < COUNT(compositions); i++) {
    if (compositions[i][0] == letter && compositions[i][1] == mark) return compositions[i][2];
  }
  return 0;
}

/* Return the two characters ! or ? that a character means, or NULL. */
static const char *pair_of(uint32_t code) {
  for (size_t i = 0; i < COUNT(pairs); i++) {
    if (pairs[i].code == code) return pairs[i].becomes;
  }
  return NULL;
}

size_t lc_folding_signs(const char *text, size_t size, char *out) {
  size_t at = 0, n = 0;
  while (at < size) {
    size_t length, more = 0;
    uint32_t code = lc_folding_next(text + at, size - at, &length);
    uint32_t mark = at + length < size ? lc_folding_next(text + at + length, size - at - length, &more) : 0;
    uint32_t composed = mark ? compose(code, mark) : 0;
    uint32_t folded = composed ? composed : fold_one(code);
    const char *pair = pair_of(code);
    if (composed) length += more;
    if (pair) {
      memcpy(out + n, pair, 2);
      n += 2;
    } else if (folded == code) {
      memmove(out + n, text + at, length);
      n += length;
    } else if (folded != DROPPED) {
      n += put(folded, out + n);
    }
    at += length;
  }
  return n;
}

/* Convert Greek letters with an accent to lower case. The distance from upper to lower case varies. */
static uint32_t lower_greek(uint32_t code) {
  if (code == 0x386) return code + 38;
  if (code >= 0x388 && code <= 0x38a) return code + 37;
  if (code == 0x38c) return code + 64;
  return code == 0x38e || code == 0x38f ? code + 63 : code;
}

/* Report whether the code point is in a block in which upper-case letters have even codes and each lower-case letter
** has the next code. */
static bool is_pairs(uint32_t code) {
  static const uint16_t blocks[][2] = {
      {0x100, 0x12f}, {0x132, 0x137}, {0x14a, 0x177},   {0x460, 0x481},
      {0x48a, 0x4bf}, {0x4d0, 0x52f}, {0x1e00, 0x1e95}, {0x1ea0, 0x1eff},
  };
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    if (code >= blocks[i][0] && code <= blocks[i][1]) return true;
  }
  return false;
}

static uint32_t lower_one(uint32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  if (code >= 0xc0 && code <= 0xde && code != 0xd7) return code + 32;
  if (code == 0x178) return 0xff;
  if (is_pairs(code)) return code | 1;
  /* in these ranges, upper-case letters have odd codes */
  if ((code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e)) return code + (code & 1);
  if (code >= 0x391 && code <= 0x3ab && code != 0x3a2) return code + 32;
  if (code >= 0x410 && code <= 0x42f) return code + 32;
  if (code >= 0x400 && code <= 0x40f) return code + 80;
  if (code >= 0x531 && code <= 0x556) return code + 48;
  return lower_greek(code);
}

size_t lc_folding_lower(const char *text, size_t size, char *out) {
  size_t at = 0, n = 0;
  while (at < size) {
    size_t length;
    uint32_t code = lc_folding_next(text + at, size - at, &length), lower = lower_one(code);
    if (lower == code) {
      memmove(out + n, text + at, length);
      n += length;
    } else {
      n += put(lower, out + n);
    }
    at += length;
  }
  return n;
}
