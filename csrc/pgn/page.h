/*
** page - writes movetext as lines of tokens, with one blank between tokens.
**
** Follows: PGN 8.2.1 (each line has as many tokens as fit, with no blank at either end). Bytes are written into the
** caller's buffer. When the buffer is full, bytes are only counted. The caller can then write again into a larger
** buffer. The functions are inline, because a database has millions of short tokens.
*/
#ifndef LC_PAGE_H
#define LC_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../chess/bits.h"

typedef struct lc_Page {
  char *out;
  size_t room, length; /* `length` also counts bytes that did not fit */
  size_t width;        /* characters per line; SIZE_MAX: everything on one line */
  size_t column;
  bool at_start;       /* at the start of a text line: no blank before the next token */
  bool glue;           /* no blank before the next token, which follows an opening parenthesis */
  bool must_break;     /* the line must end here, because it ends with a ; comment */
  bool needs_number;   /* the next move needs its number: see writer.h */
} lc_Page;

/* Return the number of characters of UTF-8 text, without counting the bytes that continue a character. In text of an
** older encoding, nearly every byte is counted. */
static inline size_t lc_columns(const char *text, size_t size) {
  size_t n = 0;
  for (size_t i = 0; i < size; i++) n += ((unsigned char)text[i] & 0xC0) != 0x80;
  return n;
}

/* Start a page. `width` 0 means one line. */
static inline void lc_page_begin(lc_Page *page, uint32_t width, char *out, size_t room) {
  memset(page, 0, sizeof *page);
  page->out = out;
  page->room = room;
  page->width = width ? width : SIZE_MAX;
  page->at_start = page->needs_number = true;
}

static inline void lc_page_put_columns(lc_Page *page, const char *bytes, size_t size, size_t columns) {
  if (page->length + size <= page->room) memcpy(page->out + page->length, bytes, size);
  page->length += size;
  page->column += columns;
}

static inline void lc_page_put(lc_Page *page, const char *bytes, size_t size) {
  lc_page_put_columns(page, bytes, size, lc_columns(bytes, size));
}

static inline void lc_page_new_line(lc_Page *page) {
  lc_page_put(page, "\n", 1);
  page->column = 0;
  page->at_start = true;
  page->must_break = false;
}

/* Prepare for a token of `columns` characters: write a blank or a line end. `tail` more characters must fit on the
** same line. */
static inline void lc_page_begin_token(lc_Page *page, size_t columns, size_t tail) {
  size_t blank = page->at_start || page->glue ? 0 : 1;
  if (page->must_break || (!page->at_start && page->column + blank + columns + tail > page->width)) {
    if (!page->at_start) lc_page_new_line(page);
  } else if (blank) {
    lc_page_put(page, " ", 1);
  }
  page->at_start = page->glue = false;
}

static inline void lc_page_token(lc_Page *page, const char *bytes, size_t size) {
  lc_page_begin_token(page, lc_columns(bytes, size), 0);
  lc_page_put(page, bytes, size);
}

/* The same for ASCII text, whose columns need not be counted. */
static inline void lc_page_ascii_token(lc_Page *page, const char *bytes, size_t size) {
  lc_page_begin_token(page, size, 0);
  lc_page_put_columns(page, bytes, size, size);
}

/* Write a number in decimal. Returns the number of digits. */
static inline size_t lc_put_digits(uint32_t value, char out[LC_DIGITS_32]) {
  char digits[LC_DIGITS_32];
  size_t count = 0, n = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  while (count) out[n++] = digits[--count];
  return n;
}

#endif
