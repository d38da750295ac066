#include "tags.h"

#include <string.h>

int lc_tag_op(const char *text, size_t size) {
  static const char *const ops[] = {"=", "~", "^", "<", "<=", ">", ">="};
  for (int i = 0; i < 7; i++) {
    if (strlen(ops[i]) == size && memcmp(ops[i], text, size) == 0) return i;
  }
  return -1;
}

bool lc_tag_number(const char *text, size_t size, int64_t *out) {
  const int64_t limit = INT64_MAX / 10 - 1;
  size_t at = size > 0 && text[0] == '-';
  int64_t value = 0;
  size_t begin = at;
  for (; at < size && text[at] >= '0' && text[at] <= '9'; at++) {
    if (value < limit) value = value * 10 + (text[at] - '0');
  }
  *out = text[0] == '-' && begin == 1 ? -value : value;
  return at > begin;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool same(const char *a, const char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

static bool has(const lc_TagTest *test, const char *value, size_t size) {
  for (size_t at = 0; at + test->value_size <= size; at++) {
    if (same(value + at, test->value, test->value_size)) return true;
  }
  return false;
}

bool lc_tag_passes(const lc_TagTest *test, const char *value, size_t size) {
  int64_t number;
  switch (test->op) {
    case LC_TAG_IS: return size == test->value_size && memcmp(value, test->value, size) == 0;
    case LC_TAG_HAS: return has(test, value, size);
    case LC_TAG_BEGINS: return size >= test->value_size && same(value, test->value, test->value_size);
    default: break;
  }
  if (size == 0 || !lc_tag_number(value, size, &number)) return false;
  switch (test->op) {
    case LC_TAG_LESS: return number < test->number;
    case LC_TAG_AT_MOST: return number <= test->number;
    case LC_TAG_MORE: return number > test->number;
    default: return number >= test->number;
  }
}
