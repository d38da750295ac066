#include "tags.h"

#include <string.h>

#include "../pgn/lexer.h"
#include "../pgn/text.h"

int lc_tag_op(const char *text, size_t size) {
  static const char *const ops[] = {"=", "~", "^", "<", "<=", ">", ">="};
  for (int i = 0; i < 7; i++) {
    if (strlen(ops[i]) == size && memcmp(ops[i], text, size) == 0) return i;
  }
  return -1;
}

bool lc_tag_number(const char *text, size_t size, int64_t *out) {
  const int64_t limit = INT64_MAX / 10 - 1;
  size_t begin = text[0] == '-', at = begin;
  int64_t value = 0;
  for (; at < size && text[at] >= '0' && text[at] <= '9'; at++) {
    if (value < limit) value = value * 10 + (text[at] - '0');
  }
  *out = begin ? -value : value;
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
  bool has_number = test->op >= LC_TAG_LESS && size > 0 && lc_tag_number(value, size, &number);
  switch (test->op) {
    case LC_TAG_IS: return size == test->value_size && memcmp(value, test->value, size) == 0;
    case LC_TAG_HAS: return has(test, value, size);
    case LC_TAG_BEGINS: return size >= test->value_size && same(value, test->value, test->value_size);
    case LC_TAG_LESS: return has_number && number < test->number;
    case LC_TAG_AT_MOST: return has_number && number <= test->number;
    case LC_TAG_MORE: return has_number && number > test->number;
    case LC_TAG_AT_LEAST: return has_number && number >= test->number;
  }
  lc_unreachable();
}

bool lc_tag_may_be_name(const char *name, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (!lc_is_symbol(name[i])) return false;
  }
  return size > 0;
}

bool lc_tag_read_regular(const char *text, size_t at, size_t line_end, size_t name_size, lc_Tag *out) {
  if (line_end > at && text[line_end - 1] == '\r') line_end--;
  size_t value = at + name_size + 3;
  if (text[value - 2] != ' ' || text[value - 1] != '"' || value + 2 > line_end) return false;
  out->name = at + 1;
  out->name_size = name_size;
  out->value = value;
  out->value_size = line_end - 2 - value;
  out->end = line_end;
  out->is_good = true;
  out->has_escapes = memchr(text + value, '\\', out->value_size) != NULL;
  return true;
}

/* Report whether the tag at `at` has this name. In a regular section, each text line is one tag, so only the first
** bytes of a line are compared. */
static inline bool is_named(const lc_TagSection *section, size_t at, const char *name, size_t name_size) {
  const char *text = section->text + at + 1;
  return section->size - at > name_size + 3 && text[0] == name[0] && !lc_is_symbol(text[name_size]) &&
         memcmp(text, name, name_size) == 0;
}

/* Return the offset of the text line of a tag, or SIZE_MAX if there is no such tag. */
static size_t find_line(const lc_TagSection *section, const char *name, size_t name_size) {
  const lc_TagLines *lines = section->lines;
  size_t known = lines ? lines->count : 0, at = 0;
  for (size_t i = 0; i < known; i++) {
    at = lines->at[i];
    if (is_named(section, at, name, name_size)) return at;
  }
  while (at < section->size) {
    if (is_named(section, at, name, name_size)) return at;
    const char *end = memchr(section->text + at, '\n', section->size - at);
    at = end ? (size_t)(end - section->text) + 1 : section->size;
  }
  return SIZE_MAX;
}

static bool find_regular(const lc_TagSection *section, const char *name, size_t name_size, lc_Tag *out) {
  size_t line = name_size > 0 ? find_line(section, name, name_size) : SIZE_MAX;
  if (line == SIZE_MAX) return false;
  const char *text = section->text, *end = memchr(text + line, '\n', section->size - line);
  size_t line_end = end ? (size_t)(end - text) : section->size;
  return lc_tag_read_regular(text, line, line_end, name_size, out) || lc_tag_read(text, section->size, line, true, out);
}

bool lc_tag_next(const char *text, size_t tags_end, size_t *at, lc_Tag *out) {
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, text, tags_end);
  lexer.at = *at;
  do lc_lexer_next(&lexer, &token);
  while (token.kind != LC_TOKEN_END && token.kind != LC_TOKEN_TAG);
  *at = lexer.at;
  if (token.kind == LC_TOKEN_TAG) *out = token.tag;
  return token.kind == LC_TOKEN_TAG;
}

bool lc_tag_find(const lc_TagSection *section, const char *name, size_t name_size, lc_Tag *out) {
  if (section->is_regular) return find_regular(section, name, name_size, out);
  for (size_t at = 0; lc_tag_next(section->text, section->size, &at, out);) {
    if (out->name_size == name_size && memcmp(section->text + out->name, name, name_size) == 0) return true;
  }
  return false;
}
