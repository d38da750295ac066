/*
** encoding - see encoding.h.
*/
#define LC_ISA(name) name##_base
#include "encoding_impl.h"

#include <string.h>

#include "text.h"

/* Code page 1252, bytes 80 to 9F; 0 for bytes without a character. */
static const uint16_t cp1252[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

static unsigned char byte_of(const char *text, size_t at) { return (unsigned char)text[at]; }

const char *lc_encoding_name(lc_Encoding encoding) {
  static const char *const names[] = {"ascii", "utf-8", "latin-1", "cp1252"};
  return names[encoding];
}

int lc_encoding_find(const char *name, size_t size) {
  static const struct {
    const char *name;
    lc_Encoding encoding;
  } names[] = {{"ascii", LC_ASCII},   {"utf8", LC_UTF8},         {"latin1", LC_LATIN1},
               {"iso88591", LC_LATIN1}, {"cp1252", LC_CP1252}, {"windows1252", LC_CP1252}};
  char lower[16]; /* longer names are unknown */
  size_t n = 0;
  for (size_t i = 0; i < size; i++) {
    char c = name[i];
    if (c == '-' || c == '_') continue;
    if (n == sizeof lower) return -1;
    lower[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    if (n == strlen(names[i].name) && memcmp(lower, names[i].name, n) == 0) return (int)names[i].encoding;
  }
  return -1;
}

/* Return the offset of the first byte above 127 from `at` on, or `size`. */
static size_t find_high(const char *text, size_t size, size_t at) {
  for (; at + 64 <= size; at += 64) {
    uint64_t high = ~lc_hits_word(lc_vec_below(lc_vec_load(text + at), 0x80));
    if (high) return at + (size_t)__builtin_ctzll(high);
  }
  while (at < size && byte_of(text, at) < 0x80) at++;
  return at;
}

bool lc_is_ascii(const char *text, size_t size) { return find_high(text, size, 0) == size; }

size_t lc_utf8_length(const char *text, size_t size, size_t at) {
  unsigned char lead = byte_of(text, at);
  size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length == 0 || size - at < length) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((byte_of(text, at + i) & 0xc0) != 0x80) return 0;
  }
  /* Reject overlong forms, surrogates, and code points above U+10FFFF. */
  unsigned char second = length > 2 ? byte_of(text, at + 1) : 0;
  bool is_wrong = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
                  (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f);
  return is_wrong ? 0 : length;
}

size_t lc_utf8_end(lc_Cpu cpu, const char *bytes, size_t size, size_t at) {
  return LC_CALL_V3(cpu, lc_utf8_end, (bytes, size, at));
}

size_t lc_utf16_units(const char *text, size_t size) {
  size_t units = 0;
  for (size_t at = 0; at < size; at++) {
    unsigned char c = byte_of(text, at);
    units += (c & 0xc0) != 0x80; /* the first byte of a character */
    units += c >= 0xf0;          /* a character of two code units */
  }
  return units;
}

size_t lc_surrogate_find(const char *text, size_t size, size_t at) {
  for (; at + 2 < size; at++) {
    const char *lead = memchr(text + at, 0xed, size - at - 2);
    if (!lead) return size;
    at = (size_t)(lead - text);
    if (byte_of(text, at + 1) >= 0xa0) return at;
  }
  return size;
}

/* Report whether a character must be UTF-8, because its bytes are very unlikely in Western text of another encoding.
** This holds for: two bytes that begin with C3 to C5, D0 or D1 (Latin and Cyrillic letters); three bytes with a second
** byte of at most 9F (such as the punctuation marks that begin with E2 80); and four bytes. */
static bool is_surely_utf8(const char *text, size_t at, size_t length) {
  unsigned char lead = byte_of(text, at);
  if (length == 2) return (lead >= 0xc3 && lead <= 0xc5) || lead == 0xd0 || lead == 0xd1;
  return length == 4 || byte_of(text, at + 1) <= 0x9f;
}

