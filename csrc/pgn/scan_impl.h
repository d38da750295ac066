/*
** scan_impl - the two loops that pass over most bytes of a file, compiled once per instruction set.
*/
#include "scan_kernel.h"
#include "vec_impl.h"

static inline uint64_t movetext_hits(const char *at) {
  lc_Vec v = lc_vec_load(at), next = lc_vec_load(at + 1);
  /* A line matters when it begins a tag or an escape, or has blanks or a BOM before a tag. */
  lc_Hits line = lc_hits_or(lc_vec_is(v, '\n'), lc_vec_is(v, '\r'));
  lc_Hits opens = lc_hits_or(lc_hits_or(lc_vec_is(next, '['), lc_vec_is(next, '%')),
                             lc_hits_or(lc_hits_or(lc_vec_is(next, ' '), lc_vec_is(next, '\t')),
                                        lc_vec_is(next, '\xef')));
  /* A hyphen matters in 1-0, 0-1 and 1/2-1/2, not in O-O. */
  lc_Hits hyphen = lc_hits_and(lc_vec_is(v, '-'), lc_hits_or(lc_vec_is(next, '0'), lc_vec_is(next, '1')));
  lc_Hits other = lc_hits_or(lc_hits_or(lc_vec_is(v, '{'), lc_vec_is(v, ';')),
                             lc_hits_or(lc_hits_or(lc_vec_is(v, '('), lc_vec_is(v, ')')), lc_vec_is(v, '*')));
  return lc_hits_word(lc_hits_or(lc_hits_or(lc_hits_and(line, opens), hyphen), other));
}

size_t LC_ISA(lc_scan_skip_movetext)(const char *bytes, size_t size, size_t at) {
  for (; at + 65 <= size; at += 64) {
    uint64_t hits = movetext_hits(bytes + at);
    if (hits) return at + (size_t)__builtin_ctzll(hits);
  }
  if (at >= size) return size;
  char tail[192] = {0};
  memcpy(tail, bytes + at, size - at);
  for (size_t done = 0; at + done < size; done += 64) {
    uint64_t hits = movetext_hits(tail + done);
    if (hits) return at + done + (size_t)__builtin_ctzll(hits) < size ? at + done + (size_t)__builtin_ctzll(hits) : size;
  }
  return size;
}

static inline uint64_t tag_hits(const char *at) {
  lc_Vec v = lc_vec_load(at), next = lc_vec_load(at + 1);
  lc_Hits line = lc_hits_or(lc_vec_is(v, '\n'), lc_vec_is(v, '\r'));
  lc_Hits closes = lc_hits_or(lc_hits_or(lc_vec_is(next, ' '), lc_vec_is(next, '\t')), lc_vec_is(next, ']'));
  return lc_hits_word(lc_hits_or(line, lc_hits_and(lc_vec_is(v, '"'), closes)));
}

static inline size_t skip_tag(const char *bytes, size_t size, size_t at) {
  for (; at + 65 <= size; at += 64) {
    uint64_t hits = tag_hits(bytes + at);
    if (hits) return at + (size_t)__builtin_ctzll(hits);
  }
  for (; at < size; at++) {
    if (bytes[at] == '\n' || bytes[at] == '\r') return at;
    if (bytes[at] == '"' && at + 1 < size && bytes[at + 1] && strchr(" \t]", bytes[at + 1])) return at;
  }
  return size;
}

/* Tags after which the game may not start from the initial position; eight bytes can be read. */
static inline bool is_setup_tag(const char *at) {
  char c = at[1];
  if (c != 'F' && c != 'V' && c != 'S') return false;
  return memcmp(at, "[FEN ", 5) == 0 || memcmp(at, "[Variant", 8) == 0 || memcmp(at, "[SetUp", 6) == 0;
}

bool LC_ISA(lc_scan_plain_tags)(lc_Scan *scan, const char *bytes, size_t size) {
  uint32_t tags = scan->tags;
  for (size_t at = scan->at;;) {
    size_t quote = skip_tag(bytes, size, at), end = quote + 2;
    if (end + 2 >= size || end - at < 8) break;
    if (bytes[quote] != '"' || bytes[quote + 1] != ']' || bytes[quote - 1] == '\\') break;
    size_t next = end + (bytes[end] == '\r');
    if (bytes[next] != '\n') break;
    scan->has_setup = scan->has_setup || is_setup_tag(bytes + at);
    scan->tags++;
    scan->at = scan->tags_end = end;
    at = next + 1;
    if (bytes[at] != '[') break;
  }
  return scan->tags > tags;
}

size_t LC_ISA(lc_scan_count_lines)(const char *bytes, size_t size, bool *before_cr) {
  size_t lines = 0, at = 0;
  uint64_t carry = *before_cr;
  for (; at + 64 <= size; at += 64) {
    lc_Vec v = lc_vec_load(bytes + at);
    uint64_t lf = lc_hits_word(lc_vec_is(v, '\n')), cr = lc_hits_word(lc_vec_is(v, '\r'));
    lines += (size_t)__builtin_popcountll(cr) + (size_t)__builtin_popcountll(lf & ~(cr << 1 | carry));
    carry = cr >> 63;
  }
  for (; at < size; at++) {
    if (bytes[at] == '\r' || (bytes[at] == '\n' && !carry)) lines++;
    carry = bytes[at] == '\r';
  }
  *before_cr = carry != 0;
  return lines;
}
