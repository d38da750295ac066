/*
** epd_lines - finds the lines of a file of EPD records, in a buffer that has a part of the file.
**
** Lines end with LF, CRLF or CR. Blank lines and lines that begin with # (perft collections) are not records. A line
** that is not complete in the buffer is found when the caller has read on; the bytes seen are not searched again.
** Cost: one pass over the bytes.
*/
#ifndef LC_EPD_LINES_H
#define LC_EPD_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/must_use.h"

typedef struct lc_EpdLines {
  size_t at;    /* offset of the first byte not yet read */
  size_t no_lf; /* there is no LF between `at` and this offset */
  bool is_lost; /* the bytes before `at` are the beginning of a line that was too long for the buffer */
} lc_EpdLines;

typedef enum lc_EpdLineKind { LC_EPD_BLANK, LC_EPD_COMMENT, LC_EPD_RECORD } lc_EpdLineKind;

/* A line, without its line end. A line that was too long is an empty one. */
typedef struct lc_EpdLine {
  size_t begin, end;
} lc_EpdLine;

/* Find the next line of a buffer with `used` bytes. `is_whole`: the file ends with the buffer. Returns false, and
** changes no offset of a byte not yet read, if there is no complete line. The LF of a CRLF is a blank line. */
LC_MUST_USE bool lc_epd_next_line(lc_EpdLines *lines, const char *bytes, size_t used, bool is_whole, lc_EpdLine *out);
/* Read a line again. */
static inline void lc_epd_unread_line(lc_EpdLines *lines, const lc_EpdLine *line) { lines->at = line->begin; }
/* Adjust the offsets after `count` bytes, all of them read, were removed from the beginning of the buffer. */
void lc_epd_drop_bytes(lc_EpdLines *lines, size_t count);
/* Skip all bytes of the buffer: the beginning of a line that is too long. */
void lc_epd_skip_bytes(lc_EpdLines *lines, size_t used);
lc_EpdLineKind lc_epd_line_kind(const char *text, size_t size);

#endif
