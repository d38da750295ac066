/*
** epd_lines - see epd_lines.h.
*/
#include "epd_lines.h"

#include <stdint.h>
#include <string.h>

/* Return the end of the line at `at`, or SIZE_MAX if it is not in the buffer. */
static size_t find_end(lc_EpdLines *lines, const char *bytes, size_t used, bool is_whole) {
  size_t from = lines->no_lf > lines->at ? lines->no_lf : lines->at;
  const char *lf = memchr(bytes + from, '\n', used - from);
  lines->no_lf = lf ? (size_t)(lf - bytes) : used;
  const char *cr = memchr(bytes + lines->at, '\r', lines->no_lf - lines->at);
  if (cr) return (size_t)(cr - bytes);
  return lf || is_whole ? lines->no_lf : SIZE_MAX;
}

bool lc_epd_next_line(lc_EpdLines *lines, const char *bytes, size_t used, bool is_whole, lc_EpdLine *out) {
  if (lines->at == used) return false;
  size_t end = find_end(lines, bytes, used, is_whole);
  if (end == SIZE_MAX) return false;
  *out = (lc_EpdLine){lines->is_lost ? end : lines->at, end};
  lines->is_lost = false;
  lines->at = end < used ? end + 1 : end;
  return true;
}

void lc_epd_drop_bytes(lc_EpdLines *lines, size_t count) {
  lines->at -= count;
  lines->no_lf -= lines->no_lf < count ? lines->no_lf : count;
}

void lc_epd_skip_bytes(lc_EpdLines *lines, size_t used) {
  lines->is_lost = true;
  lines->at = used;
}

lc_EpdLineKind lc_epd_line_kind(const char *text, size_t size) {
  size_t at = 0;
  while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\0')) at++;
  if (at == size) return LC_EPD_BLANK;
  return text[at] == '#' ? LC_EPD_COMMENT : LC_EPD_RECORD;
}