/* Report whether the byte is a control character in ISO 8859-1 and undefined in code page 1252. */
static bool is_free(unsigned char c) { return c >= 0x80 && c < 0xa0 && cp1252[c - 0x80] == 0; }

static void set_mixed(lc_Encoded *out, size_t at, size_t length) {
  if (out->is_mixed) return;
  out->is_mixed = true;
  out->at = at;
  out->end = at + length;
}

/* Decide whether a text that is not UTF-8 is ISO 8859-1 or code page 1252. Also store the range of bytes that do not
** fit the encoding. */
static void judge_bytes(const char *text, size_t size, lc_Encoded *out) {
  out->encoding = LC_LATIN1;
  for (size_t at = find_high(text, size, 0); at < size; at = find_high(text, size, at)) {
    size_t length = lc_utf8_length(text, size, at);
    bool is_utf8 = length > 1 && is_surely_utf8(text, at, length);
    if (!is_utf8) length = 1;
    if (is_utf8 || is_free(byte_of(text, at))) set_mixed(out, at, length);
    for (; length > 0; length--, at++) {
      if (byte_of(text, at) < 0xa0) out->encoding = LC_CP1252;
    }
  }
}

void lc_encoding_of(lc_Cpu cpu, const char *text, size_t size, lc_Encoded *out) {
  memset(out, 0, sizeof *out);
  size_t high = find_high(text, size, 0);
  if (high == size) return;
  out->encoding = LC_UTF8;
  if (lc_utf8_end(cpu, text, size, high) < size) judge_bytes(text, size, out);
}

static size_t put_utf8(unsigned code, char *out) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xc0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3f));
    return 2;
  }
  out[0] = (char)(0xe0 | code >> 12);
  out[1] = (char)(0x80 | (code >> 6 & 0x3f));
  out[2] = (char)(0x80 | (code & 0x3f));
  return 3;
}

size_t lc_to_utf8(const char *text, size_t size, lc_Encoding from, char *out) {
  size_t n = 0;
  if (from == LC_ASCII || from == LC_UTF8) {
    memcpy(out, text, size);
    return size;
  }
  for (size_t i = 0; i < size; i++) {
    unsigned code = byte_of(text, i);
    if (from == LC_CP1252 && code >= 0x80 && code < 0xa0 && cp1252[code - 0x80]) code = cp1252[code - 0x80];
    n += put_utf8(code, out + n);
  }
  return n;
}

/* Return the byte that encodes a character, or -1 if the encoding lacks it. */
static int encode(unsigned code, lc_Encoding to) {
  if (code < 0x80) return (int)code;
  if (to == LC_ASCII) return -1;
  if (to == LC_LATIN1 || code >= 0xa0) {
    if (code < 0x100) return (int)code;
  } else if (code < 0xa0) {
    return is_free((unsigned char)code) ? (int)code : -1;
  }
  if (to == LC_LATIN1) return -1;
  for (int i = 0; i < 32; i++) {
    if (cp1252[i] == code) return 0x80 + i;
  }
  return -1;
}

static unsigned decode(const char *text, size_t at, size_t length) {
  unsigned lead = byte_of(text, at);
  unsigned code = length == 1 ? lead : lead & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) code = code << 6 | (byte_of(text, at + i) & 0x3fu);
  return code;
}

size_t lc_from_utf8(const char *text, size_t size, lc_Encoding to, char *out, size_t *at) {
  size_t n = 0, length;
  if (to == LC_UTF8) {
    memcpy(out, text, size);
    return size;
  }
  for (size_t i = 0; i < size; i += length) {
    length = lc_utf8_length(text, size, i);
    int byte = length ? encode(decode(text, i, length), to) : -1;
    if (byte < 0) {
      *at = i;
      return SIZE_MAX;
    }
    out[n++] = (char)byte;
  }
  return n;
}
