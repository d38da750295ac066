/*
** encoding_impl - finds the end of valid UTF-8, compiled once per instruction set.
*/
#include "encoding.h"
#include "vec_impl.h"

/* Return the bits of bytes that no character of one or two bytes has in this place. Such characters are most of a
** Cyrillic text, so they are tested without a loop over the characters. Bit 0 of `is_open` tells whether the byte
** before the block begins a character of two bytes; it is updated for the next block. */
static inline uint64_t long_characters(const char *at, uint64_t *is_open) {
  lc_Vec v = lc_vec_load(at);
  uint64_t high = ~lc_hits_word(lc_vec_below(v, 0x80)), second = high & lc_hits_word(lc_vec_below(v, 0xc0));
  uint64_t lead = lc_hits_word(lc_hits_without(lc_vec_below(v, 0xe0), lc_vec_below(v, 0xc2)));
  uint64_t expected = lead << 1 | *is_open;
  *is_open = lead >> 63;
  return (high ^ (second | lead)) | (second ^ expected);
}

/* Return the offset at which characters of one or two bytes from `at` on end. */
static inline size_t short_end(const char *bytes, size_t size, size_t at) {
  char tail[sizeof(lc_Vec)] = {0};
  uint64_t is_open = 0;
  size_t begin = at;
  for (; at < size; at += 64) {
    const char *block = size - at < 64 ? memcpy(tail, bytes + at, size - at) : bytes + at;
    uint64_t hits = long_characters(block, &is_open);
    if (!hits) continue;
    at += (size_t)__builtin_ctzll(hits);
    unsigned char last = at > begin ? (unsigned char)bytes[at - 1] : 0;
    return at - (last >= 0xc2 && last < 0xe0);
  }
  return size - is_open;
}

size_t LC_ISA(lc_utf8_end)(const char *bytes, size_t size, size_t at) {
  for (;;) {
    at = short_end(bytes, size, at);
    size_t length = at < size ? lc_utf8_length(bytes, size, at) : 0;
    if (length == 0) return at;
    at += length;
  }
}
